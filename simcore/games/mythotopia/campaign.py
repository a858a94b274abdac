"""War on the map: attack, place and withdraw armies and ships, end a war (rulebook 3.5 to 3.9)."""

import numpy as np

from simcore.games.mythotopia.bits import NOTHING, bit, count, has, lowest
from simcore.games.mythotopia.cards import SPENT, USED, available, list_cards, play_card, up
from simcore.games.mythotopia.completion import complete, settle
from simcore.games.mythotopia.payment import SHIPS_NEEDED, army_symbols, companions, payable, wild_ready
from simcore.games.mythotopia.routes import network, reach, route_food, route_ships, served
from simcore.games.mythotopia.state import (
    ALL_PROVINCES,
    ARM_WILD,
    ARMY,
    ATTACK,
    B_GENERAL,
    B_HERO,
    B_PORTAL,
    FOOD,
    HERO_CARD,
    MAX_SEAS,
    N_HEROES,
    OWNERS_GENERAL,
    PAY_FOOD,
    PAY_SHIP,
    PLAY_ARMY,
    PORTAL_CARD,
    ROUTE,
    ROUTE_PORTAL,
    SHIP,
    STOP,
    VP_MASTER,
    W_OPENED,
)
from simcore.games.mythotopia.tokens import earn
from simcore.games.mythotopia.war import (
    BY_PLAYER,
    attacked_by,
    clear_winner,
    defender,
    end_war,
    held_back,
    put_armies,
    strongest,
    take_armies,
    take_mercenaries,
    wars,
    wars_of,
)
from simcore.kernels.jit import compiled, rule


# --- attack (3.5) -----------------------------------------------------------------------------------------------------
@compiled
def origin_cards(s, t, route):
    """Cards that can be played as origin over this route, ships, food and an army symbol staying payable (MYT-61)."""
    cards0, cards1 = available(s, 0), available(s, 1)
    if route != ROUTE_PORTAL:
        return companions(s, t, cards0, cards1, route_ships(route), FOOD, route_food(t, route), 1)
    portal = np.int64(B_PORTAL)
    if cards1 & portal and payable(s, t, cards0, cards1 & ~portal, 0, FOOD, route_food(t, route), 1):
        return OWNERS_GENERAL
    return NOTHING


@rule
def attackable(s):
    """MYT-60, MYT-193: provinces that the active player may attack at all."""
    seat = s.active
    barred = s.own[seat] | s.force[seat]
    for other in range(s.players):
        if other != seat and (held_back(s, other) or held_back(s, seat)):
            barred |= s.own[other]
    return ALL_PROVINCES & ~barred


@compiled
def targets(s, t, route):
    """Provinces that the active player can attack and pay for over this route."""
    if s.army_stock[s.active] == 0:
        return NOTHING
    cards = origin_cards(s, t, route)
    if cards == 0:
        return NOTHING
    if route == ROUTE_PORTAL:
        return attackable(s)
    origins = served(s, s.active, cards)
    found = NOTHING
    while origins != 0:
        found |= reach(s, t, s.active, route, lowest(origins))
        origins &= origins - 1
    return found & attackable(s)


@rule
def all_targets(s, t):
    found = NOTHING
    if s.army_stock[s.active] > 0:
        for route in range(ROUTE_PORTAL + 1):
            found |= targets(s, t, route)
    return found


@rule
def legal_routes(s, t, buf):
    n = 0
    for route in range(ROUTE_PORTAL + 1):
        if has(targets(s, t, route), s.target):
            buf[n] = ROUTE + route
            n += 1
    return n


@rule
def legal_origins(s, t, buf):
    """MYT-62, MYT-136, MYT-176, MYT-188."""
    if s.route == ROUTE_PORTAL:
        buf[0] = PORTAL_CARD
        return 1
    cards = origin_cards(s, t, s.route)
    near = s.own[s.active] & reach(s, t, s.active, s.route, s.target)
    general = np.int64(B_GENERAL) if cards & OWNERS_GENERAL and near else NOTHING
    return list_cards(buf, 0, cards & network(s, s.active, near) & ALL_PROVINCES, general)


@rule
def choose_origin(s, t, code):
    play_card(s, code, USED)
    s.need[SHIPS_NEEDED] = route_ships(s.route)
    s.need[FOOD] = route_food(t, s.route)
    next_cost_of_attack(s)


@rule
def next_cost_of_attack(s):
    """MYT-61: ships, then food, then army symbols."""
    if s.need[SHIPS_NEEDED] > 0:
        s.phase = PAY_SHIP
    elif s.need[FOOD] > 0:
        s.phase = PAY_FOOD
    else:
        s.phase = PLAY_ARMY


# --- armies (3.5 to 3.7) ----------------------------------------------------------------------------------------------
@rule
def places_for_armies(s, t):
    """MYT-77 to MYT-79: own provinces, and with food those under own attack."""
    seat = s.active
    if s.army_stock[seat] == 0:
        return NOTHING
    cards0, cards1 = available(s, 0), available(s, 1)
    if not payable(s, t, cards0, cards1, 0, FOOD, 0, 1):
        return NOTHING
    found = s.own[seat]
    if attacked_by(s, seat) and payable(s, t, cards0, cards1, 0, FOOD, t.reinforce_food, 1):
        found |= attacked_by(s, seat)
    return found


@rule
def legal_army_cards(s, t, buf):
    """MYT-69, MYT-70: any army card fits while an army is left (two symbols also for the last one)."""
    seat = s.active
    left = s.army_stock[seat] - s.amount
    cards0, cards1 = available(s, 0), available(s, 1)
    if s.armed:
        return list_cards(buf, 0, cards0, cards1)
    n = 0
    if left > 0:
        n = list_cards(buf, 0, cards0 & t.sym0[ARMY], cards1 & t.sym1[ARMY])
    if s.amount > 0:
        buf[n] = STOP
        n += 1
    if left > 0 and wild_ready(s, ARMY, cards1):
        buf[n] = ARM_WILD
        n += 1
    return n


@rule
def more_army_cards(s, t):
    if s.amount >= s.army_stock[s.active]:
        return False
    cards1 = available(s, 1)
    return available(s, 0) & t.sym0[ARMY] | cards1 & t.sym1[ARMY] != 0 or wild_ready(s, ARMY, cards1)


@rule
def play_army_card(s, t, code):
    symbols = 1 if s.armed else army_symbols(t, code)
    play_card(s, code, SPENT)
    s.armed = 0
    s.amount += min(symbols, s.army_stock[s.active] - s.amount)


@rule
def send_armies(s):
    """MYT-69, MYT-77: the armies go to the province together; an attack may open a war."""
    if s.kind == ATTACK:
        if not has(wars(s), s.target):
            s.war_stat[W_OPENED] += 1
            s.war_since[s.target] = s.turns
        up(s.routes, s.active, s.route)
    put_armies(s, s.active, s.target, s.amount)
    complete(s)


@rule
def idle_forces(s):
    """MYT-80, MYT-81: own armies and mercenaries in provinces without war."""
    return s.force[s.active] & ~wars(s)


@rule
def withdraw(s, mercenaries):
    take_armies(s, s.active, s.target, s.amount)
    take_mercenaries(s, s.active, s.target, mercenaries)
    complete(s)


# --- ships (3.8) ------------------------------------------------------------------------------------------------------
@rule
def own_seas(s, t, seat):
    """MYT-83: sea areas adjacent to a province of the seat."""
    found = NOTHING
    for sea in range(MAX_SEAS):
        if t.coast[sea] & s.own[seat]:
            found |= bit(sea)
    return found


@rule
def seas_with_ships(s, seat):
    found = NOTHING
    for sea in range(MAX_SEAS):
        if s.ships[seat, sea] > 0:
            found |= bit(sea)
    return found


@rule
def legal_ship_cards(s, t, buf):
    """MYT-82."""
    n = 0
    if s.amount < s.ship_stock[s.active]:
        n = list_cards(buf, 0, available(s, 0) & t.sym0[SHIP], available(s, 1) & t.sym1[SHIP])
    if s.amount > 0:
        buf[n] = STOP
        n += 1
    return n


@rule
def more_ship_cards(s, t):
    if s.amount >= s.ship_stock[s.active]:
        return False
    return available(s, 0) & t.sym0[SHIP] | available(s, 1) & t.sym1[SHIP] != 0


@rule
def send_ships(s, t):
    """MYT-82; MYT-162, MYT-212: Master of the Sea looks at the moment the number of own sea areas rises."""
    seat = s.active
    before = count(seas_with_ships(s, seat))
    s.ships[seat, s.target] += s.amount
    s.ship_stock[seat] -= s.amount
    after = count(seas_with_ships(s, seat))
    if after > before and 3 <= after <= 4:
        earn(s, seat, VP_MASTER, after - 3)
    settle(s, t)


# --- end a war (3.9) --------------------------------------------------------------------------------------------------
@compiled
def endable_wars(s, t):
    """MYT-88, MYT-89, MYT-178: wars of the active player with a clear winner, or tied with Hero at hand."""
    found = NOTHING
    rest = wars_of(s, s.active)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        parties = strongest(s, t, p)
        hero = has(parties, s.active) and available(s, 1) & B_HERO
        if clear_winner(parties) >= 0 or t.war_tie_rule == 1 or hero:
            found |= bit(p)
    return found


@rule
def end_chosen_war(s, t):
    """MYT-89, MYT-178: a tied war is won by Hero, which is played only where it is needed."""
    seat = s.active
    parties = strongest(s, t, s.target)
    winner = clear_winner(parties)
    if winner < 0:
        winner = defender(s, s.target)
        if (winner != seat or t.war_tie_rule == 0) and has(parties, seat) and available(s, 1) & B_HERO:
            play_card(s, HERO_CARD, USED)
            s.stat[seat, N_HEROES] += 1
            winner = seat
    end_war(s, t, s.target, winner, BY_PLAYER)
    settle(s, t)


@rule
def may_end_war(s, t):
    """MYT-37, MYT-87."""
    if s.war_ended or (t.end_war_first_action_only and not s.fresh):
        return False
    return endable_wars(s, t) != 0
