"""The report as files: one HTML page that needs nothing else, figures for slides, tables as CSV."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports import words
from reports.findings import Findings
from reports.sections import FigureItem, Section, TableItem, headline, items_of, sections, verdict_table
from reports.stats import verdicts
from reports.terminal import verdict_text

FORMATS = ("html", "png", "svg", "csv")


@dataclass(frozen=True)
class Chapter:
    """One run of the report."""

    key: str  # begins the anchors and file names of this run; empty when there is only one
    findings: Findings
    sections: list[Section]

    @property
    def headline(self) -> str:
        return headline(self.findings)

    def anchor(self, name: str) -> str:
        return f"{self.key}-{name}" if self.key else name

    def file(self, folder: str, name: str, ending: str) -> Path:
        return Path(folder, self.key, f"{name}.{ending}")

    @property
    def tally(self) -> dict[str, int]:
        return {status: sum(v.status == status for v in self.findings.verdicts) for status in verdicts.STATUSES}


def write(runs: Sequence[Path | str], out: Path | str | None = None, formats: str = ",".join(FORMATS)) -> str:
    """Write the report of one or several runs; returns what was written, in words."""
    from simcore import store

    wanted = _checked(formats)
    loaded = [store.load(run) for run in runs]
    folder = Path(out) if out is not None else _default_out(loaded)
    chapters = _chapters([Findings(run) for run in loaded])
    drawings = {
        (chapter.key, item.name): item.draw() for chapter in chapters for item in items_of(chapter.sections, FigureItem)
    }
    written = []
    if "html" in wanted:
        page = folder / "report.html"
        store.write_atomically(page, html(chapters, drawings, wanted).encode())
        written.append(f"report   {page}")
    for kind in ("png", "svg"):
        if kind in wanted:
            for chapter in chapters:
                for item in items_of(chapter.sections, FigureItem):
                    drawing = drawings[chapter.key, item.name]
                    content = drawing.png() if kind == "png" else drawing.svg
                    store.write_atomically(folder / chapter.file("figures", item.name, kind), content)
            written.append(
                f"figures  {words.counted(len(drawings), 'figure')} as {kind.upper()} in {folder / 'figures'}"
            )
    if "csv" in wanted:
        tables = [(chapter, item) for chapter in chapters for item in _tables(chapter)]
        for chapter, item in tables:
            content = item.frame.write_csv().encode()
            store.write_atomically(folder / chapter.file("tables", item.name, "csv"), content)
        written.append(f"tables   {words.counted(len(tables), 'table')} as CSV in {folder / 'tables'}")
    return "\n".join([*(f"finding  {chapter.headline}" for chapter in chapters), *written])


def _checked(formats: str) -> list[str]:
    from simcore.errors import UserError, did_you_mean

    wanted = [each.strip().lower() for each in formats.split(",") if each.strip()]
    for each in wanted:
        if each not in FORMATS:
            raise UserError(
                f'--format {formats}: unknown format "{each}"{did_you_mean(each, FORMATS)} (any of {",".join(FORMATS)})'
            )
    if not wanted:
        raise UserError(f"--format: name at least one of {','.join(FORMATS)}")
    return wanted


def _default_out(runs: Sequence[Any]) -> Path:
    return runs[0].path / "report" if len(runs) == 1 else runs[0].path.parent / "report"


def _chapters(findings: Sequence[Findings]) -> list[Chapter]:
    keys = [""] if len(findings) == 1 else [f"run{number}" for number in range(1, len(findings) + 1)]
    return [Chapter(key, each, sections(each)) for key, each in zip(keys, findings, strict=True)]


def _tables(chapter: Chapter) -> list[TableItem]:
    return [verdict_table(chapter.findings), *items_of(chapter.sections, TableItem)]


def html(chapters: Sequence[Chapter], drawings: dict, wanted: Sequence[str] = ()) -> str:
    """The page; every text is escaped, only our own drawings are put in as they are."""
    environment = Environment(
        loader=PackageLoader("reports", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["status_class"] = lambda status: status.lower().replace(" ", "-")

    environment.filters["sortable"] = lambda value: value if isinstance(value, str) else f"{value:.9g}"
    environment.filters["groupby_kind"] = lambda items: [
        (kind, list(group)) for kind, group in itertools.groupby(items, key=lambda item: type(item).__name__)
    ]

    def svg(chapter: Chapter, item: FigureItem) -> Markup:
        drawing = drawings[chapter.key, item.name]
        return Markup(drawing.inline(chapter.anchor(f"figure-{item.name}"), item.title))

    titles = list(dict.fromkeys(chapter.findings.scenario["title"] for chapter in chapters))
    return environment.get_template("template.html").render(
        title=" and ".join(titles),
        chapters=chapters,
        svg=svg,
        csv="csv" in wanted,
        png="png" in wanted,
        verdict_text=verdict_text,
        verdict_table=verdict_table,
        comparison=_comparison(chapters) if len(chapters) > 1 else None,
    )


def _comparison(chapters: Sequence[Chapter]) -> dict[str, Any]:
    """The runs side by side."""
    rows = []
    for chapter in chapters:
        f = chapter.findings
        first = f.seats.row(0, named=True)
        rounds = f.lengths.row(0, named=True)
        rows.append(
            [
                f.scenario["name"],
                words.lineup(f.manifest),
                f"{f.games:,}",
                words.rate(first["mean"], first["low"], first["high"]),
                words.mean_of(rounds["mean"], rounds["low"], rounds["high"]),
                words.rate(f.capped.mean, *f.capped.interval()),
                ", ".join(f"{count} {status}" for status, count in chapter.tally.items() if count),
            ]
        )
    header = ("Scenario", "Line-up", "Games", "Starting player wins", "Mean rounds", "Capped", "Verdicts")
    return {"header": header, "rows": rows}
