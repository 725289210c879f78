"""Measures of posteriors that go beyond the predicted classes: log loss, Brier score, AUC."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.local.naive_bayes import FLOOR, first_best

Floats = NDArray[np.float64]


def log_loss(posteriors: Floats, classes: NDArray[np.integer], weights: Floats) -> float:
    """Return the mean of -ln p(true class)."""
    of_truth = posteriors[np.arange(len(classes)), classes]
    return float(weights @ -np.log(np.maximum(of_truth, FLOOR)) / weights.sum())


def brier(posteriors: Floats, classes: NDArray[np.integer], weights: Floats) -> float:
    """Return the mean of Σ_c (p_c - [c is true])²."""
    of_truth = posteriors[np.arange(len(classes)), classes]
    squares = np.einsum("tc,tc->t", posteriors, posteriors)
    return float(weights @ (squares - 2 * of_truth + 1) / weights.sum())


def auc(posteriors: Floats, classes: NDArray[np.integer], weights: Floats) -> float:
    """Return the AUC of each class against the rest, averaged by class weight; NaN if no class has a rest."""
    areas, shares = [], []
    for c in range(posteriors.shape[1]):
        own = classes == c
        if weights[own].sum() > 0 and weights[~own].sum() > 0:
            areas.append(two_class_auc(posteriors[:, c], own, weights))
            shares.append(weights[own].sum())
    return float(np.average(areas, weights=shares)) if areas else float("nan")


def two_class_auc(scores: Floats, positive: NDArray[np.bool_], weights: Floats) -> float:
    """Return the chance that a positive row scores above a negative one, a tie counting half."""
    _, level = np.unique(scores, return_inverse=True)
    above = np.bincount(level, weights=weights * positive)
    below = np.bincount(level, weights=weights * ~positive)
    beaten = np.cumsum(below) - below / 2
    return float(above @ beaten / (above.sum() * below.sum()))


def summarise(posteriors: Floats, truth: int) -> tuple[NDArray[np.int64], NDArray[np.bool_], Floats, Floats]:
    """Compute predicted class, its correctness, -ln p(truth) and Σ (p_c - [c is true])². Shapes (K,)."""
    n = len(posteriors)
    predicted, right = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.bool_)
    loss, brier = np.empty(n), np.empty(n)
    if choice.compiled():
        choice.loops().summarise(posteriors, truth, predicted, right, loss, brier, FLOOR)
        return predicted, right, loss, brier
    predicted[:] = first_best(posteriors)
    of_truth = posteriors[:, truth]
    squares = np.einsum("kc,kc->k", posteriors, posteriors)
    return predicted, predicted == truth, -np.log(np.maximum(of_truth, FLOOR)), squares - 2 * of_truth + 1
