"""The whole `run` command: all cores against one, against plain Python, and the parent's memory."""

import subprocess
import sys
import tempfile
import time

from benchmarks.peers import plain_python, tuned_python

_CODE = """
import resource, sys, time, simcore
started = time.perf_counter()
simcore.run("tictactoe", games=int(sys.argv[1]), seed=1, lineup="mirror:uniform", jobs=int(sys.argv[2]), out=sys.argv[3])
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _run(games: int, jobs: int) -> tuple[float, float]:
    """Seconds and megabytes of the parent, start-up included, compilation not."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _CODE, str(games), str(jobs), f"{folder}/run"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, kilobytes = done.stdout.split()
    return float(seconds), float(kilobytes) / 1000


def table(games: int = 10_000_000) -> str:
    from simcore.workers import cores

    _run(1000, 1)  # compiles, if nothing has
    python, tuned = plain_python().rate, tuned_python().rate
    one, _ = _run(games // 4, 1)
    all_cores, peak = _run(games, cores())
    _, small = _run(10_000, cores())
    rate_one, rate_all = games / 4 / one, games / all_cores
    return "\n".join(
        [
            f"simcore run, uniform tic-tac-toe, Parquet written, {games:,} games",
            f"one worker             {rate_one:>12,.0f} games/s",
            f"{cores()} workers              {rate_all:>12,.0f} games/s   {rate_all / rate_one:.2f}x one worker",
            f"plain Python, one core {python:>12,.0f} games/s   simcore run is {rate_all / python:.0f}x as fast",
            f"hand-tuned, one core   {tuned:>12,.0f} games/s   simcore run is {rate_all / tuned:.1f}x as fast",
            f"memory of the parent   {small:>9,.0f} MB at 10,000 games, {peak:,.0f} MB at {games:,}",
        ]
    )


def startup() -> str:
    """Wall time of `simcore --help`, and of a cached game until it has played."""

    def wall(*words: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], capture_output=True, check=True)
        return time.perf_counter() - started

    ready = "from simcore.table import Table; t = Table('tictactoe'); t.play(t.codes()[0])"
    wall("-c", ready)
    help_time = min(wall("-m", "simcore", "--help") for _ in range(3))
    game_time = min(wall("-c", ready) for _ in range(3))
    return f"start-up: simcore --help {help_time:.2f} s, a cached game ready to play {game_time:.2f} s"
