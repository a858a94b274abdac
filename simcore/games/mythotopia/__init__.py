"""Mythotopia: a deck-building game on a map of forty provinces, with wars that stay open over several turns."""

from simcore.game import Game
from simcore.games.mythotopia import invariants, layout, outcome, rules, steps, tables, words
from simcore.games.mythotopia.params import PARAMS
from simcore.games.mythotopia.state import (
    ACTIONS,
    CARD_GROUPS,
    DERIVED,
    END_REASONS,
    GAME_COLUMNS,
    PHASES,
    SEAT_COLUMNS,
    STATE,
)

GAME = Game(
    name="mythotopia",
    title="Mythotopia",
    summary="Build a deck of provinces and progress cards, make war, build, and end the game while you lead.",
    players=(2, 3, 4),
    default_players=4,
    params=PARAMS,
    state=STATE,
    derived=DERIVED,
    phases=PHASES,
    end_reasons=END_REASONS,
    actions=ACTIONS,
    max_legal=80,
    decision_cap=2_000_000,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    standing=rules.standing,
    finish=outcome.finish,
    redeal=rules.redeal,
    invariants=invariants.invariants,
    step_invariants=steps.step_invariants,
    words=words,
    game_columns=GAME_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    cards=CARD_GROUPS,
    refresh=rules.refresh,
    plays_card=rules.plays_card,
    derive=tables.derive,
    capped=("cap", "stall"),
    forced_moves=True,
    arrange=layout.ARRANGE,
    observe=layout.OBSERVE,
)
