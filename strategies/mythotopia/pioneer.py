from simcore.games.mythotopia.state import (
    ATTACK,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    BUY,
    PATRONAGE,
    PLACE_ARMIES,
    RESERVE,
)
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
    open_attacks,
    patronage,
    plan_attack,
    plan_purchase,
    plan_reinforcement,
    protect,
    routine,
    sail,
    weak_provinces,
    wish_list,
)

WISHES = wish_list("Levies", "Army", "Militia", "Farming", "General", "Queen", "Providence", "Hero", "Ship", "Ranger")


@strategy
def pioneer(s, t, legal, seat, enough_cards=5, patience=2, guarded=3, fleet=5):
    """Takes neutral provinces, one war at a time, and strikes back only.

    Reinforces its attack until it wins (up to `patience` armies may be missing at first), buys armies when few are left,
    drafts fighters, builds where it can, castles in threatened provinces first, sends ships (up to `fleet`) where they
    guard at least `guarded` own provinces, and takes weak provinces of whoever attacks it or holds one of its first.
    """
    code = routine(s, t, legal, seat, WISHES)
    if code >= 0:
        return code
    offered = menu(legal)
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 0:
        return PLACE_ARMIES
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
    free_to_attack = on_menu(offered, ATTACK) and open_attacks(s, seat) == 0
    own = weak_provinces(s, t, seat, 1) & (s.dealt[seat] | of_aggressors(s, seat))
    if free_to_attack and plan_attack(s, t, seat, neutral_provinces(s) | own, 0.0, 0.0, patience) > 0.5:
        return ATTACK
    if on_menu(offered, BUY) and s.army_stock[seat] <= 3 and plan_purchase(s, t, seat, 6, 0):
        return BUY
    code = improve(s, t, seat, offered, WISHES, enough_cards, -1, 0)
    if code >= 0:
        return code
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, True) > 0:
        return PLACE_ARMIES
    if patronage(s, t, seat, offered):
        return PATRONAGE
    return last_things(s, t, seat, offered)
