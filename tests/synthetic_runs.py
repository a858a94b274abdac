"""Run folders with known truth: rows are drawn from chosen effects instead of being played."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simcore import store


@dataclass
class World:
    """What is true in a synthetic run. Arrays over games have G entries, over seats the shape (G, players)."""

    players: int
    blocks: int
    strategies: tuple[str, ...] = ("a", "b", "c", "d", "e")
    kind: str = "field"
    seed: int = 0
    strength: Any = 0.0  # added to a seat's chance to win: broadcasts to (G, players)
    rounds: np.ndarray | None = None
    reasons: tuple[str, ...] = ("goal", "deck_empty")
    reason: np.ndarray | None = None  # index into reasons
    cards: dict[str, np.ndarray] = field(default_factory=dict)  # counter -> (G, players, cards)
    names: tuple[str, ...] = ()
    roles: dict[str, np.ndarray] = field(default_factory=dict)  # column -> (G, players) of names
    starting_seat: np.ndarray | None = None
    randomised: tuple[str, ...] = ()
    targets: dict = field(default_factory=dict)
    lineups: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        size = min(self.players, len(self.strategies))
        base = self.random.permuted(np.tile(np.arange(len(self.strategies)), (self.blocks, 1)), axis=1)[:, :size]
        base = np.resize(base, (self.blocks, self.players)) if size < self.players else base
        if self.kind == "mirror":
            base = np.zeros((self.blocks, self.players), int)
        self.lineups = np.concatenate(
            [np.roll(base, -shift, axis=1)[:, None] for shift in range(self.rotations)], axis=1
        ).reshape(-1, self.players)

    @property
    def rotations(self) -> int:
        return 1 if self.kind == "mirror" else self.players

    @property
    def games(self) -> int:
        return self.blocks * self.rotations

    def true_effect(self, has: np.ndarray, amount: float) -> float:
        """What having something worth `amount` of strength adds to a seat's chance, averaged over all seats."""
        chance = 1 / self.players + np.broadcast_to(self.strength, (self.games, self.players))
        without = chance - amount * has
        others = chance.sum(axis=1, keepdims=True) - chance
        return float(((without + amount) / (without + amount + others) - without / (without + others)).mean())

    def chances(self) -> np.ndarray:
        """Each seat's chance to win, proportional to 1/players + strength."""
        chance = np.clip(1 / self.players + np.broadcast_to(self.strength, (self.games, self.players)), 1e-9, None)
        return chance / chance.sum(axis=1, keepdims=True)

    def winners(self) -> np.ndarray:
        cumulative = np.cumsum(self.chances(), axis=1)
        return (self.random.random((self.games, 1)) > cumulative).sum(axis=1).clip(0, self.players - 1)

    def write(self, path: Path, parts: int = 1) -> store.Run:
        winner = self.winners()
        for part in range(parts):
            first, last = (round(k * self.blocks / parts) * self.rotations for k in (part, part + 1))
            self._write_part(path, part, first, last, winner)
        manifest = self._manifest()
        manifest["parts"] = self._parts
        store.write_manifest(path, manifest)
        return store.load(path)

    _parts: list[dict] = field(default_factory=list, init=False)

    def _write_part(self, path: Path, number: int, first: int, last: int, winner: np.ndarray) -> None:
        games, seats = self._games(first, last, winner), self._seats(first, last, winner)
        part = store.write_part(path, number, first, last - first, store.to_parquet(games), store.to_parquet(seats))
        self._parts.append(vars(part))

    def _games(self, first: int, last: int, winner: np.ndarray) -> pl.DataFrame:
        count, random = last - first, self.random
        rounds = random.poisson(10, count) + 2 if self.rounds is None else self.rounds[first:last]
        reason = random.integers(len(self.reasons), size=count) if self.reason is None else self.reason[first:last]
        numbers = np.arange(first, last)
        leads = np.where(random.random(count) < 0.5, winner[first:last], random.integers(-1, self.players, count))
        table = {
            "game": numbers,
            "block": numbers // self.rotations,
            "rotation": numbers % self.rotations,
            "players": np.full(count, self.players),
            "winner": winner[first:last],
            "winners": np.ones(count, int),
            "end_reason": pl.Series(self.reasons, dtype=pl.Enum(self.reasons)).gather(reason.astype(np.uint32)),
            "starting_seat": self._start(first, last),
            "rounds": rounds,
            "turns": rounds * self.players,
            "decisions": rounds * self.players * 3,
            "choices": rounds * self.players * 2,
            "lead_changes": random.poisson(2, count),
            "leader_half": leads,
            "comeback": random.poisson(3, count),
        }
        types = {name: dtype for name, dtype, _ in store.GAME_COLUMNS if dtype is not pl.Enum}
        return pl.DataFrame(table).with_columns(pl.col(name).cast(dtype) for name, dtype in types.items())

    def _seats(self, first: int, last: int, winner: np.ndarray) -> pl.DataFrame:
        count = last - first
        win = winner[first:last, None] == np.arange(self.players)
        order = self.random.random((count, self.players)) - 2 * win
        rank = order.argsort(axis=1).argsort(axis=1) + 1
        table = {
            "game": np.repeat(np.arange(first, last), self.players),
            "seat": np.tile(np.arange(self.players), count),
            "turn_position": ((np.arange(self.players) - self._start(first, last)[:, None]) % self.players).ravel(),
            "strategy": pl.Series(self.strategies, dtype=pl.Enum(self.strategies)).gather(
                self.lineups[first:last].ravel().astype(np.uint32)
            ),
            "win": win.ravel().astype(np.float32),
            "rank": rank.ravel(),
            "score": (20 + 5 * (self.players - rank) + self.random.integers(0, 5, rank.shape)).ravel(),
        }
        for column, values in self.roles.items():
            table[column] = pl.Series(values[first:last].ravel(), dtype=pl.Enum(sorted(np.unique(values))))
        for counter, values in self.cards.items():
            for i in range(values.shape[2]):
                table[f"{counter}_k{i}"] = values[first:last, :, i].ravel().astype(np.uint8)
        types = {name: dtype for name, dtype, _ in store.SEAT_COLUMNS if dtype is not pl.Enum}
        return pl.DataFrame(table).with_columns(pl.col(name).cast(dtype) for name, dtype in types.items())

    def _start(self, first: int, last: int) -> np.ndarray:
        return np.zeros(last - first, int) if self.starting_seat is None else self.starting_seat[first:last]

    def _manifest(self) -> dict[str, Any]:
        count = next(iter(self.cards.values())).shape[2] if self.cards else 0
        names = self.names or tuple(f"Card {i}" for i in range(count))
        group = {
            "noun": "card",
            "keys": [f"k{i}" for i in range(count)],
            "names": list(names),
            "counters": {counter: f"copies {counter}" for counter in self.cards},
            "randomised": list(self.randomised),
        }
        return {
            "schema": store.SCHEMA_VERSION,
            "status": "finished",
            "command": "",
            "started": "2026-01-01T00:00:00+00:00",
            "finished": "2026-01-01T00:01:00+00:00",
            "seed": self.seed,
            "blocks": self.blocks,
            "rotations": self.rotations,
            "games": self.games,
            "players": self.players,
            "chunk": self.games,
            "lineup": {
                "given": self.kind,
                "kind": self.kind,
                "pool": [{"strategy": name, "settings": {}} for name in self.strategies],
                "files": [],
            },
            "check": False,
            "scenario": {
                "game": "tictactoe",
                "name": "synthetic",
                "values": {"rules": {}},
                "players": self.players,
                "lineup": self.kind,
                "title": "Synthetic",
                "question": "Is the planted effect found?",
                "targets": self.targets,
                "sources": {},
                "ranges": {},
                "changed": [],
            },
            "scenario_hash": "0" * 16,
            "code_hash": "0" * 16,
            "end_reasons": list(self.reasons),
            "cards": [group] if count else [],
            "provenance": {"simcore": "0", "python": "3"},
            "parts": [],
        }
