"""Grids of rule changes on common blocks."""

import polars as pl
import pytest

import simcore
from simcore.errors import UserError
from simcore.experiments.knobs import knob_of, settings_for, split_values, value_of, written

pytestmark = pytest.mark.xdist_group("experiments")


def sweep(*settings, out, **options):
    return simcore.sweep("tictactoe", settings=settings, **{"seed": 3, "jobs": 1, "games": 600, "out": out, **options})


def test_a_grid_plays_every_combination_and_measures_against_the_unchanged_one(tmp_path):
    result = sweep("rules.misere=true,false", "rules.side=3,4", out=tmp_path / "s")
    assert result.table["cell"].n_unique() == 4 and result.study.cells[0].at == {
        "rules.misere": "false",
        "rules.side": "3",
    }
    first = result.table.filter(pl.col("cell") == result.study.cells[0].name)
    assert (first["difference"] == 0).all()
    both = result.table.filter((pl.col("rules.misere") == "true") & (pl.col("rules.side") == "4"))
    direct = simcore.compare(
        "tictactoe", settings=["rules.misere=true", "rules.side=4"], out=tmp_path / "c", seed=3, jobs=1, games=600
    )
    assert both["difference"].to_list() == direct.table["difference"].to_list()
    assert set(pl.read_parquet(tmp_path / "s" / "table.parquet").columns) == set(result.table.columns)
    assert (tmp_path / "s" / "figures" / "sweep-seat_0_win_rate.png").exists()
    page = (tmp_path / "s" / "report.html").read_text()
    assert "data:image/png" in page and "img-src data:" in page, "the page's own policy lets its heat maps show"
    assert ": from" in result.verdict and "target win rate of every seat" in result.verdict


def test_one_knob_gives_a_line_plot_and_a_bare_name_the_alternatives(tmp_path):
    result = sweep("rules.side", out=tmp_path / "s", metric="rounds")
    assert [cell.at["rules.side"] for cell in result.study.cells] == ["3", "4"]
    assert result.plot("sweep").axes[0].get_xlabel() == "rules.side"


def test_without_settings_every_alternative_is_played_alone(tmp_path):
    result = sweep(out=tmp_path / "s")
    names = [cell.name for cell in result.study.cells]
    assert names == ["unchanged", "rules.side=4", "rules.line=4", "rules.misere=true"]


def test_until_makes_all_changes_precise(tmp_path):
    result = sweep("rules.side=3,4", out=tmp_path / "s", until="6pp", games=None)
    seats = result.table.filter((pl.col("group") == "seats") & (pl.col("cell") != result.study.cells[0].name))
    assert ((seats["high"] - seats["low"]) / 2 <= 0.06).all()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["rules.sid=3,4"], 'did you mean "rules.side"'),
        (["rules.side=3", "rules.side=4"], "a knob is named twice"),
        (["rules.side=3,9"], "out of range"),
        (["rules.sid"], 'unknown parameter "rules.sid", did you mean "rules.side"'),
        (["rules.side="], "names no value"),
    ],
)
def test_mistakes_are_explained(tmp_path, settings, message):
    with pytest.raises(UserError, match=message):
        sweep(*settings, out=tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_entries_of_a_list_are_knobs_of_their_own():
    loaded = simcore.load_scenario("loewenherz", players=3)
    assert settings_for(loaded, {"rules.seat_ducat_bonus.2": "3", "rules.seat_ducat_bonus.1": "1"}) == [
        "rules.seat_ducat_bonus=[0, 1, 3, 0]"
    ]
    assert value_of(loaded, "rules.seat_ducat_bonus.1") == 0
    for key, message in (("rules.seat_ducat_bonus.3", "rules.seat_ducat_bonus.0 to"), ("rules.hand_size.0", "no list")):
        with pytest.raises(UserError, match=message):
            knob_of(loaded, key)


def test_values_are_split_outside_brackets_and_written_back():
    assert split_values('[1, 2], [3,4], "a,b", x') == ["[1, 2]", "[3,4]", '"a,b"', "x"]
    assert [written(value) for value in (True, 3, 0.5, ["a", "b"], [1, 2], "red")] == [
        "true", "3", "0.5", '["a", "b"]', "[1, 2]", "red",
    ]  # fmt: skip
