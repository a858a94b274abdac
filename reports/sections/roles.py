"""Which factions, communes or other roles does the game favour?"""

from reports import figures, words
from reports.findings import Findings, RoleFindings
from reports.sections.model import (
    TOGETHER,
    Cell,
    FigureItem,
    Item,
    Section,
    TableItem,
    apart,
    difference_cell,
    number_cell,
    off_fair,
    rate_cell,
    row_rate,
    sample_size,
    text_cell,
)

_ADJUSTED = (
    " Adjusted: least squares of winning on having the role, with a term for every pair of strategy and seat, errors"
    " clustered by seed block: what the role makes of the same strategy in the same seat."
)


def role_finding(f: Findings, found: RoleFindings) -> str:
    """The role that is shown to be farthest from its fair share, in one sentence."""
    row = off_fair(found.table, f.fair)
    if row is None:
        reach = 100 * float((found.table["mean"] - f.fair).abs().max())  # type: ignore[arg-type]
        return (
            f"No {words.plain(found.column)} is shown to be better: all win within {reach:.1f} points of a fair share"
        )
    side = "above" if row["mean"] > f.fair else "below"
    return f"{words.short(row['role'])} wins {row_rate(row)}, {100 * abs(row['mean'] - f.fair):.1f} points {side} a fair share"


def roles(f: Findings, found: RoleFindings) -> Section:
    key, noun = f"roles-{found.column.replace('_', '-')}", words.plain(found.column)
    names = found.table["role"].to_list()
    finding = role_finding(f, found)
    note = f"Win rate per {noun}; {sample_size(found.table, 'seats')} each. Bars: 95 % intervals for all together."
    items: list[Item] = [
        FigureItem(
            key,
            finding,
            lambda: figures.estimates(
                found.table, names, finding, note, fair=f.fair, fair_label="fair share", axis="win rate"
            ),
            TOGETHER,
        ),
        _role_table(f, found, key),
    ]
    if not found.matchups.is_empty():
        items.append(_matchup_figure(found, names, key))
    if len(f.tables.strategies) > 1:
        items.append(_by_strategy_figure(f, found, names, key))
    return Section(key, words.plural(noun).capitalize(), finding + ".", items)


def _role_table(f: Findings, found: RoleFindings, key: str) -> TableItem:
    rows = [
        [
            text_cell(row["role"]),
            rate_cell(row),
            Cell(words.points(row["mean"] - f.fair), row["mean"]),
            difference_cell(row, "adjusted"),
            number_cell(row["n"]),
        ]
        for row in found.table.iter_rows(named=True)
    ]
    noun = words.plain(found.column)
    header = (
        noun.capitalize(),
        "Win rate",
        "Against fair share (points)",
        "Same strategy and seat (points)",
        "n seats",
    )
    return TableItem(key, f"Win rate per {noun}", header, rows, found.table, TOGETHER + _ADJUSTED)


def _matchup_figure(found: RoleFindings, names: list[str], key: str) -> FigureItem:
    best = found.matchups.sort("low", descending=True).row(0, named=True)
    finding = f"No {words.plain(found.column)} is shown to finish ahead of another"
    if best["low"] > 0.5:
        finding = f"{words.short(best['row'])} finishes ahead of {words.short(best['column'])} in {row_rate(best)} of their games"
    note = (
        f"How often the row finishes ahead of the column, in %; {sample_size(found.matchups, 'meetings')} each, ties count"
        " half; small: half width of the 95 % interval, all together. Blue: the row is ahead."
    )
    return FigureItem(
        f"{key}-matchups",
        finding,
        lambda: figures.matrix(found.matchups, names, names, finding, note, middle=0.5),
        TOGETHER,
        wide=len(names) > 9,
    )


def _by_strategy_figure(f: Findings, found: RoleFindings, names: list[str], key: str) -> FigureItem:
    noun = words.plain(found.column)
    differing = apart(found.by_strategy, "strategy")
    finding = f"No strategy is shown to win more with one {noun} than with another"
    if differing:
        best, worst = differing[0]
        finding = (
            f"The {noun} matters to {len(differing)} of {words.counted(len(f.tables.strategies), 'strategy')}:"
            f" {words.short(best['strategy'])} wins {row_rate(best)} as {words.short(best['role'])},"
            f" {row_rate(worst)} as {words.short(worst['role'])}"
        )
    note = (
        f"Win rate in % per strategy and {noun}; {sample_size(found.by_strategy, 'seats')} each; small: half width of the"
        " 95 % interval, all together. Blue: above the fair share."
    )
    rows = [name for name in f.strategies["strategy"] if name in set(found.by_strategy["strategy"])]
    table = found.by_strategy.rename({"strategy": "row", "role": "column"})
    return FigureItem(
        f"{key}-by-strategy",
        finding,
        lambda: figures.matrix(table, rows, names, finding, note, middle=f.fair),
        TOGETHER,
        wide=len(names) > 9,
    )
