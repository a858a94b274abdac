"""The report of a run of a million games with 60 cards: seconds and peak memory of a fresh process."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from synthetic_runs import World

_CODE = """
import resource, sys, time
started = time.perf_counter()
from reports import page
page.write([sys.argv[1]], sys.argv[2])
seconds = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)
print(f"{seconds:.1f} {time.process_time():.1f} {peak:.2f}")
"""


def _million_games(folder: Path, blocks: int = 250_000, cards: int = 60) -> None:
    world = World(players=4, blocks=blocks, strategies=tuple(f"strategy_{i}" for i in range(8)), seed=3)
    random = np.random.default_rng(1)
    shape = (world.games, world.players, cards)
    dealt = (random.random(shape, dtype=np.float32) < 0.1).astype(np.uint8)
    played = (random.random(shape, dtype=np.float32) < 0.2).astype(np.uint8)
    world.cards = {"dealt": dealt, "drawn": dealt + played, "played": played}
    world.randomised = ("dealt",)
    world.strength = 0.05 * (np.arange(world.players) == 0) + 0.05 * played[:, :, 0]
    world.write(folder, parts=40)


def table() -> str:
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, "run")
        # A process of its own: a child would inherit the peak memory of the process that made the rows.
        subprocess.run([sys.executable, __file__, str(run)], check=True)
        command = [sys.executable, "-c", _CODE, str(run), str(Path(folder, "report"))]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, processor, peak = done.stdout.split()[-3:]
    return (
        f"report of 1,000,000 games with 60 cards: {seconds} s ({processor} s of processor time; target 15 s),"
        f" peak {peak} GB (target 1 GB)"
    )


if __name__ == "__main__":
    _million_games(Path(sys.argv[1]))
