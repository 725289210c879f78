"""The dictionary of liac-arff, the form in which OpenML's client and many scripts hold ARFF data.

{"relation": "r", "attributes": [("a", "NUMERIC"), ("c", ["x", "y"])], "data": [[1.5, "x"], [None, "y"]]}
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from lwnb_core.arguments import NUMBER, WHOLE, described, short
from lwnb_core.data.arff.numbers import java_number
from lwnb_core.data.arff.values import StringColumn
from lwnb_core.data.attribute import Attribute, Repair
from lwnb_core.data.columns import strings_from_codes
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.whole_numbers import rounding_note
from lwnb_core.errors import DataError

_KIND_OF_TYPE = {"NUMERIC": "numeric", "REAL": "numeric", "INTEGER": "numeric", "STRING": "string"}


def to_dictionary(data: Dataset) -> dict[str, Any]:
    """Return the data set as liac-arff's decoder would: numbers, texts, None for missing.

    The dictionary cannot hold instance weights: they are in `data.weights`.
    """
    types = {"numeric": "NUMERIC", "string": "STRING"}
    return {
        "description": "",
        "relation": data.relation,
        "attributes": [(a.name, list(a.values) if a.is_nominal else types[a.kind]) for a in data.attributes],
        "data": [list(row) for row in zip(*_cells_of_columns(data), strict=True)],
    }


def from_dictionary(
    dictionary: Mapping[str, Any],
    class_attribute: str | int | None = None,
    *,
    weights: ArrayLike | None = None,
    encode_nominal: bool = False,
) -> Dataset:
    """Build a data set from what liac-arff's decoder returns in any form, or what its encoder accepts."""
    attributes = [_attribute(declaration) for declaration in _entry(dictionary, "attributes")]
    rows = list(_dense_rows(_entry(dictionary, "data"), attributes, encode_nominal))
    columns: list[Any] = []
    repairs = []
    for j, attribute in enumerate(attributes):
        cells = [row[j] for row in rows]
        if attribute.is_numeric:
            columns.append([_number(cell, i, attribute) for i, cell in enumerate(cells)])
            if any(WHOLE.fits(cell) and cell != columns[-1][i] for i, cell in enumerate(cells)):
                repairs.append(Repair(rounding_note(attribute.name)))
        elif attribute.is_nominal:
            columns.append([_code(cell, i, attribute, encode_nominal) for i, cell in enumerate(cells)])
        else:
            texts = [None if cell is None else str(cell) for cell in cells]
            columns.append(StringColumn(attribute).array(texts))
    return Dataset.from_columns(
        str(dictionary.get("relation") or "data"),
        attributes,
        columns,
        class_attribute=class_attribute,
        weights=weights,
        repairs=repairs,
    )


def _cells_of_columns(data: Dataset) -> Iterator[list[Any]]:
    for j, attribute in enumerate(data.attributes):
        column = data.column(j)
        if attribute.is_nominal:
            yield strings_from_codes(attribute.values, column).tolist()
        elif attribute.is_numeric:
            yield [None if math.isnan(number) else number for number in column.tolist()]
        else:
            yield [None if text is None else str(text) for text in column]


def _entry(dictionary: Mapping[str, Any], key: str) -> Any:
    if key not in dictionary:
        raise DataError(
            f"the dictionary has no {key!r}",
            hint="It needs 'relation', 'attributes' and 'data', as the result of arff.loads(TEXT) has.",
        )
    entry = dictionary[key]
    if isinstance(entry, str) or not isinstance(entry, Iterable):
        raise DataError(f"{key!r} is {described(entry)}", hint="It must be a list.")
    return entry


def _attribute(declaration: Any) -> Attribute:
    if not isinstance(declaration, Sequence) or isinstance(declaration, str) or len(declaration) != 2:
        raise DataError(
            f"an attribute is declared as {described(declaration)}",
            hint="It must be a pair of name and type.",
        )
    name, type_ = declaration
    if not isinstance(type_, str):
        return Attribute.nominal(name, type_)
    if type_.upper() not in _KIND_OF_TYPE:
        raise DataError(
            f"attribute {name!r} has the type {type_!r}",
            hint="liac-arff's types are NUMERIC, REAL, INTEGER, STRING, and a list of nominal values.",
        )
    return Attribute.numeric(name) if _KIND_OF_TYPE[type_.upper()] == "numeric" else Attribute.string(name)


def _dense_rows(data: Any, attributes: Sequence[Attribute], encode_nominal: bool) -> Iterator[Sequence[Any]]:
    """Yield every row with a cell for each attribute.

    In sparse data each row is a dictionary (`arff.LOD`), or all rows are three lists of values, row numbers
    and column numbers (`arff.COO`). What they leave out is zero or the first nominal value, as in the file.
    """
    if isinstance(data, tuple) and len(data) == 3 and _are_positions(data[1]) and _are_positions(data[2]):
        data = _rows_of_coordinates(*data)
    zeros = [_zero(attribute, encode_nominal) for attribute in attributes]
    for i, row in enumerate(data):
        if isinstance(row, Mapping):
            if unknown := [j for j in row if not WHOLE.fits(j) or not 0 <= j < len(attributes)]:
                raise DataError(
                    f"row {i} (counted from 0) has a value for an attribute number {short(unknown[0])}"
                )
            yield [row.get(j, zero) for j, zero in enumerate(zeros)]
        elif isinstance(row, str) or not hasattr(row, "__len__"):
            raise DataError(
                f"row {i} (counted from 0) is {described(row)}", hint="It must be a list of its values."
            )
        elif len(row) != len(attributes):
            raise DataError(
                f"row {i} (counted from 0) has {len(row)} values for {len(attributes)} attributes"
            )
        else:
            yield row


def _are_positions(numbers: Any) -> bool:
    """Whether these are row or column numbers, and not the values of a row in a tuple of three."""
    is_list = isinstance(numbers, Iterable) and not isinstance(numbers, str)
    return is_list and all(WHOLE.fits(number) and number >= 0 for number in numbers)


def _rows_of_coordinates(values: Any, rows: Any, columns: Any) -> list[dict[int, Any]]:
    if not len(values) == len(rows) == len(columns):
        raise DataError(
            f"{len(values)} values have {len(rows)} row numbers and {len(columns)} column numbers",
            hint="The three lists must be of the same length.",
        )
    sparse: list[dict[int, Any]] = [{} for _ in range(max(rows, default=-1) + 1)]
    for value, i, j in zip(values, rows, columns, strict=True):
        sparse[i][j] = value
    return sparse


def _zero(attribute: Attribute, encode_nominal: bool) -> float | str | None:
    if attribute.is_numeric:
        return 0.0
    if attribute.is_nominal and attribute.values:
        return 0 if encode_nominal else attribute.values[0]
    return None


def _number(cell: Any, row: int, attribute: Attribute) -> float:
    """Convert a cell to a number.

    Texts count too: where one cell is NaN, liac-arff returns the whole row as texts.
    """
    number = math.nan if cell is None else java_number(cell) if isinstance(cell, str) else cell
    if number is None or not NUMBER.fits(number):
        raise _bad_cell(cell, row, attribute, "which is not a number", "A missing value is None.")
    try:
        return float(number)
    except OverflowError:  # a whole number of more than 308 digits
        return math.inf if number > 0 else -math.inf


def _code(cell: Any, row: int, attribute: Attribute, encode_nominal: bool) -> int:
    if cell is None:
        return -1
    if encode_nominal and WHOLE.fits(cell) and 0 <= cell < len(attribute.values):
        return int(cell)
    if isinstance(cell, str) and cell in attribute.codes:
        return attribute.codes[cell]
    # A number could be the position of a value or its name: guessing would misread one of the two.
    hint = "Nominal values are texts; encode_nominal=True says that they are positions, counted from 0."
    raise _bad_cell(cell, row, attribute, "which is not among its declared values", hint)


def _bad_cell(cell: Any, row: int, attribute: Attribute, why: str, hint: str) -> DataError:
    return DataError(f"{attribute.name!r} has {short(cell)} in row {row} (counted from 0), {why}", hint=hint)
