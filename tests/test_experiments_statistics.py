"""The statistics of studies: paired differences, intervals that allow peeking, the sequential test."""

import math

import numpy as np
import polars as pl
import pytest

from reports.experiments import paired, sequential
from reports.experiments.comparison import with_changes
from reports.experiments.measures import Measure
from reports.experiments.sequential import Sprt
from reports.stats import multiple

pytestmark = pytest.mark.xdist_group("experiments")

WIN = Measure("win", "win", "seats", "seats", pl.col("win"))


def differences(first, second, rows=2.0):
    """One measure: block sums of two cells with `rows` rows in each block."""
    sizes = np.full((1, len(first)), rows)
    return paired.differences(paired.Sums.of((first[None] * rows, sizes), (second[None] * rows, sizes)))


def line(found, *, anytime=False):
    return paired.table([WIN], found, anytime=anytime).row(0, named=True)


def test_a_cell_against_itself_is_exactly_zero():
    values = np.random.default_rng(1).random(1000)
    row = line(differences(values, values.copy()))
    assert row["difference"] == 0 and row["se"] == 0 and row["p"] == 1 and row["differing"] == 0
    assert row["low"] < 0 < row["high"] < 0.005, "blocks not yet played may differ: rule of three"


def test_the_difference_equals_a_paired_t_test():
    from scipy import stats

    random = np.random.default_rng(2)
    first = random.random(300)
    second = first + random.normal(0.02, 0.1, 300)
    row = line(differences(first, second))
    test = stats.ttest_rel(second, first)
    assert row["difference"] == pytest.approx(np.mean(second - first))
    assert row["p"] == pytest.approx(test.pvalue)
    assert (row["low"], row["high"]) == pytest.approx(tuple(test.confidence_interval()))


def test_unequal_numbers_of_rows_are_weighed():
    random = np.random.default_rng(3)
    sizes = random.integers(0, 4, (1, 5000)).astype(float)
    first, second = (random.binomial(sizes.astype(int), rate).astype(float) for rate in (0.3, 0.4))
    found = paired.differences(paired.Sums.of((first, sizes), (second, sizes)))
    assert found.difference[0] == pytest.approx((second.sum() - first.sum()) / sizes.sum())
    residuals = (second - first - found.difference * sizes)[0]
    assert found.se[0] == pytest.approx(math.sqrt((residuals**2).sum() * 5000 / 4999) / sizes.sum())


def test_slices_add_up():
    random = np.random.default_rng(4)
    first, second = random.random((2, 1000))
    whole = differences(first, second)
    sizes = np.full((1, 500), 2.0)
    halves = [
        paired.Sums.of((first[None, k] * 2, sizes), (second[None, k] * 2, sizes))
        for k in (slice(500), slice(500, None))
    ]
    assert paired.differences(halves[0] + halves[1]).se[0] == pytest.approx(whole.se[0])


def test_shared_luck_saves_games():
    random = np.random.default_rng(5)
    luck = random.normal(0, 0.3, 20_000)
    first, second = (0.5 + luck + random.normal(0, 0.1, 20_000) for _ in range(2))
    assert differences(first, second).saving[0] == pytest.approx((0.09 + 0.01) / 0.01, rel=0.05)
    apart = differences(first, random.permutation(second))
    assert apart.saving[0] == pytest.approx(1, rel=0.05)


@pytest.mark.parametrize(("effect", "least", "most"), [(0.0, 0.03, 0.07), (0.03, 0.75, 1.0)])
def test_null_effects_are_rejected_at_five_percent_and_planted_ones_found(effect, least, most):
    random = np.random.default_rng(6)
    rejected = 0
    for _ in range(1000):
        first = random.binomial(2, 0.5, 2000) / 2
        second = random.binomial(2, 0.5 + effect, 2000) / 2
        rejected += line(differences(first, second))["p"] < 0.05
    assert least < rejected / 1000 < most


def missed(values, truth, first=50):
    """Whether any of the anytime-valid intervals from block `first` on misses the truth: values are runs x blocks."""
    blocks = np.arange(1, values.shape[1] + 1)
    mean = values.cumsum(axis=1) / blocks
    sd = np.sqrt(np.maximum((values**2).cumsum(axis=1) / blocks - mean**2, 0) * blocks / np.maximum(blocks - 1, 1))
    sd = sequential.cautious_sd(sd, blocks, 1.0)
    outside = np.abs(mean - truth) > sequential.half_width(sd, blocks, 0.05)
    return outside[:, first:].any(axis=1).mean()


def test_peeking_after_every_block_does_no_harm():
    random = np.random.default_rng(7)
    differences = random.choice([-1, -0.5, 0, 0.5, 1], p=[0.05, 0.15, 0.55, 0.2, 0.05], size=(1000, 5000))
    assert missed(differences, 0.025) < 0.05
    rare = random.choice([0, 1.0], p=[0.99, 0.01], size=(1000, 5000))
    assert missed(rare, 0.01) < 0.05


@pytest.mark.verify
@pytest.mark.parametrize("rate", [0.003, 0.02, 0.1, 0.5])
def test_peeking_at_size(rate):
    random = np.random.default_rng(8)
    batches = [missed((random.random((250, 20_000)) < rate).astype(float), rate) for _ in range(16)]
    assert np.mean(batches) < 0.05


def test_ordinary_intervals_do_not_survive_peeking():
    random = np.random.default_rng(9)
    values = random.normal(0, 1, (300, 5000))
    blocks = np.arange(1, 5001)
    ordinary = np.abs(values.cumsum(axis=1) / blocks) > 1.96 / np.sqrt(blocks)
    assert ordinary[:, 50:].any(axis=1).mean() > 0.25


def test_the_price_of_peeking_is_moderate():
    ratio = sequential.half_width(1.0, sequential.TIGHTEST_AT) / (1.96 / math.sqrt(sequential.TIGHTEST_AT))
    assert 1.3 < ratio < 1.7


def test_the_p_value_is_where_the_interval_touches_zero():
    p = float(sequential.p_value(0.05, 0.4, 700))
    assert float(sequential.half_width(0.4, 700, p)) == pytest.approx(0.05)


def sprt_answers(test, truth, runs, seed):
    random = np.random.default_rng(seed)
    values = random.choice([-0.5, 0, 0.5], p=[0.25 - truth / 2, 0.5, 0.25 + truth / 2], size=(runs, 20_000)) + truth / 2
    answers = []
    for row in values:
        for blocks in (100 * k for k in range(1, 201)):
            part = row[:blocks]
            decided = test.decision(test.evidence(part.mean(), part.std(ddof=1), blocks))
            if decided is not None:
                answers.append(decided)
                break
    return np.mean(answers), len(answers)


def test_the_sequential_test_keeps_its_error_rates():
    test = Sprt(0.04)
    wrong, decided = sprt_answers(test, 0.0, 400, 10)
    assert wrong < 0.08 and decided == 400
    right, decided = sprt_answers(test, 0.04, 400, 11)
    assert right > 0.92 and decided == 400


def test_the_sequential_test_equals_the_normal_log_likelihood_ratio():
    from scipy import stats

    random = np.random.default_rng(12)
    values = random.normal(0.01, 0.2, 500)
    test = Sprt(0.02)
    sd = 0.2
    exact = (stats.norm.logpdf(values, 0.02, sd) - stats.norm.logpdf(values, 0, sd)).sum()
    assert test.evidence(values.mean(), sd, 500) == pytest.approx(exact)
    assert test.bounds == pytest.approx((-math.log(19), math.log(19)))


@pytest.mark.parametrize("size", [1, 7, 40])
def test_corrections_for_several_tests_equal_those_of_statsmodels(size, monkeypatch):
    from statsmodels.stats.multitest import multipletests

    monkeypatch.setattr("gc.collect", lambda *_: 0)
    random = np.random.default_rng(size)
    for _ in range(50):
        values = (random.random(size) ** random.choice([1, 4])).round(2)
        assert multiple.holm(values, 0.05).tolist() == multipletests(values, 0.05, method="holm")[0].tolist()
        shown = multipletests(values, 0.05, method="fdr_bh")[0].tolist()
        assert multiple.benjamini_hochberg(values, 0.05).tolist() == shown
    assert multiple.holm([], 0.05).tolist() == multiple.benjamini_hochberg([], 0.05).tolist() == []


def test_the_planned_number_of_blocks_is_where_the_interval_is_narrow_enough():
    blocks = sequential.blocks_until(0.4, 0.02, rate=True)
    narrow, wide = (float(sequential.known_to(0.4 / n**0.5, n, 0.05, True)) for n in (blocks, blocks - 1))
    assert narrow <= 0.02 < wide


def test_a_measure_without_rows_is_left_out():
    """A strategy that sits in no game of a small study."""
    nothing, something = np.zeros((1, 10)), np.ones((1, 10))
    sums = paired.Sums.of((np.vstack([nothing, something]),) * 2, (np.vstack([nothing, something]),) * 2)
    absent = Measure("absent", "absent", "strategies", "seats", pl.col("win"))
    for anytime in (False, True):
        assert paired.table([absent, WIN], paired.differences(sums), anytime=anytime)["measure"].to_list() == ["win"]


def test_what_is_called_changed_is_what_its_interval_shows():
    random = np.random.default_rng(13)
    chosen = [
        Measure(f"m{i}", "", group, "seats", pl.col("win")) for group in ("seats", "strategies") for i in range(4)
    ]
    first = random.random((8, 400))
    second = first + random.normal(np.linspace(0, 0.03, 8)[:, None], 0.1, (8, 400))
    sums = paired.Sums.of((first, np.ones((8, 400))), (second, np.ones((8, 400))))
    table = with_changes(paired.table(chosen, paired.differences(sums), anytime=False))
    outside = (table["low"] > 0) | (table["high"] < 0)
    assert 0 < outside.sum() < 8 and table["changed"].to_list() == outside.to_list()
