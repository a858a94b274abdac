"""The records of Mythotopia: action codes, phases, the state of a game, its outcome.

Sets are bit masks. A set of provinces (or of province cards) is one integer, bit p for province p. A set of cards is
two: word 0 the province cards, word 1 the progress cards (bits 0-28) and the five start cards of its owner (bits 29-33).
Draw piles and the progress pile are sets without order: nobody sees or arranges them, so a random card of the set
is the same as the top of a shuffled pile (MYT-210).
"""

from simcore.game import FIRST_REASON, Cards, Column, state_dtype
from simcore.games.mythotopia.names import BASIC_CARDS, PROGRESS, PROVINCES, ROUTES, TYPES, VP_CARDS, key

SEATS = 4
N_PROVINCES = 40
N_PROGRESS = 29
N_START = 5
N_VP = 13
MAX_SEAS = 12

# --- action codes --------------------------------------------------------------------------------------------------
# Cards: 0-39 province cards, 40-68 progress cards, 69-73 own start cards.
PROGRESS_CARD = 40
START_CARD = 69
PROV = 74
SEA = 114
PLAYER = 126
COUNT = 130
BUNDLE = 145  # BUNDLE + 4 x armies + ships
MAX_COUNT = 14
MAX_BUNDLE_ARMIES, MAX_BUNDLE_SHIPS = 8, 3
TYPE = 181
(
    ATTACK,
    PLACE_ARMIES,
    WITHDRAW_ARMIES,
    PLACE_SHIPS,
    WITHDRAW_SHIPS,
    END_WAR,
    BUY,
    ADD_CARD,
    RESERVE,
    DISCARD,
    THIN,
    BUILD_CITY,
    BUILD_CASTLE,
    BUILD_ROAD,
    DIPLOMAT,
    ALCHEMIST,
    PATRONAGE,
    PASS,
    END_GAME,
    ROAD_MOVE,
    WAREHOUSE,
    COUNSELLOR,
    MARAUDERS,
    MERCENARY,
    MILITIA,
    MYSTIC,
    PHILOSOPHER,
    PROVIDENCE,
    END_TURN,
) = range(TYPE, TYPE + 29)
FIRST_FREE, LAST_FREE = ROAD_MOVE, PROVIDENCE
ROUTE = 210
ROUTE_NORMAL, ROUTE_HILL, ROUTE_SEA1, ROUTE_SEA2, ROUTE_PORTAL = range(5)
STOP = 215
YES, NO = 216, 217
FROM_CARD, FROM_POOL = 218, 219
ALCH_1TO2, ALCH_2TO3 = 220, 221
ARM_WILD, ARM_MILL, ARM_MERCHANT = 222, 223, 224
ACTIONS = 225

# Codes of the progress cards that act by themselves.
ALCHEMIST_CARD, COUNSELLOR_CARD, DIPLOMAT_CARD, HERO_CARD, MARAUDERS_CARD, MERCENARY_CARD, MERCHANT_CARD = (
    PROGRESS_CARD + PROGRESS.index(name)
    for name in ("Alchemist", "Counsellor", "Diplomat", "Hero", "Marauders", "Mercenary", "Merchant")
)
MILITIA_CARD, MILL_CARD, MYSTIC_CARD, PHILOSOPHER_CARD, PORTAL_CARD, PROVIDENCE_CARD = (
    PROGRESS_CARD + PROGRESS.index(name)
    for name in ("Militia", "Water Mill", "Mystic", "Philosopher", "Portal", "Providence")
)

# --- phases --------------------------------------------------------------------------------------------------------
PHASES = (
    *("draft_discard", "citadel_site", "main", "attack_target", "attack_route", "attack_origin", "pay_ship"),
    *("pay_food", "pay_stone", "pay_gold", "play_army", "place_province", "withdraw_province", "withdraw_armies"),
    *("withdraw_mercenaries", "ship_sea", "play_ship", "withdraw_ships_sea", "withdraw_ships_count", "war_province"),
    *("buy_bundle", "add_pick", "reserve_pick", "discard_pick", "thin_pick", "build_site", "road_end", "build_tool"),
    *("build_card", "bonus_vp", "scribe_source", "alchemy", "move_from", "move_to", "move_count", "counsel_pick"),
    *("maraud_province", "maraud_owner", "mercenary_province", "mercenary_count", "mystic_pick"),
    *("philosopher_pick", "warehouse_pick", "game_over"),
)
(
    DRAFT_DISCARD,
    CITADEL_SITE,
    MAIN,
    ATK_TARGET,
    ATK_ROUTE,
    ATK_ORIGIN,
    PAY_SHIP,
    PAY_FOOD,
    PAY_STONE,
    PAY_GOLD,
    PLAY_ARMY,
    PLACE_PROV,
    WD_PROV,
    WD_ARMIES,
    WD_MERCS,
    SHIP_SEA,
    PLAY_SHIP,
    WDS_SEA,
    WDS_COUNT,
    WAR_PROV,
    BUY_BUNDLE,
    ADD_PICK,
    RESERVE_PICK,
    DISCARD_PICK,
    THIN_PICK,
    BUILD_SITE,
    ROAD_END,
    BUILD_TOOL,
    BUILD_CARD,
    BONUS_VP,
    SCRIBE_SOURCE,
    ALCHEMY,
    MOVE_FROM,
    MOVE_TO,
    MOVE_COUNT,
    COUNSEL_PICK,
    MARAUD_PROV,
    MARAUD_OWNER,
    MERC_PROV,
    MERC_COUNT,
    MYSTIC_PICK,
    PHILOSOPHER_PICK,
    WAREHOUSE_PICK,
    GAME_OVER,
) = range(len(PHASES))

END_REASONS = ("declared", "cap", "stall")
DECLARED, CAP, STALL = range(FIRST_REASON, FIRST_REASON + 3)

# --- symbols, cards, victory-point cards -----------------------------------------------------------------------------
FOOD, STONE, GOLD, ARMY, SHIP = range(5)
NORMAL, HILL, MOUNTAIN = range(3)

# Bits of the progress cards in word 1.
PROGRESS_BITS = tuple(1 << i for i in range(N_PROGRESS))
(
    B_ALCHEMIST,
    B_ARMY,
    B_BUILD,
    B_CAVALRY,
    B_COUNSELLOR,
    B_DIPLOMAT,
    B_FARMING,
    B_GENERAL,
    B_GOLD_MINE,
    B_HERO,
    B_LEVIES,
    B_LIMES,
    B_MARKET,
    B_MARAUDERS,
    B_MERCENARY,
    B_MERCHANT,
    B_MILITIA,
    B_MYSTIC,
    B_PHILOSOPHER,
    B_PORTAL,
    B_PROVIDENCE,
    B_QUARRY,
    B_QUEEN,
    B_RANGER,
    B_RESERVE_ARMY,
    B_SCRIBE,
    B_SHIP,
    B_WAREHOUSE,
    B_WATER_MILL,
) = PROGRESS_BITS
RESERVE_ABILITIES = (
    B_CAVALRY | B_FARMING | B_GOLD_MINE | B_LEVIES | B_LIMES | B_QUARRY | B_QUEEN | B_RANGER | B_RESERVE_ARMY | B_SCRIBE
) | B_WAREHOUSE  # MYT-54
ALL_PROGRESS = (1 << N_PROGRESS) - 1
START_BIT = N_PROGRESS  # word 1: start card slot j is bit 29 + j
ALL_START = ((1 << N_START) - 1) << START_BIT
ALL_PROVINCES = (1 << N_PROVINCES) - 1
OWNERS_GENERAL = 1 << 40  # beside a set of province cards: General serves as well
BASIC_BUILD = BASIC_CARDS.index("Build")

(
    VP_CITY,
    VP_CASTLE,
    VP_STREETS,
    VP_CITADEL,
    VP_DEFENDER,
    VP_GUILDED,
    VP_DRAGONS,
    VP_LORD,
    VP_MASTER,
    VP_PATRONAGE,
    VP_INNS,
    VP_RUNESTONES,
    VP_SPOILS,
) = range(N_VP)
FIRST_VARIABLE = VP_CITADEL

# Parties of a war: seats 0-3, and the neutral province itself.
NEUTRAL = 4
# What a citadel is (MYT-23, MYT-157).
NO_CITADEL, CITADEL_STANDS, CITADEL_DESTROYED = range(3)

# --- chance streams --------------------------------------------------------------------------------------------------
DEAL, DISPLAY, VP_CHOICE, DRAGON_SITES, RUNESTONE_SITES, PROGRESS_PILE, DRAWS = range(7)  # DRAWS + seat
STREAMS = DRAWS + SEATS

# --- what is counted for the outcome ---------------------------------------------------------------------------------
SEAT_STATS = {
    "cities_built": "cities built",
    "castles_built": "castles built",
    "roads_built": "roads built",
    "conquests_neutral": "neutral provinces conquered",
    "conquests_rival": "provinces conquered from other players",
    "provinces_lost": "provinces lost",
    "provinces_max": "most provinces controlled at the end of an own turn",
    "wars_defended": "wars in own provinces that ended with the defender as winner",
    "war_margin": "strength above the second party, summed over the won attacks",
    "wars_blocked": "own turns begun in a war whose strongest parties were equal",
    "heroes": "wars decided with Hero",
    "conquests_without_village": "attacks won without a village in stock, which bring nothing",
    "armies_bought": "armies bought",
    "ships_bought": "ships bought",
    "cards_thinned": "cards removed from the deck",
    "deck_min": "smallest deck at the end of an own turn",
    "pass_turns": "turns with at least one unused action",
    "own_turns": "turns taken",
    "alchemy_gains": "victory points gained with Alchemist",
    "scribe_tokens": "tokens taken from the spare pool with Scribe",
    "end_blocked_wars": "turns begun with enough empty cards and the lead, but open wars forbade ending the game",
    "end_blocked_ties": "turns begun with enough empty cards and a shared lead",
}
(
    N_CITIES,
    N_CASTLES,
    N_ROADS,
    N_NEUTRAL,
    N_RIVAL,
    N_LOST,
    N_MOST,
    N_DEFENDED,
    N_MARGIN,
    N_BLOCKED,
    N_HEROES,
    N_NO_VILLAGE,
    N_ARMIES,
    N_SHIPS,
    N_THINNED,
    N_DECK_MIN,
    N_PASS_TURNS,
    N_TURNS,
    N_ALCHEMY,
    N_SCRIBE,
    N_END_WARS,
    N_END_TIES,
) = range(len(SEAT_STATS))

# Only the winner ends the game, and everybody ends turns: these two say nothing about play.
COUNTED_TYPES = tuple(name for name in TYPES if name not in ("end the game", "end turn"))

WAR_STATS = {
    "wars_opened": "wars begun",
    "wars_won_by_attacker": "wars ended by a player and won by an attacker",
    "wars_won_by_defender": "wars ended by a player and won by the defender or the neutral province",
    "wars_by_diplomat": "wars ended with Diplomat",
    "wars_at_the_end": "wars resolved when the game ended",
    "wars_vanished": "wars that ended because no attacking piece was left",
    "wars_shared": "ended wars with more than one attacker",
    "war_turns": "turns that the ended wars lasted, summed",
}
W_OPENED, W_ATTACKER, W_DEFENDER, W_DIPLOMAT, W_FINAL, W_VANISHED, W_SHARED, W_TURNS = range(len(WAR_STATS))

STATE = state_dtype(
    [
        # cards
        ("hand", "i8", (SEATS, 2)),
        ("draw", "i8", (SEATS, 2)),
        ("discard", "i8", (SEATS, 2)),
        ("reserve", "i8", (SEATS, 2)),
        ("limbo", "i8", (2,)),  # played in the action under way, to the discard pile when it is complete (MYT-44)
        ("aside", "i8", (SEATS,)),  # thinned start cards
        ("province_pile", "i8"),
        ("progress_pile", "i8"),
        ("pile_top", "i8"),  # the part of the progress pile that Philosopher put back on top
        ("display", "i8"),
        ("gone", "i8"),  # progress cards out of the game
        # board
        ("own", "i8", (SEATS,)),  # provinces controlled
        ("city", "i8"),
        ("citadel", "i8"),
        ("castle", "i8"),
        ("dragon", "i8"),
        ("runestone", "i8"),
        ("linked", "i8", (N_PROVINCES,)),  # provinces joined by a road
        ("has_road", "i8"),
        ("force", "i8", (SEATS,)),  # provinces with own armies or mercenaries; follows from the two below
        ("armies", "i1", (SEATS, N_PROVINCES)),
        ("mercs", "i1", (SEATS, N_PROVINCES)),
        ("ships", "i1", (SEATS, MAX_SEAS)),
        # stocks
        ("army_stock", "i1", (SEATS,)),
        ("army_supply", "i1", (SEATS,)),
        ("ship_stock", "i1", (SEATS,)),
        ("ship_supply", "i1", (SEATS,)),
        ("village_stock", "i1", (SEATS,)),
        ("city_stock", "i1", (SEATS,)),
        ("citadel_state", "i1", (SEATS,)),
        ("castle_supply", "i1"),
        ("road_supply", "i1"),
        ("merc_supply", "i1"),
        # victory points
        ("in_play", "u1", (N_VP,)),
        ("tokens_left", "i1", (N_VP,)),
        ("lord_left", "u1", (2,)),  # token of the large and of the small island
        ("master_left", "u1", (2,)),  # token for three and for four sea areas
        ("master_done", "u1", (SEATS, 2)),
        ("master_marks", "i1", (SEATS,)),
        ("pool", "i1", (4,)),  # spare tokens by value
        ("tokens", "i1", (SEATS, 4)),  # own tokens by value
        # the turn
        ("active", "i1"),
        ("actions_left", "i1"),
        ("fresh", "u1"),
        ("adds", "i1"),
        ("war_ended", "u1"),
        ("road_used", "u1"),
        ("warehouse_used", "u1"),
        ("wild_used", "u1", (4,)),  # Farming, Quarry, Gold Mine, Levies
        ("free_count", "i1"),
        ("passed", "u1"),
        ("thinned_now", "i8", (2,)),  # own start and province cards thinned this turn (MYT-115)
        # the action under way
        ("kind", "i2"),
        ("target", "i1"),
        ("second", "i1"),
        ("route", "i1"),
        ("amount", "i1"),  # armies or ships so far, pieces of a bundle, cards picked
        ("extra", "i1"),  # ships of a bundle, armies withdrawn, the bonus VP card
        ("need", "i1", (4,)),  # food, stone, gold, ships still to be paid
        ("armed", "u1"),  # modifiers armed for the next card: 1 wild, 2 Water Mill, 4 Merchant
        ("moved_from", "i8"),
        ("moved_to", "i8"),
        ("shown", "i8"),  # progress cards that Philosopher looks at
        ("queue", "i1", (8, 3)),  # tokens to be received: seat, VP card, condition
        ("queued", "i1"),
        ("pending", "i1", (SEATS, 3)),  # secret choices of the set-up: how many, then province numbers
        ("last_token_round", "i4"),
        # counters
        ("dealt", "i8", (SEATS,)),
        ("offered", "i8"),
        ("drafted", "u1", (SEATS, N_PROGRESS)),
        ("drawn", "u1", (SEATS, N_PROGRESS)),
        ("spent", "u1", (SEATS, N_PROGRESS)),
        ("used", "u1", (SEATS, N_PROGRESS)),
        ("kept", "u1", (SEATS, N_PROGRESS)),
        ("thinned", "u1", (SEATS, N_PROGRESS)),
        ("start_spent", "u1", (SEATS, N_START)),
        ("start_used", "u1", (SEATS, N_START)),
        ("start_thinned", "u1", (SEATS, N_START)),
        ("token_count", "u1", (SEATS, N_VP)),
        ("conquered", "u1", (SEATS, N_PROVINCES)),
        ("did", "i2", (SEATS, len(TYPES) - 1)),
        ("routes", "u1", (SEATS, 5)),
        ("stat", "i2", (SEATS, len(SEAT_STATS))),
        ("war_stat", "i2", (len(WAR_STATS),)),
        ("war_since", "i4", (N_PROVINCES,)),
        ("emptied", "i2", (N_VP,)),
        ("enough_round", "i2"),
        ("enough_leader", "i1"),
    ],
    seats=SEATS,
    streams=STREAMS,
    memory=8,
)

DERIVED = [
    ("sym0", "i8", (5,)),  # cards of word 0 and word 1 that show a symbol
    ("sym1", "i8", (5,)),
    ("res0", "i8"),  # cards that show any resource
    ("res1", "i8"),
    ("army_symbols", "i4", (34,)),  # army symbols of the cards of word 1
    ("build_cards", "i8"),  # cards of word 1 with the Build action
    ("border", "i8", (3, N_PROVINCES)),  # neighbours by terrain
    ("sea1", "i8", (N_PROVINCES,)),  # provinces on a common sea area
    ("sea2", "i8", (N_PROVINCES,)),  # provinces two sea areas away
    ("seas", "i4", (N_PROVINCES,)),  # set of sea areas touched
    ("coast", "i8", (MAX_SEAS,)),  # provinces on a sea area
    ("neutral", "i4", (N_PROVINCES,)),
    ("rough", "i8"),
    ("islands", "i8", (2,)),
    ("token_value", "i4", (N_VP, 2)),  # second entry: small island, four sea areas
]

GAME_COLUMNS = (
    Column(
        "enough_empty_round", "i2", "round in which enough victory-point cards were empty to end the game, 0 if never"
    ),
    Column("enough_empty_leader", "i1", "seat that led alone at that moment, -1 if none"),
    Column("rounds_after_enough", "i2", "rounds from that moment to the end"),
    Column("empty_vp_cards", "u1", "empty victory-point cards at the end"),
    Column("largest_lead", "i2", "margin of the first over the second at the end"),
    *(Column(name, "i2", text) for name, text in WAR_STATS.items()),
    *(Column(f"emptied_{key(name)}", "i2", f"round in which {name} became empty, 0 if never") for name in VP_CARDS),
)

SEAT_COLUMNS = (
    Column("provinces_start", "u1", "provinces controlled at the start"),
    Column("provinces_end", "u1", "provinces controlled at the end"),
    Column("tokens_1", "u1", "tokens of value 1 at the end"),
    Column("tokens_2", "u1", "tokens of value 2 at the end"),
    Column("tokens_3", "u1", "tokens of value 3 at the end"),
    Column("province_vp", "i2", "victory points of provinces at the end"),
    Column("token_vp", "i2", "victory points of tokens at the end"),
    Column("deck_end", "u1", "cards in the deck at the end"),
    Column("reserve_end", "u1", "cards in the reserve at the end"),
    Column("capacity_end", "u1", "capacity of the reserve at the end"),
    Column("cards_drafted", "i2", "cards added to the deck by paying gold"),
    Column("free_actions", "i2", "free actions taken"),
    *(
        Column(f"start_{symbol}", "u1", f"{symbol} provinces dealt at the start")
        for symbol in ("food", "stone", "gold", "army")
    ),
    *(Column(name, "i2", text) for name, text in SEAT_STATS.items()),
)

CARD_GROUPS = (
    Cards(
        "progress card",
        tuple(key(name) for name in PROGRESS),
        PROGRESS,
        {
            "offered": "1 when the card was on display at the start",
            "drafted": "times the seat added it to its deck",
            "drawn": "times it came into the hand",
            "spent": "times it was played for a symbol or as any card",
            "used": "times its ability was used by playing it",
            "kept": "own turns that ended with it in the reserve",
            "thinned": "times it was removed from the deck",
            "owned": "1 when it was in the deck at the end",
        },
        randomised=("offered",),
    ),
    Cards(
        "victory-point card",
        tuple(key(name) for name in VP_CARDS),
        VP_CARDS,
        {"in_play": "1 when the card was in play", "tokens": "tokens taken for its condition"},
        randomised=("in_play",),
    ),
    Cards(
        "start card",
        tuple(f"slot_{slot}" for slot in range(1, N_START + 1)),
        (
            "start Army",
            "second start Army",
            "start Build",
            "start Market",
            "start Ship",
        ),  # as the base scenario has them
        {
            "start_spent": "times the start card was played for a symbol or as any card",
            "start_used": "times its ability was used",
            "start_thinned": "times it was removed from the deck",
        },
    ),
    Cards(
        "province",
        tuple(key(name) for name in PROVINCES),
        PROVINCES,
        {
            "dealt": "1 when the seat began with it",
            "conquered": "times the seat conquered it",
            "held": "1 when the seat controlled it at the end",
        },
        randomised=("dealt",),
    ),
    Cards(
        "action",
        tuple(key(name) for name in COUNTED_TYPES),
        COUNTED_TYPES,
        {"did": "times the action or free action was taken"},
        dtype="i2",
    ),
    Cards("route", ROUTES, ROUTES, {"attacks": "attacks over this kind of route"}),
)
