"""What tables need to know of a column to show its values: range and decimals."""

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
_TOO_LARGE = 1e9  # a number as long as this says more in powers of ten
_LOOKED_AT = 4000  # values; more of them would not bring more decimals


@dataclass(frozen=True)
class ColumnFacts:
    """Range of a numeric column, the decimals its values have, and how many of them a table shows."""

    low: float
    high: float
    decimals: int
    shown_decimals: int

    @property
    def span(self) -> float:
        return self.high - self.low

    def text(self, value: float) -> str:
        """A value as a table shows it: with the column's constant count of decimals."""
        return "?" if math.isnan(value) else fixed(value, self.shown_decimals)

    def exact(self, value: float, lost: float = 1e-9) -> str:
        """A value with the decimals that the column's values have, and a plain minus; with its own digits
        where more than this share of it would be lost.
        """
        if math.isnan(value):
            return "?"
        text = f"{value:.{self.decimals}f}" if abs(value) < _TOO_LARGE else "inf"
        return text if abs(float(text) - value) <= lost * abs(value) else f"{value:.10g}"

    @property
    def reach(self) -> float:
        """How far two values may be apart and still be near each other: 5 % of the range."""
        return 0.05 * self.span


_known: WeakKeyDictionary[Dataset, dict[str, ColumnFacts]] = WeakKeyDictionary()


def facts(data: Dataset, name: str) -> ColumnFacts:
    """Of a numeric column; looked at once per data set."""
    cached = _known.setdefault(data, {})
    if name not in cached:
        cached[name] = _look(data.column(name))
    return cached[name]


def column_texts(data: Dataset, attribute: int | str) -> Callable[[int], str]:
    """A function from a row to the text of its value; fast, for it is called for every row of a table."""
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
    # Four digits tell two values of a range apart; more would only fill the column.
    enough = max(0, 3 - math.floor(math.log10(span)))
    return ColumnFacts(low, high, decimals, min(decimals, enough))


def _decimals(values: NDArray[np.float64]) -> int:
    tolerance = 1e-9 * max(1.0, float(np.abs(values).max()))
    for decimals in range(_MOST_DECIMALS):
        if np.all(np.abs(values - np.round(values, decimals)) <= tolerance):
            return decimals
    return _MOST_DECIMALS
