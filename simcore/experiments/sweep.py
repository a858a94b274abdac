"""Plays a grid of rule changes on the same seed blocks."""

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError, did_you_mean
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell
from simcore.params import Knob
from simcore.scenario import Scenario, parse_value

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
    study = how.begin("sweep", cells[0].plan.scenario.name, {}, cells)
    analysis = catalogue.reports("experiments.sweeps")
    widest = catalogue.reports("experiments.comparison").widest
    points = how.precision.points if how.precision else True
    ending = how.play(study, DEFAULT_GAMES, lambda each: widest(each, metric, points), f"changes in {metric}")
    result = analysis.Sweep(study, ending, metric, anytime=bool(how.until))
    result.write()
    return result


def _grid(name: str, settings: Sequence[str], how: Setting) -> list[Cell]:
    """All combinations; the one that changes nothing comes first, the rest is measured against it."""
    unchanged = how.load(name)
    axes = [_axis(unchanged, setting) for setting in settings]
    combinations = list(itertools.product(*axes))
    if len(combinations) > MOST_CELLS:
        raise UserError(f"sweep: {len(combinations):,} cells are too many (at most {MOST_CELLS}); name fewer values")
    cells = []
    for each in combinations:
        scenario = how.load(name, [f"{key}={value}" for key, value in each])
        cells.append(Cell(", ".join(f"{key}={value}" for key, value in each), how.plan(scenario), dict(each)))
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
    if equals:
        values = split_values(text)
        if not values:
            raise UserError(f"--set {setting}: names no value; write {key}=1,2,3")
        return [(key, value) for value in dict.fromkeys(values)]
    knob = knob_of(scenario, key)
    if not knob.alternatives:
        raise UserError(f"--set {setting}: {key} has no suggested alternatives; write {key}=1,2,3 ({knob.allowed})")
    present = scenario.values["rules"][knob.name]
    return [(key, value) for value in dict.fromkeys(map(written, (present, *knob.alternatives)))]


def knob_of(scenario: Scenario, key: str) -> Knob:
    """The knob that `rules.x` means, or the column of `table.row.column`."""
    params = catalogue.game(scenario.game).params
    table, _, rest = key.partition(".")
    knob = params.knob(rest) if table == "rules" else None
    rows = params.table(table)
    if rows is not None and rest.rpartition(".")[0] in scenario.values[table]:
        knob = rows.column(rest.rpartition(".")[2])
    if knob is None:
        known = [f"rules.{each.name}" for each in params.knobs]
        raise UserError(
            f'unknown parameter "{key}"{did_you_mean(key, known)} (all parameters: simcore describe {scenario.game} --params)'
        )
    return knob


def value_of(scenario: Scenario, key: str) -> Any:
    """The present value of `rules.x` or `table.row.column`."""
    table, _, rest = key.partition(".")
    row, _, column = rest.rpartition(".")
    return scenario.values[table][row][column] if row else scenario.values[table][rest]


def written(value: Any) -> str:
    """A value as a --set option writes it."""
    if isinstance(value, str):
        return value if parse_value(value) == value else f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(f'"{each}"' if isinstance(each, str) else written(each) for each in value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def split_values(text: str) -> list[str]:
    """Split at commas outside brackets and quotes."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]
