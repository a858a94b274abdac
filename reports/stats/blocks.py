"""Means and rates of rows, group by group, with standard errors over seed blocks.

A block's rows count together: with block sums Y and numbers N the estimate is sum(Y) / sum(N), and its variance comes
from the block residuals Y - estimate * N. With equal numbers this is the plain mean of block means.
"""

import math
from collections.abc import Mapping, Sequence

import polars as pl

from reports.stats.intervals import CONFIDENCE, Estimate, mean_interval, rate_interval, simultaneous

COLUMNS = ("mean", "se", "low", "high", "n", "blocks")


def estimates(
    rows: pl.LazyFrame,
    value: str | pl.Expr,
    by: Sequence[str] = (),
    *,
    rate: bool = True,
    together: bool = False,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """One line per group: mean, se, low, high, n, blocks. `together`: the intervals hold for all groups at once."""
    return several(rows, {"": value}, by, rate=rate, together=together, confidence=confidence)[""]


def several(
    rows: pl.LazyFrame,
    values: Mapping[str, str | pl.Expr],
    by: Sequence[str] = (),
    *,
    rate: bool = True,
    together: bool = False,
    confidence: float = CONFIDENCE,
) -> dict[str, pl.DataFrame]:
    """Estimates of several values of the same rows, in one pass over them."""
    columns = [
        (pl.col(value) if isinstance(value, str) else value).cast(pl.Float64).alias(f"value {name}")
        for name, value in values.items()
    ]
    sums = (
        rows.select(*by, "block", *columns)
        .group_by(*by, "block")
        .agg(pl.col("^value .*$").sum(), n=pl.len().cast(pl.Float64))
    )
    products = [pl.col("n").sum().alias("total"), pl.len().alias("blocks"), (pl.col("n") ** 2).sum().alias("nn")]
    for name in values:
        y = pl.col(f"value {name}")
        products += [y.sum(), (y**2).sum().alias(f"square {name}"), (y * pl.col("n")).sum().alias(f"product {name}")]
    grouped = (sums.group_by(*by).agg(products) if by else sums.select(products)).collect(engine="streaming")
    found = {}
    for name in values:
        renamed = grouped.select(
            *by, "total", "blocks", "nn", y=f"value {name}", yy=f"square {name}", yn=f"product {name}"
        )
        found[name] = intervals_of(renamed, by, rate=rate, together=together, confidence=confidence)
    return found


def intervals_of(
    sums: pl.DataFrame,
    by: Sequence[str],
    *,
    rate: bool = True,
    together: bool = False,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """From sums over blocks (total, blocks, y, yy, yn, nn) to estimates with intervals."""
    mean, count = pl.col("y") / pl.col("total"), pl.col("blocks")
    residuals = pl.col("yy") - 2 * mean * pl.col("yn") + mean**2 * pl.col("nn")
    noise = 1e-12 * (pl.col("yy") + pl.col("nn"))  # rounding left where every block agreed
    variance = pl.when((residuals <= noise) | (count < 2)).then(0.0).otherwise(residuals) * count / (count - 1).clip(1)
    table = sums.filter(pl.col("total") > 0).select(
        *by, mean=mean, se=variance.sqrt() / pl.col("total"), n=pl.col("total").cast(pl.Int64), blocks=count
    )
    table = table.sort(*by) if by else table
    level = simultaneous(len(table), confidence) if together else confidence
    function = rate_interval if rate else mean_interval
    low, high = function(table["mean"], table["se"], table["blocks"], level)
    return table.with_columns(pl.Series("low", low), pl.Series("high", high)).select(*by, *COLUMNS)


def estimate(rows: pl.LazyFrame, value: str | pl.Expr, *, rate: bool = True) -> Estimate:
    """The same for all rows together."""
    table = estimates(rows, value, rate=rate)
    if table.is_empty():
        return Estimate(math.nan, math.nan, 0, 0, rate)
    return of_row(table.row(0, named=True), rate=rate)


def of_row(row: dict, *, rate: bool = True) -> Estimate:
    return Estimate(row["mean"], row["se"], row["n"], row["blocks"], rate)
