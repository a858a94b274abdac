"""What must hold after every action, numbered; games that would never end are stopped (ADE-D16).

`invariants` looks at one position, `step_invariants` at the positions before and after an action.
"""

import numpy as np

from simcore.games.adellos.board import bit, first, holds, occupied, size_of
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
    ATTACK,
    BIND_FIELD,
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
    SWAP,
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
    return broken


@rule
def material_is_complete(s, t):
    """1 to 5: gold, counters, cards, tiles and tokens are conserved."""
    gold = np.int64(s.bank)
    for seat in range(SEATS):
        gold += s.gold[seat]
        if s.gold[seat] < 0:
            return 1
    if gold != t.gold_coins or (t.gold_limited and s.bank < 0):
        return 1
    counters = np.int64(s.pool)
    on_board = np.zeros(KINDS, np.int64)
    for f in range(FIELDS):
        counters += s.counters[f]
        if s.kind[f] >= 0:
            on_board[s.kind[f]] += 1
    if counters != t.time_counters or (t.counters_limited and s.pool < 0):
        return 2
    in_deck = np.zeros(CARD_KINDS, np.int64)
    for place in range(s.deck_pos, s.deck_n):
        in_deck[s.deck[place]] += 1
    for kind in range(CARD_KINDS):
        copies = in_deck[kind] + s.boxed_cards[kind]
        for seat in range(SEATS):
            copies += s.hand[seat, kind]
            if s.hand[seat, kind] < 0:
                return 3
        if copies != t.card_count[kind]:
            return 3
    for seat in range(s.players):
        for slot in range(SLOTS):
            kind = SLOTS * s.faction[seat] + slot
            tiles = s.supply[seat, slot] + on_board[kind] + s.box[kind]
            if s.supply[seat, slot] < 0 or tiles != t.units_count[kind]:
                return 4
    for token in range(len(TOKENS)):
        kind = UNIT_KINDS + token
        if s.tokens[token] < 0 or s.tokens[token] + on_board[kind] + s.box[kind] != t.tokens_count[token]:
            return 5
    return 0


@rule
def board_is_sound(s, t):
    """6, 7, 8, 17, 18: pieces, owners, nobles and the sets of fields agree."""
    taken = occupied(s)
    if taken & ~s.fields:
        return 18
    for f in range(FIELDS):
        seat = s.owner[f]
        kind = s.kind[f]
        if (seat == -1) != (kind == -1) or holds(s.frozen, f) != (s.counters[f] > 0):
            return 7
        if seat == -1:
            if s.counters[f] != 0 or holds(s.safe, f) or holds(taken, f):
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
    limit = hold_limit(s, t)
    only_rising = t.hold_turns[0] >= t.hold_turns[1] >= t.hold_turns[2]  # as players are eliminated
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
        if not s.over and limit > 0 and only_rising and s.hold[seat] >= limit:
            return 12
    if living != s.living or living < 1 or (living == 1 and s.reason != LAST_NOBLE and s.reason != SUDDEN_DEATH):
        return 9
    if not s.over and (not s.alive[s.cur] or not s.alive[s.seat]):
        return 10
    if s.ap < 0 or (s.ap > MOST_AP and s.ap > most_points(t)):
        return 11
    if s.incant < 0 or s.incant > incantations_of(s, t, s.cur):
        return 11
    out_of_turn = s.phase == COMBAT or s.phase == FIRST_AID_WINDOW or s.phase == SACRIFICE or s.phase == GIVE_CARD
    if s.seat != s.cur and not out_of_turn and not s.over:
        return 22
    return 0


@rule
def most_points(t):
    """What a scenario can hand out in a turn: turn, tower, command, and every card that brings points.

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
    return points


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
    partners = attack_targets(s, t) | swap_partners(s, t)
    pieces = active_pieces(s, t, s.cur)
    while s.ap > 0 and pieces:
        f = first(pieces)
        pieces &= pieces - 1
        if t.adjacent[f] & partners or move_targets(s, t, f) or bind_targets(s, t, f):
            able |= bit(f)
    return able


# --- one action ----------------------------------------------------------------------------------


@compiled
def step_invariants(before, s, t, action):
    """12, 14 to 17, 19, 20, 23: what one action may change."""
    phase = before.phase
    combat = phase in (COMBAT, FIRST_AID_WINDOW) or (phase == UNIT and ATTACK <= action < SWAP)
    if not box_only_fills(before, s, t):
        return 23
    if not streaks_are_lawful(before, s):
        return 12
    if s.living < before.living and (not combat or not s.alive[before.cur]):
        return 15
    if before.turns > 0 and phase != EXCHANGE_TYPE and own_piece_is_missing(before, s):
        return 14
    if frozen_piece_is_gone(before, s, t, action, combat):
        return 16
    attacks_safe = phase == UNIT and combat and holds(before.safe, action - ATTACK) == 1
    saved = s.safe & ~before.safe != 0 and phase != FIRST_AID_WINDOW
    if attacks_safe or saved or (s.safe and s.turns != before.turns):
        return 17
    if not entries_are_lawful(before, s, t, combat):
        return 19
    if not counters_are_lawful(before, s, t, action):
        return 20
    return 0


@rule
def box_only_fills(before, s, t):
    """23: no tile or token comes back from the box, no card from the box or into the deck, unless it is shuffled anew."""
    boxed = np.int64(0)
    for kind in range(UNIT_KINDS + len(TOKENS)):
        boxed += s.box[kind] - before.box[kind]
    fills = boxed >= 0
    if not t.reshuffle:
        fills &= s.deck_n - s.deck_pos <= before.deck_n - before.deck_pos
        for kind in range(CARD_KINDS):
            fills &= s.boxed_cards[kind] >= before.boxed_cards[kind]
    return fills


@rule
def streaks_are_lawful(before, s):
    """12: a streak grows by one or ends at the start of the own turn, and ends with its player."""
    lawful = True
    for seat in range(s.players):
        if s.hold[seat] != before.hold[seat]:
            starts = s.turns != before.turns and seat == s.cur
            ends = s.hold[seat] == 0
            lawful &= (starts and (ends or s.hold[seat] == before.hold[seat] + 1)) or (ends and not s.alive[seat])
    return lawful


@rule
def own_piece_is_missing(before, s):
    """Whether the player whose turn it was has fewer pieces of some kind."""
    more = np.zeros(KINDS, np.int64)
    seat = before.cur
    pieces = s.pieces[seat]
    while pieces:
        more[s.kind[first(pieces)]] += 1
        pieces &= pieces - 1
    pieces = before.pieces[seat]
    while pieces:
        more[before.kind[first(pieces)]] -= 1
        pieces &= pieces - 1
    return more.min() < 0


@rule
def frozen_piece_is_gone(before, s, t, action, combat):
    """Whether a frozen piece left its field, other than by defeat, sacrifice, exchange, or under the Pope's immunity."""
    left = before.frozen
    if immune(before, t, before.cur):
        left &= ~before.pieces[before.cur]
    if combat:
        left &= ~bit(s.def_field)
        for seat in range(s.players):
            if before.alive[seat] and not s.alive[seat]:
                left &= ~before.pieces[seat]  # ADE-952
    elif before.phase == SACRIFICE:
        left &= ~bit(action - FIELD)
    elif before.phase == EXCHANGE_TYPE:
        left &= ~bit(before.chosen_field)
    gone = False
    while left:
        f = first(left)
        left &= left - 1
        gone |= s.owner[f] != before.owner[f] or s.kind[f] != before.kind[f]
    return gone


@rule
def entries_are_lawful(before, s, t, combat):
    """19: hires enter the own castle while the noble is there; only free units and Ghouls appear elsewhere."""
    seat = before.cur
    phase = before.phase
    entered = occupied(s) & ~occupied(before)
    more = size_of(s.pieces[seat]) - size_of(before.pieces[seat])
    home = s.home[seat]
    if more == 0:
        return entered == 0 or phase == UNIT
    if combat:
        return more == 1 and s.kind[s.def_field] == GHOUL and t.ability[s.kind[s.att_field]] == RAISE
    if entered == 0 or entered & (entered - 1):
        return False
    if phase in (HIRE_PLACE, PALADIN_PLACE, SETUP_PLACE):
        at_home = holds(home, s.noble_field[seat]) == 1 or not t.hire_needs_noble_home
        return at_home and entered & ~home == 0
    if phase in (NOBLE_PLACE, REINFORCE_FIELD):
        return entered & ~home == 0
    return phase == FREE_FIELD


@rule
def counters_are_lawful(before, s, t, action):
    """20: time counters appear only by Time Shift, by a summons, or by a unit that binds."""
    phase = before.phase
    if s.pool >= before.pool or phase == SHIFT_TARGET:
        return True
    if phase in (HIRE_PLACE, SETUP_PLACE):
        return t.units_pay[SLOTS * before.faction[before.cur] + before.chosen_slot] == 1
    return phase == UNIT and action >= BIND_FIELD and t.ability[before.kind[before.chosen_field]] == BIND
