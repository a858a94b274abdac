"""Hiring and summoning (ADE-301 to ADE-313, ADE-820 to ADE-830, ADE-905, ADE-910)."""

from simcore.games.adellos.board import add_counters, holds, put, type_of, vacant_at_home
from simcore.games.adellos.material import cards_to_draw, draw_cards, pay_gold
from simcore.games.adellos.nobles import family_amount, noble_with
from simcore.games.adellos.pieces import BUY_CARDS, FAMILY_DISCOUNT, HIRE_PALADINS, PALADIN, SLOTS
from simcore.kernels.jit import rule


@rule
def may_hire(s, t, seat):
    """ADE-305, ADE-306: a vacant castle field, and the noble at home."""
    if vacant_at_home(s, seat) == 0:
        return False
    return t.hire_needs_noble_home == 0 or holds(s.home[seat], s.noble_field[seat]) == 1


@rule
def kind_in(s, seat, slot):
    """The unit type in a slot of the seat's faction."""
    return SLOTS * s.faction[seat] + slot


@rule
def summoning_counters(s, t, seat, kind):
    """ADE-820, ADE-829, ADE-914: time counters with which a unit arrives."""
    return max(0, t.units_cost[kind] - family_amount(s, t, seat, FAMILY_DISCOUNT, t.family[kind]))


@rule
def affordable(s, t, seat, slot):
    """ADE-301, ADE-302, ADE-313, ADE-821, ADE-828: a tile is left and can be paid for."""
    kind = kind_in(s, seat, slot)
    if s.supply[seat, slot] == 0:
        return False
    if t.units_pay[kind]:
        enough = t.counters_limited == 0 or s.pool >= summoning_counters(s, t, seat, kind)
        return s.incant > 0 and enough
    return s.gold[seat] >= t.units_cost[kind]


@rule
def hire(s, t, seat, slot, f):
    """ADE-301 to ADE-303, ADE-820: pay, and place the unit from the supply."""
    kind = kind_in(s, seat, slot)
    s.supply[seat, slot] -= 1
    put(s, seat, kind, f)
    if t.units_pay[kind]:
        s.incant -= 1
        s.units_summoned[seat] += 1
        add_counters(s, f, summoning_counters(s, t, seat, kind))
    else:
        pay_gold(s, seat, t.units_cost[kind])
        s.paid[seat, slot] += t.units_cost[kind]
        s.units_hired[seat] += 1


@rule
def may_hire_paladin(s, t, seat):
    """ADE-905: gold, action points, a token and the conditions of hiring."""
    noble = noble_with(s, t, seat, HIRE_PALADINS)
    if noble < 0 or s.tokens[0] == 0:
        return False
    return s.gold[seat] >= t.nobles_gold[noble] and s.ap >= t.nobles_ap[noble] and may_hire(s, t, seat)


@rule
def hire_paladin(s, t, seat, f):
    noble = noble_with(s, t, seat, HIRE_PALADINS)
    s.tokens[0] -= 1
    put(s, seat, PALADIN, f)
    pay_gold(s, seat, t.nobles_gold[noble])
    s.paid[seat, type_of(PALADIN)] += t.nobles_gold[noble]
    s.units_placed[seat] += 1
    s.ap -= t.nobles_ap[noble]
    s.ap_abilities[seat] += t.nobles_ap[noble]


@rule
def may_buy_card(s, t, seat):
    """ADE-910: gold for it and a card to draw; the noble need not be at home."""
    noble = noble_with(s, t, seat, BUY_CARDS)
    if noble < 0 or s.gold[seat] < t.nobles_gold[noble] or s.ap < t.nobles_ap[noble]:
        return False
    return cards_to_draw(s, t)


@rule
def buy_card(s, t, seat):
    noble = noble_with(s, t, seat, BUY_CARDS)
    pay_gold(s, seat, t.nobles_gold[noble])
    s.ap -= t.nobles_ap[noble]
    s.ap_abilities[seat] += t.nobles_ap[noble]
    draw_cards(s, t, seat, 1)
