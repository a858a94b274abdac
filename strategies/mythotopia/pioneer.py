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
    VP_CASTLE,
    VP_CITY,
    VP_STREETS,
)
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    FIGHTER,
    ability_to_store,
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
)

WISHES = wish_list("Levies", "Army", "Militia", "Farming", "General", "Queen", "Providence", "Hero", "Ship", "Ranger")


@strategy
def pioneer(s, t, legal, seat, enough_cards=5, patience=2):
    """Takes neutral provinces, one war at a time, and retakes those of its first ones that were lost.

    Reinforces its attack until it wins (up to `patience` armies may be missing at first), buys armies when few are left,
    drafts fighters, and builds with what remains, castles in threatened provinces first.
    """
    if s.phase != MAIN:
        return carry_out(s, t, legal, seat, FIGHTER, WISHES)
    code = first_things(s, t, legal, seat, FIGHTER, False)
    if code >= 0:
        return code
    offered = menu(legal)
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 0:
        return PLACE_ARMIES
    if on_menu(offered, PLACE_ARMIES) and plan_defence(s, t, seat) >= 2.4:
        return PLACE_ARMIES
    if rescue(s, t, seat, offered):
        return DIPLOMAT
    if ability_to_store(s, seat) and on_menu(offered, RESERVE):
        return RESERVE
    free_to_attack = on_menu(offered, ATTACK) and open_attacks(s, seat) == 0
    lost = weak_provinces(s, t, seat, 1) & s.dealt[seat]
    if free_to_attack and plan_attack(s, t, seat, neutral_provinces(s) | lost, 1.0, 0.0, 1, patience) > 0.5:
        return ATTACK
    if on_menu(offered, BUY) and s.army_stock[seat] <= 3 and plan_purchase(s, t, seat, 6, 0):
        return BUY
    if on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0) and plan_castle(s, t, seat, False):
        return BUILD_CASTLE
    if on_menu(offered, BUILD_CITY) and token_worth(s, t, seat, VP_CITY, 0) and plan_city(s, t, seat):
        return BUILD_CITY
    if on_menu(offered, BUILD_ROAD) and token_worth(s, t, seat, VP_STREETS, 0) and plan_road(s, t, seat):
        return BUILD_ROAD
    if on_menu(offered, ADD_CARD) and cards_added(s, seat) < enough_cards and plan_draft(s, t, seat, WISHES):
        return ADD_CARD
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, True) > 0:
        return PLACE_ARMIES
    if on_menu(offered, PATRONAGE):
        return PATRONAGE
    code = late_goals(s, t, seat, offered)
    return code if code >= 0 else last_things(s, t, seat, offered, FIGHTER)
