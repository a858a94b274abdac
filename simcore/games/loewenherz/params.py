"""The knobs and data tables of Löwenherz; the published tables stand in `scenarios/loewenherz/base.toml`."""

from simcore.games.loewenherz.state import ACTION_KINDS, MAX_CARD_TYPES, TILES
from simcore.params import Knob, Params, Rows

_GRID = "[.FVKCSGE]{4}"

_SETUP = (
    Knob("min_castle_distance", 6, low=1, high=12, unit="fields", rule="LOW-29", alternatives=(5, 7, 8), plausible=(5, 8),
         help="least distance between castles of one colour; LOW-31 counts down from here"),
    Knob("castle_distance_metric", "manhattan", choices=("manhattan", "line_only", "chebyshev"), rule="LOW-29",
         alternatives=("line_only", "chebyshev"),
         help="how the distance is counted: rows plus columns, only in a straight line, or the larger of both"),
    Knob("setup_order", "clockwise", choices=("clockwise", "snake", "reverse_second_half"), rule="LOW-25",
         alternatives=("snake", "reverse_second_half"), help="in which order castles are placed"),
    Knob("first_mover", "last_placer", choices=("last_placer", "first_placer", "random"), rule="LOW-39",
         alternatives=("first_placer", "random"), help="who has the first turn"),
    Knob("castles_per_player", [4, 4, 3], per="players", low=1, high=4, unit="castles", rule="LOW-18",
         alternatives=([3, 3, 3], [4, 4, 4]), help="castles of each player, with a knight each"),
    Knob("neutral_castles", 2, low=0, high=4, unit="castles", rule="LOW-34", alternatives=(0, 4),
         help="castles of the neutral colour in the two-player game"),
    Knob("start_ducats", 7, low=0, high=20, unit="ducats", rule="LOW-22", alternatives=(5, 9, 12), plausible=(4, 10),
         help="ducats of each player at the start"),
    Knob("seat_ducat_bonus", [0, 0, 0, 0], per="seat", low=0, high=20, unit="ducats", rule="LOW-22", source="assumed",
         alternatives=([0, 1, 2, 3], [3, 2, 1, 0]), help="further ducats at the start by seat"),
    Knob("tile_set", "default", choices=("default", "random_same_totals"), rule="LOW-D02", source="assumed",
         alternatives=("random_same_totals",), help="printed tiles, or outer tiles with their fields shuffled each game"),
    Knob("fixed_layout", "random", choices=("random", "identity", "mixed_rotations"), rule="LOW-17",
         alternatives=("identity", "mixed_rotations"), help="tiles laid at random, or one row of the table `layouts`"),
)  # fmt: skip

_CARDS = (
    Knob("hand_size", 3, low=1, high=4, unit="cards", rule="LOW-20", alternatives=(2, 4), help="cards in hand"),
    Knob("deck_order", "letters", choices=("letters", "full_shuffle"), rule="LOW-19", alternatives=("full_shuffle",),
         help="stacks A to D one after the other, or all cards shuffled together"),
    Knob("price_delta", 0, low=-10, high=10, unit="ducats", rule="LOW-D08", source="assumed", alternatives=(-1, 1, 2),
         plausible=(-1, 2), help="added to every price, which stays at 0 or more"),
    Knob("sell_delta", 0, low=-10, high=10, unit="ducats", rule="LOW-D09", source="assumed", alternatives=(-1, 1),
         plausible=(-1, 2), help="added to every sale value, which stays at 0 or more"),
    Knob("remove_symbol", "none", choices=("none", "alliance", "defector", "expansion", "knight"), rule="LOW-49",
         alternatives=("alliance", "defector", "expansion", "knight"),
         help="action taken out of the game: deleted from two-symbol cards, other cards with it become B2 (defectors K2)"),
    Knob("market_limit", 0, low=0, high=20, unit="cards", rule="LOW-44", alternatives=(3, 5),
         help="cards the power market holds before the oldest is discarded; 0 = no limit"),
    Knob("market_fee", 0, low=0, high=10, unit="ducats", rule="LOW-41", alternatives=(1, 2),
         help="ducats to the bank for taking a market card"),
)  # fmt: skip

_ACTIONS = (
    Knob("forgo_placements", False, rule="LOW-53", alternatives=(True,),
         help="whether further boundaries or knights of a card may be forgone"),
    Knob("second_expansion", "optional", choices=("optional", "mandatory"), rule="LOW-73", alternatives=("mandatory",),
         help="whether the second field of an expansion must be taken if it can"),
    Knob("expansion_margin", 1, low=0, high=99, unit="knights", rule="LOW-75", alternatives=(0, 2, 99),
         help="knights more than the enemy region needed to expand into it; 99 = never"),
    Knob("forest_surcharge", 1, low=0, high=10, unit="ducats", rule="LOW-62", alternatives=(0, 2),
         help="ducats for a knight placed on forest"),
    Knob("surcharge_on_defector", True, rule="LOW-89", alternatives=(False,),
         help="whether the forest surcharge applies to a defector's knight"),
    Knob("defector_chooser", "owner", choices=("owner", "attacker"), rule="LOW-91", alternatives=("attacker",),
         help="who chooses the knight that a defector removes"),
    Knob("alliance_blocks", "expansion", choices=("expansion", "expansion_and_defector"), rule="LOW-94",
         alternatives=("expansion_and_defector",), help="what an alliance forbids between the two regions"),
    Knob("max_region_fields", 0, low=0, high=144, unit="fields", rule="LOW-13", alternatives=(36, 48),
         help="a component with one castle but more fields than this stays open land; 0 = no limit"),
    Knob("knight_stock", 15, low=4, high=40, unit="knights", rule="LOW-18", alternatives=(10, 8), help="knights of each colour"),
    Knob("boundary_supply", 100, low=0, high=264, unit="boundaries", rule="LOW-58", alternatives=(80, 60),
         help="boundaries in the game"),
)  # fmt: skip

_SCORING = (
    Knob("target", [50, 40, 30], per="players", low=1, high=999, unit="points", rule="LOW-23",
         alternatives=([45, 35, 25], [55, 45, 35], [999, 999, 999]), help="place of the king's chip; 999 = never reached"),
    Knob("king_end", "immediate", choices=("immediate", "end_of_turn", "end_of_round"), rule="LOW-109",
         alternatives=("end_of_turn", "end_of_round"), help="when the king's chip ends the game"),
    Knob("final_phase", "hands", choices=("hands", "one_round", "none"), rule="LOW-112", alternatives=("one_round", "none"),
         help="after the last card is drawn: play out the hands, one more turn each, or end at once"),
    Knob("vp_table", [1, 3, 5], length=3, low=0, high=20, unit="points", rule="LOW-68",
         alternatives=([1, 2, 5], [1, 3, 8], [2, 3, 5]), help="points of a forest, a village and the royal city"),
    Knob("monopoly_mines", 3, low=1, high=9, unit="mines", rule="LOW-103", alternatives=(2, 4),
         help="mines of one kind that make a monopoly"),
    Knob("monopoly_vp", 5, low=0, high=20, unit="points", rule="LOW-103", alternatives=(0, 3, 8),
         help="points gained and lost with a monopoly"),
    Knob("income_mode", "per_kind", choices=("per_kind", "per_mine", "none"), rule="LOW-99", alternatives=("per_mine", "none"),
         help="ducats per turn for every kind of mine, for every mine, or none"),
    Knob("ducat_bonus", [5, 3], length=2, low=0, high=20, unit="points", rule="LOW-115",
         alternatives=([0, 0], [3, 1], [8, 4]), help="points for the most and the second most ducats at the end of the deck"),
    Knob("zero_ducats_get_bonus", False, rule="LOW-116", alternatives=(True,),
         help="whether a player without ducats may get a bonus"),
    Knob("ducat_bank", 91, low=0, high=500, unit="ducats", rule="LOW-106", alternatives=(60, 0),
         help="value of all ducats in the game; 0 = unlimited"),
    Knob("stall_turns", 40, low=5, high=400, unit="turns", rule="LOW-D12", source="assumed", alternatives=(20, 80),
         plausible=(20, 80), help="turns in a row without a play or a draw after which the game stops"),
    Knob("max_turns", 400, low=20, high=1000, unit="turns", rule="LOW-D12", source="assumed", alternatives=(200, 1000),
         plausible=(200, 1000), help="turns after which the game stops"),
)  # fmt: skip

PARAMS = Params(
    knobs=_SETUP + _CARDS + _ACTIONS + _SCORING,
    rows=(
        Rows(
            "tiles",
            columns=(
                Knob("grid", kind="text", length=4, pattern=_GRID, rule="LOW-02",
                     help="four rows: . meadow, F forest, V village, K royal city, C copper, S silver, G gold, E gems"),
            ),
            limit=TILES,
            rule="LOW-17",
            help="the nine landscape tiles; the first one lies in the middle",
        ),
        Rows(
            "layouts",
            columns=(
                Knob("tiles", kind="int", length=9, low=0, high=8, rule="LOW-17", help="tile on each position, row by row"),
                Knob("turns", kind="int", length=9, low=0, high=3, rule="LOW-17", help="clockwise quarter turns of each"),
            ),
            limit=4,
            rule="LOW-17",
            help="layouts for `rules.fixed_layout`",
        ),
        Rows(
            "cards",
            columns=(
                Knob("action", kind="choice", choices=ACTION_KINDS[1:], rule="LOW-49", help="what the card pictures"),
                Knob("amount", 1, low=1, high=9, rule="LOW-51", help="pieces or fields of it"),
                Knob("or_action", "none", choices=ACTION_KINDS, rule="LOW-49", help="second symbol to choose instead"),
                Knob("or_amount", 1, low=1, high=9, rule="LOW-51", help="pieces or fields of it"),
                Knob("price", kind="int", low=0, high=30, unit="ducats", rule="LOW-47", help="paid for playing it"),
                Knob("sell", kind="int", low=0, high=30, unit="ducats", rule="LOW-44", help="received for selling it"),
                Knob("a", 0, low=0, high=30, unit="cards", rule="LOW-19", help="copies in stack A"),
                Knob("b", 0, low=0, high=30, unit="cards", rule="LOW-19", help="copies in stack B"),
                Knob("c", 0, low=0, high=30, unit="cards", rule="LOW-19", help="copies in stack C"),
                Knob("d", 0, low=0, high=30, unit="cards", rule="LOW-19", help="copies in stack D"),
            ),
            limit=MAX_CARD_TYPES,
            rule="LOW-47",
            help="power cards; the first sixteen are counted in the results",
        ),
    ),
)  # fmt: skip
