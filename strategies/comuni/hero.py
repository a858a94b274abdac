from simcore.games.comuni.state import ALLIANCE, CITY, INCOME, MAIN
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    cards_left,
    city_guard,
    income_now,
    largest_gift_seen,
    last_gift,
    next_invasion,
    steady,
)

STYLE = Style(
    kinds=(0.9, 1.4, 0.9, 0.9),
    alliance=1.25,
    city=0.5,
    favourites=(0, 3, 0, 0),
    keep_pilgrims=0,
)
NEAR = 7  # with so few cards left in the stack an invasion may come before the next turn


@rule
def _gift(s, t, seat):
    """Enough to stand first: a good share, and more than the largest gift seen; at the end all it can spare."""
    spare = armies_to_spare(s, t, seat, STYLE.keep_pilgrims)
    start = t.invasion_field[next_invasion(s, t) - 1]
    fair = int(STYLE.alliance * start / s.players + 0.5)
    wanted = max(fair, largest_gift_seen(s, seat) + 1)
    return min(spare, max(wanted, last_gift(s, t, seat, STYLE)))


@rule
def _arms_now(s, t, seat):
    """Whether an invasion is near and the own armies would not make a hero."""
    wanted = max(2, largest_gift_seen(s, seat) + 1)
    return cards_left(s, t) <= NEAR and armies_to_spare(s, t, seat, 0) < wanted and income_now(s, t, seat) >= 4


@strategy
def hero(s, t, legal, seat):
    """Feeds the alliance to win the hero tiles: always a little more than the largest gift of the last invasion.

    Military buildings and armies first; takes an income when an invasion is near and its armies are few. The own city
    gets what is left.
    """
    if s.phase == MAIN and not s.last_round and _arms_now(s, t, seat):
        return INCOME
    if s.phase == ALLIANCE:
        return amount(s, t, seat, _gift(s, t, seat))
    if s.phase == CITY:
        return amount(s, t, seat, city_guard(s, t, seat, STYLE))
    return steady(s, t, legal, seat, STYLE)
