"""What gold buys: pieces, cards, patronage, and the cards that cost gold (rulebook 3.10, 3.11, 3.16)."""

from simcore.games.mythotopia.bits import bit
from simcore.games.mythotopia.cards import available, card_bit, top_of_progress_pile, up, word_of
from simcore.games.mythotopia.completion import bonus_card, complete, settle
from simcore.games.mythotopia.payment import gold_payable, most_gold
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ALL_START,
    BUNDLE,
    BUY,
    DIPLOMAT,
    GOLD,
    MAX_BUNDLE_ARMIES,
    MAX_BUNDLE_SHIPS,
    MERC_PROV,
    MERCENARY,
    MYSTIC,
    MYSTIC_PICK,
    N_ARMIES,
    N_SHIPS,
    PATRONAGE,
    PAY_GOLD,
    PROGRESS_CARD,
    VP_PATRONAGE,
)
from simcore.games.mythotopia.tokens import earn, sources
from simcore.games.mythotopia.war import BY_DIPLOMAT, defender, end_war
from simcore.kernels.jit import rule


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
