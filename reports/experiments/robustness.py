"""Do the conclusions survive when the assumed values are wrong? And which of these values matter?"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from reports import words
from reports.experiments import drawings, measures
from reports.experiments.comparison import change_text
from reports.experiments.measures import Measure
from reports.experiments.result import Lines, Result, sentence
from reports.experiments.sweeps import cells_table
from reports.figures import Drawing
from reports.findings import Findings
from simcore.store import write_atomically

if TYPE_CHECKING:
    from simcore.experiments.study import Study
    from simcore.store import Run

HOLDS, OPEN, REVERSED = "holds", "open", "reversed"
SENSITIVITY = "sensitivity.json"  # beside a scenario, it is quoted by the report of every run


@dataclass(frozen=True)
class Conclusion:
    """The first of a ranking: which seat, strategy or end reason is ahead."""

    text: str
    kind: str
    best: str


def _ranking(run: "Run", kind: str) -> pl.DataFrame:
    findings = Findings(run)
    table = {"seat": findings.seats, "strategy": findings.strategies, "end_reason": findings.end_reasons}[kind]
    return table.with_columns(pl.col(kind).cast(pl.String))


def conclusions(run: "Run") -> list[Conclusion]:
    """What the unvaried run says, as far as it is shown."""
    texts = {
        "seat": "seat {} wins most often",
        "strategy": "{} is the strongest strategy",
        "end_reason": "most games end by {}",
    }
    found = []
    for kind, text in texts.items():
        table = _ranking(run, kind).sort("mean", descending=True)
        if len(table) > 1 and table["low"][0] > table["high"][1]:
            found.append(Conclusion(text.format(words.plain(table[kind][0])), kind, table[kind][0]))
    return found


def survives(run: "Run", conclusion: Conclusion) -> str:
    """holds: still first. reversed: another is shown to be ahead. open: another is ahead, not shown."""
    table = _ranking(run, conclusion.kind).sort("mean", descending=True)
    if table[conclusion.kind][0] == conclusion.best:
        return HOLDS
    own = table.filter(pl.col(conclusion.kind) == conclusion.best)
    return REVERSED if own.is_empty() or table["low"][0] > own["high"][0] else OPEN


class Robustness(Result):
    """Cells with varied values against the cell as assumed."""

    def __init__(
        self,
        study: "Study",
        ending: str,
        metric: str = "seats",
        anytime: bool = False,
        impossible: Mapping[str, str] | None = None,
    ):
        super().__init__(study, ending)
        self.impossible = dict(impossible or {})  # levels that no game can be set up with, and why
        self.metric = metric
        self.anytime = anytime
        self.base = study.cells[0].name

    @property
    def title(self) -> str:
        return f"{self.study.cells[0].plan.scenario.name}: sensitivity to assumed values"

    @cached_property
    def all_measures(self) -> list[Measure]:
        found = measures.measures_of([self.study.runs[cell.name] for cell in self.study.cells])
        return [measure for measure in found if measure.group in ("seats", "strategies", "length", "ends")]

    @cached_property
    def table(self) -> pl.DataFrame:
        """One line per cell and measure; `matters` where the interval, which holds for all cells together, leaves out 0."""
        table = cells_table(self.study, self.all_measures, anytime=self.anytime).filter(pl.col("cell") != self.base)
        return table.with_columns(matters=(pl.col("low") > 0) | (pl.col("high") < 0))

    @cached_property
    def conclusions(self) -> pl.DataFrame:
        """One line per conclusion and varied cell: whether it survives."""
        rows = [
            {
                "conclusion": each.text,
                "cell": cell.name,
                **cell.at,
                "result": survives(self.study.runs[cell.name], each),
            }
            for each in conclusions(self.study.runs[self.base])
            for cell in self.study.cells[1:]
        ]
        schema = dict.fromkeys(("conclusion", "cell", "factor", "level", "result"), pl.String)
        return pl.DataFrame(rows, schema=schema)

    def ranking(self, measure: str) -> pl.DataFrame:
        """Assumed values by how far they move a measure: both ends, the span, whether it is shown."""
        rows = self.table.filter((pl.col("measure") == measure) & (pl.col("factor") != "all"))
        return (
            rows.group_by("factor", maintain_order=True)
            .agg(
                least=pl.col("difference").min(),
                most=pl.col("difference").max(),
                least_at=pl.col("level").sort_by("difference").first(),
                most_at=pl.col("level").sort_by("difference").last(),
                reach=pl.col("difference").abs().max(),
                matters=pl.col("matters").any(),
            )
            .sort("reach", descending=True)
        )

    def write(self) -> None:
        """The files of every study, and the sentences that reports of runs quote."""
        super().write()
        summary = {
            "scenario": self.study.cells[0].plan.scenario.name,
            "players": self.study.cells[0].plan.players,
            "command": self.study.command,
            "code_hash": self.study.runs[self.base].manifest["code_hash"],
            "conclusions": [self._conclusion_text(text) for text in self._concluded],
            "assumed values": [self._matter_text(measure) for measure in self._in_words],
        }
        write_atomically(self.path / SENSITIVITY, (json.dumps(summary, indent=1, ensure_ascii=False) + "\n").encode())

    # --- in words ----------------------------------------------------------------------------------

    @property
    def _concluded(self) -> list[str]:
        return self.conclusions["conclusion"].unique(maintain_order=True).to_list()

    @property
    def _in_words(self) -> list[Measure]:
        """The measures that findings are about."""
        return [*self._asked[:2], *(each for each in self.all_measures if each.name == "rounds")]

    @property
    def _asked(self) -> list[Measure]:
        return measures.chosen(self.metric, self.all_measures)

    @property
    def findings(self) -> list[str]:
        found = [self._conclusion_text(text) for text in self._concluded]
        if not found:
            found.append(
                "the unvaried game shows no clear order of seats, strategies or end reasons yet: play more games."
            )
        found += [self._matter_text(measure) for measure in self._in_words]
        found += [f"left out, since no game can be set up so: {name} ({why})." for name, why in self.impossible.items()]
        return found

    def _conclusion_text(self, text: str) -> str:
        rows = self.conclusions.filter(pl.col("conclusion") == text)
        count = Counter(rows["result"])
        if count[HOLDS] == len(rows):
            return f"survives: {text}, in all {len(rows)} varied games."
        breakers = rows.filter(pl.col("result") == REVERSED)["cell"].to_list()
        open_ = f", open in {count[OPEN]}" if count[OPEN] else ""
        if not breakers:
            return f"survives: {text}, in {count[HOLDS]} of {len(rows)} varied games{open_}."
        return f"DEPENDS: {text} in {count[HOLDS]} of {len(rows)} varied games{open_}; reversed by {words.listed(breakers, 4)}."

    def _matter_text(self, measure: Measure) -> str:
        ranked = self.ranking(measure.name).filter(pl.col("matters"))
        if ranked.is_empty():
            return f"{measure.title}: no assumed value is shown to move it."
        rows = self.table.filter((pl.col("measure") == measure.name) & (pl.col("factor") == ranked["factor"][0]))
        top = rows.sort(pl.col("difference").abs()).row(-1, named=True)
        others = f"; then {words.listed(ranked['factor'][1:4].to_list())}" if len(ranked) > 1 else ""
        return f"{change_text(top)} at {top['cell']}: the assumed value that moves it most{others}."

    @property
    def lines(self) -> list[Lines]:
        measure = self._asked[0]
        rows = []
        for row in self.ranking(measure.name).iter_rows(named=True):
            ends = [self._change_at(measure, row["factor"], row[f"{name}_at"]) for name in ("least", "most")]
            results = self.conclusions.filter(pl.col("factor") == row["factor"])["result"].to_list()
            state = REVERSED if REVERSED in results else OPEN if OPEN in results else HOLDS
            rows.append((row["factor"], *ends, "●" if row["matters"] else "", state))
        header = ("assumed value", "lowest change", "highest change", "", "conclusions")
        note = "● shown to move it (5 % for all cells together)"
        unit = "points" if measure.rate else measure.title
        return [Lines(f"{measure.title}, change in {unit}", header, rows, note, texts=("conclusions",))]

    def _change_at(self, measure: Measure, factor: str, level: str) -> str:
        """−1.2 ± 0.9 at 4"""
        same = (pl.col("measure") == measure.name) & (pl.col("factor") == factor) & (pl.col("level") == level)
        row = self.table.row(by_predicate=same, named=True)
        if not row["differing"]:
            return f"no game changes at {level}"
        return f"{words.difference(row['difference'], row['low'], row['high'], 100 if measure.rate else 1)} at {level}"

    def drawings(self) -> dict[str, Drawing]:
        chosen = [
            self._asked[0],
            *(each for each in self.all_measures if each.name == "rounds" and each not in self._asked),
        ]
        found = {}
        for measure in chosen:
            title = sentence(self._matter_text(measure))
            blocks = self.table["blocks"][0]
            joint = self.table.filter((pl.col("measure") == measure.name) & (pl.col("factor") == "all"))
            note = (
                f"Change of {measure.title} when one assumed value goes to the ends of its range, on the same {blocks:,}"
                f" seed blocks. Grey: not shown. {'Ticks at the top: all values varied at once.' if len(joint) else ''}"
            )
            rows = self.table.filter((pl.col("measure") == measure.name) & (pl.col("factor") != "all"))
            ranked = self.ranking(measure.name).head(20)
            found[f"tornado-{measure.name}"] = drawings.tornado(
                ranked, rows, joint["difference"].to_list(), title, note, rate=measure.rate
            )
        return found
