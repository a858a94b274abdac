"""What is a card worth? The same seed blocks with and without it.

Association (who has the card wins more often) may have other causes; impact has none but the card: deals, seats and
strategies are the same, only the card may not be played. It is the worth of the card to these strategies.
"""

import itertools
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from reports import figures, words
from reports.experiments import paired
from reports.experiments.measures import Measure
from reports.experiments.result import Lines, Result
from reports.figures import Drawing
from reports.stats import cards
from reports.stats.cards import discoveries
from reports.tables import Cards, Tables

if TYPE_CHECKING:
    from simcore.experiments.study import Study

OWNER, LENGTH, FIRST = "owner", "rounds", "first_seat"
_SMALL = 0.05  # an impact per use that is shown to be smaller is called none
_POPULAR, _SELDOM = 0.5, 0.1  # shares of the seats from which a card is popular, and below which it is seldom used
_PREVENTED = 0.25  # of its uses that a bar leaves at most, when it prevents what a counter counts
_COVERS = 0.95  # of the seats that use a card: a counter that has so many of them names the use


def _barred_seat(study: "Study") -> pl.Expr:
    """The seat of the barred player: the first of the line-up, one seat further back with every rotation."""
    plan = study.cells[0].plan
    rotation = (pl.col("game") % plan.rotations).cast(pl.Int64)
    return pl.col("seat").cast(pl.Int64) == (plan.players - rotation) % plan.players


def _measures(study: "Study", barred_players: str) -> list[Measure]:
    found = [
        Measure(LENGTH, "rounds", "length", "games", pl.col("rounds"), rate=False),
        Measure(
            FIRST, "win rate of the starting player", "seats", "seats", pl.col("win"), pl.col("turn_position") == 0
        ),
    ]
    if barred_players == "one":
        barred = _barred_seat(study)
        found.insert(0, Measure(OWNER, "win rate of the barred player", "owner", "seats", pl.col("win"), barred))
        found += [
            Measure(f"by {name}", f"win rate of {name} when barred", "by strategy", "seats", pl.col("win"),
                    barred & (pl.col("strategy").cast(pl.String) == name))
            for name in dict.fromkeys(str(player) for player in study.cells[0].plan.pool)
        ]  # fmt: skip
    return found


def widest(study: "Study") -> float:
    """Half of the widest anytime-valid interval: of the owner's win rate, or of the starting player's."""
    barred = study.request["barred_players"]
    name = OWNER if barred == "one" else FIRST
    chosen = [measure for measure in _measures(study, barred) if measure.name == name]
    halves = []
    for cell in study.cells[1:]:
        sums = paired.sums_of(study.runs[study.cells[0].name], study.runs[cell.name], chosen)
        table = paired.table(chosen, paired.differences(sums), anytime=True, together=len(study.cells) - 1)
        halves.append(float((table["high"] - table["low"]).max()) / 2)  # type: ignore[arg-type]
    return max(halves)


class Ablation(Result):
    """The impact of cards, beside their use and association."""

    def __init__(self, study: "Study", ending: str, barred_players: str = "one", anytime: bool = False):
        super().__init__(study, ending)
        self.barred_players = barred_players
        self.anytime = anytime
        self.main = OWNER if barred_players == "one" else FIRST

    @property
    def title(self) -> str:
        scenario = self.study.cells[0].plan.scenario.name
        who = "one player" if self.barred_players == "one" else "all players"
        return f"{scenario}: {self.group.noun}s barred for {who}"

    @cached_property
    def _base(self) -> Tables:
        """The cell in which nothing is barred."""
        return Tables(self.study.runs[self.study.cells[0].name])

    @cached_property
    def group(self) -> Cards:
        return self._base.cards[0]

    @cached_property
    def left(self) -> dict[str, float]:
        """The counters that a bar keeps down, what using a card means here, with the part of the uses that it leaves.

        It leaves some where the barred card is the only choice.
        """
        who = _barred_seat(self.study) if self.barred_players == "one" else pl.lit(True)
        before, after = dict.fromkeys(self.group.counters, 0), dict.fromkeys(self.group.counters, 0)
        for cell in self.study.cells[1:]:
            used = [
                (pl.col(self.group.column(counter, cell.at["card"])) > 0).sum().alias(counter) for counter in before
            ]
            for run, total in ((self._base.run, before), (self.study.runs[cell.name], after)):
                counts = run.seats.filter(who).select(used).collect(engine="streaming").row(0, named=True)
                for counter, count in counts.items():
                    total[counter] += count
        parts = {name: after[name] / before[name] for name in before if before[name]}
        return {name: part for name, part in parts.items() if part <= _PREVENTED} or {self.group.main: 0.0}

    @cached_property
    def _use(self) -> tuple[str, pl.DataFrame]:
        """The use that a bar prevents, in a word; per card, the seats that made it and its association with winning."""
        keys = self.group.keys
        names = {counter: [self.group.column(counter, key) for key in keys] for counter in self.left}
        sums = cards.Sums(len(keys), self._base.players * self._base.rotations)
        words_for = [*((name,) for name in names), *itertools.combinations(names, 2)]
        seats = dict.fromkeys(words_for, 0)
        total = 0
        for part in self._base.parts(["win", *(column for columns in names.values() for column in columns)]):
            used = {
                name: np.array([part[column].to_numpy() > 0 for column in columns]) for name, columns in names.items()
            }
            either = np.logical_or.reduce(list(used.values()))
            sums.add(part["win"].to_numpy(), list(either))
            total += int(either.sum())
            for chosen in words_for:
                seats[chosen] += int(np.logical_or.reduce([used[name] for name in chosen]).sum())
        enough = (chosen for chosen in words_for if seats[chosen] >= _COVERS * total)
        word = " or ".join(next(enough, words_for[-1]))
        table = pl.DataFrame({"key": keys, "card": self.group.names}).hstack(cards.association(sums))
        return words.plain(word), table

    @cached_property
    def details(self) -> pl.DataFrame:
        """One line per card and measure."""
        base = self.study.runs[self.study.cells[0].name]
        chosen = _measures(self.study, self.barred_players)
        found = []
        for cell in self.study.cells[1:]:
            sums = paired.sums_of(base, self.study.runs[cell.name], chosen)
            table = paired.table(chosen, paired.differences(sums), anytime=self.anytime)
            found.append(table.select(pl.lit(cell.at["card"]).alias("key"), pl.all()))
        return pl.concat(found)

    @cached_property
    def table(self) -> pl.DataFrame:
        """One line per card: use, association, impact on the owner, length and starting player, the reading."""
        used = {row["key"]: row for row in self._use[1].iter_rows(named=True)}
        main = self.details.filter(pl.col("measure") == self.main)
        flags = dict(zip(main["key"], discoveries(main["p"].to_list()), strict=True))
        length = self.details.filter(pl.col("measure") == LENGTH)
        length_flags = dict(zip(length["key"], discoveries(length["p"].to_list()), strict=True))
        traps = self._traps()
        rows = []
        for cell in self.study.cells[1:]:
            key = cell.at["card"]
            lines = {row["measure"]: row for row in self.details.filter(pl.col("key") == key).iter_rows(named=True)}
            row: dict[str, Any] = {"key": key, "card": used[key]["card"], "used": used[key]["share"]}
            row |= {f"association{end}": used[key][f"difference{end}"] for end in ("", "_low", "_high")}
            for name in (OWNER, LENGTH, FIRST):
                if name in lines:
                    line = lines[name]
                    row |= {name: line["difference"], f"{name}_low": line["low"], f"{name}_high": line["high"]}
            if self.main == OWNER:
                row |= _per_use(row)
            row |= {"p": lines[self.main]["p"], "stands_out": flags[key], "blocks": lines[self.main]["blocks"]}
            row["length_stands_out"] = length_flags[key]
            row["differing"] = int(max(line["differing"] for line in lines.values()))
            row["reading"] = _reading(row, self.main, traps.get(key, []))
            rows.append(row)
        return pl.DataFrame(rows, infer_schema_length=None).sort(self.main)

    def _traps(self) -> dict[str, list[str]]:
        """Strategies that do better without a card (Benjamini-Hochberg over all cards and strategies)."""
        lines = self.details.filter(pl.col("group") == "by strategy")
        flags = discoveries(lines["p"].to_list())
        found: dict[str, list[str]] = {}
        for row, flag in zip(lines.iter_rows(named=True), flags, strict=True):
            if flag and row["difference"] > 0:
                found.setdefault(row["key"], []).append(row["measure"].removeprefix("by "))
        return found

    # --- in words ----------------------------------------------------------------------------------

    @property
    def findings(self) -> list[str]:
        flagged = self.table.filter(pl.col("stands_out"))
        what = "the barred player's win rate" if self.main == OWNER else "the starting player's win rate"
        found = [f"{self._shown} to change {what} (Benjamini-Hochberg at 5 %)."]
        for row in flagged.iter_rows(named=True):
            found.append(f"{row['card']}: {self._amount(row, self.main)} pp when barred; {row['reading']}.")
        found += self._length_findings()
        same = self.table.filter(pl.col("differing") == 0)
        for text, part in (
            ("no game changes without", same.filter(pl.col("used") > 0)),
            ("not used in these games:", same.filter(pl.col("used") == 0)),
        ):
            if len(part):
                found.append(f"{text} {words.listed(part['card'].to_list())}.")
        misleading = self.table.filter(pl.col("reading").str.starts_with("goes with"))["card"].to_list()
        if misleading:
            found.append(f"association without shown impact: {words.listed(misleading)}.")
        return found

    @property
    def _shown(self) -> str:
        """3 of 13 cards are shown"""
        flagged = int(self.table["stands_out"].sum())
        return f"{flagged} of {words.counted(len(self.table), self.group.noun)} {'is' if flagged == 1 else 'are'} shown"

    def _length_findings(self) -> list[str]:
        """Cards without which games are shown to take longer, or less long."""
        found = []
        shown = self.table.filter(pl.col("length_stands_out")).sort(pl.col(LENGTH).abs(), descending=True)
        for text, part in (("longer", shown.filter(pl.col(LENGTH) > 0)), ("shorter", shown.filter(pl.col(LENGTH) < 0))):
            if len(part):
                amounts = [
                    f"{row['card']} ({self._amount(row, LENGTH, 1)} rounds)" for row in part.iter_rows(named=True)
                ]
                found.append(f"games get {text} without {words.listed(amounts, 4)}.")
        return found

    @staticmethod
    def _amount(row: dict[str, Any], name: str, scale: float = 100) -> str:
        return words.difference(row[name], row[f"{name}_low"], row[f"{name}_high"], scale)

    @property
    def lines(self) -> list[Lines]:
        owner = [("barred player's win rate", OWNER, 100), ("per use", "per_use", 100)] if self.main == OWNER else []
        columns = [*owner, ("rounds", LENGTH, 1), ("starting player", FIRST, 100)]
        rows = [
            (
                row["card"],
                words.percent(row["used"]),
                words.difference(row["association"], row["association_low"], row["association_high"]),
                *(self._amount(row, name, scale) for _, name, scale in columns),
                f"{_arrow(row, self.main)}{row['reading']}",
            )
            for row in self.table.iter_rows(named=True)
        ]
        header = (
            self.group.noun,
            f"{self._use[0]} by",
            "association",
            *(each[0] for each in columns),
            "reading",
        )
        note = (
            "association: win rate of seats with it minus without, in points, whatever the cause; then the changes when"
            " it is barred, paired over seed blocks: causation, for these strategies only"
        )
        if self.main == OWNER:
            note += "; per use: for players who would have used it"
        most = max(self.left.values())
        if most:
            note += f"; where a barred {self.group.noun} was the only choice it was used: up to {words.percent(most, 0)} of its uses"
        return [Lines("", header, rows, note, texts=("reading",))]

    def drawings(self) -> dict[str, Drawing]:
        owner = self.main == OWNER
        whose = "its user's" if owner else "the starting player's"
        title = f"{self._shown} to change the {'user' if owner else 'starting player'}'s win rate"
        worth = (
            self.table.with_columns(
                impact=-pl.col(self.main),
                impact_low=-pl.col(f"{self.main}_high"),
                impact_high=-pl.col(f"{self.main}_low"),
            )
            .filter(pl.col("differing") > 0)
            .sort("impact", descending=True)
        )
        note = (
            f"Filled: what the {self.group.noun} adds to {whose} win rate, the same {self.table['blocks'][0]:,} seed blocks with"
            " and without it (coloured: shown). Hollow: association of using it with winning. Points of win rate, 95 % intervals."
        )
        drawing = figures.forest(
            worth, worth["card"].to_list(), title, note, "percentage points", filled="impact", hollow="association"
        )
        return {"impact": drawing}


def _arrow(row: dict[str, Any], name: str) -> str:
    return ("▼ " if row[name] < 0 else "▲ ") if row["stands_out"] else ""


def _per_use(row: dict[str, Any]) -> dict[str, float | None]:
    """The change for a player who would have used the card: barring it does nothing to the others.

    None for a card that is used so seldom that this could be anything.
    """
    known = row["used"] > (row[f"{OWNER}_high"] - row[f"{OWNER}_low"]) / 2
    return {f"per_use{end}": row[f"{OWNER}{end}"] / row["used"] if known else None for end in ("", "_low", "_high")}


def _reading(row: dict[str, Any], main: str, traps: list[str]) -> str:
    if row["differing"] == 0:
        return "never matters: no game changes" if row["used"] else "not used in these games"
    if main == FIRST:
        longer = "longer" if row[LENGTH] > 0 else "shorter"
        changes = ["shifts the seats"] * row["stands_out"] + [f"{longer} games without it"] * row["length_stands_out"]
        return ", ".join(changes) or "no change shown"
    trap = f"a trap for {words.listed(traps)}" if traps else ""
    if row["stands_out"] and row[main] < 0:
        return ", ".join(filter(None, ["strong, seldom used" if row["used"] < _SELDOM else "strong", trap]))
    if row["stands_out"]:
        return trap or "a trap: players do better without it"
    if trap:
        return trap
    if row["per_use"] is None or max(-row["per_use_low"], row["per_use_high"]) > _SMALL:
        return "not known: too few games"
    if row["association_low"] is not None and row["association_low"] > 0:
        return "goes with winning, does not cause it"
    if row["association_high"] is not None and row["association_high"] < 0:
        return "goes with losing, does not cause it"
    return "popular, not strong" if row["used"] >= _POPULAR else "no impact shown"
