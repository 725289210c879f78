"""Training rows and test instances as the method sees them: predictors only, column by column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.checked_columns import check_rows
from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.errors import DataError
from lwnb_core.read_only import ReadOnlyArrays
from lwnb_core.remedies import Remedy

# If an attribute has fewer than two distinct values, its resolution is unknown: this is Weka's default.
DEFAULT_PRECISION = 0.01
# Sums of squares must stay finite. No measured value is larger; markers such as 1.8e308 are.
LARGEST = 1e100
# Below this, a deviation of a sixth of the gap would be 0.
SMALLEST_GAP = float(np.finfo(np.float64).tiny)
# Marks "not one of the training rows" in an array of positions to leave out.
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class TrainingSet(ReadOnlyArrays):
    """The rows that a model was fitted on; rows without a class are dropped, and counted.

    Rows of weight 0 are left out: they must not widen a range or refine a precision.

    Attributes
    ----------
    attributes
        The predictors, in file order (m of them).
    columns
        One array per predictor: float64 with NaN, or int32 codes with -1.
    classes
        Class code of every row. Shape (n,).
    weights
        Instance weights, all positive. Shape (n,).
    rows
        Row numbers in the data set `origin`. Shape (n,).
    dropped
        How many of the requested rows had no class.
    whole
        What is known of all training rows, where these are only those that may be near.
    """

    attributes: tuple[Attribute, ...]
    columns: tuple[NDArray[Any], ...]
    class_attribute: Attribute
    classes: NDArray[np.int32]
    weights: NDArray[np.float64]
    rows: Rows
    origin: str
    dropped: int = 0
    whole: WholeTraining | None = None

    @classmethod
    def of(cls, data: Dataset, rows: ArrayLike | None = None) -> TrainingSet:
        """Use `rows` (positions in `data`; all by default) as training rows, in that order."""
        positions = np.arange(len(data)) if rows is None else check_rows(rows, len(data), data.source)
        with_class = positions[data.class_codes[positions] >= 0]
        if len(with_class) == 0:
            raise DataError(
                "no training row has a class" if len(positions) else "there are no training rows",
                file=data.source,
                hint="A model needs at least one row with a known class.",
            )
        used = with_class[data.weights[with_class] > 0]
        if len(used) == 0:
            raise DataError(
                "all training rows have weight 0",
                file=data.source,
                hint="A row of weight 0 is not used; give at least one row a positive weight.",
            )
        chosen = data.subset(used)
        training = cls(
            attributes=tuple(data.attributes[j] for j in data.predictors),
            columns=tuple(chosen.column(j) for j in data.predictors),
            class_attribute=data.class_attribute,
            classes=chosen.class_codes,
            weights=chosen.weights,
            rows=chosen.row_numbers,
            origin=data.origin,
            dropped=len(positions) - len(with_class),
        )
        check_finite(training.attributes, training.columns, training.rows, data.source)
        return training

    @classmethod
    def empty(cls, header: Dataset) -> TrainingSet:
        """Return a training set without rows, for models whose rows are elsewhere."""
        none = header.subset(slice(0, 0))
        return cls(
            attributes=tuple(header.attributes[j] for j in header.predictors),
            columns=tuple(none.column(j) for j in header.predictors),
            class_attribute=header.class_attribute,
            classes=none.class_codes,
            weights=none.weights,
            rows=none.row_numbers,
            origin=header.origin,
        )

    @property
    def n(self) -> int:
        return len(self.classes)

    @property
    def n_whole(self) -> int:
        """The number of training rows, in all parts."""
        return self.n if self.whole is None else self.whole.n

    @property
    def n_classes(self) -> int:
        return len(self.class_attribute.values)

    @property
    def class_names(self) -> tuple[str, ...]:
        return self.class_attribute.values

    @cached_property
    def ranges(self) -> Ranges:
        """The smallest and largest value of every numeric predictor (NaN if it has none)."""
        if self.whole is not None:
            return self.whole.ranges
        low = np.full(len(self.attributes), np.nan)
        high = low.copy()
        for j, (attribute, column) in enumerate(zip(self.attributes, self.columns, strict=True)):
            if attribute.is_numeric and not np.isnan(column).all():
                low[j], high[j] = np.nanmin(column), np.nanmax(column)
        return Ranges(low, high)

    @property
    def resolutions(self) -> NDArray[np.float64]:
        """p_j: the mean gap between neighbouring distinct values of every numeric predictor. Shape (m,)."""
        return self._spacing[0] if self.whole is None else self.whole.resolutions

    @cached_property
    def _spacing(self) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """The mean gap between the distinct values of every numeric predictor, and their number."""
        gaps = np.full(len(self.attributes), np.nan)
        counts = np.zeros(len(self.attributes), dtype=np.intp)
        for j, (attribute, column) in enumerate(zip(self.attributes, self.columns, strict=True)):
            if attribute.is_numeric:
                distinct = np.unique(column[~np.isnan(column)])
                gaps[j], counts[j] = mean_gap_of(distinct), len(distinct)
        return gaps, counts

    def without(self, position: int) -> TrainingSet:
        """Return the same rows except one."""
        return replace(
            self,
            columns=tuple(np.delete(column, position) for column in self.columns),
            classes=np.delete(self.classes, position),
            weights=np.delete(self.weights, position),
            rows=np.delete(self.rows, position),
        )

    # -- one row left out, without a training set of the others ------------------------------

    def ranges_without(self, position: int) -> Ranges:
        """Return `ranges` of the other rows (of all, if `position` is NOWHERE)."""
        ends = self.lone_extremes.get(position)
        if ends is None:
            return self.ranges
        low, high = self.ranges.low.copy(), self.ranges.high.copy()
        for j in ends:
            others = np.delete(self.columns[j], position)
            present = others[~np.isnan(others)]
            low[j], high[j] = (present.min(), present.max()) if len(present) else (np.nan, np.nan)
        return Ranges(low, high)

    @cached_property
    def lone_extremes(self) -> dict[int, tuple[int, ...]]:
        """Rows (by position) that alone have the smallest or largest value of some predictors, with these."""
        result: dict[int, list[int]] = {}
        for j, attribute in enumerate(self.attributes):
            if attribute.is_numeric:
                ends = {float(self.ranges.low[j]), float(self.ranges.high[j])}
                rows = (np.flatnonzero(self.columns[j] == end) for end in ends)
                for position in {int(at[0]) for at in rows if len(at) == 1}:
                    result.setdefault(position, []).append(j)
        return {position: tuple(ends) for position, ends in result.items()}

    def resolutions_without(self, position: int) -> NDArray[np.float64]:
        """Return `resolutions` of the other rows (of all, if `position` is NOWHERE). Shape (m,)."""
        if position == NOWHERE:
            return self.resolutions
        known = self._last_resolutions.get(position)
        if known is None:
            known = self._counted_without(position)
            self._last_resolutions.clear()
            self._last_resolutions[position] = known
        return known

    @cached_property
    def _last_resolutions(self) -> dict[int, NDArray[np.float64]]:
        """Cache the resolutions without the last row left out: while it is edited, they are needed again."""
        return {}

    def _counted_without(self, position: int) -> NDArray[np.float64]:
        values = [column[position] for column in self.columns]
        gone = [
            attribute.is_numeric and np.count_nonzero(column == value) == 1
            for attribute, column, value in zip(self.attributes, self.columns, values, strict=True)
        ]
        return np.where(gone, self._resolutions_of_fewer(self.ranges_without(position)), self.resolutions)

    def resolutions_without_each(self, positions: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return `resolutions_without` for many rows. Shape (positions, m)."""
        gone = self._lone_values[positions] & (positions != NOWHERE)[:, None]
        result = np.where(gone, self._resolutions_of_fewer(self.ranges), self.resolutions)
        for i, position in enumerate(positions.tolist()):
            if position in self.lone_extremes:
                result[i] = self.resolutions_without(position)
        return result

    def _resolutions_of_fewer(self, ranges: Ranges) -> NDArray[np.float64]:
        """Return p_j if one value of every predictor were gone, and the ranges were these. Shape (m,)."""
        gaps = self._spacing[1] - 2
        resolutions = np.maximum((ranges.high - ranges.low) / np.maximum(gaps, 1), SMALLEST_GAP)
        return np.where(gaps > 0, resolutions, DEFAULT_PRECISION)

    @cached_property
    def _lone_values(self) -> NDArray[np.bool_]:
        """Whether each row alone has its value of a numeric predictor. Shape (n, m)."""
        alone = np.zeros((self.n, len(self.attributes)), dtype=bool)
        for j, (attribute, column) in enumerate(zip(self.attributes, self.columns, strict=True)):
            if attribute.is_numeric:
                present = np.flatnonzero(~np.isnan(column))
                _, first, counts = np.unique(column[present], return_index=True, return_counts=True)
                alone[present[first[counts == 1]], j] = True
        return alone

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {int(row): i for i, row in enumerate(self.rows)}

    def position_of(self, origin: str, row: int) -> int | None:
        """Return the position of row `row` of the data set `origin` among the training rows, or None."""
        return self._positions.get(row) if origin == self.origin else None


@dataclass(frozen=True, eq=False)
class Ranges(ReadOnlyArrays):
    """The scaling to [0, 1] of the numeric predictors. Shapes (m,); NaN if no value was seen."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @classmethod
    def unknown(cls, m: int) -> Ranges:
        """Return ranges of m predictors of which no value was seen yet."""
        return cls(np.full(m, np.nan), np.full(m, np.nan))

    def joined(self, other: Ranges) -> Ranges:
        """Return ranges that include both."""
        return Ranges(np.fmin(self.low, other.low), np.fmax(self.high, other.high))

    def equal(self, other: Ranges) -> bool:
        return np.array_equal(self.low, other.low, equal_nan=True) and np.array_equal(
            self.high, other.high, equal_nan=True
        )

    def grown(self, values: NDArray[np.float64], numeric: NDArray[np.bool_]) -> Ranges:
        """Return ranges widened to include one instance, as Weka's distance does with each test instance."""
        seen = np.where(numeric, values, np.nan)
        return Ranges(np.fmin(self.low, seen), np.fmax(self.high, seen))


@dataclass(frozen=True, eq=False)
class WholeTraining:
    """The facts about all training rows that a model needs: their number, `ranges` and `resolutions`."""

    n: int
    ranges: Ranges
    resolutions: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Instances(ReadOnlyArrays):
    """Test instances: the values of the predictors, and where they came from.

    Attributes
    ----------
    columns
        One array per predictor, encoded as in `TrainingSet`. Each of shape (t,).
    classes
        True class, -1 where unknown. Shape (t,).
    rows, origin
        Row numbers in the data set they were taken from; -1 for instances that are not rows (edited,
        clicked).
    """

    columns: tuple[NDArray[Any], ...]
    classes: NDArray[np.int32]
    rows: Rows
    origin: str

    @classmethod
    def of(cls, data: Dataset, rows: ArrayLike | None = None) -> Instances:
        """Return rows of a data set as test instances, in the order given."""
        positions = np.arange(len(data)) if rows is None else check_rows(rows, len(data), data.source)
        chosen = data.subset(positions)
        columns = tuple(chosen.column(j) for j in data.predictors)
        check_finite([data.attributes[j] for j in data.predictors], columns, chosen.row_numbers, data.source)
        return cls(columns, chosen.class_codes, chosen.row_numbers, data.origin)

    def __len__(self) -> int:
        return len(self.classes)

    def taken(self, which: NDArray[np.intp] | slice) -> Instances:
        """Return some of the instances."""
        columns: tuple[NDArray[Any], ...] = tuple(column[which] for column in self.columns)
        return Instances(columns, self.classes[which], self.rows[which], self.origin)

    def values(self, i: int) -> NDArray[np.float64]:
        """Return instance i as one float array, codes as floats, NaN for missing. Shape (m,)."""
        return np.array(
            [
                float(c[i]) if c.dtype.kind == "f" else (float(c[i]) if c[i] >= 0 else np.nan)
                for c in self.columns
            ]
        )

    def changed(
        self, attributes: tuple[Attribute, ...], changes: Mapping[str, float | str | None]
    ) -> Instances:
        """Return the same instances with some values replaced by name (None: missing)."""
        columns = list(self.columns)
        names = [a.name for a in attributes]
        for name, value in changes.items():
            if name not in names:
                raise DataError(f"no attribute named {name!r} to set", hint=f"Attributes: {', '.join(names)}")
            j = names.index(name)
            columns[j] = np.full(len(self), encode(attributes[j], value), dtype=columns[j].dtype)
        return Instances(tuple(columns), self.classes, self.rows, self.origin)


def encode(attribute: Attribute, value: float | str | None) -> float | int:
    """Return a value, as a person gives it, in stored form: a number, or the code of a nominal value."""
    if value is None or (isinstance(value, str) and value.strip() == "?" and "?" not in attribute.codes):
        return np.nan if attribute.is_numeric else -1
    if attribute.is_numeric:
        try:
            number = float(value)
        except ValueError:
            number = np.inf
        if not abs(number) <= LARGEST:
            raise DataError(
                f"{attribute.name!r} needs a number, not {value!r}", remedies=[Remedy("give_missing")]
            )
        return number
    if str(value) not in attribute.codes:
        raise DataError(
            f"{attribute.name!r} has no value {value!r}", hint=f"Values: {', '.join(attribute.values[:20])}"
        )
    return attribute.codes[str(value)]


def mean_gap(column: NDArray[np.float64]) -> float:
    """Return the mean gap between neighbouring distinct values, 0.01 for fewer than two."""
    return mean_gap_of(np.unique(column[~np.isnan(column)]))


def mean_gap_of(distinct: NDArray[np.float64]) -> float:
    """Return the `mean_gap` of values that are sorted and different.

    The gaps are summed one by one, as Weka does: (max - min)/(distinct - 1) can differ in the last bit, and
    that bit decides how a value is rounded to the grid.
    """
    if len(distinct) < 2:
        return DEFAULT_PRECISION
    gap = float(np.cumsum(np.diff(distinct))[-1] / (len(distinct) - 1))
    return max(gap, SMALLEST_GAP)


def check_finite(
    attributes: tuple[Attribute, ...] | list[Attribute],
    columns: tuple[NDArray[Any], ...],
    rows: Rows,
    source: str,
) -> None:
    """Refuse infinite values, which have no distance, and those too large to square."""
    for attribute, column in zip(attributes, columns, strict=True):
        if not attribute.is_numeric:
            continue
        beyond = np.flatnonzero(np.abs(column) > LARGEST)
        if len(beyond):
            row, value = int(rows[beyond[0]]), float(column[beyond[0]])
            what = "infinite" if np.isinf(value) else f"too large to compute with, {value:g}"
            raise DataError(
                f"attribute {attribute.name!r} has a value that is {what}",
                file=source,
                remedies=[Remedy("too_large_in_row", str(row))],
            )
