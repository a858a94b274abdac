"""How many games does a question need? From the spread of seed blocks in a pilot.

An effect of size d is found with 80 % power at 5 % when the blocks are (z(97.5 %) + z(80 %))² · variance / d²; the
interval of a level has half width d when they are z² · variance / d².
"""

import math
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import words
from reports.experiments import drawings, measures, paired
from reports.experiments.measures import Measure
from reports.experiments.result import Lines, Result, sentence
from reports.experiments.sequential import blocks_until, known_to
from reports.figures import Drawing
from reports.stats.intervals import CONFIDENCE

if TYPE_CHECKING:
    from simcore.experiments.setting import Precision
    from simcore.experiments.study import Study

POWER = 0.8
LEVEL, PEEKING, APART, PAIRED = "know a level", "know a level, --until", "find a change", "find a change, paired"
_SIZES = (4.0, 2.0, 1.0, 0.5)  # effects shown beside the one asked for


def blocks_for(variance: float, size: float, power: float | None = None, alpha: float = 1 - CONFIDENCE) -> int:
    """Blocks that show an effect of this size, or without a power that know a level to plus or minus it."""
    from scipy import stats

    quantile = stats.norm.ppf(1 - alpha / 2) + (stats.norm.ppf(power) if power else 0.0)
    return max(2, math.ceil(variance * (quantile / size) ** 2))


def widest(study: "Study", metric: str) -> float:
    """Half of the widest anytime-valid interval of a level in the pilot."""
    runs = [study.runs[cell.name] for cell in study.cells]
    chosen = measures.chosen(metric, measures.measures_of(runs, metric))
    rate = [measure.rate for measure in chosen]
    found = [paired.differences(paired.sums_of(run, run, chosen)) for run in runs]
    return max(float(known_to(each.after_se, each.blocks, 1 - CONFIDENCE, rate).max()) for each in found)


class Budget(Result):
    """Blocks, games and minutes per question."""

    def __init__(self, study: "Study", ending: str, metric: str, detect: "Precision", seconds: float):
        super().__init__(study, ending)
        self.metric = metric
        self.detect = detect
        self.seconds = seconds  # per game, with all workers

    @property
    def title(self) -> str:
        return f"{self.study.cells[0].name}: games for {str(self.detect).removeprefix('±')} in {self.metric}"

    @cached_property
    def _pilot(self) -> tuple[list[Measure], paired.Differences]:
        runs = [self.study.runs[cell.name] for cell in self.study.cells]
        chosen = measures.chosen(self.metric, measures.measures_of(runs, self.metric))
        return chosen, paired.differences(paired.sums_of(runs[0], runs[-1], chosen))

    @cached_property
    def table(self) -> pl.DataFrame:
        """One line per question and measure."""
        chosen, found = self._pilot
        rotations = self.study.cells[0].plan.rotations
        rows: list[dict[str, Any]] = []
        for i, measure in enumerate(chosen):
            for question, blocks_of in self._questions(found, i, measure.rate).items():
                cells = 2 if question in (APART, PAIRED) else 1
                for factor in _SIZES:
                    size = self.detect.half * factor
                    blocks = blocks_of(size)
                    games = blocks * rotations * cells
                    row = {"question": question, "measure": measure.name, "title": measure.title, "size": size}
                    rows.append({**row, "blocks": blocks, "games": games, "minutes": games * self.seconds / 60})
        return pl.DataFrame(rows)

    def _questions(self, found: paired.Differences, i: int, rate: bool) -> dict[str, Callable[[float], int]]:
        """What may be asked about a measure, and the blocks that it takes by the size of the effect."""
        level, apart, together = (se[i] * found.blocks**0.5 for se in (found.after_se, found.unpaired_se, found.se))
        questions = {
            LEVEL: lambda size: blocks_for(level**2, size),
            PEEKING: lambda size: blocks_until(level, size, rate=rate),
            APART: lambda size: blocks_for(apart**2, size, POWER),
        }
        if len(self.study.cells) > 1 and found.differing[i]:
            questions[PAIRED] = lambda size: blocks_for(together**2, size, POWER)
        return questions

    def _needed(self, question: str) -> dict[str, Any] | None:
        """The hardest measure at the size that was asked for."""
        rows = self.table.filter((pl.col("question") == question) & (pl.col("size") == self.detect.half))
        return rows.sort("blocks").row(-1, named=True) if len(rows) else None

    @property
    def findings(self) -> list[str]:
        size = str(self.detect).removeprefix("±")
        found = []
        texts = {
            PAIRED: f"to find a change of {size} by this variant with {100 * POWER:.0f} % power, on common blocks",
            APART: f"to find a change of {size} with {100 * POWER:.0f} % power, when pairing saves nothing",
            LEVEL: f"to know a level to ±{size}",
            PEEKING: f"the same with --until {size.replace(' ', '')}, which may look at any time",
        }
        for question, text in texts.items():
            row = self._needed(question)
            if row:
                found.append(
                    f"{text}: {row['blocks']:,} blocks, {row['games']:,} games in all, {_duration(row['minutes'])} here"
                    f" ({row['title']})."
                )
        if len(self.study.cells) == 1:
            found.append("with --set rules.x=... the pilot also measures what pairing saves.")
        return found

    @property
    def lines(self) -> list[Lines]:
        rows = []
        for question in self.table["question"].unique(maintain_order=True):
            for factor in _SIZES:
                part = self.table.filter(
                    (pl.col("question") == question) & (pl.col("size") == self.detect.half * factor)
                )
                row = part.sort("blocks").row(-1, named=True)
                size = f"{100 * row['size']:.3g} pp" if self.detect.points else f"{row['size']:.3g}"
                rows.append((question, size, f"{row['blocks']:,}", f"{row['games']:,}", _duration(row["minutes"])))
        return [
            Lines("", ("question", "size", "blocks", "games", "time here"), rows, "the hardest measure of each line")
        ]

    def drawings(self) -> dict[str, Drawing]:
        hardest = self.table.group_by("question", "size", maintain_order=True).agg(pl.col("games").max())
        title = sentence(self.findings[0])
        note = "Games that a question needs, by the size of the effect; both axes are logarithmic."
        return {"games": drawings.budget(hardest, title, note, points=self.detect.points)}


def _duration(minutes: float) -> str:
    if minutes < 1:
        return f"{max(60 * minutes, 1):.0f} s"
    return f"{minutes:.0f} min" if minutes < 120 else f"{words.number(minutes / 60, 1)} h"
