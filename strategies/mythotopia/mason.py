from simcore.games.mythotopia.state import ATTACK, BUILD_CASTLE, BUILD_CITY, BUILD_ROAD, PATRONAGE, RESERVE
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    build,
    improve,
    last_things,
    menu,
    neutral_provinces,
    of_aggressors,
    on_menu,
    patronage,
    plan_attack,
    protect,
    routine,
    sail,
    weak_provinces,
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
def mason(s, t, legal, seat, enough_cards=7, guarded=3, fleet=5):
    """Builds cities, castles and roads as long as they bring tokens, and lives in peace.

    Defends where few armies suffice, buys patronage, drafts cards that give stone (at most `enough_cards`), sends ships
    (up to `fleet`) where they guard at least `guarded` own provinces, and attacks neutral provinces that are easy; of
    players only those who attack it or hold one of its first provinces.
    """
    code = routine(s, t, legal, seat, WISHES)
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
    code = sail(s, t, seat, offered, guarded, fleet)
    if code >= 0:
        return code
    if patronage(s, t, seat, offered):
        return PATRONAGE
    code = improve(s, t, seat, offered, WISHES, enough_cards, 1, 2)
    if code >= 0:
        return code
    own = weak_provinces(s, t, seat, 1) & (s.dealt[seat] | of_aggressors(s, seat))
    if on_menu(offered, ATTACK) and plan_attack(s, t, seat, neutral_provinces(s) | own, 0.0, 0.0, 0) > 1.0:
        return ATTACK
    return last_things(s, t, seat, offered)
