"""What a run shows while it goes on: one status line on a terminal, plain lines in a pipe. Always on stderr."""

import contextlib
import sys
import time
from pathlib import Path
from typing import TextIO

from simcore.plan import Plan
from simcore.runner import Reporter
from simcore.workers import Tally

_PLAIN_SECONDS = 5.0
_TERMINAL_SECONDS = 0.1


class ScreenReporter(Reporter):
    """Games done, games per second, time left, and the running estimate with its interval."""

    def __init__(self, stream: TextIO, asked: int | None):
        self._stream = stream
        self._asked = asked
        self._terminal = stream.isatty()
        self._started = self._shown = self._compiling_since = 0.0
        self._done_before = 0

    def compiling(self, what: str) -> None:
        self._line(f"compiling {what} (first time only) ...")
        self._compiling_since = time.monotonic()

    def started(self, out: Path, plan: Plan, done: int) -> None:
        if self._compiling_since:
            self._line(f"compiled in {time.monotonic() - self._compiling_since:.0f} s")
        scenario = plan.scenario
        pool = f"{len(plan.pool)} strategies" if len(plan.pool) > 1 else str(plan.pool[0])
        self._line(f"{scenario.name} · {plan.players} seats · {plan.kind} of {pool} · seed {plan.seed} · {out}")
        if self._asked is not None and plan.games != self._asked:
            self._line(
                f"{self._asked:,} games rounded up to {plan.games:,}: {plan.blocks:,} blocks of {plan.rotations}"
            )
        self._started = time.monotonic()
        self._done_before = done

    def advanced(self, tally: Tally, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._shown < (_TERMINAL_SECONDS if self._terminal else _PLAIN_SECONDS) and done < total:
            return
        self._shown = now
        elapsed = max(now - self._started, 1e-9)
        rate = (done - self._done_before) / elapsed
        rate_text = f"{rate:,.0f} games/s"
        left = (total - done) / rate if rate else 0.0
        mean, half = tally.seat(0)
        estimate = f"starting player wins {100 * mean:.1f} ± {100 * half:.1f} %"
        text = f"{done:,}/{total:,} games · {rate_text} · left {_clock(left)} · {estimate}"
        if self._terminal:
            width = 20
            full = int(width * done / total)
            self._write(f"\r\x1b[K{'█' * full}{'░' * (width - full)} {text}")
        else:
            self._line(text)

    def note(self, text: str) -> None:
        self._line(f"note: {text}")

    def stopped(self) -> None:
        if self._terminal and self._shown:
            self._write("\n")

    def _line(self, text: str) -> None:
        self._write(("\r\x1b[K" if self._terminal else "") + text + "\n")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # nobody reads any more: no reason to stop the run
            self._stream.write(text)
            self._stream.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def reporter(*, quiet: bool, asked: int | None = None) -> Reporter:
    return Reporter() if quiet else ScreenReporter(sys.stderr, asked)
