"""Plays every strategy against every other, seats rotated, on the same seed blocks.

A match-up of two strategies is played at every kind of table that only they share: with four players one against
three, two against two, and three against one. A win rate per seat above 1/n at the first says that a strategy can
invade, at the last that it holds its own as the crowd. Seats of one strategy are spread as evenly as they can be.
"""

import itertools
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from reports.experiments.metagame import Metagame

DEFAULT_GAMES = 1_000


def matrix(scenario: str | Scenario, **setting: Any) -> "Metagame":
    """Which strategy beats which, how strong is each, and which mix of them would last?

    setting  games (per table), until, seed, players, lineup (`field:a,b,c` chooses strategies), strategies, out,
             jobs: see `Setting`
    """
    how = Setting(**setting)
    how.check_points("match-ups")
    loaded = how.load(scenario)
    field = Cell("field", how.plan(loaded, lineup=how.lineup or "field"))
    names = list(dict.fromkeys(str(player) for player in field.plan.pool))
    if len(names) < 2:
        raise UserError(f"matrix {loaded.name}: needs two strategies or more; choose them with --lineup field:a,b,c")
    cells = [
        _table(how, loaded, row, column, seats)
        for row, column in itertools.combinations(names, 2)
        for seats in range(1, loaded.players)
    ]
    study = how.begin("matrix", loaded.name, {"strategies": names}, [*cells, field])
    study.cells.remove(field)  # the field is as large as all match-ups of one strategy together
    analysis = catalogue.reports("experiments.metagame")
    ending = how.play(study, DEFAULT_GAMES, analysis.widest, "every match-up")
    study.cells.append(field)
    study.play(study.blocks(cells[0]) * (len(names) - 1), how.workers, how.reporter, cells=[field])
    result = analysis.Metagame(study, ending, names, anytime=bool(how.until))
    result.write()
    return result


def _table(how: Setting, scenario: Scenario, row: str, column: str, seats: int) -> Cell:
    """`seats` seats of the first strategy among seats of the second."""
    players = scenario.players
    taken = {k * players // seats for k in range(seats)}
    lineup = ",".join(row if seat in taken else column for seat in range(players))
    name = f"{row} - {column}" if players == 2 else f"{seats} {row} - {players - seats} {column}"
    return Cell(name, how.plan(scenario, lineup=lineup), {"row": row, "column": column, "seats": seats})
