from simcore.games.comuni.state import (
    ALLIANCE,
    BUILD_CARD,
    BUILD_TARGET,
    CITY,
    EXTRA_ACTION,
    PAY_ACTION,
    PROJECT_CARD,
    SKIP,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    best_placement,
    bought_tile,
    cards_left,
    carry_out_target,
    city_guard,
    gift_beside_walls,
    is_last_invasion,
    last_gift,
    plan_target,
    steady,
    wall_places,
)

STYLE = Style(wall=1.6, craftsman=0.4)
NEAR = 2  # cards left in the stack for each player: about as many are drawn in a round
HEADROOM = 2  # points it allows itself above the lowest opponent


@rule
def _lowest_opponent(s, seat):
    lowest = 9999
    for other in range(s.players):
        if other != seat:
            lowest = min(lowest, s.points[other])
    return lowest


@rule
def _ducks(s, t):
    """Whether an invasion is near; the last one comes only after the last round."""
    return not is_last_invasion(s, t) and cards_left(s, t) <= NEAR * s.players


@compiled
def _low_placement(s, t, legal, seat):
    """The best placement that leaves it no more than a little above the lowest opponent."""
    return best_placement(s, t, legal, seat, STYLE, _lowest_opponent(s, seat) + HEADROOM - s.points[seat])


@rule
def _commit(s, t, seat):
    """Mans the walls it built while it ducked; the alliance gets what these cannot stop, or what a hero tile
    costs; at the end all but one.

    Ties for the hero tiles favour the lowest on the track.
    """
    last = is_last_invasion(s, t)
    spare = armies_to_spare(s, t, seat, 0 if last else STYLE.keep_pilgrims)
    if s.phase == ALLIANCE:
        beside = spare - wall_places(s, t, seat)
        gift = max(gift_beside_walls(s, t, seat, spare, STYLE), bought_tile(s, t, seat, beside))
        return amount(s, t, seat, max(gift, last_gift(s, t, seat, STYLE)))
    return amount(s, t, seat, city_guard(s, t, seat, STYLE))


@strategy
def sandbagger(s, t, legal, seat):
    """Stays low on the track when an invasion is near, builds walls instead, and unloads in the last round.

    With few cards left in the stack it skips every storey that would lift it more than two points above the lowest
    opponent, since the attack grows with the lead.
    """
    if s.phase == BUILD_CARD and _ducks(s, t):
        card, kind, height, worth = _low_placement(s, t, legal, seat)
        plan_target(s, seat, kind, height)
        return PROJECT_CARD + card if worth > 0.0 else SKIP
    if s.phase == BUILD_TARGET and _ducks(s, t):
        return carry_out_target(s, legal, seat)
    if s.phase == EXTRA_ACTION and _ducks(s, t):
        _, _, _, worth = _low_placement(s, t, legal, seat)
        return PAY_ACTION if worth >= STYLE.extra or s.hand_n[seat] > t.hand_limit + 1 else SKIP
    if s.phase in (ALLIANCE, CITY):
        return _commit(s, t, seat)
    return steady(s, t, legal, seat, STYLE)
