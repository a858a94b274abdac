"""Searches knob values that meet targets, with few games: a race on common seed blocks.

All candidates of a round play the same blocks, in stages that double. Who is shown to miss a target drops out; the
race ends when the candidate nearest to the present rules among those left is shown to meet all targets, or when all
that are open are known as precisely as was asked for. Then values between the answer and the present rules are tried,
so that it is the smallest change that does it. When all fail, the neighbourhood of the best is tried. Large grids
begin with a spread-out sample.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments import setting
from simcore.experiments.knobs import knob_of, settings_for, split_values, value_of, written
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell, Study
from simcore.scenario import Scenario, parse_value

if TYPE_CHECKING:
    from reports.experiments.tuning import Judged, Tuning

MOST_GAMES = 40_000  # per candidate
_FIRST_BLOCKS = 100
_SAMPLE = 9  # candidates of the first round
_ROUNDS = 12
_STEPS = 20  # a range of decimals is cut into so many
_FINEST = 200  # values of a knob
ALPHA = 0.05  # chance of any wrong verdict in a search

Point = tuple[int, ...]  # one index per knob


@dataclass(frozen=True)
class Axis:
    """The values of one knob that may be tried, in order."""

    key: str
    values: tuple[str, ...]
    present: int  # the index of the present value, or of the nearest


def tune(scenario: str, *, knobs: Sequence[str], targets: Sequence[str] = (), **options: Any) -> "Tuning":
    """Which knob values meet the targets with the smallest change?

    knobs    `rules.x=0..5`, `rules.y=0..1:0.1` (with a step), `rules.z=a,b,c`; or `rules.x` for its suggestions
    targets  `seats` (equal within 2 points), `strategies` (equal within 10), `rounds=12..16`, `median:rounds=12..16`,
             `first_seat_win_rate=0.48..0.52`; default: the scenario's own, or seats
    options  games (the most per candidate), until (candidates known so well are open no longer than that), seed,
             players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**options)
    loaded = how.load(scenario)
    axes = [_axis(loaded, text) for text in knobs]
    if not axes:
        raise UserError("tune needs a knob to turn: --knob rules.x=0..5")
    wanted = parse_targets(loaded, targets)
    catalogue.reports("experiments.tuning").check_targets(how.plan(loaded), wanted, how.precision)
    study = how.begin("tune", loaded.name, {"knobs": list(knobs), "targets": wanted}, [])
    search = _Search(study, how, scenario, axes, wanted)
    answer, ending = search.run()
    result = catalogue.reports("experiments.tuning").Tuning(
        study, ending, wanted, search.judged, answer, search.unchanged(loaded)
    )
    result.write()
    return result


@dataclass
class _Search:
    study: Study
    how: Setting
    scenario: str
    axes: list[Axis]
    targets: dict[str, Any]
    cells: dict[Point, Cell] = field(default_factory=dict)
    judged: dict[str, "Judged"] = field(default_factory=dict)

    def run(self) -> tuple[str | None, str]:
        """The name of the cell that answers, or None, and how the search ended."""
        candidates = self._first_round()
        for number in range(1, _ROUNDS + 1):
            self._race([self._cell(point) for point in candidates], ALPHA * 6 / (math.pi * number) ** 2)
            self.how.reporter.stage(f"{len(self.cells)} candidates tried, {self._holding()} meet all targets")
            candidates = self._refinement()
            if not candidates:
                break
        best = self._best()
        games = sum(run.manifest["games"] for run in self.study.runs.values())
        tried = f"{len(self.cells)} of {self._size():,} candidates tried with {games:,} games"
        return (self.cells[best].name if best else None), tried

    def unchanged(self, loaded: Scenario) -> str | None:
        """The candidate that leaves the rules as they are, when it is in the range."""
        same = (cell.name for cell in self.cells.values() if cell.plan.scenario.values == loaded.values)
        return next(same, None)

    # --- candidates --------------------------------------------------------------------------------

    def _size(self) -> int:
        size = 1
        for axis in self.axes:
            size *= len(axis.values)
        return size

    @property
    def _present(self) -> Point:
        return tuple(axis.present for axis in self.axes)

    def change(self, point: Point) -> float:
        """How far a candidate is from the present rules, in parts of the knobs' ranges."""
        return sum(
            abs(index - axis.present) / max(len(axis.values) - 1, 1)
            for index, axis in zip(point, self.axes, strict=True)
        )

    def _first_round(self) -> list[Point]:
        if self._size() <= _SAMPLE:
            return list(itertools.product(*(range(len(axis.values)) for axis in self.axes)))
        if len(self.axes) == 1:
            last = len(self.axes[0].values) - 1
            return list(dict.fromkeys([self._present, *((round(k * last / (_SAMPLE - 1)),) for k in range(_SAMPLE))]))
        from scipy.stats import qmc

        spread = qmc.LatinHypercube(len(self.axes), seed=self.how.seed).random(2 * _SAMPLE)
        points = [
            tuple(int(part * len(axis.values)) for part, axis in zip(row, self.axes, strict=True)) for row in spread
        ]
        return list(dict.fromkeys([self._present, *points]))

    def _cell(self, point: Point) -> Cell:
        if point not in self.cells:
            at = {axis.key: axis.values[index] for axis, index in zip(self.axes, point, strict=True)}
            plan = self.how.plan(self.how.load(self.scenario, settings_for(self.how.load(self.scenario), at)))
            name = ", ".join(f"{key}={value}" for key, value in at.items())
            self.cells[point] = self.study.add(Cell(name, plan, at))
        return self.cells[point]

    def _status(self, point: Point) -> bool | None:
        """True: shown to meet all targets. False: shown to miss one. None: open."""
        return self.judged[self.cells[point].name].holds if point in self.cells else None

    def _holding(self) -> int:
        return sum(self._status(point) is True for point in self.cells)

    def _best(self) -> Point | None:
        holding = [point for point in self.cells if self._status(point)]
        return min(holding, key=lambda point: (self.change(point), point)) if holding else None

    def _refinement(self) -> list[Point]:
        """New candidates: between the answer and the present rules, or around the best failure."""
        best = self._best()
        if best is not None:
            return [
                point
                for point in self._between(best)
                if point not in self.cells and self.change(point) < self.change(best)
            ]
        nearest = min(self.cells, key=lambda point: self.judged[self.cells[point].name].loss)
        return [point for point in self._around(nearest) if point not in self.cells]

    def _between(self, best: Point) -> list[Point]:
        """Half-way to the nearest tried value towards the present one, knob by knob."""
        found = []
        for k, axis in enumerate(self.axes):
            if best[k] != axis.present:
                step = 1 if axis.present > best[k] else -1
                index = best[k] + step
                while index != axis.present and self._moved(best, k, index) not in self.cells:
                    index += step
                middle = (best[k] + index) // 2 if abs(index - best[k]) > 1 else index
                found.append(self._moved(best, k, middle))
        return list(dict.fromkeys(found))

    def _around(self, point: Point) -> list[Point]:
        """Half-way to the nearest tried value, or the end of the range, on both sides of each knob."""
        found = []
        for k, axis in enumerate(self.axes):
            for step in (-1, 1):
                index = point[k] + step
                while 0 <= index < len(axis.values) and self._moved(point, k, index) not in self.cells:
                    index += step
                gap = abs(index - point[k]) - 1
                if gap > 0:
                    found.append(self._moved(point, k, point[k] + step * -(-gap // 2)))
        return list(dict.fromkeys(found))

    @staticmethod
    def _moved(point: Point, k: int, index: int) -> Point:
        return (*point[:k], index, *point[k + 1 :])

    # --- the race ----------------------------------------------------------------------------------

    def _race(self, cells: Sequence[Cell], alpha: float) -> None:
        """Alpha is the chance of any wrong verdict in this race; over all rounds they add up to ALPHA."""
        rotations = cells[0].plan.rotations
        default = setting.MOST_GAMES if self.how.precision else MOST_GAMES
        stages = _stages(max(-(-(self.how.games or default) // rotations), 2))
        active = list(cells)
        for blocks in stages:
            self.study.play(blocks, self.how.workers, self.how.reporter, cells=active, grows=True)
            for cell in active:
                self.judged[cell.name] = self._judge(cell, alpha / (len(stages) * len(cells)))
            active = [cell for cell in active if self.judged[cell.name].holds is not False]
            if not active or self._decided(active) or self._precise(active):
                return

    def _judge(self, cell: Cell, alpha: float) -> "Judged":
        analysis = catalogue.reports("experiments.tuning")
        return analysis.judged(self.study.runs[cell.name], self.targets, alpha)

    def _precise(self, active: Sequence[Cell]) -> bool:
        """Whether all open candidates are known as well as `until` asks."""
        wanted = self.how.precision
        found = (self.judged[cell.name] for cell in active)
        return wanted is not None and all(each.holds or each.half(wanted.points) <= wanted.half for each in found)

    def _decided(self, active: Sequence[Cell]) -> bool:
        """Whether the candidate with the smallest change among those left meets the targets."""
        points = {cell.name: point for point, cell in self.cells.items()}
        first = min(active, key=lambda cell: (self.change(points[cell.name]), points[cell.name]))
        return self.judged[first.name].holds is True


def _stages(most: int) -> list[int]:
    found = [min(_FIRST_BLOCKS, most)]
    while found[-1] < most:
        found.append(min(2 * found[-1], most))
    return found


def _axis(scenario: Scenario, text: str) -> Axis:
    """The values that a --knob option allows."""
    key, _, given = (part.strip() for part in text.partition("="))
    knob = knob_of(scenario, key)
    present = value_of(scenario, key)
    if not given:
        values = list(dict.fromkeys([written(present), *map(written, knob.alternatives)]))
    elif ".." in given:
        values = _range(text, given, whole=knob.kind == "int")
    else:
        values = split_values(given)
    if len(values) < 2:
        raise UserError(f"--knob {text}: needs two values or more, such as {key}=0..5 or {key}=1,2,4 ({knob.allowed})")
    return Axis(key, tuple(values), _nearest(values, present))


def _nearest(values: Sequence[str], present: Any) -> int:
    parsed = [parse_value(value) for value in values]
    if present in parsed:
        return parsed.index(present)
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (*parsed, present))
    return min(range(len(parsed)), key=lambda i: abs(parsed[i] - present)) if numbers else 0


def _range(text: str, given: str, *, whole: bool) -> list[str]:
    """`0..5`, or `0..1:0.1` with a step."""
    ends, _, step_text = given.partition(":")
    try:
        low, high = (float(end) for end in ends.split(".."))
        step = float(step_text) if step_text else 1.0 if whole else (high - low) / _STEPS
        count = int((high - low) / step + 1e-9) + 1
    except (ValueError, ZeroDivisionError):
        raise UserError(f"--knob {text}: write a range as 0..5, or 0..1:0.1 with a step") from None
    if high <= low or step <= 0:
        raise UserError(f"--knob {text}: goes down; write the lower end first, and a step above 0")
    if not 2 <= count <= _FINEST:
        raise UserError(f"--knob {text}: gives {count} values; from 2 to {_FINEST} are possible, choose another step")
    return [f"{low + k * step:.10g}" for k in range(count)]


def parse_targets(scenario: Scenario, targets: Sequence[str]) -> dict[str, Any]:
    """Targets in the form of a scenario's table."""
    if not targets:
        return dict(scenario.targets) or parse_targets(scenario, ["seats"])
    fair = 1 / scenario.players
    found: dict[str, Any] = {}
    for text in targets:
        name, equals, bounds = (part.strip() for part in text.partition("="))
        if name == "seats" and not equals:
            found["seat_win_rate"] = {"near": fair, "within": 0.02}
        elif name == "strategies" and not equals:
            found["strategy_win_rate"] = {"near": fair, "within": 0.10}
        elif not equals and name in scenario.targets:
            found[name] = scenario.targets[name]
        else:
            low, high = _ends(text, bounds)
            median = "median_" if name.startswith("median:") else ""
            limits = {f"{median}at_least": low, f"{median}at_most": high}
            found[name.removeprefix("median:")] = {key: value for key, value in limits.items() if value is not None}
    return found


def _ends(text: str, bounds: str) -> tuple[float | None, float | None]:
    try:
        low, high = (float(end) if end.strip() else None for end in bounds.split(".."))
        if low is None and high is None:
            raise ValueError
        if low is not None and high is not None and low > high:
            raise UserError(f"--target {text}: nothing lies between; write the lower end first")
        return low, high
    except ValueError:
        raise UserError(
            f"--target {text}: write seats, strategies, a target of the scenario, or NAME=LOW..HIGH such as rounds=12..16"
        ) from None
