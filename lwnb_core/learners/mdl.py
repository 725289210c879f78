"""Supervised discretisation by minimum description length (Fayyad & Irani 1993)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import number_text
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import TrainingSet

Cut = Literal["midpoint", "left"]
Counting = Literal["weights", "rows"]


@dataclass(frozen=True, eq=False)
class Discretiser:
    """Cut points found in training rows, one array per predictor (None: not numeric, left as it is)."""

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
        """The predictors afterwards: numeric ones as intervals. One without a cut has a single value."""
        return tuple(
            attribute if cuts is None else Attribute.nominal(attribute.name, interval_names(cuts))
            for attribute, cuts in zip(self.attributes, self.cuts, strict=True)
        )

    def apply(self, columns: tuple[NDArray[Any], ...]) -> tuple[NDArray[Any], ...]:
        """Intervals instead of numbers; a value equal to a cut goes left, missing stays missing."""
        return tuple(
            column if cuts is None else _codes(column, cuts)
            for column, cuts in zip(columns, self.cuts, strict=True)
        )


def interval_names(cuts: NDArray[np.float64]) -> tuple[str, ...]:
    """Names such as `(-inf-2.45]`, as Weka writes them."""
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
    """Ascending cut points of one numeric attribute, over the rows where it is present.

    `counting` says what a cut's price counts: instance weights, so that a row of weight 2 is two rows, or
    rows, as Weka does. The class entropies are weighted in both.
    """
    present = ~np.isnan(column) & (weights > 0)
    distinct, where = np.unique(column[present], return_inverse=True)
    cells = where * n_classes + classes[present]
    counts = sum_by(cells, weights[present], len(distinct) * n_classes).reshape(-1, n_classes)
    sizes = np.bincount(where, minlength=len(distinct)) if counting == "rows" else counts.sum(axis=1)
    found: list[int] = []
    segments = [(0, len(distinct))]
    while segments:
        start, stop = segments.pop()
        split = _accepted_split(counts[start:stop], float(sizes[start:stop].sum()))
        if split is not None:
            found.append(start + split)
            segments += [(start, start + split + 1), (start + split + 1, stop)]
    left = np.array(sorted(found), dtype=np.intp)
    if cut == "left":
        return distinct[left]
    return np.asarray((distinct[left] + distinct[left + 1]) / 2)


def _accepted_split(counts: NDArray[np.float64], size: float) -> int | None:
    """The last value (row of `counts`) on the left of the best split, if the split pays for itself."""
    if len(counts) < 2 or size < 2 - 1e-9:  # the weight of fewer than two rows cannot pay for a cut
        return None
    left = np.cumsum(counts, axis=0)
    total = left[-1]
    # Summed from the right: the total minus the left would leave a trace of classes that are not there.
    left, right = left[:-1], np.cumsum(counts[:0:-1], axis=0)[::-1]
    n = total.sum()
    split_entropy = (_n_entropy(left) + _n_entropy(right)) / n
    best = int(np.argmin(split_entropy))
    entropy = float(_n_entropy(total)) / n
    gain = entropy - split_entropy[best]
    if not gain > 0:
        return None
    c, c_left, c_right = (int(np.count_nonzero(part)) for part in (total, left[best], right[best]))
    e_left = float(_n_entropy(left[best])) / left[best].sum()
    e_right = float(_n_entropy(right[best])) / right[best].sum()
    delta = _log2_of_labellings(c) - (c * entropy - c_left * e_left - c_right * e_right)
    return best if gain > (np.log2(size - 1) + delta) / n else None


def _log2_of_labellings(c: int) -> float:
    """log2(3^c - 2), also where 3^c is no float any more."""
    return float(np.log2(3.0**c - 2)) if c < 600 else c * float(np.log2(3.0))


def _n_entropy(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Number of rows times their class entropy in bits, along the last axis."""
    sums = counts.sum(axis=-1)
    return np.asarray((_n_log_n(sums) - _n_log_n(counts).sum(axis=-1)) / np.log(2))


def _n_log_n(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(x * np.log(np.where(x > 0, x, 1.0)))


def _codes(column: NDArray[np.float64], cuts: NDArray[np.float64]) -> NDArray[np.int32]:
    codes = np.searchsorted(cuts, column, side="left").astype(np.int32)
    codes[np.isnan(column)] = -1
    return codes
