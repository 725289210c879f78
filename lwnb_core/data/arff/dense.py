"""The fast path for large plain files: rows through pandas' C parser.

It is used only where the result is certain to be that of the general reader (`rows.read_rows`), and it never
reports an error of its own: everything unusual is left to the general reader, which knows the line.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.arff.header import Header
from lwnb_core.data.arff.rows import RawRows
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.fast_path import MOST_COLUMNS, is_rectangular, parse_rectangle, squeezed
from lwnb_core.data.whole_numbers import is_inexact

_NEEDS_TOKENIZER = "'\"{}"
_COMMENT = re.compile(rb"%[^\n]*")
_BLANKS_TO_COMMA = bytes(ord(",") if byte <= ord(" ") and byte != ord("\n") else byte for byte in range(256))


def read_dense(text: str, header: Header) -> RawRows | None:
    """Return the rows after `@data`, or None where the general reader is needed."""
    m = len(header.attributes)
    if m > MOST_COLUMNS or header.dates or not all(map(_is_plain, header.attributes)):
        return None
    if any(text.find(character, header.rows_start) >= 0 for character in _NEEDS_TOKENIZER):
        return None
    rows = _rectangle(text[header.rows_start :].encode("utf-8"), m)
    columns = None if rows is None else _parse(rows, header)
    # Pandas may know more spellings of a missing number than Weka does. No declared value has a question mark
    # in it, so the counts agree only if a bare ? is all that was taken for missing.
    if rows is None or columns is None or _missing_cells(columns) != rows.count(b"?"):
        return None
    return RawRows(columns, None)


def _is_plain(attribute: Attribute) -> bool:
    if attribute.is_nominal:
        return bool(attribute.values) and not any("?" in value for value in attribute.values)
    return attribute.is_numeric


def _rectangle(rows: bytes, m: int) -> bytes | None:
    """Return the same words separated by single commas, m on every line; None if a line has more or fewer.

    Without quotes, every blank separates words as a comma does, and so does a run of them. If two commas in a
    row happen to give a line m words, the empty one among them is rejected later: it is neither a number nor
    a declared value.
    """
    if b"%" in rows:
        rows = _COMMENT.sub(b"", rows)
    rows = rows.translate(_BLANKS_TO_COMMA).strip(b",\n") + b"\n"
    if is_rectangular(rows, b",", m):
        return rows
    rows = squeezed(rows, b",")
    if is_rectangular(rows, b",", m):
        return rows
    rows = squeezed(rows.replace(b",\n", b"\n").replace(b"\n,", b"\n"), b"\n")
    return rows if is_rectangular(rows, b",", m) else None


def _parse(rows: bytes, header: Header) -> list[NDArray[Any]] | None:
    attributes = header.attributes
    columns = parse_rectangle(rows, b",", [attribute.is_numeric for attribute in attributes], missing=["?"])
    if columns is None:
        return None
    for j, attribute in enumerate(attributes):
        if attribute.is_nominal:
            code_of = {**attribute.codes, "?": -1}
            codes = [code_of.get(word) for word in columns[j]]
            if None in codes:
                return None
            columns[j] = np.array(codes, dtype=np.int32)
        elif is_inexact(columns[j]).any():
            # Pandas reads "inf", which Weka refuses; and a whole number that is rounded must be reported.
            return None
    return columns


def _missing_cells(columns: list[NDArray[Any]]) -> int:
    return sum(
        int(np.isnan(column).sum() if column.dtype == np.float64 else (column < 0).sum())
        for column in columns
    )
