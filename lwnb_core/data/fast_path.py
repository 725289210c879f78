"""Helpers for the fast readers of ARFF and CSV, both of which use pandas' C parser."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORTHWHILE_CHARACTERS = 1 << 20
"""With fewer characters, the general path is done before pandas is even imported."""

MOST_COLUMNS = 2_000
"""Pandas is slow with many columns."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def replaced(rows: bytes, old: bytes, new: bytes) -> bytes:
    """Replace `old` by `new` in the rows until none is left, including those that arise by replacing."""
    while old in rows:
        rows = rows.replace(old, new)
    return rows


def squeezed(rows: bytes, byte: bytes) -> bytes:
    """Reduce every run of a byte in the rows to one; each pass halves the runs."""
    return replaced(rows, byte + byte, byte)


def only(rows: bytes, kept: bytes) -> bytes:
    """Keep only some of the bytes of the rows."""
    return rows.translate(None, delete=bytes(byte for byte in range(256) if byte not in kept))


def is_rectangular(rows: bytes, separator: bytes, width: int) -> bool:
    """Whether every line has exactly this many cells, empty ones included."""
    return are_of_rectangle(only(rows, separator + b"\n"), separator, width)


def are_of_rectangle(delimiters: bytes, separator: bytes, width: int) -> bool:
    """Decide the same from the separators and line ends alone."""
    return delimiters == (separator * (width - 1) + b"\n") * (len(delimiters) // width)


def parse_rectangle(
    rows: bytes,
    separator: bytes,
    is_numeric: Sequence[bool],
    missing: Iterable[str],
    decimal: str = ".",
    quote: str = "",
) -> list[NDArray[Any]] | None:
    """Return columns of floats (NaN for `missing`) and of raw texts; None if a number cannot be parsed.

    Quotes around cells are removed if `quote` is given; otherwise they are ordinary characters.
    """
    if rows.startswith(_BYTE_ORDER_MARK):  # pandas would swallow it
        return None

    import pandas as pd

    options: dict[str, Any] = {}
    if tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
        options["float_precision"] = "round_trip"  # the default used to be wrong in the last digit
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
