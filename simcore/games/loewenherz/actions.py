"""The five actions of the power cards (rulebook chapters 3.7 to 3.12)."""

from simcore.games.loewenherz.fields import (
    around,
    both,
    connected,
    count,
    edge_field,
    fetch,
    fetch_at,
    first,
    has,
    is_empty,
    keep_at,
    meet,
    minus,
    reached,
    single,
    union,
    without_first,
)
from simcore.games.loewenherz.regions import (
    all_castles,
    all_figures,
    all_regions,
    claim,
    component_of,
    fence,
    figures_of,
    is_open,
    legal_boundaries_east,
    legal_boundaries_south,
    may_close,
    move_mines,
    name_fields,
    owner,
    points_of,
    settle_monopolies,
    unfence,
)
from simcore.games.loewenherz.state import (
    ALLIANCE,
    ALLY_OWN,
    BOUNDARIES,
    CASTLES,
    CASTLES_EACH,
    DEFECTOR,
    DEFECTOR_OWN,
    DEFECTOR_REMOVE,
    EXPAND_FIELD,
    EXPAND_REGION,
    EXPANSION,
    FOREST,
    KNIGHTS,
    MEADOW,
    PLACE_BOUNDARY,
    PLACE_KNIGHT,
    SIDE,
    UPRIGHT_EDGES,
)
from simcore.games.loewenherz.turn import add, end_action, king_ends_now, pay
from simcore.kernels.jit import compiled, rule

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3


@compiled
def possible(s, t, seat, kind, ducats):
    """LOW-50: whether an action can be carried out at least in part with the ducats left after paying the card."""
    if kind == BOUNDARIES:
        return boundary_possible(s)
    if kind == KNIGHTS:
        return s.knight_stock[seat] > 0 and not is_empty(knight_fields(s, t, seat, ducats, t.forest_surcharge))
    found = False
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        if s.is_region[castle] and not found:
            if kind == EXPANSION:
                found = not is_empty(expansion_fields(s, t, castle))
            elif kind == DEFECTOR:
                found = defector_possible(s, t, castle, ducats)
            elif kind == ALLIANCE:
                found = alliance_targets(s, castle) != 0
    return found


@rule
def begin_action(s, t):
    """The first decision of the action just paid for."""
    if s.symbol == BOUNDARIES:
        s.phase = PLACE_BOUNDARY
    elif s.symbol == KNIGHTS:
        s.phase = PLACE_KNIGHT
    elif s.symbol == EXPANSION:
        s.phase = EXPAND_REGION
    elif s.symbol == DEFECTOR:
        s.phase = DEFECTOR_OWN
    else:
        s.phase = ALLY_OWN


@rule
def all_points_lost(s):
    lost = 0
    for seat in range(s.players):
        lost += s.points_lost[seat]
    return lost


@compiled
def book(s, points, lost):
    """What one piece brought the player on turn and cost the others, for the card and its symbol."""
    seat = s.on_turn
    gained = s.points[seat] - points
    hurt = all_points_lost(s) - lost
    add(s.card_gained, seat, s.card, gained)
    add(s.card_hurt, seat, s.card, hurt)
    add(s.symbol_gained, seat, s.symbol, gained)
    add(s.symbol_hurt, seat, s.symbol, hurt)


# --- place boundaries (LOW-53 to LOW-59) -------------------------------------------------------------


@compiled
def boundary_possible(s):
    """LOW-58: there must be a boundary and an edge for it."""
    regions = all_regions(s)
    return s.supply > 0 and not (
        is_empty(legal_boundaries_east(s, regions)) and is_empty(legal_boundaries_south(s, regions))
    )


@compiled
def place_boundary(s, t, edge):
    """LOW-52 to LOW-59: one boundary, its regions and points, the end of the game; then the next one if there is one."""
    points = s.points[s.on_turn] + 0
    field = edge_field(edge)
    direction = 1 if edge < UPRIGHT_EDGES else SIDE
    fence(s, field, direction)
    s.boundaries_placed[s.on_turn] += 1
    s.changes += 1
    if may_close(s, field, direction):
        close(s, t, field, field + direction)
    book(s, points, all_points_lost(s))
    if king_ends_now(s, t):
        return
    s.left -= 1
    s.placed += 1
    if s.left <= 0 or not boundary_possible(s):
        end_action(s, t)


@compiled
def close(s, t, field, other):
    """LOW-59, LOW-71: if the boundary parted a component, each side with one castle becomes a region."""
    side = component_of(s, field)
    if has(side, other):
        return
    new = 0
    if claim(s, t, side) >= 0:
        new += 1
    if claim(s, t, component_of(s, other)) >= 0:
        new += 1
    s.regions_by_boundary += new
    if new == 2:
        s.double_creations += 1
    if new > 0:
        settle_monopolies(s, t)


# --- place knights (LOW-60 to LOW-66) ----------------------------------------------------------------


@compiled
def knight_fields(s, t, seat, ducats, surcharge):
    """LOW-61 to LOW-64: free meadows, and forests that can be paid, beside an own figure with no boundary between."""
    ground = fetch_at(s.land, MEADOW)
    if ducats >= surcharge:
        ground = union(ground, fetch_at(s.land, FOREST))
    near = reached(figures_of(s, seat), fetch(s.open_east), fetch(s.open_south))
    return minus(both(near, ground), all_figures(s))


@compiled
def put_knight(s, t, seat, field, surcharge):
    """LOW-62: the surcharge is paid when the knight is placed."""
    keep_at(s.knights, seat, union(fetch_at(s.knights, seat), single(field)))
    s.knight_stock[seat] -= 1
    s.changes += 1
    if s.terrain[field] == FOREST:
        pay(s, t, seat, surcharge)
        add(s.card_spent, seat, s.card, surcharge)
    castle = s.region_of[field]
    if castle >= 0:
        s.region_knights[castle] += 1


@compiled
def place_knight(s, t, field):
    """LOW-60: then the next knight, if there is one and a field for it."""
    seat = s.on_turn
    put_knight(s, t, seat, field, t.forest_surcharge)
    s.left -= 1
    s.placed += 1
    if s.left <= 0 or not possible(s, t, seat, KNIGHTS, s.ducats[seat]):
        end_action(s, t)


# --- expand a region (LOW-73 to LOW-87) --------------------------------------------------------------


@rule
def neighbour(field, side):
    """The field on one side, -1 at the frame."""
    if side == NORTH:
        return field - SIDE if field >= SIDE else -1
    if side == EAST:
        return field + 1 if field % SIDE < SIDE - 1 else -1
    if side == SOUTH:
        return field + SIDE if field < SIDE * (SIDE - 1) else -1
    return field - 1 if field % SIDE > 0 else -1


@rule
def edge_start(field, side):
    """The field under which the edge on this side is kept."""
    if side == NORTH:
        return field - SIDE
    return field - 1 if side == WEST else field


@rule
def edge_direction(side):
    return SIDE if side in (NORTH, SOUTH) else 1


@compiled
def boundaries_needed(s, region, field):
    """LOW-80: boundaries that annexing a field takes from the supply, after those returned; may be negative."""
    needed = 0
    for side in range(4):
        other = neighbour(field, side)
        if other >= 0:
            if has(region, other):
                needed -= 1
            elif is_open(s, edge_start(field, side), edge_direction(side)):
                needed += 1
    return needed


@rule
def may_invade(s, t, castle, enemy):
    """LOW-75, LOW-77, LOW-86: enough knights, no alliance, never another own region."""
    return (
        owner(castle) != owner(enemy)
        and (s.allies[castle] >> enemy) & 1 == 0
        and s.region_knights[castle] >= s.region_knights[enemy] + t.expansion_margin
    )


@compiled
def expansion_fields(s, t, castle):
    """LOW-74 to LOW-80: free fields beside the region, outside regions that may not be invaded."""
    region = fetch_at(s.regions, castle)
    fields = minus(around(region), union(region, all_figures(s)))
    for other in range(CASTLES):
        if s.is_region[other] and other != castle and not may_invade(s, t, castle, other):
            fields = minus(fields, fetch_at(s.regions, other))
    if s.supply < 2:  # no field needs more
        rest = fields
        while not is_empty(rest):
            field = first(rest)
            rest = without_first(rest)
            if boundaries_needed(s, region, field) > s.supply:
                fields = minus(fields, single(field))
    return fields


@compiled
def annex(s, t, castle, field):
    """LOW-79 to LOW-85: one field changes hands, with points, boundaries, cut-off parts, new regions, monopolies."""
    seat = s.on_turn
    points = s.points[seat] + 0
    lost = all_points_lost(s)
    former = int(s.region_of[field])
    zone = former < 0 and not meet(component_of(s, field), all_castles(s))
    move_boundaries(s, castle, field)
    taken = single(field)
    s.region_of[field] = castle
    keep_at(s.regions, castle, union(fetch_at(s.regions, castle), taken))
    value = points_of(s, t, taken)
    s.region_points[castle] += value
    s.points[seat] += value
    move_mines(s, seat, taken, 1)
    if former >= 0:
        s.annexed_enemy[seat] += 1
        shrink(s, t, former, taken)
    else:
        if zone:
            s.annexed_zone[seat] += 1
        else:
            s.annexed_open[seat] += 1
        split(s, t, field)
    settle_monopolies(s, t)
    s.changes += 1
    book(s, points, lost)


@compiled
def move_boundaries(s, castle, field):
    """LOW-80: those towards the region return to the supply first, then every other side gets one."""
    for side in range(4):
        other = neighbour(field, side)
        if other >= 0 and s.region_of[other] == castle:
            unfence(s, edge_start(field, side), edge_direction(side))
    for side in range(4):
        other = neighbour(field, side)
        if other >= 0 and s.region_of[other] != castle:
            start = edge_start(field, side)
            if is_open(s, start, edge_direction(side)):
                fence(s, start, edge_direction(side))


@compiled
def shrink(s, t, former, taken):
    """LOW-79, LOW-81, LOW-84: the former region keeps what is connected with its castle; the rest is a neutral zone."""
    before = minus(fetch_at(s.regions, former), taken)
    after = component_of(s, int(s.castle_field[former]))
    cut_off = minus(before, after)
    keep_at(s.regions, former, after)
    name_fields(s, cut_off, -1)
    gone = union(cut_off, taken)
    value = points_of(s, t, gone)
    s.region_points[former] -= value
    colour = owner(former)
    if colour < s.players:
        s.points[colour] -= value
        s.points_lost[colour] += value
        s.lost_fields[colour] += 1
        s.cut_off_fields[colour] += count(cut_off)
        move_mines(s, colour, gone, -1)


@compiled
def split(s, t, field):
    """LOW-82, LOW-83: parts of open land with one castle become regions; a neutral zone stays nobody's."""
    for side in range(4):
        other = neighbour(field, side)
        if other >= 0 and s.region_of[other] < 0 and claim(s, t, component_of(s, other)) >= 0:
            s.regions_by_expansion += 1


@compiled
def expand(s, t, field):
    """LOW-73, LOW-87: the second field is judged after the first has been carried out completely."""
    annex(s, t, int(s.own_region), field)
    if king_ends_now(s, t):
        return
    s.left -= 1
    s.placed += 1
    if s.left <= 0 or is_empty(expansion_fields(s, t, int(s.own_region))):
        end_action(s, t)


@rule
def choose_expanding_region(s, castle):
    s.own_region = castle
    s.phase = EXPAND_FIELD


# --- defector (LOW-88 to LOW-95) ---------------------------------------------------------------------


@compiled
def neighbours_of_region(s, castle):
    """Bit mask of the enemy regions adjacent to a region (LOW-15, LOW-16)."""
    near = around(fetch_at(s.regions, castle))
    found = 0
    for other in range(CASTLES):
        if s.is_region[other] and owner(other) != owner(castle) and meet(near, fetch_at(s.regions, other)):
            found |= 1 << other
    return found


@compiled
def defector_targets(s, t, castle):
    """LOW-88, LOW-94: adjacent enemy regions with a knight; both regions need one."""
    if s.region_knights[castle] == 0:
        return 0
    near = neighbours_of_region(s, castle)
    if t.alliance_blocks == 1:
        near &= ~s.allies[castle]
    found = 0
    for other in range(CASTLES):
        if (near >> other) & 1 and s.region_knights[other] > 0:
            found |= 1 << other
    return found


@rule
def defector_surcharge(t):
    """LOW-89."""
    return t.forest_surcharge if t.surcharge_on_defector else 0


@compiled
def defector_fields(s, t, castle, ducats):
    """LOW-89: inside the own region, as any knight is placed."""
    return both(knight_fields(s, t, owner(castle), ducats, defector_surcharge(t)), fetch_at(s.regions, castle))


@compiled
def defector_possible(s, t, castle, ducats):
    """LOW-90: a knight in stock, a field to place it, an enemy to lose one."""
    return (
        s.knight_stock[owner(castle)] > 0
        and defector_targets(s, t, castle) != 0
        and not is_empty(defector_fields(s, t, castle, ducats))
    )


@compiled
def place_defector(s, t, field):
    """LOW-89, LOW-91: the knight is placed; the owner of the enemy region decides which knight leaves."""
    put_knight(s, t, s.on_turn, field, defector_surcharge(t))
    s.phase = DEFECTOR_REMOVE
    colour = owner(s.enemy_region)
    if colour < s.players and t.defector_chooser == 0:
        s.seat = colour


@compiled
def removable_knights(s, castle):
    """LOW-92: knights whose removal leaves all others of the region connected to the castle."""
    colour = owner(castle)
    region = fetch_at(s.regions, castle)
    home = single(int(s.castle_field[castle]))
    knights = both(region, fetch_at(s.knights, colour))
    figures = union(knights, home)
    removable = knights
    rest = knights
    while not is_empty(rest):
        one = single(first(rest))
        rest = without_first(rest)
        others = minus(figures, one)
        if count(connected(home, others)) != count(others):
            removable = minus(removable, one)
    return removable


@compiled
def remove_knight(s, t, field):
    """LOW-91, LOW-93: back into the stock; the region stays a region."""
    colour = owner(s.enemy_region)
    keep_at(s.knights, colour, minus(fetch_at(s.knights, colour), single(field)))
    s.knight_stock[colour] += 1
    s.region_knights[s.enemy_region] -= 1
    s.changes += 1
    s.defectors += 1
    end_action(s, t)


# --- alliance (LOW-96 to LOW-98) ---------------------------------------------------------------------


@rule
def alliance_targets(s, castle):
    """LOW-96: adjacent enemy regions not yet allied with this one."""
    return neighbours_of_region(s, castle) & ~s.allies[castle]


@compiled
def ally(s, t, enemy):
    """LOW-97, LOW-98: the alliance belongs to the two castles and lasts to the end."""
    own = int(s.own_region)
    s.allies[own] |= 1 << enemy
    s.allies[enemy] |= 1 << own
    s.alliances += 1
    s.changes += 1
    end_action(s, t)
