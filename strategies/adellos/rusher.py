from simcore.games.adellos.state import MAIN, SETUP_BUY
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.adellos.judgement import (
    NOBODY,
    OWN_MEMORY,
    Hires,
    Summons,
    dangers,
    fighters_left,
    follow_up,
    opening_blow,
    raise_army,
    rest_of_turn,
    strength,
    style_of,
    weakest_noble,
    worker_to_hire,
)

COMMITTED = OWN_MEMORY  # slot of the memory: the prey, plus one

SUMMONS = Summons(attack=1.5, defence=0.3, move=1.0)


@strategy
def rusher(
    s,
    t,
    legal,
    seat,
    incomes=3,
    wisdoms=2,
    tower=0.3,
    noble=3.0,
    defence=3.0,
    fear=0.2,
    muster=14,
    pace=2.0,
    patience=8,
):
    """Three Income and two Ancient Wisdom units pay for fast attackers; with `muster` attack together all go for one noble.

    Until then they wait at home: single ones are cut down by what the prey hires. It keeps to its prey until that noble
    falls, and leaves the tower to others until round `patience`.
    """
    ready = strength(s, t, seat) >= muster
    late = s.rounds > patience
    style = style_of(2.5 if late else tower, noble if ready else 0.0, defence, fear if ready else 1.0)
    if s.phase != MAIN and s.phase != SETUP_BUY:
        return follow_up(s, t, legal, seat, style, corner=False)
    danger = dangers(s, t, seat)
    action = opening_blow(s, t, legal, seat, style, danger, NOBODY)
    if action < 0:
        action = worker_to_hire(s, t, legal, seat, incomes, wisdoms)
    if action < 0:
        hires = Hires(1.0, 0.2, pace, -0.2)
        heavy = fighters_left(s, t, seat, 3)
        action = raise_army(s, t, legal, seat, SUMMONS, hires, least_value=3 if heavy else 2)
    if action < 0:
        action = rest_of_turn(s, t, legal, seat, style, danger, _prey(s, t, seat), may_enter_tower=True, reserve=8)
    return action


@rule
def _prey(s, t, seat):
    """The noble chosen first, as long as it stands."""
    prey = s.memory[seat, COMMITTED] - 1
    if s.phase == MAIN and (prey < 0 or not s.alive[prey]):
        prey = weakest_noble(s, t, seat)
        s.memory[seat, COMMITTED] = prey + 1
    return prey if s.phase == MAIN else NOBODY
