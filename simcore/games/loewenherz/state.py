"""The records of Löwenherz, its phases and its action codes.

Fields of the board are numbered 12 * row + column (LOW-01). A set of fields is kept as three words of 48 bits (see
`fields.py`); boundaries are kept as the edges that are still open, each under the field to its west or north.
A castle is known by 4 * colour + index, and so is the region around it (LOW-10). Players' colours are their seats.
"""

from simcore.game import FIRST_REASON, Cards, Column, state_dtype

# --- the board -------------------------------------------------------------------------------------

SIDE = 12
FIELDS = SIDE * SIDE
EDGES = 2 * SIDE * (SIDE - 1)
UPRIGHT_EDGES = SIDE * (SIDE - 1)  # edges between west and east neighbours come first
TILES = 9
TILE_SIDE = 4
CENTRE = 4  # position of the tile with the royal city (LOW-17)
WORDS = 3  # words of a set of fields

TERRAINS = ("meadow", "forest", "village", "royal city", "copper mine", "silver mine", "gold mine", "gem mine")
MEADOW, FOREST, VILLAGE, CITY, FIRST_MINE = 0, 1, 2, 3, 4
TERRAIN_SIGNS = ".FVKCSGE"
KINDS_OF_MINE = ("copper", "silver", "gold", "gems")
KINDS = len(KINDS_OF_MINE)

# --- colours, castles, cards -----------------------------------------------------------------------

SEATS = 4
COLOURS = 4
NEUTRAL = 2  # colour that nobody plays in the two-player game (LOW-33)
CASTLES_EACH = 4
CASTLES = COLOURS * CASTLES_EACH
MAX_SETUP_STEPS = 16

LETTERS = ("A", "B", "C", "D")
OPEN_BACK = len(LETTERS)  # back of a hand card that everybody has seen in the market
MAX_CARD_TYPES = 24
MAX_DECK = 120
MAX_HAND = 4
MAX_QUEUE = 24  # market cards in order of sale, kept when the market is limited

NO_ACTION, BOUNDARIES, KNIGHTS, EXPANSION, DEFECTOR, ALLIANCE = 0, 1, 2, 3, 4, 5
ACTION_KINDS = ("none", "boundary", "knight", "expansion", "defector", "alliance")

# --- chance ----------------------------------------------------------------------------------------

LAYOUT_STREAM, TURNING_STREAM, TILE_STREAM, FIRST_MOVER_STREAM, DECK_STREAM = 0, 1, 2, 3, 4  # one deck stream a letter
STREAMS = DECK_STREAM + len(LETTERS)

# --- phases and codes -------------------------------------------------------------------------------

PHASES = (
    "setup_castle",
    "setup_knight",
    "main",
    "place_boundary",
    "place_knight",
    "expand_region",
    "expand_field",
    "defector_own",
    "defector_enemy",
    "defector_place",
    "defector_remove",
    "ally_own",
    "ally_enemy",
    "refill",
)
(
    SETUP_CASTLE,
    SETUP_KNIGHT,
    MAIN,
    PLACE_BOUNDARY,
    PLACE_KNIGHT,
    EXPAND_REGION,
    EXPAND_FIELD,
    DEFECTOR_OWN,
    DEFECTOR_ENEMY,
    DEFECTOR_PLACE,
    DEFECTOR_REMOVE,
    ALLY_OWN,
    ALLY_ENEMY,
    REFILL,
) = range(len(PHASES))

EDGE_CODE = FIELDS  # + edge
SELL_CODE = EDGE_CODE + EDGES  # + hand slot
PLAY_CODE = SELL_CODE + MAX_HAND  # + 2 * hand slot + symbol
DRAW_CODE = PLAY_CODE + 2 * MAX_HAND
TAKE_CODE = DRAW_CODE + 1  # + card type
OWN_CODE = TAKE_CODE + MAX_CARD_TYPES  # + castle
ENEMY_CODE = OWN_CODE + CASTLES  # + castle
STOP_CODE = ENEMY_CODE + CASTLES
ACTIONS = STOP_CODE + 1
MAX_LEGAL = EDGES + 2  # `legal` writes one past the end before it counts; STOP may follow all edges

END_REASONS = ("king", "deck", "stall", "cap")
KING, DECK, STALL, CAP = range(FIRST_REASON, FIRST_REASON + len(END_REASONS))

# Knob choices, by index.
MANHATTAN, LINE_ONLY, CHEBYSHEV = 0, 1, 2
CLOCKWISE, SNAKE, REVERSE_SECOND_HALF = 0, 1, 2
LAST_PLACER, FIRST_PLACER, RANDOM_MOVER = 0, 1, 2
AT_ONCE, END_OF_TURN, END_OF_ROUND = 0, 1, 2
PLAY_OUT_HANDS, ONE_ROUND, NO_FINAL_PHASE = 0, 1, 2
PER_KIND, PER_MINE, NO_INCOME = 0, 1, 2

MEMORY = 24

STATE = state_dtype(
    [
        # the board
        ("terrain", "u1", (FIELDS,)),
        ("tile_at", "u1", (TILES,)),  # tile on each position, row by row
        ("tile_turns", "u1", (TILES,)),  # its clockwise quarter turns
        ("land", "i8", (len(TERRAINS), WORDS)),  # the fields of each terrain
        ("open_east", "i8", (WORDS,)),  # fields without boundary or frame to the east
        ("open_south", "i8", (WORDS,)),
        ("castles", "i8", (COLOURS, WORDS)),
        ("knights", "i8", (COLOURS, WORDS)),
        ("castle_field", "i2", (CASTLES,)),  # -1: not placed
        ("castles_placed", "i1", (COLOURS,)),
        ("supply", "i2"),  # boundaries not on the board
        ("knight_stock", "i2", (COLOURS,)),
        ("changes", "i4"),  # counts every change of the board, so that a judgement of it can be kept
        # regions
        ("region_of", "i1", (FIELDS,)),  # castle whose region holds the field, -1 for open land and neutral zones
        ("regions", "i8", (CASTLES, WORDS)),
        ("is_region", "u1", (CASTLES,)),
        ("region_points", "i2", (CASTLES,)),
        ("region_knights", "i2", (CASTLES,)),
        ("allies", "i4", (CASTLES,)),  # bit mask of allied castles
        # players
        ("points", "i2", (SEATS,)),
        ("ducats", "i2", (SEATS,)),
        ("bank", "i2"),
        ("mines", "i1", (SEATS, KINDS)),
        ("monopolies", "u1", (SEATS,)),  # bit mask of kinds
        # cards
        ("deck", "u1", (MAX_DECK,)),
        ("deck_back", "u1", (MAX_DECK,)),
        ("deck_next", "i2"),
        ("deck_n", "i2"),
        ("hand", "u1", (SEATS, MAX_HAND)),
        ("hand_back", "u1", (SEATS, MAX_HAND)),
        ("hand_n", "i1", (SEATS,)),
        ("market", "u1", (MAX_CARD_TYPES,)),
        ("market_n", "i2"),
        ("market_queue", "u1", (MAX_QUEUE,)),
        ("discard", "u1", (MAX_CARD_TYPES,)),
        # the course of play
        ("on_turn", "i1"),  # the player whose turn it is; `seat` may be the owner of a defector's victim
        ("first_mover", "i1"),
        ("setup_step", "i1"),
        ("card", "i1"),  # being played, -1 none
        ("symbol", "i1"),  # kind of action being carried out
        ("left", "i1"),  # pieces still to place
        ("placed", "i1"),  # pieces placed by this card
        ("own_region", "i1"),
        ("enemy_region", "i1"),
        ("sold_type", "i1"),  # card type sold this turn, -1 none
        ("idle_turns", "i2"),  # turns in a row without play and without draw from the deck
        ("final_phase", "u1"),
        ("final_turns", "i2"),  # turns begun in the final phase
        # what happened, for the outcome columns
        ("bonus", "i2", (SEATS,)),
        ("turns_taken", "i2", (SEATS,)),
        ("income", "i2", (SEATS,)),
        ("plays", "i2", (SEATS,)),
        ("sales", "i2", (SEATS,)),
        ("takes", "i2", (SEATS,)),
        ("draws", "i2", (SEATS,)),
        ("boundaries_placed", "i2", (SEATS,)),
        ("annexed_open", "i2", (SEATS,)),
        ("annexed_zone", "i2", (SEATS,)),
        ("annexed_enemy", "i2", (SEATS,)),
        ("lost_fields", "i2", (SEATS,)),
        ("cut_off_fields", "i2", (SEATS,)),
        ("points_lost", "i2", (SEATS,)),
        ("first_region_turn", "i2", (SEATS,)),
        ("regions_given", "i2", (SEATS,)),
        ("card_dealt", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_drawn", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_taken", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_played", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_sold", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_gained", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_hurt", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_spent", "u1", (SEATS, MAX_CARD_TYPES)),
        ("card_earned", "u1", (SEATS, MAX_CARD_TYPES)),
        ("symbol_chosen", "u1", (SEATS, len(ACTION_KINDS))),
        ("symbol_gained", "u1", (SEATS, len(ACTION_KINDS))),
        ("symbol_hurt", "u1", (SEATS, len(ACTION_KINDS))),
        ("stack_plays", "u1", (SEATS, len(LETTERS) + 1)),
        ("regions_by_boundary", "i2"),
        ("regions_by_expansion", "i2"),
        ("double_creations", "i2"),
        ("monopolies_gained", "i2"),
        ("monopolies_lost", "i2"),
        ("alliances", "i2"),
        ("defectors", "i2"),
        ("lowest_supply", "i2"),
        ("lowest_bank", "i2"),
        ("distance_lowered", "u1"),
        ("turns_before_final", "i2"),
    ],
    seats=SEATS,
    streams=STREAMS,
    memory=MEMORY,
)

DERIVED = [
    ("colours", "i4"),  # colours on the board, the neutral one included
    ("setup_n", "i4"),
    ("setup_seat", "i4", (MAX_SETUP_STEPS,)),
    ("setup_colour", "i4", (MAX_SETUP_STEPS,)),
    ("tile_terrain", "i4", (TILES, TILE_SIDE * TILE_SIDE)),
    ("layout_row", "i4"),  # row of `layouts` to use, -1 for a random layout
    ("symbol_kind", "i4", (MAX_CARD_TYPES, 2)),
    ("symbol_amount", "i4", (MAX_CARD_TYPES, 2)),
    ("price", "i4", (MAX_CARD_TYPES,)),
    ("sale", "i4", (MAX_CARD_TYPES,)),
    ("deck_n", "i4"),
    ("deck_type", "i4", (MAX_DECK,)),  # in order of the letters, not shuffled
    ("deck_letter", "i4", (MAX_DECK,)),
    ("letter_end", "i4", (len(LETTERS),)),
    ("copies", "i4", (MAX_CARD_TYPES,)),  # in the deck, after `remove_symbol`
    ("field_points", "i4", (len(TERRAINS),)),
    ("land_points", "i4"),  # of the whole board
]

# --- outcome ---------------------------------------------------------------------------------------

CARD_KEYS = (
    "b1", "b2", "b3", "k1", "k2", "e1", "e2", "d", "a",
    "b2_k1", "b3_k1", "b2_e1", "k1_e1", "k2_d", "d_a", "e1_a",
)  # fmt: skip
CARD_NAMES = tuple(key.upper().replace("_", "|") for key in CARD_KEYS)
TILE_KEYS = (
    "royal_city", "copper_silver", "copper_gold", "copper_gems", "silver_gold", "silver_gems", "gold_gems", "copper", "silver",
)  # fmt: skip

GAME_COLUMNS = (
    Column("first_mover", "i1", "seat of the first turn (LOW-39); seat 0 places the first castle"),
    Column("turns_before_final", "i2", "turns begun before the final phase"),
    Column("winner_on_turn", "i1", "1 when a sole winner was on turn at the end, 0 when not, -1 for a shared win"),
    Column("king_in_final", "u1", "1 when the king's chip ended the game inside the final phase (LOW-113)"),
    Column("regions_by_boundary", "u1", "regions created by placed boundaries"),
    Column("regions_by_expansion", "u1", "regions created as a side effect of an expansion (LOW-82)"),
    Column("double_creations", "u1", "single boundaries that created two regions"),
    Column("regions_given", "u1", "regions created for a player by somebody else"),
    Column("neutral_zones", "u1", "neutral zones at the end (LOW-12)"),
    Column("neutral_zone_fields", "u1", "fields in neutral zones at the end"),
    Column("open_fields", "u1", "fields of open land at the end (LOW-11)"),
    Column("monopolies_gained", "u1", "monopolies gained, regained ones included"),
    Column("monopolies_lost", "u1", "monopolies lost"),
    Column("alliances", "u1", "alliances concluded"),
    Column("defectors", "u1", "defector actions carried out"),
    Column("lowest_supply", "u1", "fewest boundaries in the supply at any time"),
    Column("lowest_bank", "i2", "fewest ducats in the bank at any time (0 for an unlimited bank)"),
    Column("market_end", "u1", "cards in the power market at the end"),
    Column("margin", "i2", "points between the first and the second player"),
    Column("shared_victory", "u1", "1 when several players share the victory (LOW-117)"),
    Column(
        "city_owner", "i1", "seat whose region holds the royal city at the end, -1 nobody's or the neutral colour's"
    ),
    Column("layout", "i8", "layout of the tiles: digits are the tiles on positions 1-9, then their quarter turns"),
    Column("distance_lowered", "u1", "castles placed under a lowered distance (LOW-31)"),
)

SEAT_COLUMNS = (
    Column("first_mover", "u1", "1 for the seat of the first turn"),
    Column("turns_taken", "u1", "turns begun by this seat"),
    Column("land_points", "i2", "points of the own regions at the end"),
    Column("monopoly_points", "i2", "points of the monopolies held at the end"),
    Column("bonus_points", "i2", "points of the ducat bonus (LOW-115)"),
    Column("ducats", "i2", "ducats at the end"),
    Column("regions", "u1", "own regions at the end"),
    Column("fields", "u1", "fields in own regions at the end"),
    Column("largest_region", "u1", "fields of the largest own region"),
    Column("knights_on_board", "u1", "own knights on the board at the end"),
    Column("mines", "u1", "mines in own regions at the end"),
    Column("monopolies", "u1", "monopolies held at the end"),
    Column("boundaries_placed", "u1", "boundaries placed by boundary cards"),
    Column("annexed_open", "u1", "fields annexed from open land"),
    Column("annexed_zone", "u1", "fields annexed from neutral zones"),
    Column("annexed_enemy", "u1", "fields annexed from enemy regions"),
    Column("lost_fields", "u1", "own fields annexed by others"),
    Column("cut_off_fields", "u1", "own fields cut off into neutral zones (LOW-81)"),
    Column("points_lost", "i2", "points lost by expansions of others, monopolies included"),
    Column("income", "i2", "ducats received as income from mines"),
    Column("plays", "u1", "cards played"),
    Column("sales", "i2", "cards sold to the power market"),
    Column("market_takes", "i2", "cards taken from the power market"),
    Column("first_region_turn", "i2", "turn of the game in which the first own region came into being, 0 never"),
    Column("regions_given", "u1", "own regions that somebody else completed"),
    Column("castles_open", "u1", "own castles never enclosed"),
    Column("corner_castles", "u1", "own castles at most two steps from a corner of the board"),
    Column("owns_city", "u1", "1 when an own region holds the royal city at the end"),
)

CARDS = (
    Cards(
        "card",
        CARD_KEYS,
        CARD_NAMES,
        {
            "dealt": "copies dealt at the start",
            "drawn": "copies drawn from the deck",
            "taken": "copies taken from the power market",
            "owned": "copies dealt, drawn or taken",
            "played": "copies played",
            "sold": "copies sold to the power market",
            "left": "copies in hand at the end",
            "gained": "points gained by playing it",
            "hurt": "points taken from others by playing it",
            "spent": "ducats spent on playing it, surcharges included",
            "earned": "ducats earned by selling it",
        },
        randomised=("dealt",),  # opening hands are dealt by chance (LOW-20)
    ),
    Cards(
        "action",
        ACTION_KINDS[1:],
        ("place boundaries", "place knights", "expand a region", "defector", "alliance"),
        {
            "chosen": "times the action was carried out",
            "points_by": "points gained by it",
            "hurt_by": "points taken from others by it",
        },
    ),
    Cards(
        "stack",
        ("a", "b", "c", "d", "empty"),
        ("stack A", "stack B", "stack C", "stack D", "empty deck"),
        {"plays_in": "cards played while the top card of the deck came from it"},
    ),
    Cards(
        "tile",
        TILE_KEYS,
        tuple(key.replace("_", " and ") if key != "royal_city" else "royal city" for key in TILE_KEYS),
        {"land_on": "points of own region fields on it at the end"},
    ),
)
