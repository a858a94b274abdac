"""Which knob values meet the targets? Candidates judged, the smallest change that does it, and the frontier."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import words
from reports.experiments import drawings, measures
from reports.experiments.comparison import with_targets
from reports.experiments.result import Lines, Result, sentence
from reports.figures import Drawing
from reports.findings import Findings
from reports.stats.intervals import simultaneous
from reports.stats.verdicts import FAIL, PASS, Check, Verdict, judge
from reports.targets import RATES, checks
from reports.terminal import number_text, verdict_text
from simcore.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from simcore.experiments.setting import Precision
    from simcore.experiments.study import Cell, Study
    from simcore.plan import Plan
    from simcore.store import Run

_LINES = 5  # in a figure
_ONE_SIDED = 0.1  # how far beyond a single bound counts as one tolerance, as a part of the bound


@dataclass(frozen=True)
class Judged:
    """A candidate under the targets."""

    verdicts: list[Verdict]
    misses: dict[str, float]  # per target, in tolerances: up to 1 is inside

    @property
    def holds(self) -> bool | None:
        statuses = {verdict.status for verdict in self.verdicts}
        return False if FAIL in statuses else True if statuses == {PASS} else None

    @property
    def loss(self) -> float:
        return max(self.misses.values())

    def half(self, points: bool) -> float:
        """Half of the widest interval under a target, of rates or of means."""
        shown = [(verdict.check.worst, verdict.check.interval()) for verdict in self.verdicts]
        return max(
            (high - low) / 2 for each, (low, high) in shown if (each.estimate.rate and each.shown is None) == points
        )


def check_targets(plan: "Plan", targets: Mapping[str, Any], until: "Precision | None") -> None:
    """Refuse targets that name no measure, and a precision that fits none, before anything is played."""
    rates = [*RATES, *(f"seat_{seat}_win_rate" for seat in range(plan.players))]
    means = ["choices", *(each.name for each in measures.possible(plan) if not each.rate)]
    for name in targets:
        if name not in (*rates, *means):
            game = plan.scenario.game
            raise UserError(
                f"--target {name}: there is no such measure{did_you_mean(name, [*rates, *means])}"
                f" (a rate such as seat_0_win_rate, or a column: simcore describe {game} --columns)"
            )
    if until is not None and not any((name in rates) == until.points for name in targets):
        wanted = "means: write a size such as 0.2" if until.points else "rates: write a size such as 0.5pp"
        raise UserError(f"--until {until}: the targets are {wanted}")


def judged(run: "Run", targets: dict[str, Any], alpha: float) -> Judged:
    """PASS and FAIL are shown at `alpha`, which is small because there are many looks and candidates."""
    own = [check for check in checks(Findings(with_targets(run, targets))) if not check.assumed]
    return Judged(judge(own, alpha), {f"{i} {check.title}": miss(check) for i, check in enumerate(own)})


def miss(check: Check) -> float:
    """How far the worst number is from the middle of its target; 1 is the border."""
    value = check.worst.estimate.mean / check.worst.scale
    if math.isfinite(check.low) and math.isfinite(check.high):
        return abs(value - (check.low + check.high) / 2) / max((check.high - check.low) / 2, 1e-12)
    bound = check.high if math.isfinite(check.high) else check.low
    over = value - bound if math.isfinite(check.high) else bound - value
    return max(0.0, 1 + over / max(_ONE_SIDED * abs(bound), 1e-12))


class Tuning(Result):
    """The candidates that were tried, and the answer."""

    def __init__(
        self,
        study: "Study",
        ending: str,
        targets: dict[str, Any],
        found: dict[str, Judged],
        answer: str | None,
        present: str | None = None,
    ):
        super().__init__(study, ending)
        self.targets = targets
        self.judged = found
        self.answer = answer
        self.present = present  # the candidate that changes nothing

    @property
    def knobs(self) -> list[str]:
        return list(self.study.cells[0].at)

    @property
    def title(self) -> str:
        wanted = words.listed([words.plain(name) for name in self.targets])
        return f"{self.study.cells[0].plan.scenario.name}: {words.listed(self.knobs)} tuned for {wanted}"

    @cached_property
    def table(self) -> pl.DataFrame:
        """One line per candidate and target."""
        frontier = self._frontier()
        rows = []
        for cell in self.study.cells:
            found = self.judged[cell.name]
            for verdict, missed in zip(found.verdicts, found.misses.values(), strict=True):
                low, high = verdict.check.interval()
                worst = verdict.check.worst
                row: dict[str, Any] = {"cell": cell.name, **cell.at, "target": verdict.check.title}
                row |= {"who": worst.label, "value": worst.number, "low": low, "high": high, "miss": missed}
                row |= {"status": verdict.status, "wanted": verdict.check.wanted, "holds": found.holds}
                rows.append({**row, "frontier": cell.name in frontier, "blocks": worst.estimate.blocks})
        return pl.DataFrame(rows, infer_schema_length=None)

    def _frontier(self) -> set[str]:
        """Candidates that no other beats in every target."""
        points = {name: tuple(found.misses.values()) for name, found in self.judged.items()}

        def beaten(own: tuple[float, ...]) -> bool:
            return any(
                other != own and all(a <= b for a, b in zip(other, own, strict=True)) for other in points.values()
            )

        return {name for name, own in points.items() if not beaten(own)}

    # --- in words ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[str]:
        if self.answer is not None:
            found = [f"{self.answer} meets all targets, and is the smallest change shown to do so."]
            if self.answer == self.present:
                found = [f"the present rules ({self.answer}) meet all targets: no change is needed."]
            return [*found, *self._values(self.answer)]
        nearest = min(self.judged, key=lambda name: self.judged[name].loss)
        open_ = [name for name, found in self.judged.items() if found.holds is None]
        if open_:
            shown = words.listed([self._in_sentence(name) for name in open_], 4)
            start = f"not decided: {shown} may meet the targets; allow more with --games or a narrower --until."
        else:
            start = f"no value in the range does it; the nearest is {nearest}."
        found = [start, *self._values(nearest)]
        return [*found, *self._trade_off()]

    def _trade_off(self) -> list[str]:
        """The candidates among which the choice depends on the target."""
        frontier = [self._in_sentence(cell.name) for cell in self._by_loss() if cell.name in self._frontier()]
        if len(frontier) < 2:
            return []
        return [
            f"which is nearest depends on the target: as estimated, no candidate beats {words.listed(frontier, 6)} in all of them."
        ]

    def _in_sentence(self, name: str) -> str:
        return f"({name})" if len(self.knobs) > 1 else name

    def _by_loss(self) -> list["Cell"]:
        return sorted(self.study.cells, key=lambda cell: self.judged[cell.name].loss)

    def _values(self, name: str) -> list[str]:
        return [f"{verdict.status}: {verdict_text(verdict)}." for verdict in self.judged[name].verdicts]

    @property
    def lines(self) -> list[Lines]:
        titles = [verdict.check.title for verdict in self.judged[self.study.cells[0].name].verdicts]
        rows = []
        for cell in self._by_loss():
            part = self.table.filter(pl.col("cell") == cell.name)
            values = [number_text(verdict.check) for verdict in self.judged[cell.name].verdicts]
            state = {True: "meets all", False: "misses one", None: "open"}[self.judged[cell.name].holds]
            mark = "←" if cell.name == self.answer else ""
            rows.append(
                (cell.name, *values, f"{self.judged[cell.name].loss:.2f}", f"{part['blocks'][0]:,}", state, mark)
            )
        header = ("candidate", *titles, "miss", "blocks", "targets", "")
        note = "the worst number under each target; miss is its distance from the target's middle, 1 the border"
        return [Lines("", header, rows, note, texts=("targets",))]

    def drawings(self) -> dict[str, Drawing]:
        title = sentence(self._headline())
        check = self.judged[self.study.cells[0].name].verdicts[0].check
        if len(self.knobs) == 1 and check.worst.shown is None:
            return {"tuning": self._along_the_knob(check, title)}
        losses = [
            (self._short(cell), self.judged[cell.name].loss, self.judged[cell.name].holds) for cell in self.study.cells
        ]
        note = (
            "How far each candidate is from the targets: the worst one, in tolerances; up to 1 is inside."
            " Green meets all targets, orange misses one, grey is open."
        )
        if len(self.knobs) > 1:
            note += f" A candidate is named by its values of {words.listed(self.knobs)}."
        return {"tuning": drawings.misses(sorted(losses, key=lambda each: each[1]), title, note)}

    def _short(self, cell: "Cell") -> str:
        """A name of the candidate that fits beside an axis: the values alone where several knobs would not."""
        return cell.name if len(self.knobs) == 1 else ", ".join(cell.at.values())

    def _headline(self) -> str:
        """The answer, short enough for the title of a figure."""
        open_ = sum(found.holds is None for found in self.judged.values())
        if self.answer is None and open_:
            return f"not decided: {open_} of {words.counted(len(self.judged), 'candidate')} may meet the targets."
        return self.findings[0]

    def _along_the_knob(self, check: Check, title: str) -> Drawing:
        """The numbers under the first target: all while they are few, else the worst of each candidate."""
        knob = self.knobs[0]
        every = len(check.measured) <= _LINES
        rows = []
        for cell in self.study.cells:
            found = self.judged[cell.name]
            under = found.verdicts[0].check
            for each in under.measured if every else [under.worst]:
                low, high = each.estimate.interval(simultaneous(len(under.measured)))
                values = {"value": each.number, "low": low / each.scale, "high": high / each.scale}
                rows.append({knob: cell.at[knob], "who": each.label if every else "", **values, "holds": found.holds})
        shown = "the numbers" if every else "the worst number"
        note = (
            f"{check.title}: {shown} of each candidate with intervals, the target ({check.wanted}) shaded. Squares: green"
            " meets all targets, orange misses one, grey is open."
        )
        answer = next((cell.at[knob] for cell in self.study.cells if cell.name == self.answer), None)
        band = (check.low, check.high)
        table = pl.DataFrame(rows)
        return drawings.tuning(table, knob, title, note, band, answer, rate=check.worst.estimate.rate)
