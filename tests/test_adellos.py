"""Adellos beyond its rule cases: data, knobs, variants, strategies, columns."""

import numpy as np
import pytest
from conftest import by_strategy, play
from knobs import alternatives, changes_the_rows

from simcore import catalogue, scenario
from simcore.engine import engine
from simcore.errors import UserError
from simcore.games.adellos.pieces import FIELD_IDS, INCOME, QUICK_ATTACK, TOWER, WISDOM
from simcore.games.adellos.state import ATTACK
from simcore.table import Table

pytestmark = pytest.mark.xdist_group("adellos")

GAME = catalogue.game("adellos")
VARIANTS = [name for name in catalogue.scenario_names("adellos") if name != "base"]
SCRIPTED = [name for name in catalogue.strategy_files("adellos") if name != "uniform"]
STOPPED = [GAME.reasons.index(name) for name in ("cap", "no_progress")]


def tables(players=4, **settings):
    loaded = scenario.load("adellos", players=players, settings=[f"rules.{k}={v}" for k, v in settings.items()])
    return engine("adellos").tables(loaded.values, players)


# --- data ----------------------------------------------------------------------------------------


def test_components_add_up():
    values = scenario.load("adellos").values
    counts = [row["count"] for row in values["units"].values()]
    assert [sum(counts[10 * f : 10 * f + 10]) for f in range(4)] == [30, 30, 30, 30]
    assert sum(row["count"] for row in values["tokens"].values()) == 10
    assert sum(row["count"] for row in values["cards"].values()) == 64
    factions = [row["faction"] for row in values["nobles"].values()]
    assert all(factions.count(faction) == 3 for faction in values["factions"])
    assert values["units"]["soldier"]["cost"] == 3


def test_every_faction_can_beat_a_noble_of_three_without_help():
    t = tables()
    strong = [sum(int(t.units_count[k]) for k in range(10 * f, 10 * f + 10) if t.attack[k] > 3) for f in range(4)]
    assert strong == [3, 3, 5, 4]


@pytest.mark.parametrize(("players", "board", "fields", "edges"), [(4, "quad", 61, 100), (3, "tri", 46, 75)])
def test_boards_have_their_fields_and_edges(players, board, fields, edges):
    t = tables(players, board=board)
    assert int(t.fields).bit_count() == fields
    assert sum(int(mask).bit_count() for mask in t.adjacent) == 2 * edges
    for f in range(61):
        for i in range(t.neighbours[f]):
            assert int(t.adjacent[t.neighbour[f, i]]) >> f & 1


def test_quad_board_is_unchanged_by_quarter_turns():
    t = tables()
    turned = lambda f: TOWER if f == TOWER else (f + 15) % 60  # noqa: E731
    for f in range(61):
        for g in range(61):
            assert t.distance[f, g] == t.distance[turned(f), turned(g)]


def test_distances_between_castles_and_tower():
    t = tables()
    castle = lambda sector: [15 * sector + k for k in range(9)]  # noqa: E731
    near = lambda ones, others: min(t.distance[f, g] for f in ones for g in others)  # noqa: E731
    assert near(castle(0), [TOWER]) == 3
    assert near(castle(0), castle(1)) == 4
    assert near(castle(0), castle(2)) == 6


def test_a_smaller_castle_by_leaving_fields_out():
    loaded = scenario.load("adellos", settings=["quad.Nc0.zone=absent", "quad.Nc2.zone=absent"])
    t = engine("adellos").tables(loaded.values, 4)
    assert int(t.castle[0]).bit_count() == 7
    assert not int(t.adjacent[FIELD_IDS["Nc1"]]) >> FIELD_IDS["Nc0"] & 1


# --- knobs ---------------------------------------------------------------------------------------

# Knobs that show only at some player counts, with some nobles, or when material is short.
FELT_BY = {
    "p2_layout": {"players": 2},
    "p3_layout": {"players": 3},
    "board": {"players": 3},
    "unused_castles": {"players": 2},
    "hold_basis": {"lineup": "field", "games": 60},
    "gold_limited": {"settings": ["rules.gold_coins=22"]},
    "counters_limited": {"settings": ["rules.time_counters=6"]},
    "jester_scope": {"settings": ['rules.noble_choice=["jester_caspar", "strategy", "strategy", "strategy"]']},
    "zombie_squad_keyword": {
        "lineup": "field",
        "settings": ['rules.noble_choice=["zombie_lord", "strategy", "strategy", "strategy"]'],
    },
    "time_shift_nobles": {"games": 100},
    "noble_kill_loot": {"lineup": "field"},
    "noble_kill_gold": {"lineup": "field"},
    "noble_kill_cards": {"lineup": "field"},
    "sudden_death": {"lineup": "field"},
    "combat_first": {"lineup": "field"},
    "cap_scoring": {"settings": ["rules.round_cap=8"]},
    "no_progress_rounds": {"players": 2, "games": 100},
    "round_cap": {"players": 3, "games": 60},
}


@pytest.mark.parametrize(("knob", "value"), alternatives("adellos"))
def test_every_alternative_plays_and_changes_the_game(knob, value):
    changed = changes_the_rows("adellos", knob, value, FELT_BY, lineup="mirror:uniform", players=4, games=24)
    assert changed or knob.name == "setup_order"  # felt by players who react to others; rule case ADE-K119 shows it


@pytest.mark.parametrize(
    ("settings", "players", "expected"),
    [
        (["rules.base_ap=4"], 2, {"ap": 4}),
        (["rules.first_turn_ap_delta=[-2, -1, 0, 0]"], 2, {"ap": 1}),
        (["rules.start_gold_other=10", "rules.start_gold_undead=6"], 2, {"gold": [6, 10]}),
        (["rules.seat_gold_bonus=[0, 1, 1, 2]"], 2, {"gold": [3, 6]}),
        (["rules.incantations=1"], 2, {"incant": 1}),
    ],
)
def test_opening_follows_the_knobs(settings, players, expected):
    nobles = 'rules.noble_choice=["zombie_lord", "general_iron_fist", "strategy", "strategy"]'
    table = Table("adellos", players=players, settings=[nobles, *settings])
    while table.state.turns == 0:
        table.play(table.codes()[-1])
    for name, value in expected.items():
        found = table.game.observe[name](table.state, table.tables) if name == "gold" else table.state[name]
        assert np.array_equal(found, value)


@pytest.mark.parametrize(
    ("setting", "play_words", "ap"),
    [("rules.swap_ap=1", ["select Recruit on Nc7", "swap with Soldier on Nc8"], 2), ("rules.swap_ap=0", None, 3)],
)
def test_price_of_a_swap(setting, play_words, ap):
    table = Table("adellos", players=2, settings=[setting])
    arrange = table.game.arrange
    for key, value in {
        "nobles": ["General Iron Fist", "Zombie-Lord"],
        "Nc7": "0 Recruit",
        "Nc8": "0 Soldier",
    }.items():
        arrange[key](table.state, table.tables, value)
    for words in play_words or ["select Recruit on Nc7"]:
        table.play(words)
    assert table.state.ap == ap
    assert play_words or not any(words.startswith("swap") for words in table.legal())


@pytest.mark.parametrize(("value", "ap"), [(0, 3), (2, 5)])
def test_action_points_for_the_tower(value, ap):
    table = Table("adellos", players=2, settings=[f"rules.tower_ap={value}"])
    for key, words in {"nobles": ["General Iron Fist", "Zombie-Lord"], "T": "1 Skeleton"}.items():
        table.game.arrange[key](table.state, table.tables, words)
    table.state.ap = 0
    table.play("end turn")
    assert (table.state.cur, table.state.ap) == (1, ap)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (['rules.factions=["undead", "undead", "random", "random"]'], "different faction"),
        (
            [
                'rules.factions=["clergy", "random", "random", "random"]',
                'rules.noble_choice=["zombie_lord", "strategy", "strategy", "strategy"]',
            ],
            "zombie_lord belongs to undead",
        ),
    ],
)
def test_impossible_settings_are_explained(settings, told):
    with pytest.raises(UserError, match=told):
        Table("adellos", settings=settings)


# --- invariants ----------------------------------------------------------------------------------


def at_the_table():
    """The Royal Army to move, a Knight on the tower, a Clergy opponent."""
    table = Table("adellos", players=2)
    words = {
        "nobles": ["General Iron Fist", "Abbess Walburga"],
        "T": "0 Knight",
        "Sc7": "1 Crusader",
        "Nc7": "0 Soldier",
    }
    for key, value in words.items():
        table.game.arrange[key](table.state, table.tables, value)
    assert table.broken_invariant() == 0
    return table


def broken_by_an_action_of(phase, before, table, action=0):
    """The invariant that the table breaks, if an action in this phase led to it."""
    before.phase = GAME.phases.index(phase)
    broken = table.engine.invariants(table.state, table.tables)
    return broken or table.engine.step_invariants(before, table.state, table.tables, action)


def vanish(s, field):
    s.supply[s.owner[field], s.kind[field] % 10] += 1
    s.pieces[s.owner[field]] &= ~(1 << field)
    s.owner[field] = s.kind[field] = -1


def appear(s, seat, kind, field):
    s.supply[seat, kind % 10] -= 1
    s.pieces[seat] |= 1 << field
    s.owner[field], s.kind[field] = seat, kind


def freeze(s, field):
    s.counters[field], s.pool, s.frozen = 1, s.pool - 1, s.frozen | 1 << field


@pytest.mark.parametrize(
    ("number", "phase", "tamper"),
    [
        (1, "main", lambda s: s.gold.__setitem__(0, 1)),
        (2, "main", lambda s: s.counters.__setitem__(TOWER, 1)),
        (11, "main", lambda s: setattr(s, "ap", 21)),
        (11, "main", lambda s: setattr(s, "incant", 1)),
        (12, "main", lambda s: s.hold.__setitem__(0, 1)),
        (14, "main", lambda s: vanish(s, TOWER)),
        (17, "main", lambda s: setattr(s, "safe", 1 << TOWER)),
        (19, "hire_place", lambda s: appear(s, 0, 13, FIELD_IDS["Np4"])),
        (19, "main", lambda s: appear(s, 0, 13, FIELD_IDS["Nc8"])),
        (19, "sacrifice", lambda s: appear(s, 1, 5, FIELD_IDS["Sc8"])),
        (20, "main", lambda s: freeze(s, FIELD_IDS["Sc7"])),
        (20, "hire_place", lambda s: freeze(s, FIELD_IDS["Nc7"])),
        (23, "main", lambda s: (s.boxed_cards.__setitem__(0, -1), s.hand[0].__setitem__(0, 1))),
    ],
)
def test_a_broken_invariant_is_found(number, phase, tamper):
    table = at_the_table()
    before = table.save()[0]
    tamper(table.state)
    assert broken_by_an_action_of(phase, before, table) == number


def test_a_frozen_piece_stays_where_it_is():
    table = at_the_table()
    freeze(table.state, FIELD_IDS["Sc7"])
    before = table.save()[0]
    assert broken_by_an_action_of("main", before, table) == 0
    s, start, end = table.state, FIELD_IDS["Sc7"], FIELD_IDS["Sc8"]
    s.counters[[start, end]] = s.counters[[end, start]]
    s.frozen ^= 1 << start | 1 << end
    vanish(s, start)
    appear(s, 1, 5, end)
    assert broken_by_an_action_of("main", before, table) == 16


def test_a_saved_piece_is_not_attacked():
    table = at_the_table()
    table.state.safe = 1 << FIELD_IDS["Sc7"]
    before = table.save()[0]
    attack = ATTACK + FIELD_IDS["Sc7"]
    assert broken_by_an_action_of("unit", before, table, attack + 1) == 0
    assert broken_by_an_action_of("unit", before, table, attack) == 17


def test_hires_need_the_noble_at_home():
    for noble, number in (("Nc1", 0), ("Np1", 19)):
        table = at_the_table()
        table.game.arrange[noble](table.state, table.tables, "0 General Iron Fist")
        assert table.broken_invariant() == 0
        before = table.save()[0]
        appear(table.state, 0, 13, FIELD_IDS["Nc8"])
        assert broken_by_an_action_of("hire_place", before, table) == number


# --- variants and batches ------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_stopped_games_are_rare_among_scripted_players(players):
    lineup = "economist,turtle,card_master,waller"
    games, _ = play("adellos", ",".join(lineup.split(",")[:players]), games=300, players=players)
    assert np.isin(games["reason"], STOPPED).mean() < 0.03


def test_factions_are_drawn_for_seats_not_for_strategies():
    players = 4
    _, seats = play("adellos", "economist,rusher,turtle,waller", games=400, players=players)
    faction = seats["faction"].reshape(-1, players, players)  # block, rotation, seat
    assert (faction == faction[:, :1]).all(), "a block keeps its factions in all rotations"
    share = np.array([[(faction[:, 0, seat] == f).mean() for f in range(4)] for seat in range(players)])
    assert np.abs(share - 0.25).max() < 0.15
    assert (np.sort(faction[:, 0], axis=1) == np.arange(4)).all()


def test_layouts_of_three_players_are_all_drawn():
    _, seats = play("adellos", "mirror:uniform", games=60, players=3)
    middle = seats["middle_castle"].reshape(-1, 3)
    assert (middle.sum(axis=1) == 1).all()
    assert (middle.sum(axis=0) > 0).all()


def test_columns_add_up():
    games, seats = play("adellos", "field", games=80, players=4)
    spent = sum(
        seats[f"ap_{name}"].astype(int) for name in ("moves", "attacks", "swaps", "cards", "abilities", "lapsed")
    )
    running = seats["ap_available"] - spent
    assert (running >= 0).all(), "only the turn in which the game ended may have action points left"
    assert running.reshape(-1, 4).astype(bool).sum(axis=1).max() <= 1
    assert np.array_equal(seats["units_lost"], seats["lost"].sum(axis=1))
    assert np.array_equal(seats["cards_drawn"], seats["drawn"].sum(axis=1))
    assert np.array_equal(seats["cards_played"], seats["played"].sum(axis=1))
    assert np.array_equal(seats["cards_captured"], seats["captured"].sum(axis=1))
    assert (seats["effective"] <= seats["played"]).all() and (seats["decisive"] <= seats["played"]).all()
    entered = seats["units_hired"] + seats["units_summoned"] + seats["units_placed"]
    assert np.array_equal(entered, seats["fielded"].sum(axis=1))
    assert np.array_equal(games["eliminations"], (seats["eliminated_round"].reshape(-1, 4) > 0).sum(axis=1))
    assert np.array_equal(games["eliminations"], seats["nobles_killed"].reshape(-1, 4).sum(axis=1))
    assert (seats["attacks_won"] == seats["units_killed"] + seats["nobles_killed"]).all()


# --- strategies ----------------------------------------------------------------------------------


def style_of(seats):
    """What the rows of one strategy tell about its way to play; amounts are shares of the action points received."""
    t = tables()
    units = seats["fielded"].sum(axis=0)[: len(t.units_att)].astype(float)
    fighters = units * ((t.units_att > 0) & (t.units_ability != INCOME) & (t.units_ability != WISDOM))
    quick_attacks = seats["drawn"][:, QUICK_ATTACK].sum() + seats["captured"][:, QUICK_ATTACK].sum()
    points = seats["ap_available"].astype(float).sum()
    return {
        "tower": seats["tower_turns"].sum() / points,
        "gold": seats["gold_income"].sum() / points,
        "cards": seats["cards_drawn"].sum() / points,
        "steps": seats["ap_moves"].sum() / points,
        "price of fighters": (fighters * t.units_value).sum() / fighters.sum(),
        "quick attacks": seats["played"][:, QUICK_ATTACK].sum() / quick_attacks,
    }


def test_styles_show_in_the_columns():
    """Each strategy is known by its columns: no two of them could change names."""
    lineup = "field:" + ",".join(SCRIPTED)
    _, rows = by_strategy("adellos", lineup, games=1_512, players=4, seed=2, check=False)
    style = {name: style_of(seats) for name, seats in rows.items()}
    order = {column: sorted(style, key=lambda name: style[name][column]) for column in style["balanced"]}
    assert (order["tower"][0], order["gold"][0], order["cards"][-1]) == ("denier", "card_master", "card_master")
    assert (order["gold"][-1], order["cards"][0]) == ("turtle", "turtle")
    assert order["steps"][0] == "waller", "the wall stands still"
    assert order["quick attacks"][0] == "assassin", "kept for nobles"
    assert [name for name in order["tower"] if name != "card_master"][-1] == "tower_king"
    assert [name for name in order["price of fighters"] if name != "waller"][-1] == "economist"
    assert order["cards"].index("rusher") < order["cards"].index("balanced")


# --- full size -----------------------------------------------------------------------------------


@pytest.mark.verify
@pytest.mark.parametrize("players", GAME.players)
def test_field_ends_by_both_wins_and_seldom_stops(players):
    games, _ = play("adellos", "field", games=20_000, players=players, check=False)
    share = {name: (games["reason"] == GAME.reasons.index(name)).mean() for name in ("last_noble", "tower")}
    assert share["last_noble"] > 0.2 and share["tower"] > 0.2
    assert np.isin(games["reason"], STOPPED).mean() < 0.02
