"""Reports: run folders turned into tables, figures and one page.

reports.write(["runs/loewenherz-1"])     the report as files; returns what was written
reports.findings("runs/loewenherz-1")    the same numbers as polars tables, for notebooks
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.findings import Findings

__all__ = ["findings", "write"]


def write(runs: list[str | Path], out: str | Path | None = None, formats: str = "html,png,svg,csv") -> str:
    """Write the report of one or several runs: `report.html`, `figures/`, `tables/`."""
    from reports import page

    return page.write(runs, out, formats)


def findings(run: str | Path) -> "Findings":
    """What the report says about a run, as numbers."""
    from reports.findings import Findings
    from simcore import store

    return Findings(store.load(run))
