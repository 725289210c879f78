"""The quick way for large CSV files without quotes or blanks: through pandas' C parser.

As with ARFF it is taken only where the result is certain to be that of the general way, and leaves whatever
looks odd, errors included, to that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.csv.columns import Markers, TextColumn
from lwnb_core.data.fast_path import MOST_COLUMNS, is_rectangular, parse_rectangle, squeezed
from lwnb_core.data.whole_numbers import is_inexact

Texts = tuple[tuple[str, ...], NDArray[np.int32]]


def read_plain(
    text: str, width: int, numeric: set[int], markers: Markers
) -> tuple[dict[int, NDArray[np.float64]], dict[int, Texts]] | None:
    """Numbers and texts by column, if the columns that began as numbers go on so; or None."""
    dialect = markers.dialect
    if width < 2 or width > MOST_COLUMNS or dialect.decimal != "." or dialect.separator not in ",;|\t":
        return None
    if markers.some_are_numbers:  # pandas would compare them as numbers
        return None
    odd = {" ", "\t", "\x00", dialect.quote} - {dialect.separator, ""}
    if any(character in text for character in odd):
        return None
    body = text.lstrip("\n")
    if dialect.header:
        body = body[body.find("\n") + 1 :]
    separator = dialect.separator.encode("ascii")
    rows = squeezed(body.strip("\n").encode("utf-8") + b"\n", b"\n")
    empty_row = b"\n" + separator * (width - 1) + b"\n"
    if not is_rectangular(rows, separator, width) or empty_row in b"\n" + rows:
        return None
    columns = parse_rectangle(rows, separator, [j in numeric for j in range(width)], markers.missing)
    if columns is None:
        return None
    numbers: dict[int, NDArray[np.float64]] = {}
    texts: dict[int, Texts] = {}
    for j, column in enumerate(columns):
        if j not in numeric:
            text_column = TextColumn(markers)
            text_column.take(column.tolist())
            texts[j] = text_column.finish()
            continue
        # Infinities and missing numbers have spellings that pandas knows and we do not.
        if np.isinf(column).any() or (np.isnan(column).any() and not {"nan", "NaN"} <= markers.missing):
            return None
        if is_inexact(column).any():  # some may have been rounded, and it must be said where
            return None
        numbers[j] = column
    return numbers, texts
