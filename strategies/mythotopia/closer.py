import numpy as np

from simcore.games.mythotopia.state import (
    ATTACK,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    N_VP,
    PATRONAGE,
    PLACE_ARMIES,
    RESERVE,
    VP_CASTLE,
    VP_CITY,
    VP_PATRONAGE,
    VP_SPOILS,
    VP_STREETS,
)
from simcore.games.mythotopia.tokens import empty_cards
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    ahead,
    improve,
    last_things,
    menu,
    neutral_provinces,
    on_menu,
    open_attacks,
    patronage,
    plan_attack,
    plan_castle,
    plan_city,
    plan_reinforcement,
    plan_road,
    protect,
    routine,
    sail,
    token_worth,
    weak_provinces,
    wish_list,
)

WISHES = wish_list(
    "Build", "Queen", "Quarry", "Market", "Levies", "General", "Portal", "Gold Mine", "Providence", "Scribe"
)


@compiled
def pull(s, t, card, lead):
    """How much a token of this card brings the end nearer (wanted in the lead), or too near (behind)."""
    fewer = 0
    for other in range(N_VP):
        if s.in_play[other] and s.tokens_left[other] < s.tokens_left[card]:
            fewer += 1
    goal = fewer < t.end_empty_cards  # among the cards that will be empty first
    if lead >= 0:
        return 2.0 if goal else -1.0
    last = s.tokens_left[card] == 1 and empty_cards(s) == t.end_empty_cards - 1
    return -1.0 if last else 0.0


@strategy
def closer(s, t, legal, seat, threshold=0.5, most_wars=3, easy=3, guarded=3, fleet=5):
    """Watches the end of the game: empties the right cards while it leads, holds the leader down while it does not.

    Every possible building, patronage, attack and defence gets a value; in the lead those that empty one of the four
    shortest cards count more, behind the attacks on the leader do. The best above `threshold` is played. Attacks go to
    provinces of defence `easy` or less, up to `most_wars` at once; ships (up to `fleet`) where they guard at least
    `guarded` own provinces.
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
    lead = ahead(s, t, seat)
    best = np.int64(-1)
    worth = np.float64(threshold)
    if on_menu(offered, BUILD_CITY) and token_worth(s, t, seat, VP_CITY, 0):
        value = 2.2 + pull(s, t, VP_CITY, lead)
        if value > worth:
            best, worth = np.int64(BUILD_CITY), value
    if on_menu(offered, BUILD_CASTLE) and token_worth(s, t, seat, VP_CASTLE, 0):
        value = 2.1 + pull(s, t, VP_CASTLE, lead)
        if value > worth:
            best, worth = np.int64(BUILD_CASTLE), value
    if on_menu(offered, BUILD_ROAD) and token_worth(s, t, seat, VP_STREETS, 0):
        value = 2.0 + pull(s, t, VP_STREETS, lead)
        if value > worth:
            best, worth = np.int64(BUILD_ROAD), value
    if patronage(s, t, seat, offered):
        value = 1.0 + pull(s, t, VP_PATRONAGE, lead)
        if value > worth:
            best, worth = np.int64(PATRONAGE), value
    if on_menu(offered, PLACE_ARMIES):
        value = plan_reinforcement(s, t, seat, False)
        if value > worth:
            return PLACE_ARMIES
    if on_menu(offered, ATTACK) and open_attacks(s, seat) < most_wars:
        wide = neutral_provinces(s) | weak_provinces(s, t, seat, easy)
        spoils = pull(s, t, VP_SPOILS, lead) if s.tokens_left[VP_SPOILS] > 0 else 0.0
        value = plan_attack(s, t, seat, wide, spoils, 2.0 if lead < 0 else 0.0, 1)
        if value > worth:
            return ATTACK
    if best == BUILD_CITY and plan_city(s, t, seat):
        return best
    if best == BUILD_CASTLE and plan_castle(s, t, seat, False):
        return best
    if best == BUILD_ROAD and plan_road(s, t, seat):
        return best
    if best == PATRONAGE:
        return best
    code = sail(s, t, seat, offered, guarded, fleet)
    if code >= 0:
        return code
    code = improve(s, t, seat, offered, WISHES, 6, 2, 5)
    if code >= 0:
        return code
    return last_things(s, t, seat, offered)
