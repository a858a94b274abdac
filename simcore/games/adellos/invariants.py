"""What must hold after every action (numbers as in section 8 of the specification; ADE-D16 stops what never ends).

Facts about a change are checked when the last call saw the position one action earlier; `seen_*` fields hold it.
"""

import numpy as np

from simcore.games.adellos.board import bit, first, holds, occupied
from simcore.games.adellos.movement import attack_targets, bind_targets, move_targets, swap_partners
from simcore.games.adellos.nobles import active_pieces, immune
from simcore.games.adellos.pieces import (
    BIND,
    CARD_KINDS,
    COMMAND,
    FIELDS,
    FIRST_NOBLE,
    GHOUL,
    IMMUNE_TIME,
    KINDS,
    RAISE,
    SLOTS,
    TOKENS,
    TRADE_AGREEMENTS,
    UNCHAINED,
    UNIT_KINDS,
)
from simcore.games.adellos.rules import legal_main
from simcore.games.adellos.state import (
    BUY_CARD,
    CARD,
    COMBAT,
    END_TURN,
    EXCHANGE_TYPE,
    FIELD,
    FIRST_AID_WINDOW,
    FREE_FIELD,
    GIVE_CARD,
    HIRE_PALADIN,
    HIRE_PLACE,
    LAST_NOBLE,
    MAIN,
    MAX_LEGAL,
    MOVE,
    NOBLE,
    NOBLE_PLACE,
    PALADIN_PLACE,
    PLAYER,
    REINFORCE_FIELD,
    SACRIFICE,
    SEATS,
    SETUP_PLACE,
    SHIFT_TARGET,
    SUDDEN_DEATH,
    UNIT,
)
from simcore.games.adellos.turn import hold_limit, incantations_of
from simcore.kernels.jit import compiled, rule

MOST_AP = 20  # with the numbers of the rulebook a turn brings at most 18


@compiled
def invariants(s, t):
    """0, or the number of the first broken invariant."""
    broken = material_is_complete(s, t)
    if broken == 0:
        broken = board_is_sound(s, t)
    if broken == 0:
        broken = seats_are_sound(s, t)
    if broken == 0 and s.phase == MAIN and not s.over:
        broken = main_has_an_action(s, t)
    if broken == 0 and s.steps == s.seen_steps + 1 and s.steps > 1:
        broken = change_is_lawful(s, t)
    remember(s)
    return broken


@rule
def material_is_complete(s, t):
    """1 to 5: gold, counters, cards, tiles and tokens are conserved."""
    gold = np.int64(s.bank)
    counters = np.int64(s.pool)
    for seat in range(SEATS):
        gold += s.gold[seat]
        if s.gold[seat] < 0:
            return 1
    for f in range(FIELDS):
        counters += s.counters[f]
    if gold != t.gold_coins or (t.gold_limited and s.bank < 0):
        return 1
    if counters != t.time_counters or (t.counters_limited and s.pool < 0):
        return 2
    for kind in range(CARD_KINDS):
        copies = np.int64(s.boxed_cards[kind])
        for seat in range(SEATS):
            copies += s.hand[seat, kind]
            if s.hand[seat, kind] < 0:
                return 3
        for place in range(s.deck_pos, s.deck_n):
            copies += s.deck[place] == kind
        if copies != t.card_count[kind]:
            return 3
    for seat in range(s.players):
        for slot in range(SLOTS):
            kind = SLOTS * s.faction[seat] + slot
            if (
                s.supply[seat, slot] < 0
                or s.supply[seat, slot] + on_board(s, kind) + s.box[kind] != t.units_count[kind]
            ):
                return 4
    for token in range(len(TOKENS)):
        kind = UNIT_KINDS + token
        if s.tokens[token] < 0 or s.tokens[token] + on_board(s, kind) + s.box[kind] != t.tokens_count[token]:
            return 5
    return 0


@rule
def on_board(s, kind):
    n = 0
    for f in range(FIELDS):
        n += s.kind[f] == kind
    return n


@rule
def board_is_sound(s, t):
    """6, 7, 8, 17, 18: pieces, owners, nobles and the sets of fields agree."""
    if occupied(s) & ~s.fields:
        return 18
    for f in range(FIELDS):
        seat = s.owner[f]
        kind = s.kind[f]
        if (seat == -1) != (kind == -1) or holds(s.frozen, f) != (s.counters[f] > 0):
            return 7
        if seat == -1:
            if s.counters[f] != 0 or holds(s.safe, f) or holds(occupied(s), f):
                return 7
            continue
        if not holds(s.pieces[seat], f):
            return 7
        if kind < UNIT_KINDS and kind // SLOTS != s.faction[seat]:
            return 8
        if kind >= FIRST_NOBLE and (kind - FIRST_NOBLE != s.noble[seat] or s.noble_field[seat] != f):
            return 6
        if holds(s.safe, f) and seat == s.cur and not s.over:
            return 17
    return 0


@rule
def seats_are_sound(s, t):
    """6, 9, 10, 11, 12, 21, 22: who lives, who decides, and what a seat may have."""
    living = 0
    for seat in range(s.players):
        living += s.alive[seat]
        gone = not s.alive[seat]
        if gone and (s.pieces[seat] or s.gold[seat] or s.noble_field[seat] >= 0):
            return 6
        for kind in range(CARD_KINDS):
            if gone and s.hand[seat, kind]:
                return 6
        for slot in range(SLOTS):
            if gone and s.supply[seat, slot]:
                return 6
        if s.alive[seat] and s.turns > 0 and s.noble_field[seat] < 0:
            return 6
        pope = s.noble[seat] >= 0 and t.nobles_effect[s.noble[seat]] == IMMUNE_TIME
        if pope and immune(s, t, seat) and s.frozen & s.pieces[seat] and not t.time_shift_nobles:
            return 21
        limit = hold_limit(s, t)
        only_rising = t.hold_turns[0] >= t.hold_turns[1] >= t.hold_turns[2]  # as players are eliminated
        if not s.over and limit > 0 and only_rising and s.hold[seat] >= limit:
            return 12
    if living != s.living or living < 1 or (living == 1 and s.reason != LAST_NOBLE and s.reason != SUDDEN_DEATH):
        return 9
    if not s.over and (not s.alive[s.cur] or not s.alive[s.seat]):
        return 10
    if s.ap < 0 or s.ap > most_points(t) or s.incant < 0 or s.incant > incantations_of(s, t, s.cur):
        return 11
    out_of_turn = s.phase == COMBAT or s.phase == FIRST_AID_WINDOW or s.phase == SACRIFICE or s.phase == GIVE_CARD
    if s.seat != s.cur and not out_of_turn and not s.over:
        return 22
    return 0


@rule
def most_points(t):
    """20, unless the scenario hands out more: turn, tower, command, and every card that brings points.

    A deck that is shuffled anew (`reshuffle`) can bring the same card twice.
    """
    points = t.base_ap + t.tower_ap
    for kind in range(UNIT_KINDS):
        if t.ability[kind] == COMMAND:
            points += t.units_count[kind] * t.amount[kind]
    cycles = 2 if t.reshuffle else 1
    points += cycles * t.card_count[UNCHAINED] * t.cards_ap_gain[UNCHAINED]
    points += (
        cycles * t.card_count[TRADE_AGREEMENTS] * max(t.cards_ap_a[TRADE_AGREEMENTS], t.cards_ap_b[TRADE_AGREEMENTS])
    )
    return max(MOST_AP, points)


@compiled
def main_has_an_action(s, t):
    """13: something can be done; the turn may end exactly when no action point is left or none can be spent."""
    buf = np.zeros(MAX_LEGAL, np.int32)
    n = legal_main(s, t, buf)
    ending = False
    spending = False
    offered = np.int64(0)
    for i in range(n):
        code = buf[i]
        ending |= code == END_TURN
        spending |= code < MOVE or code == HIRE_PALADIN
        spending |= CARD <= code < NOBLE and t.cards_ap[code - CARD] > 0
        spending |= (NOBLE <= code < PLAYER or code == BUY_CARD) and t.nobles_ap[s.noble[s.cur]] > 0
        if code < MOVE:
            offered |= bit(code - FIELD)
    if n == 0 or offered != pieces_that_can_spend(s, t):
        return 13
    if ending != (s.ap == 0 or not spending or t.must_spend_ap == 0):
        return 13
    return 0


@rule
def pieces_that_can_spend(s, t):
    """ADE-214: own active pieces with a move, an attack, a swap or a bind."""
    able = np.int64(0)
    pieces = active_pieces(s, t, s.cur)
    while s.ap > 0 and pieces:
        f = first(pieces)
        pieces &= pieces - 1
        near = t.adjacent[f] & (attack_targets(s, t) | swap_partners(s, t))
        if near | move_targets(s, t, f) | bind_targets(s, t, f):
            able |= bit(f)
    return able


# --- one action ----------------------------------------------------------------------------------


@compiled
def change_is_lawful(s, t):
    """12, 14 to 17, 19, 20, 23: what one action may change."""
    phase = s.seen_phase
    combat = phase in (UNIT, COMBAT, FIRST_AID_WINDOW)
    boxed, spent = sums_in_the_box(s)
    if boxed < s.seen_box or (not t.reshuffle and (s.deck_pos < s.seen_deck_pos or spent < s.seen_played)):
        return 23
    for seat in range(s.players):
        changed = s.hold[seat] != s.seen_hold[seat]
        if changed and s.alive[seat] and (s.turns == s.seen_turns or seat != s.cur):
            return 12
    if s.living < s.seen_living and (not combat or not s.alive[s.seen_cur]):
        return 15
    if s.seen_turns > 0 and phase != EXCHANGE_TYPE and own_piece_is_missing(s):
        return 14
    if frozen_piece_is_gone(s, t, combat):
        return 16
    attacked = s.attacks_made[s.seen_cur] > s.seen_attacks
    if (attacked and holds(s.seen_safe, s.def_field)) or (s.safe and s.turns != s.seen_turns):
        return 17
    if not entries_are_lawful(s, t, combat):
        return 19
    if not counters_are_lawful(s, t):
        return 20
    return 0


@rule
def sums_in_the_box(s):
    """How many tiles and tokens, and how many cards, are out of the game."""
    boxed = np.int64(0)
    for kind in range(UNIT_KINDS + len(TOKENS)):
        boxed += s.box[kind]
    spent = np.int64(0)
    for kind in range(CARD_KINDS):
        spent += s.boxed_cards[kind]
    return boxed, spent


@rule
def own_piece_is_missing(s):
    """Whether the player whose turn it was has fewer pieces of some kind."""
    more = np.zeros(KINDS, np.int64)
    for f in range(FIELDS):
        if s.owner[f] == s.seen_cur:
            more[s.kind[f]] += 1
        if s.seen_owner[f] == s.seen_cur:
            more[s.seen_kind[f]] -= 1
    return more.min() < 0


@rule
def frozen_piece_is_gone(s, t, combat):
    """Whether a frozen piece left its field, other than by defeat, sacrifice, exchange, or under the Pope's immunity."""
    if combat and s.attacks_made[s.seen_cur] > s.seen_attacks:
        return False
    if s.seen_phase in (COMBAT, FIRST_AID_WINDOW, SACRIFICE, EXCHANGE_TYPE):
        return False
    left = s.seen_frozen
    if immune(s, t, s.seen_cur):
        left &= ~s.seen_pieces
    gone = False
    while left:
        f = first(left)
        left &= left - 1
        gone |= s.owner[f] != s.seen_owner[f] or s.kind[f] != s.seen_kind[f]
    return gone


@rule
def entries_are_lawful(s, t, combat):
    """19: hires enter the own castle while the noble is there; only free units and Ghouls appear elsewhere."""
    entered = np.int64(0)
    more = 0
    for f in range(FIELDS):
        if s.owner[f] >= 0 and s.seen_owner[f] < 0:
            entered |= bit(f)
        more += s.owner[f] == s.seen_cur
        more -= s.seen_owner[f] == s.seen_cur
    phase = s.seen_phase
    home = s.home[s.seen_cur]
    if more == 0:
        return entered == 0 or phase == UNIT
    if combat:
        return more == 1 and s.kind[s.def_field] == GHOUL and t.ability[s.kind[s.att_field]] == RAISE
    if entered == 0 or entered & (entered - 1):
        return False
    if phase in (HIRE_PLACE, PALADIN_PLACE, SETUP_PLACE):
        at_home = holds(home, s.noble_field[s.seen_cur]) == 1 or not t.hire_needs_noble_home
        return at_home and entered & ~home == 0
    if phase in (NOBLE_PLACE, REINFORCE_FIELD):
        return entered & ~home == 0
    return phase == FREE_FIELD


@rule
def counters_are_lawful(s, t):
    """20: time counters appear only by Time Shift, by a summons, or by a unit that binds."""
    added = s.pool < s.seen_pool
    if not added or s.seen_phase == SHIFT_TARGET:
        return True
    if s.seen_phase in (HIRE_PLACE, SETUP_PLACE):
        return t.units_pay[SLOTS * s.faction[s.seen_cur] + s.chosen_slot] == 1
    return s.seen_phase == UNIT and t.ability[s.kind[s.chosen_field]] == BIND


@rule
def remember(s):
    s.seen_steps = s.steps
    s.seen_turns = s.turns
    s.seen_cur = s.cur
    s.seen_phase = s.phase
    s.seen_living = s.living
    s.seen_pieces = s.pieces[s.cur]
    s.seen_frozen = s.frozen
    s.seen_safe = s.safe
    s.seen_attacks = s.attacks_made[s.cur]
    s.seen_pool = s.pool
    s.seen_deck_pos = s.deck_pos
    s.seen_box, s.seen_played = sums_in_the_box(s)
    for f in range(FIELDS):
        s.seen_kind[f] = s.kind[f]
        s.seen_owner[f] = s.owner[f]
    for seat in range(SEATS):
        s.seen_hold[seat] = s.hold[seat]
