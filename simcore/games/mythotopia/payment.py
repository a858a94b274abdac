"""Paying with cards, one at a time, and the exact test whether the rest can still be paid (rulebook 3.4).

Every unit to be paid is a slot; a card fills one slot. Which cards fit which slots is a bipartite graph with very few
kinds of slots, so the test is Hall's condition: every set of slots must have at least as many fitting cards.
"""

import numpy as np

from simcore.games.mythotopia.bits import bit, count
from simcore.games.mythotopia.cards import SPENT, USED, available, list_cards, play_card
from simcore.games.mythotopia.state import (
    ARM_MERCHANT,
    ARM_MILL,
    ARM_WILD,
    ARMY,
    B_FARMING,
    B_GENERAL,
    B_GOLD_MINE,
    B_LEVIES,
    B_MERCHANT,
    B_QUARRY,
    B_WATER_MILL,
    FOOD,
    GOLD,
    MERCHANT_CARD,
    MILL_CARD,
    OWNERS_GENERAL,
    PROGRESS_CARD,
    SHIP,
    STONE,
)
from simcore.kernels.jit import compiled, rule

WILD, MILL, MERCHANT = 1, 2, 4  # bits of `armed`
SHIPS_NEEDED = 3  # place in `need` after food, stone and gold


@rule
def wild_card(kind):
    """MYT-56: the card whose reserve effect lets any card count as this symbol."""
    if kind == FOOD:
        return B_FARMING
    if kind == STONE:
        return B_QUARRY
    if kind == GOLD:
        return B_GOLD_MINE
    return B_LEVIES


@rule
def wild_ready(s, kind, cards1):
    """MYT-56: the granting card is among `cards1`, lies in the reserve and is unused this turn."""
    return s.wild_used[kind] == 0 and cards1 & s.reserve[s.active, 1] & wild_card(kind) != 0


@compiled
def matches(t, cards0, cards1, kind, plain, any_resource, any_card, ships, army):
    """Whether the cards can fill so many slots of each sort, one card a slot."""
    if plain + any_resource + any_card + ships + army > count(cards0) + count(cards1):
        return False
    right0, right1 = cards0 & t.sym0[kind], cards1 & t.sym1[kind]
    if plain > count(right0) + count(right1):
        return False
    resource0, resource1 = cards0 & t.res0, cards1 & t.res1
    if any_resource > 0 and plain + any_resource > count(resource0) + count(resource1):
        return False
    if ships + army == 0:
        return True
    for with_ships in range(2):
        for with_army in range(2):
            slots = with_ships * ships + with_army * army
            fit0 = cards0 & t.sym0[ARMY] if with_army else np.int64(0)
            fit1 = cards1 & t.sym1[ARMY] if with_army else np.int64(0)
            if with_ships:
                fit0 |= cards0 & t.sym0[SHIP]
                fit1 |= cards1 & t.sym1[SHIP]
            if slots > count(fit0) + count(fit1):
                return False
            if slots + plain > count(fit0 | right0) + count(fit1 | right1):
                return False
            if any_resource > 0 and slots + plain + any_resource > count(fit0 | resource0) + count(fit1 | resource1):
                return False
    return True


@compiled
def can_pay(s, t, cards0, cards1, effect, ships, kind, units, army):
    """Whether ships, `units` of a resource and (army = 1) at least one army symbol can be paid with these cards.

    Tries Water Mill on or off and Merchant off, on one unit or on the doubled pair (MYT-57 to MYT-59). The
    once-per-turn effect (unless `effect` is 0) serves one undoubled unit (MYT-56): using it never hurts.
    """
    if units == 0 and ships == 0:
        return army == 0 or cards0 & t.sym0[ARMY] != 0 or cards1 & t.sym1[ARMY] != 0 or wild_ready(s, ARMY, cards1)
    may_wild = effect and wild_ready(s, kind, cards1)
    for mill in range(2 if units >= 2 and cards1 & B_WATER_MILL else 1):
        for merchant in range(2 + mill if cards1 & B_MERCHANT else 1):  # 0 unused, 1 on a single unit, 2 on the pair
            singles = units - 2 * mill - (1 if merchant == 1 else 0)
            if singles < 0:
                continue
            wild = 1 if may_wild and singles > 0 else 0
            rest1 = cards1
            if mill:
                rest1 &= ~np.int64(B_WATER_MILL)
            if merchant:
                rest1 &= ~np.int64(B_MERCHANT)
            plain = singles - wild + (1 if mill and merchant != 2 else 0)
            any_resource = 1 if merchant else 0
            if matches(t, cards0, rest1, kind, plain, any_resource, wild, ships, army):
                return True
            # Levies can always supply the army symbol itself, as the last card (MYT-56).
            levied = rest1 & ~np.int64(B_LEVIES)
            levies = army and wild_ready(s, ARMY, rest1)
            if levies and matches(t, cards0, levied, kind, plain, any_resource, wild, ships, 0):
                return True
    return False


@rule
def payable(s, t, cards0, cards1, ships, kind, units, army):
    return can_pay(s, t, cards0, cards1, 1, ships, kind, units, army)


@rule
def gold_payable(s, t, cards1, units):
    """Whether the active player can pay gold with his cards, of word 1 only these."""
    return payable(s, t, available(s, 0), cards1, 0, GOLD, units, 0)


@rule
def most_gold(s, t, limit):
    """The largest amount of gold up to `limit` that the active player can pay; every smaller amount is payable too."""
    units = 0
    while units < limit and gold_payable(s, t, available(s, 1), units + 1):
        units += 1
    return units


@compiled
def companions(s, t, cards0, cards1, ships, kind, units, army):
    """The province cards that may be played for their province while the rest stays payable with the other cards.

    Cards with the same symbol are equally good. The flag OWNERS_GENERAL says that General may be played instead.
    """
    found = np.int64(0)
    for symbol in range(ARMY + 1):
        alike = cards0 & t.sym0[symbol]
        if alike != 0 and payable(s, t, cards0 & ~(alike & -alike), cards1, ships, kind, units, army):
            found |= alike
    if cards1 & B_GENERAL != 0 and payable(s, t, cards0, cards1 & ~np.int64(B_GENERAL), ships, kind, units, army):
        found |= OWNERS_GENERAL
    return found


@compiled
def that_leave(s, t, cards0, cards1, word, candidates, effect, ships, kind, units, army):
    """Those of the candidates (cards of one word) that can be played so that the rest stays payable."""
    found = np.int64(0)
    while candidates != 0:
        card = candidates & -candidates
        candidates &= candidates - 1
        left0 = cards0 & ~card if word == 0 else cards0
        left1 = cards1 if word == 0 else cards1 & ~card
        if can_pay(s, t, left0, left1, effect, ships, kind, units, army):
            found |= card
    return found


@compiled
def payment_options(s, t, cards0, cards1, word, kind, armed, army):
    """The cards that may be played next for a resource, given the armed modifiers (MYT-47 to MYT-59)."""
    units = np.int64(s.need[kind])
    value = 2 if armed & MILL else 1
    if value > units:
        return np.int64(0)
    candidates = cards0 if word == 0 else cards1
    if armed & MERCHANT:
        candidates &= t.res0 if word == 0 else t.res1
    elif armed & WILD == 0:
        candidates &= t.sym0[kind] if word == 0 else t.sym1[kind]
    effect = 0 if armed & WILD else 1
    return that_leave(s, t, cards0, cards1, word, candidates, effect, 0, kind, units - value, army)


@rule
def any_payment(s, t, cards0, cards1, kind, armed, army):
    if payment_options(s, t, cards0, cards1, 0, kind, armed, army) != 0:
        return True
    return payment_options(s, t, cards0, cards1, 1, kind, armed, army) != 0


@rule
def may_arm(s, t, cards0, cards1, kind, armed, modifier, card, army):
    """Arming Water Mill or Merchant is allowed if a card can follow, or the other modifier and then a card."""
    if armed & (modifier | WILD) or cards1 & card == 0:
        return False
    rest1 = cards1 & ~np.int64(card)
    if any_payment(s, t, cards0, rest1, kind, armed | modifier, army):
        return True
    other = np.int64(B_MERCHANT | B_WATER_MILL) & ~np.int64(card)
    if armed or rest1 & other == 0:
        return False
    return any_payment(s, t, cards0, rest1 & ~other, kind, MILL | MERCHANT, army)


@compiled
def legal_payment(s, t, buf, kind, army):
    """Cards for the next unit, then the modifiers that may be armed."""
    armed = np.int64(s.armed)
    cards0, cards1 = available(s, 0), available(s, 1)
    n = list_cards(
        buf,
        0,
        payment_options(s, t, cards0, cards1, 0, kind, armed, army),
        payment_options(s, t, cards0, cards1, 1, kind, armed, army),
    )
    if armed == 0 and wild_ready(s, kind, cards1) and any_payment(s, t, cards0, cards1, kind, WILD, army):
        buf[n] = ARM_WILD
        n += 1
    if cards1 & (B_WATER_MILL | B_MERCHANT) == 0:
        return n
    if may_arm(s, t, cards0, cards1, kind, armed, MILL, B_WATER_MILL, army):
        buf[n] = ARM_MILL
        n += 1
    if may_arm(s, t, cards0, cards1, kind, armed, MERCHANT, B_MERCHANT, army):
        buf[n] = ARM_MERCHANT
        n += 1
    return n


@rule
def ship_options(s, t, word):
    """Ship cards that may be played to cross a sea area (MYT-66), food and an army symbol staying payable."""
    cards0, cards1 = available(s, 0), available(s, 1)
    candidates = cards0 & t.sym0[SHIP] if word == 0 else cards1 & t.sym1[SHIP]
    ships, food = np.int64(s.need[SHIPS_NEEDED]) - 1, np.int64(s.need[FOOD])
    return that_leave(s, t, cards0, cards1, word, candidates, 1, ships, FOOD, food, 1)


@rule
def army_symbols(t, code):
    """Army symbols of a card (MYT-48): one on a province card with an army."""
    if code < PROGRESS_CARD:
        return np.int64(1 if t.sym0[ARMY] & bit(code) else 0)
    return np.int64(t.army_symbols[code - PROGRESS_CARD])


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
