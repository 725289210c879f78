"""Writing CSV that reads back as the same data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.columns import number_text
from lwnb_core.data.csv.dialect import DEFAULT_MISSING, EXCEL_HINT, NUMBER, CsvDialect
from lwnb_core.data.csv.table import WEIGHTS
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.file_formats import TAB_SUFFIXES
from lwnb_core.data.safe_files import atomic_write
from lwnb_core.data.spreadsheet_formulas import is_like_formula

_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"^(-?[0-9]+)")
_SPECIAL = "\"'\n\r;\t|\x1a"


def write_csv(data: Dataset, path: str | Path, *, separator: str | None = None) -> None:
    """Write the rows atomically as UTF-8: missing as ?, names and values that would be misread in quotes.

    The separator is a comma, or a tab for `.tsv` and `.tab`. Instance weights become a last column
    `{weight}`, which is read back as weights.

    CSV has no place for some of what ARFF keeps: the order of nominal values, values that no row has, the
    empty text (which becomes missing), and texts that are all numbers with a decimal comma if no number
    shows that the decimal mark is a point. If every cell is a text in quotes, and every name is a number or
    one of these texts, nothing tells the names from the rows: read such a file with `header=True`.
    """
    atomic_write(path, csv_text(data, separator_of(Path(path).name) if separator is None else separator))


def separator_of(name: str) -> str:
    """A tab if the suffix of a file's name asks for it, otherwise a comma."""
    return "\t" if name.lower().removesuffix(".gz").endswith(TAB_SUFFIXES) else ","


def csv_text(data: Dataset, separator: str = ",") -> str:
    """Return the data set as CSV."""
    return "".join(_lines(data, CsvDialect(separator).separator))


def texts_like_formulas(data: Dataset) -> int:
    """Count the cells and names that a spreadsheet would take for formulas. They are written unchanged.

    A file is written so that it can be read back; anyone who opens it in a spreadsheet should be warned.
    """
    count = sum(is_like_formula(attribute.name) for attribute in data.attributes)
    for j, attribute in enumerate(data.attributes):
        column = data.column(j)
        if attribute.is_nominal:
            suspicious = [code for code, value in enumerate(attribute.values) if is_like_formula(value)]
            count += int(np.isin(column, suspicious).sum()) if suspicious else 0
        elif not attribute.is_numeric:
            count += sum(value is not None and is_like_formula(str(value)) for value in column)
    return count


def _lines(data: Dataset, separator: str) -> Iterator[str]:
    names = [attribute.name for attribute in data.attributes]
    # With a single column no separator occurs, and a reader might take blanks for one.
    special = _SPECIAL + separator + " " * (len(names) == 1 and not _writes_weights(data))
    number = _number_with_point if _has_decimal_commas(data) else _number
    columns = [_cells(a, data.column(j), special, number) for j, a in enumerate(data.attributes)]
    if _writes_weights(data):
        names.append(WEIGHTS)
        columns.append([number(weight) for weight in data.weights.tolist()])
    quotes_all_names = _is_header_like_a_row(data) and not _quotes_all_cells(data, special)
    quote = _quoted if quotes_all_names else partial(_cell, special=special)
    header = separator.join(map(quote, names)) + "\n"
    if EXCEL_HINT.match(header):  # a column of that name; a hint above it keeps it a name
        yield f"sep={separator}\n"
    yield header
    for cells in zip(*columns, strict=True):
        yield separator.join(cells) + "\n"


def _cells(
    attribute: Attribute, column: NDArray[Any], special: str, number: Callable[[float], str]
) -> list[str]:
    if attribute.is_numeric:
        return [number(value) for value in column.tolist()]
    if attribute.is_nominal:
        shown = [*(_cell(value, special) for value in attribute.values), "?"]
        return [shown[code] for code in column.tolist()]  # code -1 is the missing value at the end
    return ["?" if value is None else _cell(str(value), special) for value in column]


def _cell(text: str, special: str) -> str:
    """Quote a cell if the bare text would be cut, stripped, or taken for a number or a missing value."""
    plain = (
        text == text.strip()
        and not any(character in text for character in special)
        and text not in DEFAULT_MISSING
        and NUMBER.fullmatch(text) is None
    )
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _writes_weights(data: Dataset) -> bool:
    """Whether to write weights: also if all are 1, should the last attribute otherwise be read as weights."""
    return data.has_weights or (bool(data.attributes) and data.attributes[-1].name == WEIGHTS)


def _is_header_like_a_row(data: Dataset) -> bool:
    """Whether a reader might take the names for values; it recognises names that alone are in quotes.

    The rows do not decide, because a file may be written in blocks.
    """
    only_texts = not any(attribute.is_numeric for attribute in data.attributes)
    return any(
        NUMBER.fullmatch(attribute.name)
        or _DECIMAL_COMMA.fullmatch(attribute.name)
        or attribute.name in attribute.values
        or (attribute.kind == "string" and only_texts)
        for attribute in data.attributes
    )


def _quotes_all_cells(data: Dataset, special: str) -> bool:
    """Whether all cells are quoted texts: names are then recognised because they need no quotes."""
    return not _writes_weights(data) and all(
        attribute.is_nominal and all(_cell(value, special) != value for value in attribute.values)
        for attribute in data.attributes
    )


def _number(value: float) -> str:
    if value != value:
        return "?"
    return number_text(value) if abs(value) != float("inf") else ("inf" if value > 0 else "-inf")


def _has_decimal_commas(data: Dataset) -> bool:
    """Whether a text such as 1,5 could make a reader think that the decimal mark is a comma."""
    return any(
        _DECIMAL_COMMA.fullmatch(text)
        for attribute in data.attributes
        for text in (attribute.name, *attribute.values)
    )


def _number_with_point(value: float) -> str:
    """Write a number as `_number` does, but with a decimal mark even if it is whole."""
    text = _number(value)
    return text if "." in text else _WHOLE.sub(r"\1.0", text)
