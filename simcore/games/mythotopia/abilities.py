"""Progress cards with an ability of their own (rulebook 3.20)."""

import numpy as np

from simcore.games.mythotopia.bits import bit, count, has
from simcore.games.mythotopia.cards import USED, card_bit, draw_card, play_card, top_of_progress_pile, up
from simcore.games.mythotopia.completion import complete
from simcore.games.mythotopia.state import B_PHILOSOPHER, N_ALCHEMY, PHILOSOPHER_CARD, PHILOSOPHER_PICK, PROGRESS_CARD
from simcore.games.mythotopia.war import take_armies, war_vanished, wars
from simcore.kernels.jit import rule


@rule
def can_alchemize(s, value):
    """MYT-169: an own token of this value, and one of the next in the spare pool."""
    return s.tokens[s.active, value] > 0 and s.pool[value + 1] > 0


@rule
def alchemize(s, value):
    seat = s.active
    s.tokens[seat, value] -= 1
    s.pool[value] += 1
    s.tokens[seat, value + 1] += 1
    s.pool[value + 1] -= 1
    s.stat[seat, N_ALCHEMY] += 1
    complete(s)


@rule
def counsel(s):
    """MYT-173: one card for each discarded hand card and one for Counsellor; those cards are still in limbo."""
    for _ in range(s.amount + 1):
        draw_card(s, s.active)
    complete(s)


@rule
def hand_besides(s, card):
    """Hand cards other than this one (of word 1)."""
    seat = s.active
    return count(s.hand[seat, 0]) + count(s.hand[seat, 1] & ~np.int64(card))


@rule
def maraud(s, victim):
    """MYT-182; MYT-110: a war without attackers is over."""
    p = s.target
    was_war = has(wars(s), p)
    take_armies(s, victim, p, 1)
    if was_war and not has(wars(s), p):
        war_vanished(s, p)
    complete(s)


@rule
def philosophize(s):
    """MYT-187: look at the top three cards of the progress pile."""
    play_card(s, PHILOSOPHER_CARD, USED)
    s.limbo[1] &= ~np.int64(B_PHILOSOPHER)
    s.gone |= B_PHILOSOPHER
    for _ in range(min(3, count(s.progress_pile))):
        s.shown |= bit(top_of_progress_pile(s))
    s.phase = PHILOSOPHER_PICK


@rule
def take_shown(s, code):
    """The others go back on top."""
    card = card_bit(code)
    s.hand[s.active, 1] |= card
    back = s.shown & ~card
    s.progress_pile |= back
    s.pile_top |= back
    s.shown = 0
    up(s.drawn, s.active, code - PROGRESS_CARD)
    complete(s)
