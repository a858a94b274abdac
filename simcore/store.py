"""The run folder: Parquet parts, the manifest with its provenance, and reading it all back.

    <out>/manifest.json   what was played and how to repeat it, rows and checksum of every part
    <out>/games/part-*.parquet, <out>/seats/part-*.parquet

Every file is written under a temporary name, flushed, and renamed: a part exists whole or not at all.
"""

import hashlib
import io
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import polars as pl

from simcore import catalogue
from simcore.errors import UserError
from simcore.game import Game
from simcore.plan import Plan
from simcore.scenario import Scenario
from simcore.strategy import Player

if TYPE_CHECKING:
    import pandas as pd

SCHEMA_VERSION = 2
MANIFEST = "manifest.json"
STUDY = "study.json"  # of an experiment, which holds several runs
LOCK = ".lock"

Columns = tuple[tuple[str, Any, str], ...]  # name, type, meaning

# Columns that every game has, in order.
GAME_COLUMNS: Columns = (
    ("game", pl.UInt32, "number of the game in its run"),
    ("block", pl.UInt32, "seed block: the games of a block share the deal"),
    ("rotation", pl.UInt8, "seat rotation of the line-up within the block"),
    ("players", pl.UInt8, "number of players"),
    ("winner", pl.Int8, "winning seat, -1 when shared or none"),
    ("winners", pl.UInt8, "how many share the win"),
    ("end_reason", pl.Enum, "why the game ended"),
    ("starting_seat", pl.UInt8, "seat that played first"),
    ("rounds", pl.Int32, "rounds begun"),
    ("turns", pl.Int32, "turns begun"),
    ("decisions", pl.Int32, "decisions taken by strategies"),
    ("choices", pl.Int32, "decisions with more than one option"),
    ("lead_changes", pl.Int32, "times the sole leader changed, looked at after every turn"),
    ("leader_half", pl.Int8, "seat leading half-way through the game, -1 when tied"),
    ("comeback", pl.Int32, "largest deficit that a winner overcame, in points of score"),
)
SEAT_COLUMNS: Columns = (
    ("game", pl.UInt32, "number of the game in its run"),
    ("seat", pl.UInt8, "seat at the table"),
    ("turn_position", pl.UInt8, "place in the turn order, 0 = starting player"),
    ("strategy", pl.Enum, "strategy in this seat"),
    ("win", pl.Float32, "1, or 1/k when k seats share the win, or 0"),
    ("rank", pl.UInt8, "final rank, 1 = best"),
    ("score", pl.Int32, "final score"),
)


def columns(game: Game) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """Name, type and meaning of every column of `games` and `seats`."""

    def shared(table: Columns) -> list[tuple[str, str, str]]:
        return [(name, "category" if dtype is pl.Enum else str(dtype).lower(), text) for name, dtype, text in table]

    games = shared(GAME_COLUMNS) + [(c.name, np.dtype(c.dtype).name, c.help) for c in game.game_columns]
    seats = shared(SEAT_COLUMNS) + [
        (c.name, "category", f"{c.help}: {', '.join(c.roles)}") if c.roles else (c.name, np.dtype(c.dtype).name, c.help)
        for c in game.seat_columns
    ]
    for group in game.cards:
        for counter, text in group.counters.items():
            for key, name in zip(group.keys, group.names, strict=True):
                seats.append((f"{counter}_{key}", np.dtype(group.dtype).name, f"{text}: {name}"))
    return games, seats


def frames(plan: Plan, first: int, games: np.recarray, seats: np.recarray) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of the playout loop as the two tables of the contract."""
    game = catalogue.game(plan.scenario.game)
    count, players = len(games), plan.players
    numbers = np.arange(first, first + count)
    blocks, rotations, lineups = plan.numbers(first, first + count)
    names = list(dict.fromkeys(str(player) for player in plan.pool))
    index = np.array([names.index(str(player)) for player in plan.pool])
    at_table = np.tile(np.arange(players), count)
    of_games = {
        "game": numbers,
        "block": blocks,
        "rotation": rotations,
        "players": np.full(count, players),
        "end_reason": _category(game.reasons, games["reason"]),
    }
    of_seats = {
        "game": np.repeat(numbers, players),
        "seat": at_table,
        "turn_position": (at_table - np.repeat(games["starting_seat"].astype(int), players)) % players,
        "strategy": _category(names, index[lineups].ravel()),
    }
    own = {column.name: games[column.name] for column in game.game_columns}
    return _frame(GAME_COLUMNS, games, of_games, own), _frame(SEAT_COLUMNS, seats, of_seats, _seat_columns(game, seats))


def _seat_columns(game: Game, seats: np.recarray) -> dict[str, Any]:
    """The game's own columns of `seats`: one per column, and one per counter and card."""
    own = {c.name: _category(c.roles, seats[c.name]) if c.roles else seats[c.name] for c in game.seat_columns}
    for group in game.cards:
        for counter in group.counters:
            for i, key in enumerate(group.keys):
                own[f"{counter}_{key}"] = seats[counter][:, i]
    return own


def _frame(shared: Columns, rows: np.recarray, known: dict[str, Any], own: dict[str, Any]) -> pl.DataFrame:
    """The shared columns, known here or written by the playout loop, then the game's own."""
    values = {name: known[name] if name in known else rows[name] for name, _, _ in shared} | own
    series = {name: v if isinstance(v, pl.Series) else np.ascontiguousarray(v) for name, v in values.items()}
    types = {name: dtype for name, dtype, _ in shared if dtype is not pl.Enum}
    return pl.DataFrame(series).with_columns(pl.col(name).cast(dtype) for name, dtype in types.items())


def _category(names: Sequence[str], codes: np.ndarray) -> pl.Series:
    """Names for their indices; nothing for -1."""
    found = pl.Series(names, dtype=pl.Enum(names)).gather(np.maximum(codes, 0).astype(np.uint32))
    return found if codes.min(initial=0) >= 0 else pl.select(pl.when(pl.Series(codes >= 0)).then(found)).to_series()


def to_parquet(frame: pl.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=3, statistics=True)
    return buffer.getvalue()


# --- writing -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    number: int
    first: int
    games: int
    games_bytes: int
    games_sha256: str
    seats_bytes: int
    seats_sha256: str

    def file(self, out: Path, table: str) -> Path:
        return part_file(out, table, self.number)

    def intact(self, out: Path) -> str | None:
        """None, or what is wrong with the part on disk."""
        expected = {"games": (self.games_bytes, self.games_sha256), "seats": (self.seats_bytes, self.seats_sha256)}
        for table, (size, checksum) in expected.items():
            file = self.file(out, table)
            if not file.is_file():
                return f"{file} is missing"
            if file.stat().st_size != size:
                return f"{file} is truncated or changed ({file.stat().st_size:,} of {size:,} bytes)"
            if hashlib.sha256(file.read_bytes()).hexdigest() != checksum:
                return f"{file} is damaged (its checksum differs)"
        return None


def part_file(out: Path, table: str, number: int) -> Path:
    return out / table / f"part-{number:05d}.parquet"


def write_part(out: Path, number: int, first: int, count: int, games: bytes, seats: bytes) -> Part:
    for table, content in (("games", games), ("seats", seats)):
        write_atomically(part_file(out, table, number), content)
    return Part(
        number,
        first,
        count,
        len(games),
        hashlib.sha256(games).hexdigest(),
        len(seats),
        hashlib.sha256(seats).hexdigest(),
    )


def write_atomically(file: Path, content: bytes) -> None:
    temporary = file.with_name(f".{file.name}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise UserError(
            f"{file}: cannot be written ({error.strerror}); free some space or choose another folder with --out"
        ) from None


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Only one run writes into a folder. The lock dies with the process, even by kill -9."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        stream = open(out / LOCK, "a+b")  # noqa: SIM115 (closed below, where the lock ends)
    except OSError as error:
        raise UserError(f"{out}: cannot be written ({error.strerror}); choose another folder with --out") from None
    try:
        _lock(stream)
    except OSError:
        stream.close()
        raise UserError(
            f"{out}: another run is writing into this folder; wait for it or choose another --out"
        ) from None
    try:
        yield
    finally:
        stream.close()
        (out / LOCK).unlink(missing_ok=True)


def _lock(stream: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def provenance() -> dict[str, Any]:
    packages = {name: version(name) for name in ("simcore", "numpy", "numba", "polars", "joblib")}
    return {"python": platform.python_version(), "platform": platform.platform(), **packages, "git": _git_revision()}


def _git_revision() -> str | None:
    try:
        folder = Path(__file__).parent
        done = subprocess.run(
            ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True,
            text=True,
            timeout=5,
        )
        return done.stdout.strip() or None
    except (OSError, subprocess.SubprocessError):
        return None


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def new_manifest(plan: Plan, chunk: int, command: str) -> dict[str, Any]:
    game = catalogue.game(plan.scenario.game)
    return {
        "schema": SCHEMA_VERSION,
        "status": "running",
        "command": command,
        "started": now(),
        "finished": None,
        "seed": plan.seed,
        "blocks": plan.blocks,
        "rotations": plan.rotations,
        "games": plan.games,
        "players": plan.players,
        "chunk": chunk,
        "lineup": {
            "given": plan.lineup,
            "kind": plan.kind,
            "pool": [{"strategy": p.strategy, "settings": dict(p.settings)} for p in plan.pool],
            "files": [list(file) for file in plan.files],
        },
        "check": plan.check,
        "barred": {"cards": list(plan.barred), "players": plan.barred_players},
        "scenario": asdict(plan.scenario),
        "scenario_hash": plan.scenario.hash,
        "code_hash": plan.code_hash(),
        "end_reasons": list(game.end_reasons),
        "capped": ["decision_cap", *game.capped],
        "cards": [
            {
                "noun": c.noun,
                "keys": list(c.keys),
                "names": list(c.names),
                "counters": dict(c.counters),
                "randomised": list(c.randomised),
            }
            for c in game.cards
        ],
        "provenance": provenance(),
        "parts": [],
    }


def write_manifest(out: Path, manifest: dict[str, Any]) -> None:
    write_atomically(out / MANIFEST, json.dumps(manifest, indent=1).encode())


def read_manifest(out: Path) -> dict[str, Any]:
    file = out / MANIFEST
    if not out.is_dir():
        raise UserError(f"{out}: there is no such run folder")
    if (out / STUDY).is_file():
        raise UserError(f"{out}: is a study of several runs; repeat its command to continue it (see {out / STUDY})")
    if not file.is_file():
        raise UserError(f"{out}: is not a run folder (it has no {MANIFEST})")
    try:
        manifest = json.loads(file.read_text("utf-8"))
        schema = manifest["schema"]
        parts = [Part(**part) for part in manifest["parts"]]
        if any(key not in manifest for key in ("seed", "blocks", "scenario", "lineup", "chunk", "status")):
            raise KeyError("an entry is missing")
    except OSError as error:
        raise UserError(f"{file}: cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(
            f"{file}: is damaged ({error}); the parts beside it are intact Parquet files."
            f" Repeat the run into another folder to get a new manifest"
        ) from None
    if schema != SCHEMA_VERSION:
        raise UserError(
            f"{file}: has version {schema} of the run format, this simcore reads version {SCHEMA_VERSION};"
            f" read it with the simcore that wrote it ({manifest.get('provenance', {}).get('simcore', 'unknown')})"
        )
    manifest["parts"] = [asdict(part) for part in parts]
    return manifest


def plan_of(manifest: dict[str, Any]) -> Plan:
    """The plan that a run follows, from its manifest."""
    lineup = manifest["lineup"]
    scenario = dict(manifest["scenario"])
    scenario["changed"] = tuple(scenario["changed"])
    return Plan(
        scenario=Scenario(**scenario),
        seed=manifest["seed"],
        blocks=manifest["blocks"],
        kind=lineup["kind"],
        lineup=lineup["given"],
        pool=tuple(Player(each["strategy"], tuple(sorted(each["settings"].items()))) for each in lineup["pool"]),
        files=tuple(tuple(file) for file in lineup["files"]),
        check=manifest["check"],
        barred=tuple(manifest["barred"]["cards"]),
        barred_players=manifest["barred"]["players"],
    )


# --- reading -------------------------------------------------------------------------------------


class Run:
    """A run folder, read lazily."""

    def __init__(self, path: Path, manifest: dict[str, Any]):
        self.path = path
        self.manifest = manifest
        self.parts = [Part(**part) for part in manifest["parts"]]

    @property
    def finished(self) -> bool:
        return self.manifest["status"] == "finished"

    @property
    def plan(self) -> Plan:
        return plan_of(self.manifest)

    @property
    def games(self) -> pl.LazyFrame:
        return self._scan("games")

    @property
    def seats(self) -> pl.LazyFrame:
        return self._scan("seats")

    def _scan(self, table: str) -> pl.LazyFrame:
        parts = sorted(self.parts, key=lambda part: part.number)
        return pl.scan_parquet([part.file(self.path, table) for part in parts])

    def to_pandas(self) -> "tuple[pd.DataFrame, pd.DataFrame]":
        """Both tables in memory, as pandas frames."""
        return self.games.collect().to_pandas(), self.seats.collect().to_pandas()

    def __repr__(self) -> str:
        m = self.manifest
        done = sum(part.games for part in self.parts)
        return f"<Run {self.path}: {m['scenario']['name']}, {done:,} of {m['games']:,} games, seed {m['seed']}>"


def load(path: str | Path) -> Run:
    """Open a run folder after checking that every part is there and whole."""
    path = Path(path)
    run = Run(path, read_manifest(path))
    if not run.parts:
        raise UserError(f"{path}: holds no finished part yet; continue it with: simcore resume {path}")
    for part in run.parts:
        problem = part.intact(path)
        if problem:
            raise UserError(f"{problem}; mend the run with: simcore resume {path}")
    return run
