"""What was played, which games are worth reading, and where the numbers come from."""

import json
from pathlib import Path

import polars as pl

from reports import words
from reports.experiments.robustness import SENSITIVITY
from reports.findings import Findings
from reports.sections.model import (
    Cell,
    Item,
    Note,
    Section,
    TableItem,
    number_cell,
    sentence,
    text_cell,
)


def played(f: Findings) -> Section:
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
        items += [assumed, Note(assumed_that_matter(f))]
    return Section("played", "What was played", sentence(f"{words.lineup(m)}; {f.games:,} games"), items)


def _strategy_descriptions(f: Findings) -> TableItem | None:
    """What each strategy does, as its own docstring says."""
    from simcore import catalogue
    from simcore.errors import UserError

    rows = []
    for each in f.manifest["lineup"]["pool"]:
        try:
            summary = catalogue.strategy(f.scenario["game"], each["strategy"]).summary
            rows.append((words.player(each["strategy"], each["settings"]), summary))
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


def assumed_that_matter(f: Findings) -> str:
    """What a sensitivity study of this scenario found, or that of the game, or how to make one."""
    from simcore.catalogue import scenarios_folder

    name = f.scenario["name"]
    beside = sorted(f.run.path.resolve().parent.glob(f"*/{SENSITIVITY}"), reverse=True)
    kept = (Path(name).parent if name.endswith(".toml") else scenarios_folder() / f.scenario["game"]) / SENSITIVITY
    for file in (*beside, kept):
        try:
            study = json.loads(file.read_text("utf-8"))
            if file == kept or study["scenario"] == name:
                found = [text[:1].upper() + text[1:] for text in (*study["assumed values"], *study["conclusions"])]
                return f"Which assumed values matter, from {study['command'] or file.parent.name}: {' '.join(found)}"
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return f"Which of the assumed values matter, and which conclusions survive them: simcore sensitivity {name}"


def examples(f: Findings) -> Section:
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


def provenance(f: Findings) -> Section:
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
