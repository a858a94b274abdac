"""Plays every strategy against every other, seats rotated, on the same seed blocks.

Two players: one cell per pair. More players: one cell per ordered pair, a single seat of the first strategy among
seats of the second, so that a win rate above 1/n means that the first can invade a table of the second.
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

    setting  games (per match-up), until, seed, players, lineup (`field:a,b,c` chooses strategies), strategies, out,
             jobs: see `Setting`
    """
    how = Setting(**setting)
    loaded = how.load(scenario)
    field = Cell("field", how.plan(loaded, lineup=how.lineup or "field"))
    names = list(dict.fromkeys(str(player) for player in field.plan.pool))
    if len(names) < 2:
        raise UserError(f"matrix {loaded.name}: needs two strategies or more; choose them with --lineup field:a,b,c")
    pairs = itertools.combinations(names, 2) if loaded.players == 2 else itertools.permutations(names, 2)
    cells = [_pair(how, loaded, row, column) for row, column in pairs]
    study = how.begin("matrix", loaded.name, {"strategies": names}, [*cells, field])
    study.cells.remove(field)  # the field is as large as all match-ups of one strategy together
    analysis = catalogue.reports("experiments.metagame")
    ending = how.play(study, DEFAULT_GAMES, analysis.widest, "every match-up")
    study.cells.append(field)
    study.play(study.blocks(cells[0]) * (len(names) - 1), how.workers, how.reporter, cells=[field])
    result = analysis.Metagame(study, ending, names, anytime=bool(how.until))
    result.write()
    return result


def _pair(how: Setting, scenario: Scenario, row: str, column: str) -> Cell:
    lineup = ",".join([row, *[column] * (scenario.players - 1)])
    return Cell(f"{row} - {column}", how.plan(scenario, lineup=lineup), {"row": row, "column": column})
