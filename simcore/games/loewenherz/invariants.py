"""What is always true, and how a laid-out position is completed.

LOW-I1   no boundary is lost
LOW-I2   no castle and no knight is lost, and no field holds two figures
LOW-I3   no ducat is lost, and nobody owes any
LOW-I4   every copy of every card is somewhere
LOW-I5   points, mines and monopolies are those of the regions
LOW-I6   a region is one enclosed area with exactly one castle
LOW-I7   no boundary stands inside a region
LOW-I8   knights are connected to a castle of their colour, and no region holds figures of others
LOW-I9   castles stand on meadows, knights on meadows and in forests
LOW-I10  every region arose from a boundary or from an expansion
LOW-I11  alliances are mutual, between regions of different players
LOW-I12  hands are full before the final phase; then every turn costs a card
LOW-I13  a game that ends with the deck has as many turns as the cards allow
LOW-I14  the frame is closed: no edge leads off the board
LOW-I15  every finished turn is one play or one sale, and played cards are discarded
LOW-I16  nobody shares a monopoly that takes most of the mines
LOW-I17  all players together have no more points than the land and the monopolies give
"""

from simcore.games.loewenherz.fields import (
    NOT_EAST,
    NOTHING,
    ROW,
    WORD,
    both,
    count,
    fetch,
    fetch_at,
    first,
    has,
    is_empty,
    keep_at,
    minus,
    reached,
    same,
    to_north,
    to_west,
    union,
)
from simcore.games.loewenherz.placing import note_terrain
from simcore.games.loewenherz.regions import (
    all_castles,
    all_figures,
    castle_on,
    component_of,
    figures_of,
    move_mines,
    owner,
    points_of,
)
from simcore.games.loewenherz.state import (
    CASTLES,
    CASTLES_EACH,
    COLOURS,
    DECK,
    FIELDS,
    FIRST_MINE,
    FOREST,
    KINDS,
    MAIN,
    MEADOW,
    NO_FINAL_PHASE,
    PLAY_OUT_HANDS,
    SETUP_KNIGHT,
)
from simcore.kernels.jit import compiled, rule


@compiled
def invariants(s, t):
    """0, or the number of the first broken invariant."""
    broken = board_broken(s, t)
    if broken == 0:
        broken = regions_broken(s, t)
    if broken == 0:
        broken = figures_broken(s, t)
    if broken == 0:
        broken = table_broken(s, t)
    if broken == 0:
        broken = cards_broken(s, t)
    return broken


@rule
def setting_up(s):
    return s.phase <= SETUP_KNIGHT


@compiled
def board_broken(s, t):
    """LOW-I1, LOW-I14."""
    open_edges = count(fetch(s.open_east)) + count(fetch(s.open_south))
    if s.supply < 0 or s.supply + 264 - open_edges != t.boundary_supply:
        return 1
    for word in range(3):
        south = WORD & ~(ROW << 36) if word == 2 else WORD
        if s.open_east[word] & ~NOT_EAST != 0 or s.open_south[word] & ~south != 0:
            return 14
    return 0


@compiled
def regions_broken(s, t):
    """LOW-I6, LOW-I7, LOW-I10, then the scores."""
    castles = all_castles(s)
    seen = NOTHING
    known = 0
    for field in range(FIELDS):
        castle = int(s.region_of[field])
        if castle >= 0 and not has(fetch_at(s.regions, castle), field):
            return 6
        if has(seen, field):
            continue
        part = component_of(s, field)
        seen = union(seen, part)
        inside = both(part, castles)
        expected = -1
        if count(inside) == 1 and not setting_up(s):
            expected = castle_on(s, first(inside))
            if not s.is_region[expected] and t.max_region_fields > 0 and count(part) > t.max_region_fields:
                expected = -1
        if expected != castle or (expected >= 0 and not same(part, fetch_at(s.regions, expected))):
            return 6
        if expected >= 0:
            known += 1
            across = minus(both(part, to_west(part)), fetch(s.open_east))
            down = minus(both(part, to_north(part)), fetch(s.open_south))
            if not is_empty(union(across, down)):
                return 7
    regions = 0
    for castle in range(CASTLES):
        regions += s.is_region[castle]
        if s.is_region[castle] != (not is_empty(fetch_at(s.regions, castle))):
            return 6
    if regions != known or regions != s.regions_by_boundary + s.regions_by_expansion:
        return 10
    return scores_broken(s, t)


@compiled
def scores_broken(s, t):
    """LOW-I5, LOW-I16, LOW-I17."""
    total = 0
    for seat in range(s.players):
        points = 0
        for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
            value = points_of(s, t, fetch_at(s.regions, castle))
            if value != s.region_points[castle]:
                return 5
            points += value
        for kind in range(KINDS):
            mines = 0
            for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
                mines += count(both(fetch_at(s.regions, castle), fetch_at(s.land, FIRST_MINE + kind)))
            held = (s.monopolies[seat] >> kind) & 1 == 1
            if mines != s.mines[seat, kind] or held != (mines >= t.monopoly_mines):
                return 5
            if held:
                points += t.monopoly_vp
                for other in range(seat):
                    on_board = count(fetch_at(s.land, FIRST_MINE + kind))
                    if 2 * t.monopoly_mines > on_board and (s.monopolies[other] >> kind) & 1 == 1:
                        return 16
        if s.points[seat] - s.bonus[seat] != points or points < 0:
            return 5
        total += points
    if total > t.land_points + KINDS * t.monopoly_vp * s.players:
        return 17
    if 2 * t.monopoly_mines > 4 and total > t.land_points + KINDS * t.monopoly_vp:
        return 17
    return 0


@compiled
def figures_broken(s, t):
    """LOW-I2, LOW-I8, LOW-I9, then the alliances."""
    seen = NOTHING
    figures = 0
    for colour in range(COLOURS):
        castles = fetch_at(s.castles, colour)
        knights = fetch_at(s.knights, colour)
        if count(knights) + s.knight_stock[colour] != t.knight_stock or s.knight_stock[colour] < 0:
            return 2
        if count(castles) != s.castles_placed[colour]:
            return 2
        figures += count(castles) + count(knights)
        seen = union(seen, union(castles, knights))
        chained = castles
        while True:
            grown = both(
                union(chained, reached(chained, fetch(s.open_east), fetch(s.open_south))), figures_of(s, colour)
            )
            if same(grown, chained):
                break
            chained = grown
        if not same(chained, figures_of(s, colour)):
            return 8
        if not is_empty(minus(castles, fetch_at(s.land, MEADOW))):
            return 9
        if not is_empty(minus(knights, union(fetch_at(s.land, MEADOW), fetch_at(s.land, FOREST)))):
            return 9
    if count(seen) != figures:
        return 2
    for castle in range(CASTLES):
        if s.is_region[castle]:
            knights = both(fetch_at(s.regions, castle), fetch_at(s.knights, owner(castle)))
            inside = both(fetch_at(s.regions, castle), all_figures(s))
            if count(knights) != s.region_knights[castle] or count(inside) != count(knights) + 1:
                return 8
    return alliances_broken(s)


@rule
def alliances_broken(s):
    """LOW-I11."""
    pairs = 0
    for one in range(CASTLES):
        for other in range(CASTLES):
            if (s.allies[one] >> other) & 1:
                pairs += 1
                if (s.allies[other] >> one) & 1 == 0 or owner(one) == owner(other):
                    return 11
    if pairs != 2 * s.alliances:
        return 11
    return 0


@compiled
def table_broken(s, t):
    """LOW-I3, LOW-I13, LOW-I15."""
    if t.ducat_bank > 0:
        total = int(s.bank)
        for seat in range(s.players):
            total += s.ducats[seat]
        if total != t.ducat_bank or s.bank < 0:
            return 3
    plays = 0
    sales = 0
    takes = 0
    for seat in range(s.players):
        if s.ducats[seat] < 0:
            return 3
        plays += s.plays[seat]
        sales += s.sales[seat]
        takes += s.takes[seat]
    if not setting_up(s) and plays + sales != (s.turns - 1 if s.phase == MAIN and not s.over else s.turns):
        return 15
    left_market = sales - takes - s.market_n  # knob market_limit
    if left_market < 0 or (left_market > 0 and t.market_limit == 0):
        return 15
    discarded = 0
    for card in range(t.cards_n):
        discarded += s.discard[card]
    if discarded != plays + left_market:
        return 15
    if s.over and s.reason == DECK:
        last_turns = s.players * t.hand_size
        if t.final_phase != PLAY_OUT_HANDS:
            last_turns = 0 if t.final_phase == NO_FINAL_PHASE else s.players
        if s.turns - takes != t.deck_n - s.players * t.hand_size + last_turns:
            return 13
    return 0


@compiled
def cards_broken(s, t):
    """LOW-I4, LOW-I12."""
    market = 0
    for card in range(t.cards_n):
        copies = int(s.market[card]) + int(s.discard[card])
        market += s.market[card]
        for i in range(s.deck_next, s.deck_n):
            copies += s.deck[i] == card
        for seat in range(s.players):
            for slot in range(s.hand_n[seat]):
                copies += s.hand[seat, slot] == card
        if copies != t.copies[card]:
            return 4
    if market != s.market_n:
        return 4
    least = 99
    most = 0
    held = 0
    for seat in range(s.players):
        least = min(least, int(s.hand_n[seat]))
        most = max(most, int(s.hand_n[seat]))
        held += int(s.hand_n[seat])
    if most > t.hand_size or most - least > 1:
        return 12
    choosing = s.phase == MAIN and not s.over
    if choosing and not s.final_phase and least != t.hand_size:
        return 12
    if s.final_phase and held != s.players * t.hand_size - s.final_turns + (1 if choosing else 0):
        return 12
    return 0


# --- completing a laid-out position ------------------------------------------------------------------


@compiled
def refresh(s, t):
    """Regions, their knights and mines, monopolies, and points not stated (-1) follow from the board (LOW-09, LOW-I5)."""
    note_terrain(s)
    for castle in range(CASTLES):
        s.is_region[castle] = 0
        s.region_points[castle] = 0
        s.region_knights[castle] = 0
        keep_at(s.regions, castle, NOTHING)
    for field in range(FIELDS):
        s.region_of[field] = -1
    for seat in range(s.players):
        s.monopolies[seat] = 0
        for kind in range(KINDS):
            s.mines[seat, kind] = 0
    if setting_up(s):
        s.points[:] = 0
        return
    regions = 0
    for castle in range(CASTLES):
        if s.castle_field[castle] >= 0:
            restore_region(s, t, castle)
        regions += s.is_region[castle]
    s.regions_by_boundary = regions - s.regions_by_expansion
    for seat in range(s.players):
        points = 0
        for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
            points += s.region_points[castle]
        for kind in range(KINDS):
            if s.mines[seat, kind] >= t.monopoly_mines:
                s.monopolies[seat] |= 1 << kind
                points += t.monopoly_vp
        if s.points[seat] < 0:
            s.points[seat] = points


@rule
def restore_region(s, t, castle):
    part = component_of(s, int(s.castle_field[castle]))
    if count(both(part, all_castles(s))) != 1:
        return
    if t.max_region_fields > 0 and count(part) > t.max_region_fields:
        return
    s.is_region[castle] = 1
    keep_at(s.regions, castle, part)
    for field in range(FIELDS):
        if has(part, field):
            s.region_of[field] = castle
    s.region_points[castle] = points_of(s, t, part)
    s.region_knights[castle] = count(both(part, fetch_at(s.knights, owner(castle))))
    if owner(castle) < s.players:
        move_mines(s, owner(castle), part, 1)
