"""Turning a column of one kind into another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.errors import DataError, SettingsError

FREE_TEXT_FROM_ROWS = 200
FREE_TEXT_FROM_SHARE = 0.9


def number_text(value: float) -> str:
    """A number as people write it: no trailing `.0`, and enough digits to read the same number back."""
    if abs(value) < 1e15 and value == int(value):  # first the size: infinity has no whole part
        return str(int(value)) if value or math.copysign(1, value) > 0 else "-0"
    return repr(float(value))


def nominal_from_any(attribute: Attribute, column: NDArray[Any]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Distinct values (numbers ascending, texts alphabetical) and the code of every row."""
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
    """The numbers that the nominal values spell."""
    if attribute.is_numeric:
        return column
    numbers = []
    for value in attribute.values:
        try:
            numbers.append(float(value))
        except ValueError:
            raise DataError(
                f"{attribute.name!r} has the value {value!r}, which is no number",
                file=source,
                hint="Only a nominal attribute whose values are all numbers can be made numeric.",
            ) from None
    return np.asarray(np.array([*numbers, np.nan])[column])  # code -1 picks the NaN at the end


def cut_equal_frequency(column: NDArray[np.float64], bins: int) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Intervals that hold about equally many rows, cut halfway between values; missing stays missing."""
    if bins < 2:
        raise SettingsError(f"{bins} intervals: a class needs at least 2")
    present = ~np.isnan(column)
    ordered = np.sort(column[present])
    cuts: list[float] = []
    for i in range(1, bins):
        position = round(i * len(ordered) / bins)
        if not 0 < position < len(ordered):
            continue
        value = ordered[position]
        below = ordered[ordered < value]
        if len(below) and (not cuts or below[-1] > cuts[-1]):
            cuts.append(_between(float(below[-1]), float(value)))
    edges = [number_text(c) for c in cuts]
    bounds = ["-inf", *edges, "inf"]
    last = len(bounds) - 2
    values = tuple(
        f"({bounds[i]} to {bounds[i + 1]}{')' if i == last else ']'}" for i in range(len(bounds) - 1)
    )
    codes = np.full(len(column), -1, dtype=np.int32)
    codes[present] = np.searchsorted(np.array(cuts), column[present], side="left")
    return values, codes


def _between(low: float, high: float) -> float:
    """A finite number from `low` up to but not `high`: halfway, if that can be computed."""
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
    present = int(np.count_nonzero(codes >= 0))
    return present >= FREE_TEXT_FROM_ROWS and len(values) > FREE_TEXT_FROM_SHARE * present


def strings_from_codes(values: Sequence[str], codes: NDArray[np.int32]) -> NDArray[Any]:
    """The texts themselves, None where missing."""
    lookup = np.array([*values, None], dtype=object)
    return np.asarray(lookup[codes])  # code -1 picks the None at the end
