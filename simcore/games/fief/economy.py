"""Places and what they yield: production, food and gold capacity, prestige (chapters 3.3, 3.4, 3.7, 3.14)."""

from simcore.games.fief.bits import BIT, UNIT, count, lowest, units
from simcore.games.fief.state import (
    BUILDINGS_LOST,
    FOOD,
    GOLD,
    HIGHEST_PRESTIGE,
    KIND_OF,
    KINDS,
    NONE,
    PLACES,
    TOWER,
)
from simcore.kernels.jit import compiled, rule

PRODUCE_OF_PLACE, PRODUCE_OWN_SYMBOL = 0, 1  # knob building_production; 2 is nothing


@rule
def plus_one(counts, seat, card):
    """Count one more in a column that saturates."""
    if counts[seat, card] < 255:
        counts[seat, card] += 1


@rule
def partner_of(t, seat):
    """FIEF-147: the partner sits opposite; -1 without teams."""
    return (seat + 2) % 4 if t.team_game else NONE


@rule
def are_allied(t, a, b):
    return a == b or (t.team_game and (a + b) % 2 == 0)


@rule
def enemies_of(s, t, seat):
    """The troops of all opponents (FIEF-152: the partner is none)."""
    mask = s.owned[0] & 0
    for other in range(t.players):
        if not are_allied(t, seat, other):
            mask |= s.owned[other]
    return mask


@rule
def attached_anywhere(s):
    return s.attached[0] | s.attached[1] | s.attached[2] | s.attached[3] | s.attached[4]


@rule
def guards_of(s, seat, place):
    """The troops attached to a place."""
    return s.owned[seat] & s.attached[place]


@rule
def loose_at_home(s, seat):
    return s.owned[seat] & s.at[seat] & ~attached_anywhere(s)


@rule
def available_at(s, seat, location):
    """Loose and untapped troops of a seat in a location."""
    return s.owned[seat] & s.at[location] & ~attached_anywhere(s) & ~s.tapped


@rule
def place_exists(s, seat, place):
    return s.land[seat, place] >= 0


@rule
def place_untapped(s, seat, place):
    return s.land[seat, place] >= 0 and (s.place_tapped[seat] >> place) & 1 == 0


@rule
def buildings_on(s, seat, place):
    """How many buildings stand there; they fill the entries from the front."""
    n = 0
    for i in range(3):
        if s.building[seat, place, i] >= 0:
            n += 1
    return n


@compiled
def has_building(s, seat, kind):
    found = False
    for place in range(PLACES):
        for i in range(3):
            found |= s.building[seat, place, i] == kind
    return found


@rule
def has_military_building(s, seat, place):
    found = False
    for i in range(3):
        found |= s.building[seat, place, i] >= TOWER
    return found


@rule
def is_guarded(s, seat, place):
    """FIEF-48: at least one attached troop or military building, tapped or not."""
    return guards_of(s, seat, place) != 0 or has_military_building(s, seat, place)


# --- production (FIEF-24 to FIEF-33) ------------------------------------------------------------------


@compiled
def refresh_place(s, t, seat, place):
    """FIEF-27: base, helpers up to the slots (FIEF-29), civil buildings (FIEF-32, 33); and what artists double (FIEF-80, 81).

    Artists double the first cards in the order place, helpers, buildings.
    """
    kind = int(s.land[seat, place])
    if kind < 0:
        s.place_units[seat, place] = 0
        s.place_doubled[seat, place] = 0
        return
    unit = UNIT[t.place_resource[kind]]
    helpers = min(count(guards_of(s, seat, place) & t.helpers), t.place_slots[kind])
    cards = t.artist_max_cards
    made = (t.place_base[kind] + helpers) * unit
    doubled = ((t.place_base[kind] if cards > 0 else 0) + max(0, min(helpers, cards - 1))) * unit
    cards -= 1 + helpers
    if t.building_production <= PRODUCE_OWN_SYMBOL:
        for i in range(3):
            building = int(s.building[seat, place, i])
            if building < 0 or building >= TOWER:
                continue
            more = unit
            if t.building_production == PRODUCE_OWN_SYMBOL:
                if t.building_symbol[building] < 0:
                    continue
                more = UNIT[t.building_symbol[building]]
            made += more
            if cards > 0:
                doubled += more
                cards -= 1
    s.place_units[seat, place] = made
    s.place_doubled[seat, place] = doubled


@rule
def food_capacity(s, seat):
    """FIEF-72: yields of the food places, tapped or not."""
    food = 0
    for place in range(PLACES):
        food += units(s.place_units[seat, place], FOOD)
    return food


@rule
def troops_fed(s, t, seat):
    """FIEF-71: how many troops the food capacity feeds."""
    return t.characters_per_food * food_capacity(s, seat)


@rule
def is_hungry(s, t, seat):
    return count(s.owned[seat]) > troops_fed(s, t, seat)


@rule
def gold_capacity(s, t, seat):
    """FIEF-141: yields of the Mines and loose troops with the gold symbol at home, tapped or not."""
    gold = count(loose_at_home(s, seat) & t.makers[GOLD])
    for place in range(PLACES):
        gold += units(s.place_units[seat, place], GOLD)
    return gold


# --- prestige (FIEF-129, FIEF-131) ---------------------------------------------------------------------


@compiled
def refresh_prestige(s, t, seat):
    """One building of each type counts in full, a further copy as the knob says."""
    seen = 0
    prestige = 0
    for place in range(PLACES):
        for i in range(3):
            kind = int(s.building[seat, place, i])
            if kind < 0:
                continue
            prestige += t.duplicate_prestige if (seen >> kind) & 1 else t.building_prestige[kind]
            seen |= 1 << kind
    s.prestige[seat] = prestige
    s.counter[seat, HIGHEST_PRESTIGE] = max(s.counter[seat, HIGHEST_PRESTIGE], prestige)


@rule
def side_prestige(s, t, seat):
    """FIEF-148: partners add their prestige; duplicates are judged within one fief."""
    prestige = int(s.prestige[seat])
    partner = partner_of(t, seat)
    if partner >= 0:
        prestige += s.prestige[partner]
    return prestige


@compiled
def sum_over(values, troops):
    """The sum of a column of the kinds, such as t.kind_attack, over a set of troops."""
    found = 0
    while troops:
        handle = lowest(troops)
        troops &= ~BIT[handle]
        found += values[KIND_OF[handle]]
    return found


# --- putting cards on the table and taking them off ---------------------------------------------------


@compiled
def put_troop(s, t, seat, kind):
    """FIEF-64: a troop enters the own fief loose and untapped, with the lowest free handle of its kind."""
    everyone = s.owned[0] | s.owned[1] | s.owned[2] | s.owned[3]
    handle = first_free(kind, everyone)
    s.owned[seat] |= BIT[handle]
    s.at[seat] |= BIT[handle]
    s.tapped &= ~BIT[handle]
    s.fresh |= BIT[handle]
    return handle


@rule
def first_free(kind, taken):
    handle = 0
    while KIND_OF[handle] != kind or taken & BIT[handle]:
        handle += 1
    return handle


@compiled
def take_off(s, t, handle):
    """FIEF-19: the troop goes to the discard pile."""
    bit = BIT[handle]
    owner = 0
    place = NONE
    for seat in range(t.players):
        if s.owned[seat] & bit:
            owner = seat
    for each in range(PLACES):
        if s.attached[each] & bit:
            place = each
    s.owned[owner] &= ~bit
    for location in range(8):
        s.at[location] &= ~bit
    s.tapped &= ~bit
    s.fresh &= ~bit
    for i in range(3):
        s.moved[i] &= ~bit
    s.damage[handle] = 0
    s.discard[KIND_OF[handle]] += 1
    if place >= 0:
        s.attached[place] &= ~bit
        refresh_place(s, t, owner, place)


@rule
def attach(s, t, seat, handle, place):
    """FIEF-66: from wherever it stands in the own fief to a place, or loose (-1)."""
    bit = BIT[handle]
    for each in range(PLACES):
        if s.attached[each] & bit:
            s.attached[each] &= ~bit
            refresh_place(s, t, seat, each)
    if place >= 0:
        s.attached[place] |= bit
        refresh_place(s, t, seat, place)


@compiled
def lose_building(s, seat, place, slot):
    """The building goes to the discard pile; the others of its place move up."""
    kind = s.building[seat, place, slot]
    s.discard_buildings[kind] += 1
    plus_one(s.destroyed, seat, kind)
    s.counter[seat, BUILDINGS_LOST] += 1
    for i in range(slot, 2):
        s.building[seat, place, i] = s.building[seat, place, i + 1]
    s.building[seat, place, 2] = NONE


@compiled
def lose_landscape(s, t, seat, place):
    """FIEF-47, FIEF-115: buildings go with the landscape, troops on it become loose and keep their tapped state."""
    while s.building[seat, place, 0] >= 0:
        lose_building(s, seat, place, 0)
    s.discard[s.land[seat, place]] += 1
    s.land[seat, place] = NONE
    s.place_tapped[seat] &= ~(1 << place)
    s.attached[place] &= ~s.owned[seat]
    refresh_place(s, t, seat, place)
    refresh_prestige(s, t, seat)


@rule
def refresh(s, t):
    """Recompute every cache after a rule case laid out a position."""
    for seat in range(t.players):
        for place in range(PLACES):
            refresh_place(s, t, seat, place)
        refresh_prestige(s, t, seat)
        cards = 0
        for kind in range(KINDS):
            cards += s.hand[seat, kind]
        s.hand_cards[seat] = cards


@rule
def tap_place(s, seat, place):
    """FIEF-31, FIEF-83, FIEF-155: the place and everything attached to it are tapped together."""
    s.place_tapped[seat] |= 1 << place
    s.tapped |= guards_of(s, seat, place)


@compiled
def place_of(s, handle):
    """The place a troop is attached to, or LOOSE."""
    place = NONE
    for each in range(PLACES):
        if s.attached[each] & BIT[handle]:
            place = each
    return place


@compiled
def location_of(s, handle):
    location = NONE
    for each in range(8):
        if s.at[each] & BIT[handle]:
            location = each
    return location
