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

SUMMONS = Summons(attack=0.8, defence=1.0, move=0.5)
HIRES = Hires(attack=0.6, defence=1.0, move=0.3, value=0.4)


@strategy
def tower_king(
    s, t, legal, seat, incomes=3, wisdoms=3, tower=4.0, noble=0.3, defence=3.0, fear=0.6, guard=6.0, sturdy=2
):
    """Takes the tower early with the hardest unit it has and posts guards where the short ways to it end.

    It buys defence before attack. Where enemies can strike the tower at once, only units of defence `sturdy` go there.
    """
    style = style_of(tower, noble, defence, fear, guard=guard, sturdy=sturdy)
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
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower=True, reserve=5)
    return action
