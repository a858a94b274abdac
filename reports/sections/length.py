"""How long does the game take?"""

from collections.abc import Callable

import polars as pl

from reports import figures, words
from reports.figures import Drawing
from reports.findings import Findings
from reports.sections.model import (
    SINGLE,
    FigureItem,
    Item,
    Section,
    TableItem,
    mean_cell,
    number_cell,
    text_cell,
)
from reports.tables import LENGTHS, Bins

_MOST_GROUPS = 5  # end reasons shown by name in a stacked histogram


def length_finding(f: Findings, measure: str) -> str:
    row = f.lengths.filter((pl.col("measure") == measure) & (pl.col("end_reason") == "all")).row(0, named=True)
    low, high = words.number(row["q05"]), words.number(row["q95"])
    middle = f"Half of the games last {words.number(row['q50'])} {measure} or less"
    return f"{middle}; nine in ten {low}\u00a0to\u00a0{high}" if low != high else middle


def length(f: Findings) -> Section:
    items: list[Item] = []
    for measure in ("rounds", "decisions"):
        items.append(_length_figure(f, measure))
    items.append(_length_table(f))
    return Section("length", "Length", length_finding(f, "rounds") + ".", items)


def _grouped_counts(f: Findings, measure: str) -> pl.DataFrame:
    """Counts by end reason, rare reasons together."""
    common = f.end_reasons["end_reason"].to_list()[:_MOST_GROUPS]
    group = pl.when(pl.col("end_reason").is_in(common)).then(pl.col("end_reason")).otherwise(pl.lit("other ends"))
    table = f.length_counts[measure].with_columns(group=group.str.replace_all("_", " "))
    order = [words.plain(name) for name in common] + ["other ends"]
    table = table.group_by("group", "value").agg(pl.col("count").sum())
    return table.sort(
        pl.col("group").replace_strict({name: i for i, name in enumerate(order)}, return_dtype=pl.Int32), "value"
    )


def _length_figure(f: Findings, measure: str) -> FigureItem:
    finding = length_finding(f, measure)
    row = f.lengths.filter((pl.col("measure") == measure) & (pl.col("end_reason") == "all")).row(0, named=True)
    mean = words.mean_of(row["mean"], row["low"], row["high"])
    note = f"{measure.capitalize()} of {f.games:,} games by end reason; mean {mean}; whiskers: 95 % intervals."
    draw = histogram(f, measure, _grouped_counts(f, measure), finding, note, measure, row["q50"])
    return FigureItem(f"length-{measure}", finding, draw, SINGLE)


def histogram(
    f: Findings, column: str, counts: pl.DataFrame, finding: str, note: str, axis: str, median: float
) -> Callable[[], Drawing]:
    """A histogram of a column of `games`, or of the games that the counts are about, with intervals over blocks."""
    bins = Bins.of(counts)
    games = f.tables.games if counts["count"].sum() == f.games else f.tables.games.filter(pl.col("winners") > 0)
    half_widths = bins.half_widths(games, column, f.blocks)
    return lambda: figures.histogram(counts, bins, half_widths, finding, note, axis, median=median)


def _length_table(f: Findings) -> TableItem:
    shown = ("least", "q05", "q25", "q50", "q75", "q95", "most", "n")
    rows = [
        [text_cell(row["measure"]), text_cell(words.plain(row["end_reason"])), mean_cell(row)]
        + [number_cell(row[name]) for name in shown]
        for row in f.lengths.iter_rows(named=True)
    ]
    header = ("Measure", "End", "Mean", "Least", "5 %", "25 %", "Median", "75 %", "95 %", "Most", "n games")
    return TableItem("lengths", f"{', '.join(LENGTHS).capitalize()} by end reason", header, rows, f.lengths, SINGLE)
