import numpy as np

from simcore.games.tictactoe.rules import has_line
from simcore.kernels.jit import compiled
from simcore.kernels.rng import choose
from simcore.strategy import strategy

MAX_DEPTH = 16


@compiled
def _value(t, mine, theirs, depth):
    """The result for the side to move: 1 win, 0 draw or unknown beyond `depth`, -1 loss.

    Alpha-beta on a stack of its own: Numba cannot keep recursive functions in its cache.
    """
    marks = np.zeros((MAX_DEPTH + 2, 2), np.int64)  # marks[k]: side to move at ply k, then the other
    next_cell = np.zeros(MAX_DEPTH + 2, np.int64)
    best = np.zeros(MAX_DEPTH + 2, np.int64)
    full = (1 << t.cells) - 1
    marks[0, 0], marks[0, 1] = mine, theirs
    best[0] = -2
    ply = 0
    while True:
        own, other = marks[ply, 0], marks[ply, 1]
        result = 9
        if best[ply] == 1 or (ply > 0 and best[ply] > -2 and -best[ply] <= best[ply - 1]):
            result = best[ply]  # nothing better is possible, or the opponent will not allow it
        elif own | other == full or ply == depth:
            result = 0
        elif next_cell[ply] == t.cells:
            result = best[ply]
        if result != 9:
            if ply == 0:
                return result
            ply -= 1
            best[ply] = max(best[ply], -result)
            continue
        bit = 1 << next_cell[ply]
        next_cell[ply] += 1
        if (own | other) & bit:
            continue
        if has_line(t, own | bit):
            best[ply] = max(best[ply], -1 if t.misere else 1)
            continue
        ply += 1
        marks[ply, 0], marks[ply, 1] = other, own | bit
        next_cell[ply] = 0
        best[ply] = -2


@strategy
def perfect(s, t, legal, seat, horizon=4):
    """Never loses a 3 x 3 game: searches to the end as soon as nine cells or fewer are empty.

    On a larger board it looks `horizon` moves ahead until then. Equally good moves are drawn at random.
    """
    if t.cells == 9 and len(legal) == 9:
        return 4  # the middle is best in both the normal and the misere game
    depth = len(legal) if len(legal) <= 9 else min(horizon, MAX_DEPTH)
    mine, theirs = s.marks[seat], s.marks[1 - seat]
    best = -2
    ties = 0
    pick = legal[0]
    for cell in legal:
        marks = mine | (1 << cell)
        if has_line(t, marks):
            value = -1 if t.misere else 1
        else:
            value = -_value(t, theirs, marks, depth - 1)
        if value > best:
            best, ties, pick = value, 1, cell
        elif value == best:
            ties += 1
            if choose(s, seat, ties) == 0:
                pick = cell
    return pick
