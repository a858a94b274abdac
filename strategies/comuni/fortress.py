from simcore.games.comuni.invasion import armies_available, city_value, leader_point
from simcore.games.comuni.state import ALLIANCE, CITY, WALL_CARD
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_needed,
    armies_to_spare,
    expected_attack,
    is_last_invasion,
    next_invasion,
    steady,
    wall_off,
)

STYLE = Style(kinds=(0.9, 1.3, 0.9, 0.9), wall=2.0, city=1.1, alliance=0.35, favourites=(0, 2, 1, 0))
DEAR = 3.0  # while the city is open, cards worth up to this become walls


@rule
def _is_open(s, t, seat):
    """Whether the city could not stop the next invasion with all its armies."""
    armies = armies_available(s, t, seat)
    attack = STYLE.city * expected_attack(s, t, seat, 0, STYLE.others)
    return city_value(s, t, seat, armies) + leader_point(s, t, seat) < attack


@rule
def _commit(s, t, seat):
    """The city first; the alliance gets what the city does not need, up to a small share."""
    spare = armies_to_spare(s, t, seat, STYLE.keep_pilgrims)
    start = t.invasion_field[next_invasion(s, t) - 1]
    if s.phase == ALLIANCE:
        attack = STYLE.city * expected_attack(s, t, seat, 0, STYLE.others)
        left = spare - armies_needed(s, t, seat, attack, spare)
        share = left if is_last_invasion(s, t) else min(left, int(STYLE.alliance * start / s.players + 0.5))
        return amount(s, t, seat, share)
    attack = STYLE.city * expected_attack(s, t, seat, s.commit_alliance[seat], STYLE.others)
    return amount(s, t, seat, armies_needed(s, t, seat, attack, spare - s.commit_alliance[seat]))


@strategy
def fortress(s, t, legal, seat):
    """Walls and the own city: builds walls until all its armies would stop the next invasion, then points.

    Hardly ever plundered; the alliance gets only what the city can spare, and cards in walls bring no points.
    """
    if s.phase == WALL_CARD:
        return wall_off(s, t, legal, seat, STYLE, DEAR if _is_open(s, t, seat) else STYLE.wall)
    if s.phase == ALLIANCE or s.phase == CITY:
        return _commit(s, t, seat)
    return steady(s, t, legal, seat, STYLE)
