"""Decks and other small ordered sets kept in fixed arrays."""

from simcore.kernels.jit import rule
from simcore.kernels.rng import below


@rule
def shuffle(s, stream, cards, start, stop):
    """Shuffle cards[start:stop] in place (Fisher-Yates), each order equally likely."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, stream, i - start + 1)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def remove_at(cards, count, place):
    """Take out cards[place] and close the gap; returns the card. `count` is the number before."""
    card = cards[place]
    for i in range(place, count - 1):
        cards[i] = cards[i + 1]
    return card


@rule
def index_of(cards, count, card):
    """The first place of `card` in cards[:count], or -1."""
    for i in range(count):
        if cards[i] == card:
            return i
    return -1
