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

SUMMONS = Summons(attack=1.0, defence=1.0, move=0.5)
HIRES = Hires(attack=0.6, defence=0.5, move=0.2, value=0.8)


@strategy
def turtle(s, t, legal, seat, incomes=4, wisdoms=2, tower=0.3, noble=0.1, defence=4.0, fear=2.0, home=0.4, sortie=1.6):
    """Builds up around a noble in the corner of the castle and strikes whatever comes into reach.

    It leaves home to clear the tower, and for good once its army is `sortie` times as strong as the strongest other.
    """
    out = strength(s, t, seat) >= max(8.0, sortie * strongest_army(s, t, seat))
    style = style_of(2.0, 2.0, defence, 0.8) if out else style_of(tower, noble, defence, fear, home=home)
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
