"""Strategies: one function a file.

    @strategy
    def greedy(s, t, legal, seat, aggression=3.0):
        \"\"\"Takes what it can.\"\"\"
        return legal[0]

`s` is the state, `t` the tables, `legal` the codes to choose from, `seat` the own seat; the result is one of the
codes. Further parameters are the strategy's own, with numbers as defaults, and can be set in a line-up:
`greedy(aggression=5)`. The docstring is the description shown everywhere. Random choices come from
`rng.choose(s, seat, n)`; anything to be remembered goes into `s.memory[seat]`.
"""

import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from simcore.errors import UserError, did_you_mean

MAX_SETTINGS = 16
_SHARED_ARGUMENTS = ("s", "t", "legal", "seat")


@dataclass(frozen=True, eq=False)
class Strategy:
    name: str
    function: Callable
    defaults: dict[str, float]
    file: Path

    @property
    def description(self) -> str:
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        return self.description.split("\n\n")[0].replace("\n", " ")


def strategy(function: Callable) -> Strategy:
    """Mark a function as the strategy of its file."""
    parameters = list(inspect.signature(function).parameters.values())
    file = Path(inspect.getfile(function))
    names = tuple(p.name for p in parameters[:4])
    if names != _SHARED_ARGUMENTS:
        raise UserError(
            f'{file}: strategy "{function.__name__}" must begin with the arguments ({", ".join(_SHARED_ARGUMENTS)})'
        )
    defaults = {}
    for parameter in parameters[4:]:
        if isinstance(parameter.default, bool) or not isinstance(parameter.default, int | float):
            raise UserError(f'{file}: parameter "{parameter.name}" of "{function.__name__}" needs a number as default')
        defaults[parameter.name] = parameter.default
    if len(defaults) > MAX_SETTINGS:
        raise UserError(f'{file}: "{function.__name__}" has more than {MAX_SETTINGS} parameters')
    return Strategy(function.__name__, function, defaults, file)


@dataclass(frozen=True)
class Player:
    """A strategy with its settings, as a line-up names it."""

    strategy: str
    settings: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        if not self.settings:
            return self.strategy
        return f"{self.strategy}({', '.join(f'{name}={value:g}' for name, value in self.settings)})"

    def values(self, strategy: Strategy) -> list[float]:
        """All settings in the order of the strategy's parameters."""
        chosen = dict(self.settings)
        for name, value in chosen.items():
            if name not in strategy.defaults:
                known = ", ".join(strategy.defaults) or "none"
                raise UserError(
                    f'strategy "{self.strategy}" has no parameter "{name}"'
                    f"{did_you_mean(name, strategy.defaults)} (its parameters: {known})"
                )
            if isinstance(strategy.defaults[name], int) and value != int(value):
                raise UserError(f'parameter "{name}" of strategy "{self.strategy}" is a whole number, not {value:g}')
        return [float(chosen.get(name, default)) for name, default in strategy.defaults.items()]


def parse_player(text: str) -> Player:
    """`greedy` or `greedy(aggression=3, patience=0.5)`."""
    match = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text)
    if not match:
        raise UserError(f'line-up: "{text}" is not a strategy; write NAME or NAME(parameter=number, ...)')
    settings: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in (match[2] or "").split(","))):
        name, _, number = part.partition("=")
        try:
            value = float(number)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise UserError(f'line-up: "{part}" in "{text}" is not of the form parameter=number')
        settings[name.strip()] = value
    return Player(match[1], tuple(sorted(settings.items())))


def uniform_signature(strategy: Strategy) -> str:
    """Source of a function with the same arguments for every strategy; it cuts the list and unpacks the settings.

    Cutting and unpacking happen here, inside: array slices handed through a function pointer cost 9 ns a call.
    """
    arguments = ["s", "t", "buf[:n]", "seat"]
    for i, default in enumerate(strategy.defaults.values()):
        arguments.append(f"int(settings[who, {i}])" if isinstance(default, int) else f"settings[who, {i}]")
    call = ", ".join(arguments)
    return f"def {strategy.name}_entry(s, t, buf, n, seat, settings, who):\n    return _strategy({call})\n"
