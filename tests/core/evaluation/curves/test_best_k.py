"""The best k, and the ranges of k that are not significantly worse."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

import lwnb_core as lw
from lwnb_core.evaluation.curves.accuracy_curve import accuracy_curve
from lwnb_core.evaluation.curves.best_k import best_k
from lwnb_core.evaluation.measures import best_index


def test_k_not_worse_in_folds_by_the_corrected_t_test() -> None:
    result = accuracy_curve([lw.KNN()], lw.sample("glass"), "repeated-cv", range(1, 60, 3), runs=2, folds=5)
    curve = result["KNN"]
    actual = best_k(curve)
    at = curve.ks.tolist().index(actual.k)
    assert actual.accuracy == pytest.approx(curve.accuracy.max(), abs=1e-9)
    assert at == np.argmax(np.round(curve.accuracy, 9))
    inside = [any(a <= k <= b for a, b in actual.ranges) for k in curve.ks]
    for i in range(len(curve.ks)):
        mark = lw.corrected_t_test(curve.folds[:, at], curve.folds[:, i], folds=5).mark
        assert inside[i] == (mark != "-")
    assert not all(inside)


def test_k_not_worse_in_leave_one_out_by_the_sign_test() -> None:
    result = accuracy_curve([lw.KNN()], lw.sample("glass"), "loo", range(1, 200, 9))
    curve = result["KNN"]
    actual = best_k(curve)
    best = curve.right(actual.k)
    inside = [any(a <= k <= b for a, b in actual.ranges) for k in curve.ks]
    for i, k in enumerate(curve.ks.tolist()):
        lost, won = int((best & ~curve.right(k)).sum()), int((curve.right(k) & ~best).sum())
        worse = lost > won and binomtest(won, lost + won).pvalue < 0.05
        assert inside[i] == (not worse)
    assert not all(inside)


@pytest.mark.parametrize("evaluation", ["loo", "cv"])
def test_of_equal_accuracies_the_smallest_k_is_best(evaluation: str) -> None:
    data = lw.Dataset.from_columns(
        "one", [lw.Attribute.numeric("x"), lw.Attribute.nominal("c", ("a", "b"))], [range(20), [0] * 20]
    )
    result = best_k(accuracy_curve([lw.KNN()], data, evaluation, [2, 3, 9])["KNN"])  # type: ignore[arg-type]
    assert (result.k, result.accuracy, result.ranges) == (2, 100.0, ((2, 9),))


def test_rounding_does_not_decide_which_k_is_best() -> None:
    """At k = 11 the same fractions, added in another order, give 96 % plus 1e-14."""
    curve = accuracy_curve([lw.LWNB()], lw.sample("iris"), "cv", [1, 2, 11])["LWNB"]
    assert best_k(curve).k == 1


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=12),
    st.lists(st.floats(-4e-10, 4e-10), min_size=12, max_size=12),
    st.booleans(),
)
def test_the_first_of_the_best_scores_is_taken(
    scores: list[int], errors: list[float], less_is_better: bool
) -> None:
    best = min(scores) if less_is_better else max(scores)
    wrong = np.array([score + error for score, error in zip(scores, errors, strict=False)])
    assert best_index(wrong, less_is_better=less_is_better) == scores.index(best)
    with_gap = np.concatenate([[np.nan], wrong])
    assert best_index(with_gap, less_is_better=less_is_better) == scores.index(best) + 1


def test_the_smallest_k_of_labor_s_tied_ones_is_best() -> None:
    curve = accuracy_curve([lw.KNNDW()], lw.sample("labor"), "cv")["KNNDW"]
    assert best_k(curve).k == 5


def test_the_smallest_k_of_ecoli_s_tied_ones_is_best(uci_dir: Path) -> None:
    curve = accuracy_curve([lw.LWNB()], lw.load(uci_dir / "ecoli.arff"), "cv")["LWNB"]
    assert best_k(curve).k == 6
