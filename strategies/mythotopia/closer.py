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
    VP_CITY,
    VP_PATRONAGE,
    VP_SPOILS,
)
from simcore.games.mythotopia.tokens import empty_cards
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.mythotopia.judgement import (
    ability_to_store,
    ahead,
    hands_over,
    improve,
    last_things,
    menu,
    neutral_provinces,
    on_menu,
    open_attacks,
    patronage,
    plan_attack,
    plan_building,
    plan_reinforcement,
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
    for kind in (BUILD_CITY, BUILD_CASTLE, BUILD_ROAD):
        card = VP_CITY + kind - BUILD_CITY
        if on_menu(offered, kind) and token_worth(s, t, seat, card, 0) and not hands_over(s, t, seat, card):
            value = 2.2 - 0.1 * (kind - BUILD_CITY) + pull(s, t, card, lead)
            if value > worth:
                best, worth = np.int64(kind), value
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
        value = plan_attack(s, t, seat, wide, spoils, 2.0 if lead < 0 else 0.0, 0)
        if value > worth:
            return ATTACK
    if best == PATRONAGE or (best >= 0 and plan_building(s, t, seat, best)):
        return best
    code = sail(s, t, seat, offered, guarded, fleet)
    if code >= 0:
        return code
    code = improve(s, t, seat, offered, WISHES, 6, 3, 6)
    if code >= 0:
        return code
    return last_things(s, t, seat, offered)
