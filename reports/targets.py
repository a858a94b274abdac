"""From the scenario's `[targets]` to checks: which number of the run each target is about.

Measures: first_seat_win_rate, seat_win_rate (every seat), seat_K_win_rate, strategy_win_rate (every strategy),
capped_games, shared_wins, half_way_leader_wins, and the mean or median of any numeric column of `games` or `seats`.
What a scenario leaves open is judged by the defaults: fair seats, no runaway strategy, hardly any capped games.
"""

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import polars as pl

from reports.stats.blocks import estimate, of_row
from reports.stats.verdicts import Check, Measured

if TYPE_CHECKING:
    from reports.findings import Findings

SEAT_TOLERANCE = 0.02
STRATEGY_CEILING = 0.60
CAPPED_AT_MOST = 0.01
RATES = (
    "first_seat_win_rate",
    "seat_win_rate",
    "strategy_win_rate",
    "capped_games",
    "shared_wins",
    "half_way_leader_wins",
)
_OVER_BLOCKS = "Mean over seed blocks; Wilson interval with the sample size that the blocks are worth."


def checks(findings: "Findings") -> list[Check]:
    """The scenario's targets in its order, then the defaults for what it leaves open."""
    targets: Mapping[str, Mapping[str, float]] = findings.scenario["targets"]
    found = []
    for name, bounds in targets.items():
        found += _given(findings, name, bounds)
    if not any("seat" in name for name in targets):
        found.append(_seats(findings, "seat_win_rate", {"near": findings.fair, "within": SEAT_TOLERANCE}, assumed=True))
    if "strategy_win_rate" not in targets and findings.tables.kind == "field" and len(findings.tables.strategies) > 1:
        found.append(_strategies(findings))
    if "capped_games" not in targets:
        found.append(_capped(findings, {"at_most": CAPPED_AT_MOST}, assumed=True))
    return found


def unknown(findings: "Findings") -> list[str]:
    """Targets that name no measure of this game."""
    return [name for name in findings.scenario["targets"] if not _known(findings, name)]


def _known(findings: "Findings", name: str) -> bool:
    return name in RATES or _seat_of(findings, name) is not None or _column(findings, name) is not None


def _seat_of(findings: "Findings", name: str) -> int | None:
    match = re.fullmatch(r"seat_(\d+)_win_rate", name)
    return int(match[1]) if match and int(match[1]) < findings.players else None


def _column(findings: "Findings", name: str) -> str | None:
    """The table that holds a numeric column of this name."""
    for table, frame in (("games", findings.run.games), ("seats", findings.run.seats)):
        dtype = frame.collect_schema().get(name)
        if dtype is not None and dtype.is_numeric():
            return table
    return None


def _given(findings: "Findings", name: str, bounds: Mapping[str, float]) -> list[Check]:
    if not _known(findings, name):
        return []
    if name == "first_seat_win_rate":
        return [_seats(findings, name, bounds, only=0)]
    if name == "seat_win_rate":
        ends = {"at_least", "at_most"} & set(bounds)
        return [_seats(findings, name, bounds if ends else {"near": findings.fair, **bounds})]
    if _seat_of(findings, name) is not None:
        return [_seats(findings, name, bounds, only=_seat_of(findings, name))]
    if name == "strategy_win_rate":
        return [_strategies(findings, bounds)]
    if name == "capped_games":
        return [_capped(findings, bounds)]
    if name == "shared_wins":
        return [_rate(name, "Shared wins", Measured("shared wins", findings.shared), bounds)]
    if name == "half_way_leader_wins":
        return [_rate(name, "Half-way leader wins", Measured("half-way leader", findings.half_way_leader), bounds)]
    return _of_column(findings, name, bounds)


def _bounds(bounds: Mapping[str, float]) -> tuple[float, float]:
    low, high = bounds.get("at_least", -math.inf), bounds.get("at_most", math.inf)
    if "near" in bounds:
        within = bounds.get("within", 0.1 * abs(bounds["near"]))
        low, high = max(low, bounds["near"] - within), min(high, bounds["near"] + within)
    return low, high


def _in_words(low: float, high: float, percent: bool) -> str:
    def shown(value: float) -> str:
        return f"{100 * value:.4g} %" if percent else f"{value:.4g}"

    if math.isinf(low):
        return f"at most {shown(high)}"
    if math.isinf(high):
        return f"at least {shown(low)}"
    return f"{shown(low)} to {shown(high)}"


def _rate(name: str, title: str, measured: Measured, bounds: Mapping[str, float]) -> Check:
    low, high = _bounds(bounds)
    return Check(name, title, (measured,), low, high, _in_words(low, high, percent=True), _OVER_BLOCKS)


def _seats(
    findings: "Findings", name: str, bounds: Mapping[str, float], *, only: int | None = None, assumed: bool = False
) -> Check:
    rows = [row for row in findings.seats.iter_rows(named=True) if only is None or row["seat"] == only]
    measured = tuple(Measured(f"seat {row['seat']}", of_row(row)) for row in rows)
    low, high = _bounds(bounds)
    title = "Win rate of every seat" if only is None else f"Win rate of seat {only}"
    if only == 0:
        title = "Win rate of the starting player (seat 0)"
    return Check(name, title, measured, low, high, _in_words(low, high, percent=True), _OVER_BLOCKS, assumed)


def _strategies(findings: "Findings", bounds: Mapping[str, float] | None = None) -> Check:
    rows = list(findings.strategies.sort("strategy").iter_rows(named=True))
    if bounds is not None:
        low, high = _bounds(bounds)
        measured = tuple(Measured(row["strategy"], of_row(row)) for row in rows)
        wanted = _in_words(low, high, percent=True)
        return Check("strategy_win_rate", "Win rate of every strategy", measured, low, high, wanted, _OVER_BLOCKS)
    most = findings.strategy_ceiling
    measured = tuple(Measured(row["strategy"], of_row(row), most[row["strategy"]]) for row in rows)
    how = (
        f"No strategy shall win more than {STRATEGY_CEILING:.0%} of what it could win at most in the field: all games"
        f" that it sits in, shared with itself where it sits twice. {_OVER_BLOCKS}"
    )
    title = "Win rate of the best strategy" + ("" if min(most.values()) == 1 else ", as part of the most it could win")
    wanted = _in_words(-math.inf, STRATEGY_CEILING, percent=True)
    return Check("strategy_win_rate", title, measured, -math.inf, STRATEGY_CEILING, wanted, how, assumed=True)


def _capped(findings: "Findings", bounds: Mapping[str, float], assumed: bool = False) -> Check:
    low, high = _bounds(bounds)
    how = f"Share of games ended by a safety stop ({', '.join(findings.tables.capped_reasons)}). {_OVER_BLOCKS}"
    measured = (Measured("capped games", findings.capped),)
    return Check("capped_games", "Capped games", measured, low, high, _in_words(low, high, percent=True), how, assumed)


def _of_column(findings: "Findings", name: str, bounds: Mapping[str, float]) -> list[Check]:
    """Mean and median targets on a column are separate checks."""
    from reports.findings import median_interval

    table = _column(findings, name) or "games"
    rows = findings.tables.rows(table, name)
    found = []
    title = name.replace("_", " ")
    on_mean = {key: value for key, value in bounds.items() if not key.startswith("median")}
    if on_mean:
        low, high = _bounds(on_mean)
        measured = Measured(f"mean {title}", estimate(rows, name, rate=False))
        words = _in_words(low, high, percent=False)
        how = "Mean over seed blocks with its t interval."
        found.append(Check(name, f"Mean {title}", (measured,), low, high, words, how))
    for key, sign in (("median_at_most", 1), ("median_at_least", -1)):
        if key in bounds:
            middle, interval = median_interval(findings, table, name)
            bound = bounds[key]
            share = estimate(rows, pl.col(name) <= bound if sign > 0 else pl.col(name) >= bound)
            bounds_shown = (-math.inf, bound) if sign > 0 else (bound, math.inf)
            measured = Measured(f"median {title}", share, 1.0, middle, interval, bounds_shown)
            words = f"{'at most' if sign > 0 else 'at least'} {bound:g}"
            how = f"Judged by the share of rows {'up to' if sign > 0 else 'from'} {bound:g}: it must be above one half."
            found.append(Check(name, f"Median {title}", (measured,), 0.5, math.inf, words, how))
    return found
