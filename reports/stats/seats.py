"""Does it matter where one sits? Tests over seats and the number of games that a question needs."""

import math

import numpy as np

from reports.stats.intervals import CONFIDENCE, Estimate


def equal_seats(block_wins: np.ndarray) -> float | None:
    """p-value of "all seats win equally often": Hotelling's test on block means; None when nothing varies.

    block_wins  one row per block, one column per seat
    """
    from scipy.stats import ttest_1samp
    from statsmodels.stats.multivariate import test_mvmean

    contrasts = block_wins[:, 1:] - block_wins[:, :1]
    if len(contrasts) <= contrasts.shape[1] + 1:
        return None
    covariance = np.atleast_2d(np.cov(contrasts, rowvar=False))
    if np.linalg.matrix_rank(covariance) < contrasts.shape[1]:
        return None
    if contrasts.shape[1] == 1:
        return float(ttest_1samp(contrasts[:, 0], 0).pvalue)
    return float(test_mvmean(contrasts, np.zeros(contrasts.shape[1])).pvalue)


def more_games(estimate: Estimate, games: int, wanted: float, confidence: float = CONFIDENCE) -> int:
    """How many more games bring the interval of a rate to plus or minus `wanted`."""
    half = estimate.half_width(confidence)
    return max(0, math.ceil(games * (half / wanted) ** 2) - games)


def games_for(rate: float, wanted: float, confidence: float = CONFIDENCE) -> int:
    """How many games a rate needs for plus or minus `wanted`, before any was played."""
    from scipy import special

    return math.ceil(rate * (1 - rate) * (special.ndtri((1 + confidence) / 2) / wanted) ** 2)
