"""Random streams, decks, the compile cache and the playout loop."""

import itertools
import shutil
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, play, run_python
from scipy import stats

from simcore.engine import engine
from simcore.game import new_record, record_dtype, state_dtype
from simcore.kernels import deck, rng

pytestmark = pytest.mark.xdist_group("tictactoe")

STATE = state_dtype([("cards", "u1", (52,))], seats=4, streams=3)


def fresh_state(seed=1, block=0, rotation=0):
    s = new_record(STATE)
    rng.open_streams(s, np.uint64(rng.deal_key(seed, block)), rotation)
    return s


def draws(s, stream, n, count):
    return np.array([rng.below(s, stream, n) for _ in range(count)])


# --- random streams -----------------------------------------------------------------------------


def test_splitmix64_gives_the_published_numbers():
    """Reference outputs for seed 1234567, as published with the algorithm."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    state = np.uint64(1234567)
    found = []
    for _ in expected:
        state = np.uint64(rng._step(state))
        found.append(int(rng._mix(state)))
    assert found == expected


@pytest.mark.parametrize("n", [2, 3, 7, 52, 1000])
def test_draws_are_uniform(n):
    counts = np.bincount(draws(fresh_state(seed=n), 0, n, 40 * n), minlength=n)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_streams_of_another_purpose_block_seed_or_seat_are_independent():
    """Pairs of streams that differ in one respect: joint counts look like a product of uniforms."""
    base = fresh_state()
    first = draws(base, 0, 8, 4000)
    others = {
        "purpose": draws(fresh_state(), 1, 8, 4000),
        "block": draws(fresh_state(block=1), 0, 8, 4000),
        "seed": draws(fresh_state(seed=2), 0, 8, 4000),
        "seat": np.array([rng.choose(base, 0, 8) for _ in range(4000)]),
    }
    for name, other in others.items():
        table = np.histogram2d(first, other, bins=8, range=((-0.5, 7.5), (-0.5, 7.5)))[0]
        assert stats.chi2_contingency(table).pvalue > 1e-4, name


def test_first_draws_of_successive_blocks_are_uniform():
    """The mistake of many simulators: neighbouring seeds that start alike."""
    firsts = [rng.below(fresh_state(block=block), 0, 10) for block in range(5000)]
    assert stats.chisquare(np.bincount(firsts, minlength=10)).pvalue > 1e-4


def test_only_the_seats_own_streams_depend_on_the_rotation():
    a, b = fresh_state(rotation=0), fresh_state(rotation=1)
    assert np.array_equal(a.streams, b.streams)
    assert not (a.choices == b.choices).any()


def test_drawing_from_one_stream_moves_no_other():
    a, b = fresh_state(), fresh_state()
    draws(a, 0, 6, 100)
    for _ in range(50):
        rng.choose(a, 2, 6)
    assert np.array_equal(draws(a, 1, 6, 50), draws(b, 1, 6, 50))


def test_pinned_draws_come_first():
    s = fresh_state()
    s.pins[:3] = [4, 0, 2]
    s.pinned = 3
    assert draws(s, 0, 6, 3).tolist() == [4, 0, 2]
    assert np.array_equal(draws(s, 0, 6, 20), draws(fresh_state(), 0, 6, 20))


def test_every_order_of_a_small_deck_is_equally_likely():
    orders = dict.fromkeys(itertools.permutations(range(4)), 0)
    s = fresh_state(seed=3)
    for _ in range(4800):
        s.cards[:4] = range(4)
        deck.shuffle(s, 0, s.cards, 0, 4)
        orders[tuple(s.cards[:4].tolist())] += 1
    assert stats.chisquare(list(orders.values())).pvalue > 1e-4


def test_deck_helpers():
    cards = np.array([5, 6, 7, 8, 0], np.uint8)
    assert deck.index_of(cards, 4, 7) == 2
    assert deck.index_of(cards, 4, 0) == -1
    assert deck.remove_at(cards, 4, 1) == 6
    assert cards[:3].tolist() == [5, 7, 8]


def test_interpreted_streams_equal_compiled_ones_without_warnings():
    code = """
import sys; sys.path.insert(0, "tests")
from test_kernels import draws, fresh_state
print(draws(fresh_state(seed=2**63 - 1, block=10**6), 2, 1000, 30).tolist())
"""
    done = run_python(code, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error::RuntimeWarning")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(draws(fresh_state(seed=2**63 - 1, block=10**6), 2, 1000, 30).tolist())


def test_field_names_that_records_would_hide_are_refused():
    with pytest.raises(ValueError, match="round"):
        record_dtype([("round", "i4")])


# --- the compile cache --------------------------------------------------------------------------


def test_editing_a_called_helper_changes_the_result(tmp_path):
    """Numba alone would go on using the old code: the cached function stands in another file."""
    for package in ("simcore", "strategies", "scenarios", "reports"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    code = """
import sys; sys.path.insert(0, sys.argv[1])
import simcore; assert simcore.__file__.startswith(sys.argv[1]), simcore.__file__
from simcore.table import Table
table = Table("tictactoe")
for action in ("mark 1,1", "mark 2,1", "mark 1,2", "mark 2,2", "mark 1,3"):
    table.play(action)
print(table.over)
"""
    environment = {"SIMCORE_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    assert run_python(code, tmp_path, **environment).stdout.strip() == "True"
    helper = tmp_path / "simcore" / "games" / "tictactoe" / "lines.py"
    rules = tmp_path / "simcore" / "games" / "tictactoe" / "rules.py"
    text = rules.read_text("utf-8")
    moved = text.index("@rule\ndef has_line"), text.index("@rule\ndef end")
    helper.write_text("from simcore.kernels.jit import rule\n\n\n" + text[slice(*moved)], "utf-8")
    text = text[: moved[0]] + text[moved[1] :]
    rules.write_text("from simcore.games.tictactoe.lines import has_line\n" + text, "utf-8")
    assert run_python(code, tmp_path, **environment).stdout.strip() == "True"
    helper.write_text(helper.read_text("utf-8").replace("return found", "return False"), "utf-8")
    assert run_python(code, tmp_path, **environment).stdout.strip() == "False"


def test_settings_of_the_compiler_are_part_of_the_cache_key(monkeypatch):
    from simcore.kernels import jit

    files = [Path(jit.__file__)]
    before = jit.source_hash(files)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert jit.source_hash(files) != before


# --- the playout loop ---------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(200_000, 2026), pytest.param(10_000_000, 2027, marks=pytest.mark.verify)])
def test_calibration_against_exact_enumeration(count, seed):
    """Uniform tic-tac-toe: every outcome within four standard errors of the exact probability."""
    games, _ = play("tictactoe", "mirror:uniform", games=count, seed=seed, check=False)
    exact = exact_probabilities()
    assert exact == pytest.approx((0.584920634920635, 0.288095238095238, 0.126984126984127))
    found = [(games["winner"] == 0).mean(), (games["winner"] == 1).mean(), (games["winners"] == 2).mean()]
    for expected, rate in zip(exact, found, strict=True):
        assert abs(rate - expected) < 4 * (expected * (1 - expected) / count) ** 0.5


def exact_probabilities():
    """First wins, second wins, draw under uniform play, by full enumeration."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def value(board, player):
        if any(all(board[cell] == 3 - player for cell in line) for line in lines):
            return np.array([player == 2, player == 1, False], float)
        empty = [cell for cell in range(9) if not board[cell]]
        if not empty:
            return np.array([0.0, 0.0, 1.0])
        total = np.zeros(3)
        for cell in empty:
            key = (*board[:cell], player, *board[cell + 1 :])
            if key not in known:
                known[key] = value(key, 3 - player)
            total += known[key]
        return total / len(empty)

    known = {}
    return tuple(value((0,) * 9, 1))


def test_perfect_players_always_draw():
    games, _ = play("tictactoe", "mirror:perfect", games=2000, seed=5)
    assert (games["winners"] == 2).all()


def test_perfect_never_loses():
    for opponent in ("uniform", "win_or_block"):
        _, seats = play("tictactoe", f"perfect,{opponent}", games=2000, seed=6)
        wins = seats["win"].reshape(-1, 2)
        mine = np.where(np.arange(len(wins)) % 2 == 0, wins[:, 0], wins[:, 1])
        assert (mine > 0).all()


def test_a_decision_cap_is_a_row_with_its_reason(monkeypatch):
    game = engine("tictactoe").game
    monkeypatch.setitem(vars(game), "decision_cap", 3)
    games, seats = play("tictactoe", "mirror:uniform", games=10)
    assert set(games["reason"]) == {game.reasons.index("decision_cap")}
    assert (games["decisions"] == 3).all() and (games["winners"] == 0).all() and (seats["win"] == 0).all()


def test_a_checked_game_stops_at_the_action_that_breaks_an_invariant():
    """With an invariant that no third mark can keep; interpreted, so that the compile cache stays as it was."""
    code = """
import dataclasses
from simcore import catalogue, engine
honest = catalogue.game("tictactoe")
strict = dataclasses.replace(honest, step_invariants=lambda before, s, t, action: 5 if before.turns == 3 else 0)
engine.catalogue.game = lambda name: strict
from simcore import plan, rerun, scenario
import sys; sys.path.insert(0, "tests")
from conftest import play
games, _ = play("tictactoe", "mirror:uniform", games=4)
print(*(strict.reasons[reason] for reason in games["reason"]), *games["decisions"])
batch = plan.make(scenario.load("tictactoe"), games=4, seed=1, lineup="mirror:uniform", check=True)
print(rerun.Replay(batch, 0).play().fault)
"""
    done = run_python(code, NUMBA_DISABLE_JIT="1")
    rows, fault = done.stdout.splitlines()
    assert rows == "broken_invariant " * 4 + "3 3 3 3", done.stderr
    assert fault.startswith("invariant 5 is broken after mark")
