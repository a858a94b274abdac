"""Comuni: city-building with an open auction and four shared invasions."""

from simcore.game import Game
from simcore.games.comuni import hidden, invariants, layout, outcome, rules, setting_up, tables, words
from simcore.games.comuni.params import PARAMS
from simcore.games.comuni.state import (
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
    name="comuni",
    title="Comuni",
    summary="Communes bid for project cards, build their cities, and stand together or alone against four invasions.",
    players=(2, 3, 4, 5),
    default_players=4,
    params=PARAMS,
    state=STATE,
    derived=DERIVED,
    phases=PHASES,
    end_reasons=END_REASONS,
    capped=("turn_cap", "stalled"),
    actions=ACTIONS,
    max_legal=MAX_LEGAL,
    decision_cap=60_000,
    setup=setting_up.setup,
    legal=rules.legal,
    apply=rules.apply,
    standing=rules.standing,
    finish=outcome.finish,
    redeal=hidden.redeal,
    invariants=invariants.invariants,
    step_invariants=invariants.step_invariants,
    plays_card=rules.plays_card,
    words=words,
    game_columns=GAME_COLUMNS,
    seat_columns=SEAT_COLUMNS,
    cards=CARD_GROUPS,
    refresh=layout.refresh,
    derive=tables.derive,
    forced_moves=True,
    arrange=layout.ARRANGE,
    observe=layout.OBSERVE,
)
