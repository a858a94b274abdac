"""Knobs and data tables of a game: declared once, used for validation, description and the `Tables` record.

    PARAMS = Params(
        knobs=(Knob("start_ducats", 7, low=0, high=91, unit="ducats", rule="LOW-22", help="ducats at the start"),),
        rows=(Rows("cards", columns=(Knob("price", low=0, high=20, ...),), limit=24, help="power cards"),),
    )

A knob is addressed as `rules.start_ducats`, a table cell as `cards.B2.price`. Knob defaults stand here; the rows of
tables stand in the game's `scenarios/<game>/base.toml`.
"""

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.errors import did_you_mean

REQUIRED: Any = object()
SOURCES = ("rulebook", "assumed")
_INT_LIMIT = 2**31 - 1


class ParamError(ValueError):
    """A value that its knob does not allow; the text says what is allowed."""


@dataclass(frozen=True)
class Knob:
    """One number, switch, choice or short list of a scenario.

    The kind follows from the default (or `kind` when there is none):
    int, float, flag (bool), choice (with `choices`), subset (a list out of `choices`), text (with `pattern`).
    `per="players"` makes it one value per player count, `per="seat"` one per seat; a single value then serves all.
    `alternatives` are the values a designer would try; the first thing a sweep plays.
    `plausible` is the range of an assumed value within which the truth may lie.
    """

    name: str
    default: Any = REQUIRED
    help: str = ""
    low: float = 0
    high: float = _INT_LIMIT
    unit: str = ""
    rule: str = ""
    source: str = "rulebook"
    choices: tuple[str, ...] = ()
    per: str = ""
    kind: str = ""
    pattern: str = ""
    length: int = 0  # a list of this many values
    alternatives: tuple = ()
    plausible: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.source not in SOURCES:
            raise ValueError(f'knob "{self.name}": source must be one of {SOURCES}')
        if not self.kind:
            object.__setattr__(self, "kind", self._kind_of_default())

    def _kind_of_default(self) -> str:
        sample = self.default
        if self.choices:
            return "subset" if isinstance(sample, list | tuple) and not self.per else "choice"
        if isinstance(sample, list | tuple) and len(sample):
            sample = sample[0]
        if isinstance(sample, bool):
            return "flag"
        if isinstance(sample, float):
            return "float"
        if isinstance(sample, str):
            return "text"
        return "int"

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.kind == "flag":
            one = "true or false"
        elif self.kind == "choice":
            one = "one of " + ", ".join(self.choices)
        elif self.kind == "subset":
            return "a list out of " + ", ".join(self.choices)
        elif self.kind == "text":
            return f"text matching {self.pattern}" if self.pattern else "text"
        else:
            one = f"{self.low:g} to {self.high:g}" if self.high < _INT_LIMIT else f"{self.low:g} or more"
        if self.per:
            return f"{one}, one value or a list with one per {'player count' if self.per == 'players' else 'seat'}"
        return f"{self.length} values, each {one}" if self.length else one

    def check(self, value: Any, seats: int, counts: int) -> Any:
        """The value in its canonical form, or ParamError."""
        length = {"players": counts, "seat": seats}.get(self.per, self.length)
        if self.kind == "subset":
            if not isinstance(value, list | tuple) or len(value) != len(set(map(str, value))):
                raise ParamError(f"must be {self.allowed}")
            return [self._check_one(item, "choice") for item in value]
        if self.kind == "text" and self.length:
            if not isinstance(value, list | tuple) or len(value) != self.length:
                raise ParamError(f"must be a list of {self.length} texts")
            return [self._check_one(item, "text") for item in value]
        if length:
            items = value if isinstance(value, list | tuple) else [value] * length if self.per else value
            if not isinstance(items, list | tuple) or len(items) != length:
                raise ParamError(f"must be {self.allowed} ({length} values)")
            return [self._check_one(item, self.kind) for item in items]
        return self._check_one(value, self.kind)

    def _check_one(self, value: Any, kind: str) -> Any:
        if kind == "flag":
            if not isinstance(value, bool):
                raise ParamError(f"must be true or false, not {_shown(value)}")
            return value
        if kind == "choice":
            if value not in self.choices:
                raise ParamError(f"must be one of {', '.join(self.choices)}{did_you_mean(value, self.choices)}")
            return value
        if kind == "text":
            if not isinstance(value, str) or (self.pattern and not re.fullmatch(self.pattern, value)):
                raise ParamError(f"must be {self.allowed}, not {_shown(value)}")
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ParamError(f"must be a number, {self.allowed}, not {_shown(value)}")
        if isinstance(value, float) and not math.isfinite(value):
            raise ParamError(f"must be a finite number, {self.allowed}")
        if kind == "int" and isinstance(value, float) and not value.is_integer():
            raise ParamError(f"must be a whole number, {self.allowed}, not {value:g}")
        if not self.low <= value <= self.high:
            raise ParamError(f"is out of range: allowed is {self.allowed}")
        return int(value) if kind == "int" else float(value)

    def field(self, seats: int, name: str, rows: int = 0) -> tuple | None:
        """The field of the `Tables` record, or None for text, which only `derive` reads."""
        if self.kind == "text":
            return None
        base = "f8" if self.kind == "float" else "i4"
        shape: tuple[int, ...] = (rows,) if rows else ()
        if self.kind == "subset":
            shape += (len(self.choices),)
        elif self.per == "seat":
            shape += (seats,)
        elif self.length:
            shape += (self.length,)
        return (name, base, shape) if shape else (name, base)

    def encode(self, value: Any, player_counts: tuple[int, ...], players: int) -> Any:
        """The value as the `Tables` record holds it."""
        if self.per == "players":
            value = value[player_counts.index(players)]
        if self.kind == "subset":
            return [int(choice in value) for choice in self.choices]
        if self.kind == "choice":
            return [self.choices.index(v) for v in value] if isinstance(value, list) else self.choices.index(value)
        return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


@dataclass(frozen=True)
class Rows:
    """A data table: named rows with the same columns, e.g. `[cards.B2]` with `price = 3`.

    In the `Tables` record each column is an array `<table>_<column>` over the rows in file order, and `<table>_n`
    is their number. Each row or its table states its `source`; `range` may give the plausible range of a column.
    """

    name: str
    columns: tuple[Knob, ...]
    limit: int
    help: str = ""
    rule: str = ""

    def column(self, name: str) -> Knob | None:
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True)
class Params:
    knobs: tuple[Knob, ...] = ()
    rows: tuple[Rows, ...] = ()

    def knob(self, name: str) -> Knob | None:
        return next((knob for knob in self.knobs if knob.name == name), None)

    def table(self, name: str) -> Rows | None:
        return next((rows for rows in self.rows if rows.name == name), None)

    def dtype_fields(self, seats: int) -> list[tuple]:
        fields: list[tuple | None] = [("players", "i4")]
        fields += [knob.field(seats, knob.name) for knob in self.knobs]
        for rows in self.rows:
            fields.append((f"{rows.name}_n", "i4"))
            fields += [c.field(seats, f"{rows.name}_{c.name}", rows.limit) for c in rows.columns]
        return [field for field in fields if field is not None]

    def fill(self, t: Any, values: dict, player_counts: tuple[int, ...], players: int) -> None:
        """Write checked values into a `Tables` record."""
        t.players = players
        for knob in self.knobs:
            if knob.kind != "text":
                _store(t, knob.name, knob.encode(values["rules"][knob.name], player_counts, players))
        for rows in self.rows:
            table = values[rows.name]
            setattr(t, f"{rows.name}_n", len(table))
            for column in rows.columns:
                if column.kind == "text":
                    continue
                target = getattr(t, f"{rows.name}_{column.name}")
                for i, row in enumerate(table.values()):
                    target[i] = column.encode(row[column.name], player_counts, players)


def _store(t: Any, name: str, value: Any) -> None:
    if isinstance(value, list):
        getattr(t, name)[:] = np.asarray(value)
    else:
        setattr(t, name, value)
