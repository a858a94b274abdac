from simcore.games.comuni.invasion import leader_point
from simcore.games.comuni.state import ALLIANCE, AMOUNT, CITY
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_needed,
    armies_to_spare,
    expected_attack,
    is_last_invasion,
    steady,
)

EXPOSED = Style(kinds=(1.0, 1.2, 1.0, 1.0), alliance=0.0, wall=1.6, favourites=(0, 2, 0, 0))
SHELTERED = Style(kinds=(1.2, 0.7, 1.0, 1.0), alliance=0.0, wall=0.8, max_bid=4, favourites=(2, 0, 0, 0))


@rule
def _is_sheltered(s, t, seat):
    """Whether the others' last gifts promise to stop the next invasion before it comes to the own walls."""
    return expected_attack(s, t, seat, 0, EXPOSED.others) <= leader_point(s, t, seat)


@rule
def _home_guard(s, t, seat):
    """City armies against what the others, judged by their last gifts, will leave over."""
    attack = expected_attack(s, t, seat, 0, EXPOSED.others)
    keep = 0 if is_last_invasion(s, t) else EXPOSED.keep_pilgrims
    return armies_needed(s, t, seat, attack, armies_to_spare(s, t, seat, keep))


@strategy
def freeloader(s, t, legal, seat):
    """Never gives to the alliance: lives on the armies of the others, whose last gifts it reckons with.

    As long as these promise to stop the next invasion it saves walls and armies and bids higher; else it builds walls
    with middling cards. Collapses among its equals.
    """
    if s.phase == ALLIANCE:
        return AMOUNT
    if s.phase == CITY:
        return amount(s, t, seat, _home_guard(s, t, seat))
    if _is_sheltered(s, t, seat):
        return steady(s, t, legal, seat, SHELTERED)
    return steady(s, t, legal, seat, EXPOSED)
