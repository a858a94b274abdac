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


def tables(wins):
    """Win rates of two players as tables by the number of own seats."""
    return np.stack([wins, np.full_like(wins, 0.5)], axis=2)


ROCK_PAPER_SCISSORS = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])


def test_rock_paper_scissors_is_played_evenly():
    assert equilibrium.nash(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert equilibrium.alpha_rank(tables(ROCK_PAPER_SCISSORS)) == pytest.approx([1 / 3] * 3, abs=1e-6)


def test_a_known_uneven_equilibrium():
    """Rock wins twice as much: antisymmetric payoffs 1, 1, 2 give the mix 1/4, 1/4, 1/2 up to order."""
    advantage = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]) / 10
    assert equilibrium.nash(0.5 + advantage / 2) == pytest.approx([0.25, 0.5, 0.25], abs=1e-6)


def test_a_dominant_strategy_takes_everything():
    wins = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    assert equilibrium.nash(wins) == pytest.approx([1, 0, 0])
    assert equilibrium.alpha_rank(tables(wins))[0] > 0.99
    three_seats = np.full((2, 2, 3), 1 / 3)
    three_seats[0, 1, :2], three_seats[1, 0, :2] = [0.5, 0.4], [0.2, 0.25]
    assert equilibrium.alpha_rank(three_seats)[0] > 0.99


def test_equal_strategies_share_evenly():
    assert equilibrium.alpha_rank(np.full((4, 4, 4), 0.25)) == pytest.approx([0.25] * 4)


def test_a_newcomer_takes_over_as_often_as_the_walk_of_a_mixed_population_says():
    """Solved exactly as a walk between none and all newcomers, with every table of three drawn by hand."""
    new, old = np.array([0.345, 0.330, 1 / 3]), np.array([0.340, 0.3275, 1 / 3])  # each does better where it is rare
    size, intensity = equilibrium._POPULATION, equilibrium._RANKING_INTENSITY
    walk = np.zeros((size + 1, size + 1))
    walk[0, 0] = walk[size, size] = 1
    for count in range(1, size):
        fit = []
        for rates, mine in ((new, count - 1), (old, size - count - 1)):
            chance = mine / (size - 1)
            both = chance * (mine - 1) / (size - 2)
            none = (1 - chance) * (size - 2 - mine) / (size - 2)
            fit.append(none * rates[0] + (1 - none - both) * rates[1] + both * rates[2])
        up = 1 / (1 + np.exp(-intensity * (fit[0] - fit[1])))  # Fermi: who copies whom
        walk[count, count + 1], walk[count, count - 1] = up, 1 - up
    inner = walk[1:size, 1:size]
    reached = np.linalg.solve(np.eye(size - 1) - inner, walk[1:size, size])
    assert equilibrium._fixation(new, old) == pytest.approx(reached[0], rel=1e-6)


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
    assert "1 of 3 strategies is viable: the equilibrium plays perfect 100 %" in result.verdict
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
    """Planted: a is stronger than b and c wherever they meet; b beats c where it is alone, and loses as the crowd."""
    edges = {("a", "b", 1): 0.10, ("a", "b", 2): 0.10, ("a", "c", 1): 0.2, ("a", "c", 2): 0.2}
    edges |= {("b", "c", 1): 0.15, ("b", "c", 2): -0.15}  # by the seats of the first: one b wins, two b lose
    cells, runs = [], {}
    for (row, column, seats), edge in edges.items():
        world = World(3, 1500, strategies=(row, column, column), seed=len(runs))
        own = (world.lineups < seats).astype(int)
        world.strength = np.where(own, edge, 0.0)
        world.strategies, world.lineups = (row, column), 1 - own
        name = f"{seats} {row} - {3 - seats} {column}"
        runs[name] = world.write(tmp_path / name)
        plan = SimpleNamespace(players=3, seed=0, scenario=SimpleNamespace(name="synthetic"))
        cells.append(SimpleNamespace(name=name, at={"row": row, "column": column, "seats": seats}, plan=plan))
    runs["field"] = World(3, 500, strategies=("a", "b", "c")).write(tmp_path / "field")
    study = SimpleNamespace(cells=cells, runs=runs, path=tmp_path, command="", kind="matrix")
    result = Metagame(study, "", ["a", "b", "c"])
    alone = result.table.filter((pl.col("row") == "b") & (pl.col("column") == "c") & (pl.col("seats") == 1))
    assert alone["low"][0] < (1 / 3 + 0.15) / 1.15 < alone["high"][0]
    assert result.equilibrium["strategy"][0] == "a" and result.equilibrium["share"][0] > 0.9
    assert set(result.dominated) == {"b", "c"} and "evolving population (alpha-rank)" in result.verdict
    assert set(zip(result.crowds["row"], result.crowds["column"], strict=True)) == {("b", "c"), ("c", "b")}
    assert "strength depends on the crowd: " in result.verdict
    row, back = (result.matchups.filter((pl.col("row") == a) & (pl.col("column") == b)) for a, b in ("ab", "ba"))
    assert row["mean"][0] + back["mean"][0] == pytest.approx(1) and row["low"][0] > 0.5
    assert "fair is 50 %" in result.text() and "at tables of 1:2 and 2:1 seats" in result.text()
