"""Does it matter where one sits?"""

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
    apart,
    mean_cell,
    number_cell,
    off_fair,
    rate_cell,
    row_rate,
    sample_size,
    seat_name,
    sentence,
    text_cell,
)
from reports.tables import quantiles
from reports.terminal import equal_text


def seat_finding(f: Findings) -> str:
    """The seat that is shown to be farthest from its fair share, in one sentence."""
    row = off_fair(f.seats, f.fair)
    if row is None:
        reach = 100 * float((f.seats["mean"] - f.fair).abs().max())  # type: ignore[arg-type]
        return f"No seat is shown to be better: all win within {reach:.1f} points of a fair share"
    side = "above" if row["mean"] > f.fair else "below"
    return (
        f"Seat {row['seat']} wins {row_rate(row)}, {100 * abs(row['mean'] - f.fair):.1f} points {side} its fair share"
    )


def seats(f: Findings) -> Section:
    names = [seat_name(seat) for seat in f.seats["seat"]]
    finding = seat_finding(f)
    note = f"Win rate per seat over {f.games:,} games; seat 0 starts. Bars: 95 % intervals for all seats together."
    band = next(((v.check.low, v.check.high) for v in f.verdicts if v.check.name == "seat_win_rate"), None)
    items: list[Item] = [
        FigureItem(
            "seats",
            finding,
            lambda: figures.estimates(
                f.seats, names, finding, note, fair=f.fair, fair_label=f"fair share {words.percent(f.fair, 1)}",
                band=band, axis="win rate" + (" (shaded: target)" if band else ""),
            ),
            TOGETHER,
        ),
        _seat_table(f),
        *_counting(f),
        Note(f"Do all seats win equally often? {sentence(equal_text(f))}"),
    ]  # fmt: skip
    if len(f.tables.strategies) > 1:
        items.append(_seats_by_strategy_figure(f))
        items.append(_seats_by_strategy_table(f))
    items += [_score_figure(f), _rank_figure(f), _score_table(f)]
    return Section("seats", "Seats", finding + ".", items)


def _counting(f: Findings) -> list[Item]:
    if not f.tables.start_varies:
        return []
    return [
        Note(
            "Seats are counted from the player who starts, whoever that is in a game; replays number them by the table."
        )
    ]


def _seat_table(f: Findings) -> TableItem:
    advantage = {row["seat"]: row for row in f.score_advantage.iter_rows(named=True)}
    rows, raw = [], []
    for row in f.seats.iter_rows(named=True):
        above = advantage[row["seat"]]
        rows.append(
            [
                Cell(seat_name(row["seat"]) + (" (starts)" if row["seat"] == 0 else ""), row["seat"], "text"),
                rate_cell(row),
                Cell(words.points(row["mean"] - f.fair), row["mean"] - f.fair),
                Cell(words.difference(above["mean"], above["low"], above["high"], 1), above["mean"]),
                number_cell(row["n"]),
            ]
        )
        raw.append(
            {
                **row,
                "fair": f.fair,
                "score_above_mean": above["mean"],
                "score_above_low": above["low"],
                "score_above_high": above["high"],
            }
        )
    header = ("Seat", "Win rate", "Against fair share (points)", "Score above the table's mean", "n games")
    return TableItem("seats", "Win rate and score per seat", header, rows, pl.DataFrame(raw), TOGETHER)


def _seat_matters(f: Findings) -> str:
    """How many strategies are shown to win more from one seat than from another."""
    found = apart(f.seats_by_strategy, "strategy")
    if not found:
        return "No strategy is shown to win more from one seat than from another"
    best, worst = found[0]
    return (
        f"The seat matters to {len(found)} of {words.counted(len(f.tables.strategies), 'strategy')}: {words.short(best['strategy'])}"
        f" wins {row_rate(best)} from seat {best['seat']}, {row_rate(worst)} from seat {worst['seat']}"
    )


def _seats_by_strategy_figure(f: Findings) -> FigureItem:
    finding = _seat_matters(f)
    n = sample_size(f.seats_by_strategy, "games")
    note = f"Win rate of each strategy by seat (number in the dot); {n} each. Bars: 95 % intervals, all together."
    order = f.strategies["strategy"].to_list()
    marks = [str(seat) for seat in range(f.players)]
    return FigureItem(
        "seats-by-strategy",
        finding,
        lambda: figures.grouped(
            f.seats_by_strategy, "strategy", "seat", order, marks, finding, note, fair=f.fair, axis="win rate"
        ),
        TOGETHER,
    )


def _seats_by_strategy_table(f: Findings) -> TableItem:
    found = {(row["strategy"], row["seat"]): row for row in f.seats_by_strategy.iter_rows(named=True)}
    rows = []
    for name in f.strategies["strategy"]:
        cells = [found.get((name, seat)) for seat in range(f.players)]
        total = sum(cell["n"] for cell in cells if cell)
        rows.append([text_cell(name), *(rate_cell(cell) if cell else Cell("–") for cell in cells), number_cell(total)])
    header = ("Strategy", *(seat_name(seat) for seat in range(f.players)), "n seats")
    return TableItem(
        "seats-by-strategy", "Win rate per strategy and seat", header, rows, f.seats_by_strategy, TOGETHER, True
    )


def _score_rows(f: Findings) -> pl.DataFrame:
    """Mean score per seat with its quantiles."""
    rows = []
    for row in f.scores.iter_rows(named=True):
        counts = f.score_counts.filter(pl.col("seat") == row["seat"])
        levels = quantiles(counts, [0.05, 0.25, 0.5, 0.75, 0.95])
        rows.append({**row, **dict(zip(("q05", "q25", "q50", "q75", "q95"), levels, strict=True))})
    return pl.DataFrame(rows)


def _score_figure(f: Findings) -> FigureItem:
    table = _score_rows(f)
    best = table.sort("mean", descending=True).row(0, named=True)
    worst = table.sort("mean").row(0, named=True)
    gap = best["mean"] - worst["mean"]
    finding = f"Seat {best['seat']} scores {words.number(gap)} points more than seat {worst['seat']}"
    if best["low"] <= worst["high"]:
        finding = f"No seat is shown to score more: means from {worst['mean']:,.1f} to {best['mean']:,.1f}"
    note = (
        f"Final score in {f.games:,} games: band 25 to 75 %, line 5 to 95 %, tick median; dot and number: mean with its"
        " 95 % interval."
    )
    names = [seat_name(seat) for seat in table["seat"]]
    return FigureItem("scores", finding, lambda: figures.spread(table, names, finding, note, "final score"), TOGETHER)


def _score_table(f: Findings) -> TableItem:
    table = _score_rows(f)
    rows = [
        [Cell(seat_name(row["seat"]), row["seat"], "text"), mean_cell(row)]
        + [number_cell(row[name]) for name in ("q05", "q25", "q50", "q75", "q95", "n")]
        for row in table.iter_rows(named=True)
    ]
    header = ("Seat", "Mean score", "5 %", "25 %", "Median", "75 %", "95 %", "n games")
    return TableItem("scores", "Scores per seat", header, rows, table, TOGETHER, True)


def _rank_figure(f: Findings) -> FigureItem:
    last = f.ranks.filter(pl.col("rank") == f.players).sort("mean", descending=True)
    row, least = last.row(0, named=True), last.row(-1, named=True)
    finding = (
        f"Seat {row['seat']} finishes last in {row_rate(row)} of the games, seat {least['seat']} in {row_rate(least)}"
    )
    if row["low"] <= least["high"]:
        finding = f"No seat is shown to finish last more often: {words.percent(least['mean'])} to {words.percent(row['mean'])}"
    note = f"Share of final ranks per seat over {f.games:,} games; black ticks: 95 % intervals. Ties share the better rank."
    names = [seat_name(seat) for seat in range(f.players)]
    return FigureItem("ranks", finding, lambda: figures.shares(f.ranks, names, finding, note), SINGLE)
