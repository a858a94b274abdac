"""Which cards are used, and which go with winning?"""

import polars as pl

from reports import figures, words
from reports.findings import CardFindings, Findings
from reports.sections.model import (
    Cell,
    FigureItem,
    Item,
    Note,
    Section,
    TableItem,
    difference_cell,
    number_cell,
    rate_cell,
    text_cell,
)


def card_finding(found: CardFindings) -> str:
    flagged = found.main.drop_nulls("adjusted").filter("stands_out")
    if flagged.is_empty():
        return f"No {found.group.noun} stands out once strategy, seat and game length are taken into account"
    row = flagged.sort(pl.col("adjusted").abs(), descending=True).row(0, named=True)
    shown = words.difference(row["adjusted"], row["adjusted_low"], row["adjusted_high"])
    return (
        f"{words.short(row['card'])} ({words.plain(found.group.main)}) goes with {shown} points of win rate;"
        f" {len(flagged)} of {len(found.main)} stand out"
    )


def cards(f: Findings, found: CardFindings) -> Section:
    group = found.group
    key = f"cards-{group.noun.replace(' ', '-')}"
    table = found.main
    names = table["card"].to_list()
    finding = card_finding(found)
    note = (
        f"Win rate of seats with it ({words.plain(group.main)}) minus without, n = {f.games * f.players:,} seats. Filled: same strategy, seat and"
        " game length (coloured when it stands out). Hollow: raw association. Bars: 95 % intervals."
    )
    wide = len(names) > 34
    how = _card_how(f, found)
    use = f"How often each {group.noun} comes into play"
    counters = found.shown
    items: list[Item] = [
        FigureItem(
            key, finding, lambda: figures.forest(table, names, finding, note, "points of win rate"), how, wide=wide
        ),
        _card_table(found, key),
        FigureItem(
            f"{key}-use",
            use,
            lambda: figures.usage(
                found.table,
                table["key"].to_list(),
                names,
                counters,
                use,
                f"Share of {f.games * f.players:,} seats with at least one; 95 % intervals.",
            ),
            how,
            wide=wide,
        ),
        _use_table(found, key),
    ]
    if found.for_game:
        items.append(_in_game_table(found, key))
    caution = (
        "Association is not impact: whoever is ahead may play more cards, and strategies choose differently. Only"
        " differences that the set-up randomises, or the same games with the card barred, show what a card does."
    )
    if found.absent:
        items.append(Note(f"Not in these games: {words.listed(found.absent, len(found.absent))}."))
    return Section(key, f"{group.noun.capitalize()}s", finding + ".", [*items, Note(caution)])


def _card_how(f: Findings, found: CardFindings) -> str:
    return (
        f"Raw rates: all {f.games:,} games, errors over seed blocks. Adjusted: least squares of winning on having the"
        f" {found.group.noun}, with a term for every combination of strategy, seat and tenth of game length, errors clustered"
        f" by block (statsmodels), on the first {found.adjusted_rows:,} seats. Stands out: Benjamini-Hochberg at 5 %."
        " Randomised: the set-up alone decides who has it, so the difference is unbiased."
    )


def _card_table(found: CardFindings, key: str) -> TableItem:
    group = found.group
    chance = [name for name in group.randomised if name not in found.for_game]
    by_chance = {name: {row["key"]: row for row in found.of(name).iter_rows(named=True)} for name in chance}
    rows = []
    for row in found.main.iter_rows(named=True):
        cells = [
            text_cell(row["card"]),
            rate_cell(row, "share"),
            rate_cell(row, "win_with"),
            rate_cell(row, "win_without"),
            difference_cell(row, "difference"),
            difference_cell(row, "adjusted"),
            *(difference_cell(by_chance[name][row["key"]], "randomised") for name in chance),
            Cell("stands out" if row["stands_out"] else "", float(row["stands_out"])),
            number_cell(row["n"]),
        ]
        rows.append(cells)
    header = (
        group.noun.capitalize(), f"{words.plain(group.main).capitalize()} by", "Win rate with", "Win rate without", "Association",
        "Adjusted", *(f"Randomised: {name}" for name in chance), "", "n with",
    )  # fmt: skip
    how = "Differences in percentage points of win rate. See the figure for the method; the CSV has every counter."
    return TableItem(key, f"{group.noun.capitalize()}s and winning", header, rows, found.table, how)


def _use_table(found: CardFindings, key: str) -> TableItem:
    counters = list(found.group.counters)
    by_counter = {name: {row["key"]: row for row in found.of(name).iter_rows(named=True)} for name in counters}
    rows = []
    for card in found.keys:
        cells = [text_cell(by_counter[counters[0]][card]["card"])]
        for counter in counters:
            row = by_counter[counter][card]
            cells += [rate_cell(row, "share"), number_cell(row["copies"], 2)]
        rows.append(cells)
    header = [found.group.noun.capitalize()]
    for counter in counters:
        header += [f"{words.plain(counter).capitalize()}: seats", "mean"]
    explained = "; ".join(f"{name}: {text}" for name, text in found.group.counters.items())
    frame = found.table.select("key", "card", "counter", "share", "share_low", "share_high", "copies", "n")
    return TableItem(
        f"{key}-use",
        "All counters",
        header,
        rows,
        frame,
        f"Share of seats with at least one, and the mean per seat. {explained}.",
        True,
    )


def _in_game_table(found: CardFindings, key: str) -> TableItem:
    rows, frames = [], []
    for counter in sorted(found.for_game):
        table = found.of(counter)
        frames.append(table)
        for row in table.iter_rows(named=True):
            rows.append(
                [
                    text_cell(row["card"]),
                    rate_cell(row, "share"),
                    difference_cell(row, "rounds", 1),
                    difference_cell(row, "first_seat"),
                ]
            )
    header = (found.group.noun.capitalize(), "In the game", "Rounds more", "Starting player (points)")
    how = "The set-up draws at random which are in the game, so these differences between games with and without are unbiased; errors clustered by block."
    return TableItem(
        f"{key}-in-game",
        "What their presence does to the game (randomised by the set-up)",
        header,
        rows,
        pl.concat(frames),
        how,
    )
