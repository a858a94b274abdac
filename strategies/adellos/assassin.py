import numpy as np

from simcore.games.adellos.pieces import TRADE_AGREEMENTS, UNCHAINED
from simcore.games.adellos.state import MAIN, SETUP_BUY
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    NOBODY,
    NOTHING,
    Hires,
    Summons,
    answer_menace,
    dangers,
    fighters_left,
    follow_up,
    menaced,
    play_free,
    raise_army,
    rest_of_turn,
    strike_a_noble,
    strike_with_more_points,
    style_of,
    weakest_noble,
    worker_to_hire,
    worthwhile_strike,
)

SUMMONS = Summons(attack=1.2, defence=0.2, move=2.0)
HIRES = Hires(attack=1.0, defence=0.0, move=2.0, value=0.1)


@strategy
def assassin(s, t, legal, seat, incomes=3, wisdoms=3, tower=1.0, noble=2.0, defence=3.0, fear=0.5, ambush=10.0):
    """Looks one turn ahead: fast, hard hitters are brought, out of danger, to where a noble can be struck next turn.

    It saves for units that can kill a noble, as long as there are any.
    Quick Attack is kept for nobles, the tower and menaces to its own noble, Unchained and Trade Agreements for the blow
    that they complete.
    """
    style = style_of(tower, noble, defence, fear, ambush=ambush, thrift=1.0, trading=99)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=False)
    danger = dangers(s, t, seat)
    prey = weakest_noble(s, t, seat)
    action = _blow(s, t, legal, seat, style, danger) if s.phase == MAIN else np.int64(NOTHING)
    if action < 0 and s.phase == MAIN and (s.hand[seat, UNCHAINED] > 1 or menaced(s, t, seat)):
        action = play_free(legal, UNCHAINED)
    if action < 0:
        action = worthwhile_strike(s, t, seat, style, danger, prey)
    if action < 0:
        action = answer_menace(s, t, legal, seat)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        killers = fighters_left(s, t, seat, 4)
        action = raise_army(s, t, legal, seat, SUMMONS, HIRES, least_value=4 if killers else 2)
    if action < 0:
        action = rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower=True, reserve=5)
    return action


@rule
def _blow(s, t, legal, seat, style, danger):
    """A noble in reach now, or with the points of a card in hand."""
    action = strike_a_noble(s, t, seat, style, danger) if s.ap > 0 else np.int64(NOTHING)
    for kind in (UNCHAINED, TRADE_AGREEMENTS):
        if action < 0:
            card = play_free(legal, kind)
            if card >= 0 and strike_with_more_points(s, t, seat, style, danger, NOBODY, s.hand[seat, kind], True) > 0:
                action = card
    return action
