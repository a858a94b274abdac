"""The verdicts as a table, and the one sentence above everything."""

import polars as pl

from reports.findings import Findings
from reports.sections.model import (
    Cell,
    TableItem,
    text_cell,
)
from reports.sections.seats import seat_finding
from reports.stats import verdicts
from reports.terminal import verdict_text


def verdict_table(f: Findings) -> TableItem:
    rows, raw = [], []
    for each in f.verdicts:
        check = each.check
        low, high = check.interval()
        rows.append([Cell(each.status, verdicts.STATUSES.index(each.status), "status"), text_cell(verdict_text(each))])
        raw.append({"status": each.status, "target": check.name, "who": check.worst.label, "value": check.worst.number,
                    "low": low, "high": high, "wanted": check.wanted, "n": check.worst.estimate.n})  # fmt: skip
    how = "PASS and FAIL are shown at 5 % for all targets together (Holm); between them WARN near the border, NOT ENOUGH GAMES when the interval is too wide."
    return TableItem("verdicts", "Verdicts", ("", ""), rows, pl.DataFrame(raw), how)


def headline(f: Findings) -> str:
    """The most important sentence: what fails first, otherwise the seats."""
    failing = [each for each in f.verdicts if each.status == verdicts.FAIL]
    return verdict_text(failing[0]) if failing else seat_finding(f)
