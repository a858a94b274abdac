"""Several tests read together: which effects may be called shown.

The formulas are short, and statsmodels' `multipletests` collects garbage in every call, which took most of the time of
small studies; a test holds the two together.
"""

from collections.abc import Sequence

import numpy as np


def holm(p_values: Sequence[float], alpha: float) -> np.ndarray:
    """Which are shown, with the chance of any false one at most alpha: from the smallest p on, while each passes."""
    order, ranked = _ranked(p_values)
    passed = ranked <= alpha / (len(ranked) - np.arange(len(ranked)))
    return _back(order, np.logical_and.accumulate(passed))


def benjamini_hochberg(p_values: Sequence[float], rate: float) -> np.ndarray:
    """Which are shown, with at most this part of them false on average: up to the last p that passes."""
    order, ranked = _ranked(p_values)
    passed = ranked <= rate * np.arange(1, len(ranked) + 1) / max(len(ranked), 1)
    return _back(order, np.logical_or.accumulate(passed[::-1])[::-1])


def _ranked(p_values: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    values = np.asarray(p_values, float)
    order = np.argsort(values, kind="stable")
    return order, values[order]


def _back(order: np.ndarray, flags: np.ndarray) -> np.ndarray:
    found = np.empty(len(order), bool)
    found[order] = flags
    return found
