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
    strength,
    strongest_army,
    style_of,
    weakest_noble,
    worker_to_hire,
)

SUMMONS = Summons(attack=0.5, defence=1.5, move=0.2)
HIRES = Hires(attack=0.4, defence=1.5, move=0.0, value=0.4)


@strategy
def waller(s, t, legal, seat, incomes=3, wisdoms=3, tower=2.5, noble=0.2, defence=4.0, fear=1.5, wall=10.0, sturdy=3):
    """Keeps three fighters as a wall on the front row of the castle, the noble in a corner behind it.

    It hires the highest defence, and sends only units of defence `sturdy` or more to the tower.
    Twice as strong as any other, it opens the gate and marches.
    """
    if strength(s, t, seat) >= 2.0 * max(3.0, strongest_army(s, t, seat)):
        style = style_of(tower, 1.5, defence, 0.5, guard=1.0)
    else:
        style = style_of(tower, noble, defence, fear, guard=1.0, wall=wall, sturdy=sturdy)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=True)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger, NOBODY)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        action = raise_army(s, t, legal, seat, SUMMONS, HIRES, least_value=3)
    if action < 0:
        prey = weakest_noble(s, t, seat)
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower=True, reserve=6)
    return action
