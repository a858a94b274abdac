"""Every experiment survives Ctrl-C, goes on with another number of workers, and ends with the same result."""

import os
import signal
import subprocess
import sys
import time

import pytest

import simcore
from simcore.experiments.progress import StudyReporter

pytestmark = pytest.mark.xdist_group("experiments")


class Interrupting(StudyReporter):
    """Ctrl-C after a number of parts."""

    def __init__(self, parts):
        self.parts = parts

    def advanced(self, tally, done, total):
        self.parts -= 1
        if self.parts == 0:
            raise KeyboardInterrupt


def with_targets(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('base = "tictactoe"\n[targets]\nrounds = { at_most = 5 }\n')
    return str(file)


COMMANDS = {
    "compare": lambda _, **how: simcore.compare("tictactoe", "tictactoe/misere", **how),
    "compare until": lambda _, **how: simcore.compare("tictactoe", "tictactoe/misere", until="6pp", **how),
    "sweep": lambda _, **how: simcore.sweep("tictactoe", settings=["rules.side=3,4"], **how),
    "matrix": lambda _, **how: simcore.matrix("tictactoe", lineup="field:perfect,uniform", **how),
    "tune": lambda _, **how: simcore.tune("tictactoe", knobs=["rules.side=3,4"], **how),
    "sensitivity": lambda _, **how: simcore.sensitivity("tictactoe", knobs=["rules.side=3..4"], **how),
    "verify-targets": lambda tmp_path, **how: simcore.verify_targets(with_targets(tmp_path), **how),
    "plan": lambda _, **how: simcore.plan_games("tictactoe", settings=["rules.side=4"], **how),
    "cards": lambda _, **how: simcore.ablate("loewenherz", ["b1"], lineup="field:builder,uniform", **how),
}


def numbers(result):
    """The table without what the clock says."""
    return result.table.drop("minutes", strict=False)


@pytest.mark.parametrize(
    "command",
    [pytest.param(name, marks=pytest.mark.verify) if name == "cards" else name for name in COMMANDS],
)
def test_an_interrupted_study_goes_on_with_other_workers_to_the_same_result(tmp_path, command):
    play = COMMANDS[command]
    how = {"games": 400, "seed": 3}
    whole = play(tmp_path, out=tmp_path / "whole", jobs=1, **how)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, out=tmp_path / "stopped", jobs=1, reporter=Interrupting(2), **how)
    assert not (tmp_path / "stopped" / "table.csv").exists()
    resumed = play(tmp_path, out=tmp_path / "stopped", jobs=2, **how)
    assert numbers(resumed).equals(numbers(whole)) and resumed.findings[0] == whole.findings[0]
    for cell in whole.study.cells:
        once, again = (study.runs[cell.name] for study in (whole.study, resumed.study))
        assert once.seats.collect().equals(again.seats.collect()) and once.games.collect().equals(again.games.collect())


def test_ctrl_c_says_how_to_go_on(tmp_path):
    words = ["compare", "tictactoe", "tictactoe/misere", "--games", "50000000", "--seed", "4", "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "simcore", *words], stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=os.environ
    )
    for line in process.stderr:
        if line.startswith("cell 1/2"):
            break
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    assert process.wait(timeout=60) == 130 and "Traceback" not in rest
    assert f"the same command goes on: simcore {' '.join(words)}" in rest
    assert (tmp_path / "runs" / "compare-tictactoe-tictactoe-misere-4" / "study.json").exists()
