"""From scenario values to the derived tables: maps, symbols, costs. Plain Python, run once per scenario."""

from simcore.errors import UserError
from simcore.games.fief.bits import bundle_of
from simcore.games.fief.params import BUILDINGS, LANDSCAPES, PRINTED_TROOPS, RESOURCES, TROOPS
from simcore.games.fief.state import CITY, KIND_MASK, LABOUR, TOWER, WORKER

ROOM_FOR_LANDSCAPES = 80
ROOM_FOR_BUILDINGS = 30


def derive(t, values, players):
    _check_rows(values)
    _geometry(t, players)
    _places(t, values)
    _troops(t, values)
    _buildings(t, values)
    t.cards_total = int(sum(t.kind_count))
    if t.initial_hand + max(t.initial_hand_bonus_by_turn_order[:players]) < 1:
        raise UserError("rules.initial_hand_bonus_by_turn_order leaves nobody a card to draw")
    most = players * (t.initial_hand + max(t.initial_hand_bonus_by_turn_order))
    if t.cards_total < most + 8:
        raise UserError(
            f"the decks hold {t.cards_total} cards: too few for initial hands of up to {most} cards and a game"
        )
    t.team_game = int(t.teams and players == 4)
    t.target = t.prestige_target_team if t.team_game else t.prestige_target_solo


def _check_rows(values):
    for table, names in (("landscapes", LANDSCAPES), ("troops", TROOPS), ("buildings", BUILDINGS)):
        if tuple(values[table]) != names:
            raise UserError(f"{table}: the rows must be {', '.join(names)}, in this order")


def _geometry(t, players):
    """FIEF-88 to FIEF-90: in-between fief 4 + s lies between seats s and s + 1; two players share a single one."""
    for s in range(1 if players == 2 else players):
        between = 4 + s
        for seat in (s, (s + 1) % players):
            t.adjacent[between] |= 1 << seat
            t.adjacent[seat] |= 1 << between


def _places(t, values):
    """FIEF-24 to FIEF-26, FIEF-29: what a landscape or the city yields."""
    for kind, row in enumerate(values["landscapes"].values()):
        resource = row["resource"] if row["resource"] in RESOURCES else values["rules"]["farm_resource"]
        _place(t, kind, row, resource)
        t.kind_cost[kind] = bundle_of(row["cost"])
        t.kind_units[kind] = sum(row["cost"])
        t.kind_count[kind] = row["count"]
        t.kind_building[kind] = t.symbol[kind] = -1
    (city,) = values["cities"].values()
    _place(t, CITY, city, city["resource"])
    if sum(row["count"] for row in values["landscapes"].values()) > ROOM_FOR_LANDSCAPES:
        raise UserError(f"landscapes: there is room for {ROOM_FOR_LANDSCAPES} cards in the deck")


def _place(t, kind, row, resource):
    t.place_resource[kind] = RESOURCES.index(resource)
    t.place_base[kind] = row["base"]
    t.place_slots[kind] = row["boost_slots"] if row["boost_slots"] >= 0 else t.boost_slots


def _troops(t, values):
    """FIEF-28, FIEF-35, FIEF-57: costs, strengths, symbols, and who helps on a place."""
    helpers = values["rules"]["booster_rule"]
    for kind, (name, row) in enumerate(values["troops"].items(), WORKER):
        if row["count"] > PRINTED_TROOPS[kind - WORKER]:
            raise UserError(f"troops.{name}.count is {row['count']}: the box holds {PRINTED_TROOPS[kind - WORKER]}")
        t.kind_count[kind] = 0 if values["rules"]["remove_troop_kind"] == name else row["count"]
        t.kind_cost[kind] = bundle_of(row["cost"])
        t.kind_units[kind] = sum(row["cost"])
        t.kind_attack[kind] = row["attack"]
        t.kind_defence[kind] = row["defence"]
        t.kind_building[kind] = -1 if row["needs_building"] == "none" else BUILDINGS.index(row["needs_building"])
        symbol = -1 if row["produces"] == "none" else RESOURCES.index(row["produces"])
        t.symbol[kind] = symbol
        mask = int(KIND_MASK[kind])
        if symbol >= 0:
            t.producers |= mask
            t.makers[symbol] |= mask
        helping = {"labour_symbol": symbol == LABOUR, "worker_only": kind == WORKER, "any_producer": symbol >= 0}
        if helping[helpers]:
            t.helpers |= mask


def _buildings(t, values):
    for kind, (name, row) in enumerate(values["buildings"].items()):
        if kind >= TOWER and row["count"] > 1:
            raise UserError(f"buildings.{name}.count is {row['count']}: there can be only one of a military building")
        cost = list(row["cost"])
        largest = cost.index(max(cost))
        cost[largest] = max(0, cost[largest] + t.building_cost_delta)
        t.building_cost[kind] = bundle_of(cost)
        t.building_units[kind] = sum(cost)
        t.building_prestige[kind] = row["prestige"] if row["prestige"] >= 0 else t.castle_prestige
        t.building_symbol[kind] = -1 if row["printed_symbol"] == "none" else RESOURCES.index(row["printed_symbol"])
        t.building_attack[kind] = row["attack"]
        t.building_defence[kind] = row["defence"]
        t.building_count[kind] = 0 if values["rules"]["remove_building_kind"] == name else row["count"]
    if not 3 <= sum(t.building_count) <= ROOM_FOR_BUILDINGS:
        raise UserError(f"buildings: there must be 3 to {ROOM_FOR_BUILDINGS} cards, one for the top of each pile")
