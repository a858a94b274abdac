"""What a seat cannot see, drawn anew (COM-07, COM-104).

Hidden are the order of the stacks, the others' stones and hand cards, and their fists until all have committed. Known
are the sums: stones not in the supply, in bids or in the own stock belong to the others, and every card was displayed
before somebody took it. While another seat decides, what that seat holds stays with it, so that its decision stays
possible.
"""

import numpy as np

from simcore.games.comuni.invasion import armies_available, fist_gold_range, fist_pilgrims_range
from simcore.games.comuni.project import add_to_hand
from simcore.games.comuni.state import (
    CARDS,
    HIDDEN_STREAM,
    IN_STACK,
    MOST,
    OUT,
    SORTS,
)
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import below


@compiled
def redeal(s, t, seat):
    """Everything that `seat` cannot see, consistent with everything it can see."""
    reshuffle_stacks(s, t)
    respread_stones(s, seat)
    redeal_hands(s, seat)
    redraw_fists(s, t, seat)


@rule
def is_hidden(s, seat, other):
    return other != seat and other != s.seat


@rule
def reshuffle_stacks(s, t):
    """The undrawn cards of each stack, with those that a smaller stack leaves out unseen."""
    for stack in range(t.stacks_used):
        size = t.stack_size[stack]
        shuffle(s, HIDDEN_STREAM, s.stack[stack], size - s.stack_left[stack], t.pool_n[stack])
        for i in range(size - s.stack_left[stack], t.pool_n[stack]):
            s.place[s.stack[stack, i]] = IN_STACK if i < size else OUT


@rule
def respread_stones(s, seat):
    """The others' stones, with the same sum of each sort."""
    hidden = 0
    for other in range(s.players):
        hidden += is_hidden(s, seat, other)
    if hidden < 2:
        return
    for sort in range(SORTS):
        total = 0
        for other in range(s.players):
            if is_hidden(s, seat, other):
                total += s.stock[other, sort]
                s.stock[other, sort] = 0
        for _ in range(total):
            lucky = below(s, HIDDEN_STREAM, hidden)
            for other in range(s.players):
                if is_hidden(s, seat, other):
                    if lucky == 0:
                        s.stock[other, sort] += 1
                    lucky -= 1


@rule
def redeal_hands(s, seat):
    """The others' hand cards, with the same number in each hand."""
    cards = np.empty(CARDS, np.int64)
    n = 0
    for other in range(s.players):
        if is_hidden(s, seat, other):
            for i in range(s.hand_n[other]):
                cards[n] = s.hand[other, i]
                n += 1
    shuffle(s, HIDDEN_STREAM, cards, 0, n)
    for other in range(s.players):
        if is_hidden(s, seat, other):
            held = s.hand_n[other] + 0
            s.hand_n[other] = 0
            for _ in range(held):
                n -= 1
                add_to_hand(s, other, cards[n])
                s.claimer[cards[n]] = other


@rule
def redraw_fists(s, t, seat):
    """COM-104: fists already closed, drawn anew within what their owners now have."""
    for i in range(s.committed if s.invasion > 0 else 0):
        other = (s.active + i) % s.players
        if is_hidden(s, seat, other):
            available = min(armies_available(s, t, other), MOST)
            s.commit_alliance[other] = below(s, HIDDEN_STREAM, available + 1)
            s.commit_city[other] = below(s, HIDDEN_STREAM, available - s.commit_alliance[other] + 1)
            fewest, most = fist_gold_range(s, t, other)
            s.commit_gold[other] = fewest + below(s, HIDDEN_STREAM, most - fewest + 1)
            fewest, most = fist_pilgrims_range(s, t, other)
            s.commit_pilgrims[other] = fewest + below(s, HIDDEN_STREAM, most - fewest + 1)
