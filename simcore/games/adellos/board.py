"""The board: maps, sets of fields, pieces that enter and leave (ADE-304, ADE-401 to ADE-403, ADE-801)."""

import numpy as np

from simcore.games.adellos.pieces import (
    FIRST_NOBLE,
    SLOTS,
    TOWER,
    UNIT_KINDS,
)
from simcore.kernels.jit import compiled, rule

# The bit of a set with one field, by its remainder: 67 leaves a different one for every power of two.
_PLACES = np.zeros(67, np.int64)
for _place in range(63):
    _PLACES[(1 << _place) % 67] = _place


@rule
def bit(f):
    """The set that holds field f alone."""
    return np.int64(1) << np.int64(f)


@rule
def first(fields):
    """The lowest field of a set that is not empty."""
    return _PLACES[(fields & -fields) % 67]


@rule
def holds(fields, f):
    return (fields >> np.int64(f)) & 1


@rule
def size_of(fields):
    n = 0
    while fields:
        fields &= fields - 1
        n += 1
    return n


@rule
def occupied(s):
    return s.pieces[0] | s.pieces[1] | s.pieces[2] | s.pieces[3]


@rule
def vacant(s):
    return s.fields & ~occupied(s)


@rule
def vacant_at_home(s, seat):
    """ADE-303: where `seat` can place what it hires."""
    return s.home[seat] & vacant(s)


@rule
def enemies_of(s, seat):
    return occupied(s) & ~s.pieces[seat]


@rule
def is_noble(kind):
    return kind >= FIRST_NOBLE


@rule
def type_of(kind):
    """The place of a unit or token in a seat's counters: slot of its faction, then the tokens."""
    return kind % SLOTS if kind < UNIT_KINDS else SLOTS + kind - UNIT_KINDS


@rule
def put(s, seat, kind, f):
    """A piece without time counters enters the board (ADE-304: the field is vacant)."""
    s.owner[f] = seat
    s.kind[f] = kind
    s.pieces[seat] |= bit(f)
    s.progress = 1
    if kind >= FIRST_NOBLE:
        s.noble_field[seat] = f
    else:
        fielded = type_of(kind)
        s.fielded[seat, fielded] += 1
    if f == TOWER and s.first_tower_round == 0:
        s.first_tower_round = s.rounds


@rule
def lift(s, f):
    """A piece leaves the board; its time counters return to the pool (ADE-517)."""
    away = ~bit(f)
    s.pieces[s.owner[f]] &= away
    s.frozen &= away
    s.safe &= away
    s.pool += s.counters[f]
    s.counters[f] = 0
    s.owner[f] = -1
    s.kind[f] = -1
    s.progress = 1


@rule
def shift(s, start, end):
    """A piece goes from one field to a vacant one, with everything on it."""
    seat = s.owner[start]
    kind = s.kind[start]
    both = bit(start) | bit(end)
    s.pieces[seat] ^= both
    if holds(s.frozen, start):
        s.frozen ^= both
    if holds(s.safe, start):
        s.safe ^= both
    s.owner[end] = seat
    s.kind[end] = kind
    s.counters[end] = s.counters[start]
    s.owner[start] = -1
    s.kind[start] = -1
    s.counters[start] = 0
    if kind >= FIRST_NOBLE:
        s.noble_field[seat] = end
    if end == TOWER and s.first_tower_round == 0:
        s.first_tower_round = s.rounds


@rule
def add_counters(s, f, n):
    s.counters[f] += n
    s.pool -= n
    s.pool_low = min(s.pool_low, s.pool)
    if s.counters[f] > 0:
        s.frozen |= bit(f)


@rule
def remove_counters(s, f, n):
    s.counters[f] -= n
    s.pool += n
    if s.counters[f] == 0:
        s.frozen &= ~bit(f)


@compiled
def within_steps(t, start, steps, passable):
    """ADE-401, ADE-403: fields that a path of at most `steps` steps over `passable` fields reaches, without the start."""
    reached = bit(start)
    edge = reached
    for _ in range(steps):
        further = np.int64(0)
        while edge:
            further |= t.adjacent[first(edge)]
            edge &= edge - 1
        edge = further & passable & ~reached
        reached |= edge
    return reached & ~bit(start)
