from simcore.games.tictactoe.rules import has_line
from simcore.kernels.rng import choose
from simcore.strategy import strategy


@strategy
def win_or_block(s, t, legal, seat):
    """Completes a line if it can, else stops the opponent's, else marks any empty cell.

    In misere it does the opposite: it avoids completing a line as long as it can.
    """
    if t.misere:
        safe = 0
        pick = -1
        for cell in legal:
            if not has_line(t, s.marks[seat] | (1 << cell)):
                safe += 1
                if choose(s, seat, safe) == 0:
                    pick = cell
        return pick if pick >= 0 else legal[choose(s, seat, len(legal))]
    for who in (seat, 1 - seat):
        for cell in legal:
            if has_line(t, s.marks[who] | (1 << cell)):
                return cell
    return legal[choose(s, seat, len(legal))]
