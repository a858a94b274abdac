"""The rules of tic-tac-toe (TTT-01 to TTT-08, `scenarios/tictactoe/RULES.md`)."""

from simcore.games.tictactoe.state import FULL_BOARD, LINE, MAX_LINES
from simcore.kernels.jit import rule

BOTH = 0b11


def derive(t, values, players):
    """TTT-01, TTT-05: the board and every straight run of `line` cells on it."""
    side, line = int(t.side), int(t.line)
    t.cells = side * side
    masks = []
    for row in range(side):
        for column in range(side):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = [(row + k * down, column + k * right) for k in range(line)]
                if all(0 <= r < side and 0 <= c < side for r, c in run):
                    masks.append(sum(1 << (r * side + c) for r, c in run))
    t.lines_n = len(masks)
    t.line_masks[: len(masks)] = masks
    assert len(masks) <= MAX_LINES


@rule
def setup(s, t):
    """TTT-02: the board is empty and seat 0 begins."""
    s.turns = 1
    s.rounds = 1


@rule
def legal(s, t, buf):
    """TTT-03: any empty cell. Without a branch, which would be mispredicted half the time."""
    empty = ~(s.marks[0] | s.marks[1])
    n = 0
    for cell in range(t.cells):
        buf[n] = cell
        n += (empty >> cell) & 1
    return n


@rule
def apply(s, t, action):
    """TTT-04 to TTT-08: mark the cell, then see whether the game is over."""
    seat = s.seat
    s.marks[seat] |= 1 << action
    if has_line(t, s.marks[seat]):
        winner = 1 - seat if t.misere else seat
        end(s, LINE, 1 << winner)
    elif s.marks[0] | s.marks[1] == (1 << t.cells) - 1:
        end(s, FULL_BOARD, BOTH)
    else:
        s.seat = 1 - seat
        s.turns += 1
        s.rounds = (s.turns + 1) >> 1


@rule
def has_line(t, marks):
    """TTT-05."""
    found = False
    for i in range(t.lines_n):
        found |= marks & t.line_masks[i] == t.line_masks[i]
    return found


@rule
def end(s, reason, winners):
    s.over = 1
    s.reason = reason
    s.winners = winners


@rule
def finish(s, t, game, seats):
    taken = s.marks[0] | s.marks[1]
    empty = 0
    for cell in range(t.cells):
        empty += 1 - ((taken >> cell) & 1)
    game.empty_cells = empty
    last = t.side - 1
    middle = t.cells // 2
    for seat in range(2):
        marks = s.marks[seat]
        won = (s.winners >> seat) & 1
        seats[seat].score = won
        seats[seat].rank = 1 if won or s.winners == 0 else 2
        seats[seat].corners = (
            (marks & 1) + ((marks >> last) & 1) + ((marks >> (t.cells - 1)) & 1) + ((marks >> (t.cells - 1 - last)) & 1)
        )
        seats[seat].centre = (marks >> middle) & 1 if t.side == 3 else 0


@rule
def redeal(s, t, seat):
    """Nothing is hidden."""


@rule
def invariants(s, t):
    """1: no cell carries two marks. 2: seat 0 has as many marks as seat 1, or one more. 3: no mark off the board."""
    if s.marks[0] & s.marks[1]:
        return 1
    balance = 0
    for cell in range(t.cells):
        balance += ((s.marks[0] >> cell) & 1) - ((s.marks[1] >> cell) & 1)
    if balance < 0 or balance > 1:
        return 2
    if (s.marks[0] | s.marks[1]) >> t.cells:
        return 3
    return 0


@rule
def step_invariants(before, s, t, action):
    """4: an action adds the mark that it names and nothing else."""
    added = (s.marks[0] | s.marks[1]) ^ (before.marks[0] | before.marks[1])
    return 0 if added == 1 << action else 4
