"""Gold, event cards and their deck: the bank and the deck can run dry (ADE-207, ADE-604, ADE-605, ADE-D13)."""

from simcore.games.adellos.pieces import CARD_KINDS, CENSORSHIP, REVOLT, TREACH
from simcore.games.adellos.state import DECK_STREAM, LYING_CENSORSHIP, LYING_REVOLT, LYING_TREACH, SEATS
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule


@rule
def take_gold(s, t, seat, n):
    """Gold from the bank, as far as there is any; returns how much."""
    taken = min(n, max(0, s.bank)) if t.gold_limited else n
    s.bank -= taken
    s.gold[seat] += taken
    s.bank_low = min(s.bank_low, s.bank)
    return taken


@rule
def pay_gold(s, seat, n):
    s.gold[seat] -= n
    s.bank += n
    s.gold_spent[seat] += n


@rule
def cards_to_draw(s, t):
    """Whether a draw would bring a card."""
    if s.deck_pos < s.deck_n:
        return True
    if not t.reshuffle:
        return False
    found = False
    for kind in range(CARD_KINDS):
        found |= s.boxed_cards[kind] > lying_cards(s, kind)
    return found


@rule
def lying_cards(s, kind):
    """ADE-608: copies of a kind that lie in front of seats."""
    place = -1
    if kind == TREACH:
        place = LYING_TREACH
    elif kind == CENSORSHIP:
        place = LYING_CENSORSHIP
    elif kind == REVOLT:
        place = LYING_REVOLT
    total = 0
    if place >= 0:
        for seat in range(SEATS):
            total += s.lying[seat, place]
    return total


@compiled
def renew_deck(s, t):
    """Knob `reshuffle`: the played cards, without those lying in front of a seat, become the new deck."""
    s.deck_pos = 0
    s.deck_n = 0
    for kind in range(CARD_KINDS):
        stay = lying_cards(s, kind)
        for _ in range(s.boxed_cards[kind] - stay):
            s.deck[s.deck_n] = kind
            s.deck_n += 1
        s.boxed_cards[kind] = stay
    shuffle(s, DECK_STREAM, s.deck, 0, s.deck_n)


@compiled
def draw_cards(s, t, seat, n):
    """ADE-601, ADE-605: cards from the top of the deck into the hand, as far as there are any; returns how many."""
    drawn = 0
    for _ in range(n):
        if s.deck_pos >= s.deck_n:
            if t.reshuffle:
                renew_deck(s, t)
            if s.deck_pos >= s.deck_n:
                break
        kind = s.deck[s.deck_pos]
        s.deck_pos += 1
        s.hand[seat, kind] += 1
        s.drawn[seat, kind] += 1
        drawn += 1
    if drawn > 0:
        s.cards_drawn[seat] += drawn
        s.progress = 1
    return drawn


@rule
def discard(s, seat, kind):
    """A card leaves the hand for the box (ADE-604)."""
    s.hand[seat, kind] -= 1
    s.boxed_cards[kind] += 1
    s.progress = 1


@rule
def capture(s, giver, receiver, kind, n):
    """Cards change hands."""
    s.hand[giver, kind] -= n
    s.hand[receiver, kind] += n
    s.captured[receiver, kind] += n
    s.cards_captured[receiver] += n
    s.progress = 1


@rule
def hand_size(s, seat):
    n = 0
    for kind in range(CARD_KINDS):
        n += s.hand[seat, kind]
    return n
