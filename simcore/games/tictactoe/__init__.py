"""Tic-tac-toe: the tutorial game, and the standard against which the engine is calibrated."""

from simcore.game import Game
from simcore.games.tictactoe import rules, words
from simcore.games.tictactoe.params import PARAMS
from simcore.games.tictactoe.state import ACTIONS, DERIVED, END_REASONS, GAME_COLUMNS, PHASES, SEAT_COLUMNS, STATE

GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="Two players mark cells in turn; a full line wins.",
    players=(2,),
    default_players=2,
    params=PARAMS,
    state=STATE,
    derived=DERIVED,
    phases=PHASES,
    end_reasons=END_REASONS,
    actions=ACTIONS,
    max_legal=ACTIONS + 1,  # `legal` writes one past the end before it counts
    decision_cap=ACTIONS,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    standing=None,
    finish=rules.finish,
    redeal=rules.redeal,
    invariants=rules.invariants,
    step_invariants=rules.step_invariants,
    words=words,
    game_columns=GAME_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    derive=rules.derive,
    chance=False,
    hidden=False,
    arrange={"board": words.lay_out},
    observe={"board": words.board},
)
