"""The facts that tables need to show the values of a column: range and decimals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_gui.text import exact_text, fixed, printable

_MOST_DECIMALS = 6
_TOO_LARGE = 1e9  # a number of this length is clearer in powers of ten
_LOOKED_AT = 4000  # values; examining more would not change the number of decimals


@dataclass(frozen=True)
class ColumnFacts:
    """The range of a numeric column, the decimals of its values, and how many of them a table shows."""

    low: float
    high: float
    decimals: int
    shown_decimals: int

    @property
    def span(self) -> float:
        return self.high - self.low

    def text(self, value: float) -> str:
        """Format a value as in a table: with the column's constant number of decimals."""
        return "?" if math.isnan(value) else fixed(value, self.shown_decimals)

    def exact(self, value: float, lost: float = 1e-9) -> str:
        """Return a value with the decimals that the column's values have, and a plain minus.

        It has its own digits where more than this share of it would be lost.
        """
        if math.isnan(value):
            return "?"
        text = f"{value:.{self.decimals}f}" if abs(value) < _TOO_LARGE else "inf"
        return text if abs(float(text) - value) <= lost * abs(value) else f"{value:.10g}"

    @property
    def reach(self) -> float:
        """The distance at which two values are still close: 5 % of the range."""
        return 0.05 * self.span


_known: WeakKeyDictionary[Dataset, dict[str, ColumnFacts]] = WeakKeyDictionary()


def facts(data: Dataset, name: str) -> ColumnFacts:
    """Return the facts of a numeric column, determined once per data set."""
    cached = _known.setdefault(data, {})
    if name not in cached:
        cached[name] = _look(data.column(name))
    return cached[name]


def column_texts(data: Dataset, attribute: int | str) -> Callable[[int], str]:
    """Return a fast function from a row to the text of its value, called for every row of a table."""
    column = data.column(attribute)
    described = data.attributes[data.index_of(attribute)]
    if described.is_nominal:
        texts = [*map(printable, described.values), "?"]
        return lambda row: texts[column[row]]  # code -1 is the last: missing
    if not described.is_numeric:
        return lambda row: exact_text(column[row])
    known = facts(data, described.name)
    return lambda row: known.exact(float(column[row]))


def _look(column: NDArray[np.float64]) -> ColumnFacts:
    known = column[np.isfinite(column)]
    if len(known) == 0:
        return ColumnFacts(0.0, 1.0, 0, 0)
    low, high = float(known.min()), float(known.max())
    step = max(1, len(known) // _LOOKED_AT)
    decimals = _decimals(known[::step])
    span = (high - low) or abs(high) or 1.0
    # Four digits distinguish two values of a range; more would only fill the column.
    enough = max(0, 3 - math.floor(math.log10(span)))
    return ColumnFacts(low, high, decimals, min(decimals, enough))


def _decimals(values: NDArray[np.float64]) -> int:
    tolerance = 1e-9 * max(1.0, float(np.abs(values).max()))
    for decimals in range(_MOST_DECIMALS):
        if np.all(np.abs(values - np.round(values, decimals)) <= tolerance):
            return decimals
    return _MOST_DECIMALS
