"""The action step: playing, building, extra cards, removal, internal movement, discards (chapters 3.4 to 3.7)."""

from simcore.games.fief.bits import BIT, LABOUR_UNIT, UNIT, count, lowest, total
from simcore.games.fief.economy import (
    attach,
    attached_anywhere,
    buildings_on,
    has_building,
    is_hungry,
    location_of,
    lose_landscape,
    partner_of,
    place_exists,
    place_of,
    plus_one,
    put_troop,
    refresh_place,
    refresh_prestige,
    take_off,
    troops_fed,
)
from simcore.games.fief.ending import check_decks, check_last_building, check_prestige
from simcore.games.fief.payment import (
    SPECIALISTS,
    can_pay,
    covers,
    enough,
    people_bundle,
    pledge_units,
    surcharge,
    usable_help,
    usable_people,
    usable_places,
    wild_units,
)
from simcore.games.fief.state import (
    AT_DESTINATION,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    AT_PAY,
    AT_SUPPLY,
    BUILD,
    DEST,
    DROP,
    EXTRA_CARD,
    EXTRA_CARDS,
    FIRST_BUILDING_TURN,
    GOLD,
    KIND_MASK,
    KIND_OF,
    KINDS,
    NONE,
    PASS,
    PAY_BUILDING,
    PAY_EXTRA,
    PAY_LANDSCAPE,
    PAY_NOTHING,
    PAY_REMOVAL,
    PAY_TROOP,
    PLACES,
    PLAY,
    REMOVE,
    SURCHARGES,
    TROOP,
    TROOPS_DROPPED,
    TROOPS_PLAYED,
    TROOPS_STARVED,
    WASTED,
    WORKER,
)
from simcore.games.fief.turn import enter_draw, take_card
from simcore.kernels.jit import compiled, rule

COMPULSORY = 99  # missing_building_gold: the building is required


@compiled
def one_of_each(s, mask):
    """The lowest handle of every set of identical troops: same kind, position, tapped state and moves made."""
    anywhere = attached_anywhere(s)
    chosen = mask & 0
    left = mask
    while left:
        handle = lowest(left)
        bit = BIT[handle]
        same = left & KIND_MASK[KIND_OF[handle]]
        if same != bit:
            same &= s.at[location_of(s, handle)]
            place = place_of(s, handle)
            same &= s.attached[place] if place >= 0 else ~anywhere
            same &= s.tapped if s.tapped & bit else ~s.tapped
            for i in range(3):
                same &= s.moved[i] if s.moved[i] & bit else ~s.moved[i]
        left &= ~same
        chosen |= bit
    return chosen


@rule
def write_troops(buf, n, first, mask):
    """Codes first + handle of a set of troops, ascending."""
    while mask:
        handle = lowest(mask)
        mask &= ~BIT[handle]
        buf[n] = first + handle
        n += 1
    return n


@rule
def landscapes_of(s, seat):
    n = 0
    for place in range(1, PLACES):
        if place_exists(s, seat, place):
            n += 1
    return n


# --- what may be done (FIEF-16) -------------------------------------------------------------------------


@compiled
def legal_main(s, t, buf):
    seat = int(s.active)
    places = usable_places(s, seat, NONE)
    loose = usable_people(s, t, seat)
    helped = usable_help(s, t, seat)
    plain = loose & SPECIALISTS == 0
    have = everything(s, t, seat, places, loose, helped)
    buf[0] = PASS
    n = 1
    n = legal_plays(s, t, buf, n, seat, places, loose, helped, plain, have)
    n = legal_buildings(s, t, buf, n, seat, places, loose, helped, plain, have)
    wild = wild_units(t, int(s.hand_cards[seat]), 0)
    if payable(s, t, seat, have & 0, int(t.extra_card_cost_any), places, loose, helped, wild, False, plain, have):
        buf[n] = EXTRA_CARD
        n += 1
    removal = t.remove_landscape_labour * (UNIT[0] & 0 | LABOUR_UNIT)
    if landscapes_of(s, seat) > 0 and payable(s, t, seat, removal, 0, places, loose, helped, wild, False, plain, have):
        for place in range(1, PLACES):
            if place_exists(s, seat, place):
                buf[n] = REMOVE + place - 1
                n += 1
    untapped = s.owned[seat] & ~s.tapped
    each = one_of_each(s, untapped)
    if s.internal_moves_left > 0:
        n = write_troops(buf, n, TROOP, each & movable_inside(s, seat))
    return write_troops(buf, n, DROP, each)


@rule
def everything(s, t, seat, places, loose, helped):
    """The bundle of all sources together; without specialists it decides every payment."""
    have = people_bundle(t, loose)
    for place in range(PLACES):
        if (places >> place) & 1:
            have += s.place_units[seat, place]
    if helped:
        partner = partner_of(t, seat)
        for place in range(PLACES):
            if (helped >> place) & 1:
                have += pledge_units(s, t, partner, place)
    return have


@rule
def payable(s, t, seat, need, any_need, places, loose, helped, wild, building, plain, have):
    if plain:
        return enough(t, have, need, any_need, wild, 0)
    return can_pay(s, t, seat, need, any_need, have & 0, places, loose, helped, 0, wild, building)


@rule
def legal_plays(s, t, buf, n, seat, places, loose, helped, plain, have):
    """FIEF-44, FIEF-45, FIEF-64, FIEF-65: hand cards that can be paid, troops only if they are fed."""
    wild = wild_units(t, int(s.hand_cards[seat]) - 1, 0)  # FIEF-40: not the card itself
    room = landscapes_of(s, seat) < t.max_landscapes
    fed = count(s.owned[seat]) + 1 <= troops_fed(s, t, seat)
    for kind in range(KINDS):
        if s.hand[seat, kind] == 0 or not (room if kind < WORKER else fed):
            continue
        extra = surcharge(s, t, seat, kind)
        if extra >= COMPULSORY:
            continue
        need = t.kind_cost[kind] + extra * UNIT[GOLD]
        if payable(s, t, seat, need, 0, places, loose, helped, wild, False, plain, have):
            buf[n] = PLAY + kind
            n += 1
    return n


@rule
def legal_buildings(s, t, buf, n, seat, places, loose, helped, plain, have):
    """FIEF-49 to FIEF-52: the top of a pile on an untapped place that is not needed for the payment."""
    wild = wild_units(t, int(s.hand_cards[seat]), 0)
    for pile in range(3):
        if s.pile_left[pile] == 0:
            continue
        need = t.building_cost[s.pile_cards[pile, s.pile_left[pile] - 1]]
        if not payable(s, t, seat, need, 0, places, loose, helped, wild, True, plain, have):
            continue
        for place in range(PLACES):
            if (places >> place) & 1 and buildings_on(s, seat, place) < t.max_buildings_per_place:
                rest = have - s.place_units[seat, place]
                if payable(s, t, seat, need, 0, places & ~(1 << place), loose, helped, wild, True, plain, rest):
                    buf[n] = BUILD + 5 * pile + place
                    n += 1
    return n


@rule
def movable_inside(s, seat):
    """FIEF-66, FIEF-67: untapped troops at home that are loose or on an untapped place."""
    stuck = s.owned[0] & 0
    for place in range(PLACES):
        if (s.place_tapped[seat] >> place) & 1:
            stuck |= s.attached[place]
    return s.owned[seat] & s.at[seat] & ~s.tapped & ~stuck


@rule
def legal_destinations(s, buf):
    """FIEF-66: loose or any own place, but not where the troop is."""
    seat = int(s.active)
    now = place_of(s, int(s.chosen))
    n = 0
    for place in range(NONE, PLACES):
        if place != now and (place < 0 or place_exists(s, seat, place)):
            buf[n] = DEST + place + 1
            n += 1
    return n


@rule
def legal_supply(s, buf):
    """FIEF-75: any own troop may be given up."""
    return write_troops(buf, 0, TROOP, one_of_each(s, s.owned[int(s.active)]))


# --- carrying it out ------------------------------------------------------------------------------------


@compiled
def apply_main(s, t, action):
    seat = int(s.active)
    if action == PASS:
        s.phase = AT_MOVE
    elif action < BUILD:
        kind = action - PLAY
        s.hand[seat, kind] -= 1
        s.hand_cards[seat] -= 1
        extra = surcharge(s, t, seat, kind)
        s.pay_card = kind
        s.pay_place = NONE
        start_payment(s, PAY_LANDSCAPE if kind < WORKER else PAY_TROOP, t.kind_cost[kind] + extra * UNIT[GOLD], 0)
    elif action < EXTRA_CARD:
        s.pay_pile, s.pay_place = (action - BUILD) // 5, (action - BUILD) % 5
        s.pay_card = s.pile_cards[s.pay_pile, s.pile_left[s.pay_pile] - 1]
        start_payment(s, PAY_BUILDING, t.building_cost[s.pay_card], 0)
    elif action == EXTRA_CARD:
        start_payment(s, PAY_EXTRA, UNIT[0] & 0, int(t.extra_card_cost_any))
    elif action < TROOP:
        s.pay_place = action - REMOVE + 1
        start_payment(s, PAY_REMOVAL, t.remove_landscape_labour * (UNIT[0] & 0 | LABOUR_UNIT), 0)
    elif action < DROP:
        s.chosen = action - TROOP
        s.phase = AT_DESTINATION
    else:
        drop(s, t, seat, action - DROP)


@rule
def drop(s, t, seat, handle):
    """FIEF-70: voluntary discard."""
    plus_one(s.removed, seat, KIND_OF[handle])
    s.counter[seat, TROOPS_DROPPED] += 1
    take_off(s, t, handle)
    back_to_main(s, t)


@rule
def start_payment(s, purpose, need, any_need):
    s.pay_for = purpose
    s.pay_need = need
    s.pay_any = any_need
    s.pay_pool = 0
    s.pay_armed = 0
    s.pay_cut = 0
    s.pay_hand_used = 0
    s.pay_taps = 0
    s.phase = AT_PAY


@compiled
def settle(s, t):
    """FIEF-42, FIEF-43: a payment ends the moment the pool covers the cost; FIEF-22: what is left over is lost."""
    if not covers(s.pay_pool, s.pay_need, s.pay_any):
        return
    seat = int(s.active)
    s.counter[seat, WASTED] += total(s.pay_pool) - total(s.pay_need) - s.pay_any
    purpose = int(s.pay_for)
    card, place = int(s.pay_card), int(s.pay_place)
    s.pay_for = PAY_NOTHING
    s.pay_need = 0
    s.pay_any = 0
    s.pay_pool = 0
    s.pay_armed = 0
    s.pay_hand_used = 0
    s.pay_taps = 0
    s.pay_card = NONE
    s.pay_place = NONE
    s.pay_from = NONE
    if purpose == PAY_LANDSCAPE:
        settle_landscape(s, t, seat, card)
    elif purpose == PAY_TROOP:
        settle_troop(s, t, seat, card)
    elif purpose == PAY_BUILDING:
        settle_building(s, t, seat, card, place)
    elif purpose == PAY_EXTRA:
        s.phase = AT_EXTRA_DECK
        return
    else:
        plus_one(s.removed, seat, s.land[seat, place])
        lose_landscape(s, t, seat, place)
    if not s.over:
        back_to_main(s, t)


@rule
def settle_landscape(s, t, seat, kind):
    """FIEF-46: untapped into the lowest free slot."""
    slot = 1
    while place_exists(s, seat, slot):
        slot += 1
    s.land[seat, slot] = kind
    s.place_tapped[seat] &= ~(1 << slot)
    refresh_place(s, t, seat, slot)
    plus_one(s.played, seat, kind)


@rule
def settle_troop(s, t, seat, kind):
    if surcharge(s, t, seat, kind) > 0:
        s.counter[seat, SURCHARGES] += 1
    put_troop(s, t, seat, kind)
    plus_one(s.played, seat, kind)
    s.counter[seat, TROOPS_PLAYED] += 1


@rule
def settle_building(s, t, seat, kind, place):
    """FIEF-53 to FIEF-56: the building stands untapped, the next of the pile is turned up; then FIEF-130, 138, 144."""
    pile = int(s.pay_pile)
    s.pay_pile = NONE
    s.pile_left[pile] -= 1
    if has_building(s, seat, kind):
        plus_one(s.duplicate, seat, kind)
    s.building[seat, place, buildings_on(s, seat, place)] = kind
    plus_one(s.bought, seat, kind)
    if s.bought_turn[seat, kind] == 0:
        s.bought_turn[seat, kind] = min(int(s.turns), 255)
    if s.counter[seat, FIRST_BUILDING_TURN] == 0:
        s.counter[seat, FIRST_BUILDING_TURN] = s.turns
    s.site[seat, kind] = s.land[seat, place] + 1
    refresh_place(s, t, seat, place)
    refresh_prestige(s, t, seat)
    check_prestige(s, t, seat)
    if not s.over:
        check_last_building(s, t)


@rule
def back_to_main(s, t):
    """FIEF-75, FIEF-76: hunger is settled at once."""
    s.phase = AT_MAIN
    if is_hungry(s, t, int(s.active)):
        s.phase = AT_SUPPLY
        s.return_phase = AT_MAIN


@rule
def apply_supply(s, t, handle):
    seat = int(s.active)
    plus_one(s.starved, seat, KIND_OF[handle])
    s.counter[seat, TROOPS_STARVED] += 1
    take_off(s, t, handle)
    if not is_hungry(s, t, seat):
        if s.return_phase == AT_DRAW:
            enter_draw(s, t)
        else:
            s.phase = AT_MAIN


@rule
def apply_destination(s, t, place):
    """FIEF-66, FIEF-69."""
    attach(s, t, int(s.active), int(s.chosen), place)
    s.chosen = NONE
    s.internal_moves_left -= 1
    back_to_main(s, t)


@rule
def apply_extra_deck(s, t, deck):
    """FIEF-41: the extra card; the game may end with it (FIEF-139)."""
    seat = int(s.active)
    take_card(s, t, seat, deck)
    s.draws_extra += 1
    s.counter[seat, EXTRA_CARDS] += 1
    check_decks(s, t)
    if not s.over:
        s.phase = AT_MAIN
