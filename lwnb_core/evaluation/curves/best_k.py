"""The best k with its uncertainty: never just a maximum, but the values that are not significantly worse.

Accuracies in folds are compared by the corrected resampled t-test. Leave-one-out has no folds, so the exact
sign test over the rows on which two values of k differ (McNemar's test) decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import CURVE, TEXT, check_arguments
from lwnb_core.display import html_of
from lwnb_core.evaluation.curves.result import Curve
from lwnb_core.evaluation.measures import CURVE_MEASURES, best_index, measure_named

_LEVEL = 0.05


@dataclass(frozen=True)
class BestK:
    """The smallest k with the best value of a measure, and the values of k that are not significantly worse.

    `ranges` are stretches of computed k, each from its first to its last. If `measure` is not accuracy,
    `accuracy` is the value of that measure.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> curves = lw.accuracy_curve([lw.KNN()], lw.sample("iris"))
    >>> best = lw.best_k(curves["KNN"])
    >>> best.k, best.measure, best.ranges
    (6, 'accuracy', ((1, 53),))
    >>> best.to_dict()
    {'k': 6, 'accuracy': 96.66666666666667, 'not_worse': [[1, 53]]}
    """

    k: int
    accuracy: float
    ranges: tuple[tuple[int, int], ...]
    measure: str = "accuracy"

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def to_dict(self) -> dict[str, Any]:
        return {"k": self.k, self.measure: self.accuracy, "not_worse": [list(r) for r in self.ranges]}


@check_arguments(curve=CURVE, measure=TEXT)
def best_k(curve: Curve, measure: str = "accuracy") -> BestK | None:
    """Find the best k of a curve, and the values of k that are not significantly worse on these test cases.

    Returns None if there is no test for that: without folds, only accuracy has one.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> curves = lw.accuracy_curve([lw.KNN()], lw.sample("iris"))
    >>> best = lw.best_k(curves["KNN"])
    >>> print(f"k = {best.k}: {best.accuracy:.1f} %; not significantly worse: {best.ranges}")
    k = 6: 96.7 %; not significantly worse: ((1, 53),)
    """
    sign = measure_named(measure, CURVE_MEASURES).sign
    values = curve.mean(measure)
    if np.isnan(values).all():
        return None
    best = best_index(sign * values)
    if len(curve.folds) > 1:
        worse = _worse_in_folds(sign * curve.in_folds(measure), best, int(curve.cases.folds.max()) + 1)
    elif measure == "accuracy":
        worse = _worse_by_rows(curve, best)
    else:
        return None
    return BestK(int(curve.ks[best]), float(values[best]), _stretches(curve.ks, ~worse), measure)


def _worse_in_folds(folds: NDArray[np.float64], best: int, per_run: int) -> NDArray[np.bool_]:
    """Whether each k is significantly worse by `corrected_t_test`. Shape (K,)."""
    from scipy.special import stdtr  # slow to load

    folds = folds[~np.isnan(folds).any(axis=1)]
    n = len(folds)
    if n < 2:  # F1 of a rare class is not defined in every fold
        return np.zeros(folds.shape[1], dtype=bool)
    d = folds[:, [best]] - folds
    mean, variance = d.mean(axis=0), d.var(axis=0, ddof=1)
    scale = np.sqrt((1 / n + 1 / max(per_run - 1, 1)) * variance)
    t = np.divide(mean, scale, out=np.zeros_like(mean), where=scale > 1e-9)
    return np.asarray((mean > 0) & (2 * stdtr(n - 1, -np.abs(t)) < _LEVEL))


def _worse_by_rows(curve: Curve, best: int) -> NDArray[np.bool_]:
    """Whether each k is significantly worse by the sign test over rows that only one of two gets right.

    Shape (K,).
    """
    from scipy.special import bdtr  # slow to load

    reference = curve.right(int(curve.ks[best]))
    lost, won = np.empty(len(curve.ks)), np.empty(len(curve.ks))
    for i, k in enumerate(curve.ks):
        right = curve.right(int(k))
        lost[i] = np.count_nonzero(reference & ~right)
        won[i] = np.count_nonzero(right & ~reference)
    p = np.minimum(1.0, 2 * bdtr(np.minimum(lost, won), (lost + won).astype(np.int64), 0.5))
    return np.asarray((lost > won) & (p < _LEVEL))


def _stretches(ks: NDArray[np.int64], good: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Return (first, last) k of every unbroken run of `good`."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(np.int8)))
    return tuple((int(ks[a]), int(ks[b - 1])) for a, b in zip(edges[::2], edges[1::2], strict=True))
