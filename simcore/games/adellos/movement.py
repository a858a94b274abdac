"""Moving, swapping and binding (ADE-401 to ADE-410, ADE-936, ADE-938), and what a piece can do at all."""

import numpy as np

from simcore.games.adellos.board import add_counters, bit, enemies_of, holds, shift, vacant, within_steps
from simcore.games.adellos.nobles import active_pieces, immune, noble_bits
from simcore.games.adellos.pieces import BIND, FIRST_NOBLE, FLY, TOWER
from simcore.games.adellos.state import SEATS
from simcore.kernels.jit import rule


@rule
def guarded_castles(s, f):
    """Knob `castle_entry_ap`: castle fields of living opponents that a piece on f would enter from outside."""
    fields = np.int64(0)
    for seat in range(SEATS):
        if seat != s.cur and not holds(s.home[seat], f):
            fields |= s.home[seat]
    return fields


@rule
def reach(s, t, f):
    """ADE-401 to ADE-404: where the piece on f can go with one move, whatever the price."""
    kind = s.kind[f]
    free = vacant(s)
    if t.ability[kind] == FLY:  # ADE-938
        return within_steps(t, f, t.move[kind], s.fields) & free
    if t.move[kind] == 1:
        return t.adjacent[f] & free
    return within_steps(t, f, t.move[kind], free)


@rule
def move_targets(s, t, f):
    """ADE-213: the fields that the piece on f can reach and pay for."""
    if s.ap < t.move_ap:
        return np.int64(0)
    fields = reach(s, t, f)
    if s.ap < t.castle_entry_ap:
        fields &= ~guarded_castles(s, f)
    return fields


@rule
def attack_targets(s, t):
    """ADE-502, ADE-503, ADE-717, ADE-734: pieces that the player whose turn it is may attack at all."""
    if s.ap < t.attack_ap:
        return np.int64(0)
    fields = enemies_of(s, s.cur) & ~s.safe
    if s.ban:
        for seat in range(s.players):
            if (s.ban >> seat) & 1:
                fields &= ~s.pieces[seat]
    return fields


@rule
def swap_partners(s, t):
    """ADE-406 to ADE-409: own active pieces that may swap with an own active neighbour."""
    if t.swap_ap == 0 or s.ap < t.swap_ap:
        return np.int64(0)
    return active_pieces(s, t, s.cur)


@rule
def freezable(s, t):
    """ADE-722, ADE-903, ADE-936: enemy units that may receive time counters; never nobles."""
    fields = enemies_of(s, s.cur) & ~noble_bits(s)
    for seat in range(s.players):
        if s.pieces[seat] & fields and immune(s, t, seat):
            fields &= ~s.pieces[seat]
    return fields


@rule
def bind_targets(s, t, f):
    """ADE-936: adjacent enemy units, for a piece that can bind."""
    if t.ability[s.kind[f]] != BIND or s.ap < t.bind_ap:
        return np.int64(0)
    return t.adjacent[f] & freezable(s, t)


@rule
def can_act(s, t, f, free, targets, partners):
    """Whether the active piece on f has an action that spends action points (ADE-214)."""
    near = t.adjacent[f]
    if near & (targets | partners):
        return True
    if s.ap >= t.move_ap:
        if near & free and s.ap >= t.castle_entry_ap:
            return True
        if (near & free or t.ability[s.kind[f]] == FLY) and move_targets(s, t, f):
            return True
    return bind_targets(s, t, f) != 0


@rule
def move(s, t, start, end):
    """ADE-401, ADE-404: one move costs its price however far it goes."""
    entering = t.castle_entry_ap > t.move_ap and holds(guarded_castles(s, start), end) == 1
    price = t.castle_entry_ap if entering else t.move_ap
    s.ap -= price
    s.ap_moves[s.cur] += price
    shift(s, start, end)


@rule
def swap(s, t, one, other):
    """ADE-406: two own neighbours exchange fields, with everything on them."""
    seat = s.cur
    s.ap -= t.swap_ap
    s.ap_swaps[seat] += t.swap_ap
    s.kind[one], s.kind[other] = s.kind[other], s.kind[one]
    s.counters[one], s.counters[other] = s.counters[other], s.counters[one]
    one_frozen, other_frozen = holds(s.frozen, one), holds(s.frozen, other)
    if one_frozen != other_frozen:
        s.frozen ^= bit(one) | bit(other)
    if s.kind[one] >= FIRST_NOBLE:
        s.noble_field[seat] = one
    if s.kind[other] >= FIRST_NOBLE:
        s.noble_field[seat] = other


@rule
def note_broken_streak(s, f):
    """Kingmaking: the player whose turn it is takes the tower from an opponent with a streak."""
    seat = s.owner[f]
    if f == TOWER and seat != s.cur and s.hold[seat] > 0 and not holds(s.frozen, f):
        s.streaks_broken[s.cur] += 1


@rule
def freeze(s, t, f, n):
    """ADE-827, ADE-D13: put time counters on a piece, as far as the pool has them; returns how many."""
    placed = min(n, max(0, s.pool)) if t.counters_limited else n
    if placed > 0:
        note_broken_streak(s, f)
        add_counters(s, f, placed)
    return placed


@rule
def bind(s, t, start, f):
    """ADE-936."""
    s.ap -= t.bind_ap
    s.ap_abilities[s.cur] += t.bind_ap
    freeze(s, t, f, t.amount[s.kind[start]])
