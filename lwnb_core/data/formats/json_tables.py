"""Tables in JSON: a list of objects, an object of columns, or an object per line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from lwnb_core.data.formats.packing import refuse_trap
from lwnb_core.data.text import decode
from lwnb_core.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

_FORMS = "A list of objects, one per row; an object of columns; or an object per line (JSON Lines)."


def json_columns(raw: bytes, file: str, *, lines: bool) -> list[tuple[str, pd.Series[Any]]]:
    """Return names and columns as they stand, missing where an object lacks a name, without types."""
    text = decode(raw, file=file).text
    content = _lines(text, file) if lines else _parsed(text, file)
    is_list = isinstance(content, list)
    columns = _of_objects(content, file, len(raw)) if is_list else _of_columns(content, file)
    if not columns or not any(map(len, columns.values())):
        raise DataError("the file has no rows", file=file, hint=_FORMS)
    import pandas as pd

    return [(name, pd.Series(_array(values), dtype=object)) for name, values in columns.items()]


def _parsed(text: str, file: str, line: int | None = None) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        shown = error.doc.split("\n")[error.lineno - 1][:80]
        raise DataError(f"is not JSON: {error.msg}", file=file, line=at, text=shown, hint=_FORMS) from None
    except (RecursionError, ValueError):  # ValueError: a number of more digits than Python reads
        raise DataError(
            "contains values that are nested too deeply or are too long", file=file, line=line
        ) from None


def _lines(text: str, file: str) -> list[Any]:
    numbered = enumerate(text.split("\n"), start=1)
    return [_parsed(line, file, number) for number, line in numbered if line.strip()]


def _of_objects(rows: list[Any], file: str, size: int) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {}
    for i, row in enumerate(rows):
        if not isinstance(row, dict):
            raise DataError("not an object with names and values", file=file, row=i, hint=_FORMS)
        refuse_trap(8 * len(columns) * i, size, file)  # every row may have its own names
        for name, value in row.items():
            column = columns.setdefault(name, [])
            column.extend([None] * (i - len(column)))
            column.append(value)
    for column in columns.values():
        column.extend([None] * (len(rows) - len(column)))
    return columns


def _of_columns(content: Any, file: str) -> dict[str, list[Any]]:
    """Read `{"a": [1, 2], "b": ["x", "y"]}`, or the form with row names inside that pandas writes."""
    if not isinstance(content, dict) or not all(isinstance(c, list | dict) for c in content.values()):
        raise DataError("is JSON, but not a table", file=file, hint=_FORMS)
    columns = {name: list(_values(column)) for name, column in content.items()}
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        longest, shortest = max(lengths, key=lambda n: lengths[n]), min(lengths, key=lambda n: lengths[n])
        raise DataError(
            f"column {longest!r} has {lengths[longest]} rows, {shortest!r} {lengths[shortest]}",
            file=file,
            hint="All columns must have the same length.",
        )
    return columns


def _values(column: list[Any] | dict[str, Any]) -> Iterable[Any]:
    return column.values() if isinstance(column, dict) else column


def _array(values: list[Any]) -> np.ndarray[Any, Any]:
    """Return an array of objects, even if these are lists, which numpy would unfold."""
    array = np.empty(len(values), dtype=object)
    array[:] = values if not any(isinstance(v, list) for v in values) else [None] * len(values)
    for i, value in enumerate(values):
        if isinstance(value, list):
            array[i] = value
    return array
