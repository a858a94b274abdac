"""What the command line prints about a run: the short summary, the seats, the cards.

Tables are drawn with rich on a terminal and as plain columns in a pipe.
"""

import io
import math
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from reports import words
from reports.findings import CardFindings, Findings, RoleFindings
from reports.stats import verdicts
from reports.stats.blocks import of_row
from reports.stats.intervals import CONFIDENCE, simultaneous
from reports.stats.seats import games_for, more_games
from simcore.store import write_atomically

if TYPE_CHECKING:
    from simcore.store import Run

_STYLES = {verdicts.PASS: "green", verdicts.WARN: "yellow", verdicts.FAIL: "bold red", verdicts.NOT_ENOUGH: "cyan"}
_WANTED = 0.005  # half width of a seat's interval that answers the question: 0.5 percentage points
_MIRROR_SHARE = 0.25  # games of each mirror line-up, as a part of the games of the field
_CARD_GAMES = 20_000


# --- after a run ---------------------------------------------------------------------------------


def summary(run: "Run") -> str:
    """Seats, strategies, length, end reasons, verdicts, and the line that makes the report."""
    findings = Findings(run)
    parts: list[RenderableType] = [_head(findings), Text(), _seat_table(findings)]
    if len(findings.tables.strategies) > 1:
        parts += [Text(), _strategy_table(findings)]
    for role in findings.roles:
        parts += [Text(), _role_table(role)]
    parts += [Text(), _length_line(findings), _end_line(findings), Text(), *_verdict_lines(findings.verdicts)]
    parts += [
        Text(),
        unwrapped(f"results  {run.path}"),
        unwrapped(f"report   simcore report {findings.folder}"),
        unwrapped(f"repeat   {findings.command}"),
    ]
    return rendered(parts)


def as_json(run: "Run") -> dict[str, Any]:
    findings = Findings(run)
    return {
        "run": str(run.path),
        "scenario": findings.scenario["name"],
        "players": findings.players,
        "games": findings.games,
        "blocks": findings.blocks,
        "seed": findings.manifest["seed"],
        "lineup": findings.manifest["lineup"]["given"],
        "seats": findings.seats.to_dicts(),
        "strategies": findings.strategies.to_dicts(),
        "roles": {role.column: role.table.to_dicts() for role in findings.roles},
        "length": findings.lengths.filter(pl.col("end_reason") == "all").drop("end_reason").to_dicts(),
        "end_reasons": findings.end_reasons.to_dicts(),
        "verdicts": [_verdict_json(each) for each in findings.verdicts],
        "report": f"simcore report {findings.folder}",
        "repeat": findings.command,
    }


def _verdict_json(verdict: verdicts.Verdict) -> dict[str, Any]:
    check = verdict.check
    low, high = check.interval()
    return {
        "target": check.name,
        "status": verdict.status,
        "wanted": check.wanted,
        "who": check.worst.label,
        "value": check.worst.number,
        "low": low,
        "high": high,
    }


def _head(findings: Findings) -> Text:
    m = findings.manifest
    return Text(
        f"{findings.scenario['name']} · {words.counted(findings.players, 'player')} ·"
        f" {words.counted(findings.games, 'game')} in {words.counted(findings.blocks, 'seed block')} ·"
        f" {words.lineup(m)} · seed {m['seed']}",
        style="bold",
    )


def _seat_table(findings: Findings) -> Table:
    table = _table("seat", "win rate", "against a fair share", "mean score", "games")
    scores = {row["seat"]: row for row in findings.scores.iter_rows(named=True)}
    for row in findings.seats.iter_rows(named=True):
        score = scores[row["seat"]]
        table.add_row(
            f"{row['seat']}{' (starts)' if row['seat'] == 0 else ''}",
            words.rate(row["mean"], row["low"], row["high"]),
            f"{words.points(row['mean'] - findings.fair)} points",
            words.mean_of(score["mean"], score["low"], score["high"]),
            f"{row['n']:,}",
        )
    return table


def _role_table(found: RoleFindings) -> Table:
    table = _table(words.plain(found.column), "win rate", "same strategy and seat", "seats played")
    for row in found.table.iter_rows(named=True):
        effect = words.difference(row["adjusted"], row["adjusted_low"], row["adjusted_high"])
        table.add_row(
            row["role"], words.rate(row["mean"], row["low"], row["high"]), f"{effect} points", f"{row['n']:,}"
        )
    return table


def _strategy_table(findings: Findings) -> Table:
    table = _table("strategy", "win rate", "seats played")
    for row in findings.strategies.iter_rows(named=True):
        table.add_row(row["strategy"], words.rate(row["mean"], row["low"], row["high"]), f"{row['n']:,}")
    return table


def _length_line(findings: Findings) -> Text:
    found = []
    for row in findings.lengths.filter(pl.col("end_reason") == "all").iter_rows(named=True):
        found.append(
            f"{words.number(row['q50'])} {row['measure']} ({words.number(row['q05'])} to {words.number(row['q95'])})"
        )
    return led("length   ", f"median {', '.join(found)}; in brackets 90 % of games")


def _end_line(findings: Findings) -> Text:
    rows = findings.end_reasons.iter_rows(named=True)
    shares = [f"{words.plain(row['end_reason'])} {words.rate(row['mean'], row['low'], row['high'])}" for row in rows]
    return led("ends     ", " · ".join(shares))


def _verdict_lines(found: Sequence[verdicts.Verdict]) -> list[Text]:
    width = max((len(each.status) for each in found), default=0)
    lines = []
    for each in found:
        lines.append(led(f"{each.status:<{width}}  ", verdict_text(each), _STYLES[each.status]))
    tally = "  ".join(f"{status} {sum(each.status == status for each in found)}" for status in verdicts.STATUSES)
    return [*lines, Text(tally, style="bold")]


def verdict_text(verdict: verdicts.Verdict) -> str:
    """Win rate of every seat: seat 0 has 29.1 % ± 0.3; wanted 23 % to 27 %."""
    check = verdict.check
    default = " by default" if check.assumed else ""
    return f"{check.title}: {number_text(check)}; wanted{default} {check.wanted}{_what_then(verdict)}"


def number_text(check: verdicts.Check) -> str:
    """The number under a target that is nearest to leaving it: seat 0 29.1 % ± 0.3."""
    low, high = check.interval()
    number = check.worst.number
    if check.worst.shown is not None:
        shown = f"{words.number(number)} ({words.number(low)} to {words.number(high)})"
    else:
        shown = (words.rate if check.worst.estimate.rate else words.mean_of)(number, low, high)
    return f"{check.worst.label} {shown}" if len(check.measured) > 1 else shown


def _what_then(verdict: verdicts.Verdict) -> str:
    needed = verdict.check.games_needed()
    if verdict.status == verdicts.NOT_ENOUGH and needed < 1e6:
        return f"; {math.ceil(needed * 10) / 10:,.1f} times as many games would tell"
    return "; at the border" if verdict.status == verdicts.WARN else ""


# --- seats ---------------------------------------------------------------------------------------


def seats(target: str, *, seed: int | None = None, players: int | None = None, games: int | None = None) -> str:
    """The starting-player advantage of a run, or of a scenario after playing what it needs."""
    runs = [target] if _is_run(target) else _play_for_seats(target, seed, players, games)
    from simcore import store

    parts: list[RenderableType] = []
    for each in runs:
        parts += [*_seat_answer(Findings(store.load(each))), Text()]
    return rendered(parts[:-1])


def _seat_answer(findings: Findings) -> list[RenderableType]:
    level = simultaneous(findings.players)
    first = of_row(findings.seats.row(0, named=True))
    low, high = first.interval(level)
    advantage = findings.score_advantage.row(0, named=True)
    more = max(more_games(of_row(row), findings.games, _WANTED, level) for row in findings.seats.iter_rows(named=True))
    enough = f"known to ±{100 * _WANTED:.1f} points for every seat: no more games needed"
    lacking = f"for ±{100 * _WANTED:.1f} points in every seat play about {_rounded_up(more):,} more games"
    return [
        _head(findings),
        _seat_table(findings),
        Text(
            f"starting player {words.points(first.mean - findings.fair)} points of win rate"
            f" ({words.points(low - findings.fair)} to {words.points(high - findings.fair)}),"
            f" {words.difference(advantage['mean'], advantage['low'], advantage['high'], 1)} points of score"
            f" above the table's mean"
        ),
        Text(f"all seats equal? {equal_text(findings)}"),
        Text(lacking if more else enough),
        Text("intervals: 95 % for all seats together, over seed blocks", style="dim"),
    ]


def _rounded_up(count: int) -> int:
    """To two figures: 47,008 becomes 48,000."""
    step = 10 ** max(len(str(count)) - 2, 0)
    return math.ceil(count / step) * step


def equal_text(findings: Findings) -> str:
    """The test of all seats together, and whether the intervals of single seats say the same."""
    p = findings.equal_seats
    if p is None:
        return "every block ended alike, nothing to test"
    differ = p < 1 - CONFIDENCE
    off = findings.seats.filter((pl.col("low") > findings.fair) | (pl.col("high") < findings.fair))["seat"].to_list()
    verdict = "no, the seats differ" if differ else "a difference is not shown"
    found = f"{verdict} ({words.p_value(p)}, Hotelling's test over blocks)"
    if differ and not off:
        return f"{found}, though the interval of each seat holds its fair share"
    if off and not differ:
        return f"{found}, though the interval of {words.listed([f'seat {seat}' for seat in off])} leaves out its fair share"
    return found


def _play_for_seats(name: str, seed: int | None, players: int | None, games: int | None) -> list[Path]:
    """The field, then every strategy against itself."""
    from simcore import catalogue, scenario

    loaded = scenario.load(name, players=players)
    wanted = games or games_for(1 / loaded.players, _WANTED, simultaneous(loaded.players))
    mirrors = {
        f"mirror:{strategy}": round(_MIRROR_SHARE * wanted) for strategy in catalogue.strategy_files(loaded.game)
    }
    return _play(name, {"field": wanted, **mirrors}, seed, players)


def _play(name: str, lineups: dict[str, int], seed: int | None, players: int | None) -> list[Path]:
    """Play the line-ups of a scenario into folders under runs/, saying so."""
    from simcore import api, runner, scenario
    from simcore.progress import reporter

    loaded = scenario.load(name, players=players)
    seed = api.draw_seed() if seed is None else seed
    found = []
    for lineup, games in lineups.items():
        out = runner.default_out(f"{loaded.name}-{lineup.replace(':', '-')}", seed)
        words_ = ["simcore", "run", name, "--games", str(games), "--seed", str(seed), "--lineup", lineup]
        words_ += ["--players", str(players)] if players is not None else []
        print(f"playing {games:,} games of {loaded.name}, line-up {lineup}, into {out}", file=sys.stderr)
        api.run(
            loaded,
            games=games,
            seed=seed,
            lineup=lineup,
            out=out,
            reporter=reporter(quiet=not sys.stderr.isatty()),
            command=" ".join(words_),
        )
        found.append(out)
    return found


def refuse_to_play(target: str, **options: Any) -> None:
    """Options about what is to be played go with a scenario, not with a run."""
    from simcore.errors import UserError

    given = [f"--{name}" for name, value in options.items() if value is not None]
    if given and _is_run(target):
        raise UserError(f"{target} is a run, and not played again: {words.listed(given)} only with a scenario")


def _is_run(target: str) -> bool:
    return (Path(target) / "manifest.json").is_file() or (Path(target).is_dir() and os.sep in target)


# --- cards ---------------------------------------------------------------------------------------


class CardListing:
    """The card tables of a run, as text and as JSON; also as CSV in the run folder."""

    def __init__(self, findings: Findings):
        self.findings = findings
        self.path = findings.run.path

    def text(self) -> str:
        parts: list[RenderableType] = [_head(self.findings)]
        for group in self.findings.cards:
            file = self.path / "report" / "tables" / f"{card_file(group)}.csv"
            write_atomically(file, group.table.write_csv().encode())
            parts += [Text(), _card_table(group), Text(_card_note(group)), unwrapped(f"all numbers: {file}")]
        return rendered(parts)

    def as_json(self) -> dict[str, Any]:
        groups = {group.group.noun: group.table.to_dicts() for group in self.findings.cards}
        head = {"run": str(self.path), "scenario": self.findings.scenario["name"], "games": self.findings.games}
        return {**head, "cards": groups, "repeat": self.findings.command}


def cards(target: str, *, seed: int | None = None, players: int | None = None, games: int | None = None) -> CardListing:
    """The cards of a run, or of a scenario after playing it."""
    from simcore import catalogue, scenario, store
    from simcore.errors import UserError

    run = store.load(target) if _is_run(target) else None
    game = run.manifest["scenario"]["game"] if run else scenario.load(target, players=players).game
    if not (run.manifest["cards"] if run else catalogue.game(game).cards):
        raise UserError(f"{game} counts no cards; its columns: simcore describe {game} --columns")
    run = run or store.load(_play(target, {"field": games or _CARD_GAMES}, seed, players)[0])
    return CardListing(Findings(run))


def card_file(group: CardFindings) -> str:
    return f"cards-{group.group.noun.replace(' ', '-')}"


def _card_table(found: CardFindings) -> Table:
    group = found.group
    main = group.main
    chance = [name for name in group.randomised if name not in found.for_game]
    shown = [words.plain(name) for name in found.shown]
    header = [group.noun, *shown, f"win rate if {words.plain(main)}", "association", "adjusted"]
    table = _table(*header, *(f"{words.plain(name)} by chance" for name in chance), "")
    shares = {counter: dict(found.of(counter).select("key", "share").iter_rows()) for counter in found.shown}
    by_chance = {counter: {row["key"]: row for row in found.of(counter).iter_rows(named=True)} for counter in chance}
    for row in found.main.iter_rows(named=True):
        table.add_row(
            row["card"],
            *(words.percent(shares[counter][row["key"]]) for counter in found.shown),
            words.rate(row["win_with"], row["win_with_low"], row["win_with_high"]) if row["n"] else "–",
            words.difference(row["difference"], row["difference_low"], row["difference_high"]),
            words.difference(row["adjusted"], row["adjusted_low"], row["adjusted_high"]),
            *(_by_chance(by_chance[counter][row["key"]]) for counter in chance),
            ("▲" if row["adjusted"] > 0 else "▼") if row["stands_out"] else "",
        )
    return table


def _by_chance(row: dict[str, Any]) -> str:
    return words.difference(row["randomised"], row["randomised_low"], row["randomised_high"])


def _card_note(found: CardFindings) -> str:
    flagged = int(found.main["stands_out"].sum())
    chance = "; by chance: the set-up alone decides, so this difference is unbiased" if found.group.randomised else ""
    absent = f"; not in these games: {words.listed(found.absent)}" if found.absent else ""
    return (
        f"shares of seats with at least one; differences in percentage points of win rate; association is not impact:"
        f" adjusted compares seats of the same strategy, seat and game length{chance}."
        f" {flagged} of {len(found.main)} stand out (▲▼, Benjamini-Hochberg at 5 %){absent}"
    )


# --- drawing -------------------------------------------------------------------------------------


def _table(*header: str) -> Table:
    lines = box.SIMPLE_HEAD if sys.stdout.isatty() else None
    table = Table(box=lines, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for i, name in enumerate(header):
        table.add_column(name, justify="left" if i == 0 else "right", overflow="fold")
    return table


def unwrapped(text: str) -> Text:
    """A path or a command: one line for whoever copies it, whatever the width of the terminal."""
    return Text(text, no_wrap=True, overflow="ignore")


def led(lead: str, text: str, style: str = "") -> Text:
    """A sentence behind a word; on a terminal its further lines are set in below the first."""
    if sys.stdout.isatty():
        rest = textwrap.wrap(text, max(_width() - len(lead), 20), break_long_words=False, break_on_hyphens=False)
        text = f"\n{' ' * len(lead)}".join(rest)
    return Text(lead, style=style).append(text, style="default")


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns


def rendered(parts: Sequence[RenderableType]) -> str:
    """Coloured on a terminal, plain text of unlimited width in a pipe."""
    terminal = sys.stdout.isatty()
    buffer = io.StringIO()
    width = _width() if terminal else 400
    console = Console(
        file=buffer,
        force_terminal=terminal,
        width=width,
        highlight=False,
        markup=False,  # names may contain brackets
        emoji=False,
        soft_wrap=not terminal,
    )
    console.print(Group(*parts), crop=False)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines())
