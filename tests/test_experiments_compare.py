"""Studies of variants: common blocks, growth, interruptions, workers, and what compare says."""

import json
import os
import signal
import subprocess
import sys

import polars as pl
import pytest
from conftest import simcore_command

import simcore
from simcore import store
from simcore.errors import UserError
from simcore.experiments.progress import StudyReporter
from simcore.experiments.study import extend

pytestmark = pytest.mark.xdist_group("experiments")


class Interrupting(StudyReporter):
    """Ctrl-C after a number of parts."""

    def __init__(self, parts):
        self.parts = parts

    def advanced(self, tally, done, total):
        self.parts -= 1
        if self.parts == 0:
            raise KeyboardInterrupt


def compare(*scenarios, out, **options):
    return simcore.compare(*scenarios, **{"seed": 3, "jobs": 1, "games": 2000, "out": out, **options})


def rows(study, cell=0):
    run = study.runs[study.cells[cell].name]
    return run.seats.collect(), run.games.collect()


def same_rows(study, other):
    return all(
        a.equals(b) for k in range(len(study.cells)) for a, b in zip(rows(study, k), rows(other, k), strict=True)
    )


def test_a_scenario_against_itself_is_exactly_zero(tmp_path):
    result = compare("tictactoe", "tictactoe", out=tmp_path / "s")
    assert (result.table["difference"] == 0).all() and not result.table["changed"].any()
    assert "plays exactly like tictactoe: all 1,000 blocks are the same" in result.verdict


def test_a_real_change_is_found_and_said(tmp_path):
    result = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s")
    seat = result.table.filter(pl.col("measure") == "seat_0_win_rate").row(0, named=True)
    assert seat["changed"] and -0.26 < seat["low"] < seat["high"] < -0.18
    ends = result.table.filter(pl.col("group") == "ends")
    assert ends["difference"].sum() == pytest.approx(0, abs=1e-12)
    assert "win rate of seat 0 56.6 % → 35.8 %" in result.verdict and "FAIL" in result.verdict
    assert result.plot().axes and result.path == tmp_path / "s"
    for file in ("table.csv", "table.parquet", "figures/rates.png", "report.html", "study.json"):
        assert (tmp_path / "s" / file).stat().st_size > 100
    page = (tmp_path / "s" / "report.html").read_text()
    assert "<svg" in page and "http" not in page.replace("http://www.w3.org", "").replace("http-equiv", "")


def test_targets_are_judged_before_and_after(tmp_path):
    result = compare("tictactoe", "tictactoe/four_by_four", out=tmp_path / "s")
    assert "Win rate of the starting player (seat 0)" in result.verdict and "wanted 48 % to 52 %" in result.verdict


def test_one_scenario_with_a_setting(tmp_path):
    result = compare("tictactoe", settings=["rules.misere=true"], out=tmp_path / "s")
    assert result.variants == ["rules.misere=true"]
    direct = compare("tictactoe", "tictactoe/misere", out=tmp_path / "t")
    assert result.table["difference"].equals(direct.table["difference"])


def test_another_question_about_the_same_games_plays_nothing_again(tmp_path):
    compare("tictactoe", "tictactoe/misere", out=tmp_path / "s")
    again = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", metric="rounds", reporter=Interrupting(1))
    assert "rounds 3.9" in again.verdict.splitlines()[0]


def test_several_variants_are_read_together(tmp_path):
    two = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s")
    three = compare("tictactoe", "tictactoe/misere", "tictactoe/four_by_four", out=tmp_path / "t")
    first = three.table.filter(pl.col("variant") == "tictactoe/misere")
    assert (first["high"] - first["low"] >= two.table["high"] - two.table["low"] - 1e-12).all()
    assert set(three.table["variant"]) == {"tictactoe/misere", "tictactoe/four_by_four"}


def test_until_stops_at_the_precision_asked_for(tmp_path):
    result = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", until="3pp", games=None)
    seats = result.table.filter(pl.col("group") == "seats")
    assert ((seats["high"] - seats["low"]) / 2 <= 0.03).all() and "stopped after" in result.ending
    capped = compare("tictactoe", "tictactoe/misere", out=tmp_path / "t", until="0.1pp", games=600)
    assert "NOT REACHED" in capped.ending and capped.table["blocks"][0] == 300
    rounds = compare("tictactoe", "tictactoe/misere", out=tmp_path / "u", until="0.2", metric="rounds", games=None)
    assert "rounds known to" in rounds.ending


def test_the_sequential_test_decides(tmp_path):
    up = compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", sprt="2pp", metric="seat_1_win_rate", games=None)
    assert "DECIDED" in up.ending and "raises seat_1_win_rate" in up.ending
    down = compare("tictactoe", "tictactoe/misere", out=tmp_path / "t", sprt="2pp", games=None)
    assert "does not raise seat_0_win_rate by 2 pp" in down.ending


def test_growing_and_resuming_give_the_same_rows(tmp_path):
    whole = compare("tictactoe", "tictactoe/misere", out=tmp_path / "whole")
    grown = compare("tictactoe", "tictactoe/misere", out=tmp_path / "grown", games=500)
    assert grown.table["blocks"][0] == 250
    grown = compare("tictactoe", "tictactoe/misere", out=tmp_path / "grown")
    assert same_rows(whole.study, grown.study)
    with pytest.raises(KeyboardInterrupt):
        compare("tictactoe", "tictactoe/misere", out=tmp_path / "stopped", reporter=Interrupting(11))
    assert len(list((tmp_path / "stopped" / "cells").iterdir())) == 2
    resumed = compare("tictactoe", "tictactoe/misere", out=tmp_path / "stopped")
    assert same_rows(whole.study, resumed.study) and resumed.table.equals(whole.table)


def test_any_number_of_workers_gives_the_same_result(tmp_path):
    one = compare("tictactoe", "tictactoe/misere", out=tmp_path / "one")
    two = compare("tictactoe", "tictactoe/misere", out=tmp_path / "two", jobs=2)
    assert same_rows(one.study, two.study) and one.table.equals(two.table)


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
    ],
)
def test_mistakes_are_explained(tmp_path, scenarios, options, message):
    with pytest.raises(UserError, match=".*" + message.replace("(", r"\(")):
        compare(*scenarios, out=tmp_path / "s", **{"games": 400, **options})


def test_a_folder_with_another_study_is_refused(tmp_path):
    compare("tictactoe", "tictactoe/misere", out=tmp_path / "s", games=100)
    with pytest.raises(UserError, match="holds another study"):
        compare("tictactoe", "tictactoe/four_by_four", out=tmp_path / "s", games=100)
    with pytest.raises(UserError, match="is not empty"):
        compare("tictactoe", "tictactoe/misere", out=tmp_path, games=100)


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
    wrong = simcore_command("compare", "tictactoe", cwd=tmp_path)
    assert wrong.returncode == 2 and "Traceback" not in wrong.stderr


def test_every_experiment_is_offered_and_described():
    text = simcore_command("--help").stdout
    for command in ("compare", "sweep", "matrix", "cards", "tune", "sensitivity", "verify-targets", "plan"):
        assert f"\n  {command} " in text
    for name in ("compare", "sweep", "matrix", "ablate", "tune", "sensitivity", "verify_targets", "plan_games"):
        assert name in simcore.__all__ and getattr(simcore, name).__doc__


def test_ctrl_c_says_how_to_go_on(tmp_path):
    words = ["compare", "tictactoe", "tictactoe/misere", "--games", "2000000", "--seed", "4", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "simcore", *words], stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=os.environ
    )
    for line in process.stderr:
        if "games/s" in line:
            break
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    assert process.wait(timeout=60) == 130 and "Traceback" not in rest
    assert f"the same command goes on: simcore {' '.join(words)}" in rest
    assert (tmp_path / "runs" / "compare-tictactoe-tictactoe-misere-4" / "study.json").exists()
