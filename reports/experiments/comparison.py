"""What does a change of the rules do? Variants against the first scenario, on the same seed blocks."""

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import words
from reports.experiments import drawings, measures, paired
from reports.experiments.measures import Measure
from reports.experiments.result import Lines, Result, sentence
from reports.experiments.sequential import Sprt, cautious_sd
from reports.figures import Drawing
from reports.findings import Findings
from reports.stats import verdicts
from reports.stats.intervals import CONFIDENCE
from reports.stats.multiple import benjamini_hochberg
from reports.tables import Cards, Tables
from reports.terminal import verdict_text
from simcore.store import Run

if TYPE_CHECKING:
    from simcore.experiments.study import Study

_SHOWN = 12  # of the measures that are shown only when changed: cards, and columns of the game


def focus(study: "Study", metric: str) -> pl.DataFrame:
    """The differences of the chosen measures only, with anytime-valid intervals: what decides when to stop."""
    runs = [study.runs[cell.name] for cell in study.cells]
    chosen = measures.chosen(metric, measures.measures_of(runs, metric))
    return _all_differences(study, chosen, anytime=True)


def widest(study: "Study", metric: str) -> float:
    """Half of the widest interval of the chosen measures; endless while none of them has occurred."""
    table = focus(study, metric)
    return float((table["high"] - table["low"]).max() / 2) if len(table) else math.inf  # type: ignore[operator, arg-type]


def evidence(study: "Study", metric: str, test: Sprt) -> float:
    """The log-likelihood ratio of a sequential test on the one chosen measure; none while it has not occurred."""
    table = focus(study, metric)
    if table.is_empty():
        return 0.0
    row = table.row(0, named=True)
    sd = float(cautious_sd(row["se"] * row["blocks"] ** 0.5, row["blocks"], 1.0 if row["rate"] else 0.0))
    return test.evidence(row["difference"], sd, row["blocks"])


def _all_differences(study: "Study", chosen: list[Measure], *, anytime: bool) -> pl.DataFrame:
    base, *others = study.cells
    found = []
    for cell in others:
        sums = paired.sums_of(study.runs[base.name], study.runs[cell.name], chosen)
        table = paired.table(chosen, paired.differences(sums), anytime=anytime, together=len(others))
        found.append(table.select(pl.lit(cell.name).alias("variant"), pl.all()))
    return pl.concat(found)


class Comparison(Result):
    """Differences of every measure between each variant and the first scenario."""

    def __init__(self, study: "Study", ending: str, metric: str = "seats", anytime: bool = False, decision: str = ""):
        super().__init__(study, ending)
        self.metric = metric
        self.decision = decision  # of a sequential test
        self.anytime = anytime
        self.base = study.cells[0].name
        self.variants = [cell.name for cell in study.cells[1:]]

    @property
    def title(self) -> str:
        return f"{words.listed(self.variants)} against {self.base}"

    @cached_property
    def all_measures(self) -> list[Measure]:
        return measures.measures_of([self.study.runs[cell.name] for cell in self.study.cells], self.metric)

    @cached_property
    def table(self) -> pl.DataFrame:
        """One line per variant and measure; `changed` after correction for reading them all."""
        table = _all_differences(self.study, self.all_measures, anytime=self.anytime)
        return with_changes(table)

    @cached_property
    def _card_groups(self) -> list[Cards]:
        return Tables(self.study.runs[self.base]).cards

    def _of(self, variant: str) -> pl.DataFrame:
        return self.table.filter(pl.col("variant") == variant)

    @cached_property
    def _asked(self) -> list[str]:
        return [measure.name for measure in measures.chosen(self.metric, self.all_measures)]

    # --- in words ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[str]:
        found = [self.decision] if self.decision else []
        for variant in self.variants:
            first, *others = self._variant_findings(variant)
            prefix = f"{variant}: " if len(self.variants) > 1 else ""
            found += [f"{variant}: {first}", *(prefix + text for text in others)]
        return found

    def _variant_findings(self, variant: str) -> list[str]:
        table = self._of(variant)
        if not table["differing"].sum():
            return [f"plays exactly like {self.base}: all {table['blocks'][0]:,} blocks are the same in every measure."]
        asked = table.filter(pl.col("measure").is_in(self._asked))
        found = [main_sentence(asked)]
        leading = _leading(asked)
        also = "also " if leading and leading["changed"] else ""
        others = (pl.col("measure") != (leading or {}).get("measure", "")) & (pl.col("group") != "cards")
        changed = table.filter(pl.col("changed") & others)
        same = _unchanged(table)
        if len(changed):
            found.append(
                f"{also}changed: {words.listed([change_text(row) for row in changed.iter_rows(named=True)], 6)}."
            )
        if same:
            found.append(f"not shown to change: {words.listed(same)}.")
        cards = table.filter(pl.col("group") == "cards")
        if len(cards):
            count = int(cards["changed"].sum())
            nouns = words.listed([words.plural(group.noun) for group in self._card_groups])
            found.append(f"use changed for {count} of {len(cards)} {nouns} (Benjamini-Hochberg at 5 %).")
        found += [saving_text(asked), *self._target_findings(variant)]
        return found

    def _target_findings(self, variant: str) -> list[str]:
        found = []
        for before, after in zip(self._verdicts[self.base], self._verdicts[variant], strict=True):
            moved = after.status if before.status == after.status else f"{before.status} → {after.status}"
            found.append(f"{moved}: {verdict_text(after)}")
        return found

    @cached_property
    def _verdicts(self) -> dict[str, list[verdicts.Verdict]]:
        """The targets of all scenarios, judged in every cell."""
        targets: dict[str, Any] = {}
        for cell in self.study.cells:
            targets |= cell.plan.scenario.targets
        return {name: Findings(with_targets(run, targets)).verdicts for name, run in self.study.runs.items()}

    # --- tables and figures --------------------------------------------------------------------------

    @property
    def lines(self) -> list[Lines]:
        return [self._variant_lines(variant) for variant in self.variants]

    def _variant_lines(self, variant: str) -> Lines:
        table = self._of(variant)
        screened = [
            table.filter((pl.col("group") == group) & pl.col("changed")).sort(clearness(), descending=True)
            for group in measures.SCREENED
        ]
        core = table.filter(pl.col("group").is_in(measures.CORE) | pl.col("measure").is_in(self._asked))
        shown = pl.concat([core, *(rows.head(_SHOWN) for rows in screened)]).unique("measure", maintain_order=True)
        left = sum(max(len(rows) - _SHOWN, 0) for rows in screened)
        more = f"; {left} more changed, see table.csv" if left else ""
        kind = "anytime-valid: stopping early is allowed for" if self.anytime else "paired over seed blocks"
        return Lines(
            f"{variant} against {self.base}",
            ("measure", self.base, variant, "change", "", "pairing saves"),
            [_line(row) for row in shown.iter_rows(named=True)],
            f"intervals {kind}; ● changed. Seats, strategies, length, ends: 95 % for each group together;"
            f" leads, columns of the game and cards, shown only when changed: singly, Benjamini-Hochberg at 5 %{more}",
        )

    def drawings(self) -> dict[str, Drawing]:
        found: dict[str, Drawing] = {}
        for variant in self.variants:
            rates = self._of(variant).filter(pl.col("rate") & pl.col("group").is_in(["seats", "strategies", "ends"]))
            key = "rates" if len(self.variants) == 1 else f"rates-{len(found) + 1}"
            found[key] = drawings.changes(
                rates,
                sentence(main_sentence(self._of(variant).filter(pl.col("measure").is_in(self._asked)))),
                f"Change from {self.base} to {variant} in percentage points, the same {rates['blocks'][0]:,} seed blocks."
                " Bars are 95 % intervals; grey: not shown to change.",
            )
        return found


def with_changes(table: pl.DataFrame) -> pl.DataFrame:
    """Which differences are shown: what the intervals of a group leave out, and Benjamini-Hochberg over screened ones."""
    shown = (pl.col("low") > 0) | (pl.col("high") < 0)
    flags = table.select(shown & pl.col("group").is_in(measures.CORE)).to_series().to_list()
    for name in measures.SCREENED:
        rows = [i for i, group in enumerate(table["group"]) if group == name]
        for i, flag in zip(rows, benjamini_hochberg([table["p"][i] for i in rows], 1 - CONFIDENCE), strict=True):
            flags[i] = bool(flag)
    return table.with_columns(changed=pl.Series(flags, dtype=pl.Boolean))


def with_targets(run: Run, targets: dict[str, Any]) -> Run:
    """The run, judged by other targets."""
    return Run(run.path, {**run.manifest, "scenario": {**run.manifest["scenario"], "targets": targets}})


def value_text(row: dict[str, Any], value: float) -> str:
    return words.percent(value) if row["rate"] else words.number(value)


def change_text(row: dict[str, Any]) -> str:
    """rounds +1.24 ± 0.05"""
    amount = words.difference(row["difference"], row["low"], row["high"], 100 if row["rate"] else 1)
    return f"{row['title']} {amount}{' pp' if row['rate'] else ''}"


def _leading(asked: pl.DataFrame) -> dict[str, Any] | None:
    """The measure that changed most clearly; None when none was measured."""
    if asked.is_empty():
        return None
    return asked.sort(clearness(), descending=True, maintain_order=True).row(0, named=True)


def clearness() -> pl.Expr:
    """How clearly a measure changed: the difference in widths of its interval."""
    return (pl.col("difference").abs() / (pl.col("high") - pl.col("low") + 1e-12)).round_sig_figs(2)


def _unchanged(table: pl.DataFrame) -> list[str]:
    """What every comparison is about and is not shown to change; whole groups by their name."""
    names = {
        "seats": "the win rates of all seats",
        "strategies": "the win rates of all strategies",
        "length": "length",
        "ends": "the shares of all end reasons",
    }
    found: list[str] = []
    for group in measures.CORE:
        rows = table.filter(pl.col("group") == group)
        same = rows.filter(~pl.col("changed"))["title"].to_list()
        found += [names[group]] if len(same) == len(rows) > 1 else same
    return found


def main_sentence(asked: pl.DataFrame) -> str:
    """The clearest change of what was asked about."""
    row = _leading(asked)
    if row is None:
        return "what was asked about occurs in no game of both: play more."
    if not row["changed"]:
        return _no_change(asked)
    before, after = (value_text(row, row[name]) for name in ("before", "after"))
    scale, unit = (100, " pp") if row["rate"] else (1, "")
    amount = words.difference(row["difference"], row["low"], row["high"], scale)
    return f"{row['title']} {before} → {after} ({amount}{unit})."


def _no_change(asked: pl.DataFrame) -> str:
    """Nothing shown, and how far the intervals reach: of rates together, of means one by one."""
    rates, means = asked.filter("rate"), asked.filter(~pl.col("rate"))
    limits = [f"within ±{_reach(rates, 100)} pp"] if len(rates) else []
    if len(asked) == 1:
        limit = limits[0] if limits else f"within ±{_reach(asked, 1)}"
        return f"{asked['title'][0]}: no change is shown ({limit})."
    limits += [f"{row['title'][0]} within ±{_reach(row, 1)}" for row in means.iter_slices(1)]
    return f"none of the {len(asked)} measures asked about is shown to change ({words.listed(limits, 4)})."


def _reach(rows: pl.DataFrame, scale: float) -> str:
    """The largest change that the intervals leave open, rounded up."""
    reach = scale * max(abs(end) for name in ("low", "high") for end in rows[name])
    digits = words.digits_for(reach)
    return words.number(math.ceil(reach * 10**digits) / 10**digits, digits)


def saving_text(asked: pl.DataFrame) -> str:
    saving = asked["saving"].drop_nulls()
    if saving.is_empty():
        return "pairing: no block differs."
    factor = float(saving.median())  # type: ignore[arg-type]
    if factor < 1.1:
        return "pairing saved no games here: the change makes the games of a block unlike."
    return f"pairing cut the games needed {factor:.1f}×."


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    amount = words.difference(row["difference"], row["low"], row["high"], 100 if row["rate"] else 1)
    same = row["differing"] == 0
    return (
        row["title"],
        value_text(row, row["before"]),
        value_text(row, row["after"]),
        "the same in every block" if same else f"{amount}{' pp' if row['rate'] else ''}",
        "●" if row["changed"] else "",
        "–" if row["saving"] is None else f"{row['saving']:.1f}×",
    )
