"""Plays a grid of rule changes on the same seed blocks."""

import itertools
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.knobs import knob_of, settings_for, split_values, value_of, written
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from reports.experiments.sweeps import Sweep

DEFAULT_GAMES = 4_000
MOST_CELLS = 400


def sweep(scenario: str, *, settings: Sequence[str] = (), metric: str | None = None, **setting: Any) -> "Sweep":
    """How do the results follow the knobs?

    settings  `rules.x=1,2,3` per knob: the grid of all combinations is played; `rules.x` alone takes the present value
              and the alternatives that the game suggests; without settings every suggested alternative is played, one
              at a time
    metric    what the figure shows and what `until` is about: a group or measures, default seats
    setting   games, until, seed, players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**setting)
    metric = metric or "seats"
    cells = _grid(scenario, settings, how) if settings else _one_at_a_time(scenario, how)
    how.check_metric(metric, cells[0].plan)
    study = how.begin("sweep", cells[0].plan.scenario.name, {}, cells)
    analysis = catalogue.reports("experiments.sweeps")
    widest = catalogue.reports("experiments.comparison").widest
    ending = how.play(study, DEFAULT_GAMES, partial(widest, metric=metric), f"changes in {metric}")
    result = analysis.Sweep(study, ending, metric, anytime=bool(how.until))
    result.write()
    return result


def _grid(name: str, settings: Sequence[str], how: Setting) -> list[Cell]:
    """All combinations; the one that changes nothing comes first, the rest is measured against it."""
    unchanged = how.load(name)
    axes = [_axis(unchanged, setting) for setting in settings]
    keys = [axis[0][0] for axis in axes]
    if len(set(keys)) < len(keys):
        raise UserError("sweep: a knob is named twice; write all its values in one --set rules.x=1,2,3")
    combinations = list(itertools.product(*axes))
    if len(combinations) > MOST_CELLS:
        raise UserError(f"sweep: {len(combinations):,} cells are too many (at most {MOST_CELLS}); name fewer values")
    cells = []
    for each in combinations:
        plan = how.plan(how.load(name, settings_for(unchanged, dict(each))))
        cells.append(Cell(", ".join(f"{key}={value}" for key, value in each), plan, dict(each)))
    return sorted(cells, key=lambda cell: cell.plan.scenario.values != unchanged.values)


def _one_at_a_time(name: str, how: Setting) -> list[Cell]:
    unchanged = how.load(name)
    cells = [Cell("unchanged", how.plan(unchanged))]
    for knob in catalogue.game(unchanged.game).params.knobs:
        for value in knob.alternatives:
            text = f"rules.{knob.name}={written(value)}"
            scenario = how.load(name, [text])
            if scenario.values != unchanged.values:
                cells.append(Cell(text, how.plan(scenario), {f"rules.{knob.name}": written(value)}))
    if len(cells) == 1:
        raise UserError(f"sweep {name}: the game suggests no alternatives; name values with --set rules.x=1,2,3")
    return cells


def _axis(scenario: Scenario, setting: str) -> list[tuple[str, str]]:
    """The values of one --set option."""
    key, equals, text = setting.partition("=")
    key = key.strip()
    knob = knob_of(scenario, key)
    if equals:
        values = split_values(text)
        if not values:
            raise UserError(f"--set {setting}: names no value; write {key}=1,2,3")
        return [(key, value) for value in dict.fromkeys(values)]
    if not knob.alternatives:
        raise UserError(f"--set {setting}: {key} has no suggested alternatives; write {key}=1,2,3 ({knob.allowed})")
    return [(key, value) for value in dict.fromkeys(map(written, (value_of(scenario, key), *knob.alternatives)))]
