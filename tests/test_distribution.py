"""The wheel: games, strategies, scenarios, rule cases and report templates work from any folder."""

import subprocess
import sys
import zipfile

import pytest
from conftest import ROOT, simcore_command

pytestmark = pytest.mark.xdist_group("readme")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel's content, unpacked as pip would."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("simcore-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_the_wheel_plays_checks_and_reports_from_an_empty_folder(installed, tmp_path):
    def simcore(*words):
        done = simcore_command(*words, cwd=tmp_path, PYTHONPATH=str(installed))
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert str(installed) in simcore("doctor")
    assert "tictactoe/misere" in simcore("list", "tictactoe")
    assert "8 of 8 rules have a case" in simcore("check", "tictactoe")
    simcore("run", "tictactoe/misere", "--games", 200, "--seed", 1, "--jobs", 1, "--out", "run")
    simcore("report", "run", "--format", "html")
    assert list((tmp_path / "run").rglob("*.html"))


def test_the_wheel_holds_nothing_else(installed):
    top = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert top == {"simcore", "strategies", "scenarios", "reports"}
