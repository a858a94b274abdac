"""How does the game end, and who profits from each end?"""

from typing import Any

import polars as pl

from reports import figures, words
from reports.findings import Findings
from reports.sections.model import (
    SINGLE,
    TOGETHER,
    Cell,
    FigureItem,
    Item,
    Section,
    TableItem,
    number_cell,
    rate_cell,
    sample_size,
    text_cell,
)

_FEWEST = 20  # games below which an end reason is left out of figures


def ends(f: Findings) -> Section:
    first = f.end_reasons.row(0, named=True)
    finding = f"{words.rate(first['mean'], first['low'], first['high'])} of the games end by {words.plain(first['end_reason'])}"
    names = [words.plain(name) for name in f.end_reasons["end_reason"]]
    note = f"Share of {f.games:,} games per end reason. Bars: 95 % intervals."
    items: list[Item] = [
        FigureItem(
            "end-reasons",
            finding,
            lambda: figures.estimates(f.end_reasons, names, finding, note, axis="share of games"),
            SINGLE,
        )
    ]
    common = f.end_reasons.filter(pl.col("mean") * pl.col("n") >= _FEWEST)
    if len(common) > 1:
        items.append(_end_seat_figure(f))
    if len(common) > 1 and len(f.tables.strategies) > 1:
        items.append(_end_strategy_figure(f))
    items.append(_end_table(f))
    return Section("ends", "End reasons", finding + ".", items)


def _profit(table: pl.DataFrame, overall: pl.DataFrame, who: str) -> dict[str, Any] | None:
    """Who gains most, against its win rate in all games, when the game ends in one way; None when nobody is shown to."""
    usual = dict(overall.select(who, "mean").iter_rows())
    row = max(table.iter_rows(named=True), key=lambda each: each["low"] - usual[each[who]])
    return row if row["low"] > usual[row[who]] else None


def _profit_text(top: dict[str, Any] | None, who: str, nobody: str) -> str:
    if top is None:
        return f"{nobody} is shown to profit from one end of the game more than from another"
    rate = words.rate(top["mean"], top["low"], top["high"])
    return f"{who} profits most from {words.plain(top['end_reason'])}: then it wins {rate}"


def _end_seat_figure(f: Findings) -> FigureItem:
    table = f.end_profits["seat"].filter(pl.col("n") >= _FEWEST)
    top = _profit(table, f.seats, "seat")
    finding = _profit_text(top, f"Seat {top['seat']}" if top else "", "No seat")
    note = f"Win rate by seat (number in the dot) among the games that ended so; {sample_size(table, 'games')}. Bars: 95 % intervals, all together."
    order = [name for name in f.end_reasons["end_reason"] if name in set(table["end_reason"])]
    shown = table.with_columns(pl.col("end_reason").str.replace_all("_", " "))
    names, marks = [words.plain(name) for name in order], [str(seat) for seat in range(f.players)]
    return FigureItem(
        "end-reasons-by-seat",
        finding,
        lambda: figures.grouped(shown, "end_reason", "seat", names, marks, finding, note, fair=f.fair, axis="win rate"),
        TOGETHER,
    )


def _end_strategy_figure(f: Findings) -> FigureItem:
    table = f.end_profits["strategy"].filter(pl.col("n") >= _FEWEST)
    top = _profit(table, f.strategies, "strategy")
    finding = _profit_text(top, words.short(top["strategy"]) if top else "", "No strategy")
    note = f"Win rate in % among the games that ended so; {sample_size(table, 'seats')}; small: half width of the 95 % interval, all together. Blue: above the fair share."
    shown = table.with_columns(pl.col("end_reason").str.replace_all("_", " "))
    names = f.strategies["strategy"].to_list()
    columns = [words.plain(name) for name in f.end_reasons["end_reason"] if name in set(table["end_reason"])]
    return FigureItem(
        "end-reasons-by-strategy",
        finding,
        lambda: figures.matrix(
            shown, names, columns, finding, note, middle=f.fair, row="strategy", column="end_reason"
        ),
        TOGETHER,
    )


def _end_table(f: Findings) -> TableItem:
    found = {(row["end_reason"], row["seat"]): row for row in f.end_profits["seat"].iter_rows(named=True)}
    rows = []
    for row in f.end_reasons.iter_rows(named=True):
        cells = [found.get((row["end_reason"], seat)) for seat in range(f.players)]
        games = round(row["mean"] * row["n"])
        rows.append(
            [
                text_cell(words.plain(row["end_reason"])),
                rate_cell(row),
                number_cell(games),
                *(rate_cell(cell) if cell else Cell("–") for cell in cells),
            ]
        )
    header = ("End", "Share of games", "n games", *(f"Win rate seat {seat}" for seat in range(f.players)))
    profits = f.end_profits["seat"].rename(
        {name: f"win_{name}" for name in ("mean", "se", "low", "high", "n", "blocks")}
    )
    frame = f.end_reasons.join(profits, on="end_reason", how="left")
    how = f"{SINGLE} The win rates: widened so that all of them hold together with 95 %."
    return TableItem("end-reasons", "End reasons and who wins then", header, rows, frame, how, True)
