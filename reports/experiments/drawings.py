"""Figures of studies, in the style of the report."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports import words
from reports.figures import (
    _PERCENT,
    _POINTS,
    _ROW,
    BLUE,
    GREEN,
    PAPER,
    RULE,
    SERIES,
    SOFT,
    VERMILION,
    _beside,
    _limits,
    _new,
    _rows,
    _styled,
)  # fmt: skip

_NAME_HEIGHT = 0.07  # of a line's name, in parts of the axis
_HOLDS = {True: GREEN, False: VERMILION, None: SOFT}  # a candidate meets all targets, misses one, or is open


@_styled
def changes(
    table: pl.DataFrame, title: str, note: str, names: Sequence[str] | None = None, *, rate: bool = True
) -> Figure:
    """Differences with their intervals, zero in the middle; what is not shown to change is grey."""
    figure, (axes,) = _new(_ROW * max(len(table), 1) + 0.75, title, note)
    _rows(axes, list(table["title"]) if names is None else names)
    low, high = table["low"].to_numpy(), table["high"].to_numpy()
    axes.set_xlim(*_limits(min(low.min(initial=0), 0), max(high.max(initial=0), 0), 0.02))
    axes.axvline(0, color=SOFT, linewidth=1.1)
    for y, row in enumerate(table.iter_rows(named=True)):
        colour = (BLUE if row["difference"] > 0 else VERMILION) if row["changed"] else SOFT
        axes.hlines(y, row["low"], row["high"], color=colour, linewidth=2.6)
        axes.plot(row["difference"], y, "o", color=colour, markersize=7, markeredgecolor=PAPER)
    ends = table.select("difference", "low", "high").iter_rows()
    _beside(axes, [words.difference(value, low, high, 100 if rate else 1) for value, low, high in ends])
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    if rate:
        axes.xaxis.set_major_formatter(_POINTS)
    axes.set_xlabel("change in percentage points" if rate else "change")
    return figure


def in_order(values: Sequence[str]) -> list[str]:
    """Numbers by size, other values as they come."""
    try:
        return sorted(values, key=float)
    except ValueError:
        return list(values)


@_styled
def lines(table: pl.DataFrame, knob: str, title: str, note: str) -> Figure:
    """Levels of measures along the values of one knob: a line per measure, an interval at every value."""
    figure, (axes,) = _new(3.2, title, note)
    values, numbers = _series(axes, table, knob, "title", ("after", "after_low", "after_high"))
    axes.set_xticks(numbers, values)
    axes.set_xlabel(knob)
    axes.grid(axis="y", color=RULE, linewidth=0.6, alpha=0.7)
    axes.set_axisbelow(True)
    axes.margins(y=0.12)
    if table["rate"].all():
        axes.yaxis.set_major_formatter(_PERCENT)
    return figure


def _series(
    axes: Axes, table: pl.DataFrame, knob: str, by: str, columns: tuple[str, str, str]
) -> tuple[list[str], np.ndarray]:
    """A line for each value of `by` along a knob, mean and interval from the columns, its name at the end.

    Returns the values of the knob in order, and where they stand on the axis.
    """
    values = in_order(table[knob].unique(maintain_order=True).to_list())
    numbers = _numbers(values)
    names = table[by].unique(maintain_order=True).to_list()
    ends: list[tuple[float, str, float, str]] = []
    for k, name in enumerate(names):
        part = {row[knob]: row for row in table.filter(pl.col(by) == name).iter_rows(named=True)}
        y, low, high = (np.array([part[value][column] for value in values]) for column in columns)
        x = numbers + (k - (len(names) - 1) / 2) * 0.012 * (np.ptp(numbers) or 1)
        colour = SERIES[k % len(SERIES)]
        axes.vlines(x, low, high, color=colour, linewidth=2)
        axes.plot(x, y, "o-", color=colour, markersize=6, linewidth=1.2, markeredgecolor=PAPER)
        ends.append((y[-1], name, x[-1], colour))
    _name_ends(axes, ends)
    return values, numbers


def _name_ends(axes: Axes, ends: Sequence[tuple[float, str, float, str]]) -> None:
    """The names of lines (y, name, x, colour) beside their ends; of lines that end together one above the other."""
    scale = axes.yaxis.get_transform()
    bottom, top = scale.transform(axes.get_ylim())
    lowest, right = -np.inf, max(x for _, _, x, _ in ends)
    for y, name, _, colour in sorted(ends):
        lowest = max(scale.transform([y])[0], lowest + _NAME_HEIGHT * (top - bottom))
        axes.annotate(
            name, (right, scale.inverted().transform([lowest])[0]), (9, 0), textcoords="offset points", color=colour,
            fontsize=9.5, va="center", annotation_clip=False,
        )  # fmt: skip


def _numbers(values: Sequence[str]) -> np.ndarray:
    try:
        return np.array([float(value) for value in values])
    except ValueError:
        return np.arange(len(values), dtype=float)


@_styled
def budget(table: pl.DataFrame, title: str, note: str, *, points: bool) -> Figure:
    """Games by size of effect, a line per question."""
    figure, (axes,) = _new(2.9, title, note)
    axes.set_xscale("log")
    axes.set_yscale("log")
    ends = []
    for k, question in enumerate(table["question"].unique(maintain_order=True)):
        part = table.filter(pl.col("question") == question).sort("size")
        x = part["size"].to_numpy() * (100 if points else 1)
        axes.plot(x, part["games"], "o-", color=SERIES[k], markersize=6, linewidth=1.4, markeredgecolor=PAPER)
        ends.append((part["games"][-1], question, x[-1], SERIES[k]))
    _name_ends(axes, ends)
    sizes = sorted(table["size"].unique())
    axes.set_xticks([size * (100 if points else 1) for size in sizes])
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.minorticks_off()
    axes.grid(color=RULE, linewidth=0.6, alpha=0.7)
    axes.set_xlabel("size of the effect in percentage points" if points else "size of the effect")
    axes.set_ylabel("games")
    return figure


@_styled
def tuning(
    table: pl.DataFrame, knob: str, title: str, note: str, band: tuple[float, float], answer: str | None, *, rate: bool
) -> Figure:
    """The numbers under a target along one knob, a line for each (`who`), with the target as a band.

    Below, a mark per candidate: green meets all targets, orange misses one, grey is open. The answer is pointed out.
    """
    figure, (axes,) = _new(3.1, title, note)
    values, numbers = _series(axes, table, knob, "who", ("value", "low", "high"))
    low, high = axes.get_ylim()
    marks = [value for value in band if np.isfinite(value)]
    low, high = _limits(min([low, *marks]), max([high, *marks]), 1e-6)
    axes.axhspan(max(band[0], low), min(band[1], high), color=GREEN, alpha=0.13, linewidth=0)
    low -= 0.08 * (high - low)
    axes.set_ylim(low, high)
    holds = dict(table.select(knob, "holds").rows())
    colours = [_HOLDS[holds[value]] for value in values]
    axes.scatter(numbers, [low + 0.04 * (high - low)] * len(numbers), c=colours, marker="s", s=34, zorder=3)
    if answer is not None:
        axes.axvline(numbers[values.index(answer)], color=GREEN, linewidth=1.2, linestyle=":", zorder=0)
    axes.set_xticks(numbers, values, rotation=0 if len(values) <= 12 else 60)
    axes.set_xlabel(knob)
    axes.grid(axis="y", color=RULE, linewidth=0.6, alpha=0.7)
    if rate:
        axes.yaxis.set_major_formatter(_PERCENT)
    return figure


@_styled
def misses(losses: Sequence[tuple[str, float, bool | None]], title: str, note: str) -> Figure:
    """Candidates by their distance from the targets."""
    shown = losses[:20]
    figure, (axes,) = _new(_ROW * len(shown) + 0.7, title, note)
    _rows(axes, [name for name, _, _ in shown])
    for y, (_, loss, holds) in enumerate(shown):
        axes.plot(loss, y, "o", color=_HOLDS[holds], markersize=7, markeredgecolor=PAPER)
    axes.axvspan(0, 1, color=GREEN, alpha=0.13, linewidth=0)
    axes.set_xlim(0, max(2.0, 1.1 * max(loss for _, loss, _ in shown)))
    axes.set_xlabel("distance from the targets, in tolerances")
    return figure


@_styled
def tornado(
    ranked: pl.DataFrame, rows: pl.DataFrame, joint: Sequence[float], title: str, note: str, *, rate: bool
) -> Figure:
    """Changes at the ends of each range, the widest first, each with its interval."""
    figure, (axes,) = _new(_ROW * len(ranked) + 0.85, title, note)
    _rows(axes, ranked["factor"].to_list())
    axes.axvline(0, color=SOFT, linewidth=1.1)
    for y, factor in enumerate(ranked.iter_rows(named=True)):
        colour = BLUE if factor["matters"] else SOFT
        least, most = min(factor["least"], 0), max(factor["most"], 0)
        axes.barh(y, most - least, left=least, height=0.5, color=colour, alpha=0.35, linewidth=0)
        for row in rows.filter(pl.col("factor") == factor["factor"]).iter_rows(named=True):
            if row["differing"]:
                axes.hlines(y, row["low"], row["high"], color=colour, linewidth=1.4)
            axes.plot(row["difference"], y, "o", color=colour, markersize=5, markeredgecolor=PAPER)
    scale = 100 if rate else 1
    ends = ranked.select("least", "most").iter_rows()
    _beside(axes, [f"{words.signed(scale * least)} … {words.signed(scale * most)}" for least, most in ends])
    if joint:
        axes.plot(joint, [-0.55] * len(joint), "|", color=VERMILION, markersize=9, clip_on=False)
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    if rate:
        axes.xaxis.set_major_formatter(_POINTS)
    axes.set_xlabel("change in percentage points" if rate else "change")
    return figure
