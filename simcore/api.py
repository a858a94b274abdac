"""The notebook's way to run, resume and replay; the command line calls the same functions."""

import secrets
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from simcore import plan as plans
from simcore import runner, store
from simcore import scenario as scenarios
from simcore.errors import UserError
from simcore.rerun import Replay
from simcore.runner import Reporter
from simcore.store import Run

DEFAULT_GAMES = 10_000


def draw_seed() -> int:
    """A seed for runs that name none: short enough to type."""
    return secrets.randbelow(10**9)


def run(
    scenario: "str | scenarios.Scenario",
    *,
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    players: int | None = None,
    lineup: str | None = None,
    settings: Sequence[str] = (),
    strategies: Sequence[str | Path] = (),
    out: str | Path | None = None,
    jobs: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    chunk: int | None = None,
    check: bool = False,
    barred: Sequence[str] = (),
    barred_players: str = "all",
    reporter: Reporter | None = None,
    command: str = "",
) -> Run:
    """Play a batch of games and return its run folder.

    scenario    a name (`loewenherz`, `loewenherz/open_market`), the path of a TOML file, or a loaded scenario
    games       how many at least; rounded up to whole seed blocks
    lineup      `field`, `field:a,b,c`, `mirror:NAME`, or one strategy per seat: `a,b,c`
    settings    `rules.x=3` overrides
    strategies  files with strategies of your own
    barred      cards that may not be played, by "all" or by "one" player of each line-up (`barred_players`)
    """
    if isinstance(scenario, str):
        scenario = scenarios.load(scenario, settings=settings, players=players)
    seed = draw_seed() if seed is None else seed
    plan = plans.make(
        scenario,
        games=games,
        seed=seed,
        lineup=lineup,
        strategy_files=tuple(map(str, strategies)),
        check=check,
        barred=tuple(barred),
        barred_players=barred_players,
    )
    out = Path(out) if out is not None else runner.default_out(scenario.name, seed)
    return runner.run(
        plan, out, jobs=jobs, backend=backend, scheduler=scheduler, chunk=chunk, reporter=reporter, command=command
    )


def resume(
    path: str | Path,
    *,
    jobs: int | None = None,
    backend: str = "loky",
    scheduler: str | None = None,
    reporter: Reporter | None = None,
) -> Run:
    """Continue an interrupted run, or mend a damaged one."""
    return runner.resume(Path(path), jobs=jobs, backend=backend, scheduler=scheduler, reporter=reporter)


def replay(path: str | Path, number: int) -> Replay:
    """Play one game of a run again, with its log."""
    return Replay(store.plan_of(store.read_manifest(Path(path))), number).play()


def row_of(path: str | Path, number: int) -> dict | None:
    """The stored row of a game with its seats, or None when its part is not there yet."""
    manifest = store.read_manifest(Path(path))
    part = next(
        (p for p in manifest["parts"] if p["first"] <= number < p["first"] + p["games"]),
        None,
    )
    if part is None:
        return None
    problem = store.Part(**part).intact(Path(path))
    if problem:
        raise UserError(f"{problem}; mend the run with: simcore resume {path}")
    tables = {
        table: pl.read_parquet(store.part_file(Path(path), table, part["number"])).filter(pl.col("game") == number)
        for table in ("games", "seats")
    }
    row = tables["games"].row(0, named=True)
    return {**row, **{name: tables["seats"][name].to_list() for name in tables["seats"].columns if name != "game"}}


def differences(replayed: Replay, row: dict) -> list[str]:
    """Where a replay's outcome differs from the stored row; empty when they agree."""
    found = []
    for name, value in replayed.outcome().items():
        stored = row.get(name)
        if name == "over" or stored is None:
            continue
        same = stored == value
        if name == "win":
            same = all(abs(a - b) < 1e-6 for a, b in zip(stored, value, strict=True))
        if not same:
            found.append(f"{name}: the row says {stored}, the replay {value}")
    return found
