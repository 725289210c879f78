"""Supervised discretisation by minimum description length (Fayyad & Irani 1993)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import number_text
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import Instances, TrainingSet

Cut = Literal["midpoint", "left"]
Counting = Literal["weights", "rows"]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Discretiser:
    """Cut points found in training rows, one array per predictor (None: not numeric, left unchanged)."""

    attributes: tuple[Attribute, ...]
    cuts: tuple[NDArray[np.float64] | None, ...]

    @classmethod
    def fit(cls, training: TrainingSet, cut: Cut = "midpoint", counting: Counting = "weights") -> Discretiser:
        """Find the cut points of every numeric predictor."""
        cuts = tuple(
            mdl_cuts(column, training.classes, training.weights, training.n_classes, cut, counting)
            if attribute.is_numeric
            else None
            for attribute, column in zip(training.attributes, training.columns, strict=True)
        )
        return cls(training.attributes, cuts)

    @cached_property
    def discretised_attributes(self) -> tuple[Attribute, ...]:
        """Return the resulting predictors: numeric ones become intervals, a single one without cuts."""
        return tuple(
            attribute if cuts is None else Attribute.nominal(attribute.name, interval_names(cuts))
            for attribute, cuts in zip(self.attributes, self.cuts, strict=True)
        )

    @overload
    def discretised(self, rows: TrainingSet) -> TrainingSet: ...
    @overload
    def discretised(self, rows: Instances) -> Instances: ...
    def discretised(self, rows: TrainingSet | Instances) -> TrainingSet | Instances:
        """Return rows as a model behind the discretiser sees them."""
        columns = self.apply(rows.columns)
        if isinstance(rows, Instances):
            return replace(rows, columns=columns)
        return replace(rows, attributes=self.discretised_attributes, columns=columns)

    def apply(self, columns: tuple[NDArray[Any], ...]) -> tuple[NDArray[Any], ...]:
        """Replace numbers by intervals; a value equal to a cut goes left, missing stays missing."""
        return tuple(
            column if cuts is None else codes(column, cuts)
            for column, cuts in zip(columns, self.cuts, strict=True)
        )


def interval_names(cuts: NDArray[np.float64]) -> tuple[str, ...]:
    """Return names such as `(-inf-2.45]`, as Weka writes them."""
    if len(cuts) == 0:
        return ("All",)
    edges = ["-inf", *(number_text(float(c)) for c in cuts), "inf"]
    last = len(edges) - 2
    return tuple(f"({edges[i]}-{edges[i + 1]}{')' if i == last else ']'}" for i in range(last + 1))


def mdl_cuts(
    column: NDArray[np.float64],
    classes: NDArray[np.int32],
    weights: NDArray[np.float64],
    n_classes: int,
    cut: Cut = "midpoint",
    counting: Counting = "weights",
) -> NDArray[np.float64]:
    """Find the ascending cut points of one numeric attribute, over the rows in which it is present.

    `counting` says what a cut's price counts: instance weights, so that a row of weight 2 is two rows, or
    rows, as Weka does. The class entropies are weighted in both.
    """
    table = ValueTable.of(column, classes, weights, n_classes, counting)
    return table.cut_points(table.splits(), cut)


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The values of one numeric attribute, sorted, with the classes that have them.

    Attributes
    ----------
    distinct
        Ascending. Shape (d,).
    counts
        Weight of each class at each value. Shape (d, classes).
    sizes
        What a cut's price counts at each value. Shape (d,).
    """

    distinct: Floats
    counts: Floats
    sizes: Floats

    @classmethod
    def of(
        cls,
        column: Floats,
        classes: NDArray[np.int32],
        weights: Floats,
        n_classes: int,
        counting: Counting,
    ) -> ValueTable:
        present = ~np.isnan(column) & (weights > 0)
        distinct, where = np.unique(column[present], return_inverse=True)
        cells = where * n_classes + classes[present]
        counts = sum_by(cells, weights[present], len(distinct) * n_classes).reshape(-1, n_classes)
        rows = np.bincount(where, minlength=len(distinct)).astype(np.float64)
        return cls(distinct, counts, rows if counting == "rows" else counts.sum(axis=1))

    def splits(self, start: int = 0, stop: int | None = None) -> list[int]:
        """Return where the values from `start` to before `stop` are cut: each the last value on the left.

        Shape (cuts,).
        """
        splits: list[int] = []
        segments = [(start, len(self.distinct) if stop is None else stop)]
        while segments:
            first, last = segments.pop()
            split = self.split(first, last)
            if split is not None:
                splits.append(split)
                segments += [(first, split + 1), (split + 1, last)]
        return sorted(splits)

    def split(self, start: int, stop: int) -> int | None:
        """Return the last value on the left of a segment's best split, if the split pays for itself."""
        size = float(self.sizes[start:stop].sum())
        if stop - start < 2 or size < LEAST_SIZE:
            return None
        left, right = self.sides(start, stop)
        total = left[-1] + right[-1]
        entropies = (n_entropy(left) + n_entropy(right)) / total.sum()
        best = int(np.argmin(entropies))
        return start + best if pays(total, left[best], right[best], entropies[best], size) else None

    def sides(self, start: int, stop: int) -> tuple[Floats, Floats]:
        """Return class weights left and right of every split of a segment. Shapes (values - 1, classes)."""
        counts = self.counts[start:stop]
        # Summed from the right: the total minus the left would leave rounding errors for absent classes.
        return np.cumsum(counts[:-1], axis=0), np.cumsum(counts[:0:-1], axis=0)[::-1]

    def cut_points(self, splits: list[int], cut: Cut) -> Floats:
        """Return the values that separate rows, for splits from `splits`."""
        left = np.array(splits, dtype=np.intp)
        if cut == "left":
            return self.distinct[left]
        return np.asarray((self.distinct[left] + self.distinct[left + 1]) / 2)


# The weight of fewer than two rows cannot pay for a cut.
LEAST_SIZE = 2 - 1e-9


def pays(
    total: Floats, left: Floats, right: Floats, split_entropy: Floats | float, size: Floats | float
) -> NDArray[np.bool_]:
    """Whether splits pay for themselves: class weights of shape (…, classes), the others of shape (…)."""
    n = total.sum(axis=-1)
    entropy = n_entropy(total) / n
    gain = entropy - split_entropy
    c, c_left, c_right = (np.count_nonzero(part, axis=-1) for part in (total, left, right))
    e_left = n_entropy(left) / left.sum(axis=-1)
    e_right = n_entropy(right) / right.sum(axis=-1)
    delta = _log2_of_labellings(c) - (c * entropy - c_left * e_left - c_right * e_right)
    return np.asarray((gain > 0) & (gain > (np.log2(size - 1) + delta) / n))


def _log2_of_labellings(c: NDArray[np.intp]) -> Floats:
    """Return log2(3^c - 2), even if 3^c is too large for a float."""
    return np.where(c < 600, np.log2(3.0 ** np.minimum(c, 600) - 2), c * np.log2(3.0))


def n_entropy(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the number of rows times their class entropy in bits, along the last axis."""
    sums = counts.sum(axis=-1)
    return np.asarray((_n_log_n(sums) - _n_log_n(counts).sum(axis=-1)) / np.log(2))


def _n_log_n(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(x * np.log(np.where(x > 0, x, 1.0)))


def codes(column: Floats, cuts: Floats) -> NDArray[np.int32]:
    """Return intervals instead of numbers, -1 where missing."""
    result = np.searchsorted(cuts, column, side="left").astype(np.int32)
    result[np.isnan(column)] = -1
    return result
