"""Measures of confusion matrices: accuracy, balanced accuracy, Cohen's kappa, Matthews' correlation, F1.

They all need only the diagonal of a matrix and the sums of its rows and columns, which can be kept for every
k of a curve. A stack of matrices is measured at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.read_only import ReadOnlyArrays

Floats = NDArray[np.float64]

# Sums of weights that are this small, compared with the weight of all rows, are rounding errors.
_NOTHING = 1e-12


@dataclass(frozen=True, eq=False)
class Confusion(ReadOnlyArrays):
    """The diagonal and the sums of a confusion matrix, or of a stack of them. Arrays of shape (…, classes).

    Attributes
    ----------
    classes
        Names of the classes.
    right
        Weight of the rows of each class that are classified correctly: the diagonal.
    true, predicted
        Weight of the rows that are of each class, and of those that are predicted to be.
    """

    classes: tuple[str, ...]
    right: Floats
    true: Floats
    predicted: Floats

    @classmethod
    def of_matrix(cls, matrix: Floats, classes: tuple[str, ...] = ()) -> Confusion:
        """Return the totals of matrices with true classes down and predicted ones across. Shape (…, o, o)."""
        matrix = np.asarray(matrix, dtype=np.float64)
        right = np.diagonal(matrix, axis1=-2, axis2=-1)
        return cls(classes, right, matrix.sum(axis=-1), matrix.sum(axis=-2))

    @classmethod
    def of_folds(
        cls,
        folds: NDArray[np.integer],
        n_folds: int,
        true: NDArray[np.integer],
        predicted: NDArray[np.integer],
        weights: Floats,
        classes: tuple[str, ...],
    ) -> Confusion:
        """Return the confusion of every fold, given fold, classes and weight of each test case.

        Its arrays have the shape (n_folds, classes).
        """
        o = len(classes)
        cells = (np.asarray(folds, dtype=np.intp) * o + true) * o + predicted
        counted = np.bincount(cells, weights=weights, minlength=n_folds * o * o)
        return cls.of_matrix(counted.astype(np.float64).reshape(n_folds, o, o), classes)

    @property
    def total(self) -> Floats:
        """The weight of all rows. Shape (…,)."""
        return np.asarray(self.true.sum(axis=-1))

    @property
    def accuracy(self) -> Floats:
        """The percentage of the weight that is classified correctly. Shape (…,)."""
        return _ratio(100 * self.right.sum(axis=-1), self.total)

    @property
    def balanced_accuracy(self) -> Floats:
        """The mean percentage of correct rows over the classes that have rows. Shape (…,)."""
        return _mean_of_known(_ratio(100 * self.right, self.true, self.total[..., None]))

    @property
    def kappa(self) -> Floats:
        """Cohen's kappa; 1 where chance alone always agrees. Shape (…,)."""
        total = self.total
        agreed, by_chance = _ratio(self.right.sum(axis=-1), total), self._agreed_by_chance
        possible = 1 - by_chance
        certain = possible <= _NOTHING
        kappa = (agreed - by_chance) / np.where(certain, 1.0, possible)
        return np.asarray(np.where(certain & (total > 0), 1.0, kappa))

    @property
    def mcc(self) -> Floats:
        """Matthews' correlation coefficient of any number of classes. Shape (…,).

        It is 0 where all rows are of one class, or all predictions are.
        """
        total = self.total
        by_chance = self._agreed_by_chance
        true, predicted = (
            1 - (_ratio(sums, total[..., None]) ** 2).sum(axis=-1) for sums in (self.true, self.predicted)
        )
        spread = np.sqrt(np.maximum(true, 0.0) * np.maximum(predicted, 0.0))
        is_constant = (true <= _NOTHING) | (predicted <= _NOTHING)
        agreed = _ratio(self.right.sum(axis=-1), total)
        mcc = np.clip((agreed - by_chance) / np.where(is_constant, 1.0, spread), -1.0, 1.0)  # rounding
        return np.asarray(np.where(is_constant, 0.0, mcc))

    @property
    def f1_of_classes(self) -> Floats:
        """The harmonic mean of precision and recall of each class. Shape (…, classes).

        It is 0 where no row is classified correctly, and NaN for a class that has neither true nor predicted
        rows, as in scikit-learn with `zero_division=np.nan`.
        """
        return _ratio(2 * self.right, self.true + self.predicted, self.total[..., None])

    @property
    def f1(self) -> Floats:
        """Macro F1: the mean over the classes that have true or predicted rows. Shape (…,)."""
        return _mean_of_known(self.f1_of_classes)

    def f1_of(self, name: str) -> Floats:
        """Return F1 of one class; NaN if there is no class of this name. Shape (…,)."""
        if name not in self.classes:
            return np.full(self.total.shape, np.nan)
        return self.f1_of_classes[..., self.classes.index(name)]

    @property
    def _agreed_by_chance(self) -> Floats:
        """The share that would agree if predictions did not depend on the classes. Shape (…,)."""
        total = self.total
        return _ratio((self.true * self.predicted).sum(axis=-1), total * total)


def confusion_matrix(
    true: NDArray[np.integer], predicted: NDArray[np.integer], weights: Floats, n_classes: int
) -> Floats:
    """Return the weight of the rows of class i (down) that are predicted as class j (across).

    Shape (o, o).
    """
    cells = np.asarray(true, dtype=np.intp) * n_classes + predicted
    counted = np.bincount(cells, weights=weights, minlength=n_classes * n_classes)
    return counted.astype(np.float64).reshape(n_classes, n_classes)


def _mean_of_known(scores: Floats) -> Floats:
    """Return the mean over the classes whose score is not NaN; NaN if there are none. Shape (…,)."""
    known = ~np.isnan(scores)
    return _ratio(np.where(known, scores, 0.0).sum(axis=-1), known.sum(axis=-1).astype(np.float64))


def _ratio(part: Floats, whole: Floats, scale: Floats | None = None) -> Floats:
    """Return the quotient, or NaN where the divisor is 0 (compared with `scale`, where it is given)."""
    part, whole = np.broadcast_arrays(part, whole)
    known = whole > (0.0 if scale is None else _NOTHING * scale)
    return np.asarray(np.divide(part, whole, out=np.full(whole.shape, np.nan), where=known))
