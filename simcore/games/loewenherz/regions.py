"""Regions: how they come into being, score, and carry monopolies (rulebook chapters 3.0, 3.9 and 3.13)."""

from simcore.games.loewenherz.fields import (
    around,
    both,
    component,
    count,
    fetch,
    fetch_at,
    first,
    has,
    is_empty,
    keep,
    keep_at,
    meet,
    minus,
    single,
    to_north,
    to_west,
    union,
    without_first,
)
from simcore.games.loewenherz.state import CASTLES_EACH, CITY, COLOURS, FIRST_MINE, FOREST, KINDS, SIDE, VILLAGE
from simcore.kernels.jit import compiled, rule


@rule
def owner(castle):
    """LOW-10: the colour of a castle, and of its region."""
    return castle // CASTLES_EACH


@rule
def figures_of(s, colour):
    return union(fetch_at(s.castles, colour), fetch_at(s.knights, colour))


@compiled
def all_castles(s):
    return union(
        union(fetch_at(s.castles, 0), fetch_at(s.castles, 1)),
        union(fetch_at(s.castles, 2), fetch_at(s.castles, 3)),
    )


@compiled
def all_figures(s):
    return union(union(figures_of(s, 0), figures_of(s, 1)), union(figures_of(s, 2), figures_of(s, 3)))


@compiled
def all_regions(s):
    """The fields of all regions together; what is left is open land and neutral zones."""
    fields = fetch_at(s.regions, 0)
    for castle in range(1, COLOURS * CASTLES_EACH):
        fields = union(fields, fetch_at(s.regions, castle))
    return fields


@compiled
def component_of(s, field):
    """LOW-08."""
    return component(single(field), fetch(s.open_east), fetch(s.open_south))


@compiled
def points_of(s, t, fields):
    """LOW-68: forests, villages and the royal city; figures on a field change nothing."""
    return (
        count(both(fields, fetch_at(s.land, FOREST))) * t.field_points[FOREST]
        + count(both(fields, fetch_at(s.land, VILLAGE))) * t.field_points[VILLAGE]
        + count(both(fields, fetch_at(s.land, CITY))) * t.field_points[CITY]
    )


@compiled
def move_mines(s, seat, fields, sign):
    """The mines among `fields` come to a player, or leave."""
    for kind in range(KINDS):
        s.mines[seat, kind] += sign * count(both(fields, fetch_at(s.land, FIRST_MINE + kind)))


# --- creation (LOW-59, LOW-67 to LOW-72) -------------------------------------------------------------


@compiled
def claim(s, t, fields):
    """LOW-09: if the component holds exactly one castle it becomes its region, scored at once (LOW-67).

    Returns the castle of a new region, or -1. LOW-13: how large it is does not matter unless `max_region_fields` says so.
    """
    castles = both(fields, all_castles(s))
    if count(castles) != 1:
        return -1
    if t.max_region_fields > 0 and count(fields) > t.max_region_fields:
        return -1
    field = first(castles)
    castle = castle_on(s, field)
    if s.is_region[castle]:
        return -1
    found_region(s, t, castle, fields)
    colour = owner(castle)
    if colour < s.players:
        s.points[colour] += s.region_points[castle]
        move_mines(s, colour, fields, 1)
        if s.first_region_turn[colour] == 0:
            s.first_region_turn[colour] = s.turns
        if colour != s.on_turn:
            s.regions_given[colour] += 1
    return castle


@rule
def castle_on(s, field):
    for castle in range(COLOURS * CASTLES_EACH):
        if s.castle_field[castle] == field:
            return castle
    return -1


@compiled
def found_region(s, t, castle, fields):
    """Draw the region on the board; superfluous boundaries inside return to the supply (LOW-69)."""
    across = minus(both(fields, to_west(fields)), fetch(s.open_east))
    down = minus(both(fields, to_north(fields)), fetch(s.open_south))
    s.supply += count(across) + count(down)
    keep(s.open_east, union(fetch(s.open_east), across))
    keep(s.open_south, union(fetch(s.open_south), down))
    keep_at(s.regions, castle, fields)
    name_fields(s, fields, castle)
    s.is_region[castle] = 1
    s.region_points[castle] = points_of(s, t, fields)
    s.region_knights[castle] = count(both(fields, fetch_at(s.knights, owner(castle))))


@compiled
def name_fields(s, fields, castle):
    rest = fields
    while not is_empty(rest):
        s.region_of[first(rest)] = castle
        rest = without_first(rest)


# --- boundaries on edges (LOW-04 to LOW-06) ----------------------------------------------------------


@rule
def is_open(s, field, direction):
    """Whether no boundary lies east (direction 1) or south (direction SIDE) of the field; frame sides are never open."""
    return has(fetch(s.open_east), field) if direction == 1 else has(fetch(s.open_south), field)


@rule
def fence(s, field, direction):
    """A boundary from the supply onto an open edge."""
    if direction == 1:
        keep(s.open_east, minus(fetch(s.open_east), single(field)))
    else:
        keep(s.open_south, minus(fetch(s.open_south), single(field)))
    s.supply -= 1
    s.lowest_supply = min(s.lowest_supply, s.supply)


@rule
def unfence(s, field, direction):
    """A boundary returns to the supply."""
    if direction == 1:
        keep(s.open_east, union(fetch(s.open_east), single(field)))
    else:
        keep(s.open_south, union(fetch(s.open_south), single(field)))
    s.supply += 1


@compiled
def may_close(s, field, direction):
    """Whether a boundary on this edge can complete an enclosure: each of its ends touches the frame or another boundary.

    Spares most searches for components, since most boundaries have a loose end.
    """
    row = field // SIDE
    column = field % SIDE
    if direction == 1:
        top = row == 0 or (
            not is_open(s, field - SIDE, 1)
            or not is_open(s, field - SIDE, SIDE)
            or not is_open(s, field - SIDE + 1, SIDE)
        )
        bottom = row == SIDE - 1 or (
            not is_open(s, field + SIDE, 1) or not is_open(s, field, SIDE) or not is_open(s, field + 1, SIDE)
        )
        return top and bottom
    left = column == 0 or (
        not is_open(s, field - 1, SIDE) or not is_open(s, field - 1, 1) or not is_open(s, field + SIDE - 1, 1)
    )
    right = column == SIDE - 1 or (
        not is_open(s, field + 1, SIDE) or not is_open(s, field, 1) or not is_open(s, field + SIDE, 1)
    )
    return left and right


@compiled
def legal_boundaries_east(s, regions):
    """LOW-54 to LOW-56: open edges towards the east, not between figures of one colour, not inside a region.

    Regions are always fenced off from each other, so an open edge with both sides in regions lies inside one.
    """
    barred = both(regions, to_west(regions))
    for colour in range(COLOURS):
        figures = figures_of(s, colour)
        barred = union(barred, both(figures, to_west(figures)))
    return minus(fetch(s.open_east), barred)


@compiled
def legal_boundaries_south(s, regions):
    """The same towards the south."""
    barred = both(regions, to_north(regions))
    for colour in range(COLOURS):
        figures = figures_of(s, colour)
        barred = union(barred, both(figures, to_north(figures)))
    return minus(fetch(s.open_south), barred)


# --- monopolies (LOW-103 to LOW-105) -----------------------------------------------------------------


@compiled
def settle_monopolies(s, t):
    """LOW-70, LOW-85: points come and go with the third mine of a kind."""
    for seat in range(s.players):
        for kind in range(KINDS):
            holds = s.mines[seat, kind] >= t.monopoly_mines
            held = (s.monopolies[seat] >> kind) & 1 == 1
            if holds and not held:
                s.monopolies[seat] |= 1 << kind
                s.points[seat] += t.monopoly_vp
                s.monopolies_gained += 1
            elif held and not holds:
                s.monopolies[seat] &= ~(1 << kind) & 0xFF
                s.points[seat] -= t.monopoly_vp
                s.points_lost[seat] += t.monopoly_vp
                s.monopolies_lost += 1


@rule
def adjacent(s, one, other):
    """LOW-15: whether two regions have a common edge."""
    return meet(around(fetch_at(s.regions, one)), fetch_at(s.regions, other))
