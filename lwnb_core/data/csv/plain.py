"""The fast path for large CSV files: through pandas' C parser.

As for ARFF, it is used only where the result is certain to be that of the general reader, which gets every
unusual file, and every file with an error.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.csv.columns import Markers, NumericColumn, TextColumn
from lwnb_core.data.csv.dialect import CsvDialect
from lwnb_core.data.csv.numeric_missing_markers import STAND_IN, overwritten, stand_in_for
from lwnb_core.data.csv.quotes import (
    STAND_INS,
    are_around_plain_cells,
    protected,
    restored,
    simply_quoted,
)
from lwnb_core.data.csv.table import Table
from lwnb_core.data.fast_path import (
    MOST_COLUMNS,
    are_of_rectangle,
    is_rectangular,
    only,
    parse_rectangle,
    replaced,
    squeezed,
)
from lwnb_core.data.whole_numbers import is_inexact

Texts = tuple[tuple[str, ...], NDArray[np.int32]]
Columns = tuple[dict[int, NDArray[np.float64]], dict[int, Texts]]

_BLOCK = 1_000  # distinct cells checked at a time; a column of texts is recognised by the first block


def read_plain(
    table: Table, markers: Markers, nominal: Collection[int], numeric: Collection[int]
) -> Columns | None:
    """Return numbers and texts by column, or None; `nominal` and `numeric` are columns of a given kind."""
    dialect, width = markers.dialect, len(table.names)
    if width < 2 or width > MOST_COLUMNS or dialect.separator not in ",;|\t":
        return None
    rows = _rectangle(table.text[table.rows_start :], width, dialect)
    if rows is None:
        return None
    if markers.numbers:
        if any(dialect.separator in marker for marker in markers.numbers):
            return None
        ends = dialect.separator + "\n" + (dialect.quote if dialect.everything_quoted else "")
        rows = overwritten(rows, markers.numbers, ends.encode("ascii"))
        markers = Markers(markers.missing | frozenset(map(stand_in_for, markers.numbers)), dialect)
    parsed = _begins_as_numbers(table, markers)
    parsed.difference_update(nominal)
    columns = parse_rectangle(
        rows,
        dialect.separator.encode("ascii"),
        [j in parsed for j in range(width)],
        markers.missing - markers.numbers,
        dialect.decimal,
        # In a file that quotes everything, quotes have no meaning; otherwise they stay with the cells.
        quote=dialect.quote if dialect.everything_quoted else "",
    )
    if columns is None:
        return None
    numbers: dict[int, NDArray[np.float64]] = {}
    texts: dict[int, Texts] = {}
    for j, column in enumerate(columns):
        if j in parsed:
            if not _is_certain(column, markers):
                return None
            numbers[j] = column
            continue
        values = _by_distinct_cells(column, markers, may_be_numeric=j not in nominal, is_numeric=j in numeric)
        if values is None:
            return None
        if isinstance(values, tuple):
            texts[j] = values
        else:
            numbers[j] = values
    return numbers, texts


def _rectangle(body: str, width: int, dialect: CsvDialect) -> bytes | None:
    """Return rows of equal width without blanks around cells or quotes inside them; None if impossible."""
    if not dialect.quote.isascii() or any(c in body for c in ("\x00", *STAND_INS, STAND_IN)):
        return None
    separator, quote = dialect.separator.encode("ascii"), dialect.quote.encode("ascii")
    rows = (body if body.endswith("\n") else body + "\n").encode("utf-8")
    delimiters = only(rows, separator + b"\n" + quote)
    if quote and quote in delimiters:
        if not are_around_plain_cells(rows, delimiters, separator, quote):
            safe = protected(rows, separator, quote)
            if safe is None:
                return None
            rows, delimiters = safe, only(safe, separator + b"\n" + quote)
        delimiters = delimiters.translate(None, delete=quote)
    blanks = [blank for blank in (b" ", b"\t") if blank != separator and blank in rows]
    if len(blanks) > 1:  # blanks and tabs may be mixed
        return None
    for blank in blanks:
        for end in (separator, b"\n"):
            rows = replaced(replaced(rows, end + blank, end), blank + end, end)
        rows = rows.lstrip(blank)
    if not are_of_rectangle(delimiters, separator, width):  # perhaps because of blank lines
        rows = squeezed(rows, b"\n").removeprefix(b"\n")
        if not is_rectangular(rows, separator, width):
            return None
    empty_row = separator * (width - 1) + b"\n"
    return None if rows.startswith(empty_row) or b"\n" + empty_row in rows else rows


def _begins_as_numbers(table: Table, markers: Markers) -> set[int]:
    """Return the columns whose first rows hold only numbers: pandas will read them as numbers."""
    block = next(table.blocks(), [])
    result: set[int] = set()
    for j in range(len(table.names)):
        column = NumericColumn(markers)
        column.take([record.cells[j] for record in block], [record.line for record in block])
        if not column.failed and column.has_plain_numbers:
            result.add(j)
    return result


def _is_certain(numbers: NDArray[np.float64], markers: Markers) -> bool:
    # Pandas knows spellings of infinity and missing numbers that we do not.
    if np.isinf(numbers).any() or (np.isnan(numbers).any() and not {"nan", "NaN"} <= markers.missing):
        return False
    return not is_inexact(numbers).any()  # some may have been rounded; the general reader reports their lines


def _by_distinct_cells(
    column: NDArray[Any], markers: Markers, *, may_be_numeric: bool, is_numeric: bool
) -> NDArray[np.float64] | Texts | None:
    """Return what the general reader would return for a column, from its distinct cells alone."""
    import pandas as pd

    positions, distinct = pd.factorize(column)
    dialect = markers.dialect
    quoted = None
    if dialect.quote and not dialect.everything_quoted and not is_numeric:
        quoted = simply_quoted(distinct.tolist(), dialect.quote)
    if quoted:  # text, whether it looks like numbers and markers or not
        return tuple(quoted), positions.astype(np.int32)
    cells = restored(distinct.tolist(), dialect.separator, dialect.quote)
    if may_be_numeric:
        numeric = NumericColumn(markers)
        for start in range(0, len(cells), _BLOCK):
            block = cells[start : start + _BLOCK]
            numeric.take(block, range(len(block)))
        if not numeric.failed and (is_numeric or not numeric.is_text_in_quotes):
            return None if numeric.rounded_lines else numeric.finish()[positions]
        if is_numeric:
            return None  # the general reader reports the line with something else
    text = TextColumn(markers)
    text.take(cells)
    values, codes = text.finish()
    return values, codes[positions]
