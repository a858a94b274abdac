"""The records of Adellos, its phases and action codes. A set of fields is a 64-bit mask, field f is bit f."""

from simcore.game import FIRST_REASON, Cards, Column, state_dtype
from simcore.games.adellos.params import MAX_COPIES
from simcore.games.adellos.pieces import (
    CARD_KEYS,
    CARD_KINDS,
    CARDS,
    FACTIONS,
    FIELDS,
    KINDS,
    NOBLES,
    SLOTS,
    TOKEN_KEYS,
    TOKENS,
    UNIT_KEYS,
    UNIT_KINDS,
    UNITS,
)

SEATS = 4
MAX_DEGREE = 8  # neighbours of a field, with diagonal ones
MAX_RADIUS = 8
MAX_DECK = CARD_KINDS * MAX_COPIES
BOXED = UNIT_KINDS + len(TOKENS)
TYPES = SLOTS + len(TOKENS)  # what one seat can have on the board, beside its noble
STRATEGY_MEMORY = 8

# Streams of chance, one for each purpose.
FACTION_STREAM, LAYOUT_STREAM, NOBLE_STREAM, DECK_STREAM, REDEAL_STREAM, STREAMS = 0, 1, 2, 3, 4, 5

PHASES = (
    "noble_pick",
    "noble_place",
    "setup_buy",
    "setup_place",
    "main",
    "hire_place",
    "unit",
    "combat",
    "first_aid",
    "exchange_field",
    "exchange_type",
    "reinforce_type",
    "reinforce_field",
    "option",
    "free_type",
    "free_field",
    "shift_target",
    "pick_player",
    "pick_protected",
    "sacrifice",
    "give_card",
    "paladin_place",
    "gift_card",
    "discard",
    "game_over",
)
(
    NOBLE_PICK,
    NOBLE_PLACE,
    SETUP_BUY,
    SETUP_PLACE,
    MAIN,
    HIRE_PLACE,
    UNIT,
    COMBAT,
    FIRST_AID_WINDOW,
    EXCHANGE_FIELD,
    EXCHANGE_TYPE,
    REINFORCE_TYPE,
    REINFORCE_FIELD,
    OPTION,
    FREE_TYPE,
    FREE_FIELD,
    SHIFT_TARGET,
    PICK_PLAYER,
    PICK_PROTECTED,
    SACRIFICE,
    GIVE_CARD,
    PALADIN_PLACE,
    PICK_GIFT,
    DISCARD,
    GAME_OVER,
) = range(len(PHASES))

# Action codes; the phase says what a code means.
FIELD = 0  # + field
MOVE = FIELDS  # + field, as the next three
ATTACK = 2 * FIELDS
SWAP = 3 * FIELDS
BIND_FIELD = 4 * FIELDS
TYPE = 5 * FIELDS  # + slot in the own faction
CARD = TYPE + SLOTS  # + kind of event card
NOBLE = CARD + CARD_KINDS  # + noble
PLAYER = NOBLE + len(NOBLES)  # + seat
OPTION_A = PLAYER + SEATS
OPTION_B = OPTION_A + 1
PASS = OPTION_B + 1
END_TURN = PASS + 1
BUY_CARD = END_TURN + 1
HIRE_PALADIN = BUY_CARD + 1
GIFT_GOLD = HIRE_PALADIN + 1  # + seat
GIFT_CARD = GIFT_GOLD + SEATS  # + seat
ACTIONS = GIFT_CARD + SEATS
MAX_LEGAL = 160

END_REASONS = ("last_noble", "tower", "cap", "no_progress", "sudden_death")
LAST_NOBLE, TOWER_WIN, CAP, NO_PROGRESS, SUDDEN_DEATH = range(FIRST_REASON, FIRST_REASON + len(END_REASONS))

# Cards that lie open in front of a seat until its next turn (ADE-608).
LYING_TREACH, LYING_CENSORSHIP, LYING_REVOLT, LYING = 0, 1, 2, 3

# --- results -------------------------------------------------------------------------------------

GAME_COLUMNS = (
    Column("eliminations", "u1", "players eliminated"),
    Column("first_tower_round", "u2", "round in which a piece first stood on the tower; 0 never"),
    Column("first_loss_round", "u2", "round in which a unit or noble was first lost; 0 never"),
    Column("deck_left", "u1", "event cards left in the deck"),
    Column("bank_low", "i2", "fewest coins the bank ever held"),
    Column("pool_low", "i2", "fewest time counters the pool ever held"),
    Column("leader_round_5", "i1", "seat with the most material after round 5; -1 shared or not reached"),
    Column("leader_round_10", "i1", "seat with the most material after round 10; -1 shared or not reached"),
)

# Counters kept for each seat while the game runs and reported as columns of the same name.
TALLIES = (
    Column("gold_income", "i2", "gold taken in phase 1, from Income units and the tower"),
    Column("gold_cards", "i2", "gold taken by event cards and gifts"),
    Column("gold_loot", "i2", "gold for defeated nobles: reward and the victim's gold"),
    Column("gold_plunder", "i2", "gold for defeated units: plunder and bounty"),
    Column("gold_spent", "i2", "gold paid to the bank"),
    Column("cards_drawn", "i2", "event cards drawn from the deck"),
    Column("cards_played", "i2", "event cards played"),
    Column("cards_captured", "i2", "event cards received from other players"),
    Column("units_hired", "i2", "units hired for gold"),
    Column("units_summoned", "i2", "units summoned: incantations started"),
    Column("units_placed", "i2", "units and tokens placed by cards and abilities, exchanges included"),
    Column("units_lost", "i2", "units and tokens lost"),
    Column("units_killed", "i2", "enemy units and tokens defeated in combat"),
    Column("nobles_killed", "i2", "enemy nobles defeated"),
    Column("ap_available", "i2", "action points received"),
    Column("ap_moves", "i2", "action points spent on moves"),
    Column("ap_attacks", "i2", "action points spent on attacks"),
    Column("ap_swaps", "i2", "action points spent on swaps"),
    Column("ap_cards", "i2", "action points spent on event cards"),
    Column("ap_abilities", "i2", "action points spent on abilities of units and nobles"),
    Column("ap_lapsed", "i2", "action points that lapsed at the end of turns"),
    Column("attacks_made", "i2", "attacks declared"),
    Column("attacks_won", "i2", "attacks that removed a piece"),
    Column("attacks_behind", "i2", "attacks declared without a higher total before cards"),
    Column("tower_turns", "i2", "own turns begun on the tower"),
    Column("longest_streak", "i2", "longest row of own turns begun on the tower"),
    Column("streaks_broken", "i2", "opponents' tower streaks that this seat ended by combat, binding or a card"),
    Column("noble_away_turns", "i2", "own turns ended with the noble outside its castle"),
    Column("eliminated_round", "i2", "round of the own elimination; 0 when it survived"),
    Column("eliminated_by", "i2", "seat that defeated the own noble; -1 when it survived"),
)

SEAT_COLUMNS = (
    Column("faction", "u1", "faction of the seat", roles=FACTIONS),
    Column("noble", "i1", "noble that the seat chose", roles=NOBLES),
    Column("sector", "u1", "where the castle lies", roles=("north", "east", "south", "west")),
    Column("middle_castle", "u1", "1 when the castle lies between two others (3 players, quad board)"),
    Column("material", "i2", "value of the own units (tokens 3) plus gold at the end"),
    *TALLIES,
)

CARD_COUNTERS = {
    "drawn": "copies drawn from the deck",
    "captured": "copies received from other players",
    "played": "copies played",
    "effective": "copies played with an effect beside their price",
    "decisive": "Quick Attack, Party, First Aid: copies that changed the result of a combat",
}
UNIT_COUNTERS = {
    "fielded": "copies that entered the board",
    "kills": "pieces defeated by them",
    "lost": "copies lost",
    "survived": "own turns at whose end they stood on the board, added up over copies",
    "paid": "gold paid for them",
}
CARD_GROUPS = (
    Cards("event card", CARD_KEYS, CARDS, CARD_COUNTERS),
    Cards("unit", UNIT_KEYS + TOKEN_KEYS, UNITS + TOKENS, UNIT_COUNTERS, dtype="u2"),
)

# --- state ---------------------------------------------------------------------------------------

STATE = state_dtype(
    [
        # the board
        ("owner", "i1", (FIELDS,)),  # seat of the piece on a field, -1 vacant
        ("kind", "i1", (FIELDS,)),  # what stands there, -1 vacant
        ("counters", "i2", (FIELDS,)),  # time counters on it
        ("fields", "i8"),  # fields that exist in this game
        ("pieces", "i8", (SEATS,)),  # fields with a piece of the seat
        ("frozen", "i8"),  # fields whose piece carries time counters
        ("safe", "i8"),  # fields whose piece First Aid protects (ADE-734)
        # the seats
        ("faction", "i1", (SEATS,)),
        ("sector", "i1", (SEATS,)),
        ("home", "i8", (SEATS,)),  # fields of the own castle
        ("noble", "i1", (SEATS,)),  # -1 before it is chosen
        ("noble_field", "i1", (SEATS,)),  # -1 before it is placed and after elimination
        ("alive", "u1", (SEATS,)),
        ("living", "i1"),  # how many are alive
        ("elimination", "i1", (SEATS,)),  # 1 for the first seat eliminated, ...; 0 while alive
        ("gold", "i2", (SEATS,)),
        ("supply", "i1", (SEATS, SLOTS)),
        ("hand", "i2", (SEATS, CARD_KINDS)),
        ("hold", "i2", (SEATS,)),  # tower streak
        ("mark_revolt", "u1", (SEATS,)),
        ("mark_censor", "u1", (SEATS,)),
        ("mark_treach", "u1", (SEATS,)),  # mask of seats that may not be attacked in the next turn
        ("lying", "u1", (SEATS, LYING)),  # cards lying in front of the seat
        ("layout", "i1"),
        # common material
        ("deck", "u1", (MAX_DECK,)),
        ("deck_n", "i2"),
        ("deck_pos", "i2"),  # the next card
        ("boxed_cards", "i2", (CARD_KINDS,)),  # cards in the box, those that still lie in front of a seat included
        ("box", "i2", (BOXED,)),  # tiles and tokens out of the game
        ("tokens", "i1", (len(TOKENS),)),
        ("bank", "i2"),
        ("pool", "i2"),
        # the turn
        ("cur", "i1"),  # whose turn it is
        ("ap", "i2"),
        ("incant", "i1"),  # incantations left
        ("ban", "u1"),  # mask of seats that may not be attacked in this turn
        ("used_nobles", "i2"),  # mask of nobles chosen in this game
        ("copied", "i2"),  # mask of nobles copied in this turn
        ("gifts_left", "i1"),
        ("progress", "u1"),
        ("idle_turns", "i2"),
        ("setup_step", "i1"),
        # registers of decisions that take several steps
        ("chosen_field", "i1"),
        ("chosen_slot", "i1"),
        ("card", "i1"),
        ("left", "i1"),
        ("target", "i1"),
        ("changed", "u1"),  # the card being played has had an effect
        # combat
        ("att_field", "i1"),
        ("def_field", "i1"),
        ("att_total", "i2"),  # before cards
        ("def_total", "i2"),
        ("att_cards", "i1"),
        ("def_cards", "i1"),
        ("side", "i1"),  # 0: the attacker decides about cards, 1: the defender
        ("passes", "i1"),
        # results
        *((column.name, column.dtype, (SEATS,)) for column in TALLIES),
        *((name, "u1", (SEATS, CARD_KINDS)) for name in CARD_COUNTERS),
        *((name, "u2", (SEATS, TYPES)) for name in UNIT_COUNTERS),
        ("first_tower_round", "u2"),
        ("first_loss_round", "u2"),
        ("bank_low", "i2"),
        ("pool_low", "i2"),
        ("leader_round_5", "i1"),
        ("leader_round_10", "i1"),
    ],
    seats=SEATS,
    streams=STREAMS,
    memory=STRATEGY_MEMORY,
)

DERIVED = [
    # every kind of piece: units, tokens, nobles
    ("attack", "i4", (KINDS,)),
    ("defence", "i4", (KINDS,)),
    ("move", "i4", (KINDS,)),
    ("value", "i4", (KINDS,)),
    ("ability", "i4", (KINDS,)),
    ("amount", "i4", (KINDS,)),
    ("family", "i4", (KINDS,)),
    ("worth", "i4", (KINDS,)),  # material: value, tokens 3, nobles 0
    # the board
    ("fields", "i8"),
    ("adjacent", "i8", (FIELDS,)),  # neighbours as a mask
    ("neighbour", "i1", (FIELDS, MAX_DEGREE)),  # and as a list
    ("neighbours", "i1", (FIELDS,)),
    ("distance", "i1", (FIELDS, FIELDS)),
    ("ball", "i8", (MAX_RADIUS, FIELDS)),  # fields within a distance
    ("castle", "i8", (SEATS,)),  # by sector
    ("castle_fields", "i8"),  # all castles
    # setup
    ("layout_first", "i4"),
    ("layout_count", "i4"),
    ("fixed_faction", "i4", (SEATS,)),  # -1: drawn
    ("fixed_noble", "i4", (SEATS,)),  # -1: the player picks, -2: drawn
    ("card_count", "i4", (CARD_KINDS,)),  # without the removed kinds
    ("deck_size", "i4"),
    ("main_cards", "i4", (CARD_KINDS,)),  # 1: played in the own turn
    ("costly_cards", "i4", (CARD_KINDS,)),  # 1: playing it spends action points
]
