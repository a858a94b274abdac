"""Causal card impact: planted effects are found, cards that do nothing are exactly zero."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from synthetic_runs import World

import simcore
from reports.experiments.ablation import OWNER, Ablation, _reading, widest
from simcore import catalogue
from simcore.errors import UserError

pytestmark = pytest.mark.xdist_group("experiments")

NAMES = ("Market", "Tower", "Decoy", "Idle")
PLAYERS, BLOCKS = 3, 6000


def world(without=None):
    """Who has the Market wins more often because of it; the Decoy goes to winners only; the Tower hurts strategy a."""
    made = World(PLAYERS, BLOCKS, strategies=("a", "b", "c"), seed=7, names=NAMES)
    random = np.random.default_rng(8)
    have = random.random((made.games, PLAYERS, len(NAMES))) < 0.5
    barred_seat = (-np.arange(made.games) % PLAYERS)[:, None] == np.arange(PLAYERS)
    if without is not None:
        have[:, :, without] &= ~barred_seat
    effect = 0.12 * have[:, :, 0] - 0.15 * (have[:, :, 1] & (made.lineups == 0))
    made.strength = effect
    luck = np.random.default_rng(9).random((made.games, PLAYERS))
    made.cards = {"played": np.where(have, 1, 0)}
    made.cards["played"][:, :, 2] = (luck + 3 * effect) > 0.7
    return made


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ablation")
    pool = ("a", "b", "c")
    plan = SimpleNamespace(
        players=PLAYERS, rotations=PLAYERS, seed=7, pool=pool, scenario=SimpleNamespace(name="synthetic")
    )
    cells = [SimpleNamespace(name="nothing barred", at={}, plan=plan)]
    runs = {"nothing barred": world().write(folder / "base")}
    for i, key in enumerate(["k0", "k1", "k2", "k3"]):
        name = f"without {key}"
        cells.append(SimpleNamespace(name=name, at={"card": key}, plan=plan))
        runs[name] = world(i if key != "k2" else None).write(folder / key)
    request = {"barred_players": "one"}
    return SimpleNamespace(cells=cells, runs=runs, path=folder, command="", kind="ablate", request=request)


def chance_to_win(made):
    """Of the player who is barred, in truth."""
    chance = np.clip(1 / PLAYERS + made.strength, 1e-9, None)
    chance /= chance.sum(axis=1, keepdims=True)
    return chance[np.arange(made.games), -np.arange(made.games) % PLAYERS].mean()


def row(result, card):
    return result.table.filter(pl.col("card") == card).row(0, named=True)


def test_a_planted_impact_is_found_with_its_size(study):
    market = row(Ablation(study, ""), "Market")
    assert market["stands_out"] and market["reading"].startswith("strong")
    assert market["owner_low"] < chance_to_win(world(0)) - chance_to_win(world()) < market["owner_high"]


def test_a_card_that_does_nothing_is_exactly_zero_whatever_its_association(study):
    decoy = row(Ablation(study, ""), "Decoy")
    assert decoy["owner"] == 0 and decoy["rounds"] == 0 and not decoy["stands_out"]
    assert decoy["association_low"] > 0 and decoy["reading"] == "never matters: no game changes"
    assert row(Ablation(study, ""), "Idle")["owner"] == 0


def test_a_trap_names_its_victim(study):
    assert row(Ablation(study, ""), "Tower")["reading"].endswith("a trap for a")


@pytest.mark.parametrize(
    "association, used, reading",
    [
        ((-0.16, -0.12), 0.8, "goes with losing, does not cause it"),
        ((0.01, 0.05), 0.8, "goes with winning, does not cause it"),
        ((-0.01, 0.01), 0.8, "popular, not strong"),
        ((-0.01, 0.01), 0.12, "no impact shown"),
    ],
)
def test_a_card_without_impact_is_read_by_its_association_and_use(association, used, reading):
    low, high = association
    known = {"per_use": 0.0, "per_use_low": -0.01, "per_use_high": 0.01, OWNER: 0.0}
    card = {
        "differing": 9,
        "used": used,
        "stands_out": False,
        "association_low": low,
        "association_high": high,
        **known,
    }
    assert _reading(card, OWNER, traps=[]) == reading


def test_the_answer_in_words_and_pictures(study):
    result = Ablation(study, "")
    assert "of 4 cards are shown to change the barred player's win rate (Benjamini-Hochberg at 5 %)" in result.verdict
    assert "no game changes without" in result.verdict and "Decoy" in result.verdict
    assert result.plot().axes and "causation, for these strategies only" in result.text()
    assert 0 < widest(study) < 0.05


def test_games_without_cards_say_so(tmp_path):
    with pytest.raises(UserError, match="tictactoe counts no cards"):
        simcore.ablate("tictactoe", out=tmp_path / "s", games=10)


@pytest.mark.verify
@pytest.mark.parametrize("game_name", catalogue.game_names())
def test_every_game_that_plays_cards_can_be_ablated(tmp_path, game_name):
    game = catalogue.game(game_name)
    if game.plays_card is None:
        pytest.skip("has no cards to bar")
    keys = list(game.cards[0].keys[:2])
    result = simcore.ablate(game_name, keys, games=40, seed=1, jobs=1, out=tmp_path / "s")
    assert result.table["key"].sort().to_list() == sorted(keys) and result.plot().axes
    everyone = simcore.ablate(game_name, keys, barred_players="all", games=40, seed=1, jobs=1, out=tmp_path / "t")
    assert "owner" not in everyone.table.columns
    forced = ("adellos", "mythotopia")  # their players may have nothing else to choose
    assert game_name in forced or max(everyone.left.values()) == 0
