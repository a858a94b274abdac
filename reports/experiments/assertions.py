"""Do scenarios keep the targets that they set themselves?"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import figures, words
from reports.experiments.result import Lines, Result, sentence
from reports.experiments.sequential import known_to
from reports.figures import Drawing
from reports.findings import Findings
from reports.stats.intervals import CONFIDENCE
from reports.stats.verdicts import FAIL, NOT_ENOUGH, PASS, STATUSES, Check, Verdict, judge
from reports.targets import checks
from reports.terminal import verdict_text

if TYPE_CHECKING:
    from simcore.experiments.study import Study
    from simcore.store import Run

HOLDS, FAILS, UNKNOWN = 0, 1, 3  # exit codes; 2 is for mistakes in the command


def _own(run: "Run") -> list[Check]:
    return [check for check in checks(Findings(run)) if not check.assumed]


def widest(study: "Study", points: bool) -> float:
    """Half of the widest anytime-valid interval under a target: of rates, or of means."""
    found = [each for run in study.runs.values() for check in _own(run) for each in check.measured]
    chosen = [each.estimate for each in found if (each.estimate.rate and each.shown is None) == points]
    alpha = (1 - CONFIDENCE) / max(len(chosen), 1)
    return max((float(known_to(each.se, each.blocks, alpha, points)) for each in chosen), default=0.0)


class Assertions(Result):
    """A verdict on every target of every scenario."""

    @property
    def title(self) -> str:
        return f"targets of {words.listed([cell.name for cell in self.study.cells], 4)}"

    @cached_property
    def verdicts(self) -> dict[str, list[Verdict]]:
        return {cell.name: judge(_own(self.study.runs[cell.name])) for cell in self.study.cells}

    @cached_property
    def table(self) -> pl.DataFrame:
        rows = []
        for name, found in self.verdicts.items():
            for each in found:
                low, high = each.check.interval()
                worst = each.check.worst
                row: dict[str, Any] = {
                    "scenario": name,
                    "target": each.check.name,
                    "title": each.check.title,
                    "status": each.status,
                }
                row |= {"who": worst.label, "value": worst.number, "low": low, "high": high}
                rows.append(
                    {**row, "wanted": each.check.wanted, "n": worst.estimate.n, "blocks": worst.estimate.blocks}
                )
        return pl.DataFrame(rows)

    @property
    def exit_code(self) -> int:
        """0: all hold. 1: one fails. 3: not enough games to know."""
        statuses = set(self.table["status"])
        return FAILS if FAIL in statuses else HOLDS if statuses == {PASS} else UNKNOWN

    @property
    def findings(self) -> list[str]:
        count = {status: int((self.table["status"] == status).sum()) for status in STATUSES}
        answer = {
            HOLDS: "all targets hold",
            FAILS: f"{words.counted(count[FAIL], 'target')} {'fails' if count[FAIL] == 1 else 'fail'}",
            UNKNOWN: "not known: more games are needed, or the truth lies at the border of a target",
        }[self.exit_code]
        return [f"{answer} ({', '.join(f'{number} {status}' for status, number in count.items() if number)})."]

    @property
    def lines(self) -> list[Lines]:
        rows = [(name, each.status, verdict_text(each)) for name, found in self.verdicts.items() for each in found]
        note = (
            f"{PASS} and {FAIL} are shown at 5 % for all targets of a scenario together (Holm); {NOT_ENOUGH}: play more"
        )
        return [Lines("", ("scenario", "verdict", "target"), rows, note, texts=("verdict", "target"))]

    def drawings(self) -> dict[str, Drawing]:
        rates = self.table.filter(pl.col("wanted").str.contains("%")).rename({"value": "mean"})
        other = self.table.filter(~pl.col("wanted").str.contains("%")).rename({"value": "mean"})
        bounds = {(name, each.check.title): each.check.bounds() for name, own in self.verdicts.items() for each in own}
        found = {}
        for key, table in (("rates", rates), ("means", other)):
            if len(table):
                alone = len(self.study.cells) == 1
                names = [
                    words.plain(row["target"]) if alone else f"{row['scenario']}: {words.plain(row['target'])}"
                    for row in table.iter_rows(named=True)
                ]
                wanted = dict.fromkeys(f"{row['title']} {row['wanted']}" for row in table.iter_rows(named=True))
                note = f"Shaded: what is wanted ({words.listed(list(wanted), 3)}). Bars: 95 % intervals."
                bands = [bounds[row["scenario"], row["title"]] for row in table.iter_rows(named=True)]
                title = sentence(self.findings[0])
                found[key] = figures.estimates(table, names, title, note, bands=bands, rate=key == "rates")
        return found
