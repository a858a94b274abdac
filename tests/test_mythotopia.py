"""Mythotopia beyond its rule cases: data, exact payments, steps, knobs, variants, strategies, columns."""

import random

import numpy as np
import pytest
from conftest import by_strategy, play, same, sound
from knobs import alternatives, changes_the_rows

from simcore import catalogue, scenario
from simcore.engine import engine
from simcore.errors import UserError
from simcore.games.mythotopia.layout import OBSERVE, card_code
from simcore.games.mythotopia.names import PROGRESS, PROVINCES, SYMBOLS, VP_CARDS
from simcore.games.mythotopia.payment import can_pay
from simcore.games.mythotopia.state import (
    END_GAME,
    END_TURN,
    END_WAR,
    GOLD,
    N_THINNED,
    PASS,
    PROGRESS_CARD,
    STONE,
    TYPE,
    VP_DRAGONS,
)
from simcore.games.mythotopia.uncompiled import uncompiled
from simcore.table import Table

pytestmark = pytest.mark.xdist_group("mythotopia")

GAME = catalogue.game("mythotopia")
VARIANTS = [name for name in catalogue.scenario_names("mythotopia") if name != "base"]
SCRIPTED = [name for name in catalogue.strategy_files("mythotopia") if name != "uniform"]
ONLY_MORE_PLAYERS = ("draft_literal", "draft_even")


def tables(players=4, settings=()):
    loaded = scenario.load("mythotopia", players=players, settings=settings)
    return engine("mythotopia").tables(loaded.values, players)


def share_stopped(games):
    stopped = [GAME.reasons.index(name) for name in ("cap", "stall")]
    return np.isin(games["reason"], stopped).mean()


# --- data ----------------------------------------------------------------------------------------


def test_the_map_has_the_assumed_proportions():
    values = scenario.load("mythotopia").values
    provinces, borders = values["provinces"].values(), values["borders"].values()
    assert [sum(row["symbol"] == symbol for row in provinces) for symbol in SYMBOLS[:4]] == [10, 10, 10, 10]
    assert [sum(row["terrain"] == kind for row in borders) for kind in ("normal", "hill", "mountain")] == [48, 18, 10]
    assert sum(row["strength"] for row in provinces) == 112
    assert sum(row["rough"] for row in provinces) == 12
    assert [sum(row["island"] == island for row in provinces) for island in ("large", "small")] == [3, 2]
    assert (values["provinces"]["Blore"]["strength"], values["provinces"]["Blore"]["rough"]) == (4, True)


def test_neighbours_and_sea_ways_go_both_ways():
    t = tables()
    for table in (t.border[0], t.border[1], t.border[2], t.sea1, t.sea2):
        for a in range(40):
            assert not int(table[a]) >> a & 1
            assert all(int(table[b]) >> a & 1 for b in range(40) if int(table[a]) >> b & 1)
    neighbours = [int(t.border[0, p] | t.border[1, p] | t.border[2, p]).bit_count() for p in range(40)]
    assert min(neighbours) == 1
    assert max(neighbours) == 6


def test_cards_show_what_the_rulebook_says():
    cards = scenario.load("mythotopia").values["progress_cards"]
    assert tuple(cards) == PROGRESS
    assert cards["Army"]["army"] == 2
    assert cards["Build"]["stone"] == cards["Portal"]["food"] == cards["Ship"]["ship"] == cards["Ship"]["gold"] == 1


@pytest.mark.parametrize(
    ("settings", "players", "told"),
    [
        (["rules.draft_extra=1"], 2, "3 or 4 players"),
        (["rules.fixed_tokens=9"], 4, "30 tokens of value 2"),
        (["rules.start_provinces=14"], 4, "more than 40"),
        (['rules.forced_vp_cards=["Citadel"]', 'rules.banned_vp_cards=["Citadel"]'], 4, "forced and banned"),
        (["vp_cards.Lord of the Isles.tokens=3"], 4, "two tokens"),
        (["provinces.Wold.seas=Dead Sea"], 4, "no sea area"),
        (["borders.Wold-Nowhere.terrain=hill"], 4, "must name two provinces"),
        (["progress_cards.Farming.ship=1"], 4, "cannot show a ship"),
    ],
)
def test_impossible_settings_are_explained(settings, players, told):
    with pytest.raises(UserError, match=told):
        tables(players, settings)


# --- payments against plain enumeration --------------------------------------------------------------


def enumerated(cards, reserve, used, symbols, ships, kind, units, army):
    """Whether the cost can be paid, by trying every order of cards and modifiers as a player could play them."""
    wild = {0: "Farming", 1: "Quarry", 2: "Gold Mine"}[kind]

    def levied(left):
        return any(3 in symbols[card] for card in left) or ("Levies" in left and "Levies" in reserve and not used[3])

    def pay(left, ships, units, effect):
        if ships:
            return any(4 in symbols[card] and pay(left - {card}, ships - 1, units, effect) for card in left)
        if units == 0:
            return not army or levied(left)
        granted = effect and wild in left and wild in reserve
        modifiers = [set(), {"Merchant"}, {"Water Mill"}, {"Merchant", "Water Mill"}]
        for chosen in [modifier for modifier in modifiers if modifier <= left]:
            value = 2 if "Water Mill" in chosen else 1
            for card in left - chosen:
                fits = symbols[card] & {0, 1, 2} if "Merchant" in chosen else kind in symbols[card]
                if value <= units and fits and pay(left - chosen - {card}, 0, units - value, effect):
                    return True
        return bool(granted) and any(pay(left - {card}, 0, units - 1, False) for card in left)

    return pay(frozenset(cards), ships, units, not used[kind])


def shows(t, code, kind):
    if code < PROGRESS_CARD:
        return int(t.sym0[kind]) >> code & 1
    return int(t.sym1[kind]) >> (code - PROGRESS_CARD) & 1


def test_the_rest_is_payable_exactly_when_some_order_of_play_pays_it():
    table = Table("mythotopia", players=2, settings=['rules.banned_vp_cards=["Citadel"]'], narrate=False)
    s, t = table.state, table.tables
    chooser = random.Random(4)
    special = ["Farming", "Quarry", "Gold Mine", "Levies", "Merchant", "Water Mill", "Ship", "Market", "Army", "Queen"]
    names = [*PROVINCES[:12], *special, "start Army", "start Market", "start Ship", "start Build"]
    codes = {name: card_code(t, name) for name in names}
    symbols = {name: {kind for kind in range(5) if shows(t, code, kind)} for name, code in codes.items()}
    answers = {True: 0, False: 0}
    for _ in range(1500):
        held = chooser.sample(names, chooser.randint(1, 6))
        reserve = {name for name in held if name in special and chooser.random() < 0.6}
        used = [int(chooser.random() < 0.2) for _ in range(4)]
        s.wild_used[:] = used
        s.hand[0], s.reserve[0] = 0, 0
        for name in held:
            word, place = (0, codes[name]) if codes[name] < PROGRESS_CARD else (1, codes[name] - PROGRESS_CARD)
            (s.reserve if name in reserve else s.hand)[0, word] |= 1 << place
        if chooser.random() < 0.5:
            ships, kind, units, army = chooser.randint(0, 2), 0, chooser.randint(0, 3), 1
        else:
            ships, kind, units, army = 0, chooser.choice([STONE, GOLD]), chooser.randint(1, 4), 0
        cards0, cards1 = (np.int64(s.hand[0, word] | s.reserve[0, word]) for word in range(2))
        found = bool(uncompiled(can_pay)(s, t, cards0, cards1, 1, ships, kind, units, army))
        assert found == enumerated(held, reserve, used, symbols, ships, kind, units, army), (
            held,
            reserve,
            used,
            ships,
            kind,
            units,
            army,
        )
        answers[found] += 1
    assert min(answers.values()) > 200


# --- the checker -------------------------------------------------------------------------------------


def spoil_roads(before, after):
    after.linked[0], after.linked[1] = 2, 1


def spoil_dragons(before, after):
    before.dragon, after.dragon = 0, before.own[0]


def spoil_points(before, after):
    before.tokens[0] = after.tokens[0] = [0, 0, 2, 0]
    after.tokens[0] = [0, 1, 1, 0]


def spoil_vp_cards(before, after):
    after.tokens_left[0] += 1


def spoil_freshness(before, after):
    before.fresh = after.fresh = 0
    after.did[0, END_WAR - TYPE] += 1


def spoil_reserve(before, after):
    before.reserve[0, 1], after.reserve[0, 1] = 3, 7


def spoil_deck(before, after):
    after.stat[0, N_THINNED] += 1


def spoil_removed_cards(before, after):
    after.gone |= 1


def spoil_display(before, after):
    before.display, after.display = 6, 7


def spoil_ended_war(before, after):
    place = before.own[1] & -before.own[1]
    before.force[0] |= place
    before.force[1] |= place
    after.force[1] |= place


def spoil_refill(before, after):
    after.hand[0], after.draw[0] = 0, before.hand[0]


def spoil_conquest(before, after):
    neutral = before.province_pile
    after.own[0] |= neutral & -neutral


def spoil_attack(before, after):
    after.force[0] |= before.own[1]


def spoil_nothing(before, after):
    """The end is declared although too few cards are empty."""


@pytest.mark.parametrize(
    ("number", "spoil", "action"),
    [
        (4, spoil_roads, PASS),
        (9, spoil_dragons, PASS),
        (10, spoil_points, PASS),
        (11, spoil_vp_cards, PASS),
        (12, spoil_freshness, PASS),
        (15, spoil_reserve, PASS),
        (16, spoil_deck, PASS),
        (17, spoil_removed_cards, PASS),
        (18, spoil_display, PASS),
        (19, spoil_ended_war, PASS),
        (20, spoil_refill, END_TURN),
        (21, spoil_conquest, PASS),
        (22, spoil_attack, PASS),
        (23, spoil_nothing, END_GAME),
    ],
)
def test_a_broken_step_is_found(number, spoil, action):
    table = Table("mythotopia", players=2, settings=['rules.banned_vp_cards=["Citadel"]'], narrate=False)
    before, after = table.save().view(np.recarray)[0], table.save().view(np.recarray)[0]
    check = engine("mythotopia").step_invariants
    assert check(before, after, table.tables, PASS) == 0
    spoil(before, after)
    assert check(before, after, table.tables, action) == number


def test_testing_the_end_changes_nothing_and_draws_nothing():
    """Invariant 24: with enough empty cards every fresh turn tests the end on a copy."""
    table = Table("mythotopia", players=3, seed=2, settings=["rules.end_empty_cards=1"], narrate=False)
    chooser = random.Random(2)
    tested = 0
    while not table.over and tested < 60:
        table.play(chooser.choice(table.codes()))
        table.state.tokens_left[0] = 0
        before = table.save()
        tested += bool(table.state.fresh and OBSERVE["wars"](table.state, table.tables))
        table.codes()
        assert same(table.save(), before)


def test_every_prize_of_the_set_up_is_placed():
    for seed in range(30):
        s = Table("mythotopia", players=4, seed=seed, narrate=False).state
        if s.in_play[VP_DRAGONS]:
            assert int(s.dragon).bit_count() == 5
        assert s.in_play.sum() == 7


# --- knobs ---------------------------------------------------------------------------------------

# Knobs that show only at some player counts, with some cards in play, or in long games.
FELT_BY = {
    "max_rounds": {"players": 2, "lineup": "mirror:uniform"},
    "stall_rounds": {"players": 2, "lineup": "mirror:uniform", "settings": ["rules.max_rounds=600"]},
    "citadel_strength": {"settings": ['rules.forced_vp_cards=["Citadel"]']},
    "dragon_strength": {"settings": ['rules.forced_vp_cards=["Here Be Dragons"]'], "games": 56},
    "supply_ships": {"lineup": "mirror:uniform"},
    "draft_discard": {"players": 3},
    "min_deck": {"lineup": "mirror:uniform"},
}
BARELY_SEEN = ("free_actions_per_turn",)  # a guard that ordinary play hardly meets; shown by a rule case


@pytest.mark.parametrize(("knob", "value"), alternatives("mythotopia"))
def test_every_alternative_plays_and_changes_the_game(knob, value):
    changed = changes_the_rows("mythotopia", knob, value, FELT_BY, players=4, games=32)
    assert changed or knob.name in BARELY_SEEN


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (["rules.start_armies=4"], {"army_stock": [4, 4, 4, 4]}),
        (["rules.seat_bonus_armies=[0, 0, 1, 1]"], {"army_stock": [6, 6, 7, 7]}),
        (["rules.last_seat_extra_cards=[0, 0, 2]"], {"hand sizes": [5, 5, 5, 7]}),
        (["rules.hand_size=6"], {"hand sizes": [6, 6, 6, 7]}),
        (["rules.display_size=10"], {"display size": 10}),
        (["rules.seat_bonus_vp=[0, 1, 2, 3]"], {"vp": [18, 19, 20, 21]}),
        (["rules.variable_vp_cards_in_play=3"], {"variable cards": 3}),
        (["rules.actions_per_turn=3"], {"actions_left": 3}),
    ],
)
def test_opening_follows_the_knobs(settings, expected):
    table = Table(
        "mythotopia", settings=['rules.banned_vp_cards=["Citadel", "Lord of the Isles"]', *settings], narrate=False
    )
    s, t = table.state, table.tables
    for name, value in expected.items():
        if name == "variable cards":
            found = int(s.in_play[3:].sum())
        else:
            found = OBSERVE[name](s, t) if name in OBSERVE else s[name]
        assert np.array_equal(found, value), name


# --- variants and strategies ---------------------------------------------------------------------


@pytest.mark.parametrize("lineup", ["field", "field:" + ",".join(SCRIPTED)], ids=["with uniform", "scripted"])
@pytest.mark.parametrize("players", [2, 3])
def test_hardly_a_game_is_stopped(players, lineup):
    games, _ = play("mythotopia", lineup, players=players, games=1050, seed=22, check=False)
    assert share_stopped(games) < 0.02


def test_styles_show_in_the_columns_and_games_end_by_declaration():
    games, rows = by_strategy("mythotopia", games=800, seed=3)
    del rows["uniform"]
    assert sound(games)
    assert share_stopped(games) < 0.02

    def most(column):
        return max(rows, key=lambda name: rows[name][column].mean())

    assert most("conquests_rival") == "raider"
    assert most("conquests_neutral") == "pioneer"
    assert most("cards_thinned") == "tuner"
    assert most("castles_built") == "warden"
    assert min(rows, key=lambda name: rows[name]["conquests_rival"].mean()) == "mason"
    assert rows["mason"]["token_vp"].mean() > 1.5 * rows["raider"]["token_vp"].mean()
    ships = GAME.cards[4].keys.index("place_ships")
    assert max(rows, key=lambda name: rows[name]["did"][:, ships].mean()) == "admiral"
    assert max(row["win"].mean() for row in rows.values()) < 0.5


def test_columns_agree_with_each_other():
    games, seats = play("mythotopia", "field", games=120)
    per_game = seats.reshape(len(games), -1)
    assert (seats["score"] == seats["province_vp"] + seats["token_vp"]).all()
    assert (seats["province_vp"] == 3 * seats["provinces_end"]).all()
    assert (per_game["in_play"].sum(axis=2) == 7).all()
    assert (per_game["offered"].sum(axis=2) == 16).all()
    values = seats["tokens_1"] + 2 * seats["tokens_2"].astype(int) + 3 * seats["tokens_3"].astype(int)
    assert (values == seats["token_vp"]).all()
    assert (seats["tokens"].sum(axis=1) == seats["tokens_1"].astype(int) + seats["tokens_2"] + seats["tokens_3"]).all()
    assert (seats["dealt"].sum(axis=1) == seats["provinces_start"]).all()
    assert (seats["held"].sum(axis=1) == seats["provinces_end"]).all()
    taken = seats["conquests_neutral"] + seats["conquests_rival"]
    assert (seats["provinces_start"] + taken - seats["provinces_lost"] == seats["provinces_end"]).all()
    assert (seats["conquered"].sum(axis=1) == taken).all()
    emptied = sum((games[f"emptied_{name}"] > 0).astype(int) for name in GAME.cards[1].keys)
    assert (emptied == games["empty_vp_cards"]).all()
    assert len(VP_CARDS) == len(GAME.cards[1].keys)
    assert (per_game["drafted"].sum(axis=1) <= 200).all()
