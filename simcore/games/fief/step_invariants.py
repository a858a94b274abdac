"""What an action may change: invariants that compare the positions before and after it."""

from simcore.games.fief.bits import BIT, UNIT, count, lowest, total
from simcore.games.fief.economy import (
    enemies_of,
    guards_of,
    partner_of,
    place_exists,
    place_of,
    place_untapped,
)
from simcore.games.fief.payment import covers, pledge_units, surcharge, symbol_unit
from simcore.games.fief.state import (
    ABILITY,
    AT_ARCHER,
    AT_BUREAUCRAT,
    AT_DAMAGE,
    AT_DESTINATION,
    AT_DRAW,
    AT_MAIN,
    AT_MERCHANT_FROM,
    AT_MOVE_DESTINATION,
    AT_PAY,
    AT_PLEDGE,
    AT_PRIEST,
    AT_SUPPLY,
    BUILD,
    EXCHANGE,
    EXTRA_CARD,
    GOLD,
    GROUPS,
    HAND,
    INFANTRIES,
    KIND_OF,
    LABOUR,
    LANDSCAPES_RAZED,
    LOC,
    LOCATIONS,
    PASS,
    PLACES,
    PLAY,
    REMOVE,
    RES,
    STONE_CITY,
    TAP,
    TAP_PARTNER,
    TARGET_PLACE,
    TOWER,
    TROOP,
)
from simcore.games.fief.war import DEFENCE, army_of, civil_buildings, stone_on
from simcore.kernels.jit import compiled, rule


@rule
def step_invariants(before, s, t, action):
    """0, or the number of the first invariant that the action broke."""
    broken = payment_step_broken(before, s, t, action)
    if broken == 0:
        broken = tapping_broken(before, s, t, action)
    if broken == 0:
        broken = moving_broken(before, s, t, action)
    if broken == 0:
        broken = war_step_broken(before, s, t, action)
    if broken == 0:
        broken = siege_broken(before, s, t)
    return broken


# --- 9: payments -----------------------------------------------------------------------------------------


@compiled
def payment_step_broken(before, s, t, action):
    """9: each step pays in what its source gives; a payment ends as soon as, and only when, the cost is covered.

    Without any production the pool holds hand cards and what was traded for them, or the cost is 0.
    """
    if before.phase == AT_MAIN:
        begins = PLAY <= action < REMOVE + PLACES - 1
        if begins and s.pay_for == 0 and total(price_of(before, t, action)) > 0:
            return 9
        if s.pay_for != 0 and (s.pay_pool != 0 or s.pay_taps != 0 or s.pay_hand_used != 0):
            return 9
        return 0
    if before.phase < AT_PAY or before.phase > AT_BUREAUCRAT:
        return 0
    pool = before.pay_pool + paid_in(before, t, action)
    need = before.pay_need - (UNIT[action - RES] if before.phase == AT_BUREAUCRAT else UNIT[0] & 0)
    paying = before.phase == AT_PAY
    taps = before.pay_taps + (1 if paying and is_production(action) else 0)
    cards = before.pay_hand_used + (1 if paying and HAND <= action < EXCHANGE else 0)
    if paying and is_production(action) and not source_was_ready(before, s, t, action):
        return 9
    if s.pay_for != 0:
        return 0 if s.pay_pool == pool and s.pay_need == need and s.pay_taps == taps and s.pay_hand_used == cards else 9
    if not covers(pool, need, before.pay_any) or (taps == 0 and cards == 0 and pool != 0):
        return 9
    return 0


@rule
def price_of(before, t, action):
    """What an action of the action step costs; an extra card as so many units of one kind."""
    seat = int(before.active)
    price = UNIT[LABOUR] * t.remove_landscape_labour
    if action < BUILD:
        price = t.kind_cost[action - PLAY] + surcharge(before, t, seat, action - PLAY) * UNIT[GOLD]
    elif action < EXTRA_CARD:
        pile = (action - BUILD) // 5
        price = t.building_cost[before.pile_cards[pile, before.pile_left[pile] - 1]] * 1
    elif action == EXTRA_CARD:
        price = UNIT[0] * t.extra_card_cost_any
    return price


@rule
def is_production(action):
    """Of the steps of a payment: a loose troop, an own place, a place of the partner."""
    return action < ABILITY


@rule
def paid_in(before, t, action):
    """What a step of a payment adds to the pool (FIEF-27, 35, 38, 39, 78, 80, 155)."""
    seat = int(before.active)
    doubling = (1 << before.pay_armed) - 1
    made = UNIT[0] & 0
    if before.phase == AT_MERCHANT_FROM:
        made = -UNIT[action - RES]
    elif before.phase == AT_BUREAUCRAT:
        made = UNIT[0] & 0
    elif before.phase != AT_PAY:
        made = UNIT[action - RES] * 1
    elif action >= EXCHANGE:
        made = UNIT[(action - EXCHANGE) % 4] - t.exchange_in * UNIT[(action - EXCHANGE) // 4]
    elif action >= HAND:
        made = UNIT[(action - HAND) % 4] * 1
    elif action >= ABILITY:
        made = UNIT[0] & 0
    elif action >= TAP_PARTNER:
        made = pledge_units(before, t, partner_of(t, seat), action - TAP_PARTNER)
    elif action >= TAP:
        place = action - TAP
        made = before.place_units[seat, place] + before.place_doubled[seat, place] * doubling
    else:
        made = symbol_unit(t, KIND_OF[action - TROOP]) * (1 + doubling)
    return made


@rule
def source_was_ready(before, s, t, action):
    """FIEF-23: what produces was untapped, and is tapped afterwards if it is still there."""
    seat = int(before.active)
    if action < TAP:
        bit = BIT[action - TROOP]
        return before.owned[seat] & ~before.tapped & bit != 0 and (s.tapped & bit != 0 or s.owned[seat] & bit == 0)
    place = action - TAP
    if action >= TAP_PARTNER:
        place = action - TAP_PARTNER
        seat = partner_of(t, seat)
        if (before.pledged >> place) & 1 == 0:
            return False
    tapped = (s.place_tapped[seat] >> place) & 1 != 0 or not place_exists(s, seat, place)
    return place_untapped(before, seat, place) and tapped


# --- 10, 11, 12: tapped cards --------------------------------------------------------------------------------


@rule
def was_reactivated(before, s):
    """FIEF-15: the action led into the action step of a new turn (or to the pledges before it)."""
    drew = before.phase == AT_DRAW or (before.phase == AT_SUPPLY and before.return_phase == AT_DRAW)
    return (s.phase == AT_MAIN or s.phase == AT_PLEDGE) and (drew or s.turns != before.turns)


@compiled
def tapping_broken(before, s, t, action):
    """10: cards and places are turned upright only when their owner reactivates; a place is tapped with all its troops.

    11: then nothing of his is tapped. 12: cards of the others are tapped only by abilities in a war and by pledged help.
    """
    upright = was_reactivated(before, s)
    active = int(s.active)
    if upright and (s.tapped & s.owned[active] or s.place_tapped[active]):
        return 11
    for seat in range(t.players):
        stayed = before.owned[seat] & s.owned[seat]
        places = 0
        for place in range(PLACES):
            if place_exists(before, seat, place) and place_exists(s, seat, place):
                places |= 1 << place
        untapped = before.tapped & ~s.tapped & stayed
        opened = before.place_tapped[seat] & ~s.place_tapped[seat] & places
        if (untapped or opened) and not (upright and seat == active):
            return 10 if seat == active else 12
        tapped = s.tapped & ~before.tapped & stayed
        closed = s.place_tapped[seat] & ~before.place_tapped[seat] & places
        for place in range(PLACES):
            if (closed >> place) & 1 and guards_of(s, seat, place) & ~s.tapped:
                return 10
        if seat != before.active and (tapped or closed):
            allowed, allowed_places = tapped_off_turn(before, t, seat, action)
            if tapped & ~allowed or closed & ~allowed_places:
                return 12
    return 0


@rule
def tapped_off_turn(before, t, seat, action):
    """Which troops and places of a player who is not on an action may tap (FIEF-83, FIEF-85, FIEF-155)."""
    troops = before.tapped & 0
    places = 0
    if before.phase == AT_ARCHER or before.phase == AT_PRIEST:
        users = before.used * 1
        if action != PASS:
            users |= BIT[int(before.chosen)]
        users &= before.owned[seat]
        while users:
            user = lowest(users)
            users &= ~BIT[user]
            troops |= army_of(before, user)
            place = place_of(before, user)
            if place >= 0:
                places |= 1 << place
                troops |= guards_of(before, seat, place)
    elif before.phase == AT_PAY and TAP_PARTNER <= action < ABILITY and seat == partner_of(t, int(before.active)):
        places = 1 << (action - TAP_PARTNER)
        troops = guards_of(before, seat, action - TAP_PARTNER)
    return troops, places


# --- 13: movement ---------------------------------------------------------------------------------------------


@compiled
def moving_broken(before, s, t, action):
    """13: one troop at a time goes where its owner sends it; the others stay where they are, but for razed places."""
    mover = before.tapped & 0
    if before.phase == AT_DESTINATION or before.phase == AT_MOVE_DESTINATION:
        mover = BIT[int(before.chosen)] & before.owned[int(before.active)]
    for seat in range(t.players):
        stayed = before.owned[seat] & s.owned[seat]
        for location in range(LOCATIONS):
            marched = (before.at[location] ^ s.at[location]) & stayed
            if marched and (marched != mover or before.phase != AT_MOVE_DESTINATION):
                return 13
        for place in range(PLACES):
            shifted = (before.attached[place] ^ s.attached[place]) & stayed
            if shifted and place_exists(s, seat, place) and (shifted != mover or before.phase != AT_DESTINATION):
                return 13
    if before.phase == AT_MOVE_DESTINATION and s.at[action - LOC] & mover == 0:
        return 13
    return 0


# --- 15, 16: wars -----------------------------------------------------------------------------------------------


@compiled
def war_step_broken(before, s, t, action):
    """15: nobody survives a war with damage that kills; 16: a razed landscape had no guard left and damage left over."""
    for seat in range(t.players):
        razed = s.counter[seat, LANDSCAPES_RAZED] - before.counter[seat, LANDSCAPES_RAZED]
        gone = 0
        for place in range(1, PLACES):
            if place_exists(before, seat, place) and not place_exists(s, seat, place) and razed:
                gone += 1
                if (
                    guards_of(before, seat, place) & s.owned[seat]
                    or damage_left_over(before, t, seat, place, action) < 1
                ):
                    return 16
        if razed < 0 or (s.alive[seat] and gone != razed):
            return 16
    war_is_over = AT_DAMAGE <= before.phase <= AT_PRIEST and s.war_attacker < 0
    if war_is_over and not s.over:
        alive = s.at[int(before.war_location)] * 1
        while alive:
            handle = lowest(alive)
            alive &= ~BIT[handle]
            if s.damage[handle] >= t.kind_defence[KIND_OF[handle]] + most_bonus(before, t, handle):
                return 15
    return 0


@rule
def most_bonus(before, t, handle):
    """The most defence that the support and the buildings of its fight lend a troop; exact once the damage is dealt."""
    bonus = int(before.bonus[handle])
    if before.phase == AT_DAMAGE:
        for fight in range(before.fight + 1, before.fights):
            if before.fight_defenders[fight] & BIT[handle] and before.fight_place[fight] >= 0:
                civil = civil_buildings(before, int(before.war_defender), int(before.fight_place[fight]))
                bonus += civil * t.civil_building_defence
            if (before.fight_attackers[fight] | before.fight_defenders[fight]) & BIT[handle]:
                bonus += count(army_of(before, handle) & INFANTRIES & ~BIT[handle]) * t.infantry_support_defence
    return bonus


@compiled
def damage_left_over(before, t, owner, place, action):
    """FIEF-114, FIEF-115: the attack on a place less all that its guards can take and what priests healed of the rest."""
    attackers = before.tapped & 0
    for group in range(GROUPS):
        if before.group_target[group] == TARGET_PLACE + place:
            attackers |= before.group[group]
    if action == TARGET_PLACE + place:
        attackers |= before.group[int(before.fight)]
    surplus = 0
    while attackers:
        handle = lowest(attackers)
        attackers &= ~BIT[handle]
        surplus += t.kind_attack[KIND_OF[handle]]
    guards = guards_of(before, owner, place)
    cards = count(guards)
    if cards > 1:
        surplus -= count(guards & INFANTRIES) * t.infantry_support_defence
    for stone in range(STONE_CITY):
        if stone_on(before, owner, place, stone):
            surplus -= t.building_defence[TOWER + stone]
            cards += 1
    if cards > 0:
        surplus -= civil_buildings(before, owner, place) * t.civil_building_defence
    while guards:
        handle = lowest(guards)
        guards &= ~BIT[handle]
        surplus -= t.kind_defence[KIND_OF[handle]]
    for fight in range(before.fights):
        if before.fight_place[fight] == place:
            surplus -= before.surplus_healed[fight, DEFENCE]
            if before.phase == AT_PRIEST and action >= TROOP and before.fight_defenders[fight] & BIT[action - TROOP]:
                surplus -= t.priest_heal
    return surplus


# --- 19: sieges ---------------------------------------------------------------------------------------------------


@compiled
def siege_broken(before, s, t):
    """19: a siege is counted at the start of its victim's turn, one by one, with an enemy in the fief; else it ends."""
    for seat in range(t.players):
        change = s.siege[seat] - before.siege[seat]
        if not s.alive[seat] or s.over:
            continue
        if s.turns == before.turns or seat != s.active:
            if change != 0:
                return 19
        elif s.siege[seat] != 0 and (change != 1 or enemies_of(s, t, seat) & s.at[seat] == 0):
            return 19
    return 0
