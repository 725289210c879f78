"""Friedman's and Nemenyi's tests against the example and the critical values of Demšar (2006)."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

import lwnb_core as lw
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.friedman import critical_difference, friedman_test
from lwnb_core.evaluation.experiments.results_table import result_grid

# Table 6: AUC of C4.5 and three variants on 14 data sets. Voting has 0.975 twice, with the ranks 2 and 3.
LEARNERS = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
SCORES = np.array(
    [
        [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569], [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657], [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625], [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000], [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975], [0.957, 0.978, 0.946, 0.970],
    ]
)  # fmt: skip
# Table 5a: critical values of the two-tailed Nemenyi test for 2 to 10 learners.
Q = {
    0.05: (1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164),
    0.10: (1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920),
}


@pytest.mark.parametrize("level", Q)
def test_the_critical_values_are_those_that_demsar_prints(level: float) -> None:
    for k, printed in enumerate(Q[level], start=2):
        ours = critical_difference(k, 10, level) / np.sqrt(k * (k + 1) / 60)
        assert ours == pytest.approx(printed, abs=1.1e-3)


def test_the_example_of_demsar() -> None:
    test = friedman_test(LEARNERS, SCORES)
    assert test is not None
    assert test.mean_ranks == pytest.approx((3.143, 2.000, 2.893, 1.964), abs=5e-4)
    n, k = SCORES.shape
    without_ties = 12 * n / (k * (k + 1)) * (np.square(test.mean_ranks).sum() - k * (k + 1) ** 2 / 4)
    assert without_ties == pytest.approx(9.28, abs=5e-3)
    assert test.statistic >= without_ties  # corrected for ties, unlike the paper
    assert test.is_significant
    assert critical_difference(4, 14, 0.10) == pytest.approx(1.12, abs=5e-3)
    assert test.critical_difference == pytest.approx(1.25, abs=5e-3)
    # "The power of the Nemenyi test is not sufficient" at 5 %.
    assert test.different_pairs == ()
    assert test.sentences[0].startswith("Friedman test over 14 data sets: the learners differ significantly")
    assert test.sentences[1].endswith("No two learners do.")


def test_less_can_be_better() -> None:
    one, other = friedman_test(LEARNERS, SCORES), friedman_test(LEARNERS, -SCORES, sign=-1.0)
    assert one == other


def test_pairs_that_are_far_enough_apart() -> None:
    scores = np.array([[0.9, 0.5, 0.7]] * 10)
    test = friedman_test(("a", "b", "c"), scores)
    assert test is not None
    assert test.p == pytest.approx(scipy.stats.chi2.sf(20, 2))
    assert test.critical_difference == pytest.approx(1.05, abs=0.01)
    assert test.different_pairs == (("a", "b"),)
    assert "a is better than b." in test.sentences[1]


def test_equal_learners_do_not_differ() -> None:
    test = friedman_test(("a", "b", "c"), np.full((6, 3), 0.5) + np.array([0, 1e-14, -1e-14]))
    assert test is not None
    assert (test.statistic, test.p, test.different_pairs) == (0.0, 1.0, ())
    assert len(test.sentences) == 1


@pytest.mark.parametrize(("datasets", "learners"), [(4, 3), (5, 2)])
def test_few_data_sets_or_learners_have_no_test(datasets: int, learners: int) -> None:
    assert friedman_test("abc"[:learners], np.random.RandomState(0).rand(datasets, learners)) is None


def results(datasets: int) -> lw.ExperimentResult:
    """Make results of three learners: b always best, c always worst and missing on the last data set."""
    levels = {"a": 80.0, "b": 90.0, "c": 70.0}
    names = tuple(f"d{i}" for i in range(datasets))
    rows = [
        ResultRow(name, spec, spec, 1, fold, 2, "", 10, accuracy=level + fold, log_loss=1 / level)
        for name in names
        for spec, level in levels.items()
        for fold in range(2)
        if (name, spec) != (names[-1], "c")
    ]
    return lw.ExperimentResult(names, tuple(levels), tuple(levels), 0, 1, 2, tuple(rows))


def test_an_experiment_of_five_complete_data_sets_has_the_test() -> None:
    assert results(5).friedman() is None
    result = results(9)
    test = result.friedman()
    assert test is not None
    assert test.datasets == 8
    assert test.mean_ranks == (2.0, 1.0, 3.0)
    assert result.friedman("log_loss") == test  # lower is better for this measure
    assert test.sentences == result_grid(result).notes[1:3]
    assert result.to_dict()["friedman"]["different_pairs"] == [["b", "c"]]
    assert results(5).to_dict()["friedman"] is None
