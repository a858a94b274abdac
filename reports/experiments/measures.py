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
from reports.tables import LENGTHS, Cards, Tables

if TYPE_CHECKING:
    from simcore.plan import Plan
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


@dataclass(frozen=True)
class Content:
    """What the results of a run are about."""

    players: int
    strategies: Sequence[str]
    reasons: Sequence[str]
    game_columns: Sequence[str]
    seat_columns: Sequence[str]
    cards: Sequence[Cards]

    def measures(self) -> list[Measure]:
        found = [*self._seats(), *self._strategies()]
        found += [Measure(name, name, "length", "games", pl.col(name), rate=False) for name in LENGTHS]
        found += [
            Measure(
                f"end_{reason}", f"games ended by {words.plain(reason)}", "ends", "games",
                pl.col("end_reason").cast(pl.String) == reason,
            )
            for reason in self.reasons
        ]  # fmt: skip
        return found + self._course({measure.name for measure in found}) + self._cards()

    def _seats(self) -> list[Measure]:
        return [
            Measure(
                f"seat_{seat}_win_rate", f"win rate of seat {seat}", "seats", "seats", pl.col("win"),
                pl.col("turn_position") == seat,
            )
            for seat in range(self.players)
        ]  # fmt: skip

    def _strategies(self) -> list[Measure]:
        if len(self.strategies) < 2:
            return []
        return [
            Measure(
                f"strategy_{name}_win_rate", f"win rate of {name}", "strategies", "seats", pl.col("win"),
                pl.col("strategy").cast(pl.String) == name,
            )
            for name in self.strategies
        ]  # fmt: skip

    def _course(self, taken: set[str]) -> list[Measure]:
        of_games = [*_COURSE, *self.game_columns]
        of_seats = [name for name in ("score", *self.seat_columns) if name not in taken and name not in of_games]
        return [
            Measure(name, words.plain(name), "course", table, pl.col(name), rate=False)
            for table, names in (("games", of_games), ("seats", of_seats))
            for name in names
        ]

    def _cards(self) -> list[Measure]:
        return [
            Measure(f"{group.main}_{key}", f"{name} {words.plain(group.main)}", "cards", "seats",
                    pl.col(group.column(group.main, key)) > 0)
            for group in self.cards
            for key, name in zip(group.keys, group.names, strict=True)
        ]  # fmt: skip


def measures_of(runs: Sequence["Run"], asked: str = "") -> list[Measure]:
    """Everything that the cells have in common. What was asked for is there even when it never happened."""
    tables = Tables(runs[0])
    own = tables.own_columns
    common, wanted = _common(runs), asked.split(",")
    seen = {reason for run in runs for reason in _seen_reasons(run)}
    reasons = [name for name in _reasons(runs[0].manifest["end_reasons"]) if name in seen or f"end_{name}" in wanted]
    strategies = [name for name in _pool(runs[0]) if name in common or f"strategy_{name}_win_rate" in wanted]
    return Content(tables.players, strategies, reasons, own["games"], own["seats"], tables.cards).measures()


def possible(plan: "Plan") -> list[Measure]:
    """Everything that the games of a plan may be measured by, before any is played."""
    from simcore import catalogue

    game = catalogue.game(plan.scenario.game)
    strategies = list(dict.fromkeys(str(player) for player in plan.pool))
    of_games, of_seats = (
        [column.name for column in table if not column.roles] for table in (game.game_columns, game.seat_columns)
    )
    cards = [Cards(each.noun, each.keys, each.names, dict(each.counters), each.randomised) for each in game.cards]
    return Content(plan.players, strategies, _reasons(game.end_reasons), of_games, of_seats, cards).measures()


def check(metric: str, plan: "Plan", points: bool | None) -> list[Measure]:
    """What a --metric option means. Refuses unknown measures, and means where points are given or the other way."""
    from simcore.errors import UserError

    found = chosen(metric, possible(plan))
    if points is not None and {measure.rate for measure in found} != {points}:
        wanted = "means: write a size such as 0.2" if points else "rates: write a size such as 0.5pp"
        raise UserError(f"--metric {metric}: its measures are {wanted}")
    return found


def _pool(run: "Run") -> list[str]:
    """The strategies of the line-up, whether they had a game yet or not."""
    pool = run.manifest["lineup"]["pool"]
    return list(dict.fromkeys(words.player(each["strategy"], each["settings"]) for each in pool))


def _common(runs: Sequence["Run"]) -> set[str]:
    """Strategies that played in every cell."""
    return set.intersection(*(set(Tables(run).strategies) for run in runs))


def _reasons(declared: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(["decision_cap", *declared]))


def _seen_reasons(run: "Run") -> list[str]:
    reasons = run.games.select(pl.col("end_reason").cast(pl.String).unique())
    return reasons.collect(engine="streaming")["end_reason"].to_list()


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
