"""Plays a plan: parts to worker processes, rows to the run folder, progress to the screen.

Workers get names and numbers. On this machine they write their part themselves and report a few numbers: a worker
killed in the middle of a long answer would block the pipe for all others. On a cluster they send the part back.
Either way a killed worker loses nothing but its current part, which is played again.
"""

import functools
import os
import shlex
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
from simcore.store import Part, Run

BACKENDS = ("loky", "dask")
_PART_SECONDS = 2.0  # how long one part should take a worker: short enough for progress and Ctrl-C
_PART_BYTES = 32_000_000
_MANIFEST_SECONDS = 1.0
_WORKER_DEATHS = 3  # restarts after killed workers before giving up


@dataclass
class Tally:
    """Running sums over seed blocks: wins per seat."""

    blocks: int = 0
    games: int = 0
    wins: np.ndarray = field(default_factory=lambda: np.zeros(0))
    squares: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of(cls, wins: np.ndarray, rotations: int) -> "Tally":
        """`wins` has one row per game, one column per seat."""
        blocks = wins.reshape(-1, rotations, wins.shape[1]).mean(axis=1)
        return cls(len(blocks), len(wins), blocks.sum(axis=0), (blocks**2).sum(axis=0))

    def add(self, other: "Tally") -> None:
        self.blocks += other.blocks
        self.games += other.games
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
    """Runs in a worker: games number * chunk onward."""
    first = number * chunk
    last = min(first + chunk, plan.games)
    game = engine(plan.scenario.game)
    tables, players = _prepared(plan)
    blocks, rotations, lineups = plan.numbers(first, last)
    games, seats = game.play(
        tables, players, plan.seed, blocks, rotations, lineups, **plan.bars(rotations), check=plan.check
    )
    game_frame, seat_frame = store.frames(plan, first, games, seats)
    stopped = np.isin(games["reason"], (ILLEGAL_ACTION, BROKEN_INVARIANT)).nonzero()[0]
    wins = seats["win"].astype(np.float64).reshape(last - first, plan.players)
    return PlayedPart(
        number,
        first,
        last - first,
        Tally.of(wins, plan.rotations),
        tuple(int(first + i) for i in stopped[:5]),
        store.to_parquet(game_frame),
        store.to_parquet(seat_frame),
    )


def _play_and_write(parent: int, out: Path, plan: Plan, number: int, chunk: int) -> tuple[Part, PlayedPart]:
    """play_part in a process of its own, which must not outlive a killed parent."""
    _watch(parent)
    played = play_part(plan, number, chunk)
    return played.write(out), replace(played, games=b"", seats=b"")


@functools.cache
def _watch(parent: int) -> None:
    def leave_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=leave_with_parent, daemon=True).start()


_prepared_plan: list = []  # the last plan of this worker with its tables and strategies


def _prepared(plan: Plan) -> tuple[Any, list]:
    if not _prepared_plan or _prepared_plan[0] != plan:
        tables = engine(plan.scenario.game).tables(plan.scenario.values, plan.players)
        _prepared_plan[:] = [plan, tables, plan.strategies()]
    return _prepared_plan[1], _prepared_plan[2]


class Reporter:
    """What a run tells while it goes on; the command line has a visible one."""

    def compiling(self, what: str) -> None: ...

    def started(self, out: Path, plan: Plan, done: int) -> None: ...

    def advanced(self, tally: Tally, done: int, total: int) -> None: ...

    def note(self, text: str) -> None: ...

    def stopped(self) -> None: ...


def run(
    plan: Plan,
    out: Path,
    *,
    jobs: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
    reporter: Reporter | None = None,
    command: str = "",
) -> Run:
    """Play a plan into a new folder."""
    reporter = reporter or Reporter()
    check_jobs(jobs, backend, scheduler)
    if chunk is not None and chunk < 1:
        raise UserError(f"--chunk {chunk}: must be 1 or more")
    seconds = warm(plan, reporter)
    with store.locked(out):
        _refuse_used(out)
        chunk = _whole_blocks(chunk, plan) if chunk else _chunk_for(plan, seconds, jobs)
        manifest = store.new_manifest(plan, chunk, command)
        store.write_manifest(out, manifest)
        return _play(plan, out, manifest, jobs, backend, scheduler, reporter)


def resume(
    out: Path,
    *,
    jobs: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    reporter: Reporter | None = None,
) -> Run:
    """Continue an interrupted run, and play missing or damaged parts again."""
    reporter = reporter or Reporter()
    check_jobs(jobs, backend, scheduler)
    store.read_manifest(out)  # refuses a folder that is no run before a lock is made in it
    with store.locked(out):
        manifest = store.read_manifest(out)
        plan = store.plan_of(manifest)
        if plan.code_hash() != manifest["code_hash"]:
            raise UserError(
                f"{out}: the rules or strategies changed since this run began, so its rows would not fit together;"
                f" start it anew with: {manifest['command'] or 'simcore run'}"
            )
        whole = []
        for part in manifest["parts"]:
            problem = Part(**part).intact(out)
            if problem:
                reporter.note(f"{problem}; playing it again")
            else:
                whole.append(part)
        manifest["parts"] = whole
        manifest["status"] = "running"
        warm(plan, reporter)
        return _play(plan, out, manifest, jobs, backend, scheduler, reporter)


def check_jobs(jobs: int | None, backend: str, scheduler: str | None) -> None:
    if jobs is not None and jobs < 1:
        raise UserError(f"--jobs {jobs}: must be 1 or more")
    if backend not in BACKENDS:
        raise UserError(f"--backend {backend}: must be one of {', '.join(BACKENDS)}")
    if scheduler and backend != "dask":
        raise UserError("--scheduler goes with --backend dask")


def _refuse_used(out: Path) -> None:
    if (out / store.MANIFEST).exists():
        finished = store.read_manifest(out)["status"] == "finished"
        remedy = "choose another --out" if finished else f"continue it with: simcore resume {out}"
        raise UserError(f"{out}: already holds {'a finished' if finished else 'an unfinished'} run; {remedy}")
    strangers = [each.name for each in out.iterdir() if each.name != ".lock"]
    if strangers:
        raise UserError(f"{out}: is not empty ({strangers[0]}, ...); choose another --out")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def warm(plan: Plan, reporter: Reporter) -> float:
    """Compile here, once, before workers start; returns the seconds that one game takes."""
    game = engine(plan.scenario.game)
    players = plan.strategies()
    missing = [] if game.is_compiled(checked=plan.check) else ["rules"]
    new = sum(not game.is_chooser_compiled(strategy) for strategy, _ in players)
    missing += [f"{new} {'strategy' if new == 1 else 'strategies'}"] if new else []
    if missing:
        reporter.compiling(f"{plan.scenario.game}: {' and '.join(missing)}")
    tables, players = _prepared(plan)
    play = functools.partial(game.play, tables, players, plan.seed, check=plan.check)
    play(*plan.numbers(0, 1))  # compiles, or loads what is compiled
    sample = plan.rotations
    while True:  # enough games that the clock can tell
        started = time.perf_counter()
        play(*plan.numbers(0, sample))
        seconds = time.perf_counter() - started
        if seconds > 0.05 or sample >= plan.games:
            return seconds / sample
        sample = min(4 * sample, plan.games)


def _whole_blocks(chunk: int, plan: Plan) -> int:
    return max(1, round(chunk / plan.rotations)) * plan.rotations


def _chunk_for(plan: Plan, seconds_per_game: float, jobs: int | None) -> int:
    game = engine(plan.scenario.game).game
    row = game.game_row().itemsize + plan.players * game.seat_row().itemsize
    chunk = min(_PART_SECONDS / max(seconds_per_game, 1e-7), _PART_BYTES / row)
    spread = plan.games / (8 * (jobs or cores()))  # every worker gets several parts, or the last one lags behind
    return _whole_blocks(int(max(min(chunk, spread), plan.rotations)), plan)


def _play(
    plan: Plan,
    out: Path,
    manifest: dict[str, Any],
    jobs: int | None,
    backend: str,
    scheduler: str | None,
    reporter: Reporter,
) -> Run:
    chunk = manifest["chunk"]
    parts = {part["number"]: part for part in manifest["parts"]}
    total = -(-plan.games // chunk)
    tally = Tally()
    faulty: tuple[int, ...] = ()
    reporter.started(out, plan, sum(part["games"] for part in parts.values()))
    saved = time.monotonic()

    def save(status: str) -> None:
        manifest.update(status=status, finished=store.now() if status == "finished" else None)
        manifest["parts"] = [parts[number] for number in sorted(parts)]
        store.write_manifest(out, manifest)

    try:
        for deaths in range(_WORKER_DEATHS + 1):
            waiting = [number for number in range(total) if number not in parts]
            if not waiting:
                break
            try:
                with _workers(backend, jobs, scheduler, len(waiting)) as play_all:
                    for part, played in play_all(plan, out, waiting, chunk):
                        parts[played.number] = vars(part)
                        tally.add(played.tally)
                        faulty += played.faulty
                        reporter.advanced(tally, sum(each["games"] for each in parts.values()), plan.games)
                        if faulty:
                            break
                        if time.monotonic() - saved > _MANIFEST_SECONDS:
                            save("running")
                            saved = time.monotonic()
            except _worker_died() as error:
                if deaths == _WORKER_DEATHS:
                    save("interrupted")
                    raise UserError(
                        f"worker processes keep dying ({type(error).__name__}): killed, or out of memory."
                        f" Finished parts are kept; continue with fewer workers: simcore resume {out} --jobs 1"
                    ) from None
                reporter.note("a worker process died; its part is played again")
            if faulty:
                save("faulty")
                raise UserError(_fault_message(plan, out, min(faulty)))
        save("finished")
    except (KeyboardInterrupt, SystemExit):
        save("interrupted")
        raise
    finally:
        reporter.stopped()
    return Run(out, manifest)


def _worker_died() -> tuple[type[BaseException], ...]:
    from joblib.externals.loky.process_executor import BrokenProcessPool

    return (BrokenProcessPool, ConnectionError, EOFError)


@contextmanager
def _workers(backend: str, jobs: int | None, scheduler: str | None, parts: int) -> Iterator[Callable]:
    """A function that plays parts on worker processes and yields them as they are done."""
    import joblib

    warnings.filterwarnings("ignore", message=".*tasks which were still being processed.*")  # on Ctrl-C
    count = min(jobs or cores(), parts)

    def on_loky(plan: Plan, out: Path, numbers: list[int], chunk: int) -> Iterator[tuple[Part, PlayedPart]]:
        if count == 1:
            for number in numbers:
                played = play_part(plan, number, chunk)
                yield played.write(out), played
            return
        parallel = joblib.Parallel(n_jobs=count, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        task = joblib.delayed(_play_and_write)
        yield from parallel(task(os.getpid(), out, plan, number, chunk) for number in numbers)

    if backend == "loky":
        try:
            yield on_loky
        except BaseException:
            # Ctrl-C or an error: do not wait for parts that nobody will use.
            if count > 1:
                from joblib.externals.loky import get_reusable_executor

                get_reusable_executor().shutdown(wait=False, kill_workers=True)
            raise
        return
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UserError("--backend dask needs the extra: pip install 'simcore[dask]'") from None
    import logging

    logging.getLogger("distributed").setLevel(logging.ERROR)
    cluster = None if scheduler else LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None)
    try:
        client = Client(scheduler or cluster, timeout="10s")
    except (OSError, ValueError) as error:
        raise UserError(f"--scheduler {scheduler}: no dask scheduler answers there ({error})") from None

    def on_dask(plan: Plan, out: Path, numbers: list[int], chunk: int) -> Iterator[tuple[Part, PlayedPart]]:
        width = sum(client.nthreads().values()) or count
        with joblib.parallel_config("dask", client=client, wait_for_workers_timeout=30):
            # joblib's dask backend returns lists: hand it a few parts per worker at a time, so memory stays flat.
            for start in range(0, len(numbers), 4 * width):
                some = numbers[start : start + 4 * width]
                task = joblib.delayed(play_part)
                for played in joblib.Parallel(batch_size=1)(task(plan, number, chunk) for number in some):
                    yield played.write(out), played

    try:
        yield on_dask
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def _fault_message(plan: Plan, out: Path, number: int) -> str:
    """Play the faulty game again, step by step, to say what happened."""
    from simcore.rerun import Replay

    replay = Replay(plan, number).play()
    return f"game {number}: {replay.fault}\n  replay it with: simcore replay {shlex.quote(str(out))} {number}"


def default_out(name: str, seed: int) -> Path:
    """A fresh folder under ./runs for a run without --out."""
    stem = name.removesuffix(".toml").replace("/", "-").replace(os.sep, "-").strip("-.")
    for suffix in ("", *(f"-{i}" for i in range(2, 10_000))):
        folder = Path("runs") / f"{stem}-{seed}{suffix}"
        if not folder.exists():
            return folder
    raise UserError("runs/: too many runs of this scenario and seed; name a folder with --out")
