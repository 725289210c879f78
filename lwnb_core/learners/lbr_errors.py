"""Which rows does naive Bayes get wrong when each is left out in turn? LBR asks this thousands of times.

Nothing is fitted anew: leaving row i out takes one from the counts of its own class and its own values, so one
pass counts and a second one scores. Once in numpy, once compiled (where numba is there); both decide alike,
because scores that differ by rounding only are a tie and the first class wins it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.counts import MISSING, NominalRows
from lwnb_core.local.naive_bayes import TIE

# Compiled code must be loaded first, which takes longer than numpy takes for so many values.
_SMALL = 5_000_000

Kernel = Callable[..., None]


class LeaveOneOut:
    """Leave-one-out errors of naive Bayes on some of the rows and some of the attributes.

    As LBR counts them: a missing value counts as the attribute's first, but is skipped where its own row is
    the one left out.

    Attributes
    ----------
    values
        Value numbers, -1 where missing. Shape (n, m).
    filled
        Value numbers without gaps. Shape (n, m).
    classes, weights
        Shapes (n,).
    sizes, offsets
        n_j, and the number of each attribute's first value. Shapes (m,).
    compiled
        Whether compiled code may be used.
    """

    _done: ClassVar[int] = 0  # values looked at so far, by all: a second fold finds compiled code ready

    def __init__(self, rows: NominalRows, *, compiled: bool = True) -> None:
        self.values = np.ascontiguousarray(rows.values, dtype=np.int32)
        self.offsets = rows.ids.offsets.astype(np.int32)
        self.filled = np.where(self.values == MISSING, self.offsets, self.values)
        self.classes = rows.classes
        self.weights = rows.weights
        self.sizes = rows.ids.sizes.astype(np.int32)
        self.n_classes = rows.n_classes
        self.total = rows.ids.total
        # The compiled form knows whole rows only; then every logarithm it needs is one of a whole number.
        self.compiled = compiled and bool((rows.weights == 1).all())
        self._logs = np.log(np.arange(1, len(rows.classes) + int(self.sizes.max(initial=1)) + 2))
        self._logs = np.concatenate([[-np.inf], self._logs])

    def wrong(self, rows: NDArray[np.intp], attributes: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether naive Bayes on the other `rows` and on `attributes` misses each row's class.

        A row of weight 2 is two rows, of which one is left out; a row of weight below 1 is left out whole.
        Shape (rows,).
        """
        # P(v|c) = 1 for every class where there is but one value.
        attributes = attributes[self.sizes[attributes] > 1]
        LeaveOneOut._done += len(rows) * len(attributes)
        kernel = _kernel() if self.compiled and LeaveOneOut._done > _SMALL else None
        if kernel is None:
            return self._with_numpy(rows, attributes)
        wrong = np.empty(len(rows), dtype=np.bool_)
        kernel(
            self.values,
            self.offsets,
            self.sizes,
            self.classes,
            self._logs,
            rows,
            attributes,
            self.n_classes,
            self.total,
            wrong,
        )
        return wrong

    def _with_numpy(self, rows: NDArray[np.intp], attributes: NDArray[np.intp]) -> NDArray[np.bool_]:
        classes, weights, o = self.classes[rows], self.weights[rows], self.n_classes
        chosen = np.ix_(rows, attributes)
        values, known = self.filled[chosen], self.values[chosen] != MISSING
        cells = values * o + classes[:, None]
        counts = np.bincount(cells.ravel(), np.repeat(weights, len(attributes)), self.total * o)
        class_weights = np.bincount(classes, weights, o)

        below = np.log(class_weights + self.sizes[attributes][:, None])
        logs = np.log(counts + 1).reshape(-1, o)[values] - below
        score = np.where(known[:, :, None], logs, 0.0).sum(axis=1) + np.log(class_weights + 1)
        out = np.minimum(weights, 1.0)
        left = class_weights[classes] - out
        own = np.log((counts[cells] - out[:, None] + 1) / (left[:, None] + self.sizes[attributes]))
        score[np.arange(len(rows)), classes] = np.where(known, own, 0.0).sum(axis=1) + np.log(left + 1)
        best = np.argmax(score >= score.max(axis=1, keepdims=True) - TIE, axis=1)
        return np.asarray(best != classes)


@cache
def _kernel() -> Kernel | None:
    """The compiled form, or None where numba is not installed."""
    try:
        from numba import njit
    except ImportError:
        return None
    compiled: Kernel = njit(cache=True, nogil=True, error_model="numpy")(_wrong)
    return compiled


def _wrong(
    values: NDArray[np.int32],
    offsets: NDArray[np.int32],
    sizes: NDArray[np.int32],
    classes: NDArray[np.int32],
    logs: NDArray[np.float64],
    rows: NDArray[np.intp],
    attributes: NDArray[np.intp],
    o: int,
    total: int,
    wrong: NDArray[np.bool_],
) -> None:
    """Fill in `wrong`. Plain loops, to be compiled; `logs[i]` is ln i."""
    counts = np.zeros(total * o, dtype=np.int32)
    class_counts = np.zeros(o, dtype=np.int32)
    for i in rows:
        c = classes[i]
        class_counts[c] += 1
        for j in attributes:
            v = max(values[i, j], offsets[j])
            counts[v * o + c] += 1
    factors = np.empty(total * o)
    for j in attributes:
        for v in range(offsets[j], offsets[j] + sizes[j]):
            for c in range(o):
                factors[v * o + c] = logs[counts[v * o + c] + 1] - logs[class_counts[c] + sizes[j]]
    score = np.empty(o)
    for k in range(len(rows)):
        i = rows[k]
        own = classes[i]
        left = class_counts[own] - 1
        own_score = logs[left + 1]
        for c in range(o):
            score[c] = logs[class_counts[c] + 1]
        for j in attributes:
            v = values[i, j]
            if v >= 0:
                for c in range(o):
                    score[c] += factors[v * o + c]
                own_score += logs[counts[v * o + own]] - logs[left + sizes[j]]
        score[own] = own_score
        best = score.max() - TIE
        first = 0
        while score[first] < best:
            first += 1
        wrong[k] = first != own
