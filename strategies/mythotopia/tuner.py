from simcore.games.mythotopia.cards import deck_size
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ATTACK,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    BUY,
    DIPLOMAT,
    MAIN,
    PATRONAGE,
    PLACE_ARMIES,
    RESERVE,
    THIN,
    VP_CASTLE,
    VP_CITY,
    VP_STREETS,
)
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    BUILDER,
    ability_to_store,
    best_building_token,
    cards_added,
    carry_out,
    first_things,
    last_things,
    late_goals,
    menu,
    neutral_provinces,
    on_menu,
    open_attacks,
    plan_attack,
    plan_castle,
    plan_city,
    plan_defence,
    plan_draft,
    plan_purchase,
    plan_reinforcement,
    plan_road,
    rescue,
    token_worth,
    weak_provinces,
    wish_list,
    worth_thinning,
)

WISHES = wish_list(
    *("Queen", "Warehouse", "Quarry", "Gold Mine", "Providence", "Counsellor", "Water Mill", "Market", "General"),
    *("Levies", "Mystic", "Philosopher", "Alchemist"),
)


@strategy
def tuner(s, t, legal, seat, tuning_rounds=6, small_deck=8):
    """First makes the deck small and strong, then builds twice a turn, then expands.

    Thins and drafts in turn for `tuning_rounds` rounds or until `small_deck` cards are left, stores every Reserve
    ability, and turns to neutral provinces when the fixed victory-point cards are empty.
    """
    if s.phase != MAIN:
        return carry_out(s, t, legal, seat, BUILDER, WISHES)
    code = first_things(s, t, legal, seat, BUILDER, True)
    if code >= 0:
        return code
    offered = menu(legal)
    if on_menu(offered, PLACE_ARMIES) and plan_defence(s, t, seat) >= 2.6:
        return PLACE_ARMIES
    if rescue(s, t, seat, offered):
        return DIPLOMAT
    if ability_to_store(s, seat) and on_menu(offered, RESERVE):
        return RESERVE
    if s.rounds <= tuning_rounds:
        if on_menu(offered, ADD_CARD) and plan_draft(s, t, seat, WISHES):
            return ADD_CARD
        if on_menu(offered, THIN) and deck_size(s, seat) > small_deck and worth_thinning(s, t, seat, BUILDER) > 0:
            return THIN
    if on_menu(offered, BUILD_CITY) and token_worth(s, t, seat, VP_CITY, 0) and plan_city(s, t, seat):
        return BUILD_CITY
    if on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0) and plan_castle(s, t, seat, False):
        return BUILD_CASTLE
    if on_menu(offered, BUILD_ROAD) and token_worth(s, t, seat, VP_STREETS, 0) and plan_road(s, t, seat):
        return BUILD_ROAD
    if on_menu(offered, PATRONAGE):
        return PATRONAGE
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 0:
        return PLACE_ARMIES
    settled = best_building_token(s, t, seat) == 0
    if on_menu(offered, ATTACK) and open_attacks(s, seat) < (2 if settled else 1):
        wide = neutral_provinces(s) | weak_provinces(s, t, seat, 1)
        if plan_attack(s, t, seat, wide, 1.0, 1.0, 0, 1 if settled else 0) > 1.0:
            return ATTACK
    if on_menu(offered, ADD_CARD) and cards_added(s, seat) < 8 and plan_draft(s, t, seat, WISHES):
        return ADD_CARD
    if on_menu(offered, BUY) and s.army_stock[seat] <= 1 and plan_purchase(s, t, seat, 4, 0):
        return BUY
    code = late_goals(s, t, seat, offered)
    return code if code >= 0 else last_things(s, t, seat, offered, BUILDER)
