from simcore.games.comuni.state import ALLIANCE, CITY
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_needed,
    armies_to_spare,
    expected_attack,
    gifts_expected,
    is_last_invasion,
    steady,
)

STYLE = Style(kinds=(1.0, 1.2, 1.0, 1.0), alliance=0.0, wall=1.6, favourites=(0, 2, 0, 0))


@rule
def _home_guard(s, t, seat):
    """City armies against what the others, judged by their last gifts, will leave over."""
    attack = expected_attack(s, t, seat, 0, 0.0) - gifts_expected(s, t, seat, STYLE.others)
    keep = 0 if is_last_invasion(s, t) else STYLE.keep_pilgrims
    return armies_needed(s, t, seat, attack, armies_to_spare(s, t, seat, keep))


@strategy
def freeloader(s, t, legal, seat):
    """Never gives to the alliance: lives on the armies of the others, whose last gifts it reckons with.

    Builds walls with middling cards for the rest of the attack. Collapses among its equals.
    """
    if s.phase == ALLIANCE:
        return amount(s, t, seat, 0)
    if s.phase == CITY:
        return amount(s, t, seat, _home_guard(s, t, seat))
    return steady(s, t, legal, seat, STYLE)
