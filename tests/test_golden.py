"""Golden games: one readable log per game, compared line by line.

A change of rules, words or strategies shows here as a readable difference. If it is meant, write the logs anew with
`make golden` and read what changed.
"""

import sys
from pathlib import Path

import pytest
from conftest import each_game

from simcore import catalogue, narration, plan, scenario
from simcore.rerun import Replay

FOLDER = Path(__file__).parent / "golden"
SEED = 20261118


def log_of(game_name):
    """The first game of the field, at the default number of players."""
    batch = plan.make(scenario.load(game_name), games=1, seed=SEED, lineup="field")
    return narration.text(Replay(batch, 0).play(), Path("golden")) + "\n"


@each_game
def test_the_golden_game_reads_as_it_did(game_name):
    file = FOLDER / f"{game_name}.txt"
    assert file.is_file(), "no golden game yet: make golden"
    expected, found = file.read_text("utf-8").splitlines(), log_of(game_name).splitlines()
    for number, (line, now) in enumerate(zip(expected, found, strict=False), 1):
        assert now == line, f"{file.name}:{number}"
    assert len(found) == len(expected)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_every_golden_game_has_a_game(file):
    assert file.stem in catalogue.game_names()


if __name__ == "__main__":
    for name in sys.argv[1:] or catalogue.game_names():
        (FOLDER / f"{name}.txt").write_text(log_of(name), "utf-8")
