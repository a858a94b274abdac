"""Executable rule cases: a position, some actions, what must be true afterwards (format: README, "rule cases")."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simcore import catalogue
from simcore import scenario as scenarios
from simcore.errors import UserError, did_you_mean
from simcore.table import Table

_CASE_KEYS = {
    "id",
    "rules",
    "title",
    "players",
    "seed",
    "start",
    "scenario",
    "set",
    "play",
    "expect",
    "raises",
    "variant",
}
_SPECIAL_EXPECTATIONS = ("legal", "illegal", "count_legal")
_ELEMENT = re.compile(r"(\w+)(?:\[([\d,\s]+)\])?")


@dataclass(frozen=True)
class Case:
    file: Path
    content: dict

    @property
    def id(self) -> str:
        return self.content["id"]

    @property
    def rules(self) -> list[str]:
        return self.content.get("rules", [])

    @property
    def title(self) -> str:
        return self.content.get("title", "")


@dataclass
class Result:
    case: Case
    failures: list[str] = field(default_factory=list)
    position: str = ""
    log: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures

    def explain(self) -> str:
        """The failure with position, log, expected and found, and the rules it is about."""
        lines = [f"{self.case.id} {self.case.title}  ({self.case.file.name}; rules: {', '.join(self.case.rules)})"]
        lines += [f"  {line}" for failure in self.failures for line in failure.splitlines()]
        if self.log:
            lines += ["  played:"] + [f"    {line}" for line in self.log]
        if self.position:
            lines += ["  position:"] + [f"    {line}" for line in self.position.splitlines()]
        return "\n".join(lines)


def read(file: Path) -> list[Case]:
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"{file}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise UserError(f"{file}: not a valid case file: {error}") from None
    cases = content.pop("case", [])
    if content or not isinstance(cases, list):
        raise UserError(f"{file}: a case file holds [[case]] tables only, found {', '.join(content) or 'case'}")
    for case in cases:
        unknown = set(case) - _CASE_KEYS
        if "id" not in case or unknown:
            key = next(iter(unknown), "id")
            problem = f'unknown key "{key}"{did_you_mean(key, _CASE_KEYS)}' if unknown else 'no "id"'
            raise UserError(f"{file}: case {case.get('id', '?')}: {problem}")
    return [Case(file, case) for case in cases]


def of_game(game_name: str) -> list[Case]:
    """All cases of a game; IDs are unique."""
    cases = [case for file in catalogue.case_files(game_name) for case in read(file)]
    seen: dict[str, Case] = {}
    for case in cases:
        if case.id in seen:
            raise UserError(f"{case.file}: case {case.id} is already in {seen[case.id].file}")
        seen[case.id] = case
    return cases


def run(game_name: str, case: Case) -> Result:
    result = Result(case)
    try:
        _run(game_name, case.content, result)
    except (UserError, ValueError, IndexError, KeyError, TypeError, OverflowError) as error:
        result.failures.append(f"the case itself is wrong: {error}")
    return result


def _run(game_name: str, content: dict, result: Result) -> None:
    settings = [f"{key}={json.dumps(value)}" for key, value in content.get("scenario", {}).items()]
    name = f"{game_name}/{content['variant']}" if "variant" in content else game_name
    scenario = scenarios.load(name, settings=settings, players=content.get("players"))
    start = content.get("start", "setup")
    if start not in ("setup", "empty"):
        raise UserError(f'start must be "setup" or "empty", not "{start}"')
    table = Table(scenario, seed=content.get("seed", 1), deal=start == "setup")
    lay_out(table, content.get("set", {}))
    if start != "empty" and not content.get("play"):
        result.failures.extend(_broken(table, "in this position"))
    plays = content.get("play", [])
    for i, action in enumerate(plays):
        try:
            entry = table.play(action)
        except UserError as error:
            result.position = table.game.words.position(table.state, table.tables)
            if content.get("raises") == "illegal" and i == len(plays) - 1:
                break
            result.failures.append(f"action {i + 1}: {error}")
            return
        if start != "empty":
            result.failures.extend(_broken(table, f"after action {i + 1}"))
        result.log.append(f"seat {entry.seat}: {entry.action}" + "".join(f"; {text}" for text in entry.happened))
    else:
        if content.get("raises") == "illegal":
            result.failures.append(f'the last action "{plays[-1]}" should have been refused')
    result.position = table.game.words.position(table.state, table.tables)
    for key, expected in content.get("expect", {}).items():
        result.failures.extend(_check(table, key, expected))


def _broken(table: Table, when: str) -> list[str]:
    broken = table.broken_invariant()
    return [f"invariant {broken} does not hold {when}"] if broken else []


def lay_out(table: Table, changes: dict) -> None:
    """Lay facts over a position; derived state follows by the game's `refresh`."""
    game, s = table.game, table.state
    for key, value in changes.items():
        if key in game.arrange:
            game.arrange[key](s, table.tables, value)
        elif key == "phase":
            if value not in game.phases:
                raise UserError(f'no phase "{value}"{did_you_mean(value, game.phases)}')
            s.phase = game.phase(value)
        elif key == "next_random":
            s.pinned = len(value)
            s.pins[: len(value)] = value
        else:
            name, index = _element(game.state, key)
            if index is None and getattr(s, name).shape == ():
                setattr(s, name, _fitting(game.state[name], value, key))
            else:
                target = getattr(s, name)
                target[index if index is not None else ...] = _fitting(target.dtype, value, key)
    table.refresh()


def _fitting(dtype: np.dtype, value: Any, key: str) -> np.ndarray:
    array = np.asarray(value)
    fitted = array.astype(dtype)
    if not np.array_equal(array, fitted):
        raise UserError(f'"{key}" cannot hold {value}')
    return fitted


def _element(dtype: np.dtype, key: str) -> tuple[str, tuple[int, ...] | None]:
    match = _ELEMENT.fullmatch(key.replace(" ", ""))
    name = match[1] if match else key
    if not match or name not in (dtype.names or ()):
        raise UserError(f'no state field "{key}"{did_you_mean(key, dtype.names or ())}')
    return name, tuple(int(i) for i in match[2].split(",")) if match[2] else None


def _check(table: Table, key: str, expected: Any) -> Iterator[str]:
    if key in ("legal", "illegal"):
        legal = set(table.codes())
        for words in expected:
            code = table.vocabulary().get(words)
            if key == "legal" and code not in legal:
                yield f'expected legal: "{words}"; legal now: {", ".join(table.legal()[:20])}'
            if key == "illegal" and code in legal:
                yield f'expected not to be legal: "{words}"'
        return
    found = len(table.codes()) if key == "count_legal" else _observe(table, key)
    if _normal(found) != _normal(expected):
        yield f"{key}: expected {_normal(expected)}, found {_normal(found)}"


def _observe(table: Table, key: str) -> Any:
    game, s = table.game, table.state
    if key in game.observe:
        return game.observe[key](s, table.tables)
    if key == "phase":
        return table.phase
    if key == "over":
        return table.over
    name = (_ELEMENT.fullmatch(key.replace(" ", "")) or [None, ""])[1]
    if name in (game.state.names or ()) and key not in ("winners", "rounds", "turns"):
        name, index = _element(game.state, key)
        value = getattr(s, name)
        return value if index is None else value[index]
    outcome = table.outcome()
    if key in outcome:
        return outcome[key]
    known = [*game.observe, *(game.state.names or ()), *outcome, *_SPECIAL_EXPECTATIONS]
    raise UserError(f'cannot expect "{key}"{did_you_mean(key, known)}')


def _normal(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, tuple | list):
        return [_normal(item) for item in value]
    return value


# --- coverage ------------------------------------------------------------------------------------


def rule_ids(game_name: str) -> list[str]:
    """The numbered rules of RULES.md, in order: every bold **ABC-12**."""
    file = catalogue.rules_text(game_name)
    if not file.is_file():
        raise UserError(f"{file}: is missing; every game states its numbered rules there")
    found = re.findall(r"\*\*([A-Z]{3,4}-\d{2,4})\*\*", file.read_text("utf-8"))
    return list(dict.fromkeys(found))


def coverage(game_name: str, cases: Iterable[Case]) -> dict[str, list[str]]:
    """Rule -> IDs of the cases that show it."""
    table: dict[str, list[str]] = {rule: [] for rule in rule_ids(game_name)}
    for case in cases:
        for rule in case.rules:
            if rule not in table:
                raise UserError(f"{case.file}: case {case.id} names {rule}, which RULES.md does not have")
            table[rule].append(case.id)
    return table
