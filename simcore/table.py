"""One game, one step at a time: for notebooks, replays and rule cases.

    table = simcore.Table("tictactoe")
    table.legal()            # what the deciding seat may do, in words
    table.play("mark 2,2")   # or a code
    print(table.log[-1])

A game's `words` module speaks for it:
    action(s, t, code)                  words of an action in this position, or None when the code means nothing here
    happened(before, after, t, code)    sentences about what the action brought, with rule IDs
    position(s, t)                      the whole position for people
    opening(s, t)                       optional: sentences about the set-up
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore import engine as engines
from simcore import scenario as scenarios
from simcore.errors import UserError, did_you_mean
from simcore.strategy import Strategy


@dataclass(frozen=True)
class Entry:
    """One line of a game's log: a decision and what came of it."""

    round: int
    turn: int
    seat: int
    phase: str
    options: int
    code: int
    action: str
    happened: tuple[str, ...]
    forced: bool = False


class Table:
    """A game in play, stepped from Python through the same compiled rules as a batch."""

    def __init__(
        self,
        scenario: "str | scenarios.Scenario",
        *,
        players: int | None = None,
        seed: int = 1,
        block: int = 0,
        rotation: int = 0,
        settings: Sequence[str] = (),
        deal: bool = True,
        narrate: bool = True,
        forced: bool = True,
        barred: np.ndarray | None = None,
        bars: int = 0,
        check: bool = False,
    ):
        """`deal=False` leaves the record empty; `forced=False` stops before forced first moves.

        `barred` marks the cards that the seats in the bit mask `bars` may not play. `check` holds forced moves back
        once an invariant is broken.
        """
        if isinstance(scenario, str):
            scenario = scenarios.load(scenario, settings=settings, players=players)
        self.scenario = scenario
        self.engine = engines.engine(scenario.game)
        self.game = self.engine.game
        self.tables = self.engine.tables(scenario.values, scenario.players)
        self._states = self.engine.new_states()
        self._buffer = self.engine.new_buffer()
        self._narrate = narrate
        self._barred, self._bars = barred, bars
        self._check = check
        self._last: tuple[Any, int] | None = None  # position before the last action, and the action
        self.log: list[Entry] = []
        if deal:
            self.engine.begin(self._states, self.tables, np.uint64(seed), block, rotation)
        else:
            self._states[0].players = scenario.players
        if deal and forced:
            self._forced_moves()

    @property
    def state(self) -> Any:
        return self._states[0]

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def phase(self) -> str:
        return self.game.phases[self.state.phase]

    def codes(self) -> list[int]:
        """The legal action codes."""
        if self.over:
            return []
        return self._buffer[: self._fill_buffer()].tolist()

    def ask(self, strategy: Strategy, settings: np.ndarray, row: int) -> int:
        """What a strategy with settings[row] wants; draws from the deciding seat's stream like a batch does."""
        choose = self.engine.chooser(strategy)
        return int(choose(self.state, self.tables, self._buffer, self._fill_buffer(), self.seat, settings, row))

    def _fill_buffer(self) -> int:
        """Write the legal codes into the buffer that strategies read; returns their number."""
        n = self.engine.legal(self.state, self.tables, self._buffer)
        if self._barred is not None and self._bars >> self.seat & 1:
            n = self.engine.permitted(self.state, self.tables, self._buffer, n, self._barred)
        return n

    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [self.words_of(code) for code in self.codes()]

    def words_of(self, code: int) -> str:
        text = self.game.words.action(self.state, self.tables, code)
        return text if text is not None else f"action {code}"

    def vocabulary(self) -> dict[str, int]:
        """Every action that can be said in this position, legal or not."""
        said: dict[str, int] = {}
        for code in range(self.game.actions):
            text = self.game.words.action(self.state, self.tables, code)
            if text is not None:
                said.setdefault(text, code)
        return said

    def parse(self, text: str) -> int:
        """The code that these words mean here."""
        vocabulary = self.vocabulary()
        if text not in vocabulary:
            raise UserError(f'"{text}" means nothing in phase {self.phase}{did_you_mean(text, vocabulary)}')
        return vocabulary[text]

    def play(self, action: int | str) -> Entry:
        """Carry out one legal action, given as words or code; then everything automatic."""
        codes = self.codes()
        code = self.parse(action) if isinstance(action, str) else int(action)
        if code not in codes:
            what = action if isinstance(action, str) else self.words_of(code)
            legal = ", ".join(self.legal()[:12])
            raise UserError(
                f'"{what}" is not legal for seat {self.seat} in phase {self.phase}; legal: {legal or "nothing"}'
            )
        entry = self._carry_out(code, len(codes), forced=False)
        self._forced_moves()
        return entry

    def _carry_out(self, code: int, options: int, *, forced: bool) -> Entry:
        before = self._states[:1].copy()[0]
        self.engine.apply(self.state, self.tables, code)
        self._last = (before, code)
        words = self.game.words
        entry = Entry(
            round=int(before.rounds),
            turn=int(before.turns),
            seat=int(before.seat),
            phase=self.game.phases[before.phase],
            options=options,
            code=code,
            action=(words.action(before, self.tables, code) or f"action {code}") if self._narrate else "",
            happened=tuple(words.happened(before, self.state, self.tables, code)) if self._narrate else (),
            forced=forced,
        )
        self.log.append(entry)
        return entry

    def _forced_moves(self) -> None:
        while self.game.forced_moves and not self.over and not (self._check and self.broken_invariant()):
            codes = self.codes()
            if len(codes) != 1:
                return
            self._carry_out(codes[0], 1, forced=True)

    def standing(self) -> list[int]:
        scores = np.zeros(self.scenario.players, np.int32)
        self.engine.standing(self.state, self.tables, scores)
        return scores.tolist()

    def broken_invariant(self) -> int:
        """0, or the number of an invariant that the position or the last action breaks."""
        broken = self.engine.invariants(self.state, self.tables)
        if not broken and self._last:
            before, code = self._last
            broken = self.engine.step_invariants(before, self.state, self.tables, code)
        return int(broken)

    def refresh(self) -> None:
        """After the state was edited: what the game derives from it follows, and the last action is forgotten."""
        if self.engine.refresh:
            self.engine.refresh(self.state, self.tables)
        self._last = None

    def redeal(self, seat: int) -> None:
        """Shuffle everything that `seat` cannot see."""
        self.engine.redeal(self.state, self.tables, seat)
        self._last = None

    def save(self) -> np.ndarray:
        return self._states[:1].copy()

    def restore(self, saved: np.ndarray) -> None:
        self._states[:1] = saved
        self._last = None

    def outcome(self) -> Mapping[str, Any]:
        """The result so far: winners, end reason, and per seat score, rank and the game's own columns."""
        game = np.zeros(1, self.game.game_row()).view(np.recarray)
        seats = np.zeros(self.scenario.players, self.game.seat_row()).view(np.recarray)
        self.engine.finish(self.state, self.tables, game[0], seats)
        winners = [seat for seat in range(self.scenario.players) if self.state.winners >> seat & 1]
        result: dict[str, Any] = {
            "over": self.over,
            "end_reason": self.game.reasons[self.state.reason] if self.over else None,
            "winner": winners[0] if len(winners) == 1 else -1,
            "winners": len(winners),
            "starting_seat": int(self.state.starting_seat),
            "rounds": int(self.state.rounds),
            "turns": int(self.state.turns),
            "win": [1 / len(winners) if seat in winners else 0.0 for seat in range(self.scenario.players)],
        }
        for column in self.game.game_columns:
            result[column.name] = game[0][column.name].item()
        for name in ("score", "rank", *(column.name for column in self.game.seat_columns)):
            result[name] = seats[name].tolist()
        for column in self.game.seat_columns:
            if column.roles:
                result[column.name] = [column.roles[role] if role >= 0 else None for role in result[column.name]]
        for group in self.game.cards:
            for counter in group.counters:
                for i, key in enumerate(group.keys):
                    result[f"{counter}_{key}"] = seats[counter][:, i].tolist()
        return result
