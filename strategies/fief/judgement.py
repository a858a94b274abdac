"""What the strategies of fief share: paying, posting people, choosing buildings, judging fights, marching.

Every function answers with an action code, or -1 when it sees nothing to do. Costs and values are in tenths of a unit.
"""

from simcore.games.fief.bits import BIT, UNIT, count, lowest, total, units
from simcore.games.fief.economy import (
    are_allied,
    attached_anywhere,
    available_at,
    buildings_on,
    enemies_of,
    guards_of,
    has_building,
    is_guarded,
    location_of,
    loose_at_home,
    partner_of,
    place_exists,
    place_of,
    side_prestige,
    sum_over,
    troops_fed,
)
from simcore.games.fief.ending import side_key
from simcore.games.fief.movement import destinations, is_neutral
from simcore.games.fief.payment import (
    SPECIALISTS,
    pledge_units,
    surcharge,
    usable_help,
    usable_people,
    usable_places,
    wild_units,
)
from simcore.games.fief.state import (
    ABILITY,
    ARCHER,
    ARCHERS,
    ARTIST,
    ARTISTS,
    AT_ARCHER,
    AT_BONUS,
    AT_BUREAUCRAT,
    AT_DAMAGE,
    AT_DEFEND,
    AT_DESTINATION,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_GROUP,
    AT_MAIN,
    AT_MERCHANT_FROM,
    AT_MOVE_DESTINATION,
    AT_PAY,
    AT_PLEDGE,
    AT_PRIEST,
    AT_SUPPLY,
    AT_SUPPORT,
    AT_TARGET,
    BUILD,
    BUREAUCRAT,
    BUREAUCRATS,
    CHARACTER_DECK,
    DECK,
    DEST,
    DROP,
    ENERGY,
    EXCHANGE,
    EXTRA_CARD,
    FIRST_SPECIALIST,
    FOOD,
    GOLD,
    GROUP,
    HAND,
    HOLD,
    INFANTRY,
    KIND_MASK,
    KIND_OF,
    KINDS,
    KNIGHT,
    KNIGHTS,
    LABOUR,
    LANDSCAPE_DECK,
    LOC,
    LOCATIONS,
    LOOSE,
    MERCHANT,
    MERCHANTS,
    MILITARY_DECK,
    NONE,
    PASS,
    PAY_BUILDING,
    PLACES,
    PLAY,
    PLEDGE,
    PRIEST,
    PRIESTS,
    REMOVE,
    RES,
    SEATS,
    SOLDIER,
    STONE,
    STONE_CITY,
    TAP,
    TAP_PARTNER,
    TARGET_GROUP,
    TARGET_PLACE,
    TOWER,
    TROOP,
    WAR,
    WORKER,
)
from simcore.games.fief.war import DEFENCE, attack_of, civil_buildings, room_of, stone_on
from simcore.kernels.jit import compiled, rule

# What a strategy remembers between its decisions.
PLAN_PLACES, PLAN_PEOPLE, PLAN_LABOURERS, PLAN_BUREAUCRATS, PLAN_ARTIST, PLAN_HAND, PLAN_GOLD, PLAN_HELP = range(8)
POST, MARCH, FORMATION = 8, 9, 10
RESERVE = 11  # loose troops that must stay untapped at home
PLAN_TRADES = 12
WALLS = 13  # turn in which everybody was sent to guard the landscapes
OWN = 14  # the first slot that a strategy uses for itself

IMPOSSIBLE = 1 << 20
PEACEFUL, WARLIKE, EXPERT = range(3)  # hand cards that a player keeps: no fighters, fighters, specialists
ONE_ARMY, SINGLES = 0, 1
CITY_FALLS = 1000
FIGHTERS_ATTACK = 2  # a troop with this attack or more counts as a fighter


@compiled
def has(legal, code):
    found = False
    for each in legal:
        found |= each == code
    return found


@compiled
def first_between(legal, low, high):
    """The first legal code in low..high-1, or -1."""
    found = NONE
    for each in legal:
        if found < 0 and low <= each < high:
            found = int(each)
    return found


# --- paying -------------------------------------------------------------------------------------------------


@compiled
def plan_payment(s, t, seat, need, reserved, building, cards):
    """The cheapest way to pay `need`; remembers it and returns its price.

    All sets of useful places are tried; what they lack comes from loose people, bureaucrats, an artist, exchange,
    merchants and, at last, hand cards. Hand cards are dear, then specialists; every unit that is tapped counts, needed or not.
    """
    memory = s.memory[seat]
    places = usable_places(s, seat, reserved)
    people = usable_people(s, t, seat)
    free = spare_people(s, seat)
    labourers = min(count(people & t.makers[LABOUR] & ~SPECIALISTS), free)
    golden = min(count(people & t.makers[GOLD]), free)
    traders = min(count(people & MERCHANTS), free)
    bureaucrats = count(people & BUREAUCRATS) if building else 0
    artists = count(people & ARTISTS)
    idle = count(people & t.makers[LABOUR] & SPECIALISTS)
    wild = wild_units(t, cards, 0)
    gift = UNIT[0] & 0
    taken = 0
    helped = usable_help(s, t, seat)
    if helped:
        partner = partner_of(t, seat)
        for place in range(PLACES):
            if (helped >> place) & 1:
                made = pledge_units(s, t, partner, place)
                for resource in range(4):
                    if units(made, resource) > 0 and units(need, resource) > units(gift, resource):
                        taken |= 1 << place
                if (taken >> place) & 1:
                    gift += made
    useful = 0
    for place in range(PLACES):
        if (places >> place) & 1:
            made = s.place_units[seat, place]
            for resource in range(4):
                n = units(made, resource)
                if n > 0 and (units(need, resource) > 0 or n >= t.exchange_in):
                    useful |= 1 << place
    best = IMPOSSIBLE
    for chosen in range(1 << PLACES):
        if chosen & ~useful:
            continue
        have = gift
        tapped = 0
        for place in range(PLACES):
            if (chosen >> place) & 1:
                have += s.place_units[seat, place]
                tapped += 1
        missing = 0
        sets = 0
        over = 0
        over_gold = 0
        missing_gold = 0
        missing_labour = 0
        for resource in range(4):
            lack = units(need, resource) - units(have, resource)
            if lack > 0:
                missing += lack
                if resource == GOLD:
                    missing_gold = lack
                elif resource == LABOUR:
                    missing_labour = lack
            else:
                sets += -lack // t.exchange_in
                over -= lack
                if resource == GOLD:
                    over_gold = -lack
        by_people = min(missing_labour, labourers)
        by_gold = min(missing_gold, golden)
        missing -= by_people + by_gold
        cuts = 0
        if missing > 0 and bureaucrats > 0 and t.bureaucrat_cut > 0:
            cuts = min(bureaucrats, (missing + t.bureaucrat_cut - 1) // t.bureaucrat_cut)
            missing = max(0, missing - cuts * t.bureaucrat_cut)
        artist_place = NONE
        if missing > 0 and artists > 0:
            gain = 0
            for place in range(PLACES):
                if (chosen >> place) & 1:
                    more = 0
                    for resource in range(4):
                        lack = units(need, resource) - units(have, resource)
                        if lack > 0:
                            more += min(lack, units(s.place_doubled[seat, place], resource))
                    if more > gain:
                        gain = more
                        artist_place = place
            missing = max(0, missing - gain)
        spare = min(max(0, missing_labour - by_people), min(missing, idle - cuts - (1 if artist_place >= 0 else 0)))
        spare = max(0, spare)
        missing -= spare
        exchanged = min(missing, sets)
        missing -= exchanged
        trades = min(traders - by_gold, min(over - exchanged * t.exchange_in, missing))
        if trades > 0:
            doubles = min(trades, over_gold) if exchanged == 0 else 0
            trades = min(trades, max(1, missing - doubles * (t.merchant_gold_out - 1)))
            missing = max(0, missing - trades - min(trades, doubles) * (t.merchant_gold_out - 1))
        trades = max(0, trades)
        if missing > wild:
            continue
        price = 40 * missing + 20 * (cuts + trades + (1 if artist_place >= 0 else 0)) + 12 * (spare + by_gold)
        price += 5 * total(have) + 2 * tapped + 7 * by_people
        if price < best:
            best = price
            memory[PLAN_PLACES] = chosen
            memory[PLAN_PEOPLE] = by_people
            memory[PLAN_LABOURERS] = spare
            memory[PLAN_BUREAUCRATS] = cuts
            memory[PLAN_ARTIST] = artist_place + 1
            memory[PLAN_HAND] = missing
            memory[PLAN_GOLD] = by_gold
            memory[PLAN_HELP] = taken
            memory[PLAN_TRADES] = trades
    return best


@rule
def price_of_card(s, t, seat, kind):
    """Price of playing a hand card; the plan is remembered."""
    need = t.kind_cost[kind] + surcharge(s, t, seat, kind) * UNIT[GOLD]
    return plan_payment(s, t, seat, need, NONE, False, int(s.hand_cards[seat]) - 1)


@compiled
def try_play(s, t, legal, seat, kind, hand_cards):
    """Play this card if it takes at most so many hand cards."""
    if not has(legal, PLAY + kind) or price_of_card(s, t, seat, kind) >= IMPOSSIBLE:
        return NONE
    return PLAY + kind if s.memory[seat, PLAN_HAND] <= hand_cards else NONE


@rule
def is_for_sale(s, building):
    """Whether a building lies face up on a pile."""
    found = False
    for pile in range(3):
        found |= s.pile_left[pile] > 0 and s.pile_cards[pile, s.pile_left[pile] - 1] == building
    return found


@compiled
def keep_value(s, t, seat, kind, leaning):
    """What a hand card is worth to its owner; the least is discarded first."""
    if kind < WORKER:
        room = int(t.max_landscapes)
        same = 0
        for place in range(1, PLACES):
            if place_exists(s, seat, place):
                room -= 1
                if t.place_resource[s.land[seat, place]] == t.place_resource[kind]:
                    same += 1
        if room <= 0:
            return 0
        if same > 0 and room <= missing_resources(s, t, seat):
            return 2
        return 60 if same == 0 else 25 if same == 1 else 4
    if kind == WORKER:
        return 40 if s.hand[seat, WORKER] <= 3 else 12
    if t.kind_attack[kind] >= FIGHTERS_ATTACK:
        return (
            (24 + 6 * t.kind_attack[kind] - 3 * (t.kind_units[kind] + surcharge(s, t, seat, kind)))
            if leaning == WARLIKE
            else 6
        )
    if t.kind_building[kind] < 0 or has_building(s, seat, t.kind_building[kind]):
        return 30
    return 20 if (kind == BUREAUCRAT or leaning == EXPERT) and is_for_sale(s, t.kind_building[kind]) else 10


@compiled
def cheapest_discard(s, t, legal, seat, resource, leaning):
    best = NONE
    least = IMPOSSIBLE
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0 and has(legal, HAND + 4 * kind + resource):
            value = keep_value(s, t, seat, kind, leaning)
            if value < least:
                least = value
                best = HAND + 4 * kind + resource
    return best


@rule
def adds_what_is_missing(s, made):
    """Whether a production would bring something that the pool still lacks."""
    found = False
    for resource in range(4):
        found |= units(made, resource) > 0 and units(s.pay_need, resource) > units(s.pay_pool, resource)
    return found


@compiled
def pay(s, t, legal, seat, leaning):
    """The next step of a payment: the plan made at its start, then whatever covers what is still missing."""
    memory = s.memory[seat]
    if s.pay_any > 0:
        return pay_any(s, t, legal, seat, leaning)
    fresh = s.pay_pool == 0 and s.pay_armed == 0 and s.pay_hand_used == 0
    if fresh:
        building = s.pay_for == PAY_BUILDING
        plan_payment(s, t, seat, s.pay_need, int(s.pay_place) if building else NONE, building, int(s.hand_cards[seat]))
    if s.pay_armed > 0 and memory[PLAN_ARTIST] > 0:
        code = TAP + memory[PLAN_ARTIST] - 1
        memory[PLAN_PLACES] &= ~(1 << (memory[PLAN_ARTIST] - 1))
        memory[PLAN_ARTIST] = 0
        if has(legal, code):
            return code
    if memory[PLAN_ARTIST] > 0:
        for handle in range(FIRST_SPECIALIST, FIRST_SPECIALIST + 9):
            code = ABILITY + handle - FIRST_SPECIALIST
            if KIND_OF[handle] == ARTIST and has(legal, code):
                return code
        memory[PLAN_ARTIST] = 0
    for place in range(PLACES):
        if (memory[PLAN_HELP] >> place) & 1:
            memory[PLAN_HELP] &= ~(1 << place)
            helps = adds_what_is_missing(s, pledge_units(s, t, partner_of(t, seat), place))
            if helps and has(legal, TAP_PARTNER + place):
                return TAP_PARTNER + place
        if (memory[PLAN_PLACES] >> place) & 1:
            memory[PLAN_PLACES] &= ~(1 << place)
            if has(legal, TAP + place):
                return TAP + place
    code = tap_people(s, t, legal, seat)
    if code >= 0:
        return code
    if memory[PLAN_BUREAUCRATS] > 0:
        memory[PLAN_BUREAUCRATS] -= 1
        for handle in range(FIRST_SPECIALIST, FIRST_SPECIALIST + 9):
            code = ABILITY + handle - FIRST_SPECIALIST
            if KIND_OF[handle] == BUREAUCRAT and has(legal, code):
                return code
    if memory[PLAN_TRADES] > 0:
        memory[PLAN_TRADES] -= 1
        for handle in range(FIRST_SPECIALIST, FIRST_SPECIALIST + 9):
            code = ABILITY + handle - FIRST_SPECIALIST
            if KIND_OF[handle] == MERCHANT and has(legal, code):
                return code
    return cover_the_rest(s, t, legal, seat, leaning)


@rule
def tap_people(s, t, legal, seat):
    """Loose people of the plan: Workers and Priests for labour, Merchants for gold, idle specialists for labour."""
    memory = s.memory[seat]
    chosen = NONE
    for code in legal:
        if chosen >= 0 or code < TROOP or code >= DROP:
            continue
        handle = code - TROOP
        specialist = BIT[handle] & SPECIALISTS != 0
        symbol = t.symbol[KIND_OF[handle]]
        if symbol == LABOUR and not specialist and memory[PLAN_PEOPLE] > 0:
            memory[PLAN_PEOPLE] -= 1
            chosen = int(code)
        elif symbol == GOLD and memory[PLAN_GOLD] > 0:
            memory[PLAN_GOLD] -= 1
            chosen = int(code)
        elif symbol == LABOUR and specialist and memory[PLAN_LABOURERS] > 0:
            memory[PLAN_LABOURERS] -= 1
            chosen = int(code)
    return chosen


@compiled
def cover_the_rest(s, t, legal, seat, leaning):
    """Exchange a surplus, else discard a hand card, for something that is missing; else take any source."""
    for resource in range(4):
        if units(s.pay_need, resource) > units(s.pay_pool, resource):
            for source in range(4):
                spare = units(s.pay_pool, source) - units(s.pay_need, source)
                if spare >= t.exchange_in and has(legal, EXCHANGE + 4 * source + resource):
                    return EXCHANGE + 4 * source + resource
            code = cheapest_discard(s, t, legal, seat, resource, leaning)
            if code >= 0:
                return code
    code = first_between(legal, TAP, ABILITY)
    if code < 0:
        code = first_between(legal, TROOP, DROP)
    return code if code >= 0 else int(legal[0])


@rule
def pay_any(s, t, legal, seat, leaning):
    """Four units of any kind: the smallest place that suffices, else the largest; people, then hand cards."""
    missing = s.pay_any - total(s.pay_pool)
    best = NONE
    best_score = IMPOSSIBLE
    for place in range(PLACES):
        if has(legal, TAP + place):
            made = total(s.place_units[seat, place])
            score = made - missing if made >= missing else 100 - made
            if score < best_score:
                best_score = score
                best = TAP + place
        if has(legal, TAP_PARTNER + place):
            return TAP_PARTNER + place
    if best < 0 and spare_people(s, seat) > 0:
        best = first_between(legal, TROOP, DROP)
    if best < 0:
        best = cheapest_discard(s, t, legal, seat, 0, leaning)
    return best if best >= 0 else int(legal[0])


@rule
def choose_resource(s, t, legal):
    """Merchants give what is too much and take what is missing; bureaucrats cut what is missing."""
    best = int(legal[0])
    best_score = -IMPOSSIBLE
    for code in legal:
        resource = code - RES
        lack = units(s.pay_need, resource) - units(s.pay_pool, resource)
        score = 2 * lack
        if s.phase == AT_MERCHANT_FROM:
            score = -2 * lack + (1 if resource == GOLD else 0)
        if score > best_score:
            best_score = score
            best = int(code)
    return best


@rule
def spare_people(s, seat):
    """Loose troops at home beyond those who must stay untapped."""
    return max(0, count(available_at(s, seat, seat)) - s.memory[seat, RESERVE])


@rule
def idle_units(s, t, seat):
    """What places and loose people could still produce this turn."""
    made = min(count(usable_people(s, t, seat) & t.producers), spare_people(s, seat))
    for place in range(PLACES):
        if place_exists(s, seat, place) and (s.place_tapped[seat] >> place) & 1 == 0:
            made += total(s.place_units[seat, place])
    return made


@rule
def buy_extra_card(s, t, legal, seat, reserve):
    """An extra card from units that would stay unused, unless any card would end the game with a loss."""
    if not has(legal, EXTRA_CARD) or idle_units(s, t, seat) < t.extra_card_cost_any + reserve:
        return NONE
    harmless = False
    for deck in range(3):
        harmless |= s.deck_left[deck] > 0 and not ends_with(s, t, deck)
    return EXTRA_CARD if harmless or verdict(s, t, seat, 0, 1) != LOST else NONE


# --- landscapes, people, buildings ------------------------------------------------------------------------------


@compiled
def landscapes_of(s, seat):
    n = 0
    for place in range(1, PLACES):
        if place_exists(s, seat, place):
            n += 1
    return n


@compiled
def places_making(s, t, seat, resource):
    n = 0
    for place in range(1, PLACES):
        if place_exists(s, seat, place) and t.place_resource[s.land[seat, place]] == resource:
            n += 1
    return n


@compiled
def missing_resources(s, t, seat):
    """How many of food, energy and gold no landscape makes yet."""
    n = 0
    for resource in (FOOD, ENERGY, GOLD):
        if places_making(s, t, seat, resource) == 0:
            n += 1
    return n


@compiled
def landscape_wish(s, t, seat, kind, military):
    """How much the fief needs this landscape: food, energy and gold once each, then a second food place.

    A slot is kept free for every resource that is still missing, unless food runs short.
    """
    resource = t.place_resource[kind]
    there = places_making(s, t, seat, resource)
    hungry = resource == FOOD and count(s.owned[seat]) + 1 > troops_fed(s, t, seat)
    if there > 0 and not hungry and t.max_landscapes - landscapes_of(s, seat) <= missing_resources(s, t, seat):
        return 0
    if resource == LABOUR:
        return 35 if there == 0 else 10
    if there == 0:
        return 100 if resource == FOOD else 80 if resource == ENERGY else 75 if not military else 60
    if resource == FOOD:
        return 50 if there == 1 else 5
    return 45 if there == 1 else 15


@compiled
def make_room(s, t, legal, seat):
    """Remove a landscape that is there twice when the hand holds one of a resource that is missing."""
    if landscapes_of(s, seat) < t.max_landscapes:
        return NONE
    wanted = False
    for kind in range(WORKER):
        if s.hand[seat, kind] > 0 and places_making(s, t, seat, t.place_resource[kind]) == 0:
            wanted = True
    if not wanted:
        return NONE
    for place in range(PLACES - 1, 0, -1):
        twice = place_exists(s, seat, place) and places_making(s, t, seat, t.place_resource[s.land[seat, place]]) > 1
        bare = twice and s.building[seat, place, 0] < 0
        if bare and has(legal, REMOVE + place - 1) and plan_payment(s, t, seat, UNIT[LABOUR] * 1, NONE, False, 0) < 40:
            return REMOVE + place - 1
    return NONE


@compiled
def play_landscape(s, t, legal, seat, hand_cards, military):
    """The most wanted landscape of the hand."""
    best = NONE
    best_wish = 0
    for kind in range(WORKER):
        if has(legal, PLAY + kind):
            wish = landscape_wish(s, t, seat, kind, military)
            if wish > best_wish:
                best_wish = wish
                best = kind
    return try_play(s, t, legal, seat, best, hand_cards) if best >= 0 else NONE


@compiled
def post_value(s, t, seat, place, helper, danger):
    """Why a loose troop should stand on a place: to raise its yield, and to guard it."""
    kind = int(s.land[seat, place])
    value = 0
    if helper and count(guards_of(s, seat, place) & t.helpers) < t.place_slots[kind]:
        resource = t.place_resource[kind]
        value = 9 if resource in (ENERGY, GOLD) else 8 if resource == LABOUR else 5
        if resource == FOOD and count(s.owned[seat]) + 2 > troops_fed(s, t, seat):
            value = 24 if s.hand[seat, WORKER] > 0 else 14
        elif (s.place_tapped[seat] >> place) & 1:
            value -= 3
    if place > 0 and not is_guarded(s, seat, place):
        value += 4 + 7 * buildings_on(s, seat, place) + (6 if danger else 0)
    return value


@compiled
def free_slots(s, t, seat):
    """Helpers whom the places still want, beyond those who stand loose at home."""
    slots = -count(loose_at_home(s, seat) & t.helpers & ~SPECIALISTS)
    for place in range(PLACES):
        if place_exists(s, seat, place):
            slots += max(0, t.place_slots[s.land[seat, place]] - count(guards_of(s, seat, place) & t.helpers))
    return slots


@compiled
def employ(s, t, legal, seat, who, danger):
    """Send a loose troop of `who` to the place that needs it most."""
    idle = loose_at_home(s, seat) & ~s.tapped & who
    while idle:
        handle = lowest(idle)
        idle &= ~BIT[handle]
        if not has(legal, TROOP + handle):
            continue
        helper = BIT[handle] & t.helpers != 0
        best = 0
        post = NONE
        for place in range(PLACES):
            if place_exists(s, seat, place):
                value = post_value(s, t, seat, place, helper, danger)
                if value > best:
                    best = value
                    post = place
        if post >= 0:
            s.memory[seat, POST] = post
            return TROOP + handle
    return NONE


@rule
def prestige_gain(s, t, seat, building):
    return t.duplicate_prestige if has_building(s, seat, building) else t.building_prestige[building]


@compiled
def site_value(s, t, seat, place, building):
    """The city is safest, then guarded places; a military building protects what it stands on."""
    value = 10 if place == 0 else 6 if is_guarded(s, seat, place) else 0
    if building >= TOWER:
        return (
            4 * buildings_on(s, seat, place)
            + (0 if place == 0 else 6)
            - (0 if place == 0 else 2 * is_guarded(s, seat, place))
        )
    resource = t.place_resource[s.land[seat, place]]
    return value + (3 if resource in (ENERGY, GOLD) else 1)


@compiled
def building_price(s, t, legal, seat, pile):
    """The best site for the top of a pile: its price; code and hand cards in memory slots POST and PLAN_HAND."""
    best = IMPOSSIBLE
    code_of_best = NONE
    hand_of_best = 0
    building = int(s.pile_cards[pile, s.pile_left[pile] - 1])
    for place in range(PLACES):
        code = BUILD + 5 * pile + place
        if has(legal, code):
            price = plan_payment(s, t, seat, t.building_cost[building], place, True, int(s.hand_cards[seat]))
            if price < IMPOSSIBLE:
                price -= 2 * site_value(s, t, seat, place, building)
                if price < best:
                    best = price
                    code_of_best = code
                    hand_of_best = int(s.memory[seat, PLAN_HAND])
    s.memory[seat, POST] = code_of_best
    s.memory[seat, PLAN_HAND] = hand_of_best
    return best


@compiled
def best_building(s, t, legal, seat, hand_cards, taste):
    """Buy the building with the most prestige for its price; any price if it wins.

    taste  bonus for the ten buildings, two bits each: 1 liked, 2 wanted, 3 wanted even as a copy
    """
    best = NONE
    best_value = 0
    for pile in range(3):
        if s.pile_left[pile] == 0 or first_between(legal, BUILD + 5 * pile, BUILD + 5 * pile + 5) < 0:
            continue
        building = int(s.pile_cards[pile, s.pile_left[pile] - 1])
        gain = prestige_gain(s, t, seat, building)
        liking = (taste >> (2 * building)) & 3
        if (gain == 0 and liking < 3) or (is_last_building(s, t) and verdict(s, t, seat, gain, 0) == LOST):
            continue
        price = building_price(s, t, legal, seat, pile)
        if price >= IMPOSSIBLE:
            continue
        wins = side_prestige(s, t, seat) + gain >= t.target
        if s.memory[seat, PLAN_HAND] > hand_cards and not wins:
            continue
        value = 2000 + 300 * gain + 120 * liking - price + (10000 if wins else 0)
        if value > best_value:
            best_value = value
            best = int(s.memory[seat, POST])
    return best


@compiled
def buy_copy(s, t, legal, seat):
    """A second copy without hand cards: when no pile shows anything new, the next card is turned up, and it yields.

    From a rival who would win with it a copy is kept for up to two hand cards.
    """
    rival = leading_opponent(s, t, seat)
    best = NONE
    least = IMPOSSIBLE
    for pile in range(3):
        if s.pile_left[pile] == 0:
            continue
        building = int(s.pile_cards[pile, s.pile_left[pile] - 1])
        if prestige_gain(s, t, seat, building) > 0:
            return NONE
        if s.pile_left[pile] == 1 or first_between(legal, BUILD + 5 * pile, BUILD + 5 * pile + 5) < 0:
            continue
        price = building_price(s, t, legal, seat, pile)
        wins = rival >= 0 and side_prestige(s, t, rival) + prestige_gain(s, t, rival, building) >= t.target
        if price < IMPOSSIBLE and s.memory[seat, PLAN_HAND] <= (2 if wins else 0):
            price -= 500 if wins else 0
            if price < least:
                least = price
                best = int(s.memory[seat, POST])
    return best


@compiled
def spend_the_rest(s, t, legal, seat, reserve):
    """What is left of the turn: a Worker for a place that wants one, a copy that turns up the next building, an extra card."""
    code = try_play(s, t, legal, seat, WORKER, 0) if free_slots(s, t, seat) > 0 else NONE
    if code < 0:
        code = buy_copy(s, t, legal, seat)
    if code < 0:
        code = buy_extra_card(s, t, legal, seat, reserve)
    return code


@rule
def play_ready_specialist(s, t, legal, seat, hand_cards):
    """A specialist whose building stands in the fief."""
    best = NONE
    for kind in (BUREAUCRAT, MERCHANT, ARTIST, PRIEST):
        if best < 0 and has_building(s, seat, t.kind_building[kind]):
            best = try_play(s, t, legal, seat, kind, hand_cards)
    return best


# --- drawing ------------------------------------------------------------------------------------------------------


@rule
def deck_or_other(legal, deck):
    """This deck, or another if it is empty."""
    code = DECK + deck
    return code if has(legal, code) else int(legal[0])


@compiled
def hand_of_deck(s, seat, deck):
    n = 0
    if deck == LANDSCAPE_DECK:
        for kind in range(WORKER):
            n += s.hand[seat, kind]
    elif deck == CHARACTER_DECK:
        for kind in range(WORKER, SOLDIER):
            n += s.hand[seat, kind]
    else:
        for kind in range(SOLDIER, KINDS):
            n += s.hand[seat, kind]
    return n


@rule
def on_table(s, t, kind):
    """Copies of a card that lie on the table."""
    n = 0
    for seat in range(t.players):
        n += count(s.owned[seat] & KIND_MASK[kind])
        for place in range(1, PLACES):
            if s.land[seat, place] == kind:
                n += 1
    return n


@compiled
def needs_food_place(s, t, seat):
    """Whether nobody more can be fed, a food place has room (or none is there yet), and the hand holds none."""
    for kind in range(WORKER):
        if t.place_resource[kind] == FOOD and s.hand[seat, kind] > 0:
            return False
    if troops_fed(s, t, seat) == 0:
        return True
    return count(s.owned[seat]) >= troops_fed(s, t, seat) and landscapes_of(s, seat) < t.max_landscapes


@compiled
def lacks_landscape(s, t, seat, wanted):
    """Whether neither table nor hand has the landscapes it takes: one of each resource, `wanted` in all."""
    lands = landscapes_of(s, seat)
    if needs_food_place(s, t, seat):
        return True
    if lands >= t.max_landscapes or (lands >= 2 and hand_of_deck(s, seat, LANDSCAPE_DECK) >= 2):
        return False
    useful = 0
    missing = 0
    for resource in (FOOD, ENERGY, GOLD):
        if places_making(s, t, seat, resource) == 0:
            held = 0
            for kind in range(WORKER):
                if t.place_resource[kind] == resource:
                    held += s.hand[seat, kind]
            useful += held
            if held == 0:
                missing += 1
    if missing > 0:
        return True
    for kind in range(WORKER):
        if places_making(s, t, seat, t.place_resource[kind]) > 0:
            useful += s.hand[seat, kind]
    return lands + useful < wanted


@compiled
def draw_for_household(s, t, legal, seat, wanted_lands, wanted_workers):
    """Arms against a rush; landscapes until there are enough of the right ones, then Workers."""
    fed = landscapes_of(s, seat) >= 2 and troops_fed(s, t, seat) > 0
    if fed and hand_of_deck(s, seat, MILITARY_DECK) < 2 and is_alarmed(s, t, seat):
        return deck_or_other(legal, MILITARY_DECK)
    if lacks_landscape(s, t, seat, wanted_lands):
        return deck_or_other(legal, LANDSCAPE_DECK)
    if s.hand[seat, WORKER] < wanted_workers:
        return deck_or_other(legal, CHARACTER_DECK)
    return NONE


@compiled
def junk(s, t, seat, leaning):
    """Hand cards that are worth more as money."""
    n = 0
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0 and keep_value(s, t, seat, kind, leaning) <= 12:
            n += s.hand[seat, kind] - (3 if kind == WORKER else 0)
    return n


@rule
def purse(s, t, seat, leaning):
    """Hand cards that a building may take: one, or two of many, and all that are worth more as money."""
    return (2 if s.hand_cards[seat] > 6 else 1) + junk(s, t, seat, leaning)


@rule
def largest_deck(s, legal):
    best = 0
    for deck in range(3):
        if s.deck_left[deck] > s.deck_left[best]:
            best = deck
    return deck_or_other(legal, best)


@rule
def smallest_deck(s, legal):
    best = NONE
    for deck in range(3):
        if s.deck_left[deck] > 0 and (best < 0 or s.deck_left[deck] < s.deck_left[best]):
            best = deck
    return deck_or_other(legal, best)


# --- strength and fights --------------------------------------------------------------------------------------------


@rule
def attack_sum(t, mask):
    return sum_over(t.kind_attack, mask)


@rule
def defence_sum(t, mask):
    return sum_over(t.kind_defence, mask)


@compiled
def losses(t, mask, damage):
    """Cost units an army loses to so much damage, if its owner spreads it well and gives up the cheapest."""
    spread = defence_sum(t, mask) - count(mask)
    lost = 0
    while mask and damage > spread:
        cheapest = NONE
        left = mask
        while left:
            handle = lowest(left)
            left &= ~BIT[handle]
            if cheapest < 0 or t.kind_units[KIND_OF[handle]] < t.kind_units[KIND_OF[cheapest]]:
                cheapest = handle
        mask &= ~BIT[cheapest]
        defence = t.kind_defence[KIND_OF[cheapest]]
        damage -= defence
        spread -= defence - 1
        lost += t.kind_units[KIND_OF[cheapest]]
    return lost


@compiled
def place_defence(s, t, owner, place):
    """The damage that must be dealt before anything is left over: guards, military buildings, bonuses."""
    guards = guards_of(s, owner, place)
    defence = defence_sum(t, guards)
    cards = count(guards)
    for stone in range(STONE_CITY):
        if stone_on(s, owner, place, stone):
            defence += t.building_defence[TOWER + stone]
            cards += 1
    if cards > 0 or place == 0:
        defence += civil_buildings(s, owner, place) * t.civil_building_defence
    return defence


@compiled
def place_attack(s, t, owner, place):
    attack = attack_sum(t, guards_of(s, owner, place))
    for stone in range(STONE_CITY):
        if stone_on(s, owner, place, stone):
            attack += t.building_attack[TOWER + stone]
    return attack + (t.city_attack if place == 0 else 0)


@compiled
def place_worth(s, t, owner, place):
    """Cost units that fall with a landscape: 2, and 6 + 4 per prestige point for each building."""
    worth = 2
    for i in range(3):
        building = int(s.building[owner, place, i])
        if building >= 0:
            worth += 6 + 4 * t.building_prestige[building]
    return worth


@compiled
def starving_without(s, t, owner, place):
    """How many troops of its owner a place feeds who would starve without it."""
    fed = troops_fed(s, t, owner) - t.characters_per_food * units(s.place_units[owner, place], FOOD)
    return max(0, count(s.owned[owner]) - fed)


@compiled
def attack_value(s, t, army, attack, owner, place):
    """What an unopposed army gains by attacking a place, less what it loses."""
    defence = place_defence(s, t, owner, place)
    loss = losses(t, army, place_attack(s, t, owner, place))
    if place == 0:
        if attack >= defence + t.city_defence:
            return CITY_FALLS - loss
        return -loss - 1
    guards = sum_over(t.kind_units, guards_of(s, owner, place))
    if attack > defence:
        return place_worth(s, t, owner, place) + 2 * starving_without(s, t, owner, place) + guards - loss
    if attack == defence and defence > 0:
        return guards - loss
    return -loss - 1


@compiled
def best_place_to_attack(s, t, army, owner):
    """The value of the best place for this army."""
    best = -100
    attack = attack_sum(t, army)
    for place in range(PLACES):
        if place_exists(s, owner, place):
            best = max(best, attack_value(s, t, army, attack, owner, place))
    return best


@compiled
def without_strongest(t, army, n):
    """The army without its n strongest troops: those will be blocked."""
    for _ in range(n):
        strongest = NONE
        left = army
        while left:
            handle = lowest(left)
            left &= ~BIT[handle]
            if strongest < 0 or t.kind_attack[KIND_OF[handle]] > t.kind_attack[KIND_OF[strongest]]:
                strongest = handle
        if strongest >= 0:
            army &= ~BIT[strongest]
    return army


@compiled
def war_value(s, t, seat, location, opponent):
    """Expected gain of a war in cost units; the formation that suits it is remembered."""
    s.memory[seat, FORMATION] = ONE_ARMY
    mine = available_at(s, seat, location)
    theirs = s.owned[opponent] & s.at[location]
    if is_neutral(s, location):
        army = s.owned[seat] & s.at[location]
        return losses(t, theirs, attack_sum(t, army)) - losses(t, army, attack_sum(t, theirs))
    blockers = available_at(s, opponent, location)
    if location != opponent:
        # at home, or against another guest: all against all
        fight = blockers if blockers else theirs
        killed = losses(t, fight, attack_sum(t, mine))
        return killed - losses(t, mine, attack_sum(t, fight)) if killed > 0 else -IMPOSSIBLE
    whole = best_place_to_attack(s, t, mine, opponent)
    if blockers == 0:
        if whole < CITY_FALLS // 2 and count(mine) > 1:
            s.memory[seat, FORMATION] = SINGLES
        return whole
    n = count(blockers)
    free = without_strongest(t, mine, n)
    if free and count(mine) > n:
        s.memory[seat, FORMATION] = SINGLES
        blocked = mine & ~free
        lost = losses(t, blocked, attack_sum(t, blockers))
        killed = losses(t, blockers, attack_sum(t, blocked))
        return best_place_to_attack(s, t, free, opponent) + (killed - lost) // 2
    return losses(t, blockers, attack_sum(t, mine)) - losses(t, mine, attack_sum(t, blockers))


@compiled
def declare_war(s, t, legal, seat, least):
    """The best war that promises more than `least`; else the turn ends."""
    best = PASS
    best_value = least
    formation = ONE_ARMY
    for code in legal:
        if code >= WAR:
            location, opponent = (code - WAR) // 4, (code - WAR) % 4
            value = war_value(s, t, seat, location, opponent)
            if value > best_value:
                best_value = value
                best = int(code)
                formation = int(s.memory[seat, FORMATION])
    s.memory[seat, FORMATION] = formation
    return best


@compiled
def fighters(s, t, seat):
    """Own troops with an attack of 2 and more."""
    mask = s.owned[seat] & 0
    left = s.owned[seat] * 1
    while left:
        handle = lowest(left)
        left &= ~BIT[handle]
        if t.kind_attack[KIND_OF[handle]] >= FIGHTERS_ATTACK:
            mask |= BIT[handle]
    return mask


@compiled
def form_group(s, t, legal, seat):
    """One army, or every troop for itself; at home weak people stay out if the fighters suffice."""
    handle = lowest(s.war_pending)
    if has(legal, HOLD) and t.kind_attack[KIND_OF[handle]] < FIGHTERS_ATTACK:
        strong = s.war_pending & fighters(s, t, seat)
        for group in range(s.groups):
            strong |= s.group[group]
        foes = s.owned[s.war_defender] & s.at[seat]
        if attack_sum(t, strong) >= defence_sum(t, foes):
            return HOLD
    if s.memory[seat, FORMATION] == SINGLES:
        return GROUP + min(int(s.groups), 7) if has(legal, GROUP + int(s.groups)) else GROUP
    return GROUP


@compiled
def loss_of_place(s, t, owner, place):
    """What its owner loses with a landscape: cards and buildings, what it yields in two turns, and whom it feeds."""
    yields = total(s.place_units[owner, place])
    return place_worth(s, t, owner, place) + 2 * yields + 2 * starving_without(s, t, owner, place)


@compiled
def group_threat(s, t, group):
    """What an attacking group could do if nobody stops it; the city counts if all free groups together take it."""
    owner = int(s.war_defender)
    attack = attack_sum(t, s.group[group])
    value = 0
    for place in range(1, PLACES):
        if place_exists(s, owner, place) and attack > place_defence(s, t, owner, place):
            value = max(value, loss_of_place(s, t, owner, place))
    free = 0
    for other in range(s.groups):
        if s.opposing[other] == 0:
            free += attack_sum(t, s.group[other])
    if free >= place_defence(s, t, owner, 0) + t.city_defence and s.opposing[group] == 0:
        value = CITY_FALLS
    return value


@compiled
def defend(s, t, legal, seat, spirit):
    """Oppose the most dangerous free group if that saves more than the troop is worth, or if the troop wins.

    spirit  what the defender is ready to lose beyond the gain, in cost units
    """
    handle = lowest(s.war_pending)
    kind = KIND_OF[handle]
    at_home = s.war_location == seat
    best = NONE
    best_value = -IMPOSSIBLE
    for group in range(s.groups):
        army = s.group[group] * 1
        friends = s.opposing[group] | BIT[handle]
        lost = losses(t, friends, attack_sum(t, army)) - losses(t, s.opposing[group], attack_sum(t, army))
        killed = losses(t, army, attack_sum(t, friends)) - losses(t, army, attack_sum(t, s.opposing[group]))
        value = killed - lost
        if at_home and s.opposing[group] == 0:
            value += group_threat(s, t, group)
        if value > best_value:
            best_value = value
            best = group
    if at_home and has(legal, HOLD) and best_value <= -spirit * (1 if t.kind_units[kind] > 0 else 0):
        return HOLD
    return GROUP + best


@compiled
def choose_target(s, t, legal, seat):
    """The target with the best result, together with the groups that already chose it; the city if all can take it."""
    owner = int(s.war_defender)
    army = s.group[s.fight] * 1
    best = PASS
    best_value = -4 if s.war_location == seat else 0  # at home the war is there to drive intruders out
    free = s.owned[0] & 0
    for group in range(s.groups):
        if s.opposing[group] == 0 and (group >= s.fight or s.group_target[group] == TARGET_PLACE):
            free |= s.group[group]
    for code in legal:
        value = -1
        if TARGET_PLACE <= code < TARGET_GROUP:
            place = code - TARGET_PLACE
            together = army
            for group in range(s.groups):
                if s.group_target[group] == code:
                    together |= s.group[group]
            if place == 0:
                together |= free
            attack = attack_sum(t, together)
            value = attack_value(s, t, together, attack, owner, place)
            before = attack_sum(t, together & ~army)
            if place > 0 and before > place_defence(s, t, owner, place):
                value = 0  # already razed by the others
        elif TROOP <= code < DROP:
            kind = KIND_OF[code - TROOP]
            killed = t.kind_units[kind] if attack_sum(t, army) >= t.kind_defence[kind] else 0
            value = killed - losses(t, army, t.kind_attack[kind]) - (10 if killed == 0 else 0)
        elif TARGET_GROUP <= code < STONE:
            others = s.opposing[code - TARGET_GROUP]
            alone = losses(t, others, attack_sum(t, s.group[code - TARGET_GROUP]))
            value = losses(t, others, attack_sum(t, s.group[code - TARGET_GROUP] | army)) - alone - 1
        if value > best_value:
            best_value = value
            best = int(code)
    return best


@rule
def troop_gap(s, t, handle):
    """Damage a troop can still take."""
    return t.kind_defence[KIND_OF[handle]] + s.bonus[handle] - s.damage[handle]


@compiled
def take_damage(s, t, legal):
    """Spread the damage if so nobody dies, else give up the cheapest card."""
    spread = 0
    roomiest = NONE
    most = 1
    cheapest = NONE
    least = IMPOSSIBLE
    for code in legal:
        if code >= STONE:
            building = TOWER + code - STONE
            gap = t.building_defence[building] + s.stone_bonus[code - STONE] - s.stone_damage[code - STONE]
            cost = t.building_units[building] + 10
        else:
            gap = troop_gap(s, t, code - TROOP)
            cost = t.kind_units[KIND_OF[code - TROOP]]
        spread += gap - 1
        if gap > most:
            most = gap
            roomiest = int(code)
        if cost < least:
            least = cost
            cheapest = int(code)
    # identical cards are listed once, so the spread is what the listed cards can surely take
    return roomiest if roomiest >= 0 and s.points_left <= spread else cheapest


@rule
def lend_defence(s, t, legal):
    """Support or bonus for the most valuable card; the city when it is at stake."""
    best = int(legal[0])
    most = -1
    for code in legal:
        if code == STONE + STONE_CITY:
            surplus = attack_of(s, t, int(s.fight), 0) - room_of(s, t, int(s.fight), DEFENCE)
            cost = 100 if surplus >= t.city_defence else 0
        elif code >= STONE:
            cost = t.building_units[TOWER + code - STONE]
        else:
            cost = t.kind_units[KIND_OF[code - TROOP]] - 2 * s.bonus[code - TROOP]
        if cost > most:
            most = cost
            best = int(code)
    return best


@compiled
def shoot(s, t, legal, seat):
    """A shot that kills the most expensive troop, alone or with the own archers still to come; none that would be wasted."""
    volley = t.archer_damage * count(s.war_pending & ARCHERS & s.owned[seat])
    best = PASS
    most = 0
    for code in legal:
        if code >= TROOP:
            gap = troop_gap(s, t, code - TROOP)
            if 0 < gap <= volley and t.kind_units[KIND_OF[code - TROOP]] > most:
                most = t.kind_units[KIND_OF[code - TROOP]]
                best = int(code)
    return best


@compiled
def heal(s, t, legal):
    """A heal that saves the city, a landscape or the most expensive troop."""
    healers = t.priest_heal * count(s.war_pending & PRIESTS)
    best = PASS
    most = 0
    for code in legal:
        if code < TROOP:
            continue
        handle = code - TROOP
        value = 0
        surplus = 0
        for fight in range(s.fights):
            if s.fight_defenders[fight] & BIT[handle]:
                surplus = int(s.surplus[fight, DEFENCE])
                place = int(s.fight_place[fight])
                if place >= 0:
                    needed = t.city_defence + s.stone_bonus[STONE_CITY] if place == 0 else 1
                    if surplus >= needed and surplus - healers < needed:
                        value = 500 if place == 0 else 10 + place_worth(s, t, int(s.war_defender), place)
            elif s.fight_attackers[fight] & BIT[handle]:
                surplus = int(s.surplus[fight, 0])
        gap = troop_gap(s, t, handle)
        if value == 0 and gap <= 0 and surplus - gap + 1 <= healers:
            value = t.kind_units[KIND_OF[handle]]
        if value > most:
            most = value
            best = int(code)
    return best


@compiled
def starve(s, t, legal, seat):
    """Give up the cheapest troop that is no helper on a food place; tapped and distant ones first."""
    best = int(legal[0])
    least = IMPOSSIBLE
    for code in legal:
        handle = code - TROOP
        bit = BIT[handle]
        cost = 10 * t.kind_units[KIND_OF[handle]]
        for place in range(PLACES):
            if s.attached[place] & bit:
                cost += 8
                if bit & t.helpers and t.place_resource[s.land[seat, place]] == FOOD:
                    cost += 40
        if s.tapped & bit:
            cost -= 3
        if s.at[seat] & bit == 0:
            cost -= 4
        if cost < least:
            least = cost
            best = int(code)
    return best


# --- marching ---------------------------------------------------------------------------------------------------------


@rule
def ring_index(location):
    """Fiefs and in-between fiefs in the order of the ring."""
    return 2 * location if location < SEATS else 2 * (location - SEATS) + 1


@rule
def distance(t, a, b):
    """Steps between two locations."""
    length = 2 * int(t.players)
    apart = abs(ring_index(a) - ring_index(b))
    return apart if t.players == 2 else min(apart, length - apart)


@compiled
def march(s, t, legal, seat, who, goal):
    """One step of a troop of `who` towards the goal, if the way is open."""
    for code in legal:
        if code < TROOP or code >= DROP or BIT[code - TROOP] & who == 0:
            continue
        here = location_of(s, code - TROOP)
        if here == goal:
            continue
        near = destinations(s, t, seat, here)
        best = NONE
        for location in range(LOCATIONS):
            if (near >> location) & 1 and distance(t, location, goal) < distance(t, here, goal):
                best = location
        if best >= 0:
            s.memory[seat, MARCH] = best
            return int(code)
    return NONE


@compiled
def can_hurt(s, t, army, other):
    """Whether an army would gain something in a fief though every available defender stops one of it."""
    free = without_strongest(t, army, count(available_at(s, other, other)))
    return free != 0 and best_place_to_attack(s, t, free, other) > 0


@rule
def abroad(s, seat):
    return s.owned[seat] & ~s.at[seat]


@rule
def threat(s, t, seat):
    """Attack of enemies that can stand in the own fief within one turn."""
    return attack_sum(t, foes_near(s, t, seat))


@rule
def intruders(s, t, seat):
    return enemies_of(s, t, seat) & s.at[seat]


@compiled
def weakest_opponent(s, t, seat):
    """Fewest available defenders, then the fewest guards, then the nearest."""
    best = NONE
    best_score = IMPOSSIBLE
    for other in range(t.players):
        if not s.alive[other] or are_allied(t, seat, other):
            continue
        score = 40 * attack_sum(t, available_at(s, other, other)) + 10 * place_defence(s, t, other, 0)
        for place in range(1, PLACES):
            if place_exists(s, other, place):
                score += 3 if is_guarded(s, other, place) else -4
        score += 12 * distance(t, seat, other)
        if score < best_score:
            best_score = score
            best = other
    return best


@compiled
def leading_opponent(s, t, seat):
    """The living opponent with most prestige, the nearest of equals."""
    best = NONE
    best_score = -IMPOSSIBLE
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other):
            score = 10 * s.prestige[other] - distance(t, seat, other)
            if score > best_score:
                best_score = score
                best = other
    return best


# --- decisions that every strategy takes alike -------------------------------------------------------------------------


@compiled
def pledge(s, t, legal, seat, least):
    """Offer the places that give at least `least` units after the fee and hold no Archer or Priest who may be needed."""
    for place in range(PLACES):
        needed_here = guards_of(s, seat, place) & (ARCHERS | PRIESTS)
        if has(legal, PLEDGE + place) and not needed_here and total(pledge_units(s, t, seat, place)) >= least:
            return PLEDGE + place
    return PASS


@compiled
def routine(s, t, legal, seat, leaning, spirit):
    """Payments, hunger, a win that is at hand (the own or a rival's), all decisions within a war; -1 where styles differ."""
    phase = s.phase
    code = NONE
    if phase == AT_PAY:
        code = pay(s, t, legal, seat, leaning)
    elif phase == AT_DESTINATION:
        code = DEST + s.memory[seat, POST] + 1
    elif phase == AT_MOVE_DESTINATION:
        code = LOC + s.memory[seat, MARCH]
    elif AT_MERCHANT_FROM <= phase <= AT_BUREAUCRAT:
        code = choose_resource(s, t, legal)
    elif phase == AT_SUPPLY:
        code = starve(s, t, legal, seat)
    elif phase == AT_PLEDGE:
        code = pledge(s, t, legal, seat, 2)
    elif phase == AT_MAIN:
        code = win_now(s, t, legal, seat)
        if code < 0:
            code = keep_from_rival(s, t, legal, seat)
    elif phase == AT_GROUP:
        code = form_group(s, t, legal, seat)
    elif phase == AT_DEFEND:
        code = defend(s, t, legal, seat, spirit)
    elif phase == AT_TARGET:
        code = choose_target(s, t, legal, seat)
    elif phase in (AT_SUPPORT, AT_BONUS):
        code = lend_defence(s, t, legal)
    elif phase == AT_DAMAGE:
        code = take_damage(s, t, legal)
    elif phase == AT_ARCHER:
        code = shoot(s, t, legal, seat)
    elif phase == AT_PRIEST:
        code = heal(s, t, legal)
    return code


@rule
def come_home(s, t, legal, seat):
    """Strays go home; then the movement ends."""
    code = march(s, t, legal, seat, abroad(s, seat), seat)
    return code if code >= 0 else PASS


@rule
def settled(s, t, legal, seat, code):
    """The code if it is legal, else the first one that is; a card only after a look at the decks."""
    chosen = code if has(legal, code) else int(legal[0])
    if s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
        chosen = mind_the_decks(s, t, legal, seat, chosen)
    return chosen


# --- the end of the game ----------------------------------------------------------------------------------------------

LOST, SHARED, WON = range(3)


@compiled
def verdict(s, t, seat, prestige, cards):
    """How an end by lack of cards would go for a seat with so much more prestige and so many more hand cards (FIEF-140)."""
    mine = side_key(s, t, seat) + (prestige << 20) + cards
    result = WON
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other):
            theirs = side_key(s, t, other)
            if theirs > mine:
                return LOST
            if theirs == mine:
                result = SHARED
    return result


@rule
def ends_with(s, t, deck):
    """Whether the next card of this deck ends the game (FIEF-139)."""
    empty = 1
    for other in range(3):
        if other != deck and s.deck_left[other] == 0:
            empty += 1
    return s.deck_left[deck] == 1 and empty >= t.empty_decks_to_end


@rule
def leaves_the_end(s, t, seat, deck):
    """Whether an opponent could end the game with his next card, and win by it, once a card of this deck is taken."""
    empty = 0
    last_card = False
    for each in range(3):
        left = s.deck_left[each] - (1 if each == deck else 0)
        if left == 0:
            empty += 1
        last_card |= left == 1
    if not last_card or empty + 1 < t.empty_decks_to_end:
        return False
    found = False
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other):
            found = found or verdict(s, t, other, 0, 1) == WON
    return found


@compiled
def mind_the_decks(s, t, legal, seat, wish):
    """The card that ends the game if that wins; none that ends it with a loss or lets an opponent end it, if there is another."""
    few = 0
    for deck in range(3):
        if s.deck_left[deck] <= 2:
            few += 1
    if few < t.empty_decks_to_end:
        return wish
    best = wish
    most = -1
    for code in legal:
        deck = code - DECK
        rank = 6
        if ends_with(s, t, deck):
            rank = 2 * (0, 2, 5)[verdict(s, t, seat, 0, 1)]
        elif leaves_the_end(s, t, seat, deck):
            rank = 2
        if code == wish:
            rank += 1
        if rank > most:
            most = rank
            best = int(code)
    return best


@rule
def is_last_building(s, t):
    return t.end_on_last_building and s.pile_left[0] + s.pile_left[1] + s.pile_left[2] == 1


@compiled
def winning_pile(s, t, seat):
    """The only pile whose open card would win the game for an opponent; -1 for none or several."""
    found = NONE
    for pile in range(3):
        if s.pile_left[pile] == 0:
            continue
        building = int(s.pile_cards[pile, s.pile_left[pile] - 1])
        for other in range(t.players):
            rival = s.alive[other] and not are_allied(t, seat, other)
            if rival and side_prestige(s, t, other) + prestige_gain(s, t, other, building) >= t.target:
                if found >= 0 and found != pile:
                    return NONE
                found = pile
    return found


@compiled
def keep_from_rival(s, t, legal, seat):
    """Buy the only building that would win the game for an opponent, for up to three hand cards."""
    pile = winning_pile(s, t, seat)
    if pile < 0 or is_last_building(s, t) or first_between(legal, BUILD + 5 * pile, BUILD + 5 * pile + 5) < 0:
        return NONE
    cheap = building_price(s, t, legal, seat, pile) < IMPOSSIBLE and s.memory[seat, PLAN_HAND] <= 3
    return int(s.memory[seat, POST]) if cheap else NONE


@compiled
def win_now(s, t, legal, seat):
    """A building that reaches the target, a last building or a last card that leaves everybody behind; else -1."""
    for pile in range(3):
        first = first_between(legal, BUILD + 5 * pile, BUILD + 5 * pile + 5)
        if first < 0:
            continue
        gain = prestige_gain(s, t, seat, int(s.pile_cards[pile, s.pile_left[pile] - 1]))
        if side_prestige(s, t, seat) + gain >= t.target or is_last_building(s, t):
            price = building_price(s, t, legal, seat, pile)
            code = int(s.memory[seat, POST]) if price < IMPOSSIBLE else first
            wins = verdict(s, t, seat, gain, -int(s.memory[seat, PLAN_HAND])) == WON
            if side_prestige(s, t, seat) + gain >= t.target or wins:
                return code
    if has(legal, EXTRA_CARD) and idle_units(s, t, seat) >= t.extra_card_cost_any:
        for deck in range(3):
            if ends_with(s, t, deck) and verdict(s, t, seat, 0, 1) == WON:
                return EXTRA_CARD
    return NONE


# --- seeing danger and meeting it -------------------------------------------------------------------------------------


@compiled
def foes_near(s, t, seat):
    """Enemy troops that can stand in the own fief within one turn."""
    foes = enemies_of(s, t, seat)
    near = foes & s.at[seat]
    for location in range(SEATS, LOCATIONS):
        if (t.adjacent[seat] >> location) & 1:
            near |= foes & s.at[location]
            for fief in range(SEATS):
                if fief != seat and (t.adjacent[location] >> fief) & 1:
                    near |= foes & s.at[fief] & KNIGHTS & ~attached_anywhere(s)
    return near


@compiled
def menace(s, t, seat):
    """The most military cards an opponent has, on the table and in his hand (their number is public, FIEF-10).

    At a table of more than two only those count whose troops are near: the others may have somebody else in mind.
    """
    most = 0
    near = foes_near(s, t, seat)
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other) and (t.players == 2 or s.owned[other] & near):
            most = max(most, hand_of_deck(s, other, MILITARY_DECK) + count(fighters(s, t, other)))
    return most


@compiled
def is_enemy_armed(s, t, seat):
    """Whether an opponent has a fighter on the table."""
    found = False
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other):
            found = found or fighters(s, t, other) != 0
    return found


@compiled
def is_alarmed(s, t, seat):
    """Whether a rush is coming: more enemy fighters near than own ones; in a duel two on the table are enough."""
    near = foes_near(s, t, seat)
    mine = count(fighters(s, t, seat))
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other):
            army = fighters(s, t, other)
            if count(army & near) > mine or (t.players == 2 and count(army) > max(1, mine)):
                return True
    return False


@rule
def is_outgunned(s, t, seat, most):
    """Fewer military cards than the most menacing opponent, up to `most`, and food for them."""
    if troops_fed(s, t, seat) == 0:
        return False
    return hand_of_deck(s, seat, MILITARY_DECK) + count(fighters(s, t, seat)) < min(menace(s, t, seat), most)


@compiled
def blockers_needed(s, t, seat, near):
    """How many loose untapped troops keep the city standing, if each stops the strongest enemy that is left."""
    walls = place_defence(s, t, seat, 0) + t.city_defence
    n = 0
    while near and attack_sum(t, near) >= walls:
        near = without_strongest(t, near, 1)
        n += 1
    return n


@compiled
def call_loose(s, t, legal, seat):
    """Call the cheapest troop from an untapped place; those on food places only if nobody starves."""
    best = NONE
    least = 1000
    for code in legal:
        if TROOP <= code < DROP:
            place = place_of(s, code - TROOP)
            if place >= 0:
                cost = t.kind_units[KIND_OF[code - TROOP]] - 2 * t.kind_attack[KIND_OF[code - TROOP]] + 10
                if t.place_resource[s.land[seat, place]] == FOOD:
                    cost += 3 if count(s.owned[seat]) + 2 <= troops_fed(s, t, seat) else 1000
                if cost < least:
                    least = cost
                    best = int(code)
    s.memory[seat, POST] = LOOSE
    return best


@compiled
def call_up(s, t, legal, seat, hand_cards):
    """Play a fighter for the defence: a Soldier for so many hand cards, the others only for cards that are of no other use.

    The surcharge for a missing building is paid only when enemies are near.
    """
    code = try_play(s, t, legal, seat, SOLDIER, hand_cards)
    spare = min(hand_cards, junk(s, t, seat, WARLIKE))
    urgent = foes_near(s, t, seat) != 0
    for kind in (INFANTRY, KNIGHT, ARCHER):
        if code < 0 and (urgent or surcharge(s, t, seat, kind) == 0):
            code = try_play(s, t, legal, seat, kind, spare)
    return code


@compiled
def call_anybody(s, t, legal, seat, hand_cards):
    """Play somebody who can stand in the way, whoever it is and nearly whatever it costs."""
    code = NONE
    for kind in (WORKER, SOLDIER, INFANTRY, PRIEST, ARCHER, KNIGHT, MERCHANT, BUREAUCRAT, ARTIST):
        if code < 0:
            code = try_play(s, t, legal, seat, kind, hand_cards)
    return code


@compiled
def strike_force(s, t, seat, attack):
    """The strongest own troops at home that together reach this attack, loose ones first; all of them if they do not.

    Helpers leave a food place only as long as nobody starves for it.
    """
    free = s.owned[seat] & s.at[seat] & ~s.tapped
    for place in range(PLACES):
        if (s.place_tapped[seat] >> place) & 1:
            free &= ~s.attached[place]
    food_to_spare = troops_fed(s, t, seat) - count(s.owned[seat])
    force = free & 0
    while free and attack_sum(t, force) < attack:
        best = NONE
        most = -1
        left = free
        while left:
            handle = lowest(left)
            left &= ~BIT[handle]
            rank = 2 * t.kind_attack[KIND_OF[handle]] + (1 if place_of(s, handle) < 0 else 0)
            if rank > most:
                most = rank
                best = handle
        free &= ~BIT[best]
        place = place_of(s, best)
        if place >= 0 and BIT[best] & t.helpers and t.place_resource[s.land[seat, place]] == FOOD:
            food_to_spare -= t.characters_per_food
            if food_to_spare < 0:
                continue
        force |= BIT[best]
    return force


@compiled
def muster(s, t, legal, seat, sacrifice):
    """Call together who can kill all intruders, if that costs at most `sacrifice` units more than it kills.

    RESERVE then keeps them untapped for the war.
    """
    foes = intruders(s, t, seat)
    force = strike_force(s, t, seat, defence_sum(t, foes))
    if attack_sum(t, force) < defence_sum(t, foes):
        return call_up(s, t, legal, seat, 2)
    if s.memory[seat, WALLS] == s.turns:
        return NONE
    if losses(t, force, attack_sum(t, foes)) > losses(t, foes, attack_sum(t, force)) + sacrifice:
        return NONE
    s.memory[seat, RESERVE] = count(force)
    called = force & ~loose_at_home(s, seat)
    if called == 0:
        return NONE
    s.memory[seat, POST] = LOOSE
    return TROOP + lowest(called)


@compiled
def see_to_defence(s, t, legal, seat, caution):
    """The answer to enemies who are near; remembers in RESERVE how many loose troops must stay untapped.

    caution  0: careless; 1: strikes at intruders when it pays, keeps the blockers that save the city and one more;
             2: arms as soon as an opponent has a fighter on the table, and keeps a blocker for every enemy who is near
    """
    s.memory[seat, RESERVE] = 0
    if caution == 0:
        return NONE
    near = foes_near(s, t, seat)
    code = NONE
    household = landscapes_of(s, seat) >= 2 and (
        count(s.owned[seat] & KIND_MASK[WORKER]) >= 2 or s.hand[seat, WORKER] == 0
    )
    armed = caution > 1 and household and is_enemy_armed(s, t, seat)
    if armed and count(fighters(s, t, seat)) < min(2, menace(s, t, seat)):
        code = call_up(s, t, legal, seat, 1)
    if near == 0:
        return code
    if code < 0 and near & s.at[seat]:
        code = muster(s, t, legal, seat, 2 if caution > 1 or s.siege[seat] > 0 else 0)
        if s.memory[seat, RESERVE] > 0:
            near &= ~s.at[seat]
    needed = blockers_needed(s, t, seat, near) + (1 if near else 0)
    if caution > 1:
        needed = max(needed, min(4, count(near)))
    s.memory[seat, RESERVE] = max(int(s.memory[seat, RESERVE]), needed)
    if code < 0 and count(available_at(s, seat, seat)) < needed:
        code = call_anybody(s, t, legal, seat, 3 if caution > 1 else 1)
        if code < 0 and s.memory[seat, WALLS] != s.turns:
            code = call_loose(s, t, legal, seat)
    return code


@compiled
def man_the_walls(s, t, legal, seat):
    """Break a siege that is about to end: a guard for every open landscape, and open ones without guard are given up."""
    guarded = 0
    for place in range(1, PLACES):
        if place_exists(s, seat, place) and is_guarded(s, seat, place):
            guarded += 1
    for place in range(1, PLACES):
        if not place_exists(s, seat, place) or is_guarded(s, seat, place):
            continue
        idle = loose_at_home(s, seat) & ~s.tapped
        while idle:
            handle = lowest(idle)
            idle &= ~BIT[handle]
            if has(legal, TROOP + handle):
                s.memory[seat, POST] = place
                s.memory[seat, WALLS] = s.turns
                return TROOP + handle
        feeds = t.place_resource[s.land[seat, place]] == FOOD and places_making(s, t, seat, FOOD) == 1
        if guarded > 0 and not feeds and has(legal, REMOVE + place - 1):
            return REMOVE + place - 1
    return NONE


@compiled
def keep_house(s, t, legal, seat, workers, caution):
    """The common beginning of a turn: defence, landscapes, Workers, and a post for everybody who is not needed loose.

    Even a careless player takes care when a rush is coming.
    """
    if is_alarmed(s, t, seat):
        caution = 2
    code = see_to_defence(s, t, legal, seat, caution)
    if code < 0 and caution > 0 and s.siege[seat] >= t.siege_turns - 1:
        code = try_play(s, t, legal, seat, WORKER, 2)
        beaten = attack_sum(t, available_at(s, seat, seat)) >= defence_sum(t, intruders(s, t, seat))
        if code < 0 and (spare_people(s, seat) > 0 or not beaten):
            code = man_the_walls(s, t, legal, seat)
    if code < 0:
        early = landscapes_of(s, seat) < 2
        code = play_landscape(s, t, legal, seat, 1 if early and s.hand_cards[seat] > 4 else 0, False)
    if code < 0:
        code = make_room(s, t, legal, seat)
    if code < 0 and count(s.owned[seat] & KIND_MASK[WORKER]) < workers:
        code = try_play(s, t, legal, seat, WORKER, 0)
    if code < 0 and spare_people(s, seat) > 0:
        code = employ(s, t, legal, seat, t.helpers & ~SPECIALISTS, caution > 1)
    return code


@rule
def fight_intruders(s, t, legal, seat, least):
    """War at home only, when it pays."""
    best = PASS
    if intruders(s, t, seat):
        best = declare_war(s, t, legal, seat, least)
        if best != PASS and (best - WAR) // 4 != seat:
            best = PASS
    return best


@rule
def taste_for(building, liking):
    """Liking of one building as `best_building` reads it; add several."""
    return liking << (2 * building)
