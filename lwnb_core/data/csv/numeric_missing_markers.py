"""Missing markers that are numbers, such as -999, for a parser that would compare them as numbers.

The cell -999 is missing, -999.0 is a value. Cells that are exactly a marker are therefore overwritten by as
many control characters, which stand for missing instead.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

STAND_IN = "\x06"
"""A text that holds this character cannot be rewritten."""

_CHUNK = 1 << 18  # bytes; the intermediate arrays of one chunk fit into the processor's cache


def stand_in_for(marker: str) -> str:
    return STAND_IN * len(marker)


def overwritten(rows: bytes, markers: Iterable[str], ends: bytes) -> bytes:
    """Return the rows with stand-ins for all cells that are markers; `ends` are the delimiting bytes."""
    codes = np.frombuffer(rows, dtype=np.uint8).copy()
    for marker in (text.encode("ascii") for text in markers):
        if rows.startswith(marker) and rows[len(marker)] in ends:
            codes[: len(marker)] = ord(STAND_IN)
        for start in range(0, len(codes), _CHUNK):
            window = codes[start : start + _CHUNK + len(marker) + 1]
            _overwrite(window, marker, ends)
    return codes.tobytes()


def _overwrite(window: NDArray[np.uint8], marker: bytes, ends: bytes) -> None:
    """Overwrite the cells in the window that are the marker, delimiters included, with stand-ins."""
    count = len(window) - len(marker) - 1
    if count <= 0:
        return
    is_end = window == ends[0]
    for end in ends[1:]:
        is_end |= window == end
    found = is_end[:count] & is_end[len(window) - count :]
    for i, byte in enumerate(marker, start=1):
        found &= window[i : i + count] == byte
    positions = 1 + np.flatnonzero(found)
    window[positions[:, np.newaxis] + np.arange(len(marker))] = ord(STAND_IN)
