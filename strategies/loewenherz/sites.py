"""Where strategies of Löwenherz place their castles and first knights (LOW-25 to LOW-35, LOW-120)."""

import numpy as np

from simcore.games.loewenherz.fields import around, first, is_empty, minus, single, without_first
from simcore.games.loewenherz.regions import all_castles, all_figures, owner
from simcore.games.loewenherz.state import CASTLES_EACH, FOREST, MEADOW, SIDE
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import chance
from strategies.loewenherz.plans import (
    LONGEST,
    distance,
    field_value,
    plan_score,
    rectangle,
    rectangle_code,
    row_of,
    row_value,
    strip_is_free,
)


@compiled
def best_site(s, t, legal, seat, mine, mode, corner):
    """The legal field in the most promising rectangle without a castle; boundaries already there do not count.

    `corner` is an extra liking for the corners of the board (LOW-120).
    """
    if t.setup_colour[s.setup_step] != seat:
        return neutral_site(s, legal, seat)
    sites = np.zeros(SIDE, np.int64)
    for code in legal:
        sites[code // SIDE] |= 1 << (code % SIDE)
    values = summed_land(s, t, mine)
    castles = all_castles(s)
    best = -1e9
    best_code = 0
    for top in range(SIDE):
        for left in range(SIDE):
            free = LONGEST  # columns without a castle so far
            for bottom in range(top, min(SIDE, top + LONGEST)):
                free = min(free, free_columns(row_of(castles, bottom), left))
                for right in range(left, left + free):
                    if (bottom - top + 1) * (right - left + 1) < 4:
                        continue
                    value = land_inside(values, top, left, bottom, right)
                    score = plan_score(value, float(outline(top, left, bottom, right)), mode)
                    if in_corner(top, left, bottom, right):
                        score += corner
                    if score > best:
                        score += 0.02 * (chance(s, seat) - 0.5)
                        if score > best and holds_site(sites, top, left, bottom, right):
                            best = score
                            best_code = rectangle_code(top, left, bottom, right)
    return site_inside(s, sites, best_code, legal)


@compiled
def summed_land(s, t, mine):
    """Values of all fields above and left of each corner of the grid, so that a rectangle's value takes four of them."""
    values = np.zeros((SIDE + 1, SIDE + 1))
    for row in range(SIDE):
        line = 0.0
        for column in range(SIDE):
            line += field_value(s, t, SIDE * row + column, mine)
            values[row + 1, column + 1] = values[row, column + 1] + line
    return values


@rule
def land_inside(values, top, left, bottom, right):
    return values[bottom + 1, right + 1] - values[top, right + 1] - values[bottom + 1, left] + values[top, left]


@rule
def free_columns(line, left):
    """Columns from `left` on up to the first castle of a row or the frame, as many as a plan may have."""
    free = 0
    while free < LONGEST and left + free < SIDE and (line >> (left + free)) & 1 == 0:
        free += 1
    return free


@rule
def outline(top, left, bottom, right):
    """Boundaries around a rectangle; frame sides need none."""
    across = (right - left + 1) * ((top > 0) + (bottom < SIDE - 1))
    return across + (bottom - top + 1) * ((left > 0) + (right < SIDE - 1))


@rule
def in_corner(top, left, bottom, right):
    return (top > 0) + (bottom < SIDE - 1) == 1 and (left > 0) + (right < SIDE - 1) == 1


@rule
def holds_site(sites, top, left, bottom, right):
    strip = ((1 << (right - left + 1)) - 1) << left
    found = False
    for row in range(top, bottom + 1):
        found |= sites[row] & strip != 0
    return found


@compiled
def site_inside(s, sites, code, legal):
    """A legal field of the rectangle whose free neighbours inside leave room for the knight; the first best."""
    top, left, bottom, right = rectangle(code)
    pick = int(legal[0])
    best = -1
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            if (sites[row] >> column) & 1:
                room = 0
                field = SIDE * row + column
                rest = minus(around(single(field)), all_figures(s))
                while not is_empty(rest):
                    near = first(rest)
                    rest = without_first(rest)
                    inside = top <= near // SIDE <= bottom and left <= near % SIDE <= right
                    if inside and s.terrain[near] <= FOREST:
                        room += 2 if s.terrain[near] == MEADOW else 1
                if room > best:
                    best = room
                    pick = field
    return pick


@compiled
def neutral_site(s, legal, seat):
    """LOW-34: the neutral castle should stand in the opponent's way, not in the own."""
    best = -1e9
    pick = legal[0]
    for code in legal:
        mine = 99
        theirs = 99
        for castle in range(CASTLES_EACH * s.players):
            if s.castle_field[castle] >= 0:
                steps = distance(int(code), int(s.castle_field[castle]))
                if owner(castle) == seat:
                    mine = min(mine, steps)
                else:
                    theirs = min(theirs, steps)
        value = min(mine, 8) - 1.5 * theirs + 0.1 * chance(s, seat)
        if value > best:
            best = value
            pick = code
    return pick


@compiled
def setup_knight(s, t, legal, seat, mine, mode):
    """Where castle and knight together still have the best plan; meadow before forest."""
    best = -1e9
    pick = legal[0]
    for code in legal:
        value = 0.05 * chance(s, seat) - (0.05 if s.terrain[code] == FOREST else 0.0)
        value += pair_score(s, t, int(s.castle_field[s.own_region]), int(code), mine, mode)
        if value > best:
            best = value
            pick = code
    return pick


@compiled
def pair_score(s, t, castle, knight, mine, mode):
    """The best rectangle of up to 4 x 4 that holds both and no other castle."""
    others = minus(all_castles(s), single(castle))
    top = min(castle, knight) // SIDE
    bottom = max(castle, knight) // SIDE
    left = min(castle % SIDE, knight % SIDE)
    right = max(castle % SIDE, knight % SIDE)
    best = 0.0
    for first_row in range(max(0, bottom - 3), top + 1):
        for last_row in range(bottom, min(SIDE - 1, first_row + 3) + 1):
            for first_column in range(max(0, right - 3), left + 1):
                for last_column in range(right, min(SIDE - 1, first_column + 3) + 1):
                    strip = ((1 << (last_column - first_column + 1)) - 1) << first_column
                    value = 0.0
                    for row in range(first_row, last_row + 1):
                        value += row_value(s, t, row, strip, mine)
                    missing = outline(first_row, first_column, last_row, last_column)
                    if strip_is_free(others, strip, first_row, last_row):
                        best = max(best, plan_score(value, float(missing), mode))
    return best
