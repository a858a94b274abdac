"""The actions a player may take: when each is possible, what it costs, what it does (rulebook 3.5 to 3.17, 3.20)."""

import numpy as np

from simcore.games.mythotopia.bits import bit, count, has, lowest
from simcore.games.mythotopia.cards import (
    SPENT,
    USED,
    available,
    card_bit,
    deck_size,
    draw_card,
    empty_limbo,
    hand_count,
    has_room,
    in_reserve,
    list_cards,
    list_places,
    play_card,
    take_out,
    top_of_progress_pile,
    up,
    word_of,
)
from simcore.games.mythotopia.payment import (
    MERCHANT,
    MILL,
    SHIPS_NEEDED,
    WILD,
    army_symbols,
    companions,
    gold_payable,
    legal_payment,
    most_gold,
    payable,
    ship_options,
    wild_ready,
)
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ADD_PICK,
    ALCH_1TO2,
    ALCH_2TO3,
    ALCHEMIST,
    ALCHEMIST_CARD,
    ALCHEMY,
    ALL_PROVINCES,
    ALL_START,
    ARM_MILL,
    ARM_WILD,
    ARMY,
    ATK_ORIGIN,
    ATK_ROUTE,
    ATK_TARGET,
    ATTACK,
    B_ALCHEMIST,
    B_COUNSELLOR,
    B_DIPLOMAT,
    B_GENERAL,
    B_HERO,
    B_MARAUDERS,
    B_MERCENARY,
    B_MILITIA,
    B_MYSTIC,
    B_PHILOSOPHER,
    B_PORTAL,
    B_PROVIDENCE,
    B_RANGER,
    B_WAREHOUSE,
    BONUS_VP,
    BUILD_CARD,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_SITE,
    BUILD_TOOL,
    BUNDLE,
    BUY,
    BUY_BUNDLE,
    COUNSEL_PICK,
    COUNSELLOR,
    COUNSELLOR_CARD,
    COUNT,
    DIPLOMAT,
    DIPLOMAT_CARD,
    DISCARD,
    DISCARD_PICK,
    END_GAME,
    END_TURN,
    END_WAR,
    FIRST_FREE,
    FOOD,
    GOLD,
    HERO_CARD,
    HILL,
    LAST_FREE,
    MAIN,
    MARAUD_OWNER,
    MARAUD_PROV,
    MARAUDERS,
    MARAUDERS_CARD,
    MAX_BUNDLE_ARMIES,
    MAX_BUNDLE_SHIPS,
    MAX_COUNT,
    MAX_SEAS,
    MERC_COUNT,
    MERC_PROV,
    MERCENARY,
    MERCENARY_CARD,
    MERCHANT_CARD,
    MILITIA,
    MILITIA_CARD,
    MILL_CARD,
    MOUNTAIN,
    MOVE_COUNT,
    MOVE_FROM,
    MOVE_TO,
    MYSTIC,
    MYSTIC_CARD,
    MYSTIC_PICK,
    N_ALCHEMY,
    N_ARMIES,
    N_CASTLES,
    N_CITIES,
    N_HEROES,
    N_ROADS,
    N_SHIPS,
    N_THINNED,
    NO,
    NORMAL,
    OWNERS_GENERAL,
    PASS,
    PATRONAGE,
    PAY_FOOD,
    PAY_GOLD,
    PAY_SHIP,
    PAY_STONE,
    PHILOSOPHER,
    PHILOSOPHER_CARD,
    PHILOSOPHER_PICK,
    PLACE_ARMIES,
    PLACE_PROV,
    PLACE_SHIPS,
    PLAY_ARMY,
    PLAY_SHIP,
    PLAYER,
    PORTAL_CARD,
    PROGRESS_CARD,
    PROV,
    PROVIDENCE,
    PROVIDENCE_CARD,
    RESERVE,
    RESERVE_PICK,
    ROAD_END,
    ROAD_MOVE,
    ROUTE,
    ROUTE_HILL,
    ROUTE_PORTAL,
    ROUTE_SEA1,
    ROUTE_SEA2,
    SEA,
    SHIP,
    SHIP_SEA,
    START_BIT,
    STONE,
    STOP,
    THIN,
    THIN_PICK,
    TYPE,
    VP_CASTLE,
    VP_CITY,
    VP_GUILDED,
    VP_INNS,
    VP_MASTER,
    VP_PATRONAGE,
    VP_STREETS,
    W_OPENED,
    WAR_PROV,
    WAREHOUSE,
    WAREHOUSE_PICK,
    WD_ARMIES,
    WD_MERCS,
    WD_PROV,
    WDS_COUNT,
    WDS_SEA,
    WITHDRAW_ARMIES,
    WITHDRAW_SHIPS,
    YES,
)
from simcore.games.mythotopia.tokens import earn, empty_cards, settle_tokens, sources
from simcore.games.mythotopia.war import (
    BY_DIPLOMAT,
    BY_PLAYER,
    any_army,
    army_places,
    attacked_by,
    clear_winner,
    defender,
    end_war,
    held_back,
    put_armies,
    put_mercenaries,
    strongest,
    take_armies,
    take_mercenaries,
    war_vanished,
    wars,
    wars_of,
    would_win,
)
from simcore.kernels.jit import compiled, rule

NOTHING = np.int64(0)


# --- completing an action --------------------------------------------------------------------------------------------
@rule
def complete(s):
    """MYT-33, MYT-35, MYT-37: an action or free action is over; the turn is no longer fresh."""
    empty_limbo(s)
    kind = s.kind
    s.did[s.active, kind - TYPE] += 1
    if FIRST_FREE <= kind <= LAST_FREE:
        s.free_count += 1
        if kind == ROAD_MOVE:
            s.road_used = 1
        elif kind == WAREHOUSE:
            s.warehouse_used = 1
    else:
        s.actions_left -= 1
        if kind == ADD_CARD:
            s.adds += 1
        elif kind == END_WAR:
            s.war_ended = 1
        elif kind == PASS:
            s.passed = 1
    s.fresh = 0
    s.kind = 0
    s.amount = 0
    s.extra = 0
    s.phase = MAIN
    s.seat = s.active


# --- roads and routes (3.5, 3.15) --------------------------------------------------------------------------------------
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


# --- attack, place, withdraw (3.5 to 3.8) ------------------------------------------------------------------------------
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


# --- end a war (3.9) ---------------------------------------------------------------------------------------------------
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


# --- tokens, then what follows -----------------------------------------------------------------------------------------
@rule
def settle(s, t):
    """Hand out earned tokens; when nobody has to choose a source, go on with the action."""
    if settle_tokens(s, t, True):
        after_tokens(s, t)


@rule
def after_tokens(s, t):
    """MYT-159, MYT-165, MYT-168: after a city or a road one more token may be bought, once."""
    s.seat = s.active
    if s.extra == 0 and (s.kind == BUILD_CITY or s.kind == BUILD_ROAD):
        s.extra = 1
        if bonus_possible(s, t):
            s.phase = BONUS_VP
            return
    complete(s)


@rule
def bonus_card(s):
    return VP_GUILDED if s.kind == BUILD_CITY else VP_INNS


@rule
def bonus_gold(s, t):
    return t.guilded_city_gold if s.kind == BUILD_CITY else t.roadside_inns_gold


@rule
def bonus_possible(s, t):
    if sources(s, t, s.active, bonus_card(s), 0) == 0:
        return False
    return gold_payable(s, t, available(s, 1), bonus_gold(s, t))


# --- gold (3.10, 3.11, 3.16, cards) --------------------------------------------------------------------------------------
@rule
def charge_gold(s, t, units):
    s.need[GOLD] = units
    if units > 0:
        s.phase = PAY_GOLD
    else:
        gold_paid(s, t)


@rule
def gold_paid(s, t):
    """What was paid for happens."""
    seat = s.active
    if s.kind == BUY:
        buy(s)
    elif s.kind == ADD_CARD:
        add_card(s, t)
    elif s.kind == DIPLOMAT:
        end_war(s, t, s.target, defender(s, s.target), BY_DIPLOMAT)
        complete(s)
    elif s.kind == PATRONAGE:
        earn(s, seat, VP_PATRONAGE, 0)
        settle(s, t)
    elif s.kind == MERCENARY:
        s.phase = MERC_PROV
    elif s.kind == MYSTIC:
        s.phase = MYSTIC_PICK
    else:
        earn(s, seat, bonus_card(s), 0)
        settle(s, t)


@rule
def legal_bundles(s, t, buf):
    """MYT-111, MYT-112."""
    armies = min(s.army_supply[s.active], MAX_BUNDLE_ARMIES)
    ships = min(s.ship_supply[s.active], MAX_BUNDLE_SHIPS)
    gold = most_gold(s, t, armies * t.army_gold + ships * t.ship_gold)
    n = 0
    for a in range(armies + 1):
        for b in range(ships + 1):
            if a + b > 0 and a * t.army_gold + b * t.ship_gold <= gold:
                buf[n] = BUNDLE + 4 * a + b
                n += 1
    return n


@rule
def buy(s):
    seat = s.active
    s.army_supply[seat] -= s.amount
    s.army_stock[seat] += s.amount
    s.ship_supply[seat] -= s.extra
    s.ship_stock[seat] += s.extra
    s.stat[seat, N_ARMIES] += s.amount
    s.stat[seat, N_SHIPS] += s.extra
    complete(s)


@rule
def may_buy(s, t):
    seat = s.active
    cards1 = available(s, 1)
    if s.army_supply[seat] > 0 and gold_payable(s, t, cards1, t.army_gold):
        return True
    return s.ship_supply[seat] > 0 and gold_payable(s, t, cards1, t.ship_gold)


@rule
def cards_to_add(s, word):
    """MYT-113 to MYT-116: the display, own thinned start cards, cards of own provinces thinned earlier."""
    seat = s.active
    if word == 0:
        return s.own[seat] & s.province_pile & ~s.thinned_now[0]
    return s.display | (s.aside[seat] & ~s.thinned_now[1])


@rule
def add_card(s, t):
    """MYT-51, MYT-113: into the discard pile."""
    seat, code = s.active, s.target
    card = card_bit(code)
    s.discard[seat, word_of(code)] |= card
    if code < PROGRESS_CARD:
        s.province_pile &= ~card
    elif card & ALL_START:
        s.aside[seat] &= ~card
    else:
        s.display &= ~card
        up(s.drafted, seat, code - PROGRESS_CARD)
        if t.display_refill and s.progress_pile != 0:  # MYT-16, variant
            s.display |= bit(top_of_progress_pile(s))
    complete(s)


@rule
def may_patronize(s, t):
    """MYT-140."""
    if sources(s, t, s.active, VP_PATRONAGE, 0) == 0:
        return False
    return gold_payable(s, t, available(s, 1), t.patronage_gold)


# --- reserve, discard, thin (3.12 to 3.14) ------------------------------------------------------------------------------
@rule
def store_card(s, code):
    """MYT-117."""
    word, card = word_of(code), card_bit(code)
    s.hand[s.active, word] &= ~card
    s.reserve[s.active, word] |= card


@rule
def may_store(s, t):
    return hand_count(s, s.active) > 0 and has_room(s, t, s.active)


@rule
def may_thin(s, t):
    """MYT-123, MYT-126."""
    if s.amount >= t.thin_max or available(s, 0) | available(s, 1) == 0:
        return False
    return deck_size(s, s.active) > t.min_deck


@rule
def thin_card(s, code):
    """MYT-124, MYT-125."""
    seat = s.active
    card = card_bit(code)
    take_out(s, seat, code)
    s.stat[seat, N_THINNED] += 1
    if code < PROGRESS_CARD:
        s.province_pile |= card
        s.thinned_now[0] |= card
    elif card & ALL_START:
        s.aside[seat] |= card
        s.thinned_now[1] |= card
        up(s.start_thinned, seat, code - PROGRESS_CARD - START_BIT)
    else:
        s.display |= card
        up(s.thinned, seat, code - PROGRESS_CARD)
    s.amount += 1


# --- build (3.15) ------------------------------------------------------------------------------------------------------
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


# --- armies along roads (3.15) -------------------------------------------------------------------------------------------
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


# --- cards with an ability of their own (3.20) ----------------------------------------------------------------------------
@rule
def can_alchemize(s, value):
    """MYT-169: an own token of this value, and one of the next in the spare pool."""
    return s.tokens[s.active, value] > 0 and s.pool[value + 1] > 0


@rule
def alchemize(s, value):
    seat = s.active
    s.tokens[seat, value] -= 1
    s.pool[value] += 1
    s.tokens[seat, value + 1] += 1
    s.pool[value + 1] -= 1
    s.stat[seat, N_ALCHEMY] += 1
    complete(s)


@rule
def counsel(s):
    """MYT-173: one card for each discarded hand card and one for Counsellor; those cards are still in limbo."""
    for _ in range(s.amount + 1):
        draw_card(s, s.active)
    complete(s)


@rule
def hand_besides(s, card):
    """Hand cards other than this one (of word 1)."""
    seat = s.active
    return count(s.hand[seat, 0]) + count(s.hand[seat, 1] & ~np.int64(card))


@rule
def maraud(s, victim):
    """MYT-182; MYT-110: a war without attackers is over."""
    p = s.target
    was_war = has(wars(s), p)
    take_armies(s, victim, p, 1)
    if was_war and not has(wars(s), p):
        war_vanished(s, p)
    complete(s)


@rule
def philosophize(s):
    """MYT-187: look at the top three cards of the progress pile."""
    play_card(s, PHILOSOPHER_CARD, USED)
    s.limbo[1] &= ~np.int64(B_PHILOSOPHER)
    s.gone |= B_PHILOSOPHER
    for _ in range(min(3, count(s.progress_pile))):
        s.shown |= bit(top_of_progress_pile(s))
    s.phase = PHILOSOPHER_PICK


@rule
def take_shown(s, code):
    """The others go back on top."""
    card = card_bit(code)
    s.hand[s.active, 1] |= card
    back = s.shown & ~card
    s.progress_pile |= back
    s.pile_top |= back
    s.shown = 0
    up(s.drawn, s.active, code - PROGRESS_CARD)
    complete(s)


# --- the menu ----------------------------------------------------------------------------------------------------------
@rule
def offer(buf, n, code, possible):
    if possible:
        buf[n] = code
        return n + 1
    return n


@compiled
def legal_main(s, t, buf):
    """Every action and free action that can be carried out to the end, ascending."""
    n = 0
    if s.actions_left > 0:
        n = legal_actions(s, t, buf)
    if s.free_count < t.free_actions_per_turn:
        n = legal_free_actions(s, t, buf, n)
    if s.actions_left == 0:
        n = offer(buf, n, END_TURN, True)
    return n


@rule
def legal_actions(s, t, buf):
    seat = s.active
    cards0, cards1 = available(s, 0), available(s, 1)
    any_card = cards0 | cards1 != 0
    n = offer(buf, 0, ATTACK, all_targets(s, t) != 0)
    n = offer(buf, n, PLACE_ARMIES, places_for_armies(s, t) != 0)
    n = offer(buf, n, WITHDRAW_ARMIES, idle_forces(s) != 0)
    ship_card = cards0 & t.sym0[SHIP] | cards1 & t.sym1[SHIP]
    n = offer(buf, n, PLACE_SHIPS, ship_card != 0 and s.ship_stock[seat] > 0 and own_seas(s, t, seat) != 0)
    n = offer(buf, n, WITHDRAW_SHIPS, seas_with_ships(s, seat) != 0)
    n = offer(buf, n, END_WAR, may_end_war(s, t))
    n = offer(buf, n, BUY, may_buy(s, t))
    to_add = s.adds < t.add_cards_per_turn and cards_to_add(s, 0) | cards_to_add(s, 1) != 0
    n = offer(buf, n, ADD_CARD, to_add and gold_payable(s, t, cards1, t.card_gold))
    n = offer(buf, n, RESERVE, may_store(s, t))
    n = offer(buf, n, DISCARD, any_card)
    n = offer(buf, n, THIN, may_thin(s, t))
    if cards1 & t.build_cards:
        n = offer(buf, n, BUILD_CITY, city_sites(s, t) != 0)
        n = offer(buf, n, BUILD_CASTLE, castle_sites(s, t) != 0)
        n = offer(buf, n, BUILD_ROAD, road_sites(s, t, -1) != 0)
    if cards1 & B_DIPLOMAT and wars_of(s, seat):
        n = offer(buf, n, DIPLOMAT, gold_payable(s, t, cards1 & ~np.int64(B_DIPLOMAT), t.diplomat_gold))
    if cards1 & B_ALCHEMIST:
        n = offer(buf, n, ALCHEMIST, can_alchemize(s, 1) or can_alchemize(s, 2))
    n = offer(buf, n, PATRONAGE, may_patronize(s, t))
    n = offer(buf, n, PASS, True)
    return offer(buf, n, END_GAME, may_end_game(s, t))


@rule
def may_end_game(s, t):
    """MYT-141 to MYT-143."""
    if t.end_game_first_action_only and not s.fresh:
        return False
    return empty_cards(s) >= t.end_empty_cards and would_win(s, t, s.active)


@rule
def legal_free_actions(s, t, buf, n):
    seat = s.active
    cards1 = available(s, 1)
    n = offer(buf, n, ROAD_MOVE, s.has_road != 0 and not s.road_used and movable(s) != 0)
    warehouse = in_reserve(s, seat, B_WAREHOUSE) and not s.warehouse_used
    n = offer(buf, n, WAREHOUSE, warehouse and may_store(s, t))
    if cards1 & FREE_ACTION_CARDS == 0:
        return n
    n = offer(buf, n, COUNSELLOR, cards1 & B_COUNSELLOR != 0 and hand_besides(s, B_COUNSELLOR) > 0)
    n = offer(buf, n, MARAUDERS, cards1 & B_MARAUDERS != 0 and any_army(s) != 0)
    if cards1 & B_MERCENARY and s.merc_supply > 0 and army_places(s, seat):
        n = offer(buf, n, MERCENARY, gold_payable(s, t, cards1 & ~np.int64(B_MERCENARY), t.mercenary_gold))
    n = offer(buf, n, MILITIA, cards1 & B_MILITIA != 0 and s.army_supply[seat] > 0)
    if cards1 & B_MYSTIC and s.discard[seat, 0] | s.discard[seat, 1]:
        n = offer(buf, n, MYSTIC, gold_payable(s, t, cards1 & ~np.int64(B_MYSTIC), t.mystic_gold))
    n = offer(buf, n, PHILOSOPHER, cards1 & B_PHILOSOPHER != 0 and s.progress_pile != 0)
    return offer(buf, n, PROVIDENCE, cards1 & B_PROVIDENCE != 0)


FREE_ACTION_CARDS = B_COUNSELLOR | B_MARAUDERS | B_MERCENARY | B_MILITIA | B_MYSTIC | B_PHILOSOPHER | B_PROVIDENCE


@compiled
def choose_type(s, t, kind):
    """The first step of an action. A card with an ability of its own is played at once (MYT-44)."""
    seat = s.active
    s.kind = kind
    s.amount = 0
    s.extra = 0
    if kind == ATTACK:
        s.phase = ATK_TARGET
    elif kind == PLACE_ARMIES:
        s.phase = PLACE_PROV
    elif kind == WITHDRAW_ARMIES:
        s.phase = WD_PROV
    elif kind == PLACE_SHIPS:
        s.phase = SHIP_SEA
    elif kind == WITHDRAW_SHIPS:
        s.phase = WDS_SEA
    elif kind == END_WAR:
        s.phase = WAR_PROV
    elif kind == BUY:
        s.phase = BUY_BUNDLE
    elif kind == ADD_CARD:
        s.phase = ADD_PICK
    elif kind == RESERVE:
        s.phase = RESERVE_PICK
    elif kind == DISCARD:
        s.phase = DISCARD_PICK
    elif kind == THIN:
        s.phase = THIN_PICK
    elif kind in (BUILD_CITY, BUILD_CASTLE, BUILD_ROAD):
        s.phase = BUILD_SITE
    elif kind == DIPLOMAT:
        play_card(s, DIPLOMAT_CARD, USED)
        s.phase = WAR_PROV
    elif kind == ALCHEMIST:
        play_card(s, ALCHEMIST_CARD, USED)
        s.phase = ALCHEMY
    elif kind == PATRONAGE:
        charge_gold(s, t, t.patronage_gold)
    elif kind == PASS:
        complete(s)
    elif kind == ROAD_MOVE:
        s.phase = MOVE_FROM
    elif kind == WAREHOUSE:
        s.phase = WAREHOUSE_PICK
    elif kind == COUNSELLOR:
        play_card(s, COUNSELLOR_CARD, USED)
        s.phase = COUNSEL_PICK
    elif kind == MARAUDERS:
        play_card(s, MARAUDERS_CARD, USED)
        s.phase = MARAUD_PROV
    elif kind == MERCENARY:
        play_card(s, MERCENARY_CARD, USED)
        charge_gold(s, t, t.mercenary_gold)
    elif kind == MILITIA:
        play_card(s, MILITIA_CARD, USED)
        s.army_supply[seat] -= 1
        s.army_stock[seat] += 1
        complete(s)
    elif kind == MYSTIC:
        play_card(s, MYSTIC_CARD, USED)
        charge_gold(s, t, t.mystic_gold)
    elif kind == PHILOSOPHER:
        philosophize(s)
    elif kind == PROVIDENCE:
        play_card(s, PROVIDENCE_CARD, USED)
        draw_card(s, seat)
        draw_card(s, seat)
        complete(s)


# --- the steps of an action ----------------------------------------------------------------------------------------------
@compiled
def legal_step(s, t, buf):
    """The options of every phase after the choice of an action."""
    seat, phase = s.active, s.phase
    if phase == PAY_FOOD:
        return legal_payment(s, t, buf, FOOD, 1)
    if phase == PAY_STONE:
        return legal_payment(s, t, buf, STONE, 0)
    if phase == PAY_GOLD:
        return legal_payment(s, t, buf, GOLD, 0)
    if phase == PLAY_ARMY:
        return legal_army_cards(s, t, buf)
    if phase == ATK_TARGET:
        return list_places(buf, 0, PROV, all_targets(s, t))
    if phase == ATK_ROUTE:
        return legal_routes(s, t, buf)
    if phase == ATK_ORIGIN:
        return legal_origins(s, t, buf)
    if phase == PAY_SHIP:
        return list_cards(buf, 0, ship_options(s, t, 0), ship_options(s, t, 1))
    if phase == PLACE_PROV:
        return list_places(buf, 0, PROV, places_for_armies(s, t))
    if phase == WD_PROV:
        return list_places(buf, 0, PROV, idle_forces(s))
    if phase == WD_ARMIES:
        first = 0 if s.mercs[seat, s.target] > 0 else 1
        return list_counts(buf, first, s.armies[seat, s.target])
    if phase == WD_MERCS:
        return list_counts(buf, 0 if s.amount > 0 else 1, s.mercs[seat, s.target])
    if phase == SHIP_SEA:
        return list_places(buf, 0, SEA, own_seas(s, t, seat))
    if phase == PLAY_SHIP:
        return legal_ship_cards(s, t, buf)
    if phase == WDS_SEA:
        return list_places(buf, 0, SEA, seas_with_ships(s, seat))
    if phase == WDS_COUNT:
        return list_counts(buf, 1, s.ships[seat, s.target])
    if phase == WAR_PROV:
        return list_places(buf, 0, PROV, endable_wars(s, t) if s.kind == END_WAR else wars_of(s, seat))
    if phase == BUY_BUNDLE:
        return legal_bundles(s, t, buf)
    if phase == ADD_PICK:
        return list_cards(buf, 0, cards_to_add(s, 0), cards_to_add(s, 1))
    if phase in (RESERVE_PICK, WAREHOUSE_PICK):
        n = list_cards(buf, 0, s.hand[seat, 0], s.hand[seat, 1])
        return offer(buf, n, STOP, s.amount > 0)
    if phase in (DISCARD_PICK, THIN_PICK):
        n = list_cards(buf, 0, available(s, 0), available(s, 1))
        return offer(buf, n, STOP, s.amount > 0)
    if phase == BUILD_SITE:
        return list_places(buf, 0, PROV, build_sites(s, t))
    if phase == ROAD_END:
        return list_places(buf, 0, PROV, road_sites(s, t, s.target))
    if phase == BUILD_TOOL:
        return legal_tools(s, t, buf)
    if phase == BUILD_CARD:
        return legal_site_cards(s, t, buf)
    if phase == BONUS_VP:
        return offer(buf, offer(buf, 0, YES, True), NO, True)
    if phase == ALCHEMY:
        return offer(buf, offer(buf, 0, ALCH_1TO2, can_alchemize(s, 1)), ALCH_2TO3, can_alchemize(s, 2))
    if phase == MOVE_FROM:
        return offer(buf, list_places(buf, 0, PROV, movable(s)), STOP, s.amount > 0)
    if phase == MOVE_TO:
        return list_places(buf, 0, PROV, destinations(s, s.target))
    if phase == MOVE_COUNT:
        return list_counts(buf, 1, s.armies[seat, s.target])
    if phase == COUNSEL_PICK:
        if s.amount == 0:
            return list_cards(buf, 0, s.hand[seat, 0], s.hand[seat, 1])
        return offer(buf, list_cards(buf, 0, available(s, 0), available(s, 1)), STOP, True)
    if phase == MARAUD_PROV:
        return list_places(buf, 0, PROV, any_army(s))
    if phase == MARAUD_OWNER:
        n = 0
        for other in range(s.players):
            n = offer(buf, n, PLAYER + other, s.armies[other, s.target] > 0)
        return n
    if phase == MERC_PROV:
        return list_places(buf, 0, PROV, army_places(s, seat))
    if phase == MERC_COUNT:
        return list_counts(buf, 1, min(2, s.merc_supply))
    if phase == MYSTIC_PICK:
        return list_cards(buf, 0, s.discard[seat, 0], s.discard[seat, 1])
    return list_cards(buf, 0, NOTHING, s.shown)  # PHILOSOPHER_PICK


@rule
def list_counts(buf, first, last):
    n = 0
    for number in range(first, min(last, MAX_COUNT) + 1):
        buf[n] = COUNT + number
        n += 1
    return n


@rule
def arm(s, kind, code):
    """MYT-56 to MYT-59: the next card will be changed by this modifier."""
    if code == ARM_WILD:
        s.armed |= WILD
        s.wild_used[kind] = 1
    elif code == ARM_MILL:
        s.armed |= MILL
        play_card(s, MILL_CARD, USED)
    else:
        s.armed |= MERCHANT
        play_card(s, MERCHANT_CARD, USED)


@rule
def pay(s, kind, code):
    """One step of a payment; says whether this resource is paid in full."""
    if code >= ARM_WILD:
        arm(s, kind, code)
        return False
    s.need[kind] -= 2 if s.armed & MILL else 1
    s.armed = 0
    play_card(s, code, SPENT)
    return s.need[kind] == 0


@compiled
def apply_step(s, t, code):
    """Carry out one step of an action."""
    seat, phase = s.active, s.phase
    if phase == PAY_FOOD:
        if pay(s, FOOD, code):
            s.phase = PLAY_ARMY
    elif phase == PAY_STONE:
        if pay(s, STONE, code):
            stones_paid(s, t)
    elif phase == PAY_GOLD:
        if pay(s, GOLD, code):
            gold_paid(s, t)
    elif phase == PLAY_ARMY:
        if code == STOP:
            send_armies(s)
        elif code == ARM_WILD:
            arm(s, ARMY, code)
        else:
            play_army_card(s, t, code)
            if not more_army_cards(s, t):
                send_armies(s)
    elif phase == ATK_TARGET:
        s.target = code - PROV
        s.phase = ATK_ROUTE
    elif phase == ATK_ROUTE:
        s.route = code - ROUTE
        s.phase = ATK_ORIGIN
    elif phase == ATK_ORIGIN:
        choose_origin(s, t, code)
    elif phase == PAY_SHIP:
        play_card(s, code, SPENT)
        s.need[SHIPS_NEEDED] -= 1
        next_cost_of_attack(s)
    elif phase == PLACE_PROV:
        s.target = code - PROV
        s.need[SHIPS_NEEDED] = 0
        s.need[FOOD] = 0 if has(s.own[seat], s.target) else t.reinforce_food
        next_cost_of_attack(s)
    elif phase == WD_PROV:
        s.target = code - PROV
        s.phase = WD_ARMIES
    elif phase == WD_ARMIES:
        s.amount = code - COUNT
        if s.mercs[seat, s.target] > 0:
            s.phase = WD_MERCS
        else:
            withdraw(s, 0)
    elif phase == WD_MERCS:
        withdraw(s, code - COUNT)
    elif phase == SHIP_SEA:
        s.target = code - SEA
        s.phase = PLAY_SHIP
    elif phase == PLAY_SHIP:
        if code != STOP:
            play_card(s, code, SPENT)
            s.amount += 1
        if code == STOP or not more_ship_cards(s, t):
            send_ships(s, t)
    elif phase == WDS_SEA:
        s.target = code - SEA
        s.phase = WDS_COUNT
    elif phase == WDS_COUNT:
        s.ships[seat, s.target] -= code - COUNT
        s.ship_stock[seat] += code - COUNT
        complete(s)
    elif phase == WAR_PROV:
        s.target = code - PROV
        if s.kind == END_WAR:
            end_chosen_war(s, t)
        else:
            charge_gold(s, t, t.diplomat_gold)
    elif phase == BUY_BUNDLE:
        s.amount = (code - BUNDLE) // 4
        s.extra = (code - BUNDLE) % 4
        charge_gold(s, t, s.amount * t.army_gold + s.extra * t.ship_gold)
    elif phase == ADD_PICK:
        s.target = code
        charge_gold(s, t, t.card_gold)
    else:
        apply_later_step(s, t, code)


@rule
def apply_later_step(s, t, code):
    seat, phase = s.active, s.phase
    if phase == RESERVE_PICK:
        if code != STOP:
            store_card(s, code)
            s.amount += 1
        if code == STOP or not may_store(s, t):
            complete(s)
    elif phase == WAREHOUSE_PICK:
        store_card(s, code)
        complete(s)
    elif phase == DISCARD_PICK:
        if code != STOP:
            discard_one(s, code)
            s.amount += 1
        if code == STOP or available(s, 0) | available(s, 1) == 0:
            complete(s)
    elif phase == THIN_PICK:
        if code != STOP:
            thin_card(s, code)
        if code == STOP or not may_thin(s, t):
            complete(s)
    elif phase == BUILD_SITE:
        s.target = code - PROV
        s.phase = ROAD_END if s.kind == BUILD_ROAD else BUILD_TOOL
    elif phase == ROAD_END:
        s.second = code - PROV
        s.phase = BUILD_TOOL
    elif phase == BUILD_TOOL:
        play_card(s, code, USED)
        s.phase = BUILD_CARD
    elif phase == BUILD_CARD:
        play_card(s, code, USED)
        s.need[STONE] = stones_of_building(s, t)
        s.phase = PAY_STONE
        if s.need[STONE] == 0:
            stones_paid(s, t)
    elif phase == BONUS_VP:
        if code == YES:
            charge_gold(s, t, bonus_gold(s, t))
        else:
            complete(s)
    elif phase == ALCHEMY:
        alchemize(s, 1 if code == ALCH_1TO2 else 2)
    elif phase == MOVE_FROM:
        if code == STOP:
            finish_moving(s)
        else:
            s.target = code - PROV
            s.phase = MOVE_TO
    elif phase == MOVE_TO:
        s.second = code - PROV
        s.phase = MOVE_COUNT
    elif phase == MOVE_COUNT:
        move_armies(s, code - COUNT)
    elif phase == COUNSEL_PICK:
        if code != STOP:
            from_hand = s.hand[seat, word_of(code)] & card_bit(code) != 0
            discard_one(s, code)
            s.amount += 1 if from_hand else 0
        if code == STOP or available(s, 0) | available(s, 1) == 0:
            counsel(s)
    elif phase == MARAUD_PROV:
        s.target = code - PROV
        s.phase = MARAUD_OWNER
    elif phase == MARAUD_OWNER:
        maraud(s, code - PLAYER)
    elif phase == MERC_PROV:
        s.target = code - PROV
        s.phase = MERC_COUNT
    elif phase == MERC_COUNT:
        put_mercenaries(s, seat, s.target, code - COUNT)
        complete(s)
    elif phase == MYSTIC_PICK:
        word, card = word_of(code), card_bit(code)
        s.discard[seat, word] &= ~card
        s.hand[seat, word] |= card
        complete(s)
    elif phase == PHILOSOPHER_PICK:
        take_shown(s, code)


@rule
def discard_one(s, code):
    """MYT-44, MYT-122: discarded cards too wait in limbo until the action is complete."""
    take_out(s, s.active, code)
    s.limbo[word_of(code)] |= card_bit(code)


@rule
def more_army_cards(s, t):
    if s.amount >= s.army_stock[s.active]:
        return False
    cards1 = available(s, 1)
    return available(s, 0) & t.sym0[ARMY] | cards1 & t.sym1[ARMY] != 0 or wild_ready(s, ARMY, cards1)


@rule
def more_ship_cards(s, t):
    if s.amount >= s.ship_stock[s.active]:
        return False
    return available(s, 0) & t.sym0[SHIP] | available(s, 1) & t.sym1[SHIP] != 0
