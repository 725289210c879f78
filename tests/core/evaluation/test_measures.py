"""Each measure against small cases computed by hand, and against scikit-learn where it is installed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lwnb_core.evaluation.confusion import Confusion
from lwnb_core.evaluation.measures import FoldMeasures, measure
from lwnb_core.evaluation.posterior_measures import auc, two_class_auc

# Three rows, two classes: the first and the last are right.
P = np.array([[0.8, 0.2], [0.6, 0.4], [0.3, 0.7]])
TRUE = np.array([0, 1, 1])


def test_accuracy_log_loss_and_brier_by_hand() -> None:
    result = measure(P, TRUE)
    assert result.accuracy == pytest.approx(200 / 3)
    assert result.log_loss == pytest.approx(-(math.log(0.8) + math.log(0.4) + math.log(0.7)) / 3)
    assert result.brier == pytest.approx((2 * 0.2**2 + 2 * 0.6**2 + 2 * 0.3**2) / 3)


def test_kappa_by_hand() -> None:
    # Predicted 0, 0, 1: agreement 2/3; by chance (1·2 + 2·1)/9 = 4/9.
    assert measure(P, TRUE).kappa == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    assert Confusion.of_matrix(np.array([[5.0, 0.0], [0.0, 0.0]])).kappa == 1.0  # chance alone agrees always
    assert Confusion.of_matrix(np.array([[0.0, 5.0], [5.0, 0.0]])).kappa == pytest.approx(-1.0)


def test_balanced_accuracy_by_hand() -> None:
    # One of one row of the first class is right, one of two of the second.
    assert measure(P, TRUE).balanced_accuracy == pytest.approx((100 + 50) / 2)
    # The second class has no test rows.
    assert Confusion.of_matrix(np.array([[3.0, 1.0], [0.0, 0.0]])).balanced_accuracy == pytest.approx(75)


def test_auc_by_hand() -> None:
    # Positives score 0.4 and 0.7, the negative 0.2: both above.
    assert measure(P, TRUE).auc == 1.0
    scores = np.array([0.1, 0.4, 0.4, 0.8])
    positive = np.array([False, True, False, True])
    # Pairs: 0.4 over 0.1, 0.4 against 0.4 (half), 0.8 over both.
    assert two_class_auc(scores, positive, np.ones(4)) == pytest.approx(3.5 / 4)


def test_auc_of_several_classes_is_weighted_by_how_frequent_they_are() -> None:
    p = np.array([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.3, 0.4, 0.3], [0.4, 0.2, 0.4]])
    true = np.array([0, 0, 1, 2])
    of = [two_class_auc(p[:, c], true == c, np.ones(4)) for c in range(3)]
    assert auc(p, true, np.ones(4)) == pytest.approx((2 * of[0] + of[1] + of[2]) / 4)


def test_rows_of_one_class_have_no_auc_but_everything_else() -> None:
    result = measure(np.array([[0.9, 0.1], [0.7, 0.3]]), np.array([0, 0]))
    assert math.isnan(result.auc)
    assert result.accuracy == 100
    assert result.kappa == 1.0


def test_a_weight_of_two_is_the_row_twice() -> None:
    twice = measure(P[[0, 1, 1, 2]], TRUE[[0, 1, 1, 2]])
    weighted = measure(P, TRUE, np.array([1.0, 2.0, 1.0]))
    assert vars(weighted) == pytest.approx(vars(twice), nan_ok=True)


def test_certainty_in_the_wrong_class_costs_much_but_not_everything() -> None:
    result = measure(np.array([[1.0, 0.0]]), np.array([1]))
    assert result.log_loss == pytest.approx(-math.log(1e-75))
    assert result.brier == pytest.approx(2.0)


def test_ties_go_to_the_first_class() -> None:
    assert measure(np.array([[0.5, 0.5]]), np.array([0])).accuracy == 100
    assert measure(np.array([[0.5, 0.5]]), np.array([1])).accuracy == 0


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_scikit_learn(seed: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    random = np.random.RandomState(seed)
    n, o = 60, 2 + seed % 3
    p = random.dirichlet(np.ones(o), n)
    true = np.r_[np.arange(o), random.randint(0, o, n - o)]
    w = random.uniform(0.5, 2, n)
    result = measure(p, true, w)
    predicted = p.argmax(axis=1)
    expected = FoldMeasures(
        accuracy=100 * metrics.accuracy_score(true, predicted, sample_weight=w),
        log_loss=metrics.log_loss(true, p, sample_weight=w),
        brier=float(np.average(((p - np.eye(o)[true]) ** 2).sum(axis=1), weights=w)),
        kappa=metrics.cohen_kappa_score(true, predicted, sample_weight=w),
        balanced_accuracy=100 * metrics.balanced_accuracy_score(true, predicted, sample_weight=w),
        mcc=metrics.matthews_corrcoef(true, predicted, sample_weight=w),
        f1=metrics.f1_score(true, predicted, sample_weight=w, average="macro"),
        auc=float(
            np.average(
                [metrics.roc_auc_score(true == c, p[:, c], sample_weight=w) for c in range(o)],
                weights=[w[true == c].sum() for c in range(o)],
            )
        ),
    )
    assert vars(result) == pytest.approx(vars(expected), nan_ok=True)
