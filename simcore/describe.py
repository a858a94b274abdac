"""Texts about games, scenarios and strategies for `simcore list` and `simcore describe`."""

import tomllib
from collections.abc import Sequence
from typing import Any

from simcore import catalogue
from simcore.params import REQUIRED, Knob


def catalogue_of(game: str | None) -> dict[str, Any]:
    if game is None:
        return {"games": [_game_entry(name) for name in catalogue.game_names()]}
    catalogue.check_game_name(game)
    return {
        **_game_entry(game),
        "scenario_list": [_scenario_entry(game, name) for name in catalogue.scenario_names(game)],
        "strategy_list": [_strategy_entry(game, name) for name in catalogue.strategy_files(game)],
    }


def _game_entry(name: str) -> dict[str, Any]:
    base = _read_head(name, "base")
    return {
        "name": name,
        "title": base.get("title", name),
        "question": base.get("question", ""),
        "scenarios": len(catalogue.scenario_names(name)),
        "strategies": len(catalogue.strategy_files(name)),
    }


def _read_head(game: str, scenario: str) -> dict:
    """Title and question without importing the game, so that `simcore list` stays quick."""
    file = catalogue.scenarios_folder() / game / f"{scenario}.toml"
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def _scenario_entry(game: str, name: str) -> dict[str, str]:
    head = _read_head(game, name)
    return {
        "name": game if name == "base" else f"{game}/{name}",
        "title": head.get("title", name),
        "question": head.get("question", ""),
    }


def _strategy_entry(game: str, name: str) -> dict[str, Any]:
    strategy = catalogue.strategy(game, name)
    return {"name": name, "summary": strategy.summary, "parameters": strategy.defaults}


def catalogue_text(content: dict[str, Any], game: str | None) -> str:
    if game is None:
        games = [
            (each["name"], each["title"], f"{each['scenarios']} scenarios, {each['strategies']} strategies")
            for each in content["games"]
        ]
        return _columns(games) + "\n\nmore: simcore list GAME, simcore describe GAME"
    lines = [f"{content['title']}", "", "scenarios"]
    lines.append(_columns([("  " + each["name"], each["question"]) for each in content["scenario_list"]]))
    lines += ["", "strategies"]
    rows = []
    for each in content["strategy_list"]:
        settings = ", ".join(f"{name}={value:g}" for name, value in each["parameters"].items())
        rows.append((f"  {each['name']}" + (f"({settings})" if settings else ""), each["summary"]))
    lines.append(_columns(rows))
    return "\n".join(lines)


def game_text(name: str, parts: list[str]) -> str:
    game = name.partition("/")[0]
    catalogue.check_game_name(game)
    writers = {"params": _params, "columns": _result_columns, "cards": _cards, "rules": _rules, "actions": _actions}
    if not parts:
        return _overview(game)
    return "\n\n".join(writers[part](name if part == "params" else game) for part in parts)


def _overview(name: str) -> str:
    game = catalogue.game(name)
    counts = ", ".join(map(str, game.players))
    lines = [
        f"{game.title}: {game.summary}",
        f"players: {counts} (default {game.default_players}); knobs: {len(game.params.knobs)};"
        f" data tables: {', '.join(rows.name for rows in game.params.rows) or 'none'}",
        f"end reasons: {', '.join(game.end_reasons)}",
        f"phases: {', '.join(game.phases)}",
        "",
        f"more: simcore describe {name} --params | --columns | --cards | --rules | --actions; simcore list {name}",
    ]
    return "\n".join(lines)


def _params(name: str) -> str:
    from simcore import scenario as scenarios

    loaded = scenarios.load(name)
    game = catalogue.game(loaded.game)
    rows = [("knob", "value", "allowed", "unit", "rule", "source", "meaning")]
    for knob in game.params.knobs:
        value = loaded.values["rules"][knob.name]
        changed = " *" if f"rules.{knob.name}" in loaded.changed else ""
        rows.append(
            (
                f"rules.{knob.name}",
                _value(value) + changed,
                knob.allowed,
                knob.unit,
                knob.rule,
                _source(knob),
                knob.help,
            )
        )
    texts = [_columns(rows)]
    for table in game.params.rows:
        header = ("", *(column.name for column in table.columns), "source")
        body = [
            (
                f"{table.name}.{key}",
                *(_value(row[column.name]) for column in table.columns),
                loaded.sources.get(f"{table.name}.{key}", ""),
            )
            for key, row in loaded.values[table.name].items()
        ]
        texts.append(
            f"{table.name}: {table.help} {f'({table.rule})' if table.rule else ''}\n" + _columns([header, *body])
        )
    if loaded.changed:
        texts.append("* differs from the published game")
    return "\n\n".join(texts)


def _source(knob: Knob) -> str:
    if knob.source == "assumed" and knob.plausible:
        return f"assumed, {knob.plausible[0]:g} to {knob.plausible[1]:g}"
    return knob.source if knob.default is not REQUIRED else ""


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _result_columns(name: str) -> str:
    from simcore import store

    games, seats = store.columns(catalogue.game(name))
    return (
        "games\n"
        + _columns([("  " + a, b, c) for a, b, c in games])
        + "\n\nseats\n"
        + _columns([("  " + a, b, c) for a, b, c in seats])
    )


def _cards(name: str) -> str:
    game = catalogue.game(name)
    if not game.cards:
        return f"{game.title} has no cards"
    texts = []
    for group in game.cards:
        counters = [(f"  {counter}_KEY", meaning) for counter, meaning in group.counters.items()]
        members = [(f"  {key}", card) for key, card in zip(group.keys, group.names, strict=True)]
        texts.append(f"{group.noun}: counters per seat\n{_columns(counters)}\n{group.noun}: keys\n{_columns(members)}")
    return "\n\n".join(texts)


def _rules(name: str) -> str:
    return catalogue.rules_text(name).read_text("utf-8")


def _actions(name: str) -> str:
    """The vocabulary of each phase, met by playing a few games at random."""
    import random

    from simcore.table import Table

    chooser = random.Random(1)
    seen: dict[str, dict[str, None]] = {}
    for seed in range(3):
        table = Table(name, seed=seed, narrate=False)
        for _ in range(1500):
            if table.over:
                break
            said = seen.setdefault(table.phase, {})
            if len(said) < 12:
                said.update(dict.fromkeys(table.legal()[:6]))
            table.play(chooser.choice(table.codes()))
    lines = []
    for phase in catalogue.game(name).phases:
        if phase in seen:
            lines += [phase] + [f"  {words}" for words in list(seen[phase])[:12]]
    return "\n".join(lines)


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    """Left-aligned columns; the last one runs free."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    )
