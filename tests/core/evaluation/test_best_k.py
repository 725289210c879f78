"""The best k with the stretches that are not significantly worse."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

import lwnb_core as lw
from lwnb_core.evaluation.best_k import best_k
from lwnb_core.evaluation.curves import accuracy_curve


def test_in_folds_it_is_the_corrected_t_test() -> None:
    result = accuracy_curve([lw.KNN()], lw.sample("glass"), "repeated-cv", range(1, 60, 3), runs=2, folds=5)
    curve = result["KNN"]
    found = best_k(curve)
    at = curve.ks.tolist().index(found.k)
    assert found.accuracy == curve.accuracy.max()
    assert at == np.argmax(curve.accuracy)
    inside = [any(a <= k <= b for a, b in found.ranges) for k in curve.ks]
    for i in range(len(curve.ks)):
        mark = lw.corrected_t_test(curve.folds[:, at], curve.folds[:, i], folds=5).mark
        assert inside[i] == (mark != "-")
    assert not all(inside)


def test_without_folds_the_rows_decide() -> None:
    result = accuracy_curve([lw.KNN()], lw.sample("glass"), "loo", range(1, 200, 9))
    curve = result["KNN"]
    found = best_k(curve)
    best = curve.right(found.k)
    inside = [any(a <= k <= b for a, b in found.ranges) for k in curve.ks]
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
    found = best_k(accuracy_curve([lw.KNN()], data, evaluation, [2, 3, 9])["KNN"])  # type: ignore[arg-type]
    assert (found.k, found.accuracy, found.ranges) == (2, 100.0, ((2, 9),))
