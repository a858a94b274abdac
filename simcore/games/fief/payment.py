"""Payments: production at the moment of need, exchange, hand cards, specialists (chapters 3.3 and 3.8).

A payment may only be started if it can be completed, and every step must leave it completable (FIEF-42): `can_pay` is
the exact test. It treats the units still to come as one bundle, because without artists their order cannot matter.
"""

from simcore.games.fief.bits import BIT, UNIT, count, lowest, total, units
from simcore.games.fief.economy import (
    has_building,
    loose_at_home,
    partner_of,
    place_of,
    place_untapped,
    plus_one,
    tap_place,
)
from simcore.games.fief.state import (
    ABILITY,
    ARTIST,
    ARTISTS,
    ARTISTS_USED,
    AT_BUREAUCRAT,
    AT_MERCHANT_FROM,
    AT_MERCHANT_SECOND,
    AT_MERCHANT_TO,
    AT_PAY,
    BUREAUCRAT,
    BUREAUCRATS,
    BUREAUCRATS_USED,
    EXCHANGE,
    EXCHANGED,
    FIRST_SPECIALIST,
    GOLD,
    HAND,
    HAND_UNITS,
    KIND_MASK,
    KIND_OF,
    KINDS,
    MERCHANT,
    MERCHANTS,
    MERCHANTS_USED,
    NONE,
    PAY_BUILDING,
    PLACES,
    PLEDGES_USED,
    PRODUCED,
    RES,
    TAP,
    TAP_PARTNER,
    TROOP,
    WORKER,
)
from simcore.kernels.jit import compiled, rule

SPECIALISTS = MERCHANTS | ARTISTS | BUREAUCRATS
SOURCES = 9  # own places 0-4, then one loose producer of each resource


@rule
def covers(pool, need, any_need):
    """Whether the pool pays the cost."""
    if any_need > 0:
        return total(pool) >= any_need
    enough_of_all = True
    for resource in range(4):
        enough_of_all &= units(pool, resource) >= units(need, resource)
    return enough_of_all


@compiled
def enough(t, have, need, any_need, wild, merchants):
    """Whether `have` pays the cost with `wild` units of any kind, 3:1 exchanges and so many merchants (FIEF-38, 39, 78).

    Missing units are made good by hand cards and discounts (wild) and by conversion of the surplus: a gold trade is
    worth `merchant_gold_out`, any other trade one unit, `exchange_in` equal units one unit. Single units are taken
    first where they break no set of `exchange_in`.
    """
    if any_need > 0:
        return total(have) + min(merchants, units(have, GOLD)) * (t.merchant_gold_out - 1) + wild >= any_need
    missing = -wild
    for resource in range(4):
        missing += max(0, units(need, resource) - units(have, resource))
    if missing <= 0:
        return True
    gold = max(0, units(have, GOLD) - units(need, GOLD))
    sets = 0
    odd = 0
    for resource in range(4):
        if resource != GOLD:
            over = max(0, units(have, resource) - units(need, resource))
            sets += over // t.exchange_in
            odd += over % t.exchange_in
    if merchants == 0:
        return sets + gold // t.exchange_in >= missing
    best = 0
    for trades in range(min(merchants, gold) + 1):
        all_sets = sets + (gold - trades) // t.exchange_in
        all_odd = odd + (gold - trades) % t.exchange_in
        singles = min(merchants - trades, all_odd + all_sets * t.exchange_in)
        breaking = max(0, singles - all_odd)
        broken = (breaking + t.exchange_in - 1) // t.exchange_in
        best = max(best, trades * t.merchant_gold_out + singles + all_sets - broken)
    return best >= missing


@rule
def symbol_unit(t, kind):
    """The unit that a loose troop of this kind produces; nothing without a symbol."""
    unit = UNIT[0] & 0
    if t.symbol[kind] >= 0:
        unit = UNIT[t.symbol[kind]]
    return unit


@rule
def people_bundle(t, loose):
    """What a set of loose troops produces, each for itself (FIEF-35)."""
    made = UNIT[0] & 0
    for resource in range(4):
        made += count(loose & t.makers[resource]) * UNIT[resource]
    return made


@compiled
def pledge_units(s, t, seat, place):
    """FIEF-155: what the partner's place gives, the fee taken from the place's own resource; 0 when nothing is left."""
    kind = s.land[seat, place]
    if kind < 0 or t.team_help_fee >= 99:
        return UNIT[0] & 0
    resource = t.place_resource[kind]
    made = s.place_units[seat, place]
    if units(made, resource) < t.team_help_fee:
        return UNIT[0] & 0
    return made - t.team_help_fee * UNIT[resource]


@rule
def doubled_source(s, seat, places, people, source):
    """The units that an artist doubles on a source; -1 when there is no such source."""
    result = UNIT[0] * NONE
    if source < PLACES:
        if (places >> source) & 1:
            result = s.place_doubled[seat, source] * 1
    elif units(people, source - PLACES) > 0:
        result = UNIT[source - PLACES] * 1
    return result


@compiled
def enough_with_artists(s, t, seat, have, places, people, armed, artists, need, any_need, wild, merchants):
    """FIEF-80: armed artists work together on one source, the others on any; each further one doubles again."""
    for first in range(0 if armed else NONE, SOURCES if armed else 0):
        extra = UNIT[0] & 0
        if first >= 0:
            unit = doubled_source(s, seat, places, people, first)
            if unit < 0:
                continue
            extra = unit * ((1 << armed) - 1)
        for x in range(0 if artists >= 1 else NONE, SOURCES if artists >= 1 else 0):
            with_x = extra
            if x >= 0:
                unit = doubled_source(s, seat, places, people, x)
                if unit < 0:
                    continue
                with_x = extra + (unit << (armed if x == first else 0))
            for y in range(x if artists >= 2 else NONE, SOURCES if artists >= 2 else 0):
                with_y = with_x
                if y >= 0:
                    unit = doubled_source(s, seat, places, people, y)
                    if unit < 0:
                        continue
                    with_y = with_x + (unit << ((armed if y == first else 0) + (1 if y == x else 0)))
                for z in range(y if artists >= 3 else NONE, SOURCES if artists >= 3 else 0):
                    with_z = with_y
                    if z >= 0:
                        unit = doubled_source(s, seat, places, people, z)
                        if unit < 0:
                            continue
                        before = (armed if z == first else 0) + (1 if z == x else 0) + (1 if z == y else 0)
                        with_z = with_y + (unit << before)
                    if enough(t, have + with_z, need, any_need, wild, merchants):
                        return True
    return False


@compiled
def can_pay(s, t, seat, need, any_need, pool, places, loose, helped, armed, wild, building):
    """FIEF-42: whether some use of the sources pays the cost.

    places, helped   own untapped places that may be used, pledged places of the partner (bit per place)
    loose            own loose untapped producers and specialists at home
    wild             units of any kind: hand cards, discounts under way
    """
    have = pool
    for place in range(PLACES):
        if (places >> place) & 1:
            have += s.place_units[seat, place]
    if helped:
        partner = partner_of(t, seat)
        for place in range(PLACES):
            if (helped >> place) & 1:
                have += pledge_units(s, t, partner, place)
    people = people_bundle(t, loose)
    have += people
    if armed == 0 and enough(t, have, need, any_need, wild, 0):
        return True
    if armed == 0 and loose & SPECIALISTS == 0:
        return False
    all_artists = count(loose & ARTISTS)
    all_merchants = count(loose & MERCHANTS)
    all_bureaucrats = count(loose & BUREAUCRATS) if building else 0
    for artists in range(all_artists + 1):
        for merchants in range(all_merchants + 1):
            for bureaucrats in range(all_bureaucrats + 1):
                if artists + merchants + bureaucrats + armed == 0:
                    continue
                busy = (
                    artists * symbol_unit(t, ARTIST)
                    + merchants * symbol_unit(t, MERCHANT)
                    + bureaucrats * symbol_unit(t, BUREAUCRAT)
                )
                units_of_any = wild + bureaucrats * t.bureaucrat_cut
                if artists + armed == 0:
                    if enough(t, have - busy, need, any_need, units_of_any, merchants):
                        return True
                elif enough_with_artists(
                    s,
                    t,
                    seat,
                    have - busy,
                    places,
                    people - busy,
                    armed,
                    artists,
                    need,
                    any_need,
                    units_of_any,
                    merchants,
                ):
                    return True
    return False


# --- what the payer can still use -----------------------------------------------------------------------


@rule
def usable_places(s, seat, reserved):
    """Untapped own places, without the one reserved for the building (FIEF-50); a bit per place."""
    mask = 0
    for place in range(PLACES):
        if place != reserved and place_untapped(s, seat, place):
            mask |= 1 << place
    return mask


@rule
def usable_people(s, t, seat):
    """Own loose untapped producers and specialists at home (FIEF-35, FIEF-37, FIEF-82)."""
    return loose_at_home(s, seat) & ~s.tapped & (t.producers | SPECIALISTS)


@rule
def usable_help(s, t, seat):
    """Pledged places of the partner that are still untapped (FIEF-155); a bit per place."""
    mask = 0
    if s.pledged:
        partner = partner_of(t, seat)
        for place in range(PLACES):
            if (s.pledged >> place) & 1 and place_untapped(s, partner, place):
                mask |= 1 << place
    return mask


@rule
def wild_units(t, cards, used):
    """FIEF-39: units that the hand can give in this payment."""
    return max(0, min(cards, t.hand_cards_per_payment - used)) * t.hand_card_worth


@rule
def surcharge(s, t, seat, kind):
    """FIEF-58: gold on top of the cost when the matching building is missing."""
    if t.kind_building[kind] < 0 or has_building(s, seat, t.kind_building[kind]):
        return 0
    return int(t.missing_building_gold)


@rule
def still_payable(s, t, need, pool, more_wild):
    """can_pay for the payment under way with another need or pool."""
    seat = int(s.active)
    return can_pay(
        s,
        t,
        seat,
        need,
        int(s.pay_any),
        pool,
        usable_places(s, seat, int(s.pay_place) if s.pay_for == PAY_BUILDING else NONE),
        usable_people(s, t, seat),
        usable_help(s, t, seat),
        int(s.pay_armed),
        wild_units(t, int(s.hand_cards[seat]), int(s.pay_hand_used)) + more_wild,
        s.pay_for == PAY_BUILDING,
    )


# --- phase pay -------------------------------------------------------------------------------------------


@compiled
def legal_pay(s, t, buf):
    """Every use of a source that leaves the payment completable (FIEF-42)."""
    seat = int(s.active)
    building = s.pay_for == PAY_BUILDING
    reserved = int(s.pay_place) if building else NONE
    places = usable_places(s, seat, reserved)
    loose = usable_people(s, t, seat)
    helped = usable_help(s, t, seat)
    wild = wild_units(t, int(s.hand_cards[seat]), int(s.pay_hand_used))
    armed = int(s.pay_armed)
    need = s.pay_need
    pool = s.pay_pool
    any_need = int(s.pay_any)
    plain = armed == 0 and loose & SPECIALISTS == 0  # then no production can spoil the rest
    n = 0
    producers = loose & t.producers
    for kind in range(WORKER, KINDS):
        mine = producers & KIND_MASK[kind]
        if mine:
            handle = lowest(mine)
            made = symbol_unit(t, kind) << armed
            if plain or can_pay(
                s, t, seat, need, any_need, pool + made, places, loose & ~BIT[handle], helped, 0, wild, building
            ):
                buf[n] = TROOP + handle
                n += 1
    for place in range(PLACES):
        if (places >> place) & 1:
            made = s.place_units[seat, place] + s.place_doubled[seat, place] * ((1 << armed) - 1)
            if plain or can_pay(
                s, t, seat, need, any_need, pool + made, places & ~(1 << place), loose, helped, 0, wild, building
            ):
                buf[n] = TAP + place
                n += 1
    if armed == 0 and helped:
        partner = partner_of(t, seat)
        for place in range(PLACES):
            if (helped >> place) & 1:
                made = pledge_units(s, t, partner, place)
                if plain or can_pay(
                    s, t, seat, need, any_need, pool + made, places, loose, helped & ~(1 << place), 0, wild, building
                ):
                    buf[n] = TAP_PARTNER + place
                    n += 1
    n = legal_abilities(s, t, buf, n)
    if armed > 0:
        return n
    if wild > 0:
        n = legal_hand(s, t, buf, n, places, loose, helped, wild, building)
    for source in range(4):
        if units(pool, source) >= t.exchange_in:
            for target in range(4):
                changed = pool - t.exchange_in * UNIT[source] + UNIT[target]
                if target != source and can_pay(
                    s, t, seat, need, any_need, changed, places, loose, helped, 0, wild, building
                ):
                    buf[n] = EXCHANGE + 4 * source + target
                    n += 1
    return n


@rule
def legal_hand(s, t, buf, n, places, loose, helped, wild, building):
    """FIEF-39: any hand card for one unit of any resource."""
    seat = int(s.active)
    allowed = 0
    for resource in range(4):
        if can_pay(
            s,
            t,
            seat,
            s.pay_need,
            int(s.pay_any),
            s.pay_pool + UNIT[resource],
            places,
            loose,
            helped,
            0,
            wild - 1,
            building,
        ):
            allowed |= 1 << resource
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0:
            for resource in range(4):
                if (allowed >> resource) & 1:
                    buf[n] = HAND + 4 * kind + resource
                    n += 1
    return n


@compiled
def legal_abilities(s, t, buf, n):
    """FIEF-77 to FIEF-83: merchants, artists and bureaucrats at home; one of each kind and place."""
    seat = int(s.active)
    reserved = int(s.pay_place) if s.pay_for == PAY_BUILDING else NONE
    mine = s.owned[seat] & s.at[seat] & ~s.tapped & SPECIALISTS
    if s.pay_armed > 0:
        mine &= ARTISTS
    seen_places = 0  # bit 6 * kind + place + 1
    while mine:
        handle = lowest(mine)
        mine &= ~BIT[handle]
        kind = int(KIND_OF[handle])
        place = place_of(s, handle)
        if place >= 0 and (place == reserved or not place_untapped(s, seat, place)):
            continue
        key = 1 << (6 * (kind - MERCHANT) + place + 1)
        if seen_places & key:
            continue
        seen_places |= key
        if ability_allowed(s, t, seat, handle, kind, place, reserved):
            buf[n] = ABILITY + handle - FIRST_SPECIALIST
            n += 1
    return n


@rule
def freeable(need, cut):
    """How much of the price's gold a Bureaucrat may cut although it is there: a Merchant makes two of one gold.

    To cut any other unit that is there is worth no more than to cut one that is lacking.
    """
    return min(int(cut), units(need, GOLD))


@compiled
def ability_allowed(s, t, seat, handle, kind, place, reserved):
    """Whether the payment can be completed after this specialist's work, the best way."""
    if kind == BUREAUCRAT and s.pay_for != PAY_BUILDING:
        return False
    places = usable_places(s, seat, reserved)
    if place >= 0:
        places &= ~(1 << place)
    loose = usable_people(s, t, seat) & ~BIT[handle]
    helped = usable_help(s, t, seat)
    wild = wild_units(t, int(s.hand_cards[seat]), int(s.pay_hand_used))
    building = s.pay_for == PAY_BUILDING
    any_need = int(s.pay_any)
    if kind == ARTIST:
        return can_pay(
            s, t, seat, s.pay_need, any_need, s.pay_pool, places, loose, helped, int(s.pay_armed) + 1, wild, building
        )
    if kind == BUREAUCRAT:
        for freed in range(freeable(s.pay_need, t.bureaucrat_cut) + 1):
            need, rest = s.pay_need - freed * UNIT[GOLD], wild + t.bureaucrat_cut - freed
            if can_pay(s, t, seat, need, any_need, s.pay_pool, places, loose, helped, 0, rest, building):
                return True
        return False
    for source in range(4):
        if units(s.pay_pool, source) == 0:
            continue
        for target in range(4):
            pool = s.pay_pool - UNIT[source] + UNIT[target]
            if source == GOLD and t.merchant_gold_out > 1:
                for second in range(4):
                    if can_pay(
                        s, t, seat, s.pay_need, any_need, pool + UNIT[second], places, loose, helped, 0, wild, building
                    ):
                        return True
            elif target != source and can_pay(
                s, t, seat, s.pay_need, any_need, pool, places, loose, helped, 0, wild, building
            ):
                return True
    return False


# --- sub-phases of specialists ---------------------------------------------------------------------------


@rule
def is_double_trade(s, t):
    return s.pay_from == GOLD and t.merchant_gold_out > 1


@rule
def any_second(s, t, pool):
    found = False
    for second in range(4):
        found = found or still_payable(s, t, s.pay_need, pool + UNIT[second], 0)
    return found


@compiled
def legal_resource(s, t, buf):
    """The resource a merchant gives or takes (FIEF-78), or a bureaucrat cuts (FIEF-79)."""
    n = 0
    for resource in range(4):
        allowed = False
        if s.phase == AT_MERCHANT_FROM:
            if units(s.pay_pool, resource) > 0:
                rest = s.pay_pool - UNIT[resource]
                for target in range(4):
                    if resource == GOLD and t.merchant_gold_out > 1:
                        allowed = allowed or any_second(s, t, rest + UNIT[target])
                    elif target != resource:
                        allowed = allowed or still_payable(s, t, s.pay_need, rest + UNIT[target], 0)
        elif s.phase == AT_MERCHANT_TO:
            if is_double_trade(s, t):
                allowed = any_second(s, t, s.pay_pool + UNIT[resource])
            elif resource != s.pay_from:
                allowed = still_payable(s, t, s.pay_need, s.pay_pool + UNIT[resource], 0)
        elif s.phase == AT_MERCHANT_SECOND:
            allowed = still_payable(s, t, s.pay_need, s.pay_pool + UNIT[resource], 0)
        elif units(s.pay_need, resource) > 0:
            need, more = s.pay_need - UNIT[resource], int(s.pay_cut) - 1
            for freed in range(freeable(need, more) + 1):
                allowed = allowed or still_payable(s, t, need - freed * UNIT[GOLD], s.pay_pool, more - freed)
        if allowed:
            buf[n] = RES + resource
            n += 1
    return n


@compiled
def apply_resource(s, t, resource):
    if s.phase == AT_MERCHANT_FROM:
        s.pay_pool -= UNIT[resource]
        s.pay_from = resource
        s.phase = AT_MERCHANT_TO
    elif s.phase == AT_MERCHANT_TO:
        s.pay_pool += UNIT[resource]
        s.phase = AT_MERCHANT_SECOND if is_double_trade(s, t) else AT_PAY
    elif s.phase == AT_MERCHANT_SECOND:
        s.pay_pool += UNIT[resource]
        s.phase = AT_PAY
    else:
        s.pay_need -= UNIT[resource]
        s.pay_cut -= 1
        if s.pay_cut == 0 or total(s.pay_need) == 0:
            s.pay_cut = 0
            s.phase = AT_PAY


# --- carrying out a step of a payment --------------------------------------------------------------------


@rule
def produce(s, seat, made):
    """Units enter the pool; the artists armed for this production are spent."""
    s.pay_pool += made
    s.pay_armed = 0
    s.pay_taps += 1
    for resource in range(4):
        s.counter[seat, PRODUCED + resource] += units(made, resource)


@compiled
def apply_pay(s, t, action):
    """One step of a payment. The caller looks whether the pool now covers the cost."""
    seat = int(s.active)
    armed = int(s.pay_armed)
    if action >= EXCHANGE:
        source, target = (action - EXCHANGE) // 4, (action - EXCHANGE) % 4
        s.pay_pool += UNIT[target] - t.exchange_in * UNIT[source]
        s.counter[seat, EXCHANGED] += 1
    elif action >= HAND:
        kind, resource = (action - HAND) // 4, (action - HAND) % 4
        spend_card(s, seat, kind)
        s.pay_pool += UNIT[resource]
        s.pay_hand_used += 1
    elif action >= ABILITY:
        use_specialist(s, t, seat, action - ABILITY + FIRST_SPECIALIST)
    elif action >= TAP_PARTNER:
        place = action - TAP_PARTNER
        partner = partner_of(t, seat)
        produce(s, partner, pledge_units(s, t, partner, place))
        tap_place(s, partner, place)
        s.counter[partner, PLEDGES_USED] += 1
    elif action >= TAP:
        place = action - TAP
        produce(s, seat, s.place_units[seat, place] + s.place_doubled[seat, place] * ((1 << armed) - 1))
        tap_place(s, seat, place)
    else:
        handle = action - TROOP
        produce(s, seat, symbol_unit(t, KIND_OF[handle]) << armed)
        s.tapped |= BIT[handle]


@rule
def spend_card(s, seat, kind):
    """FIEF-39: a hand card goes to the discard pile for one unit."""
    s.hand[seat, kind] -= 1
    s.hand_cards[seat] -= 1
    s.discard[kind] += 1
    plus_one(s.spent, seat, kind)
    s.counter[seat, HAND_UNITS] += 1


@rule
def use_specialist(s, t, seat, handle):
    """FIEF-77, FIEF-83: the specialist is tapped; if attached, his place with everything on it, without producing."""
    kind = KIND_OF[handle]
    place = place_of(s, handle)
    s.tapped |= BIT[handle]
    if place >= 0:
        tap_place(s, seat, place)
    if kind == MERCHANT:
        s.counter[seat, MERCHANTS_USED] += 1
        s.phase = AT_MERCHANT_FROM
    elif kind == ARTIST:
        s.counter[seat, ARTISTS_USED] += 1
        s.pay_armed += 1
    else:
        s.counter[seat, BUREAUCRATS_USED] += 1
        s.pay_cut = t.bureaucrat_cut
        if s.pay_cut > 0:
            s.phase = AT_BUREAUCRAT
