"""What can differ between two cells of a study: measures of a run, summed per seed block.

Names of measures: seat_K_win_rate, strategy_NAME_win_rate, rounds, turns, decisions, end_REASON, COUNTER_CARD (share
of seats that have at least one), and every numeric column of the game. Groups: seats, strategies, length, ends, cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from reports import words
from reports.tables import LENGTHS, Tables

if TYPE_CHECKING:
    from simcore.store import Run

CORE = ("seats", "strategies", "length", "ends")  # what every comparison is about
SCREENED = ("course", "cards")  # many measures at a glance: leads, the game's own columns, use of cards
GROUPS = (*CORE, *SCREENED)
_SLICE = 20_000  # blocks that are held in memory at once
_COURSE = ("lead_changes", "comeback")


@dataclass(frozen=True, eq=False)
class Measure:
    """A mean or rate over the rows of `games` or `seats` for which `where` holds."""

    name: str
    title: str
    group: str
    table: str
    value: pl.Expr
    where: pl.Expr | None = None
    rate: bool = True

    def sums(self) -> list[pl.Expr]:
        """Sum of the value, and number of rows."""
        value = self.value.cast(pl.Float64)
        if self.where is None:
            return [value.sum().alias(f"y {self.name}"), pl.len().cast(pl.Float64).alias(f"n {self.name}")]
        return [
            value.filter(self.where).sum().alias(f"y {self.name}"),
            self.where.sum().cast(pl.Float64).alias(f"n {self.name}"),
        ]


def measures_of(runs: Sequence["Run"]) -> list[Measure]:
    """Everything that the cells have in common."""
    tables = Tables(runs[0])
    found = [
        Measure(
            f"seat_{seat}_win_rate", f"win rate of seat {seat}", "seats", "seats", pl.col("win"), pl.col("seat") == seat
        )
        for seat in range(tables.players)
    ]
    strategies = _strategies(runs)
    if len(strategies) > 1:
        found += [
            Measure(
                f"strategy_{name}_win_rate", f"win rate of {name}", "strategies", "seats", pl.col("win"),
                pl.col("strategy").cast(pl.String) == name,
            )
            for name in strategies
        ]  # fmt: skip
    found += [Measure(name, name, "length", "games", pl.col(name), rate=False) for name in LENGTHS]
    found += [
        Measure(
            f"end_{reason}", f"games ended by {words.plain(reason)}", "ends", "games",
            pl.col("end_reason").cast(pl.String) == reason,
        )
        for reason in _reasons(runs)
    ]  # fmt: skip
    found += [
        Measure(name, words.plain(name), "course", "games", pl.col(name), rate=False)
        for name in (*_COURSE, *tables.own_columns["games"])
    ]
    taken = {measure.name for measure in found}
    found += [
        Measure(name, words.plain(name), "course", "seats", pl.col(name), rate=False)
        for name in ("score", *tables.own_columns["seats"])
        if name not in taken
    ]
    for group in tables.cards:
        for key, name in zip(group.keys, group.names, strict=True):
            column = group.column(group.main, key)
            found.append(Measure(column, f"{name} {words.plain(group.main)}", "cards", "seats", pl.col(column) > 0))
    return found


def _strategies(runs: Sequence["Run"]) -> list[str]:
    common = [Tables(run).strategies for run in runs]
    return [name for name in common[0] if all(name in names for names in common)]


def _reasons(runs: Sequence["Run"]) -> list[str]:
    """End reasons that occur in any cell."""
    seen = {
        reason
        for run in runs
        for reason in run.games.select(pl.col("end_reason").cast(pl.String).unique())
        .collect(engine="streaming")["end_reason"]
        .to_list()
    }
    known = ["decision_cap", *runs[0].manifest["end_reasons"]]
    return [name for name in known if name in seen]


def chosen(metric: str, measures: Sequence[Measure]) -> list[Measure]:
    """The measures that a --metric option means: a group, or one or several names."""
    from simcore.errors import UserError, did_you_mean

    names = [measure.name for measure in measures]
    found: list[Measure] = []
    for word in (part.strip() for part in metric.split(",")):
        name = "seat_0_win_rate" if word == "first_seat_win_rate" else word
        matching = [each for each in measures if name in (each.group, each.name)]
        if not matching:
            known = [*GROUPS, *names]
            raise UserError(
                f'--metric {metric}: unknown measure "{word}"{did_you_mean(name, known)}'
                f" (groups: {', '.join(GROUPS)}; measures: {', '.join(names[:12])}, ...)"
            )
        found += [each for each in matching if each not in found]
    return found


def block_sums(run: "Run", measures: Sequence[Measure], first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
    """Sums of values and numbers of rows of the blocks first..last-1: two arrays, measures by blocks."""
    rotations = run.manifest["rotations"]
    inside = pl.col("game").is_between(first * rotations, last * rotations - 1)
    parts = []
    for table, frame in (("games", run.games), ("seats", run.seats)):
        expressions = [each for measure in measures if measure.table == table for each in measure.sums()]
        if expressions:
            grouped = frame.filter(inside).group_by(_block=pl.col("game") // rotations).agg(expressions)
            parts.append(grouped.sort("_block").collect(engine="streaming"))
    columns = {name: part[name].to_numpy() for part in parts for name in part.columns}
    sums = np.array([columns[f"y {measure.name}"] for measure in measures])
    return sums, np.array([columns[f"n {measure.name}"] for measure in measures])


def slices(blocks: int) -> list[tuple[int, int]]:
    return [(first, min(first + _SLICE, blocks)) for first in range(0, blocks, _SLICE)]
