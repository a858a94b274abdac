"""Phase 2: refill, and when invasions happen (COM-57 to COM-64)."""

from simcore.games.comuni.state import IN_COLUMN, INTERRUPTED, NOBODY, REST_WAITS
from simcore.kernels.jit import compiled, rule

FILLED, INVASION_DUE = 0, 1


@rule
def current_stack(s, t):
    """COM-58: the first stack with cards, or -1 when all are used up."""
    for stack in range(t.stacks_used):
        if s.stack_left[stack] > 0:
            return stack
    return -1


@rule
def stacks_ended(s, t):
    """COM-60: stacks used up that bring an invasion of their own, that is all but the last."""
    ended = 0
    for stack in range(t.stacks_used - 1):
        ended += s.stack_left[stack] == 0
    return ended


@rule
def open_refill(s, t):
    """COM-57: the emptied columns are to be filled; with rest_waits every gap is."""
    if t.refill_timing == REST_WAITS:
        s.refill_mask = (1 << t.columns_in_play) - 1


@rule
def draw_into(s, t, stack, column):
    card = s.stack[stack, t.stack_size[stack] - s.stack_left[stack]]
    s.stack_left[stack] -= 1
    s.column[column, s.column_n[column]] = card
    s.column_n[column] += 1
    s.place[card] = IN_COLUMN


@compiled
def fill_columns(s, t):
    """COM-57, COM-58, COM-60, COM-62 to COM-64: fill from left to right until done or a stack ends.

    Returns INVASION_DUE when a stack ended: the invasion comes before the refill goes on. The last stack brings one at
    once only without a final round.
    """
    for column in range(t.columns_in_play):
        if (s.refill_mask >> column) & 1 == 0:
            continue
        while s.column_n[column] < t.capacity[column]:
            stack = current_stack(s, t)
            if stack < 0:
                break
            draw_into(s, t, stack, column)
            if s.stack_left[stack] > 0:
                continue
            if stack == t.stacks_used - 1:
                s.trigger_seat = s.active
                if not t.final_round:
                    s.refill_mask = 0
                    return INVASION_DUE
            elif t.refill_timing == REST_WAITS:
                s.refill_mask = 0
                return INVASION_DUE
            elif t.refill_timing == INTERRUPTED:
                return INVASION_DUE
        s.refill_mask &= ~(1 << column)
    return INVASION_DUE if s.invasions_done < stacks_ended(s, t) else FILLED


@rule
def is_announced(s):
    """COM-63: the last card has been drawn."""
    return s.trigger_seat != NOBODY
