"""Scenario files: TOML with inheritance, checked against the game's parameters.

Every mistake in a file or a `--set` option is reported with its place, what is allowed, and the nearest right word.
A scenario is named `loewenherz` (the published game), `loewenherz/open_market`, or by the path of a TOML file.
"""

import copy
import hashlib
import json
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from simcore import catalogue
from simcore.errors import UserError, did_you_mean
from simcore.game import Game
from simcore.params import REQUIRED, SOURCES, Knob, ParamError, Rows

MAX_FILE_BYTES = 1_000_000
MAX_DEPTH_OF_BASES = 16
_HEAD_KEYS = {
    "game": str,
    "base": str,
    "title": str,
    "question": str,
    "players": int,
    "lineup": str,
    "include": list,
}
_FILE_KEYS = ("game", "base", "include")  # head keys that only a file can have
Fail = Callable[[tuple[str, ...], str], NoReturn]  # reports a mistake at a key


@dataclass(frozen=True)
class Scenario:
    """A checked scenario: everything that decides how its games go, except seed and strategies."""

    game: str
    name: str
    values: dict  # {"rules": {knob: value}, table: {row: {column: value}}}
    players: int
    lineup: str = "field"
    title: str = ""
    question: str = ""
    targets: dict = field(default_factory=dict)
    sources: dict = field(default_factory=dict)  # {"table.row": "assumed" | "rulebook"}
    ranges: dict = field(default_factory=dict)  # {"table.row.column": [low, high]}
    changed: tuple[str, ...] = ()  # keys that differ from the published game

    def canonical(self) -> dict:
        return {"game": self.game, "players": self.players, "values": self.values}

    @property
    def hash(self) -> str:
        text = json.dumps(self.canonical(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(name: str, *, settings: Iterable[str] = (), players: int | None = None) -> Scenario:
    """Read, merge and check a scenario; `settings` are `key=value` overrides."""
    chain = _chain(_find(name))
    game = catalogue.game(_game_of(chain))
    checker = _Checker(game)
    for file in reversed(chain):
        checker.merge_file(file)
    for setting in settings:
        checker.merge_setting(setting)
    checker.check_complete()
    head = checker.head
    count = players if players is not None else head.get("players", game.default_players)
    if count not in game.players:
        raise UserError(
            f"{game.name} is for {', '.join(map(str, game.players))} players, not {count}: choose one of these with --players"
        )
    return Scenario(
        game=game.name,
        name=_display_name(chain[0].path, game.name),
        values=checker.values,
        players=count,
        lineup=head.get("lineup", "field"),
        title=head.get("title", game.title),
        question=head.get("question", ""),
        targets=checker.targets,
        sources=checker.sources,
        ranges=checker.ranges,
        changed=tuple(_differences(_published(game), checker.values)),
    )


def _published(game: Game) -> dict:
    checker = _Checker(game)
    checker.merge_file(_File.read(catalogue.scenarios_folder() / game.name / "base.toml"))
    checker.check_complete()
    return checker.values


def _display_name(path: Path, game_name: str) -> str:
    inside = path.parent == catalogue.scenarios_folder() / game_name
    return (game_name if path.stem == "base" else f"{game_name}/{path.stem}") if inside else str(path)


def _differences(old: dict, new: dict, prefix: str = "") -> list[str]:
    found = []
    for key, value in new.items():
        before = old.get(key)
        if isinstance(value, dict):
            found += _differences(before if isinstance(before, dict) else {}, value, f"{prefix}{key}.")
        elif value != before:
            found.append(prefix + key)
    return found


# --- files ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _File:
    path: Path
    text: str
    content: dict

    @classmethod
    def read(cls, path: Path) -> "_File":
        try:
            raw = path.read_bytes()
        except IsADirectoryError:
            raise UserError(f"{path}: is a folder, not a scenario file") from None
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror})") from None
        if len(raw) > MAX_FILE_BYTES:
            raise UserError(f"{path}: is larger than {MAX_FILE_BYTES:,} bytes, too large for a scenario")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            raise UserError(f"{path}:{line}: is not UTF-8 text; save the file as UTF-8") from None
        try:
            return cls(path, text, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"line (\d+)", str(error))
            raise UserError(f"{path}:{place[1] if place else 1}: not valid TOML: {error}") from None
        except (ValueError, RecursionError) as error:  # numbers of thousands of digits, absurd nesting
            reason = "is nested too deeply" if isinstance(error, RecursionError) else f"has a bad value: {error}"
            raise UserError(f"{path}: {reason}") from None

    def where(self, keys: tuple[str, ...]) -> str:
        """`file:line` of a key."""
        number = _line_of(self.text, keys)
        return str(self.path) if number is None else f"{self.path}:{number}"

    def quote(self, keys: tuple[str, ...]) -> str:
        """The line of a key, with the key underlined."""
        number = _line_of(self.text, keys)
        if number is None:
            return ""
        line = self.text.splitlines()[number - 1].rstrip()
        start = max(line.find(keys[-1]), 0)
        margin = f"{number:>4} | "
        return f"\n{margin}{line}\n{' ' * (len(margin) + start)}{'^' * len(keys[-1])}"


def _line_of(text: str, keys: tuple[str, ...]) -> int | None:
    """The line on which a dotted key is set. tomllib keeps no positions, so tables and keys are traced here."""
    table: tuple[str, ...] = ()
    best: tuple[int, int] | None = None  # length of the longest matching prefix, and its line
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?", line)
        if header:
            table = _split_key(header[1])
            found = table
        else:
            assignment = re.match(
                r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""", line
            )
            if not assignment:
                continue
            found = table + _split_key(assignment[1])
        if found == keys[: len(found)] and (best is None or len(found) > best[0]):
            best = (len(found), number)
    return best[1] if best else None


def _split_key(text: str) -> tuple[str, ...]:
    return tuple(a or b or c for a, b, c in re.findall(r"""([\w-]+)|"([^"]*)"|'([^']*)'""", text))


def _find(name: str) -> Path:
    """The file that a scenario name or path means."""
    if name.endswith(".toml"):
        return Path(name)
    game_name, _, variant = name.partition("/")
    if game_name not in catalogue.game_names():
        hint = did_you_mean(game_name, catalogue.game_names())
        raise UserError(
            f'there is no scenario "{name}"{hint} (games: {", ".join(catalogue.game_names())};'
            f" a file must end in .toml)"
        )
    file = catalogue.scenarios_folder() / game_name / f"{variant or 'base'}.toml"
    if not file.is_file():
        known = catalogue.scenario_names(game_name)
        raise UserError(
            f'{game_name} has no scenario "{variant}"{did_you_mean(variant, known)} (scenarios: {", ".join(known)})'
        )
    return file


def _chain(path: Path) -> list[_File]:
    """The file and its bases, the file first."""
    chain: list[_File] = []
    while True:
        file = _File.read(path)
        seen = [each.path.resolve() for each in chain]
        if path.resolve() in seen:
            names = " -> ".join(each.path.name for each in chain) + f" -> {path.name}"
            raise UserError(f'{chain[-1].where(("base",))}: "base" goes round in a circle: {names}')
        if len(chain) == MAX_DEPTH_OF_BASES:
            raise UserError(f"{path}: more than {MAX_DEPTH_OF_BASES} scenarios build on each other")
        chain.append(file)
        base = file.content.get("base")
        if base is None:
            return chain
        if not isinstance(base, str):
            raise UserError(f'{file.where(("base",))}: "base" must be the name of a scenario{file.quote(("base",))}')
        try:
            beside = path.parent / base
            path = beside if base.endswith(".toml") and beside.exists() else _find(base.removesuffix("/base"))
        except UserError as error:
            raise UserError(f"{file.where(('base',))}: {error}{file.quote(('base',))}") from None


def _game_of(chain: list[_File]) -> str:
    root = chain[-1]
    game_name = root.content.get("game")
    if not isinstance(game_name, str):
        raise UserError(f'{root.path}: needs a line base = "GAME" to build on a published game')
    try:
        return catalogue.check_game_name(game_name)
    except UserError as error:
        raise UserError(f"{root.where(('game',))}: {error}{root.quote(('game',))}") from None


def _included(file: _File, fail: Fail) -> Iterator[_File]:
    """The parts that a scenario file is made of, which include no others."""
    names = file.content.get("include", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        fail(("include",), '"include" must be a list of files, e.g. ["cards.toml"]')
    for name in names:
        try:
            part = _File.read(file.path.parent / name)
        except UserError as error:
            fail(("include",), str(error))
        if "include" in part.content:
            fail(("include",), f'"{name}" includes files itself: name them all here')
        yield part


# --- checking ------------------------------------------------------------------------------------


class _Checker:
    """Collects the values of a chain of files and settings, refusing what the game does not know."""

    def __init__(self, game: Game):
        self.game = game
        self.head: dict[str, Any] = {}
        self.targets: dict[str, Any] = {}
        self.sources: dict[str, str] = {}
        self.ranges: dict[str, list] = {}
        self.values: dict[str, Any] = {"rules": {}}
        for knob in game.params.knobs:
            if knob.default is not REQUIRED:
                self.values["rules"][knob.name] = knob.check(copy.deepcopy(knob.default), game.seats, len(game.players))
        for rows in game.params.rows:
            self.values[rows.name] = {}

    def merge_file(self, file: _File) -> None:
        def fail(keys: tuple[str, ...], message: str) -> NoReturn:
            raise UserError(f"{file.where(keys)}: {message}{file.quote(keys)}")

        for part in _included(file, fail):
            self.merge_file(part)
        self._merge(file.content, fail)

    def merge_setting(self, setting: str) -> None:
        key, equals, text = setting.partition("=")
        keys = tuple(key.strip().split("."))
        if not equals or not key.strip():
            raise UserError(f"--set {setting}: must be of the form rules.NAME=VALUE")
        if keys[0] in _FILE_KEYS:
            raise UserError(f'--set {setting}: "{keys[0]}" can only be set in a scenario file')
        content: dict[str, Any] = {}
        inner = content
        for part in keys[:-1]:
            inner = inner.setdefault(part, {})
        inner[keys[-1]] = parse_value(text)

        def fail(_: tuple[str, ...], message: str) -> NoReturn:
            raise UserError(f"--set {setting}: {message}")

        self._merge(content, fail)

    def _merge(self, content: dict, fail: Fail) -> None:
        tables = [rows.name for rows in self.game.params.rows]
        for key, value in content.items():
            if key in _HEAD_KEYS:
                if not isinstance(value, _HEAD_KEYS[key]) or isinstance(value, bool):
                    fail((key,), f'"{key}" must be {"a whole number" if _HEAD_KEYS[key] is int else "text"}')
                self.head[key] = value
            elif key == "targets":
                self.targets.update(_check_targets(value, _measures(self.game), fail))
            elif key == "rules":
                self._merge_knobs(value, fail)
            elif (rows := self.game.params.table(key)) is not None:
                self._merge_rows(rows, value, fail)
            else:
                known = [*_HEAD_KEYS, "rules", "targets", *tables]
                hint = did_you_mean(key, known)
                if self.game.params.knob(key):
                    hint = f', did you mean "rules.{key}"?'
                fail((key,), f'unknown key "{key}"{hint} (known here: {", ".join(known)})')

    def _merge_knobs(self, values: Any, fail: Fail) -> None:
        if not isinstance(values, dict):
            fail(("rules",), '"rules" must be a table of knobs')
        for name, value in values.items():
            knob = self.game.params.knob(name)
            if knob is None:
                names = [each.name for each in self.game.params.knobs]
                fail(
                    ("rules", name),
                    f'unknown parameter "{name}"{did_you_mean(name, names)}'
                    f" (all parameters: simcore describe {self.game.name} --params)",
                )
            self.values["rules"][name] = self._check(knob, value, ("rules", name), fail)

    def _merge_rows(self, rows: Rows, table: Any, fail: Fail) -> None:
        if not isinstance(table, dict):
            fail((rows.name,), f'"{rows.name}" must be a table of rows, [{rows.name}.NAME]')
        default_source = table.get("source")
        for key, row in table.items():
            keys = (rows.name, key)
            if key == "source":
                self._check_source(row, keys, fail)
                continue
            if not isinstance(row, dict):
                fail(keys, f'"{rows.name}.{key}" must be a table of columns')
            target = self.values[rows.name].setdefault(key, {})
            if len(self.values[rows.name]) > rows.limit:
                fail(keys, f'"{rows.name}" has room for {rows.limit} rows')
            source = row.get("source", default_source)
            if source is not None:
                self._check_source(source, (*keys, "source"), fail)
                self.sources[f"{rows.name}.{key}"] = source
            for name, value in row.items():
                if name == "source":
                    continue
                if name == "range":
                    self._merge_ranges(rows, key, value, fail)
                    continue
                column = rows.column(name)
                if column is None:
                    names = [each.name for each in rows.columns]
                    fail(
                        (*keys, name),
                        f'unknown column "{name}"{did_you_mean(name, names)} (columns: {", ".join(names)})',
                    )
                target[name] = self._check(column, value, (*keys, name), fail)

    def _merge_ranges(self, rows: Rows, key: str, ranges: Any, fail: Fail) -> None:
        keys = (rows.name, key, "range")
        if not isinstance(ranges, dict):
            fail(keys, '"range" must name columns, e.g. range = { price = [1, 4] }')
        for name, bounds in ranges.items():
            if rows.column(name) is None or not (isinstance(bounds, list) and len(bounds) == 2):
                fail(keys, f'"range" of "{name}" must be a column with [lowest, highest]')
            self.ranges[f"{rows.name}.{key}.{name}"] = bounds

    def _check_source(self, source: Any, keys: tuple[str, ...], fail: Fail) -> None:
        if source not in SOURCES:
            fail(keys, f'"source" must be one of {", ".join(SOURCES)}')

    def _check(self, knob: Knob, value: Any, keys: tuple[str, ...], fail: Fail) -> Any:
        try:
            return knob.check(value, self.game.seats, len(self.game.players))
        except ParamError as error:
            rule = f" ({knob.rule})" if knob.rule else ""
            fail(keys, f'"{".".join(keys)}" {error}{rule}')

    def check_complete(self) -> None:
        for rows in self.game.params.rows:
            for key, row in self.values[rows.name].items():
                for column in rows.columns:
                    if column.name in row:
                        continue
                    if column.default is REQUIRED:
                        raise UserError(f'"{rows.name}.{key}" has no "{column.name}": {column.help or column.allowed}')
                    row[column.name] = column.check(column.default, self.game.seats, len(self.game.players))
        for knob in self.game.params.knobs:
            if knob.name not in self.values["rules"]:
                raise UserError(f'"rules.{knob.name}" has no value: {knob.help or knob.allowed}')


_TARGET_KEYS = ("near", "within", "at_least", "at_most", "median_at_least", "median_at_most")


def _measures(game: Game) -> list[str]:
    """What a target may be about: the report's measures, and every number in the results."""
    seats = [f"seat_{number}_win_rate" for number in range(game.seats)]
    rates = ["first_seat_win_rate", "seat_win_rate", *seats, "strategy_win_rate", "capped_games", "shared_wins"]
    counts = ["half_way_leader_wins", "rounds", "turns", "decisions", "choices", "lead_changes", "comeback", "score"]
    return rates + counts + [column.name for column in (*game.game_columns, *game.seat_columns)]


def _check_targets(targets: Any, measures: list[str], fail: Fail) -> dict:
    if not isinstance(targets, dict):
        fail(("targets",), '"targets" must be a table')
    for name, bounds in targets.items():
        keys = ("targets", name)
        if name not in measures:
            fail(
                keys,
                f'unknown target "{name}"{did_you_mean(name, measures)} (a rate such as {measures[0]}, or a column)',
            )
        if not isinstance(bounds, dict) or not bounds:
            fail(keys, f'target "{name}" needs bounds, e.g. {{ near = 0.25, within = 0.02 }}')
        for key, value in bounds.items():
            if key not in _TARGET_KEYS:
                hint = did_you_mean(key, _TARGET_KEYS)
                fail(keys, f'unknown bound "{key}"{hint} (bounds: {", ".join(_TARGET_KEYS)})')
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                fail(keys, f'bound "{key}" of target "{name}" must be a finite number')
        if ("near" in bounds) != ("within" in bounds):
            fail(keys, f'target "{name}": "near" and "within" go together')
    return targets


def parse_value(text: str) -> Any:
    """The value of a --set option: a TOML value, or bare text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return text.strip()
