"""External movement along the chain own fief, in-between fief, enemy fief (chapter 3.9)."""

from simcore.games.fief.actions import one_of_each, write_troops
from simcore.games.fief.bits import BIT
from simcore.games.fief.economy import are_allied, attached_anywhere, enemies_of, location_of
from simcore.games.fief.state import (
    AT_MOVE,
    AT_MOVE_DESTINATION,
    AT_WAR,
    EXTERNAL_MOVES,
    KNIGHTS,
    LOC,
    LOCATIONS,
    NONE,
    PASS,
    SEATS,
    TROOP,
)
from simcore.kernels.jit import compiled, rule


@rule
def is_neutral(s, location):
    """In-between fiefs, and the fief of an eliminated player (FIEF-98)."""
    return location >= SEATS or not s.alive[location]


@rule
def is_friendly_fief(s, t, seat, location):
    return location < SEATS and s.alive[location] and are_allied(t, seat, location)


@compiled
def destinations(s, t, seat, location):
    """Where a troop of `seat` may go from here; a bit per location (FIEF-94 to FIEF-96)."""
    near = int(t.adjacent[location])
    if is_neutral(s, location):
        if enemies_of(s, t, seat) & s.at[location] & ~s.tapped:
            for each in range(LOCATIONS):
                if not is_friendly_fief(s, t, seat, each):
                    near &= ~(1 << each)
    elif not t.passable_enemy_fief and not are_allied(t, seat, location):
        for each in range(SEATS, LOCATIONS):
            touches = False
            for fief in range(SEATS):
                if (t.adjacent[each] >> fief) & 1 and is_friendly_fief(s, t, seat, fief):
                    touches = True
            if not touches:
                near &= ~(1 << each)
    return near


@rule
def out_of_moves(s, t):
    """FIEF-86, FIEF-92: Knights have more moves than the others."""
    return (s.moved[t.troop_moves - 1] & ~KNIGHTS) | (s.moved[t.knight_moves - 1] & KNIGHTS)


@compiled
def movers(s, t, seat):
    """FIEF-92: loose untapped troops that have a move left and somewhere to go."""
    mask = s.owned[seat] & ~s.tapped & ~attached_anywhere(s) & ~out_of_moves(s, t)
    if t.summoning_delay:
        mask &= ~s.fresh
    if mask:
        for location in range(LOCATIONS):
            if mask & s.at[location] and destinations(s, t, seat, location) == 0:
                mask &= ~s.at[location]
    return mask


@rule
def legal_move(s, t, buf):
    buf[0] = PASS
    return write_troops(buf, 1, TROOP, one_of_each(s, movers(s, t, int(s.active))))


@rule
def legal_move_destination(s, t, buf):
    near = destinations(s, t, int(s.active), location_of(s, int(s.chosen)))
    n = 0
    for location in range(LOCATIONS):
        if (near >> location) & 1:
            buf[n] = LOC + location
            n += 1
    return n


@rule
def apply_move(s, action):
    if action == PASS:
        s.phase = AT_WAR
    else:
        s.chosen = action - TROOP
        s.phase = AT_MOVE_DESTINATION


@rule
def apply_move_destination(s, location):
    """FIEF-92: moving does not tap."""
    bit = BIT[s.chosen]
    s.at[location_of(s, int(s.chosen))] &= ~bit
    s.at[location] |= bit
    if s.moved[1] & bit:
        s.moved[2] |= bit
    elif s.moved[0] & bit:
        s.moved[1] |= bit
    else:
        s.moved[0] |= bit
    s.counter[s.active, EXTERNAL_MOVES] += 1
    s.chosen = NONE
    s.phase = AT_MOVE
