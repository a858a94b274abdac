"""Plays variants of a scenario on the same seed blocks."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.setting import FIRST_LOOK, MOST_GAMES, Setting, parse_precision
from simcore.experiments.study import Cell, Study
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from reports.experiments.comparison import Comparison

DEFAULT_GAMES = 10_000


def compare(
    *scenarios: str | Scenario,
    settings: Sequence[str] = (),
    metric: str | None = None,
    sprt: str | None = None,
    **setting: Any,
) -> "Comparison":
    """What changes from the first scenario to the others, on common seed blocks?

    scenarios  names, TOML files or loaded scenarios; one alone is compared with itself under `settings`
    metric     measures that matter most: a group (seats, strategies, length, ends, cards) or names; decides when
               `until` is reached
    sprt       "1pp": decide whether the second scenario raises the metric by at least that, or not at all
    setting    games, until, seed, players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**setting)
    cells = _cells(scenarios, settings, how)
    metric = metric or ("seat_0_win_rate" if sprt else "seats")
    _check_measures(metric, cells, sprt, how)
    study = how.begin("compare", "-".join(cell.plan.scenario.name for cell in cells[:2]), {}, cells)
    analysis = catalogue.reports("experiments.comparison")
    decision = ""
    if sprt:
        ending, decision = _play_sprt(study, how, metric, sprt)
    else:
        ending = how.play(study, DEFAULT_GAMES, partial(analysis.widest, metric=metric), f"changes in {metric}")
    result = analysis.Comparison(study, ending, metric, anytime=bool(sprt or how.until), decision=decision)
    result.write()
    return result


def _cells(scenarios: Sequence[str | Scenario], settings: Sequence[str], how: Setting) -> list[Cell]:
    if not scenarios:
        raise UserError("compare needs two scenarios, or one and a change with --set")
    if len(scenarios) == 1:
        if not settings:
            raise UserError(f"compare {scenarios[0]}: name a second scenario, or a change with --set rules.x=3")
        loaded = [how.load(scenarios[0]), how.load(scenarios[0], settings)]
        names = [loaded[0].name, ", ".join(settings)]
    else:
        loaded = [how.load(each, settings) for each in scenarios]
        names = [each.name for each in loaded]
    _check_alike(loaded)
    lineup = how.lineup or loaded[0].lineup
    return [
        Cell(name, how.plan(scenario, lineup=lineup)) for name, scenario in zip(_distinct(names), loaded, strict=True)
    ]


def _check_alike(loaded: Sequence[Scenario]) -> None:
    first = loaded[0]
    for each in loaded[1:]:
        if each.game != first.game:
            raise UserError(f"compare: {first.name} and {each.name} are different games; compare variants of one game")
        if each.players != first.players:
            raise UserError(
                f"compare: {first.name} is for {first.players} players and {each.name} for {each.players};"
                f" choose one number with --players"
            )


def _check_measures(metric: str, cells: Sequence[Cell], sprt: str | None, how: Setting) -> None:
    wanted = parse_precision(sprt, "--sprt") if sprt else None
    found = how.check_metric(metric, cells[0].plan, wanted)
    if sprt and (len(found) != 1 or len(cells) != 2):
        raise UserError(f"--sprt decides about one measure of two scenarios: name it with --metric, not {metric}")


def _distinct(names: Sequence[str]) -> list[str]:
    return [name if names.index(name) == i else f"{name} ({i + 1})" for i, name in enumerate(names)]


def _play_sprt(study: Study, how: Setting, metric: str, sprt: str) -> tuple[str, str]:
    """Play until the sequential test has decided: how it ended, and the decision."""
    analysis = catalogue.reports("experiments.comparison")
    wanted = parse_precision(sprt, "--sprt")
    test = analysis.Sprt(wanted.half)
    rotations = study.cells[0].plan.rotations
    most = -(-(how.games or MOST_GAMES) // rotations)
    blocks = min(FIRST_LOOK, most)
    while True:
        study.play(blocks, how.workers, how.reporter, grows=True)
        evidence = analysis.evidence(study, metric, test)
        low, high = test.bounds
        how.reporter.stage(
            f"{blocks * rotations:,} games per cell: evidence {evidence:+.2f} (from {low:.2f} to {high:.2f})"
        )
        decided = test.decision(evidence)
        size = str(wanted).removeprefix("±")
        played = f"{blocks * rotations:,} games per cell"
        if decided is not None:
            answer = (
                f"raises {metric}: by {size} rather than by nothing"
                if decided
                else f"does not raise {metric} by {size}"
            )
            return (
                f"decided after {played}",
                f"DECIDED: {study.cells[1].name} {answer} (either answer is wrong at most {100 * test.alpha:.0f} % of the"
                f" time: this one when the change is {'nothing' if decided else f'{size} or more'}).",
            )
        if blocks >= most:
            return (
                f"not decided after {played}",
                f"NOT DECIDED whether {metric} rises by {size}; allow more with --games.",
            )
        blocks = min(most, int(1.25 * blocks) + 1)
