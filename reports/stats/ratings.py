"""How strong is each strategy on one scale? Bradley-Terry ratings from who finished ahead of whom.

400 points are odds of ten to one, as in chess; the mean of the strategies is 0. Intervals come from a bootstrap over
groups of seed blocks. Needs the package choix.
"""

from dataclasses import dataclass

import numpy as np

from reports.stats.intervals import CONFIDENCE

GROUPS = 100  # groups of blocks for the bootstrap
_DRAWS = 200
_POINTS = 400 / np.log(10)
_REGULARISATION = 0.01  # keeps a strategy that never wins at a finite rating


@dataclass(frozen=True)
class Ratings:
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray


def available() -> bool:
    from importlib.util import find_spec

    return find_spec("choix") is not None


def ratings(ahead: np.ndarray, confidence: float = CONFIDENCE, seed: int = 0) -> Ratings:
    """`ahead[g, i, j]`: how often i finished ahead of j in the g-th group of blocks."""
    random = np.random.default_rng(seed)
    groups = len(ahead)
    drawn = np.array([_fit(ahead[random.integers(groups, size=groups)].sum(axis=0)) for _ in range(_DRAWS)])
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    return Ratings(_fit(ahead.sum(axis=0)), low, high)


def _fit(ahead: np.ndarray) -> np.ndarray:
    import choix

    total = ahead.sum()
    scaled = ahead * (100 * len(ahead) ** 2 / total) if total else ahead
    return np.asarray(choix.ilsr_pairwise_dense(scaled, alpha=_REGULARISATION)) * _POINTS
