from simcore.games.fief.bits import BIT, UNIT, count, lowest
from simcore.games.fief.economy import (
    attached_anywhere,
    available_at,
    guards_of,
    is_guarded,
    loose_at_home,
    place_exists,
    side_prestige,
)
from simcore.games.fief.payment import surcharge
from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    BUILD,
    CHARACTER_DECK,
    EXTRA_CARD,
    FIRST_HANDLE,
    GOLD,
    KINDS,
    LANDSCAPE_DECK,
    NONE,
    PASS,
    PLACES,
    PLAY,
    TOWER,
    TROOP,
    WORKER,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.fief import judgement as j

# The worth of a position in tenths: prestige 100, unit of yield 15, troop 8, hand card 5, guarded place with buildings 20.
PRESTIGE, YIELD, TROOP_WORTH, CARD, GUARDED = 100, 15, 8, 5, 20


@rule
def _waste(price, hand):
    """The part of a price that is neither hand cards nor tapping: wasted units and specialists used."""
    return max(0, price - 40 * hand) // 2


@compiled
def _value_of_card(s, t, seat, kind):
    """What the position gains by playing a card, with the cheapest payment."""
    need = t.kind_cost[kind] + surcharge(s, t, seat, kind) * UNIT[GOLD]
    price = j.plan_payment(s, t, seat, need, NONE, False, int(s.hand_cards[seat]) - 1)
    if price >= j.IMPOSSIBLE:
        return -j.IMPOSSIBLE
    hand = int(s.memory[seat, j.PLAN_HAND])
    value = -CARD * (1 + hand) - _waste(price, hand)
    if kind < WORKER:
        return value + YIELD * t.place_base[kind] + j.landscape_wish(s, t, seat, kind, False) // 4
    helpers = 2 * (1 + j.landscapes_of(s, seat))
    helps = BIT[FIRST_HANDLE[kind]] & t.helpers != 0 and count(s.owned[seat] & t.helpers) < helpers
    return value + TROOP_WORTH + (YIELD if helps else 0) + 2 * t.kind_attack[kind]


@compiled
def _value_of_building(s, t, legal, seat, pile):
    building = int(s.pile_cards[pile, s.pile_left[pile] - 1])
    price = j.building_price(s, t, legal, seat, pile)
    if price >= j.IMPOSSIBLE:
        return -j.IMPOSSIBLE
    gain = j.prestige_gain(s, t, seat, building)
    if side_prestige(s, t, seat) + gain >= t.target:
        return j.IMPOSSIBLE
    hand = int(s.memory[seat, j.PLAN_HAND])
    place = (s.memory[seat, j.POST] - BUILD) % 5
    value = PRESTIGE * gain - CARD * hand - _waste(price, hand) + (YIELD if building < TOWER else 0)
    return value + (GUARDED if is_guarded(s, seat, place) or building >= TOWER else 0)


@compiled
def _value_of_post(s, t, seat):
    """The best place for a loose helper: its yield rises, or a place with buildings becomes guarded."""
    best = 0
    for place in range(PLACES):
        if place_exists(s, seat, place):
            value = 0
            if count(guards_of(s, seat, place) & t.helpers) < t.place_slots[s.land[seat, place]]:
                value = YIELD - (6 if (s.place_tapped[seat] >> place) & 1 else 0)
            if place > 0 and not is_guarded(s, seat, place):
                value += 3 + (GUARDED if s.building[seat, place, 0] >= 0 else 0)
            if value > best:
                best = value
                s.memory[seat, j.POST] = place
    return best


@compiled
def _act(s, t, legal, seat):
    best = PASS
    best_value = 0
    post = NONE
    for kind in range(KINDS):
        if j.has(legal, PLAY + kind):
            value = _value_of_card(s, t, seat, kind)
            if value > best_value:
                best_value = value
                best = PLAY + kind
    for pile in range(3):
        if j.first_between(legal, BUILD + 5 * pile, BUILD + 5 * pile + 5) >= 0:
            value = _value_of_building(s, t, legal, seat, pile)
            if value > best_value:
                best_value = value
                best = int(s.memory[seat, j.POST])
    if j.buy_extra_card(s, t, legal, seat, 0) >= 0 and best_value < CARD:
        best_value = CARD
        best = EXTRA_CARD
    idle = loose_at_home(s, seat) & ~s.tapped & t.helpers
    if idle and j.has(legal, TROOP + lowest(idle)):
        value = _value_of_post(s, t, seat)
        if value > best_value:
            best = TROOP + lowest(idle)
            post = int(s.memory[seat, j.POST])
    if post >= 0:
        s.memory[seat, j.POST] = post
    return best


@compiled
def _march(s, t, legal, seat):
    """March where an attack with all fighters promises a gain; else go home."""
    army = j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s)
    best = NONE
    most = 4
    for other in range(t.players):
        if s.alive[other] and not j.are_allied(t, seat, other):
            value = j.best_place_to_attack(s, t, army, other) - 2 * j.attack_sum(t, available_at(s, other, other))
            if value > most:
                most = value
                best = other
    if best >= 0 and count(army) >= 2:
        code = j.march(s, t, legal, seat, army, best)
        return code if code >= 0 else PASS
    return j.come_home(s, t, legal, seat)


@strategy
def greedy(s, t, legal, seat):
    """Looks one action ahead: takes whatever raises the worth of its position most.

    The worth counts prestige, yields, troops, hand cards and guarded places with buildings; wasted units and spent cards
    count against an action. It marches and fights where the odds promise a gain.
    """
    code = j.routine(s, t, legal, seat, False, 0)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = j.deck_or_other(legal, LANDSCAPE_DECK if s.hand_cards[seat] < 4 else CHARACTER_DECK)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = j.draw_for_household(s, t, legal, seat, 4, 2)
            code = code if code >= 0 else j.largest_deck(s, legal)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat)
        elif s.phase == AT_MOVE:
            code = _march(s, t, legal, seat)
        else:
            code = j.declare_war(s, t, legal, seat, 0)
    return j.settled(legal, code)
