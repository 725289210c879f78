"""Reading CSV and its relatives.

A column whose cells are all numbers (or missing) is numeric, any other is nominal with its values in the
order in which they appear. Numbers that stand in quotes are text where the file does not quote everything, so
that "007" stays 007. A text column with at least 200 values of which more than 90 % differ is free text: kept
for display, not used for learning. The class is the last nominal column that can be predicted, which excludes
columns with a single value and those in which nearly every row has a value of its own. Each of these can be
overruled. A last column that is called {weight} holds the instance weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import TEXT, items
from lwnb_core.data import fast_path
from lwnb_core.data.attribute import Attribute
from lwnb_core.data.checked_columns import read_only
from lwnb_core.data.columns import is_free_text, likely_class, strings_from_codes
from lwnb_core.data.csv.columns import (
    Markers,
    NumericColumn,
    TextColumn,
)
from lwnb_core.data.csv.dialect import (
    DEFAULT_MISSING,
    CsvDialect,
    DialectChoice,
    detect,
    without_excel_hint,
)
from lwnb_core.data.csv.plain import Texts, read_plain
from lwnb_core.data.csv.records import records
from lwnb_core.data.csv.table import Table, default_names
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.file_names import without_suffix
from lwnb_core.data.formats.unsupported_formats import refuse_json
from lwnb_core.data.repairs import RepairLog
from lwnb_core.data.text import decode, read_bytes
from lwnb_core.data.whole_numbers import rounding_note
from lwnb_core.errors import CsvError


@dataclass(frozen=True)
class CsvPreview:
    """The first rows as text, split according to the dialect."""

    dialect: CsvDialect
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CsvOptions(TypedDict, total=False):
    """The options of a CSV file. What is not given is detected.

    `missing` lists all texts of cells that stand for a missing value: give `(*DEFAULT_MISSING, "n. b.")` to
    add one to the usual ones, and `("", "-")` for only the empty cell and a dash. (The command line and the
    window add markers to the usual ones.) With `fill`, a row that is too short is filled with empty cells;
    without it, such a file is refused. `nominal` and `numeric` name columns whose kind is fixed. The class is
    the last nominal column with several values that is not a name for its rows (`likely_class`), unless
    `class_attribute` says otherwise.
    """

    separator: str | None
    quote: str | None
    decimal: str | None
    encoding: str | None
    header: bool | None
    fill: bool
    missing: Iterable[str]
    nominal: Iterable[str]
    numeric: Iterable[str]
    class_attribute: str | int | None


def read_csv(path: str | Path, **options: Unpack[CsvOptions]) -> Dataset:
    """Read a CSV or TSV file according to the options (see `CsvOptions`).

    Every failure is a `CsvError` (or a `DataError` for a file that cannot be read at all) with file, line,
    text and hint; what was repaired is in `Dataset.repairs`.
    """
    return parse_csv(read_bytes(Path(path)), file=str(path), **options).with_reading(options)


def parse_csv(
    raw: bytes,
    *,
    file: str = "",
    separator: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    fill: bool = False,
    missing: Iterable[str] = DEFAULT_MISSING,
    nominal: Iterable[str] = (),
    numeric: Iterable[str] = (),
    class_attribute: str | int | None = None,
) -> Dataset:
    """Do the same as `read_csv` for bytes that are already in memory; `file` is their name in messages."""
    repairs = RepairLog()
    markers_missing = frozenset(items("missing", missing, TEXT))
    text, first_line, dialect = _open(
        raw, file, encoding, DialectChoice(separator, quote, decimal, header), markers_missing, repairs
    )
    table = Table(text, first_line, dialect, file, repairs, fill=fill)
    data = table_data(table, Markers(markers_missing, dialect), repairs, nominal, numeric, class_attribute)
    if not len(data):
        raise CsvError("the file has no rows", file=file)
    return data.with_reading(dialect=dialect)


def table_data(
    table: Table,
    markers: Markers,
    repairs: RepairLog,
    nominal: Iterable[str] = (),
    numeric: Iterable[str] = (),
    class_attribute: str | int | None = None,
) -> Dataset:
    """Build a data set from the rows of a table; the options are those of `CsvOptions`."""
    names = table.names[:-1] if table.has_weights else table.names
    kinds = _Kinds.of(names, nominal, numeric, class_attribute, table.file)
    if table.has_weights:
        kinds = replace(kinds, numeric=kinds.numeric | {len(names)})
    attributes, columns = _columns(table, kinds, markers, repairs)
    weights = None
    if table.has_weights:
        attributes.pop()
        weights = read_only(columns.pop())
    return Dataset.from_columns(
        without_suffix(Path(table.file).name) or "data",
        attributes,
        [read_only(column) for column in columns],
        class_attribute=likely_class(attributes, columns) if class_attribute is None else class_attribute,
        weights=weights,
        source=table.file,
        repairs=repairs.repairs(),
    )


def detect_dialect(path: str | Path, **options: Unpack[CsvOptions]) -> CsvDialect:
    """Return the dialect of a file: as the options say, and otherwise as detected."""
    return dialect_of(read_bytes(Path(path)), str(path), **options)


def dialect_of(raw: bytes, file: str = "", **options: Unpack[CsvOptions]) -> CsvDialect:
    """Do the same as `detect_dialect` for bytes that are already in memory."""
    choice = DialectChoice(
        options.get("separator"), options.get("quote"), options.get("decimal"), options.get("header")
    )
    missing = frozenset(options.get("missing", DEFAULT_MISSING))
    return _open(raw, file, options.get("encoding"), choice, missing, RepairLog())[2]


def preview(path: str | Path, dialect: CsvDialect | None = None, rows: int = 20) -> CsvPreview:
    """Return the first rows of a file, ragged or not, split by a dialect (by default the detected one)."""
    raw, file = read_bytes(Path(path)), str(path)
    choice = DialectChoice()
    encoding = None if dialect is None else dialect.encoding
    text, first_line, detected = _open(raw, file, encoding, choice, frozenset(DEFAULT_MISSING), RepairLog())
    dialect = dialect or detected
    cut: list[tuple[str, ...]] = []
    for record in records(text, dialect.separator, dialect.quote, file=file, first_line=first_line):
        cut.append(tuple(str(cell) for cell in record.cells))
        if len(cut) > rows:
            break
    width = max(map(len, cut), default=0)
    names = cut.pop(0) if dialect.header and cut else ()
    return CsvPreview(dialect, (*names, *default_names(len(names), width)), tuple(cut[:rows]))


def _open(
    raw: bytes,
    file: str,
    encoding: str | None,
    choice: DialectChoice,
    missing: frozenset[str],
    repairs: RepairLog,
) -> tuple[str, int, CsvDialect]:
    """Return the text to be split, the number of its first line, and its dialect."""
    decoded = decode(raw, encoding=encoding, file=file)
    if decoded.encoding != "utf-8-sig":  # spreadsheets always write the mark: nothing to report
        repairs.extend(decoded.repairs)
    refuse_json(decoded.text, file)
    text, hinted = without_excel_hint(decoded.text)
    if choice.separator is None and hinted is not None:
        choice = DialectChoice(hinted, choice.quote, choice.decimal, choice.header)
    return text, 1 if hinted is None else 2, detect(text, decoded.encoding, choice, missing)


@dataclass(frozen=True)
class _Kinds:
    """The kinds that the user has chosen for columns, by position."""

    nominal: frozenset[int]
    numeric: frozenset[int]
    class_index: int | None

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        nominal: Iterable[str],
        numeric: Iterable[str],
        class_attribute: str | int | None,
        file: str,
    ) -> _Kinds:
        positions = {name: j for j, name in enumerate(names)}

        def position(name: str) -> int:
            if name not in positions:
                listed = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
                raise CsvError(f"no column is called {name!r}", file=file, hint=f"Columns: {listed}")
            return positions[name]

        as_nominal, as_numeric = frozenset(map(position, nominal)), frozenset(map(position, numeric))
        if both := as_nominal & as_numeric:
            raise CsvError(f"column {names[min(both)]!r} cannot be both nominal and numeric", file=file)
        class_index = position(class_attribute) if isinstance(class_attribute, str) else class_attribute
        if class_index is not None and not -len(names) <= class_index < len(names):
            raise CsvError(f"no column number {class_index}; there are {len(names)}", file=file)
        return cls(as_nominal, as_numeric, None if class_index is None else class_index % len(names))


def _columns(
    table: Table, kinds: _Kinds, markers: Markers, repairs: RepairLog
) -> tuple[list[Attribute], list[NDArray[Any]]]:
    fast = None
    if len(table.text) >= fast_path.WORTHWHILE_CHARACTERS:
        fast = read_plain(table, markers, kinds.nominal, kinds.numeric)
    numbers, texts = fast or _general_columns(table, kinds, markers, repairs)
    attributes: list[Attribute] = []
    columns: list[NDArray[Any]] = []
    for j, name in enumerate(table.names):
        if j in numbers:
            attributes.append(Attribute.numeric(name))
            columns.append(numbers[j])
            continue
        values, codes = texts[j]
        if j not in kinds.nominal and j != kinds.class_index and is_free_text(values, codes):
            repairs.add(f"column {name!r} is free text: kept for display, not used for learning", column=name)
            attributes.append(Attribute.string(name))
            columns.append(strings_from_codes(values, codes))
        else:
            attributes.append(Attribute.nominal(name, values))
            columns.append(codes)
    return attributes, columns


def _general_columns(
    table: Table, kinds: _Kinds, markers: Markers, repairs: RepairLog
) -> tuple[dict[int, NDArray[np.float64]], dict[int, Texts]]:
    """Read the columns: one pass over the file for numbers, and a second one if it has texts."""
    numbers = {j: NumericColumn(markers) for j in range(len(table.names)) if j not in kinds.nominal}
    for block in table.blocks():
        lines = [record.line for record in block]
        for j, cells in enumerate(zip(*(record.cells for record in block), strict=True)):
            if j in numbers:
                numbers[j].take(cells, lines)
                if numbers[j].failed and j in kinds.numeric:
                    bad = next(record for record in block if numbers[j].number(record.cells[j]) is None)
                    raise table.not_a_number(table.names[j], bad.cells[j], bad)
    texts = {
        j: TextColumn(markers)
        for j in range(len(table.names))
        if j not in numbers or numbers[j].failed or (numbers[j].is_text_in_quotes and j not in kinds.numeric)
    }
    for block in table.blocks() if texts else ():
        for j, cells in enumerate(zip(*(record.cells for record in block), strict=True)):
            if j in texts:
                texts[j].take(cells)
    for j, column in numbers.items():
        for line in column.rounded_lines if j not in texts else ():
            repairs.add(rounding_note(table.names[j]), line, column=table.names[j])
    return (
        {j: column.finish() for j, column in numbers.items() if j not in texts},
        {j: column.finish() for j, column in texts.items()},
    )
