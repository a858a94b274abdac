"""The end of the game (rulebook chapter 3.15)."""

from simcore.games.loewenherz.state import KING
from simcore.kernels.jit import compiled, rule


@rule
def king_reached(s, t):
    """LOW-109: somebody is at or beyond the king's chip."""
    reached = False
    for seat in range(s.players):
        reached |= s.points[seat] >= t.target
    return reached


@rule
def ahead(s, one, other):
    """LOW-110, LOW-117: more points, or as many and more ducats."""
    return s.points[one] > s.points[other] or (s.points[one] == s.points[other] and s.ducats[one] > s.ducats[other])


@rule
def name_winners(s, reason):
    """Nobody is ahead of a winner; complete equals share the victory."""
    winners = 0
    for seat in range(s.players):
        beaten = False
        for other in range(s.players):
            beaten |= ahead(s, other, seat)
        if not beaten:
            winners |= 1 << seat
    s.over = 1
    s.reason = reason
    s.winners = winners
    s.left = 0
    if s.turns_before_final == 0:
        s.turns_before_final = s.turns


@compiled
def king_wins(s, t):
    """LOW-109, LOW-110, LOW-113: at once, without ducat bonus."""
    name_winners(s, KING)


@compiled
def count_up(s, t, reason):
    """LOW-115 to LOW-118: ducat bonus by distinct amounts, then most points, then most ducats."""
    most = -1
    second = -1
    for seat in range(s.players):
        most = max(most, int(s.ducats[seat]))
    for seat in range(s.players):
        if s.ducats[seat] < most:
            second = max(second, int(s.ducats[seat]))
    for seat in range(s.players):
        if s.ducats[seat] > 0 or t.zero_ducats_get_bonus:
            if s.ducats[seat] == most:
                s.bonus[seat] = t.ducat_bonus[0]
            elif s.ducats[seat] == second:
                s.bonus[seat] = t.ducat_bonus[1]
        s.points[seat] += s.bonus[seat]
    name_winners(s, reason)
