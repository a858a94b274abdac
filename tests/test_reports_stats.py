"""Are the report's intervals, tests and card figures honest? Checked on data whose truth is known."""

import math

import numpy as np
import polars as pl
import pytest

from reports.stats import blocks, cards, ratings, seats, verdicts
from reports.stats.intervals import (
    Estimate,
    effective_size,
    mean_interval,
    rate_interval,
    simultaneous,
)

pytestmark = pytest.mark.xdist_group("reports")


def correlated(random: np.random.Generator, shape: tuple[int, ...], rate: float, spread: float) -> np.ndarray:
    """Wins whose chance differs from block to block (last axis: games of a block)."""
    if spread == 0:
        return (random.random(shape) < rate).astype(float)
    chance = random.beta(rate / spread, (1 - rate) / spread, (*shape[:-1], 1))
    return (random.random(shape) < chance).astype(float)


def coverage(rate: float, spread: float, trials: int, count: int, games: int = 4, seed: int = 1) -> tuple[float, float]:
    """How often the interval over blocks, and the naive one, hold the true rate."""
    random = np.random.default_rng(seed)
    block = correlated(random, (trials, count, games), rate, spread).mean(axis=2)
    mean, se = block.mean(axis=1), block.std(axis=1, ddof=1) / math.sqrt(count)
    low, high = rate_interval(mean, se, np.full(trials, count))
    naive_low, naive_high = rate_interval(mean, np.sqrt(mean * (1 - mean) / (count * games)), np.full(trials, count))
    return float(((low <= rate) & (rate <= high)).mean()), float(((naive_low <= rate) & (rate <= naive_high)).mean())


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.25, 0.5])
@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_intervals_cover_the_truth(rate, spread):
    ours, _ = coverage(rate, spread, trials=2000, count=400)
    assert 0.93 <= ours <= 0.975


@pytest.mark.verify
@pytest.mark.parametrize("rate", [0.02, 0.05, 0.1, 0.25, 0.5, 0.8])
@pytest.mark.parametrize("spread", [0.0, 0.1, 0.5])
def test_intervals_cover_the_truth_at_size(rate, spread):
    ours, _ = coverage(rate, spread, trials=20_000, count=1000)
    assert ours == pytest.approx(0.95, abs=0.01)


def test_naive_intervals_fail_where_games_of_a_block_agree():
    ours, naive = coverage(0.25, spread=0.5, trials=2000, count=400)
    assert ours > 0.93
    assert naive < 0.88


def test_block_intervals_are_shorter_where_rotation_cancels_luck():
    random = np.random.default_rng(2)
    first = random.random(4000) < 0.5
    wins = np.stack([first, ~first], axis=1).mean(axis=1) + 0.02 * random.standard_normal(4000)
    assert wins.std(ddof=1) / math.sqrt(4000) < 0.1 * math.sqrt(0.25 / 8000)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_simultaneous_intervals_cover_all_seats_at_once(players):
    random = np.random.default_rng(players)
    truth = np.linspace(1, 1.6, players)
    truth /= truth.sum()
    trials, count = 1500, 500
    wins = random.multinomial(1, truth, (trials, count))
    mean, se = wins.mean(axis=1), wins.std(axis=1, ddof=1) / math.sqrt(count)
    low, high = rate_interval(mean, se, np.full(mean.shape, count), simultaneous(players))
    held = ((low <= truth) & (truth <= high)).all(axis=1).mean()
    single_low, single_high = rate_interval(mean, se, np.full(mean.shape, count))
    alone = ((single_low <= truth) & (truth <= single_high)).all(axis=1).mean()
    assert held >= 0.935
    assert alone < held


def test_means_cover_the_truth():
    random = np.random.default_rng(3)
    values = random.exponential(5, (2000, 200))
    low, high = mean_interval(values.mean(axis=1), values.std(axis=1, ddof=1) / math.sqrt(200), np.full(2000, 200))
    assert 0.92 <= ((low <= 5) & (high >= 5)).mean() <= 0.97


def test_nothing_seen_is_not_nothing_possible():
    low, high = Estimate(0.0, 0.0, 1000, 1000).interval()
    assert low == 0
    assert 0.003 < high < 0.004
    low, high = Estimate(0.5, 0.0, 1000, 1000).interval()
    assert 0.49 < low < 0.5 < high < 0.51


def test_effective_size_is_the_number_of_games_when_they_are_independent():
    assert effective_size(0.3, math.sqrt(0.3 * 0.7 / 5000), 5000) == pytest.approx(5000, rel=0.002)


def test_estimates_agree_with_cluster_robust_regression():
    from statsmodels.regression.linear_model import OLS

    random = np.random.default_rng(4)
    block = np.sort(random.integers(0, 300, 2000))
    y = (random.random(2000) < 0.2 + 0.3 * (block % 2)).astype(float)
    table = blocks.estimates(pl.LazyFrame({"block": block, "y": y}), "y")
    model = OLS(y, np.ones(2000)).fit(cov_type="cluster", cov_kwds={"groups": block})
    assert table["mean"][0] == pytest.approx(model.params[0])
    assert table["se"][0] == pytest.approx(model.bse[0], rel=2e-3)
    assert table["blocks"][0] == len(np.unique(block))
    assert table["n"][0] == 2000


def test_estimates_by_group_ignore_blocks_without_the_group():
    rows = pl.LazyFrame({"block": [0, 0, 1, 1, 2], "who": ["a", "b", "a", "b", "a"], "y": [1.0, 0.0, 0.0, 0.0, 1.0]})
    table = blocks.estimates(rows, "y", ["who"])
    assert table["who"].to_list() == ["a", "b"]
    assert table["n"].to_list() == [3, 2]
    assert table["mean"].to_list() == pytest.approx([2 / 3, 0])


# --- verdicts ------------------------------------------------------------------------------------


def _check(estimate: Estimate, low: float, high: float) -> verdicts.Check:
    return verdicts.Check("x", "x", (verdicts.Measured("x", estimate),), low, high)


def _statuses(
    truth: float, low: float, high: float, trials: int, checks: int = 4, count: int = 2000
) -> list[list[str]]:
    random = np.random.default_rng(5)
    found = []
    for _ in range(trials):
        wins = random.random((checks, count)) < truth
        estimates = [Estimate(w.mean(), w.std(ddof=1) / math.sqrt(count), count, count) for w in wins]
        found.append([v.status for v in verdicts.judge([_check(each, low, high) for each in estimates])])
    return found


@pytest.mark.parametrize("border", ["low", "high"])
def test_verdicts_are_rarely_wrong_at_the_border(border):
    truth = 0.25
    low, high = (0.25, 0.35) if border == "low" else (0.15, 0.25)
    found = _statuses(truth, low, high, trials=400)
    wrong_pass = np.mean([verdicts.PASS in each for each in found])
    wrong_fail = np.mean([verdicts.FAIL in each for each in found])
    assert wrong_pass <= 0.08
    assert wrong_fail <= 0.08


@pytest.mark.verify
def test_verdicts_are_rarely_wrong_at_size():
    found = _statuses(0.25, 0.23, 0.25, trials=5000, checks=6)
    assert np.mean([verdicts.PASS in each for each in found]) <= 0.056
    assert np.mean([verdicts.FAIL in each for each in found]) <= 0.056


def test_verdicts_find_what_is_clear():
    sure = Estimate(0.25, 0.001, 100_000, 100_000)
    rough = Estimate(0.26, 0.02, 500, 500)
    near = Estimate(0.27, 0.001, 100_000, 100_000)
    off = Estimate(0.30, 0.001, 100_000, 100_000)
    found = verdicts.judge([_check(each, 0.23, 0.27) for each in (sure, rough, near, off)])
    assert [each.status for each in found] == [verdicts.PASS, verdicts.NOT_ENOUGH, verdicts.WARN, verdicts.FAIL]


def test_one_bad_number_fails_the_whole_target():
    good, bad = Estimate(0.25, 0.001, 10_000, 10_000), Estimate(0.29, 0.001, 10_000, 10_000)
    check = verdicts.Check("x", "x", tuple(verdicts.Measured(n, e) for n, e in (("a", good), ("b", bad))), 0.23, 0.27)
    assert verdicts.judge([check])[0].status == verdicts.FAIL
    assert check.worst.label == "b"


def test_rare_events_can_pass_without_ever_being_seen():
    none = Estimate(0.0, 0.0, 5000, 5000)
    assert verdicts.judge([_check(none, -math.inf, 0.01)])[0].status == verdicts.PASS
    few = Estimate(0.0, 0.0, 50, 50)
    assert verdicts.judge([_check(few, -math.inf, 0.01)])[0].status == verdicts.NOT_ENOUGH


def test_no_targets_give_no_verdicts():
    assert verdicts.judge([]) == []


# --- seats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_seat_test_rejects_at_its_level_and_finds_a_planted_advantage(players):
    random = np.random.default_rng(6)
    p = [seats.equal_seats(random.multinomial(1, [1 / players] * players, 600).astype(float)) for _ in range(400)]
    assert 0.02 <= np.mean(np.array(p) < 0.05) <= 0.085
    chances = np.full(players, (1 - 0.1) / players)
    chances[0] += 0.1
    assert seats.equal_seats(random.multinomial(1, chances, 3000).astype(float)) < 1e-4


def test_seat_test_says_nothing_when_nothing_varies():
    assert seats.equal_seats(np.full((100, 2), 0.5)) is None


def test_more_games_shrink_the_interval_to_what_is_wanted():
    estimate = Estimate(0.25, math.sqrt(0.25 * 0.75 / 2000), 2000, 2000)
    more = seats.more_games(estimate, 2000, 0.005)
    assert more + 2000 == pytest.approx(seats.games_for(0.25, 0.005), rel=0.02)
    assert seats.more_games(Estimate(0.25, 1e-4, 10**6, 10**6), 10**6, 0.005) == 0


# --- ratings -------------------------------------------------------------------------------------


def test_ratings_recover_planted_strengths():
    strength = np.array([200.0, 0.0, -200.0])
    random = np.random.default_rng(7)
    chance = 1 / (1 + 10 ** (-(strength[:, None] - strength) / 400))
    upper = np.triu(random.binomial(200, chance, (ratings.GROUPS, 3, 3)), 1)
    ahead = (upper + np.transpose(np.triu(200 - upper, 1), (0, 2, 1))).astype(float)
    found = ratings.ratings(ahead)
    assert found.mean == pytest.approx(strength, abs=8)
    assert (found.low < strength).all()
    assert (strength < found.high).all()


# --- cards ---------------------------------------------------------------------------------------


def test_association_agrees_with_cluster_robust_regression():
    from statsmodels.regression.linear_model import OLS

    random = np.random.default_rng(8)
    count, rows = 1500, 8
    luck = random.random((count, 1))
    x = (random.random((count, rows)) < 0.2 + 0.3 * luck) * random.integers(1, 3, (count, rows))
    win = (random.random((count, rows)) < 0.2 + 0.1 * (x > 0) + 0.2 * luck).astype(float)
    sums = cards.Sums(1, rows)
    half = count // 2 * rows
    for part in (slice(0, half), slice(half, None)):
        sums.add(win.ravel()[part].astype(np.float32), [x.ravel()[part].astype(np.uint8)])
    row = cards.association(sums).row(0, named=True)
    design = np.column_stack([np.ones(count * rows), x.ravel() > 0])
    model = OLS(win.ravel(), design).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(count), rows)}, use_t=True
    )
    assert row["win_without"] == pytest.approx(model.params[0])
    assert row["difference"] == pytest.approx(model.params[1])
    assert [row["difference_low"], row["difference_high"]] == pytest.approx(model.conf_int()[1], abs=2e-4)
    assert row["share"] == pytest.approx((x > 0).mean())
    assert row["copies"] == pytest.approx(x.mean())


def test_adjusted_effect_is_the_regression_with_a_term_per_stratum():
    from statsmodels.regression.linear_model import OLS

    random = np.random.default_rng(9)
    count, rows = 1000, 4
    stratum = random.integers(0, 5, count * rows)
    x = (random.random(count * rows) < 0.1 + 0.15 * stratum).astype(float)
    y = 0.1 * stratum + 0.07 * x + np.repeat(random.standard_normal(count), rows) + random.standard_normal(count * rows)
    found = cards.effect(cards.centred(y, stratum), cards.centred(x, stratum), rows)
    model = OLS(y, np.column_stack([x, np.eye(5)[stratum]])).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(count), rows)}, use_t=True
    )
    assert found.difference == pytest.approx(model.params[0])
    assert [found.low, found.high] == pytest.approx(model.conf_int()[0], rel=0.01)
    assert found.p == pytest.approx(model.pvalues[0], rel=0.02)


def test_many_blocks_taken_together_keep_their_errors(monkeypatch):
    random = np.random.default_rng(10)
    x = random.standard_normal(40_000)
    y = 0.02 * x + np.repeat(random.standard_normal(10_000), 4)
    every = cards.effect(y, x, 4)
    monkeypatch.setattr(cards, "_MOST_CLUSTERS", 1000)
    merged = cards.effect(y, x, 4)
    assert merged.difference == pytest.approx(every.difference)
    assert merged.high - merged.low == pytest.approx(every.high - every.low, rel=0.1)


def test_effect_of_a_card_that_everybody_has_is_unknown():
    assert cards.effect(np.random.default_rng(0).standard_normal(100), np.zeros(100), 4) == cards.Effect()


def _confounded(count: int, by: str, effect: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Wins, presence, strategy and length; the card goes with a strategy (or with long games that it wins)."""
    random = np.random.default_rng(seed)
    strategy = random.integers(0, 3, count)
    length = random.poisson(10, count)
    long = (length - 10) / 10
    if by == "strategy":
        present = random.random(count) < 0.1 + 0.3 * strategy
        chance = 0.15 + 0.1 * strategy + effect * present
    else:
        present = random.random(count) < np.clip(0.3 + 0.6 * long, 0.02, 0.98)
        chance = 0.25 + 0.25 * long * (strategy - 1) + 0.2 * long + effect * present
    win = random.random(count) < np.clip(chance, 0, 1)
    return win.astype(float), present.astype(float), strategy, length


@pytest.mark.parametrize("by", ["strategy", "length"])
@pytest.mark.parametrize("effect", [0.0, 0.05])
def test_planted_confounding_is_removed_by_the_adjusted_estimate(by, effect):
    win, present, strategy, length = _confounded(80_000, by, effect, seed=11)
    raw = win[present > 0].mean() - win[present == 0].mean()
    alike = cards.strata([strategy, cards.length_bins(length)])
    found = cards.effect(cards.centred(win, alike), cards.centred(present, alike), 4)
    assert raw - effect > 0.02
    assert found.difference == pytest.approx(effect, abs=0.012)
    assert (found.low > 0) == (effect > 0)


@pytest.mark.verify
@pytest.mark.parametrize("by", ["strategy", "length"])
def test_adjusted_intervals_cover_at_size(by):
    held = []
    for seed in range(300):
        win, present, strategy, length = _confounded(20_000, by, 0.03, seed)
        alike = cards.strata([strategy, cards.length_bins(length, 30)])
        found = cards.effect(cards.centred(win, alike), cards.centred(present, alike), 4)
        held.append(found.low <= 0.03 <= found.high)
    assert 0.91 <= np.mean(held) <= 0.985


def test_strata_number_every_combination():
    codes = cards.strata([np.array([0, 0, 1, 1, 0]), np.array([5, 7, 5, 7, 5])])
    assert codes[0] == codes[4]
    assert len(set(codes)) == 4


def test_length_bins_hold_about_equal_numbers():
    bins = cards.length_bins(np.random.default_rng(0).integers(0, 1000, 10_000))
    assert len(set(bins)) == 10
    assert np.bincount(bins).min() > 800
    assert set(cards.length_bins(np.full(50, 3))) == {0}


def test_few_false_discoveries_among_many_cards():
    random = np.random.default_rng(12)
    false = [any(cards.discoveries(list(random.random(60)))) for _ in range(300)]
    assert np.mean(false) <= 0.08
    assert cards.discoveries([1e-6, None, 0.5]) == [True, False, False]
    assert cards.discoveries([None, None]) == [False, False]


def test_a_group_without_variation_gets_an_honest_difference():
    win = np.zeros(400, np.float32)
    win[:100] = 1
    present = np.ones(400, np.uint8)
    present[390:] = 0  # ten seats without the card, none of them wins
    sums = cards.Sums(1, 4)
    sums.add(win, [present])
    row = cards.association(sums).row(0, named=True)
    assert row["win_without"] == 0
    assert row["difference_low"] < 0.05
