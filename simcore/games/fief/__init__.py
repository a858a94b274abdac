"""Fief: the card game of cities, fiefs and sieges by Michele Quondam."""

from simcore.game import Game
from simcore.games.fief import rules, words
from simcore.games.fief.economy import refresh
from simcore.games.fief.invariants import invariants
from simcore.games.fief.layout import ARRANGE, OBSERVE
from simcore.games.fief.params import PARAMS
from simcore.games.fief.state import ACTIONS, CARDS, DERIVED, END_REASONS, GAME_COLUMNS, PHASES, SEAT_COLUMNS, STATE
from simcore.games.fief.step_invariants import step_invariants
from simcore.games.fief.tables import derive

GAME = Game(
    name="fief",
    title="Fief",
    summary="Build a fief round your city, pay every card by tapping others, and win by prestige, war or siege.",
    players=(2, 3, 4),
    default_players=4,
    params=PARAMS,
    state=STATE,
    derived=DERIVED,
    phases=PHASES,
    end_reasons=END_REASONS,
    actions=ACTIONS,
    max_legal=ACTIONS,
    decision_cap=20_000,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    standing=rules.standing,
    finish=rules.finish,
    redeal=rules.redeal,
    invariants=invariants,
    step_invariants=step_invariants,
    words=words,
    game_columns=GAME_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    cards=CARDS,
    refresh=refresh,
    plays_card=rules.plays_card,
    capped=("cap",),
    derive=derive,
    arrange=ARRANGE,
    observe=OBSERVE,
)
