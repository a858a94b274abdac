"""Löwenherz: castles, boundaries, knights and power cards on a landscape of tiles."""

from simcore.game import Game
from simcore.games.loewenherz import laying, outcome, placing, rules, tables, words
from simcore.games.loewenherz.invariants import invariants, refresh
from simcore.games.loewenherz.params import PARAMS
from simcore.games.loewenherz.state import (
    ACTIONS,
    CARDS,
    DERIVED,
    END_REASONS,
    GAME_COLUMNS,
    MAX_LEGAL,
    PHASES,
    SEAT_COLUMNS,
    STATE,
)

GAME = Game(
    name="loewenherz",
    title="Löwenherz",
    summary="Enclose land with boundaries, defend it with knights, expand at your neighbours' cost, and reach the king's chip.",
    players=(2, 3, 4),
    default_players=4,
    params=PARAMS,
    state=STATE,
    derived=DERIVED,
    phases=PHASES,
    end_reasons=END_REASONS,
    actions=ACTIONS,
    max_legal=MAX_LEGAL,
    decision_cap=20_000,
    setup=placing.setup,
    legal=rules.legal,
    apply=rules.apply,
    standing=rules.standing,
    finish=outcome.finish,
    redeal=rules.redeal,
    invariants=invariants,
    words=words,
    game_columns=GAME_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    cards=CARDS,
    plays_card=rules.plays_card,
    capped=("stall", "cap"),
    refresh=refresh,
    derive=tables.derive,
    arrange=laying.ARRANGE,
    observe=laying.OBSERVE,
)
