"""What is always true of two positions, before and after an action (numbers as in invariants)."""

import numpy as np

from simcore.games.mythotopia.bits import bit, count, has
from simcore.games.mythotopia.cards import (
    capacity,
    card_bit,
    deck_size,
    hand_count,
    in_reserve,
    reserve_count,
)
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ATTACK,
    B_PHILOSOPHER,
    B_QUEEN,
    B_RANGER,
    BUILD_ROAD,
    END_GAME,
    END_TURN,
    END_WAR,
    MAIN,
    MARAUDERS,
    MOUNTAIN,
    N_PROVINCES,
    N_THINNED,
    N_VP,
    PHILOSOPHER,
    PROGRESS_CARD,
    PROV,
    ROAD_END,
    ROAD_MOVE,
    START_CARD,
    THIN_PICK,
    TYPE,
    WAREHOUSE,
)
from simcore.games.mythotopia.tokens import empty_cards, victory_points
from simcore.games.mythotopia.war import blank_copy, wars, would_win
from simcore.kernels.jit import compiled, rule


@compiled
def step_invariants(before, s, t, action):
    """0, or the number of the first invariant that the step broke. The secret choices of the set-up change nothing."""
    if before.turns == 0:
        return 0
    if not roads_are_built_by_rule(before, s, t, action):
        return 4
    if s.dragon & ~before.dragon != 0 or s.runestone & ~before.runestone != 0:
        return 9
    if not points_are_kept(before, s, t):
        return 10
    if not tokens_on_cards_only_fall(before, s):
        return 11
    if not once_in_a_turn(before, s, t):
        return 12
    if not reserves_have_room(before, s, t):
        return 15
    if not decks_are_large_enough(before, s, t):
        return 16
    if s.gone != before.gone and not (action == PHILOSOPHER and s.gone & ~before.gone == B_PHILOSOPHER):
        return 17
    if not display_gains_by_rule(before, s, t, action):
        return 18
    if not ended_wars_are_empty(before, s):
        return 19
    if before.phase == MAIN and action == END_TURN and not hand_is_filled(before, s, t):
        return 20
    if not conquests_are_complete(before, s):
        return 21
    if not attacks_are_declared(before, s):
        return 22
    if action == END_GAME and before.phase == MAIN and empty_cards(before) < t.end_empty_cards:
        return 23
    if not looking_ahead_changes_nothing(s, t):
        return 24
    return 0


@rule
def roads_are_built_by_rule(before, s, t, action):
    """Roads stay; one at a time joins two own provinces, over mountains only chosen with Ranger in the reserve."""
    if before.phase == ROAD_END and before.kind == BUILD_ROAD:
        over_mountains = has(t.border[MOUNTAIN, before.target], action - PROV) == 1
        if over_mountains and not in_reserve(before, before.active, B_RANGER):
            return False
    changed = np.int64(0)
    for p in range(N_PROVINCES):
        changed |= s.linked[p] ^ before.linked[p]
    if changed == 0:
        return True
    a, b = before.target, before.second
    if before.kind != BUILD_ROAD or s.road_supply != before.road_supply - 1 or changed != bit(a) | bit(b):
        return False
    if changed & ~before.own[before.active] != 0 or has(before.linked[a], b):
        return False
    return s.linked[a] == before.linked[a] | bit(b) and s.linked[b] == before.linked[b] | bit(a)


@rule
def token_value(s, seat):
    return np.int64(s.tokens[seat, 1]) + 2 * np.int64(s.tokens[seat, 2]) + 3 * np.int64(s.tokens[seat, 3])


@rule
def token_number(s, seat):
    return np.int64(s.tokens[seat, 1]) + s.tokens[seat, 2] + s.tokens[seat, 3]


@rule
def points_are_kept(before, s, t):
    """Points change with provinces and tokens only; tokens are never lost, and counted when they are taken."""
    for seat in range(s.players):
        gained = token_value(s, seat) - token_value(before, seat)
        if gained != 0 or s.own[seat] != before.own[seat]:
            provinces = count(s.own[seat]) - count(before.own[seat])
            points = victory_points(s, t, seat) - victory_points(before, t, seat)
            if gained < 0 or points != t.province_vp * provinces + gained:
                return False
        taken = np.int64(0)
        for card in range(N_VP):
            taken += np.int64(s.token_count[seat, card]) - before.token_count[seat, card]
        if token_number(s, seat) - token_number(before, seat) != taken:
            return False
    return True


@rule
def tokens_on_cards_only_fall(before, s):
    """Neither do tokens come back to a card nor does an empty card fill up or leave the game."""
    refilled = 0
    for card in range(N_VP):
        refilled += s.tokens_left[card] > before.tokens_left[card]
    return refilled == 0 and empty_cards(s) >= empty_cards(before)


@rule
def done(before, s, kind):
    """Whether the step completed an action of this kind."""
    return s.did[before.active, kind - TYPE] != before.did[before.active, kind - TYPE]


@rule
def once_in_a_turn(before, s, t):
    """What a turn allows only once, and only while it is fresh; every completed action ends the freshness."""
    if done(before, s, ADD_CARD) and before.adds >= t.add_cards_per_turn:
        return False
    if done(before, s, END_WAR) and (before.war_ended or (t.end_war_first_action_only and not before.fresh)):
        return False
    if done(before, s, END_GAME) and t.end_game_first_action_only and not before.fresh:
        return False
    if done(before, s, ROAD_MOVE) and (before.road_used or not s.road_used):
        return False
    if done(before, s, WAREHOUSE) and (before.warehouse_used or not s.warehouse_used):
        return False
    if s.turns != before.turns:
        return True
    spent = np.int64(before.actions_left) - s.actions_left + s.free_count - before.free_count
    return spent == 0 or (spent == 1 and not s.fresh)


@rule
def reserves_have_room(before, s, t):
    """A reserve grows by one card, only while it holds fewer than its capacity."""
    for seat in range(s.players):
        if s.reserve[seat, 0] == before.reserve[seat, 0] and s.reserve[seat, 1] == before.reserve[seat, 1]:
            continue
        stored = reserve_count(before, seat)
        more = reserve_count(s, seat) - stored
        if more > 0 and (more > 1 or seat != before.active or stored >= capacity(before, t, seat)):
            return False
    return True


@rule
def decks_are_large_enough(before, s, t):
    """One card is thinned at a time, and the deck keeps its least size."""
    thinned = s.stat[before.active, N_THINNED] - before.stat[before.active, N_THINNED]
    if thinned == 0:
        return True
    return thinned == 1 and before.phase == THIN_PICK and deck_size(s, before.active) >= t.min_deck


@rule
def display_gains_by_rule(before, s, t, action):
    """The display gains the progress card just thinned; where it is refilled, the next card of the progress pile."""
    gained = s.display & ~before.display
    if gained == 0:
        return True
    if before.phase == THIN_PICK and PROGRESS_CARD <= action < START_CARD:
        seat = before.active
        return gained == card_bit(action) and gained & (before.hand[seat, 1] | before.reserve[seat, 1]) != 0
    refilled = t.display_refill and done(before, s, ADD_CARD)
    return refilled and gained & (gained - 1) == 0 and gained & ~before.progress_pile == 0


@rule
def ended_wars_are_empty(before, s):
    """Where a war was ended no piece is left; Marauders may only drive the last attacker away."""
    ended = wars(before) & ~wars(s)
    if ended == 0 or done(before, s, MARAUDERS):
        return True
    return ended & (s.force[0] | s.force[1] | s.force[2] | s.force[3]) == 0


@rule
def hand_is_filled(before, s, t):
    """The refill reaches the hand size as far as there are cards, and gives none up.

    When the game is stopped with this turn, its last wars may take and give provinces with their cards.
    """
    seat = before.active
    lost = before.own[seat] & ~s.own[seat]
    won = s.own[seat] & ~before.own[seat]
    goal = t.hand_size + (t.queen_hand_bonus if in_reserve(before, seat, B_QUEEN) else 0)
    had = hand_count(before, seat)
    cards = had
    for word in range(2):
        cards += count(before.draw[seat, word]) + count(before.discard[seat, word])
        given_up = before.hand[seat, word] & ~s.hand[seat, word]
        discarded = s.discard[seat, word] & ~before.discard[seat, word]
        if word == 0:
            given_up &= ~lost
            discarded &= ~won
        if given_up != 0 or discarded != 0:
            return False
    now = hand_count(s, seat)
    return min(goal, cards) - count(lost) <= now <= max(had, goal)


@rule
def conquests_are_complete(before, s):
    """The conqueror gives a village and has the card in his discard pile; a lost village comes back to its owner."""
    for seat in range(s.players):
        won = s.own[seat] & ~before.own[seat]
        lost = before.own[seat] & ~s.own[seat]
        if won == 0 and lost == 0:
            continue
        villages = count(lost & ~before.city & ~before.citadel) - count(won)
        if s.village_stock[seat] != before.village_stock[seat] + villages:
            return False
        if won & ~s.discard[seat, 0] != 0 or won & (s.city | s.citadel) != 0:
            return False
    return True


@rule
def attacks_are_declared(before, s):
    """A player becomes an attacker only by his own action, in the province that it names."""
    for seat in range(s.players):
        begun = s.force[seat] & ~s.own[seat] & ~(before.force[seat] & ~before.own[seat])
        if begun != 0 and (before.kind != ATTACK or seat != before.active or begun != bit(before.target)):
            return False
    return True


@rule
def looking_ahead_changes_nothing(s, t):
    """The test of the end, made on a copy at the beginning of a turn, leaves the position as it is, streams included."""
    if s.phase != MAIN or not s.fresh or wars(s) == 0 or empty_cards(s) < t.end_empty_cards:
        return True
    was = blank_copy()
    was[0] = s
    would_win(s, t, s.active)
    now = blank_copy()
    now[0] = s
    return np.array_equal(was.view(np.uint8), now.view(np.uint8))
