"""Tuning: a planted optimum is found with few candidates, the smallest change wins, failure is said."""

from types import SimpleNamespace

import numpy as np
import pytest

import simcore
from reports.experiments.tuning import Judged, miss
from reports.stats.intervals import Estimate
from reports.stats.verdicts import Check, Measured, judge
from simcore.errors import UserError
from simcore.experiments import tune as tuning
from simcore.experiments.setting import Setting

pytestmark = pytest.mark.xdist_group("experiments")


class Planted(tuning._Search):
    """The search on planted outcomes: `outcome(values)` is the distance from the targets in tolerances."""

    def __init__(self, outcome, *sizes):
        axes = [tuning.Axis(f"x{k}", tuple(map(str, range(size))), 7) for k, size in enumerate(sizes)]
        super().__init__(SimpleNamespace(runs={}), Setting(seed=1), "", axes, {})
        self.outcome = outcome

    def _cell(self, point):
        at = {axis.key: axis.values[index] for axis, index in zip(self.axes, point, strict=True)}
        return self.cells.setdefault(point, SimpleNamespace(name=str(point), at=at))

    def _race(self, cells, alpha):
        for cell in cells:
            loss = self.outcome(*map(int, cell.at.values()))
            self.judged[cell.name] = SimpleNamespace(loss=loss, holds=loss <= 1)


class Noisy(Planted):
    """The search on dice: a candidate's rate is planted, what is seen of it grows with the blocks that are played."""

    def __init__(self, rate, size, random):
        super().__init__(rate, size)
        self.random, self.blocks, self.wins = random, {}, {}
        self.study = SimpleNamespace(runs={}, play=self._play)
        self.how = Setting(seed=1, games=10_000)

    def _cell(self, point):
        cell = super()._cell(point)
        cell.plan = SimpleNamespace(rotations=1)
        return cell

    def _play(self, blocks, *_, cells, grows):
        for cell in cells:
            more = blocks - self.blocks.get(cell.name, 0)
            self.wins[cell.name] = self.wins.get(cell.name, 0) + self.random.binomial(more, self.truth(cell))
            self.blocks[cell.name] = blocks

    def truth(self, cell):
        return self.outcome(*map(int, cell.at.values()))

    def _race(self, cells, alpha):
        tuning._Search._race(self, cells, alpha)

    def _judge(self, cell, alpha):
        blocks = self.blocks[cell.name]
        mean = self.wins[cell.name] / blocks
        estimate = Estimate(mean, max(mean * (1 - mean) / blocks, 1e-9) ** 0.5, blocks, blocks)
        check = Check("x", "x", (Measured("x", estimate),), 0.22, 0.28)
        return Judged(judge([check], alpha), {"x": miss(check)})


def noisy_answers(runs):
    """The present value, 7, has a rate of 18 %; it rises by half a point per step: 15 to 27 do it, 21 best."""
    right = wrong = 0
    for seed in range(runs):
        search = Noisy(lambda x: 0.145 + 0.005 * x, 31, np.random.default_rng(seed))
        answer, _ = search.run()
        if answer is not None:
            inside = 15 <= int(answer.strip("(,)")) <= 27
            right, wrong = right + inside, wrong + (not inside)
    return right / runs, wrong / runs


def test_a_planted_optimum_is_found_in_noise_and_seldom_a_wrong_one():
    right, wrong = noisy_answers(40)
    assert right >= 0.9 and wrong <= 0.05


@pytest.mark.verify
def test_wrong_answers_of_the_search_at_size():
    assert noisy_answers(1000)[1] <= 0.05


def test_a_planted_optimum_is_found_with_few_candidates():
    """The present value is 7; values from 40 on do it."""
    search = Planted(lambda x: 1 + (40 - x) / 20, 91)
    assert search.run()[0] == "(40,)" and len(search.cells) < 20


def test_an_optimum_between_the_first_candidates_is_found():
    search = Planted(lambda x: abs(x - 53) / 2, 91)
    assert search.run()[0] == "(51,)" and len(search.cells) < 30


def test_the_present_rules_stay_when_they_already_do_it():
    assert Planted(lambda x: 0.5, 91).run()[0] == "(7,)"


def test_it_says_when_no_value_does_it():
    search = Planted(lambda x: 2 + abs(x - 20), 91)
    assert search.run()[0] is None
    assert min(search.judged, key=lambda name: search.judged[name].loss) == "(20,)"


def test_two_knobs():
    search = Planted(lambda x, y: (abs(x - 20) + abs(y - 12)) / 3, 31, 21)
    answer, _ = search.run()
    assert answer is not None and len(search.cells) < 80
    x, y = eval(answer)
    assert abs(x - 20) + abs(y - 12) == 3, "the smallest change lies on the border"


def test_real_games_reach_a_target(tmp_path):
    result = simcore.tune(
        "tictactoe", knobs=["rules.side=3,4", "rules.line=3,4"], targets=["first_seat_win_rate=0.45..0.55"],
        games=2000, seed=1, jobs=1, out=tmp_path / "t",
    )  # fmt: skip
    assert result.answer == "rules.side=3, rules.line=4" and "smallest change" in result.verdict
    assert set(result.table["status"]) <= {"PASS", "FAIL", "WARN", "NOT ENOUGH GAMES"} and result.plot().axes


def test_a_precision_ends_the_search(tmp_path):
    """The target's border is where the truth lies: no number of games would tell."""
    result = simcore.tune(
        "tictactoe", knobs=["rules.side=3,4"], targets=["first_seat_win_rate=0.2..0.571"], until="4pp",
        lineup="field:uniform,win_or_block", seed=1, jobs=1, out=tmp_path / "t",
    )  # fmt: skip
    assert all(found.holds is not None or found.half(True) <= 0.04 for found in result.judged.values())
    assert max(run.manifest["games"] for run in result.study.runs.values()) <= 3200


def test_targets_that_conflict_give_a_frontier(tmp_path):
    targets = ["first_seat_win_rate=0.45..0.55", "rounds=..4.2"]
    result = simcore.tune(
        "tictactoe", knobs=["rules.side=3..4", "rules.line=3..4"], targets=targets, games=2000, seed=1, jobs=1,
        out=tmp_path / "t",
    )  # fmt: skip
    assert result.answer is None and "no value in the range does it" in result.verdict
    assert "which is nearest depends on the target" in result.verdict and result.table["frontier"].any()
    names = [tick.get_text() for tick in result.plot("tuning").axes[0].get_yticklabels()]
    assert sorted(names) == ["3, 3", "3, 4", "4, 3", "4, 4"]


def test_median_targets_and_one_knob_draw_a_figure(tmp_path):
    result = simcore.tune(
        "tictactoe", knobs=["rules.side"], targets=["median:rounds=..4"], games=1000, seed=1, jobs=1, out=tmp_path / "t"
    )
    assert result.answer == "rules.side=3" and result.plot("tuning").axes


def test_ranges_and_targets_are_read():
    loaded = simcore.load_scenario("tictactoe")
    assert tuning._axis(loaded, "rules.side=3..4").values == ("3", "4")
    assert tuning._range("", "0..1:0.25", whole=False) == ["0", "0.25", "0.5", "0.75", "1"]
    assert len(tuning._range("", "0..1", whole=False)) == 21
    assert tuning.parse_targets(loaded, []) == {"seat_win_rate": {"near": 0.5, "within": 0.02}}
    assert tuning.parse_targets(loaded, ["median:rounds=3.."]) == {"rounds": {"median_at_least": 3.0}}


@pytest.mark.parametrize(
    ("knobs", "targets", "message"),
    [
        ([], [], "needs a knob"),
        (["rules.sid=3..4"], [], 'did you mean "rules.side"'),
        (["rules.side=3..three"], [], "write a range as 0..5"),
        (["rules.side=3"], [], "needs two values or more"),
        (["rules.side=3..9"], [], "out of range"),
        (["rules.side=3..4"], ["rounds"], "write seats, strategies"),
        (["rules.side=3..4"], ["roundz=3..4"], 'no such measure, did you mean "rounds"'),
        (["rules.side.1=3..4"], [], "it is no list"),
    ],
)
def test_mistakes_are_explained(tmp_path, knobs, targets, message):
    with pytest.raises(UserError, match=message):
        simcore.tune("tictactoe", knobs=knobs, targets=targets, games=100, seed=1, jobs=1, out=tmp_path / "t")
    with pytest.raises(UserError, match="the targets are rates"):
        simcore.tune("tictactoe", knobs=["rules.side=3..4"], until="0.2", out=tmp_path / "t")
