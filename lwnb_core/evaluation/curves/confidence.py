"""How far a curve over some of the test rows may lie from the curve over all of them.

Wilson's interval, corrected for a finite population (`docs/mathematics.md`, *A band around a curve*).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.read_only import ReadOnlyArrays

Floats = NDArray[np.float64]

_Z = 1.959963984540054  # 95 % of the normal distribution, two-sided


@dataclass(frozen=True)
class DrawnRows:
    """The precision of results from test rows that were drawn at random.

    Attributes
    ----------
    drawn
        Rows that were tested.
    of
        Rows that can be tested.
    effective
        The number of rows of equal weight that carry as much information as those that were drawn.
    """

    drawn: int
    of: int
    effective: float

    @classmethod
    def among(cls, cases: Cases, done: NDArray[np.bool_]) -> DrawnRows:
        """Return the rows of the test cases that are done, weighted as in the mean over the folds."""
        weights = np.where(done, cases.weights, 0.0)
        in_folds = np.bincount(cases.parts, weights=weights, minlength=len(cases.starts) - 1)
        begun = np.count_nonzero(in_folds)
        if not begun:
            return cls(0, cases.population, 0.0)
        of_fold = begun * in_folds[cases.parts]
        shares = np.divide(weights, of_fold, out=np.zeros_like(weights), where=weights > 0)
        # Several runs test a row again, which adds less information than another row would.
        of_rows = np.bincount(cases.rows, weights=shares)
        drawn = int(np.count_nonzero(np.bincount(cases.rows[done])))
        return cls(drawn, cases.population, float(1 / (of_rows @ of_rows)))

    def with_rows(self, drawn: int) -> DrawnRows:
        """Return the same for a different number of rows, if each carries as much information."""
        return DrawnRows(drawn, self.of, self.effective * drawn / self.drawn)

    @property
    def is_sample(self) -> bool:
        """Whether there are rows that were not tested."""
        return self.drawn < self.of

    @property
    def _z2(self) -> float:
        """The squared quantile, corrected: if every row is drawn, nothing is left to chance."""
        return _Z**2 * (self.of - self.drawn) / max(self.of - 1, 1)

    def band(self, accuracy: Floats) -> Band:
        """Return the band for the accuracy over all rows, given that of the tested rows. In percent."""
        if not self.drawn:
            unknown = np.full_like(accuracy, np.nan)
            return Band(accuracy, unknown, unknown)
        if not self.is_sample:
            return Band(accuracy, accuracy, accuracy)
        p, n, z2 = np.clip(accuracy / 100, 0, 1), self.effective, self._z2
        centre = (n * p + z2 / 2) / (n + z2)
        half = np.sqrt(z2 * (n * p * (1 - p) + z2 / 4)) / (n + z2)
        # An end that is at the accuracy itself must not pass it by rounding.
        low, high = np.minimum(centre - half, p), np.maximum(centre + half, p)
        return Band(accuracy, 100 * low, 100 * high)

    def enough_for(self, precision: float, accuracies: Floats) -> int:
        """Return how many rows are needed until every accuracy is within `precision` of its band's ends."""
        few, many = 0, self.of
        while many - few > 1:
            middle = (few + many) // 2
            if self.with_rows(middle).band(accuracies).widest <= precision:
                many = middle
            else:
                few = middle
        return many


@dataclass(frozen=True, eq=False)
class Band(ReadOnlyArrays):
    """A 95 % interval at every k, in percent: the accuracy over all rows is expected inside. Shapes (K,)."""

    accuracy: Floats
    low: Floats
    high: Floats

    @property
    def half_width(self) -> Floats:
        """The distance from the accuracy to the farther end. Shape (K,)."""
        return np.maximum(self.high - self.accuracy, self.accuracy - self.low)

    @property
    def widest(self) -> float:
        """The half-width at the k where it is largest."""
        return float(self.half_width.max())

    def to_columns(self) -> dict[str, Floats]:
        """Return the two ends by name, as in the tables and files of a curve."""
        return {"low": self.low, "high": self.high}


def most_rows(precision: float, of: int) -> int:
    """Return how many of `of` rows of equal weight must be tested for `precision`, at any accuracy.

    The band is widest for an accuracy of 50 %, where it reaches z / (2 √n) to either side.
    """
    infinite = (100 * _Z / (2 * precision)) ** 2
    return min(of, int(np.ceil(infinite * of / (of - 1 + infinite))))
