"""Land as the strategies of Löwenherz see it: plans for regions, what a piece would bring, and where boundaries go.

A *plan* is a rectangle around an own castle that a few more boundaries would turn into a region. Plans are kept in
`s.memory[seat]` until the board changes, since finding them is the dearest part of a decision.
"""

import numpy as np

from simcore.games.loewenherz.fields import (
    around,
    both,
    component,
    connected,
    count,
    edge_field,
    fetch,
    fetch_at,
    first,
    has,
    is_empty,
    minus,
    single,
    union,
)
from simcore.games.loewenherz.regions import (
    all_castles,
    all_regions,
    castle_on,
    figures_of,
    legal_boundaries_east,
    legal_boundaries_south,
    may_close,
    owner,
    points_of,
)
from simcore.games.loewenherz.state import (
    CASTLES_EACH,
    CITY,
    EDGE_CODE,
    FIRST_MINE,
    FOREST,
    KINDS,
    SIDE,
    STOP_CODE,
    UPRIGHT_EDGES,
    VILLAGE,
)
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import choose

RATIO, SMALL, BIG = 0.0, 1.0, 2.0  # how plans are compared
LONGEST = 5  # side of a plan
WHOLE_GAME = 100.0  # what reaching the king's chip is worth

# Slots of the memory.
STAMP = 0  # board changes at the last study, plus 1
BEST_PLAN, BEST_MISSING, BEST_SCORE = 1, 2, 3
CLOSING_PLAN = 4  # + 1..3: the best plan that so many boundaries complete
CLOSING_VALUE = 7  # + 1..3
TARGET_TURN, TARGET_PLAN = 11, 12  # the plan that this turn's boundaries go to
SCALE = 1000.0

_BITS = np.array([bin(i).count("1") for i in range(1 << SIDE)], np.int64)
_ROW = (1 << SIDE) - 1


# --- land --------------------------------------------------------------------------------------------


@rule
def field_value(s, t, field, mine):
    """Points of a field, and what a mine is worth to this strategy."""
    terrain = s.terrain[field]
    if terrain >= FIRST_MINE:
        return mine
    return float(t.field_points[terrain])


@rule
def row_of(words, row):
    return (words[row // 4] >> (SIDE * (row % 4))) & _ROW


@rule
def land_row(s, terrain, row):
    """The columns of a row with this terrain."""
    return (s.land[terrain, row // 4] >> (SIDE * (row % 4))) & _ROW


@compiled
def row_value(s, t, row, columns, mine):
    """The value of some columns of a row."""
    mines = 0
    for kind in range(KINDS):
        mines |= land_row(s, FIRST_MINE + kind, row)
    return (
        _BITS[land_row(s, FOREST, row) & columns] * t.field_points[FOREST]
        + _BITS[land_row(s, VILLAGE, row) & columns] * t.field_points[VILLAGE]
        + _BITS[land_row(s, CITY, row) & columns] * t.field_points[CITY]
        + _BITS[mines & columns] * mine
    )


@rule
def plan_score(value, missing, mode):
    """How good it is to spend `missing` boundaries on land worth `value`."""
    if mode == SMALL:
        return (value + 1.0) / (missing + 0.5) ** 1.6
    if mode == BIG:
        return (value - 0.25 * missing + 0.3) / (missing + 4.0)
    return (value + 0.3) / (missing + 1.5)


@rule
def distance(one, other):
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


# --- plans -------------------------------------------------------------------------------------------


@rule
def rectangle_code(top, left, bottom, right):
    return ((top * SIDE + left) * SIDE + bottom) * SIDE + right


@rule
def rectangle(code):
    """Top, left, bottom, right."""
    right = code % SIDE
    bottom = code // SIDE % SIDE
    left = code // (SIDE * SIDE) % SIDE
    return code // (SIDE * SIDE * SIDE), left, bottom, right


@compiled
def study(s, t, seat, mine, mode):
    """Find the best plan over all own castles without region, and the best that 1, 2 or 3 boundaries complete."""
    memory = s.memory[seat]
    if memory[STAMP] == s.changes + 1:
        return
    memory[STAMP] = s.changes + 1
    memory[BEST_PLAN] = -1
    memory[BEST_SCORE] = 0
    for n in range(1, 4):
        memory[CLOSING_PLAN + n] = -1
        memory[CLOSING_VALUE + n] = 0
    regions = all_regions(s)
    open_castles = False
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + s.castles_placed[seat]):
        open_castles |= s.is_region[castle] == 0
    if not open_castles:
        return
    east = legal_boundaries_east(s, regions)
    south = legal_boundaries_south(s, regions)
    figures = figures_of(s, seat)
    costs = np.empty((3, SIDE))
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + s.castles_placed[seat]):
        if s.is_region[castle] == 0:
            home = single(int(s.castle_field[castle]))
            chain = connected(home, figures)
            taken = union(regions, minus(all_castles(s), home))
            study_castle(s, t, seat, chain, taken, east, south, costs, mine, mode)


@compiled
def study_castle(s, t, seat, chain, taken, east, south, costs, mine, mode):
    """All rectangles with sides up to 5 that hold the whole chain of figures and nothing taken."""
    top = SIDE
    bottom = -1
    columns = 0
    for row in range(SIDE):
        line = row_of(chain, row)
        if line:
            top = min(top, row)
            bottom = row
            columns |= line
    left = 0
    while (columns >> left) & 1 == 0:
        left += 1
    right = SIDE - 1
    while (columns >> right) & 1 == 0:
        right -= 1
    if bottom - top >= LONGEST or right - left >= LONGEST:
        return
    highest = max(0, bottom - LONGEST + 1)
    lowest = min(SIDE - 1, top + LONGEST - 1)
    for first_column in range(max(0, right - LONGEST + 1), left + 1):
        for last_column in range(right, min(SIDE - 1, first_column + LONGEST - 1) + 1):
            strip = ((1 << (last_column - first_column + 1)) - 1) << first_column
            if not strip_is_free(taken, strip, top, bottom):
                break  # wider strips are not free either
            measure_strip(s, t, east, south, costs, first_column, last_column, strip, highest, lowest, mine)
            for start in range(top, highest - 1, -1):
                if row_of(taken, start) & strip:
                    break
                try_bottoms(
                    s, t, seat, taken, south, costs, start, bottom, lowest, strip, first_column, last_column, mode
                )


@rule
def strip_is_free(taken, strip, top, bottom):
    free = True
    for row in range(top, bottom + 1):
        free &= row_of(taken, row) & strip == 0
    return free


@rule
def edge_cost(line, legal_line, mask):
    """Boundaries missing along some edges; more than any plan may need when one of them is not allowed."""
    missing = line & mask
    if missing & ~legal_line:
        return 99
    return _BITS[missing]


@compiled
def measure_strip(s, t, east, south, costs, first_column, last_column, strip, highest, lowest, mine):
    """Per row: value, boundaries missing on both sides, boundaries missing below."""
    sides = 0
    if first_column > 0:
        sides |= 1 << (first_column - 1)
    if last_column < SIDE - 1:
        sides |= 1 << last_column
    for row in range(highest, lowest + 1):
        costs[0, row] = row_value(s, t, row, strip, mine)
        costs[1, row] = edge_cost(row_of(s.open_east, row), row_of(east, row), sides)
        costs[2, row] = edge_cost(row_of(s.open_south, row), row_of(south, row), strip)


@compiled
def try_bottoms(s, t, seat, taken, south, costs, start, bottom, lowest, strip, first_column, last_column, mode):
    """Rectangles from row `start` down to every row that still holds the chain.

    What one more boundary completes is no plan when it brings rivals more than oneself.
    """
    value = 0.0
    missing = 0.0
    width = last_column - first_column + 1
    if start > 0:
        missing = float(edge_cost(row_of(s.open_south, start - 1), row_of(south, start - 1), strip))
    for end in range(start, lowest + 1):
        if row_of(taken, end) & strip:
            break
        value += costs[0, end]
        missing += costs[1, end]
        if end >= bottom:
            total = missing + costs[2, end]
            if 0 < total < 99 and width * (end - start + 1) >= 3:
                code = rectangle_code(start, first_column, end, last_column)
                if total > 1 or boundary_preview(s, t, seat, missing_edge(s, code, 0)) >= 0.0:
                    note_plan(s.memory[seat], code, value, total, mode)


@rule
def note_plan(memory, code, value, missing, mode):
    score = np.int32(SCALE * plan_score(value, missing, mode))
    if score > memory[BEST_SCORE] or memory[BEST_PLAN] < 0:
        memory[BEST_PLAN] = code
        memory[BEST_MISSING] = np.int32(missing)
        memory[BEST_SCORE] = score
    worth = np.int32(SCALE * value)
    n = int(missing)
    while n <= 3:
        if worth > memory[CLOSING_VALUE + n] or memory[CLOSING_PLAN + n] < 0:
            memory[CLOSING_VALUE + n] = worth
            memory[CLOSING_PLAN + n] = code
        n += 1


@compiled
def missing_edge(s, code, k):
    """The k-th missing edge of a plan's outline, or -1; with k = 99 the number of missing edges."""
    top, left, bottom, right = rectangle(code)
    found = 0
    for row in range(top, bottom + 1):
        for column in (left - 1, right):
            if 0 <= column < SIDE - 1 and (row_of(s.open_east, row) >> column) & 1:
                if found == k:
                    return (SIDE - 1) * row + column
                found += 1
    for column in range(left, right + 1):
        for row in (top - 1, bottom):
            if 0 <= row < SIDE - 1 and (row_of(s.open_south, row) >> column) & 1:
                if found == k:
                    return UPRIGHT_EDGES + SIDE * row + column
                found += 1
    return found if k == 99 else -1


# --- looking ahead -----------------------------------------------------------------------------------


@compiled
def region_worth(s, t, seat, fields):
    """Points that a component brings `seat` when it becomes a region now: counted against it when it is a rival's."""
    castles = both(fields, all_castles(s))
    if count(castles) != 1 or (t.max_region_fields > 0 and count(fields) > t.max_region_fields):
        return 0.0
    castle = castle_on(s, first(castles))
    if s.is_region[castle] or owner(castle) >= s.players:
        return 0.0
    value = float(points_of(s, t, fields))
    for kind in range(KINDS):
        mines = count(both(fields, fetch_at(s.land, FIRST_MINE + kind)))
        had = s.mines[owner(castle), kind]
        if had < t.monopoly_mines <= had + mines:
            value += t.monopoly_vp
    if s.points[owner(castle)] + value >= t.target:
        value += WHOLE_GAME
    return value if owner(castle) == seat else -value / (s.players - 1)


@compiled
def boundary_preview(s, t, seat, edge):
    """Own points minus the others' mean points that placing this boundary would bring, without placing it."""
    field = edge_field(edge)
    direction = 1 if edge < UPRIGHT_EDGES else SIDE
    if s.region_of[field] >= 0 or not may_close(s, field, direction):
        return 0.0
    east = fetch(s.open_east)
    south = fetch(s.open_south)
    if direction == 1:
        east = minus(east, single(field))
    else:
        south = minus(south, single(field))
    side = component(single(field), east, south)
    if has(side, field + direction):
        return 0.0
    return region_worth(s, t, seat, side) + region_worth(s, t, seat, component(single(field + direction), east, south))


@compiled
def loss_preview(s, t, field):
    """What the owner of a field would lose by its annexation: its points, cut-off parts and monopolies included."""
    former = int(s.region_of[field])
    if former < 0 or owner(former) >= s.players:
        return 0.0
    rest = minus(fetch_at(s.regions, former), single(field))
    gone = minus(fetch_at(s.regions, former), connected(single(int(s.castle_field[former])), rest))
    loss = float(points_of(s, t, gone))
    for kind in range(KINDS):
        mines = count(both(gone, fetch_at(s.land, FIRST_MINE + kind)))
        had = s.mines[owner(former), kind]
        if had - mines < t.monopoly_mines <= had:
            loss += t.monopoly_vp
    return loss


@rule
def completes_monopoly(s, t, seat, field):
    """LOW-103: one more mine of this kind makes the monopoly."""
    kind = int(s.terrain[field]) - FIRST_MINE
    return kind >= 0 and s.mines[seat, kind] == t.monopoly_mines - 1


@compiled
def annex_preview(s, t, castle, field):
    """Own points minus the others' mean points that annexing this field would bring, without doing it."""
    seat = owner(castle)
    value = float(t.field_points[s.terrain[field]])
    if completes_monopoly(s, t, seat, field):
        value += t.monopoly_vp
    return value + loss_preview(s, t, field) / (s.players - 1) + split_preview(s, t, seat, field)


@compiled
def split_preview(s, t, seat, field):
    """Own points minus the others' mean points from regions that annexing an open field would create (LOW-82)."""
    if s.region_of[field] >= 0:
        return 0.0
    home = single(field)
    east = minus(fetch(s.open_east), home)
    south = minus(fetch(s.open_south), home)
    if field % SIDE > 0:
        east = minus(east, single(field - 1))
    if field >= SIDE:
        south = minus(south, single(field - SIDE))
    value = 0.0
    rest = minus(around(home), all_regions(s))
    while not is_empty(rest):
        part = component(single(first(rest)), east, south)
        value += region_worth(s, t, seat, part)
        rest = minus(rest, part)
    return value


# --- placing boundaries ------------------------------------------------------------------------------


@compiled
def place_boundary(s, t, legal, seat, w):
    """Complete the best plan that the card can complete, or go on with a better one, else do no harm."""
    memory = s.memory[seat]
    plan = int(memory[TARGET_PLAN])
    if memory[TARGET_TURN] == s.turns and plan >= 0:
        missing = missing_edge(s, plan, 99)
        if missing > 0:
            return pick_edge(s, t, legal, seat, plan, missing)
    study(s, t, seat, w.mine, w.mode)
    n = min(int(s.left), 3)
    plan = int(memory[CLOSING_PLAN + n])
    if plan < 0 or memory[CLOSING_VALUE + n] < memory[BEST_SCORE] * min(n, int(memory[BEST_MISSING])):
        plan = int(memory[BEST_PLAN])
    memory[TARGET_TURN] = s.turns
    memory[TARGET_PLAN] = plan
    if plan >= 0:
        return pick_edge(s, t, legal, seat, plan, missing_edge(s, plan, 99))
    return harmless(s, t, legal, seat)


@compiled
def pick_edge(s, t, legal, seat, plan, missing):
    """A missing edge of the plan: the one that brings most now and helps rivals least, equals at random.

    When every one of them would help rivals more than oneself, the boundary goes elsewhere.
    """
    start = choose(s, seat, missing)
    best = -1e9
    pick = -1
    for i in range(missing):
        edge = missing_edge(s, plan, (start + i) % missing)
        value = boundary_preview(s, t, seat, edge)
        if value > best:
            best = value
            pick = EDGE_CODE + edge
    if best >= 0.0:
        for option in legal:
            if option == pick:
                return pick
    return harmless(s, t, legal, seat)


@compiled
def harmless(s, t, legal, seat):
    """STOP if it may be, else a boundary that completes nobody's region: inside a neutral zone, or with a loose end."""
    if legal[-1] == STOP_CODE:
        return STOP_CODE
    start = choose(s, seat, len(legal))
    pick = int(legal[start])
    best = -1e9
    for i in range(min(len(legal), 12)):
        code = int(legal[(start + 7 * i) % len(legal)])
        value = boundary_preview(s, t, seat, code - EDGE_CODE)
        if value > best:
            best = value
            pick = code
    return pick
