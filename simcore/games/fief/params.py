"""The knobs and data tables of fief. The rows of the tables stand in `scenarios/fief/base.toml`."""

from simcore.params import Knob, Params, Rows

RESOURCES = ("food", "energy", "gold", "labour")
LANDSCAPES = ("Field", "Farm", "Forest", "Mine")
TROOPS = ("Worker", "Merchant", "Artist", "Bureaucrat", "Soldier", "Priest", "Archer", "Knight", "Infantry")
BUILDINGS = ("Bank", "School", "Church", "Stable", "Smithy", "Carpentry", "Workshop", "Tower", "Fortress", "Castle")
PRINTED_TROOPS = (20, 3, 3, 3, 8, 3, 3, 3, 3)  # copies in the box, the most a scenario can deal

OFF = 99  # the value that switches a limit or price off (see the knobs that name it)

_GAME = (
    Knob("teams", False, rule="FIEF-147", alternatives=(True,), help="two teams, seats 0 and 2 against 1 and 3 (4 players only)"),
    Knob("starting_seat", "drawn", choices=("drawn", "seat_0", "seat_1", "seat_2", "seat_3"), rule="FIEF-07", source="assumed",
         alternatives=("seat_0",), help="who begins: drawn in every game, or a fixed seat (seat_0 if there is no such seat)"),
    Knob("prestige_target_solo", 7, low=1, high=20, unit="prestige", rule="FIEF-130", alternatives=(5, 6, 8, 9),
         help="prestige that wins at once"),
    Knob("prestige_target_team", 11, low=1, high=30, unit="prestige", rule="FIEF-148", alternatives=(9, 13),
         help="prestige of both partners together that wins at once"),
    Knob("equal_turns_at_prestige", False, rule="FIEF-146", source="assumed", alternatives=(True,),
         help="the round is completed after the target is reached, then most prestige wins"),
    Knob("castle_prestige", 2, low=0, high=9, unit="prestige", rule="FIEF-129", alternatives=(1, 3), help="prestige of the Castle"),
    Knob("duplicate_prestige", 0, low=0, high=1, unit="prestige", rule="FIEF-129", alternatives=(1,),
         help="prestige of a further copy of a building in the same fief"),
    Knob("empty_decks_to_end", 2, low=1, high=3, unit="decks", rule="FIEF-139", alternatives=(1, 3), help="empty decks that end the game"),
    Knob("end_on_last_building", True, rule="FIEF-138", alternatives=(False,), help="the game ends when the piles are empty"),
    Knob("turn_cap", 0, low=0, high=500, unit="turns", rule="FIEF-146", source="assumed", alternatives=(40, 60, 80),
         help="the game ends after so many turns and is scored like lack of cards; 0 is off"),
)  # fmt: skip

_CARDS = (
    Knob("initial_hand", 8, low=1, high=12, unit="cards", rule="FIEF-08", alternatives=(6, 7, 9, 10), help="cards of the initial draw"),
    Knob("initial_hand_bonus_by_turn_order", [0, 0, 0, 0], low=-4, high=4, length=4, unit="cards", rule="FIEF-08", source="assumed",
         alternatives=([0, 1, 1, 2], [0, 1, 2, 3], [-1, 0, 0, 0]), help="added to the initial hand by position in the turn order"),
    Knob("draft_order", "block", choices=("block", "one_by_one", "snake"), rule="FIEF-09", alternatives=("one_by_one", "snake"),
         help="how the initial draws follow each other"),
    Knob("first_player_draws_turn1", True, rule="FIEF-14", alternatives=(False,), help="whether the starting player draws in the first turn"),
    Knob("draw_per_turn", 1, low=1, high=3, unit="cards", rule="FIEF-14", alternatives=(2,), help="cards drawn at the start of a turn"),
    Knob("extra_card_cost_any", 4, low=1, high=12, unit="units", rule="FIEF-41", alternatives=(2, 3, 5, 6),
         help="units of any kind that buy an extra card"),
    Knob("face_up_start_buildings", ["School", "Workshop", "Bank"], kind="choice", choices=(*BUILDINGS, "random"), length=3, rule="FIEF-05",
         alternatives=(["Tower", "Fortress", "Castle"], ["Stable", "Smithy", "Carpentry"], ["random", "random", "random"]),
         help="the buildings that lie face up on the three piles at the start"),
    Knob("remove_building_kind", "none", choices=("none", *BUILDINGS), rule="FIEF-05", source="assumed",
         alternatives=("Castle", "Tower", "Bank", "School", "Workshop"), help="a building that stays in the box"),
    Knob("remove_troop_kind", "none", choices=("none", *TROOPS), rule="FIEF-02", source="assumed",
         alternatives=("Knight", "Archer", "Priest", "Bureaucrat", "Artist", "Merchant"), help="a troop that stays in the box"),
)  # fmt: skip

_ECONOMY = (
    Knob("exchange_in", 3, low=2, high=OFF, unit="units", rule="FIEF-38", alternatives=(2, 4, OFF),
         help="equal units that are turned into one other; 99 switches the exchange off"),
    Knob("hand_card_worth", 1, low=0, high=1, unit="units", rule="FIEF-39", alternatives=(0,), help="units that a discarded hand card gives"),
    Knob("hand_cards_per_payment", OFF, low=0, high=OFF, unit="cards", rule="FIEF-39", alternatives=(0, 1, 2),
         help="hand cards that may be discarded in one payment; 99 is no limit"),
    Knob("max_landscapes", 4, low=1, high=4, unit="landscapes", rule="FIEF-45", alternatives=(2, 3), help="landscapes in a fief"),
    Knob("max_buildings_per_place", 2, low=1, high=3, unit="buildings", rule="FIEF-52", alternatives=(1, 3), help="buildings on one place"),
    Knob("remove_landscape_labour", 1, low=0, high=4, unit="labour", rule="FIEF-47", help="price of removing an own landscape"),
    Knob("characters_per_food", 2, low=1, high=5, unit="troops", rule="FIEF-71", alternatives=(1, 3), help="troops fed by one unit of food capacity"),
    Knob("missing_building_gold", 2, low=0, high=OFF, unit="gold", rule="FIEF-58", alternatives=(0, 1, 3, OFF),
         help="surcharge for a troop without its building; 99 makes the building compulsory"),
    Knob("boost_slots", 2, low=0, high=OFF, unit="helpers", rule="FIEF-29", source="assumed", plausible=(0, 4), alternatives=(0, 1, 3, OFF),
         help="helpers that count on a place whose row does not say otherwise; 99 is no limit"),
    Knob("booster_rule", "labour_symbol", choices=("labour_symbol", "worker_only", "any_producer"), rule="FIEF-28",
         alternatives=("worker_only", "any_producer"), help="which attached troops help a place"),
    Knob("farm_resource", "food", choices=("food", "labour"), rule="FIEF-26", alternatives=("labour",), help="what a Farm produces"),
    Knob("building_production", "place", choices=("place", "own_symbol", "none"), rule="FIEF-32", alternatives=("own_symbol", "none"),
         help="what a civil building adds: a unit of its place, of its printed symbol, or nothing"),
    Knob("building_cost_delta", 0, low=-6, high=6, unit="units", rule="FIEF-49", source="assumed", plausible=(-2, 2), alternatives=(-2, -1, 1, 2),
         help="added to the largest entry of every building's cost (the first of equals), not below 0"),
    Knob("artist_max_cards", 3, low=0, high=9, unit="cards", rule="FIEF-80", help="producing cards that one artist doubles"),
    Knob("bureaucrat_cut", 2, low=0, high=6, unit="units", rule="FIEF-79", help="units by which a bureaucrat lowers a building's cost"),
    Knob("merchant_gold_out", 2, low=1, high=2, unit="units", rule="FIEF-78", help="units that a merchant gives for one gold"),
    Knob("team_help_fee", 1, low=0, high=OFF, unit="units", rule="FIEF-155", alternatives=(0, 2, OFF),
         help="units that a production for the partner costs; 99 switches help off"),
    Knob("internal_moves_per_turn", 24, low=0, high=60, unit="moves", rule="FIEF-69", source="assumed", help="internal moves in one turn"),
)  # fmt: skip

_WAR = (
    Knob("siege_turns", 3, low=1, high=OFF, unit="turns", rule="FIEF-136", alternatives=(2, 4, OFF),
         help="consecutive besieged turns that eliminate a player; 99 switches sieges off"),
    Knob("siege_condition", "any_unguarded", choices=("any_unguarded", "all_unguarded", "any_enemy"), rule="FIEF-135",
         alternatives=("all_unguarded", "any_enemy"), help="what, beside an enemy in the fief, makes a siege"),
    Knob("city_attack", 2, low=0, high=9, rule="FIEF-111", source="assumed", plausible=(0, 3), alternatives=(0, 1, 3), help="attack of a city"),
    Knob("city_defence", 5, low=1, high=20, rule="FIEF-116", source="assumed", plausible=(4, 8), alternatives=(4, 6, 7, 8), help="defence of a city"),
    Knob("civil_building_defence", 1, low=0, high=3, rule="FIEF-62", help="defence bonus that a civil building gives to one card of its place"),
    Knob("damage_split", "free", choices=("free", "sequential"), rule="FIEF-113", alternatives=("sequential",),
         help="free: point by point; sequential: a damaged card is filled up first"),
    Knob("multi_attack_on_one_target", "merge", choices=("merge", "forbidden"), rule="FIEF-109", alternatives=("forbidden",),
         help="whether several groups may attack the same target, as one army"),
    Knob("combat_taps_attackers", False, rule="FIEF-103", alternatives=(True,), help="troops that attacked are tapped after the war"),
    Knob("summoning_delay", False, rule="FIEF-64", alternatives=(True,), help="a troop played this turn makes no external move"),
    Knob("troop_moves", 1, low=1, high=3, unit="moves", rule="FIEF-92", help="external moves of a troop per turn"),
    Knob("knight_moves", 2, low=1, high=3, unit="moves", rule="FIEF-86", alternatives=(1, 3), help="external moves of a Knight per turn"),
    Knob("archer_damage", 1, low=0, high=5, unit="damage", rule="FIEF-119", alternatives=(0, 2), help="damage of a shot; 0 switches shots off"),
    Knob("priest_heal", 1, low=0, high=5, unit="damage", rule="FIEF-121", alternatives=(0, 2), help="damage that a Priest heals; 0 switches it off"),
    Knob("infantry_support_defence", 1, low=0, high=5, rule="FIEF-87", alternatives=(0, 2), help="defence that Infantry lends to another troop"),
    Knob("passable_enemy_fief", True, rule="FIEF-94", alternatives=(False,), help="whether troops may march on through a living enemy's fief"),
)  # fmt: skip

_COST = Knob("cost", low=0, high=12, length=4, kind="int", unit="units", help="food, energy, gold, labour")
_BASE = Knob("base", 1, low=1, high=3, unit="units", help="units that the card produces without helpers")
_SLOTS = Knob(
    "boost_slots", -1, low=-1, high=OFF, unit="helpers", help="helpers that count; -1: as rules.boost_slots says"
)
_SYMBOL = Knob("produces", choices=("none", *RESOURCES), kind="choice", help="production symbol")

PARAMS = Params(
    knobs=_GAME + _CARDS + _ECONOMY + _WAR,
    rows=(
        Rows(
            "landscapes",
            columns=(
                Knob("count", low=0, high=20, kind="int", unit="cards", help="copies in the landscape deck"),
                Knob(
                    "resource",
                    choices=(*RESOURCES, "farm_resource"),
                    kind="choice",
                    help="what the landscape produces; farm_resource: as the knob of that name says",
                ),
                _BASE,
                _SLOTS,
                _COST,
            ),
            limit=len(LANDSCAPES),
            rule="FIEF-25",
            help="landscape cards",
        ),
        Rows(
            "cities",
            columns=(Knob("resource", choices=RESOURCES, kind="choice", help="what the city produces"), _BASE, _SLOTS),
            limit=1,
            rule="FIEF-24",
            help="the city card that every player has",
        ),
        Rows(
            "troops",
            columns=(
                Knob("count", low=0, high=20, kind="int", unit="cards", help="copies in its deck"),
                Knob("attack", low=0, high=20, kind="int", help="attack value"),
                Knob("defence", low=1, high=20, kind="int", help="defence value"),
                _COST,
                _SYMBOL,
                Knob(
                    "needs_building",
                    choices=("none", *BUILDINGS),
                    kind="choice",
                    help="building that saves the surcharge",
                ),
            ),
            limit=len(TROOPS),
            rule="FIEF-64",
            help="military and character cards",
        ),
        Rows(
            "buildings",
            columns=(
                Knob(
                    "count",
                    low=0,
                    high=3,
                    kind="int",
                    unit="cards",
                    help="copies in the piles (military buildings: at most 1)",
                ),
                Knob("prestige", low=-1, high=9, kind="int", help="prestige points; -1: as rules.castle_prestige says"),
                _COST,
                Knob(
                    "printed_symbol",
                    "none",
                    choices=("none", *RESOURCES),
                    help="used only by building_production = own_symbol",
                ),
                Knob("attack", 0, low=0, high=20, help="attack value (military buildings)"),
                Knob("defence", 0, low=0, high=20, help="defence value (military buildings)"),
            ),
            limit=len(BUILDINGS),
            rule="FIEF-49",
            help="civil and military buildings",
        ),
    ),
)
