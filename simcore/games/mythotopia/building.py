"""Cities, castles and roads, and armies that march along roads (rulebook 3.15)."""

import numpy as np

from simcore.games.mythotopia.bits import NOTHING, bit, has, lowest
from simcore.games.mythotopia.cards import available, list_cards
from simcore.games.mythotopia.completion import complete, settle
from simcore.games.mythotopia.payment import companions
from simcore.games.mythotopia.routes import network, reach, served
from simcore.games.mythotopia.state import (
    ALL_PROVINCES,
    B_GENERAL,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    MOVE_FROM,
    N_CASTLES,
    N_CITIES,
    N_ROADS,
    OWNERS_GENERAL,
    ROUTE_HILL,
    STONE,
    VP_CASTLE,
    VP_CITY,
    VP_STREETS,
)
from simcore.games.mythotopia.tokens import earn
from simcore.games.mythotopia.war import army_places, put_armies, take_armies, wars
from simcore.kernels.jit import compiled, rule


# --- build ------------------------------------------------------------------------------------------------------------
@compiled
def site_cards(s, t, stones):
    """Province cards that can be played as site card with some Build card, the stones staying payable (MYT-127)."""
    found = NOTHING
    cards0, cards1 = available(s, 0), available(s, 1)
    tools = cards1 & t.build_cards
    while tools != 0:
        tool = tools & -tools
        tools &= tools - 1
        found |= companions(s, t, cards0, cards1 & ~tool, 0, STONE, stones, 0)
    return found


@rule
def road_stones(t, hill):
    return t.road_stone + (t.road_hill_extra_stone if hill else 0)


@rule
def city_sites(s, t):
    """MYT-128, MYT-131, MYT-132."""
    seat = s.active
    if s.city_stock[seat] == 0:
        return NOTHING
    return s.own[seat] & ~s.city & ~s.citadel & served(s, seat, site_cards(s, t, t.city_stone))


@rule
def castle_sites(s, t):
    """MYT-129, MYT-131, MYT-132."""
    seat = s.active
    if s.castle_supply == 0:
        return NOTHING
    return s.own[seat] & ~s.castle & ~s.citadel & served(s, seat, site_cards(s, t, t.castle_stone))


@compiled
def road_partners(s, t, near, far, p):
    """MYT-130: provinces to which a road from p can be built; near, far: provinces served at normal and at hill cost."""
    seat = s.active
    found = NOTHING
    free = s.own[seat] & ~s.linked[p]
    for route in range(2):
        reached = near if route == 0 else far
        ends = free & reach(s, t, seat, route, p)
        found |= ends if has(reached, p) else ends & reached
    return found


@compiled
def road_sites(s, t, start):
    """Smaller ends of possible roads; with `start` >= 0 the larger ends of roads from there."""
    seat = s.active
    if s.road_supply == 0:
        return NOTHING
    near = served(s, seat, site_cards(s, t, road_stones(t, False)))
    if near == 0:
        return NOTHING
    far = served(s, seat, site_cards(s, t, road_stones(t, True)))
    if start >= 0:
        return road_partners(s, t, near, far, start) & ~(bit(start + 1) - 1)
    found = NOTHING
    rest = s.own[seat]
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if road_partners(s, t, near, far, p) & ~(bit(p + 1) - 1):
            found |= bit(p)
    return found


@rule
def build_sites(s, t):
    if s.kind == BUILD_CITY:
        return city_sites(s, t)
    if s.kind == BUILD_CASTLE:
        return castle_sites(s, t)
    return road_sites(s, t, -1)


@rule
def stones_of_building(s, t):
    if s.kind == BUILD_CITY:
        return t.city_stone
    if s.kind == BUILD_CASTLE:
        return t.castle_stone
    return road_stones(t, has(reach(s, t, s.active, ROUTE_HILL, s.target), s.second))


@rule
def building_ground(s):
    """The provinces whose card is the site card: one, or either end of a road (MYT-130), with their networks."""
    ground = bit(s.target)
    if s.kind == BUILD_ROAD:
        ground |= bit(s.second)
    return network(s, s.active, ground)


@rule
def legal_tools(s, t, buf):
    """Build cards that leave a site card and the stones payable."""
    cards0, cards1 = available(s, 0), available(s, 1)
    ground = building_ground(s) | OWNERS_GENERAL
    found = NOTHING
    tools = cards1 & t.build_cards
    while tools != 0:
        tool = tools & -tools
        tools &= tools - 1
        if companions(s, t, cards0, cards1 & ~tool, 0, STONE, stones_of_building(s, t), 0) & ground:
            found |= tool
    return list_cards(buf, 0, NOTHING, found)


@rule
def legal_site_cards(s, t, buf):
    cards = companions(s, t, available(s, 0), available(s, 1), 0, STONE, stones_of_building(s, t), 0)
    general = np.int64(B_GENERAL) if cards & OWNERS_GENERAL else NOTHING
    return list_cards(buf, 0, cards & building_ground(s) & ALL_PROVINCES, general)


@rule
def stones_paid(s, t):
    """MYT-128 to MYT-131, MYT-154 to MYT-156: the building stands and brings its token."""
    seat = s.active
    p = s.target
    if s.kind == BUILD_CITY:
        s.city |= bit(p)
        s.city_stock[seat] -= 1
        s.village_stock[seat] += 1
        s.stat[seat, N_CITIES] += 1
        earn(s, seat, VP_CITY, 0)
    elif s.kind == BUILD_CASTLE:
        s.castle |= bit(p)
        s.castle_supply -= 1
        s.stat[seat, N_CASTLES] += 1
        earn(s, seat, VP_CASTLE, 0)
    else:
        lay_road(s, p, s.second)
        s.road_supply -= 1
        s.stat[seat, N_ROADS] += 1
        earn(s, seat, VP_STREETS, 0)
    settle(s, t)


@rule
def lay_road(s, a, b):
    s.linked[a] |= bit(b)
    s.linked[b] |= bit(a)
    s.has_road |= bit(a) | bit(b)


# --- march ------------------------------------------------------------------------------------------------------------
@rule
def destinations(s, p):
    """MYT-137: own provinces that armies of p can reach; never one that armies left in this free action."""
    return network(s, s.active, bit(p)) & ~bit(p) & ~s.moved_from


@rule
def movable(s):
    """MYT-137, MYT-138: armies in own provinces without war; never those that just arrived."""
    found = NOTHING
    rest = army_places(s, s.active) & s.own[s.active] & s.has_road & ~wars(s) & ~s.moved_to
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if destinations(s, p):
            found |= bit(p)
    return found


@rule
def move_armies(s, number):
    seat = s.active
    take_armies(s, seat, s.target, number)
    put_armies(s, seat, s.second, number)
    s.moved_from |= bit(s.target)
    s.moved_to |= bit(s.second)
    s.amount += 1
    s.phase = MOVE_FROM
    if movable(s) == 0:
        finish_moving(s)


@rule
def finish_moving(s):
    s.moved_from = 0
    s.moved_to = 0
    complete(s)
