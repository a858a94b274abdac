"""Plays a plan into a run folder: new, resumed or mended; with progress, and nothing lost whatever goes wrong."""

import os
import shlex
import time
from pathlib import Path
from typing import Any

from simcore import store
from simcore.engine import engine
from simcore.errors import UserError
from simcore.plan import Plan
from simcore.store import Part, Run
from simcore.workers import PlayedPart, Tally, check_workers, cores, play, worker_died, workers

_PART_SECONDS = 2.0  # how long one part should take a worker: short enough for progress and Ctrl-C
_PART_BYTES = 32_000_000
_MANIFEST_SECONDS = 1.0
_WORKER_DEATHS = 3  # restarts after killed workers before giving up


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
    check_workers(jobs, backend, scheduler)
    if chunk is not None and chunk < 1:
        raise UserError(f"--chunk {chunk}: must be 1 or more")
    seconds = warm(plan, reporter)
    with store.locked(out):
        _refuse_used(out)
        chunk = _whole_blocks(chunk, plan) if chunk else _chunk_for(plan, seconds, jobs)
        manifest = store.new_manifest(plan, chunk, command)
        store.write_manifest(out, manifest)
        return _Batch(plan, out, manifest, reporter).play(backend, jobs, scheduler)


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
    check_workers(jobs, backend, scheduler)
    store.read_manifest(out)  # refuses a folder that is no run before a lock is made in it
    with store.locked(out):
        manifest = store.read_manifest(out)
        plan = store.plan_of(manifest)
        if plan.code_hash() != manifest["code_hash"]:
            raise UserError(
                f"{out}: the rules or strategies changed since this run began, so its rows would not fit together;"
                f" start it anew with: {manifest['command'] or 'simcore run'}"
            )
        problems = {part["number"]: Part(**part).intact(out) for part in manifest["parts"]}
        for problem in filter(None, problems.values()):
            reporter.note(f"{problem}; playing it again")
        manifest["parts"] = [part for part in manifest["parts"] if not problems[part["number"]]]
        warm(plan, reporter)
        return _Batch(plan, out, manifest, reporter).play(backend, jobs, scheduler)


def warm(plan: Plan, reporter: Reporter) -> float:
    """Compile here, once, before workers start; returns the seconds that one game takes."""
    game = engine(plan.scenario.game)
    missing = [] if game.is_compiled(checked=plan.check) else ["rules"]
    new = sum(not game.is_chooser_compiled(strategy) for strategy, _ in plan.strategies())
    missing += [f"{new} {'strategy' if new == 1 else 'strategies'}"] if new else []
    if missing:
        reporter.compiling(f"{plan.scenario.game}: {' and '.join(missing)}")
    play(plan, 0, 1)  # compiles, or loads what is compiled
    sample = plan.rotations
    while True:  # enough games that the clock can tell
        started = time.perf_counter()
        play(plan, 0, sample)
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


def _refuse_used(out: Path) -> None:
    if (out / store.MANIFEST).exists():
        finished = store.read_manifest(out)["status"] == "finished"
        remedy = "choose another --out" if finished else f"continue it with: simcore resume {out}"
        raise UserError(f"{out}: already holds {'a finished' if finished else 'an unfinished'} run; {remedy}")
    strangers = [each.name for each in out.iterdir() if each.name != store.LOCK]
    if strangers:
        raise UserError(f"{out}: is not empty ({strangers[0]}, ...); choose another --out")


class _Batch:
    """A run in progress: its parts so far, its manifest, its running tally."""

    def __init__(self, plan: Plan, out: Path, manifest: dict[str, Any], reporter: Reporter):
        self.plan, self.out, self.manifest, self.reporter = plan, out, manifest, reporter
        self.chunk = manifest["chunk"]
        self.parts = {part["number"]: part for part in manifest["parts"]}
        self.games = sum(part["games"] for part in manifest["parts"])
        self.tally = Tally()
        self.saved = time.monotonic()

    def play(self, backend: str, jobs: int | None, scheduler: str | None) -> Run:
        """Play what is missing; killed workers are replaced a few times."""
        self.reporter.started(self.out, self.plan, self.games)
        try:
            for deaths in range(_WORKER_DEATHS + 1):
                waiting = [n for n in range(-(-self.plan.games // self.chunk)) if n not in self.parts]
                if not waiting:
                    break
                try:
                    with workers(backend, jobs, scheduler, len(waiting)) as play_all:
                        # absolute: worker processes may have been started in another folder
                        for part, played in play_all(self.plan, self.out.resolve(), waiting, self.chunk):
                            self._take(part, played)
                except worker_died() as error:
                    self._worker_died(error, last=deaths == _WORKER_DEATHS)
            self._save("finished")
        except (KeyboardInterrupt, SystemExit):
            self._save("interrupted")
            raise
        finally:
            self.reporter.stopped()
        return Run(self.out, self.manifest)

    def _take(self, part: Part, played: PlayedPart) -> None:
        self.parts[part.number] = vars(part)
        self.games += part.games
        self.tally.add(played.tally)
        self.reporter.advanced(self.tally, self.games, self.plan.games)
        if played.faulty:
            self._save("faulty")
            raise UserError(_fault_message(self.plan, self.out, played.faulty[0]))
        if time.monotonic() - self.saved > _MANIFEST_SECONDS:
            self._save("running")

    def _worker_died(self, error: BaseException, *, last: bool) -> None:
        self._save("interrupted")
        if last:
            raise UserError(
                f"worker processes keep dying ({type(error).__name__}): killed, or out of memory."
                f" Finished parts are kept; continue with fewer workers: simcore resume {self.out} --jobs 1"
            ) from None
        self.reporter.note("a worker process died; its part is played again")

    def _save(self, status: str) -> None:
        self.manifest.update(status=status, finished=store.now() if status == "finished" else None)
        self.manifest["parts"] = [self.parts[number] for number in sorted(self.parts)]
        store.write_manifest(self.out, self.manifest)
        self.saved = time.monotonic()


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
