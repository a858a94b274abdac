"""The command line: what it prints, what it refuses, how quickly it starts."""

import json
import re

import pytest
from conftest import run_python, simcore_command

pytestmark = pytest.mark.xdist_group("tictactoe")

ILLEGAL = '''
from simcore.strategy import strategy


@strategy
def cheat(s, t, legal, seat):
    """Marks the middle, whatever lies there."""
    return 4
'''


def test_help_imports_neither_numba_nor_numpy():
    code = "import sys; sys.argv = ['simcore', '--help']\nfrom simcore.cli import main\ntry: main()\nexcept SystemExit: pass\nprint(sorted({'numba', 'numpy', 'polars', 'matplotlib'} & set(sys.modules)))"
    assert run_python(code).stdout.splitlines()[-1] == "[]"


def test_help_lists_the_commands():
    text = simcore_command("--help").stdout
    for command in (
        "list",
        "describe",
        "run",
        "resume",
        "replay",
        "check",
        "report",
        "seats",
        "cards",
        "bench",
        "doctor",
    ):
        assert re.search(rf"^  {command}\s", text, re.MULTILINE), command


def test_list_and_describe():
    assert "tictactoe" in simcore_command("list").stdout
    text = simcore_command("list", "tictactoe").stdout
    assert "tictactoe/misere" in text and "win_or_block" in text and "Who is better off when a line loses?" in text
    params = simcore_command("describe", "tictactoe/misere", "--params").stdout
    assert re.search(r"rules\.misere\s+true \*\s+true or false\s+TTT-07\s+rulebook", params)
    assert "leader_half" in simcore_command("describe", "tictactoe", "--columns").stdout
    assert "mark 2,2" in simcore_command("describe", "tictactoe", "--actions").stdout
    assert "**TTT-05**" in simcore_command("describe", "tictactoe", "--rules").stdout


def test_list_as_json():
    content = json.loads(simcore_command("list", "tictactoe", "--json").stdout)
    assert {"name", "title", "scenario_list", "strategy_list"} <= set(content)


def test_doctor_is_content():
    done = simcore_command("doctor")
    assert done.returncode == 0 and "FAIL" not in done.stdout


def test_run_says_what_it_did_and_how_to_repeat_it(tmp_path):
    done = simcore_command("run", "tictactoe", "--games", 999, "--seed", 5, "--jobs", 1, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "999 games rounded up to 1,000: 500 blocks of 2" in done.stderr
    assert "simcore run tictactoe --games 999 --seed 5" in done.stdout
    assert "simcore report runs/tictactoe-5" in done.stdout
    again = simcore_command("run", "tictactoe", "--games", 999, "--seed", 5, "--quiet", cwd=tmp_path)
    assert again.stdout.strip() == "runs/tictactoe-5-2"


def test_a_drawn_seed_is_printed(tmp_path):
    done = simcore_command("run", "tictactoe", "--games", 10, "--jobs", 1, cwd=tmp_path)
    assert re.search(r"--seed \d+", done.stdout)


def test_json_is_one_object_and_nothing_else(tmp_path):
    done = simcore_command("run", "tictactoe", "--games", 10, "--seed", 5, "--json", cwd=tmp_path)
    assert json.loads(done.stdout) and done.stderr == ""


def test_replay_prints_a_readable_log(tmp_path):
    words = ["run", "tictactoe", "--games", 10, "--seed", 5, "--lineup", "perfect,uniform", "--quiet", "--out", "r"]
    assert simcore_command(*words, cwd=tmp_path).returncode == 0
    text = simcore_command("replay", "r", 3, cwd=tmp_path).stdout
    assert "seats: 0 uniform, 1 perfect" in text and re.search(r"round   1 turn   1  0 uniform +mark \d,\d", text)
    assert "ended: " in text
    log = json.loads(simcore_command("replay", "r", 3, "--json", cwd=tmp_path).stdout)
    assert log["differences"] == [] and log["log"][0]["action"].startswith("mark")
    only = simcore_command("replay", "r", 3, "--seat", 1, "--from-round", 2, cwd=tmp_path).stdout
    assert "0 uniform   mark" not in only and "round   1" not in only


def test_replay_shouts_when_the_row_differs(tmp_path):
    words = ["run", "tictactoe", "--games", 10, "--seed", 5, "--quiet", "--out", "r"]
    simcore_command(*words, cwd=tmp_path)
    manifest = tmp_path / "r" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"seed": 5,', '"seed": 6,', 1))
    done = simcore_command("replay", "r", 3, cwd=tmp_path)
    assert done.returncode == 2 and "DIFFERS from its stored row" in done.stderr


def test_check_passes_and_fails(tmp_path):
    done = simcore_command("check", "tictactoe")
    assert done.returncode == 0 and "8 of 8 rules have a case (100 %)" in done.stdout
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[case]]\nid = "X"\nrules = ["TTT-05"]\nplay = ["mark 1,1"]\n[case.expect]\n"board" = "O../.../..."\n'
    )
    done = simcore_command("check", "--file", file)
    assert done.returncode == 1
    assert "board: expected O../.../..., found X../.../..." in done.stdout and "rules: TTT-05" in done.stdout
    assert "seat 0: mark 1,1" in done.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["run", "tictactoo"], 'error: there is no scenario "tictactoo", did you mean "tictactoe"?'),
        (["run", "tictactoe", "--set", "rules.sid=4"], 'unknown parameter "sid", did you mean "side"?'),
        (["run", "tictactoe", "--games", "0"], "--games 0: must be from 1"),
        (["run", "tictactoe", "--games", "many"], "--games"),
        (["run", "tictactoe", "--jobs", "0"], "--jobs 0: must be 1 or more"),
        (["run", "tictactoe", "--backend", "ray"], "--backend ray: must be one of loky, dask"),
        (["run", "tictactoe", "--chunk", "0"], "--chunk 0"),
        (["run", "tictactoe", "--strategy", "none.py"], "there is no such strategy file"),
        (["run", "tictactoe", "--gmaes", "3"], "--gmaes"),
        (["replay", "nowhere", "1"], "there is no such run folder"),
        (["cards", "tictactoe"], "tictactoe counts no cards"),
        (["resume", "nowhere"], "there is no such run folder"),
        (["report", "nowhere"], "there is no such run folder"),
        (["describe", "chess"], 'there is no game "chess"'),
        (["check"], "name a game or a case file"),
        (["check", "--file", "none.toml"], "cannot be read"),
        (["frobnicate"], "frobnicate"),
    ],
)
def test_mistakes_get_a_message_and_exit_code_2(tmp_path, words, expected):
    done = simcore_command(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert expected in done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_illegal_action_is_pinned_down(tmp_path):
    (tmp_path / "cheat.py").write_text(ILLEGAL)
    words = ["run", "tictactoe", "--strategy", "cheat.py", "--lineup", "cheat,uniform", "--seed", 3, "--games", 100]
    done = simcore_command(*words, "--out", "r", cwd=tmp_path)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert re.search(
        r'game \d+: strategy "cheat" in seat \d returned the illegal action 4 \(mark 2,2\) in phase mark', done.stderr
    )
    number = re.search(r"simcore replay r (\d+)", done.stderr)[1]
    replay = simcore_command("replay", "r", number, cwd=tmp_path)
    assert replay.returncode == 0 and "ended: illegal_action" in replay.stdout


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("    return s.nothing[0]", 7, 'reads "nothing", which neither state nor tables have'),
        ("    x = 1\n    return undefined(legal)", 8, "name 'undefined' is not defined"),
        ("    return legal[0", 7, "was never closed"),
        ("    return open('x').read()", 7, "cannot be compiled"),
    ],
)
def test_a_strategy_that_cannot_be_compiled_names_its_line(tmp_path, body, line, reason):
    head = 'from simcore.strategy import strategy\n\n\n@strategy\ndef mine(s, t, legal, seat):\n    """Mine."""\n'
    (tmp_path / "mine.py").write_text(head + body + "\n")
    words = ["run", "tictactoe", "--strategy", "mine.py", "--lineup", "mine,uniform", "--games", 10]
    done = simcore_command(*words, cwd=tmp_path)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"mine.py:{line}:" in done.stderr and reason in done.stderr


def test_a_strategy_that_raises_names_its_line(tmp_path):
    """In a worker too: game 0 is played before in the parent, and passes."""
    body = "    if s.rounds > 2 and seat == 1:\n        raise ValueError('lost')\n    return legal[0]\n"
    head = 'from simcore.strategy import strategy\n\n\n@strategy\ndef mine(s, t, legal, seat):\n    """Mine."""\n'
    (tmp_path / "mine.py").write_text(head + body)
    words = ["run", "tictactoe", "--strategy", "mine.py", "--lineup", "uniform,mine", "--games", 100, "--seed", 3]
    for jobs in (1, 2):
        done = simcore_command(*words, "--jobs", jobs, "--chunk", 10, "--out", f"r{jobs}", cwd=tmp_path)
        assert done.returncode == 2 and "Traceback" not in done.stderr
        assert "mine.py:8: the strategy raised ValueError: lost" in done.stderr


def test_a_package_of_the_same_name_is_noticed(tmp_path):
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "__init__.py").write_text("")
    code = "import sys; sys.path.insert(0, sys.argv[1]); sys.argv = ['simcore', 'list', 'tictactoe']\nfrom simcore.cli import main; main()"
    done = run_python(code, tmp_path)
    assert done.returncode == 2
    assert 'the package "strategies" that Python finds is not simcore\'s' in done.stderr


def test_compilation_is_announced_once_in_the_parent(tmp_path):
    words = ["run", "tictactoe", "--games", 4000, "--seed", 1, "--jobs", 2, "--chunk", 500]
    done = simcore_command(*words, cwd=tmp_path, SIMCORE_CACHE_DIR=str(tmp_path / "cache"))
    assert done.stderr.count("compiling tictactoe: rules and 3 strategies (first time only)") == 1
    again = simcore_command(*words, cwd=tmp_path, SIMCORE_CACHE_DIR=str(tmp_path / "cache"))
    assert "compiling" not in again.stderr
