from simcore.games.adellos.board import enemies_of
from simcore.games.adellos.pieces import TOWER
from simcore.games.adellos.state import MAIN, SETUP_BUY
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    dangers,
    fighter_to_hire,
    follow_up,
    opening_blow,
    rest_of_turn,
    strongest_opponent,
    style_of,
    unit_to_summon,
    worker_to_hire,
)


@strategy
def denier(s, t, legal, seat, incomes=3, wisdoms=1, tower=1.0, noble=0.5, defence=3.0, fear=1.0, spite=2.0):
    """Plays against whoever leads: hunts the leader's units and noble, and keeps the hurtful cards for the leader.

    It enters the tower only when no enemy is within three steps of it.
    """
    style = style_of(tower, noble, defence, fear, spite=spite, grudge=2.0)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, False)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        action = unit_to_summon(s, t, legal, seat, 1.5, 0.8, 0.8, 0.6)
    if action < 0 and s.phase == MAIN:
        action = fighter_to_hire(s, t, legal, seat, 0.8, 0.4, 0.6, 0.4, 3)
    if action < 0:
        leader = strongest_opponent(s, t, seat, True)
        quiet = enemies_of(s, seat) & t.ball[3, TOWER] == 0
        action = rest_of_turn(s, t, legal, seat, style, danger, leader, quiet, 5)
    return action
