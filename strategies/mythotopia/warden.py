from simcore.games.mythotopia.bits import lowest
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
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    BUILDER,
    FIGHTER,
    ability_to_store,
    cards_added,
    carry_out,
    first_things,
    last_things,
    late_goals,
    menu,
    neighbours,
    on_menu,
    open_attacks,
    plan_attack,
    plan_castle,
    plan_city,
    plan_defence,
    plan_draft,
    plan_garrison,
    plan_purchase,
    plan_reinforcement,
    plan_road,
    rescue,
    token_worth,
    weak_provinces,
    wish_list,
)

WISHES = wish_list(
    *(
        "Limes",
        "Levies",
        "Ranger",
        "Reserve Army",
        "Quarry",
        "Build",
        "Militia",
        "Mercenary",
        "Queen",
        "Hero",
        "Diplomat",
    ),
)
STYLE = BUILDER | FIGHTER


@rule
def beside_castles(s, t, seat):
    """Provinces that border an own castle."""
    found = s.own[seat] & 0
    rest = s.own[seat] & s.castle
    while rest != 0:
        found |= neighbours(t, lowest(rest))
        rest &= rest - 1
    return found


@rule
def of_aggressors(s, seat):
    """Provinces of the players who attack the seat right now."""
    found = s.own[seat] & 0
    for other in range(s.players):
        if other != seat and s.force[other] & s.own[seat] != 0:
            found |= s.own[other]
    return found


@strategy
def warden(s, t, legal, seat, garrison_stock=6):
    """Gives nothing away: castles, garrisons and Limes, and tokens for wars that it holds.

    Defends every province it can, posts a garrison in exposed ones while `garrison_stock` armies are left, and
    strikes back at undefended provinces: of whoever attacks it, beside its castles, or its own of the start.
    """
    if s.phase != MAIN:
        return carry_out(s, t, legal, seat, STYLE, WISHES)
    code = first_things(s, t, legal, seat, STYLE, False)
    if code >= 0:
        return code
    offered = menu(legal)
    if on_menu(offered, PLACE_ARMIES) and plan_defence(s, t, seat) >= 3.0:
        return PLACE_ARMIES
    answer = beside_castles(s, t, seat) | s.dealt[seat] | of_aggressors(s, seat)
    undefended = weak_provinces(s, t, seat, 0) & answer
    free_to_attack = on_menu(offered, ATTACK) and open_attacks(s, seat) < 2 and undefended != 0
    if free_to_attack and plan_attack(s, t, seat, undefended, 2.0, 1.0, 0, 0) > 1.0:
        return ATTACK
    if on_menu(offered, PLACE_ARMIES) and plan_defence(s, t, seat) > 0:
        return PLACE_ARMIES
    if rescue(s, t, seat, offered):
        return DIPLOMAT
    if ability_to_store(s, seat) and on_menu(offered, RESERVE):
        return RESERVE
    if on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0) and plan_castle(s, t, seat, True):
        return BUILD_CASTLE
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 0:
        return PLACE_ARMIES
    if on_menu(offered, BUILD_CITY) and token_worth(s, t, seat, VP_CITY, 0) and plan_city(s, t, seat):
        return BUILD_CITY
    if on_menu(offered, PLACE_ARMIES) and s.army_stock[seat] >= garrison_stock and plan_garrison(s, t, seat) > 0:
        return PLACE_ARMIES
    if on_menu(offered, BUILD_ROAD) and token_worth(s, t, seat, VP_STREETS, 0) and plan_road(s, t, seat):
        return BUILD_ROAD
    if on_menu(offered, ADD_CARD) and cards_added(s, seat) < 6 and plan_draft(s, t, seat, WISHES):
        return ADD_CARD
    if on_menu(offered, BUY) and s.army_stock[seat] <= 2 and plan_purchase(s, t, seat, 5, 0):
        return BUY
    if on_menu(offered, PATRONAGE):
        return PATRONAGE
    code = late_goals(s, t, seat, offered)
    return code if code >= 0 else last_things(s, t, seat, offered, STYLE)
