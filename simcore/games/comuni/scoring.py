"""Final scoring (COM-135 to COM-145)."""

from simcore.games.comuni.state import (
    BEST_PER_KIND,
    KINDS,
    NO_BALANCE,
    SORTS,
    TIE_HIGHEST,
    TIE_SHARED,
    TIE_STONES,
    TOP,
)
from simcore.kernels.jit import compiled, rule


@rule
def guild_score(s, t, seat):
    """COM-135."""
    points = 0
    for kind in range(KINDS):
        if s.guild_owner[kind] == seat:
            points += t.guild_points
    return points


@rule
def majority_score(s, t, seat, sort):
    """COM-136 to COM-138: stones in stock only; a sort that nobody has gives nothing."""
    own = s.stock[seat, sort]
    if own == 0:
        return 0
    most = 0
    holders = 0
    second = 0
    for other in range(s.players):
        stones = s.stock[other, sort]
        if stones > most:
            second = most
            most = stones
            holders = 1
        elif stones == most:
            holders += 1
        elif stones > second:
            second = stones
    if own == most:
        return t.majority_sole if holders == 1 else t.majority_tied
    if holders == 1 and own == second:
        return t.majority_second
    return 0


@rule
def majorities(s, t, seat):
    points = 0
    for sort in range(SORTS):
        points += majority_score(s, t, seat, sort)
    return points


@rule
def balance_of(buildings, t):
    """COM-141, COM-142: by the smallest of these buildings (number by kind and height), if all four kinds are there."""
    if t.balance_scope == NO_BALANCE:
        return 0
    smallest = TOP
    for kind in range(KINDS):
        lowest = 0
        highest = 0
        for height in range(TOP, 0, -1):
            if buildings[kind, height] > 0:
                highest = max(highest, height)
                lowest = height
        smallest = min(smallest, highest if t.balance_scope == BEST_PER_KIND else lowest)
    return t.balance_bonus[smallest]


@rule
def balance_score(s, t, seat):
    return balance_of(s.buildings[seat], t)


@compiled
def total_score(s, t, seat):
    """COM-144."""
    return (
        s.points[seat]
        + guild_score(s, t, seat)
        + majorities(s, t, seat)
        + s.hero_points[seat]
        - s.plunder[seat]
        + balance_score(s, t, seat)
    )


@rule
def stones_owned(s, seat):
    total = 0
    for sort in range(SORTS):
        total += s.stock[seat, sort]
    return total


@rule
def wins_tie(s, t, seat, other):
    """COM-145: whether a seat stands before another with the same total."""
    lower = t.communes_number[s.commune[seat]] < t.communes_number[s.commune[other]]
    if t.tie_break == TIE_STONES and stones_owned(s, seat) != stones_owned(s, other):
        return stones_owned(s, seat) > stones_owned(s, other)
    return not lower if t.tie_break == TIE_HIGHEST else lower


@rule
def outranks(s, t, seat, other):
    """COM-145: the higher total, then the tie-break."""
    own, theirs = total_score(s, t, seat), total_score(s, t, other)
    if own != theirs:
        return own > theirs
    return t.tie_break != TIE_SHARED and wins_tie(s, t, seat, other)


@compiled
def rank_of(s, t, seat):
    """1 for the best; seats that share a place share the number."""
    rank = 1
    for other in range(s.players):
        rank += other != seat and outranks(s, t, other, seat)
    return rank


@rule
def end_game(s, t, reason):
    """COM-134, COM-145: the game is over, the first in the ranking wins."""
    s.over = 1
    s.reason = reason
    winners = 0
    for seat in range(s.players):
        if rank_of(s, t, seat) == 1:
            winners |= 1 << seat
    s.winners = winners
