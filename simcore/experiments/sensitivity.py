"""Plays a scenario with its assumed values varied: each alone at the ends of its range, and all together at random.

Assumed are knobs with a plausible range, knobs marked as assumed with alternatives, and data with a `range`. Data of
one column (`cards.*.price`) move together when varied alone, and each for itself when all are varied.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.knobs import knob_of, split_values, value_of, written
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from reports.experiments.robustness import Robustness

DEFAULT_GAMES = 1_000
DEFAULT_SAMPLES = 12
_TRIES = 50  # to find values that can be played together


@dataclass(frozen=True)
class Place:
    """One assumed value: where it stands and the range in which the truth may lie."""

    key: str
    low: float
    high: float
    whole: bool  # whole numbers only
    present: tuple[int, ...] = ()  # of a list: the range is about its entries, or about their sum

    def at(self, part: float) -> str:
        """The setting at a part of the range, 0 for its low end and 1 for its high end."""
        if self.whole:
            value: Any = int(self.low) + min(int(part * (self.high - self.low + 1)), int(self.high - self.low))
        else:
            value = self.low + part * (self.high - self.low)
        return f"{self.key}={written(self._listed(value) if self.present else value)}"

    def _listed(self, value: int) -> list[int]:
        if all(self.low <= each <= self.high for each in self.present):
            return [value] * len(self.present)
        entries = list(self.present)
        while sum(entries) != value:  # the largest entry takes the difference, so that the pattern stays
            largest = entries.index(max(entries))
            entries[largest] += 1 if sum(entries) < value else -1
        return entries


@dataclass(frozen=True)
class Factor:
    """What is varied at a time: one value, a column of values, or a choice."""

    name: str
    places: tuple[Place, ...] = ()
    choices: tuple[str, ...] = ()  # settings

    @property
    def size(self) -> int:
        return max(len(self.places), 1)

    def levels(self) -> list[tuple[str, list[str]]]:
        """The settings of each choice, or of both ends of the range, with a label."""
        if self.choices:
            return [(setting.partition("=")[2], [setting]) for setting in self.choices]
        ends = {label: [place.at(part) for place in self.places] for label, part in (("low", 0.0), ("high", 1.0))}
        if len(self.places) == 1:
            return [(settings[0].partition("=")[2], settings) for settings in ends.values()]
        return list(ends.items())

    def drawn(self, parts: Sequence[float]) -> list[str]:
        """Settings at random places of the ranges, one number from 0 to 1 for each."""
        if self.choices:
            return [self.choices[min(int(parts[0] * len(self.choices)), len(self.choices) - 1)]]
        return [place.at(part) for place, part in zip(self.places, parts, strict=True)]


def sensitivity(
    scenario: str,
    *,
    knobs: Sequence[str] = (),
    metric: str | None = None,
    samples: int = DEFAULT_SAMPLES,
    **setting: Any,
) -> "Robustness":
    """Which conclusions survive when the assumed values are wrong, and which of these values matter?

    knobs    further knobs to vary, `rules.x=2..5` or `rules.y=a,b`; alone or beside the assumed values
    metric   what the tornado plot is about, default seats
    samples  how many times all values are varied together (Latin hypercube)
    setting  games (per cell), until, seed, players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**setting)
    metric = metric or "seats"
    if samples < 0:
        raise UserError(f"--samples {samples}: must be 0 or more")
    loaded = how.load(scenario)
    factors = [*assumed(loaded), *(_given(loaded, text) for text in knobs)]
    if not factors:
        raise UserError(f"{loaded.name} marks no value as assumed; name knobs to vary with --knob rules.x=2..5")
    base = Cell("as assumed", how.plan(loaded))
    alone, impossible = _one_at_a_time(how, scenario, factors, loaded)
    cells = [base, *alone, *_joint(how, scenario, factors, samples if len(factors) > 1 else 0)]
    how.check_metric(metric, cells[0].plan)
    study = how.begin("sensitivity", loaded.name, {}, cells)
    widest = catalogue.reports("experiments.comparison").widest
    ending = how.play(study, DEFAULT_GAMES, partial(widest, metric=metric), f"changes in {metric}")
    result = catalogue.reports("experiments.robustness").Robustness(
        study, ending, metric, anytime=bool(how.until), impossible=impossible
    )
    result.write()
    return result


def _one_at_a_time(
    how: Setting, scenario: str, factors: Sequence[Factor], loaded: Scenario
) -> tuple[list[Cell], dict[str, str]]:
    """A cell for every level that changes something, and the reasons why others cannot be played."""
    found, impossible = [], {}
    for factor in factors:
        for label, settings in factor.levels():
            name = f"{factor.name}={label}"
            try:
                varied = how.load(scenario, settings)
                plan = how.plan(varied)
            except UserError as error:
                impossible[name] = str(error)
                continue
            if varied.values != loaded.values:
                found.append(Cell(name, plan, {"factor": factor.name, "level": label}))
    return found, impossible


def _joint(how: Setting, scenario: str, factors: Sequence[Factor], samples: int) -> list[Cell]:
    """All values at once, spread evenly over their ranges; what cannot be played together is drawn again."""
    if not samples:
        return []
    import numpy as np
    from scipy.stats import qmc

    size = sum(factor.size for factor in factors)
    random = np.random.default_rng(how.seed)
    found = []
    for number, spread in enumerate(qmc.LatinHypercube(size, seed=how.seed).random(samples), 1):
        for row in (spread, *random.random((_TRIES, size))):
            try:
                plan = how.plan(how.load(scenario, _drawn(factors, row)))
            except UserError:
                continue
            found.append(Cell(f"all varied {number}", plan, {"factor": "all", "level": str(number)}))
            break
    return found


def _drawn(factors: Sequence[Factor], row: Sequence[float]) -> list[str]:
    settings, start = [], 0
    for factor in factors:
        settings += factor.drawn(row[start : start + factor.size])
        start += factor.size
    return settings


def assumed(scenario: Scenario) -> list[Factor]:
    """The assumed values of a scenario with their ranges."""
    found = []
    for knob in catalogue.game(scenario.game).params.knobs:
        key = f"rules.{knob.name}"
        if knob.plausible is not None:
            found.append(Factor(key, (_place(scenario, key, *knob.plausible),)))
        elif knob.source == "assumed" and knob.alternatives:
            values = (scenario.values["rules"][knob.name], *knob.alternatives)
            found.append(Factor(key, choices=tuple(dict.fromkeys(f"{key}={written(value)}" for value in values))))
    columns: dict[str, list[Place]] = defaultdict(list)
    for key, (low, high) in scenario.ranges.items():
        table, *_, column = key.split(".")
        columns[f"{table}.*.{column}"].append(_place(scenario, key, low, high))
    for name, places in columns.items():
        found.append(Factor(name if len(places) > 1 else places[0].key, tuple(places)))
    return found


def _place(scenario: Scenario, key: str, low: float, high: float) -> Place:
    knob = knob_of(scenario, key)
    present = value_of(scenario, key)
    is_list = isinstance(present, list) and not knob.per  # a knob per seat or player count takes one value for all
    return Place(key, low, high, knob.kind == "int", tuple(present) if is_list else ())


def _given(scenario: Scenario, text: str) -> Factor:
    key, _, values = (part.strip() for part in text.partition("="))
    knob = knob_of(scenario, key)
    try:
        low, high = (float(end) for end in values.split(".."))
        return Factor(key, (_place(scenario, key, low, high),))
    except ValueError:
        options = split_values(values)
    if len(options) < 2:
        raise UserError(f"--knob {text}: write {key}=2..5 or {key}=a,b ({knob.allowed})")
    return Factor(key, choices=tuple(f"{key}={option}" for option in options))
