"""Which strategy beats which, how strong is each, and which mix would last?"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from reports import figures, words
from reports.experiments import equilibrium, sequential
from reports.experiments.result import Lines, Result, sentence
from reports.figures import Drawing
from reports.findings import Findings
from reports.stats.blocks import COLUMNS, estimates
from reports.stats.intervals import CONFIDENCE, rate_interval, simultaneous
from reports.tables import Tables

if TYPE_CHECKING:
    from simcore.experiments.study import Cell, Study
    from simcore.store import Run

VIABLE = 0.01  # share of the equilibrium from which a strategy counts as viable
_DRAWS = 200


def widest(study: "Study") -> float:
    """Half of the widest anytime-valid interval of a match-up."""
    rows = [_win_rate(study.runs[cell.name], cell) for cell in study.cells]
    return max(anytime_half(row["se"], row["blocks"], len(rows)) for row in rows)


def anytime_half(se: float, blocks: int, together: int) -> float:
    """Half width of a rate's anytime-valid interval when several are read together."""
    sd = sequential.cautious_sd(se * blocks**0.5, blocks, 1.0)
    return float(sequential.half_width(sd, blocks, (1 - CONFIDENCE) / together))


def _win_rate(run: "Run", cell: "Cell") -> dict[str, Any]:
    table = estimates(Tables(run).seats, "win", ["strategy"])
    return table.filter(pl.col("strategy").cast(pl.String) == cell.at["row"]).row(0, named=True)


class Metagame(Result):
    """The round robin of all strategies."""

    def __init__(self, study: "Study", ending: str, names: list[str], anytime: bool = False):
        super().__init__(study, ending)
        self.names = names
        self.anytime = anytime
        self.players = study.cells[0].plan.players
        self.fair = 1 / self.players

    @property
    def title(self) -> str:
        return f"{self.study.cells[0].plan.scenario.name}: round robin of {words.counted(len(self.names), 'strategy')}"

    @property
    def head(self) -> str:
        games = sum(run.manifest["games"] for run in self.study.runs.values())
        plan = self.study.cells[0].plan
        return f"{self.title} · {words.counted(plan.players, 'player')} · {games:,} games · seed {plan.seed}"

    @cached_property
    def table(self) -> pl.DataFrame:
        """Win rate of `row` against `column`, or of one `row` among `column`s; the intervals hold together."""
        pairs = [cell for cell in self.study.cells if cell.at]
        rows = []
        for cell in pairs:
            found = _win_rate(self.study.runs[cell.name], cell)
            low, high = self._interval(found, len(pairs))
            line = {**cell.at, **{key: found[key] for key in COLUMNS}, "low": low, "high": high}
            rows.append(line)
            if self.players == 2:
                mirrored = {"mean": 1 - line["mean"], "low": 1 - line["high"], "high": 1 - line["low"]}
                rows.append({**line, "row": line["column"], "column": line["row"], **mirrored})
        return pl.DataFrame(rows).sort("row", "column")

    def _interval(self, found: dict[str, Any], together: int) -> tuple[float, float]:
        if self.anytime:
            half = anytime_half(found["se"], found["blocks"], together)
            return max(found["mean"] - half, 0.0), min(found["mean"] + half, 1.0)
        low, high = rate_interval(found["mean"], found["se"], found["blocks"], simultaneous(together))
        return float(low), float(high)

    @cached_property
    def _square(self) -> dict[str, np.ndarray]:
        """mean, low, high and se as matrices in the order of the names."""
        size = len(self.names)
        found = {key: np.full((size, size), self.fair) for key in ("mean", "low", "high")} | {
            "se": np.zeros((size, size))
        }
        for row in self.table.iter_rows(named=True):
            at = self.names.index(row["row"]), self.names.index(row["column"])
            for key, values in found.items():
                values[at] = row[key]
        return found

    @cached_property
    def ratings(self) -> pl.DataFrame | None:
        """Ratings in the field, the strongest first; None without the package choix."""
        return Findings(self.study.runs["field"]).ratings

    @cached_property
    def equilibrium(self) -> pl.DataFrame:
        """The lasting mix with the range that the errors of the win rates leave open."""
        mean, se = self._square["mean"], self._square["se"]
        random = np.random.default_rng(0)
        drawn = []
        for _ in range(_DRAWS):
            noise = random.normal(0, 1, mean.shape) * se
            if self.players == 2:
                noise = np.triu(noise) - np.triu(noise).T
            drawn.append(equilibrium.equilibrium(np.clip(mean + noise, 0, 1), self.players))
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        share = equilibrium.equilibrium(mean, self.players)
        table = pl.DataFrame({"strategy": self.names, "share": share, "low": low, "high": high})
        return table.sort("share", descending=True)

    @property
    def viable(self) -> list[str]:
        return self.equilibrium.filter(pl.col("share") >= VIABLE)["strategy"].to_list()

    @cached_property
    def cycles(self) -> list[tuple[str, ...]]:
        beats = self._square["low"] > self.fair
        return [tuple(self.names[i] for i in cycle) for cycle in equilibrium.cycles(beats)]

    @cached_property
    def dominated(self) -> dict[str, str]:
        found = equilibrium.dominated(*(self._square[key] for key in ("mean", "low", "high")))
        return {self.names[worse]: self.names[better] for worse, better in found.items()}

    # --- in words ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[str]:
        return [self._viable_text(), self._dominance_text(), self._cycle_text(), *self._rating_text()]

    def _viable_text(self) -> str:
        rows = self.equilibrium.filter(pl.col("share") >= VIABLE).iter_rows(named=True)
        shares = [f"{row['strategy']} {row['share']:.0%}" for row in rows]
        open_ = self.equilibrium.filter((pl.col("share") < VIABLE) & (pl.col("high") >= VIABLE))["strategy"].to_list()
        maybe = f"; within the error also {words.listed(open_)}" if open_ else ""
        mix = "equilibrium" if self.players == 2 else "evolving population (alpha-rank)"
        count = f"{len(self.viable)} of {words.counted(len(self.names), 'strategy')} {'is' if len(self.viable) == 1 else 'are'} viable"
        return f"{count}: the {mix} plays {words.listed(shares)}{maybe}."

    def _dominance_text(self) -> str:
        if not self.dominated:
            return (
                "no strategy is dominated: each has an opponent against which it is the better choice, as far as shown."
            )
        return f"dominated: {words.listed([f'{worse} (by {better})' for worse, better in self.dominated.items()])}."

    def _cycle_text(self) -> str:
        if not self.cycles:
            return "no cycle is shown: strength orders the strategies."
        shown = [" beats ".join([*cycle, cycle[0]]) for cycle in self.cycles]
        return f"{words.counted(len(self.cycles), 'cycle')}: {words.listed(shown, 3)}."

    def _rating_text(self) -> list[str]:
        if self.ratings is None:
            return ["ratings need the extra: pip install 'simcore[meta]'."]
        first = self.ratings.row(0, named=True)
        last = self.ratings.row(-1, named=True)
        return [
            f"ratings in the field (400 points are odds of ten to one): {first['strategy']} {words.signed(first['rating'], 0)}"
            f" ({words.signed(first['low'], 0)} to {words.signed(first['high'], 0)})"
            f" down to {last['strategy']} {words.signed(last['rating'], 0)}."
        ]

    # --- tables and figures --------------------------------------------------------------------------

    @property
    def order(self) -> list[str]:
        """The strongest first."""
        means = {name: float(self._square["mean"][i].mean()) for i, name in enumerate(self.names)}
        return sorted(self.names, key=lambda name: -means[name])

    @property
    def lines(self) -> list[Lines]:
        found = {(row["row"], row["column"]): row for row in self.table.iter_rows(named=True)}
        among = "against" if self.players == 2 else "one among"
        rows = []
        for name in self.order:
            cells = [found.get((name, column)) for column in self.order]
            rows.append(
                (
                    name,
                    *(
                        "·" if each is None else f"{100 * each['mean']:.1f} ± {50 * (each['high'] - each['low']):.1f}"
                        for each in cells
                    ),
                )
            )
        note = f"win rate in percent of the row {among} the column, ties shared; fair is {self.fair:.1%}; 95 % for all match-ups together"
        return [Lines("match-ups", (f"{among} ...", *self.order), rows, note), self._mix_lines()]

    def _mix_lines(self) -> Lines:
        rated = {row["strategy"]: row for row in self.ratings.iter_rows(named=True)} if self.ratings is not None else {}
        rows = []
        for row in self.equilibrium.iter_rows(named=True):
            rating = rated.get(row["strategy"])
            shown = (
                f"{words.signed(rating['rating'], 0)} ({words.signed(rating['low'], 0)} to {words.signed(rating['high'], 0)})"
                if rating
                else "–"
            )
            rows.append((row["strategy"], f"{row['share']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}", shown))
        return Lines("lasting mix and ratings", ("strategy", "share", "range", "rating in the field"), rows)

    def drawings(self) -> dict[str, Drawing]:
        among = "against" if self.players == 2 else "one row strategy at a table of"
        note = f"Win rate in percent of the row {among} the column; fair is {self.fair:.1%}. Half widths hold for all match-ups together."
        matrix = figures.matrix(
            self.table, self.order, self.order, sentence(self._viable_text()), note, middle=self.fair
        )
        mix = figures.estimates(
            self.equilibrium.rename({"share": "mean"}),
            self.equilibrium["strategy"].to_list(),
            f"{words.counted(len(self.viable), 'strategy')} would last",
            "Share in the lasting mix; bars show what the errors of the win rates leave open.",
            axis="share",
        )
        return {"matrix": matrix, "mix": mix}
