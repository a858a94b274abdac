"""What every study ends with: a table, a figure, a verdict in words, and files that hold them."""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from reports import terminal, words
from reports.figures import Drawing

if TYPE_CHECKING:
    from simcore.experiments.study import Study


@dataclass(frozen=True)
class Lines:
    """A table as people read it."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    texts: Sequence[str] = ()  # columns of words, set from the left as the first one is

    def is_text(self, column: int) -> bool:
        return column == 0 or self.header[column] in self.texts

    def on_screen(self) -> list[RenderableType]:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for i, name in enumerate(self.header):
            table.add_column(name, justify="left" if self.is_text(i) else "right", overflow="fold")
        for row in self.rows:
            table.add_row(*(Text(cell) for cell in row))
        title = [Text(self.title, style="bold")] if self.title else []
        return [*title, table, *([Text(self.note, style="dim")] if self.note else []), Text()]


class Result(ABC):
    """A study with its answer. Kinds of studies fill in `table`, `findings`, `lines` and `drawings`."""

    def __init__(self, study: "Study", ending: str):
        self.study = study
        self.ending = ending

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def table(self) -> pl.DataFrame:
        """Every number, one line per estimate, with its interval."""

    @property
    @abstractmethod
    def findings(self) -> list[str]:
        """The answer, sentence by sentence, the most important first."""

    @property
    @abstractmethod
    def lines(self) -> list[Lines]:
        """The tables that are printed."""

    @abstractmethod
    def drawings(self) -> dict[str, Drawing]:
        """Figures by name, the most important first."""

    @property
    def verdict(self) -> str:
        return "\n".join(self.findings)

    @cached_property
    def _drawn(self) -> dict[str, Drawing]:
        return self.drawings()

    def plot(self, name: str | None = None) -> Figure:
        """The main figure, or the one of that name."""
        if name is not None and name not in self._drawn:
            raise KeyError(f"figures of this study: {', '.join(self._drawn)}")
        return self._drawn[name or next(iter(self._drawn))].figure

    @property
    def path(self) -> Path:
        return self.study.path

    @property
    def head(self) -> str:
        plan = self.study.cells[0].plan
        games = sum(run.manifest["games"] for run in self.study.runs.values())
        return (
            f"{self.title} · {words.counted(plan.players, 'player')} · {words.counted(len(self.study.cells), 'cell')} ·"
            f" {games:,} games · {words.lineup(next(iter(self.study.runs.values())).manifest)} · seed {plan.seed}"
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}>\n{self.verdict}"

    def text(self) -> str:
        """What the command line prints."""
        parts: list[RenderableType] = [Text(self.head, style="bold"), Text(self.ending), Text()]
        for lines in self.lines:
            parts += lines.on_screen()
        for i, finding in enumerate(self.findings):
            parts.append(terminal.led("VERDICT  " if i == 0 else "         ", finding))
        parts.append(Text())
        parts += [
            terminal.unwrapped(f"report   {self.path / 'report.html'}"),
            terminal.unwrapped(f"repeat   {self.repeat}"),
        ]
        return terminal.rendered(parts)

    @property
    def repeat(self) -> str:
        return self.study.command or f"simcore.{self.study.kind}(...) with out={str(self.path)!r}"

    def as_json(self) -> dict[str, Any]:
        return {
            "study": str(self.path),
            "kind": self.study.kind,
            "seed": self.study.cells[0].plan.seed,
            "ending": self.ending,
            "verdict": self.findings,
            "table": self.table.to_dicts(),
            "repeat": self.repeat,
        }

    def write(self) -> None:
        """Table, figures and page into the study's folder."""
        from simcore.store import write_atomically

        self.table.write_parquet(self.path / "table.parquet")
        write_atomically(self.path / "table.csv", self.table.write_csv().encode())
        for name, drawing in self._drawn.items():
            write_atomically(self.path / "figures" / f"{name}.png", drawing.png())
        write_atomically(self.path / "report.html", self.page().encode())
        self.study.save("finished", ending=self.ending, verdict=self.findings)

    def page(self) -> str:
        environment = Environment(
            loader=PackageLoader("reports.experiments", "."), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        drawings = {name: Markup(drawing.inline(f"figure-{name}", self.title)) for name, drawing in self._drawn.items()}
        return environment.get_template("page.html").render(
            result=self, drawings=drawings, folder=shlex.quote(str(self.path))
        )


def sentence(text: str) -> str:
    """With a capital (unless it begins with the name of a knob) and without a full stop, as figures are titled."""
    first = text.split(" ")[0]
    return (text[:1].upper() + text[1:] if first.isalpha() else text).rstrip(".")
