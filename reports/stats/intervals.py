"""How far may the truth be from what was counted?

Rates get Wilson intervals with the sample size that the blocks are worth; means get t intervals over blocks.
Several intervals read together are widened by Sidak's inequality, so that all of them hold at once.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

CONFIDENCE = 0.95


def simultaneous(comparisons: int, confidence: float = CONFIDENCE) -> float:
    """The confidence of each of several intervals that makes all of them hold with `confidence` (Sidak)."""
    return float(confidence ** (1 / max(comparisons, 1)))


def effective_size(rate: Any, se: Any, blocks: Any, confidence: float = CONFIDENCE) -> np.ndarray:
    """How many independent games the blocks are worth for a rate; where nothing varied, the number of blocks."""
    from scipy import special

    rate, se, blocks = (np.asarray(each, float) for each in (rate, se, blocks))
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(se > 0, rate * (1 - rate) / se**2, blocks)
    tail = (1 + confidence) / 2
    return size * (special.ndtri(tail) / special.stdtrit(np.maximum(blocks - 1, 1), tail)) ** 2


def rate_interval(rate: Any, se: Any, blocks: Any, confidence: float = CONFIDENCE) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval over blocks. Where every block agreed, the bound on blocks that would not."""
    from statsmodels.stats.proportion import proportion_confint

    rate, se, blocks = (np.asarray(each, float) for each in (rate, se, blocks))
    size = effective_size(rate, se, blocks, confidence)
    low, high = proportion_confint(rate * size, size, alpha=1 - confidence, method="wilson")
    _, exception = proportion_confint(np.zeros_like(blocks), blocks, alpha=1 - confidence, method="wilson")
    constant = se <= 0
    low = np.where(constant, rate * (1 - exception), low)
    high = np.where(constant, rate + (1 - rate) * exception, high)
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


def mean_interval(mean: Any, se: Any, blocks: Any, confidence: float = CONFIDENCE) -> tuple[np.ndarray, np.ndarray]:
    """The t interval over blocks."""
    from scipy import special

    mean, se, blocks = (np.asarray(each, float) for each in (mean, se, blocks))
    half = special.stdtrit(np.maximum(blocks - 1, 1), (1 + confidence) / 2) * se
    return mean - half, mean + half


@dataclass(frozen=True)
class Estimate:
    """A mean or a rate with its standard error over blocks."""

    mean: float
    se: float
    n: int  # games or seats counted
    blocks: int
    rate: bool = True

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        function = rate_interval if self.rate else mean_interval
        low, high = function(self.mean, self.se, self.blocks, confidence)
        return float(low), float(high)

    def half_width(self, confidence: float = CONFIDENCE) -> float:
        low, high = self.interval(confidence)
        return (high - low) / 2

    def p_above(self, bound: float) -> float:
        """p-value of "the truth is at most `bound`": small when the truth lies above."""
        from scipy import special

        return float(special.stdtr(max(self.blocks - 1, 1), -self._distance(bound)))

    def p_below(self, bound: float) -> float:
        """p-value of "the truth is at least `bound`": small when the truth lies below."""
        from scipy import special

        return float(special.stdtr(max(self.blocks - 1, 1), self._distance(bound)))

    def _distance(self, bound: float) -> float:
        """Standard errors from the bound; for rates at the bound itself, as in Wilson's interval."""
        difference = self.mean - bound
        se = self.se
        if self.rate and 0 < bound < 1:
            size = (
                float(effective_size(self.mean, self.se, self.blocks))
                if 0 < self.mean < 1 and self.se > 0
                else self.blocks
            )
            se = (bound * (1 - bound) / size) ** 0.5
        if se == 0:
            return float(np.sign(difference)) * float("inf") if difference else 0.0
        return difference / se
