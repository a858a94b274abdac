"""Plays one game of a run again, decision by decision, with a readable log."""

from dataclasses import dataclass, field
from typing import Any

from simcore.engine import settings_of
from simcore.errors import UserError
from simcore.game import BROKEN_INVARIANT, DECISION_CAP, ILLEGAL_ACTION
from simcore.plan import Plan
from simcore.table import Entry, Table


@dataclass
class Replay:
    """One game of a plan. `play()` fills the log and the outcome."""

    plan: Plan
    number: int
    narrate: bool = True
    table: Table = field(init=False)
    lineup: list[str] = field(init=False)
    fault: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.number < self.plan.games:
            raise UserError(f"game {self.number}: the run has games 0 to {self.plan.games - 1}")
        blocks, rotations, lineups = self.plan.numbers(self.number, self.number + 1)
        self._seats = lineups[0]
        self._loaded = self.plan.strategies()
        self.block, self.rotation = int(blocks[0]), int(rotations[0])
        self.lineup = [str(self.plan.pool[i]) for i in self._seats]
        bars = self.plan.bars(rotations)
        self.table = Table(
            self.plan.scenario,
            seed=self.plan.seed,
            block=self.block,
            rotation=self.rotation,
            narrate=self.narrate,
            barred=bars.get("barred"),
            bars=int(bars["bars"][0]) if bars else 0,
            check=self.plan.check,
        )
        self._settings = settings_of(self._loaded)

    @property
    def log(self) -> list[Entry]:
        return self.table.log

    def choose(self) -> int:
        """What the deciding seat's strategy wants."""
        who = int(self._seats[self.table.seat])
        return self.table.ask(self._loaded[who][0], self._settings, who)

    def step(self) -> None:
        """One decision, with the same safety stops as the playout loop."""
        table = self.table
        decisions = sum(not entry.forced for entry in table.log)
        if decisions >= table.game.decision_cap:
            self._stop(DECISION_CAP, f"stopped after {decisions} decisions")
            return
        action = self.choose()
        if action not in table.codes():
            words = table.game.words.action(table.state, table.tables, action)
            self._stop(
                ILLEGAL_ACTION,
                f'strategy "{self.lineup[table.seat]}" in seat {table.seat} returned the illegal action'
                f" {action}{f' ({words})' if words else ''} in phase {table.phase}; {len(table.codes())} actions were legal",
            )
            return
        table.play(action)
        if self.plan.check and table.broken_invariant():
            self._stop(BROKEN_INVARIANT, f"invariant {table.broken_invariant()} is broken after {table.log[-1].action}")

    def _stop(self, reason: int, text: str) -> None:
        self.fault = text
        state = self.table.state
        state.over, state.reason, state.winners = 1, reason, 0

    def play(self) -> "Replay":
        while not self.table.over:
            self.step()
        return self

    def outcome(self) -> dict[str, Any]:
        return dict(self.table.outcome())
