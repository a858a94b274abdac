"""Balance assertions and the planner."""

import pytest
from conftest import simcore_command

import simcore
from reports.experiments.budget import blocks_for
from reports.findings import Findings
from simcore.errors import UserError

pytestmark = pytest.mark.xdist_group("experiments")

SCENARIO = """base = "tictactoe"
[targets]
first_seat_win_rate = {{ near = 0.57, within = {within} }}
rounds = {{ at_most = {rounds} }}
"""


@pytest.mark.parametrize(
    ("within", "rounds", "games", "code", "word"),
    [
        (0.05, 5, 3000, 0, "all targets hold"),
        (0.05, 3, 3000, 1, "1 target fails"),
        (0.01, 5, 60, 3, "not known"),
    ],
)
def test_exit_codes(tmp_path, within, rounds, games, code, word):
    file = tmp_path / "mine.toml"
    file.write_text(SCENARIO.format(within=within, rounds=rounds))
    result = simcore.verify_targets(str(file), games=games, seed=1, jobs=1, out=tmp_path / "s")
    assert result.exit_code == code and word in result.verdict
    assert set(result.table["target"]) == {"first_seat_win_rate", "rounds"} and result.plot().axes


def test_the_command_passes_the_code_on(tmp_path):
    (tmp_path / "mine.toml").write_text(SCENARIO.format(within=0.05, rounds=3))
    words = ["verify-targets", "mine.toml", "--games", 1000, "--seed", 1, "--jobs", 1]
    done = simcore_command(*words, cwd=tmp_path)
    assert done.returncode == 1 and "FAIL" in done.stdout and "Mean rounds" in done.stdout
    assert simcore_command("verify-targets", "tictactoe", cwd=tmp_path).returncode == 2


def test_scenarios_without_targets_are_refused(tmp_path):
    with pytest.raises(UserError, match="sets no targets; add a table"):
        simcore.verify_targets("tictactoe", out=tmp_path / "s")


def test_runs_take_a_precision_too(tmp_path):
    words = ["tictactoe", "--until", "4pp", "--seed", 1]
    run = simcore_command("run", *words, "--jobs", 1, "--out", "r", cwd=tmp_path)
    assert run.returncode == 0 and "--games 782 " in run.stdout, run.stderr
    seats = Findings(simcore.load(tmp_path / "r")).seats
    assert ((seats["high"] - seats["low"]) / 2 <= 0.04).all()
    wrong = simcore_command("seats", "tictactoe", "--until", "0.2", cwd=tmp_path)
    assert wrong.returncode == 2 and "write --until 0.2pp" in wrong.stderr


def test_the_number_of_blocks_follows_the_textbook():
    assert blocks_for(0.25, 0.01) == 9604
    assert blocks_for(0.25, 0.05, power=0.8) == 785


def test_the_planned_number_of_games_finds_the_effect(tmp_path):
    """The plan's own prediction for a level: its interval is as narrow as planned."""
    plan = simcore.plan_games("tictactoe", detect="2pp", seed=1, jobs=1, out=tmp_path / "p")
    row = plan._needed("know a level")
    run = simcore.run("tictactoe", games=row["games"], seed=2, jobs=1, out=tmp_path / "r")
    wins = run.seats.collect()
    blocks = wins.filter(wins["seat"] == 0)["win"].to_numpy().reshape(-1, 2).mean(axis=1)
    assert 1.96 * blocks.std() / len(blocks) ** 0.5 == pytest.approx(0.02, rel=0.2)


def test_a_pilot_with_a_change_knows_what_pairing_saves(tmp_path):
    words = {"settings": ["rules.misere=true"], "metric": "strategy_win_or_block_win_rate"}
    plan = simcore.plan_games("tictactoe", seed=1, jobs=1, out=tmp_path / "p", **words)
    paired, apart = plan._needed("find a change, paired"), plan._needed("find a change")
    assert paired["blocks"] < 0.6 * apart["blocks"] and "on common blocks" in plan.verdict
    with pytest.raises(UserError, match="--detect much"):
        simcore.plan_games("tictactoe", detect="much")


def test_a_range_for_every_seat_is_taken_as_it_is_written(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('base = "tictactoe"\n[targets]\nseat_win_rate = { at_least = 0.3, at_most = 0.7 }\n')
    result = simcore.verify_targets(str(file), games=400, seed=1, jobs=1, out=tmp_path / "s")
    assert result.table["wanted"].to_list() == ["30 % to 70 %"] and result.exit_code == 0
