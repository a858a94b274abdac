"""Playing the parts of a plan: in this process, on worker processes of this machine, or on a dask cluster.

Workers get names and numbers. On this machine they write their part themselves and answer with a few numbers: a
worker killed in the middle of a long answer would block the pipe for all others. On a cluster, where nothing says that
disks are shared, they send the part back. Either way a killed worker loses nothing but its current part.
"""

import functools
import logging
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from simcore import store
from simcore.engine import engine
from simcore.errors import UserError
from simcore.game import BROKEN_INVARIANT, ILLEGAL_ACTION
from simcore.plan import Plan
from simcore.store import Part

BACKENDS = ("loky", "dask")


@dataclass
class Tally:
    """Running sums over seed blocks: wins per seat."""

    blocks: int = 0
    wins: np.ndarray = field(default_factory=lambda: np.zeros(0))
    squares: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of(cls, wins: np.ndarray, rotations: int) -> "Tally":
        """`wins` has one row per game, one column per seat."""
        blocks = wins.reshape(-1, rotations, wins.shape[1]).mean(axis=1)
        return cls(len(blocks), blocks.sum(axis=0), (blocks**2).sum(axis=0))

    def add(self, other: "Tally") -> None:
        self.blocks += other.blocks
        self.wins = self.wins + other.wins if len(self.wins) else other.wins
        self.squares = self.squares + other.squares if len(self.squares) else other.squares

    def seat(self, seat: int) -> tuple[float, float]:
        """Win rate of a seat and the half width of its 95 % interval over blocks."""
        mean = float(self.wins[seat]) / self.blocks
        variance = max(float(self.squares[seat]) / self.blocks - mean**2, 0.0)
        return mean, 1.96 * (variance / self.blocks) ** 0.5


@dataclass(frozen=True)
class PlayedPart:
    number: int
    first: int
    count: int
    tally: Tally
    faulty: tuple[int, ...]  # games stopped by an illegal action or a broken invariant
    games: bytes = b""
    seats: bytes = b""

    def write(self, out: Path) -> Part:
        return store.write_part(out, self.number, self.first, self.count, self.games, self.seats)


def play_part(plan: Plan, number: int, chunk: int) -> PlayedPart:
    """The games from number * chunk on, as Parquet."""
    first = number * chunk
    last = min(first + chunk, plan.games)
    games, seats = play(plan, first, last)
    game_frame, seat_frame = store.frames(plan, first, games, seats)
    stopped = np.isin(games["reason"], (ILLEGAL_ACTION, BROKEN_INVARIANT)).nonzero()[0]
    wins = seats["win"].astype(np.float64).reshape(last - first, plan.players)
    in_turn_order = (games["starting_seat"][:, None] + np.arange(plan.players)) % plan.players
    return PlayedPart(
        number,
        first,
        last - first,
        Tally.of(np.take_along_axis(wins, in_turn_order, axis=1), plan.rotations),
        tuple(int(first + i) for i in stopped[:5]),
        store.to_parquet(game_frame),
        store.to_parquet(seat_frame),
    )


def play(plan: Plan, first: int, last: int) -> tuple[np.recarray, np.recarray]:
    """The rows of some games of a plan, played in this process."""
    tables, players = _prepared(plan)
    blocks, rotations, lineups = plan.numbers(first, last)
    bars = plan.bars(rotations)
    return engine(plan.scenario.game).play(
        tables, players, plan.seed, blocks, rotations, lineups, **bars, check=plan.check
    )


_last_plan: list = []  # of this process, with its tables and strategies


def _prepared(plan: Plan) -> tuple[Any, list]:
    if not _last_plan or _last_plan[0] != plan:
        tables = engine(plan.scenario.game).tables(plan.scenario.values, plan.players)
        _last_plan[:] = [plan, tables, plan.strategies()]
    return _last_plan[1], _last_plan[2]


# --- where parts are played ----------------------------------------------------------------------

PlayAll = Callable[[Plan, Path, list[int], int], Iterator[tuple[Part, PlayedPart]]]


def check_workers(jobs: int | None, backend: str, scheduler: str | None) -> None:
    if jobs is not None and jobs < 1:
        raise UserError(f"--jobs {jobs}: must be 1 or more")
    if backend not in BACKENDS:
        raise UserError(f"--backend {backend}: must be one of {', '.join(BACKENDS)}")
    if scheduler and backend != "dask":
        raise UserError("--scheduler goes with --backend dask")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def workers(backend: str, jobs: int | None, scheduler: str | None, parts: int) -> Iterator[PlayAll]:
    """A function that plays parts and yields them as they are done, in any order."""
    count = min(jobs or cores(), parts)
    if backend == "dask":
        with _cluster(scheduler, count) as play_all:
            yield play_all
    elif count == 1:
        yield _here
    else:
        with _processes(count) as play_all:
            yield play_all


def worker_died() -> tuple[type[BaseException], ...]:
    """The exceptions that mean a killed worker."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    return (BrokenProcessPool, ConnectionError, EOFError)


def _here(plan: Plan, out: Path, numbers: list[int], chunk: int) -> Iterator[tuple[Part, PlayedPart]]:
    for number in numbers:
        played = play_part(plan, number, chunk)
        yield played.write(out), played


@contextmanager
def _processes(count: int) -> Iterator[PlayAll]:
    import joblib
    from joblib.externals.loky import get_reusable_executor

    def play_all(plan: Plan, out: Path, numbers: list[int], chunk: int) -> Iterator[tuple[Part, PlayedPart]]:
        parallel = joblib.Parallel(n_jobs=count, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        task = joblib.delayed(_play_and_write)
        yield from parallel(task(os.getpid(), out, plan, number, chunk) for number in numbers)

    try:
        yield play_all
    except BaseException:
        # Ctrl-C or an error: do not wait for parts that nobody will use.
        warnings.filterwarnings("ignore", message=".*tasks which were still being processed.*")
        get_reusable_executor().shutdown(wait=False, kill_workers=True)
        raise


def _play_and_write(parent: int, out: Path, plan: Plan, number: int, chunk: int) -> tuple[Part, PlayedPart]:
    """Runs in a process of its own, which must not outlive a killed parent."""
    _leave_with(parent)
    played = play_part(plan, number, chunk)
    return played.write(out), replace(played, games=b"", seats=b"")


@functools.cache
def _leave_with(parent: int) -> None:
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _cluster(scheduler: str | None, count: int) -> Iterator[PlayAll]:
    """A running dask cluster, or a local one for the time being."""
    import joblib

    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UserError("--backend dask needs the extra: pip install 'simcore[dask]'") from None
    logging.getLogger("distributed").setLevel(logging.ERROR)
    cluster = None if scheduler else LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None)
    try:
        client = Client(scheduler or cluster, timeout="10s")
    except (OSError, ValueError) as error:
        raise UserError(f"--scheduler {scheduler}: no dask scheduler answers there ({error})") from None

    def play_all(plan: Plan, out: Path, numbers: list[int], chunk: int) -> Iterator[tuple[Part, PlayedPart]]:
        some = 4 * (sum(client.nthreads().values()) or count)
        task = joblib.delayed(play_part)
        with joblib.parallel_config("dask", client=client, wait_for_workers_timeout=30):
            # joblib's dask backend returns lists: hand it a few parts per worker at a time, so that memory stays flat.
            for start in range(0, len(numbers), some):
                tasks = (task(plan, number, chunk) for number in numbers[start : start + some])
                for played in joblib.Parallel(batch_size=1)(tasks):
                    yield played.write(out), played

    try:
        yield play_all
    finally:
        client.close()
        if cluster is not None:
            cluster.close()
