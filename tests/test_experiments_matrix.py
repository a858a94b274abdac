"""Match-ups, ratings, equilibria of known matrices, cycles and dominance."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from synthetic_runs import World

import simcore
from reports.experiments import equilibrium
from reports.experiments.metagame import Metagame
from reports.stats.ratings import ratings
from simcore.errors import UserError

pytestmark = pytest.mark.xdist_group("experiments")

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])


def test_rock_paper_scissors_is_played_evenly():
    assert equilibrium.nash(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert equilibrium.alpha_rank(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-6)


def test_a_known_uneven_equilibrium():
    """Rock wins twice as much: antisymmetric payoffs 1, 1, 2 give the mix 1/4, 1/4, 1/2 up to order."""
    advantage = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]) / 10
    assert equilibrium.nash(0.5 + advantage / 2) == pytest.approx([0.25, 0.5, 0.25], abs=1e-6)


def test_a_dominant_strategy_takes_everything():
    wins = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    assert equilibrium.nash(wins) == pytest.approx([1, 0, 0])
    assert equilibrium.alpha_rank(wins)[0] > 0.99
    three_seats = np.array([[1 / 3, 0.5], [0.2, 1 / 3]])
    assert equilibrium.alpha_rank(three_seats)[0] > 0.99


def test_equal_strategies_share_evenly():
    assert equilibrium.alpha_rank(np.full((4, 4), 0.25)) == pytest.approx([0.25] * 4)


def test_cycles_and_dominance():
    wins = np.full((4, 4), 0.5)
    wins[:3, :3] = ROCK_PAPER_SCISSORS
    wins[3, :3], wins[:3, 3] = 0.1, 0.9
    assert equilibrium.cycles(wins - 0.05 > 0.5) == [(0, 2, 1)]
    assert set(equilibrium.dominated(wins, wins - 0.05, wins + 0.05)) == {3}


def test_ratings_recover_known_strengths():
    """Planted ratings of 0, 100, 200 and 400 points."""
    truth = np.array([0, 100, 200, 400.0])
    chance = 1 / (1 + 10 ** ((truth[None] - truth[:, None]) / 400))
    random = np.random.default_rng(1)
    ahead = np.zeros((50, 4, 4))
    for a in range(4):
        for b in range(a + 1, 4):
            wins = random.binomial(200, chance[a, b], 50)
            ahead[:, a, b], ahead[:, b, a] = wins, 200 - wins
    found = ratings(ahead)
    assert found.mean == pytest.approx(truth - truth.mean(), abs=12)
    assert ((found.low < truth - truth.mean()) & (truth - truth.mean() < found.high)).sum() >= 3


def test_the_round_robin_of_tictactoe(tmp_path):
    result = simcore.matrix("tictactoe", games=400, seed=1, jobs=1, out=tmp_path / "m")
    assert result.table.shape[0] == 6 and result.viable == ["perfect"]
    assert set(result.dominated) == {"uniform", "win_or_block"} and result.cycles == []
    assert "1 of 3 strategies is viable: the equilibrium plays perfect 100%" in result.verdict
    pair = result.table.filter((pl.col("row") == "perfect") & (pl.col("column") == "uniform")).row(0, named=True)
    back = result.table.filter((pl.col("row") == "uniform") & (pl.col("column") == "perfect")).row(0, named=True)
    assert pair["mean"] + back["mean"] == pytest.approx(1) and pair["low"] < pair["mean"] < pair["high"]
    assert result.ratings["strategy"].to_list() == ["perfect", "win_or_block", "uniform"]
    assert result.plot().axes and (tmp_path / "m" / "figures" / "mix.png").exists()
    again = simcore.matrix("tictactoe", games=400, seed=1, jobs=1, out=tmp_path / "m")
    assert again.table.equals(result.table)


def test_precision_instead_of_games(tmp_path):
    result = simcore.matrix(
        "tictactoe", until="6pp", seed=1, jobs=1, out=tmp_path / "m", lineup="field:perfect,win_or_block"
    )
    assert ((result.table["high"] - result.table["low"]) / 2 <= 0.06).all()


def test_one_strategy_is_no_matrix(tmp_path):
    with pytest.raises(UserError, match="needs two strategies"):
        simcore.matrix("tictactoe", lineup="mirror:uniform", out=tmp_path / "m")


def test_more_than_two_players(tmp_path):
    """Planted: a invades b and c, b invades c."""
    strength = {"a": 2, "b": 1, "c": 0}
    cells, runs = [], {}
    for row, column in [(x, y) for x in "abc" for y in "abc" if x != y]:
        world = World(3, 1500, strategies=(row, column, column), seed=len(runs))
        edge = 0.06 * (strength[row] - strength[column])
        world.strength = np.where(world.lineups == 0, edge, 0.0)
        world.strategies = (row, column)
        world.lineups = np.minimum(world.lineups, 1)
        name = f"{row} - {column}"
        runs[name] = world.write(tmp_path / name)
        plan = SimpleNamespace(players=3, seed=0, scenario=SimpleNamespace(name="synthetic"))
        cells.append(SimpleNamespace(name=name, at={"row": row, "column": column}, plan=plan))
    runs["field"] = World(3, 500, strategies=("a", "b", "c")).write(tmp_path / "field")
    study = SimpleNamespace(cells=cells, runs=runs, path=tmp_path, command="", kind="matrix")
    result = Metagame(study, "", ["a", "b", "c"])
    assert result.equilibrium["strategy"][0] == "a" and result.equilibrium["share"][0] > 0.9
    assert set(result.dominated) == {"b", "c"} and "evolving population (alpha-rank)" in result.verdict
    assert "fair is 33.3%" in result.text()
