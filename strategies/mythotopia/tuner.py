from simcore.games.mythotopia.cards import deck_size
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ATTACK,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    PATRONAGE,
    PLACE_ARMIES,
    RESERVE,
    THIN,
)
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    best_building_token,
    build,
    improve,
    last_things,
    menu,
    neutral_provinces,
    on_menu,
    open_attacks,
    patronage,
    plan_attack,
    plan_draft,
    plan_reinforcement,
    protect,
    routine,
    sail,
    weak_provinces,
    wish_list,
    worth_thinning,
)

WISHES = wish_list(
    *("Queen", "Warehouse", "Quarry", "Gold Mine", "Providence", "Counsellor", "Water Mill", "Market", "General"),
    *("Levies", "Mystic", "Philosopher", "Alchemist"),
)


@strategy
def tuner(s, t, legal, seat, tuning_rounds=6, small_deck=8, guarded=3, fleet=5, most_wars=3):
    """First makes the deck small and strong, then builds twice a turn, then expands.

    Thins and drafts in turn for `tuning_rounds` rounds or until `small_deck` cards are left, stores every Reserve
    ability, sends ships (up to `fleet`) where they guard at least `guarded` own provinces, and has up to `most_wars` wars for
    provinces that are easy to take, more daring when the fixed victory-point cards are empty.
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
    if s.rounds <= tuning_rounds:
        if on_menu(offered, ADD_CARD) and plan_draft(s, t, seat, WISHES):
            return ADD_CARD
        if on_menu(offered, THIN) and deck_size(s, seat) > small_deck and worth_thinning(s, t, seat) > 0:
            return THIN
    code = build(s, t, seat, offered, BUILD_CITY, BUILD_CASTLE, BUILD_ROAD)
    if code >= 0:
        return code
    code = sail(s, t, seat, offered, guarded, fleet)
    if code >= 0:
        return code
    if patronage(s, t, seat, offered):
        return PATRONAGE
    if on_menu(offered, PLACE_ARMIES) and plan_reinforcement(s, t, seat, False) > 0:
        return PLACE_ARMIES
    settled = best_building_token(s, t, seat) == 0
    if on_menu(offered, ATTACK) and open_attacks(s, seat) < most_wars:
        wide = neutral_provinces(s) | weak_provinces(s, t, seat, 1)
        if plan_attack(s, t, seat, wide, 0.0, 1.0, 1 if settled else 0) > 1.0:
            return ATTACK
    code = improve(s, t, seat, offered, WISHES, 8, 1, 4)
    if code >= 0:
        return code
    return last_things(s, t, seat, offered)
