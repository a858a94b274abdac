from simcore.games.comuni.state import (
    ALLIANCE,
    BUILD_CARD,
    CITY,
    EXTRA_ACTION,
    PAY_ACTION,
    SKIP,
)
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_needed,
    armies_to_spare,
    best_placement,
    bought_tile,
    cards_left,
    expected_attack,
    gift_beside_walls,
    is_last_invasion,
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
def _should_duck(s, t, legal, seat):
    """Whether the best placement would put it too far above the lowest opponent while an invasion is near."""
    if s.last_round or cards_left(s, t) > NEAR * s.players:
        return False
    _, _, height, worth = best_placement(s, t, legal, seat, STYLE)
    return worth > 0.0 and s.points[seat] + t.points_for_storey[height] > _lowest_opponent(s, seat) + HEADROOM


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
        gift = max(gift_beside_walls(s, t, seat, spare, STYLE.others), bought_tile(s, t, seat, beside))
        return amount(s, t, seat, max(gift, beside - 1) if last else gift)
    gift = s.commit_alliance[seat]
    attack = expected_attack(s, t, seat, gift, STYLE.others)
    return amount(s, t, seat, armies_needed(s, t, seat, attack, spare - gift))


@strategy
def sandbagger(s, t, legal, seat):
    """Stays low on the track when an invasion is near, builds walls instead, and unloads in the last round.

    With few cards left in the stack it skips every storey that would lift it more than two points above the lowest
    opponent, since the attack grows with the lead.
    """
    if s.phase == BUILD_CARD and _should_duck(s, t, legal, seat):
        return SKIP
    if s.phase == EXTRA_ACTION and _should_duck(s, t, legal, seat):
        return PAY_ACTION if s.hand_n[seat] > t.hand_limit + 1 else SKIP
    if s.phase in (ALLIANCE, CITY):
        return _commit(s, t, seat)
    return steady(s, t, legal, seat, STYLE)
