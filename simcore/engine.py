"""A game made ready to play: compiled functions, strategies, and the arrays a worker reuses."""

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore import catalogue
from simcore.errors import UserError
from simcore.game import Game, new_record, record_dtype
from simcore.kernels import jit, playout
from simcore.strategy import MAX_SETTINGS, Player, Strategy, uniform_signature

CHOOSERS = 16  # strategies are handed to the kernel in tuples of this length (or a multiple)
_RULES = ("setup", "legal", "apply", "finish", "redeal", "invariants")


@functools.cache
def engine(game_name: str) -> "Engine":
    return Engine(catalogue.game(game_name))


def sources(game: Game) -> list[Path]:
    simcore = Path(__file__).parent
    kernels = [*(simcore / "kernels").glob("*.py"), simcore / "game.py"]
    return kernels + list(game.folder.glob("*.py"))


class Engine:
    """The compiled functions of one game. Make it with `engine(name)`; it is shared within a process."""

    def __init__(self, game: Game):
        self.game = game
        self.tables_dtype = record_dtype(game.params.dtype_fields(game.seats) + game.derived)
        self.folder = jit.cache_root() if jit.INTERPRETED else jit.cache_folder(game.name, sources(game))
        self._choosers: dict[Strategy, Callable] = {}
        bound: dict[str, Any] = {f"game_{name}": self._entry(getattr(game, name)) for name in _RULES}
        bound["FORCED_MOVES"] = game.forced_moves
        bound["TRACK_LEADS"] = game.standing is not None
        bound["game_standing"] = self._entry(game.standing or playout.no_standing)
        bound["game_plays_card"] = game.plays_card or playout.no_card
        self.permitted = bound["game_permitted"] = self._entry(playout.bind(playout.permitted, "permitted", bound))
        bound["game_begin"] = self._entry(playout.bind(playout.begin, "begin", bound))
        self.begin = bound["game_begin"]
        self.legal = bound["game_legal"]
        self.apply = bound["game_apply"]
        self.standing = bound["game_standing"]
        self.finish = bound["game_finish"]
        self.invariants = bound["game_invariants"]
        self.step_invariants = self._entry(game.step_invariants or playout.no_step_invariants)
        bound["game_step_invariants"] = self.step_invariants
        self.redeal = self._entry(playout.bind(playout.hide_and_redeal, "hide_and_redeal", bound))
        self.refresh = self._entry(game.refresh) if game.refresh else None
        bound["CHECKED"] = True
        self._play_checked = self._entry(playout.bind(playout.play_games, "play_games_checked", bound))
        bound["CHECKED"] = False
        bound["game_invariants"] = playout.no_invariants
        bound["game_step_invariants"] = playout.no_step_invariants
        self._play = self._entry(playout.bind(playout.play_games, "play_games", bound))

    def _entry(self, function: Callable) -> Callable:
        return jit.entry(jit.plain(function), self.folder)

    def is_compiled(self, *, checked: bool = False) -> bool:
        """Whether the first compilation of the rules lies behind us (or is not needed)."""
        name = "play_games_checked" if checked else "play_games"
        return jit.INTERPRETED or any(self.folder.rglob(f"*.{name}-*.nbi"))

    def is_chooser_compiled(self, strategy: Strategy) -> bool:
        return jit.INTERPRETED or any(self.chooser_folder(strategy).rglob("*.nbi"))

    def tables(self, values: dict, players: int) -> Any:
        """The `Tables` record of checked scenario values."""
        t = new_record(self.tables_dtype)
        self.game.params.fill(t, values, self.game.players, players)
        if self.game.derive:
            self.game.derive(t, values, players)
        return t

    def new_states(self, count: int = 3) -> np.recarray:
        return np.zeros(count, self.game.state).view(np.recarray)

    def new_buffer(self) -> np.ndarray:
        return np.zeros(self.game.max_legal, np.int32)

    def chooser(self, strategy: Strategy) -> Callable:
        """The compiled strategy, as a first-class function with the signature that all of this game share."""
        if strategy not in self._choosers:
            self._choosers[strategy] = self._compile(strategy)
        return self._choosers[strategy]

    def chooser_folder(self, strategy: Strategy) -> Path:
        folders = (catalogue.strategies_folder(self.game.name), strategy.file.parent)
        helpers = {file for folder in folders for file in catalogue.strategy_helpers(folder)}
        files = {*sources(self.game), *helpers, strategy.file}
        return jit.cache_folder(f"{self.game.name}.{strategy.name}", files)

    def _compile(self, strategy: Strategy) -> Callable:
        module = strategy.function.__module__  # the cache refers to it by name
        scope: dict[str, Any] = {"_strategy": jit.rule(strategy.function), "__name__": module}
        line = strategy.function.__code__.co_firstlineno  # so that compiler messages point at the function
        exec(compile("\n" * (line - 1) + uniform_signature(strategy), str(strategy.file), "exec"), scope)
        entry = scope[f"{strategy.name}_entry"]
        if jit.INTERPRETED:
            return entry
        import numba

        signature = numba.int64(
            numba.from_dtype(self.game.state),
            numba.from_dtype(self.tables_dtype),
            numba.int32[::1],
            numba.int64,
            numba.int64,
            numba.float64[:, ::1],
            numba.int64,
        )
        try:
            return jit.entry(entry, self.chooser_folder(strategy), signature)
        except OSError as error:
            raise UserError(
                f"the compile cache cannot be written ({error}); set SIMCORE_CACHE_DIR to another folder"
            ) from None
        except Exception as error:  # Numba raises many kinds; all of them are about the strategy's code
            raise UserError(_compiler_message(strategy, error)) from None

    def play(
        self,
        t: Any,
        players: Sequence[tuple[Strategy, Player]],
        seed: int,
        blocks: np.ndarray,
        rotations: np.ndarray,
        lineups: np.ndarray,
        *,
        barred: np.ndarray | None = None,
        bars: np.ndarray | None = None,
        check: bool = False,
    ) -> tuple[np.recarray, np.recarray]:
        """Play the games and return their rows: one per game, and one per game and seat.

        `barred` marks cards that the seats in the bit masks `bars`, one per game, may not play.
        """
        count, seats = len(blocks), int(t.players)
        choosers = [self.chooser(strategy) for strategy, _ in players]
        choosers += [choosers[0]] * (-len(choosers) % CHOOSERS)
        games = np.zeros(count, self.game.game_row()).view(np.recarray)
        rows = np.zeros(count * seats, self.game.seat_row()).view(np.recarray)
        (self._play_checked if check else self._play)(
            t,
            tuple(choosers),
            settings_of(players),
            np.uint64(seed),
            np.ascontiguousarray(blocks, np.int64),
            np.ascontiguousarray(rotations, np.int64),
            np.ascontiguousarray(lineups, np.int64),
            np.zeros(1, np.uint8) if barred is None else np.ascontiguousarray(barred, np.uint8),
            np.zeros(count, np.int64) if bars is None else np.ascontiguousarray(bars, np.int64),
            self.new_states(),
            self.new_buffer(),
            np.zeros(3 * seats, np.int32),
            np.zeros(playout.LEAD_HISTORY, np.int8),
            self.game.decision_cap,
            games,
            rows,
        )
        return games, rows


def settings_of(players: Sequence[tuple[Strategy, Player]]) -> np.ndarray:
    """The parameters of each strategy, one row each."""
    settings = np.zeros((len(players), MAX_SETTINGS))
    for row, (strategy, player) in zip(settings, players, strict=True):
        values = player.values(strategy)
        row[: len(values)] = values
    return settings


def _compiler_message(strategy: Strategy, error: Exception) -> str:
    """Numba's reason in two lines, with the line of the strategy's file."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    source = strategy.file.read_text("utf-8").splitlines()
    if isinstance(error, KeyError):  # Numba's way to say that a record lacks a field
        name = str(error.args[0])
        line = next((i for i, each in enumerate(source, 1) if f".{name}" in each), 1)
        return f'{strategy.file}:{line}: strategy "{strategy.name}" reads "{name}", which neither state nor tables have'
    first = strategy.function.__code__.co_firstlineno
    places = [int(n) for n in re.findall(rf'{re.escape(strategy.file.name)}", line (\d+)', text)]
    named = re.search(r"name '(\w+)' is not defined", text)
    line = places[0] if places else first
    if named:
        line = next((i for i, each in enumerate(source, 1) if i > first and named[1] in each), line)
    noise = (
        "File",
        "Failed in",
        "During:",
        "<source",
        "This error",
        "-",
        "^",
        "def ",
        "There are",
        "[",
        "Overload",
        "@",
    )
    telling = [each.strip() for each in text.splitlines() if each.strip() and not each.strip().startswith(noise)]
    code = {each.strip() for each in source}
    reason = "\n  ".join([each for each in telling if each not in code][:2]) or type(error).__name__
    return f'{strategy.file}:{line}: strategy "{strategy.name}" cannot be compiled:\n  {reason}'
