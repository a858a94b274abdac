"""The records of tic-tac-toe: a set of cells is a bit mask, cell (row, column) is bit row * side + column."""

from simcore.game import FIRST_REASON, Column, state_dtype

ACTIONS = 16  # action c marks cell c
PHASES = ("mark",)
END_REASONS = ("line", "full_board")
LINE, FULL_BOARD = FIRST_REASON, FIRST_REASON + 1

MAX_LINES = 24

STATE = state_dtype([("marks", "i4", (2,))], seats=2)

DERIVED = [
    ("cells", "i4"),
    ("line_masks", "i4", (MAX_LINES,)),
    ("lines_n", "i4"),
]

GAME_COLUMNS = (Column("empty_cells", "u1", "cells still empty at the end"),)
SEAT_COLUMNS = (
    Column("corners", "u1", "corner cells marked"),
    Column("centre", "u1", "1 when the seat marked the middle cell (3 x 3 only)"),
)
