from simcore.games.adellos.state import MAIN, SETUP_BUY
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    dangers,
    fighter_to_hire,
    follow_up,
    opening_blow,
    rest_of_turn,
    strength,
    strongest_army,
    style_of,
    unit_to_summon,
    weakest_noble,
    worker_to_hire,
)


@strategy
def balanced(s, t, legal, seat, incomes=3, wisdoms=1, tower=2.0, noble=1.0, defence=3.0, fear=1.0):
    """Keeps everything in proportion: three Income units, one Ancient Wisdom unit, and an army no weaker than the others'.

    It arms before it invests when another army is stronger, takes the tower when it is free, and marches on the weakest
    noble once its own army is clearly stronger.
    """
    style = style_of(tower, noble, defence, fear)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, False)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger)
    if action < 0 and s.phase == MAIN and strength(s, t, seat) < strongest_army(s, t, seat):
        action = fighter_to_hire(s, t, legal, seat, 0.5, 0.3, 0.3, 1.0, 3)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        action = unit_to_summon(s, t, legal, seat, 1.5, 1.0, 1.0, 0.6)
    if action < 0 and s.phase == MAIN:
        action = fighter_to_hire(s, t, legal, seat, 0.5, 0.3, 0.3, 1.0, 3)
    if action < 0:
        prey = weakest_noble(s, t, seat)
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, True, 4)
    return action
