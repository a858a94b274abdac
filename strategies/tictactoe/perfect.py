import numpy as np

from simcore.games.tictactoe.rules import has_line
from simcore.kernels.jit import compiled
from simcore.kernels.rng import choose
from simcore.strategy import strategy

MAX_DEPTH = 16
OPEN = 9  # not yet a result


@compiled
def _line_cells(t, marks, empty):
    """The empty cells that would complete a line."""
    cells = 0
    for i in range(t.lines_n):
        missing = t.line_masks[i] & ~marks
        if missing & (missing - 1) == 0:
            cells |= missing & empty
    return cells


@compiled
def _value(t, mine, theirs, depth):
    """The result for the side to move: 1 win, 0 draw or unknown beyond `depth`, -1 loss.

    Alpha-beta on a stack of its own: Numba cannot keep recursive functions in its cache.
    """
    marks = np.zeros((MAX_DEPTH + 2, 2), np.int64)  # marks[k]: side to move at ply k, then the other
    todo = np.zeros(MAX_DEPTH + 2, np.int64)  # moves not yet tried
    best = np.zeros(MAX_DEPTH + 2, np.int64)
    full = (1 << t.cells) - 1
    ply = 0
    marks[0, 0], marks[0, 1] = mine, theirs
    fresh = True
    while True:
        own, other = marks[ply, 0], marks[ply, 1]
        result = OPEN
        if fresh:
            fresh = False
            best[ply] = -2
            todo[ply] = full & ~(own | other)
            if todo[ply] == 0 or ply == depth:
                result = 0
            elif t.misere == 0:
                if _line_cells(t, own, todo[ply]):
                    result = 1
                else:
                    block = _line_cells(t, other, todo[ply])
                    if block:
                        todo[ply] = block & -block  # anything else loses at once
        elif best[ply] == 1 or (ply > 0 and best[ply] > -2 and -best[ply] <= best[ply - 1]):
            result = best[ply]  # nothing better is possible, or the opponent will not allow it
        elif todo[ply] == 0:
            result = best[ply]
        if result != OPEN:
            if ply == 0:
                return result
            ply -= 1
            best[ply] = max(best[ply], -result)
            continue
        bit = todo[ply] & -todo[ply]
        todo[ply] ^= bit
        if has_line(t, own | bit):  # only misere gets here
            best[ply] = max(best[ply], -1)
            continue
        ply += 1
        marks[ply, 0], marks[ply, 1] = other, own | bit
        fresh = True


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
            if not t.misere:
                return cell
            value = -1
        else:
            value = -_value(t, theirs, marks, depth - 1)
        if value > best:
            best, ties, pick = value, 1, cell
        elif value == best:
            ties += 1
            if choose(s, seat, ties) == 0:
                pick = cell
    return pick
