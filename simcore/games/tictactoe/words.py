"""Tic-tac-toe in sentences."""

SYMBOLS = "XO"


def action(s, t, code):
    """The words of one action, or None when the code means nothing here."""
    if code >= t.cells:
        return None
    return f"mark {code // t.side + 1},{code % t.side + 1}"


def happened(before, after, t, code):
    """What the action brought about, with rule IDs."""
    if not after.over:
        return []
    if after.winners == 0b11:
        return ["the board is full: a draw (TTT-06)"]
    line = f"seat {before.seat} has a line of {t.line}"
    rule = "TTT-07: the line loses" if t.misere else "TTT-05"
    return [f"{line}: seat {0 if after.winners == 1 else 1} wins ({rule})"]


def board(s, t):
    rows = []
    for row in range(t.side):
        cells = range(row * t.side, (row + 1) * t.side)
        rows.append("".join("X" if s.marks[0] >> c & 1 else "O" if s.marks[1] >> c & 1 else "." for c in cells))
    return "/".join(rows)


def position(s, t):
    """The whole position for people."""
    return board(s, t).replace("/", "\n")


def lay_out(s, t, text):
    """Case key `board`: rows from the top, separated by slashes, e.g. "XO./.X./..."."""
    cells = text.replace("/", "")
    if len(cells) != t.cells or set(cells) - set("XO."):
        raise ValueError(f'board must have {t.cells} cells of "X", "O" or "."')
    for seat, symbol in enumerate(SYMBOLS):
        s.marks[seat] = sum(1 << i for i, cell in enumerate(cells) if cell == symbol)
