from simcore.games.mythotopia.state import ATTACK, BUILD_CASTLE, BUILD_CITY, BUILD_ROAD, PATRONAGE, PLACE_SHIPS, RESERVE
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    BUILDER,
    ability_to_store,
    build,
    improve,
    last_things,
    menu,
    neutral_provinces,
    on_menu,
    patronage,
    plan_attack,
    plan_fleet,
    protect,
    routine,
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
def mason(s, t, legal, seat, enough_cards=7, guarded=4):
    """Builds cities, castles and roads as long as they bring tokens, and lives in peace.

    Defends cities, other provinces only where few armies suffice; buys patronage, drafts cards that give stone (at most
    `enough_cards`), sends ships where they guard at least `guarded` own provinces, and attacks only neutral provinces that are easy or hold a runestone.
    """
    code = routine(s, t, legal, seat, BUILDER, WISHES)
    if code >= 0:
        return code
    offered = menu(legal)
    code = protect(s, t, seat, offered, 2.4, 1)
    if code >= 0:
        return code
    if ability_to_store(s, seat) and on_menu(offered, RESERVE):
        return RESERVE
    code = build(s, t, seat, offered, BUILD_CITY, BUILD_CASTLE, BUILD_ROAD)
    if code >= 0:
        return code
    if patronage(s, t, seat, offered):
        return PATRONAGE
    code = improve(s, t, seat, offered, WISHES, enough_cards, 1, 2)
    if code >= 0:
        return code
    if on_menu(offered, ATTACK) and plan_attack(s, t, seat, neutral_provinces(s), 0.0, 0.0, 0, 0) > 1.0:
        return ATTACK
    if on_menu(offered, PLACE_SHIPS) and plan_fleet(s, t, seat) >= guarded:
        return PLACE_SHIPS
    return last_things(s, t, seat, offered, BUILDER)
