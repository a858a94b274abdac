"""The command line: each command is a few lines around one call of the API."""

import json
import re
import shlex
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from simcore.errors import UserError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play millions of board games with scripted strategies and see who wins, from which seat, and why.",
)

ScenarioName = Annotated[str, typer.Argument(metavar="SCENARIO", help="GAME, GAME/VARIANT or FILE.toml")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="a run folder")]
Games = Annotated[int, typer.Option(metavar="N", help="games to play, rounded up to whole seed blocks")]
Until = Annotated[
    str | None,
    typer.Option(metavar="PRECISION", help="instead: as many games as make seats' win rates known to 0.5pp"),
]
Seed = Annotated[int | None, typer.Option(metavar="S", help="run seed; drawn and printed when absent")]
PlayerCount = Annotated[int | None, typer.Option("--players", metavar="P", help="number of players")]
Lineup = Annotated[str | None, typer.Option(help="field, field:a,b,..., mirror:NAME, or one strategy per seat: a,b,c")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="change a rule: rules.x=3")]
StrategyFiles = Annotated[
    list[str] | None, typer.Option("--strategy", metavar="FILE.py", help="a strategy of your own")
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="where to write; default is a new folder under runs/")]
Jobs = Annotated[int | None, typer.Option(metavar="J", help="worker processes; default all cores")]
Backend = Annotated[str, typer.Option(help="loky (this machine) or dask (a cluster)")]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", help="dask scheduler, tcp://host:port")]
Quiet = Annotated[bool, typer.Option("--quiet", help="no progress, no summary")]
Json = Annotated[bool, typer.Option("--json", help="one JSON object on stdout and nothing else")]


def main() -> NoReturn:
    """Entry point: turns every mistake of the user into a message and exit code 2."""
    try:
        code = app(standalone_mode=False)
    except UserError as error:
        _fail(str(error))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our pipe has gone: nothing more to say
        sys.exit(0)
    except PermissionError as error:
        _fail(f"{error.filename}: may not be written or read; choose another folder with --out, or change its rights")
    except Exception as error:
        show = getattr(error, "show", None)  # click's own usage errors
        if show is None:
            place = _in_own_strategy(error)
            if place is None:
                raise
            _fail(f"{place}: the strategy raised {type(error).__name__}: {error}")
        show()
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _in_own_strategy(error: Exception) -> str | None:
    """FILE:LINE in a user's strategy file where an exception came from, here or in a worker; None elsewhere."""
    from simcore.catalogue import files_of_own_strategies

    own = files_of_own_strategies()
    frames = re.findall(r'File "([^"]+)", line (\d+), in ', "".join(traceback.format_exception(error)))
    return next((f"{file}:{line}" for file, line in reversed(frames) if file in own), None)


def _fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def _command(*words: Any) -> str:
    return shlex.join(["simcore", *(str(word) for word in words)])


def _print_json(content: Any) -> None:
    print(json.dumps(content, indent=1, default=str))


# --- looking around ------------------------------------------------------------------------------


@app.command("list")
def list_(game: Annotated[str | None, typer.Argument(help="one game only")] = None, as_json: Json = False) -> None:
    """List games, or the scenarios and strategies of one game."""
    from simcore import describe

    content = describe.catalogue_of(game)
    _print_json(content) if as_json else print(describe.catalogue_text(content, game))


@app.command()
def describe(
    game: Annotated[str, typer.Argument(help="game or scenario")],
    params: Annotated[bool, typer.Option("--params", help="every knob and data table")] = False,
    columns: Annotated[bool, typer.Option("--columns", help="every column of the results")] = False,
    cards: Annotated[bool, typer.Option("--cards", help="what is counted per card")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="the rules in words")] = False,
    actions: Annotated[bool, typer.Option("--actions", help="the words for actions, phase by phase")] = False,
) -> None:
    """Describe a game: knobs, columns, cards, rules."""
    from simcore import describe as texts

    parts = {"params": params, "columns": columns, "cards": cards, "rules": rules, "actions": actions}
    print(texts.game_text(game, [name for name, wanted in parts.items() if wanted]))


@app.command()
def doctor() -> None:
    """Check this installation."""
    from simcore import doctor as checks

    sys.exit(checks.report())


# --- playing -------------------------------------------------------------------------------------


@app.command()
def run(
    scenario: ScenarioName,
    games: Games = 10_000,
    until: Until = None,
    seed: Seed = None,
    players: PlayerCount = None,
    lineup: Lineup = None,
    settings: Settings = None,
    strategy: StrategyFiles = None,
    out: Out = None,
    jobs: Jobs = None,
    backend: Backend = "loky",
    scheduler: Scheduler = None,
    chunk: Annotated[int | None, typer.Option(metavar="N", help="games per part file")] = None,
    check: Annotated[bool, typer.Option("--check", help="test the game's invariants after every action")] = False,
    bar: Annotated[str, typer.Option(metavar="CARD,...", help="cards that nobody may play")] = "",
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Play a batch of games into a run folder."""
    from simcore import api, runner
    from simcore import scenario as scenarios
    from simcore.progress import reporter

    seed = api.draw_seed() if seed is None else seed
    loaded = scenarios.load(scenario, settings=settings or (), players=players)
    games = _games_within(until, loaded.players) if until else games
    words: list[Any] = ["run", scenario, "--games", games, "--seed", seed]
    words += ["--players", players] if players is not None else []
    words += ["--lineup", lineup] if lineup else []
    words += [word for setting in settings or () for word in ("--set", setting)]
    words += [word for file in strategy or () for word in ("--strategy", file)]
    words += ["--check"] if check else []
    words += ["--bar", bar] if bar else []
    out = out or runner.default_out(loaded.name, seed)
    with _resumable(out):
        result = api.run(
            loaded,
            games=games,
            seed=seed,
            lineup=lineup,
            strategies=strategy or (),
            out=out,
            jobs=jobs,
            backend=backend,
            scheduler=scheduler,
            chunk=chunk,
            check=check,
            barred=[card.strip() for card in bar.split(",") if card.strip()],
            reporter=reporter(quiet=quiet or as_json, asked=games),
            command=_command(*words),
        )
    _finish(result, quiet, as_json)


@app.command()
def resume(
    run: RunFolder,
    jobs: Jobs = None,
    backend: Backend = "loky",
    scheduler: Scheduler = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Continue an interrupted run, or mend a damaged one."""
    from simcore import api
    from simcore.progress import reporter

    with _resumable(run):
        result = api.resume(
            run, jobs=jobs, backend=backend, scheduler=scheduler, reporter=reporter(quiet=quiet or as_json)
        )
    _finish(result, quiet, as_json)


def _games_within(until: str, players: int) -> int:
    from simcore.experiments.setting import games_within

    return games_within(until, players)


class _resumable:
    """Ctrl-C keeps the finished parts; say how to go on."""

    def __init__(self, out: Path):
        self.out = out

    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is KeyboardInterrupt:
            print(f"\ninterrupted; continue with: {_command('resume', self.out)}", file=sys.stderr)
            raise typer.Exit(130)


def _finish(result: Any, quiet: bool, as_json: bool) -> None:
    """What a run says at its end: the short table, where the results are, how to repeat it."""
    from simcore.catalogue import reports

    if as_json:
        _print_json(reports("terminal").as_json(result))
    elif quiet:
        print(result.path)
    else:
        print(reports("terminal").summary(result))


@app.command()
def replay(
    run: RunFolder,
    game_number: Annotated[int, typer.Argument(metavar="GAME_NUMBER")],
    from_round: Annotated[int, typer.Option(metavar="N", help="begin at this round")] = 0,
    seat: Annotated[int | None, typer.Option(metavar="S", help="only this seat's decisions")] = None,
    as_json: Json = False,
) -> None:
    """Play one game of a run again and print what happened."""
    from simcore import api, narration

    replayed = api.replay(run, game_number)
    row = api.row_of(run, game_number)
    differences = api.differences(replayed, row) if row else []
    if as_json:
        _print_json(narration.as_json(replayed, differences))
    else:
        print(narration.text(replayed, run, from_round=from_round, seat=seat))
    if differences:
        raise UserError(
            f"game {game_number} of {run} DIFFERS from its stored row; the rules, strategies or versions changed"
            f" since the run:\n  " + "\n  ".join(differences)
        )


@app.command()
def check(
    game: Annotated[str | None, typer.Argument(help="game; or use --file")] = None,
    file: Annotated[Path | None, typer.Option(metavar="CASES.toml", help="run the cases of one file")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="list every rule with its cases")] = False,
) -> None:
    """Run a game's rule cases and show which rules they cover."""
    from simcore import checking

    sys.exit(checking.report(game, file, verbose=verbose))


# --- reading results -----------------------------------------------------------------------------


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="run folders")],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="default: RUN/report")] = None,
    formats: Annotated[str, typer.Option("--format", help="any of html,png,svg,csv")] = "html,png,svg,csv",
) -> None:
    """Write the balance report of a run.

    One HTML page that needs no network, with figures and tables beside it.
    """
    from simcore.catalogue import reports

    print(reports("page").write(runs, out, formats))


@app.command()
def seats(
    target: Annotated[str, typer.Argument(metavar="RUN|SCENARIO", help="a scenario is played first")],
    games: Annotated[
        int | None, typer.Option(metavar="N", help="games of the field; default: enough for +-0.5 pp")
    ] = None,
    until: Until = None,
    seed: Seed = None,
    players: PlayerCount = None,
) -> None:
    """Starting-player advantage: win rate per seat with simultaneous intervals."""
    from simcore import scenario
    from simcore.catalogue import reports

    terminal = reports("terminal")
    terminal.refuse_to_play(target, games=games, until=until, seed=seed, players=players)
    if until:
        games = _games_within(until, scenario.load(target, players=players).players)
    print(terminal.seats(target, seed=seed, players=players, games=games))


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="games; default all")] = None,
    seconds: Annotated[float, typer.Option(help="how long to measure each")] = 3.0,
) -> None:
    """Measure games per second on one core.

    The field plays at the largest player count; the signature changes only when behaviour does.
    """
    from simcore import speed

    print(speed.table(games, seconds))


from simcore import cli_experiments  # noqa: E402 (it uses the options above)

app.registered_commands += cli_experiments.app.registered_commands
