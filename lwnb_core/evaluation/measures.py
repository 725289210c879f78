"""How good a learner's posteriors are on test rows whose classes are known."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.local.naive_bayes import FLOOR, first_best

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Measures:
    """Measures of one test fold; rows count by their instance weight.

    Attributes
    ----------
    accuracy
        Percent of the rows that are classified correctly.
    log_loss
        Mean of -ln p(true class), p at least 1e-75.
    brier
        Mean of Σ_c (p_c - [c is true])²: 0 is perfect, 2 is certain and wrong.
    kappa
        Cohen's: agreement beyond what the two sets of labels would have by chance; 1 where chance alone
        agrees always.
    auc
        Area under the ROC curve of each class against the rest, averaged by how frequent the class is; NaN
        where the test rows are all of one class.
    """

    accuracy: float
    log_loss: float
    brier: float
    kappa: float
    auc: float


MEASURES: tuple[str, ...] = tuple(f.name for f in fields(Measures))
# The lowest and the highest value that each can have.
RANGES: dict[str, tuple[float, float]] = {
    "accuracy": (0, 100),
    "log_loss": (0, -math.log(FLOOR)),
    "brier": (0, 2),
    "kappa": (-1, 1),
    "auc": (0, 1),
}
# Less is better here; more is better in the others.
LOSSES: frozenset[str] = frozenset({"log_loss", "brier"})
# Sums of the same fractions in another order differ in the last bits: scores closer than this are equal.
_DECIMALS = 9


def comparable(score: float) -> float:
    """A score without the digits that are rounding errors, for sorting."""
    return round(float(score), _DECIMALS)


def are_best(scores: Floats, *, less_is_better: bool = False) -> NDArray[np.bool_]:
    """Which scores are within 1e-9 of the highest (or the lowest). NaN never is."""
    signed = -scores if less_is_better else scores
    return np.asarray(signed >= np.nanmax(signed) - 10.0**-_DECIMALS)


def best_index(scores: Floats, *, less_is_better: bool = False) -> int:
    """Where the first of the best scores is. Every choice of a best k goes through here, k ascending."""
    return int(np.argmax(are_best(scores, less_is_better=less_is_better)))


def measure(posteriors: Floats, classes: NDArray[np.integer], weights: Floats | None = None) -> Measures:
    """Measure posteriors of shape (t, o) against the true classes of t ≥ 1 test rows."""
    t, o = posteriors.shape
    w = np.ones(t) if weights is None or not np.any(weights) else np.asarray(weights, dtype=np.float64)
    total = w.sum()
    predicted = first_best(posteriors)
    of_truth = posteriors[np.arange(t), classes]
    squares = np.einsum("tc,tc->t", posteriors, posteriors)
    cells = np.asarray(classes, dtype=np.intp) * o + predicted
    matrix = np.bincount(cells, weights=w, minlength=o * o).astype(np.float64).reshape(o, o)
    return Measures(
        accuracy=float(100 * np.trace(matrix) / total),
        log_loss=float(w @ -np.log(np.maximum(of_truth, FLOOR)) / total),
        brier=float(w @ (squares - 2 * of_truth + 1) / total),
        kappa=kappa(matrix),
        auc=auc(posteriors, classes, w),
    )


def kappa(matrix: Floats) -> float:
    """Cohen's kappa of a confusion matrix (true classes down, predicted across)."""
    total = matrix.sum()
    by_chance = float(matrix.sum(axis=0) @ matrix.sum(axis=1) / (total * total))
    agreed = float(np.trace(matrix) / total)
    return (agreed - by_chance) / (1 - by_chance) if by_chance < 1 else 1.0


def auc(posteriors: Floats, classes: NDArray[np.integer], weights: Floats) -> float:
    """One class against the rest, averaged with the weight of the class; NaN if no class has a rest."""
    areas, shares = [], []
    for c in range(posteriors.shape[1]):
        own = classes == c
        if weights[own].sum() > 0 and weights[~own].sum() > 0:
            areas.append(two_class_auc(posteriors[:, c], own, weights))
            shares.append(weights[own].sum())
    return float(np.average(areas, weights=shares)) if areas else float("nan")


def two_class_auc(scores: Floats, positive: NDArray[np.bool_], weights: Floats) -> float:
    """The chance that a positive row scores above a negative one, a tie counting half."""
    _, level = np.unique(scores, return_inverse=True)
    above = np.bincount(level, weights=weights * positive)
    below = np.bincount(level, weights=weights * ~positive)
    beaten = np.cumsum(below) - below / 2
    return float(above @ beaten / (above.sum() * below.sum()))


def summarise(posteriors: Floats, truth: int) -> tuple[NDArray[np.int64], NDArray[np.bool_], Floats, Floats]:
    """Over k: predicted class, whether it is right, -ln p(truth), and Σ (p_c - [c is true])². Shapes (K,)."""
    n = len(posteriors)
    predicted, right = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.bool_)
    loss, brier = np.empty(n), np.empty(n)
    if choice.compiled(0):
        choice.kernels().summarise(posteriors, truth, predicted, right, loss, brier, FLOOR)
        return predicted, right, loss, brier
    predicted[:] = first_best(posteriors)
    of_truth = posteriors[:, truth]
    squares = np.einsum("kc,kc->k", posteriors, posteriors)
    return predicted, predicted == truth, -np.log(np.maximum(of_truth, FLOOR)), squares - 2 * of_truth + 1
