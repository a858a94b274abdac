"""One game step by step, strategies as files, and rule cases as experiments."""

import textwrap

import pytest

import simcore
from simcore import cases
from simcore.errors import UserError
from simcore.strategy import strategy

pytestmark = pytest.mark.xdist_group("tictactoe")


def test_a_game_from_python():
    table = simcore.Table("tictactoe", settings=["rules.misere=true"])
    assert table.legal()[0] == "mark 1,1" and table.seat == 0 and table.phase == "mark"
    for action in ("mark 1,1", "mark 2,2", "mark 1,2", "mark 3,3"):
        table.play(action)
    entry = table.play("mark 1,3")
    assert entry.happened == ("seat 0 has a line of 3: seat 1 wins (TTT-07: the line loses)",)
    assert table.over and table.legal() == []
    assert table.outcome()["winner"] == 1 and table.outcome()["end_reason"] == "line"
    assert [each.action for each in table.log][-1] == "mark 1,3"


def test_wrong_words_get_the_nearest_right_ones():
    table = simcore.Table("tictactoe")
    with pytest.raises(UserError, match='"mark 2;2" means nothing in phase mark, did you mean "mark 2,2"'):
        table.play("mark 2;2")
    table.play("mark 2,2")
    with pytest.raises(UserError, match='"mark 2,2" is not legal for seat 1'):
        table.play("mark 2,2")


def test_the_package_offers_its_api_lazily():
    assert {"run", "load", "resume", "replay", "Table", "load_scenario", "UserError"} <= set(dir(simcore))
    with pytest.raises(AttributeError):
        simcore.nonsense  # noqa: B018


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [("state, legal", "must begin with the arguments"), ("s, t, legal, seat, pace", "needs a number as default")],
)
def test_a_strategy_has_a_fixed_beginning(arguments, expected):
    scope = {}
    exec(f"def mine({arguments}): return 0", scope)
    scope["mine"].__code__ = scope["mine"].__code__.replace(co_filename=__file__)
    with pytest.raises(UserError, match=expected):
        strategy(scope["mine"])


# --- rule cases ---------------------------------------------------------------------------------


def run_case(tmp_path, text):
    file = tmp_path / "cases.toml"
    file.write_text("[[case]]\nid = 'X'\nrules = ['TTT-05']\n" + textwrap.dedent(text))
    (case,) = cases.read(file)
    return cases.run("tictactoe", case)


def test_a_failing_case_shows_position_log_and_both_values(tmp_path):
    result = run_case(tmp_path, "play = ['mark 2,2']\n[case.expect]\nseat = 0\n")
    text = result.explain()
    assert "seat: expected 0, found 1" in text
    assert "seat 0: mark 2,2" in text and ".X." in text and "rules: TTT-05" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[case.expect]\nseats = 0\n", 'cannot expect "seats", did you mean "seat"'),
        ("[case.set]\nmark = 3\n", 'no state field "mark", did you mean "marks"'),
        ("[case.set]\nmarks = [1, 99999999999]\n", "cannot hold"),
        ("[case.set]\nphase = 'marc'\n", 'did you mean "mark"'),
        ("[case.set]\nboard = 'XX'\n", "board must have 9 cells"),
        ("play = ['mark 9,9']\n", "means nothing in phase mark"),
        ("start = 'middle'\n", 'start must be "setup" or "empty"'),
        ("[case.scenario]\n'rules.side' = 12\n", "out of range"),
        ("variant = 'misery'\n", 'did you mean "misere"'),
        ("play = ['mark 1,1']\nraises = 'illegal'\n", "should have been refused"),
        ("[case.expect]\nlegal = ['mark 7,7']\n", 'expected legal: "mark 7,7"'),
        ("[case.expect]\nillegal = ['mark 1,1']\n", 'expected not to be legal: "mark 1,1"'),
        ("[case.expect]\ncount_legal = 8\n", "count_legal: expected 8, found 9"),
    ],
)
def test_wrong_cases_fail_with_a_reason(tmp_path, text, expected):
    result = run_case(tmp_path, text)
    assert not result.passed and expected in result.explain()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[case]]\nrules = []\n", 'no "id"'),
        ("[[case]]\nid = 'X'\nexpects = {}\n", 'unknown key "expects", did you mean "expect"'),
        ("[case]\nid = 'X'\n", "holds [[case]] tables only"),
        ("cases = [", "not a valid case file"),
    ],
)
def test_wrong_case_files_are_refused(tmp_path, text, expected):
    file = tmp_path / "cases.toml"
    file.write_text(text)
    with pytest.raises(UserError) as caught:
        cases.read(file)
    assert expected in str(caught.value)


def test_elements_of_fields_can_be_set_and_expected(tmp_path):
    result = run_case(
        tmp_path, "[case.set]\n'marks[0]' = 5\n'turns' = 2\n[case.expect]\n'marks[0]' = 5\n'board' = 'X.X/.../...'\n"
    )
    assert result.failures == ["invariant 2 does not hold in this position"]
