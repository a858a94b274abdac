"""What must be true after every action; `invariants` returns the number of the first broken one."""

from simcore.games.fief.bits import BIT, count, lowest
from simcore.games.fief.economy import (
    are_allied,
    attached_anywhere,
    buildings_on,
    is_hungry,
    place_exists,
    refresh_place,
    refresh_prestige,
    side_prestige,
)
from simcore.games.fief.ending import side_key, side_mask
from simcore.games.fief.payment import covers
from simcore.games.fief.state import (
    AT_BUREAUCRAT,
    AT_DRAFT,
    AT_GROUP,
    AT_MAIN,
    AT_PAY,
    AT_PRIEST,
    AT_SUPPLY,
    AT_WAR,
    BUILDING_KINDS,
    BY_CITY,
    BY_PRESTIGE,
    BY_SIEGE,
    CITY,
    DECK_OF,
    GROUPS,
    HANDLES,
    KIND_MASK,
    KINDS,
    KNIGHTS,
    LOCATIONS,
    PAY_LANDSCAPE,
    PAY_TROOP,
    PLACES,
    SEATS,
)
from simcore.kernels.jit import compiled, rule


@rule
def invariants(s, t):
    """0, or a number: 1-4 cards and fiefs, 5-14 troops, food and payments, 15 war, 17-23 the course, 25 the caches.

    What an action may change (9 to 13, 15, 16, 19) is checked by `step_invariants`. That the same decisions lead to
    the same states (24) concerns two games and has a test of its own.
    """
    broken = cards_broken(s, t)
    if broken == 0:
        broken = buildings_broken(s, t)
    if broken == 0:
        broken = fiefs_broken(s, t)
    if broken == 0:
        broken = troops_broken(s, t)
    if broken == 0:
        broken = war_broken(s)
    if broken == 0:
        broken = course_broken(s, t)
    return broken


@compiled
def cards_broken(s, t):
    """1: every card of the decks is somewhere exactly once."""
    for kind in range(KINDS):
        n = int(s.discard[kind])
        for i in range(s.deck_left[DECK_OF[kind]]):
            n += s.deck_cards[DECK_OF[kind], i] == kind
        for seat in range(t.players):
            n += s.hand[seat, kind]
            n += count(s.owned[seat] & KIND_MASK[kind])
            for place in range(1, PLACES):
                n += s.land[seat, place] == kind
        if (s.pay_for == PAY_LANDSCAPE or s.pay_for == PAY_TROOP) and s.pay_card == kind:
            n += 1
        if n != t.kind_count[kind]:
            return 1
    return 0


@compiled
def buildings_broken(s, t):
    """2: every building is somewhere exactly once."""
    for building in range(BUILDING_KINDS):
        n = int(s.discard_buildings[building])
        for pile in range(3):
            for i in range(s.pile_left[pile]):
                n += s.pile_cards[pile, i] == building
        for seat in range(t.players):
            for place in range(PLACES):
                for i in range(3):
                    n += s.building[seat, place, i] == building
        if n != t.building_count[building]:
            return 2
    return 0


@compiled
def fiefs_broken(s, t):
    for seat in range(t.players):
        lands = 0
        cards = 0
        for kind in range(KINDS):
            cards += s.hand[seat, kind]
        for place in range(PLACES):
            if place > 0 and place_exists(s, seat, place):
                lands += 1
            # 4: buildings only on existing places, not too many
            if buildings_on(s, seat, place) > (t.max_buildings_per_place if place_exists(s, seat, place) else 0):
                return 4
            # 10: a tapped place exists
            if (s.place_tapped[seat] >> place) & 1 and not place_exists(s, seat, place):
                return 10
            # 25: the caches say what the table says
            made, doubled = int(s.place_units[seat, place]), int(s.place_doubled[seat, place])
            refresh_place(s, t, seat, place)
            if made != s.place_units[seat, place] or doubled != s.place_doubled[seat, place]:
                return 25
        prestige = int(s.prestige[seat])
        refresh_prestige(s, t, seat)
        # 17: prestige is what the table says
        if prestige != s.prestige[seat] or cards != s.hand_cards[seat]:
            return 17
        # 3: a living player has his city and not too many landscapes; 20: a dead one has nothing
        if s.alive[seat] and (s.land[seat, 0] != CITY or lands > t.max_landscapes):
            return 3
        if (
            not s.alive[seat]
            and (s.land[seat, 0] >= 0 or lands or cards or s.owned[seat] or s.seat == seat)
            and not s.over
        ):
            return 20
    return 0


@compiled
def troops_broken(s, t):
    everyone = s.owned[0] & 0
    for seat in range(SEATS):
        if everyone & s.owned[seat]:
            return 5
        everyone |= s.owned[seat]
    # 5: every troop is in one location, attached troops are at home on a place that exists
    located = s.owned[0] & 0
    for location in range(LOCATIONS):
        if located & s.at[location] or (s.at[location] and t.adjacent[location] == 0):
            return 5
        located |= s.at[location]
    if located != everyone or attached_anywhere(s) & ~everyone or s.tapped & ~everyone:
        return 5
    for place in range(PLACES):
        for other in range(place):
            if s.attached[place] & s.attached[other]:
                return 5
        for seat in range(t.players):
            here = s.attached[place] & s.owned[seat]
            if here & ~s.at[seat] or (here and not place_exists(s, seat, place)):
                return 5
    # 6, 7: the active player's troops are fed; nobody else is asked
    active = int(s.active)
    paying = AT_PAY <= s.phase <= AT_BUREAUCRAT
    if s.phase != AT_DRAFT and s.phase != AT_SUPPLY and not paying and not s.over and is_hungry(s, t, active):
        return 6
    if s.phase == AT_SUPPLY and (s.seat != active or not is_hungry(s, t, active)):
        return 7
    # 8: no resource outlives its payment
    left = s.pay_pool != 0 or s.pay_need != 0 or s.pay_any != 0 or s.pay_armed != 0 or s.pay_taps != 0
    if not paying and (left or s.pay_for != 0):
        return 8
    # 9: a payment that still runs is not yet covered, and asks the active player
    if paying and (s.seat != active or (s.phase == AT_PAY and covers(s.pay_pool, s.pay_need, s.pay_any))):
        return 9
    # 13, 14: only the active player's troops have moved, none too often, none while attached
    moved = s.moved[0] | s.moved[1] | s.moved[2]
    if moved & ~s.owned[active] and s.phase != AT_DRAFT and not s.over:
        return 13
    if moved & attached_anywhere(s) or s.moved[2] & ~s.moved[1] or s.moved[1] & ~s.moved[0]:
        return 14
    slow = s.moved[min(t.troop_moves, 2)] & ~KNIGHTS if t.troop_moves < 3 else moved & 0
    fast = s.moved[min(t.knight_moves, 2)] & KNIGHTS if t.knight_moves < 3 else moved & 0
    if slow | fast:
        return 14
    return 0


@compiled
def war_broken(s):
    fighting = AT_GROUP <= s.phase <= AT_PRIEST
    if fighting:
        if s.war_attacker != s.active or s.war_defender < 0:
            return 15
        return 0
    # 15: outside a war its fields are cleared, and damage lives only in the turn of the war
    if s.war_attacker >= 0 or s.groups or s.fights or s.war_pending:
        return 15
    for group in range(GROUPS):
        if (
            s.group[group]
            or s.opposing[group]
            or s.fight_attackers[group]
            or s.surplus[group, 0]
            or s.surplus[group, 1]
        ):
            return 15
    everyone = s.owned[0] | s.owned[1] | s.owned[2] | s.owned[3]
    for handle in range(HANDLES):
        if s.bonus[handle] or s.healed[handle]:
            return 15
        if s.damage[handle] and (s.phase != AT_WAR or everyone & BIT[handle] == 0) and not s.over:
            return 15
    return 0


@compiled
def course_broken(s, t):
    drawn = t.cards_total - s.deck_left[0] - s.deck_left[1] - s.deck_left[2]
    # 21: every card that left a deck was drawn
    if drawn != s.draws_initial + s.draws_normal + s.draws_extra:
        return 21
    if s.over:
        return end_broken(s, t)
    # 18: the decks and piles have not run out
    empty = 0
    for deck in range(3):
        if s.deck_left[deck] == 0:
            empty += 1
    if empty >= t.empty_decks_to_end and s.draws_normal > 0:
        return 18
    if t.end_on_last_building and s.pile_left[0] + s.pile_left[1] + s.pile_left[2] == 0:
        return 18
    for seat in range(t.players):
        # 17: no side stands at its target while the game runs
        if side_prestige(s, t, seat) >= t.target and not s.closing:
            return 17
        # 19: nobody outlives a siege
        if s.alive[seat] and s.siege[seat] >= t.siege_turns:
            return 19
    # 22: a living seat decides, in its own steps the active one
    if s.seat < 0 or s.seat >= t.players or not s.alive[s.seat]:
        return 22
    if AT_MAIN <= s.phase <= AT_WAR and s.seat != s.active:
        return 22
    return 0


@rule
def end_broken(s, t):
    """23: somebody wins; every winning side lives; several sides win only by lack of cards, equal in all criteria."""
    if s.winners == 0:
        return 23
    first = lowest(s.winners * (BIT[0] * 1))
    if (s.reason == BY_CITY or s.reason == BY_SIEGE) and s.winners != side_mask(t, first):
        return 23
    if s.reason == BY_PRESTIGE and not t.equal_turns_at_prestige and s.winners != side_mask(t, first):
        return 23
    for seat in range(t.players):
        if (s.winners >> seat) & 1:
            lives = False
            for other in range(t.players):
                if s.alive[other] and are_allied(t, seat, other):
                    lives = True
            if not lives or side_key(s, t, seat) != side_key(s, t, first):
                return 23
    return 0
