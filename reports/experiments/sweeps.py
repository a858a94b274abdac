"""How do the results follow the knobs? A grid of cells on common seed blocks, measured cell by cell."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import figures, words
from reports.experiments import drawings, measures, paired
from reports.experiments.comparison import clearness, value_text
from reports.experiments.measures import Measure
from reports.experiments.result import Lines, Result, sentence
from reports.figures import Drawing
from reports.findings import Findings
from reports.stats import verdicts

if TYPE_CHECKING:
    from simcore.experiments.study import Study

_CELLS_NAMED = 4
_COLUMNS = 8  # measures in the printed table; the files have all
_ROWS = 30  # cells in a figure of changes


def cells_table(study: "Study", chosen: list[Measure], *, anytime: bool = False) -> pl.DataFrame:
    """One line per cell and measure: its level, and its difference from the first cell, with intervals."""
    base = study.cells[0]
    found = []
    for cell in study.cells:
        sums = paired.sums_of(study.runs[base.name], study.runs[cell.name], chosen)
        table = paired.table(chosen, paired.differences(sums), anytime=anytime, together=max(len(study.cells) - 1, 1))
        at = [pl.lit(str(value)).alias(key) for key, value in cell.at.items()]
        found.append(table.select(pl.lit(cell.name).alias("cell"), *at, pl.all()))
    return pl.concat(found, how="diagonal")


class Sweep(Result):
    """Every cell of a grid, each against the first."""

    def __init__(self, study: "Study", ending: str, metric: str = "seats", anytime: bool = False):
        super().__init__(study, ending)
        self.metric = metric
        self.anytime = anytime

    @property
    def title(self) -> str:
        return f"{self.study.cells[0].plan.scenario.name}: {words.listed(self.knobs, 4)}"

    @property
    def knobs(self) -> list[str]:
        return list(dict.fromkeys(key for cell in self.study.cells for key in cell.at))

    @property
    def is_grid(self) -> bool:
        """Every cell sets every knob; otherwise each sets one."""
        return all(len(cell.at) == len(self.knobs) for cell in self.study.cells)

    @cached_property
    def all_measures(self) -> list[Measure]:
        return measures.measures_of([self.study.runs[cell.name] for cell in self.study.cells])

    @cached_property
    def table(self) -> pl.DataFrame:
        return cells_table(self.study, self.all_measures, anytime=self.anytime)

    @cached_property
    def _asked(self) -> list[Measure]:
        return measures.chosen(self.metric, self.all_measures)

    @cached_property
    def _verdicts(self) -> dict[str, list[verdicts.Verdict]]:
        return {name: Findings(run).verdicts for name, run in self.study.runs.items()}

    # --- in words ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[str]:
        return [*(self._range(measure) for measure in self._asked[:4]), *self._targets()]

    def _range(self, measure: Measure) -> str:
        rows = self._rows(measure).sort("after")
        low, high = rows.row(0, named=True), rows.row(-1, named=True)
        if not rows["differing"].sum():
            return f"{measure.title} is the same in every cell: {value_text(low, low['after'])}."
        moved = rows.filter((pl.col("low") > 0) | (pl.col("high") < 0))
        if moved.is_empty():
            span = f"{value_text(low, low['after'])} to {value_text(high, high['after'])}"
            return f"no change is shown in {measure.title} ({span} over the cells)."
        return (
            f"{measure.title}: from {value_text(low, low['after'])} ({low['cell']})"
            f" to {value_text(high, high['after'])} ({high['cell']})."
        )

    def _headline(self) -> str:
        """About the measure that moves most clearly, or all of them when none is shown to."""
        first = max(self._asked, key=self._movement)
        if self._movement(first) > 1 or len(self._asked) == 1:
            return self._range(first)
        return f"no change is shown in any of the {len(self._asked)} measures asked about."

    def _movement(self, measure: Measure) -> float:
        """How clearly a measure moves, in half widths of its interval."""
        rows = self._rows(measure)
        ratio = rows["difference"].abs() / ((rows["high"] - rows["low"]) / 2 + 1e-12)
        return float(ratio.max() or 0.0)  # type: ignore[arg-type]

    def _targets(self) -> list[str]:
        """Where each target holds."""
        found = []
        for i, verdict in enumerate(next(iter(self._verdicts.values()))):
            cells = {name: each[i].status for name, each in self._verdicts.items()}
            passed = [name for name, status in cells.items() if status == verdicts.PASS]
            failed = [name for name, status in cells.items() if status == verdicts.FAIL]
            where = "in every cell" if len(passed) == len(cells) else self._listed(passed) if passed else "in no cell"
            open_ = len(cells) - len(passed) - len(failed)
            more = f"; undecided in {words.counted(open_, 'cell')}" if open_ else ""
            title = verdict.check.title
            found.append(
                f"target {title[:1].lower() + title[1:]} ({verdict.check.wanted}): shown to hold {where}{more}."
            )
        return found

    def _listed(self, cells: list[str]) -> str:
        if len(cells) > _CELLS_NAMED:
            return f"in {len(cells)} of {len(self.study.cells)} cells"
        return "in " + words.listed([f"({name})" if len(self.knobs) > 1 else name for name in cells])

    # --- tables and figures --------------------------------------------------------------------------

    def _rows(self, measure: Measure) -> pl.DataFrame:
        return self.table.filter(pl.col("measure") == measure.name)

    @property
    def lines(self) -> list[Lines]:
        usual = [each for each in self.all_measures if each.group == "seats" or each.name == "rounds"]
        shown = list(dict.fromkeys([*self._asked, *usual]))[:_COLUMNS]
        rows = []
        for cell in self.study.cells:
            here = {row["measure"]: row for row in self.table.filter(pl.col("cell") == cell.name).iter_rows(named=True)}
            status = [verdict.status for verdict in self._verdicts[cell.name]]
            worst = next(each for each in verdicts.STATUSES if each in status)
            name = ", ".join(cell.at.values()) if self.is_grid else cell.name
            rows.append((name, *(_cell_text(here.get(measure.name)) for measure in shown), worst))
        first = self.study.cells[0].name
        note = (
            f"each cell with its change from {first} in brackets, in points for rates, paired over seed blocks; the last"
            " column judges all targets"
        )
        knobs = ", ".join(knob.removeprefix("rules.") for knob in self.knobs)
        header = (knobs if self.is_grid else "cell", *(measure.title for measure in shown), "targets")
        return [Lines("", header, rows, note, texts=("targets",))]

    def drawings(self) -> dict[str, Drawing]:
        blocks = self.table["blocks"][0]
        note = f"The same {blocks:,} seed blocks in every cell; bars are 95 % intervals."
        title = sentence(self._headline())
        if self.is_grid and len(self.knobs) == 1:
            return {"sweep": drawings.lines(self._levels(), self.knobs[0], title, note)}
        if self.is_grid and len(self.knobs) == 2:
            return {
                f"sweep-{measure.name}": self._heat_map(measure) for measure in self._asked[:4] if measure.rate
            } or {"sweep": self._changes(self._asked[0], note)}
        return {"sweep": self._changes(self._asked[0], note)}

    def _levels(self) -> pl.DataFrame:
        """Levels of the measures asked about, in the order of the grid."""
        names = [measure.name for measure in self._asked[:6]]
        return self.table.filter(pl.col("measure").is_in(names))

    def _heat_map(self, measure: Measure) -> Drawing:
        row, column = self.knobs
        table = self._rows(measure).with_columns(
            mean=pl.col("after"), low=pl.col("after_low"), high=pl.col("after_high")
        )
        values = [drawings.in_order(table[key].unique(maintain_order=True).to_list()) for key in (row, column)]
        fair = 1 / self.study.cells[0].plan.players
        middle = fair if measure.group in ("seats", "strategies") else float(table["mean"].mean())  # type: ignore[arg-type]
        note = (
            f"{sentence(measure.title)} in percent; rows {row}, columns {column}. The same {table['blocks'][0]:,} seed blocks in"
            " every cell; small: half width of the 95 % interval."
        )
        return figures.matrix(
            table, values[0], values[1], sentence(self._range(measure)), note, middle=middle, row=row, column=column
        )

    def _changes(self, measure: Measure, note: str) -> Drawing:
        every = self._rows(measure).filter(pl.col("cell") != self.study.cells[0].name)
        rows = every.filter(pl.col("differing") > 0).sort(clearness(), descending=True).head(_ROWS).sort("difference")
        rows = rows.with_columns(changed=(pl.col("low") > 0) | (pl.col("high") < 0))
        which = "" if len(rows) == len(every) else f", the {len(rows)} clearest of {words.counted(len(every), 'cell')}"
        start = f"Change of {measure.title} against {self.study.cells[0].name}{which}. "
        return drawings.changes(
            rows, sentence(self._range(measure)), start + note, rows["cell"].to_list(), rate=measure.rate
        )


def _cell_text(row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    level = value_text(row, row["after"])
    if not row["differing"]:
        return level
    return f"{level} ({words.difference(row['difference'], row['low'], row['high'], 100 if row['rate'] else 1)})"
