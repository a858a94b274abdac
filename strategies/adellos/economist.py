from simcore.games.adellos.state import MAIN, SETUP_BUY
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    NOBODY,
    Hires,
    Summons,
    dangers,
    fighters_left,
    follow_up,
    opening_blow,
    raise_army,
    rest_of_turn,
    style_of,
    weakest_noble,
    worker_to_hire,
)

SUMMONS = Summons(attack=1.2, defence=0.9, move=1.0)
HIRES = Hires(attack=0.5, defence=0.2, move=0.2, value=1.0)


@strategy
def economist(s, t, legal, seat, incomes=4, wisdoms=3, tower=1.5, noble=1.2, defence=3.0, fear=1.2):
    """Four Income and three Ancient Wisdom units first, then only heavy units, for which it saves.

    It buys lighter fighters only when its noble is menaced, and turns the weight of its army into a march on a noble.
    """
    style = style_of(tower, noble, defence, fear)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=False)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger, NOBODY)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        heavy = fighters_left(s, t, seat, 4)
        action = raise_army(s, t, legal, seat, SUMMONS, HIRES, least_value=4 if heavy else 2)
    if action < 0:
        prey = weakest_noble(s, t, seat)
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower=True, reserve=7)
    return action
