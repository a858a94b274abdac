"""Victory points and the tokens of the thirteen victory-point cards (rulebook 3.18, 3.19; Scribe MYT-194 to MYT-196)."""

import numpy as np

from simcore.games.mythotopia.bits import count
from simcore.games.mythotopia.cards import in_reserve, up
from simcore.games.mythotopia.state import B_SCRIBE, N_SCRIBE, N_VP, SCRIBE_SOURCE, VP_LORD, VP_MASTER
from simcore.kernels.jit import compiled, rule

ON_CARD, IN_POOL = 1, 2  # where a token can come from


@rule
def victory_points(s, t, seat):
    """MYT-148, MYT-149."""
    points = t.province_vp * count(s.own[seat]) + np.int64(t.seat_bonus_vp[seat])
    for value in range(1, 4):
        points += value * np.int64(s.tokens[seat, value])
    return points


@rule
def empty_cards(s):
    """MYT-141: victory-point cards in play without tokens."""
    empty = 0
    for card in range(N_VP):
        empty += s.in_play[card] == 1 and s.tokens_left[card] == 0
    return empty


@rule
def left_on_card(s, card, condition):
    """MYT-161, MYT-162: the tokens of the two islands and of the two sea conditions are not interchangeable."""
    if card == VP_LORD:
        return s.lord_left[condition] > 0
    if card == VP_MASTER:
        return s.master_left[condition] > 0
    return s.tokens_left[card] > 0


@compiled
def sources(s, t, seat, card, condition):
    """Where the seat can take a token of this card: on the card (MYT-151), with Scribe also in the pool (MYT-194)."""
    if s.in_play[card] == 0:
        return 0
    found = ON_CARD if left_on_card(s, card, condition) else 0
    if in_reserve(s, seat, B_SCRIBE) and s.pool[t.token_value[card, condition]] > 0:
        found |= IN_POOL
    if card == VP_MASTER:
        if s.master_done[seat, condition]:
            return 0  # MYT-163
        if s.village_stock[seat] == 0:
            found &= ON_CARD  # MYT-195
    return found


@compiled
def take_token(s, t, seat, card, condition, source):
    """The seat receives a token (MYT-150, MYT-152)."""
    value = t.token_value[card, condition]
    s.tokens[seat, value] += 1
    up(s.token_count, seat, card)
    s.last_token_round = s.rounds
    if card == VP_MASTER:
        s.master_done[seat, condition] = 1
    if source == IN_POOL:
        s.pool[value] -= 1
        s.stat[seat, N_SCRIBE] += 1
        if card == VP_MASTER:  # MYT-195: a village marks the token for good
            s.village_stock[seat] -= 1
            s.master_marks[seat] += 1
        return
    s.tokens_left[card] -= 1
    if card == VP_LORD:
        s.lord_left[condition] -= 1
    elif card == VP_MASTER:
        s.master_left[condition] -= 1
    if s.tokens_left[card] == 0:
        s.emptied[card] = s.rounds
        if s.enough_round == 0 and empty_cards(s) >= t.end_empty_cards:
            s.enough_round = s.rounds
            s.enough_leader = leader(s, t)


@rule
def leader(s, t):
    """The seat with strictly the most victory points, or -1."""
    best = 0
    shared = False
    for seat in range(1, s.players):
        difference = victory_points(s, t, seat) - victory_points(s, t, best)
        if difference > 0:
            best = seat
            shared = False
        elif difference == 0:
            shared = True
    return -1 if shared else best


@rule
def earn(s, seat, card, condition):
    """Put a token into the queue of those to be received, in the order of MYT-109."""
    if s.in_play[card]:
        s.queue[s.queued, 0] = seat
        s.queue[s.queued, 1] = card
        s.queue[s.queued, 2] = condition
        s.queued += 1


@rule
def _next_in_queue(s):
    for i in range(s.queued - 1):
        for k in range(3):
            s.queue[i, k] = s.queue[i + 1, k]
    s.queued -= 1


@compiled
def settle_tokens(s, t, ask):
    """Hand out the queued tokens. Returns False when a Scribe owner has to choose the source first (MYT-194).

    At the end of the game nobody is asked: the card comes before the pool (MYT-145).
    """
    while s.queued > 0:
        seat, card, condition = s.queue[0, 0], s.queue[0, 1], s.queue[0, 2]
        found = sources(s, t, seat, card, condition)
        if found == ON_CARD | IN_POOL and ask:
            s.phase = SCRIBE_SOURCE
            s.seat = seat
            return False
        if found != 0:
            take_token(s, t, seat, card, condition, ON_CARD if found & ON_CARD else IN_POOL)
        _next_in_queue(s)
    return True


@rule
def take_from(s, t, source):
    """The Scribe owner has chosen."""
    take_token(s, t, s.queue[0, 0], s.queue[0, 1], s.queue[0, 2], source)
    _next_in_queue(s)
