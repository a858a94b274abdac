"""Comuni beyond its rule cases: data, every knob, every variant, strategies, hidden information, the numbers reported."""

import functools
import tomllib
from operator import itemgetter

import numpy as np
import pytest
from conftest import by_strategy, play
from knobs import alternatives, changes_the_rows

from simcore import catalogue, plan, scenario
from simcore.errors import UserError
from simcore.game import BROKEN_INVARIANT, DECISION_CAP, ILLEGAL_ACTION
from simcore.games.comuni.state import (
    BUILD_CARD,
    CARD_CODES,
    DISCARDED,
    FIST_PILGRIMS,
    GOLD,
    IN_BUILDING,
    IN_STACK,
    NOBODY,
    STALLED,
    TURN_CAP,
)
from simcore.table import Table

pytestmark = pytest.mark.xdist_group("comuni")

GAME = catalogue.game("comuni")
VARIANTS = [name for name in catalogue.scenario_names("comuni") if name != "base"]
ENGINE_FAULTS = (BROKEN_INVARIANT, ILLEGAL_ACTION, DECISION_CAP)


def batch(*settings, lineup="field", games=60, players=4, seed=29):
    return play("comuni", lineup, games=games, players=players, seed=seed, settings=settings)


base = functools.cache(batch)


def per_seat(seats, column, players=4):
    return seats[column].reshape(-1, players)


# --- data --------------------------------------------------------------------------------------------


def test_cards_are_those_of_the_box():
    cards = scenario.load("comuni").values["cards"]
    assert tuple(cards) == CARD_CODES
    kinds = [card["kinds"] for card in cards.values()]
    assert [sum(k == [kind] for k in kinds) for kind in ("economy", "military", "culture", "religion")] == [16] * 4
    pairs = [tuple(k) for k in kinds if len(k) == 2]
    assert len(pairs) == 12 and all(pairs.count(pair) == 2 for pair in pairs)
    assert sum(len(k) == 4 for k in kinds) == 12
    levels = [card["level"] for card in cards.values()]
    assert [levels.count(level) for level in (1, 2, 3, 4)] == [20, 26, 24, 18]
    for players, size in ((2, 13), (3, 16), (4, 19), (5, 22)):
        for stack in "ABCD":
            count = sum(card["stack"] == stack and card["min_players"] <= players for card in cards.values())
            assert count == size


def test_every_assumed_table_has_its_range():
    loaded = scenario.load("comuni")
    assert set(loaded.sources.values()) == {"assumed"}
    for table in ("stones", "communes", "columns", "stacks", "heroes", "cards"):
        for row in loaded.values[table]:
            assert loaded.sources[f"{table}.{row}"] == "assumed"
            assert any(key.startswith(f"{table}.{row}.") for key in loaded.ranges)
    assert sum(row["total"] for row in loaded.values["stones"].values()) == 210


def test_files_carry_their_values_once():
    """The rows that variants build on stand in the two data files, not in the code."""
    folder = catalogue.scenarios_folder() / "comuni"
    assert tomllib.loads((folder / "base.toml").read_text("utf-8"))["include"] == ["cards.toml"]
    assert all(
        sum(1 for line in (folder / f"{name}.toml").read_text("utf-8").splitlines() if line.strip()) <= 20
        for name in VARIANTS
    )


# --- knobs -------------------------------------------------------------------------------------------

# Knobs that are felt only together with another one, or by players who do not think ahead.
FELT_BY = {
    "communes_by_seat": {"settings": ("rules.commune_assignment=explicit",)},
    "fixed_start_seat": {"settings": ("rules.start_player=fixed",)},
    "start_player": {"settings": ("rules.commune_assignment=random_unsorted",)},
    "card_storey_value": {"settings": ("rules.wall_manning=per_card",)},
    "guild_takeover": {"lineup": "mirror:uniform"},
}
# Safety limits that play does not reach; and the display has no influence on an invasion: completing it before or after
# makes no difference to who gets what.
WITHOUT_EFFECT = ("turn_cap_per_player", "stall_rounds", "refill_timing=completed_first")


@pytest.mark.parametrize(("knob", "value"), alternatives("comuni"))
def test_every_alternative_plays_and_changes_the_game(knob, value):
    changed = changes_the_rows("comuni", knob, value, FELT_BY, players=3, games=60, seed=29)
    assert changed != (knob.name in WITHOUT_EFFECT or f"{knob.name}={value}" in WITHOUT_EFFECT)


def test_every_knob_has_alternatives():
    assert [knob.name for knob in GAME.params.knobs if not knob.alternatives] == []


# What an alternative must change: settings, and what must hold for the rows (games, seats) against the published ones.
EFFECTS = {
    "first_n seats communes 1 to N": (
        ["rules.commune_assignment=first_n"],
        lambda g, s: (per_seat(s, "commune") == [0, 1, 2, 3]).all(),
    ),
    "explicit communes": (
        ["rules.commune_assignment=explicit", "rules.communes_by_seat=[5, 4, 3, 2, 1]"],
        lambda g, s: (per_seat(s, "commune") == [4, 3, 2, 1]).all() and (g["starting_seat"] == 3).all(),
    ),
    "unsorted communes": (
        ["rules.commune_assignment=random_unsorted"],
        lambda g, s: (
            (np.diff(per_seat(s, "commune").astype(int), axis=1) < 0).any() and set(g["starting_seat"]) == {0, 1, 2, 3}
        ),
    ),
    "random start": (["rules.start_player=random"], lambda g, s: set(g["starting_seat"]) == {0, 1, 2, 3}),
    "fixed start": (
        ["rules.start_player=fixed", "rules.fixed_start_seat=2"],
        lambda g, s: (g["starting_seat"] == 2).all(),
    ),
    "two envoys": (
        ["rules.max_envoys=2"],
        lambda g, s: (s["columns_of_1"] + s["columns_of_2"] + s["columns_of_3"] <= 2 * s["claims"]).all(),
    ),
    "no relocation": (["rules.relocation=false"], lambda g, s: s["relocations"].sum() == 0 < s["take_backs"].sum()),
    "free relocation": (
        ["rules.relocation_cost=0"],
        lambda g, s: s["relocations"].sum() > 0 == s["pilgrims_relocation"].sum(),
    ),
    "dear relocation": (
        ["rules.relocation_cost=2"],
        lambda g, s: (s["pilgrims_relocation"] == 2 * s["relocations"]).all(),
    ),
    "no bonus stones": (["rules.single_card_bonus=0"], lambda g, s: s["bonus_stones"].sum() == 0),
    "two bonus stones": (
        ["rules.single_card_bonus=2"],
        lambda g, s: (s["bonus_stones"].sum(axis=1) == 2 * s["columns_of_1"]).all(),
    ),
    "one column per claim": (
        ["rules.claim_mode=one"],
        lambda g, s: (s["columns_of_1"] + s["columns_of_2"] + s["columns_of_3"] == s["claims"]).all(),
    ),
    "two stones per storey": (
        ["rules.stones_per_storey=2"],
        lambda g, s: (s["building_stones"] % 2 == 0).all() and s["building_stones"].sum() > 0,
    ),
    "activation cards stay active": (
        ["rules.deactivate_on_income=false"],
        lambda g, s: s["building_stones"].sum() > 1.2 * base()[1]["building_stones"].sum(),
    ),
    "guild cards pay nothing": (["rules.guild_yield=0"], lambda g, s: s["guild_stones"].sum() == 0),
    "guild cards count nothing": (
        ["rules.guild_points=0"],
        lambda g, s: s["guild_points"].sum() == 0 < s["guild_owned"].sum(),
    ),
    "no hand": (["rules.hand_limit=0"], lambda g, s: s["hand_left"].sum() == 0),
    "no hand limit": (["rules.hand_limit=88"], lambda g, s: s["discarded"].sum() == 0),
    "no further action": (["rules.extra_actions=none"], lambda g, s: s["craftsmen_actions"].sum() == 0),
    "free levels": (["rules.level_cost=0"], lambda g, s: s["craftsmen_levels"].sum() == 0),
    "free actions": (["rules.extra_action_cost=0"], lambda g, s: s["craftsmen_actions"].sum() == 0),
    "steep storeys": (
        ["rules.points_for_storey=[1, 2, 4, 7]"],
        lambda g, s: (s["track"] == s["buildings"].reshape(-1, 4, 4) @ np.array([1, 3, 7, 14]) @ np.ones(4)).all(),
    ),
    "no bonus walls": (["rules.bonus_walls=0"], lambda g, s: s["bonus_walls"].sum() == 0),
    "soft invasions": (
        ["rules.invasion_start=[3, 6, 9, 12]"],
        lambda g, s: (s["attack"].reshape(-1, 4, 4).min(axis=1) == [3, 6, 9, 12]).all(),
    ),
    "invasions by players": (
        ["rules.invasion_start_by_players=true"],
        lambda g, s: (s["attack"].reshape(-1, 4, 4).min(axis=1) == [4, 8, 12, 16]).all(),
    ),
    "no shift of banners": (["rules.banner_rule=none"], lambda g, s: (s["attack"] == [4, 8, 12, 16]).all()),
    "banners by the mean": (
        ["rules.banner_rule=mean"],
        lambda g, s: (
            s["attack"].reshape(-1, 4, 4)
            == np.maximum(
                0,
                np.array([4, 8, 12, 16])
                + s["points_at_invasion"].reshape(-1, 4, 4)
                - s["points_at_invasion"].reshape(-1, 4, 4).sum(axis=1, keepdims=True) // 4,
            )
        ).all(),
    ),
    "contributors only": (
        ["rules.alliance_benefit=contributors"],
        lambda g, s: (s["attack_left"][s["alliance"] == 0] == s["attack"][s["alliance"] == 0]).all(),
    ),
    "no hero tiles": (["rules.hero_tiles=none"], lambda g, s: s["heroes"].sum() == 0 < s["hero_rank"].sum()),
    "flat hero tiles": (
        ["rules.hero_tiles=flat"],
        lambda g, s: (s["heroes"] == 3 * (s["hero_rank"] == 1).sum(axis=1) + (s["hero_rank"] == 2).sum(axis=1)).all(),
    ),
    "doubled hero tiles": (
        ["rules.hero_tiles=doubled"],
        lambda g, s: (
            s["heroes"]
            == (s["hero_rank"] == 1) @ np.array([6, 8, 10, 12]) + (s["hero_rank"] == 2) @ np.array([2, 4, 4, 6])
        ).all(),
    ),
    "no leader": (["rules.leader_bonus=0"], lambda g, s: (s["defence"][(s["city"] == 0)] == 0).all()),
    "no exchange for armies": (
        ["rules.army_price=0"],
        lambda g, s: (s["fist_gold"].sum() + s["fist_pilgrims"].sum() + s["gold_for_armies"].sum()) == 0,
    ),
    "three stones for an army": (
        ["rules.army_price=3"],
        lambda g, s: (s["fist_gold"] % 3 == 0).all() and (s["fist_pilgrims"] % 3 == 0).all() and s["fist_gold"].any(),
    ),
    "no repair": (["rules.repair_limit=0"], lambda g, s: s["repaired"].sum() == 0),
    "cheap repair": (["rules.repair_cost=[0, 1, 2]"], lambda g, s: (s["pilgrims_repair"] == s["repaired"]).all()),
    "no balance bonus": (["rules.balance_scope=off"], lambda g, s: s["balance"].sum() == 0),
    "balance of the best": (
        ["rules.balance_scope=best_per_kind"],
        lambda g, s: s["balance"].sum() > base()[1]["balance"].sum(),
    ),
    "second place counts": (
        ["rules.majority_second=1"],
        lambda g, s: s["majority"].sum() > base()[1]["majority"].sum(),
    ),
    "no final round": (
        ["rules.final_round=false"],
        lambda g, s: (g["invasion_turn_4"] == g["turns"]).all() and (g["cards_left"] > 0).all(),
    ),
    "three stacks": (
        ["rules.last_stack=C"],
        lambda g, s: (
            (g["invasion_turn_4"] == 0).all()
            and (g["invasion_turn_3"] == g["turns"]).all()
            and s["drawn"][:, 66:].sum() == 0
        ),
    ),
    "shared ties": (
        ["rules.tie_break=shared", "rules.points_for_storey=[0, 0, 0, 0]", "rules.hero_tiles=none"],
        lambda g, s: (g["winners"] > 1).any() and (g["winners"][g["tie_break"] == 1] > 1).all(),
    ),
    "start points": (["rules.start_points=5"], lambda g, s: s["track"].min() >= 5),
    "no general cards": (
        ["rules.deck=no_general_cards"],
        lambda g, s: s["drawn"][:, [11, 12, 33, 34, 55, 56, 77, 78]].sum() == 0,
    ),
    "no jokers": (["rules.deck=no_jokers"], lambda g, s: s["drawn"][:, [8, 9, 10, 30, 31, 32]].sum() == 0),
    "one card dropped": (["rules.drop_card=A12"], lambda g, s: s["drawn"][:, 11].sum() == 0),
    "small stacks": (
        ["stacks.A.size=[10, 12, 15, 18]"],
        lambda g, s: (s["drawn"][:, :22].sum(axis=1) == 15).all() and s["drawn"][:, :19].any(axis=0).all(),
    ),
    "large stacks": (
        ["stacks.B.size=[16, 20, 22, 22]"],
        lambda g, s: (s["drawn"][:, 22:44].sum(axis=1) == 22).all(),
    ),
    "fewer columns": (
        ["rules.extra_columns=-1"],
        lambda g, s: s["columns_of_3"].sum() < base()[1]["columns_of_3"].sum(),
    ),
    "all columns of two": (
        ["rules.equal_capacity=2"],
        lambda g, s: s["columns_of_3"].sum() == 0 < s["columns_of_2"].sum(),
    ),
}


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_knob_changes_what_it_should(effect):
    settings, holds = EFFECTS[effect]
    lineup = "mirror:uniform" if "bonus walls" in effect or "ties" in effect else "field"
    games, seats = batch(*settings, lineup=lineup)
    assert not np.isin(games["reason"], ENGINE_FAULTS).any()
    assert holds(games, seats)


def table_with(*settings, players=4, seed=1):
    return Table("comuni", settings=settings, players=players, seed=seed, narrate=False)


def test_seat_bonuses_come_out_of_the_supply():
    plain = table_with("rules.commune_assignment=first_n").state
    helped = table_with(
        "rules.commune_assignment=first_n",
        "rules.last_seat_bonus=[1, 0, 0, 1]",
        "rules.seat_bonus_army=[0, 1, 0, 0, 0]",
    ).state
    assert (helped.stock - plain.stock)[:4].tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 1]]
    assert (plain.supply - helped.supply).tolist() == [1, 1, 0, 1]


def test_all_activation_cards_may_start_active():
    assert table_with("rules.start_activation=active").state.active_card[:4].all()


def test_levels_shift_within_one_to_four():
    shifted = table_with("rules.level_shift=1").tables
    assert shifted.level.tolist() == np.minimum(shifted.cards_level + 1, 4).tolist()


def test_exchanges_in_phase_5_follow_their_knob():
    def codes(moments, last_round):
        table = table_with(f"rules.exchange_moments={moments}")
        table.state.phase = GAME.phase("repair")
        table.state.last_round = last_round
        table.state.plunder[0] = 1
        return len([code for code in table.codes() if code < 10])

    assert [codes("last_repair", 0), codes("last_repair", 1)] == [0, 3]
    assert [codes("main_only", 0), codes("main_only", 1)] == [0, 0]
    assert [codes("every_repair", 0), codes("every_repair", 1)] == [3, 3]


def test_safety_limits_stop_and_say_so():
    capped, _ = batch("rules.turn_cap_per_player=5", players=3)
    assert (capped["reason"] == TURN_CAP).all() and (capped["turns"] == 15).all()
    stalled, _ = batch("rules.stall_rounds=1", "rules.max_envoys=1", lineup="mirror:uniform", players=3)
    assert (stalled["reason"] == STALLED).any()


@pytest.mark.parametrize("timing", ["interrupted", "completed_first", "rest_waits"])
def test_refill_timing(timing):
    """Column 3 is claimed with two cards left in stack A."""
    table = table_with(f"rules.refill_timing={timing}")
    for key, value in {
        "left": {"A": 2},
        "bids": {"column 3": [0, 0]},
        "stones": [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    }.items():
        GAME.arrange[key](table.state, table.tables, value)
    table.engine.refresh(table.state, table.tables)
    table.play("claim all own columns")
    assert table.phase == "alliance"
    assert table.state.column_n[2] == (3 if timing == "completed_first" else 2)
    table.play("send 1 army to the alliance")
    assert table.phase == "build_card"
    assert table.state.column_n[2] == (2 if timing == "rest_waits" else 3)
    assert table.broken_invariant() == 0


def test_surplus_armies_return():
    games, seats = batch("rules.surplus_armies=returned")
    assert (seats["surplus"].sum() > 0) and not np.isin(games["reason"], ENGINE_FAULTS).any()
    table = table_with("rules.surplus_armies=returned")
    for key, value in {
        "current_stack": "B",
        "walls": ["2", "", "", ""],
        "stones": [[2, 5, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        "invasion": 1,
    }.items():
        GAME.arrange[key](table.state, table.tables, value)
    table.engine.refresh(table.state, table.tables)
    table.play("send 0 armies to the alliance")
    table.play("keep 6 armies for the city")
    # attack 4; one army on the wall (3) and the leader's point suffice: of six armies five come back, all of stone
    assert table.state.stock[0].tolist() == [0, 5, 0, 0]


def test_guild_takeover_readings():
    def owner(takeover, cards, buildings):
        table = table_with(f"rules.guild_takeover={takeover}")
        for key, value in {
            "current_stack": "C",
            "turn": 1,
            "hands": [[], cards],
            "buildings": buildings,
            "guilds": {"military": 0},
        }.items():
            GAME.arrange[key](table.state, table.tables, value)
        table.state.phase = BUILD_CARD
        table.engine.refresh(table.state, table.tables)
        table.play(f"build with {cards[0]}")
        if table.phase == "build_target":
            table.play("extend military 2 to 3")
        return table.state.guild_owner[1]

    assert owner("higher", ["B04"], ["M3", "M2"]) == 0
    assert owner("ties", ["B04"], ["M3", "M2"]) == 1
    assert owner("higher", ["B01"], ["M2", "M3"]) == 0
    assert owner("every_turn", ["B01"], ["M2", "M3"]) == 1


def test_tie_breaks():
    def winner(tie_break):
        table = table_with(f"rules.tie_break={tie_break}", "rules.commune_assignment=first_n", players=3)
        for key, value in {
            "stones": [[1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]],
            "buildings": ["E1", "E1", ""],
        }.items():
            GAME.arrange[key](table.state, table.tables, value)
        # totals: majorities 2, 3, 5
        table.state.hero_points[:3] = [3, 2, 1]
        table.state.turns_since_claim = 59
        table.engine.refresh(table.state, table.tables)
        table.state.phase = GAME.phase("repair")
        table.engine.apply(table.state, table.tables, 60)
        assert table.outcome()["score"] == [6, 6, 6]
        return int(table.state.winners)

    assert [winner(rule) for rule in ("lowest", "highest", "stones", "shared")] == [0b001, 0b100, 0b100, 0b111]


# --- invariants of a step ------------------------------------------------------------------------------


def _invaded(before, s):
    return s.invasions_done > before.invasions_done


def _add(field, *place, by=1):
    def tamper(before, s):
        s[field][place] += by

    return tamper


def _first_owner_without_storeys(before, s):
    kind = int(np.flatnonzero(s.guild_owner != before.guild_owner)[0])
    s.buildings[s.guild_owner[kind], kind] = [0, 3, 0, 0, 0]


def _taken_with_an_equal_sum(before, s):
    kind = int(np.flatnonzero(s.guild_owner != before.guild_owner)[0])
    for record in (before, s):
        record.buildings[before.guild_owner[kind], kind] = s.buildings[s.guild_owner[kind], kind]


def _gains_guild(before, s, owned):
    changed = s.guild_owner != before.guild_owner
    return changed.any() and ((before.guild_owner[changed] != NOBODY) == owned).all()


# The invariant, the step that it is looked for in, and what is done to the position after it.
TAMPERED = {
    "guild card without two storeys": (10, lambda b, s: _gains_guild(b, s, False), _first_owner_without_storeys),
    "guild card by an equal sum": (10, lambda b, s: _gains_guild(b, s, True), _taken_with_an_equal_sum),
    "guild card lost without reason": (
        10,
        lambda b, s: NOBODY != b.guild_owner[0] == s.guild_owner[0],
        lambda b, s: s.guild_owner.__setitem__(0, NOBODY),
    ),
    "guild card to somebody else": (
        10,
        lambda b, s: _gains_guild(b, s, False),
        lambda b, s: s.guild_owner.__setitem__(s.guild_owner == b.active, (b.active + 1) % 3),
    ),
    "card drawn out of turn": (12, lambda b, s: s.stack_left[0] > 0, _add("stack_left", 1, by=-1)),
    "card put back": (12, lambda b, s: s.stack_left[0] > 0, _add("stack_left", 0)),
    "turn counted twice": (
        16,
        lambda b, s: s.active != b.active,
        lambda b, s: s.turns_taken.__setitem__(b.active, s.turns_taken[b.active] + 1),
    ),
    "turn to the wrong neighbour": (
        16,
        lambda b, s: s.active != b.active,
        lambda b, s: s.__setitem__("active", b.active),
    ),
    "chain without end": (
        17,
        lambda b, s: s.chain_length == 2,
        lambda b, s: s.__setitem__("displaced_gold", b.displaced_gold),
    ),
    "hero tile changes hands": (18, lambda b, s: s.invasions_done == 2 == b.invasions_done, _add("hero_owner", 0, 0)),
    "army kept": (19, _invaded, _add("stock", 1, 1)),
    "gold lost": (19, _invaded, _add("stock", 0, 0, by=-1)),
    "craftsman lost": (19, _invaded, _add("stock", 2, 2, by=-1)),
    "points for an invasion": (19, _invaded, _add("points", 0)),
    "fist changed": (
        19,
        _invaded,
        lambda b, s: s.seen_alliance.__setitem__((b.active, s.invasions_done - 1), 99),
    ),
    "plunder out of nothing": (20, lambda b, s: not _invaded(b, s), _add("plunder", 0)),
    "more plunder than the attack left": (20, lambda b, s: _invaded(b, s) and s.plunder[0] > 0, _add("plunder", 0)),
    "three points repaired": (
        20,
        lambda b, s: b.plunder.sum() - s.plunder.sum() == 2,
        lambda b, s: b.plunder.__setitem__(b.active, b.plunder[b.active] + 1),
    ),
    "card claimed twice": (21, lambda b, s: s.claims.sum() > b.claims.sum(), _add("columns_claimed", 0, 0)),
    "card changes its owner": (
        21,
        lambda b, s: (b.claimer == 0).any(),
        lambda b, s: s.claimer.__setitem__(np.flatnonzero(b.claimer == 0)[0], 1),
    ),
    "storey taken away": (
        21,
        lambda b, s: (b.place == IN_BUILDING).any(),
        lambda b, s: s.place.__setitem__(np.flatnonzero(b.place == IN_BUILDING)[0], DISCARDED),
    ),
}


@functools.cache
def random_steps():
    """All steps of some games of three players who choose at random: position before, action, position after."""
    rng = np.random.default_rng(59)
    steps = []
    for seed in range(3):
        table = table_with(players=3, seed=seed)
        while not table.over:
            code = int(rng.choice(table.codes()))
            before = table.save()[0]
            table.engine.apply(table.state, table.tables, code)
            steps.append((before, code, table.save()[0]))
    return table, steps


@pytest.mark.parametrize("fault", TAMPERED)
def test_the_invariants_of_a_step_notice(fault):
    number, fits, tamper = TAMPERED[fault]
    table, steps = random_steps()
    before, code, after = next(step for step in steps if fits(step[0], step[2]))
    assert table.engine.step_invariants(before, after, table.tables, code) == 0
    before, after = (np.array([record], record.dtype).view(np.recarray)[0] for record in (before, after))
    tamper(before, after)
    assert table.engine.step_invariants(before, after, table.tables, code) == number


# --- refused scenarios -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "settings", "text"),
    [
        (2, ["rules.deck=plain_cards_only"], "stack A has 8 cards, but the first display takes 8"),
        (4, ["stacks.A.size=12"], "COM-10"),
        (4, ["rules.communes_by_seat=[1, 1, 2, 3, 4]"], "COM-02"),
        (4, ["communes.milano.number=1"], "COM-02"),
        (2, ["rules.fixed_start_seat=3"], "COM-03"),
        (5, ["rules.extra_columns=2"], "allowed are 1 to 8"),
        (4, ["cards.A01.kinds=[]"], "A01"),
        (4, ["rules.drop_card=A99"], "A99"),
    ],
)
def test_impossible_scenarios_are_refused(players, settings, text):
    with pytest.raises(UserError, match=text):
        table_with(*settings, players=players)


# --- strategies --------------------------------------------------------------------------------------


def test_styles_show_in_the_columns():
    """Each archetype does most of what it is named after."""
    _, rows = by_strategy("comuni", games=3000, players=3, seed=41)
    del rows["uniform"]

    def ranking(value):
        return sorted(rows, key=lambda name: value(rows[name]).mean(), reverse=True)

    def total(column):
        return lambda seats: seats[column].sum(axis=1)

    def walls(seats):
        return seats["walls"] @ np.array([1, 2, 3, 4])

    assert ranking(total("alliance"))[0] == "hero"
    assert ranking(total("alliance"))[-1] == "freeloader"
    assert ranking(walls)[0] == "fortress"
    assert walls(rows["fortress"]).mean() > 1.1 * walls(rows[ranking(walls)[1]]).mean()
    assert ranking(total("plundered"))[-1] == "fortress"
    assert ranking(walls)[-1] == "rusher"
    assert ranking(itemgetter("claims"))[0] == "rusher"
    assert ranking(itemgetter("outbids"))[0] == "sniper"
    assert ranking(itemgetter("guild_points"))[0] == "guildmaster"
    assert ranking(itemgetter("balance"))[0] == "tower"
    assert ranking(lambda seats: seats["building_stones"][:, GOLD])[0] == "banker"
    assert set(ranking(total("attack"))[-2:]) == {"fortress", "sandbagger"}


# --- hidden information ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_redeal_keeps_every_sum_that_the_seat_can_know(players):
    table = Table("comuni", players=players, seed=43, narrate=False)
    rng = np.random.default_rng(43)
    moved = {"stock": 0, "hand": 0, "stack": 0, "commit_alliance": 0}
    while not table.over:
        saved = table.save()[0]
        seat = table.seat
        table.redeal(seat)
        s = table.state
        assert s.stock[:players].sum(axis=0).tolist() == saved.stock[:players].sum(axis=0).tolist()
        assert s.stock[seat].tolist() == saved.stock[seat].tolist()
        assert s.hand_n.tolist() == saved.hand_n.tolist()
        assert s.hand[seat, : s.hand_n[seat]].tolist() == saved.hand[seat, : s.hand_n[seat]].tolist()
        assert (s.place == saved.place).all()
        for name in ("points", "buildings", "walls", "bid_owner", "bid_gold", "column", "supply", "plunder"):
            assert (s[name] == saved[name]).all(), name
        for name in moved:
            moved[name] += not np.array_equal(s[name], saved[name])
        assert table.engine.invariants(s, table.tables) == 0
        table.restore(np.array([saved]))
        table.play(int(rng.choice(table.codes())))
    assert all(moved.values()), moved


def test_later_deciders_do_not_see_earlier_fists():
    """Whatever others hold in their fists, every strategy commits the same."""
    loaded = scenario.load("comuni")
    batch = plan.make(loaded, games=44, seed=47)
    from simcore.rerun import Replay

    asked = 0
    for number in range(0, batch.games, 4):
        replay = Replay(batch, number, narrate=False)
        while not replay.table.over:
            s = replay.table.state
            if GAME.phase("alliance") <= s.phase <= FIST_PILGRIMS and s.committed > 0:
                saved = replay.table.save()
                choice = replay.choose()
                replay.table.restore(saved)
                for other in range(4):
                    if other != s.seat:
                        for name in ("commit_alliance", "commit_city", "commit_gold", "commit_pilgrims"):
                            s[name][other] = 9
                s.choices[:] = saved[0]["choices"]
                assert replay.choose() == choice, replay.lineup[s.seat]
                replay.table.restore(saved)
                asked += 1
            replay.step()
    assert asked > 100


# --- what is reported --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_rows_add_up(players):
    games, seats = batch(players=players)

    def shaped(name):
        return seats[name].reshape(len(games), players, -1)

    assert (
        seats["score"]
        == seats["track"]
        + seats["guild_points"]
        + seats["majority"]
        + seats["heroes"]
        + seats["plunder"]
        + seats["balance"]
    ).all()
    assert (seats["plunder"] == seats["repaired"] - seats["plundered"].sum(axis=1)).all()
    assert (seats["majority"] == seats["majority_points"].sum(axis=1)).all()
    assert (seats["track"] == seats["card_points"].sum(axis=1)).all()
    assert (seats["turns_taken"] == seats["bids"] + seats["claims"] + seats["incomes"]).all()
    assert (shaped("turns_taken").sum(axis=(1, 2)) == games["turns"]).all()
    assert (shaped("claims").sum(axis=(1, 2)) == games["claims"]).all()
    cards = seats["columns_of_1"] + 2 * seats["columns_of_2"] + 3 * seats["columns_of_3"]
    assert (seats["claimed"].sum(axis=1) == cards).all()
    used = seats["built"].sum(axis=1) + seats["walled"].sum(axis=1) + seats["discarded"].sum(axis=1)
    assert (seats["claimed"].sum(axis=1) == used + seats["hand_left"]).all()
    assert (seats["displaced"] == seats["relocations"] + seats["take_backs"]).all()
    assert (shaped("displaced").sum(axis=(1, 2)) == shaped("outbids").sum(axis=(1, 2))).all()
    chains = games["chains_1"] + games["chains_2"] + games["chains_3"] + games["chains_4"]
    assert (chains <= shaped("displaced").sum(axis=(1, 2))).all() and (games["chains_1"] <= chains).all()
    paid = seats["gold_for_1"] + seats["gold_for_2"] + seats["gold_for_3"]
    assert (np.abs(seats["price"].sum(axis=1) - 6 * paid) <= 0).all()
    assert (seats["defence"] + seats["plundered"] - seats["surplus"] == seats["attack_left"]).all()
    for number in range(4):
        total = shaped("alliance")[:, :, number].sum(axis=1)
        assert (total == games[f"alliance_total_{number + 1}"]).all()
        assert (np.sort(shaped("hero_rank")[:, :, number], axis=1)[:, :-2] == 0).all()
        assert (shaped("led")[:, :, number].sum(axis=1) == 1).all()
    assert (np.diff([games[f"invasion_turn_{n}"] for n in (1, 2, 3, 4)], axis=0) >= 0).all()
    assert (shaped("drawn") == shaped("drawn")[:, :1]).all()
    in_play = {2: 52, 3: 64, 4: 76, 5: 88}[players]
    assert (shaped("drawn")[:, 0].sum(axis=1) == in_play).all()
    left = in_play - shaped("claimed").sum(axis=(1, 2))
    assert (left == games["cards_left"]).all()


@pytest.mark.parametrize("players", GAME.players)
def test_every_stone_is_accounted_for(players):
    """What a seat has left is what it started with and received, less what it paid; its bids may still lie there."""
    _, seats = batch(players=players)
    communes = [row["start"] for row in scenario.load("comuni").values["communes"].values()]
    stones = np.array(communes)[seats["commune"]]
    stones += seats["base_stones"] + seats["building_stones"] + seats["guild_stones"] - seats["shortage"]
    stones += seats["bonus_stones"]
    for_gold, pilgrims_for_armies, gold_for_armies = (
        seats[name].astype(int) for name in ("pilgrims_for_gold", "pilgrims_for_armies", "gold_for_armies")
    )
    stones[:, 0] += for_gold - 2 * gold_for_armies - seats["fist_gold"].sum(axis=1)
    stones[:, 0] -= seats["gold_for_1"] + seats["gold_for_2"] + seats["gold_for_3"]
    stones[:, 1] += pilgrims_for_armies + gold_for_armies - seats["army_stones"].sum(axis=1)
    stones[:, 2] -= seats["craftsmen_levels"] + seats["craftsmen_actions"]
    stones[:, 3] -= 2 * (for_gold + pilgrims_for_armies) + seats["fist_pilgrims"].sum(axis=1)
    stones[:, 3] -= seats["pilgrims_relocation"] + seats["pilgrims_repair"]
    assert (seats["stones_left"][:, 1:] == stones[:, 1:]).all()
    assert (seats["stones_left"][:, 0] <= stones[:, 0]).all()


def test_a_normal_game_gives_the_seats_up_to_the_trigger_one_turn_more():
    games, seats = batch()
    turns, extra = per_seat(seats, "turns_taken"), per_seat(seats, "extra_turn")
    assert (games["trigger_seat"] >= 0).all()
    assert (turns - turns.min(axis=1, keepdims=True) == np.where(extra.all(axis=1, keepdims=True), 0, extra)).all()


def test_undrawn_cards_stay_where_they_are_after_a_stop():
    table = table_with("rules.turn_cap_per_player=1")
    while not table.over:
        table.play(table.codes()[-1])
    assert table.state.trigger_seat == NOBODY
    assert (table.state.place == IN_STACK).sum() == int(table.state.stack_left.sum())


@pytest.mark.parametrize("players", GAME.players)
def test_replays_name_players_amounts_and_rules(players):
    from simcore.rerun import Replay

    batch = plan.make(scenario.load("comuni", players=players), games=12, seed=53)
    replay = Replay(batch, 3).play()
    text = "\n".join(line for entry in replay.log for line in entry.happened)
    for word in (
        "puts an envoy with",
        "COM-25",
        "receives",
        "invasion 4: the Emperor",
        "the city holds",
        "wins (COM-145)",
    ):
        assert word in text
    assert "None" not in text and "np." not in text
