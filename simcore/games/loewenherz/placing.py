"""Setup and placing castles (rulebook chapters 3.1 to 3.3)."""

from simcore.games.loewenherz.fields import (
    NOT_EAST,
    ROW,
    WORD,
    around,
    both,
    fetch_at,
    is_empty,
    keep_at,
    minus,
    single,
    to_east,
    to_north,
    to_south,
    to_west,
    union,
)
from simcore.games.loewenherz.regions import all_figures
from simcore.games.loewenherz.state import (
    CASTLES,
    CASTLES_EACH,
    CENTRE,
    CHEBYSHEV,
    COLOURS,
    DECK_STREAM,
    FIELDS,
    FOREST,
    LAYOUT_STREAM,
    LETTERS,
    LINE_ONLY,
    MEADOW,
    SETUP_CASTLE,
    SETUP_KNIGHT,
    SIDE,
    TILE_SIDE,
    TILE_STREAM,
    TILES,
    TURNING_STREAM,
)
from simcore.kernels import deck, rng
from simcore.kernels.jit import compiled, rule

_BACK = 32  # a card being shuffled is type + 32 * letter, so that face and back stay together


@rule
def setup(s, t):
    lay_out_table(s, t)
    lay_tiles(s, t)
    shuffle_deck(s, t)
    deal(s, t)
    s.phase = SETUP_CASTLE
    s.seat = t.setup_seat[0]
    s.on_turn = s.seat


@compiled
def lay_out_table(s, t):
    """LOW-18, LOW-21 to LOW-24: everything that needs no chance. No boundary, castle or region is on the board."""
    for word in range(3):
        s.open_east[word] = NOT_EAST
        s.open_south[word] = WORD
    s.open_south[2] = WORD & ~(ROW << 36)
    for field in range(FIELDS):
        s.region_of[field] = -1
    for castle in range(CASTLES):
        s.castle_field[castle] = -1
    s.supply = t.boundary_supply
    s.lowest_supply = s.supply
    s.bank = t.ducat_bank
    for colour in range(COLOURS):
        s.knight_stock[colour] = t.knight_stock
    for seat in range(s.players):
        s.ducats[seat] = t.start_ducats + t.seat_ducat_bonus[seat]
        if t.ducat_bank > 0:
            s.bank -= s.ducats[seat]
    s.lowest_bank = s.bank
    s.deck_n = t.deck_n
    for i in range(t.deck_n):
        s.deck[i] = t.deck_type[i]
        s.deck_back[i] = t.deck_letter[i]
    s.card = -1
    s.sold_type = -1
    s.own_region = -1
    s.enemy_region = -1
    s.first_mover = -1


@compiled
def lay_tiles(s, t):
    """LOW-17: the royal city in the middle, the other tiles and all quarter turns at random (or a fixed layout)."""
    if t.layout_row >= 0:
        for position in range(TILES):
            s.tile_at[position] = t.layouts_tiles[t.layout_row, position]
            s.tile_turns[position] = t.layouts_turns[t.layout_row, position]
    else:
        for i in range(TILES - 1):
            s.tile_at[i] = i + 1
        deck.shuffle(s, LAYOUT_STREAM, s.tile_at, 0, TILES - 1)
        s.tile_at[TILES - 1] = s.tile_at[CENTRE]
        s.tile_at[CENTRE] = 0
        for position in range(TILES):
            s.tile_turns[position] = rng.below(s, TURNING_STREAM, 4)
    for position in range(TILES):
        lay_tile(s, t, position)
        if t.tile_set == 1 and position != CENTRE:
            mix_tile(s, position)
    note_terrain(s)


@rule
def field_of_tile(position, place):
    """The board field of a place (0..15, row by row) on the tile at a position."""
    row = TILE_SIDE * (position // 3) + place // TILE_SIDE
    return SIDE * row + TILE_SIDE * (position % 3) + place % TILE_SIDE


@rule
def lay_tile(s, t, position):
    """One clockwise quarter turn brings old[3 - column][row] to new[row][column] (LOW-D13)."""
    tile = s.tile_at[position]
    for place in range(TILE_SIDE * TILE_SIDE):
        row = place // TILE_SIDE
        column = place % TILE_SIDE
        for _ in range(s.tile_turns[position]):
            row, column = TILE_SIDE - 1 - column, row
        s.terrain[field_of_tile(position, place)] = t.tile_terrain[tile, TILE_SIDE * row + column]


@rule
def mix_tile(s, position):
    """Knob `tile_set`: the fields of this tile in random order."""
    for place in range(TILE_SIDE * TILE_SIDE - 1, 0, -1):
        one = field_of_tile(position, place)
        other = field_of_tile(position, rng.below(s, TILE_STREAM, place + 1))
        terrain = s.terrain[one]
        s.terrain[one] = s.terrain[other]
        s.terrain[other] = terrain


@rule
def note_terrain(s):
    """LOW-02: the fields of each terrain as sets."""
    s.land[:] = 0
    for field in range(FIELDS):
        s.land[s.terrain[field], field // 48] |= 1 << (field % 48)


@compiled
def shuffle_deck(s, t):
    """LOW-19: stacks A, B, C, D, each shuffled on its own, or all together."""
    for i in range(s.deck_n):
        s.deck[i] += _BACK * s.deck_back[i]
    if t.deck_order == 0:
        start = 0
        for letter in range(len(LETTERS)):
            deck.shuffle(s, DECK_STREAM + letter, s.deck, start, t.letter_end[letter])
            start = t.letter_end[letter]
    else:
        deck.shuffle(s, DECK_STREAM, s.deck, 0, s.deck_n)
    for i in range(s.deck_n):
        s.deck_back[i] = s.deck[i] // _BACK
        s.deck[i] %= _BACK


@compiled
def deal(s, t):
    """LOW-20."""
    for seat in range(s.players):
        for slot in range(t.hand_size):
            card = s.deck[s.deck_next]
            s.hand[seat, slot] = card
            s.hand_back[seat, slot] = s.deck_back[s.deck_next]
            s.card_dealt[seat, card] += 1
            s.deck_next += 1
        s.hand_n[seat] = t.hand_size


# --- castles and their knights (LOW-25 to LOW-35) ----------------------------------------------------


@compiled
def knight_ground(s):
    """LOW-61: free meadows and forests."""
    return minus(union(fetch_at(s.land, MEADOW), fetch_at(s.land, FOREST)), all_figures(s))


@compiled
def too_near(s, t, colour, distance):
    """LOW-29, LOW-30: the fields closer than `distance` to a castle of this colour."""
    castles = fetch_at(s.castles, colour)
    if t.castle_distance_metric == LINE_ONLY:
        row = castles
        column = castles
        for _ in range(distance - 1):
            row = union(row, union(to_east(row), to_west(row)))
            column = union(column, union(to_south(column), to_north(column)))
        return union(row, column)
    near = castles
    for _ in range(distance - 1):
        if t.castle_distance_metric == CHEBYSHEV:
            near = union(near, union(to_east(near), to_west(near)))
            near = union(near, union(to_south(near), to_north(near)))
        else:
            near = union(near, around(near))
    return near


@compiled
def castle_sites(s, t):
    """LOW-26, LOW-27: free meadows beside a field for the knight."""
    free_meadow = minus(fetch_at(s.land, MEADOW), all_figures(s))
    return both(free_meadow, around(knight_ground(s)))


@compiled
def castle_fields(s, t):
    """LOW-29, LOW-31: where the next castle may stand; the distance drops until there is a field."""
    colour = t.setup_colour[s.setup_step]
    sites = castle_sites(s, t)
    distance = t.min_castle_distance
    fields = minus(sites, too_near(s, t, colour, distance))
    while is_empty(fields) and distance > 1:
        distance -= 1
        fields = minus(sites, too_near(s, t, colour, distance))
    return fields


@compiled
def setup_knight_fields(s):
    """LOW-27, LOW-28: beside the castle just placed, forest without surcharge."""
    castle = single(int(s.castle_field[s.own_region]))
    return both(around(castle), knight_ground(s))


@compiled
def place_castle(s, t, field):
    """LOW-26, LOW-32: the castle first; its knight is the next decision."""
    colour = t.setup_colour[s.setup_step]
    sites = minus(castle_sites(s, t), too_near(s, t, colour, t.min_castle_distance))
    if is_empty(sites):
        s.distance_lowered += 1
    keep_at(s.castles, colour, union(fetch_at(s.castles, colour), single(field)))
    castle = CASTLES_EACH * colour + s.castles_placed[colour]
    s.castle_field[castle] = field
    s.castles_placed[colour] += 1
    s.own_region = castle
    s.changes += 1
    s.phase = SETUP_KNIGHT


@compiled
def place_setup_knight(s, t, field):
    """LOW-25, LOW-34: then the next player's castle. Returns whether all castles are placed."""
    colour = t.setup_colour[s.setup_step]
    keep_at(s.knights, colour, union(fetch_at(s.knights, colour), single(field)))
    s.knight_stock[colour] -= 1
    s.changes += 1
    s.own_region = -1
    s.setup_step += 1
    if s.setup_step == t.setup_n:
        return True
    s.phase = SETUP_CASTLE
    s.seat = t.setup_seat[s.setup_step]
    s.on_turn = s.seat
    return False
