import numpy as np

from simcore.games.adellos.board import enemies_of
from simcore.games.adellos.pieces import TOWER
from simcore.games.adellos.state import GIFT_GOLD, MAIN, SETUP_BUY
from simcore.games.adellos.turn import next_living
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    NOTHING,
    Hires,
    Summons,
    dangers,
    follow_up,
    is_legal,
    opening_blow,
    raise_army,
    rest_of_turn,
    strongest_opponent,
    style_of,
    urgency,
    worker_to_hire,
)

SUMMONS = Summons(attack=1.5, defence=0.8, move=0.8)
HIRES = Hires(attack=0.8, defence=0.4, move=0.6, value=0.4)


@strategy
def denier(s, t, legal, seat, incomes=3, wisdoms=2, tower=1.0, noble=0.5, defence=3.0, fear=1.0, spite=2.0):
    """Plays against whoever leads: hunts the leader's units and noble, and turns every hurtful card on the leader.

    It enters the tower only when no enemy is within three steps of it. Where gifts are allowed, it leaves a coin that it
    cannot use itself to the player who can still stop a leader on the tower.
    """
    style = style_of(tower, noble, defence, fear, spite=spite, grudge=2.0)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=False)
    danger = dangers(s, t, seat)
    leader = strongest_opponent(s, t, seat, True)
    action = opening_blow(s, t, legal, seat, style, danger, leader)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        action = raise_army(s, t, legal, seat, SUMMONS, HIRES, least_value=3)
    if action < 0 and s.gifts_left > 0 and s.ap == 0:
        action = _gift(s, t, legal, seat)
    if action < 0:
        quiet = enemies_of(s, seat) & t.ball[3, TOWER] == 0
        action = rest_of_turn(s, t, legal, seat, style, danger, leader, may_enter_tower=quiet, reserve=5)
    return action


@rule
def _gift(s, t, legal, seat):
    """A coin for the next player, when somebody else is about to win by the tower."""
    other = next_living(s, seat)
    gift = np.int64(GIFT_GOLD + other)
    helps = urgency(s, t, seat) >= 2 and other != s.owner[TOWER] and is_legal(legal, gift)
    return gift if helps else np.int64(NOTHING)
