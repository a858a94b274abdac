"""What a designer should look at before any average: things in the run that are probably not meant."""

from typing import TYPE_CHECKING

import polars as pl

from reports.findings import BASELINE, FEW_CHOICES, SMALL_RUN, Alert
from reports.targets import unknown

if TYPE_CHECKING:
    from reports.findings import Findings


def alerts(findings: "Findings") -> list[Alert]:
    found = []
    for search in (_unfinished, _small, _capped, _reasons, _cards, _weak_strategies, _few_choices, _targets):
        found += search(findings)
    return found


def _unfinished(findings: "Findings") -> list[Alert]:
    if findings.run.finished:
        return []
    text = f"It holds {findings.games:,} of {findings.manifest['games']:,} games; the figures are about these."
    return [Alert("The run is not finished", text, f"simcore resume {findings.folder}")]


def _small(findings: "Findings") -> list[Alert]:
    if findings.blocks >= SMALL_RUN:
        return []
    return [Alert("Very few games", f"Only {findings.blocks} seed blocks were played; intervals are rough.")]


def _capped(findings: "Findings") -> list[Alert]:
    reasons = pl.col("end_reason").cast(str).is_in(findings.tables.capped_reasons)
    games = findings.tables.games.filter(reasons).select("game").collect(engine="streaming")
    if games.is_empty():
        return []
    share = len(games) / findings.games
    text = f"{len(games):,} of {findings.games:,} games ({share:.2%}) were stopped by a safety limit, not by the rules."
    return [Alert("Capped games", text, f"simcore replay {findings.folder} {games['game'][0]}")]


def _reasons(findings: "Findings") -> list[Alert]:
    seen = set(findings.end_reasons["end_reason"])
    capped = set(findings.tables.capped_reasons)
    never = [reason for reason in findings.manifest["end_reasons"] if reason not in seen | capped]
    if not never:
        return []
    names = ", ".join(name.replace("_", " ") for name in never)
    return [Alert("End reasons that never occur", f"No game of {findings.games:,} ended by: {names}.")]


def _cards(findings: "Findings") -> list[Alert]:
    found = []
    for each in findings.cards:
        counter = each.group.main
        never = each.of(counter).filter(pl.col("n") == 0)["card"].to_list()
        if never:
            text = f'The counter "{counter}" stayed 0 in {findings.games:,} games for: {", ".join(never)}.'
            found.append(Alert(f"{each.group.noun.capitalize()}s never {counter}", text))
    return found


def _weak_strategies(findings: "Findings") -> list[Alert]:
    if findings.matchups.is_empty():
        return []
    against = findings.matchups.filter((pl.col("column") == BASELINE) & (pl.col("high") < 0.5))
    return [
        Alert(
            f"{row['row']} loses to {BASELINE}",
            f"It finishes ahead of random play in only {row['mean']:.1%} of {row['n']:,} common games"
            f" ({row['low']:.1%} to {row['high']:.1%}): a weak script, or a game that skill does not decide.",
        )
        for row in against.iter_rows(named=True)
    ]


def _few_choices(findings: "Findings") -> list[Alert]:
    sums = findings.tables.games.select("decisions", "choices").sum().collect(engine="streaming").row(0, named=True)
    if not sums["decisions"] or sums["choices"] / sums["decisions"] >= FEW_CHOICES:
        return []
    share = 1 - sums["choices"] / sums["decisions"]
    text = f"{share:.0%} of {sums['decisions']:,} decisions had only one option: players mostly wait for their turn."
    return [Alert("Decisions without a choice", text)]


def _targets(findings: "Findings") -> list[Alert]:
    return [
        Alert(
            f'Target "{name}" is not judged',
            "No measure or numeric column has this name; see the list of columns.",
            f"simcore describe {findings.scenario['game']} --columns",
        )
        for name in unknown(findings)
    ]
