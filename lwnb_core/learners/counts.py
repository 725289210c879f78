"""Nominal columns as one matrix of codes, and weighted counts of values and of pairs of values.

AODE, LBR and TAN are all based on such counts. A pair count is a product of two indicator matrices, and a
matrix product is the fastest way to count; only the values that are requested get a column, so that an
attribute with thousands of values costs no more than its requested values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.errors import SettingsError
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.remedies import Remedy

MISSING = -1


@dataclass(frozen=True, eq=False)
class ValueIds:
    """Numbers the values of all attributes in one sequence: value v of attribute j is `offsets[j] + v`.

    Attributes
    ----------
    sizes
        n_j: declared values of every attribute. Shape (m,).
    offsets
        Number of the first value of every attribute. Shape (m,).
    owners
        The attribute that each value belongs to. Shape (total,).
    """

    sizes: NDArray[np.intp]
    offsets: NDArray[np.intp]
    owners: NDArray[np.intp]

    @classmethod
    def of(cls, attributes: tuple[Attribute, ...]) -> ValueIds:
        sizes = np.array([len(a.values) for a in attributes], dtype=np.intp)
        offsets = np.cumsum(sizes) - sizes
        return cls(sizes, offsets, np.repeat(np.arange(len(sizes)), sizes))

    @property
    def total(self) -> int:
        """The number of values of all attributes together."""
        return len(self.owners)

    def encode(self, instances: Instances | TrainingSet) -> NDArray[np.intp]:
        """Return the value numbers of rows, -1 where missing. Shape (rows, m)."""
        if not instances.columns:
            return np.empty((len(instances.classes), 0), dtype=np.intp)
        codes = np.stack(instances.columns, axis=1).astype(np.intp)
        return np.where(codes < 0, MISSING, codes + self.offsets)


@dataclass(frozen=True, eq=False)
class NominalRows:
    """Training rows with nominal predictors only, sorted by class, without rows of weight 0.

    Attributes
    ----------
    ids
        The numbering of the values.
    values
        Value numbers, -1 where missing. Shape (n, m).
    classes, weights
        Shapes (n,).
    starts
        Rows of class c are `starts[c]` to `starts[c + 1]`. Shape (o + 1,).
    positions
        The position of each row of the training set among these; -1 for rows of weight 0.
    """

    ids: ValueIds
    values: NDArray[np.intp]
    classes: NDArray[np.int32]
    weights: NDArray[np.float64]
    starts: NDArray[np.intp]
    positions: NDArray[np.intp]

    @classmethod
    def of(cls, training: TrainingSet) -> NominalRows:
        ids = ValueIds.of(training.attributes)
        order = np.argsort(training.classes, kind="stable")
        order = order[training.weights[order] > 0]
        positions = np.full(training.n, -1, dtype=np.intp)
        positions[order] = np.arange(len(order))
        classes = training.classes[order]
        return cls(
            ids=ids,
            values=ids.encode(training)[order],
            classes=classes,
            weights=training.weights[order],
            starts=np.searchsorted(classes, np.arange(training.n_classes + 1)),
            positions=positions,
        )

    @property
    def n_classes(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def class_weights(self) -> NDArray[np.float64]:
        """The weight n_c of every class. Shape (o,)."""
        return weigh(self.classes, self.weights, self.n_classes)

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """Whether each value is known. Shape (n, m)."""
        return np.asarray(self.values != MISSING)

    @cached_property
    def complete(self) -> bool:
        """Whether no value is missing at all."""
        return bool(self.present.all())

    @cached_property
    def present_weights(self) -> NDArray[np.float64]:
        """The weight of class c over rows in which attribute j is known. Shape (o, m)."""
        weighted = self.weights[:, None] * self.present
        return np.stack([weighted[self.of_class(c)].sum(axis=0) for c in range(self.n_classes)])

    def value_counts(self) -> NDArray[np.float64]:
        """The weight n_vc of class c with each value. Shape (total, o)."""
        rows, attributes = np.nonzero(self.present)
        cells = self.values[rows, attributes] * self.n_classes + self.classes[rows]
        counts = weigh(cells, self.weights[rows], self.ids.total * self.n_classes)
        return counts.reshape(self.ids.total, self.n_classes)

    def without(self, position: int) -> NominalRows:
        """Return all rows except one."""
        positions = np.where(self.positions == position, -1, self.positions - (self.positions > position))
        return NominalRows(
            ids=self.ids,
            values=np.delete(self.values, position, axis=0),
            classes=np.delete(self.classes, position),
            weights=np.delete(self.weights, position),
            starts=self.starts - (self.starts > position),
            positions=positions,
        )

    def filled(self, stand_ins: NDArray[np.intp]) -> NominalRows:
        """Return the same rows with missing values replaced by a value of each attribute, by number."""
        return replace(self, values=np.where(self.present, self.values, stand_ins))

    def unweighted(self) -> NominalRows:
        """Return the same rows, each of weight 1."""
        return replace(self, weights=np.ones(len(self.weights)))

    def of_class(self, c: int) -> slice:
        return slice(int(self.starts[c]), int(self.starts[c + 1]))

    def indicators(self, columns: NDArray[np.intp], width: int, c: int) -> NDArray[np.float64]:
        """Return 1 where a row of class c has a value. Shape (rows of c, width).

        `columns` has the column of each value, -1 for values that are not requested. Shape (total,).
        """
        return indicators(self.values[self.of_class(c)], columns, width)


def indicators(values: NDArray[np.intp], columns: NDArray[np.intp], width: int) -> NDArray[np.float64]:
    """Return 1 in the columns that `columns` assigns to a row's values. Shape (rows, width)."""
    # There is one more entry at the end, so that -1, a missing value, has no column.
    where = np.append(columns, MISSING)[values]
    result = np.zeros((len(values), width))
    rows, attributes = np.nonzero(where >= 0)
    result[rows, where[rows, attributes]] = 1.0
    return result


def count_cells(
    cells: NDArray[np.intp], weights: NDArray[np.float64], requested: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the weight of the rows in each requested cell, of any number of cells. Shape of `requested`."""
    distinct, where = np.unique(requested, return_inverse=True)
    positions = np.searchsorted(distinct, cells)
    is_requested = positions < len(distinct)
    is_requested[is_requested] = distinct[positions[is_requested]] == cells[is_requested]
    return weigh(positions[is_requested], weights[is_requested], len(distinct))[where].reshape(
        requested.shape
    )


def weigh(cells: NDArray[np.integer], weights: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Return the weight in each of the cells 0 to n - 1. Shape (n,)."""
    return np.asarray(np.bincount(cells, weights, n), dtype=np.float64)


def require_nominal(training: TrainingSet, learner: str) -> None:
    """Refuse numeric predictors, and say what to do about them."""
    numeric = [a.name for a in training.attributes if not a.is_nominal]
    if numeric:
        more = f" and {len(numeric) - 1} more are" if len(numeric) > 1 else " is"
        raise SettingsError(
            f"{learner} needs nominal attributes, but {numeric[0]!r}{more} numeric",
            remedies=[Remedy("discretise", learner)],
        )
