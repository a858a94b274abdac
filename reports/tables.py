"""What a run folder holds, as the tables that the statistics need.

Every query scans the Parquet parts lazily and reads only the columns that it names. Blocks follow from game numbers:
games are numbered rotation by rotation, block by block.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from simcore.store import Run

_CAP_WORDS = {"cap", "capped", "stall"}
_KEPT_GAMES = 3_000_000
_BATCH_GAMES = 25_000
LENGTHS = ("rounds", "turns", "decisions")


@dataclass(frozen=True)
class Cards:
    """A group of cards as the manifest lists it."""

    noun: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    counters: dict[str, str]
    randomised: tuple[str, ...] = ()

    @property
    def main(self) -> str:
        """The counter that the win rates are about: use of the card, as far as the game counts it."""
        preferred = [name for name in ("played", "used", "owned", "built", "bought") if name in self.counters]
        others = [name for name in self.counters if name not in self.randomised]
        return (preferred or others or list(self.counters))[0]

    def column(self, counter: str, key: str) -> str:
        return f"{counter}_{key}"


class Tables:
    """The queries on one run."""

    def __init__(self, run: "Run"):
        self.run = run
        self.manifest: dict[str, Any] = run.manifest
        self.players: int = run.manifest["players"]
        self.rotations: int = run.manifest["rotations"]
        self.kind: str = run.manifest["lineup"]["kind"]

    @cached_property
    def games(self) -> pl.LazyFrame:
        return self._kept(self.run.games)

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """Seat rows with their block and the columns that every game has."""
        from simcore.store import SEAT_COLUMNS

        return self._kept(self._seat_rows.select("block", "table_seat", *(name for name, *_ in SEAT_COLUMNS)))

    @property
    def _seat_rows(self) -> pl.LazyFrame:
        """In a report seats are counted from the starting player; `table_seat` is what a replay calls the seat."""
        block = pl.col("game") // self.rotations
        return self.run.seats.with_columns(block=block, table_seat=pl.col("seat"), seat=pl.col("turn_position"))

    def by_seat(self, column: str) -> np.ndarray:
        """A column of the seat rows as one line per game, in the order of the seats."""
        rows = self.seats.select("seat", column).collect(engine="streaming")
        values = np.empty((len(rows) // self.players, self.players))
        values[np.arange(len(rows)) // self.players, rows["seat"].to_numpy()] = rows[column].to_numpy()
        return values

    @cached_property
    def start_varies(self) -> bool:
        """Whether some games are begun by another seat of the table than the first."""
        return bool(self.games.select((pl.col("starting_seat") > 0).any()).collect(engine="streaming").item())

    def rows(self, table: str, *columns: str) -> pl.LazyFrame:
        """Columns of `games` or `seats`, also the game's own, with the block."""
        if table == "games":
            return self.games
        return self._seat_rows.select("game", "block", *columns)

    def _kept(self, frame: pl.LazyFrame) -> pl.LazyFrame:
        """Read once and kept, as many questions are asked; runs too large for that are scanned each time."""
        return frame.collect(engine="streaming").lazy() if self.size <= _KEPT_GAMES else frame

    def seats_with(self, *columns: str) -> pl.LazyFrame:
        """Seat rows with columns of their game."""
        return self.seats.join(self.games.select("game", *columns), on="game", how="left")

    @cached_property
    def capped_reasons(self) -> list[str]:
        """End reasons that are safety stops, not part of the rules."""
        reasons = ["decision_cap", *self.manifest["end_reasons"]]
        declared = self.manifest.get("capped", [])
        return [name for name in reasons if name in declared or _CAP_WORDS & set(name.split("_"))]

    @cached_property
    def size(self) -> int:
        return sum(part.games for part in self.run.parts)

    @cached_property
    def blocks(self) -> int:
        return self.size // self.rotations

    @cached_property
    def strategies(self) -> list[str]:
        """The strategies that played, in the order of the line-up."""
        dtype = self.run.seats.collect_schema()["strategy"]
        known = list(dtype.categories) if isinstance(dtype, pl.Enum) else []
        played = (
            self.seats.select(pl.col("strategy").unique()).collect(engine="streaming")["strategy"].cast(str).to_list()
        )
        return [name for name in known if name in played] or sorted(played)

    @cached_property
    def cards(self) -> list[Cards]:
        return [
            Cards(
                group["noun"],
                tuple(group["keys"]),
                tuple(group["names"]),
                dict(group["counters"]),
                tuple(group.get("randomised", ())),
            )
            for group in self.manifest["cards"]
        ]

    @cached_property
    def own_columns(self) -> dict[str, list[str]]:
        """The numeric columns that the game itself adds to `games` and `seats`, cards excepted."""
        from simcore.store import GAME_COLUMNS, SEAT_COLUMNS

        shared = {name for table in (GAME_COLUMNS, SEAT_COLUMNS) for name, *_ in table}
        counters = {
            group.column(counter, key) for group in self.cards for counter in group.counters for key in group.keys
        }
        found = {}
        for name, frame in (("games", self.run.games), ("seats", self.run.seats)):
            schema = frame.collect_schema()
            found[name] = [
                column for column, dtype in schema.items() if column not in shared | counters and dtype.is_numeric()
            ]
        return found

    @cached_property
    def roles(self) -> dict[str, list[str]]:
        """The columns that tell what a seat is (faction, commune), with the roles that were played."""
        schema = self.run.seats.collect_schema()
        known = {name: list(dtype.categories) for name, dtype in schema.items() if isinstance(dtype, pl.Enum)}
        known.pop("strategy", None)
        played = self.run.seats.select(pl.col(list(known)).unique().implode()).collect(engine="streaming")
        return {name: [role for role in names if role in set(played[name][0])] for name, names in known.items()}

    def counts(self, table: str, column: str, by: Sequence[str] = ()) -> pl.DataFrame:
        """How often each value of a column occurs: by..., value, count."""
        frame = self.rows(table, column, *by)
        return (
            frame.group_by(*by, pl.col(column).alias("value"))
            .agg(pl.len().alias("count"))
            .sort(*by, "value")
            .collect(engine="streaming")
        )

    def pairs(self, what: str) -> pl.LazyFrame:
        """Every two seats of every game: block, their strategies or roles, whether the first finished ahead (tie 0.5)."""
        rows = self.seats if what == "strategy" else self._seat_rows
        columns = [
            rows.filter(pl.col("seat") == seat).select(
                *(["block"] if seat == 0 else []),
                pl.col(what).to_physical().cast(pl.UInt8).alias(f"what{seat}"),
                pl.col("rank").alias(f"rank{seat}"),
            )
            for seat in range(self.players)
        ]
        wide = pl.concat([frame.collect(engine="streaming") for frame in columns], how="horizontal").lazy()
        found = []
        for a in range(self.players):
            for b in range(a + 1, self.players):
                first, second = pl.col(f"what{a}"), pl.col(f"what{b}")
                ahead = (
                    pl.when(pl.col(f"rank{a}") == pl.col(f"rank{b}"))
                    .then(0.5)
                    .otherwise((pl.col(f"rank{a}") < pl.col(f"rank{b}")).cast(pl.Float64))
                    .cast(pl.Float32)
                )
                swap = first > second
                found.append(
                    wide.filter(first != second).select(
                        "block",
                        row=pl.min_horizontal(first, second),
                        column=pl.max_horizontal(first, second),
                        ahead=pl.when(swap).then(1 - ahead).otherwise(ahead),
                    )
                )
        return pl.concat(found)

    def margins(self) -> np.ndarray:
        """Points between the first and the second of every game, in the order of the rows."""
        scores = self.seats.select("score").collect(engine="streaming")["score"].to_numpy()
        scores = np.sort(scores.reshape(-1, self.players), axis=1)
        return scores[:, -1] - scores[:, -2]

    def parts(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """The seat rows some parts at a time, so that memory stays flat however many cards there are."""
        files, games = [], 0
        for part in sorted(self.run.parts, key=lambda each: each.number):
            files.append(part.file(self.run.path, "seats"))
            games += part.games
            if games >= _BATCH_GAMES:
                yield pl.scan_parquet(files).select(columns).collect()
                files, games = [], 0
        if files:
            yield pl.scan_parquet(files).select(columns).collect()

    def sample(self, seat_columns: Sequence[str], game_columns: Sequence[str], most_rows: int) -> pl.DataFrame:
        """Seat rows of whole blocks from the beginning of the run, at most about `most_rows`."""
        blocks = max(most_rows // (self.players * self.rotations), 1)
        before = pl.col("game") < blocks * self.rotations
        seats = self._seat_rows.filter(before).select("game", "block", *seat_columns)
        games = self.games.filter(before).select("game", *game_columns)
        return seats.join(games, on="game", how="left", maintain_order="left").collect(engine="streaming")


def quantiles(counts: pl.DataFrame, levels: Sequence[float]) -> list[float]:
    """Quantiles of a table of values and their counts: the smallest value with at least that share of rows."""
    counts = counts.group_by("value").agg(pl.col("count").sum()).sort("value")
    cumulative = counts["count"].cum_sum().to_numpy()
    positions = np.searchsorted(cumulative, np.asarray(levels) * cumulative[-1] - 1e-9)
    return [float(counts["value"][int(position)]) for position in np.minimum(positions, len(counts) - 1)]


@dataclass(frozen=True)
class Bins:
    """Whole numbers in groups of equal width, few enough for a histogram."""

    first: int
    step: int
    number: int

    @classmethod
    def of(cls, counts: pl.DataFrame, most: int = 45) -> "Bins":
        low, high = counts["value"].min(), counts["value"].max()
        assert isinstance(low, int) and isinstance(high, int)
        step = max(1, -(-(high - low + 1) // most))
        return cls(low, step, (high - low) // step + 1)

    @property
    def edges(self) -> np.ndarray:
        return self.first - 0.5 + self.step * np.arange(self.number + 1)

    def half_widths(self, games: pl.LazyFrame, column: str, blocks: int) -> np.ndarray:
        """Half widths of the 95 % intervals, over blocks, of each bin's share of the games."""
        bin_of = ((pl.col(column) - self.first) // self.step).cast(pl.Int64)
        table = (
            games.group_by(bin_of.alias("bin"), "block")
            .agg(n=pl.len().cast(pl.Float64))
            .group_by("bin")
            .agg(pl.col("n").sum(), nn=(pl.col("n") ** 2).sum())
            .collect(engine="streaming")
        )
        found = np.zeros(self.number)
        variance = (table["nn"] - table["n"] ** 2 / blocks) * blocks / max(blocks - 1, 1)
        found[table["bin"].to_numpy()] = 1.96 * np.sqrt(variance.clip(0).to_numpy()) / table["n"].sum()
        return found
