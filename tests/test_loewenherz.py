"""Löwenherz: setup, deck and hidden cards, every knob and variant, the strategies, and the numbers of its data."""

import numpy as np
import pytest
from conftest import by_strategy, play
from knobs import alternatives, changes_the_rows

from simcore import catalogue, scenario
from simcore.engine import engine
from simcore.errors import UserError
from simcore.games.loewenherz import words
from simcore.games.loewenherz.state import (
    CARD_KEYS,
    CASTLES_EACH,
    DECK,
    FOREST,
    KING,
    LETTERS,
    MEADOW,
    OPEN_BACK,
    SIDE,
    TERRAIN_SIGNS,
    TILE_KEYS,
)
from simcore.table import Table

pytestmark = pytest.mark.xdist_group("loewenherz")

GAME = catalogue.game("loewenherz")
STRATEGIES = sorted(catalogue.strategy_files("loewenherz"))
SCRIPTED = [name for name in STRATEGIES if name != "uniform"]
VARIANTS = [name for name in catalogue.scenario_names("loewenherz") if name != "base"]


def tables(players=3, settings=()):
    loaded = scenario.load("loewenherz", players=players, settings=settings)
    return engine("loewenherz").tables(loaded.values, players)


# --- data ---------------------------------------------------------------------------------------------


def test_the_board_has_the_documented_totals():
    t = tables()
    signs = "".join(TERRAIN_SIGNS[terrain] for tile in t.tile_terrain for terrain in tile)
    assert {sign: signs.count(sign) for sign in TERRAIN_SIGNS} == {
        ".": 69, "F": 44, "V": 16, "K": 1, "C": 4, "S": 4, "G": 3, "E": 3,
    }  # fmt: skip
    assert t.land_points == 97


def test_the_deck_has_sixty_cards_fifteen_of_each_letter():
    t = tables()
    assert t.deck_n == 60
    assert t.letter_end.tolist() == [15, 30, 45, 60]
    assert t.copies[: len(CARD_KEYS)].tolist() == [4, 10, 10, 3, 6, 5, 3, 2, 2, 4, 2, 3, 3, 1, 1, 1]
    assert [key.upper() for key in CARD_KEYS] == list(scenario.load("loewenherz").values["cards"])


def test_assumed_prices_carry_a_range_that_holds_them():
    loaded = scenario.load("loewenherz")
    for key, row in loaded.values["cards"].items():
        assert loaded.sources[f"cards.{key}"] == "assumed"
        for column in ("price", "sell"):
            low, high = loaded.ranges[f"cards.{key}.{column}"]
            assert low <= row[column] <= high


# --- setup --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_random_setups_keep_the_placing_rules(players):
    """LOW-X04: meadows, knights beside their castles, distance six within a colour."""
    for seed in range(12):
        table = Table("loewenherz", players=players, seed=seed, narrate=False)
        chooser = np.random.default_rng(seed)
        while table.phase.startswith("setup"):
            table.play(int(chooser.choice(table.codes())))
        s = table.state
        for colour in range(table.tables.colours):
            placed = s.castle_field[CASTLES_EACH * colour :][: s.castles_placed[colour]]
            castles = [divmod(int(field), SIDE) for field in placed]
            knights = words.fields_of(s.knights[colour])
            assert len(castles) == len(knights)
            assert all(s.terrain[SIDE * row + column] == MEADOW for row, column in castles)
            assert all(s.terrain[field] in (MEADOW, FOREST) for field in knights)
            for i, (row, column) in enumerate(castles):
                near = [abs(row - r) + abs(column - c) for r, c in castles[:i]]
                assert s.distance_lowered or all(steps >= 6 for steps in near)


def test_layouts_use_every_tile_once_with_the_royal_city_in_the_middle():
    seen = set()
    for seed in range(60):
        s = Table("loewenherz", seed=seed, narrate=False).state
        assert sorted(s.tile_at) == list(range(9))
        assert s.tile_at[4] == 0
        seen.add((int(s.tile_at[0]), int(s.tile_turns[4])))
    assert len({tile for tile, _ in seen}) == 8
    assert {turns for _, turns in seen} == {0, 1, 2, 3}


def test_each_letter_is_shuffled_by_itself():
    t = tables(4)
    orders = set()
    for seed in range(20):
        s = Table("loewenherz", players=4, seed=seed, narrate=False).state
        assert s.deck_back[:60].tolist() == [letter for letter in range(4) for _ in range(15)]
        for start in range(0, 60, 15):
            assert sorted(s.deck[start : start + 15]) == sorted(t.deck_type[start : start + 15])
        orders.add(tuple(s.deck[:60]))
    assert len(orders) == 20


def test_a_full_shuffle_mixes_the_letters():
    s = Table("loewenherz", settings=['rules.deck_order="full_shuffle"'], narrate=False).state
    backs = s.deck_back[:60].tolist()
    assert backs != sorted(backs)
    assert sorted(backs) == [letter for letter in range(4) for _ in range(15)]


# --- hidden cards (LOW-119) ---------------------------------------------------------------------------


def hidden(s, seat):
    """Multiset of (back, card) that a seat cannot see, and everything about hands that it can."""
    places = [(int(s.deck_back[i]), int(s.deck[i])) for i in range(s.deck_next, s.deck_n)]
    open_cards = []
    for holder in range(s.players):
        for slot in range(s.hand_n[holder]):
            back, card = int(s.hand_back[holder, slot]), int(s.hand[holder, slot])
            if holder == seat or back == OPEN_BACK:
                open_cards.append((holder, slot, back, card))
            else:
                places.append((back, card))
                open_cards.append((holder, slot, back))
    return sorted(places), open_cards


@pytest.mark.parametrize("order", ["letters", "full_shuffle"])
def test_redealing_moves_only_what_the_seat_cannot_see(order):
    table = Table("loewenherz", players=4, seed=4, settings=[f'rules.deck_order="{order}"'], narrate=False)
    chooser = np.random.default_rng(4)
    changed = 0
    for step in range(220):
        if table.over:
            break
        table.play(int(chooser.choice(table.codes())))
        if step % 20 == 0:
            saved, before = table.save(), [hidden(table.state, seat) for seat in range(4)]
            for seat in range(4):
                top = int(table.state.deck_back[table.state.deck_next])
                table.redeal(seat)
                assert hidden(table.state, seat) == before[seat]
                assert table.state.deck_back[table.state.deck_next] == top
                assert table.broken_invariant() == 0
                changed += not np.array_equal(table.state.hand, saved[0]["hand"])
                table.restore(saved)
    assert changed > 10


def test_a_card_from_the_market_is_seen_by_all():
    table = Table("loewenherz", players=2, seed=1, narrate=False)
    while table.phase != "refill" or len(table.codes()) == 1:
        table.play(table.codes()[0])
    seat, code = table.seat, table.codes()[1]
    table.play(code)
    assert table.state.hand_back[seat, table.state.hand_n[seat] - 1] == OPEN_BACK


# --- knobs and variants -------------------------------------------------------------------------------

_LARGE_DECK = ["cards.B1.d=30", "cards.K1.d=30"]

# Knobs that are felt only with some players, in a line-up that reaches for them, or when something is short. A single
# value of a knob may need a setting of its own.
FELT_BY = {
    "neutral_castles": {"players": 2},
    "castles_per_player=[4, 4, 4]": {"players": 4},
    "defector_chooser": {"lineup": "mirror:spoiler"},
    "alliance_blocks": {"lineup": "mirror:diplomat"},
    "max_region_fields": {"settings": ["rules.castles_per_player=[2, 2, 2]"]},
    "knight_stock": {"lineup": "mirror:warlord"},
    "ducat_bank": {"lineup": "mirror:greedy"},
    "zero_ducats_get_bonus": {
        "players": 2,
        "lineup": "mirror:uniform",
        "settings": ['rules.income_mode="none"', "rules.sell_delta=-10"],
    },
    "stall_turns": {
        "players": 2,
        "lineup": "mirror:uniform",
        "games": 300,
        "settings": ["rules.price_delta=10", 'rules.deck_order="full_shuffle"', "rules.max_turns=1000", *_LARGE_DECK],
    },
    "max_turns": {"players": 2, "lineup": "mirror:uniform", "settings": _LARGE_DECK},
}


@pytest.mark.parametrize(("knob", "value"), alternatives("loewenherz"))
def test_every_alternative_plays_and_changes_the_game(knob, value):
    assert changes_the_rows("loewenherz", knob, value, FELT_BY, players=3, games=24, seed=5)


def test_without_the_king_only_the_deck_ends_the_game():
    games, seats = play("loewenherz", "field", games=30, seed=2, variant="long_reign")
    assert set(games["reason"]) == {DECK}
    assert (games["turns"] - seats["market_takes"].reshape(-1, 4).sum(axis=1) == 60).all()


def test_finishing_the_round_gives_everybody_the_same_turns():
    games, seats = play("loewenherz", "field", games=60, seed=2, variant="finish_round")
    turns = seats["turns_taken"].reshape(-1, 4).astype(int)[games["reason"] == KING]
    assert len(turns) and (turns.max(axis=1) == turns.min(axis=1)).all()


@pytest.mark.parametrize("symbol", ["alliance", "defector", "expansion", "knight"])
def test_a_removed_symbol_is_never_played(symbol):
    t = tables(settings=[f'rules.remove_symbol="{symbol}"'])
    assert t.deck_n == 60
    _, seats = play("loewenherz", "field", games=40, seed=3, settings=[f'rules.remove_symbol="{symbol}"'])
    chosen = dict(zip(GAME.cards[1].keys, seats["chosen"].sum(axis=0), strict=True))
    assert chosen[symbol] == 0
    assert chosen["boundary"] > 0


def test_a_stalled_game_stops_and_is_counted():
    settings = ["rules.stall_turns=5", "rules.max_turns=60"]
    games, _ = play("loewenherz", "mirror:uniform", games=40, seed=3, settings=settings, check=True)
    names = {GAME.reasons[reason] for reason in games["reason"]}
    assert names <= {"stall", "cap"} and "cap" in names
    assert games["turns"].max() <= 60


def test_impossible_scenarios_are_refused_with_the_reason():
    for setting, reason in (
        ("rules.ducat_bank=20", "start_ducats"),
        ("rules.min_castle_distance=40", "out of range"),
        ('rules.fixed_layout="spiral"', "identity"),
        ('tiles.royal_city.grid=["FFFF", "FFFF", "FFFF"]', "4 texts"),
        ("cards.B2.a=31", "out of range"),
    ):
        with pytest.raises(UserError, match=reason):
            Table("loewenherz", settings=[setting])


def test_tiles_without_room_for_castles_are_refused():
    villages = [f'tiles.{name}.grid=["VVVV", "VVVV", "V..V", "V..V"]' for name in TILE_KEYS]
    with pytest.raises(UserError, match="18 separate places"):
        Table("loewenherz", settings=villages)


# --- outcome ------------------------------------------------------------------------------------------


def test_columns_agree_with_each_other():
    games, seats = play("loewenherz", "field", games=60, seed=9, players=4)
    assert (seats["land_points"] + seats["monopoly_points"] + seats["bonus_points"] == seats["score"]).all()
    assert (
        seats["owned"].sum(axis=1)
        == seats["played"].sum(axis=1) + seats["sold"].sum(axis=1) + seats["left"].sum(axis=1)
    ).all()
    assert (seats["plays"] == seats["chosen"].sum(axis=1)).all()
    assert (seats["plays"] == seats["plays_in"].sum(axis=1)).all()
    assert (seats["land_on"].sum(axis=1) == seats["land_points"]).all()
    assert (seats["turns_taken"].reshape(-1, 4).sum(axis=1) == games["turns"]).all()
    king = games["reason"] == KING
    assert (seats["bonus_points"].reshape(-1, 4)[king] == 0).all()
    best = seats["score"].reshape(-1, 4).max(axis=1)
    assert (best[king] >= 30).all()
    assert (
        (games["regions_by_boundary"] + games["regions_by_expansion"]) == seats["regions"].reshape(-1, 4).sum(axis=1)
    ).all()
    assert len(LETTERS) + 1 == seats["plays_in"].shape[1]


# --- strategies ---------------------------------------------------------------------------------------


def test_styles_show_in_the_columns():
    _, rows = by_strategy("loewenherz", games=1200, players=4, seed=21)
    actions = GAME.cards[1].keys

    def mean(name, column):
        own = rows[name]
        return own["chosen"][:, actions.index(column)].mean() if column in actions else own[column].mean()

    def most(column):
        return max(SCRIPTED, key=lambda name: mean(name, column))

    assert most("corner_castles") == "rusher"
    assert mean("rusher", "first_region_turn") < mean("builder", "first_region_turn")
    assert mean("rusher", "fields") < mean("diplomat", "fields")
    assert most("annexed_enemy") == "warlord"
    assert mean("diplomat", "annexed_enemy") < 0.1
    assert most("alliance") == "diplomat"
    assert most("mines") == "prospector"
    assert mean("banker", "sales") > mean("builder", "sales")
    assert most("defector") == "spoiler"
    assert mean("greedy", "regions") < 1


# --- at full size -------------------------------------------------------------------------------------
