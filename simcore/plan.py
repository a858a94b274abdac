"""What is to be played: seed blocks, line-ups and seat rotations.

A seed block is one deal played once per seat rotation of its line-up, and the unit of all statistics. Game numbers
count rotation by rotation, block by block; everything about a game follows from its number.
"""

import functools
import hashlib
import itertools
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simcore import catalogue
from simcore.errors import UserError, did_you_mean
from simcore.scenario import Scenario
from simcore.strategy import Player, Strategy, parse_player

MAX_GAMES = 2**32 - 1
MAX_SEED = 2**63 - 1


@dataclass(frozen=True)
class Plan:
    """Names and numbers only: it crosses process borders."""

    scenario: Scenario
    seed: int
    blocks: int
    kind: str  # mirror, rotated or field
    lineup: str  # as given
    pool: tuple[Player, ...]  # the players that take part
    files: tuple[tuple[str, str, str], ...] = ()  # (name, path, source) of the user's own strategies
    check: bool = False  # assertion mode: the game's invariants after every action
    barred: tuple[str, ...] = ()  # cards that may not be played ...
    barred_players: str = "all"  # ... by all, or by the first player of each line-up ("one"), whatever its seat

    @property
    def players(self) -> int:
        return self.scenario.players

    @property
    def rotations(self) -> int:
        """Games in a block. Rotating a mirror line-up would play the same game again."""
        return 1 if self.kind == "mirror" else self.players

    @property
    def games(self) -> int:
        return self.blocks * self.rotations

    def strategies(self) -> list[tuple[Strategy, Player]]:
        """The functions of the pool, loaded here and now."""
        own = {name: (Path(path), source) for name, path, source in self.files}
        loaded = []
        for player in self.pool:
            if player.strategy in own:
                path, source = own[player.strategy]
                strategy = catalogue.strategy_from_file(_local_copy(path, source))
            else:
                strategy = catalogue.strategy(self.scenario.game, player.strategy)
            player.values(strategy)  # refuses unknown parameters
            loaded.append((strategy, player))
        return loaded

    def numbers(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Block, rotation and line-up (index into the pool per seat) of the games first..last-1."""
        games = np.arange(first, last, dtype=np.int64)
        if self.kind == "mirror":
            return games, np.zeros_like(games), np.zeros((len(games), self.players), np.int64)
        blocks, rotations = games // self.rotations, games % self.rotations
        seats = (np.arange(self.players) + rotations[:, None]) % self.players
        return blocks, rotations, np.take_along_axis(self._lineups(blocks), seats, axis=1)

    def bars(self, rotations: np.ndarray) -> dict[str, np.ndarray]:
        """The barred cards and whom they bind, as the playout loop takes them."""
        if not self.barred:
            return {}
        keys = catalogue.game(self.scenario.game).cards[0].keys
        barred = np.array([key in self.barred for key in keys], np.uint8)
        everyone = np.full(len(rotations), (1 << self.players) - 1)
        first = 1 << (-rotations % self.players)  # rotation r seats the first player at -r
        return {"barred": barred, "bars": everyone if self.barred_players == "all" else first}

    def _lineups(self, blocks: np.ndarray) -> np.ndarray:
        """The line-up of each block before rotation."""
        if self.kind == "rotated":
            return np.tile(np.arange(self.players), (len(blocks), 1))
        size = len(_combinations(len(self.pool), self.players))
        epochs = blocks // size
        found = np.empty((len(blocks), self.players), np.int64)
        for epoch in np.unique(epochs):
            chosen = epochs == epoch
            found[chosen] = _epoch(self.seed, int(epoch), len(self.pool), self.players)[blocks[chosen] % size]
        return found

    def code_hash(self) -> str:
        """A digest of the rules and strategies behind the rows, independent of machine and compiler."""
        from simcore.engine import sources

        game = catalogue.game(self.scenario.game)
        files = {*sources(game), *catalogue.strategy_helpers(catalogue.strategies_folder(game.name))}
        files |= {strategy.file for strategy, _ in self.strategies()}
        digest = hashlib.sha256()
        for file in sorted(files, key=lambda each: each.parts[-3:]):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
        return digest.hexdigest()[:16]


@functools.cache
def _combinations(strategies: int, players: int) -> np.ndarray:
    """Every choice of strategies for the seats: distinct ones while there are enough."""
    chooser = itertools.combinations if strategies >= players else itertools.combinations_with_replacement
    return np.array(list(chooser(range(strategies), players)), np.int64)


@functools.lru_cache(maxsize=4)
def _epoch(seed: int, epoch: int, strategies: int, players: int) -> np.ndarray:
    """One round of the field: every combination once, in random order and with random neighbours.

    Over whole epochs every strategy meets every set of opponents equally often, from every seat.
    """
    random = np.random.Generator(np.random.Philox(key=[seed, epoch]))
    return random.permuted(random.permutation(_combinations(strategies, players)), axis=1)


def _local_copy(path: Path, source: str) -> Path:
    """The user's strategy file; a worker on another machine gets it from the plan."""
    if path.is_file() and path.read_text("utf-8") == source:
        return path
    from simcore.kernels.jit import cache_root

    copy = cache_root() / "shipped" / hashlib.sha256(source.encode()).hexdigest()[:16] / path.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(source, "utf-8")
    return copy


def make(
    scenario: Scenario,
    *,
    games: int,
    seed: int,
    lineup: str | None = None,
    strategy_files: tuple[str, ...] = (),
    check: bool = False,
    barred: tuple[str, ...] = (),
    barred_players: str = "all",
) -> Plan:
    """The plan for at least `games` games, rounded up to whole blocks."""
    if not 1 <= games <= MAX_GAMES:
        raise UserError(f"--games {games}: must be from 1 to {MAX_GAMES:,}")
    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"--seed {seed}: must be from 0 to {MAX_SEED}")
    files = tuple(_read_strategy_file(Path(file)) for file in strategy_files)
    lineup = lineup or scenario.lineup
    kind, pool = _parse_lineup(lineup, scenario, [name for name, *_ in files])
    rotations = 1 if kind == "mirror" else scenario.players
    _check_bars(scenario.game, barred, barred_players)
    blocks = math.ceil(games / rotations)
    plan = Plan(scenario, seed, blocks, kind, lineup, pool, files, check, barred, barred_players)
    plan.strategies()  # refuses unknown names and parameters
    return plan


def _check_bars(game_name: str, barred: tuple[str, ...], who: str) -> None:
    if not barred:
        return
    game = catalogue.game(game_name)
    if game.plays_card is None or not game.cards:
        raise UserError(f"{game_name} does not say which actions play a card, so none can be barred")
    for key in barred:
        if key not in game.cards[0].keys:
            hint = did_you_mean(key, game.cards[0].keys)
            raise UserError(
                f'{game_name} has no {game.cards[0].noun} "{key}"{hint} (see simcore describe {game_name} --cards)'
            )
    if who not in ("all", "one"):
        raise UserError(f'cards are barred for "all" or "one" player, not "{who}"')


def _read_strategy_file(path: Path) -> tuple[str, str, str]:
    strategy = catalogue.strategy_from_file(path.resolve())
    return strategy.name, str(path.resolve()), path.read_text("utf-8")


def _parse_lineup(lineup: str, scenario: Scenario, own: list[str]) -> tuple[str, tuple[Player, ...]]:
    kind, colon, rest = lineup.partition(":")
    known = list(dict.fromkeys([*catalogue.strategy_files(scenario.game), *own]))
    if kind == "field":
        names = _split(rest) if colon else known
        pool = tuple(parse_player(name) for name in names)
        if not pool:
            raise UserError(f'line-up "{lineup}" names no strategy')
        return "field", pool
    if kind == "mirror":
        if not rest.strip():
            raise UserError(f'line-up "{lineup}": write mirror:NAME, with one of {", ".join(known)}')
        return "mirror", (parse_player(rest),)
    pool = tuple(parse_player(name) for name in _split(lineup))
    if len(pool) != scenario.players:
        raise UserError(
            f'line-up "{lineup}" must name a strategy for each of the {scenario.players} seats, not {len(pool)};'
            f" or write field, field:a,b,... or mirror:NAME"
        )
    return "rotated", pool


def _split(text: str) -> list[str]:
    """Split at commas outside parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]
