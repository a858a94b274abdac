"""What the scripted players of Mythotopia share: values of cards, targets, sites, and how a decided plan is carried out.

A strategy decides in the main phase what to do and notes the plan in its memory; `carry_out` then answers every
smaller decision from the plan. Only open information and the own hand are used.
"""

import numpy as np

from simcore.games.mythotopia.abilities import can_alchemize
from simcore.games.mythotopia.bits import bit, count, has, lowest
from simcore.games.mythotopia.building import castle_sites, city_sites, destinations, movable, road_sites
from simcore.games.mythotopia.campaign import (
    attackable,
    endable_wars,
    own_seas,
    places_for_armies,
    seas_with_ships,
    targets,
)
from simcore.games.mythotopia.cards import all_owned, available, in_reserve, owner_of
from simcore.games.mythotopia.completion import bonus_card
from simcore.games.mythotopia.names import PROGRESS
from simcore.games.mythotopia.payment import army_symbols, most_gold, wild_ready
from simcore.games.mythotopia.routes import network, reach
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ADD_PICK,
    ALCH_1TO2,
    ALCH_2TO3,
    ALCHEMIST,
    ALCHEMY,
    ALL_PROVINCES,
    ARM_MERCHANT,
    ARM_WILD,
    ARMY,
    ATK_ORIGIN,
    ATK_ROUTE,
    ATK_TARGET,
    ATTACK,
    B_ARMY,
    B_CAVALRY,
    B_COUNSELLOR,
    B_GENERAL,
    B_HERO,
    B_MARKET,
    B_MYSTIC,
    B_PORTAL,
    B_PROVIDENCE,
    B_RANGER,
    B_RESERVE_ARMY,
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
    CITADEL_SITE,
    COUNSEL_PICK,
    COUNSELLOR,
    COUNT,
    DIPLOMAT,
    DISCARD,
    DISCARD_PICK,
    END_GAME,
    END_TURN,
    END_WAR,
    FOOD,
    FROM_CARD,
    FROM_POOL,
    GOLD,
    MAIN,
    MARAUD_OWNER,
    MARAUD_PROV,
    MARAUDERS,
    MAX_SEAS,
    MERC_COUNT,
    MERC_PROV,
    MERCENARY,
    MILITIA,
    MOVE_COUNT,
    MOVE_FROM,
    MOVE_TO,
    MYSTIC,
    MYSTIC_PICK,
    NEUTRAL,
    NO,
    PASS,
    PATRONAGE,
    PAY_FOOD,
    PAY_GOLD,
    PAY_SHIP,
    PAY_STONE,
    PHILOSOPHER,
    PHILOSOPHER_PICK,
    PLACE_ARMIES,
    PLACE_PROV,
    PLACE_SHIPS,
    PLAY_ARMY,
    PLAY_SHIP,
    PLAYER,
    PROGRESS_CARD,
    PROV,
    PROVIDENCE,
    RESERVE,
    RESERVE_ABILITIES,
    RESERVE_PICK,
    ROAD_END,
    ROAD_MOVE,
    ROUTE,
    ROUTE_HILL,
    ROUTE_PORTAL,
    ROUTE_SEA1,
    ROUTE_SEA2,
    SCRIBE_SOURCE,
    SEA,
    SHIP_SEA,
    START_BIT,
    STONE,
    STOP,
    THIN_PICK,
    TYPE,
    VP_CASTLE,
    VP_CITADEL,
    VP_CITY,
    VP_DEFENDER,
    VP_DRAGONS,
    VP_GUILDED,
    VP_INNS,
    VP_LORD,
    VP_MASTER,
    VP_PATRONAGE,
    VP_RUNESTONES,
    VP_SPOILS,
    VP_STREETS,
    WAR_PROV,
    WAREHOUSE,
    WAREHOUSE_PICK,
    WD_ARMIES,
    WD_MERCS,
    WD_PROV,
    WDS_COUNT,
    WDS_SEA,
    WITHDRAW_ARMIES,
    YES,
)
from simcore.games.mythotopia.tokens import empty_cards, leader, sources, victory_points
from simcore.games.mythotopia.war import (
    army_places,
    attacked_by,
    clear_winner,
    strength,
    strongest,
    strongest_other,
    wars,
    wars_of,
    would_win,
)
from simcore.kernels.jit import compiled, rule

# Places in the memory of a seat: the plan of the action under way.
M_PLACE, M_ROUTE, M_SECOND, M_CARD, M_NUMBER, M_GOAL = range(6)

# What a player cares for when he decides which card to keep.
BUILDER, FIGHTER, SAILOR = 1, 2, 4

LOW = 30  # cards worth no more than this are given up first
STUCK = 56  # ... and no more than this when nothing can be done with the hand
TOO_DEAR = 8  # a province of a player is not worth more strength than this


def wish_list(*cards):
    """Progress cards by name, most wanted first."""
    return np.array([PROGRESS.index(card) for card in cards])


# --- reading the position --------------------------------------------------------------------------------------------
@rule
def menu(legal):
    """The actions on offer in the main phase, as a set of types."""
    found = np.int64(0)
    for code in legal:
        found |= bit(code - TYPE)
    return found


@rule
def on_menu(offered, kind):
    return has(offered, kind - TYPE) == 1


@rule
def neighbours(t, p):
    return t.border[0, p] | t.border[1, p] | t.border[2, p]


@rule
def rivals_of(s, seat):
    """Provinces of the other players."""
    return all_owned(s) & ~s.own[seat]


@rule
def exposure(s, t, seat, p):
    """How many neighbouring provinces belong to rivals."""
    return count(neighbours(t, p) & rivals_of(s, seat))


@rule
def best_rival_points(s, t, seat):
    best = np.int64(0)
    for other in range(s.players):
        if other != seat:
            best = max(best, victory_points(s, t, other))
    return best


@rule
def ahead(s, t, seat):
    """Own points minus those of the best rival."""
    return victory_points(s, t, seat) - best_rival_points(s, t, seat)


@rule
def token_worth(s, t, seat, card, condition):
    """Value of a token that the seat could take for this condition now, 0 if none."""
    return t.token_value[card, condition] if sources(s, t, seat, card, condition) != 0 else 0


@compiled
def hands_over(s, t, seat, card):
    """Whether a token of this card would empty the last card that the end needs, for a rival who stays ahead."""
    if s.tokens_left[card] != 1 or empty_cards(s) + 1 != t.end_empty_cards:
        return False
    if ahead(s, t, seat) + t.token_value[card, 0] >= 0:
        return False
    declaring = 0
    for other in range(s.players):
        declaring += other != seat and would_win(s, t, other)
    return declaring > 0


@compiled
def army_cards(s, t, seat):
    """Armies that could be sent with the cards at hand, Reserve abilities at work left in place: up to the stock."""
    word0, word1 = available(s, 0), available(s, 1)
    total = count(word0 & t.sym0[ARMY])
    rest = word1 & t.sym1[ARMY] & ~(s.reserve[seat, 1] & RESERVE_ABILITIES)
    while rest != 0:
        total += t.army_symbols[lowest(rest)]
        rest &= rest - 1
    if wild_ready(s, ARMY, word1):
        total += 1
    return min(total, np.int64(s.army_stock[seat]))


@compiled
def spare_gold(s, t):
    """Gold that the cards at hand supply without spending a Reserve ability."""
    word1 = available(s, 1)
    total = count(available(s, 0) & t.sym0[GOLD]) + count(word1 & t.sym1[GOLD] & ~np.int64(RESERVE_ABILITIES))
    return total + (1 if wild_ready(s, GOLD, word1) else 0)


@rule
def patronage(s, t, seat, offered):
    """Whether patronage is possible with gold to spare, and does not hand the game over."""
    possible = on_menu(offered, PATRONAGE) and spare_gold(s, t) >= t.patronage_gold
    return possible and not hands_over(s, t, seat, VP_PATRONAGE)


# --- the value of keeping a card -------------------------------------------------------------------------------------
@compiled
def keep(s, t, seat, code, style):
    """What it is worth to keep a card instead of spending it; a Reserve ability at work most of all."""
    if code < PROGRESS_CARD:
        value = 26
        if style & BUILDER and has(t.sym0[STONE], code):
            value += 7
        if style & FIGHTER and has(t.sym0[ARMY], code):
            value += 6
        if style & FIGHTER and neighbours(t, code) & ~s.own[seat] != 0:
            value += 2
        if style & SAILOR and t.seas[code] != 0:
            value += 3
        return value
    place = code - PROGRESS_CARD
    card = bit(place)
    if card & t.build_cards:
        return 60 if style & FIGHTER else 90
    if place >= START_BIT:
        if t.army_symbols[place] > 0:
            return 55 if style & FIGHTER else 36
        if card & t.res1:
            return 45
        return 34 if style & SAILOR else 10
    value = 40
    if card & (B_GENERAL | B_HERO | B_PORTAL):
        value = 70 if style & FIGHTER else 42
    elif card & B_ARMY:
        value = 55 if style & FIGHTER else 38
    elif card & B_MARKET:
        value = 48
    elif card & (B_PROVIDENCE | B_COUNSELLOR | B_MYSTIC):
        value = 50
    if card & RESERVE_ABILITIES:
        value = 65 if s.hand[seat, 1] & card else 140
    return value


@rule
def in_hand(s, seat, code):
    if code < PROGRESS_CARD:
        return has(s.hand[seat, 0], code) == 1
    return has(s.hand[seat, 1], code - PROGRESS_CARD) == 1


@compiled
def cheapest(s, t, legal, seat, style):
    """The card on offer that is least worth keeping: hand before reserve, then the smaller code; -1 if none."""
    best = np.int64(-1)
    least = np.int64(1) << 40
    for code in legal:
        if code >= PROV:
            break
        value = 2 * keep(s, t, seat, code, style) + (0 if in_hand(s, seat, code) else 1)
        if value < least:
            least = value
            best = np.int64(code)
    return best


@compiled
def cheapest_in_hand(s, t, seat, style):
    """The hand card that is least worth keeping; -1 if the hand is empty."""
    best = np.int64(-1)
    least = np.int64(1) << 40
    for word in range(2):
        rest = s.hand[seat, word]
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            value = keep(s, t, seat, code, style)
            if value < least:
                least = value
                best = code
    return best


@compiled
def lowest_keep_at_hand(s, t, seat, style):
    """The least value among all cards at hand."""
    least = np.int64(1) << 40
    for word in range(2):
        rest = available(s, word)
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            least = min(least, keep(s, t, seat, code, style))
    return least


@compiled
def pay(s, t, legal, seat, style):
    """Pay with the card least worth keeping; modifiers only where they save something or nothing else serves."""
    code = cheapest(s, t, legal, seat, style)
    last = legal[len(legal) - 1]
    first_modifier = np.int64(-1)
    for option in legal:
        if option >= ARM_WILD:
            first_modifier = np.int64(option)
            break
    if code < 0:
        return np.int64(last if last == ARM_MERCHANT and first_modifier < 0 else first_modifier)
    if first_modifier == ARM_WILD and lowest_keep_at_hand(s, t, seat, style) + 10 <= keep(s, t, seat, code, style):
        return np.int64(ARM_WILD)
    return code


@compiled
def low_cards(s, t, seat, style, limit):
    """Hand cards worth no more than `limit`."""
    number = 0
    for word in range(2):
        rest = s.hand[seat, word]
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            number += keep(s, t, seat, code, style) <= limit
    return number


# --- wars ------------------------------------------------------------------------------------------------------------
@compiled
def conquest_gain(s, t, seat, p):
    """Points that the conquest of p would bring: the province and every token that is there to take."""
    gain = np.int64(t.province_vp)
    holder = owner_of(s, p)
    if holder >= 0:
        gain += token_worth(s, t, seat, VP_SPOILS, 0)
        if has(s.citadel, p):
            gain += token_worth(s, t, seat, VP_CITADEL, 0)
    if has(s.dragon, p):
        gain += token_worth(s, t, seat, VP_DRAGONS, 0)
    if has(s.runestone, p):
        gain += token_worth(s, t, seat, VP_RUNESTONES, 0)
    for island in range(2):
        whole = t.islands[island]
        if has(whole, p) and whole & ~s.own[seat] == bit(p):
            gain += token_worth(s, t, seat, VP_LORD, island)
    return gain


@compiled
def plan_finish(s, t, seat):
    """FINISH: the war most worth ending now; 0 if none. Also one that only sends bound armies home (see `relief`)."""
    best = 0.0
    rest = endable_wars(s, t)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        winner = clear_winner(strongest(s, t, p))
        if winner < 0:
            winner = np.int64(seat)  # only Hero makes a tied war endable
        holder = owner_of(s, p)
        value = 0.0
        if winner == seat and holder == seat:
            value = 1.0 * token_worth(s, t, seat, VP_DEFENDER, 0)
            if stuck(s) or not in_reserve(s, seat, B_RESERVE_ARMY):  # it shields its owner as long as a war goes on
                value += relief(s, t, seat, p)
        elif winner == seat:
            value = conquest_value(s, t, seat, p)
        elif holder != seat:
            value = relief(s, t, seat, p)
            if winner == holder and winner != NEUTRAL:
                value -= token_worth(s, t, winner, VP_DEFENDER, 0)
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = p
    return best


@rule
def conquest_value(s, t, seat, p):
    """What winning p is worth: the gain, and half of what the holder loses; without a village only that."""
    loss = 0.5 * t.province_vp if owner_of(s, p) >= 0 else 0.0
    if s.village_stock[seat] == 0:
        return loss
    return loss + conquest_gain(s, t, seat, p)


@rule
def relief(s, t, seat, p):
    """What it is worth to get the armies bound in a war back: something only when hardly any are left to send."""
    if s.army_stock[seat] > (5 if stuck(s) else 1):
        return 0.0
    return 0.4 * s.armies[seat, p]


@compiled
def plan_defence(s, t, seat, margin):
    """DEFEND: an own province that would fall, and armies at hand to hold it at least to a tie; 0 if none.

    With a `margin` the defence goes so far above the attack, which Hero or one more army then cannot turn, and armies
    to spare (two at least) also strengthen a defence that is only tied.
    """
    best = 0.0
    losing = wars(s) & s.own[seat]
    if losing == 0:
        return best
    armies = army_cards(s, t, seat)
    while losing != 0:
        p = lowest(losing)
        losing &= losing - 1
        threat = strongest_other(s, t, p, seat)
        gap = threat - strength(s, t, seat, p)
        if gap > armies or threat > TOO_DEAR or gap < (0 if margin > 0 and armies > 1 else 1):
            continue
        value = 0.5
        if gap > 0:
            value = 3.0 + token_worth(s, t, seat, VP_DEFENDER, 0) - 0.3 * gap
        if has(s.city | s.citadel, p):
            value += 2.0
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_GOAL] = threat + margin
    return best


@compiled
def plan_reinforcement(s, t, seat, slow):
    """REINFORCE: an own attack that armies at hand can win; with `slow` also one that they bring two nearer."""
    best = 0.0
    rest = attacked_by(s, seat) & places_for_armies(s, t)
    if rest == 0:
        return best
    armies = army_cards(s, t, seat)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        threat = strongest_other(s, t, p, seat)
        gap = threat + 1 - strength(s, t, seat, p)
        if gap <= 0 or (threat > TOO_DEAR and owner_of(s, p) >= 0):
            continue
        value = 0.0
        if gap <= armies:
            value = conquest_value(s, t, seat, p) - 0.3 * gap
        elif slow and armies > 0:
            value = 0.5
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_GOAL] = threat + 1
    return best


@rule
def support(s, t, seat, p):
    """Strength that an attack on p would have beside its armies: ships, Cavalry, Ranger."""
    power = 0
    for sea in range(MAX_SEAS):
        if t.seas[p] >> sea & 1:
            power += s.ships[seat, sea]
    if s.reserve[seat, 1] & B_CAVALRY:
        power += 1
    if s.reserve[seat, 1] & B_RANGER and has(t.rough, p):
        power += 1
    return power


@compiled
def plan_attack(s, t, seat, among, rival_bonus, leader_bonus, margin, patience):
    """TARGET: the best province to attack now among a set, with its route; the score, or -99.

    rival_bonus, leader_bonus   worth of weakening a rival, and of weakening the leader
    margin                      how far above a rival's defence the armies should go
    patience                    armies that may still be missing
    """
    best = -99.0
    armies = army_cards(s, t, seat)
    if armies == 0:
        return best
    first = leader(s, t)
    open_to_attack = among & attackable(s)
    if s.village_stock[seat] == 0:  # MYT-108: a conquest only hurts the holder
        open_to_attack &= all_owned(s)
    for route in range(ROUTE_PORTAL + 1):
        rest = targets(s, t, route) & open_to_attack if open_to_attack != 0 else np.int64(0)
        while rest != 0:
            p = lowest(rest)
            rest &= rest - 1
            holder = owner_of(s, p)
            threat = strongest_other(s, t, p, seat)
            need = max(np.int64(0), threat + 1 - armies - support(s, t, seat, p))
            if need > patience:
                continue
            gain = conquest_gain(s, t, seat, p) if s.village_stock[seat] > 0 else np.int64(0)
            score = gain - 1.5 * need - 0.3 * threat
            if holder >= 0:
                score += rival_bonus
                if holder == first:
                    score += leader_bonus
            if route in (ROUTE_HILL, ROUTE_SEA2, ROUTE_PORTAL):
                score -= 0.5
            elif route == ROUTE_SEA1:
                score -= 0.1
            if score > best:
                best = score
                s.memory[seat, M_PLACE] = p
                s.memory[seat, M_ROUTE] = route
                s.memory[seat, M_GOAL] = threat + 1 + (margin if holder >= 0 else 0)
    return best


@compiled
def open_attacks(s, seat):
    return count(attacked_by(s, seat))


@rule
def weak_provinces(s, t, seat, limit):
    """Provinces of rivals that defend with no more than `limit`."""
    found = np.int64(0)
    rest = rivals_of(s, seat)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if strongest_other(s, t, p, seat) <= limit:
            found |= bit(p)
    return found


@rule
def neutral_provinces(s):
    return ALL_PROVINCES & ~all_owned(s)


@compiled
def plan_garrison(s, t, seat):
    """A first army for the most exposed own city without castle; True if there is one.

    Villages are better defended when they are attacked: a raider simply takes the next one.
    """
    most = 1
    rest = s.own[seat] & s.city & ~s.castle & ~s.force[seat]
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        danger = exposure(s, t, seat, p)
        if danger > most:
            most = danger
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_GOAL] = strength(s, t, seat, p) + 1
    return most > 1


# --- building --------------------------------------------------------------------------------------------------------
@compiled
def plan_city(s, t, seat):
    """The site with the fewest rival neighbours; True if there is one."""
    best = -99
    rest = city_sites(s, t)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        value = 20 - 2 * exposure(s, t, seat, p) + (3 if has(s.castle, p) else 0) + (1 if has(t.rough, p) else 0)
        if has(wars(s), p):
            value -= 10
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = p
    return best > -99


@compiled
def plan_castle(s, t, seat, rough_first):
    """The site where it saves a province, else with most rival neighbours; cities and (for a warden) rough terrain first."""
    best = -99
    rest = castle_sites(s, t)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        value = 2 * exposure(s, t, seat, p) + (3 if has(s.city, p) else 0)
        if rough_first and has(t.rough, p):
            value += 6
        if has(wars(s), p):
            value += 30 if castle_saves(s, t, seat, p) else 4
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = p
    return best > -99


@rule
def castle_saves(s, t, seat, p):
    """Whether the war in p is lost without a castle and not lost with one."""
    gap = strongest_other(s, t, p, seat) - strength(s, t, seat, p)
    return 0 < gap <= t.castle_strength


@compiled
def plan_road(s, t, seat):
    """The road that makes the largest network, the cheaper border first."""
    best = -99
    starts = road_sites(s, t, -1)
    while starts != 0:
        p = lowest(starts)
        starts &= starts - 1
        ends = road_sites(s, t, p)
        near = network(s, seat, bit(p))
        while ends != 0:
            q = lowest(ends)
            ends &= ends - 1
            value = 3 * count(near | network(s, seat, bit(q)))
            if not has(near, q):
                value += 3
            if has(reach(s, t, seat, ROUTE_HILL, p), q):
                value -= 4
            if value > best:
                best = value
                s.memory[seat, M_PLACE] = p
                s.memory[seat, M_SECOND] = q
    return best > -99


# --- deck and gold -----------------------------------------------------------------------------------------------------
@rule
def cards_added(s, seat):
    return s.did[seat, ADD_CARD - TYPE]


@compiled
def plan_draft(s, t, seat, wishes):
    """DRAFT: the first card of the wish list that is on display, if there is gold to spare; True if there is one."""
    if spare_gold(s, t) < t.card_gold:
        return False
    for place in wishes:
        if has(s.display, place):
            s.memory[seat, M_CARD] = PROGRESS_CARD + place
            return True
    return False


@compiled
def plan_purchase(s, t, seat, armies_wanted, ships_wanted):
    """BUY: armies up to a stock, ships up to a number owned; True if something is bought."""
    gold = min(most_gold(s, t, 6), spare_gold(s, t))
    armies = max(np.int64(0), min(np.int64(armies_wanted - s.army_stock[seat]), np.int64(s.army_supply[seat])))
    ships = max(np.int64(0), min(np.int64(ships_wanted), np.int64(s.ship_supply[seat])))
    ships = min(ships, gold // t.ship_gold, 3)
    armies = min(armies, (gold - ships * t.ship_gold) // t.army_gold, 8)
    s.memory[seat, M_NUMBER] = 4 * armies + ships
    return armies + ships > 0


@compiled
def store_worth(s, t, seat, code, style):
    """STORE: Reserve abilities first, then the cards that a plan of this style waits for; 0 = leave it in hand."""
    if code < PROGRESS_CARD:
        if style & BUILDER and has(t.sym0[STONE], code):
            return 12
        if style & FIGHTER and has(t.sym0[ARMY], code):
            return 8
        return 0
    card = bit(code - PROGRESS_CARD)
    if card & RESERVE_ABILITIES:
        return 60
    if card & t.build_cards:
        return 20 if style & BUILDER else 6
    if style & FIGHTER and (card & (B_HERO | B_PORTAL | B_GENERAL)):
        return 18
    if style & FIGHTER and t.army_symbols[code - PROGRESS_CARD] == 2:
        return 15
    return 0


@compiled
def best_to_store(s, t, seat, style):
    """The hand card most worth storing, as worth * 128 + code; 0 if none."""
    best = np.int64(0)
    for word in range(2):
        rest = s.hand[seat, word]
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            worth = store_worth(s, t, seat, code, style)
            if worth > 0:
                best = max(best, worth * 128 + code)
    return best


@rule
def ability_to_store(s, seat):
    """Whether a Reserve ability waits in the hand."""
    return s.hand[seat, 1] & RESERVE_ABILITIES != 0


# --- free actions ------------------------------------------------------------------------------------------------------
@compiled
def plan_free(s, t, seat, offered, style):
    """FREE: the free action worth taking now, or -1."""
    if on_menu(offered, PROVIDENCE):
        return np.int64(PROVIDENCE)
    if on_menu(offered, MILITIA) and s.army_stock[seat] <= 5:
        return np.int64(MILITIA)
    if on_menu(offered, PHILOSOPHER):
        return np.int64(PHILOSOPHER)
    if on_menu(offered, WAREHOUSE) and best_to_store(s, t, seat, style) > 0:
        return np.int64(WAREHOUSE)
    if on_menu(offered, COUNSELLOR) and low_cards(s, t, seat, style, LOW) >= 2:
        return np.int64(COUNSELLOR)
    if on_menu(offered, MARAUDERS) and plan_marauders(s, t, seat):
        return np.int64(MARAUDERS)
    if on_menu(offered, MERCENARY) and plan_mercenaries(s, t, seat):
        return np.int64(MERCENARY)
    if on_menu(offered, MYSTIC) and wanted_from_discard(s, t, seat, style) >= 0:
        return np.int64(MYSTIC)
    if on_menu(offered, ROAD_MOVE) and plan_march(s, t, seat):
        return np.int64(ROAD_MOVE)
    return np.int64(-1)


@compiled
def plan_marauders(s, t, seat):
    """An army whose removal saves or wins a war of the seat, else one of a large army of the leader."""
    rest = wars(s) & (s.own[seat] | attacked_by(s, seat))
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        gap = strongest_other(s, t, p, seat) - strength(s, t, seat, p)
        defending = has(s.own[seat], p)
        if gap != (1 if defending else 0):
            continue
        for other in range(s.players):
            strong = other != seat and strength(s, t, other, p) == strongest_other(s, t, p, seat)
            if strong and s.armies[other, p] > 0:
                s.memory[seat, M_PLACE] = p
                s.memory[seat, M_SECOND] = other
                return True
    first = leader(s, t)
    if first < 0 or first == seat:
        return False
    rest = s.force[first] & s.own[seat]
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if s.armies[first, p] >= 3:
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_SECOND] = first
            return True
    return False


@compiled
def plan_mercenaries(s, t, seat):
    """Where one or two mercenaries turn a war."""
    hired = min(2, s.merc_supply)
    rest = wars(s) & army_places(s, seat)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        gap = strongest_other(s, t, p, seat) - strength(s, t, seat, p)
        needed = gap if has(s.own[seat], p) else gap + 1
        if 0 < needed <= hired:
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_NUMBER] = needed
            return True
    return False


@compiled
def wanted_from_discard(s, t, seat, style):
    """A card of the own discard pile worth a gold: Build for builders, Portal or Army for fighters; -1 if none."""
    pile = s.discard[seat, 1]
    if style & BUILDER:
        tools = pile & t.build_cards
        if tools != 0 and available(s, 1) & t.build_cards == 0:
            return PROGRESS_CARD + lowest(tools)
    if style & FIGHTER:
        if pile & B_PORTAL:
            return PROGRESS_CARD + lowest(np.int64(B_PORTAL))
        rest = pile & t.sym1[ARMY]
        while rest != 0:
            place = lowest(rest)
            rest &= rest - 1
            if t.army_symbols[place] == 2:
                return PROGRESS_CARD + place
    return np.int64(-1)


@compiled
def plan_march(s, t, seat):
    """Idle armies that can reach a losing defence over roads, just enough of them."""
    losing = wars(s) & s.own[seat]
    sources_of_armies = movable(s)
    while losing != 0:
        p = lowest(losing)
        losing &= losing - 1
        gap = strongest_other(s, t, p, seat) - strength(s, t, seat, p)
        if gap <= 0:
            continue
        rest = sources_of_armies
        while rest != 0:
            q = lowest(rest)
            rest &= rest - 1
            if has(destinations(s, q), p) and s.armies[seat, q] >= gap:
                s.memory[seat, M_PLACE] = q
                s.memory[seat, M_SECOND] = p
                s.memory[seat, M_NUMBER] = gap
                return True
    return False


# --- the frame of a turn -----------------------------------------------------------------------------------------------
@compiled
def routine(s, t, legal, seat, style, wishes):
    """All that every strategy does alike: smaller decisions, WIN, FINISH, FREE, the end of a turn; -1 = choose an action."""
    if s.phase != MAIN:
        return carry_out(s, t, legal, seat, style, wishes)
    offered = menu(legal)
    if on_menu(offered, END_GAME):
        return np.int64(END_GAME)
    if on_menu(offered, END_WAR) and plan_finish(s, t, seat) > 0:
        return np.int64(END_WAR)
    free = plan_free(s, t, seat, offered, style)
    if free >= 0:
        return free
    return np.int64(END_TURN) if s.actions_left == 0 else np.int64(-1)


@compiled
def protect(s, t, seat, offered, least, margin):
    """DEFEND where it is worth at least so much: by a castle that brings a token too, by armies, by Diplomat; or -1."""
    castle = on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0) > 0
    if castle and plan_castle(s, t, seat, False) and castle_saves(s, t, seat, s.memory[seat, M_PLACE]):
        return np.int64(BUILD_CASTLE)
    if on_menu(offered, PLACE_ARMIES) and plan_defence(s, t, seat, margin) >= least:
        return np.int64(PLACE_ARMIES)
    if rescue(s, t, seat, offered):
        return np.int64(DIPLOMAT)
    return np.int64(-1)


@compiled
def build(s, t, seat, offered, first, second, third):
    """The first of these kinds of buildings that is possible and brings a token, with its site; or -1."""
    for kind in (first, second, third):
        if on_menu(offered, kind) and building_worth(s, t, seat, kind) > 0:
            if kind == BUILD_CITY and plan_city(s, t, seat):
                return kind
            if kind == BUILD_CASTLE and plan_castle(s, t, seat, first == BUILD_CASTLE):
                return kind
            if kind == BUILD_ROAD and plan_road(s, t, seat):
                return kind
    return np.int64(-1)


@rule
def building_worth(s, t, seat, kind):
    """Tokens of a building: its own, and with gold to spare that of Guilded City or Roadside Inns (MYT-168)."""
    card = VP_CITY + kind - BUILD_CITY
    if hands_over(s, t, seat, card):
        return 0
    worth = token_worth(s, t, seat, card, 0)
    if kind != BUILD_CASTLE and gold_beside_stone(s, t) > 1:
        worth += token_worth(s, t, seat, VP_GUILDED if kind == BUILD_CITY else VP_INNS, 0)
    return worth


@rule
def gold_beside_stone(s, t):
    """Cards at hand that show gold and are not needed as stones; one of them may have to be the site card."""
    return count(available(s, 0) & t.sym0[GOLD]) + count(available(s, 1) & t.sym1[GOLD] & ~t.sym1[STONE])


@compiled
def improve(s, t, seat, offered, wishes, most_cards, few_armies, armies):
    """DRAFT while fewer than `most_cards` were added, then BUY armies when so few are left; or -1."""
    if on_menu(offered, ADD_CARD) and cards_added(s, seat) < most_cards and plan_draft(s, t, seat, wishes):
        return np.int64(ADD_CARD)
    if on_menu(offered, BUY) and s.army_stock[seat] <= few_armies and plan_purchase(s, t, seat, armies, 0):
        return np.int64(BUY)
    return np.int64(-1)


@compiled
def rescue(s, t, seat, offered):
    """Diplomat for an own province that would fall; True if it is played."""
    if not on_menu(offered, DIPLOMAT):
        return False
    rest = wars(s) & s.own[seat]
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if strongest_other(s, t, p, seat) > strength(s, t, seat, p):
            s.memory[seat, M_PLACE] = p
            return True
    return False


@compiled
def recall(s, t, seat, offered):
    """Withdraw the largest idle army from a province that no rival borders, when the stock is nearly empty."""
    if not on_menu(offered, WITHDRAW_ARMIES) or s.army_stock[seat] > 2:
        return False
    most = 0
    rest = army_places(s, seat) & s.own[seat] & ~wars(s)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        number = 2 * s.armies[seat, p] - exposure(s, t, seat, p)
        if number > most:
            most = number
            s.memory[seat, M_PLACE] = p
    return most > 0


@compiled
def last_things(s, t, seat, offered, style):
    """Late goals, small gains, STORE, CYCLE, PASS: what to do with an action that the plan has no use for."""
    code = late_goals(s, t, seat, offered)
    if code >= 0:
        return code
    if on_menu(offered, ALCHEMIST):
        return np.int64(ALCHEMIST)
    if on_menu(offered, RESERVE) and best_to_store(s, t, seat, style) > 0:
        return np.int64(RESERVE)
    if recall(s, t, seat, offered):
        return np.int64(WITHDRAW_ARMIES)
    if on_menu(offered, DISCARD) and low_cards(s, t, seat, style, LOW) > 0:
        s.memory[seat, M_NUMBER] = LOW
        return np.int64(DISCARD)
    if on_menu(offered, DISCARD) and low_cards(s, t, seat, style, STUCK) > 0:
        s.memory[seat, M_NUMBER] = STUCK
        return np.int64(DISCARD)
    return np.int64(PASS)


TIE_BREAKERS = wish_list(
    "Hero", "Marauders", "Cavalry", "Mercenary", "Limes", "Diplomat"
)  # for wars that nobody can win


# --- when the table is stuck -------------------------------------------------------------------------------------------
@rule
def stuck(s):
    """No token was taken for some rounds: the easy ones are gone, and without more the game does not end."""
    return s.rounds - s.last_token_round >= 4


@compiled
def prizes(s, t, seat):
    """Provinces whose conquest brings a token."""
    found = np.int64(0)
    if s.tokens_left[VP_DRAGONS] > 0:
        found |= s.dragon
    if s.tokens_left[VP_RUNESTONES] > 0:
        found |= s.runestone
    if s.tokens_left[VP_CITADEL] > 0:
        found |= s.citadel
    if s.tokens_left[VP_SPOILS] > 0:
        found |= rivals_of(s, seat)
    for island in range(2):
        if s.lord_left[island]:
            found |= t.islands[island]
    return found & ~s.own[seat]


@compiled
def late_goals(s, t, seat, offered):
    """What needs a long effort: sieges of prizes, armies and cards for them, mastery of the sea; or -1."""
    if not stuck(s):
        return np.int64(-1)
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, True) > 0:
        return np.int64(PLACE_ARMIES)
    if on_menu(offered, PLACE_SHIPS):
        value = plan_fleet(s, t, seat)
        if value >= 40 or (value >= 6 and wars_of(s, seat) != 0):
            return np.int64(PLACE_SHIPS)
    if on_menu(offered, ADD_CARD) and wars_of(s, seat) != 0 and plan_draft(s, t, seat, TIE_BREAKERS):
        return np.int64(ADD_CARD)
    if on_menu(offered, ATTACK) and open_attacks(s, seat) < 2:
        wanted = prizes(s, t, seat)
        if plan_attack(s, t, seat, wanted if wanted != 0 else ALL_PROVINCES, 0.5, 0.5, 0, 9) > -20.0:
            return np.int64(ATTACK)
    if on_menu(offered, BUY):
        sailing = s.tokens_left[VP_MASTER] > 0 and s.ship_stock[seat] == 0
        if plan_purchase(s, t, seat, 9, 1 if sailing else 0):
            return np.int64(BUY)
    return np.int64(-1)


# --- ships -------------------------------------------------------------------------------------------------------------
@compiled
def plan_fleet(s, t, seat):
    """A new sea area for Master of the Sea, else one next to an own war, else the one touching most own provinces."""
    best = -1
    own = seas_with_ships(s, seat)
    reachable = own_seas(s, t, seat)
    mastering = s.tokens_left[VP_MASTER] > 0
    fights = wars(s) & (s.own[seat] | attacked_by(s, seat))
    for sea in range(MAX_SEAS):
        if not has(reachable, sea):
            continue
        value = count(t.coast[sea] & s.own[seat]) + 6 * count(t.coast[sea] & fights)
        if mastering and not has(own, sea):
            value += 40
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = sea
    return best


@rule
def ships_owned(s, t, seat):
    """Ships in stock and on the board: all but those still to be bought."""
    return t.start_ships + t.supply_ships - s.ship_supply[seat]


@rule
def new_sea_within_reach(s, t, seat):
    """Whether ships could go to a sea area without own ships."""
    return own_seas(s, t, seat) & ~seas_with_ships(s, seat) != 0


# --- carrying a plan out -------------------------------------------------------------------------------------------------
@rule
def offered_or_first(legal, code):
    """The planned code, or the first on offer if a later rule took it away."""
    for option in legal:
        if option == code:
            return np.int64(code)
    return np.int64(legal[0])


@compiled
def carry_out(s, t, legal, seat, style, wishes):
    """Every decision after the choice of an action, and those of the set-up."""
    phase = s.phase
    plan = s.memory[seat]
    if phase in (PAY_FOOD, PAY_STONE, PAY_GOLD):
        return pay(s, t, legal, seat, style)
    if phase in (ATK_ORIGIN, PAY_SHIP, PLAY_SHIP, BUILD_TOOL, BUILD_CARD):
        return max(cheapest(s, t, legal, seat, style), np.int64(legal[0]) if legal[0] >= PROV else np.int64(-1))
    if phase == PLAY_ARMY:
        return send(s, t, legal, seat, style)
    if phase in (ATK_TARGET, PLACE_PROV, WAR_PROV, BUILD_SITE, MARAUD_PROV):
        return offered_or_first(legal, PROV + plan[M_PLACE])
    if phase in (MERC_PROV, WD_PROV):
        return offered_or_first(legal, PROV + plan[M_PLACE])
    if phase == ATK_ROUTE:
        return offered_or_first(legal, ROUTE + plan[M_ROUTE])
    if phase in (ROAD_END, MOVE_TO):
        return offered_or_first(legal, PROV + plan[M_SECOND])
    if phase == MARAUD_OWNER:
        return offered_or_first(legal, PLAYER + plan[M_SECOND])
    if phase in (MERC_COUNT, MOVE_COUNT):
        return offered_or_first(legal, COUNT + plan[M_NUMBER])
    if phase in (WD_ARMIES, WD_MERCS, WDS_COUNT):
        return np.int64(legal[len(legal) - 1])
    if phase in (SHIP_SEA, WDS_SEA):
        return offered_or_first(legal, SEA + plan[M_PLACE])
    if phase == BUY_BUNDLE:
        return offered_or_first(legal, BUNDLE + plan[M_NUMBER])
    if phase == ADD_PICK:
        return planned_or_wished(legal, plan[M_CARD], wishes)
    if phase in (RESERVE_PICK, WAREHOUSE_PICK):
        return store(s, t, legal, seat, style)
    if phase in (DISCARD_PICK, COUNSEL_PICK):
        return give_up(s, t, legal, seat, style)
    if phase == THIN_PICK:
        return thin(s, t, legal, seat, style)
    if phase == BONUS_VP:
        return np.int64(NO if hands_over(s, t, seat, bonus_card(s)) else YES)
    if phase == SCRIBE_SOURCE:
        return np.int64(FROM_CARD if ahead(s, t, seat) >= 0 else FROM_POOL)
    if phase == ALCHEMY:
        return np.int64(ALCH_2TO3 if can_alchemize(s, 2) else ALCH_1TO2)
    if phase == MOVE_FROM:
        return np.int64(STOP) if s.amount > 0 else offered_or_first(legal, PROV + plan[M_PLACE])
    if phase == MYSTIC_PICK:
        return offered_or_first(legal, max(np.int64(0), wanted_from_discard(s, t, seat, style)))
    if phase == PHILOSOPHER_PICK:
        return wished(legal, wishes)
    return settle(s, t, legal, seat)  # DRAFT_DISCARD, CITADEL_SITE


@rule
def planned_or_wished(legal, code, wishes):
    """The planned card, or the most wanted one when the plan is barred."""
    for option in legal:
        if option == code:
            return np.int64(code)
    return wished(legal, wishes)


@rule
def wished(legal, wishes):
    for place in wishes:
        for option in legal:
            if option == PROGRESS_CARD + place:
                return np.int64(option)
    return np.int64(legal[0])


@compiled
def send(s, t, legal, seat, style):
    """ARMY STOP: the smallest card that reaches the strength of the plan, else the largest; stop when it is reached."""
    if s.armed:
        return cheapest(s, t, legal, seat, style)
    missing = s.memory[seat, M_GOAL] - strength(s, t, seat, s.target) - s.amount
    if s.amount > 0 and missing <= 0:
        return np.int64(STOP)
    best = np.int64(-1)
    least = np.int64(1) << 40
    wild = False
    for option in legal:
        wild |= option == ARM_WILD
        if option >= PROV:
            continue
        symbols = army_symbols(t, np.int64(option))
        cost = keep(s, t, seat, np.int64(option), style)
        cost += 1000 * symbols if symbols >= missing else 10000 - 1000 * symbols
        if cost < least:
            least = cost
            best = np.int64(option)
    if wild and (best < 0 or lowest_keep_at_hand(s, t, seat, style) + 10 <= keep(s, t, seat, best, style)):
        return np.int64(ARM_WILD)
    return best if best >= 0 else np.int64(STOP)


@compiled
def store(s, t, legal, seat, style):
    """The card most worth storing, until nothing is."""
    best = best_to_store(s, t, seat, style)
    if best > 0:
        return best % 128
    last = np.int64(legal[len(legal) - 1])
    return last if last == STOP else cheapest(s, t, legal, seat, style)


@compiled
def give_up(s, t, legal, seat, style):
    """CYCLE: cards of little worth from the hand, four at most."""
    code = cheapest_in_hand(s, t, seat, style)
    last = np.int64(legal[len(legal) - 1])
    limit = s.memory[seat, M_NUMBER] if s.phase == DISCARD_PICK else LOW
    if last == STOP and (s.amount >= 4 or code < 0 or keep(s, t, seat, code, style) > limit):
        return np.int64(STOP)
    return code if code >= 0 else np.int64(legal[0])


@compiled
def thin(s, t, legal, seat, style):
    """The card least worth keeping in the deck, never Build, Army or the last of a resource."""
    best = np.int64(-1)
    least = np.int64(1) << 40
    for option in legal:
        if option >= PROV:
            break
        worth = deck_worth(s, t, seat, np.int64(option), style)
        if worth < least:
            least = worth
            best = np.int64(option)
    last = np.int64(legal[len(legal) - 1])
    if last == STOP and least > LOW:
        return np.int64(STOP)
    return best


@compiled
def deck_worth(s, t, seat, code, style):
    """What a card is worth for the deck as a whole."""
    worth = keep(s, t, seat, code, style)
    if code < PROGRESS_CARD:
        deck = s.hand[seat, 0] | s.draw[seat, 0] | s.discard[seat, 0] | s.reserve[seat, 0]
        for kind in range(ARMY):
            if has(t.sym0[kind], code) and count(deck & t.sym0[kind]) <= (1 if kind == FOOD else 2):
                worth += 40
        if has(s.city | s.castle, code):
            worth += 2
    elif t.army_symbols[code - PROGRESS_CARD] == 2 or bit(code - PROGRESS_CARD) & t.build_cards:
        worth += 60
    return worth


@rule
def worth_thinning(s, t, seat, style):
    """Cards at hand that the deck does better without."""
    number = 0
    for word in range(2):
        rest = available(s, word)
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            number += deck_worth(s, t, seat, code, style) <= LOW
    return number


@compiled
def settle(s, t, legal, seat):
    """SETUP: the citadel among own provinces in rough terrain; cards of the loneliest provinces are given back."""
    citadel = s.phase == CITADEL_SITE
    best = np.int64(legal[0])
    most = -99
    for option in legal:
        p = np.int64(option - PROV if citadel else option)
        friends = count(neighbours(t, p) & s.own[seat])
        if citadel:
            value = 2 * friends + has(t.rough, p)
        else:
            value = -2 * friends - (3 if count(t.sym0[symbol_of(t, p)] & s.own[seat]) == 1 else 0)
        if value > most:
            most = value
            best = np.int64(option)
    return best


@rule
def symbol_of(t, p):
    for kind in range(ARMY):
        if has(t.sym0[kind], p):
            return kind
    return ARMY


@rule
def best_building_token(s, t, seat):
    """The larger of what a city, a castle or a road would bring."""
    city = token_worth(s, t, seat, VP_CITY, 0)
    castle = token_worth(s, t, seat, VP_CASTLE, 0)
    return max(city, castle, token_worth(s, t, seat, VP_STREETS, 0))
