"""Whole numbers that a double cannot hold: beyond 2^53, not all can be told from their neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

FIRST_INEXACT = float(2**53)

_WHOLE = re.compile(r"[+-]?[0-9]{16,}")
_MOST_DIGITS = 400  # Python refuses to read very long ones; any with this many digits are rounded to infinity


def rounding_note(name: str) -> str:
    """Return the repair for a column with whole numbers that were rounded."""
    return (
        f"{name!r} has whole numbers beyond 2^53 = {int(FIRST_INEXACT):,}, which were rounded: different ones"
        " may have become equal"
    )


def rounded_texts(texts: Sequence[str], numbers: NDArray[np.float64]) -> list[int]:
    """Return the positions of the texts whose whole number differs from the number that was read."""
    return [
        i
        for i in np.flatnonzero(is_inexact(numbers)).tolist()
        if _WHOLE.fullmatch(texts[i])
        and (len(texts[i]) > _MOST_DIGITS or int(texts[i]) != float(numbers[i]))  # Python compares exactly
    ]


def has_rounded(values: NDArray[Any]) -> bool:
    """Whether an array of integers, numpy's or Python's, has one that a double would round."""
    with np.errstate(invalid="ignore"):
        suspicious = values[is_inexact(values.astype(np.float64))]
    return any(int(value) != float(value) for value in suspicious)


def is_inexact(numbers: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each number is so large that not every whole number next to it is a double."""
    return np.asarray(np.abs(numbers) >= FIRST_INEXACT)
