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
    style_of,
    weakest_noble,
    worker_to_hire,
)

SUMMONS = Summons(attack=1.5, defence=1.0, move=1.0)
HIRES = Hires(attack=0.5, defence=0.3, move=0.3, value=1.0)


@strategy
def balanced(s, t, legal, seat, incomes=3, wisdoms=3, tower=2.0, noble=1.0, defence=3.0, fear=1.0):
    """The reference: three Income and three Ancient Wisdom units, then fighters of every kind as gold allows.

    It takes the tower when it is free, and marches on the weakest noble once its own army is clearly stronger.
    """
    style = style_of(tower, noble, defence, fear)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=False)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger, NOBODY)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        action = raise_army(s, t, legal, seat, SUMMONS, HIRES, least_value=3)
    if action < 0:
        prey = weakest_noble(s, t, seat)
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower=True, reserve=4)
    return action
