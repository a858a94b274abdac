"""Does the report find what was planted in a run, and judge it against the scenario's targets?"""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from synthetic_runs import World

from reports.findings import CardFindings, Findings, median_interval
from reports.sections import items_of, sections
from reports.sections.model import FigureItem, Note, off_fair
from reports.sections.run import assumed_that_matter
from reports.stats import verdicts
from reports.tables import Bins, quantiles
from reports.terminal import equal_text

pytestmark = pytest.mark.xdist_group("reports")


def findings(world: World, path, parts: int = 2) -> Findings:
    return Findings(world.write(path, parts))


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> Findings:
    """Four players; seat 0 has +5 points; strategy a is strong; card 0 helps by 8 points, card 1 is strategy a's own."""
    world = World(players=4, blocks=3000, seed=1, strategies=("a", "b", "c", "uniform", "weak"))
    random = np.random.default_rng(2)
    strong, weak = world.lineups == 0, world.lineups == 4
    helpful = random.random(world.lineups.shape) < 0.3
    favourite = random.random(world.lineups.shape) < np.where(strong, 0.8, 0.1)
    never = np.zeros_like(helpful)
    dealt = random.random(world.lineups.shape) < 0.25
    world.cards = {
        "dealt": np.stack([dealt, helpful, never], axis=2).astype(np.uint8),
        "played": np.stack([helpful, favourite, never], axis=2).astype(np.uint8),
    }
    world.randomised = ("dealt",)
    world.names = ("Helper", "Favourite", "Ghost")
    world.strength = 0.05 * (np.arange(4) == 0) + 0.1 * strong - 0.15 * weak + 0.08 * helpful + 0.04 * dealt
    world.reasons = ("goal", "deck_empty", "stalemate", "round_cap")
    world.reason = (random.random(world.games) < 0.3).astype(int)
    world.reason[::500] = 3
    found = findings(world, tmp_path_factory.mktemp("planted") / "run")
    found.truth = {
        "seat": world.chances()[:, 0].mean(),
        "played": world.true_effect(helpful, 0.08),
        "dealt": world.true_effect(dealt, 0.04),
    }
    return found


def test_the_starting_player_is_found_wherever_he_sits(tmp_path):
    world = World(players=4, blocks=2000, seed=3)
    world.starting_seat = np.repeat(np.random.default_rng(4).integers(0, 4, world.blocks), world.rotations)
    starts = np.arange(4) == world.starting_seat[:, None]
    world.strength = 0.1 * starts
    found = findings(world, tmp_path / "run")
    truth = world.chances()[starts].mean()
    assert found.seats["low"][0] < truth < found.seats["high"][0] and found.seats["low"][0] > 0.25
    assert found.equal_seats < 1e-6 and found.score_advantage["low"][0] > 0
    assert found.half_way_leader_by_seat["n"].sum() == found.half_way_leader.n
    note = [item.text for item in items_of(sections(found), Note) if "counted from" in item.text]
    assert len(note) == 1


def test_planted_roles_are_found_and_told_from_the_strategies_that_choose_them(tmp_path):
    """Red helps; blue is only the favourite of the strong strategy; seats that are named by a role are no role."""
    world = World(players=3, blocks=4000, seed=5, strategies=("a", "b", "c", "d"))
    random = np.random.default_rng(6)
    strong = world.lineups == 0
    role = np.where(random.random(world.lineups.shape) < np.where(strong, 0.7, 0.2), "blue", "grey")
    role = np.where(random.random(world.lineups.shape) < 0.3, "red", role)
    world.roles = {"side": role, "corner": np.tile(["east", "north", "west"], (world.games, 1))}
    world.strength = 0.15 * strong + 0.08 * (role == "red")
    found = findings(world, tmp_path / "run")
    (side,) = found.roles
    rows = {row["role"]: row for row in side.table.iter_rows(named=True)}
    assert rows["red"]["adjusted_low"] < world.true_effect(role == "red", 0.08) < rows["red"]["adjusted_high"]
    assert rows["blue"]["low"] > rows["grey"]["high"], "as they are played"
    difference = rows["blue"]["adjusted"] - rows["grey"]["adjusted"]
    assert abs(difference) < 0.02, "among the same strategies"
    assert side.matchups.filter(row="red", column="grey")["low"][0] > 0.5
    section = next(each for each in sections(found) if each.key == "roles-side")
    assert section.title == "Sides" and "points" in section.finding
    assert not set(world.roles) & set(found.tables.own_columns["seats"]), "no means of names"


def test_planted_seat_advantage_is_found(planted):
    row = planted.seats.row(0, named=True)
    assert row["low"] < planted.truth["seat"] < row["high"]
    assert row["low"] > 0.25
    assert planted.equal_seats < 1e-6
    assert planted.seats["mean"].sum() == pytest.approx(1)
    assert planted.seats["n"].to_list() == [12_000] * 4
    assert planted.score_advantage["mean"].sum() == pytest.approx(0, abs=1e-9)
    assert planted.score_advantage["low"][0] > 0


def test_every_rank_is_counted(planted):
    assert planted.ranks.group_by("seat").agg(pl.col("mean").sum())["mean"].to_list() == pytest.approx([1.0] * 4)


def test_planted_strategies_are_found(planted):
    assert planted.strategies["strategy"][0] == "a"
    assert planted.strategies["strategy"][-1] == "weak"
    ahead = planted.matchups.filter((pl.col("row") == "a") & (pl.col("column") == "weak")).row(0, named=True)
    behind = planted.matchups.filter((pl.col("row") == "weak") & (pl.col("column") == "a")).row(0, named=True)
    assert ahead["low"] > 0.5
    assert ahead["mean"] + behind["mean"] == pytest.approx(1)
    assert planted.ratings["strategy"][0] == "a"
    assert planted.strategy_ceiling == dict.fromkeys(planted.tables.strategies, 1.0)


def test_titles_claim_no_more_than_is_shown(tmp_path):
    """Nothing is planted here: no title may name a best seat, strategy or role, nor a way to end that favours one."""
    world = World(players=4, blocks=150, seed=11, strategies=("a", "b", "c", "d", "e", "f"))
    random = np.random.default_rng(12)
    world.roles = {"side": random.choice(["red", "blue", "grey"], world.lineups.shape)}
    world.reason = (random.random(world.games) < 0.5).astype(int)
    figures = {item.name: item.title for item in items_of(sections(findings(world, tmp_path / "run")), FigureItem)}
    for name in (
        "seats", "scores", "ranks", "seats-by-strategy", "strategies", "matchups", "roles-side",
        "roles-side-by-strategy", "end-reasons-by-seat", "end-reasons-by-strategy",
    ):  # fmt: skip
        assert figures[name].startswith("No ") and " shown to " in figures[name], name


def test_the_farthest_from_a_fair_share_is_one_that_is_shown_to_be():
    """Seat 1 is farther off, but that may be chance."""
    table = pl.DataFrame({"seat": [0, 1], "mean": [0.27, 0.2], "low": [0.26, 0.1], "high": [0.28, 0.3]})
    assert off_fair(table, 0.25)["seat"] == 0
    assert off_fair(table.tail(1), 0.25) is None


def test_the_test_of_all_seats_does_not_contradict_their_intervals_unsaid():
    seats = pl.DataFrame({"seat": [0, 1], "low": [0.51, 0.4], "high": [0.6, 0.49]})
    clear = equal_text(SimpleNamespace(equal_seats=0.001, seats=seats, fair=0.5))
    assert clear == "no, the seats differ (p = 0.001, Hotelling's test over blocks)"
    torn = equal_text(SimpleNamespace(equal_seats=0.1, seats=seats.head(1), fair=0.5))
    assert torn.endswith("though the interval of seat 0 leaves out its fair share")
    other = equal_text(SimpleNamespace(equal_seats=0.04, seats=seats.head(0), fair=0.5))
    assert other.endswith("though the interval of each seat holds its fair share")


def test_counters_of_the_same_seats_are_shown_once_and_cards_out_of_play_are_named(planted):
    (group,) = planted.cards
    assert group.shown == ["played", "dealt"] and group.absent == ["Ghost"]
    twice = pl.concat([group.table, group.of("played").with_columns(counter=pl.lit("round_of_play"))])
    counters = {**group.group.counters, "round_of_play": "when"}
    same = CardFindings(replace(group.group, counters=counters), twice, group.adjusted_rows)
    assert same.shown == ["played", "dealt"]


def test_planted_card_effect_has_the_right_size(planted):
    (group,) = planted.cards
    helper = group.of("played").row(0, named=True)
    assert helper["adjusted_low"] < planted.truth["played"] < helper["adjusted_high"]
    assert helper["adjusted_low"] > 0
    assert helper["stands_out"]


def test_confounding_by_strategy_is_removed(planted):
    favourite = planted.cards[0].of("played").row(1, named=True)
    assert favourite["difference_low"] > 0.02
    assert favourite["adjusted_low"] < 0 < favourite["adjusted_high"]
    assert not favourite["stands_out"]


def test_randomised_difference_is_found(planted):
    dealt = planted.cards[0].of("dealt").row(0, named=True)
    assert dealt["randomised_low"] < planted.truth["dealt"] < dealt["randomised_high"]
    assert dealt["randomised_low"] > 0
    assert planted.cards[0].of("played")["randomised"].null_count() == 3


def test_alerts_name_what_is_wrong(planted):
    titles = [alert.title for alert in planted.alerts]
    assert "Capped games" in titles
    assert "Cards never played" in titles
    assert "End reasons that never occur" in titles
    assert "weak loses to uniform" in titles
    texts = " ".join(alert.text for alert in planted.alerts)
    assert "Ghost" in texts
    assert "stalemate" in texts
    assert "round cap" not in texts
    assert any("simcore replay" in alert.command for alert in planted.alerts)


def test_default_targets_are_judged(planted):
    found = {each.check.name: each.status for each in planted.verdicts}
    assert found == {"seat_win_rate": "FAIL", "strategy_win_rate": "PASS", "capped_games": "PASS"}


def test_length_and_ends_add_up(planted):
    everything = planted.lengths.filter(pl.col("end_reason") == "all")
    assert everything["n"].to_list() == [12_000] * 3
    assert planted.end_reasons["mean"].sum() == pytest.approx(1)
    assert planted.end_reasons["end_reason"][0] == "goal"
    rounds = planted.tables.games.select("rounds").collect()["rounds"]
    assert everything["q50"][0] == rounds.quantile(0.5, "lower")
    assert planted.capped.mean == pytest.approx(24 / 12_000)


def test_course_of_the_game(planted):
    leaders = planted.half_way_leader
    assert leaders.mean > 0.5
    assert leaders.n + round(planted.half_way_tied.mean * 12_000) == 12_000
    assert planted.half_way_leader_by_seat["n"].sum() == leaders.n


def test_games_worth_reading_are_what_they_say(planted):
    found = {each.why: each.number for each in planted.examples}
    games = planted.tables.games.collect()
    assert set(found) == {"longest", "closest", "largest comeback", "stopped by a cap", "typical"}
    capped = games.row(found["stopped by a cap"], named=True)
    assert capped["end_reason"] == "round_cap"
    comeback = games.row(found["largest comeback"], named=True)["comeback"]
    assert comeback == games.filter(pl.col("end_reason") != "round_cap")["comeback"].max()


# --- targets -------------------------------------------------------------------------------------


def judged(tmp_path, **targets) -> dict[str, str]:
    world = World(players=3, blocks=4000, seed=3, targets=targets)
    return {each.check.title: each.status for each in findings(world, tmp_path / "run").verdicts}


def test_scenario_targets_replace_the_defaults(tmp_path):
    found = judged(
        tmp_path,
        first_seat_win_rate={"near": 1 / 3, "within": 0.02},
        strategy_win_rate={"at_most": 0.3},
        capped_games={"at_most": 0.01},
        rounds={"median_at_most": 14, "at_least": 11},
        turns={"median_at_least": 50},
        half_way_leader_wins={"at_most": 0.9},
        shared_wins={"at_most": 0.01},
        seat_2_win_rate={"at_least": 0.4},
        score={"near": 27, "within": 20},
    )
    assert found == {
        "Win rate of the starting player (seat 0)": verdicts.PASS,
        "Win rate of every strategy": verdicts.FAIL,
        "Capped games": verdicts.PASS,
        "Mean rounds": verdicts.PASS,
        "Median rounds": verdicts.PASS,
        "Median turns": verdicts.FAIL,
        "Half-way leader wins": verdicts.PASS,
        "Shared wins": verdicts.PASS,
        "Win rate of seat 2": verdicts.FAIL,
        "Mean score": verdicts.PASS,
    }


def test_unknown_targets_become_alerts(tmp_path):
    world = World(players=2, blocks=200, targets={"lenght": {"at_most": 3}})
    found = findings(world, tmp_path / "run")
    assert any('"lenght"' in alert.title for alert in found.alerts)
    assert all(each.check.name != "lenght" for each in found.verdicts)


def test_few_games_are_not_enough(tmp_path):
    found = findings(World(players=4, blocks=20, seed=4), tmp_path / "run", parts=1)
    assert {each.status for each in found.verdicts} <= {verdicts.NOT_ENOUGH, verdicts.PASS}
    assert any(alert.title == "Very few games" for alert in found.alerts)


def test_a_field_that_meets_itself_is_measured_by_what_it_can_win(tmp_path):
    world = World(players=4, blocks=500, strategies=("a", "b"), seed=5)
    found = findings(world, tmp_path / "run")
    assert found.strategy_ceiling == {"a": pytest.approx(0.5), "b": pytest.approx(0.5)}
    check = next(each.check for each in found.verdicts if each.check.name == "strategy_win_rate")
    assert check.worst.number == pytest.approx(0.5, abs=0.05)


def test_mirror_runs_have_no_strategy_verdict(tmp_path):
    world = World(players=3, blocks=600, strategies=("a",), kind="mirror", seed=6)
    found = findings(world, tmp_path / "run")
    assert [each.check.name for each in found.verdicts] == ["seat_win_rate", "capped_games"]
    assert found.ratings is None
    assert found.matchups.is_empty()
    assert found.blocks == found.games == 600


def test_cards_in_the_game_by_chance_change_length_and_start(tmp_path):
    world = World(players=4, blocks=3000, seed=7)
    random = np.random.default_rng(8)
    present = np.repeat(random.random((world.blocks, 3)) < 0.5, world.rotations, axis=0)
    world.rounds = (random.poisson(10, world.games) + 2 + 3 * present[:, 0]).astype(int)
    world.strength = 0.1 * present[:, [1]] * (np.arange(4) == 0)
    world.cards = {
        "in_play": np.repeat(present[:, None, :], 4, axis=1).astype(np.uint8),
        "played": (random.random((world.games, 4, 3)) < 0.2).astype(np.uint8) * present[:, None, :],
    }
    world.randomised = ("in_play",)
    found = findings(world, tmp_path / "run").cards[0]
    assert found.for_game == {"in_play"}
    longer, first, neither = found.of("in_play").iter_rows(named=True)
    assert longer["rounds_low"] < 3 < longer["rounds_high"]
    assert first["first_seat_low"] < 0.1 * 0.68 < first["first_seat_high"]
    assert neither["rounds_low"] < 0 < neither["rounds_high"]


def test_median_interval_holds_the_median(tmp_path):
    found = findings(World(players=2, blocks=2000, seed=9), tmp_path / "run")
    middle, (low, high) = median_interval(found, "games", "rounds")
    assert low <= middle <= high
    assert middle == 12


def test_quantiles_of_counts():
    counts = pl.DataFrame({"value": [3, 1, 2], "count": [1, 5, 4]})
    assert quantiles(counts, [0, 0.5, 0.51, 0.9, 0.91, 1]) == [1, 1, 2, 2, 3, 3]


def test_histogram_intervals_are_over_blocks(tmp_path):
    world = World(players=4, blocks=800, seed=11)
    world.rounds = np.repeat(np.random.default_rng(12).integers(5, 15, world.blocks), world.rotations)
    found = findings(world, tmp_path / "run")
    bins = Bins.of(found.tables.counts("games", "rounds"))
    assert (bins.first, bins.step, bins.number) == (5, 1, 10)
    half = bins.half_widths(found.tables.games, "rounds", found.blocks)
    share = np.bincount(world.rounds - 5) / world.games
    assert half == pytest.approx(1.96 * np.sqrt(share * (1 - share) / world.blocks), rel=0.01)


def test_bins_cover_every_value():
    bins = Bins.of(pl.DataFrame({"value": [3, 100, 250], "count": [1, 1, 1]}))
    assert bins.edges[0] < 3
    assert bins.edges[-1] > 250
    assert bins.number <= 45


def test_runs_too_large_to_keep_give_the_same_numbers(tmp_path, monkeypatch):
    run = World(players=3, blocks=300, seed=13).write(tmp_path / "run", parts=7)
    kept = Findings(run)
    monkeypatch.setattr("reports.tables._KEPT_GAMES", 0)
    scanned = Findings(run)
    for name in ("seats", "strategies", "matchups", "lengths", "score_advantage", "margin_counts"):
        assert_frame_equal(getattr(kept, name), getattr(scanned, name))
    assert kept.examples == scanned.examples


def test_unfinished_runs_are_reported_as_such(tmp_path):
    from simcore import store

    World(players=2, blocks=300, seed=10).write(tmp_path / "run")
    manifest = store.read_manifest(tmp_path / "run")
    manifest.update(status="interrupted", games=10_000)
    store.write_manifest(tmp_path / "run", manifest)
    found = Findings(store.load(tmp_path / "run"))
    assert found.games == 600
    assert "simcore resume" in found.alerts[0].command


def test_targets_may_be_about_columns_of_the_game_itself(tmp_path):
    from simcore import plan, runner, scenario, store

    games = plan.make(scenario.load("tictactoe"), games=2000, seed=2, lineup="mirror:uniform")
    runner.run(games, tmp_path / "run", jobs=1)
    manifest = store.read_manifest(tmp_path / "run")
    manifest["scenario"]["targets"] = {
        "corners": {"at_least": 0.5, "median_at_most": 3},
        "empty_cells": {"at_most": 0.1},
    }
    store.write_manifest(tmp_path / "run", manifest)
    found = Findings(store.load(tmp_path / "run"))
    judged = {each.check.title: each.status for each in found.verdicts}
    assert judged["Mean corners"] == judged["Median corners"] == verdicts.PASS
    assert judged["Mean empty cells"] == verdicts.FAIL
    assert set(found.styles["column"]) == {"corners", "centre"}


def test_tic_tac_toe_rates_are_the_enumerated_ones(tmp_path):
    from simcore import plan, runner, scenario

    games = plan.make(scenario.load("tictactoe"), games=40_000, seed=1, lineup="mirror:uniform")
    found = Findings(runner.run(games, tmp_path / "run", jobs=1))
    first = found.seats.row(0, named=True)
    assert first["low"] < 0.5849 + 0.1270 / 2 < first["high"]
    shared = found.shared
    assert shared.mean == pytest.approx(0.1270, abs=4 * shared.se)


def test_assumed_values_that_matter_are_quoted_from_a_sensitivity_study(tmp_path):
    found = findings(World(players=2, blocks=100, seed=11), tmp_path / "run")
    name = found.scenario["name"]
    assert assumed_that_matter(found).endswith(f"simcore sensitivity {name}")
    study = {"scenario": name, "command": "", "assumed values": ["prices: all."], "conclusions": ["survives: seat 0."]}
    (tmp_path / "prices").mkdir()
    (tmp_path / "prices" / "sensitivity.json").write_text(json.dumps(study))
    assert assumed_that_matter(found).endswith("from prices: Prices: all. Survives: seat 0.")
