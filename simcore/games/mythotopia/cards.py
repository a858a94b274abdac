"""Decks, hands, reserve and drawing (rulebook 3.3, 3.4, 3.12)."""

from simcore.games.mythotopia.bits import bit, count, has, lowest, nth
from simcore.games.mythotopia.state import (
    B_QUEEN,
    B_WAREHOUSE,
    DRAWS,
    N_PROGRESS,
    PROGRESS_CARD,
    PROGRESS_PILE,
    START_BIT,
)
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import below

SPENT, USED = 0, 1


@rule
def word_of(code):
    return 0 if code < PROGRESS_CARD else 1


@rule
def card_bit(code):
    return bit(code) if code < PROGRESS_CARD else bit(code - PROGRESS_CARD)


@rule
def up(counter, *place):
    """Count one more; small counters stay at their largest value."""
    if counter[place] < 255:
        counter[place] += 1


@rule
def in_reserve(s, seat, card):
    """MYT-54: whether a progress card lies in the seat's reserve."""
    return s.reserve[seat, 1] & card != 0


@rule
def available(s, word):
    """The cards that the active player may play: hand and reserve (MYT-49)."""
    return s.hand[s.active, word] | s.reserve[s.active, word]


@rule
def deck_size(s, seat):
    """MYT-02."""
    total = 0
    for word in range(2):
        total += count(s.hand[seat, word] | s.draw[seat, word] | s.discard[seat, word] | s.reserve[seat, word])
        if seat == s.active:
            total += count(s.limbo[word])
    return total


@rule
def hand_count(s, seat):
    return count(s.hand[seat, 0]) + count(s.hand[seat, 1])


@rule
def reserve_count(s, seat):
    return count(s.reserve[seat, 0]) + count(s.reserve[seat, 1])


@rule
def capacity(s, t, seat):
    """MYT-118, MYT-24, MYT-198."""
    own = s.own[seat]
    places = t.reserve_base + t.reserve_per_city * count(own & s.city) + t.reserve_per_citadel * count(own & s.citadel)
    if in_reserve(s, seat, B_WAREHOUSE):
        places += t.reserve_warehouse
    return places


@rule
def has_room(s, t, seat):
    """MYT-117, MYT-119."""
    return reserve_count(s, seat) < capacity(s, t, seat)


@compiled
def draw_card(s, seat):
    """Move one card from the draw pile to the hand; the discard pile is shuffled only when needed (MYT-42, MYT-43)."""
    if s.draw[seat, 0] | s.draw[seat, 1] == 0:
        for word in range(2):
            s.draw[seat, word] = s.discard[seat, word]
            s.discard[seat, word] = 0
    provinces = count(s.draw[seat, 0])
    cards = provinces + count(s.draw[seat, 1])
    if cards == 0:
        return
    pick = below(s, DRAWS + seat, cards)
    if pick < provinces:
        word, place = 0, nth(s.draw[seat, 0], pick)
    else:
        word, place = 1, nth(s.draw[seat, 1], pick - provinces)
    s.draw[seat, word] &= ~bit(place)
    s.hand[seat, word] |= bit(place)
    if word == 1 and place < N_PROGRESS:
        up(s.drawn, seat, place)


@rule
def refill(s, t, seat):
    """MYT-39, MYT-191: draw up to the hand size; never discard."""
    goal = t.hand_size
    if in_reserve(s, seat, B_QUEEN):
        goal += t.queen_hand_bonus
    for _ in range(goal - hand_count(s, seat)):
        draw_card(s, seat)


@rule
def take_out(s, seat, code):
    """Take a card out of hand or reserve."""
    word, card = word_of(code), card_bit(code)
    s.hand[seat, word] &= ~card
    s.reserve[seat, word] &= ~card


@compiled
def play_card(s, code, role):
    """MYT-44, MYT-50: a played card waits in limbo until the action is complete."""
    take_out(s, s.active, code)
    s.limbo[word_of(code)] |= card_bit(code)
    place = code - PROGRESS_CARD
    if place >= START_BIT:
        up(s.start_used if role == USED else s.start_spent, s.active, place - START_BIT)
    elif place >= 0:
        up(s.used if role == USED else s.spent, s.active, place)


@rule
def empty_limbo(s):
    """MYT-44: the action is complete, its cards reach the discard pile."""
    for word in range(2):
        s.discard[s.active, word] |= s.limbo[word]
        s.limbo[word] = 0


@rule
def top_of_progress_pile(s):
    """Draw the top card of the progress pile: first what Philosopher put back there (MYT-187)."""
    cards = s.pile_top if s.pile_top != 0 else s.progress_pile
    place = nth(cards, below(s, PROGRESS_PILE, count(cards)))
    s.pile_top &= ~bit(place)
    s.progress_pile &= ~bit(place)
    return place


@rule
def take_province_card(s, p, seat):
    """Take the card of province p out of any zone of `seat`; says whether it was in the hand (MYT-102, MYT-103)."""
    card = bit(p)
    in_hand = s.hand[seat, 0] & card != 0
    s.hand[seat, 0] &= ~card
    s.draw[seat, 0] &= ~card
    s.discard[seat, 0] &= ~card
    s.reserve[seat, 0] &= ~card
    if seat == s.active:
        s.limbo[0] &= ~card
    return in_hand


@rule
def list_cards(buf, n, word0, word1):
    """Write the codes of a set of cards, ascending; returns the new length of the list."""
    while word0 != 0:
        buf[n] = lowest(word0)
        word0 &= word0 - 1
        n += 1
    while word1 != 0:
        buf[n] = PROGRESS_CARD + lowest(word1)
        word1 &= word1 - 1
        n += 1
    return n


@rule
def list_places(buf, n, first, members):
    """Write `first` + each member of a set, ascending; returns the new length of the list."""
    while members != 0:
        buf[n] = first + lowest(members)
        members &= members - 1
        n += 1
    return n


@rule
def owner_of(s, p):
    """MYT-01: the seat that controls province p, or -1."""
    for seat in range(s.players):
        if has(s.own[seat], p):
            return seat
    return -1


@rule
def all_owned(s):
    return s.own[0] | s.own[1] | s.own[2] | s.own[3]
