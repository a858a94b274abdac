from simcore.games.mythotopia.bits import lowest
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
)
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    build,
    improve,
    last_things,
    menu,
    neighbours,
    neutral_provinces,
    of_aggressors,
    on_menu,
    open_attacks,
    patronage,
    plan_attack,
    plan_fleet,
    plan_garrison,
    plan_purchase,
    plan_reinforcement,
    protect,
    routine,
    ships_owned,
    weak_provinces,
    wish_list,
)

WISHES = wish_list(
    *("Build", "Quarry", "Limes", "Levies", "Ranger", "Militia", "Mercenary", "Queen", "Hero", "Diplomat"),
    "Reserve Army",
)


@rule
def beside_castles(s, t, seat):
    """Provinces that border an own castle."""
    found = s.own[seat] & 0
    rest = s.own[seat] & s.castle
    while rest != 0:
        found |= neighbours(t, lowest(rest))
        rest &= rest - 1
    return found


@strategy
def warden(s, t, legal, seat, most_wars=3, guarded=3, fleet=5):
    """Gives nothing away: castles, guard ships, Limes, and tokens for wars that it holds.

    Answers every attack with more than a tie, puts ships (up to `fleet`) where they guard at least `guarded` own
    provinces, posts garrisons in exposed cities, strikes back at weak provinces, in up to `most_wars` at once: of
    whoever attacks it, beside its castles, or its own of the start, and takes easy neutral ones when nothing else is to do.
    """
    code = routine(s, t, legal, seat, WISHES)
    if code >= 0:
        return code
    offered = menu(legal)
    code = protect(s, t, seat, offered, 0.6, 1)
    if code >= 0:
        return code
    weak = weak_provinces(s, t, seat, 1) & (beside_castles(s, t, seat) | s.dealt[seat] | of_aggressors(s, seat))
    free_to_attack = on_menu(offered, ATTACK) and open_attacks(s, seat) < most_wars and weak != 0
    if free_to_attack and plan_attack(s, t, seat, weak, 0.0, 1.0, 0) > 1.0:
        return ATTACK
    code = build(s, t, seat, offered, BUILD_CASTLE, BUILD_CITY, BUILD_ROAD)
    if code >= 0:
        return code
    if on_menu(offered, PLACE_SHIPS) and plan_fleet(s, t, seat) >= guarded:
        return PLACE_SHIPS
    if ability_to_store(s, seat) and on_menu(offered, RESERVE):
        return RESERVE
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 0:
        return PLACE_ARMIES
    short_of_ships = s.ship_stock[seat] == 0 and ships_owned(s, t, seat) < fleet
    if on_menu(offered, BUY) and short_of_ships and plan_purchase(s, t, seat, 0, 1):
        return BUY
    if patronage(s, t, seat, offered):
        return PATRONAGE
    idle = on_menu(offered, ATTACK) and open_attacks(s, seat) < 2
    if idle and plan_attack(s, t, seat, neutral_provinces(s), 0.0, 0.0, 0) > 1.0:
        return ATTACK
    code = improve(s, t, seat, offered, WISHES, 6, 2, 5)
    if code >= 0:
        return code
    if on_menu(offered, PLACE_ARMIES) and plan_garrison(s, t, seat):
        return PLACE_ARMIES
    return last_things(s, t, seat, offered)
