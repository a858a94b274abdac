"""Plays a small pilot to say how many games a question needs."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from simcore import catalogue, runner
from simcore.experiments.setting import Setting, parse_precision
from simcore.experiments.study import Cell
from simcore.workers import cores

if TYPE_CHECKING:
    from reports.experiments.budget import Budget

PILOT_GAMES = 1_000


def plan_games(
    scenario: str, *, detect: str = "1pp", settings: Sequence[str] = (), metric: str | None = None, **setting: Any
) -> "Budget":
    """How many blocks and minutes does it take to see an effect of a given size?

    detect    the smallest effect that matters: "1pp" of a rate, or "0.2" of a mean such as rounds
    settings  a change of rules: the pilot then plays both sides and knows what pairing saves
    metric    the measures in question, default seats
    setting   games (of the pilot) or until (the pilot knows levels that well), seed, players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**setting)
    wanted = parse_precision(detect, "--detect")
    metric = metric or ("seats" if wanted.points else "rounds")
    cells = [Cell(how.load(scenario).name, how.plan(how.load(scenario)))]
    if settings:
        cells.append(Cell(", ".join(settings), how.plan(how.load(scenario, settings))))
    how.check_metric(metric, cells[0].plan, wanted)
    how.check_metric(metric, cells[0].plan)
    study = how.begin("plan", cells[0].name, {}, cells)
    seconds = runner.warm(cells[0].plan, how.reporter)
    analysis = catalogue.reports("experiments.budget")
    ending = "pilot of " + how.play(study, PILOT_GAMES, partial(analysis.widest, metric=metric), f"levels of {metric}")
    result = analysis.Budget(study, ending, metric, wanted, seconds / (how.jobs or cores()))
    result.write()
    return result
