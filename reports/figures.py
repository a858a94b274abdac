"""The figures of a report: made for a slide, safe for colour-blind readers, an interval on every estimate.

Each function draws one matplotlib figure from a table of estimates. Titles are findings and come from the caller.
"""

import io
import re
import textwrap
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from markupsafe import escape
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports import words
from reports.tables import Bins

# Okabe and Ito's palette, without its yellow.
BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"
SERIES = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
INK, SOFT, RULE, PAPER = "#1b1f24", "#5b6571", "#c9d0d8", "#fefefe"
# The page puts its own variables in place of these, so figures follow its light or dark theme.
_THEME = {
    INK: "var(--ink)", SOFT: "var(--soft)", RULE: "var(--rule)", PAPER: "var(--paper)",
    BLUE: "var(--blue)", VERMILION: "var(--vermilion)",
}  # fmt: skip
_DIVERGING = LinearSegmentedColormap.from_list("balance", ["#d45d00", "#f6e3d6", "#f7f7f7", "#d6e6f2", "#0071b1"])
_SEQUENTIAL = LinearSegmentedColormap.from_list("ranks", ["#084f7d", "#3f8fc0", "#9cc6e3", "#dbe9f4", "#f1f5f9"])

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")
_WIDTH = 6.4
_ROW = 0.34
_STYLE: Any = {
    "text.parse_math": False,  # names may contain dollar signs
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": RULE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlesize": 9.5,
    "axes.titlecolor": SOFT,
    "axes.titlelocation": "left",
    "axes.labelsize": 10,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10.5,
    "ytick.major.size": 0,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "svg.fonttype": "path",
    "svg.hashsalt": "simcore",
}
_PERCENT = FuncFormatter(lambda value, _: f"{100 * value:.3g} %")
_POINTS = FuncFormatter(
    lambda value, _: words.signed(100 * value, 0 if abs(100 * value - round(100 * value)) < 1e-6 else 1)
)


@dataclass(frozen=True)
class Drawing:
    """A finished figure in the formats that are asked for."""

    figure: Figure

    def png(self) -> bytes:
        return self._saved("png", dpi=200)

    @cached_property
    def svg(self) -> bytes:
        return self._saved("svg")

    def inline(self, name: str, description: str) -> str:
        """SVG for the page: own identifiers, the page's colours, a description for screen readers."""
        text = self.svg.decode()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.S)
        text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
        text = re.sub(r'(href="|url\()#', rf"\1#{name}-", text)
        for colour, variable in _THEME.items():
            text = re.sub(colour, variable, text, flags=re.I)
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
        ratio = f"{size[1]} / {size[2]}" if size else "auto"
        head = f'<svg role="img" aria-label="{escape(description)}" style="aspect-ratio: {ratio}"'
        return re.sub(r'<svg( xmlns:xlink="[^"]*")? width="[^"]*" height="[^"]*"', rf"{head}\1", text, count=1)

    def _saved(self, kind: str, **options: Any) -> bytes:
        buffer = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else {}
        with rc_context(_STYLE), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")
            self.figure.savefig(buffer, format=kind, metadata=metadata, **options)
        return buffer.getvalue()


def _styled(function: Callable[..., Figure]) -> Callable[..., Drawing]:
    def draw(*args: Any, **options: Any) -> Drawing:
        with rc_context(_STYLE), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing")  # rare scripts in names: a box stands for them
            figure = function(*args, **options)
            figure.draw_without_rendering()  # settles the layout once for all formats
            figure.set_layout_engine("none")
        return Drawing(figure)

    draw.__doc__ = function.__doc__
    return draw


def _new(
    height: float, title: str, note: str = "", width: float = _WIDTH, panels: int = 1
) -> tuple[Figure, list[Axes]]:
    """A figure with its finding as title and, smaller, what it shows."""
    title, note = (text.replace(" %", "\u00a0%").replace(" ± ", "\u00a0±\u00a0") for text in (title, note))
    lines = textwrap.wrap(title, round(width * 9.4))
    notes = textwrap.wrap(note, round(width * 13.5))
    top = 0.16 + 0.215 * len(lines) + 0.165 * len(notes)
    figure = Figure(figsize=(width, height + top), layout="constrained")
    total = height + top
    figure.get_layout_engine().set(rect=(0, 0, 1, height / total), w_pad=0.06, h_pad=0.05)  # type: ignore[union-attr, call-arg]
    y = 1 - 0.1 / total
    figure.text(0.012, y, "\n".join(lines), ha="left", va="top", fontsize=12.5, fontweight="bold", linespacing=1.15)
    y -= (0.03 + 0.215 * len(lines)) / total
    figure.text(0.012, y, "\n".join(notes), ha="left", va="top", fontsize=9.5, color=SOFT, linespacing=1.15)
    axes = figure.subplots(1, panels, squeeze=False)[0]
    return figure, list(axes)


def label(name: str, width: int = 24) -> str:
    """A name that may be long, in at most two lines."""
    if len(name) <= width:
        return name
    parts = textwrap.wrap(name.replace("_", "_ "), width, max_lines=2, placeholder=" …")
    return "\n".join(part.replace("_ ", "_").strip() for part in parts)


def _rows(axes: Axes, names: Sequence[str], dense: bool = False) -> None:
    labels = [words.short(name, 30) if dense else label(name) for name in names]
    axes.set_yticks(range(len(names)), labels)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="x", color=RULE, linewidth=0.6, alpha=0.7)
    axes.set_axisbelow(True)


def _limits(
    low: float, high: float, least: float, floor: float = -np.inf, ceiling: float = np.inf
) -> tuple[float, float]:
    """Room around values, at least `least` wide, inside what is possible."""
    middle, half = (low + high) / 2, max(high - low, least) / 2 * 1.15
    return max(middle - half, floor), min(middle + half, ceiling)


@_styled
def estimates(
    table: pl.DataFrame,
    names: Sequence[str],
    title: str,
    note: str,
    *,
    fair: float | None = None,
    fair_label: str = "",
    band: tuple[float, float] | None = None,
    bands: Sequence[tuple[float, float]] = (),
    rate: bool = True,
    axis: str = "",
) -> Figure:
    """One dot with its interval per row of a table (mean, low, high), numbers beside them.

    The band, or one for each row, is shaded: what is wanted.
    """
    figure, (axes,) = _new(_ROW * len(table) + 0.75, title, note)
    _rows(axes, names)
    mean, low, high = (table[name].to_numpy() for name in ("mean", "low", "high"))
    ends = [end for each in ((band or ()), *bands) for end in each if np.isfinite(end)]
    marks = [value for value in (fair, *ends) if value is not None]
    start, stop = _limits(min([*low, *marks]), max([*high, *marks]), 0.06 if rate else 1e-6, *((0, 1) if rate else ()))
    axes.set_xlim(start, stop)
    if band:
        axes.axvspan(*band, color=GREEN, alpha=0.13, linewidth=0)
    for row, (least, most) in enumerate(bands):
        wanted = np.clip([least, most], start, stop)
        axes.barh(row, np.ptp(wanted), left=wanted[0], height=0.86, color=GREEN, alpha=0.13, linewidth=0)
    if fair is not None:
        axes.axvline(fair, color=SOFT, linewidth=1.1, linestyle=(0, (4, 3)))
        axes.annotate(
            fair_label, (fair, 1), (0, 1), xycoords=("data", "axes fraction"), textcoords="offset points",
            fontsize=8.5, color=SOFT, ha="center", va="bottom",
        )  # fmt: skip
    rows = np.arange(len(table))
    axes.hlines(rows, low, high, color=BLUE, linewidth=2.6)
    axes.plot(mean, rows, "o", color=BLUE, markersize=7, markeredgecolor=PAPER)
    texts = [(words.rate if rate else words.mean_of)(*each) for each in zip(mean, low, high, strict=True)]
    _beside(axes, texts)
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    if rate:
        axes.xaxis.set_major_formatter(_PERCENT)
    axes.set_xlabel(axis)
    return figure


def _beside(axes: Axes, texts: Sequence[str]) -> None:
    """Numbers in a column right of the plot."""
    for row, text in enumerate(texts):
        axes.annotate(
            text, (1, row), (6, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
            fontsize=10, va="center", ha="left", annotation_clip=False,
        )  # fmt: skip


@_styled
def grouped(
    table: pl.DataFrame, row: str, series: str, names: Sequence[str], marks: Sequence[str], title: str, note: str,
    *, fair: float, axis: str,
) -> Figure:  # fmt: skip
    """Rows with one numbered dot and interval per member of a series, e.g. strategies with one dot per seat."""
    spread = 0.14 * max(len(marks) - 1, 1)
    figure, (axes,) = _new((_ROW * 0.6 + spread * 1.15) * len(names) + 0.7, title, note)
    _rows(axes, names)
    low, high = float(table["low"].min()), float(table["high"].max())  # type: ignore[arg-type]
    axes.set_xlim(*_limits(min(low, fair), max(high, fair), 0.06, -0.01, 1.01))
    axes.axvline(fair, color=SOFT, linewidth=1.1, linestyle=(0, (4, 3)))
    index = {name: i for i, name in enumerate(names)}
    offsets = np.linspace(-0.33, 0.33, len(marks)) if len(marks) > 1 else np.zeros(1)
    values = sorted(table[series].unique().to_list())
    for each in table.iter_rows(named=True):
        k = values.index(each[series])
        y = index[each[row]] + offsets[k]
        colour = SERIES[k % len(SERIES)]
        axes.hlines(y, each["low"], each["high"], color=colour, linewidth=2)
        axes.plot(each["mean"], y, "o", color=colour, markersize=9.5, markeredgecolor=PAPER)
        axes.annotate(
            marks[k], (each["mean"], y), ha="center", va="center_baseline", fontsize=7, color="white", weight="bold"
        )
    for y in np.arange(len(names) - 1) + 0.5:
        axes.axhline(y, color=RULE, linewidth=0.6)
    axes.xaxis.set_major_formatter(_PERCENT)
    axes.set_xlabel(axis)
    return figure


@_styled
def spread(table: pl.DataFrame, names: Sequence[str], title: str, note: str, axis: str) -> Figure:
    """Distributions as rows: 5 to 95 % thin, 25 to 75 % thick, the median as a line, the mean with its interval."""
    figure, (axes,) = _new(_ROW * 1.25 * len(table) + 0.7, title, note)
    _rows(axes, names)
    rows = np.arange(len(table))
    axes.hlines(rows, table["q05"], table["q95"], color=SKY, linewidth=2)
    axes.hlines(rows, table["q25"], table["q75"], color=SKY, linewidth=9)
    axes.vlines(table["q50"], rows - 0.2, rows + 0.2, color=INK, linewidth=2)
    axes.hlines(rows, table["low"], table["high"], color=VERMILION, linewidth=3)
    axes.plot(table["mean"], rows, "o", color=VERMILION, markersize=5.5, markeredgecolor=PAPER)
    _beside(axes, [words.mean_of(*each) for each in table.select("mean", "low", "high").iter_rows()])
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.set_xlabel(axis)
    return figure


@_styled
def shares(table: pl.DataFrame, names: Sequence[str], title: str, note: str) -> Figure:
    """Stacked bars: the share of each final rank per seat; the interval stands at the end of each segment."""
    figure, (axes,) = _new(_ROW * 1.4 * len(names) + 0.65, title, note)
    _rows(axes, names)
    axes.grid(visible=False)
    ranks = sorted(table["rank"].unique().to_list())
    left = np.zeros(len(names))
    for k, rank in enumerate(ranks):
        part = table.filter(pl.col("rank") == rank).sort("seat")
        colour = _SEQUENTIAL(k / max(len(ranks) - 1, 1))
        axes.barh(range(len(names)), part["mean"], left=left, height=0.72, color=colour, edgecolor="white", linewidth=1)
        for row, each in enumerate(part.iter_rows(named=True)):
            if each["mean"] > 0.07:
                text = f"{_ORDINALS[rank - 1]}\n{100 * each['mean']:.0f} %"
                ink = "white" if k / max(len(ranks) - 1, 1) < 0.45 else "#1b1f25"
                axes.text(left[row] + each["mean"] / 2, row, text, ha="center", va="center", fontsize=8.5, color=ink)
        left += part["mean"].to_numpy()
        axes.hlines(
            range(len(names)),
            left - part["se"].to_numpy() * 1.96,
            left + part["se"].to_numpy() * 1.96,
            color=INK,
            linewidth=1.4,
        )
    axes.set_xlim(0, max(1.0, left.max()))
    axes.xaxis.set_major_formatter(_PERCENT)
    return figure


@_styled
def matrix(
    table: pl.DataFrame, names: Sequence[str], columns: Sequence[str], title: str, note: str,
    *, middle: float, row: str = "row", column: str = "column", reach: float | None = None,
) -> Figure:  # fmt: skip
    """Rates with their half widths in a coloured grid; blue above the middle, orange below."""
    size = 0.52 if len(columns) <= 6 else 0.5
    figure, (axes,) = _new(size * len(names) + 1.0, title, note, width=max(_WIDTH, 2.0 + 0.66 * len(columns)))
    values = np.full((len(names), len(columns)), np.nan)
    found = {(each[row], each[column]): each for each in table.iter_rows(named=True)}
    for (a, b), each in found.items():
        if a in names and b in columns:
            values[names.index(a), columns.index(b)] = each["mean"]
    reach = reach or max(float(np.nanmax(np.abs(values - middle))) if np.isfinite(values).any() else 0.0, 0.15)
    axes.imshow(values, cmap=_DIVERGING, vmin=middle - reach, vmax=middle + reach, aspect="auto")
    for i, a in enumerate(names):
        for j, b in enumerate(columns):
            cell = found.get((a, b))
            if cell is None:
                axes.text(j, i, "·", ha="center", va="center", color=SOFT)
                continue
            strong = abs(cell["mean"] - middle) > 0.75 * reach
            ink = "white" if strong else "#1b1f25"
            axes.text(j, i - 0.1, f"{100 * cell['mean']:.0f}", ha="center", va="center", fontsize=11, color=ink)
            half = 100 * (cell["high"] - cell["low"]) / 2
            axes.text(
                j, i + 0.28, f"±{half:.{1 if half < 9.95 else 0}f}", ha="center", va="center", fontsize=7, color=ink
            )
    axes.set_yticks(range(len(names)), [label(name, 20) for name in names])
    turned = len(columns) > 4 or max(map(len, columns)) > 12
    axes.set_xticks(
        range(len(columns)),
        [label(name, 18) for name in columns],
        rotation=35 if turned else 0,
        ha="left" if turned else "center",
    )
    axes.xaxis.tick_top()
    axes.tick_params(length=0, colors=INK)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_xticks(np.arange(len(columns) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(names) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=1.5)
    axes.tick_params(which="minor", length=0)
    return figure


@_styled
def histogram(
    counts: pl.DataFrame, bins: Bins, half_widths: np.ndarray, title: str, note: str, axis: str,
    *, median: float | None = None,
) -> Figure:  # fmt: skip
    """Share of games per value, stacked by group when the table has one; whiskers are the interval of each bar."""
    figure, (axes,) = _new(2.7, title, note)
    groups = counts["group"].unique(maintain_order=True).to_list() if "group" in counts.columns else [""]
    edges = bins.edges
    total = float(counts["count"].sum())
    bottom = np.zeros(len(edges) - 1)
    centres, width = (edges[:-1] + edges[1:]) / 2, np.diff(edges)
    for k, group in enumerate(groups):
        part = counts.filter(pl.col("group") == group) if group or "group" in counts.columns else counts
        share = np.histogram(part["value"], edges, weights=part["count"])[0] / total
        axes.bar(centres, share, width * 0.9, bottom, color=SERIES[k % len(SERIES)], alpha=0.85, linewidth=0)
        bottom += share
    axes.errorbar(centres, bottom, half_widths, fmt="none", ecolor=INK, elinewidth=0.8)
    axes.yaxis.set_major_formatter(_PERCENT)
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.grid(axis="y", color=RULE, linewidth=0.6, alpha=0.7)
    axes.set_axisbelow(True)
    axes.set_ylim(0, bottom.max() * 1.22)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_xlabel(axis)
    axes.set_ylabel("share of games")
    if median is not None:
        axes.axvline(median, color=INK, linewidth=1.2, ymax=0.93)
        axes.annotate(
            f"median {words.number(median)}",
            (median, 1),
            (4, -3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            fontsize=9.5,
            va="top",
        )
    if len(groups) > 1:
        _key(axes, groups)
    return figure


def _key(axes: Axes, groups: Sequence[str], colours: Sequence[str] = SERIES) -> None:
    """The groups named in their colours, in a row above the plot."""
    position = 0.0
    for k, group in enumerate(groups):
        axes.annotate(
            words.plain(group), (0, 1), (position, 4), xycoords="axes fraction", textcoords="offset points",
            fontsize=9.5, ha="left", va="bottom", color=colours[k % len(colours)], weight="bold",
        )  # fmt: skip
        position += 7.2 * len(group) + 12


@_styled
def forest(
    table: pl.DataFrame, names: Sequence[str], title: str, note: str, axis: str,
    *, filled: str = "adjusted", hollow: str = "difference",
) -> Figure:  # fmt: skip
    """Differences per card with intervals: filled the better evidence, hollow the raw association."""
    panels = 1 if len(table) <= 34 else 2
    per_panel = -(-len(table) // panels)
    row = 0.27 if len(table) <= 20 else 0.215
    figure, all_axes = _new(
        row * per_panel + 0.75, title, note, width=_WIDTH if panels == 1 else 2 * _WIDTH, panels=panels
    )
    ends = table.select(pl.col(f"{each}_{end}") for each in (filled, hollow) for end in ("low", "high"))
    finite = ends.to_numpy()[np.isfinite(ends.to_numpy())]
    reach = _limits(min(finite.min(initial=0), 0), max(finite.max(initial=0), 0), 0.02)
    for panel, axes in enumerate(all_axes):
        part = table[panel * per_panel : (panel + 1) * per_panel]
        _rows(axes, names[panel * per_panel : (panel + 1) * per_panel], dense=True)
        axes.set_ylim(per_panel - 0.4, -0.6)
        axes.tick_params(axis="y", labelsize=9.5 if row > 0.25 else 8.5)
        axes.set_xlim(*reach)
        axes.axvline(0, color=SOFT, linewidth=1.1)
        rows = part.with_row_index("y").with_columns(
            colour=pl.when(~pl.col("stands_out"))
            .then(pl.lit(SOFT))
            .when(pl.col(filled) > 0)
            .then(pl.lit(BLUE))
            .otherwise(pl.lit(VERMILION))
        )
        raw = rows.drop_nulls(hollow)
        axes.hlines(raw["y"] + 0.17, raw[f"{hollow}_low"], raw[f"{hollow}_high"], color=SOFT, linewidth=1)
        axes.plot(raw[hollow], raw["y"] + 0.17, "o", color=PAPER, markeredgecolor=SOFT, markersize=4.5)
        for (colour,), better in rows.drop_nulls(filled).group_by("colour"):
            axes.hlines(
                better["y"] - 0.12, better[f"{filled}_low"], better[f"{filled}_high"], color=str(colour), linewidth=2.2
            )
            axes.plot(better[filled], better["y"] - 0.12, "o", color=str(colour), markersize=5.5)
        axes.xaxis.set_major_formatter(_POINTS)
        axes.set_xlabel(axis)
    return figure


@_styled
def usage(
    table: pl.DataFrame, keys: Sequence[str], names: Sequence[str], counters: Sequence[str], title: str, note: str
) -> Figure:
    """Share of seats per card and counter, as dots with intervals on a common axis; rows in the order of `keys`."""
    panels = 1 if len(names) <= 34 else 2
    per_panel = -(-len(names) // panels)
    row = 0.25 if len(names) <= 20 else 0.205
    figure, all_axes = _new(
        row * per_panel + 0.75, title, note, width=_WIDTH if panels == 1 else 2 * _WIDTH, panels=panels
    )
    top = float(table["share_high"].max() or 1)  # type: ignore[arg-type]
    offsets = np.linspace(-0.24, 0.24, len(counters)) if len(counters) > 1 else np.zeros(1)
    for panel, axes in enumerate(all_axes):
        shown = list(keys[panel * per_panel : (panel + 1) * per_panel])
        _rows(axes, names[panel * per_panel : (panel + 1) * per_panel], dense=True)
        axes.set_ylim(per_panel - 0.4, -0.6)
        axes.tick_params(axis="y", labelsize=9.5 if row > 0.24 else 8.5)
        axes.set_xlim(-0.01 * top, min(1.05 * top, 1.02))
        for k, counter in enumerate(counters):
            part = table.filter((pl.col("counter") == counter) & pl.col("key").is_in(shown))
            y = part["key"].replace_strict(shown, range(len(shown)), return_dtype=pl.Int64) + offsets[k]
            axes.hlines(y, part["share_low"], part["share_high"], color=SERIES[k], linewidth=2)
            axes.plot(part["share"], y, "o", color=SERIES[k], markersize=5, markeredgecolor=PAPER, markeredgewidth=0.5)
        axes.xaxis.set_major_formatter(_PERCENT)
        axes.set_xlabel(
            f"share of seats with at least one{'' if len(counters) > 1 else f' ({words.plain(counters[0])})'}"
        )
    if len(counters) > 1:
        _key(all_axes[0], counters)
    return figure
