"""The commands of experiments: each is a few lines around one function of the notebook API."""

import functools
import inspect
import shlex
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from simcore.cli import (
    Backend,
    Jobs,
    Json,
    Lineup,
    Out,
    PlayerCount,
    Quiet,
    ScenarioName,
    Scheduler,
    Seed,
    Settings,
    StrategyFiles,
    _print_json,
)
from simcore.errors import UserError

app: typer.Typer = typer.Typer()

Metric = Annotated[
    str | None,
    typer.Option(help="seats, strategies, length, ends, cards, or measures such as seat_0_win_rate,rounds"),
]


def _shared(
    games: Annotated[int | None, typer.Option(metavar="N", help="games per cell; the most with --until")] = None,
    until: Annotated[
        str | None, typer.Option(metavar="PRECISION", help="play until intervals are this narrow: 0.5pp, or 0.2")
    ] = None,
    seed: Seed = None,
    players: PlayerCount = None,
    lineup: Lineup = None,
    strategy: StrategyFiles = None,
    out: Out = None,
    jobs: Jobs = None,
    backend: Backend = "loky",
    scheduler: Scheduler = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """The options of every study."""


def _experiment(function: Callable[..., Any]) -> Callable[..., None]:
    """A command that plays a study: with the shared options, its result printed, Ctrl-C survived."""
    own = [each for each in inspect.signature(function).parameters.values() if each.name != "setting"]
    shared = list(inspect.signature(_shared).parameters.values())

    @functools.wraps(function)
    def command(**options: Any) -> None:
        from simcore.api import draw_seed
        from simcore.experiments.progress import reporter

        setting = {each.name: options.pop(each.name) for each in shared}
        quiet, as_json = setting.pop("quiet"), setting.pop("as_json")
        setting["strategies"] = setting.pop("strategy") or ()
        words = ["simcore", *sys.argv[1:]]
        if setting["seed"] is None:
            setting["seed"] = draw_seed()
            words += ["--seed", str(setting["seed"])]
        setting |= {"reporter": reporter(quiet=quiet or as_json), "command": shlex.join(words)}
        try:
            result = function(**options, setting=setting)
        except KeyboardInterrupt:
            print(f"\ninterrupted; the same command goes on: {setting['command']}", file=sys.stderr)
            raise typer.Exit(130) from None
        if as_json:
            _print_json(result.as_json())
        else:
            print(result.path if quiet else result.text())
        raise typer.Exit(getattr(result, "exit_code", 0))

    command.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in (*own, *shared)}
    return command


@app.command()
@_experiment
def compare(
    scenarios: Annotated[list[str], typer.Argument(metavar="A B...", help="scenarios; one alone goes with --set")],
    settings: Settings = None,
    metric: Metric = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="D", help="decide: is the metric of B higher by D (1pp), or not?")
    ] = None,
    *,
    setting: dict[str, Any],
) -> Any:
    """Compare variants on the same seed blocks: what changed, what did not, and how sure that is."""
    import simcore

    return simcore.compare(*scenarios, settings=settings or (), metric=metric, sprt=sprt, **setting)


@app.command()
@_experiment
def sweep(
    scenario: ScenarioName,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=V1,V2,...", help="values of a knob; none: every suggested alternative"),
    ] = None,
    metric: Metric = None,
    *,
    setting: dict[str, Any],
) -> Any:
    """Play a grid of rule changes on the same seed blocks."""
    import simcore

    return simcore.sweep(scenario, settings=settings or (), metric=metric, **setting)


@app.command()
@_experiment
def matrix(scenario: ScenarioName, settings: Settings = None, *, setting: dict[str, Any]) -> Any:
    """Play all strategies against each other: match-ups, ratings, dominance, cycles, the mix that lasts."""
    import simcore

    loaded = simcore.load_scenario(scenario, settings=settings or (), players=setting["players"])
    return simcore.matrix(loaded, **setting)


@app.command()
@_experiment
def cards(
    target: Annotated[str, typer.Argument(metavar="RUN|SCENARIO")],
    ablate: Annotated[
        str | None, typer.Option(metavar="all|CARD,...", help="bar these cards on the same blocks: causal impact")
    ] = None,
    barred_players: Annotated[
        str, typer.Option("--for", metavar="one|all", help="whom --ablate bars: one player in every seat, or all")
    ] = "one",
    *,
    setting: dict[str, Any],
) -> Any:
    """How often each card is used, how its use goes with winning, and with --ablate what it causes."""
    import simcore
    from simcore.catalogue import reports
    from simcore.experiments.setting import games_within

    if ablate is None:
        for name in ("lineup", "strategies", "out"):
            if setting[name]:
                raise UserError(f"cards: --{name.replace('strategies', 'strategy')} goes with --ablate")
        terminal = reports("terminal")
        games, until, players = (setting[name] for name in ("games", "until", "players"))
        terminal.refuse_to_play(target, games=games, until=until, players=players)
        if until:
            games = games_within(until, simcore.load_scenario(target, players=players).players)
        return terminal.cards(target, seed=setting["seed"], players=players, games=games)
    return simcore.ablate(target, ablate, barred_players=barred_players, **setting)


@app.command("verify-targets")
@_experiment
def verify_targets(
    scenarios: Annotated[list[str], typer.Argument(metavar="SCENARIO...", help="scenarios that set [targets]")],
    *,
    setting: dict[str, Any],
) -> Any:
    """Test the targets of scenarios: exit code 0 all hold, 1 one fails, 3 not enough games to know."""
    import simcore

    return simcore.verify_targets(*scenarios, **setting)


@app.command()
@_experiment
def plan(
    scenario: ScenarioName,
    detect: Annotated[str, typer.Option(metavar="D", help="the smallest effect that matters: 1pp, or 0.2")] = "1pp",
    settings: Settings = None,
    metric: Metric = None,
    *,
    setting: dict[str, Any],
) -> Any:
    """Say how many blocks, games and minutes a question needs, from a small pilot."""
    import simcore

    return simcore.plan_games(scenario, detect=detect, settings=settings or (), metric=metric, **setting)


@app.command()
@_experiment
def tune(
    scenario: ScenarioName,
    knob: Annotated[list[str], typer.Option(metavar="KEY=RANGE", help="rules.x=0..5, 0..1:0.1 or a,b,c; repeatable")],
    target: Annotated[
        list[str] | None,
        typer.Option(metavar="TARGET", help="seats, strategies, rounds=12..16, median:rounds=..16; default: its own"),
    ] = None,
    *,
    setting: dict[str, Any],
) -> Any:
    """Find the smallest change of knobs that meets the targets."""
    import simcore

    return simcore.tune(scenario, knobs=knob, targets=target or (), **setting)


@app.command()
@_experiment
def sensitivity(
    scenario: ScenarioName,
    knob: Annotated[
        list[str] | None, typer.Option(metavar="KEY=RANGE", help="further knobs to vary: rules.x=2..5 or a,b")
    ] = None,
    metric: Metric = None,
    samples: Annotated[int, typer.Option(metavar="N", help="cells in which all assumed values vary at once")] = 12,
    *,
    setting: dict[str, Any],
) -> Any:
    """Vary the assumed values: which conclusions survive, and which values matter."""
    import simcore

    return simcore.sensitivity(scenario, knobs=knob or (), metric=metric, samples=samples, **setting)
