"""The sweep of knobs: every alternative of a game's parameters plays by the rules and is felt in the rows."""

import json

import pytest
from conftest import play, same, sound

from simcore import catalogue

_published = {}


def alternatives(game_name):
    """Every knob with every alternative of a game, for `pytest.mark.parametrize(("knob", "value"), ...)`."""
    return [
        pytest.param(knob, value, id=f"{knob.name}={value}")
        for knob in catalogue.game(game_name).params.knobs
        for value in knob.alternatives
    ]


def changes_the_rows(game_name, knob, value, felt_by, **usual):
    """Play with and without the alternative; whether any row differs.

    `felt_by` names, for a knob or a single value of it, the batch in which it is felt: players, line-up, games, settings.
    Knobs that depend on the number of players are played with every number.
    """
    own = felt_by.get(f"{knob.name}={value}", felt_by.get(knob.name, {}))
    everywhere = knob.per == "players" and "players" not in own
    counts = catalogue.game(game_name).players if everywhere else [None]
    batches = [{**usual, **own, **({"players": count} if count else {})} for count in counts]
    changed = [_differs(game_name, f"rules.{knob.name}={json.dumps(value)}", **batch) for batch in batches]
    return any(changed)


def _differs(game_name, alternative, settings=(), **how):
    key = str((game_name, settings, how))
    if key not in _published:
        _published[key] = play(game_name, settings=settings, **how)
    games, seats = play(game_name, settings=[*settings, alternative], **how)
    assert sound(games)
    return not (same(games, _published[key][0]) and same(seats, _published[key][1]))
