"""Choosing the two numeric attributes that show the classes best as the axes of a scatter plot.

A pair is scored by what can be seen in its plot, as a product of two shares between 0 and 1:

separation The mutual information of the class and a table of equal-width cells over the plane, as a share of
the class's entropy (Miller and Madow's correction takes out what chance alone would give). Cells have equal
widths because the axes of the plot are linear: an outlier that squeezes all other rows together spoils the
plot, and lowers the score. Rows with a missing value cannot be drawn and contribute nothing. spread For each
axis the chance that two rows, taken at random, lie at visibly different positions along it; the product of
both. An attribute that is 0 in four of five rows draws these as one dot or line, however well it separates
the fifth, and scores about a third.

Pairs whose scores differ by less than `ABOUT_AS_GOOD` look alike. Of these, the pair is chosen whose
attributes separate the classes best on their own, because axes that mean something by themselves are easier
to read. The better of the two attributes is the y axis.

The result does not depend on chance: if there are many rows, an evenly distributed sample is used, and of
many attributes, those that are best on their own. (Two attributes that separate the classes only together, as
on a checkers board, are therefore only recognised among up to `MOST_ATTRIBUTES`.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset

Codes = NDArray[np.intp]

# in the sample; the smaller number applies to data with many attributes
MOST_ROWS, FEWEST_ROWS = 5_000, 1_000
MOST_ATTRIBUTES = 32
ABOUT_AS_GOOD = 0.03

_ROWS_PER_CELL = 6  # on average; with fewer, the table shows mostly noise
_MOST_CELLS = 12  # along each axis
_POSITIONS = 64  # along an axis, as many as can be distinguished in a small plot
_MOST_VALUES = 2_000_000  # rows × attributes
_GOLDEN = 0.6180339887498949  # the fractional parts of its multiples fill 0 to 1 evenly, without a period


@dataclass(frozen=True)
class AttributePair:
    """Two attributes as the axes of a plot, and how well they show the classes."""

    x: str
    y: str
    separation: float
    spread: float

    @property
    def score(self) -> float:
        return self.separation * self.spread


def best_pair(data: Dataset, attributes: Sequence[int] | None = None) -> AttributePair | None:
    """Return the pair of numeric attributes that shows the classes best; None if there are fewer than two.

    `attributes` are positions in the data set, by default all numeric predictors. If nothing separates the
    classes, or there are none, it is the pair that spreads the rows best.
    """
    if attributes is None:
        attributes = [j for j in data.predictors if data.attributes[j].is_numeric]
    if len(attributes) < 2:
        return None
    most = int(np.clip(_MOST_VALUES // len(attributes), FEWEST_ROWS, MOST_ROWS))
    table = _Table(data.subset(evenly(len(data), most)))
    alone = {j: table.score_alone(j) for j in attributes}
    chosen = sorted(sorted(alone, key=lambda j: -alone[j])[:MOST_ATTRIBUTES])
    pairs = list(combinations(chosen, 2))
    shown = [table.pair(i, j, upright=i if alone[i] > alone[j] else j) for i, j in pairs]
    enough = (1 - ABOUT_AS_GOOD) * max(pair.score for pair in shown)
    alike = [n for n, pair in enumerate(shown) if pair.score >= enough]
    return shown[max(alike, key=lambda n: (alone[pairs[n][0]] + alone[pairs[n][1]], shown[n].spread))]


@dataclass(frozen=True, eq=False)
class _Axis:
    """One attribute of the rows in the sample.

    Attributes
    ----------
    position
        From 0 to 1 along the axis; 0 where the value is missing. Shape (n,).
    known
        Where there is a value. Shape (n,).
    spread
        The chance that two rows lie at visibly different positions.
    """

    position: NDArray[np.float64]
    known: NDArray[np.bool_]
    spread: float

    def cells(self, count: int) -> Codes:
        """Return the cell of every row if the axis has `count` of them. Shape (n,)."""
        return np.minimum((self.position * count).astype(np.intp), count - 1)


class _Table:
    """The rows in the sample, and how well the cells of a plot separate their classes."""

    def __init__(self, data: Dataset) -> None:
        self._data = data
        self._classes = np.zeros(len(data), dtype=np.intp)
        self._count = 1
        if data.class_index is not None:
            self._classes = data.class_codes.astype(np.intp)
            self._count = max(len(data.classes), 1)
        self._has_class = self._classes >= 0
        rows = int(np.count_nonzero(self._has_class))
        self._rows = max(rows, 1)
        self._side = int(np.clip(round(np.sqrt(rows / _ROWS_PER_CELL)), 2, _MOST_CELLS))
        self._axes: dict[int, _Axis] = {}

    def pair(self, i: int, j: int, upright: int) -> AttributePair:
        """Return the pair of two attributes, of which `upright` is the plot's y."""
        across = j if upright == i else i
        one, other, side = self._axis(i), self._axis(j), self._side
        known = one.known & other.known & self._has_class
        cells = one.cells(side) * side + other.cells(side)
        names = self._data.attributes
        return AttributePair(
            x=names[across].name,
            y=names[upright].name,
            separation=self._separation(cells, known, side * side),
            spread=one.spread * other.spread,
        )

    def score_alone(self, j: int) -> float:
        """Return the score of one attribute, with as many cells as a pair has, if they can be seen."""
        axis, count = self._axis(j), min(self._side**2, _POSITIONS)
        return axis.spread * self._separation(axis.cells(count), axis.known & self._has_class, count)

    def _axis(self, j: int) -> _Axis:
        if j not in self._axes:
            self._axes[j] = _axis(self._data.column(j))
        return self._axes[j]

    def _separation(self, cells: Codes, known: NDArray[np.bool_], count: int) -> float:
        """Return I(class; cell) / H(class) of the rows whose values are known, times their share."""
        joint = np.bincount(cells[known] * self._count + self._classes[known], minlength=count * self._count)
        table = joint.reshape(count, self._count)
        rows = int(table.sum())
        (of_class, classes), (of_cell, occupied), (of_both, filled) = (
            _entropy(counts) for counts in (table.sum(axis=0), table.sum(axis=1), table)
        )
        if of_class <= 0:
            return 0.0
        by_chance = (filled - classes - occupied + 1) / (2 * rows)
        information = of_class + of_cell - of_both - by_chance
        return min(max(information / of_class, 0.0), 1.0) * rows / self._rows


def evenly(rows: int, most: int) -> Codes:
    """Choose at most `most` of the rows 0 … rows − 1, evenly distributed: one row of every interval.

    Its position changes from interval to interval, so that a regular order of the file (such as alternating
    classes) does not bias the sample.
    """
    step = -(-rows // most) if rows > most else 1
    starts = np.arange(0, rows, step, dtype=np.intp)
    shift = np.floor(np.arange(len(starts)) * _GOLDEN % 1 * step).astype(np.intp)
    return np.asarray(np.minimum(starts + shift, rows - 1))


def _axis(column: NDArray[np.float64]) -> _Axis:
    known = np.isfinite(column)
    halves = 0.5 * column[known]  # halved, because the difference of two large numbers can overflow
    position = np.zeros(len(column))
    width = float(np.ptp(halves)) if len(halves) else 0.0
    if not width > 0:
        return _Axis(position, known, 0.0)
    position[known] = (halves - halves.min()) / width
    counts = np.bincount(np.minimum((position[known] * _POSITIONS).astype(np.intp), _POSITIONS - 1))
    return _Axis(position, known, float(1 - ((counts / len(halves)) ** 2).sum()))


def _entropy(counts: NDArray[np.intp]) -> tuple[float, int]:
    """Return the entropy in nats, and how many of the counts are not 0."""
    present = counts[counts > 0]
    if not len(present):
        return 0.0, 0
    shares = present / present.sum()
    return float(-(shares * np.log(shares)).sum()), len(present)
