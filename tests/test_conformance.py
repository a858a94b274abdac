"""What every game must keep, whatever its rules. A new game is tested here without an edit."""

import random

import numpy as np
import pytest
from conftest import by_strategy, each_game, each_variant, play, player_counts, run_python, same, sound

from simcore import api, cases, catalogue, plan, scenario, store, workers
from simcore.engine import engine
from simcore.errors import UserError
from simcore.rerun import Replay
from simcore.table import Table


def random_game(game_name, seed, players=None, narrate=False):
    """A table and a chooser of random legal codes."""
    return Table(game_name, players=players, seed=seed, narrate=narrate), random.Random(seed)


@each_game
def test_some_action_is_always_legal_and_codes_ascend(game_name):
    for players in catalogue.game(game_name).players:
        table, chooser = random_game(game_name, seed=3, players=players)
        for _ in range(400):
            if table.over:
                break
            codes = table.codes()
            assert codes, f"no legal action in phase {table.phase}"
            assert codes == sorted(set(codes)) and codes[0] >= 0 and codes[-1] < table.game.actions
            assert 0 <= table.seat < players
            table.play(chooser.choice(codes))


@each_game
def test_every_legal_action_applies_and_keeps_the_invariants(game_name):
    table, chooser = random_game(game_name, seed=5)
    for _ in range(150):
        if table.over:
            break
        saved = table.save()
        codes = table.codes()
        for code in chooser.sample(codes, min(len(codes), 8)):
            table.play(code)
            assert table.broken_invariant() == 0, table.log[-1]
            assert table.over or table.codes()
            table.restore(saved)
        table.play(chooser.choice(codes))


@each_game
def test_copy_and_restore_bring_the_whole_game_back(game_name):
    table, chooser = random_game(game_name, seed=7)
    for _ in range(60):
        if table.over:
            break
        table.play(chooser.choice(table.codes()))
    saved, legal = table.save(), table.codes()
    for _ in range(40):
        if table.over:
            break
        table.play(chooser.choice(table.codes()))
    table.restore(saved)
    assert same(table.save(), saved)
    assert table.codes() == legal


@each_game
def test_illegal_actions_are_refused(game_name):
    table, chooser = random_game(game_name, seed=9)
    refused = 0
    for _ in range(50):
        if table.over:
            break
        codes = set(table.codes())
        for code in (-1, table.game.actions, *chooser.sample(range(table.game.actions), 3)):
            if code not in codes:
                before = table.save()
                with pytest.raises(UserError):
                    table.play(code)
                assert same(table.save(), before)
                refused += 1
        table.play(chooser.choice(sorted(codes)))
    assert refused


@each_game
def test_a_game_alone_equals_the_same_game_in_a_batch(game_name):
    batch = plan.make(scenario.load(game_name), games=12, seed=11, check=True)
    games, seats = workers.play(batch, 0, batch.games)
    for number in (batch.games - 1, 4):
        alone, its_seats = workers.play(batch, number, number + 1)
        assert same(alone, games[number : number + 1])
        assert same(its_seats, seats[number * batch.players : (number + 1) * batch.players])


PLAY_AND_PRINT = """
import sys
sys.path.insert(0, "tests")
from conftest import play
games, seats = play(sys.argv[1], "field", games=int(sys.argv[3]), players=int(sys.argv[2]), seed=13, check=False)
print(games.tobytes().hex(), seats.tobytes().hex())
"""


def compare_with_interpreted(game_name, players, count):
    games, seats = play(game_name, "field", games=count, players=players, seed=13)
    environment = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error::RuntimeWarning"}
    done = run_python(PLAY_AND_PRINT, game_name, players, count, **environment)
    assert done.returncode == 0, done.stderr
    for rows, text in zip((games, seats), done.stdout.split(), strict=True):
        assert same(rows, np.frombuffer(bytes.fromhex(text), rows.dtype))


@each_game
def test_compiled_equals_interpreted(game_name):
    for players in catalogue.game(game_name).players:
        compare_with_interpreted(game_name, players, 6)


@pytest.mark.verify
@each_game
def test_compiled_equals_interpreted_in_a_hundred_games(game_name):
    for players in catalogue.game(game_name).players:
        compare_with_interpreted(game_name, players, 100)


@pytest.mark.parametrize("count", [2000, pytest.param(100_000, marks=pytest.mark.verify)])
@each_game
def test_opening_states_differ_between_blocks_and_not_between_rotations(game_name, count):
    game = engine(game_name)
    if not game.game.chance:
        pytest.skip("the opening holds no luck")
    loaded = scenario.load(game_name)
    tables = game.tables(loaded.values, loaded.players)
    states = game.new_states()
    own = [name for name in game.game.state.names if name not in ("streams", "choices")]

    def opening(block, rotation):
        game.begin(states, tables, np.uint64(1), block, rotation)
        return hash(b"".join(np.asarray(states[0][name]).tobytes() for name in own))

    assert len({opening(block, 0) for block in range(count)}) > 0.99 * count
    assert opening(5, 0) == opening(5, 1)


@each_game
def test_invariants_hold_and_games_end_by_their_rules(game_name):
    game = catalogue.game(game_name)
    for players in game.players:
        for lineup in ("mirror:uniform", "field"):
            games, seats = play(game_name, lineup, games=40, players=players, seed=17)
            assert sound(games)
            check_rows(games, seats, players)


def check_rows(games, seats, players):
    """Outcomes agree with each other: shares of the win, ranks, winner."""
    win = seats["win"].reshape(-1, players)
    rank = seats["rank"].reshape(-1, players)
    won = games["winners"] > 0
    assert np.allclose(win.sum(axis=1), won)
    assert (rank.min(axis=1) == 1).all() and (rank <= players).all()
    assert (rank[win > 0] == 1).all()
    alone = games["winners"] == 1
    assert np.array_equal(games["winner"][alone], win[alone].argmax(axis=1))
    assert (games["winner"][~alone] == -1).all()
    assert (games["turns"] > 0).all() and (games["rounds"] > 0).all()
    assert (games["choices"] <= games["decisions"]).all()


@each_game
def test_replay_tells_the_same_story_as_the_run(game_name, tmp_path):
    api.run(game_name, games=8, seed=19, jobs=1, out=tmp_path / "run")
    for number in (0, 7):
        replayed, row = api.replay(tmp_path / "run", number), api.row_of(tmp_path / "run", number)
        assert api.differences(replayed, row) == []
        assert sum(not entry.forced for entry in replayed.log) == row["decisions"]
        compared = set(replayed.outcome()) & set(row)
        assert compared > {column.name for column in catalogue.game(game_name).seat_columns}
        assert compared > {"winner", "win", "score", "rank", "turns", "rounds", "end_reason", "starting_seat"}


@each_game
def test_words_describe_every_legal_action_and_read_their_own_text_back(game_name):
    table, chooser = random_game(game_name, seed=21, narrate=True)
    for _ in range(250):
        if table.over:
            break
        codes = table.codes()
        vocabulary = table.vocabulary()
        for code in codes:
            text = table.game.words.action(table.state, table.tables, code)
            assert text, f"code {code} in phase {table.phase} has no words"
            assert vocabulary[text] == code, f'"{text}" means {vocabulary[text]} and {code} in phase {table.phase}'
        table.play(chooser.choice(codes))
    assert table.game.words.position(table.state, table.tables)


@each_game
def test_redeal_keeps_what_the_seat_may_do(game_name):
    """The deciding seat sees its own options: a redeal for it must leave them, the scores and the invariants alone."""
    table, chooser = random_game(game_name, seed=23)
    changed = False
    for _ in range(150):
        if table.over:
            break
        saved, codes, scores = table.save(), table.codes(), table.standing()
        table.redeal(table.seat)
        assert table.codes() == codes
        assert table.standing() == scores
        assert table.broken_invariant() == 0
        hidden = [name for name in table.game.state.names if name not in ("streams", "choices")]
        changed |= any(not np.array_equal(saved[0][name], table.state[name]) for name in hidden)
        table.restore(saved)
        table.play(chooser.choice(codes))
    assert changed == table.game.hidden, "redeal moves what is hidden, and only that"


@each_game
def test_strategies_do_not_peek(game_name):
    """At random decisions, shuffle what the seat cannot see: the strategy chooses the same action."""
    loaded = scenario.load(game_name)
    chooser = random.Random(25)
    for seed in range(3):
        batch = plan.make(loaded, games=200, seed=seed)
        for number in chooser.sample(range(batch.games), 4):
            replay = Replay(batch, number, narrate=False)
            while not replay.table.over:
                if chooser.random() < 0.2:
                    saved = replay.table.save()
                    choice = replay.choose()
                    replay.table.restore(saved)
                    replay.table.redeal(replay.table.seat)
                    replay.table.state.choices[:] = saved[0]["choices"]
                    assert replay.choose() == choice, (
                        f"{replay.lineup[saved[0]['seat']]} peeks in phase {replay.table.phase}"
                    )
                    replay.table.restore(saved)
                replay.step()


@each_game
def test_a_strategy_under_another_name_changes_no_row(game_name, tmp_path):
    file = next(iter(catalogue.strategy_files(game_name).values()))
    twin = tmp_path / "twin.py"
    twin.write_text(file.read_text("utf-8").replace(f"def {file.stem}(", "def twin("), "utf-8")
    loaded = scenario.load(game_name)
    rows = []
    for name in (file.stem, "twin"):
        lineup = ",".join([name] + ["uniform"] * (loaded.players - 1))
        batch = plan.make(loaded, games=8, seed=27, lineup=lineup, strategy_files=(str(twin),), check=True)
        rows.append(workers.play(batch, 0, batch.games))
    assert same(rows[0][0], rows[1][0]) and same(rows[0][1], rows[1][1])


@each_game
def test_columns_are_documented_and_lower_case(game_name):
    games, seats = store.columns(catalogue.game(game_name))
    for table in (games, seats):
        names = [name for name, _, _ in table]
        assert len(names) == len(set(names))
        assert all(name == name.lower() and text for name, _, text in table)


def check_scenario(game_name, variant, count):
    """Play a scenario with every number of players it is for; all invariants are tested after every action."""
    for players in player_counts(game_name, variant):
        for lineup in ("mirror:uniform", "field"):
            games, _ = play(game_name, lineup, games=count, players=players, seed=31, variant=variant)
            assert sound(games), f"{lineup} with {players} players"


@each_variant
def test_every_scenario_asks_a_question_and_plays_by_its_rules(game_name, variant):
    loaded = scenario.load(f"{game_name}/{variant}")
    assert loaded.game == game_name
    assert loaded.question.endswith("?") or variant == "base"
    assert loaded.players in player_counts(game_name, variant)
    check_scenario(game_name, variant, 12)


@pytest.mark.verify
@each_variant
def test_invariants_hold_in_ten_thousand_games(game_name, variant):
    check_scenario(game_name, variant, 10_000)


# Least share of wins against one and against three uniform players; Löwenherz has the least luck.
STRENGTH = {
    "adellos": (0.9, 0.5),
    "comuni": (0.9, 0.5),
    "fief": (0.9, 0.5),
    "loewenherz": (0.95, 0.6),
    "mythotopia": (0.9, 0.5),
}
SCRIPTED = [
    pytest.param(game, name, id=f"{game}/{name}", marks=pytest.mark.xdist_group(game))
    for game in STRENGTH
    for name in catalogue.strategy_files(game)
    if name != "uniform"
]


def share_of_wins(game_name, name, players, count, against="uniform"):
    """Share of the wins of one strategy against one other on the remaining seats, rotated."""
    lineup = ",".join([name] + [against] * (players - 1))
    _, rows = by_strategy(game_name, lineup, games=count, players=players, seed=37, check=False)
    return rows[name]["win"].mean()


@pytest.mark.parametrize(("game_name", "name"), SCRIPTED)
def test_scripted_play_beats_uniform_play(game_name, name):
    """A small batch, hence the tolerance; the full size is in `make verify`."""
    duel, table = STRENGTH[game_name]
    assert share_of_wins(game_name, name, 2, 200) >= duel - 0.05
    assert share_of_wins(game_name, name, 4, 200) >= table - 0.05


@pytest.mark.verify
@pytest.mark.parametrize(("game_name", "name"), SCRIPTED)
def test_scripted_play_beats_uniform_play_at_full_size(game_name, name):
    duel, table = STRENGTH[game_name]
    assert share_of_wins(game_name, name, 2, 20_000) >= duel
    assert share_of_wins(game_name, name, 4, 20_000) >= table


# Shown by replayed games to be in the nature of the two-player game: see "when a rush pays" in its RULES.md.
FAVOURED_IN_DUELS = {"fief": "rusher"}


@pytest.mark.verify
@each_game
def test_no_strategy_beats_all_others(game_name):
    names = sorted(set(catalogue.strategy_files(game_name)) - {"uniform"})
    for name in set(names) - {FAVOURED_IN_DUELS.get(game_name)}:
        duels = {other: share_of_wins(game_name, name, 2, 8_000, against=other) for other in names if other != name}
        assert min(duels.values()) < 0.52, f"{name}: {duels}"


@pytest.mark.verify
@each_game
def test_safety_stops_are_rare_among_scripted_players(game_name):
    game = catalogue.game(game_name)
    stops = [game.reasons.index(reason) for reason in game.capped]
    for players in game.players:
        games, _ = play(game_name, "field", games=20_000, players=players, seed=37, check=False)
        assert np.isin(games["reason"], stops).mean() < 0.02


def _case_parameters():
    """Every case of every game; a case file that cannot be read is a failing test of its own."""
    for name in catalogue.game_names():
        mark = pytest.mark.xdist_group(name)
        try:
            yield from (pytest.param(name, case, id=case.id, marks=mark) for case in cases.of_game(name))
        except UserError as error:
            yield pytest.param(name, error, id=f"{name}-unreadable", marks=mark)


@pytest.mark.parametrize(("game_name", "case"), list(_case_parameters()))
def test_rule_case(game_name, case):
    if isinstance(case, UserError):
        raise case
    result = cases.run(game_name, case)
    assert result.passed, "\n" + result.explain()


@each_game
def test_every_rule_has_a_case(game_name):
    table = cases.coverage(game_name, cases.of_game(game_name))
    assert table
    assert [rule for rule, shown_by in table.items() if not shown_by] == []


@each_game
def test_a_barred_card_is_offered_only_where_nothing_else_is_legal(game_name):
    if catalogue.game(game_name).plays_card is None:
        pytest.skip("the game does not say which actions play a card")
    loaded = scenario.load(game_name)
    offers = [offer for number in range(4) for offer in cards_offered(plan.make(loaded, games=4, seed=29), number)]
    choices = [card for offer in offers for card in set(offer) if card >= 0 and len(set(offer)) > 1]
    card = max(set(choices), key=choices.count)
    barred = plan.make(loaded, games=4, seed=29, barred=(catalogue.game(game_name).cards[0].keys[card],))
    for number in range(4):
        assert all(card not in offer or set(offer) == {card} for offer in cards_offered(barred, number))


def cards_offered(batch, number):
    """For each decision of a game, the card that each legal action would play (-1: none)."""
    replay = Replay(batch, number, narrate=False)
    plays_card = catalogue.game(batch.scenario.game).plays_card
    while not replay.table.over:
        table = replay.table
        yield [plays_card(table.state, table.tables, code) for code in table.codes()]
        replay.step()
