"""The records of fief: cards, places, phases, action codes, the game in play, and the columns of the results.

Kinds 0-3 are landscapes, 4-12 troops; a troop on the table is a handle (0-48, `FIRST_HANDLE`). Place 0 is the city,
places 1-4 are the landscape slots. Locations 0-3 are the fiefs of the seats, 4-7 the in-between fiefs.
"""

import numpy as np

from simcore.game import FIRST_REASON, Cards, Column, state_dtype
from simcore.games.fief.bits import BIT, HANDLES
from simcore.games.fief.params import BUILDINGS, LANDSCAPES, PRINTED_TROOPS, TROOPS

SEATS = 4
PLACES = 5
LOCATIONS = 8
KINDS = 13
BUILDING_KINDS = len(BUILDINGS)
GROUPS = 8  # attacking groups in one war (engine limit of FIEF-105)

FOOD, ENERGY, GOLD, LABOUR = range(4)
FIELD, FARM, FOREST, MINE = range(4)
CITY = 4  # the kind of place 0
WORKER, MERCHANT, ARTIST, BUREAUCRAT, SOLDIER, PRIEST, ARCHER, KNIGHT, INFANTRY = range(4, 13)
BANK, SCHOOL, CHURCH, STABLE, SMITHY, CARPENTRY, WORKSHOP, TOWER, FORTRESS, CASTLE = range(10)
STONE_CITY = 3  # stones 0-2 are Tower, Fortress, Castle
LANDSCAPE_DECK, MILITARY_DECK, CHARACTER_DECK = range(3)
NONE = -1
LOOSE = -1

KIND_NAMES = LANDSCAPES + TROOPS
DECK_NAMES = ("landscape", "military", "character")
DECK_OF = np.array([0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 1], np.int64)
FIRST_HANDLE = np.array(
    [0] * 4 + [sum(PRINTED_TROOPS[:i]) for i in range(10)], np.int64
)  # of each kind; one past the end
KIND_OF = np.array([4 + kind for kind, copies in enumerate(PRINTED_TROOPS) for _ in range(copies)], np.int64)
KIND_MASK = np.array(
    [sum(int(BIT[h]) for h in range(HANDLES) if KIND_OF[h] == kind) for kind in range(KINDS)], np.int64
)
MERCHANTS, ARTISTS, BUREAUCRATS = int(KIND_MASK[MERCHANT]), int(KIND_MASK[ARTIST]), int(KIND_MASK[BUREAUCRAT])
PRIESTS, ARCHERS = int(KIND_MASK[PRIEST]), int(KIND_MASK[ARCHER])
KNIGHTS, INFANTRIES = int(KIND_MASK[KNIGHT]), int(KIND_MASK[INFANTRY])

# --- action codes (section by section ascending) ---------------------------------------------------
PASS = 0
DECK = 1  # + deck
PLAY = 4  # + kind
BUILD = 17  # + 5 * pile + place
EXTRA_CARD = 32
REMOVE = 33  # + slot - 1
TROOP = 37  # + handle
DROP = 86  # + handle
DEST = 135  # + place + 1; 135 is loose
LOC = 141  # + location
WAR = 149  # + 4 * location + opponent
TAP = 181  # + place
TAP_PARTNER = 186  # + place
ABILITY = 191  # + handle - 20
HAND = 200  # + 4 * kind + resource
EXCHANGE = 252  # + 4 * from + to
RES = 268  # + resource
GROUP = 272  # + group
HOLD = 280
TARGET_PLACE = 281  # + place
TARGET_GROUP = 286  # + group
STONE = 294  # + stone
PLEDGE = 298  # + place
ACTIONS = 303
FIRST_SPECIALIST = 20  # handle of ABILITY + 0

# --- phases ---------------------------------------------------------------------------------------
PHASES = (
    "draft", "supply", "draw", "pledge", "main", "internal_destination", "pay", "merchant_from", "merchant_to",
    "merchant_second", "bureaucrat", "extra_deck", "move", "move_destination", "war", "war_group", "war_defend",
    "war_target", "war_support", "war_bonus", "war_damage", "war_archer", "war_priest", "game_over",
)  # fmt: skip
(
    AT_DRAFT, AT_SUPPLY, AT_DRAW, AT_PLEDGE, AT_MAIN, AT_DESTINATION, AT_PAY, AT_MERCHANT_FROM, AT_MERCHANT_TO,
    AT_MERCHANT_SECOND, AT_BUREAUCRAT, AT_EXTRA_DECK, AT_MOVE, AT_MOVE_DESTINATION, AT_WAR, AT_GROUP, AT_DEFEND,
    AT_TARGET, AT_SUPPORT, AT_BONUS, AT_DAMAGE, AT_ARCHER, AT_PRIEST, AT_GAME_OVER,
) = range(len(PHASES))  # fmt: skip

# Steps without a decision: a function asks for them by setting the phase, `apply` carries them out one after the other.
TO_FIGHTS, TO_ABILITIES, TO_CASUALTIES, TO_NEXT_TURN = range(100, 104)

END_REASONS = ("prestige", "city", "siege", "last_building", "decks", "cap")
BY_PRESTIGE, BY_CITY, BY_SIEGE, BY_LAST_BUILDING, BY_DECKS, BY_CAP = range(FIRST_REASON, FIRST_REASON + 6)

# what a payment is for
PAY_NOTHING, PAY_LANDSCAPE, PAY_TROOP, PAY_BUILDING, PAY_EXTRA, PAY_REMOVAL = range(6)

# chance streams: each deck and the piles have their own, so that a variant of one leaves the others alone
STREAM_DECKS, STREAM_PILES, STREAM_STARTER = 0, 3, 4

MEMORY = 16

# --- what is counted per seat ------------------------------------------------------------------------
SEAT_COUNTERS = (
    ("highest_prestige", "u1", "highest prestige reached at any moment"),
    ("first_building_turn", "u1", "turn of the game in which the first building was bought; 0 is never"),
    ("turns_taken", "u1", "own turns begun"),
    ("produced_food", "u2", "units of food produced for payments"),
    ("produced_energy", "u2", "units of energy produced for payments"),
    ("produced_gold", "u2", "units of gold produced for payments"),
    ("produced_labour", "u2", "units of labour produced for payments"),
    ("wasted", "u2", "units left over in payments"),
    ("hand_units", "u2", "units from discarded hand cards"),
    ("exchanged", "u2", "units gained by exchange"),
    ("merchants_used", "u1", "trades by merchants"),
    ("artists_used", "u1", "doublings by artists"),
    ("bureaucrats_used", "u1", "discounts by bureaucrats"),
    ("landscapes_razed", "u1", "own landscapes destroyed in war"),
    ("razed_by_me", "u1", "enemy landscapes destroyed in war"),
    ("buildings_lost", "u1", "own buildings destroyed or given up"),
    ("troops_played", "u1", "troops played"),
    ("troops_killed", "u1", "enemy troops killed in wars"),
    ("troops_lost", "u1", "own troops killed in wars"),
    ("troops_starved", "u1", "own troops discarded for lack of food"),
    ("troops_dropped", "u1", "own troops discarded voluntarily"),
    ("external_moves", "u2", "moves of troops between locations"),
    ("wars_declared", "u1", "wars declared"),
    ("wars_suffered", "u1", "wars declared by others"),
    ("fights_won", "u1", "fights in which the enemy lost more cost units than this seat"),
    ("shots", "u1", "shots of archers"),
    ("heals", "u1", "heals by priests"),
    ("saving_heals", "u1", "cards, landscapes and cities that survived only because of heals"),
    ("turns_invaded", "u1", "own turns begun with an enemy troop in the fief"),
    ("highest_siege", "u1", "highest siege counter"),
    ("surcharges", "u1", "troops played with the surcharge for a missing building"),
    ("extra_cards_bought", "u1", "extra cards bought"),
    ("places_pledged", "u1", "places pledged to the partner"),
    ("pledges_used", "u1", "productions of this seat used by the partner"),
    ("eliminated", "u1", "0 still in the game, 1 by a destroyed city, 2 by siege"),
    ("eliminated_turn", "u1", "turn of the elimination; 0 is never"),
    ("attackers_present", "u1", "enemy troops in the fief at the elimination"),
)  # fmt: skip
(
    HIGHEST_PRESTIGE, FIRST_BUILDING_TURN, TURNS_TAKEN, PRODUCED, _PRODUCED_ENERGY, _PRODUCED_GOLD, _PRODUCED_LABOUR, WASTED,
    HAND_UNITS, EXCHANGED, MERCHANTS_USED, ARTISTS_USED, BUREAUCRATS_USED, LANDSCAPES_RAZED, RAZED_BY_ME, BUILDINGS_LOST,
    TROOPS_PLAYED, TROOPS_KILLED, TROOPS_LOST, TROOPS_STARVED, TROOPS_DROPPED, EXTERNAL_MOVES, WARS_DECLARED,
    WARS_SUFFERED, FIGHTS_WON, SHOTS, HEALS, SAVING_HEALS, TURNS_INVADED, HIGHEST_SIEGE, SURCHARGES, EXTRA_CARDS,
    PLACES_PLEDGED, PLEDGES_USED, ELIMINATED, ELIMINATED_TURN, ATTACKERS_PRESENT,
) = range(len(SEAT_COUNTERS))  # fmt: skip
BY_CITY_FALL, BY_SIEGE_FALL = 1, 2

SEAT_COLUMNS = (
    *(Column(name, dtype, text) for name, dtype, text in SEAT_COUNTERS),
    Column("food_capacity", "u1", "food capacity at the end"),
    Column("troops_end", "u1", "troops on the table at the end"),
    Column("hand_end", "u1", "hand cards at the end"),
    Column("gold_capacity", "u1", "gold capacity at the end"),
)

GAME_COLUMNS = (
    Column("starting_seat_wins", "f4", "share of the win that the starting player or his team has"),
    Column("team_game", "u1", "1 in the team game"),
    Column("margin", "i2", "prestige of the best winning side minus that of the best other side"),
    Column("tie_break", "u1", "what decided: 0 no tie, 1 gold capacity, 2 hand cards, 3 shared win"),
    Column("landscape_deck_left", "u1", "cards left in the landscape deck"),
    Column("military_deck_left", "u1", "cards left in the military deck"),
    Column("character_deck_left", "u1", "cards left in the character deck"),
    Column("pile_0_left", "u1", "buildings left in pile 0"),
    Column("pile_1_left", "u1", "buildings left in pile 1"),
    Column("pile_2_left", "u1", "buildings left in pile 2"),
    Column("players_out", "u1", "eliminated players"),
    Column("wars", "u2", "wars declared by all"),
    Column("first_war_turn", "u1", "turn of the first war; 0 is none"),
    Column("damage_dealt", "u2", "damage dealt in all wars, shots included"),
    Column("cards_drawn", "u1", "cards drawn from the decks, initial draws included"),
    Column("extra_cards", "u1", "extra cards bought by all"),
)

CARDS = (
    Cards(
        noun="card",
        keys=tuple(name.lower() for name in KIND_NAMES),
        names=KIND_NAMES,
        counters={
            "drawn": "entered the hand",
            "played": "paid and put on the table",
            "spent": "discarded from the hand for a resource",
            "killed": "killed or razed in war",
            "starved": "discarded for lack of food",
            "removed": "removed or discarded voluntarily",
            "in_play_end": "on the table at the end",
        },
    ),
    Cards(
        noun="building",
        keys=tuple(name.lower() for name in BUILDINGS),
        names=BUILDINGS,
        counters={
            "bought": "bought",
            "duplicate": "bought while another copy stood in the own fief",
            "bought_turn": "turn of the game in which the first copy was bought; 0 is never",
            "site": "place of the latest copy: 0 none, 1 Field, 2 Farm, 3 Forest, 4 Mine, 5 city",
            "destroyed": "destroyed or given up with its landscape",
            "owned_end": "in the fief at the end",
        },
    ),
)

STATE = state_dtype(
    [
        # cards
        ("deck_cards", "i1", (3, 80)),  # drawn from the end; index 0 is the bottom card, which everybody sees
        ("deck_left", "i4", (3,)),
        ("pile_cards", "i1", (3, 12)),  # the last one lies face up
        ("pile_left", "i4", (3,)),
        ("hand", "i4", (SEATS, KINDS)),
        ("hand_cards", "i4", (SEATS,)),  # their sum
        ("discard", "i4", (KINDS,)),
        ("discard_buildings", "i4", (len(BUILDINGS),)),
        # fiefs
        ("land", "i1", (SEATS, PLACES)),  # kind of landscape, CITY at place 0, -1 for nothing
        ("place_tapped", "i4", (SEATS,)),  # bit per place
        ("building", "i1", (SEATS, PLACES, 3)),
        ("place_units", "i8", (SEATS, PLACES)),  # bundle a production gives (cache)
        ("place_doubled", "i8", (SEATS, PLACES)),  # the part of it that artists double (cache)
        ("prestige", "i4", (SEATS,)),  # (cache)
        ("alive", "i4", (SEATS,)),
        ("siege", "i4", (SEATS,)),
        # troops, as sets of handles
        ("owned", "i8", (SEATS,)),
        ("at", "i8", (LOCATIONS,)),
        ("attached", "i8", (PLACES,)),  # to this place of the owner's fief
        ("tapped", "i8"),
        ("moved", "i8", (3,)),  # made at least 1, 2, 3 external moves this turn
        ("fresh", "i8"),  # played this turn
        ("damage", "i4", (HANDLES,)),
        # turn
        ("active", "i4"),
        ("return_phase", "i4"),
        ("internal_moves_left", "i4"),
        ("draws_left", "i4"),
        ("draft_step", "i4"),
        ("chosen", "i4"),  # troop that moves, or card whose ability is decided on
        ("pledged", "i4"),  # bit per place of the partner
        ("closing", "i4"),  # the target was reached and the round is being completed
        # payment
        ("pay_for", "i4"),
        ("pay_card", "i4"),
        ("pay_pile", "i4"),
        ("pay_place", "i4"),
        ("pay_need", "i8"),
        ("pay_any", "i4"),
        ("pay_pool", "i8"),
        ("pay_armed", "i4"),
        ("pay_cut", "i4"),  # units that the bureaucrat at work still takes off
        ("pay_from", "i4"),
        ("pay_hand_used", "i4"),
        ("pay_taps", "i4"),  # productions of this payment
        # war
        ("war_attacker", "i4"),
        ("war_defender", "i4"),
        ("war_location", "i4"),
        ("war_done", "i4"),  # bit per location
        ("war_pending", "i8"),  # troops still to be asked about in this step
        ("groups", "i4"),
        ("group", "i8", (GROUPS,)),
        ("opposing", "i8", (GROUPS,)),
        ("group_target", "i4", (GROUPS,)),  # action code of the target, -1 for none
        ("fights", "i4"),
        ("fight_attackers", "i8", (GROUPS,)),
        ("fight_defenders", "i8", (GROUPS,)),
        ("fight_place", "i4", (GROUPS,)),
        ("surplus", "i4", (GROUPS, 2)),
        ("fight", "i4"),  # the fight or group being decided on
        ("side", "i4"),
        ("points_left", "i4"),  # bonuses or damage still to be given out
        ("bonus", "i4", (HANDLES,)),
        ("stone_bonus", "i4", (4,)),
        ("stone_damage", "i4", (4,)),
        ("healed", "i4", (HANDLES,)),
        ("surplus_healed", "i4", (GROUPS, 2)),
        ("used", "i8"),
        # results
        ("counter", "i4", (SEATS, len(SEAT_COUNTERS))),
        ("drawn", "u1", (SEATS, KINDS)),
        ("played", "u1", (SEATS, KINDS)),
        ("spent", "u1", (SEATS, KINDS)),
        ("killed", "u1", (SEATS, KINDS)),
        ("starved", "u1", (SEATS, KINDS)),
        ("removed", "u1", (SEATS, KINDS)),
        ("bought", "u1", (SEATS, len(BUILDINGS))),
        ("duplicate", "u1", (SEATS, len(BUILDINGS))),
        ("bought_turn", "u1", (SEATS, len(BUILDINGS))),
        ("site", "u1", (SEATS, len(BUILDINGS))),
        ("destroyed", "u1", (SEATS, len(BUILDINGS))),
        ("draws_initial", "i4"),
        ("draws_normal", "i4"),
        ("draws_extra", "i4"),
        ("first_war_turn", "i4"),
        ("damage_dealt", "i4"),
        ("tie_break", "i4"),
    ],
    seats=SEATS,
    streams=5,
    memory=MEMORY,
)

DERIVED = [
    ("adjacent", "i4", (LOCATIONS,)),  # bit per neighbouring location
    ("place_resource", "i4", (5,)),  # of a landscape kind or CITY
    ("place_base", "i4", (5,)),
    ("place_slots", "i4", (5,)),
    ("helpers", "i8"),  # troops that raise the yield of a place (FIEF-28)
    ("producers", "i8"),  # troops with a production symbol
    ("makers", "i8", (4,)),  # troops with the symbol of each resource
    ("symbol", "i4", (KINDS,)),  # production symbol of a troop kind, -1 for none
    ("kind_cost", "i8", (KINDS,)),
    ("kind_units", "i4", (KINDS,)),  # total of the cost
    ("kind_attack", "i4", (KINDS,)),
    ("kind_defence", "i4", (KINDS,)),
    ("kind_building", "i4", (KINDS,)),  # building that saves the surcharge, -1 for none
    ("kind_count", "i4", (KINDS,)),
    ("building_cost", "i8", (len(BUILDINGS),)),
    ("building_units", "i4", (len(BUILDINGS),)),
    ("building_prestige", "i4", (len(BUILDINGS),)),
    ("building_symbol", "i4", (len(BUILDINGS),)),
    ("building_attack", "i4", (len(BUILDINGS),)),
    ("building_defence", "i4", (len(BUILDINGS),)),
    ("building_count", "i4", (len(BUILDINGS),)),
    ("cards_total", "i4"),
    ("target", "i4"),  # prestige that wins
    ("team_game", "i4"),
]
