"""Figures of studies, in the style of the report."""

from collections.abc import Sequence

import polars as pl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports import words
from reports.figures import _POINTS, _ROW, BLUE, PAPER, SOFT, VERMILION, _beside, _limits, _new, _rows, _styled


@_styled
def changes(table: pl.DataFrame, title: str, note: str, names: Sequence[str] | None = None) -> Figure:
    """Differences of rates with their intervals, zero in the middle; what is not shown to change is grey."""
    figure, (axes,) = _new(_ROW * max(len(table), 1) + 0.75, title, note)
    _rows(axes, list(table["title"]) if names is None else names)
    low, high = table["low"].to_numpy(), table["high"].to_numpy()
    axes.set_xlim(*_limits(min(low.min(initial=0), 0), max(high.max(initial=0), 0), 0.02))
    axes.axvline(0, color=SOFT, linewidth=1.1)
    for y, row in enumerate(table.iter_rows(named=True)):
        colour = (BLUE if row["difference"] > 0 else VERMILION) if row["changed"] else SOFT
        axes.hlines(y, row["low"], row["high"], color=colour, linewidth=2.6)
        axes.plot(row["difference"], y, "o", color=colour, markersize=7, markeredgecolor=PAPER)
    _beside(axes, [words.difference(*each) for each in table.select("difference", "low", "high").iter_rows()])
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(_POINTS)
    axes.set_xlabel("change in percentage points")
    return figure
