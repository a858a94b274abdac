"""Everything that a report says about one run, as numbers.

Each figure is computed when it is first asked for, so the terminal summary pays only for what it prints. The words
are elsewhere: `sections` for the page, `terminal` for the command line.
"""

import math
import shlex
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from reports import words
from reports.stats import blocks, cards, ratings, verdicts
from reports.stats.blocks import estimate, estimates, several
from reports.stats.intervals import Estimate
from reports.stats.seats import equal_seats
from reports.tables import LENGTHS, Cards, Tables, quantiles

if TYPE_CHECKING:
    from simcore.game import Game
    from simcore.store import Run

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
REGRESSED = 40_000_000  # counters that the card regressions of a group may read into memory
BASELINE = "uniform"  # the strategy that every other one should beat
FEW_CHOICES = 0.2  # below this share of decisions with more than one option there is an alert
SMALL_RUN = 100  # blocks below which intervals are rough
_COUNTERS_SHOWN = 4


@dataclass(frozen=True)
class Alert:
    title: str
    text: str
    command: str = ""


@dataclass(frozen=True)
class Example:
    """A game worth reading."""

    why: str
    number: int
    detail: str


@dataclass(frozen=True)
class CardFindings:
    """The figures of one group of cards: a long table, one line per counter and card."""

    group: Cards
    table: pl.DataFrame
    adjusted_rows: int
    for_game: frozenset[str] = frozenset()  # randomised counters that concern all seats of a game alike

    def of(self, counter: str) -> pl.DataFrame:
        return self.table.filter(pl.col("counter") == counter)

    @cached_property
    def shown(self) -> list[str]:
        """The counters that fit into one figure or line: the main one and the first that tell of other seats."""
        found: dict[tuple[int, ...], str] = {}
        for counter in (self.group.main, *self.group.counters):
            found.setdefault(tuple(self.of(counter)["n"]), counter)
        return list(found.values())[:_COUNTERS_SHOWN]

    @cached_property
    def keys(self) -> list[str]:
        """The cards in these games: those of which some counter saw something."""
        seen = self.table.group_by("key", maintain_order=True).agg(pl.col("n").sum()).filter(pl.col("n") > 0)
        return seen["key"].to_list() or list(self.group.keys)

    @property
    def absent(self) -> list[str]:
        """The names of the others."""
        return [name for key, name in zip(self.group.keys, self.group.names, strict=True) if key not in self.keys]

    @cached_property
    def main(self) -> pl.DataFrame:
        """The main counter of the cards in these games, the best first."""
        rows = self.of(self.group.main).filter(pl.col("key").is_in(self.keys))
        return rows.sort("adjusted", descending=True, nulls_last=True)


@dataclass(frozen=True)
class RoleFindings:
    """How the roles of one column (factions, communes) fare."""

    column: str
    table: pl.DataFrame  # win rate per role, and the difference that it makes among the same strategies and seats
    by_strategy: pl.DataFrame
    matchups: pl.DataFrame


class Findings:
    """One run, measured."""

    def __init__(self, run: "Run"):
        self.run = run
        self.tables = Tables(run)
        self.manifest: dict[str, Any] = run.manifest
        self.scenario: dict[str, Any] = run.manifest["scenario"]
        self.players = self.tables.players
        self.fair = 1 / self.players
        self.games = self.tables.size
        self.blocks = self.tables.blocks

    @property
    def folder(self) -> str:
        return shlex.quote(str(self.run.path))

    @property
    def command(self) -> str:
        """The line that plays the same games again."""
        m = self.manifest
        if m["command"]:
            return m["command"]
        line = ["simcore", "run", self.scenario["name"], "--games", str(m["games"]), "--seed", str(m["seed"])]
        return shlex.join([*line, "--players", str(self.players), "--lineup", m["lineup"]["given"]])

    @cached_property
    def game(self) -> "Game | None":
        """The game's own descriptions, when it is installed here."""
        from simcore import catalogue
        from simcore.errors import UserError

        try:
            return catalogue.game(self.scenario["game"])
        except UserError:
            return None

    # --- seats -----------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> pl.DataFrame:
        """Win rate per seat; the intervals hold for all seats together."""
        return estimates(self.tables.seats, "win", ["seat"], together=True)

    @cached_property
    def seats_by_strategy(self) -> pl.DataFrame:
        table = estimates(self.tables.seats, "win", ["strategy", "seat"], together=True)
        return table.with_columns(pl.col("strategy").cast(str))

    @cached_property
    def equal_seats(self) -> float | None:
        wins = self.tables.by_seat("win").reshape(-1, self.tables.rotations, self.players)
        return equal_seats(wins.mean(axis=1))

    @cached_property
    def scores(self) -> pl.DataFrame:
        """Mean score per seat."""
        return estimates(self.tables.seats, "score", ["seat"], rate=False, together=True)

    @cached_property
    def score_advantage(self) -> pl.DataFrame:
        """Points of a seat above the mean of its game."""
        scores = self.tables.by_seat("score").reshape(-1, self.tables.rotations, self.players)
        above = (scores - scores.mean(axis=2, keepdims=True)).mean(axis=1)
        rows = pl.DataFrame(
            {
                "block": np.repeat(np.arange(len(above)), self.players),
                "seat": np.tile(np.arange(self.players), len(above)),
                "above": above.ravel(),
            }
        )
        table = estimates(rows.lazy(), "above", ["seat"], rate=False, together=True)
        return table.with_columns(n=pl.lit(self.games, pl.Int64))

    @cached_property
    def score_counts(self) -> pl.DataFrame:
        return self.tables.counts("seats", "score", ["seat"])

    @cached_property
    def ranks(self) -> pl.DataFrame:
        """Share of each final rank per seat."""
        ranks = {str(rank): pl.col("rank") == rank for rank in range(1, self.players + 1)}
        found = several(self.tables.seats, ranks, ["seat"])
        tables = [table.with_columns(rank=pl.lit(int(rank))) for rank, table in found.items()]
        return pl.concat(tables).select("seat", "rank", *blocks.COLUMNS).sort("seat", "rank")

    # --- strategies ------------------------------------------------------------------------------

    @cached_property
    def strategies(self) -> pl.DataFrame:
        """Win rate per strategy; the intervals hold for all strategies together."""
        table = estimates(self.tables.seats, "win", ["strategy"], together=True)
        return table.with_columns(pl.col("strategy").cast(str)).sort("mean", descending=True)

    @cached_property
    def strategy_ceiling(self) -> dict[str, float]:
        """The highest win rate that each strategy could reach: less than 1 only when it meets itself."""
        if self.tables.kind == "field" and len(self.tables.strategies) >= self.players:
            return dict.fromkeys(self.tables.strategies, 1.0)
        present = self.tables.seats.group_by("game", "strategy").agg(pl.len().alias("copies"))
        table = present.group_by("strategy").agg((pl.len() / pl.col("copies").sum()).alias("ceiling"))
        return {str(name): value for name, value in table.collect(engine="streaming").iter_rows()}

    @cached_property
    def _pairs(self) -> pl.DataFrame:
        return self._pair_sums("strategy")

    def _pair_sums(self, what: str) -> pl.DataFrame:
        """Block sums of who finished ahead of whom."""
        return (
            self.tables.pairs(what)
            .group_by("row", "column", "block")
            .agg(y=pl.col("ahead").sum().cast(pl.Float64), n=pl.len().cast(pl.Float64))
            .collect(engine="streaming")
        )

    def _categories(self, column: str) -> list[str]:
        dtype = self.run.seats.collect_schema()[column]
        return list(dtype.categories) if isinstance(dtype, pl.Enum) else []

    @cached_property
    def matchups(self) -> pl.DataFrame:
        return self._matchups("strategy", self._pairs)

    def _matchups(self, what: str, pairs: pl.DataFrame) -> pl.DataFrame:
        """How often `row` finishes ahead of `column` in games with both; ties count half."""
        sums = pairs.group_by("row", "column").agg(
            total=pl.col("n").sum(),
            blocks=pl.len(),
            y=pl.col("y").sum(),
            yy=(pl.col("y") ** 2).sum(),
            yn=(pl.col("y") * pl.col("n")).sum(),
            nn=(pl.col("n") ** 2).sum(),
        )
        half = blocks.intervals_of(sums, ["row", "column"], together=True)
        mirrored = half.select(
            row="column", column="row", mean=1 - pl.col("mean"), se="se", low=1 - pl.col("high"), high=1 - pl.col("low"),
            n="n", blocks="blocks",
        )  # fmt: skip
        names = dict(enumerate(self._categories(what)))
        return (
            pl.concat([half, mirrored.select(half.columns)])
            .with_columns(pl.col(name).replace_strict(names, return_dtype=pl.String) for name in ("row", "column"))
            .sort("row", "column")
        )

    @cached_property
    def ratings(self) -> pl.DataFrame | None:
        """Ratings with intervals, the strongest first; None without the package choix or with one strategy."""
        names = self.tables.strategies
        if len(names) < 2 or self._pairs.is_empty() or not ratings.available():
            return None
        known = self._categories("strategy")
        index = {known.index(name): i for i, name in enumerate(names)}
        groups = min(ratings.GROUPS, self.blocks)
        sums = (
            self._pairs.group_by(pl.col("block") % groups, "row", "column")
            .agg(pl.col("y").sum(), pl.col("n").sum())
            .rows()
        )
        ahead = np.zeros((groups, len(names), len(names)))
        for group, row, column, y, n in sums:
            ahead[group, index[row], index[column]] += y
            ahead[group, index[column], index[row]] += n - y
        found = ratings.ratings(ahead)
        table = pl.DataFrame({"strategy": names, "rating": found.mean, "low": found.low, "high": found.high})
        return table.sort("rating", descending=True)

    @cached_property
    def styles(self) -> pl.DataFrame:
        """Means of the game's own seat columns per strategy."""
        columns = self.tables.own_columns["seats"]
        found = several(
            self.tables.rows("seats", "strategy", *columns), {name: name for name in columns}, ["strategy"], rate=False
        )
        tables = [table.with_columns(column=pl.lit(name)) for name, table in found.items()]
        if not tables:
            return pl.DataFrame(schema={"strategy": pl.String, "column": pl.String, "mean": pl.Float64})
        return pl.concat(tables).with_columns(pl.col("strategy").cast(str))

    def column_help(self, table: str, name: str) -> str:
        if self.game is None:
            return ""
        columns = self.game.game_columns if table == "games" else self.game.seat_columns
        return next((column.help for column in columns if column.name == name), "")

    # --- roles -----------------------------------------------------------------------------------

    @cached_property
    def roles(self) -> list["RoleFindings"]:
        """Without those that only name the seats again."""
        found = [self._role(column) for column, names in self.tables.roles.items() if len(names) > 1]
        return [each for each in found if each.table["adjusted"].is_not_null().any()]

    def _role(self, column: str) -> "RoleFindings":
        rows = self.tables.rows("seats", column, "strategy", "seat", "win").filter(pl.col(column).is_not_null())
        table = estimates(rows, "win", [column], together=True).rename({column: "role"})
        table = table.with_columns(pl.col("role").cast(str))
        sample = self.tables.sample([column, "strategy", "seat", "win"], [], REGRESSED)
        alike = cards.strata([sample["strategy"].to_physical().to_numpy(), sample["seat"].to_numpy()])
        win = cards.centred(sample["win"].to_numpy().astype(np.float64), alike)
        effects = []
        for role in table["role"]:
            present = (sample[column] == role).fill_null(value=False).to_numpy().astype(np.float64)
            effects.append(cards.effect(win, cards.centred(present, alike), self.players * self.tables.rotations))
        table = table.with_columns(_effect_columns("adjusted", effects)).sort("mean", descending=True)
        by_strategy = estimates(rows, "win", ["strategy", column], together=True).rename({column: "role"})
        return RoleFindings(
            column,
            table,
            by_strategy.with_columns(pl.col("strategy", "role").cast(str)),
            self._matchups(column, self._pair_sums(column)),
        )

    # --- length and ends -------------------------------------------------------------------------

    @cached_property
    def length_counts(self) -> dict[str, pl.DataFrame]:
        """How many games had each number of rounds, turns, decisions, by end reason."""
        return {
            name: self.tables.counts("games", name, ["end_reason"]).with_columns(pl.col("end_reason").cast(str))
            for name in LENGTHS
        }

    @cached_property
    def lengths(self) -> pl.DataFrame:
        """One line per measure and end reason ("all" first): mean with interval, quantiles, extremes."""
        found = []
        measures = {name: name for name in LENGTHS}
        together = several(self.tables.games, measures, rate=False)
        by_reason = several(self.tables.games, measures, ["end_reason"], rate=False)
        for name in LENGTHS:
            every = together[name].with_columns(end_reason=pl.lit("all"))
            split = by_reason[name].with_columns(pl.col("end_reason").cast(str)).select(every.columns)
            for row in pl.concat([every, split]).iter_rows(named=True):
                counts = self.length_counts[name]
                if row["end_reason"] != "all":
                    counts = counts.filter(pl.col("end_reason") == row["end_reason"])
                levels = quantiles(counts, [0, *QUANTILES, 1])
                labels = ["least", *(f"q{round(100 * q):02d}" for q in QUANTILES), "most"]
                found.append({"measure": name, **row, **dict(zip(labels, levels, strict=True))})
        return pl.DataFrame(found).select("measure", "end_reason", pl.exclude("measure", "end_reason"))

    @cached_property
    def end_reasons(self) -> pl.DataFrame:
        """Share of games per end reason, the most frequent first."""
        reasons = {reason: pl.col("end_reason") == reason for reason in self._reasons_seen}
        found = several(self.tables.games, reasons)
        tables = [table.with_columns(end_reason=pl.lit(reason)) for reason, table in found.items()]
        return pl.concat(tables).select("end_reason", *blocks.COLUMNS).sort("mean", descending=True)

    @cached_property
    def _reasons_seen(self) -> list[str]:
        seen = self.tables.games.select(pl.col("end_reason").unique()).collect(engine="streaming")
        return sorted(seen["end_reason"].cast(str).to_list())

    @cached_property
    def capped(self) -> Estimate:
        return estimate(self.tables.games, pl.col("end_reason").cast(str).is_in(self.tables.capped_reasons))

    @cached_property
    def end_profits(self) -> dict[str, pl.DataFrame]:
        """Win rate per seat and per strategy among the games of each end reason; the intervals of each hold together."""
        rows = self.tables.seats_with("end_reason")
        found = {}
        for who in ("seat", "strategy"):
            table = estimates(rows, "win", ["end_reason", who], together=True)
            found[who] = table.with_columns(pl.col("end_reason").cast(str))
        found["strategy"] = found["strategy"].with_columns(pl.col("strategy").cast(str))
        return found

    # --- course of the game ----------------------------------------------------------------------

    @cached_property
    def _half_way_leaders(self) -> pl.LazyFrame:
        rows = self.tables.seats_with("leader_half").filter(pl.col("table_seat") == pl.col("leader_half"))
        return rows.select("block", "seat", "strategy", "win").collect(engine="streaming").lazy()

    @cached_property
    def half_way_leader(self) -> Estimate:
        """How often the seat that leads half-way wins."""
        return estimate(self._half_way_leaders, "win")

    @cached_property
    def half_way_leader_by_seat(self) -> pl.DataFrame:
        return estimates(self._half_way_leaders, "win", ["seat"], together=True)

    @cached_property
    def half_way_tied(self) -> Estimate:
        return estimate(self.tables.games, pl.col("leader_half") < 0)

    @cached_property
    def lead_change_counts(self) -> pl.DataFrame:
        return self.tables.counts("games", "lead_changes")

    @cached_property
    def lead_changes(self) -> Estimate:
        return estimate(self.tables.games, "lead_changes", rate=False)

    @cached_property
    def never_changed(self) -> Estimate:
        return estimate(self.tables.games, pl.col("lead_changes") == 0)

    @cached_property
    def comeback_counts(self) -> pl.DataFrame:
        games = self.tables.games.filter(pl.col("winners") > 0)
        return games.group_by(value="comeback").agg(count=pl.len()).sort("value").collect(engine="streaming")

    @cached_property
    def margin_counts(self) -> pl.DataFrame:
        values, counts = np.unique(self.tables.margins(), return_counts=True)
        return pl.DataFrame({"value": values, "count": counts})

    @cached_property
    def shared(self) -> Estimate:
        return estimate(self.tables.games, pl.col("winners") > 1)

    # --- cards -----------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> list[CardFindings]:
        return [self._cards(group) for group in self.tables.cards]

    def _cards(self, group: Cards) -> CardFindings:
        per_block = self.players * self.tables.rotations
        sums = {counter: cards.Sums(len(group.keys), per_block) for counter in group.counters}
        columns = {counter: [group.column(counter, key) for key in group.keys] for counter in group.counters}
        for part in self.tables.parts(["win", *(name for names in columns.values() for name in names)]):
            for counter, names in columns.items():
                sums[counter].add(part["win"].to_numpy(), [part[name].to_numpy() for name in names])
        regressed = [counter for counter in columns if counter in (group.main, *group.randomised)]
        names = [name for counter in regressed for name in columns[counter]]
        rows = self.tables.sample(["seat", "strategy", "win", *names], ["rounds"], REGRESSED // len(names))
        regressions = _Regressions(rows, self.players, self.tables.rotations)
        found = []
        for counter, names in columns.items():
            table = cards.association(sums[counter])
            nothing = [cards.Effect()] * len(names)
            adjusted = [regressions.adjusted(name) for name in names] if counter == group.main else nothing
            randomised = [regressions.randomised(name) for name in names] if counter in group.randomised else nothing
            found.append(
                pl.DataFrame({"counter": [counter] * len(names), "key": group.keys, "card": group.names})
                .hstack(table)
                .with_columns(
                    *_effect_columns("adjusted", adjusted),
                    *_effect_columns("randomised", randomised),
                    stands_out=pl.Series(cards.discoveries([each.p for each in adjusted])),
                )
            )
        for_game = frozenset(name for name in group.randomised if regressions.whole_game(columns[name]))
        if for_game:
            found = [self._whole_game(table, regressions, columns, for_game) for table in found]
        return CardFindings(group, pl.concat(found, how="diagonal"), len(rows), for_game)

    @staticmethod
    def _whole_game(
        table: pl.DataFrame, regressions: "_Regressions", columns: dict[str, list[str]], for_game: frozenset[str]
    ) -> pl.DataFrame:
        """What a card in the game does to its length and to the starting player, where the set-up decides that."""
        counter = table["counter"][0]
        if counter not in for_game:
            return table
        rounds = [regressions.on_game(name, "rounds") for name in columns[counter]]
        first = [regressions.on_game(name, "win") for name in columns[counter]]
        return table.with_columns(*_effect_columns("rounds", rounds), *_effect_columns("first_seat", first))

    # --- verdicts and alerts ---------------------------------------------------------------------

    @cached_property
    def verdicts(self) -> list[verdicts.Verdict]:
        from reports.targets import checks

        return verdicts.judge(checks(self))

    @cached_property
    def alerts(self) -> list[Alert]:
        from reports.alerts import alerts

        return alerts(self)

    # --- games worth reading ---------------------------------------------------------------------

    @cached_property
    def examples(self) -> list[Example]:
        columns = ["game", "winner", "winners", "end_reason", *LENGTHS, "lead_changes", "comeback"]
        games = self.tables.games.select(columns).collect(engine="streaming")
        games = games.with_columns(pl.col("end_reason").cast(str), margin=pl.Series(self.tables.margins()))
        found = []
        for why, rows, order in self._searches(games):
            if not rows.is_empty():
                row = rows.sort(*order).row(0, named=True)
                found.append(Example(why, row["game"], _example_text(row)))
        return found

    def _searches(self, games: pl.DataFrame) -> list[tuple[str, pl.DataFrame, list[pl.Expr]]]:
        capped = games.filter(pl.col("end_reason").is_in(self.tables.capped_reasons))
        played_out = games.filter(~pl.col("end_reason").is_in(self.tables.capped_reasons))
        decided = played_out.filter(pl.col("winner") >= 0)
        usual = self.end_reasons["end_reason"][0]
        middle = {name: float(games[name].median() or 0) for name in (*LENGTHS, "lead_changes")}  # type: ignore[arg-type]
        spread = {name: max(float(games[name].std() or 0), 1e-9) for name in middle}  # type: ignore[arg-type]
        distance = pl.sum_horizontal(((pl.col(name) - middle[name]) / spread[name]).abs() for name in middle)
        return [
            ("longest", played_out, [-pl.col("decisions"), pl.col("game")]),
            ("closest", decided, [pl.col("margin"), -pl.col("lead_changes"), -pl.col("decisions"), pl.col("game")]),
            ("largest comeback", decided.filter(pl.col("comeback") > 0), [-pl.col("comeback"), pl.col("game")]),
            ("stopped by a cap", capped, [pl.col("game")]),
            ("typical", games.filter(pl.col("end_reason") == usual), [distance, pl.col("game")]),
        ]


class _Regressions:
    """Card regressions on a sample of whole blocks."""

    def __init__(self, rows: pl.DataFrame, players: int, rotations: int):
        self.rows = rows
        self.players = players
        self.rotations = rotations
        self.seat = rows["seat"].to_numpy().astype(np.int64)
        strategy = rows["strategy"].to_physical().to_numpy()
        self.alike = cards.strata([strategy, self.seat, cards.length_bins(rows["rounds"].to_numpy())])
        win = rows["win"].to_numpy().astype(np.float64)
        self.win_alike = cards.centred(win, self.alike)
        self.win_seat = cards.centred(win, self.seat)

    def _present(self, column: str) -> np.ndarray:
        return (self.rows[column].to_numpy() > 0).astype(np.float64)

    def adjusted(self, column: str) -> cards.Effect:
        """Among seats of the same strategy, seat and game length."""
        present = cards.centred(self._present(column), self.alike)
        return cards.effect(self.win_alike, present, self.players * self.rotations)

    def randomised(self, column: str) -> cards.Effect:
        """As the set-up gave it out."""
        present = cards.centred(self._present(column), self.seat)
        return cards.effect(self.win_seat, present, self.players * self.rotations)

    def whole_game(self, columns: list[str]) -> bool:
        """Whether the counters are the same for all seats of a game: the card is in the game or not."""
        return all(np.ptp(self._present(name).reshape(-1, self.players), axis=1).max() == 0 for name in columns)

    def on_game(self, column: str, outcome: str) -> cards.Effect:
        """The difference that the card makes to a game: `rounds`, or `win` of the first seat."""
        first = self.seat == 0
        values = self.rows[outcome].to_numpy().astype(np.float64)[first]
        present = self._present(column)[first]
        return cards.effect(values - values.mean(), present - present.mean(), self.rotations)


def _effect_columns(name: str, effects: list[cards.Effect]) -> list[pl.Series]:
    return [
        pl.Series(name, [each.difference for each in effects], pl.Float64),
        pl.Series(f"{name}_low", [each.low for each in effects], pl.Float64),
        pl.Series(f"{name}_high", [each.high for each in effects], pl.Float64),
    ]


def _example_text(row: dict[str, Any]) -> str:
    who = "shared win" if row["winners"] else "no winner"
    if row["winner"] >= 0:
        who = f"seat {row['winner']} wins by {words.counted(row['margin'], 'point')}"
    length = f"{words.counted(row['rounds'], 'round')} and {words.counted(row['decisions'], 'decision')}"
    leads = f"{words.counted(row['lead_changes'], 'lead change')}, largest deficit overcome {row['comeback']}"
    return f"{who} after {length} ({words.plain(row['end_reason'])}); {leads}"


def median_interval(findings: Findings, table: str, column: str) -> tuple[float, tuple[float, float]]:
    """The median and its interval: the quantiles at the interval of "share of rows at most the median"."""
    counts = findings.tables.counts(table, column)
    middle = quantiles(counts, [0.5])[0]
    share = estimate(findings.tables.rows(table, column), pl.col(column) <= middle)
    half = 1.96 * share.se if math.isfinite(share.se) else 0.0
    low, high = quantiles(counts, [max(0.5 - half, 0.0), min(0.5 + half, 1.0)])
    return middle, (low, high)
