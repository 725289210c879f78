"""Facts about all rows that a model needs: header, ranges, number of rows, and the gaps between values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute, Repair
from lwnb_core.data.columns import (
    are_class_code_values,
    are_free_texts,
    are_row_names,
    nominal_from_any,
)
from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.partitions import Part, read_part
from lwnb_core.distributed.workers import Workers
from lwnb_core.errors import DataError
from lwnb_core.local.training import Ranges, WholeTraining, check_finite, mean_gap_of
from lwnb_core.remedies import Remedy

# Columns are gathered together as long as their distinct values fit into about this many bytes.
_GATHERED_BYTES = 400 << 20


@dataclass(frozen=True, eq=False)
class ColumnSummary:
    """A summary of a column of one part.

    Attributes
    ----------
    kind
        As the part alone would be read.
    values
        Of a nominal or text column, in the order in which they appear; of a numeric class, all its numbers.
    present
        How many rows have a value.
    low, high
        Of a numeric column, over the rows with a class; NaN where there are none.
    """

    name: str
    kind: str
    values: tuple[Any, ...]
    present: int
    low: float = np.nan
    high: float = np.nan


@dataclass(frozen=True, eq=False)
class PartSummary:
    """A summary of one part: its columns, its rows, and how many of them have a class."""

    source: str
    columns: tuple[ColumnSummary, ...]
    rows: int
    with_class: int
    repairs: tuple[Repair, ...]


@dataclass(frozen=True, eq=False)
class Survey:
    """Facts about all parts together.

    Attributes
    ----------
    header
        Attributes and class, without rows.
    n
        Rows with a class: the training rows.
    dropped
        Rows without one.
    starts
        The number of the first row of each part.
    ranges
        Of the predictors, over the rows with a class.
    """

    header: Dataset
    n: int
    dropped: int
    starts: tuple[int, ...]
    ranges: Ranges

    @property
    def predictors(self) -> tuple[Attribute, ...]:
        return tuple(self.header.attributes[j] for j in self.header.predictors)


def survey(parts: Sequence[Part], class_attribute: str | None, workers: Workers) -> Survey:
    """Survey all parts, reading each once."""
    summaries: list[PartSummary] = workers.each(_summary, [(part, class_attribute) for part in parts])
    header = _header(summaries, class_attribute)
    name = header.class_attribute.name
    if class_attribute is None:  # now that the class is known, count the rows that have one
        summaries = workers.each(_summary, [(part, name) for part in parts])
    n = sum(summary.with_class for summary in summaries)
    if n == 0:
        raise DataError("no training row has a class", hint="A model needs at least one row with a class.")
    rows = [summary.rows for summary in summaries]
    columns = {a.name: [_column(s, a.name) for s in summaries] for a in header.attributes}
    numeric = [a.is_numeric for a in (header.attributes[j] for j in header.predictors)]
    names = [header.attributes[j].name for j in header.predictors]
    low, high = np.full(len(names), np.nan), np.full(len(names), np.nan)
    for j, (name, is_numeric) in enumerate(zip(names, numeric, strict=True)):
        if is_numeric:
            low[j] = reduce(np.fmin, (column.low for column in columns[name]))
            high[j] = reduce(np.fmax, (column.high for column in columns[name]))
    return Survey(header, n, sum(rows) - n, (0, *np.cumsum(rows)[:-1].tolist()), Ranges(low, high))


def whole_training(parts: Sequence[Part], surveyed: Survey, workers: Workers) -> WholeTraining:
    """Compute the number of rows, the ranges, and the mean gap between distinct values of numeric predictors.

    Only the distinct values of one column, or of a few, are in memory at a time. Their gaps are added up one
    by one, as for rows that are all in memory.
    """
    predictors = surveyed.predictors
    names = [a.name for a in predictors if a.is_numeric]
    at_a_time = max(1, _GATHERED_BYTES // (8 * surveyed.n))
    gaps: dict[str, float] = {}
    for start in range(0, len(names), at_a_time):
        some = names[start : start + at_a_time]
        distinct = workers.each(
            _distinct, [(part, some, surveyed.header.class_attribute.name) for part in parts]
        )
        for name, columns in zip(some, zip(*distinct, strict=True), strict=True):
            gaps[name] = mean_gap_of(np.unique(np.concatenate(columns)))
    resolutions = np.array([gaps.get(a.name, np.nan) for a in predictors])
    return WholeTraining(surveyed.n, surveyed.ranges, resolutions)


def _summary(part: Part, class_attribute: str | None) -> PartSummary:
    data = read_part(part)
    teaching = np.ones(len(data), dtype=bool)
    if class_attribute is not None:
        teaching = ~data.missing(data.index_of(class_attribute))
    summaries = []
    for j, attribute in enumerate(data.attributes):
        column = data.column(j)
        present = int(np.count_nonzero(~data.missing(j)))
        if attribute.is_numeric:
            own = column[teaching]
            check_finite([attribute], (own,), np.flatnonzero(teaching), data.source)
            numbers = own[~np.isnan(own)]
            ends = (float(numbers.min()), float(numbers.max())) if len(numbers) else (np.nan, np.nan)
            values = tuple(np.unique(numbers).tolist()) if attribute.name == class_attribute else ()
            summaries.append(ColumnSummary(attribute.name, "numeric", values, present, *ends))
            continue
        texts = (
            attribute.values if attribute.is_nominal else dict.fromkeys(v for v in column if v is not None)
        )
        summaries.append(ColumnSummary(attribute.name, attribute.kind, tuple(texts), present))
    with_class = int(np.count_nonzero(teaching))
    return PartSummary(data.source, tuple(summaries), len(data), with_class, data.repairs)


def _distinct(part: Part, names: Sequence[str], class_attribute: str) -> list[NDArray[np.float64]]:
    data = read_part(part, [*names, class_attribute])
    teaching = ~data.missing(data.index_of(class_attribute))
    columns = (data.column(data.index_of(name))[teaching] for name in names)
    return [np.unique(column[~np.isnan(column)]) for column in columns]


def _header(summaries: Sequence[PartSummary], class_attribute: str | None) -> Dataset:
    """Return the attributes that a single file with all rows would have."""
    if not summaries:
        raise DataError("there are no training rows")
    attributes: list[Attribute] = []
    likely: list[str] = []
    for first in summaries[0].columns:
        columns = [_column(summary, first.name) for summary in summaries]
        present = sum(column.present for column in columns)
        is_class = first.name == class_attribute
        attribute = _attribute(columns, summaries, present, is_class=is_class)
        attributes.append(attribute)
        if attribute.is_nominal and len(attribute.values) > 1 and not are_row_names(
            len(attribute.values), present
        ):  # fmt: skip
            likely.append(first.name)
    target = class_attribute or next(iter(likely[::-1]), None)
    if target is None:
        raise DataError("no column can be the class", remedies=[Remedy("choose_class")])
    empty = [_empty(attribute) for attribute in attributes]
    repairs = dict.fromkeys(repair for summary in summaries for repair in summary.repairs)
    return Dataset.from_columns("parts", attributes, empty, class_attribute=target, repairs=repairs)


def _attribute(
    columns: Sequence[ColumnSummary], summaries: Sequence[PartSummary], present: int, *, is_class: bool
) -> Attribute:
    name = columns[0].name
    filled = [i for i, column in enumerate(columns) if column.present] or [0]
    numeric = [columns[i].kind == "numeric" for i in filled]
    if all(numeric):
        return _class_of_numbers(name, columns, present) if is_class else Attribute.numeric(name)
    if any(numeric):
        with_numbers, with_texts = filled[numeric.index(True)], filled[numeric.index(False)]
        raise DataError(
            f"column {name!r} has numbers in one part and texts in another"
            f" ({_name(summaries, with_numbers)}, {_name(summaries, with_texts)})",
            hint="Give the column one type in all parts.",
        )
    values = tuple(dict.fromkeys(value for i in filled for value in columns[i].values))
    if not is_class and are_free_texts(len(values), present) and _are_texts(columns):
        return Attribute.string(name)
    return Attribute.nominal(name, values)


def _are_texts(columns: Sequence[ColumnSummary]) -> bool:
    """Whether the values are texts: a part with unused categories has declared its column as nominal."""
    return all(column.kind == "string" or len(column.values) <= column.present for column in columns)


def _class_of_numbers(name: str, columns: Sequence[ColumnSummary], present: int) -> Attribute:
    distinct = np.unique(np.concatenate([np.array(column.values, dtype=float) for column in columns]))
    if not are_class_code_values(distinct, present):
        raise DataError(
            f"the class {name!r} is numeric, but these learners predict a nominal class",
            hint="Store the classes as texts, or as a few whole numbers.",
        )
    return Attribute.nominal(name, nominal_from_any(Attribute.numeric(name), distinct)[0])


def _column(summary: PartSummary, name: str) -> ColumnSummary:
    for column in summary.columns:
        if column.name == name:
            return column
    raise DataError(
        f"there is no column {name!r}", file=summary.source, hint="All parts must have the same columns."
    )


def _name(summaries: Sequence[PartSummary], i: int) -> str:
    return summaries[i].source or f"part {i + 1}"


def _empty(attribute: Attribute) -> NDArray[Any]:
    kinds: dict[str, Any] = {"numeric": np.float64, "nominal": np.int32, "string": object}
    return np.empty(0, dtype=kinds[attribute.kind])
