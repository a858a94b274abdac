"""The contract between a game and the engine.

A game is one folder under `simcore/games/` whose `__init__.py` offers `GAME = Game(...)`. The engine knows nothing
else about it. The compiled functions of the contract work on two records:

- `s`, the state of one game in play (`state_dtype` adds the engine's own fields to the game's), and
- `t`, the tables: every number of the scenario, read-only for the rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from simcore.params import Params

MAX_PINS = 32  # pinned draws that a rule case may ask for

# How the engine itself may end a game; a game's own end reasons follow.
ENGINE_REASONS = ("none", "illegal_action", "broken_invariant", "decision_cap")
ILLEGAL_ACTION, BROKEN_INVARIANT, DECISION_CAP = 1, 2, 3
FIRST_REASON = len(ENGINE_REASONS)


def state_dtype(fields: list[tuple], *, seats: int, streams: int = 1, memory: int = 1) -> np.dtype:
    """The record of one game in play: the engine's fields, then the game's.

    seats    the largest number of players
    streams  how many chance streams the game draws from
    memory   how many integers each seat's strategy may remember
    """
    header = [
        ("streams", "u8", (max(streams, 1),)),
        ("choices", "u8", (seats,)),
        ("memory", "i4", (seats, max(memory, 1))),
        ("pins", "i2", (MAX_PINS,)),
        ("pinned", "i2"),
        ("players", "i1"),
        ("seat", "i1"),  # who decides now
        ("phase", "i1"),
        ("over", "u1"),
        ("reason", "u1"),  # FIRST_REASON + index into the game's end reasons
        ("winners", "u1"),  # bit mask of the seats that win or share the win
        ("turns", "i4"),  # turns begun
        ("rounds", "i4"),  # rounds begun
        ("starting_seat", "i1"),  # who plays first: 0 unless the set-up says otherwise; the others follow by number
    ]
    return record_dtype(header + list(fields))


def record_dtype(fields: list[tuple]) -> np.dtype:
    """An aligned record; refuses names that NumPy records would hide in interpreted mode."""
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f'record field "{name}" is also an attribute of numpy.record: choose another name')
    return np.dtype(fields, align=True)


def new_record(dtype: np.dtype) -> Any:
    """One zeroed record that rules can read and write by attribute."""
    return np.zeros(1, dtype).view(np.recarray)[0]


@dataclass(frozen=True)
class Column:
    """One column of the results that a game adds: `games` or `seats` table.

    A seat column with `roles` tells what the seat is, not what it does: faction, commune. It holds indices into their
    names, -1 for none; the tables show the names, and reports compare the roles.
    """

    name: str
    dtype: str
    help: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cards:
    """What this game calls cards (or units, buildings, tiles): the things whose use is counted per seat.

    Each counter becomes one column per card, `<counter>_<key>`. In the seat row it is one array field named after
    the counter, indexed like `keys`.
    """

    noun: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    counters: Mapping[str, str]  # name -> what it counts
    randomised: tuple[str, ...] = ()  # counters that only the chance of the set-up decides: a natural experiment
    dtype: str = "u1"

    def __post_init__(self) -> None:
        if not set(self.randomised) <= set(self.counters):
            raise ValueError(f"{self.noun}: randomised counters must be among {', '.join(self.counters)}")


@dataclass(frozen=True)
class Game:
    name: str
    title: str
    summary: str
    players: tuple[int, ...]  # allowed numbers, smallest first
    default_players: int
    params: Params
    state: np.dtype
    derived: list[tuple]  # fields of the tables that `derive` fills from the parameters
    phases: tuple[str, ...]
    end_reasons: tuple[str, ...]
    actions: int  # action codes are 0..actions-1
    max_legal: int  # room for the largest list of legal actions
    decision_cap: int  # safety stop; the game's own limits should end it long before

    # Compiled with the engine; see docs of the contract in README, "your first game".
    setup: Callable  # setup(s, t): from zeroed fields to the first decision
    legal: Callable  # legal(s, t, buf) -> n: codes of the deciding seat into buf, ascending
    apply: Callable  # apply(s, t, action): carry out one legal action and everything automatic after it
    standing: Callable | None  # standing(s, t, scores): every seat's score as of now; None: there is no running score
    finish: Callable  # finish(s, t, game_row, seat_rows): fill score, rank and the game's own columns
    redeal: Callable  # redeal(s, t, seat): shuffle what `seat` cannot see, consistently with what it sees
    invariants: Callable  # invariants(s, t) -> 0, or the number of the broken invariant

    words: ModuleType  # actions, events and positions as sentences; see simcore.table
    game_columns: tuple[Column, ...] = ()
    seat_columns: tuple[Column, ...] = ()
    cards: tuple[Cards, ...] = ()
    step_invariants: Callable | None = (
        None  # step_invariants(before, s, t, action) -> 0, or the number of the invariant that the action broke
    )
    refresh: Callable | None = None  # refresh(s, t): recompute derived state after a case laid out a position
    plays_card: Callable | None = (
        None  # plays_card(s, t, action) -> index in cards[0] that it plays, or -1: what can be barred
    )
    derive: Callable | None = None  # derive(t, values, players): plain Python, fills the derived tables
    chance: bool = True  # False: the opening holds no luck
    hidden: bool = True  # False: every seat sees everything
    capped: tuple[str, ...] = ()  # end reasons that are safety stops of the simulator, not ends of the rulebook
    forced_moves: bool = False  # True: a single legal action is carried out without asking or counting
    arrange: Mapping[str, Callable] = field(default_factory=dict)  # case `set` keys beyond state fields: f(s, t, value)
    observe: Mapping[str, Callable] = field(default_factory=dict)  # case `expect` keys beyond state fields: f(s, t)

    @property
    def seats(self) -> int:
        return max(self.players)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every end reason, indexed by the state's `reason`."""
        return ENGINE_REASONS + self.end_reasons

    @property
    def folder(self) -> Path:
        return Path(str(self.words.__file__)).parent

    def phase(self, name: str) -> int:
        return self.phases.index(name)

    def game_row(self) -> np.dtype:
        """One row of the `games` table as the playout loop writes it."""
        return record_dtype(
            [
                ("winner", "i1"),
                ("winners", "u1"),
                ("reason", "u1"),
                ("starting_seat", "u1"),
                ("rounds", "i4"),
                ("turns", "i4"),
                ("decisions", "i4"),
                ("choices", "i4"),
                ("lead_changes", "i4"),
                ("leader_half", "i1"),
                ("comeback", "i4"),
            ]
            + [(column.name, column.dtype) for column in self.game_columns]
        )

    def seat_row(self) -> np.dtype:
        """One row of the `seats` table as the playout loop writes it."""
        return record_dtype(
            [("win", "f4"), ("rank", "u1"), ("score", "i4")]
            + [(column.name, column.dtype) for column in self.seat_columns]
            + [(counter, group.dtype, (len(group.keys),)) for group in self.cards for counter in group.counters]
        )
