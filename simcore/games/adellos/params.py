"""The knobs and data tables of Adellos (section by section as in `scenarios/adellos/RULES.md`)."""

from simcore.games.adellos.pieces import (
    ABILITIES,
    CARD_KEYS,
    CARD_KINDS,
    EFFECTS,
    FACTION_KEYS,
    FAMILIES,
    FIELDS,
    NOBLE_KEYS,
    TOKENS,
    UNIT_KINDS,
)
from simcore.params import Knob, Params, Rows

ASSUMED = "assumed"
MAX_COPIES = 12  # of one event card
MAX_LAYOUTS = 8
_FIELD_LIST = r"(?:[NESW][cp]\d|T)(?: (?:[NESW][cp]\d|T))*"


def _stat(name, low, high, help, default=0):
    return Knob(name, default, low=low, high=high, help=help)


SETUP = (
    Knob("gold_coins", 50, low=0, high=200, unit="gold", rule="ADE-105", help="coins of the bank"),
    Knob("time_counters", 20, low=0, high=100, unit="counters", rule="ADE-114", help="time counters of the pool"),
    Knob("factions", "random", choices=("random", *FACTION_KEYS), per="seat", rule="ADE-102",
         alternatives=(["undead", "royal_army", "rebels", "clergy"],),
         help="faction of each seat, drawn where it says random; all different"),
    Knob("noble_choice", "strategy", choices=("strategy", "random", *NOBLE_KEYS), per="seat", rule="ADE-107",
         alternatives=("random", ["general_iron_fist", "pope_anicetus_iv", "lich_baron_kynoth", "merchant_pinkerton"]),
         help="who picks the noble of each seat: its player, chance, or this file; a named noble brings its faction"),
    Knob("start_gold_other", 5, low=0, high=12, unit="gold", rule="ADE-105", alternatives=(4, 6, 10),
         help="starting gold of Clergy, Royal Army and Rebels"),
    Knob("start_gold_undead", 3, low=0, high=12, unit="gold", rule="ADE-105", alternatives=(2, 5, 6),
         help="starting gold of the Undead"),
    Knob("seat_gold_bonus", [0, 0, 0, 0], low=0, high=10, per="seat", unit="gold", rule="ADE-105", source=ASSUMED,
         alternatives=([0, 1, 1, 1], [0, 1, 1, 2], [0, 0, 1, 2]), plausible=(0, 2),
         help="compensation by seat, added to the starting gold"),
    Knob("seat_card_bonus", [0, 0, 0, 0], low=0, high=5, per="seat", unit="cards", rule="ADE-104", source=ASSUMED,
         alternatives=([0, 1, 1, 1], [0, 0, 0, 1]), plausible=(0, 1), help="event cards dealt to each seat in setup"),
    Knob("setup_order", "seat", choices=("seat", "reverse"), rule="ADE-109", source=ASSUMED, alternatives=("reverse",),
         help="order in which the seats place nobles and buy in setup"),
    Knob("setup_incantations", True, rule="ADE-111", source=ASSUMED, alternatives=(False,),
         help="the Undead may summon in setup"),
)  # fmt: skip

BOARD = (
    Knob("board", "quad", choices=("quad", "tri"), rule="ADE-108", source=ASSUMED, alternatives=("tri",),
         help="tri: the ring of three sectors, used with 3 players only; other numbers keep quad"),
    Knob("adjacency", "orthogonal", choices=("orthogonal", "king"), rule="ADE-401", source=ASSUMED,
         alternatives=("king",), help="king also joins diagonal neighbours of the quad board"),
    Knob("unused_castles", "open", choices=("open", "closed"), rule="ADE-108", source=ASSUMED,
         alternatives=("closed",), help="castles that nobody owns: ordinary fields, or not on the board"),
    Knob("p2_layout", "opposite", choices=("opposite", "adjacent"), rule="ADE-108", source=ASSUMED,
         alternatives=("adjacent",), help="castles used with 2 players"),
    Knob("p3_layout", "random", choices=("random", "0", "1", "2"), rule="ADE-108", source=ASSUMED,
         alternatives=("0", "1", "2"), help="which of the three layouts is used with 3 players on the quad board"),
)  # fmt: skip

TURN = (
    Knob("base_ap", 3, low=1, high=8, unit="AP", rule="ADE-203", alternatives=(2, 4),
         help="action points at the start of a turn"),
    Knob("first_turn_ap_delta", [0, 0, 0, 0], low=-3, high=3, per="seat", unit="AP", rule="ADE-203", source=ASSUMED,
         alternatives=([-1, 0, 0, 0], [-2, -1, 0, 0]), plausible=(-2, 0),
         help="change of action points in each seat's first turn"),
    Knob("move_ap", 1, low=1, high=3, unit="AP", rule="ADE-212", help="price of a move"),
    Knob("attack_ap", 1, low=1, high=3, unit="AP", rule="ADE-212", help="price of an attack"),
    Knob("bind_ap", 1, low=1, high=3, unit="AP", rule="ADE-936", source=ASSUMED, help="price of binding"),
    Knob("swap_ap", 2, low=0, high=4, unit="AP", rule="ADE-406", alternatives=(1, 0),
         help="price of a swap; 0 forbids swapping"),
    Knob("must_spend_ap", True, rule="ADE-214", alternatives=(False,),
         help="all action points must be spent before a turn ends"),
    Knob("hand_limit", 0, low=0, high=20, unit="cards", rule="ADE-602", alternatives=(5, 7),
         help="cards kept at the end of the own turn; 0 is no limit"),
    Knob("reshuffle", False, rule="ADE-604", alternatives=(True,),
         help="an empty deck is renewed from the played cards"),
    Knob("gifts", False, rule="ADE-1003", alternatives=(True,),
         help="gold and cards may be given away in the own turn"),
    Knob("gifts_per_turn", 2, low=1, high=4, unit="gifts", rule="ADE-1003", source=ASSUMED,
         help="gifts a player may make in a turn"),
    Knob("gold_limited", True, rule="ADE-207", source=ASSUMED, alternatives=(False,), help="the bank can run dry"),
    Knob("counters_limited", True, rule="ADE-828", source=ASSUMED, alternatives=(False,),
         help="the pool of time counters can run dry"),
)  # fmt: skip

PIECES = (
    Knob("hire_needs_noble_home", True, rule="ADE-306", alternatives=(False,),
         help="hiring and summoning need the noble in the own castle"),
    Knob("castle_entry_ap", 1, low=1, high=4, unit="AP", rule="ADE-401", source=ASSUMED, alternatives=(2,),
         help="price of a move from outside into a living opponent's castle"),
    Knob("attack_tie", "defender", choices=("defender", "attacker"), rule="ADE-513", alternatives=("attacker",),
         help="who wins equal totals"),
    Knob("combat_first", "attacker", choices=("attacker", "defender"), rule="ADE-510", source=ASSUMED,
         alternatives=("defender",), help="who decides first about combat cards"),
    Knob("castle_wall_def", 0, low=0, high=3, rule="ADE-505", source=ASSUMED, alternatives=(1,),
         help="extra defence in the own castle against attackers outside it"),
    Knob("kill_gold", 0, low=0, high=5, unit="gold", rule="ADE-516", source=ASSUMED, alternatives=(1, 2),
         help="gold from the bank for each defeated enemy unit"),
    Knob("incantations", 2, low=0, high=5, rule="ADE-821", alternatives=(1, 3),
         help="summons of the Undead in each own turn"),
    Knob("counter_removal", "own_turn", choices=("own_turn", "every_turn"), rule="ADE-825", source=ASSUMED,
         alternatives=("every_turn",), help="time counters come off at the end of the owner's turn, or of every turn"),
    Knob("time_shift_nobles", False, rule="ADE-722", source=ASSUMED, alternatives=(True,),
         help="Time Shift may target nobles"),
    Knob("jester_scope", "all", choices=("all", "own_faction"), rule="ADE-907", source=ASSUMED,
         alternatives=("own_faction",), help="which unused nobles the Jester may copy"),
    Knob("zombie_squad_keyword", False, rule="ADE-913", source=ASSUMED, alternatives=(True,),
         help="with the Zombie-Lord, Zombies next to another own Zombie have one more attack"),
    Knob("noble_def_delta", 0, low=-2, high=3, rule="ADE-901", source=ASSUMED, alternatives=(-1, 1), plausible=(-1, 1),
         help="added to every noble's defence"),
    Knob("remove_cards", [], choices=CARD_KEYS, rule="ADE-612", source=ASSUMED,
         alternatives=(["first_aid"], ["assault", "book_keeper"]), help="kinds of event cards left in the box"),
)  # fmt: skip

ENDING = (
    Knob("tower_ap", 1, low=0, high=4, unit="AP", rule="ADE-204", alternatives=(0, 2),
         help="extra action points for a held tower"),
    Knob("tower_gold", 0, low=0, high=5, unit="gold", rule="ADE-802", source=ASSUMED, alternatives=(2,),
         help="gold at the start of a turn for a held tower"),
    Knob("hold_turns", [5, 4, 3], length=3, low=0, high=12, unit="turns", rule="ADE-804",
         alternatives=([3, 3, 3], [4, 3, 2], [6, 5, 4], [0, 0, 0]),
         help="own turns in a row on the tower that win, with 2, 3 and 4 players; 0 is no tower win"),
    Knob("hold_basis", "living", choices=("living", "starting"), rule="ADE-809", source=ASSUMED,
         alternatives=("starting",), help="which number of players sets the limit"),
    Knob("noble_counts_on_tower", True, rule="ADE-808", source=ASSUMED, alternatives=(False,),
         help="a noble may hold the tower"),
    Knob("noble_kill_gold", 2, low=0, high=10, unit="gold", rule="ADE-953", alternatives=(0, 5),
         help="reward from the bank for a defeated noble"),
    Knob("noble_kill_cards", 1, low=0, high=5, unit="cards", rule="ADE-953", alternatives=(0, 2),
         help="reward from the deck for a defeated noble"),
    Knob("noble_kill_loot", True, rule="ADE-953", alternatives=(False,),
         help="gold and cards of the eliminated player go to the victor"),
    Knob("sudden_death", False, rule="ADE-956", source=ASSUMED, alternatives=(True,),
         help="the first defeated noble ends the game"),
    Knob("round_cap", 100, low=1, high=400, unit="rounds", rule="ADE-959", source=ASSUMED, alternatives=(40, 60),
         plausible=(40, 150), help="the game is stopped after this many rounds"),
    Knob("no_progress_rounds", 20, low=1, high=100, unit="rounds", rule="ADE-959", source=ASSUMED,
         alternatives=(12, 30), plausible=(12, 30),
         help="the game is stopped after this many rounds in which nothing happens"),
    Knob("cap_scoring", "draw", choices=("draw", "material"), rule="ADE-959", source=ASSUMED,
         alternatives=("material",), help="who wins a stopped game: all living players share, or the best material"),
)  # fmt: skip

_COMBAT = (
    _stat("att", 0, 9, "attack"),
    _stat("def", 0, 9, "defence"),
    _stat("move", 1, 3, "steps of a move", default=1),
)
_ABILITY = (
    Knob("ability", "none", choices=ABILITIES, rule="ADE-930", help="ability"),
    _stat("amount", 0, 5, "how much the ability gives"),
    Knob("family", "none", choices=FAMILIES, help="family that noble effects name"),
)

_FIELD_COLUMNS = (
    Knob("zone", choices=("castle", "plain", "tower", "absent"), kind="choice",
         help="castle, plain, tower, or not on the board"),
    _stat("row", -1, 30, "row of the sketch from the top; -1 without a sketch", default=-1),
    _stat("col", -1, 30, "column of the sketch from the left; -1 without a sketch", default=-1),
    Knob("next_to", kind="text", pattern=_FIELD_LIST, help="neighbouring fields"),
)  # fmt: skip

TABLES = (
    Rows(
        "factions",
        (Knob("summons", False, rule="ADE-821", help="summons units with time counters"),),
        limit=len(FACTION_KEYS),
        rule="ADE-101",
        help="factions",
    ),
    Rows(
        "units",
        (
            _stat("count", 0, 12, "tiles in the supply"),
            Knob(
                "pay",
                "gold",
                choices=("gold", "time"),
                rule="ADE-313",
                help="hired for gold or summoned with time counters",
            ),
            _stat("cost", 0, 12, "price in gold or time counters"),
            _stat("value", 0, 12, "value that event cards ask for"),
            *_COMBAT,
            *_ABILITY,
        ),
        limit=UNIT_KINDS,
        rule="ADE-106",
        help="unit types, ten for each faction",
    ),
    Rows(
        "tokens",
        (_stat("count", 0, 10, "tokens in the pool"), _stat("value", 0, 12, "value"), *_COMBAT, *_ABILITY),
        limit=len(TOKENS),
        rule="ADE-920",
        help="tokens of the common pool",
    ),
    Rows(
        "nobles",
        (
            Knob("faction", choices=FACTION_KEYS, kind="choice", help="faction"),
            *_COMBAT,
            Knob("effect", "none", choices=EFFECTS, rule="ADE-903", help="effect of the noble"),
            _stat("amount", 0, 5, "how much the effect gives"),
            Knob("family", "none", choices=FAMILIES, help="family that profits"),
            _stat("gold", 0, 10, "gold price of the ability"),
            _stat("ap", 0, 4, "action points of the ability"),
        ),
        limit=len(NOBLE_KEYS),
        rule="ADE-901",
        help="nobles, three for each faction",
    ),
    Rows(
        "cards",
        (
            _stat("count", 0, MAX_COPIES, "copies in the deck"),
            _stat("ap", 0, 4, "price in action points"),
            _stat("gold", 0, 10, "price in gold"),
            _stat("min_gold", 0, 10, "gold that must be in hand to play it"),
            _stat("units", 0, 9, "units exchanged, placed or sacrificed"),
            _stat("from_value", 0, 12, "value of the units replaced"),
            _stat("to_value", 0, 12, "value of the new units"),
            _stat("counters", 0, 20, "time counters removed or added"),
            _stat("gold_gain", 0, 20, "gold taken from the bank"),
            _stat("cards", 0, 5, "cards drawn, or given by each opponent"),
            _stat("ap_gain", 0, 4, "action points gained"),
            _stat("bonus", 0, 5, "bonus in combat"),
            _stat("gold_a", 0, 20, "gold price of the first option"),
            _stat("ap_a", 0, 4, "action points of the first option"),
            _stat("gold_b", 0, 20, "gold price of the second option"),
            _stat("ap_b", 0, 4, "action points of the second option"),
        ),
        limit=CARD_KINDS,
        rule="ADE-612",
        help="event cards",
    ),
    Rows(
        "layouts",
        (
            _stat("players", 2, 4, "number of players", default=4),
            Knob("sectors", [-1, -1, -1, -1], length=4, low=-1, high=3, help="sector of each seat's castle"),
            _stat("middle", -1, 3, "seat with two neighbours, or -1", default=-1),
        ),
        limit=MAX_LAYOUTS,
        rule="ADE-108",
        help="castles by number of players",
    ),
    Rows("quad", _FIELD_COLUMNS, limit=FIELDS, rule="ADE-401", help="fields of the default board"),
    Rows("tri", _FIELD_COLUMNS, limit=FIELDS, rule="ADE-401", help="fields of the board for three players"),
)

PARAMS = Params(knobs=SETUP + BOARD + TURN + PIECES + ENDING, rows=TABLES)
