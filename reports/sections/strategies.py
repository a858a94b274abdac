"""Which ways of playing win, and against whom?"""

import polars as pl

from reports import figures, words
from reports.findings import Findings
from reports.sections.model import (
    SINGLE,
    TOGETHER,
    Cell,
    FigureItem,
    Item,
    Note,
    Section,
    TableItem,
    mean_cell,
    number_cell,
    rate_cell,
    row_rate,
    sample_size,
    text_cell,
)


def strategies(f: Findings) -> Section:
    names = f.strategies["strategy"].to_list()
    best, worst = f.strategies.row(0, named=True), f.strategies.row(-1, named=True)
    finding = (
        f"{words.short(best['strategy'])} wins {row_rate(best)}, {words.short(worst['strategy'])} {row_rate(worst)}"
        if best["low"] > worst["high"]
        else f"No strategy is shown to be stronger: all win {words.percent(worst['mean'])} to {words.percent(best['mean'])}"
    )
    note = (
        f"Win rate of each strategy; {sample_size(f.strategies, 'seats')} each. Bars: 95 % intervals for all together."
    )
    items: list[Item] = [
        FigureItem(
            "strategies",
            finding,
            lambda: figures.estimates(
                f.strategies, names, finding, note, fair=f.fair, fair_label="fair share", axis="win rate"
            ),
            TOGETHER,
        ),
        _strategy_table(f),
    ]
    if not f.matchups.is_empty():
        items += [_matchup_figure(f, names), _matchup_table(f)]
    if f.ratings is not None:
        items.append(_rating_figure(f))
    else:
        items.append(Note("Ratings need the extra package: pip install 'simcore[meta]'."))
    if f.tables.own_columns["seats"]:
        items.append(_style_table(f))
    return Section("strategies", "Strategies", finding + ".", items)


def _strategy_table(f: Findings) -> TableItem:
    rated = {row["strategy"]: row for row in f.ratings.iter_rows(named=True)} if f.ratings is not None else {}
    rows = []
    for row in f.strategies.iter_rows(named=True):
        rating = rated.get(row["strategy"])
        shown = words.difference(rating["rating"], rating["low"], rating["high"], 1) if rating else "–"
        rows.append([text_cell(row["strategy"]), rate_cell(row), Cell(words.points(row["mean"] - f.fair), row["mean"]),
                     Cell(shown, rating["rating"] if rating else None), number_cell(row["n"]), number_cell(row["blocks"])])  # fmt: skip
    frame = f.strategies
    if f.ratings is not None:
        frame = frame.join(f.ratings.rename({"low": "rating_low", "high": "rating_high"}), on="strategy", how="left")
    header = ("Strategy", "Win rate", "Against fair share (points)", "Rating", "n seats", "n blocks")
    how = f"{TOGETHER} Ratings: Bradley-Terry on who finishes ahead, 400 points are odds of ten to one, mean 0."
    return TableItem("strategies", "Win rate and rating per strategy", header, rows, frame, how)


def _matchup_figure(f: Findings, names: list[str]) -> FigureItem:
    beaten = f.matchups.filter(pl.col("low") > 0.5).group_by("row").len()
    champions = beaten.filter(pl.col("len") == len(names) - 1)["row"].to_list()
    finding = (
        f"{words.short(champions[0])} finishes ahead of every other strategy"
        if champions
        else "No strategy is shown to beat all others"
    )
    note = (
        f"How often the row finishes ahead of the column, in %; {sample_size(f.matchups, 'meetings')} each, ties count half;"
        " small: half width of the 95 % interval, all together. Blue: the row is ahead."
    )
    return FigureItem(
        "matchups",
        finding,
        lambda: figures.matrix(f.matchups, names, names, finding, note, middle=0.5),
        TOGETHER,
        wide=len(names) > 9,
    )


def _matchup_table(f: Findings) -> TableItem:
    rows = [
        [text_cell(row["row"]), text_cell(row["column"]), rate_cell(row), number_cell(row["n"])]
        for row in f.matchups.iter_rows(named=True)
    ]
    header = ("Strategy", "finishes ahead of", "Rate", "n meetings")
    return TableItem("matchups", "All match-ups", header, rows, f.matchups, TOGETHER, True)


def _rating_figure(f: Findings) -> FigureItem:
    assert f.ratings is not None
    table = f.ratings.rename({"rating": "mean"})
    first, second = table.row(0, named=True), table.row(1, named=True)
    leader, next_best = words.short(first["strategy"], 28), words.short(second["strategy"], 28)
    odds = 1 / (1 + 10 ** ((second["mean"] - first["mean"]) / 400))
    finding = (
        f"{leader} leads by {first['mean'] - second['mean']:.0f} points: ahead of {next_best} in {odds:.0%} of meetings"
        if first["low"] > second["high"]
        else f"{leader} is not shown to be stronger than {next_best}"
    )
    note = f"Bradley-Terry ratings from {f.games:,} games: 400 points are odds of ten to one to finish ahead. Bars: 95 % bootstrap intervals over blocks."
    names = table["strategy"].to_list()
    how = (
        "choix (iterative Luce spectral ranking) on all pairs of seats; 200 bootstrap draws over 100 groups of blocks."
    )
    return FigureItem(
        "ratings",
        finding,
        lambda: figures.estimates(table, names, finding, note, fair=0, rate=False, axis="rating"),
        how,
    )


def _style_table(f: Findings) -> TableItem:
    columns = f.tables.own_columns["seats"]
    found = {(row["strategy"], row["column"]): row for row in f.styles.iter_rows(named=True)}
    rows = []
    for column in columns:
        cells = [found.get((name, column)) for name in f.tables.strategies]
        help_text = f.column_help("seats", column) or words.plain(column)
        rows.append([text_cell(help_text), *(mean_cell(cell) if cell else Cell("–") for cell in cells)])
    n = min(row["n"] for row in f.styles.iter_rows(named=True))
    title = f"Styles of play: means per seat and game (n at least {n:,} for each strategy)"
    return TableItem("styles", title, ("Measure", *f.tables.strategies), rows, f.styles, SINGLE, True)
