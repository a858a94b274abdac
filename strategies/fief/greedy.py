from simcore.games.fief.bits import BIT, count, lowest
from simcore.games.fief.economy import (
    attached_anywhere,
    available_at,
    guards_of,
    is_guarded,
    loose_at_home,
    place_exists,
    side_prestige,
)
from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    BUILD,
    CHARACTER_DECK,
    DECK,
    DECK_OF,
    EXTRA_CARD,
    FIRST_HANDLE,
    KINDS,
    LANDSCAPE_DECK,
    MILITARY_DECK,
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

# The worth of a position in tenths: prestige 100, unit of yield 15, troop 8, hand card 5, guarded place with buildings 20,
# attack of enemies who are near and not matched by own troops at the ready -7 per point.
PRESTIGE, YIELD, TROOP_WORTH, CARD, GUARDED, THREAT = 100, 15, 8, 5, 20, 7


@rule
def _waste(price, hand):
    """The part of a price that is neither hand cards nor tapping: wasted units and specialists used."""
    return max(0, price - 40 * hand) // 2


@rule
def _cards_spent(s, t, seat, hand):
    """Worth of the hand cards in a price: five each, and for the useful ones among them what a helper or a landscape yields."""
    return CARD * hand + 2 * YIELD * max(0, hand - j.junk(s, t, seat, False))


@rule
def _open_threat(s, t, seat):
    """Attack of enemies who are near, less that of the own troops at the ready."""
    return max(0, j.threat(s, t, seat) - j.attack_sum(t, available_at(s, seat, seat)))


@compiled
def _worth_of_card(s, t, seat, kind):
    """What the position gains when this card lies on the table, whatever it costs."""
    if kind < WORKER:
        return YIELD * t.place_base[kind] + j.landscape_wish(s, t, seat, kind, False) // 4
    helpers = 2 * (1 + j.landscapes_of(s, seat))
    helps = BIT[FIRST_HANDLE[kind]] & t.helpers != 0 and count(s.owned[seat] & t.helpers) < helpers
    worth = TROOP_WORTH + (YIELD if helps else 0) + 2 * t.kind_attack[kind]
    return worth + THREAT * min(int(t.kind_attack[kind]), _open_threat(s, t, seat))


@compiled
def _value_of_card(s, t, seat, kind):
    """What the position gains by playing a card, with the cheapest payment."""
    price = j.price_of_card(s, t, seat, kind)
    if price >= j.IMPOSSIBLE:
        return -j.IMPOSSIBLE
    hand = int(s.memory[seat, j.PLAN_HAND])
    return _worth_of_card(s, t, seat, kind) - CARD - _cards_spent(s, t, seat, hand) - _waste(price, hand)


@compiled
def _draw(s, t, legal, seat):
    """Arms against a rush, else the deck whose unseen cards are worth most on average; cards on the table and discarded ones are known to all."""
    if j.is_alarmed(s, t, seat):
        return j.deck_or_other(legal, MILITARY_DECK)
    best = int(legal[0])
    most = -1.0
    room = j.landscapes_of(s, seat) < t.max_landscapes
    for deck in range(3):
        if not j.has(legal, DECK + deck):
            continue
        worth = 0.0
        unseen = 0
        for kind in range(KINDS):
            if DECK_OF[kind] == deck:
                n = t.kind_count[kind] - s.discard[kind] - s.hand[seat, kind] - j.on_table(s, t, kind)
                unseen += n
                if kind >= WORKER or (room and j.hand_of_deck(s, seat, deck) < 2):
                    worth += n * (_worth_of_card(s, t, seat, kind) - 2.0 * t.kind_units[kind])
        worth /= max(1, unseen)
        if worth > most:
            most = worth
            best = DECK + deck
    return best


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
    value = PRESTIGE * gain - _cards_spent(s, t, seat, hand) - _waste(price, hand) + (YIELD if building < TOWER else 0)
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
    code = j.see_to_defence(s, t, legal, seat, 2 if j.is_alarmed(s, t, seat) else 1)
    if code >= 0:
        return code
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
    if count(available_at(s, seat, seat)) <= s.memory[seat, j.RESERVE]:
        idle &= 0
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
    """March where an attack promises a gain though every available defender stops one fighter; else go home."""
    army = j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s)
    best = NONE
    most = 1
    for other in range(t.players):
        if s.alive[other] and not j.are_allied(t, seat, other):
            free = j.without_strongest(t, army, count(available_at(s, other, other)))
            value = j.best_place_to_attack(s, t, free, other) if free else 0
            if value > most:
                most = value
                best = other
    if best >= 0:
        code = j.march(s, t, legal, seat, army, best)
        return code if code >= 0 else PASS
    return j.come_home(s, t, legal, seat)


@strategy
def greedy(s, t, legal, seat):
    """Looks one action ahead: takes whatever raises the worth of its position most.

    The worth counts prestige, yields, troops, hand cards and guarded places with buildings; wasted units, spent cards and
    enemies at the gate count against it. Draws from the deck with the best unseen cards, marches and fights for any gain.
    """
    code = j.routine(s, t, legal, seat, False, 0)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = j.deck_or_other(legal, LANDSCAPE_DECK if s.hand_cards[seat] < 4 else CHARACTER_DECK)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat)
        elif s.phase == AT_MOVE:
            code = _march(s, t, legal, seat)
        else:
            code = j.declare_war(s, t, legal, seat, 0)
    return j.settled(s, t, legal, seat, code)
