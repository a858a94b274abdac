"""The report of one run as sections: a finding in words, then figures and tables that show it.

Nothing here knows a particular game. Every item says how its numbers were computed; the page folds that away.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from reports import figures, words
from reports.figures import Drawing
from reports.findings import CardFindings, Findings
from reports.stats import verdicts
from reports.stats.blocks import of_row
from reports.stats.intervals import Estimate
from reports.tables import LENGTHS, Bins, quantiles
from reports.terminal import equal_text, verdict_text

_TOGETHER = (
    "Each seed block (one deal, played once per seat rotation) counts as one observation. Rates: Wilson intervals with"
    " the sample size that the blocks are worth; widened (Sidak) so that all intervals of this table hold together"
    " with 95 %."
)
_SINGLE = (
    "Each seed block counts as one observation. 95 % intervals: Wilson for rates, with the sample size that the blocks"
    " are worth; t for means."
)
_FEWEST = 20  # games below which an end reason is left out of figures
_MOST_GROUPS = 5  # end reasons shown by name in a stacked histogram


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


def sections(findings: Findings) -> list[Section]:
    """All sections after verdicts and alerts, which the page shows in a form of their own."""
    found = [_played(findings), _seats(findings)]
    if len(findings.tables.strategies) > 1:
        found.append(_strategies(findings))
    found += [_length(findings), _ends(findings), _course(findings)]
    found += [_cards(findings, group) for group in findings.cards]
    return [_figures_first(each) for each in (*found, _examples(findings), _provenance(findings))]


def _figures_first(section: Section) -> Section:
    """Figures side by side, then wide ones, then tables and notes, folded tables last."""

    def place(item: Item) -> int:
        if isinstance(item, FigureItem):
            return int(item.wide)
        return 3 if isinstance(item, TableItem) and item.folded else 2

    return Section(section.key, section.title, section.finding, sorted(section.items, key=place))


# --- cells ---------------------------------------------------------------------------------------


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


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def seat_name(seat: int) -> str:
    return f"Seat {seat}"


def _n(table: pl.DataFrame, what: str) -> str:
    """n = 17,768 to 17,792 seats"""
    numbers = table["n"].to_list()
    least, most = min(numbers), max(numbers)
    return f"n = {least:,} {what}" if least == most else f"n = {least:,} to {most:,} {what}"


def _estimate_text(estimate: Estimate) -> str:
    low, high = estimate.interval()
    return (words.rate if estimate.rate else words.mean_of)(estimate.mean, low, high)


# --- what was played -----------------------------------------------------------------------------


def _played(f: Findings) -> Section:
    m = f.manifest
    facts = [
        ("Scenario", f"{f.scenario['title']} ({f.scenario['name']})"),
        ("Question", f.scenario["question"]),
        ("Players", str(f.players)),
        ("Line-up", words.lineup(m)),
        ("Strategies", ", ".join(f.tables.strategies)),
        ("Games", f"{f.games:,} in {f.blocks:,} seed blocks of {f.tables.rotations}"),
        ("Seed", str(m["seed"])),
        (
            "Barred cards",
            words.listed(m.get("barred", {}).get("cards", [])) if m.get("barred", {}).get("cards") else "",
        ),
        ("Changed rules", words.listed(f.scenario["changed"]) if f.scenario["changed"] else "none: the published game"),
    ]
    rows = [[text_cell(name), text_cell(value)] for name, value in facts if value]
    frame = pl.DataFrame(facts, schema=["what", "value"], orient="row")
    limits = (
        f"These figures hold for {words.counted(len(f.tables.strategies), 'strategy')} and this line-up. Scripted"
        " players show what the rules allow and reward at their level of play; people may find better or worse ways."
        " Intervals cover the chance of the deals, not the choice of strategies. A win that k seats share counts 1/k"
        " for each of them."
    )
    items: list[Item] = [
        TableItem("played", "The run", ("", ""), rows, frame, f"From the manifest of {f.run.path}."),
        Note(limits),
    ]
    strategies = _strategy_descriptions(f)
    if strategies:
        items.append(strategies)
    assumed = _assumed(f)
    if assumed:
        items.append(assumed)
    return Section("played", "What was played", _sentence(f"{words.lineup(m)}; {f.games:,} games"), items)


def _strategy_descriptions(f: Findings) -> TableItem | None:
    """What each strategy does, as its own docstring says."""
    from simcore import catalogue
    from simcore.errors import UserError

    rows = []
    for each in f.manifest["lineup"]["pool"]:
        try:
            rows.append((each["strategy"], catalogue.strategy(f.scenario["game"], each["strategy"]).summary))
        except UserError:
            continue
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["strategy", "description"], orient="row")
    cells = [[text_cell(name), text_cell(text)] for name, text in rows]
    how = "The description of each strategy in its own file."
    return TableItem(
        "strategy-descriptions", "How the strategies play", ("Strategy", "In short"), cells, frame, how, True
    )


def _assumed(f: Findings) -> TableItem | None:
    """Values that the rulebook does not give."""
    rows: list[tuple[str, str, str]] = []
    if f.game is not None:
        for knob in f.game.params.knobs:
            if knob.source == "assumed":
                plausible = f"{knob.plausible[0]:g} to {knob.plausible[1]:g}" if knob.plausible else ""
                rows.append((f"rules.{knob.name}", str(f.scenario["values"]["rules"].get(knob.name, "")), plausible))
    for key, source in f.scenario["sources"].items():
        if source == "assumed":
            table, _, row = key.partition(".")
            values = f.scenario["values"].get(table, {}).get(row, {})
            shown = ", ".join(f"{name} {value}" for name, value in values.items())
            ranges = {name: bounds for name, bounds in f.scenario["ranges"].items() if name.startswith(f"{key}.")}
            plausible = ", ".join(
                f"{name.rpartition('.')[2]} {low:g} to {high:g}" for name, (low, high) in ranges.items()
            )
            rows.append((key, shown, plausible))
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["key", "value", "plausible"], orient="row")
    cells = [[text_cell(value) for value in row] for row in rows]
    title = f"{words.counted(len(rows), 'assumed value')} that the rulebook does not give"
    how = "Marked as assumed by the game's parameters and the scenario; try others with --set KEY=VALUE."
    return TableItem("assumed-values", title, ("Key", "Value", "Plausible range"), cells, frame, how, True)


# --- seats ---------------------------------------------------------------------------------------


def seat_finding(f: Findings) -> str:
    """The seat farthest from its fair share, in one sentence."""
    row = max(f.seats.iter_rows(named=True), key=lambda each: abs(each["mean"] - f.fair))
    if row["low"] <= f.fair <= row["high"] and all(
        r["low"] <= f.fair <= r["high"] for r in f.seats.iter_rows(named=True)
    ):
        return f"No seat is shown to be better: all win within {100 * abs(row['mean'] - f.fair):.1f} points of a fair share"
    side = "above" if row["mean"] > f.fair else "below"
    return (
        f"Seat {row['seat']} wins {words.rate(row['mean'], row['low'], row['high'])},"
        f" {100 * abs(row['mean'] - f.fair):.1f} points {side} its fair share"
    )


def _seats(f: Findings) -> Section:
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
            _TOGETHER,
        ),
        _seat_table(f),
        Note(f"Do all seats win equally often? {_sentence(equal_text(f.equal_seats))}"),
    ]  # fmt: skip
    if len(f.tables.strategies) > 1:
        items.append(_seats_by_strategy_figure(f))
        items.append(_seats_by_strategy_table(f))
    items += [_score_figure(f), _rank_figure(f), _score_table(f)]
    return Section("seats", "Seats", finding + ".", items)


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
    return TableItem("seats", "Win rate and score per seat", header, rows, pl.DataFrame(raw), _TOGETHER)


def _strongest_start(f: Findings) -> str:
    """How many strategies win most often from seat 0."""
    best = f.seats_by_strategy.sort("mean", descending=True).group_by("strategy", maintain_order=True).first()
    counts = best.group_by("seat").len().sort("len", "seat", descending=[True, False])
    seat, count = counts.row(0)
    total = len(f.tables.strategies)
    who = "every strategy" if count == total else f"{count} of {words.counted(total, 'strategy')}"
    return f"Seat {seat} is the best seat for {who}"


def _seats_by_strategy_figure(f: Findings) -> FigureItem:
    finding = _strongest_start(f)
    n = _n(f.seats_by_strategy, "games")
    note = f"Win rate of each strategy by seat (number in the dot); {n} each. Bars: 95 % intervals, all together."
    order = f.strategies["strategy"].to_list()
    marks = [str(seat) for seat in range(f.players)]
    return FigureItem(
        "seats-by-strategy",
        finding,
        lambda: figures.grouped(
            f.seats_by_strategy, "strategy", "seat", order, marks, finding, note, fair=f.fair, axis="win rate"
        ),
        _TOGETHER,
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
        "seats-by-strategy", "Win rate per strategy and seat", header, rows, f.seats_by_strategy, _TOGETHER, True
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
    finding = f"Seat {best['seat']} scores most: {words.number(gap)} points more than seat {worst['seat']}"
    if best["low"] <= worst["high"]:
        finding = f"No seat is shown to score more: means from {worst['mean']:,.1f} to {best['mean']:,.1f}"
    note = (
        f"Final score in {f.games:,} games: band 25 to 75 %, line 5 to 95 %, tick median; dot and number: mean with its"
        " 95 % interval."
    )
    names = [seat_name(seat) for seat in table["seat"]]
    return FigureItem("scores", finding, lambda: figures.spread(table, names, finding, note, "final score"), _TOGETHER)


def _score_table(f: Findings) -> TableItem:
    table = _score_rows(f)
    rows = [
        [Cell(seat_name(row["seat"]), row["seat"], "text"), mean_cell(row)]
        + [number_cell(row[name]) for name in ("q05", "q25", "q50", "q75", "q95", "n")]
        for row in table.iter_rows(named=True)
    ]
    header = ("Seat", "Mean score", "5 %", "25 %", "Median", "75 %", "95 %", "n games")
    return TableItem("scores", "Scores per seat", header, rows, table, _TOGETHER, True)


def _rank_figure(f: Findings) -> FigureItem:
    last = f.ranks.filter(pl.col("rank") == f.players).sort("mean", descending=True)
    row, least = last.row(0, named=True), last.row(-1, named=True)
    finding = f"Seat {row['seat']} finishes last most often: {words.rate(row['mean'], row['low'], row['high'])}"
    if row["low"] <= least["high"]:
        finding = f"No seat is shown to finish last more often: {words.percent(least['mean'])} to {words.percent(row['mean'])}"
    note = f"Share of final ranks per seat over {f.games:,} games; black ticks: 95 % intervals. Ties share the better rank."
    names = [seat_name(seat) for seat in range(f.players)]
    return FigureItem("ranks", finding, lambda: figures.shares(f.ranks, names, finding, note), _SINGLE)


# --- strategies ----------------------------------------------------------------------------------


def _strategies(f: Findings) -> Section:
    names = f.strategies["strategy"].to_list()
    best, worst = f.strategies.row(0, named=True), f.strategies.row(-1, named=True)
    finding = (
        f"{words.short(best['strategy'])} wins most, {words.rate(best['mean'], best['low'], best['high'])};"
        f" {words.short(worst['strategy'])} least, {words.rate(worst['mean'], worst['low'], worst['high'])}"
        if best["low"] > worst["high"]
        else f"No strategy is shown to be stronger: all win {words.percent(worst['mean'])} to {words.percent(best['mean'])}"
    )
    note = f"Win rate of each strategy; {_n(f.strategies, 'seats')} each. Bars: 95 % intervals for all together."
    items: list[Item] = [
        FigureItem(
            "strategies",
            finding,
            lambda: figures.estimates(
                f.strategies, names, finding, note, fair=f.fair, fair_label="fair share", axis="win rate"
            ),
            _TOGETHER,
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
    how = f"{_TOGETHER} Ratings: Bradley-Terry on who finishes ahead, 400 points are odds of ten to one, mean 0."
    return TableItem("strategies", "Win rate and rating per strategy", header, rows, frame, how)


def _matchup_figure(f: Findings, names: list[str]) -> FigureItem:
    beaten = f.matchups.filter(pl.col("low") > 0.5).group_by("row").len()
    champions = beaten.filter(pl.col("len") == len(names) - 1)["row"].to_list()
    finding = (
        f"{words.short(champions[0])} finishes ahead of every other strategy"
        if champions
        else "No strategy beats all others"
    )
    note = (
        f"How often the row finishes ahead of the column, in %; {_n(f.matchups, 'meetings')} each, ties count half;"
        " small: half width of the 95 % interval, all together. Blue: the row is ahead."
    )
    draw = lambda: figures.matrix(f.matchups, names, names, finding, note, middle=0.5)  # noqa: E731
    return FigureItem("matchups", finding, draw, _TOGETHER, wide=len(names) > 9)


def _matchup_table(f: Findings) -> TableItem:
    rows = [
        [text_cell(row["row"]), text_cell(row["column"]), rate_cell(row), number_cell(row["n"])]
        for row in f.matchups.iter_rows(named=True)
    ]
    header = ("Strategy", "finishes ahead of", "Rate", "n meetings")
    return TableItem("matchups", "All match-ups", header, rows, f.matchups, _TOGETHER, True)


def _rating_figure(f: Findings) -> FigureItem:
    assert f.ratings is not None
    table = f.ratings.rename({"rating": "mean"})
    first, second = table.row(0, named=True), table.row(1, named=True)
    leader, next_best = words.short(first["strategy"], 28), words.short(second["strategy"], 28)
    odds = 1 / (1 + 10 ** ((second["mean"] - first["mean"]) / 400))
    finding = (
        f"{leader} leads by {first['mean'] - second['mean']:.0f} points: ahead of {next_best} in {odds:.0%} of meetings"
        if first["low"] > second["high"]
        else f"{leader} and {next_best} are about equally strong"
    )
    note = f"Bradley-Terry ratings from {f.games:,} games: 400 points are odds of ten to one to finish ahead. Bars: 95 % bootstrap intervals over blocks."
    names = table["strategy"].to_list()
    how = (
        "choix (iterative Luce spectral ranking) on all pairs of seats; 200 bootstrap draws over 100 groups of blocks."
    )
    draw = lambda: figures.estimates(table, names, finding, note, fair=0, rate=False, axis="rating")  # noqa: E731
    return FigureItem("ratings", finding, draw, how)


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
    return TableItem("styles", title, ("Measure", *f.tables.strategies), rows, f.styles, _SINGLE, True)


# --- length --------------------------------------------------------------------------------------


def length_finding(f: Findings, measure: str) -> str:
    row = f.lengths.filter((pl.col("measure") == measure) & (pl.col("end_reason") == "all")).row(0, named=True)
    low, high = words.number(row["q05"]), words.number(row["q95"])
    middle = f"Half of the games last {words.number(row['q50'])} {measure} or less"
    return f"{middle}; nine in ten {low}\u00a0to\u00a0{high}" if low != high else middle


def _length(f: Findings) -> Section:
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
    draw = _histogram(f, measure, _grouped_counts(f, measure), finding, note, measure, row["q50"])
    return FigureItem(f"length-{measure}", finding, draw, _SINGLE)


def _histogram(
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
    return TableItem("lengths", f"{', '.join(LENGTHS).capitalize()} by end reason", header, rows, f.lengths, _SINGLE)


# --- ends ----------------------------------------------------------------------------------------


def _ends(f: Findings) -> Section:
    first = f.end_reasons.row(0, named=True)
    finding = f"{words.rate(first['mean'], first['low'], first['high'])} of the games end by {words.plain(first['end_reason'])}"
    names = [words.plain(name) for name in f.end_reasons["end_reason"]]
    note = f"Share of {f.games:,} games per end reason. Bars: 95 % intervals."
    items: list[Item] = [
        FigureItem(
            "end-reasons",
            finding,
            lambda: figures.estimates(f.end_reasons, names, finding, note, axis="share of games"),
            _SINGLE,
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
    note = f"Win rate by seat (number in the dot) among the games that ended so; {_n(table, 'games')}. Bars: 95 % intervals."
    order = [name for name in f.end_reasons["end_reason"] if name in set(table["end_reason"])]
    shown = table.with_columns(pl.col("end_reason").str.replace_all("_", " "))
    names, marks = [words.plain(name) for name in order], [str(seat) for seat in range(f.players)]
    return FigureItem(
        "end-reasons-by-seat",
        finding,
        lambda: figures.grouped(shown, "end_reason", "seat", names, marks, finding, note, fair=f.fair, axis="win rate"),
        _SINGLE,
    )


def _end_strategy_figure(f: Findings) -> FigureItem:
    table = f.end_profits["strategy"].filter(pl.col("n") >= _FEWEST)
    top = _profit(table, f.strategies, "strategy")
    finding = _profit_text(top, words.short(top["strategy"]) if top else "", "No strategy")
    note = f"Win rate in % among the games that ended so; {_n(table, 'seats')}; small: half width of the 95 % interval. Blue: above the fair share."
    shown = table.with_columns(pl.col("end_reason").str.replace_all("_", " "))
    names = f.strategies["strategy"].to_list()
    columns = [words.plain(name) for name in f.end_reasons["end_reason"] if name in set(table["end_reason"])]
    return FigureItem(
        "end-reasons-by-strategy",
        finding,
        lambda: figures.matrix(
            shown, names, columns, finding, note, middle=f.fair, row="strategy", column="end_reason"
        ),
        _SINGLE,
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
    return TableItem("end-reasons", "End reasons and who wins then", header, rows, frame, _SINGLE, True)


# --- course --------------------------------------------------------------------------------------


def _course(f: Findings) -> Section:
    items: list[Item] = []
    leader = f.half_way_leader
    if leader.n:
        finding = f"Whoever leads half-way wins {_estimate_text(leader)} of the games"
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
                _TOGETHER + " Leads are looked at after every turn; half-way is the middle turn of each game.",
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
    finding = f"The lead never changes in {_estimate_text(f.never_changed)} of the games"
    note = f"Changes of the sole leader, looked at after every turn, in {f.games:,} games; mean {_estimate_text(f.lead_changes)}."
    median = quantiles(f.lead_change_counts, [0.5])[0]
    draw = _histogram(f, "lead_changes", f.lead_change_counts, finding, note, "lead changes", median)
    return FigureItem("lead-changes", finding, draw, _SINGLE)


def _comeback_figure(f: Findings) -> FigureItem:
    median, high = quantiles(f.comeback_counts, [0.5, 0.95])
    finding = f"Half of the winners were once {words.number(median)} points behind or less; one in twenty more than {words.number(high)}"
    note = f"Largest deficit, in points of score, that the winner made good; {f.comeback_counts['count'].sum():,} games with a winner."
    draw = _histogram(f, "comeback", f.comeback_counts, finding, note, "points behind", median)
    return FigureItem("comebacks", finding, draw, _SINGLE)


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
            rows.append([text_cell(name), Cell(_estimate_text(each), each.mean), number_cell(each.n)])
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
    return TableItem("course", "Lead, comebacks, margins", ("Measure", "Value", "n"), rows, pl.DataFrame(raw), _SINGLE)


# --- cards ---------------------------------------------------------------------------------------


def card_finding(found: CardFindings) -> str:
    table = found.of(found.group.main).drop_nulls("adjusted")
    flagged = table.filter("stands_out")
    if flagged.is_empty():
        return f"No {found.group.noun} stands out once strategy, seat and game length are taken into account"
    row = flagged.sort(pl.col("adjusted").abs(), descending=True).row(0, named=True)
    shown = words.difference(row["adjusted"], row["adjusted_low"], row["adjusted_high"])
    return (
        f"{words.short(row['card'])} ({words.plain(found.group.main)}) goes with {shown} points of win rate;"
        f" {len(flagged)} of {len(found.group.keys)} stand out"
    )


def _cards(f: Findings, found: CardFindings) -> Section:
    group = found.group
    key = f"cards-{group.noun.replace(' ', '-')}"
    table = found.of(group.main).sort("adjusted", descending=True, nulls_last=True)
    names = table["card"].to_list()
    finding = card_finding(found)
    note = (
        f"Win rate of seats with it ({words.plain(group.main)}) minus without, n = {f.games * f.players:,} seats. Filled: same strategy, seat and"
        " game length (coloured when it stands out). Hollow: raw association. Bars: 95 % intervals."
    )
    wide = len(names) > 34
    how = _card_how(f, found)
    use = f"How often each {group.noun} comes into play"
    counters = group.shown
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
    for row in found.of(group.main).sort("adjusted", descending=True, nulls_last=True).iter_rows(named=True):
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
    for card, name in zip(found.group.keys, found.group.names, strict=True):
        cells = [text_cell(name)]
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


# --- games worth reading, provenance -------------------------------------------------------------


def _examples(f: Findings) -> Section:
    rows, raw = [], []
    for each in f.examples:
        command = f"simcore replay {f.folder} {each.number}"
        rows.append(
            [text_cell(each.why), number_cell(each.number, 0), text_cell(each.detail), Cell(command, command, "code")]
        )
        raw.append({"why": each.why, "game": each.number, "detail": each.detail, "command": command})
    item = TableItem(
        "games-worth-reading",
        "Replay them",
        ("Why", "Game", "What happened", "Command"),
        rows,
        pl.DataFrame(raw),
        "Searched among all games of the run; typical: nearest to the medians of length and lead changes.",
    )
    return Section("games", "Games worth reading", f"{words.counted(len(rows), 'game')} that show how it goes.", [item])


def _provenance(f: Findings) -> Section:
    m = f.manifest
    facts = {
        "Run folder": str(f.run.path),
        "Command": f.command,
        "Started": m["started"],
        "Finished": m["finished"] or "not finished",
        "Seed": m["seed"],
        "Scenario hash": m["scenario_hash"],
        "Code hash": m["code_hash"],
        "Parts": len(m["parts"]),
        **{name.capitalize(): value for name, value in m["provenance"].items() if value},
    }
    rows = [[text_cell(name), Cell(str(value), str(value), "code")] for name, value in facts.items()]
    frame = pl.DataFrame([(name, str(value)) for name, value in facts.items()], schema=["what", "value"], orient="row")
    item = TableItem(
        "provenance", "Where the numbers come from", ("", ""), rows, frame, "From the manifest of the run."
    )
    return Section("provenance", "Provenance", "The same command, seed and version give the same rows.", [item])


# --- verdicts ------------------------------------------------------------------------------------


def verdict_table(f: Findings) -> TableItem:
    rows, raw = [], []
    for each in f.verdicts:
        check = each.check
        low, high = check.interval()
        rows.append([Cell(each.status, verdicts.STATUSES.index(each.status), "status"), text_cell(verdict_text(each))])
        raw.append({"status": each.status, "target": check.name, "who": check.worst.label, "value": check.worst.number,
                    "low": low, "high": high, "wanted": check.wanted, "n": check.worst.estimate.n})  # fmt: skip
    how = "PASS and FAIL are shown at 5 % for all targets together (Holm); between them WARN near the border, NOT ENOUGH GAMES when the interval is too wide."
    return TableItem("verdicts", "Verdicts", ("", ""), rows, pl.DataFrame(raw), how)


def items_of(found: Iterable[Section], kind: type) -> list[Any]:
    return [item for section in found for item in section.items if isinstance(item, kind)]


def headline(f: Findings) -> str:
    """The most important sentence: what fails first, otherwise the seats."""
    failing = [each for each in f.verdicts if each.status == verdicts.FAIL]
    return verdict_text(failing[0]) if failing else seat_finding(f)


def seat_row(f: Findings, seat: int) -> Estimate:
    return of_row(f.seats.filter(pl.col("seat") == seat).row(0, named=True))
