"""Columns that seldom help to predict anything: names and numbers of rows, dates, a single value.

They are read as they are and count in distances. The user who reads the note decides about them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.columns import NAMES_FROM_ROWS, are_row_names
from lwnb_core.data.dataset import Dataset

_DATE = re.compile(
    r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))"  # 2024-01-31 or 31.1.2024
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?",
    re.ASCII,
)
_DATES_FROM_SHARE = 0.9
_MOST_LISTED = 5
_FIRST_DAY, _LAST_DAY = 1900_01_01, 2100_12_31
# The dates of Parquet, Excel and ARFF files are read as milliseconds since 1970.
_DAY = 86_400_000
_OF_1900, _OF_2000, _OF_2035, _OF_2100 = (
    round((year - 1970) * 365.2425 * _DAY) for year in (1900, 2000, 2035, 2100)
)
# As in customer_no, "row number", OrderId.
_NUMBER_OF_A_ROW = re.compile(r"(?:^|[\W_])(?i:id|no|nr|num|number|index|key)$|[a-z]I[dD]$")


@dataclass(frozen=True)
class ColumnNote:
    """Why a column may not be meant for learning, in words that follow its name and a colon."""

    name: str
    text: str


def column_notes(data: Dataset) -> tuple[ColumnNote, ...]:
    """Return the notes on the attributes that learners would use.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> column_notes(lw.sample("segment"))
    (ColumnNote(name='region-pixel-count', text='one value only'),)
    """
    texts = [(data.attributes[j].name, column_note(data, j)) for j in data.predictors]
    return tuple(ColumnNote(name, text) for name, text in texts if text)


def column_note(data: Dataset, attribute: str | int) -> str:
    """Return the note on one attribute, which may be the class; empty if there is nothing to note."""
    j = data.index_of(attribute)
    kind, present = data.attributes[j].kind, data.column(j)[~data.missing(j)]
    if kind == "string" or len(data) == 0:
        return ""
    if len(present) == 0:
        return "no value in any row"
    if (present == present[0]).all():
        return "one value only"
    if kind == "nominal":
        return _of_texts(data.attributes[j].values, present)
    return _of_numbers(data.attributes[j].name, present)


def nothing_to_learn_from(data: Dataset) -> str:
    """Say why no attribute is left besides the class; empty if there is one, or if there is no class."""
    if data.class_index is None or data.predictors:
        return ""
    texts = [repr(a.name) for a in data.attributes if a.kind == "string"]
    if not texts:
        return "no attribute to learn from: the class is the only column"
    listed = ", ".join(texts[:_MOST_LISTED]) + (" …" if len(texts) > _MOST_LISTED else "")
    return f"no attribute to learn from: {listed} {'is' if len(texts) == 1 else 'are'} text"


def _of_texts(values: tuple[str, ...], codes: NDArray[Any]) -> str:
    occurring = [values[code] for code in np.unique(codes).tolist()]
    if sum(_DATE.fullmatch(value) is not None for value in occurring) >= _DATES_FROM_SHARE * len(occurring):
        return "looks like dates"
    if are_row_names(len(occurring), len(codes)):
        return f"{len(occurring):,} values in {len(codes):,} rows: it names the rows"
    return ""


def _of_numbers(name: str, numbers: NDArray[np.float64]) -> str:
    if len(numbers) < NAMES_FROM_ROWS or not np.isfinite(numbers).all():
        return ""
    if (numbers != np.floor(numbers)).any():
        return ""
    if _are_days(numbers) or _are_milliseconds(numbers):
        return "looks like dates"
    distinct = np.unique(numbers)
    if len(distinct) < len(numbers):
        return ""
    is_counted = distinct[-1] - distinct[0] == len(distinct) - 1  # 1, 2, 3 …, in any order
    if is_counted or _NUMBER_OF_A_ROW.search(name):
        return f"{len(distinct):,} whole numbers in {len(numbers):,} rows: it numbers the rows"
    return ""


def _are_milliseconds(numbers: NDArray[np.float64]) -> bool:
    """Whether all numbers can be dates in milliseconds: days since 1900, or moments of recent years."""
    low, high = numbers.min(), numbers.max()
    if (numbers % _DAY == 0).all():
        return bool(low >= _OF_1900 and high <= _OF_2100)
    return bool(low >= _OF_2000 and high <= _OF_2035)


def _are_days(numbers: NDArray[np.float64]) -> bool:
    """Whether all numbers can be days, such as 20240131."""
    if numbers.min() < _FIRST_DAY or numbers.max() > _LAST_DAY:
        return False
    day, month = numbers % 100, numbers // 100 % 100
    return bool(((day >= 1) & (day <= 31) & (month >= 1) & (month <= 12)).all())
