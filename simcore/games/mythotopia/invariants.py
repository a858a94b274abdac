"""What is always true (checked after every action in assertion mode and in rule cases)."""

import numpy as np

from simcore.games.mythotopia.bits import count, has
from simcore.games.mythotopia.cards import owner_of
from simcore.games.mythotopia.rules import tokens_of_players, tokens_on_cards
from simcore.games.mythotopia.state import (
    ALL_PROGRESS,
    ALL_PROVINCES,
    ALL_START,
    B_PHILOSOPHER,
    CITADEL_DESTROYED,
    CITADEL_STANDS,
    DECLARED,
    MAIN,
    N_PROVINCES,
    N_VP,
    NO_CITADEL,
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
    if not pieces_add_up(s, t):
        return 2
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
    if not tokens_stay(s):
        return 10
    if not empty_cards_stay_empty(s):
        return 11
    if not turn_is_in_bounds(s, t):
        return 12
    if s.phase == MAIN and s.limbo[0] | s.limbo[1] != 0:
        return 13
    if s.phase == MAIN and (s.queued != 0 or s.armed != 0 or s.shown != 0 or s.moved_from != 0):
        return 13
    if s.gone & ~(np.int64(B_PHILOSOPHER) | banned(t)) != 0:
        return 17
    if not forces_are_known(s):
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
    """Every card is in exactly one zone; start cards only in zones of their owner."""
    provinces = np.int64(s.province_pile)
    progress = s.progress_pile | s.display | s.gone | s.shown
    number0 = count(s.province_pile)
    number1 = count(s.progress_pile) + count(s.display) + count(s.gone) + count(s.shown)
    for seat in range(s.players):
        limbo = seat == s.active
        start = s.aside[seat]
        start_number = count(start)
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
                word0 = s.limbo[0] if limbo else np.int64(0)
                word1 = s.limbo[1] if limbo else np.int64(0)
            provinces |= word0
            number0 += count(word0)
            progress |= word1 & ALL_PROGRESS
            number1 += count(word1 & ALL_PROGRESS)
            start |= word1 & ALL_START
            start_number += count(word1 & ALL_START)
        if s.turns > 0 and (start != ALL_START or start_number != count(np.int64(ALL_START))):
            return False
    if s.pile_top & ~s.progress_pile != 0:
        return False
    if provinces != ALL_PROVINCES or number0 != N_PROVINCES:
        return False
    return progress == ALL_PROGRESS and number1 == count(np.int64(ALL_PROGRESS))


@rule
def pieces_add_up(s, t):
    """Armies and ships of each player: stock, supply and board."""
    for seat in range(s.players):
        armies = np.int64(s.army_stock[seat]) + s.army_supply[seat]
        ships = np.int64(s.ship_stock[seat]) + s.ship_supply[seat]
        if s.army_stock[seat] < 0 or s.army_supply[seat] < 0 or s.ship_stock[seat] < 0 or s.ship_supply[seat] < 0:
            return False
        for p in range(N_PROVINCES):
            if s.armies[seat, p] < 0 or s.mercs[seat, p] < 0:
                return False
            armies += s.armies[seat, p]
        for sea in range(s.ships.shape[1]):
            if s.ships[seat, sea] < 0 or (s.ships[seat, sea] > 0 and sea >= t.sea_areas_n):
                return False
            ships += s.ships[seat, sea]
        if armies != t.start_armies + t.supply_armies or ships != t.start_ships + t.supply_ships:
            return False
    return True


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
    """Castles, roads, mercenaries; roads join neighbours both ways."""
    roads = 0
    mercenaries = np.int64(s.merc_supply)
    for p in range(N_PROVINCES):
        neighbours = t.border[0, p] | t.border[1, p] | t.border[2, p]
        if s.linked[p] & ~neighbours != 0:
            return False
        roads += count(s.linked[p])
        for seat in range(s.players):
            mercenaries += s.mercs[seat, p]
    if roads != 2 * (t.roads - s.road_supply) or mercenaries != t.mercenaries:
        return False
    if s.road_supply < 0 or s.castle_supply < 0 or s.merc_supply < 0:
        return False
    return count(s.castle) + s.castle_supply == t.castles


@rule
def tokens_add_up(s, t):
    """Tokens of each value: pool, cards and players; the two special cards agree with their parts."""
    for value in range(1, 4):
        if s.pool[value] < 0:
            return False
        if s.pool[value] + tokens_on_cards(s, t, value) + tokens_of_players(s, value) != t.token_supply[value - 1]:
            return False
    for card in range(N_VP):
        if s.tokens_left[card] < 0 or (s.tokens_left[card] > 0 and not s.in_play[card]):
            return False
    if s.tokens_left[VP_LORD] != np.int64(s.lord_left[0]) + s.lord_left[1]:
        return False
    return s.tokens_left[VP_MASTER] == np.int64(s.master_left[0]) + s.master_left[1]


@rule
def tokens_stay(s):
    """Nobody has fewer tokens than he took: they are exchanged, never lost."""
    for seat in range(s.players):
        taken = 0
        for card in range(N_VP):
            taken += s.token_count[seat, card]
        if np.int64(s.tokens[seat, 1]) + s.tokens[seat, 2] + s.tokens[seat, 3] < taken:
            return False
    return True


@rule
def empty_cards_stay_empty(s):
    refilled = 0
    for card in range(N_VP):
        refilled += s.emptied[card] > 0 and s.tokens_left[card] > 0
    return refilled == 0


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
def forces_are_known(s):
    """The set of provinces with own pieces agrees with the pieces; wars have a beginning."""
    for seat in range(s.players):
        for p in range(N_PROVINCES):
            present = s.armies[seat, p] > 0 or s.mercs[seat, p] > 0
            if present != (has(s.force[seat], p) == 1):
                return False
            if present and owner_of(s, p) != seat and s.war_since[p] == 0:
                return False
    return True
