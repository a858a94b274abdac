"""The knobs and data tables of Mythotopia.

Defaults of the knobs stand here; provinces, borders, sea areas and cards stand in `scenarios/mythotopia/`.
"""

from simcore.games.mythotopia.names import BASIC_CARDS, ISLANDS, PROGRESS, TERRAINS, VARIABLE_VP_CARDS
from simcore.params import Knob, Params, Rows

SETUP = (
    Knob("start_provinces", [11, 8, 6], per="players", low=1, high=18, unit="provinces", rule="MYT-12",
         alternatives=([9, 7, 5], [12, 9, 7]), help="province cards dealt to each player"),
    Knob("villages", [18, 14, 14], per="players", low=4, high=40, unit="villages", rule="MYT-04",
         help="villages of each player"),
    Knob("cities", 4, high=8, unit="cities", rule="MYT-09", help="cities of each player"),
    Knob("start_armies", 6, high=20, unit="armies", rule="MYT-09", alternatives=(4, 8),
         help="armies in the personal stock at the start"),
    Knob("supply_armies", 8, high=20, unit="armies", rule="MYT-10", alternatives=(10, 6),
         help="armies of each colour in the general supply"),
    Knob("start_ships", 2, high=8, unit="ships", rule="MYT-09", alternatives=(1, 3),
         help="ships in the personal stock at the start"),
    Knob("supply_ships", 3, high=8, unit="ships", rule="MYT-10", alternatives=(4, 2),
         help="ships of each colour in the general supply"),
    Knob("roads", 9, high=40, unit="roads", rule="MYT-11", help="roads in the common supply"),
    Knob("castles", 9, high=40, unit="castles", rule="MYT-11", help="castles in the common supply"),
    Knob("mercenaries", 2, high=8, unit="mercenaries", rule="MYT-11", help="mercenaries in the common supply"),
    Knob("dragons", 5, high=5, unit="dragons", rule="MYT-21", help="dragons placed with Here Be Dragons"),
    Knob("runestones", 5, high=5, unit="runestones", rule="MYT-22", help="runestones placed with Runestones"),
    Knob("display_size", 16, high=29, unit="cards", rule="MYT-15", alternatives=(10, 20, 29),
         help="progress cards on display at the start"),
    Knob("variable_vp_cards_in_play", 4, high=10, unit="cards", rule="MYT-17", alternatives=(3, 5),
         help="variable victory-point cards in a game"),
    Knob("fixed_tokens", [6, 7, 7], per="players", low=1, high=9, unit="tokens", rule="MYT-18",
         alternatives=([4, 4, 4], [5, 5, 5], [6, 6, 6], [7, 7, 7]), help="tokens on each of City, Castle and Streets"),
    Knob("last_seat_extra_cards", [0, 0, 1], per="players", high=5, unit="cards", rule="MYT-27",
         alternatives=([0, 0, 0], [0, 1, 1], [0, 0, 2]), help="cards that the last seat draws more at the start"),
    Knob("draft_extra", 0, high=1, unit="cards", rule="MYT-29", alternatives=(1,),
         help="starting draft (3 or 4 players): province cards dealt in addition"),
    Knob("draft_discard", 0, high=2, unit="cards", rule="MYT-31", alternatives=(1, 2),
         help="starting draft: province cards given back"),
    Knob("seat_bonus_armies", [0, 0, 0, 0], per="seat", high=8, unit="armies", rule="MYT-09", source="assumed",
         alternatives=([0, 0, 1, 1],), help="armies that a seat's stock gets from its own supply at the start"),
    Knob("seat_bonus_vp", [0, 0, 0, 0], per="seat", high=12, unit="VP", rule="MYT-28", source="assumed",
         alternatives=([0, 1, 2, 3],), help="victory points added to a seat for the whole game"),
    Knob("start_cards", ["Army", "Army", "Build", "Market", "Ship"], kind="choice", choices=BASIC_CARDS, length=5,
         rule="MYT-200", source="assumed",
         alternatives=(
             ["Army", "Ship", "Build", "Market", "Ship"],
             ["Army", "Build", "Build", "Market", "Ship"],
             ["Army", "Market", "Build", "Market", "Ship"],
         ),
         help="the five start cards of every player (which one comes twice is assumed, MYT-D04)"),
    Knob("banned_progress", [], kind="subset", choices=PROGRESS, rule="MYT-15", source="assumed",
         alternatives=(["Portal"], ["Scribe", "Alchemist"]), help="progress cards taken out before the display is drawn"),
    Knob("banned_vp_cards", [], kind="subset", choices=VARIABLE_VP_CARDS, rule="MYT-17", source="assumed",
         alternatives=(["Citadel"],), help="variable victory-point cards that are never in play"),
    Knob("forced_vp_cards", [], kind="subset", choices=VARIABLE_VP_CARDS, rule="MYT-17", source="assumed",
         alternatives=(["Spoils of War"], ["Citadel", "Here Be Dragons", "Runestones", "Lord of the Isles"]),
         help="variable victory-point cards that are always in play"),
    Knob("token_supply", [28, 26, 3], length=3, high=60, unit="tokens", rule="MYT-20", source="assumed",
         alternatives=([26, 28, 3],), help="victory-point tokens of value 1, 2 and 3 (which count is which: MYT-D01)"),
)  # fmt: skip

TURN = (
    Knob("actions_per_turn", 2, low=1, high=3, unit="actions", rule="MYT-33", alternatives=(3,), help="actions in a turn"),
    Knob("hand_size", 5, low=1, high=10, unit="cards", rule="MYT-39", alternatives=(4, 6),
         help="cards to which the hand is refilled"),
    Knob("add_cards_per_turn", 1, high=3, unit="cards", rule="MYT-114", alternatives=(2,),
         help="how often a card may be added to the deck in a turn"),
    Knob("end_war_first_action_only", True, rule="MYT-87", alternatives=(False,),
         help="a war can be ended only as the first action of a fresh turn"),
    Knob("end_game_first_action_only", True, rule="MYT-142", help="the game can be ended only as the first action"),
    Knob("end_empty_cards", 4, low=1, high=13, unit="cards", rule="MYT-141", alternatives=(3, 5),
         help="empty victory-point cards needed to end the game"),
    Knob("min_deck", 7, low=1, high=20, unit="cards", rule="MYT-126", alternatives=(5, 9),
         help="cards that must stay in a deck that is thinned"),
    Knob("thin_max", 2, low=1, high=2, unit="cards", rule="MYT-123", alternatives=(1,),
         help="cards removed by one thinning action"),
    Knob("display_refill", False, rule="MYT-16", alternatives=(True,),
         help="a card taken from the display is replaced from the progress pile"),
    Knob("war_tie_rule", "blocked", choices=("blocked", "defender"), rule="MYT-89", alternatives=("defender",),
         help="a war whose strongest parties are equal cannot be ended, or is won by the defender"),
    Knob("final_tie_rule", "defender", choices=("defender", "open"), rule="MYT-144",
         help="at the end of the game tied wars are won by the defender, or stay open and bring nothing"),
)  # fmt: skip

COST = (
    Knob("card_gold", 1, high=4, unit="gold", rule="MYT-113", alternatives=(2,), help="price of a card added to the deck"),
    Knob("army_gold", 1, low=1, high=4, unit="gold", rule="MYT-111", alternatives=(2,), help="price of an army"),
    Knob("ship_gold", 2, low=1, high=4, unit="gold", rule="MYT-111", alternatives=(1, 3), help="price of a ship"),
    Knob("city_stone", 2, high=5, unit="stone", rule="MYT-128", alternatives=(1, 3), help="cost of a city"),
    Knob("castle_stone", 1, high=5, unit="stone", rule="MYT-129", alternatives=(0, 2), help="cost of a castle"),
    Knob("road_stone", 2, high=5, unit="stone", rule="MYT-130", alternatives=(1, 3), help="cost of a road"),
    Knob("road_hill_extra_stone", 1, high=3, unit="stone", rule="MYT-202", help="added for a road over a hill border"),
    Knob("attack_food", 1, high=3, unit="food", rule="MYT-64", alternatives=(0, 2), help="cost of an attack"),
    Knob("attack_hill_extra_food", 1, high=3, unit="food", rule="MYT-202", help="added for an attack over a hill border"),
    Knob("reinforce_food", 1, high=3, unit="food", rule="MYT-78", alternatives=(0, 2),
         help="cost of placing armies in a province under own attack"),
    Knob("patronage_gold", 2, high=5, unit="gold", rule="MYT-140", help="cost of the patronage action"),
    Knob("guilded_city_gold", 1, high=4, unit="gold", rule="MYT-159", help="extra payment for a Guilded City token"),
    Knob("roadside_inns_gold", 1, high=4, unit="gold", rule="MYT-165", help="extra payment for a Roadside Inns token"),
    Knob("diplomat_gold", 1, high=4, unit="gold", rule="MYT-174", help="cost of Diplomat"),
    Knob("mercenary_gold", 1, high=4, unit="gold", rule="MYT-183", help="cost of Mercenary"),
    Knob("mystic_gold", 1, high=4, unit="gold", rule="MYT-186", help="cost of Mystic"),
)  # fmt: skip

STRENGTH = (
    Knob("army_strength", 1, high=5, unit="strength", rule="MYT-93", help="strength of an army"),
    Knob("ship_strength", 1, high=5, unit="strength", rule="MYT-93", help="strength of a ship next to the province"),
    Knob("mercenary_strength", 1, high=5, unit="strength", rule="MYT-93", help="strength of a mercenary"),
    Knob("castle_strength", 2, high=5, unit="strength", rule="MYT-94", alternatives=(1, 3), help="defence of a castle"),
    Knob("citadel_strength", 2, high=5, unit="strength", rule="MYT-94", alternatives=(1, 3), help="defence of a citadel"),
    Knob("rough_strength", 1, high=5, unit="strength", rule="MYT-94", alternatives=(0, 2),
         help="defence of a controlled province in rough terrain"),
    Knob("dragon_strength", 4, high=9, unit="strength", rule="MYT-98", alternatives=(2, 3, 5),
         help="added to a neutral province by a dragon"),
    Knob("cavalry_strength", 1, high=5, unit="strength", rule="MYT-95", help="attack bonus of Cavalry"),
    Knob("limes_strength", 1, high=5, unit="strength", rule="MYT-94", help="defence bonus of Limes"),
    Knob("ranger_strength", 1, high=5, unit="strength", rule="MYT-96", help="bonus of Ranger in rough terrain"),
    Knob("settlement_strength", 0, high=5, unit="strength", rule="MYT-97", alternatives=(1, 2),
         help="defence of any controlled province"),
    Knob("neutral_offset", 0, low=-4, high=6, unit="strength", rule="MYT-98", source="assumed", alternatives=(-1, 1, 2),
         plausible=(-1, 2), help="added to every printed neutral strength (never below 0; MYT-D13)"),
)  # fmt: skip

RESERVE_AND_SCORE = (
    Knob("reserve_base", 2, high=6, unit="cards", rule="MYT-118", source="assumed", alternatives=(1, 3), plausible=(1, 3),
         help="cards in the reserve without any city (MYT-D17)"),
    Knob("reserve_per_city", 1, high=3, unit="cards", rule="MYT-118", help="reserve capacity of a city"),
    Knob("reserve_per_citadel", 1, high=3, unit="cards", rule="MYT-118", help="reserve capacity of the citadel"),
    Knob("reserve_warehouse", 2, high=5, unit="cards", rule="MYT-198", help="reserve capacity of Warehouse"),
    Knob("queen_hand_bonus", 1, high=3, unit="cards", rule="MYT-191", help="cards that Queen adds to the refilled hand"),
    Knob("province_vp", 3, low=1, high=6, unit="VP", rule="MYT-148", alternatives=(2, 4), help="value of a province"),
    Knob("fixed_token_value", 2, low=1, high=3, unit="VP", rule="MYT-18", help="value of a token on the fixed cards"),
)  # fmt: skip

LIMITS = (
    Knob("max_rounds", 200, high=5000, unit="rounds", rule="MYT-147", source="assumed", plausible=(100, 600),
         alternatives=(100, 600), help="the game is stopped after so many rounds, 0 = never (MYT-D18)"),
    Knob("stall_rounds", 60, high=5000, unit="rounds", rule="MYT-147", source="assumed", plausible=(30, 100),
         alternatives=(30, 100, 0), help="... or after so many rounds without a token taken, 0 = never (MYT-D18)"),
    Knob("free_actions_per_turn", 12, low=1, high=40, unit="actions", rule="MYT-35", source="assumed", plausible=(8, 20),
         alternatives=(8, 20), help="guard against endless free actions (MYT-D19)"),
)  # fmt: skip


def _symbols(**limits: int) -> tuple[Knob, ...]:
    """Symbol columns of a card: how many of each kind it shows."""
    return tuple(
        Knob(kind, 0, high=limits.get(kind, 1), unit="symbols", rule="MYT-45", help=f"{kind} symbols")
        for kind in ("food", "stone", "gold", "army", "ship")
    )


TABLES = (
    Rows(
        "sea_areas",
        columns=(Knob("next_to", "", help="adjacent sea areas, separated by commas"),),
        limit=12,
        rule="MYT-66",
        help="the sea areas",
    ),
    Rows(
        "provinces",
        columns=(
            Knob(
                "symbol",
                kind="choice",
                choices=("food", "stone", "gold", "army"),
                rule="MYT-46",
                help="symbol of the card",
            ),
            Knob("strength", low=0, high=12, unit="strength", rule="MYT-98", help="printed neutral strength"),
            Knob("rough", False, rule="MYT-204", help="rough terrain"),
            Knob("seas", "", rule="MYT-66", help="sea areas it touches, separated by commas"),
            Knob("island", "mainland", choices=ISLANDS, rule="MYT-161", help="island it belongs to"),
        ),
        limit=40,
        rule="MYT-12",
        help="the provinces and their cards",
    ),
    Rows(
        "borders",
        columns=(Knob("terrain", kind="choice", choices=TERRAINS, rule="MYT-202", help="terrain of the border"),),
        limit=120,
        rule="MYT-63",
        help="the land borders, named by their two provinces",
    ),
    Rows("basic_cards", columns=_symbols(army=2), limit=4, rule="MYT-200", help="the kinds of start cards"),
    Rows("progress_cards", columns=_symbols(army=2), limit=29, rule="MYT-169", help="the progress cards"),
    Rows(
        "vp_cards",
        columns=(
            Knob("tokens", low=1, high=9, unit="tokens", rule="MYT-19", help="tokens put on the card"),
            Knob(
                "value",
                low=1,
                high=3,
                unit="VP",
                rule="MYT-19",
                help="value of a token (of the first, where they differ)",
            ),
            Knob(
                "second_value", 0, high=3, unit="VP", rule="MYT-19", help="value of the second token of a card with two"
            ),
        ),
        limit=10,
        rule="MYT-17",
        help="the variable victory-point cards",
    ),
)

PARAMS = Params(knobs=SETUP + TURN + COST + STRENGTH + RESERVE_AND_SCORE + LIMITS, rows=TABLES)
