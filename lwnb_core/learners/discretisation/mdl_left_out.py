"""Cut points fitted without one row, for every row, faster than by fitting them once for each.

The values are sorted once. Without a row, the best split of a segment is the best of those with the row on
their right (all before its value) and of those with it on their left (all from there on), and running minima
from both ends give these for every row at once. If that is the split of all rows, as it usually is, only the
row's side can differ further; if it is not, the segment is fitted anew. Rows with the same value, class and
weight share the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.discretisation.mdl import (
    LEAST_SIZE,
    Counting,
    Cut,
    Floats,
    ValueTable,
    n_entropy,
    pays,
)
from lwnb_core.local.training import NOWHERE, TrainingSet

# The value (its number among the distinct ones), class and weight of a row.
_Cell = tuple[int, int, float]


@dataclass(frozen=True, eq=False)
class OtherCuts:
    """The cuts of an attribute without a row, if they differ from those of all rows.

    Attributes
    ----------
    splits
        Numbers of the distinct values (of all rows) that are the last before a cut: rows on the same side of
        all of these have the same interval.
    points
        The cuts themselves. Shape (cuts,).
    """

    splits: tuple[int, ...]
    points: Floats


class LeftOutCuts:
    """The cut points of one numeric attribute without a row."""

    def __init__(self, training: TrainingSet, j: int, cut: Cut, counting: Counting) -> None:
        column = training.columns[j]
        self._cut, self._counting = cut, counting
        self._classes, self._weights = training.classes, training.weights
        self._table = ValueTable.of(column, training.classes, training.weights, training.n_classes, counting)
        self.values = np.searchsorted(self._table.distinct, column).astype(np.intp)
        self.values[np.isnan(column)] = -1
        self._rows = np.bincount(self.values[self.values >= 0], minlength=len(self._table.distinct))
        self.splits = tuple(self._table.splits())
        self._points = self._table.cut_points(list(self.splits), cut)
        self._known: dict[_Cell, OtherCuts | None] = {}

    def without(self, positions: NDArray[np.intp]) -> list[OtherCuts | None]:
        """Return the cuts without each of some rows (NOWHERE: none); None if they are those of all rows."""
        cells = [self._cell(int(position)) for position in positions]
        missing = [cell for cell in dict.fromkeys(cells) if cell is not None and cell not in self._known]
        for cell, splits in zip(missing, self._splits_without(missing), strict=True):
            self._known[cell] = self._other(cell, splits)
        return [None if cell is None else self._known[cell] for cell in cells]

    def _cell(self, position: int) -> _Cell | None:
        value = NOWHERE if position == NOWHERE else int(self.values[position])
        if value < 0:
            return None
        return value, int(self._classes[position]), float(self._weights[position])

    def _other(self, cell: _Cell, splits: list[int]) -> OtherCuts | None:
        """Return the cuts for splits that were found without a row."""
        value, distinct = cell[0], self._table.distinct
        left = np.array(splits, dtype=np.intp)
        right = left + 1
        if self._is_alone(cell):  # its value no longer occurs
            right[right == value] += 1
            # A split before that value separates the other rows just as one after it does.
            same = [value if s == value - 1 and value in self.splits else s for s in splits]
        else:
            same = splits
        points = distinct[left] if self._cut == "left" else (distinct[left] + distinct[right]) / 2
        if tuple(same) == self.splits and np.array_equal(points, self._points):
            return None
        return OtherCuts(tuple(same), points)

    def _is_alone(self, cell: _Cell) -> bool:
        return int(self._rows[cell[0]]) == 1

    # -- splits -------------------------------------------------------------------------------------

    def _splits_without(self, cells: list[_Cell]) -> list[list[int]]:
        """Return ascending splits (numbers of distinct values) without one row of each of the cells."""
        # subtracting a row from sums leaves a rounding error, which would count as a class
        if not self._whole:
            return [self._fitted(cell, 0, len(self._table.distinct)) for cell in cells]
        result: list[list[int]] = [[] for _ in cells]
        values = np.array([cell[0] for cell in cells], dtype=np.intp)
        segments = [(0, len(self._table.distinct), np.arange(len(cells)))]
        while segments:
            start, stop, members = segments.pop()
            if not len(members) or stop - start < 2:
                continue
            split = self._table.split(start, stop)
            own = self._best_without(start, stop, [cells[i] for i in members])
            same = own == (-1 if split is None else split)
            for i in members[~same]:
                result[i] += self._fitted(cells[i], start, stop)
            if split is None:
                continue
            on_left = values[members] <= split
            sides = ((start, split + 1, on_left), (split + 1, stop, ~on_left))
            for (first, last, inside), (other, end, _) in zip(sides, reversed(sides), strict=True):
                staying = members[same & inside]
                segments.append((first, last, staying))
                unchanged = [split, *(s for s in self.splits if other <= s < end - 1)]
                for i in staying:
                    result[i] += unchanged
        return [sorted(splits) for splits in result]

    def _best_without(self, start: int, stop: int, cells: list[_Cell]) -> NDArray[np.intp]:
        """Return the split of a segment without each of some rows in it; -1 if none pays. Shape (cells,)."""
        table, last = self._table, stop - start - 1
        left, right = table.sides(start, stop)
        total, sizes = left[-1] + right[-1], float(table.sizes[start:stop].sum())
        n_left, n_right = n_entropy(left), n_entropy(right)
        result = np.full(len(cells), -1, dtype=np.intp)
        kinds: dict[tuple[int, float], list[int]] = {}
        for i, (_, c, weight) in enumerate(cells):
            kinds.setdefault((c, weight), []).append(i)
        for (c, weight), members in kinds.items():
            size = sizes - (1.0 if self._counting == "rows" else weight)
            if size < LEAST_SIZE:
                continue
            row = np.zeros(len(total))
            row[c] = weight
            n = (total - row).sum()
            before_value, smallest_before = _first_minima((n_left + n_entropy(right - row)) / n)
            from_value, smallest_from = _next_minima((n_entropy(left - row) + n_right) / n)
            own = np.array([cells[i][0] - start for i in members])
            alone = np.array([self._is_alone(cells[i]) for i in members])
            # A value that no longer occurs allows no split, nor does the one before it if it was the last.
            before, after = own - (alone & (own == last)), own + alone
            on_right = smallest_before[before] <= smallest_from[after]
            best = np.where(on_right, before_value[before], from_value[after])
            entropy = np.where(on_right, smallest_before[before], smallest_from[after])
            possible = np.isfinite(entropy)
            best = np.where(possible, best, 0)
            off_left, off_right = np.where(on_right, 0.0, 1.0), np.where(on_right, 1.0, 0.0)
            with np.errstate(invalid="ignore", divide="ignore"):
                good = possible & pays(
                    np.broadcast_to(total - row, (len(own), len(total))),
                    left[best] - off_left[:, None] * row,
                    right[best] - off_right[:, None] * row,
                    entropy,
                    size,
                )
            result[members] = np.where(good, start + best, -1)
        return result

    def _fitted(self, cell: _Cell, start: int, stop: int) -> list[int]:
        """Return the splits of a segment, fitted anew without a row in it."""
        value, c, weight = cell
        table, at = self._table, value - start
        part = ValueTable(
            table.distinct[start:stop], table.counts[start:stop].copy(), table.sizes[start:stop].copy()
        )
        if self._is_alone(cell):
            part = ValueTable(
                *(np.delete(array, at, axis=0) for array in (part.distinct, part.counts, part.sizes))
            )
            return [start + s + (s >= at) for s in part.splits()]
        of_others = (self.values == value) & (self._classes == c)
        others = self._weights[of_others]
        # Summed anew, because a difference would leave a rounding error; the row is one of these.
        part.counts[at, c] = np.delete(others, np.flatnonzero(others == weight)[0]).sum()
        part.sizes[at] = part.sizes[at] - 1 if self._counting == "rows" else part.counts[at].sum()
        return [start + s for s in part.splits()]

    @cached_property
    def _whole(self) -> bool:
        return bool((self._weights == np.rint(self._weights)).all())


def _first_minima(x: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return, for i from 0 to len(x), position and value of the first minimum of x[:i] (∞: none)."""
    smallest = np.concatenate([[np.inf], np.minimum.accumulate(x)])
    new = np.where(x < smallest[:-1], np.arange(len(x)), -1)
    return np.concatenate([[-1], np.maximum.accumulate(new)]), smallest


def _next_minima(x: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return, for i from 0 to len(x) + 1, position and value of the first minimum of x[i:] (∞: none)."""
    smallest = np.concatenate([np.minimum.accumulate(x[::-1])[::-1], [np.inf, np.inf]])
    here = np.where(x == smallest[: len(x)], np.arange(len(x)), len(x))
    first = np.minimum.accumulate(here[::-1])[::-1]
    return np.concatenate([first, [-1, -1]]).astype(np.intp), smallest
