"""Fief: data, knobs, variants, payments, strategies."""

import random

import numpy as np
import pytest
from conftest import play
from knobs import alternatives, changes_the_rows

from simcore import catalogue, plan, scenario, store, workers
from simcore.cases import lay_out
from simcore.engine import engine
from simcore.errors import UserError
from simcore.game import FIRST_REASON
from simcore.games.fief.bits import BIT, UNIT, amounts_of, bundle_of, count, lowest, total, units
from simcore.games.fief.economy import lose_landscape
from simcore.games.fief.params import LANDSCAPES
from simcore.games.fief.payment import enough
from simcore.games.fief.state import END_REASONS, LANDSCAPES_RAZED
from simcore.rerun import Replay
from simcore.table import Table

pytestmark = pytest.mark.xdist_group("fief")

GAME = catalogue.game("fief")
STRATEGIES = [name for name in catalogue.strategy_files("fief") if name != "uniform"]
VARIANTS = [name for name in catalogue.scenario_names("fief") if name != "base"]
# Where a knob shows: games that hold the cards and moments it is about. All others show in a field of four.
RUSH = {"lineup": "rusher,builder", "players": 2}
SIEGE = {"lineup": "rusher,turtle", "players": 2}
ARMS = {**SIEGE, "settings": ("rules.missing_building_gold=0",)}
FELT_BY = {
    "prestige_target_team": {"variant": "teams"},
    "team_help_fee": {"variant": "teams", "lineup": "mirror:supporter"},
    "turn_cap": {
        "lineup": "mirror:uniform",
        "players": 2,
        "settings": (*(f"landscapes.{name}.count=20" for name in LANDSCAPES), "rules.empty_decks_to_end=3"),
    },
    "end_on_last_building": {"lineup": "mirror:builder"},
    "duplicate_prestige": {"lineup": "mirror:builder"},
    "passable_enemy_fief": {"lineup": "mirror:rusher"},
    "siege_turns": RUSH,
    "siege_condition": RUSH,
    "damage_split": SIEGE,
    "city_attack": SIEGE,
    "city_defence": RUSH,
    "summoning_delay": SIEGE,
    "multi_attack_on_one_target": SIEGE,
    "knight_moves": ARMS,
    "archer_damage": ARMS,
    "priest_heal": ARMS,
    "infantry_support_defence": ARMS,
}


def tables(*settings, players=4, variant=None):
    loaded = scenario.load(f"fief/{variant}" if variant else "fief", players=players, settings=settings)
    return engine("fief").tables(loaded.values, players)


# --- bits ---------------------------------------------------------------------------------------------------------


def test_sets_of_troops_and_bundles_of_units():
    mask = BIT[3] | BIT[20] | BIT[48]
    assert count(mask) == 3 and lowest(mask) == 3 and lowest(BIT[48]) == 48
    bundle = np.int64(bundle_of([3, 0, 26, 1]))
    assert amounts_of(bundle) == [3, 0, 26, 1] and total(bundle) == 30 and units(bundle + UNIT[1], 1) == 1


# --- data -----------------------------------------------------------------------------------------------------------


def test_the_box_holds_110_cards():
    t = tables()
    cities, overviews = 4, 2
    assert t.cards_total == 87 and sum(t.building_count) == 17
    assert t.cards_total + sum(t.building_count) + cities + overviews == 110
    assert [sum(t.kind_count[:4]), sum(t.kind_count[8:]), sum(t.kind_count[4:8])] == [38, 20, 29]


def test_every_data_row_states_its_source():
    loaded = scenario.load("fief")
    rows = [f"{table.name}.{key}" for table in GAME.params.rows for key in loaded.values[table.name]]
    assert all(loaded.sources.get(row) in ("rulebook", "assumed") for row in rows)
    assert loaded.sources["landscapes.Field"] == "rulebook" and loaded.sources["buildings.Castle"] == "assumed"


def test_cost_delta_changes_the_largest_entry():
    assert amounts_of(tables().building_cost[9]) == [1, 2, 3, 3]
    assert amounts_of(tables("rules.building_cost_delta=2").building_cost[9]) == [1, 2, 5, 3]
    assert amounts_of(tables("rules.building_cost_delta=-2").building_cost[5]) == [0, 1, 0, 3]


@pytest.mark.parametrize(
    ("setting", "word"),
    [("troops.Knight.count=9", "box"), ("buildings.Tower.count=2", "only one"), ("rules.castle_prestige=99", "0 to 9")],
)
def test_impossible_data_are_refused(setting, word):
    with pytest.raises(UserError, match=word):
        tables(setting)


def test_geometry_is_a_line_for_two_and_a_ring_for_more():
    def edges(players):
        t = tables(players=players)
        return {(a, b) for a in range(8) for b in range(8) if t.adjacent[a] >> b & 1 and a < b}

    assert edges(2) == {(0, 4), (1, 4)}
    assert edges(3) == {(0, 4), (1, 4), (1, 5), (2, 5), (2, 6), (0, 6)}
    assert edges(4) == {(0, 4), (1, 4), (1, 5), (2, 5), (2, 6), (3, 6), (3, 7), (0, 7)}


# --- payment --------------------------------------------------------------------------------------------------------


def brute_force(have, need, wild, merchants, t):
    """Try every order of trades and exchanges on surplus units; hand cards and discounts cover what is missing."""
    missing = sum(max(0, n - h) for h, n in zip(have, need, strict=True))
    if missing <= wild:
        return True
    for source in range(4):
        spare = have[source] - need[source]
        for target in range(4):
            if target == source:
                continue
            if spare >= t.exchange_in:
                after = list(have)
                after[source] -= int(t.exchange_in)
                after[target] += 1
                if have[target] < need[target] and brute_force(after, need, wild, merchants, t):
                    return True
            if spare >= 1 and merchants and have[target] < need[target]:
                for second in range(4) if source == 2 else (None,):
                    after = list(have)
                    after[source] -= 1
                    after[target] += 1
                    if second is not None:
                        after[second] += 1
                    if brute_force(after, need, wild, merchants - 1, t):
                        return True
    return False


def test_conversion_of_surplus_agrees_with_trying_everything():
    t = tables()
    chooser = random.Random(1)
    seen = set()
    for _ in range(400):
        have = [chooser.randint(0, 5) for _ in range(4)]
        need = [chooser.randint(0, 3) for _ in range(4)]
        wild, merchants = chooser.randint(0, 1), chooser.randint(0, 2)
        expected = brute_force(have, need, wild, merchants, t)
        found = enough(t, np.int64(bundle_of(have)), np.int64(bundle_of(need)), 0, wild, merchants)
        assert bool(found) == expected, (have, need, wild, merchants)
        seen.add(expected)
    assert seen == {True, False}


def test_a_payment_once_begun_is_always_completed():
    """Random steps of a payment never lead into a dead end, with all kinds of specialists about."""
    for seed in range(6):
        table = Table("fief", players=2, seed=seed)
        lay = GAME.arrange
        chooser = random.Random(seed)
        people = ["Merchant", "Artist", "Bureaucrat", "Worker", "Priest"]
        loose = ", ".join(chooser.choice(people) for _ in range(4))
        lay["fief_0"](table.state, table.tables, ["Field: 2 Worker", "Farm: Worker", "Mine", f"loose: {loose}"])
        lay["hand_0"](table.state, table.tables, ["3 Worker", "Knight", "Archer", "Soldier"])
        lay["turn_of"](table.state, table.tables, 0)
        start = table.save()
        purchases = [code for code in table.codes() if 4 <= code <= 36]
        for purchase in purchases:
            table.restore(start)
            table.play(purchase)
            while table.state.pay_for:
                assert table.codes(), table.log[-1]
                table.play(chooser.choice(table.codes()))
            assert table.broken_invariant() == 0


# --- knobs and variants ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("knob", "value"), alternatives("fief"))
def test_every_alternative_plays_and_changes_the_game(knob, value):
    assert changes_the_rows("fief", knob, value, FELT_BY, games=60, seed=5)


def test_the_variants_of_the_specification_are_there():
    assert set(VARIANTS) == {
        "late_seat_cards", "no_first_draw", "equal_turns", "short_game", "long_game", "farm_labour", "own_symbols", "no_castle",
        "no_bureaucrat", "iron_walls", "war_torn", "hard_combat", "lean_hand", "teams",
    }  # fmt: skip


def test_removed_cards_are_not_in_the_game():
    _, seats = play("fief", games=40, seed=3, variant="no_bureaucrat")
    assert seats["drawn"][:, 7].sum() == 0 and seats["drawn"][:, 4].sum() > 0
    _, seats = play("fief", games=40, seed=3, variant="no_castle")
    assert seats["bought"][:, 9].sum() == 0


def test_iron_walls_know_no_siege():
    games, _ = play("fief", "rusher,raider", games=60, seed=3, players=2, variant="iron_walls")
    assert END_REASONS.index("siege") + FIRST_REASON not in games["reason"]


def test_the_starting_player_is_drawn():
    """Every seat begins about equally often, and within a block every strategy does."""
    lineup = "builder,rusher,turtle,raider"
    games, seats = play("fief", lineup, games=160, seed=3)
    per_game = seats.reshape(-1, 4)
    assert np.bincount(games["starting_seat"], minlength=4).min() >= 20
    batch = plan.make(scenario.load("fief"), games=160, seed=3, lineup=lineup)
    _, _, lineups = batch.numbers(0, 160)
    first = lineups[np.arange(160), games["starting_seat"]]
    assert np.bincount(first).tolist() == [40, 40, 40, 40]
    starters = per_game[np.arange(160), games["starting_seat"]]
    assert np.allclose(games["starting_seat_wins"], starters["win"])
    assert workers.play_part(batch, 0, 160).tally.seat(0)[0] == pytest.approx(starters["win"].mean())


def test_a_fixed_seat_may_begin():
    settings = ["rules.starting_seat=seat_2"]
    batch = plan.make(scenario.load("fief", settings=settings), games=8, seed=3, lineup="mirror:uniform")
    games, seats = store.frames(batch, 0, *play("fief", "mirror:uniform", games=8, seed=3, settings=settings))
    assert (games["starting_seat"] == 2).all() and seats["turn_position"].to_list() == 8 * [2, 3, 0, 1]


def test_the_starting_team_wins_together():
    games, seats = play("fief", games=60, seed=9, variant="teams")
    first = seats.reshape(-1, 4)["win"][np.arange(60), games["starting_seat"]]
    assert np.allclose(games["starting_seat_wins"], 2 * first) and set(games["starting_seat_wins"]) >= {0, 1}


def test_a_turn_cap_ends_the_game():
    games, _ = play("fief", "mirror:uniform", games=20, seed=3, settings=["rules.turn_cap=12"])
    assert (games["turns"] == 12).all() and (games["reason"] == END_REASONS.index("cap") + FIRST_REASON).all()


def test_the_game_ends_within_its_bound():
    for players, bound in ((2, 70), (3, 62), (4, 54)):
        games, _ = play("fief", "mirror:uniform", games=60, seed=3, players=players)
        assert games["turns"].max() <= bound + players - 1


def test_teams_win_together():
    games, seats = play("fief", games=60, seed=9, variant="teams")
    win = seats["win"].reshape(-1, 4)
    assert np.array_equal(win[:, 0], win[:, 2]) and np.array_equal(win[:, 1], win[:, 3])
    assert set(games["winners"]) <= {2, 4}
    assert seats["pledges_used"].sum() > 0


# --- invariants that compare two positions ---------------------------------------------------------------------------

HOUSE = {
    "fief_0": ["Field: Worker", "Forest tapped", "loose: Soldier"],
    "fief_1": ["Field: Worker, Bank", "Mine tapped", "loose: tapped Worker"],
    "hand_0": ["Worker", "Farm"],
    "turn_of": 0,
}
PAID = (HOUSE, "play Farm", "tap city")
MARCHED = ({**HOUSE, "phase": "move"}, "march loose Soldier", "to in-between 0-1")
ENDED = ({**HOUSE, "phase": "war"}, "end turn")
DREW = ({**HOUSE, "phase": "war"}, "end turn", "draw military")
SIEGE = ({**HOUSE, "guests_1": ["seat 0: Soldier"], "phase": "war"}, "end turn")
ATTACKED = (
    {**HOUSE, "guests_1": ["seat 0: Soldier"], "phase": "war"},
    "war on seat 1 in fief of seat 1",
    "Soldier into group 0",
    "group 0 attacks Field 1",
    "1 damage to Soldier in fief of seat 1",
)


def pay_less(s, t):
    s.pay_pool -= UNIT[3]


def tap_uncounted(s, t):
    s.pay_taps = 0


def stand_up(s, t):
    s.place_tapped[0] = 1


def stand_up_off_turn(s, t):
    s.tapped &= ~s.owned[1]


def tap_off_turn(s, t):
    s.place_tapped[1] |= 1


def stay_tapped(s, t):
    s.place_tapped[1] |= 1


def move_off_turn(s, t):
    bit = BIT[lowest(s.owned[1] & ~s.attached[1])]
    s.at[1] &= ~bit
    s.at[4] |= bit


def raze(s, t):
    """The attack equals the defence of the guard and the Bank: nothing is left over for the landscape."""
    lose_landscape(s, t, 1, 1)
    s.counter[1, LANDSCAPES_RAZED] += 1


def count_siege(s, t):
    s.siege[1] += 1


@pytest.mark.parametrize(
    ("number", "scene", "tamper"),
    [
        (9, (HOUSE, "buy an extra card", "tap city"), pay_less),
        (9, (HOUSE, "buy an extra card", "tap city"), tap_uncounted),
        (10, PAID, stand_up),
        (11, DREW, stay_tapped),
        (12, PAID, stand_up_off_turn),
        (12, PAID, tap_off_turn),
        (13, MARCHED, move_off_turn),
        (13, ENDED, move_off_turn),
        (16, ATTACKED, raze),
        (19, PAID, count_siege),
        (19, SIEGE, count_siege),
    ],
)
def test_an_action_that_changes_too_much_is_noticed(number, scene, tamper):
    position, *actions = scene
    table = Table("fief", players=2)
    lay_out(table, position)
    for action in actions:
        table.play(action)
        assert table.broken_invariant() == 0
    tamper(table.state, table.tables)
    assert table.broken_invariant() == number


# --- invariant 24 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("base", 3), ("teams", 4)])
def test_the_same_decisions_lead_to_the_same_states(variant, players):
    """Decisions taken down from a game, played again from the same seed, reproduce every state."""
    loaded = scenario.load("fief" if variant == "base" else f"fief/{variant}", players=players)
    replay = Replay(plan.make(loaded, games=4, seed=31, lineup="field"), 2, narrate=False)
    again = Table(loaded, seed=31, block=replay.block, rotation=replay.rotation, narrate=False)
    of_players = ("choices", "memory")  # what strategies keep, which a mere list of decisions does not touch
    names = [name for name in GAME.state.names if name not in of_players]
    while not replay.table.over:
        replay.step()
        again.play(replay.log[-1].code)
        assert all(np.array_equal(again.state[name], replay.table.state[name]) for name in names), replay.log[-1]
    assert again.over


# --- columns ---------------------------------------------------------------------------------------------------------


def test_columns_agree_with_each_other():
    games, seats = play("fief", games=100, seed=13)
    per_game = seats.reshape(-1, 4)
    assert np.array_equal(games["cards_drawn"], per_game["drawn"].sum(axis=(1, 2)))
    assert np.array_equal(games["extra_cards"], per_game["extra_cards_bought"].sum(axis=1))
    assert np.array_equal(games["wars"], per_game["wars_declared"].sum(axis=1))
    assert np.array_equal(seats["troops_played"], seats["played"][:, 4:].sum(axis=1))
    assert np.array_equal(seats["buildings_lost"], seats["destroyed"].sum(axis=1))
    alive = seats["eliminated"] == 0
    owned = seats["bought"].sum(axis=1) - seats["destroyed"].sum(axis=1)
    assert np.array_equal(owned[alive], seats["owned_end"].sum(axis=1)[alive])
    assert (seats["score"] <= seats["highest_prestige"]).all()
    assert np.array_equal(games["players_out"], (per_game["eliminated"] > 0).sum(axis=1))


# --- strategies --------------------------------------------------------------------------------------------------------


def test_styles_show_in_the_columns():
    def mean(name, column):
        _, seats = play("fief", f"mirror:{name}", games=40, seed=15)
        return seats[column].mean()

    assert mean("rusher", "wars_declared") > 3 * mean("builder", "wars_declared")
    assert mean("hoarder", "extra_cards_bought") > mean("rusher", "extra_cards_bought")
    assert mean("specialist", "bureaucrats_used") > mean("builder", "bureaucrats_used")
    assert mean("turtle", "external_moves") < mean("raider", "external_moves")


# --- full size (make verify) ---------------------------------------------------------------------------------------------
