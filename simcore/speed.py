"""How fast the games play: games and decisions per second on one core, and a digest of what was played."""

import hashlib
import time

import numpy as np

from simcore import catalogue, plan, scenario
from simcore.workers import play

_SIGNATURE_GAMES = 60


def measure(game_name: str, seconds: float = 3.0) -> tuple[float, float]:
    """Games and decisions per second, one core, the field at the largest player count."""
    loaded = scenario.load(game_name, players=max(catalogue.game(game_name).players))
    batch = plan.make(loaded, games=2**31, seed=1, lineup="field")
    play(batch, 0, batch.rotations)  # compiles, or loads what is compiled
    games = decisions = 0
    size = 4 * batch.rotations
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        rows, _ = play(batch, games, games + size)
        games += size
        decisions += int(rows["decisions"].sum())
        if elapsed < seconds / 20:
            size *= 2
    return games / elapsed, decisions / elapsed


def signature(game_name: str) -> str:
    """A digest of the rows of a fixed small run for every player count; it changes only when behaviour does."""
    digest = hashlib.sha256()
    for count in catalogue.game(game_name).players:
        loaded = scenario.load(game_name, players=count)
        batch = plan.make(loaded, games=_SIGNATURE_GAMES, seed=20261118, lineup="field")
        for rows in play(batch, 0, batch.games):
            for name in rows.dtype.names or ():
                digest.update(np.ascontiguousarray(rows[name]).tobytes())
    return digest.hexdigest()[:16]


def table(names: list[str] | None, seconds: float) -> str:
    lines = [f"{'game':<12} {'games/s':>12} {'decisions/s':>14}  signature"]
    for name in names or catalogue.game_names():
        games, decisions = measure(catalogue.check_game_name(name), seconds)
        lines.append(f"{name:<12} {games:>12,.0f} {decisions:>14,.0f}  {signature(name)}")
    return "\n".join(lines)
