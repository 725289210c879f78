"""Training rows and test instances as the method sees them: predictors only, column by column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset, Rows, check_rows
from lwnb_core.errors import DataError

# Where an attribute shows fewer than two distinct values, its resolution is unknown: Weka's default.
DEFAULT_PRECISION = 0.01
# Sums of squares must stay finite. Nothing measured is larger; markers such as 1.8e308 are.
LARGEST = 1e100
# Below this a deviation of a sixth of the gap would be 0.
SMALLEST_GAP = float(np.finfo(np.float64).tiny)
# "Not one of the training rows" in an array of positions to leave out.
NOWHERE = -1


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """The rows that a model was fitted on; rows without a class are dropped, and counted.

    Rows of weight 0 are not there at all: they must not widen a range or refine a precision.

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
        How many of the rows asked for had no class.
    """

    attributes: tuple[Attribute, ...]
    columns: tuple[NDArray[Any], ...]
    class_attribute: Attribute
    classes: NDArray[np.int32]
    weights: NDArray[np.float64]
    rows: Rows
    origin: str
    dropped: int = 0

    @classmethod
    def of(cls, data: Dataset, rows: ArrayLike | None = None) -> TrainingSet:
        """Take `rows` (positions in `data`; all by default) as training rows, in that order."""
        positions = np.arange(len(data)) if rows is None else check_rows(rows, len(data), data.source)
        with_class = positions[data.class_codes[positions] >= 0]
        if len(with_class) == 0:
            raise DataError(
                "no training row has a class" if len(positions) else "there are no training rows",
                file=data.source,
                hint="A model needs at least one row with a known class.",
            )
        there = with_class[data.weights[with_class] > 0]
        if len(there) == 0:
            raise DataError(
                "all training rows have weight 0",
                file=data.source,
                hint="A row of weight 0 is not there; give at least one row a positive weight.",
            )
        chosen = data.subset(there)
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

    @property
    def n(self) -> int:
        return len(self.classes)

    @property
    def n_classes(self) -> int:
        return len(self.class_attribute.values)

    @property
    def class_names(self) -> tuple[str, ...]:
        return self.class_attribute.values

    @cached_property
    def ranges(self) -> Ranges:
        """Smallest and largest value of every numeric predictor (NaN where it has none)."""
        low = np.full(len(self.attributes), np.nan)
        high = low.copy()
        for j, (attribute, column) in enumerate(zip(self.attributes, self.columns, strict=True)):
            if attribute.is_numeric and not np.isnan(column).all():
                low[j], high[j] = np.nanmin(column), np.nanmax(column)
        return Ranges(low, high)

    @cached_property
    def resolutions(self) -> NDArray[np.float64]:
        """p_j: mean gap between neighbouring distinct values of every numeric predictor. Shape (m,)."""
        return np.array(
            [
                mean_gap(column) if attribute.is_numeric else np.nan
                for attribute, column in zip(self.attributes, self.columns, strict=True)
            ]
        )

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {int(row): i for i, row in enumerate(self.rows)}

    def position_of(self, origin: str, row: int) -> int | None:
        """Where the row `row` of the data set `origin` stands among the training rows, if it does."""
        return self._positions.get(row) if origin == self.origin else None


@dataclass(frozen=True, eq=False)
class Ranges:
    """Scaling to [0, 1] of the numeric predictors. Shapes (m,); NaN where no value was seen."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def grown(self, values: NDArray[np.float64], numeric: NDArray[np.bool_]) -> Ranges:
        """Widened to take in one instance's values, as Weka's distance does with each test instance."""
        seen = np.where(numeric, values, np.nan)
        return Ranges(np.fmin(self.low, seen), np.fmax(self.high, seen))


@dataclass(frozen=True, eq=False)
class Instances:
    """Test instances: the values of the predictors, and where they came from.

    Attributes
    ----------
    columns
        One array per predictor, encoded as in `TrainingSet`. Each of shape (t,).
    classes
        True class, -1 where unknown. Shape (t,).
    rows, origin
        Row numbers in the data set they were taken from; -1 for instances that are no row (edited, clicked).
    """

    columns: tuple[NDArray[Any], ...]
    classes: NDArray[np.int32]
    rows: Rows
    origin: str

    @classmethod
    def of(cls, data: Dataset, rows: ArrayLike | None = None) -> Instances:
        """Rows of a data set as test instances, in the order given."""
        positions = np.arange(len(data)) if rows is None else check_rows(rows, len(data), data.source)
        chosen = data.subset(positions)
        columns = tuple(chosen.column(j) for j in data.predictors)
        check_finite([data.attributes[j] for j in data.predictors], columns, chosen.row_numbers, data.source)
        return cls(columns, chosen.class_codes, chosen.row_numbers, data.origin)

    def __len__(self) -> int:
        return len(self.classes)

    def values(self, i: int) -> NDArray[np.float64]:
        """Instance i as one float array, codes as floats, NaN for missing. Shape (m,)."""
        return np.array(
            [
                float(c[i]) if c.dtype.kind == "f" else (float(c[i]) if c[i] >= 0 else np.nan)
                for c in self.columns
            ]
        )

    def changed(
        self, attributes: tuple[Attribute, ...], changes: Mapping[str, float | str | None]
    ) -> Instances:
        """The same instances with some values replaced by name (None: missing)."""
        columns = list(self.columns)
        names = [a.name for a in attributes]
        for name, value in changes.items():
            if name not in names:
                raise DataError(f"no attribute named {name!r} to set", hint=f"Attributes: {', '.join(names)}")
            j = names.index(name)
            columns[j] = np.full(len(self), encode(attributes[j], value), dtype=columns[j].dtype)
        return Instances(tuple(columns), self.classes, self.rows, self.origin)


def encode(attribute: Attribute, value: float | str | None) -> float | int:
    """A value as a person gives it, as it is stored: a number, or the code of a nominal value."""
    if value is None or (isinstance(value, str) and value.strip() == "?" and "?" not in attribute.codes):
        return np.nan if attribute.is_numeric else -1
    if attribute.is_numeric:
        try:
            number = float(value)
        except ValueError:
            number = np.inf
        if not abs(number) <= LARGEST:
            raise DataError(f"{attribute.name!r} needs a number, not {value!r}", hint="Use ? for missing.")
        return number
    if str(value) not in attribute.codes:
        raise DataError(
            f"{attribute.name!r} has no value {value!r}", hint=f"Values: {', '.join(attribute.values[:20])}"
        )
    return attribute.codes[str(value)]


def mean_gap(column: NDArray[np.float64]) -> float:
    """Mean gap between neighbouring distinct values, 0.01 where there are fewer than two.

    The gaps are summed one by one, as Weka does: (max - min)/(distinct - 1) can differ in the last bit, and
    that bit decides how a value is rounded to the grid.
    """
    distinct = np.unique(column[~np.isnan(column)])
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
            what = "infinite" if np.isinf(value) else f"{value:g}, too large to compute with,"
            raise DataError(
                f"attribute {attribute.name!r} is {what} in row {row + 1} of the data",
                file=source,
                hint="Make the value missing (?) or leave the attribute out.",
            )
