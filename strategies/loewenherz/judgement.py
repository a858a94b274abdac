"""What the strategies of Löwenherz have in common: how they judge land, plans, dangers and cards.

A *plan* is a rectangle around an own castle that a few more boundaries would turn into a region. Strategies differ in
their `Weights` and in their habits; everything below sees only what the seat may see (LOW-119).

Plans are kept in `s.memory[seat]` until the board changes, since finding them is the dearest part of a decision.
"""

from collections import namedtuple

import numpy as np

from simcore.games.loewenherz.actions import (
    alliance_targets,
    defector_possible,
    expansion_fields,
    knight_fields,
    neighbours_of_region,
)
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
    meet,
    minus,
    single,
    union,
    without_first,
)
from simcore.games.loewenherz.regions import (
    all_castles,
    all_figures,
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
    ALLY_OWN,
    BOUNDARIES,
    CASTLES,
    CASTLES_EACH,
    CITY,
    DEFECTOR,
    DEFECTOR_ENEMY,
    DEFECTOR_OWN,
    DEFECTOR_PLACE,
    DEFECTOR_REMOVE,
    DRAW_CODE,
    EDGE_CODE,
    ENEMY_CODE,
    EXPAND_FIELD,
    EXPAND_REGION,
    EXPANSION,
    FIRST_MINE,
    FOREST,
    KINDS,
    KNIGHTS,
    MAIN,
    MEADOW,
    NO_ACTION,
    OWN_CODE,
    PLACE_BOUNDARY,
    PLACE_KNIGHT,
    PLAY_CODE,
    REFILL,
    SELL_CODE,
    SETUP_CASTLE,
    SETUP_KNIGHT,
    SIDE,
    STOP_CODE,
    TAKE_CODE,
    UPRIGHT_EDGES,
    VILLAGE,
)
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import chance, choose

Weights = namedtuple("Weights", "money denial knight expansion mine boundary ally mode grudge peaceful defection")
RATIO, SMALL, BIG = 0.0, 1.0, 2.0  # how plans are compared

LONGEST = 5  # side of a plan
WHOLE_GAME = 100.0  # what reaching the king's chip is worth

# Slots of the memory.
STAMP = 0  # board changes at the last study, plus 1
BEST_PLAN, BEST_MISSING, BEST_VALUE, BEST_SCORE = 1, 2, 3, 4
CLOSING_PLAN = 4  # + 1..3: the best plan that so many boundaries complete
CLOSING_VALUE = 7  # + 1..3
TARGET_TURN, TARGET_PLAN = 11, 12  # the plan that this turn's boundaries go to
FIRST_OWN_SLOT = 13  # from here on the habits of single strategies
SCALE = 1000.0

_BITS = np.array([bin(i).count("1") for i in range(1 << SIDE)], np.int64)
_ROW = (1 << SIDE) - 1


@rule
def weights(
    money=0.35,
    denial=0.5,
    knight=0.9,
    expansion=1.0,
    mine=1.2,
    boundary=1.0,
    ally=1.0,
    mode=RATIO,
    grudge=0.0,
    peaceful=0.0,
    defection=1.0,
):
    """What a strategy cares about.

    `denial` is the share of a rival's loss that counts as gain, `grudge` what is added to it against the leading rival;
    with `peaceful` land of other players is never taken; `defection` multiplies the value of defectors.
    """
    return Weights(money, denial, knight, expansion, mine, boundary, ally, mode, grudge, peaceful, defection)


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
        memory[BEST_VALUE] = np.int32(SCALE * value)
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


# --- dangers and chances -----------------------------------------------------------------------------


@compiled
def threat(s, castle):
    """How far an unallied neighbour is from outnumbering the region: 1 even, 2 and more attackable now, 0 safe."""
    worst = 0
    near = neighbours_of_region(s, castle) & ~s.allies[castle]
    for other in range(CASTLES):
        if (near >> other) & 1 and owner(other) < s.players:
            worst = max(worst, s.region_knights[other] - s.region_knights[castle] + 1)
    return worst


@compiled
def stake(s, t, castle):
    """What a region has to lose: its points, and monopolies that hang on one of its mines (LOW-104)."""
    points = int(s.region_points[castle])
    for kind in range(KINDS):
        if s.mines[owner(castle), kind] == t.monopoly_mines:
            mines = both(fetch_at(s.regions, castle), fetch_at(s.land, FIRST_MINE + kind))
            points += 0 if is_empty(mines) else t.monopoly_vp
    return points


@rule
def danger(s, t, castle):
    """What one knight more is worth to a region."""
    return threat(s, castle) * (0.4 + 0.05 * stake(s, t, castle))


@compiled
def need_of_knights(s, t, seat, amount):
    """The worst danger that so many knights can avert, in an own region that has room for one."""
    need = 0.2
    room = knight_fields(s, t, seat, s.ducats[seat], t.forest_surcharge)
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        helps = threat(s, castle) <= amount + 1  # beyond that the neighbour would still outnumber the region
        if s.is_region[castle] and helps and meet(room, fetch_at(s.regions, castle)):
            need = max(need, danger(s, t, castle))
    return need


@rule
def best_neighbour_value(s, t, fields, mine):
    best = 0.0
    rest = fields
    while not is_empty(rest):
        best = max(best, field_value(s, t, first(rest), mine))
        rest = without_first(rest)
    return best


@compiled
def gain(s, t, seat, castle, field, w):
    """What annexing a field is worth: its value, what a rival loses by it, and where it leads."""
    value = field_value(s, t, field, w.mine * turns_ahead(s, seat))
    if completes_monopoly(s, t, seat, field):
        value += t.monopoly_vp
    former = int(s.region_of[field])
    if former >= 0 and owner(former) < s.players:
        weight = w.denial
        if w.grudge > 0.0 and owner(former) == leading_rival(s, seat):
            weight += w.grudge
        if weight > 0.0:
            value += weight * loss_preview(s, t, field)
    outside = minus(around(single(field)), union(fetch_at(s.regions, castle), all_figures(s)))
    return value + 0.15 * best_neighbour_value(s, t, outside, w.mine)


@rule
def annexed_points(s, t, seat, field):
    """LOW-79, LOW-103: what annexing a field scores at once."""
    monopoly = t.monopoly_vp if completes_monopoly(s, t, seat, field) else 0
    return t.field_points[s.terrain[field]] + monopoly


@compiled
def winning_field(s, t, seat, castle, amount, w):
    """LOW-109: the field to take first when the best `amount` fields reach the king's chip, or -1."""
    missing = t.target - s.points[seat]
    if missing > amount * max(t.field_points[CITY], t.field_points[VILLAGE], t.monopoly_vp):
        return -1
    best = 0
    second = 0
    pick = -1
    rest = expansion_fields(s, t, castle)
    while not is_empty(rest):
        field = first(rest)
        rest = without_first(rest)
        if w.peaceful and belongs_to_player(s, field):
            continue
        points = annexed_points(s, t, seat, field)
        if points > best:
            second = best
            best = points
            pick = field
        elif points > second:
            second = points
    return pick if missing <= best + (second if amount > 1 else 0) else -1


@compiled
def best_gains(s, t, seat, castle, amount, w):
    """The sum of the `amount` largest gains of one region."""
    if winning_field(s, t, seat, castle, amount, w) >= 0:
        return WHOLE_GAME
    best = 0.0
    second = 0.0
    rest = expansion_fields(s, t, castle)
    while not is_empty(rest):
        field = first(rest)
        rest = without_first(rest)
        if w.peaceful and belongs_to_player(s, field):
            continue
        value = gain(s, t, seat, castle, field, w)
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    return best + second if amount > 1 else best


@rule
def belongs_to_player(s, field):
    castle = int(s.region_of[field])
    return castle >= 0 and owner(castle) < s.players


@rule
def leading_rival(s, seat):
    """The other player with most points, or -1 when nobody has any."""
    best = -1
    for other in range(s.players):
        if other != seat and s.points[other] > 0 and (best < 0 or s.points[other] > s.points[best]):
            best = other
    return best


# --- cards -------------------------------------------------------------------------------------------


@compiled
def symbol_value(s, t, seat, kind, amount, w):
    """What carrying out an action now would be worth, in points."""
    first_castle = CASTLES_EACH * seat
    if kind == BOUNDARIES:
        return boundary_value(s, t, seat, amount, w)
    if kind == KNIGHTS:
        return w.knight * amount * need_of_knights(s, t, seat, amount) * turns_ahead(s, seat)
    if kind == EXPANSION:
        best = 0.0
        for castle in range(first_castle, first_castle + CASTLES_EACH):
            if s.is_region[castle]:
                best = max(best, best_gains(s, t, seat, castle, amount, w))
        return w.expansion * best
    if kind == DEFECTOR:
        possible = False
        for castle in range(first_castle, first_castle + CASTLES_EACH):
            possible |= s.is_region[castle] and defector_possible(s, t, castle, s.ducats[seat])
        return 1.6 * w.knight * w.defection * turns_ahead(s, seat) if possible else 0.0
    value = 0.0
    for castle in range(first_castle, first_castle + CASTLES_EACH):
        if s.is_region[castle] and alliance_targets(s, castle) != 0:
            value = max(value, min(3, threat(s, castle)) * 0.1 * s.region_points[castle])
    return w.ally * value * turns_ahead(s, seat)


@rule
def turns_ahead(s, seat):
    """How much of the future is left to knights, alliances and mines: ever less in the final phase (LOW-112)."""
    if not s.final_phase:
        return 1.0
    return (int(s.hand_n[seat]) - (1 if s.phase == MAIN else 0)) / 3.0


@compiled
def boundary_value(s, t, seat, amount, w):
    """Progress of the best plan, or the value of a plan that these boundaries complete."""
    study(s, t, seat, w.mine, w.mode)
    memory = s.memory[seat]
    if memory[BEST_PLAN] < 0:
        return -0.5
    value = memory[BEST_SCORE] / SCALE * min(amount, memory[BEST_MISSING])
    n = min(amount, 3)
    if memory[CLOSING_PLAN + n] >= 0:
        value = max(value, memory[CLOSING_VALUE + n] / SCALE)
    return w.boundary * value


@compiled
def card_value(s, t, seat, card, w):
    """The better of a card's symbols."""
    best = -1.0
    for symbol in range(2):
        kind = t.symbol_kind[card, symbol]
        if kind != NO_ACTION:
            value = symbol_value(s, t, seat, kind, t.symbol_amount[card, symbol], w)
            best = max(best, value)
    return best


@rule
def money_weight(s, seat, w):
    """What a ducat is worth in points: less in the final phase, and to the rich."""
    worth = 0.15 if s.final_phase else w.money
    if s.ducats[seat] >= 16:
        return 0.2 * worth
    return 0.5 * worth if s.ducats[seat] >= 10 else worth


@rule
def neediness(ducats):
    """A ducat is dear to the poor."""
    if ducats < 4:
        return 1.6
    return 1.0 if ducats < 9 else 0.5


@rule
def sale_value(s, t, seat, card, w, usefulness):
    keep = 0.0 if s.final_phase else 0.25 * usefulness
    return money_weight(s, seat, w) * neediness(s.ducats[seat]) * t.sale[card] - keep


@rule
def is_sale(code):
    return code < PLAY_CODE


@rule
def card_of(s, seat, code):
    """The card type that a code of the main phase sells or plays."""
    slot = code - SELL_CODE if code < PLAY_CODE else (code - PLAY_CODE) // 2
    return int(s.hand[seat, slot])


@rule
def symbol_of(code):
    return (code - PLAY_CODE) % 2


@compiled
def choose_card(s, t, legal, seat, w):
    """Play the card that brings most beyond its price, or sell the one missed least."""
    best = -1e9
    pick = legal[0]
    ties = 0
    for code in legal:
        card = card_of(s, seat, code)
        if is_sale(code):
            usefulness = card_value(s, t, seat, card, w)
            value = sale_value(s, t, seat, card, w, usefulness)
        else:
            symbol = symbol_of(code)
            kind = t.symbol_kind[card, symbol]
            value = symbol_value(s, t, seat, kind, t.symbol_amount[card, symbol], w)
            value -= money_weight(s, seat, w) * t.price[card]
        if value > best + 1e-9:
            best = value
            pick = code
            ties = 1
        elif value > best - 1e-9:
            ties += 1
            if choose(s, seat, ties) == 0:
                pick = code
    return pick


@compiled
def choose_refill(s, t, legal, seat, w):
    """A market card that is clearly useful, else the unknown; the deck too when the game stands still."""
    if len(legal) == 1 or s.idle_turns >= 10:
        return DRAW_CODE
    best = 1.2
    pick = DRAW_CODE
    money = money_weight(s, seat, w)
    for code in legal[1:]:
        card = code - TAKE_CODE
        value = card_value(s, t, seat, card, w) - 0.7 * money * t.price[card]
        value = max(value, money * t.sale[card] * (1.3 if s.ducats[seat] < 3 else 0.6))
        if value > best:
            best = value
            pick = code
    return pick


# --- placing castles ---------------------------------------------------------------------------------


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
    return site_inside(s, t, sites, best_code, legal, seat)


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
def site_inside(s, t, sites, code, legal, seat):
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


@rule
def distance(one, other):
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


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


# --- smaller decisions: what each option is worth ----------------------------------------------------


@compiled
def best_option(s, t, legal, seat, w):
    best = -1e9
    pick = legal[0]
    for code in legal:
        value = option_value(s, t, seat, int(code), w)
        if value > best:
            best = value
            pick = code
    return pick


@rule
def option_value(s, t, seat, code, w):
    phase = s.phase
    if phase in (PLACE_KNIGHT, DEFECTOR_PLACE):
        return guard_value(s, t, seat, code)
    if phase == EXPAND_REGION:
        return best_gains(s, t, seat, code - OWN_CODE, int(s.left), w)
    if phase == EXPAND_FIELD:
        return field_gain(s, t, seat, code, w)
    if phase == DEFECTOR_OWN:  # the own region most in danger
        return threat(s, code - OWN_CODE) + 0.01 * s.region_points[code - OWN_CODE]
    if phase == DEFECTOR_ENEMY:
        return victim_value(s, seat, code - ENEMY_CODE, w)
    if phase == DEFECTOR_REMOVE:
        return expendable_value(s, code, int(s.enemy_region), seat)
    if phase == ALLY_OWN:  # the most valuable own region that somebody could attack
        return s.region_points[code - OWN_CODE] * (1.0 + threat(s, code - OWN_CODE))
    return partner_value(s, code - ENEMY_CODE)  # ALLY_ENEMY


@rule
def guard_value(s, t, seat, code):
    """Knights go into own regions, the threatened and valuable first; forest is dearer."""
    if code == STOP_CODE:
        return -1e9
    value = 0.01 * chance(s, seat)
    if s.terrain[code] == FOREST:
        value -= 0.6
    castle = int(s.region_of[code])
    if castle >= 0:
        value += 1.0 + 0.5 * threat(s, castle) + 0.05 * stake(s, t, castle)
    return value


@rule
def field_gain(s, t, seat, code, w):
    """A field to annex, by its gain and by the regions that come of it; STOP when nothing is worth taking."""
    if code == STOP_CODE:
        return 0.0
    if code == winning_field(s, t, seat, int(s.own_region), int(s.left), w):
        return WHOLE_GAME
    value = gain(s, t, seat, int(s.own_region), code, w) + split_preview(s, t, seat, code)
    return value - 100.0 if w.peaceful and belongs_to_player(s, code) else value


@rule
def victim_value(s, seat, castle, w):
    """A defector leaves a valuable enemy region; a player's rather than the neutral colour's, the leader's first."""
    value = float(s.region_points[castle])
    if w.grudge > 0.0 and owner(castle) == leading_rival(s, seat):
        value += 3.0
    return value - 5.0 if owner(castle) >= s.players else value


@rule
def expendable_value(s, code, castle, seat):
    """A knight on meadow leaves before one on forest, which cost more, the farthest from the castle first.

    Who chooses for another colour (LOW-91) takes the one that its owner would rather keep.
    """
    value = distance(code, int(s.castle_field[castle])) - (20.0 if s.terrain[code] == FOREST else 0.0)
    return value if owner(castle) == seat else -value


@rule
def partner_value(s, castle):
    """The strongest neighbour; never the neutral colour, which attacks nobody, if there is a choice."""
    return float(s.region_knights[castle]) - (50.0 if owner(castle) >= s.players else 0.0)


# --- everything together -----------------------------------------------------------------------------


@compiled
def decide(s, t, legal, seat, w):
    """Sound play in every phase; a strategy overrules it where it has habits of its own."""
    phase = s.phase
    if phase == MAIN:
        return choose_card(s, t, legal, seat, w)
    if phase == PLACE_BOUNDARY:
        return place_boundary(s, t, legal, seat, w)
    if phase == REFILL:
        return choose_refill(s, t, legal, seat, w)
    if phase == SETUP_CASTLE:
        return best_site(s, t, legal, seat, w.mine, w.mode, 0.0)
    if phase == SETUP_KNIGHT:
        return setup_knight(s, t, legal, seat, w.mine, w.mode)
    return best_option(s, t, legal, seat, w)
