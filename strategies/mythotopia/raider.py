from simcore.games.mythotopia.state import (
    ATTACK,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    BUY,
    PATRONAGE,
    PLACE_ARMIES,
    RESERVE,
    VP_DEFENDER,
)
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    build,
    improve,
    last_things,
    menu,
    neutral_provinces,
    on_menu,
    open_attacks,
    patronage,
    plan_attack,
    plan_defence,
    plan_purchase,
    plan_reinforcement,
    routine,
    sail,
    token_worth,
    weak_provinces,
    wish_list,
)

WISHES = wish_list(
    *("Portal", "Levies", "Cavalry", "Army", "General", "Marauders", "Hero", "Providence", "Queen", "Farming"),
)


@strategy
def raider(s, t, legal, seat, most_wars=3, easy=1, guarded=3, fleet=5):
    """Takes what rivals leave undefended and can hardly answer, the leader's provinces first.

    Keeps up to `most_wars` attacks open against provinces of defence `easy` or less, never defends unless a
    Defender of the Realm token is at stake, builds where it brings a token, and sends ships (up to `fleet`) where they
    serve a war or guard at least `guarded` own provinces.
    """
    code = routine(s, t, legal, seat, WISHES)
    if code >= 0:
        return code
    offered = menu(legal)
    if on_menu(offered, PLACE_ARMIES) and token_worth(s, t, seat, VP_DEFENDER, 0) and plan_defence(s, t, seat, 0) > 3.0:
        return PLACE_ARMIES
    if ability_to_store(s, seat) and on_menu(offered, RESERVE):
        return RESERVE
    code = build(s, t, seat, offered, BUILD_CITY, BUILD_CASTLE, BUILD_ROAD)
    if code >= 0:
        return code
    free_to_attack = on_menu(offered, ATTACK) and open_attacks(s, seat) < most_wars
    if free_to_attack and plan_attack(s, t, seat, weak_provinces(s, t, seat, easy), 0.0, 1.0, 0) > 1.0:
        return ATTACK
    code = sail(s, t, seat, offered, guarded, fleet)
    if code >= 0:
        return code
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 1.0:
        return PLACE_ARMIES
    if on_menu(offered, BUY) and s.army_stock[seat] <= 1 and plan_purchase(s, t, seat, 4, 0):
        return BUY
    if free_to_attack:
        everywhere = neutral_provinces(s) | weak_provinces(s, t, seat, 4)
        if plan_attack(s, t, seat, everywhere, 0.0, 1.0, 0) > 1.5:
            return ATTACK
    code = improve(s, t, seat, offered, WISHES, 6, 0, 0)
    if code >= 0:
        return code
    if patronage(s, t, seat, offered):
        return PATRONAGE
    return last_things(s, t, seat, offered)
