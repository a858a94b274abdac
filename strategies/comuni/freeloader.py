from simcore.games.comuni.invasion import leader_point
from simcore.games.comuni.state import ALLIANCE, CITY
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    city_guard,
    expected_attack,
    steady,
)

EXPOSED = Style(kinds=(1.0, 1.2, 1.0, 1.0), alliance=0.0, wall=1.6, max_bid=4, trust=0.5, favourites=(0, 2, 0, 0))
SHELTERED = Style(kinds=(1.2, 0.7, 1.0, 1.0), alliance=0.0, wall=0.8, favourites=(2, 0, 0, 0))


@rule
def _is_sheltered(s, t, seat):
    """Whether the others' last gifts promise to stop the next invasion before it comes to the own walls."""
    return expected_attack(s, t, seat, 0, EXPOSED) <= leader_point(s, t, seat)


@strategy
def freeloader(s, t, legal, seat):
    """Never gives to the alliance: lives on the armies of the others, whose last gifts it reckons with.

    As long as these promise to stop the next invasion it saves walls and armies and bids higher; else it builds walls
    with middling cards. Collapses among its equals.
    """
    if s.phase == ALLIANCE:
        return amount(s, t, seat, 0)
    if s.phase == CITY:
        return amount(s, t, seat, city_guard(s, t, seat, EXPOSED))
    if _is_sheltered(s, t, seat):
        return steady(s, t, legal, seat, SHELTERED)
    return steady(s, t, legal, seat, EXPOSED)
