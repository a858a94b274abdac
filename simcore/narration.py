"""A replayed game as text: round, seat, strategy, choice, what happened, rule IDs."""

from pathlib import Path
from typing import Any

from simcore.rerun import Replay
from simcore.table import Entry, Table


def text(replay: Replay, run: Path, *, from_round: int = 0, seat: int | None = None) -> str:
    table, plan = replay.table, replay.plan
    lines = [
        f"{plan.scenario.title} · {plan.scenario.name} · game {replay.number} of {run}"
        f" (seed {plan.seed}, block {replay.block}, rotation {replay.rotation})",
        "seats: " + ", ".join(f"{i} {name}" for i, name in enumerate(replay.lineup)),
    ]
    opening = getattr(table.game.words, "opening", None)
    if opening and from_round <= 1:
        lines += _opening(replay, opening)
    width = max(len(name) for name in replay.lineup) + 4
    turn: tuple[int, int, int] | None = None
    for entry in replay.log:
        if entry.round < from_round or (seat is not None and entry.seat != seat):
            continue
        where = (entry.round, entry.turn, entry.seat)
        lines += _entry(entry, replay, width, new=where != turn)
        turn = where
    lines += ["", *_result(replay)]
    return "\n".join(lines)


def _opening(replay: Replay, opening: Any) -> list[str]:
    plan = replay.plan
    start = Table(
        plan.scenario, seed=plan.seed, block=replay.block, rotation=replay.rotation, narrate=False, forced=False
    )
    return [f"set-up: {line}" for line in opening(start.state, start.tables)]


def _entry(entry: Entry, replay: Replay, width: int, *, new: bool) -> list[str]:
    who = f"{entry.seat} {replay.lineup[entry.seat]}"
    head = f"round {entry.round:>3} turn {entry.turn:>3}  {who:<{width}}" if new else " " * (20 + width)
    count = "forced" if entry.forced else "only choice" if entry.options == 1 else f"1 of {entry.options}"
    lines = [f"{head} {entry.action}  [{count}]"]
    return lines + [" " * (23 + width) + line for line in entry.happened]


def _result(replay: Replay) -> list[str]:
    outcome = replay.outcome()
    lines = [f"ended: {outcome['end_reason']}" + (f" ({replay.fault})" if replay.fault else "")]
    ranks = sorted(range(replay.plan.players), key=lambda seat: (outcome["rank"][seat], seat))
    for seat in ranks:
        win = outcome["win"][seat]
        won = "" if not win else "  wins" if win == 1 else f"  shares the win ({win:.2f})"
        lines.append(
            f"  {outcome['rank'][seat]}. seat {seat} {replay.lineup[seat]}: score {outcome['score'][seat]}{won}"
        )
    return lines


def as_json(replay: Replay, differences: list[str]) -> dict:
    return {
        "game": replay.number,
        "block": replay.block,
        "rotation": replay.rotation,
        "seed": replay.plan.seed,
        "scenario": replay.plan.scenario.name,
        "lineup": replay.lineup,
        "log": [vars(entry) for entry in replay.log],
        "outcome": replay.outcome(),
        "fault": replay.fault or None,
        "differences": differences,
    }
