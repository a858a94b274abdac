"""Reserve, discarding and thinning (rulebook 3.12 to 3.14)."""

from simcore.games.mythotopia.cards import available, card_bit, deck_size, hand_count, has_room, take_out, up, word_of
from simcore.games.mythotopia.state import ALL_START, N_THINNED, PROGRESS_CARD, START_BIT
from simcore.kernels.jit import rule


@rule
def store_card(s, code):
    """MYT-117."""
    word, card = word_of(code), card_bit(code)
    s.hand[s.active, word] &= ~card
    s.reserve[s.active, word] |= card


@rule
def may_store(s, t):
    return hand_count(s, s.active) > 0 and has_room(s, t, s.active)


@rule
def discard_one(s, code):
    """MYT-44, MYT-122: discarded cards too wait in limbo until the action is complete."""
    take_out(s, s.active, code)
    s.limbo[word_of(code)] |= card_bit(code)


@rule
def may_thin(s, t):
    """MYT-123, MYT-126."""
    if s.amount >= t.thin_max or available(s, 0) | available(s, 1) == 0:
        return False
    return deck_size(s, s.active) > t.min_deck


@rule
def thin_card(s, code):
    """MYT-124, MYT-125."""
    seat = s.active
    card = card_bit(code)
    take_out(s, seat, code)
    s.stat[seat, N_THINNED] += 1
    if code < PROGRESS_CARD:
        s.province_pile |= card
        s.thinned_now[0] |= card
    elif card & ALL_START:
        s.aside[seat] |= card
        s.thinned_now[1] |= card
        up(s.start_thinned, seat, code - PROGRESS_CARD - START_BIT)
    else:
        s.display |= card
        up(s.thinned, seat, code - PROGRESS_CARD)
    s.amount += 1
