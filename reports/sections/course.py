"""Is the game decided early, or do leads change?"""

import polars as pl

from reports import figures, words
from reports.findings import Findings
from reports.sections.length import histogram
from reports.sections.model import (
    SINGLE,
    TOGETHER,
    Cell,
    FigureItem,
    Item,
    Section,
    TableItem,
    estimate_text,
    number_cell,
    seat_name,
    text_cell,
)
from reports.stats.intervals import Estimate
from reports.tables import quantiles


def course(f: Findings) -> Section:
    items: list[Item] = []
    leader = f.half_way_leader
    if leader.n:
        finding = f"Whoever leads half-way wins {estimate_text(leader)} of the games"
        names = [seat_name(seat) for seat in f.half_way_leader_by_seat["seat"]]
        note = f"Win rate of the sole leader half-way, by its seat; {leader.n:,} games with one. Bars: 95 % intervals, all together."
        items.append(
            FigureItem(
                "half-way-leader",
                finding,
                lambda: figures.estimates(
                    f.half_way_leader_by_seat,
                    names,
                    finding,
                    note,
                    fair=f.fair,
                    fair_label="fair share",
                    axis="win rate",
                ),
                TOGETHER + " Leads are looked at after every turn; half-way is the middle turn of each game.",
            )
        )
    else:
        finding = "No game had a sole leader half-way"
    if f.lead_change_counts["value"].max():
        items.append(_lead_change_figure(f))
    if f.comeback_counts["value"].max():
        items.append(_comeback_figure(f))
    items.append(_course_table(f))
    return Section("course", "Course of the game", finding + ".", items)


def _lead_change_figure(f: Findings) -> FigureItem:
    finding = f"The lead never changes in {estimate_text(f.never_changed)} of the games"
    note = f"Changes of the sole leader, looked at after every turn, in {f.games:,} games; mean {estimate_text(f.lead_changes)}."
    median = quantiles(f.lead_change_counts, [0.5])[0]
    draw = histogram(f, "lead_changes", f.lead_change_counts, finding, note, "lead changes", median)
    return FigureItem("lead-changes", finding, draw, SINGLE)


def _comeback_figure(f: Findings) -> FigureItem:
    median, high = quantiles(f.comeback_counts, [0.5, 0.95])
    points = f"{words.number(median)} {'point' if median == 1 else 'points'}"
    finding = f"Half of the winners were never more than {points} behind; one in twenty more than {words.number(high)}"
    note = f"Largest deficit, in points of score, that the winner made good; {f.comeback_counts['count'].sum():,} games with a winner."
    draw = histogram(f, "comeback", f.comeback_counts, finding, note, "points behind", median)
    return FigureItem("comebacks", finding, draw, SINGLE)


def _course_table(f: Findings) -> TableItem:
    lines: list[tuple[str, Estimate]] = [
        ("games whose half-way leader wins (runaway when far above the fair share)", f.half_way_leader),
        ("games without a sole leader half-way", f.half_way_tied),
        ("games whose lead never changes", f.never_changed),
        ("lead changes per game", f.lead_changes),
        ("games with a shared win", f.shared),
    ]
    rows, raw = [], []
    for name, each in lines:
        if each.n:
            low, high = each.interval()
            rows.append([text_cell(name), Cell(estimate_text(each), each.mean), number_cell(each.n)])
            raw.append({"measure": name, "mean": each.mean, "low": low, "high": high, "n": each.n})
    margins = quantiles(f.margin_counts, [0.25, 0.5, 0.75])
    shown = f"{words.number(margins[1])} ({words.number(margins[0])} to {words.number(margins[2])})"
    rows.append(
        [
            text_cell("points between first and second: median (middle half)"),
            Cell(shown, margins[1]),
            number_cell(f.games),
        ]
    )
    raw.append({"measure": "margin median", "mean": margins[1], "low": margins[0], "high": margins[2], "n": f.games})
    return TableItem("course", "Lead, comebacks, margins", ("Measure", "Value", "n"), rows, pl.DataFrame(raw), SINGLE)
