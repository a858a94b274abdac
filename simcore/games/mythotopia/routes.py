"""Ways over the map: networks of roads, borders and sea areas (rulebook 3.5, 3.15, 3.22)."""

from simcore.games.mythotopia.bits import NOTHING, lowest
from simcore.games.mythotopia.cards import in_reserve
from simcore.games.mythotopia.state import (
    B_RANGER,
    HILL,
    MOUNTAIN,
    NORMAL,
    OWNERS_GENERAL,
    ROUTE_HILL,
    ROUTE_SEA1,
    ROUTE_SEA2,
)
from simcore.kernels.jit import rule


@rule
def network(s, seat, start):
    """MYT-135: the provinces joined to `start` by chains of roads through provinces of the seat."""
    own = s.own[seat]
    found = start
    rest = start & own & s.has_road
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        new = s.linked[p] & own & ~found
        found |= new
        rest |= new
    return found


@rule
def served(s, seat, cards):
    """MYT-136, MYT-176: the own provinces for which one of these cards (or General, any province) can be played."""
    if cards & OWNERS_GENERAL:
        return s.own[seat]
    return network(s, seat, cards)


@rule
def reach(s, t, seat, route, p):
    """MYT-62 to MYT-68: provinces at one end of a route whose other end is p; MYT-192: Ranger eases borders."""
    ranger = in_reserve(s, seat, B_RANGER)
    if route == ROUTE_SEA1:
        return t.sea1[p]
    if route == ROUTE_SEA2:
        return t.sea2[p]
    if route == ROUTE_HILL:
        return t.border[MOUNTAIN if ranger else HILL, p]
    return t.border[NORMAL, p] | (t.border[HILL, p] if ranger else NOTHING)


@rule
def route_ships(route):
    return 1 if route == ROUTE_SEA1 else 2 if route == ROUTE_SEA2 else 0


@rule
def route_food(t, route):
    return t.attack_food + (t.attack_hill_extra_food if route == ROUTE_HILL else 0)
