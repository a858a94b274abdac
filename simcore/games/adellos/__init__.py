"""Adellos: four factions fight for the nobles and the tower."""

from simcore.game import Game
from simcore.games.adellos import invariants, layout, rules, setup, tables, words
from simcore.games.adellos.params import PARAMS
from simcore.games.adellos.state import (
    ACTIONS,
    CARD_GROUPS,
    DERIVED,
    END_REASONS,
    GAME_COLUMNS,
    MAX_LEGAL,
    PHASES,
    SEAT_COLUMNS,
    STATE,
)

GAME = Game(
    name="adellos",
    title="Adellos",
    summary="Four factions hire or summon units, defeat each other's nobles, or hold the tower.",
    players=(2, 3, 4),
    default_players=4,
    params=PARAMS,
    state=STATE,
    derived=DERIVED,
    phases=PHASES,
    end_reasons=END_REASONS,
    capped=("cap", "no_progress"),
    actions=ACTIONS,
    max_legal=MAX_LEGAL,
    decision_cap=100_000,
    setup=setup.setup,
    legal=rules.legal,
    apply=rules.apply,
    standing=rules.standing,
    finish=rules.finish,
    redeal=rules.redeal,
    invariants=invariants.invariants,
    step_invariants=invariants.step_invariants,
    words=words,
    game_columns=GAME_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    cards=CARD_GROUPS,
    plays_card=rules.plays_card,
    derive=tables.derive,
    forced_moves=True,
    arrange=layout.ARRANGE,
    observe=layout.OBSERVE,
)
