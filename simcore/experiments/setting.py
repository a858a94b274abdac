"""How a study is played: the options that all experiments share, from games or precision to workers."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore import catalogue, workers
from simcore import plan as plans
from simcore import scenario as scenarios
from simcore.api import draw_seed
from simcore.engine import engine
from simcore.errors import UserError
from simcore.experiments import study as studies
from simcore.experiments.progress import StudyReporter
from simcore.experiments.study import Cell, Study, Workers
from simcore.plan import Plan
from simcore.scenario import Scenario

FIRST_LOOK = 200  # blocks before the first look at the results
MOST_GAMES = 1_000_000  # per cell, when a precision is asked for and no limit given
_LEAST_GROWTH, _MOST_GROWTH = 1.25, 3.0


@dataclass(frozen=True)
class Precision:
    """How narrow intervals shall be: plus or minus `half`."""

    half: float
    points: bool  # in percentage points of a rate, not in units of a mean

    def __str__(self) -> str:
        return f"±{100 * self.half:g} pp" if self.points else f"±{self.half:g}"


def parse_precision(text: str, option: str = "--until") -> Precision:
    """`0.5pp` for rates, `0.2` for means such as rounds."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(pp|%)?\s*", str(text))
    if not match or not float(match[1]):
        raise UserError(
            f"{option} {text}: write 0.5pp for percentage points of a rate, or 0.2 for a mean such as rounds"
        )
    return Precision(float(match[1]) / 100, True) if match[2] else Precision(float(match[1]), False)


def games_within(until: str, players: int) -> int:
    """Games that make the win rate of every seat known to a precision, said before any is played."""
    wanted = parse_precision(until)
    if not wanted.points:
        raise UserError(f"--until {until}: win rates of seats are rates: write --until {until}pp")
    level = catalogue.reports("stats.intervals").simultaneous(players)
    return catalogue.reports("stats.seats").games_for(1 / players, wanted.half, level)


@dataclass(frozen=True)
class Setting:
    """Everything about a study but its question.

    games       games per cell, rounded up to whole seed blocks; with `until` the most that may be played
    until       a precision instead, such as "0.5pp": cells grow until intervals are that narrow
    """

    games: int | None = None
    until: str | None = None
    seed: int | None = None
    players: int | None = None
    lineup: str | None = None
    strategies: Sequence[str | Path] = ()
    out: str | Path | None = None
    jobs: int | None = None
    backend: str = "loky"
    scheduler: str | None = None
    reporter: StudyReporter = field(default_factory=StudyReporter)
    command: str = ""

    def __post_init__(self) -> None:
        if self.seed is None:
            object.__setattr__(self, "seed", draw_seed())
        workers.check_workers(self.jobs, self.backend, self.scheduler)
        if self.games is not None and not 1 <= self.games <= plans.MAX_GAMES:
            raise UserError(f"--games {self.games}: must be from 1 to {plans.MAX_GAMES:,}")
        if self.until is not None:
            parse_precision(self.until)  # refuses what it cannot read before anything is played

    @property
    def precision(self) -> Precision | None:
        return parse_precision(self.until) if self.until is not None else None

    @property
    def workers(self) -> Workers:
        return Workers(self.jobs, self.backend, self.scheduler)

    def load(self, scenario: str | Scenario, settings: Iterable[str] = ()) -> Scenario:
        if isinstance(scenario, Scenario):
            return scenario
        return scenarios.load(scenario, settings=settings, players=self.players)

    def plan(self, scenario: Scenario, games: int | None = None, lineup: str | None = None, **bars: Any) -> Plan:
        """What a cell plays; refuses values that a game cannot be set up with, before anything is played."""
        engine(scenario.game).tables(scenario.values, scenario.players)
        return plans.make(
            scenario,
            games=games or self.games or 1,
            seed=self.seed or 0,
            lineup=lineup or self.lineup,
            strategy_files=tuple(map(str, self.strategies)),
            **bars,
        )

    def check_metric(self, metric: str, plan: Plan, wanted: Precision | None = None) -> list[Any]:
        """The measures that a --metric option means; refuses unknown ones before anything is played."""
        wanted = wanted or self.precision
        return catalogue.reports("experiments.measures").check(metric, plan, wanted.points if wanted else None)

    def check_points(self, what: str) -> None:
        """Refuse a precision that is not in points, for commands about rates only."""
        if self.precision is not None and not self.precision.points:
            raise UserError(f"--until {self.until}: {what} are rates: write --until {self.until}pp")

    def begin(self, kind: str, name: str, request: dict[str, Any], cells: Sequence[Cell] = ()) -> Study:
        """The study of a question, with its cells."""
        request = {**request, "seed": self.seed, "cells": [cell.fingerprint for cell in cells]}
        path = Path(self.out) if self.out else studies.default_out(kind, name, self.seed or 0, request)
        study = Study.begin(path, kind, request, self.command)
        for cell in cells:
            study.add(cell)
        return study

    def play(self, study: Study, default_games: int, widest: Callable[[Study], float], what: str) -> str:
        """Play all cells: a number of games, or until `widest` interval is narrow enough. Says how it ended."""
        rotations = study.cells[0].plan.rotations
        if self.precision is None:
            blocks = -(-(self.games or default_games) // rotations)
            study.play(blocks, self.workers, self.reporter)
            return f"{blocks * rotations:,} games per cell"
        return self._play_until(study, self.precision, rotations, widest, what)

    def _play_until(
        self, study: Study, wanted: Precision, rotations: int, widest: Callable[[Study], float], what: str
    ) -> str:
        most = max(-(-(self.games or MOST_GAMES) // rotations), 2)
        blocks = min(FIRST_LOOK, most)
        while True:
            study.play(blocks, self.workers, self.reporter, grows=True)
            blocks = max(study.blocks(cell) for cell in study.cells)
            study.play(blocks, self.workers, self.reporter, grows=True)
            half = widest(study)
            shown = Precision(half, wanted.points)
            self.reporter.stage(f"{blocks * rotations:,} games per cell: {what} known to {_rounded(shown)}")
            if half <= wanted.half:
                return f"stopped after {blocks * rotations:,} games per cell: {what} known to {_rounded(shown)}"
            if blocks >= most:
                return (
                    f"NOT REACHED: after {blocks * rotations:,} games per cell {what} known only to {_rounded(shown)},"
                    f" not {wanted}; allow more with --games"
                )
            needed = blocks * (half / wanted.half) ** 2 * 1.03
            blocks = min(most, int(min(max(needed, _LEAST_GROWTH * blocks), _MOST_GROWTH * blocks)) + 1)


def _rounded(precision: Precision) -> Precision:
    return Precision(float(f"{precision.half:.2g}"), precision.points)
