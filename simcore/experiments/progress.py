"""What a study shows while it goes on: which cell is played, how fast, and what is known so far."""

import sys
import time
from pathlib import Path
from typing import TextIO

from simcore.plan import Plan
from simcore.progress import ScreenReporter
from simcore.runner import Reporter
from simcore.workers import Tally


class StudyReporter(Reporter):
    """Silent; the visible one below writes to the screen."""

    def cell(self, name: str) -> None: ...

    def stage(self, text: str) -> None: ...


class ScreenStudyReporter(ScreenReporter, StudyReporter):
    """One line per cell, the status line of a run while it is played, and one line per look at the results."""

    def __init__(self, stream: TextIO):
        super().__init__(stream, None)
        self._cell = ""
        self._announced = False

    def cell(self, name: str) -> None:
        self._cell = name

    def started(self, out: Path, plan: Plan, done: int) -> None:
        if not self._announced:
            super().started(out.parent.parent, plan, done)
            self._announced = True
        kept = f", {done:,} kept" if done else ""
        self._line(f"cell {self._cell}: {plan.games:,} games{kept}")
        self._started, self._done_before = time.monotonic(), done

    def advanced(self, tally: Tally, done: int, total: int) -> None:
        if self._terminal or done < total:
            super().advanced(tally, done, total)

    def stage(self, text: str) -> None:
        self._line(text)


def reporter(*, quiet: bool) -> StudyReporter:
    return StudyReporter() if quiet else ScreenStudyReporter(sys.stderr)
