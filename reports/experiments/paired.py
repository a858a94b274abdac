"""How large is the difference between two cells, and how well is it known? Paired over seed blocks.

Both cells play the same blocks, so a block gives one difference, and luck that both share cancels. With block sums
y and numbers n of the two cells, the difference of rates is sum(y2)/sum(n2) - sum(y1)/sum(n1); its error comes from
what each block adds to it. `saving` is the variance without pairing over the variance with it: so many times more
games would have been needed with independent seeds.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from reports.experiments import sequential
from reports.experiments.measures import SCREENED, Measure, block_sums, slices
from reports.stats.intervals import CONFIDENCE, mean_interval, rate_interval

if TYPE_CHECKING:
    from simcore.store import Run

FIRST, SECOND = np.array([[1, 0, 1, 0]]).T, np.array([[0, 1, 0, 1]]).T  # the parts of each cell in a block's sums


@dataclass
class Sums:
    """Products summed over blocks, per measure, of: y1, y2, n1, n2."""

    products: np.ndarray  # measures x 4 x 4
    totals: np.ndarray  # measures x 4
    blocks: int
    differing: np.ndarray  # blocks in which the two cells differ

    @classmethod
    def of(cls, first: tuple[np.ndarray, np.ndarray], second: tuple[np.ndarray, np.ndarray]) -> "Sums":
        """From the block sums (y, n) of two cells, each measures by blocks."""
        rows = np.stack([first[0], second[0], first[1], second[1]])
        differing = (first[0] != second[0]) | (first[1] != second[1])
        return cls(np.einsum("imb,jmb->mij", rows, rows), rows.sum(axis=2).T, rows.shape[2], differing.sum(axis=1))

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.products + other.products,
            self.totals + other.totals,
            self.blocks + other.blocks,
            self.differing + other.differing,
        )


def sums_of(first: "Run", second: "Run", measures: Sequence[Measure]) -> Sums:
    """Over the blocks that both runs have."""
    blocks = min(run.manifest["blocks"] for run in (first, second))
    total: Sums | None = None
    for start, stop in slices(blocks):
        part = Sums.of(block_sums(first, measures, start, stop), block_sums(second, measures, start, stop))
        total = part if total is None else total + part
    assert total is not None
    return total


@dataclass(frozen=True)
class Differences:
    """Per measure: both means, their difference, and standard errors with and without pairing."""

    before: np.ndarray
    after: np.ndarray
    se: np.ndarray
    unpaired_se: np.ndarray
    after_se: np.ndarray
    blocks: int
    differing: np.ndarray

    @property
    def difference(self) -> np.ndarray:
        return self.after - self.before

    @property
    def saving(self) -> np.ndarray:
        """How many times more games independent seeds would need; NaN where nothing varies."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.differing > 0, (self.unpaired_se / self.se) ** 2, np.nan)

    @property
    def sd(self) -> np.ndarray:
        """The standard deviation of one block's difference."""
        return self.se * np.sqrt(self.blocks)


def differences(sums: Sums) -> Differences:
    """Ratio estimates with their errors."""
    y1, y2, n1, n2 = sums.totals.T
    n1, n2 = (np.where(n > 0, n, np.nan) for n in (n1, n2))  # a measure without rows has no difference
    before, after = y1 / n1, y2 / n2
    weights = np.array([-1 / n1, 1 / n2, before / n1, -after / n2])
    correction = sums.blocks / max(sums.blocks - 1, 1)
    whole, first, second = weights, weights * FIRST, weights * SECOND
    paired, var1, var2 = (_variance(each, sums.products) * correction for each in (whole, first, second))
    paired = np.where(sums.differing == 0, 0.0, paired)
    return Differences(before, after, np.sqrt(paired), np.sqrt(var1 + var2), np.sqrt(var2), sums.blocks, sums.differing)


def _variance(weights: np.ndarray, products: np.ndarray) -> np.ndarray:
    """Of a weighted sum of block sums, without what rounding leaves where every block agreed."""
    variance = np.einsum("am,mab,bm->m", weights, products, weights)
    scale = np.einsum("am,maa->m", weights**2, products)
    return np.where(variance > 1e-13 * scale, variance, 0.0)


def table(measures: Sequence[Measure], found: Differences, *, anytime: bool, together: int = 1) -> pl.DataFrame:
    """One line per measure: before, after, difference with interval and p-value, saving.

    anytime   the intervals hold at every look, for cells that grow
    together  cells read together: the intervals of a group of measures in all of them hold at once with 95 %; those of
              screened groups, from which Benjamini-Hochberg picks, hold singly
    """
    rate = np.array([measure.rate for measure in measures])
    sizes = Counter(measure.group for measure in measures)
    alpha = np.array([(1 - CONFIDENCE) / (1 if m.group in SCREENED else together * sizes[m.group]) for m in measures])
    low, high, p = (_anytime if anytime else _fixed)(found, rate, alpha)
    after = [
        (rate_interval if measure.rate else mean_interval)(mean, se, found.blocks)
        for measure, mean, se in zip(measures, found.after, found.after_se, strict=True)
    ]
    lines = pl.DataFrame(
        {
            "group": [measure.group for measure in measures],
            "measure": [measure.name for measure in measures],
            "title": [measure.title for measure in measures],
            "rate": rate,
            "before": found.before,
            "after": found.after,
            "after_low": [float(low) for low, _ in after],
            "after_high": [float(high) for _, high in after],
            "difference": found.difference,
            "low": low,
            "high": high,
            "se": found.se,
            "p": p,
            "saving": found.saving,
            "blocks": [found.blocks] * len(measures),
            "differing": found.differing,
        }
    )
    return lines.filter(pl.col("difference").is_not_nan()).fill_nan(None)


def _fixed(found: Differences, rate: np.ndarray, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """t intervals over a number of blocks that was fixed beforehand."""
    from scipy import stats

    half = stats.t.ppf(1 - alpha / 2, max(found.blocks - 1, 1)) * found.se
    square = stats.norm.ppf(1 - alpha / 2) ** 2
    exception = square / (found.blocks + square)  # Wilson's bound: all blocks agreed, some others may not
    room = np.where(rate & (found.se == 0), exception, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(found.difference) / found.se
    p = 2 * stats.t.sf(distance, max(found.blocks - 1, 1))
    p = np.where(found.se == 0, np.where(found.difference == 0, 1.0, 0.5 ** min(found.blocks, 1000)), p)
    return found.difference - half - room, found.difference + half + room, p


def _anytime(found: Differences, rate: np.ndarray, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Intervals that hold at every look."""
    half = sequential.known_to(found.se, found.blocks, alpha, rate)
    sd = sequential.cautious_sd(found.sd, found.blocks, np.where(rate, 1.0, found.sd))
    p = np.where(found.differing == 0, 1.0, sequential.p_value(found.difference, sd, found.blocks))
    return found.difference - half, found.difference + half, p
