from simcore.games.mythotopia.bits import count
from simcore.games.mythotopia.campaign import seas_with_ships
from simcore.games.mythotopia.state import (
    ATTACK,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    BUY,
    PATRONAGE,
    PLACE_ARMIES,
    PLACE_SHIPS,
    RESERVE,
    VP_LORD,
    VP_MASTER,
)
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    build,
    improve,
    last_things,
    menu,
    neutral_provinces,
    new_sea_within_reach,
    of_aggressors,
    on_menu,
    open_attacks,
    patronage,
    plan_attack,
    plan_fleet,
    plan_purchase,
    plan_reinforcement,
    protect,
    routine,
    ships_owned,
    weak_provinces,
    wish_list,
)

WISHES = wish_list(
    "Ship", "Merchant", "Gold Mine", "Market", "Queen", "General", "Army", "Counsellor", "Providence", "Philosopher"
)


@rule
def coasts(s, t, seat):
    """Provinces next to own ships, and the islands while Lord of the Isles has tokens."""
    found = s.own[seat] & 0
    for sea in range(t.sea_areas_n):
        if s.ships[seat, sea] > 0:
            found |= t.coast[sea]
    if s.tokens_left[VP_LORD] > 0:
        found |= t.islands[0] | t.islands[1]
    return found


@rule
def seas_short_of_mastery(s, seat):
    """How many more sea areas the next Master of the Sea token needs, 0 when none is left to win."""
    number = count(seas_with_ships(s, seat))
    if s.master_left[0] and number < 3:
        return 3 - number
    if s.master_left[1] and number < 4:
        return 4 - number
    return 0


@strategy
def admiral(s, t, legal, seat, fleet=5, guarded=2):
    """Rules the sea: ships in three, then four sea areas, and wars along the coasts where its ships count.

    Builds where it brings a token, buys ships until it owns `fleet`, sends them before armies to open wars and wherever
    they guard at least `guarded` own provinces, goes for the islands, and strikes back at whoever attacks it.
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
    mastery = seas_short_of_mastery(s, seat) if s.in_play[VP_MASTER] else 0
    to_master = mastery > 0 and new_sea_within_reach(s, t, seat)
    if on_menu(offered, PLACE_SHIPS) and to_master and plan_fleet(s, t, seat) >= 0:
        return PLACE_SHIPS
    if on_menu(offered, PLACE_SHIPS) and plan_fleet(s, t, seat) >= guarded:
        return PLACE_SHIPS
    short_of_ships = s.ship_stock[seat] < max(mastery, 1) and ships_owned(s, t, seat) < fleet
    if on_menu(offered, BUY) and short_of_ships and plan_purchase(s, t, seat, 0, 1):
        return BUY
    if on_menu(offered, ATTACK) and open_attacks(s, seat) < 2:
        shores = coasts(s, t, seat) & (neutral_provinces(s) | weak_provinces(s, t, seat, 2))
        shores |= weak_provinces(s, t, seat, 1) & (s.dealt[seat] | of_aggressors(s, seat))
        if plan_attack(s, t, seat, shores, 0.0, 1.0, 1) > 0.5:
            return ATTACK
        if plan_attack(s, t, seat, neutral_provinces(s), 0.0, 0.0, 0) > 1.0:
            return ATTACK
    if on_menu(offered, BUY) and s.army_stock[seat] <= 2 and plan_purchase(s, t, seat, 5, 0):
        return BUY
    code = improve(s, t, seat, offered, WISHES, 5, -1, 0)
    if code >= 0:
        return code
    if patronage(s, t, seat, offered):
        return PATRONAGE
    return last_things(s, t, seat, offered)
