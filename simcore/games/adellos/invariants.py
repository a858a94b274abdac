"""What must hold after every action (numbers as in section 8 of the specification; ADE-D16 stops what never ends).

Facts about a change are checked when the last call saw the position one action earlier; `seen_*` fields hold it.
"""

import numpy as np

from simcore.games.adellos.board import bit, first, holds, occupied
from simcore.games.adellos.nobles import active_pieces, immune
from simcore.games.adellos.pieces import (
    CARD_KINDS,
    FIELDS,
    FIRST_NOBLE,
    IMMUNE_TIME,
    SLOTS,
    TIME_SHIFT,
    TOKENS,
    UNIT_KINDS,
)
from simcore.games.adellos.rules import legal_main
from simcore.games.adellos.state import (
    COMBAT,
    END_TURN,
    EXCHANGE_TYPE,
    FIRST_AID_WINDOW,
    FREE_FIELD,
    GIVE_CARD,
    LAST_NOBLE,
    MAIN,
    MAX_LEGAL,
    MOVE,
    SACRIFICE,
    SEATS,
    SETUP_PLACE,
    SUDDEN_DEATH,
    UNIT,
)
from simcore.games.adellos.turn import hold_limit
from simcore.kernels.jit import compiled, rule

MOST_AP = 60


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
    """6, 9, 10, 11, 12, 20, 21, 22: who lives, who decides, and what a seat may have."""
    living = 0
    undead = False
    shifts = np.int64(s.boxed_cards[TIME_SHIFT])
    for seat in range(s.players):
        living += s.alive[seat]
        undead |= t.factions_summons[s.faction[seat]] == 1
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
    if s.ap < 0 or s.ap > MOST_AP or s.incant < 0 or (s.incant > 0 and not t.factions_summons[s.faction[s.cur]]):
        return 11
    if not undead and shifts == 0 and s.frozen and not t.reshuffle:
        return 20
    out_of_turn = s.phase == COMBAT or s.phase == FIRST_AID_WINDOW or s.phase == SACRIFICE or s.phase == GIVE_CARD
    if s.seat != s.cur and not out_of_turn and not s.over:
        return 22
    return 0


@compiled
def main_has_an_action(s, t):
    """13: there is something to do; the turn may end exactly when no action point can be spent."""
    buf = np.zeros(MAX_LEGAL, np.int32)
    n = legal_main(s, t, buf)
    ending = False
    for i in range(n):
        ending |= buf[i] == END_TURN
    if n == 0 or (s.ap == 0 and not ending):
        return 13
    a_piece_can_act = buf[0] < MOVE
    if ending and s.ap > 0 and t.must_spend_ap and a_piece_can_act:
        return 13
    return 0


@rule
def change_is_lawful(s, t):
    """12, 14, 15, 16, 19, 23: what one action may change."""
    same_turn = s.turns == s.seen_turns
    fell = s.living < s.seen_living
    boxed = np.int64(0)
    for kind in range(UNIT_KINDS + len(TOKENS)):
        boxed += s.box[kind]
    spent = np.int64(0)
    for kind in range(CARD_KINDS):
        spent += s.boxed_cards[kind]
    if boxed < s.seen_box or (not t.reshuffle and (s.deck_pos < s.seen_deck_pos or spent < s.seen_played)):
        return 23
    for seat in range(s.players):
        changed = s.hold[seat] != s.seen_hold[seat]
        if changed and s.alive[seat] and (same_turn or seat != s.cur):
            return 12
    combat = s.seen_phase == UNIT or s.seen_phase == COMBAT or s.seen_phase == FIRST_AID_WINDOW
    if fell and not combat:
        return 15
    now = 0
    before = 0
    for f in range(FIELDS):
        now += s.owner[f] == s.seen_cur
        before += s.seen_owner[f] == s.seen_cur
    if s.seen_turns > 0 and now < before:
        return 14
    movable = active_pieces(s, t, s.seen_cur)
    left = s.seen_frozen
    while left:
        f = first(left)
        left &= left - 1
        mine = s.seen_owner[f] == s.seen_cur and holds(movable, f)
        stays = s.owner[f] == s.seen_owner[f] and s.kind[f] == s.seen_kind[f]
        removable = combat or s.seen_phase == SACRIFICE or s.seen_phase == EXCHANGE_TYPE
        if not stays and not mine and not removable and not (s.copied and s.seen_owner[f] == s.seen_cur):
            return 16
    entered = np.int64(0)
    for f in range(FIELDS):
        if s.owner[f] >= 0 and s.seen_owner[f] < 0 and now > before:
            entered |= bit(f)
    anywhere = s.seen_phase == FREE_FIELD or combat
    if entered & ~s.home[s.seen_cur] and not anywhere and s.seen_phase > SETUP_PLACE:
        return 19
    return 0


@rule
def remember(s):
    s.seen_steps = s.steps
    s.seen_turns = s.turns
    s.seen_cur = s.cur
    s.seen_phase = s.phase
    s.seen_living = s.living
    s.seen_frozen = s.frozen
    s.seen_deck_pos = s.deck_pos
    s.seen_box = 0
    s.seen_played = 0
    for kind in range(UNIT_KINDS + len(TOKENS)):
        s.seen_box += s.box[kind]
    for kind in range(CARD_KINDS):
        s.seen_played += s.boxed_cards[kind]
    for f in range(FIELDS):
        s.seen_kind[f] = s.kind[f]
        s.seen_owner[f] = s.owner[f]
    for seat in range(SEATS):
        s.seen_hold[seat] = s.hold[seat]
