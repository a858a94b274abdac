"""Sensitivity: a planted parameter ranks first, conclusions that depend on it are named."""

import polars as pl
import pytest

import simcore
from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.sensitivity import Factor, Place, _one_at_a_time, assumed
from simcore.experiments.setting import Setting

pytestmark = pytest.mark.xdist_group("experiments")

GAMES = [name for name in catalogue.game_names() if name != "tictactoe"]


def test_the_parameter_that_matters_ranks_first_and_breaks_the_conclusion(tmp_path):
    knobs = ["rules.side=3..4", "rules.misere=false,true"]
    words = {"knobs": knobs, "samples": 3, "games": 800, "seed": 1, "jobs": 1}
    result = simcore.sensitivity("tictactoe", out=tmp_path / "s", **words)
    ranked = result.ranking("seat_0_win_rate")
    assert ranked["factor"].to_list() == ["rules.misere", "rules.side"] and ranked["matters"][0]
    assert "DEPENDS: seat 0 wins most often" in result.verdict and "reversed by rules.misere=true" in result.verdict
    assert "survives: perfect is the strongest strategy, in all 5 varied games" in result.verdict
    assert result.table.filter(pl.col("factor") == "all")["cell"].n_unique() == 3
    assert result.plot("tornado-seat_0_win_rate").axes and (tmp_path / "s" / "figures" / "tornado-rounds.png").exists()
    again = simcore.sensitivity("tictactoe", out=tmp_path / "s", **words)
    assert again.table.equals(result.table)


def test_a_game_without_assumed_values_says_so(tmp_path):
    with pytest.raises(UserError, match="marks no value as assumed"):
        simcore.sensitivity("tictactoe", out=tmp_path / "s")


def test_ranges_of_whole_numbers_are_drawn_evenly_and_stay_inside():
    factor = Factor("cards.*.price", (Place("cards.a.price", 1, 3, True), Place("cards.b.price", 0, 1, False)))
    assert factor.levels() == [
        ("low", ["cards.a.price=1", "cards.b.price=0"]),
        ("high", ["cards.a.price=3", "cards.b.price=1"]),
    ]
    drawn = [factor.drawn([part / 300, 0.5])[0] for part in range(300)]
    assert {value: drawn.count(value) for value in sorted(set(drawn))} == {
        "cards.a.price=1": 100, "cards.a.price=2": 100, "cards.a.price=3": 100,
    }  # fmt: skip


def test_a_range_of_a_list_is_about_its_entries_or_their_sum():
    entries = Place("communes.lucca.start", 1, 3, True, (2, 1, 2, 2))
    assert [entries.at(0), entries.at(1)] == ["communes.lucca.start=[1, 1, 1, 1]", "communes.lucca.start=[3, 3, 3, 3]"]
    total = Place("buildings.Bank.cost", 4, 7, True, (0, 1, 3, 2))
    assert [total.at(0), total.at(1)] == ["buildings.Bank.cost=[0, 1, 1, 2]", "buildings.Bank.cost=[0, 1, 4, 2]"]


@pytest.mark.parametrize("game_name", GAMES)
def test_the_assumed_values_of_every_game_can_be_set(game_name):
    loaded = simcore.load_scenario(game_name)
    factors = assumed(loaded)
    assert factors
    for factor in factors:
        for _, settings in factor.levels():
            simcore.load_scenario(game_name, settings=settings)
    for part in (0.0, 0.37, 0.999):
        settings = [each for factor in factors for each in factor.drawn([part] * factor.size)]
        simcore.load_scenario(game_name, settings=settings)


@pytest.mark.parametrize(
    "game_name", [pytest.param(name, marks=() if name == "comuni" else pytest.mark.verify) for name in GAMES]
)
def test_assumed_values_that_no_game_can_be_set_up_with_are_left_out_with_a_reason(game_name):
    loaded = simcore.load_scenario(game_name)
    factors = assumed(loaded)
    cells, impossible = _one_at_a_time(Setting(seed=1), game_name, factors, loaded)
    assert len(cells) >= len(factors) and all(impossible.values())
    assert not {cell.name for cell in cells} & set(impossible)
    if game_name == "comuni":
        assert "the first display takes" in impossible["stacks.*.size=low"]


@pytest.mark.parametrize(("knob", "message"), [("rules.side=3", "write rules.side=2..5"), ("rules.x=1..2", "unknown")])
def test_mistakes_are_explained(tmp_path, knob, message):
    with pytest.raises(UserError, match=message):
        simcore.sensitivity("tictactoe", knobs=[knob], out=tmp_path / "s")
