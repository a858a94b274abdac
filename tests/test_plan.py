"""Seed blocks, rotations and line-ups."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from simcore import plan, scenario
from simcore.errors import UserError
from simcore.strategy import Player, parse_player


def make(lineup, games=100, seed=1, **options):
    return plan.make(scenario.load("tictactoe"), games=games, seed=seed, lineup=lineup, **options)


def test_games_are_rounded_up_to_whole_blocks():
    batch = make("uniform,perfect", games=7)
    assert (batch.blocks, batch.rotations, batch.games) == (4, 2, 8)


def test_every_rotation_of_a_block_shares_its_number_and_moves_the_seats():
    blocks, rotations, lineups = make("uniform,perfect").numbers(0, 6)
    assert blocks.tolist() == [0, 0, 1, 1, 2, 2]
    assert rotations.tolist() == [0, 1, 0, 1, 0, 1]
    assert lineups.tolist() == [[0, 1], [1, 0]] * 3


def test_a_mirror_is_not_rotated():
    batch = make("mirror:perfect")
    blocks, rotations, lineups = batch.numbers(0, 4)
    assert batch.games == batch.blocks and blocks.tolist() == [0, 1, 2, 3]
    assert not rotations.any() and not lineups.any()


def test_the_field_is_balanced_over_seats_and_opponents():
    batch = make("field", games=6 * 50)
    _, _, lineups = batch.numbers(0, batch.games)
    for seat in range(2):
        assert Counter(lineups[:, seat].tolist()) == {0: 100, 1: 100, 2: 100}
    pairs = Counter(tuple(sorted(pair)) for pair in lineups.tolist())
    assert pairs == dict.fromkeys(combinations(range(3), 2), 100)


def test_numbers_do_not_depend_on_how_they_are_asked_for():
    batch = make("field", games=1000, seed=9)
    whole = batch.numbers(0, 1000)
    pieces = [batch.numbers(first, min(first + 37, 1000)) for first in range(0, 1000, 37)]
    for i in range(3):
        assert np.array_equal(whole[i], np.concatenate([piece[i] for piece in pieces]))


def test_another_seed_meets_in_another_order():
    a, b = make("field", seed=1).numbers(0, 100)[2], make("field", seed=2).numbers(0, 100)[2]
    assert not np.array_equal(a, b)


def test_players_with_settings():
    assert parse_player("perfect(horizon=6)") == Player("perfect", (("horizon", 6.0),))
    batch = make("perfect(horizon=2),perfect(horizon=6)")
    assert [str(player) for player in batch.pool] == ["perfect(horizon=2)", "perfect(horizon=6)"]
    assert [player.values(strategy) for strategy, player in batch.strategies()] == [[2.0], [6.0]]


@pytest.mark.parametrize(
    ("lineup", "expected"),
    [
        ("perfct,uniform", 'no strategy "perfct", did you mean "perfect"?'),
        ("perfect(horizn=3),uniform", 'no parameter "horizn", did you mean "horizon"?'),
        ("perfect(horizon=x),uniform", "not of the form parameter=number"),
        ("perfect(horizon=-NaN),uniform", "not of the form parameter=number"),
        ("perfect(horizon=inf),uniform", "not of the form parameter=number"),
        ("perfect(horizon=2.5),uniform", 'parameter "horizon" of strategy "perfect" is a whole number, not 2.5'),
        ("perfect(3),uniform", "not of the form parameter=number"),
        ("perfect(,uniform", "is not a strategy"),
        ("a b,uniform", "is not a strategy"),
        ("uniform", "for each of the 2 seats, not 1"),
        ("mirror:", "write mirror:NAME"),
        ("field:", "names no strategy"),
    ],
)
def test_wrong_lineups_are_refused(lineup, expected):
    with pytest.raises(UserError) as caught:
        make(lineup)
    assert expected in str(caught.value)


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (-5, 1), (2**40, 1), (10, -1), (10, 2**63)])
def test_games_and_seed_have_limits(games, seed):
    with pytest.raises(UserError, match="must be from"):
        make("field", games=games, seed=seed)
