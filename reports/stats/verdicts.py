"""Does the game keep what its designer wants? Targets of the scenario, judged with error bars.

PASS and FAIL are both claims that need evidence: PASS when it is shown that the truth lies inside the target, FAIL
when it is shown that it lies outside, each at 5 % for all targets of the report together (Holm). Between the two it
is WARN when the truth is known well and lies near the border, and NOT ENOUGH GAMES when it is not known well.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.stats.intervals import CONFIDENCE, Estimate, simultaneous
from reports.stats.multiple import holm

PASS, WARN, FAIL, NOT_ENOUGH = "PASS", "WARN", "FAIL", "NOT ENOUGH GAMES"
STATUSES = (FAIL, WARN, NOT_ENOUGH, PASS)
_PRECISE = 0.5  # an interval is precise when its half width is below this part of the target's tolerance
_PRECISE_ONE_SIDED = 0.25  # of the bound itself, when a target has only one


@dataclass(frozen=True)
class Measured:
    """One number under a target: who or what it belongs to."""

    label: str
    estimate: Estimate
    scale: float = 1.0  # what counts as 1: targets are about estimate / scale
    shown: float | None = None  # the number in the designer's terms when it is not the estimate itself (medians)
    shown_interval: tuple[float, float] | None = None
    shown_bounds: tuple[float, float] | None = None

    @property
    def number(self) -> float:
        return self.estimate.mean / self.scale if self.shown is None else self.shown


@dataclass(frozen=True)
class Check:
    """A target: every measured number shall lie from `low` to `high`."""

    name: str
    title: str
    measured: tuple[Measured, ...]
    low: float = -math.inf
    high: float = math.inf
    wanted: str = ""  # the target in words
    how: str = ""
    assumed: bool = False  # a default, not set by the scenario

    def p_inside(self) -> float:
        """p-value of "some number is outside": small when all are shown to be inside."""
        return max(max(self._p_over(each), self._p_under(each)) for each in self.measured)

    def _p_over(self, each: Measured) -> float:
        return each.estimate.p_below(self.high * each.scale) if self.high < math.inf else 0.0

    def _p_under(self, each: Measured) -> float:
        return each.estimate.p_above(self.low * each.scale) if self.low > -math.inf else 0.0

    def p_outside(self) -> float:
        """p-value of "every number is inside": small when one is shown to be outside."""
        tests = []
        for each in self.measured:
            tests += [each.estimate.p_above(self.high * each.scale)] if self.high < math.inf else []
            tests += [each.estimate.p_below(self.low * each.scale)] if self.low > -math.inf else []
        return min(1.0, len(tests) * min(tests))

    @property
    def worst(self) -> Measured:
        """The number nearest to leaving the target, or farthest outside."""

        def outside(each: Measured) -> float:
            value = each.estimate.mean / each.scale
            return max(value - self.high, self.low - value)

        return max(self.measured, key=outside)

    def bounds(self) -> tuple[float, float]:
        """What is wanted, in the terms of the number that is shown."""
        return self.worst.shown_bounds or (self.low, self.high)

    def interval(self) -> tuple[float, float]:
        if self.worst.shown_interval:
            return self.worst.shown_interval
        low, high = self.worst.estimate.interval(simultaneous(len(self.measured)))
        return low / self.worst.scale, high / self.worst.scale

    def games_needed(self) -> float:
        """How many times as many games would make the interval precise; at most 1 when it is."""
        if math.isinf(self.low) or math.isinf(self.high):
            allowed = _PRECISE_ONE_SIDED * abs(self.high if math.isinf(self.low) else self.low)
        else:
            allowed = _PRECISE * (self.high - self.low) / 2
        half = self.worst.estimate.half_width(simultaneous(len(self.measured))) / self.worst.scale
        return (half / allowed) ** 2 if allowed else math.inf


@dataclass(frozen=True)
class Verdict:
    status: str
    check: Check


def judge(checks: Sequence[Check], alpha: float = 1 - CONFIDENCE) -> list[Verdict]:
    """A verdict on each target; the chance of any wrong PASS, and of any wrong FAIL, is at most alpha."""
    shown_outside = holm([check.p_outside() for check in checks], alpha)
    shown_inside = holm([check.p_inside() for check in checks], alpha)
    found = []
    for check, outside, inside in zip(checks, shown_outside, shown_inside, strict=True):
        if outside:
            status = FAIL
        elif inside:
            status = PASS
        else:
            status = WARN if check.games_needed() <= 1 else NOT_ENOUGH
        found.append(Verdict(status, check))
    return found
