"""What a section is made of: findings in words, figures, tables with sortable cells, notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from reports import words
from reports.figures import Drawing
from reports.stats.intervals import Estimate

TOGETHER = (
    "Each seed block (one deal, played once per seat rotation) counts as one observation. Rates: Wilson intervals with"
    " the sample size that the blocks are worth; widened (Sidak) so that all intervals of this table hold together"
    " with 95 %."
)
SINGLE = (
    "Each seed block counts as one observation. 95 % intervals: Wilson for rates, with the sample size that the blocks"
    " are worth; t for means."
)


@dataclass(frozen=True)
class Cell:
    text: str
    sort: float | str | None = None
    kind: str = ""  # a style of the page


@dataclass(frozen=True)
class TableItem:
    """A sortable table; `frame` holds the raw numbers for the CSV file."""

    name: str
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    frame: pl.DataFrame
    how: str
    folded: bool = False


@dataclass(frozen=True)
class FigureItem:
    name: str
    title: str
    draw: Callable[[], Drawing]
    how: str
    wide: bool = False


@dataclass(frozen=True)
class Note:
    text: str


Item = TableItem | FigureItem | Note


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    finding: str
    items: Sequence[Item] = field(default_factory=tuple)


def text_cell(value: Any) -> Cell:
    return Cell(str(value), str(value), "text")


def number_cell(value: float | None, digits: int | None = None) -> Cell:
    return Cell(words.number(value, digits), value)


def rate_cell(row: dict[str, Any], prefix: str = "") -> Cell:
    name = prefix or "mean"
    if row[name] is None:
        return Cell("–")
    low, high = (row[f"{prefix}_{end}" if prefix else end] for end in ("low", "high"))
    return Cell(words.rate(row[name], low, high), row[name])


def mean_cell(row: dict[str, Any]) -> Cell:
    return Cell(words.mean_of(row["mean"], row["low"], row["high"]), row["mean"])


def difference_cell(row: dict[str, Any], name: str, scale: float = 100) -> Cell:
    if row.get(name) is None:
        return Cell("–")
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    kind = "up" if low > 0 else "down" if high < 0 else ""
    return Cell(words.difference(row[name], low, high, scale), row[name], kind)


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def seat_name(seat: int) -> str:
    return f"Seat {seat}"


def off_fair(table: pl.DataFrame, fair: float) -> dict[str, Any] | None:
    """The row farthest from a fair share, of those whose interval leaves it out; None when no one does."""
    shown = table.filter((pl.col("low") > fair) | (pl.col("high") < fair))
    return max(shown.iter_rows(named=True), key=lambda row: abs(row["mean"] - fair), default=None)


def apart(table: pl.DataFrame, whose: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """For each member of a column whose rates are shown to differ, its best and its worst row; the clearest first."""
    found = []
    for _, rows in table.sort("mean", descending=True).group_by(whose, maintain_order=True):
        best, worst = rows.row(0, named=True), rows.row(-1, named=True)
        if best["low"] > worst["high"]:
            found.append((best, worst))
    return sorted(found, key=lambda pair: pair[1]["high"] - pair[0]["low"])


def row_rate(row: dict[str, Any]) -> str:
    return words.rate(row["mean"], row["low"], row["high"])


def sample_size(table: pl.DataFrame, what: str) -> str:
    """n = 17,768 to 17,792 seats"""
    numbers = table["n"].to_list()
    least, most = min(numbers), max(numbers)
    return f"n = {least:,} {what}" if least == most else f"n = {least:,} to {most:,} {what}"


def estimate_text(estimate: Estimate) -> str:
    low, high = estimate.interval()
    return (words.rate if estimate.rate else words.mean_of)(estimate.mean, low, high)
