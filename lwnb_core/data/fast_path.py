"""What the two quick ways, ARFF's and CSV's, through pandas' C parser have in common."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORTHWHILE_CHARACTERS = 1 << 20
"""Below this the general way is done before pandas is even imported."""

MOST_COLUMNS = 2_000
"""Pandas is slow with many columns."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def replaced(rows: bytes, old: bytes, new: bytes) -> bytes:
    """The rows with `old` replaced by `new` until none is left, including those that arise by replacing."""
    while old in rows:
        rows = rows.replace(old, new)
    return rows


def squeezed(rows: bytes, byte: bytes) -> bytes:
    """The rows with every run of a byte reduced to one; each pass halves the runs."""
    return replaced(rows, byte + byte, byte)


def only(rows: bytes, kept: bytes) -> bytes:
    """The rows without all bytes but some."""
    return rows.translate(None, delete=bytes(byte for byte in range(256) if byte not in kept))


def is_rectangular(rows: bytes, separator: bytes, width: int) -> bool:
    """Whether every line has exactly so many cells, empty ones counted."""
    return are_of_rectangle(only(rows, separator + b"\n"), separator, width)


def are_of_rectangle(delimiters: bytes, separator: bytes, width: int) -> bool:
    """The same, from the separators and line ends alone."""
    return delimiters == (separator * (width - 1) + b"\n") * (len(delimiters) // width)


def parse_rectangle(
    rows: bytes,
    separator: bytes,
    is_numeric: Sequence[bool],
    missing: Iterable[str],
    decimal: str = ".",
    quote: str = "",
) -> list[NDArray[Any]] | None:
    """Columns of floats (NaN for `missing`) and of texts as they stand; None where a number is none.

    Quotes around cells are left out if `quote` is given; otherwise they are ordinary characters.
    """
    if rows.startswith(_BYTE_ORDER_MARK):  # pandas would swallow it
        return None

    import pandas as pd

    options: dict[str, Any] = {}
    if tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
        options["float_precision"] = "round_trip"  # the default was wrong in the last digit until then
    markers = list(missing)
    kinds: dict[str, Any] = {
        str(j): np.float64 if numeric else object for j, numeric in enumerate(is_numeric)
    }
    try:
        frame = pd.read_csv(
            io.BytesIO(rows),
            sep=separator.decode("ascii"),
            header=None,
            names=list(kinds),
            index_col=False,
            dtype=kinds,
            na_values={name: markers for name, kind in kinds.items() if kind is np.float64},
            keep_default_na=False,
            decimal=decimal,
            quotechar=quote or '"',
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            engine="c",
            low_memory=True,  # in chunks that stay in the processor's cache; the types are given
            encoding="utf-8",
            **options,
        )
    except (ValueError, OverflowError):  # pandas' ParserError is a ValueError
        return None
    return [frame[name].to_numpy() for name in kinds]
