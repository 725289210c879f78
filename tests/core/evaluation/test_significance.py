"""The corrected resampled t-test: by hand, and against every mark in the paper's Tables 2 and 3."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import lwnb_core as lw
from tests.core.fixtures import printed, prototype_folds


def test_t_by_hand() -> None:
    # d = 1, 3, 2, 2 → mean 2, variance 2/3; t = 2/√((1/4 + 1/9)·2/3) = 4.0762, 3 degrees of freedom.
    comparison = lw.corrected_t_test([80, 80, 80, 80], [81, 83, 82, 82])
    assert comparison.difference == pytest.approx(2)
    assert comparison.t == pytest.approx(2 / math.sqrt((1 / 4 + 1 / 9) * 2 / 3))
    assert comparison.t == pytest.approx(4.0762, abs=5e-5)
    # The critical value of t with 3 degrees of freedom is 3.182: significant at 5 %, not at 2 % (4.541).
    assert comparison.mark == "+"
    assert lw.corrected_t_test([80, 80, 80, 80], [81, 83, 82, 82], level=0.02).mark == ""


def test_the_critical_value_with_99_degrees_of_freedom() -> None:
    """It is 1.9842 in every table; a t on either side of it decides the mark."""
    d = np.tile([1.0, -1.0], 50)
    unit = math.sqrt((1 / 100 + 1 / 9) * d.var(ddof=1))
    assert lw.corrected_t_test(np.zeros(100), d + 1.984 * unit).mark == ""
    assert lw.corrected_t_test(np.zeros(100), d + 1.9845 * unit).mark == "+"
    assert lw.corrected_t_test(np.zeros(100), d - 1.9845 * unit).mark == "-"


def test_the_number_of_folds_sets_the_correction() -> None:
    """With two folds the test set is as large as the training set, so 1/n₂ = 1."""
    comparison = lw.corrected_t_test([0, 0, 0, 0], [1, 3, 2, 2], folds=2)
    assert comparison.t == pytest.approx(2 / math.sqrt((1 / 4 + 1) * 2 / 3))


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=2, max_size=30))
def test_swapping_the_two_turns_the_sign(pairs: list[tuple[float, float]]) -> None:
    one, other = zip(*pairs, strict=True)
    forth, back = lw.corrected_t_test(one, other), lw.corrected_t_test(other, one)
    assert (forth.t, forth.p) == (-back.t, back.p)
    assert forth.mark == {"+": "-", "-": "+", "": ""}[back.mark]
    assert 0 <= forth.p <= 1


@given(st.lists(st.floats(-5, 5), min_size=3, max_size=30).filter(lambda d: np.var(d) > 1e-6))
def test_the_correction_only_makes_more_cautious(d: list[float]) -> None:
    plain = stats.ttest_1samp(d, 0.0)
    ours = lw.corrected_t_test(np.zeros(len(d)), d)
    assert abs(ours.t) <= abs(plain.statistic) + 1e-12
    assert ours.p >= plain.pvalue - 1e-12


def test_no_variance_gives_no_mark() -> None:
    assert lw.corrected_t_test([90.0] * 10, [90.0] * 10).mark == ""
    assert lw.corrected_t_test([90.0] * 10, [95.0] * 10).mark == ""
    assert lw.corrected_t_test([90.0], [95.0]).mark == ""
    # One more row is right in every fold; the differences vary only by rounding.
    base = np.array([100 * (i / 15) for i in range(10)])
    other = np.array([100 * ((i + 1) / 15) for i in range(10)])
    assert len(set((other - base).tolist())) > 1
    assert lw.corrected_t_test(base, other).mark == ""


@pytest.mark.parametrize(
    ("base", "other"), [([1, 2, 3], [1, 2]), ([1, 2, 3], [1]), ([], []), ([[1, 2]], [[1, 2]])]
)
def test_folds_that_do_not_pair_are_refused(base: list[float], other: list[float]) -> None:
    with pytest.raises(lw.SettingsError):
        lw.corrected_t_test(base, other)


@pytest.mark.parametrize("folds", [1, 0, -1])
def test_fewer_than_two_folds_are_refused(folds: int) -> None:
    with pytest.raises(lw.SettingsError):
        lw.corrected_t_test([1, 2], [2, 4], folds=folds)


COLUMNS = [
    (2, "LWNB_50", "LWNB_30"),
    (2, "LWNB_50", "LWNB_100"),
    (2, "LWNB_50", "NB"),
    (2, "LWNB_50", "KNNDW_5"),
    (2, "LWNB_50", "KNNDW_10"),
    (2, "LWNB_50", "KNNDW_20"),
    (3, "LWNBD_50", "LWNBD_30"),
    (3, "LWNBD_50", "LWNBD_100"),
    (3, "LWNBD_50", "NBD"),
    (3, "LWNBD_50", "AODE"),
]


@pytest.mark.parametrize(("table", "base", "column"), COLUMNS)
def test_marks_are_those_of_the_paper(table: int, base: str, column: str) -> None:
    """All 37 agree in every column except KNNDW's, where missing numeric values differ (labor)."""
    folds = prototype_folds()
    ours = {
        dataset: lw.corrected_t_test(folds[dataset, base], folds[dataset, column]).mark
        for dataset in printed(table)
    }
    theirs = {dataset: row[f"{column}_mark"] for dataset, row in printed(table).items()}
    if column == "KNNDW_20":
        del ours["labor"], theirs["labor"]
    assert ours == theirs
