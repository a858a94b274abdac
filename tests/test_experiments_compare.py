"""Studies of variants: common blocks, growth, and what compare says."""

import json

import polars as pl
import pytest
from conftest import simcore_command
from test_experiments_interruption import Interrupting

import simcore
from reports.experiments.comparison import main_sentence
from simcore import store
from simcore.errors import UserError
from simcore.experiments.study import extend

pytestmark = pytest.mark.xdist_group("experiments")


def compare(*scenarios, out, **options):
    return simcore.compare(*scenarios, **{"seed": 3, "jobs": 1, "games": 2000, "out": out, **options})


def rows(study, cell=0):
    run = study.runs[study.cells[cell].name]
    return run.seats.collect(), run.games.collect()


def same_rows(study, other):
    return all(
        a.equals(b) for k in range(len(study.cells)) for a, b in zip(rows(study, k), rows(other, k), strict=True)
    )


@pytest.fixture(scope="module")
def misere(tmp_path_factory):
    """The comparison that most tests here are about."""
    return compare("tictactoe", "tictactoe/misere", out=tmp_path_factory.mktemp("compare") / "s")


def test_a_scenario_against_itself_is_exactly_zero(tmp_path):
    result = compare("tictactoe", "tictactoe", out=tmp_path / "s", games=400)
    assert (result.table["difference"] == 0).all() and not result.table["changed"].any()
    assert "plays exactly like tictactoe: all 200 blocks are the same" in result.verdict


def test_a_real_change_is_found_and_said(misere):
    seat = misere.table.filter(pl.col("measure") == "seat_0_win_rate").row(0, named=True)
    assert seat["changed"] and -0.26 < seat["low"] < seat["high"] < -0.18
    ends = misere.table.filter(pl.col("group") == "ends")
    assert ends["difference"].sum() == pytest.approx(0, abs=1e-12)
    assert "win rate of seat 0 56.6 % → 35.8 %" in misere.verdict and "FAIL" in misere.verdict
    assert misere.plot().axes
    for file in ("table.csv", "table.parquet", "figures/rates.png", "report.html", "study.json"):
        assert (misere.path / file).stat().st_size > 100
    page = (misere.path / "report.html").read_text()
    assert "<svg" in page and "http" not in page.replace("http://www.w3.org", "").replace("http-equiv", "")


def test_what_is_not_shown_to_change_is_bounded_by_every_interval():
    """Not only by the interval of the measure that moved most clearly."""
    asked = pl.DataFrame(
        {"title": ["seat 0", "seat 1"], "rate": True, "changed": False, "difference": [0.01, 0.0],
         "low": [-0.01, -0.0811], "high": [0.03, 0.05]}
    )  # fmt: skip
    assert main_sentence(asked) == "none of the 2 measures asked about is shown to change (within ±8.2 pp)."
    rounds = asked.head(1).with_columns(title=pl.lit("rounds"), rate=pl.lit(value=False), low=pl.lit(-150.21))
    assert main_sentence(rounds) == "rounds: no change is shown (within ±150.3)."


def test_one_scenario_with_a_setting(tmp_path, misere):
    result = compare("tictactoe", settings=["rules.misere=true"], out=tmp_path / "s")
    assert result.variants == ["rules.misere=true"]
    assert result.table["difference"].equals(misere.table["difference"])


def test_another_question_about_the_same_games_plays_nothing_again(misere):
    again = compare("tictactoe", "tictactoe/misere", out=misere.path, metric="rounds", reporter=Interrupting(1))
    assert "rounds 3.9" in again.verdict.splitlines()[0]


def test_several_variants_are_read_together_and_targets_judged_before_and_after(tmp_path, misere):
    three = compare("tictactoe", "tictactoe/misere", "tictactoe/four_by_four", out=tmp_path / "t")
    first = three.table.filter(pl.col("variant") == "tictactoe/misere")
    assert (first["high"] - first["low"] >= misere.table["high"] - misere.table["low"] - 1e-12).all()
    assert set(three.table["variant"]) == {"tictactoe/misere", "tictactoe/four_by_four"}
    for name in three.variants:
        assert f"{name}: win rate of" in three.verdict
    assert "Win rate of the starting player (seat 0)" in three.verdict and "wanted 48 % to 52 %" in three.verdict
    assert {"rates-1", "rates-2"} == set(three._drawn)


def test_until_stops_at_the_precision_asked_for(tmp_path):
    result = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", until="4pp", games=None)
    seats = result.table.filter(pl.col("group") == "seats")
    assert ((seats["high"] - seats["low"]) / 2 <= 0.04).all() and "stopped after" in result.ending
    capped = compare("tictactoe", "tictactoe/misere", out=tmp_path / "t", until="0.1pp", games=600)
    assert "NOT REACHED" in capped.ending and capped.table["blocks"][0] == 300
    rounds = compare("tictactoe", "tictactoe/misere", out=tmp_path / "t", until="0.3", metric="rounds", games=600)
    assert "rounds known to" in rounds.ending


def test_the_sequential_test_decides(tmp_path):
    up = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", sprt="2pp", metric="seat_1_win_rate", games=None)
    assert "decided after" in up.ending and "raises seat_1_win_rate: by 2 pp" in up.findings[0]
    down = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", sprt="2pp", games=None)
    assert "DECIDED: tictactoe/misere does not raise seat_0_win_rate by 2 pp" in down.verdict


def test_a_study_grows_to_the_same_rows(tmp_path, misere):
    grown = compare("tictactoe", "tictactoe/misere", out=tmp_path / "grown", games=500)
    assert grown.table["blocks"][0] == 250
    grown = compare("tictactoe", "tictactoe/misere", out=tmp_path / "grown")
    assert same_rows(misere.study, grown.study)


def test_extending_a_run_keeps_its_whole_parts(tmp_path):
    run = simcore.run("tictactoe", games=1000, seed=1, jobs=1, chunk=300, out=tmp_path / "r")
    extend(run.path, 1000)
    manifest = store.read_manifest(run.path)
    assert manifest["games"] == 2000 and [part["games"] for part in manifest["parts"]] == [300, 300, 300]
    longer = simcore.resume(run.path, jobs=1)
    direct = simcore.run("tictactoe", games=2000, seed=1, jobs=1, out=tmp_path / "d")
    assert longer.seats.collect().equals(direct.seats.collect())


@pytest.mark.parametrize(
    ("scenarios", "options", "message"),
    [
        (["tictactoe"], {}, "name a second scenario"),
        (["tictactoe", "fief"], {}, "are different games"),
        (["tictactoe", "tictactoe/misere"], {"until": "soon"}, "--until soon: write 0.5pp"),
        (["tictactoe", "tictactoe/misere"], {"metric": "seat_0_win_rat"}, 'did you mean "seat_0_win_rate"'),
        (["tictactoe", "tictactoe/misere"], {"metric": "rounds", "until": "1pp"}, "its measures are means"),
        (["tictactoe", "tictactoe/misere"], {"metric": "seats", "sprt": "1pp"}, "decides about one measure"),
        (["tictactoe", "tictactoe/misere"], {"metric": "rounds", "sprt": "1pp"}, "its measures are means"),
        (["tictactoe", "tictactoe/misere"], {"games": 0}, "--games 0: must be from 1"),
    ],
)
def test_mistakes_are_explained_before_anything_is_played(tmp_path, scenarios, options, message):
    with pytest.raises(UserError, match=message):
        compare(*scenarios, out=tmp_path / "s", **{"games": 400, **options})
    assert not (tmp_path / "s").exists()


def test_a_measure_that_never_occurs_is_said_to(tmp_path):
    result = compare(
        "tictactoe", "tictactoe/misere", out=tmp_path / "s", games=2, metric="strategy_win_or_block_win_rate"
    )
    assert (
        "win_or_block" not in str(result.table["measure"].to_list()) and "occurs in no game of both" in result.verdict
    )


def test_a_folder_with_another_study_is_refused(misere):
    with pytest.raises(UserError, match="holds another study"):
        compare("tictactoe", "tictactoe/four_by_four", out=misere.path, games=100)
    with pytest.raises(UserError, match="is not empty"):
        compare("tictactoe", "tictactoe/misere", out=misere.path.parent, games=100)


def test_cells_of_different_code_are_not_compared(tmp_path):
    result = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", games=100)
    file = result.study.folder(result.study.cells[1]) / "manifest.json"
    file.write_text(file.read_text().replace('"code_hash": "', '"code_hash": "f'))
    with pytest.raises(UserError, match="changed while this study was played"):
        compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", games=100)


def test_the_command_prints_the_answer_and_how_to_repeat_it(tmp_path):
    words = ["compare", "tictactoe", "tictactoe/misere", "--games", 1000, "--seed", 4, "--jobs", 1]
    done = simcore_command(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "VERDICT  tictactoe/misere: win rate of seat" in done.stdout and "pairing" in done.stdout
    assert "repeat   simcore compare tictactoe tictactoe/misere --games 1000 --seed 4 --jobs 1" in done.stdout
    again = simcore_command(*words, "--json", cwd=tmp_path)
    content = json.loads(again.stdout)
    assert content["study"] == "runs/compare-tictactoe-tictactoe-misere-4" and content["table"] and again.stderr == ""


def test_every_experiment_is_offered_and_described():
    text = simcore_command("--help").stdout
    for command in ("compare", "sweep", "matrix", "cards", "tune", "sensitivity", "verify-targets", "plan"):
        assert f"\n  {command} " in text
    for name in ("compare", "sweep", "matrix", "ablate", "tune", "sensitivity", "verify_targets", "plan_games"):
        assert name in simcore.__all__ and getattr(simcore, name).__doc__
