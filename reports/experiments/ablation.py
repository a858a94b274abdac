"""What is a card worth? The same seed blocks with and without it.

Association (who has the card wins more often) may have other causes; impact has none but the card: deals, seats and
strategies are the same, only the card may not be played. It is the worth of the card to these strategies.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import figures, words
from reports.experiments import paired
from reports.experiments.measures import Measure
from reports.experiments.result import Lines, Result
from reports.figures import Drawing
from reports.findings import CardFindings, Findings
from reports.stats.cards import discoveries

if TYPE_CHECKING:
    from simcore.experiments.study import Study

OWNER, LENGTH, FIRST = "owner", "rounds", "first_seat"
_KNOWN = 0.05  # half width of the impact per use below which "no impact" is an answer
_POPULAR = 0.5  # share of cards that are used less often than a popular one


def _barred_seat(study: "Study") -> pl.Expr:
    """The seat of the barred player: the first of the line-up, one seat further back with every rotation."""
    plan = study.cells[0].plan
    rotation = (pl.col("game") % plan.rotations).cast(pl.Int64)
    return pl.col("seat").cast(pl.Int64) == (plan.players - rotation) % plan.players


def _measures(study: "Study", barred_players: str) -> list[Measure]:
    found = [
        Measure(LENGTH, "rounds", "length", "games", pl.col("rounds"), rate=False),
        Measure(FIRST, "win rate of the starting player", "seats", "seats", pl.col("win"), pl.col("seat") == 0),
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
        return f"{scenario}: {self.cards.group.noun}s barred for {who}"

    @cached_property
    def cards(self) -> CardFindings:
        """Use and association, from the cell in which nothing is barred."""
        return Findings(self.study.runs[self.study.cells[0].name]).cards[0]

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
        used = {row["key"]: row for row in self.cards.of(self.cards.group.main).iter_rows(named=True)}
        popular = sorted(row["share"] for row in used.values())[int(_POPULAR * len(used))]
        main = self.details.filter(pl.col("measure") == self.main)
        flags = dict(zip(main["key"], discoveries(main["p"].to_list()), strict=True))
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
            row["differing"] = int(max(line["differing"] for line in lines.values()))
            row["reading"] = _reading(row, self.main, used[key]["share"] >= popular, traps.get(key, []))
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
        noun = self.cards.group.noun
        what = "the barred player's win rate" if self.main == OWNER else "the starting player's win rate"
        found = [f"{len(flagged)} of {words.counted(len(self.table), noun)} change {what} (Benjamini-Hochberg at 5 %)."]
        for row in flagged.iter_rows(named=True):
            found.append(f"{row['card']}: {self._amount(row, self.main)} pp when barred; {row['reading']}.")
        same = self.table.filter(pl.col("differing") == 0)["card"].to_list()
        if same:
            found.append(f"no game changes without {words.listed(same)}.")
        misleading = self.table.filter(pl.col("reading").str.starts_with("goes with"))["card"].to_list()
        if misleading:
            found.append(f"association without shown impact: {words.listed(misleading)}.")
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
                ("▼" if row[self.main] < 0 else "▲") if row["stands_out"] else "",
                row["reading"],
            )
            for row in self.table.iter_rows(named=True)
        ]
        header = (
            self.cards.group.noun,
            f"{self.cards.group.main} by",
            "association",
            *(each[0] for each in columns),
            "",
            "reading",
        )
        note = (
            "association: win rate of seats with it minus without, in points, whatever the cause; then the changes when"
            " it is barred, paired over seed blocks: causation, for these strategies only; per use: for players who"
            " would have used it"
        )
        return [Lines("", header, rows, note)]

    def drawings(self) -> dict[str, Drawing]:
        flagged = int(self.table["stands_out"].sum())
        noun = self.cards.group.noun
        title = f"{flagged} of {words.counted(len(self.table), noun)} decide games when one may use them"
        if self.main == FIRST:
            title = f"{flagged} of {words.counted(len(self.table), noun)} change the starting player's win rate"
        worth = self.table.with_columns(
            impact=-pl.col(self.main), impact_low=-pl.col(f"{self.main}_high"), impact_high=-pl.col(f"{self.main}_low")
        ).sort("impact", descending=True)
        note = (
            f"Filled: what the {noun} adds to the win rate, the same {worth['blocks'][0]:,} seed blocks with and without it"
            " (coloured: shown). Hollow: association. Points of win rate, 95 % intervals."
        )
        drawing = figures.forest(
            worth, worth["card"].to_list(), title, note, "percentage points", filled="impact", hollow="association"
        )
        return {"impact": drawing}


def _per_use(row: dict[str, Any]) -> dict[str, float | None]:
    """The change for a player who would have used the card: barring it does nothing to the others."""
    ends = ("", "_low", "_high")
    return {f"per_use{end}": row[f"{OWNER}{end}"] / row["used"] if row["used"] else None for end in ends}


def _reading(row: dict[str, Any], main: str, popular: bool, traps: list[str]) -> str:
    if row["differing"] == 0:
        return "never matters: no game changes"
    if main == FIRST:
        return "shifts the seats" if row["stands_out"] else "seats not shown to change"
    trap = f"a trap for {words.listed(traps)}" if traps else ""
    if row["stands_out"] and row[main] < 0:
        return ", ".join(filter(None, ["strong" if popular else "strong, seldom used", trap]))
    if row["stands_out"]:
        return trap or "a trap: players do better without it"
    if trap:
        return trap
    if row["per_use"] is None or (row["per_use_high"] - row["per_use_low"]) / 2 > _KNOWN:
        return "not known: too few games"
    associated = row["association_low"] is not None and (row["association_low"] > 0 or row["association_high"] < 0)
    return (
        "popular, not strong"
        if popular
        else "goes with winning or losing, does not cause it"
        if associated
        else "no impact shown"
    )
