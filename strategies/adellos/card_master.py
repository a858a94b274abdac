from simcore.games.adellos.state import MAIN, SETUP_BUY
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    NOBODY,
    Hires,
    Summons,
    dangers,
    follow_up,
    opening_blow,
    raise_army,
    rest_of_turn,
    scholar_to_hire,
    style_of,
    weakest_noble,
    worker_to_hire,
)

SUMMONS = Summons(attack=1.5, defence=0.8, move=1.0)
HIRES = Hires(attack=0.5, defence=0.3, move=0.2, value=0.8)


@strategy
def card_master(s, t, legal, seat, incomes=3, wisdoms=3, tower=1.5, noble=1.0, defence=3.0, fear=1.0, trading=4):
    """Lives by event cards: Ancient Wisdom units first, the Merchant's cards at every chance.

    One First Aid, one Party and one Quick Attack it keeps for nobles and the tower. From `trading` gold on it buys points for a good strike by Trade Agreements.
    """
    style = style_of(tower, noble, defence, fear, reserve=1.0, trading=trading)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=False)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger, NOBODY)
    if action < 0:
        action = scholar_to_hire(s, t, legal, seat, wisdoms)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, 0)
    if action < 0:
        action = raise_army(s, t, legal, seat, SUMMONS, HIRES, least_value=3)
    if action < 0:
        prey = weakest_noble(s, t, seat)
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower=True, reserve=2)
    return action
