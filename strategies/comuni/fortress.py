from simcore.games.comuni.state import ALLIANCE, CITY, EXTRA_ACTION, NOBODY, PAY_ACTION, WALL_CARD
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_needed,
    armies_to_spare,
    city_guard,
    expected_attack,
    last_gift,
    next_invasion,
    steady,
    tile_gift,
    wall_off,
    wall_value,
    worst_card,
)

# Each invasion to come makes a wall card worth two points: an army saved at home is free for a hero tile.
STYLE = Style(kinds=(0.9, 1.3, 0.9, 0.9), defence=2.0, city=1.1, alliance=0.35, favourites=(0, 2, 1, 0))


@rule
def _has_wall_card(s, t, legal, seat):
    """Whether a hand card is worth more as a wall than as a storey."""
    card, worth = worst_card(s, t, legal, seat, STYLE)
    return card != NOBODY and worth <= wall_value(s, t, STYLE)


@rule
def _commit(s, t, seat):
    """The city first; of what it does not need the alliance gets a small share, or a hero tile if that will do.

    One army can always be spared for a tile.
    """
    spare = armies_to_spare(s, t, seat, STYLE.keep_pilgrims)
    start = t.invasion_field[next_invasion(s, t) - 1]
    if s.phase == ALLIANCE:
        attack = STYLE.city * expected_attack(s, t, seat, 0, STYLE)
        left = spare - armies_needed(s, t, seat, attack, spare)
        share = min(left, int(STYLE.alliance * start / s.players + 0.5))
        return amount(s, t, seat, max(share, last_gift(s, t, seat, STYLE), tile_gift(s, t, seat, spare, max(left, 1))))
    return amount(s, t, seat, city_guard(s, t, seat, STYLE))


@strategy
def fortress(s, t, legal, seat):
    """Walls and the own city: every card that is worth more as a wall than as a storey goes into the walls.

    A wall serves in all invasions to come, so it walls up early, with further actions if need be, and builds late; it
    bids for cards that others spurn. Hardly ever plundered; the alliance gets only what the city can spare, and cards
    in walls bring no points.
    """
    if s.phase == WALL_CARD:
        return wall_off(s, t, legal, seat, STYLE, wall_value(s, t, STYLE))
    if s.phase == EXTRA_ACTION and not s.last_round and _has_wall_card(s, t, legal, seat):
        return PAY_ACTION
    if s.phase == ALLIANCE or s.phase == CITY:
        return _commit(s, t, seat)
    return steady(s, t, legal, seat, STYLE)
