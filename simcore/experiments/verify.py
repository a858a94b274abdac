"""Plays scenarios to see whether their targets hold: balance assertions for a designer's continuous integration."""

from functools import partial
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell

if TYPE_CHECKING:
    from reports.experiments.assertions import Assertions

DEFAULT_GAMES = 10_000


def verify_targets(*scenarios: str, **setting: Any) -> "Assertions":
    """Do the scenarios keep the targets that they set themselves? `exit_code` is 0, 1 (one fails) or 3 (not known).

    setting  games, until, seed, players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**setting)
    cells = []
    for name in dict.fromkeys(scenarios):
        loaded = how.load(name)
        if not loaded.targets:
            raise UserError(
                f"{loaded.name}: sets no targets; add a table to its file, for example\n"
                f"  [targets]\n  first_seat_win_rate = {{ near = {1 / loaded.players:.2f}, within = 0.02 }}"
            )
        cells.append(Cell(loaded.name, how.plan(loaded)))
        catalogue.reports("experiments.tuning").check_targets(cells[-1].plan, loaded.targets, how.precision)
    if not cells:
        raise UserError("verify-targets needs a scenario that sets targets")
    study = how.begin("verify-targets", cells[0].name, {}, cells)
    analysis = catalogue.reports("experiments.assertions")
    points = how.precision is None or how.precision.points
    ending = how.play(study, DEFAULT_GAMES, partial(analysis.widest, points=points), "every target")
    result = analysis.Assertions(study, ending)
    result.write()
    return result
