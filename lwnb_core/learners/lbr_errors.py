"""The rows that naive Bayes gets wrong when each is left out in turn, which LBR needs thousands of times.

Nothing is fitted anew: leaving row i out subtracts one from the counts of its own class and its own values,
so one pass counts and a second one scores. There is a numpy form and, if numba is installed, a compiled one;
both decide alike, because scores that differ only by rounding are a tie, which the first class wins.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.learners.counts import MISSING, NominalRows, weigh
from lwnb_core.local.naive_bayes import TIE

_SECONDS = 4e-8  # of numpy's time for a value


class LeaveOneOut:
    """Leave-one-out errors of naive Bayes on some of the rows and some of the attributes.

    They are counted as in LBR: a missing value counts as the attribute's first, but is skipped if its own row
    is the one left out.

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
    """

    _done: ClassVar[int] = 0  # values examined so far by all objects: a second fold finds compiled code ready

    def __init__(self, rows: NominalRows) -> None:
        self.values = np.ascontiguousarray(rows.values, dtype=np.int32)
        self.offsets = rows.ids.offsets.astype(np.int32)
        self.filled = np.where(self.values == MISSING, self.offsets, self.values)
        self.classes = rows.classes
        self.weights = rows.weights
        self.sizes = rows.ids.sizes.astype(np.int32)
        self.n_classes = rows.n_classes
        self.total = rows.ids.total
        # The compiled form handles only whole rows, for which every logarithm is that of a whole number.
        self._whole = bool((rows.weights == 1).all())
        self._logs = np.log(np.arange(1, len(rows.classes) + int(self.sizes.max(initial=1)) + 2))
        self._logs = np.concatenate([[-np.inf], self._logs])
        self._counted = (self.filled * self.n_classes).astype(np.uint32)
        scored = np.where(self.values == MISSING, self.total, self.values)
        self._scored = (scored * self.n_classes).astype(np.uint32)

    def wrong(self, rows: NDArray[np.intp], attributes: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether naive Bayes on the other `rows` and on `attributes` misses each row's class.

        A row of weight 2 is two rows, of which one is left out; a row of weight below 1 is left out whole.
        Shape (rows,).
        """
        # P(v|c) = 1 for every class if the attribute has only one value.
        attributes = attributes[self.sizes[attributes] > 1]
        LeaveOneOut._done += len(rows) * len(attributes)
        if not self._whole or not choice.compiled(LeaveOneOut._done * _SECONDS, module=choice.ERRORS):
            return self._with_numpy(rows, attributes)
        wrong = np.empty(len(rows), dtype=np.bool_)
        choice.loops(choice.ERRORS).leave_one_out_errors(
            self._counted,
            self._scored,
            self.sizes,
            self.offsets,
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
        counts = weigh(cells.ravel(), np.repeat(weights, len(attributes)), self.total * o)
        class_weights = weigh(classes, weights, o)

        below = np.log(class_weights + self.sizes[attributes][:, None])
        logs = np.log(counts + 1).reshape(-1, o)[values] - below
        score = np.where(known[:, :, None], logs, 0.0).sum(axis=1) + np.log(class_weights + 1)
        out = np.minimum(weights, 1.0)
        left = class_weights[classes] - out
        own = np.log((counts[cells] - out[:, None] + 1) / (left[:, None] + self.sizes[attributes]))
        score[np.arange(len(rows)), classes] = np.where(known, own, 0.0).sum(axis=1) + np.log(left + 1)
        best = np.argmax(score >= score.max(axis=1, keepdims=True) - TIE, axis=1)
        return np.asarray(best != classes)
