"""Shared by all tests: one compile cache per session for games, and small helpers."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simcore import catalogue, plan, scenario, workers
from simcore.engine import engine
from simcore.errors import UserError
from simcore.game import FIRST_REASON

ROOT = Path(__file__).parent.parent


def each_game(function):
    """Run a test for every game of the catalogue; all tests of one game share a worker and its compiled code."""
    games = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in catalogue.game_names()]
    return pytest.mark.parametrize("game_name", games)(function)


def each_variant(function):
    """Run a test for every scenario of every game."""
    scenarios = [
        pytest.param(game, name, id=f"{game}/{name}", marks=pytest.mark.xdist_group(game))
        for game in catalogue.game_names()
        for name in catalogue.scenario_names(game)
    ]
    return pytest.mark.parametrize(("game_name", "variant"), scenarios)(function)


def play(game_name, lineup="field", *, games=20, seed=1, players=None, variant=None, check=True, settings=()):
    """Rows of a small batch in this process."""
    name = f"{game_name}/{variant}" if variant else game_name
    loaded = scenario.load(name, players=players, settings=settings)
    batch = plan.make(loaded, games=games, seed=seed, lineup=lineup, check=check)
    return workers.play(batch, 0, batch.games)


def by_strategy(game_name, lineup="field", *, games, players=None, seed=1, check=True):
    """Games of a small batch in this process, and its seat rows by the strategy that played them."""
    batch = plan.make(scenario.load(game_name, players=players), games=games, seed=seed, lineup=lineup, check=check)
    rows, seats = workers.play(batch, 0, batch.games)
    _, _, lineups = batch.numbers(0, batch.games)
    return rows, {strategy.name: seats[lineups.ravel() == i] for i, (strategy, _) in enumerate(batch.strategies())}


def sound(games):
    """Whether every game came to an end of its own rules: no invariant broken, no illegal action, no dead end."""
    return bool((games["reason"] >= FIRST_REASON).all())


def player_counts(game_name, variant):
    """The numbers of players that a variant is for."""
    game = catalogue.game(game_name)

    def fits(players):
        try:
            engine(game_name).tables(scenario.load(f"{game_name}/{variant}", players=players).values, players)
        except UserError:
            return False
        return True

    return [players for players in game.players if variant == "base" or fits(players)]


def same(rows, others):
    """Whether two batches of rows are identical, field by field."""
    return all(np.array_equal(rows[name], others[name]) for name in rows.dtype.names)


def run_python(code, *arguments, **environment):
    """Run code in a fresh interpreter; returns the finished process."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        cwd=ROOT,
        timeout=1800,
    )


def simcore_command(*words, cwd=None, **environment):
    """Run the command line in a fresh process."""
    return subprocess.run(
        [sys.executable, "-m", "simcore", *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100", **environment},
        cwd=cwd or ROOT,
        timeout=300,
    )
