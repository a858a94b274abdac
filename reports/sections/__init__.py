"""The report of one run as sections: a finding in words, then figures and tables that show it.

Nothing here knows a particular game. Every item says how its numbers were computed; the page folds that away.
"""

from collections.abc import Iterable
from typing import Any

from reports.findings import Findings
from reports.sections.cards import cards
from reports.sections.course import course
from reports.sections.ends import ends
from reports.sections.length import length
from reports.sections.model import FigureItem, Item, Section, TableItem
from reports.sections.roles import roles
from reports.sections.run import examples, played, provenance
from reports.sections.seats import seats
from reports.sections.strategies import strategies
from reports.sections.verdicts import headline, verdict_table

__all__ = ["FigureItem", "Item", "Section", "TableItem", "headline", "items_of", "sections", "verdict_table"]


def sections(findings: Findings) -> list[Section]:
    """All sections after verdicts and alerts, which the page shows in a form of their own."""
    found = [played(findings), seats(findings)]
    if len(findings.tables.strategies) > 1:
        found.append(strategies(findings))
    found += [roles(findings, each) for each in findings.roles]
    found += [length(findings), ends(findings), course(findings)]
    found += [cards(findings, group) for group in findings.cards]
    return [_figures_first(each) for each in (*found, examples(findings), provenance(findings))]


def _figures_first(section: Section) -> Section:
    """Figures side by side, then wide ones, then tables and notes, folded tables last."""

    def place(item: Item) -> int:
        if isinstance(item, FigureItem):
            return int(item.wide)
        return 3 if isinstance(item, TableItem) and item.folded else 2

    return Section(section.key, section.title, section.finding, sorted(section.items, key=place))


def items_of(found: Iterable[Section], kind: type) -> list[Any]:
    return [item for section in found for item in section.items if isinstance(item, kind)]
