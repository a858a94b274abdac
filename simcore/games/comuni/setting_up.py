"""Players and set-up (COM-01 to COM-13)."""

from simcore.games.comuni.state import (
    CARDS,
    COLUMNS,
    COMMUNE_STREAM,
    EXPLICIT,
    FIRST_N,
    FIXED_SEAT,
    IN_COLUMN,
    IN_STACK,
    INVASIONS,
    KINDS,
    MAIN,
    NOBODY,
    RANDOM_SEAT,
    RANDOM_SORTED,
    SORTS,
    STACK_STREAM,
    START_STREAM,
)
from simcore.games.comuni.stones import receive
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import below


@compiled
def setup(s, t):
    """From an empty table to the first decision."""
    mark_empty_places(s, t)
    assign_communes(s, t)
    choose_start(s, t)
    hand_out_stones(s, t)
    shuffle_stacks(s, t)
    first_display(s, t)
    s.turns = 1
    s.rounds = 1


@rule
def mark_empty_places(s, t):
    """COM-08, COM-11: nothing is owned yet."""
    for column in range(COLUMNS):
        s.bid_owner[column] = NOBODY
    for kind in range(KINDS):
        s.guild_owner[kind] = NOBODY
    for invasion in range(INVASIONS):
        s.hero_owner[invasion, 0] = NOBODY
        s.hero_owner[invasion, 1] = NOBODY
    for card in range(CARDS):
        s.claimer[card] = NOBODY
    for sort in range(SORTS):
        s.supply[sort] = t.stones_total[sort]
    s.bonus_walls_left = t.bonus_walls
    s.bid_column = NOBODY
    s.chosen_card = NOBODY
    s.displaced_owner = NOBODY
    s.displaced_from = NOBODY
    s.trigger_seat = NOBODY


@rule
def assign_communes(s, t):
    """COM-02: one commune for each player, no two the same."""
    if t.commune_assignment == FIRST_N:
        lowest_communes(s, t)
    elif t.commune_assignment == EXPLICIT:
        for seat in range(s.players):
            for row in range(t.communes_n):
                if t.communes_number[row] == t.communes_by_seat[seat]:
                    s.commune[seat] = row
    else:
        draw_communes(s, t)


@rule
def lowest_communes(s, t):
    """Seat after seat the lowest number that is left."""
    for row in range(t.communes_n):
        lower = 0
        for other in range(t.communes_n):
            lower += t.communes_number[other] < t.communes_number[row]
        if lower < s.players:
            s.commune[lower] = row


@rule
def draw_communes(s, t):
    """COM-02: communes are drawn without return; sorted by number unless the seating is to be random too."""
    drawn = 0
    for seat in range(s.players):
        pick = below(s, COMMUNE_STREAM, t.communes_n - seat)
        for row in range(t.communes_n):
            if (drawn >> row) & 1 == 0:
                if pick == 0:
                    s.commune[seat] = row
                    drawn |= 1 << row
                    break
                pick -= 1
    if t.commune_assignment == RANDOM_SORTED:
        sort_by_number(s, t)


@rule
def sort_by_number(s, t):
    for seat in range(1, s.players):
        row = s.commune[seat]
        place = seat
        while place > 0 and t.communes_number[s.commune[place - 1]] > t.communes_number[row]:
            s.commune[place] = s.commune[place - 1]
            place -= 1
        s.commune[place] = row


@rule
def choose_start(s, t):
    """COM-03, COM-12: the lowest number begins and holds the alliance leader."""
    start = 0
    if t.start_player == RANDOM_SEAT:
        start = below(s, START_STREAM, s.players)
    elif t.start_player == FIXED_SEAT:
        start = t.fixed_start_seat
    else:
        for seat in range(1, s.players):
            if t.communes_number[s.commune[seat]] < t.communes_number[s.commune[start]]:
                start = seat
    s.starting_seat = start
    s.active = start
    s.leader = start
    s.seat = start
    s.phase = MAIN


@rule
def hand_out_stones(s, t):
    """COM-08, COM-11: stones of the commune, envoys at home, no points; handicaps of the seats, if any."""
    for seat in range(s.players):
        s.envoys_home[seat] = t.max_envoys
        s.points[seat] = t.start_points
        relative = (seat - s.starting_seat + s.players) % s.players
        for sort in range(SORTS):
            receive(s, seat, sort, t.communes_start[s.commune[seat], sort])
            if relative == s.players - 1:
                receive(s, seat, sort, t.last_seat_bonus[sort])
        receive(s, seat, 0, t.seat_bonus_gold[relative])
        receive(s, seat, 1, t.seat_bonus_army[relative])
        receive(s, seat, 2, t.seat_bonus_craftsman[relative])
        receive(s, seat, 3, t.seat_bonus_pilgrim[relative])
        for kind in range(KINDS):
            s.active_card[seat, kind] = t.start_activation


@rule
def shuffle_stacks(s, t):
    """COM-09: each stack is shuffled by itself."""
    for stack in range(t.stacks_used):
        for i in range(t.pool_n[stack]):
            s.stack[stack, i] = t.pool[stack, i]
        shuffle(s, STACK_STREAM + stack, s.stack[stack], 0, t.pool_n[stack])
        s.stack_left[stack] = t.stack_size[stack]
        for i in range(t.stack_size[stack]):
            s.place[s.stack[stack, i]] = IN_STACK


@rule
def first_display(s, t):
    """COM-10: every column in play is filled from stack A."""
    for column in range(t.columns_in_play):
        for i in range(t.capacity[column]):
            card = s.stack[0, t.stack_size[0] - s.stack_left[0]]
            s.stack_left[0] -= 1
            s.column[column, i] = card
            s.place[card] = IN_COLUMN
        s.column_n[column] = t.capacity[column]
