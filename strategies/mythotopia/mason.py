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
    BUILDER,
    ability_to_store,
    cards_added,
    carry_out,
    first_things,
    last_things,
    late_goals,
    menu,
    neutral_provinces,
    on_menu,
    plan_attack,
    plan_castle,
    plan_city,
    plan_defence,
    plan_draft,
    plan_purchase,
    plan_road,
    rescue,
    token_worth,
    wish_list,
)

WISHES = wish_list(
    *(
        "Quarry",
        "Build",
        "Market",
        "Water Mill",
        "Queen",
        "General",
        "Gold Mine",
        "Merchant",
        "Warehouse",
        "Providence",
    ),
    *("Limes", "Scribe", "Alchemist"),
)


@strategy
def mason(s, t, legal, seat, enough_cards=7):
    """Builds cities, castles and roads as long as they bring tokens, and lives in peace.

    Defends cities, other provinces only where one army suffices; buys patronage, drafts cards that give stone (at most
    `enough_cards`), and attacks only neutral provinces that are easy or hold a runestone.
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
    if on_menu(offered, BUILD_CITY) and token_worth(s, t, seat, VP_CITY, 0) and plan_city(s, t, seat):
        return BUILD_CITY
    if on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0) and plan_castle(s, t, seat, False):
        return BUILD_CASTLE
    if on_menu(offered, BUILD_ROAD) and token_worth(s, t, seat, VP_STREETS, 0) and plan_road(s, t, seat):
        return BUILD_ROAD
    if on_menu(offered, PATRONAGE):
        return PATRONAGE
    if on_menu(offered, ADD_CARD) and cards_added(s, seat) < enough_cards and plan_draft(s, t, seat, WISHES):
        return ADD_CARD
    if on_menu(offered, ATTACK) and plan_attack(s, t, seat, neutral_provinces(s), 0.0, 0.0, 0, 0) > 1.0:
        return ATTACK
    if on_menu(offered, BUY) and s.army_stock[seat] < 2 and plan_purchase(s, t, seat, 2, 0):
        return BUY
    code = late_goals(s, t, seat, offered)
    return code if code >= 0 else last_things(s, t, seat, offered, BUILDER)
