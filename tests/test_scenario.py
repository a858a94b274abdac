"""Scenario files and --set: what is accepted, and how mistakes are reported."""

import pytest

from simcore import scenario
from simcore.errors import UserError
from simcore.params import Knob, ParamError


def write(folder, text, name="mine.toml"):
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def complaint(name, **options):
    with pytest.raises(UserError) as caught:
        scenario.load(str(name), **options)
    return str(caught.value)


def test_the_published_game_has_the_declared_defaults():
    loaded = scenario.load("tictactoe")
    assert loaded.values["rules"] == {"side": 3, "line": 3, "misere": False}
    assert loaded.changed == () and loaded.players == 2


def test_a_variant_changes_only_what_it_says():
    loaded = scenario.load("tictactoe/misere")
    assert loaded.changed == ("rules.misere",)
    assert loaded.question


def test_settings_override_files_and_change_the_hash():
    plain, changed = scenario.load("tictactoe"), scenario.load("tictactoe", settings=["rules.side=4"])
    assert changed.values["rules"]["side"] == 4
    assert changed.hash != plain.hash
    assert changed.changed == ("rules.side",)


def test_a_file_of_ones_own_builds_on_a_variant(tmp_path):
    write(tmp_path, 'base = "tictactoe/four_by_four"\n[rules]\nline = 3\n')
    loaded = scenario.load(str(tmp_path / "mine.toml"))
    assert loaded.values["rules"] == {"side": 4, "line": 3, "misere": False}
    child = write(tmp_path, 'base = "mine.toml"\n[rules]\nmisere = true\n', "child.toml")
    assert scenario.load(str(child)).values["rules"] == {"side": 4, "line": 3, "misere": True}


def test_an_unknown_knob_is_shown_in_its_line_with_the_nearest_word(tmp_path):
    file = write(tmp_path, 'base = "tictactoe"\nquestion = "?"\n\n[rules]\nsides = 4\n')
    text = complaint(file)
    assert text.startswith(f'{file}:5: unknown parameter "sides", did you mean "side"?')
    assert "   5 | sides = 4\n       ^^^^^" in text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("side = 9", '"rules.side" is out of range: allowed is 3 to 4 (TTT-01)'),
        ("side = 3.5", "must be a whole number"),
        ("side = nan", "must be a finite number"),
        ("side = inf", "must be a finite number"),
        ("side = 1e300", "out of range"),
        ("side = 999999999999999999999999", "out of range"),
        ('side = "three"', "must be a number"),
        ("side = [3]", "must be a number"),
        ("side = true", "must be a number"),
        ("misere = 1", "must be true or false"),
        ("side = {a = 1}", "must be a number"),
    ],
)
def test_wrong_values_name_file_line_key_and_range(tmp_path, line, expected):
    file = write(tmp_path, f'base = "tictactoe"\n[rules]\n{line}\n')
    text = complaint(file)
    assert text.startswith(f"{file}:3:") and expected in text


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("base = ", "not valid TOML"),
        ("rules = 3\nbase='tictactoe'", '"rules" must be a table'),
        ("question = 'no base'", 'needs a line base = "GAME"'),
        ("base = 'tictactoo'", 'did you mean "tictactoe"'),
        ("base = 'tictactoe/misre'", 'did you mean "misere"'),
        ("base = 3", '"base" must be the name of a scenario'),
        ("base = 'tictactoe'\ninclude = 3", '"include" must be a list of files'),
        ("base = 'tictactoe'\ninclude = ['none.toml']", "none.toml: cannot be read"),
        ("base = 'tictactoe'\ninclude = ['mine.toml']", '"mine.toml" includes files itself'),
        ("base = 'tictactoe'\nplayers = 'two'", '"players" must be a whole number'),
        ("base = 'tictactoe'\nplayers = 5", "tictactoe is for 2 players, not 5"),
        ("base = 'tictactoe'\nrule = {}", 'unknown key "rule", did you mean "rules"'),
        ("base = 'tictactoe'\n[targets]\nrounds = 3", "needs bounds"),
        ("base = 'tictactoe'\n[targets]\nrounds = {near = nan, within = 1}", "finite number"),
        ("base = 'tictactoe'\n[targets]\nround = {at_most = 1}", 'did you mean "rounds"'),
        ("base = 'tictactoe'\n[targets]\nrounds = {atmost = 1}", 'did you mean "at_most"'),
        ("a = " + "[" * 3000, "nested too deeply"),
        (f"base = 'tictactoe'\n[rules]\nside = {'9' * 5000}", "bad value"),
    ],
)
def test_hostile_files_get_one_clear_complaint(tmp_path, content, expected):
    assert expected in complaint(write(tmp_path, content))


def test_files_that_are_no_text(tmp_path):
    file = tmp_path / "binary.toml"
    file.write_bytes(b'base = "tictactoe"\n\xff\xfe')
    assert complaint(file) == f"{file}:2: is not UTF-8 text; save the file as UTF-8"
    assert "cannot be read" in complaint(tmp_path / "missing.toml")
    (tmp_path / "folder.toml").mkdir()
    assert "is a folder" in complaint(tmp_path / "folder.toml")
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * 2_000_000)
    assert "too large" in complaint(big)


def test_bases_must_not_go_round_in_a_circle(tmp_path):
    write(tmp_path, 'base = "b.toml"', "a.toml")
    write(tmp_path, 'base = "a.toml"', "b.toml")
    assert "goes round in a circle: a.toml -> b.toml -> a.toml" in complaint(tmp_path / "a.toml")


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("rules.sid=4", 'did you mean "side"'),
        ("side=4", 'did you mean "rules.side"'),
        ("rules.side", "must be of the form"),
        ("rules.side=", "must be a number"),
        ("rules.side.x=1", "must be a number"),
        ("=1", "must be of the form"),
        ("base=fief", '"base" can only be set in a scenario file'),
    ],
)
def test_wrong_settings_repeat_the_option(setting, expected):
    text = complaint("tictactoe", settings=[setting])
    assert text.startswith(f"--set {setting}:") and expected in text


def test_kinds_of_knobs():
    per_players = Knob("target", (50, 40, 30), per="players", high=99)
    assert per_players.check(20, seats=4, counts=3) == [20, 20, 20]
    assert per_players.encode([50, 40, 30], (2, 3, 4), 3) == 40
    with pytest.raises(ParamError):
        per_players.check([1, 2], seats=4, counts=3)
    subset = Knob("barred", (), choices=("a", "b", "c"))
    assert subset.encode(subset.check(["c"], 4, 3), (2, 3), 2) == [0, 0, 1]
    with pytest.raises(ParamError):
        subset.check(["a", "a"], 4, 3)
    choice = Knob("order", "seat", choices=("seat", "reverse"))
    assert choice.encode(choice.check("reverse", 4, 3), (2,), 2) == 1
    with pytest.raises(ParamError, match="did you mean"):
        choice.check("revers", 4, 3)
