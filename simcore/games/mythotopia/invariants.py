"""What is always true (checked after every action in assertion mode and in rule cases)."""

import numpy as np

from simcore.games.mythotopia.bits import count, lowest
from simcore.games.mythotopia.rules import tokens_on_cards
from simcore.games.mythotopia.state import (
    ALL_PROGRESS,
    ALL_PROVINCES,
    ALL_START,
    B_PHILOSOPHER,
    CITADEL_DESTROYED,
    CITADEL_STANDS,
    DECLARED,
    MAIN,
    MAX_SEAS,
    N_PROVINCES,
    N_VP,
    NO_CITADEL,
    SEATS,
    VP_CITADEL,
    VP_LORD,
    VP_MASTER,
)
from simcore.games.mythotopia.tokens import empty_cards
from simcore.games.mythotopia.war import leads_alone
from simcore.kernels.jit import compiled, rule


@compiled
def invariants(s, t):
    """0, or the number of the first broken one in the list of RULES.md."""
    if not cards_are_once(s):
        return 1
    pieces = pieces_are_wrong(s, t)
    if pieces != 0:
        return pieces
    if not settlements_add_up(s, t):
        return 3
    if not common_pieces_add_up(s, t):
        return 4
    if not tokens_add_up(s, t):
        return 5
    if not control_is_unique(s):
        return 6
    if not province_cards_follow_control(s):
        return 7
    if s.citadel & (s.castle | s.city) != 0:
        return 8
    owned = s.own[0] | s.own[1] | s.own[2] | s.own[3]
    if (s.dragon | s.runestone) & owned != 0 or s.dragon & s.runestone != 0:
        return 9
    if count(s.dragon) > t.dragons or count(s.runestone) > t.runestones:
        return 9
    if not turn_is_in_bounds(s, t):
        return 12
    if s.phase == MAIN and s.limbo[0] | s.limbo[1] != 0:
        return 13
    if s.phase == MAIN and (s.queued != 0 or s.armed != 0 or s.shown != 0 or s.moved_from != 0):
        return 13
    if s.gone & ~(np.int64(B_PHILOSOPHER) | banned(t)) != 0:
        return 17
    if not attacks_have_begun(s):
        return 22
    if s.over and s.reason == DECLARED and (empty_cards(s) < t.end_empty_cards or not leads_alone(s, t, s.active)):
        return 23
    return 0


@rule
def banned(t):
    found = np.int64(0)
    for card in range(t.banned_progress.shape[0]):
        if t.banned_progress[card]:
            found |= np.int64(1) << card
    return found


@rule
def cards_are_once(s):
    """Every card is in exactly one zone; start cards only in zones of their owner, unused seats have none."""
    provinces = np.int64(s.province_pile)
    progress = np.int64(s.progress_pile)
    twice = progress & s.display
    progress |= s.display
    twice |= progress & s.gone
    progress |= s.gone
    twice |= progress & s.shown
    progress |= s.shown
    for seat in range(SEATS):
        start = np.int64(s.aside[seat])
        for zone in range(5):
            if zone == 0:
                word0, word1 = s.hand[seat, 0], s.hand[seat, 1]
            elif zone == 1:
                word0, word1 = s.draw[seat, 0], s.draw[seat, 1]
            elif zone == 2:
                word0, word1 = s.discard[seat, 0], s.discard[seat, 1]
            elif zone == 3:
                word0, word1 = s.reserve[seat, 0], s.reserve[seat, 1]
            else:
                played = seat == s.active
                word0 = s.limbo[0] if played else np.int64(0)
                word1 = s.limbo[1] if played else np.int64(0)
            twice |= provinces & word0
            provinces |= word0
            twice |= (progress & word1 & ALL_PROGRESS) | (start & word1)
            progress |= word1 & ALL_PROGRESS
            start |= word1 & ~np.int64(ALL_PROGRESS)
        if start != (ALL_START if s.turns > 0 and seat < s.players else 0):
            return False
    if twice != 0 or s.pile_top & ~s.progress_pile != 0:
        return False
    return provinces == ALL_PROVINCES and progress == ALL_PROGRESS


@rule
def pieces_are_wrong(s, t):
    """2: armies and ships, 4: mercenaries do not add up, 22: `force` is not where the pieces are; or 0.

    One pass without branches over the board, because it is the longest part of the whole check.
    """
    mercenaries = np.int64(s.merc_supply)
    signs = mercenaries
    wrong = np.int64(0)
    elsewhere = np.int64(0)
    for seat in range(s.players):
        stock, supply = np.int64(s.army_stock[seat]), np.int64(s.army_supply[seat])
        armies = stock + supply
        signs |= stock | supply
        present = np.int64(0)
        for p in range(N_PROVINCES):
            own = np.int64(s.armies[seat, p])
            hired = np.int64(s.mercs[seat, p])
            armies += own
            mercenaries += hired
            signs |= own | hired
            present |= np.int64(own | hired != 0) << p
        stock, supply = np.int64(s.ship_stock[seat]), np.int64(s.ship_supply[seat])
        ships = stock + supply
        signs |= stock | supply
        for sea in range(MAX_SEAS):
            at_sea = np.int64(s.ships[seat, sea])
            ships += at_sea
            signs |= at_sea
            wrong |= at_sea if sea >= t.sea_areas_n else np.int64(0)
        elsewhere |= present ^ s.force[seat]
        wrong |= (armies - t.start_armies - t.supply_armies) | (ships - t.start_ships - t.supply_ships)
    if signs < 0 or wrong != 0:
        return 2
    if mercenaries != t.mercenaries:
        return 4
    return 0 if elsewhere == 0 else 22


@rule
def settlements_add_up(s, t):
    """Villages, cities and citadels of each player."""
    for seat in range(s.players):
        own = s.own[seat]
        villages = count(own & ~s.city & ~s.citadel) + s.village_stock[seat] + s.master_marks[seat]
        cities = count(own & s.city) + s.city_stock[seat]
        if villages != t.villages or cities != t.cities or s.village_stock[seat] < 0 or s.city_stock[seat] < 0:
            return False
        citadels = count(own & s.citadel)
        if citadels != (1 if s.citadel_state[seat] == CITADEL_STANDS else 0):
            return False
        if s.citadel_state[seat] != NO_CITADEL and not s.in_play[VP_CITADEL]:
            return False
        if s.citadel_state[seat] > CITADEL_DESTROYED:
            return False
    return True


@rule
def common_pieces_add_up(s, t):
    """Castles and roads: supply and board; roads join neighbours, both ways."""
    joined = np.int64(0)
    for p in range(N_PROVINCES):
        joined |= s.linked[p]
    if joined != s.has_road or s.road_supply < 0 or s.castle_supply < 0:
        return False
    ends = 0
    while joined != 0:
        p = lowest(joined)
        joined &= joined - 1
        if s.linked[p] & ~(t.border[0, p] | t.border[1, p] | t.border[2, p]) != 0:
            return False
        ends += count(s.linked[p])
    return ends == 2 * (t.roads - s.road_supply) and count(s.castle) + s.castle_supply == t.castles


@rule
def tokens_add_up(s, t):
    """Tokens of each value: pool, cards and players; the two special cards agree with their parts."""
    signs = np.int64(0)
    for value in range(1, 4):
        total = np.int64(s.pool[value])
        signs |= total
        for seat in range(s.players):
            signs |= np.int64(s.tokens[seat, value])
            total += s.tokens[seat, value]
        if signs < 0 or total + tokens_on_cards(s, t, value) != t.token_supply[value - 1]:
            return False
    for card in range(N_VP):
        if s.tokens_left[card] < 0 or (s.tokens_left[card] > 0 and not s.in_play[card]):
            return False
    if s.tokens_left[VP_LORD] != np.int64(s.lord_left[0]) + s.lord_left[1]:
        return False
    return s.tokens_left[VP_MASTER] == np.int64(s.master_left[0]) + s.master_left[1]


@rule
def control_is_unique(s):
    """A province has one settlement at most; cities and citadels stand in controlled provinces."""
    seen = np.int64(0)
    for seat in range(s.players):
        if seen & s.own[seat]:
            return False
        seen |= s.own[seat]
    return (s.city | s.citadel) & ~seen == 0


@rule
def province_cards_follow_control(s):
    """Only the controller can have the card of a province."""
    for seat in range(s.players):
        held = s.hand[seat, 0] | s.draw[seat, 0] | s.discard[seat, 0] | s.reserve[seat, 0]
        if seat == s.active:
            held |= s.limbo[0]
        if held & ~s.own[seat]:
            return False
    return True


@rule
def turn_is_in_bounds(s, t):
    if s.actions_left < 0 or s.actions_left > t.actions_per_turn:
        return False
    return s.free_count <= t.free_actions_per_turn and s.adds <= t.add_cards_per_turn


@rule
def attacks_have_begun(s):
    """Who has pieces in a province that he does not control attacked it, in this turn or an earlier one."""
    for seat in range(s.players):
        rest = s.force[seat] & ~s.own[seat]
        while rest != 0:
            since = s.war_since[lowest(rest)]
            if since == 0 or since > s.turns:
                return False
            rest &= rest - 1
    return True
