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
from simcore.games.mythotopia.cards import (
    all_owned,
    available,
    capacity,
    hand_count,
    has_room,
    in_reserve,
    owner_of,
    reserve_count,
)
from simcore.games.mythotopia.completion import bonus_card, bonus_gold
from simcore.games.mythotopia.names import PROGRESS
from simcore.games.mythotopia.payment import WILD, army_symbols, most_gold, wild_ready
from simcore.games.mythotopia.routes import network, reach, route_food, route_ships
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
    B_LEVIES,
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
    N_VP,
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
    SHIP,
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
from simcore.games.mythotopia.tokens import empty_cards, leader, settle_tokens, sources, victory_points
from simcore.games.mythotopia.war import (
    BY_END_OF_GAME,
    army_places,
    attacked_by,
    blank_copy,
    clear_winner,
    end_war,
    resolve_all_wars,
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

LOW = 30  # cards worth no more than this are given up first
STUCK = 56  # ... and no more than this when nothing can be done with the hand
PRECIOUS = 60  # cards worth so much are not sent as armies or paid while others serve
AT_WORK = 140  # a Reserve ability in the reserve
NEEDED = 25  # how much dearer a card with armies is while an attack or a reinforcement is being paid
COLLECTED = 75  # a card for a building that has to come, see `keep`
ABILITY_STORED = 60  # what storing a Reserve ability is worth, more than any other card
CAUTION = 1.0  # what each army costs that a holder may be expected to answer with beyond those at hand
CLEAR_LEAD = 6  # points ahead that a single conquest by the rival does not turn
TOO_DEAR = 8  # a province of a player is not worth more strength than this


def wish_list(*cards):
    """Progress cards by name, most wanted first."""
    return np.array([PROGRESS.index(card) for card in cards])


# For wars that nobody can win, and for prizes out of reach.
TIE_BREAKERS = wish_list("Hero", "Marauders", "Cavalry", "Mercenary", "Limes", "Diplomat")
ROADS_TO_PRIZES = wish_list("Portal", "Ship", "General", "Army")


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
def neutral_provinces(s):
    return ALL_PROVINCES & ~all_owned(s)


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
def of_aggressors(s, seat):
    """Provinces of the players who attack the seat right now."""
    found = s.own[seat] & 0
    for other in range(s.players):
        if other != seat and s.force[other] & s.own[seat] != 0:
            found |= s.own[other]
    return found


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


@rule
def stuck(s):
    """No token was taken for some rounds: the easy ones are gone, and without more the game does not end."""
    return s.rounds - s.last_token_round >= 4


# --- who could end the game, and with which conquests ----------------------------------------------------------------
@compiled
def hands_over(s, t, seat, card):
    """Whether a token of this card would empty the last card that the end needs, for a rival who could then declare it."""
    if s.tokens_left[card] != 1 or empty_cards(s) + 1 != t.end_empty_cards:
        return False
    copy = blank_copy()
    copy[0] = s
    copy[0].tokens[seat, t.token_value[card, 0]] += 1
    copy[0].tokens_left[card] = 0
    return rival_wins_at_the_end(copy[0], t, seat)


@compiled
def war_hands_over(s, t, seat, p, winner):
    """The same for the end of a war and the tokens that it brings."""
    if empty_cards(s) + 1 != t.end_empty_cards:
        return False
    copy = blank_copy()
    copy[0] = s
    end_war(copy[0], t, p, winner, BY_END_OF_GAME)
    settle_tokens(copy[0], t, False)
    return empty_cards(copy[0]) >= t.end_empty_cards and rival_wins_at_the_end(copy[0], t, seat)


@rule
def rival_wins_at_the_end(copy, t, seat):
    """Whether another seat has strictly the most points when all wars of this copy are resolved (MYT-143, MYT-144)."""
    resolve_all_wars(copy, t)
    first = leader(copy, t)
    return first >= 0 and first != seat


@compiled
def worth_a_village(s, t, seat):
    """Provinces to which a village may go: all, but for a clear leader who needs his last ones to end the game.

    For him only those whose conquest empties the cards that are missing. Wars that he has opened elsewhere take
    villages too.
    """
    if ahead(s, t, seat) < CLEAR_LEAD:
        return np.int64(ALL_PROVINCES)
    missing = t.end_empty_cards - empty_cards(s)
    for card in range(N_VP):
        if s.tokens_left[card] > 0 and emptied_in_peace(s, seat, card):
            missing -= 1
    needed = 0
    places = np.int64(0)
    counted = np.int64(0)
    for _ in range(missing):
        least = 99
        cheapest_card = np.int64(-1)
        for card in range(N_VP):
            conquests = conquests_to_empty(s, t, seat, card)
            if conquests < least and not has(counted, card):
                least = conquests
                cheapest_card = np.int64(card)
        if cheapest_card < 0:
            break
        needed += least
        counted |= bit(cheapest_card)
        places |= prize_places(s, t, seat, cheapest_card)
    spare = s.village_stock[seat] - count(attacked_by(s, seat) & ~places) - needed
    return np.int64(ALL_PROVINCES) if spare > 0 or needed == 0 else places


@rule
def emptied_in_peace(s, seat, card):
    """Whether the seat can empty a card alone and without conquests."""
    left = s.tokens_left[card]
    if card in (VP_CITY, VP_GUILDED):
        return left <= s.city_stock[seat]
    if card == VP_CASTLE:
        return left <= s.castle_supply
    if card in (VP_STREETS, VP_INNS):
        return left <= s.road_supply
    return card in (VP_PATRONAGE, VP_MASTER)


@rule
def conquests_to_empty(s, t, seat, card):
    """Conquests with which the seat can empty a card, 99 if it cannot."""
    places = prize_places(s, t, seat, card)
    number = count(places) if card == VP_LORD else np.int64(s.tokens_left[card])
    return number if 0 < number <= count(places) else np.int64(99)


@rule
def prize_places(s, t, seat, card):
    """Provinces whose conquest brings a token of this card, or for an island a part of one."""
    found = np.int64(0)
    if s.tokens_left[card] == 0:
        return found
    if card == VP_DRAGONS:
        found = s.dragon
    elif card == VP_RUNESTONES:
        found = s.runestone
    elif card == VP_CITADEL:
        found = s.citadel
    elif card == VP_SPOILS:
        found = rivals_of(s, seat)
    elif card == VP_LORD:
        for island in range(2):
            if s.lord_left[island]:
                found |= t.islands[island]
    return found & ~s.own[seat]


@compiled
def prizes(s, t, seat):
    """Provinces whose conquest brings a token."""
    found = np.int64(0)
    for card in range(N_VP):
        found |= prize_places(s, t, seat, card)
    return found


# --- cards at hand ---------------------------------------------------------------------------------------------------
@rule
def at_work(s, seat):
    """Reserve abilities that lie in the reserve."""
    return s.reserve[seat, 1] & RESERVE_ABILITIES


@rule
def cards_to_play(s, seat):
    """Cards in hand and reserve but for Reserve abilities at work."""
    return count(available(s, 0)) + count(available(s, 1) & ~at_work(s, seat))


@rule
def in_hand(s, seat, code):
    if code < PROGRESS_CARD:
        return has(s.hand[seat, 0], code) == 1
    return has(s.hand[seat, 1], code - PROGRESS_CARD) == 1


@rule
def ability_to_store(s, seat):
    """Whether a Reserve ability waits in the hand."""
    return s.hand[seat, 1] & RESERVE_ABILITIES != 0


@compiled
def supply_without(s, t, kind, kept):
    """Units of a resource that the cards at hand supply without spending these cards of word 1."""
    word0, word1 = available(s, 0), available(s, 1) & ~np.int64(kept)
    total = count(word0 & t.sym0[kind]) + count(word1 & t.sym1[kind])
    if wild_ready(s, kind, available(s, 1)):
        total += 1
    return min(total, count(word0) + count(word1))


@rule
def spare_gold(s, t):
    """Gold that the cards at hand supply without spending a Reserve ability."""
    return supply_without(s, t, GOLD, RESERVE_ABILITIES)


@rule
def gold_beside_stone(s, t):
    """Cards at hand that show gold and are not needed as stones; one of them may have to be the site card."""
    return count(available(s, 0) & t.sym0[GOLD]) + count(available(s, 1) & t.sym1[GOLD] & ~t.sym1[STONE])


@rule
def stones_beside_work(s, t, seat, kind):
    """Whether a building can be paid without a Reserve ability at work; a city is worth one, for the room it brings."""
    stones = t.castle_stone if kind == BUILD_CASTLE else t.road_stone
    return kind == BUILD_CITY or supply_without(s, t, STONE, at_work(s, seat)) >= stones


@compiled
def army_cards(s, t, seat):
    """Armies that could be sent with the cards at hand, up to the stock; Hero and Reserve abilities at work stay."""
    word0, word1 = available(s, 0), available(s, 1)
    total = count(word0 & t.sym0[ARMY]) + symbols_of(t, word1 & ~(at_work(s, seat) | B_HERO))
    if wild_ready(s, ARMY, word1):
        total += 1
    return min(total, np.int64(s.army_stock[seat]))


@rule
def symbols_of(t, cards1):
    """Army symbols on cards of word 1."""
    total = np.int64(0)
    rest = cards1 & t.sym1[ARMY]
    while rest != 0:
        total += t.army_symbols[lowest(rest)]
        rest &= rest - 1
    return total


@compiled
def answer(s, t, rival):
    """Armies with which a rival may be expected to answer an attack: what hand and reserve may show, up to his stock.

    What is in hand and draw pile together is known (MYT-210), so the hand shows its share of the symbols.
    """
    hidden1 = s.hand[rival, 1] | s.draw[rival, 1]
    hidden0 = s.hand[rival, 0] | s.draw[rival, 0]
    symbols = count(hidden0 & t.sym0[ARMY]) + symbols_of(t, hidden1)
    cards = max(count(hidden0) + count(hidden1), np.int64(1))
    shown = count(s.reserve[rival, 0] & t.sym0[ARMY])
    shown += symbols_of(t, s.reserve[rival, 1] & ~np.int64(RESERVE_ABILITIES))
    if in_reserve(s, rival, B_LEVIES):
        shown += 1
    return min(1.0 * s.army_stock[rival], shown + symbols * hand_count(s, rival) / cards)


# --- the value of a card ---------------------------------------------------------------------------------------------
@compiled
def keep(s, t, seat, code):
    """What it is worth to keep a card instead of spending it; a Reserve ability at work most of all.

    When the table is stuck and a building would bring a token, the cards for it are collected and all others go.
    """
    value = usual_worth(s, t, seat, code)
    if not stuck(s) or best_building_token(s, t, seat) == 0 or not in_hand(s, seat, code):
        return value
    return COLLECTED if for_building(t, code) else min(value, STUCK)


@rule
def for_building(t, code):
    """Build, stone, and General as site card."""
    if code < PROGRESS_CARD:
        return has(t.sym0[STONE], code) == 1
    card = bit(code - PROGRESS_CARD)
    return card & (t.build_cards | t.sym1[STONE] | B_GENERAL) != 0


@rule
def usual_worth(s, t, seat, code):
    if code < PROGRESS_CARD:
        value = 26
        if has(t.sym0[STONE], code):
            value += 7
        if has(t.sym0[ARMY], code):
            value += 6
        if neighbours(t, code) & ~s.own[seat] != 0:
            value += 2
        return value
    place = code - PROGRESS_CARD
    card = bit(place)
    if card & t.build_cards:
        return 60
    if place >= START_BIT:
        if t.army_symbols[place] > 0:
            return 55
        if card & t.res1:
            return 45
        return 38 if s.ship_stock[seat] + s.ship_supply[seat] > 0 else 10  # ships guard every coast of their sea area
    value = 40
    if card & (B_GENERAL | B_HERO | B_PORTAL):
        value = 70
    elif card & B_ARMY:
        value = 55
    elif card & B_MARKET:
        value = 48
    elif card & (B_PROVIDENCE | B_COUNSELLOR | B_MYSTIC):
        value = 50
    if card & RESERVE_ABILITIES:
        value = 65 if s.hand[seat, 1] & card else AT_WORK
    return value


@rule
def price(s, t, seat, code):
    """What it costs to pay with a card: more than its keeping when the action under way may need its armies."""
    fighting = s.kind == ATTACK or s.kind == PLACE_ARMIES
    armed = fighting and s.phase != PLAY_ARMY and army_symbols(t, code) > 0
    return keep(s, t, seat, code) + (NEEDED if armed else 0)


@compiled
def cheapest(s, t, legal, seat):
    """The card on offer that is least worth keeping: hand before reserve, then the smaller code; -1 if none.

    A plain card in a full reserve goes first while a Reserve ability waits for its place.
    """
    best = np.int64(-1)
    least = np.int64(1) << 40
    stored = 1
    if ability_to_store(s, seat) and not has_room(s, t, seat):
        stored = -40
    for code in legal:
        if code >= PROV:
            break
        value = 2 * price(s, t, seat, np.int64(code)) + (0 if in_hand(s, seat, code) else stored)
        if value < least:
            least = value
            best = np.int64(code)
    return best


@compiled
def cheapest_of(s, t, seat, cards0, cards1):
    """The card that costs least to pay with among a set of cards; -1 if there is none."""
    best = np.int64(-1)
    least = np.int64(1) << 40
    for word in range(2):
        rest = cards0 if word == 0 else cards1
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            value = price(s, t, seat, code)
            if value < least:
                least = value
                best = code
    return best


@rule
def cheapest_in_hand(s, t, seat):
    """The hand card that is least worth keeping; -1 if the hand is empty."""
    return cheapest_of(s, t, seat, s.hand[seat, 0], s.hand[seat, 1])


@rule
def any_card(s, t, seat, kind):
    """The card least worth keeping among those that do not show the symbol themselves; -1 if none."""
    return cheapest_of(s, t, seat, available(s, 0) & ~t.sym0[kind], available(s, 1) & ~t.sym1[kind])


@rule
def saves(s, t, seat, kind, code):
    """Whether a once-per-turn effect spends a card worth clearly less than the printed one."""
    other = any_card(s, t, seat, kind)
    return other >= 0 and price(s, t, seat, other) + 10 <= price(s, t, seat, code)


@compiled
def low_cards(s, t, seat, limit):
    """Hand cards worth no more than `limit`."""
    number = 0
    for word in range(2):
        rest = s.hand[seat, word]
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            number += keep(s, t, seat, code) <= limit
    return number


@compiled
def store_worth(s, t, seat, code):
    """STORE: Reserve abilities first, then the cards that plans wait for; 0 = leave it in hand."""
    if code < PROGRESS_CARD:
        if has(t.sym0[STONE], code):
            return 12
        if has(t.sym0[ARMY], code):
            return 8
        return 0
    card = bit(code - PROGRESS_CARD)
    if card & RESERVE_ABILITIES:
        return ABILITY_STORED
    if card & t.build_cards:
        return 20
    if card & (B_HERO | B_PORTAL | B_GENERAL):
        return 18
    if t.army_symbols[code - PROGRESS_CARD] == 2:
        return 15
    return 0


@compiled
def best_to_store(s, t, seat):
    """The hand card most worth storing, as worth * 128 + code; 0 if none. Room stays for all Reserve abilities owned."""
    best = np.int64(0)
    abilities = (s.hand[seat, 1] | s.draw[seat, 1] | s.discard[seat, 1]) & RESERVE_ABILITIES
    crowded = capacity(s, t, seat) - reserve_count(s, seat) <= count(abilities)
    for word in range(2):
        rest = s.hand[seat, word]
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            worth = store_worth(s, t, seat, code)
            if worth >= ABILITY_STORED or (worth > 0 and not crowded):
                best = max(best, worth * 128 + code)
    return best


@compiled
def deck_worth(s, t, seat, code):
    """What a card is worth for the deck as a whole."""
    worth = keep(s, t, seat, code)
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
def worth_thinning(s, t, seat):
    """Cards at hand that the deck does better without."""
    number = 0
    for word in range(2):
        rest = available(s, word)
        while rest != 0:
            code = lowest(rest) + word * PROGRESS_CARD
            rest &= rest - 1
            number += deck_worth(s, t, seat, code) <= LOW
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


@rule
def conquest_value(s, t, seat, p):
    """What winning p is worth: the gain, and half of what the holder loses; without a village only that."""
    loss = 0.5 * t.province_vp if owner_of(s, p) >= 0 else 0.0
    if s.village_stock[seat] == 0:
        return loss
    return loss + conquest_gain(s, t, seat, p)


@rule
def needed_above(s):
    """How far an attack must come above the others at the end of the war: Hero at hand wins a tie too (MYT-178)."""
    return 0 if available(s, 1) & B_HERO else 1


@rule
def relief(s, t, seat, p):
    """What it is worth to get the armies bound in a war back: something only when hardly any are left to send."""
    if s.army_stock[seat] > (5 if stuck(s) else 1):
        return 0.0
    return 0.4 * s.armies[seat, p]


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
def open_attacks(s, seat):
    return count(attacked_by(s, seat))


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
        if value > best and not war_hands_over(s, t, seat, p, winner):
            best = value
            s.memory[seat, M_PLACE] = p
    return best


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
    """REINFORCE: an own attack that armies at hand can win; with `slow` also one that they only bring nearer.

    A holder who can be expected to answer again makes it worth less, unless it goes slowly anyway.
    """
    best = 0.0
    rest = attacked_by(s, seat) & places_for_armies(s, t)
    if rest == 0 or cards_to_play(s, seat) < t.reinforce_food + 1:
        return best
    armies = army_cards(s, t, seat)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        threat = strongest_other(s, t, p, seat)
        gap = threat + needed_above(s) - strength(s, t, seat, p)
        holder = owner_of(s, p)
        if gap <= 0 or (threat > TOO_DEAR and holder >= 0):
            continue
        value = 0.0
        if gap <= armies:
            value = conquest_value(s, t, seat, p) - 0.3 * gap
            if holder >= 0 and not slow:
                value -= CAUTION * max(0.0, answer(s, t, holder) - (armies - gap))
        elif slow and armies > 0:
            value = 0.5
        if value > best:
            best = value
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_GOAL] = threat + needed_above(s)
    return best


@compiled
def plan_attack(s, t, seat, among, rival_bonus, leader_bonus, patience):
    """TARGET: the best province to attack now among a set, with its route; the score, or -99.

    rival_bonus, leader_bonus   further worth of weakening a rival, and of weakening the leader
    patience                    armies that may still be missing

    What a rival loses is shared among all who profit from it. Against him the armies go as far above his defence as he
    may be expected to answer, where they suffice; what is missing lowers the score.
    """
    best = -99.0
    armies = army_cards(s, t, seat)
    if armies == 0:
        return best
    first = leader(s, t)
    open_to_attack = among & attackable(s)
    if s.village_stock[seat] == 0:  # MYT-108: a conquest only hurts the holder
        open_to_attack &= all_owned(s)
    else:
        open_to_attack &= worth_a_village(s, t, seat)
    hungry = supply_without(s, t, FOOD, at_work(s, seat)) < t.attack_food
    cards = cards_to_play(s, seat)
    for route in range(ROUTE_PORTAL + 1):
        rest = targets(s, t, route) & open_to_attack if open_to_attack != 0 else np.int64(0)
        while rest != 0:
            p = lowest(rest)
            rest &= rest - 1
            holder = owner_of(s, p)
            threat = strongest_other(s, t, p, seat)
            enough = threat + needed_above(s) - support(s, t, seat, p)
            need = max(np.int64(0), enough - armies)
            if need > patience:
                continue
            gain = conquest_gain(s, t, seat, p) if s.village_stock[seat] > 0 else np.int64(0)
            score = gain - 1.5 * need - 0.3 * threat
            margin = 0
            if holder >= 0:
                reply = answer(s, t, holder)
                spare = armies - enough
                score += rival_bonus + t.province_vp / (s.players - 1)
                score -= CAUTION * max(0.0, reply - max(spare, np.int64(0)))
                margin = min(spare, np.int64(reply + 0.5)) if spare > 0 else np.int64(0)
                if holder == first:
                    score += leader_bonus
            if route in (ROUTE_HILL, ROUTE_SEA2, ROUTE_PORTAL):
                score -= 0.5
            elif route == ROUTE_SEA1:
                score -= 0.1
            if hungry or cards < 2 + route_food(t, route) + route_ships(route):  # a Reserve ability at work must serve
                score -= 4.0
            if score > best:
                best = score
                s.memory[seat, M_PLACE] = p
                s.memory[seat, M_ROUTE] = route
                s.memory[seat, M_GOAL] = max(np.int64(1), enough + margin) + support(s, t, seat, p)
    return best


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


# --- buildings -------------------------------------------------------------------------------------------------------
@rule
def best_building_token(s, t, seat):
    """The largest token that a city, a castle or a road of the seat would bring, as far as there are pieces."""
    best = np.int64(0)
    if s.city_stock[seat] > 0:
        best = max(best, token_worth(s, t, seat, VP_CITY, 0))
    if s.castle_supply > 0:
        best = max(best, token_worth(s, t, seat, VP_CASTLE, 0))
    if s.road_supply > 0:
        best = max(best, token_worth(s, t, seat, VP_STREETS, 0))
    return best


@rule
def building_worth(s, t, seat, kind):
    """Tokens of a building: its own, and with gold to spare that of Guilded City or Roadside Inns (MYT-168)."""
    card = VP_CITY + kind - BUILD_CITY
    if hands_over(s, t, seat, card) or not stones_beside_work(s, t, seat, kind):
        return np.int64(0)
    worth = token_worth(s, t, seat, card, 0)
    if kind != BUILD_CASTLE and gold_beside_stone(s, t) > 1:
        worth += token_worth(s, t, seat, VP_GUILDED if kind == BUILD_CITY else VP_INNS, 0)
    return np.int64(worth)


@rule
def plan_building(s, t, seat, kind):
    """The site for a building; True if there is one."""
    if kind == BUILD_CITY:
        return plan_city(s, t, seat)
    if kind == BUILD_CASTLE:
        return plan_castle(s, t, seat)
    return plan_road(s, t, seat)


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
def plan_castle(s, t, seat):
    """The site where it saves a province, else with most rival neighbours; cities first."""
    best = -99
    rest = castle_sites(s, t)
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        value = 2 * exposure(s, t, seat, p) + (3 if has(s.city, p) else 0)
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


# --- ships -----------------------------------------------------------------------------------------------------------
@rule
def ships_owned(s, t, seat):
    """Ships in stock and on the board: all but those still to be bought."""
    return t.start_ships + t.supply_ships - s.ship_supply[seat]


@rule
def new_sea_within_reach(s, t, seat):
    """Whether ships could go to a sea area without own ships."""
    return own_seas(s, t, seat) & ~seas_with_ships(s, seat) != 0


@compiled
def plan_fleet(s, t, seat):
    """A new sea area for Master of the Sea, else one next to an own war, else the one touching most own provinces."""
    best = -1
    own = seas_with_ships(s, seat)
    reachable = own_seas(s, t, seat)
    mastering = s.tokens_left[VP_MASTER] > 0 and not hands_over(s, t, seat, VP_MASTER)
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


@compiled
def plan_ship_card(s, t, seat):
    """A Ship card for a deck that has none: the own start card, or that of the display; True if there is one."""
    deck = s.hand[seat, 1] | s.draw[seat, 1] | s.discard[seat, 1] | s.reserve[seat, 1]
    if deck & t.sym1[SHIP] or spare_gold(s, t) < t.card_gold:
        return False
    found = (s.display | (s.aside[seat] & ~s.thinned_now[1])) & t.sym1[SHIP]
    if found == 0:
        return False
    s.memory[seat, M_CARD] = PROGRESS_CARD + lowest(found)
    return True


# --- deck and gold ---------------------------------------------------------------------------------------------------
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
    armed = t.sym1[ARMY] if s.army_stock[seat] > 0 else np.int64(0)  # Army cards rather send two than buy one
    gold = min(most_gold(s, t, 6), supply_without(s, t, GOLD, RESERVE_ABILITIES | armed))
    armies = max(np.int64(0), min(np.int64(armies_wanted - s.army_stock[seat]), np.int64(s.army_supply[seat])))
    ships = max(np.int64(0), min(np.int64(ships_wanted), np.int64(s.ship_supply[seat])))
    ships = min(ships, gold // t.ship_gold, 3)
    armies = min(armies, (gold - ships * t.ship_gold) // t.army_gold, 8)
    s.memory[seat, M_NUMBER] = 4 * armies + ships
    return armies + ships > 0


@rule
def patronage(s, t, seat, offered):
    """Whether patronage is possible with gold to spare, and does not hand the game over."""
    possible = on_menu(offered, PATRONAGE) and spare_gold(s, t) >= t.patronage_gold
    return possible and not hands_over(s, t, seat, VP_PATRONAGE)


# --- free actions ----------------------------------------------------------------------------------------------------
@compiled
def plan_free(s, t, seat, offered):
    """FREE: the free action worth taking now, or -1."""
    if on_menu(offered, PROVIDENCE):
        return np.int64(PROVIDENCE)
    if on_menu(offered, MILITIA):
        return np.int64(MILITIA)
    if on_menu(offered, PHILOSOPHER):
        return np.int64(PHILOSOPHER)
    if on_menu(offered, WAREHOUSE) and best_to_store(s, t, seat) > 0:
        return np.int64(WAREHOUSE)
    if on_menu(offered, COUNSELLOR) and low_cards(s, t, seat, LOW) >= 2:
        s.memory[seat, M_NUMBER] = LOW
        return np.int64(COUNSELLOR)
    if on_menu(offered, MARAUDERS) and plan_marauders(s, t, seat, 0):
        return np.int64(MARAUDERS)
    if on_menu(offered, MERCENARY) and plan_mercenaries(s, t, seat):
        return np.int64(MERCENARY)
    if on_menu(offered, MYSTIC) and spare_gold(s, t) > 0 and wanted_from_discard(s, t, seat) >= 0:
        return np.int64(MYSTIC)
    if on_menu(offered, ROAD_MOVE) and plan_march(s, t, seat):
        return np.int64(ROAD_MOVE)
    return np.int64(-1)


@compiled
def plan_marauders(s, t, seat, short):
    """An army whose removal saves or wins a war of the seat, else one of a large army of the leader.

    The removal may leave an own attack so many armies `short`.
    """
    rest = wars(s) & (s.own[seat] | attacked_by(s, seat))
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        gap = strongest_other(s, t, p, seat) - strength(s, t, seat, p)
        defending = has(s.own[seat], p)
        wanted = np.int64(1) if defending else 1 - needed_above(s)
        if not wanted <= gap <= wanted + (0 if defending else short):
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
        needed = gap if has(s.own[seat], p) else gap + needed_above(s)
        if 0 < needed <= hired:
            s.memory[seat, M_PLACE] = p
            s.memory[seat, M_NUMBER] = needed
            return True
    return False


@compiled
def wanted_from_discard(s, t, seat):
    """A card of the own discard pile worth a gold: Build when none is at hand, Portal, an Army; -1 if none."""
    pile = s.discard[seat, 1]
    tools = pile & t.build_cards
    if tools != 0 and available(s, 1) & t.build_cards == 0:
        return PROGRESS_CARD + lowest(tools)
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


# --- the frame of a turn ---------------------------------------------------------------------------------------------
@compiled
def routine(s, t, legal, seat, wishes):
    """All that every strategy does alike: smaller decisions, WIN, FINISH, FREE, the end of a turn; -1 = choose an action."""
    if s.phase != MAIN:
        return carry_out(s, t, legal, seat, wishes)
    offered = menu(legal)
    if on_menu(offered, END_GAME):
        return np.int64(END_GAME)
    if on_menu(offered, END_WAR) and plan_finish(s, t, seat) > 0:
        return np.int64(END_WAR)
    free = plan_free(s, t, seat, offered)
    if free >= 0:
        return free
    return np.int64(END_TURN) if s.actions_left == 0 else deny(s, t, seat, offered)


@compiled
def deny(s, t, seat, offered):
    """A war that takes points from a rival who could end the game at once, since the end counts open wars; or -1."""
    if empty_cards(s) < t.end_empty_cards:
        return np.int64(-1)
    threatened = np.int64(0)
    for other in range(s.players):
        if other != seat and would_win(s, t, other):
            threatened |= s.own[other]
    if threatened == 0:
        return np.int64(-1)
    reinforced = on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, True) > 0.5
    if reinforced and has(threatened, s.memory[seat, M_PLACE]):
        return np.int64(PLACE_ARMIES)
    if on_menu(offered, ATTACK) and plan_attack(s, t, seat, threatened, 0.0, 0.0, 0) > -99.0:
        return np.int64(ATTACK)
    return np.int64(-1)


@compiled
def protect(s, t, seat, offered, least, margin):
    """DEFEND where it is worth at least so much: by a castle that brings a token too, by armies, by Diplomat; or -1."""
    castle = on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0) > 0
    if castle and plan_castle(s, t, seat) and castle_saves(s, t, seat, s.memory[seat, M_PLACE]):
        return np.int64(BUILD_CASTLE)
    if on_menu(offered, PLACE_ARMIES) and plan_defence(s, t, seat, margin) >= least:
        return np.int64(PLACE_ARMIES)
    if rescue(s, t, seat, offered):
        return np.int64(DIPLOMAT)
    return np.int64(-1)


@compiled
def build(s, t, seat, offered, first, second, third):
    """The kind of building that brings the most tokens, the earlier one when equal, with its site; or -1."""
    best = np.int64(-1)
    most = np.int64(0)
    for kind in (first, second, third):
        worth = building_worth(s, t, seat, kind) if on_menu(offered, kind) else np.int64(0)
        if worth > most:
            most = worth
            best = np.int64(kind)
    return best if best >= 0 and plan_building(s, t, seat, best) else np.int64(-1)


@compiled
def sail(s, t, seat, offered, guarded, fleet):
    """Ships to where they guard at least so many own provinces or serve a war; one is bought when none is left; or -1."""
    if on_menu(offered, PLACE_SHIPS) and plan_fleet(s, t, seat) >= guarded:
        return np.int64(PLACE_SHIPS)
    short_of_ships = s.ship_stock[seat] == 0 and ships_owned(s, t, seat) < fleet
    if on_menu(offered, BUY) and short_of_ships and plan_purchase(s, t, seat, 0, 1):
        return np.int64(BUY)
    return np.int64(-1)


@compiled
def improve(s, t, seat, offered, wishes, most_cards, few_armies, armies):
    """DRAFT while fewer than `most_cards` were added, then BUY armies when so few are left; or -1."""
    if on_menu(offered, ADD_CARD) and cards_added(s, seat) < most_cards and plan_draft(s, t, seat, wishes):
        return np.int64(ADD_CARD)
    if on_menu(offered, BUY) and s.army_stock[seat] <= few_armies and plan_purchase(s, t, seat, armies, 0):
        return np.int64(BUY)
    return np.int64(-1)


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
    if on_menu(offered, ADD_CARD) and s.tokens_left[VP_MASTER] > 0 and plan_ship_card(s, t, seat):
        return np.int64(ADD_CARD)
    if on_menu(offered, ADD_CARD) and wars_of(s, seat) != 0 and plan_draft(s, t, seat, TIE_BREAKERS):
        return np.int64(ADD_CARD)
    reaching = s.village_stock[seat] > 0 and prizes(s, t, seat) != 0
    if on_menu(offered, ADD_CARD) and reaching and plan_draft(s, t, seat, ROADS_TO_PRIZES):
        return np.int64(ADD_CARD)
    if on_menu(offered, ATTACK) and open_attacks(s, seat) < 2:
        wanted = prizes(s, t, seat)
        if plan_attack(s, t, seat, wanted if wanted != 0 else ALL_PROVINCES, 0.0, 0.5, 9) > -20.0:
            return np.int64(ATTACK)
    if on_menu(offered, BUY):
        sailing = s.tokens_left[VP_MASTER] > 0 and s.ship_stock[seat] == 0
        if plan_purchase(s, t, seat, 9, 1 if sailing else 0):
            return np.int64(BUY)
    return np.int64(-1)


@compiled
def last_things(s, t, seat, offered):
    """Late goals, small gains, STORE, CYCLE, PASS: what to do with an action that the plan has no use for."""
    code = late_goals(s, t, seat, offered)
    if code >= 0:
        return code
    if on_menu(offered, ALCHEMIST):
        return np.int64(ALCHEMIST)
    if on_menu(offered, RESERVE) and best_to_store(s, t, seat) > 0:
        return np.int64(RESERVE)
    if recall(s, t, seat, offered):
        return np.int64(WITHDRAW_ARMIES)
    if low_cards(s, t, seat, LOW) > 0:
        return cycle(s, seat, offered, LOW)
    if on_menu(offered, MARAUDERS) and plan_marauders(s, t, seat, 1):  # rather than discarding it
        return np.int64(MARAUDERS)
    if low_cards(s, t, seat, STUCK) > 0:
        return cycle(s, seat, offered, STUCK)
    if hand_count(s, seat) >= t.hand_size:  # a full hand without use would draw nothing new
        return cycle(s, seat, offered, AT_WORK)
    return np.int64(PASS)


@rule
def cycle(s, seat, offered, limit):
    """CYCLE: give up hand cards worth no more than `limit`, by Counsellor if possible."""
    s.memory[seat, M_NUMBER] = limit
    return np.int64(COUNSELLOR if on_menu(offered, COUNSELLOR) else DISCARD)


# --- carrying a plan out ---------------------------------------------------------------------------------------------
@compiled
def carry_out(s, t, legal, seat, wishes):
    """Every decision after the choice of an action, and those of the set-up."""
    phase = s.phase
    plan = s.memory[seat]
    if phase in (PAY_FOOD, PAY_STONE, PAY_GOLD):
        return pay(s, t, legal, seat)
    if phase in (ATK_ORIGIN, PAY_SHIP, PLAY_SHIP, BUILD_TOOL, BUILD_CARD):
        return max(cheapest(s, t, legal, seat), np.int64(legal[0]) if legal[0] >= PROV else np.int64(-1))
    if phase == PLAY_ARMY:
        return send(s, t, legal, seat)
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
        return store(s, t, legal, seat)
    if phase in (DISCARD_PICK, COUNSEL_PICK):
        return give_up(s, t, legal, seat)
    if phase == THIN_PICK:
        return thin(s, t, legal, seat)
    if phase == BONUS_VP:
        paid = supply_without(s, t, GOLD, at_work(s, seat)) >= bonus_gold(s, t)
        return np.int64(YES if paid and not hands_over(s, t, seat, bonus_card(s)) else NO)
    if phase == SCRIBE_SOURCE:
        return np.int64(
            FROM_CARD if ahead(s, t, seat) >= 0 and not hands_over(s, t, seat, s.queue[0, 1]) else FROM_POOL
        )
    if phase == ALCHEMY:
        return np.int64(ALCH_2TO3 if can_alchemize(s, 2) else ALCH_1TO2)
    if phase == MOVE_FROM:
        return np.int64(STOP) if s.amount > 0 else offered_or_first(legal, PROV + plan[M_PLACE])
    if phase == MYSTIC_PICK:
        return offered_or_first(legal, max(np.int64(0), wanted_from_discard(s, t, seat)))
    if phase == PHILOSOPHER_PICK:
        return wished(legal, wishes)
    return settle(s, t, legal, seat)  # DRAFT_DISCARD, CITADEL_SITE


@rule
def offered_or_first(legal, code):
    """The planned code, or the first on offer if a later rule took it away."""
    for option in legal:
        if option == code:
            return np.int64(code)
    return np.int64(legal[0])


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
def pay(s, t, legal, seat):
    """Pay with the card least worth keeping; modifiers only where they save something or nothing else serves."""
    kind = s.phase - PAY_FOOD
    if s.armed == WILD:
        return offered_or_first(legal, max(np.int64(0), any_card(s, t, seat, kind)))
    code = cheapest(s, t, legal, seat)
    last = legal[len(legal) - 1]
    first_modifier = np.int64(-1)
    for option in legal:
        if option >= ARM_WILD:
            first_modifier = np.int64(option)
            break
    if code < 0:
        return np.int64(last if last == ARM_MERCHANT and first_modifier < 0 else first_modifier)
    if first_modifier == ARM_WILD and saves(s, t, seat, kind, code):
        return np.int64(ARM_WILD)
    return code


@compiled
def send(s, t, legal, seat):
    """ARMY STOP: the smallest card that reaches the strength of the plan, else the largest; stop when it is reached."""
    if s.armed:
        return offered_or_first(legal, max(np.int64(0), any_card(s, t, seat, ARMY)))
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
        cost = keep(s, t, seat, np.int64(option))
        cost += 1000 * symbols if symbols >= missing else 10000 - 1000 * symbols
        if cost % 1000 >= PRECIOUS:
            cost += 20000
        if cost < least:
            least = cost
            best = np.int64(option)
    if wild and (best < 0 or (army_symbols(t, best) == 1 and saves(s, t, seat, ARMY, best))):
        return np.int64(ARM_WILD)
    at_work = best >= 0 and keep(s, t, seat, best) >= AT_WORK
    return np.int64(STOP) if s.amount > 0 and (best < 0 or at_work) else best


@compiled
def store(s, t, legal, seat):
    """The card most worth storing, until nothing is."""
    best = best_to_store(s, t, seat)
    if best > 0:
        return best % 128
    last = np.int64(legal[len(legal) - 1])
    return last if last == STOP else cheapest(s, t, legal, seat)


@compiled
def give_up(s, t, legal, seat):
    """CYCLE: cards of little worth from the hand, four at most; a plain stored card when an ability waits for its room."""
    code = cheapest_in_hand(s, t, seat)
    if np.int64(legal[len(legal) - 1]) != STOP:
        return code if code >= 0 else np.int64(legal[0])
    if s.amount < 4 and code >= 0 and keep(s, t, seat, code) <= s.memory[seat, M_NUMBER]:
        return code
    if ability_to_store(s, seat) and not has_room(s, t, seat):
        stored = cheapest(s, t, legal, seat)
        if stored >= 0 and keep(s, t, seat, stored) < AT_WORK and not in_hand(s, seat, stored):
            return stored
    return np.int64(STOP)


@compiled
def thin(s, t, legal, seat):
    """The card least worth keeping in the deck, never Build, Army or the last of a resource."""
    best = np.int64(-1)
    least = np.int64(1) << 40
    for option in legal:
        if option >= PROV:
            break
        worth = deck_worth(s, t, seat, np.int64(option))
        if worth < least:
            least = worth
            best = np.int64(option)
    last = np.int64(legal[len(legal) - 1])
    if last == STOP and least > LOW:
        return np.int64(STOP)
    return best


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
