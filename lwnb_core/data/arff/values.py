"""Converting words to values, for each kind of column."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.arff.dates import DateFormat
from lwnb_core.data.arff.numbers import java_number
from lwnb_core.data.arff.tokens import MISSING
from lwnb_core.data.attribute import Attribute
from lwnb_core.spelling import did_you_mean, nearest

Cell = float | int | str | None

# Python and Java agree on which words of these characters alone are numbers. ? is missing.
_SIMPLE_NUMBERS = re.compile(r"[0-9+\-.eE?\n]*")
_MOST_COMPARED = 1_000


def is_missing(word: str) -> bool:
    """Whether a word is an unquoted question mark (a quoted one is a value)."""
    return word == MISSING and type(word) is str


class Column(ABC):
    """Converts the words of one column to values."""

    dtype: Any
    missing: Cell
    when_left_out: Cell
    """The value of an attribute that a sparse row does not name: zero, or the first declared value."""

    def __init__(self, attribute: Attribute) -> None:
        self.attribute = attribute

    @abstractmethod
    def value(self, word: str) -> Cell:
        """Return the value of a word; raise a `ValueError` with the reason if it has none."""

    @abstractmethod
    def hint(self, word: str) -> str:
        """Return the hint for a word that is not a value."""

    def cell(self, word: str) -> Cell:
        return self.missing if is_missing(word) else self.value(word)

    def cells(self, texts: Sequence[str]) -> NDArray[Any]:
        """Return the values of many words at once."""
        return self.array([self.cell(word) for word in texts])

    def array(self, cells: Sequence[Cell]) -> NDArray[Any]:
        return np.array(cells, dtype=self.dtype)


class NumericColumn(Column):
    dtype = np.float64
    missing = np.nan
    when_left_out = 0.0

    def value(self, word: str) -> float:
        number = java_number(word)
        if number is None:
            raise ValueError("is not a number")
        return number

    def cells(self, texts: Sequence[str]) -> NDArray[Any]:
        if _SIMPLE_NUMBERS.fullmatch("\n".join(texts)):
            return self.array([float(word) if word != MISSING else self.cell(word) for word in texts])
        return super().cells(texts)

    def hint(self, word: str) -> str:
        return (
            "A missing value is written as ?; the decimal mark is a point; a value with spaces needs quotes."
        )


class NominalColumn(Column):
    dtype = np.int32
    missing = -1

    def __init__(self, attribute: Attribute) -> None:
        super().__init__(attribute)
        self.when_left_out = 0 if attribute.values else -1
        self._codes = attribute.codes

    def value(self, word: str) -> int:
        code = self._codes.get(word)
        if code is None:
            raise ValueError("is not among the declared values")
        return code

    def cells(self, texts: Sequence[str]) -> NDArray[Any]:
        codes = [self._codes.get(word) for word in texts]
        # An unquoted ? must not be read as the value '?' where that is declared.
        if None in codes or (MISSING in self._codes and MISSING in texts):
            return super().cells(texts)
        return self.array(codes)

    def hint(self, word: str) -> str:
        values = self.attribute.values
        if near := nearest(word[:60], values[:_MOST_COMPARED]):
            return did_you_mean(map(repr, near))
        listed = ", ".join(values[:12]) + (" …" if len(values) > 12 else "")
        return f"Declared: {listed}. Values with spaces or commas must be in quotes."


class StringColumn(Column):
    dtype = object
    missing = None
    when_left_out = None

    def value(self, word: str) -> str:
        return str(word)

    def array(self, cells: Sequence[Cell]) -> NDArray[Any]:
        array = np.empty(len(cells), dtype=object)
        array[:] = cells
        return array

    def hint(self, word: str) -> str:
        return "Text with spaces, commas or braces must be in quotes."


class DateColumn(Column):
    dtype = np.float64
    missing = np.nan
    when_left_out = 0.0

    def __init__(self, attribute: Attribute, date: DateFormat) -> None:
        super().__init__(attribute)
        self._date = date

    def value(self, word: str) -> float:
        moment = self._date.milliseconds(word)
        if moment is None:
            raise ValueError(f"is not a date of the form {self._date.pattern}")
        return moment

    def hint(self, word: str) -> str:
        return "A missing value is written as ?; a date with spaces or commas must be in quotes."


def column_for(attribute: Attribute, date: DateFormat | None) -> Column:
    if date is not None:
        return DateColumn(attribute, date)
    if attribute.is_numeric:
        return NumericColumn(attribute)
    return NominalColumn(attribute) if attribute.is_nominal else StringColumn(attribute)
