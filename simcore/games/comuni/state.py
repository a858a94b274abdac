"""The records of Comuni: sizes, action codes, phases, the state of one game and the columns of the results.

Stones are counted in the order gold, army, craftsman, pilgrim; kinds of buildings in the order economy, military,
culture, religion. Columns count from 0 at the left, seats from 0 clockwise.
"""

from simcore.game import FIRST_REASON, Cards, Column, state_dtype

SEATS = 5
SORTS = 4
KINDS = 4
COLUMNS = 8
ROOM = 3  # cards a column can hold
STACKS = 4
STACK_ROOM = 22
CARDS = 88
TOP = 4  # storeys of a building, cards in a wall
INVASIONS = 4

GOLD, ARMY, CRAFTSMAN, PILGRIM = 0, 1, 2, 3
COMMUNES = ("Lucca", "Firenze", "Siena", "Bologna", "Milano")  # in the order of the scenario

# Chance streams: one per purpose, so that changing one stack leaves the others alone.
COMMUNE_STREAM, START_STREAM, STACK_STREAM = 0, 1, 2  # STACK_STREAM + stack
HIDDEN_STREAM = STACK_STREAM + STACKS  # only for redealing what a seat cannot see
STREAMS = HIDDEN_STREAM + 1

PHASES = (
    "main",
    "bid_column",
    "bid_amount",
    "displaced",
    "claim_bonus",
    "alliance",
    "city",
    "fist_gold",
    "fist_pilgrims",
    "build_card",
    "build_target",
    "wall_card",
    "wall_target",
    "extra_action",
    "discard",
    "repair",
    "game_over",
    "claim_column",
)
(
    MAIN,
    BID_COLUMN,
    BID_AMOUNT,
    DISPLACED,
    CLAIM_BONUS,
    ALLIANCE,
    CITY,
    FIST_GOLD,
    FIST_PILGRIMS,
    BUILD_CARD,
    BUILD_TARGET,
    WALL_CARD,
    WALL_TARGET,
    EXTRA_ACTION,
    DISCARD,
    REPAIR,
    GAME_OVER,
    CLAIM_COLUMN,
) = range(len(PHASES))

# Action codes
SKIP = 0
BID, CLAIM, INCOME = 1, 2, 3
PILGRIMS_TO_GOLD, PILGRIMS_TO_ARMY, GOLD_TO_ARMY = 4, 5, 6
TAKE_BACK = 7
PAY_ACTION = 8
AT_COLUMN = 10  # + column
TAKE_STONE = 20  # + sort
BUILD_ON = 30  # + 4 * kind + present height
WALL_ON = 50  # + present height
REPAIR_POINTS = 60  # + points
AMOUNT = 70  # + number
MOST = 127  # largest amount that has a code
PROJECT_CARD = 200  # + card
ACTIONS = PROJECT_CARD + CARDS
MAX_LEGAL = MOST + 2

# Where a project card is
OUT, IN_STACK, IN_COLUMN, IN_HAND, IN_BUILDING, IN_WALL, DISCARDED = range(7)

# Parts of a build action already used
BUILDING_PART, WALL_PART = 1, 2

END_REASONS = ("last_invasion", "turn_cap", "stalled")
LAST_INVASION, TURN_CAP, STALLED = FIRST_REASON, FIRST_REASON + 1, FIRST_REASON + 2

NOBODY = -1
NO_LIMIT = CARDS  # value of the hand limit that never binds

# Choices of knobs, in the order of params.py
RANDOM_SORTED, FIRST_N, EXPLICIT, RANDOM_UNSORTED = range(4)
LOWEST_NUMBER, RANDOM_SEAT, FIXED_SEAT = range(3)
CLAIM_ALL, CLAIM_ONE = range(2)
HIGHEST_PER_KIND, ALL_OF_KIND = range(2)
HIGHER_AND_BUILT, TIES_TAKE, EVERY_TURN = range(3)
ANY_NUMBER, ONE_EXTRA, NO_EXTRA = range(3)
PER_WALL, PER_CARD = range(2)
LOWEST_PLAYER, MEAN_PLAYER, NO_SHIFT = range(3)
ALL_PLAYERS, CONTRIBUTORS = range(2)
SURPLUS_LOST, SURPLUS_RETURNS = range(2)
ALL_BUILDINGS, BEST_PER_KIND, NO_BALANCE = range(3)
INTERRUPTED, COMPLETED_FIRST, REST_WAITS = range(3)
TIE_LOWEST, TIE_HIGHEST, TIE_STONES, TIE_SHARED = range(4)
LAST_REPAIR, MAIN_ONLY, EVERY_REPAIR = range(3)

MEMORY = 8  # a strategy keeps its plan of the turn here

STATE = state_dtype(
    [
        # players
        ("commune", "i2", (SEATS,)),  # row of the table of communes
        ("active", "i2"),  # whose turn it is; `seat` is who decides
        ("leader", "i2"),  # holder of the alliance-leader figure
        ("stock", "i2", (SEATS, SORTS)),
        ("supply", "i2", (SORTS,)),
        ("envoys_home", "i2", (SEATS,)),
        ("points", "i2", (SEATS,)),
        ("plunder", "i2", (SEATS,)),
        ("hero_points", "i2", (SEATS,)),
        ("buildings", "i2", (SEATS, KINDS, TOP + 1)),  # how many of each kind and height
        ("walls", "i2", (SEATS, TOP + 1)),  # how many of each height
        ("bonus_walls", "i2", (SEATS,)),  # received
        ("bonus_walls_left", "i2"),
        ("active_card", "u1", (SEATS, KINDS)),
        ("guild_owner", "i2", (KINDS,)),
        ("hero_owner", "i2", (INVASIONS, 2)),
        # cards
        ("hand", "i2", (SEATS, CARDS)),  # ascending
        ("hand_n", "i2", (SEATS,)),
        ("column", "i2", (COLUMNS, ROOM)),  # cards, left-packed
        ("column_n", "i2", (COLUMNS,)),
        ("stack", "i2", (STACKS, STACK_ROOM)),  # drawn from index stack_size - stack_left onwards
        ("stack_left", "i2", (STACKS,)),
        ("place", "u1", (CARDS,)),
        ("claimer", "i1", (CARDS,)),
        ("storey", "u1", (CARDS,)),  # storey of the building it became
        ("price", "u1", (CARDS,)),  # gold bid for it, in sixths
        # auction
        ("bid_owner", "i2", (COLUMNS,)),
        ("bid_gold", "i2", (COLUMNS,)),
        ("bid_column", "i2"),
        ("displaced_owner", "i2"),
        ("displaced_gold", "i2"),
        ("displaced_from", "i2"),
        ("chain_length", "i2"),
        ("bonus_left", "i2"),  # bonus stones still to choose
        ("refill_mask", "i2"),  # columns still to be filled
        # building
        ("chosen_card", "i2"),
        ("action_used", "i2"),
        ("built_kinds", "i2"),
        ("build_actions", "i2"),
        # invasions
        ("invasion", "i2"),  # 1..4 while it runs, else 0
        ("invasions_done", "i2"),
        ("committed", "i2"),  # seats that have committed
        ("commit_alliance", "i2", (SEATS,)),
        ("commit_city", "i2", (SEATS,)),
        ("commit_gold", "i2", (SEATS,)),  # armies paid with gold
        ("commit_pilgrims", "i2", (SEATS,)),  # armies paid with pilgrims
        # course of the game
        ("claimed_now", "u1"),
        ("last_round", "u1"),
        ("trigger_seat", "i2"),
        ("final_turns_left", "i2"),
        ("turns_taken", "i2", (SEATS,)),
        ("turns_since_claim", "i2"),
        # what the results report, beside the above
        ("claims", "i2", (SEATS,)),
        ("incomes", "i2", (SEATS,)),
        ("bids", "i2", (SEATS,)),
        ("outbids", "i2", (SEATS,)),
        ("displacements", "i2", (SEATS,)),
        ("relocations", "i2", (SEATS,)),
        ("take_backs", "i2", (SEATS,)),
        ("chains", "i2", (4,)),  # chains of 1, 2, 3, 4 or more displacements
        ("columns_claimed", "i2", (SEATS, ROOM)),  # by number of cards
        ("gold_paid", "i2", (SEATS, ROOM)),
        ("bonus_stones", "i2", (SEATS, SORTS)),
        ("base_stones", "i2", (SEATS, SORTS)),
        ("building_stones", "i2", (SEATS, SORTS)),
        ("guild_stones", "i2", (SEATS, SORTS)),
        ("shortage", "i2", (SEATS, SORTS)),
        ("exchanges", "i2", (SEATS, 3)),
        ("craftsmen_levels", "i2", (SEATS,)),
        ("craftsmen_actions", "i2", (SEATS,)),
        ("pilgrims_relocation", "i2", (SEATS,)),
        ("pilgrims_repair", "i2", (SEATS,)),
        ("repaired", "i2", (SEATS,)),
        ("guild_first", "i2", (SEATS, KINDS)),
        ("guild_gains", "i2", (SEATS, KINDS)),
        ("guild_held", "i2", (SEATS, KINDS)),
        ("invasion_turn", "i2", (INVASIONS,)),
        ("seen_points", "i2", (SEATS, INVASIONS)),
        ("seen_attack", "i2", (SEATS, INVASIONS)),
        ("seen_remaining", "i2", (SEATS, INVASIONS)),
        ("seen_alliance", "i2", (SEATS, INVASIONS)),
        ("seen_city", "i2", (SEATS, INVASIONS)),
        ("seen_armies", "i2", (SEATS, INVASIONS)),
        ("seen_gold", "i2", (SEATS, INVASIONS)),
        ("seen_pilgrims", "i2", (SEATS, INVASIONS)),
        ("seen_returned", "i2", (SEATS, INVASIONS)),
        ("seen_defence", "i2", (SEATS, INVASIONS)),
        ("seen_plunder", "i2", (SEATS, INVASIONS)),
        ("seen_hero", "i2", (SEATS, INVASIONS)),
        ("seen_leader", "i2", (SEATS, INVASIONS)),
    ],
    seats=SEATS,
    streams=STREAMS,
    memory=MEMORY,
)

# Tables that `derive` fills from the scenario
DERIVED = [
    ("columns_in_play", "i4"),
    ("capacity", "i4", (COLUMNS,)),
    ("pool", "i4", (STACKS, STACK_ROOM)),  # cards shuffled into a stack
    ("pool_n", "i4", (STACKS,)),
    ("stack_size", "i4", (STACKS,)),  # cards of it that are used
    ("stacks_used", "i4"),
    ("level", "i4", (CARDS,)),
    ("building_points", "i4", (TOP + 1,)),  # a building of this height has brought so many points
    ("invasion_field", "i4", (INVASIONS,)),
    ("hero_value", "i4", (INVASIONS, 2)),
    ("army_value", "i4", (TOP + 1,)),  # of one army on a wall of this height (or its storey); 0: without a wall
    ("manning_order", "i4", (TOP,)),  # heights (storeys), the most valuable place first
]

KIND_NAMES = ("economy", "military", "culture", "religion")
SORT_NAMES = ("gold", "army", "craftsman", "pilgrim")
CARD_CODES = tuple(f"{stack}{number:02d}" for stack in "ABCD" for number in range(1, STACK_ROOM + 1))

GAME_COLUMNS = (
    Column("trigger_seat", "i1", "seat that drew the last card, -1 when nobody did"),
    Column("claims", "i2", "claims of all seats"),
    Column("tie_break", "u1", "1 when the highest total was shared and the tie-break decided"),
    Column("guild_changes", "i2", "guild cards taken from another player"),
    Column("chains_1", "i2", "bids that displaced one envoy"),
    Column("chains_2", "i2", "bids that set off a chain of two displacements"),
    Column("chains_3", "i2", "chains of three displacements"),
    Column("chains_4", "i2", "chains of four or more displacements"),
    Column("invasion_turn_1", "i2", "turn in which invasion 1 came, 0 when it never came"),
    Column("invasion_turn_2", "i2", "turn in which invasion 2 came"),
    Column("invasion_turn_3", "i2", "turn in which invasion 3 came"),
    Column("invasion_turn_4", "i2", "turn in which invasion 4 came"),
    Column("alliance_total_1", "i2", "armies of all players in the alliance against invasion 1"),
    Column("alliance_total_2", "i2", "armies in the alliance against invasion 2"),
    Column("alliance_total_3", "i2", "armies in the alliance against invasion 3"),
    Column("alliance_total_4", "i2", "armies in the alliance against invasion 4"),
    Column("free_riders", "i2", "over all invasions: players who gave the alliance nothing"),
    Column("track_leader_1", "i1", "seat alone in front on the track at invasion 1, -1 when shared or it never came"),
    Column("track_leader_2", "i1", "seat alone in front on the track at invasion 2"),
    Column("track_leader_3", "i1", "seat alone in front on the track at invasion 3"),
    Column("track_leader_4", "i1", "seat alone in front on the track at invasion 4"),
    Column("cards_left", "i2", "cards still lying in columns at the end"),
)

SEAT_COLUMNS = (
    Column("commune", "u1", "commune of the seat", roles=COMMUNES),
    Column("turns_taken", "i2", "turns this seat took"),
    Column("extra_turn", "u1", "1 when it took one turn more than the seats after the trigger"),
    Column("trigger", "u1", "1 when it drew the last card"),
    Column("track", "i2", "score: points on the track"),
    Column("guild_points", "i2", "score: guild cards"),
    Column("majority", "i2", "score: most stones of a sort"),
    Column("heroes", "i2", "score: hero tiles"),
    Column("plunder", "i2", "score: plunder, as a negative number"),
    Column("balance", "i2", "score: balance bonus"),
    Column("margin", "i2", "total minus the best total of the others"),
    Column("incomes", "i2", "turns used for income"),
    Column("claims", "i2", "turns used for a claim"),
    Column("bids", "i2", "turns used for a bid"),
    Column("outbids", "i2", "bids that threw another envoy out"),
    Column("displaced", "i2", "own envoys thrown out"),
    Column("relocations", "i2", "thrown-out envoys moved for pilgrims"),
    Column("take_backs", "i2", "thrown-out envoys taken back"),
    Column("columns_of_1", "i2", "columns claimed that held one card"),
    Column("columns_of_2", "i2", "columns claimed that held two cards"),
    Column("columns_of_3", "i2", "columns claimed that held three cards"),
    Column("gold_for_1", "i2", "gold paid for columns of one card"),
    Column("gold_for_2", "i2", "gold paid for columns of two cards"),
    Column("gold_for_3", "i2", "gold paid for columns of three cards"),
    Column("pilgrims_for_gold", "i2", "exchanges of pilgrims for gold in own turns"),
    Column("pilgrims_for_armies", "i2", "exchanges of pilgrims for armies in own turns"),
    Column("gold_for_armies", "i2", "exchanges of gold for armies in own turns"),
    Column("craftsmen_levels", "i2", "craftsmen spent on raising levels"),
    Column("craftsmen_actions", "i2", "craftsmen spent on further build actions"),
    Column("pilgrims_relocation", "i2", "pilgrims spent on moving envoys"),
    Column("pilgrims_repair", "i2", "pilgrims spent on repair"),
    Column("repaired", "i2", "points of plunder repaired"),
    Column("bonus_walls", "i2", "bonus walls received"),
    Column("hand_left", "i2", "cards in hand at the end"),
)

_PROJECT_CARDS = Cards(
    noun="card",
    keys=tuple(code.lower() for code in CARD_CODES),
    names=CARD_CODES,
    counters={
        "drawn": "1 when the card was laid into a column in this game, whoever took it",
        "claimed": "1 when this seat claimed the card",
        "built": "1 when this seat used it as a storey of a building",
        "walled": "1 when this seat used it as a wall",
        "discarded": "1 when this seat discarded it",
        "card_points": "points on the track that this seat scored with the card",
        "price": "gold that this seat bid for it (bid divided by the cards of the column), in sixths of a gold",
    },
)
_GUILDS = Cards(
    noun="guild",
    keys=KIND_NAMES,
    names=("Treasurer", "Captain", "Architect", "Bishop"),
    counters={
        "guild_owned": "1 when this seat owns the guild card at the end",
        "guild_first_turn": "own turn in which it got the guild card first, 0 for never",
        "guild_gained": "how often it got the guild card",
        "guild_turns": "turns of the game at whose end it owned the guild card",
    },
    dtype="i2",
)
_BUILDINGS = Cards(
    noun="building",
    keys=tuple(f"{kind}_{height}" for kind in KIND_NAMES for height in range(1, TOP + 1)),
    names=tuple(f"{kind} building of height {height}" for kind in KIND_NAMES for height in range(1, TOP + 1)),
    counters={"buildings": "buildings of this kind and height at the end"},
)
_WALLS = Cards(
    noun="wall",
    keys=tuple(str(height) for height in range(1, TOP + 1)),
    names=tuple(f"wall of height {height}" for height in range(1, TOP + 1)),
    counters={"walls": "walls of this height at the end"},
)
_STONES = Cards(
    noun="stone",
    keys=SORT_NAMES,
    names=SORT_NAMES,
    counters={
        "stones_left": "stones of this sort in stock at the end",
        "majority_points": "points for the majority in this sort",
        "base_stones": "stones due from the base income",
        "building_stones": "stones due from active buildings",
        "guild_stones": "stones due from guild cards",
        "bonus_stones": "bonus stones chosen for one-card columns",
        "shortage": "stones due from incomes that the supply did not have",
    },
    dtype="i2",
)
_INVASIONS = Cards(
    noun="invasion",
    keys=("1", "2", "3", "4"),
    names=("Doge of Venice", "Pope", "King of France", "Emperor"),
    counters={
        "points_at_invasion": "points on the track when it came",
        "attack": "attack on this seat before the alliance",
        "attack_left": "attack on this seat after the alliance",
        "alliance": "armies given to the alliance",
        "city": "armies kept for the own city",
        "army_stones": "army stones committed",
        "fist_gold": "gold committed and turned into armies",
        "fist_pilgrims": "pilgrims committed and turned into armies",
        "defence": "defence of the city",
        "surplus": "defence beyond what was needed",
        "plundered": "plunder received",
        "hero_rank": "1 or 2 for the higher or lower hero tile, else 0",
        "led": "1 when this seat held the alliance leader",
    },
    dtype="i2",
)
CARD_GROUPS = (_PROJECT_CARDS, _GUILDS, _BUILDINGS, _WALLS, _STONES, _INVASIONS)
