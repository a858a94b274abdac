"""What the command line says about a run: short, plain in a pipe, and the same numbers as the report."""

import json
import re

import numpy as np
import polars as pl
import pytest
from synthetic_runs import World

from reports import terminal, words
from simcore.errors import UserError

pytestmark = pytest.mark.xdist_group("reports")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    world = World(players=4, blocks=1500, seed=1, strategies=("a", "b", "c", "d", "uniform"))
    random = np.random.default_rng(2)
    shape = (world.games, 4, 3)
    world.cards = {name: (random.random(shape) < 0.3).astype(np.uint8) for name in ("dealt", "played")}
    world.randomised = ("dealt",)
    world.names = ("Bridge", "Tower", "Gate")
    world.strength = 0.08 * (np.arange(4) == 0) + 0.1 * world.cards["played"][:, :, 1]
    return world.write(tmp_path_factory.mktemp("terminal") / "run")


def test_summary_has_all_parts(run):
    text = terminal.summary(run)
    for part in (
        "seat",
        "strategy",
        "length",
        "ends",
        "FAIL",
        "PASS 2",
        f"simcore report {run.path}",
        "simcore run synthetic",
    ):
        assert part in text
    assert re.search(r"0 \(starts\) +\d\d\.\d % ± \d", text)
    assert (
        text.index("seat ") < text.index("strategy ") < text.index("length ") < text.index("ends ") < text.index("FAIL")
    )


def test_a_pipe_gets_plain_text(run):
    text = terminal.summary(run)
    assert "\x1b" not in text
    assert not re.search("[│─┃━]", text)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_terminal_gets_colour(run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[" in terminal.summary(run)


def test_a_narrow_terminal_keeps_commands_whole_and_sentences_together(run, monkeypatch):
    """A command that is copied must not be cut; a sentence goes on below its first word."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    lines = re.sub(r"\x1b\[[\d;]*m", "", terminal.summary(run)).splitlines()
    assert f"report   simcore report {run.path}" in lines
    (verdict,) = [i for i, line in enumerate(lines) if line.startswith("PASS") and "Capped" in line]
    assert len(lines[verdict]) <= 60 and lines[verdict + 1].startswith("      ")


def test_names_with_brackets_stay_as_they_are(tmp_path):
    world = World(players=2, blocks=100, strategies=("[red]a[/red]", "greedy(x=[1])"), seed=3)
    text = terminal.summary(world.write(tmp_path / "run"))
    assert "[red]a[/red]" in text
    assert "greedy(x=[1])" in text


def test_json_holds_the_same_numbers(run):
    content = json.loads(json.dumps(terminal.as_json(run)))
    assert content["games"] == 6000
    assert len(content["seats"]) == 4
    assert {each["target"] for each in content["verdicts"]} == {"seat_win_rate", "strategy_win_rate", "capped_games"}
    assert content["seats"][0]["low"] < content["seats"][0]["mean"] < content["seats"][0]["high"]


def test_seats_answer_the_question(run):
    text = terminal.seats(str(run.path))
    assert "starting player +" in text
    assert "no, the seats differ" in text
    assert re.search(r"play about [\d,]+ more games", text)
    assert "points of score" in text


def test_seats_of_a_scenario_are_played_first(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = terminal.seats("tictactoe", seed=3, games=400)
    assert "playing 400 games of tictactoe, line-up field" in capsys.readouterr().err
    assert "uniform in every seat" in text
    assert "field of 3 strategies" in text
    assert len(list((tmp_path / "runs").iterdir())) == 4


def test_cards_are_listed_and_written(run):
    text = terminal.cards(str(run.path)).text()
    lines = [line for line in text.splitlines() if line.startswith(("Bridge", "Tower", "Gate"))]
    assert lines[0].startswith("Tower")
    assert lines[0].endswith("▲")
    assert "dealt by chance" in text
    table = pl.read_csv(run.path / "report" / "tables" / "cards-card.csv")
    assert len(table) == 6


def test_a_run_is_not_played_again(run):
    with pytest.raises(UserError, match="is a run, and not played again: --games and --until only with a scenario"):
        terminal.refuse_to_play(str(run.path), games=100, until="1pp", seed=None)
    terminal.refuse_to_play("tictactoe", games=100)


def test_games_without_cards_say_so_before_they_are_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="tictactoe counts no cards"):
        terminal.cards("tictactoe")
    assert list(tmp_path.iterdir()) == []


def test_games_without_cards_say_so(tmp_path):
    World(players=2, blocks=100).write(tmp_path / "run")
    with pytest.raises(UserError, match="counts no cards"):
        terminal.cards(str(tmp_path / "run"))


def test_wrong_targets_are_explained(tmp_path):
    with pytest.raises(UserError, match='no scenario "tictacto"'):
        terminal.seats("tictacto")
    with pytest.raises(UserError, match="not a run folder"):
        terminal.seats(str(tmp_path))


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((0.291, 0.288, 0.294), "29.1 % ± 0.3"),
        ((0.25, 0.2499, 0.2501), "25.00 % ± 0.01"),
        ((0.0, 0.0, 0.004), "0 % (at most 0.4)"),
        ((0.002, 0.0005, 0.008), "0.2 % (0.1 to 0.8)"),
        ((0.0, 0.0, 0.0), "0 %"),
        ((0.0, 0.0, 0.0000026), "0 % (at most 0.0003)"),
        ((1.0, 0.9999974, 1.0), "100 % (at least 99.9997)"),
    ],
)
def test_rates_in_words(values, text):
    assert words.rate(*values) == text


def test_numbers_in_words():
    assert words.points(-0.041) == "−4.1"
    assert words.points(0.0001) == "0.0"
    assert words.mean_of(-0.001, -0.4, 0.4) == "0.0 ± 0.4"
    assert words.counted(1, "strategy") == "1 strategy"
    assert words.counted(2000, "strategy") == "2,000 strategies"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
    assert words.listed([str(i) for i in range(12)], 3) == "0, 1, 2 and 9 more"
    assert words.listed([]) == "none"
    assert words.number(None) == "–"
    assert words.number(float("nan")) == "–"
