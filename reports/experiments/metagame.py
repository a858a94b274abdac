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
_EVEN = 0.5  # of the wins between two strategies
_DRAWS = 200
_CROWDS_SHOWN = 12


def widest(study: "Study") -> float:
    """Half of the widest anytime-valid interval of a table."""
    rows = [row for cell in study.cells for row in _win_rates(study.runs[cell.name], cell)]
    alpha = (1 - CONFIDENCE) / len(study.cells)
    return max(float(sequential.known_to(row["se"], row["blocks"], alpha, True)) for row in rows)


def _win_rates(run: "Run", cell: "Cell") -> list[dict[str, Any]]:
    """The win rate per seat of both strategies of a table."""
    table = estimates(Tables(run).seats, "win", ["strategy"])
    found = {str(row["strategy"]): row for row in table.iter_rows(named=True)}
    row, column, seats = (cell.at[key] for key in ("row", "column", "seats"))
    return [
        {"row": a, "column": b, "seats": own, **{key: found[a][key] for key in COLUMNS}}
        for a, b, own in ((row, column, seats), (column, row, cell.plan.players - seats))
    ]


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
        """Win rate per seat of `row` with so many `seats` at a table shared with `column`; the intervals hold together."""
        cells = [cell for cell in self.study.cells if cell.at]
        found = pl.DataFrame(row for cell in cells for row in _win_rates(self.study.runs[cell.name], cell))
        return self._with_intervals(found.sort("row", "column", "seats"))

    def _with_intervals(self, rates: pl.DataFrame) -> pl.DataFrame:
        """For all tables together: two lines of a table tell the same."""
        together = len(rates) // 2
        mean, se, blocks = (rates[name].to_numpy() for name in ("mean", "se", "blocks"))
        if self.anytime:
            half = sequential.known_to(se, blocks, (1 - CONFIDENCE) / together, True)
            low, high = np.clip(mean - half, 0, 1), np.clip(mean + half, 0, 1)
        else:
            low, high = rate_interval(mean, se, blocks, simultaneous(together))
        return rates.with_columns(low=pl.Series(low), high=pl.Series(high))

    @cached_property
    def matchups(self) -> pl.DataFrame:
        """The share of the wins that `row` takes at tables shared with `column`, the mean over all kinds of tables.

        Over all of them both have equally many seats, so that fair is one half whatever the number of players. The
        tables share their seed blocks, so their errors need not cancel: the mean of the ends holds in any case.
        """
        shares = self._with_intervals(self.table.with_columns(pl.col("mean", "se") * pl.col("seats")))
        return shares.group_by("row", "column", maintain_order=True).agg(pl.col("mean", "low", "high").mean())

    @cached_property
    def _square(self) -> dict[str, np.ndarray]:
        """mean, low and high of the match-ups as matrices in the order of the names."""
        size = len(self.names)
        found = {key: np.full((size, size), _EVEN) for key in ("mean", "low", "high")}
        for row in self.matchups.iter_rows(named=True):
            for key, values in found.items():
                values[self.names.index(row["row"]), self.names.index(row["column"])] = row[key]
        return found

    def _tables(self, random: np.random.Generator | None = None) -> np.ndarray:
        """Win rates as `equilibrium` takes them; with random errors of their size when a generator is given."""
        size = len(self.names)
        found = np.full((size, size, self.players), self.fair)
        for line in self.table.iter_rows(named=True):
            row, column, own = self.names.index(line["row"]), self.names.index(line["column"]), line["seats"]
            error = random.normal(0, line["se"]) if random is not None and row < column else 0.0
            found[row, column, own - 1] += line["mean"] - self.fair + error
            found[column, row, self.players - own - 1] -= error * own / (self.players - own)  # wins sum to one
        return np.clip(found, 0, 1)

    @cached_property
    def ratings(self) -> pl.DataFrame | None:
        """Ratings in the field, the strongest first; None without the package choix."""
        return Findings(self.study.runs["field"]).ratings

    @cached_property
    def equilibrium(self) -> pl.DataFrame:
        """The lasting mix with the range that the errors of the win rates leave open."""
        random = np.random.default_rng(0)
        drawn = [equilibrium.equilibrium(self._tables(random)) for _ in range(_DRAWS)]
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        share = equilibrium.equilibrium(self._tables())
        table = pl.DataFrame({"strategy": self.names, "share": share, "low": low, "high": high})
        return table.sort("share", "high", descending=True, maintain_order=True)

    @property
    def viable(self) -> list[str]:
        return self.equilibrium.filter(pl.col("share") >= VIABLE)["strategy"].to_list()

    @cached_property
    def cycles(self) -> list[tuple[str, ...]]:
        beats = self._square["low"] > _EVEN
        return [tuple(self.names[i] for i in cycle) for cycle in equilibrium.cycles(beats)]

    @cached_property
    def dominated(self) -> dict[str, str]:
        found = equilibrium.dominated(*(self._square[key] for key in ("mean", "low", "high")))
        return {self.names[worse]: self.names[better] for worse, better in found.items()}

    @cached_property
    def crowds(self) -> pl.DataFrame:
        """Match-ups in which a strategy is shown to be stronger, or weaker, the more seats play it: alone and crowd.

        Strength is measured per seat by the odds of wins against a seat of the other strategy: seats of the same
        strategy also take wins from each other, and that alone is no effect of the crowd.
        """
        if self.players == 2:
            return pl.DataFrame()
        own = pl.col("seats")
        odds = {
            f"odds_{end}": pl.col(end) * (self.players - own) / (1 - own * pl.col(end)).clip(1e-9)
            for end in ("mean", "low", "high")
        }
        lines = self.table.with_columns(**odds)
        alone, crowd = (lines.filter(own == seats) for seats in (1, self.players - 1))
        both = alone.join(crowd, on=["row", "column"], suffix="_crowd", maintain_order="left")
        shown = (pl.col("odds_low") > pl.col("odds_high_crowd")) | (pl.col("odds_high") < pl.col("odds_low_crowd"))
        change = (pl.col("odds_mean_crowd").clip(1e-9) / pl.col("odds_mean").clip(1e-9)).log().abs()
        return both.filter(shown).sort(change, descending=True, maintain_order=True)

    # --- in words ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[str]:
        found = [self._viable_text(), self._dominance_text(), self._cycle_text(), *self._rating_text()]
        return [*found, self._crowd_text()] if self.players > 2 else found

    def _viable_text(self) -> str:
        rows = self.equilibrium.filter(pl.col("share") >= VIABLE).iter_rows(named=True)
        shares = [f"{row['strategy']} {words.percent(row['share'], 0)}" for row in rows]
        open_ = self.equilibrium.filter((pl.col("share") < VIABLE) & (pl.col("high") >= VIABLE))["strategy"].to_list()
        maybe = f"; within the error also {words.listed(open_)}" if open_ else ""
        mix = "equilibrium" if self.players == 2 else "evolving population (alpha-rank)"
        verb = "is" if self._lasting == "1" else "are"
        count = f"{self._lasting} of {words.counted(len(self.names), 'strategy')} {verb} viable"
        return f"{count}: the {mix} plays {words.listed(shares)}{maybe}."

    @property
    def _lasting(self) -> str:
        """How many strategies are viable, as far as the errors of the win rates tell: 2, or 1 to 3."""
        least, most = (int((self.equilibrium[end] >= VIABLE).sum()) for end in ("low", "high"))
        least, most = max(min(least, len(self.viable)), 1), max(most, len(self.viable))
        return str(least) if least == most else f"{least} to {most}"

    def _dominance_text(self) -> str:
        if not self.dominated:
            return "no strategy is shown to be dominated."
        return f"dominated: {words.listed([f'{worse} (by {better})' for worse, better in self.dominated.items()])}."

    def _cycle_text(self) -> str:
        if not self.cycles:
            return "no cycle is shown."
        shown = [" beats ".join([*cycle, cycle[0]]) for cycle in self.cycles]
        return f"{words.counted(len(self.cycles), 'cycle')}: {words.listed(shown, 3)}."

    def _crowd_text(self) -> str:
        if self.crowds.is_empty():
            return "no strategy is shown to be stronger or weaker in a crowd of its own kind."
        row = self.crowds.row(0, named=True)
        rates = [words.percent(row[name]) for name in ("mean", "mean_crowd")]
        better = "weaker" if row["odds_mean_crowd"] < row["odds_mean"] else "stronger"
        return (
            f"in {len(self.crowds)} of {words.counted(len(self.matchups), 'match-up')} strength depends on the crowd: {row['row']}"
            f" gets {better} against {row['column']} the more seats play it ({rates[0]} per seat alone, {rates[1]} with"
            f" {self.players - 1} of {self.players} seats)."
        )

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
        found = [self._matchup_lines(), self._mix_lines()]
        return [*found, self._crowd_lines()] if self.players > 2 and len(self.crowds) else found

    @property
    def _reading(self) -> str:
        """How the numbers of a match-up are to be read."""
        if self.players == 2:
            return "win rate in percent of the row against the column"
        splits = words.listed([f"{own}:{self.players - own}" for own in range(1, self.players)])
        return f"share of the wins in percent that the row takes from the column at tables of {splits} seats"

    def _matchup_lines(self) -> Lines:
        found = {(row["row"], row["column"]): row for row in self.matchups.iter_rows(named=True)}
        rows = [(name, *(_matchup_text(found.get((name, column))) for column in self.order)) for name in self.order]
        note = f"{self._reading}, ties shared; fair is 50 %; intervals 95 % for all tables together"
        return Lines("match-ups", ("against ...", *self.order), rows, note)

    def _crowd_lines(self) -> Lines:
        rows = []
        for each in self.crowds.head(_CROWDS_SHOWN).iter_rows(named=True):
            here = self.table.filter((pl.col("row") == each["row"]) & (pl.col("column") == each["column"]))
            rates = [words.rate(*here.select("mean", "low", "high").row(i)) for i in range(len(here))]
            rows.append((f"{each['row']} among {each['column']}", *rates))
        seats = (words.counted(own, "seat") for own in range(1, self.players))
        note = (
            "win rate per seat, by the seats that play the first strategy; listed when its odds against a seat of the"
            " other are shown to change, beyond what seats of the same strategy take from each other"
        )
        return Lines("alone and in a crowd", ("match-up", *seats), rows, note)

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
            rows.append(
                (
                    row["strategy"],
                    words.percent(row["share"]),
                    f"{100 * row['low']:.1f} to {words.percent(row['high'])}",
                    shown,
                )
            )
        return Lines("lasting mix and ratings", ("strategy", "share", "range", "rating in the field"), rows)

    def drawings(self) -> dict[str, Drawing]:
        note = f"{sentence(self._reading)}; fair is 50 %. Half widths hold for all tables together."
        matrix = figures.matrix(
            self.matchups, self.order, self.order, sentence(self._viable_text()), note, middle=_EVEN
        )
        mix = figures.estimates(
            self.equilibrium.rename({"share": "mean"}),
            self.equilibrium["strategy"].to_list(),
            f"{self._lasting} of {words.counted(len(self.names), 'strategy')} would last",
            "Share in the lasting mix; bars show what the errors of the win rates leave open.",
            axis="share",
        )
        return {"matrix": matrix, "mix": mix}


def _matchup_text(row: dict[str, Any] | None) -> str:
    return "·" if row is None else f"{100 * row['mean']:.1f} ± {50 * (row['high'] - row['low']):.1f}"
