"""May I look at the results while games are still played? Intervals and tests that allow it.

Anytime-valid intervals: the normal-mixture boundary (Robbins), with the variance estimated over blocks. With
probability 95 % the truth lies inside ALL intervals of the sequence, so stopping at a good moment does no harm.
A block counts as one observation. A variance that is estimated from few blocks, or from rare events, is not trusted:
every interval keeps room for a few blocks that are as different as a block can be.

The sequential probability ratio test decides between "no better" and "better by d" with both error rates stated.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

TIGHTEST_AT = 1_000  # blocks at which the boundary is narrowest, relative to a fixed number of blocks
_EXCEPTIONS = 4  # blocks; with one, events of 1 % are missed by 9 % of sequences instead of 5 %
_LOG = -2 * math.log(0.05)
_MIXTURE = (_LOG + math.log(_LOG) + 1) / TIGHTEST_AT  # the mixture's variance that makes it so


def half_width(sd: Any, blocks: Any, alpha: Any = 0.05) -> np.ndarray:
    """Half width of the anytime-valid interval of a mean; `sd` is the standard deviation of one block."""
    sd, blocks, alpha = (np.asarray(each, float) for each in (sd, blocks, alpha))
    scaled = blocks * _MIXTURE + 1
    return sd * np.sqrt(2 * scaled * np.log(np.sqrt(scaled) / alpha) / (blocks**2 * _MIXTURE))


def p_value(mean: Any, sd: Any, blocks: Any) -> np.ndarray:
    """Anytime-valid p-value of "the true mean is 0": the smallest alpha whose interval leaves 0 out."""
    mean, sd, blocks = (np.asarray(each, float) for each in (mean, sd, blocks))
    scaled = blocks * _MIXTURE + 1
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        exponent = np.where(sd > 0, _MIXTURE * (blocks * mean / sd) ** 2 / (2 * scaled), 0.0)
    return np.minimum(1.0, np.sqrt(scaled) * np.exp(-np.minimum(exponent, 700.0)))


def cautious_sd(sd: Any, blocks: Any, reach: Any) -> np.ndarray:
    """The standard deviation with a few more blocks in it that differ by `reach`, the most a block can."""
    sd, blocks, reach = (np.asarray(each, float) for each in (sd, blocks, reach))
    return np.sqrt(sd**2 + _EXCEPTIONS * reach**2 / np.maximum(blocks, 1))


def known_to(se: Any, blocks: Any, alpha: Any, rate: Any) -> np.ndarray:
    """Half width of the anytime-valid interval of an estimate with this standard error over blocks."""
    sd = np.asarray(se, float) * np.sqrt(blocks)
    return half_width(cautious_sd(sd, blocks, np.where(rate, 1.0, sd)), blocks, alpha)


def blocks_until(sd: float, half: float, *, rate: bool) -> int:
    """Blocks after which the anytime-valid interval of a mean is this narrow."""
    low, high = 1, 2
    while known_to(sd / high**0.5, high, 0.05, rate) > half:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        narrow = known_to(sd / middle**0.5, middle, 0.05, rate) <= half
        low, high = (low, middle) if narrow else (middle, high)
    return high


@dataclass(frozen=True)
class Sprt:
    """Is the mean 0 or less, or `better` or more? Wrong answers at most at the rates alpha and beta."""

    better: float
    alpha: float = 0.05  # chance to say "better" when it is not
    beta: float = 0.05  # chance to say "not" when it is better by `better`

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def evidence(self, mean: float, sd: float, blocks: int) -> float:
        """Log-likelihood ratio of "better" against "no better", normal blocks with estimated variance."""
        if sd == 0:
            return math.inf if mean > self.better / 2 else -math.inf
        return blocks * self.better * (mean - self.better / 2) / sd**2

    def decision(self, evidence: float) -> bool | None:
        """True: better. False: not. None: play on."""
        low, high = self.bounds
        return True if evidence >= high else False if evidence <= low else None
