"""Converting a column of one kind to another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.errors import DataError, SettingsError

FREE_TEXT_FROM_ROWS = 200
FREE_TEXT_FROM_SHARE = 0.9
NAMES_FROM_ROWS = 10
MOST_CLASS_CODES = 20
MOST_CLASSES = 100
"""Numbers with more distinct values than this are not offered as the names of classes."""
_FIRST_LOOK = 10_000  # values
_OFF_THE_MIDDLE = 0.05  # the share of the gap between two values by which rounding may move a cut


def number_text(value: float) -> str:
    """Write a number as people do: no trailing `.0`, and enough digits to read the same number back."""
    # compare the size first: infinity cannot be converted to int
    if abs(value) < 1e15 and value == int(value):
        return str(int(value)) if value or math.copysign(1, value) > 0 else "-0"
    return repr(float(value))


def nominal_from_any(attribute: Attribute, column: NDArray[Any]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the distinct values (numbers ascending, texts alphabetical) and the code of every row."""
    if attribute.is_nominal:
        return attribute.values, column
    if attribute.is_numeric:
        present = ~np.isnan(column)
        distinct, inverse = np.unique(column[present], return_inverse=True)
        values = tuple(number_text(v + 0.0) for v in distinct)  # 0 and -0 are one value, called 0
    else:
        present = np.array([v is not None for v in column], dtype=bool)
        texts = np.array([str(v) for v in column[present]], dtype=object)
        distinct, inverse = np.unique(texts, return_inverse=True) if len(texts) else (texts, np.empty(0, int))
        values = tuple(str(v) for v in distinct)
    codes = np.full(len(column), -1, dtype=np.int32)
    codes[present] = inverse
    return values, codes


def numeric_from_nominal(attribute: Attribute, column: NDArray[Any], source: str) -> NDArray[np.float64]:
    """Return the numbers that the nominal values spell."""
    if attribute.is_numeric:
        return column
    numbers = []
    for value in attribute.values:
        try:
            numbers.append(float(value))
        except ValueError:
            raise DataError(
                f"{attribute.name!r} has the value {value!r}, which is not a number",
                file=source,
                hint="Only a nominal attribute whose values are all numbers can be made numeric.",
            ) from None
    return np.asarray(np.array([*numbers, np.nan])[column])  # code -1 picks the NaN at the end


def equal_frequency_cuts(column: NDArray[np.float64], bins: int) -> list[float]:
    """Cut halfway between values into intervals of about equally many rows; ties can leave fewer of them."""
    if bins < 2:
        raise SettingsError(f"{bins} intervals: a class needs at least 2")
    ordered = np.sort(column[~np.isnan(column)])
    cuts: list[float] = []
    for i in range(1, bins):
        position = round(i * len(ordered) / bins)
        if not 0 < position < len(ordered):
            continue
        value = ordered[position]
        below = ordered[ordered < value]
        if len(below) and (not cuts or below[-1] > cuts[-1]):
            cuts.append(_short_between(float(below[-1]), float(value)))
    return cuts


def cut_at(column: NDArray[np.float64], cuts: Sequence[float]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Return the names of the intervals between ascending cuts, and the interval of every row."""
    if not all(math.isfinite(cut) for cut in cuts) or any(low >= high for low, high in pairwise(cuts)):
        raise SettingsError("the cuts of a class must be numbers in ascending order")
    present = ~np.isnan(column)
    codes = np.full(len(column), -1, dtype=np.int32)
    codes[present] = np.searchsorted(np.array(cuts), column[present], side="left")
    return _interval_names(cuts), codes


def cuts_in(values: Sequence[str]) -> tuple[float, ...] | None:
    """Read the cuts from the names of intervals, exact to the last bit; None if they are other names."""
    try:
        cuts = tuple(float(value.rpartition(" ")[2]) for value in values[:-1])
    except ValueError:
        return None
    return cuts if tuple(values) == _interval_names(cuts) else None


def _interval_names(cuts: Sequence[float]) -> tuple[str, ...]:
    """Name intervals `up to 2.5`, `2.5 to 7`, `above 7`: a cut belongs to the interval below it.

    They are words, because long names are shortened at the end, in plain letters, because every file,
    terminal and typesetter can show those.
    """
    if not cuts:
        return ("any number",)
    edges = [number_text(cut) for cut in cuts]
    return (
        f"up to {edges[0]}",
        *(f"{low} to {high}" for low, high in pairwise(edges)),
        f"above {edges[-1]}",
    )


def _short_between(low: float, high: float) -> float:
    """Return a number about halfway with as few digits as possible: 67.8, not 67.80000000000001.

    The cut itself is rounded, so that its name is true. It stays between the same two values, and no row
    changes its interval.
    """
    middle = _between(low, high)
    for digits in range(1, 17):
        short = float(f"{middle:.{digits}g}")
        if low <= short < high and abs(short - middle) <= _OFF_THE_MIDDLE * (high - low):
            return short + 0.0  # 0, where it was -0
    return middle


def _between(low: float, high: float) -> float:
    """Return a finite number that is at least `low` and below `high`: halfway, if that can be computed."""
    middle = low / 2 + high / 2
    if low <= middle < high and math.isfinite(middle):
        return middle
    if math.isfinite(low):
        return low
    return math.nextafter(high, low) if math.isfinite(high) else 0.0


def is_free_text(values: Sequence[str], codes: NDArray[np.int32]) -> bool:
    """Whether a text column has nearly as many values as rows, and enough rows to tell.

    Such a column names its rows; as a nominal attribute it would only blur every distance. The rule is for
    data that do not declare their types (CSV, pandas): at least 200 values of which more than 90 % differ.
    """
    return are_free_texts(len(values), int(np.count_nonzero(codes >= 0)))


def are_free_texts(distinct: int, present: int) -> bool:
    """`is_free_text`, given the number of distinct values and of rows with a value."""
    return present >= FREE_TEXT_FROM_ROWS and distinct > FREE_TEXT_FROM_SHARE * present


def are_class_codes(column: NDArray[np.float64]) -> bool:
    """Whether numbers are most likely class names: a few whole ones, each in several rows.

    There are at most 20 distinct whole numbers, with at least two rows each on average; if there are only two
    numbers, they may have fewer.
    """
    present = column[~np.isnan(column)]
    if len(np.unique(present[:_FIRST_LOOK])) > MOST_CLASS_CODES:  # most columns need no second look
        return False
    return are_class_code_values(np.unique(present), len(present))


def are_class_code_values(distinct: NDArray[np.float64], present: int) -> bool:
    """`are_class_codes`, given the distinct numbers and the number of rows with a value."""
    if not len(distinct) or not np.isfinite(distinct).all() or (distinct != np.floor(distinct)).any():
        return False
    return len(distinct) <= 2 or len(distinct) <= min(MOST_CLASS_CODES, present / 2)


def has_many_values(column: NDArray[np.float64], most: int = MOST_CLASSES) -> bool:
    """Whether there are more than `most` distinct numbers; missing ones do not count."""
    present = column[~np.isnan(column)]
    return len(np.unique(present[:_FIRST_LOOK])) > most or len(np.unique(present)) > most


def likely_class(attributes: Sequence[Attribute], columns: Sequence[NDArray[Any]]) -> int | None:
    """Return the column that one most likely wants to predict if the data do not say: the last nominal one.

    Columns with a single value, which say nothing, are skipped, and so are those that name the rows (at least
    ten values of which more than 90 % differ). If none is left, the last nominal column is returned, or None
    if there is none.
    """
    nominal = [j for j, attribute in enumerate(attributes) if attribute.is_nominal]
    likely = [j for j in nominal if len(attributes[j].values) > 1 and not _names_rows(columns[j])]
    return max(likely or nominal, default=None)


def _names_rows(codes: NDArray[np.int32]) -> bool:
    present = codes[codes >= 0]
    return are_row_names(len(np.unique(present)), len(present))


def are_row_names(distinct: int, present: int) -> bool:
    """Whether there are so many different values that they name the rows rather than classes."""
    return present >= NAMES_FROM_ROWS and distinct > FREE_TEXT_FROM_SHARE * present


def strings_from_codes(values: Sequence[str], codes: NDArray[np.int32]) -> NDArray[Any]:
    """Return the texts themselves, None where missing."""
    lookup = np.array([*values, None], dtype=object)
    return np.asarray(lookup[codes])  # code -1 picks the None at the end
