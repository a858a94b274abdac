"""Knobs by name: what `rules.x`, `rules.x.2` and `table.row.column` mean, and values as options write them."""

from collections.abc import Mapping
from typing import Any

from simcore import catalogue
from simcore.errors import UserError, did_you_mean
from simcore.params import Knob
from simcore.scenario import Scenario, parse_value


def knob_of(scenario: Scenario, key: str) -> Knob:
    """The knob that `rules.x` means, or the column of `table.row.column`; with `.2` at the end, of an entry of its list."""
    whole, entry = _split_entry(key)
    knob = _find(scenario, whole)
    if knob is None:
        names = [each.name for each in catalogue.game(scenario.game).params.knobs]
        hint = did_you_mean(key.removeprefix("rules."), names).replace('"', '"rules.', 1)
        raise UserError(f'unknown parameter "{key}"{hint} (all parameters: simcore describe {scenario.game} --params)')
    if entry is not None:
        values = value_of(scenario, whole)
        count = scenario.players if knob.per == "seat" else len(values) if isinstance(values, list) else 0
        if entry >= count:
            entries = f"its entries are {whole}.0 to {whole}.{count - 1}" if count else "it is no list"
            raise UserError(f'unknown parameter "{key}": {entries}')
    return knob


def _split_entry(key: str) -> tuple[str, int | None]:
    whole, _, last = key.rpartition(".")
    return (whole, int(last)) if last.isdecimal() and "." in whole else (key, None)


def _find(scenario: Scenario, key: str) -> Knob | None:
    params = catalogue.game(scenario.game).params
    table, _, rest = key.partition(".")
    row, _, column = rest.rpartition(".")
    rows = params.table(table)
    if rows is not None and row in scenario.values[table]:
        return rows.column(column)
    return params.knob(rest) if table == "rules" else None


def value_of(scenario: Scenario, key: str) -> Any:
    """The present value of a knob, a column's cell, or an entry of their list."""
    whole, entry = _split_entry(key)
    table, _, rest = whole.partition(".")
    row, _, column = rest.rpartition(".")
    value = scenario.values[table][row][column] if row else scenario.values[table][rest]
    return value if entry is None else value[entry]


def settings_for(scenario: Scenario, values: Mapping[str, str]) -> list[str]:
    """The --set options that give knobs these values. Entries of one list go into one option."""
    lists: dict[str, list[Any]] = {}
    found = []
    for key, value in values.items():
        whole, entry = _split_entry(key)
        knob_of(scenario, key)
        if entry is None:
            found.append(f"{key}={value}")
        else:
            lists.setdefault(whole, list(value_of(scenario, whole)))[entry] = parse_value(value)
    return found + [f"{key}={written(entries)}" for key, entries in lists.items()]


def written(value: Any) -> str:
    """A value as a --set option writes it."""
    if isinstance(value, str):
        return value if parse_value(value) == value else f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(f'"{each}"' if isinstance(each, str) else written(each) for each in value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def split_values(text: str) -> list[str]:
    """Split at commas outside brackets and quotes."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]
