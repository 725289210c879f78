"""The content of the preview of a CSV file, without Qt: the first rows, and how they were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lwnb_core import Dataset, LwnbError
from lwnb_core.data import CsvDialect
from lwnb_core.data.column_choice import ColumnChoice
from lwnb_core.data.column_notes import ColumnNote, column_notes
from lwnb_core.data.csv import dialect_of, parse_csv
from lwnb_core.data.formats.loading import load_parsed
from lwnb_core.data.formats.packing import is_packed, unpack, unpacked_head
from lwnb_core.data.formats.unsupported_formats import refuse_other_kinds
from lwnb_core.data.text import read_bytes
from lwnb_gui.app.column_edits import class_name
from lwnb_gui.app.data_edit import can_be_class

HEAD = 1 << 18  # bytes that are read first
WHOLE = 1 << 26  # bytes up to which the whole file is read for the preview
SHOWN = 100  # rows
_LEAST_VALUES = 3  # different values in a column; with fewer, a text among numbers may well be intended
_MOST_MARKERS = 3  # different texts among numbers that may all stand for missing values
_LONGEST_MARKER = 20  # characters


@dataclass(frozen=True)
class Preview:
    """The result of reading a file with some options.

    Attributes
    ----------
    options
        As they were chosen.
    dialect
        None where not even that could be detected.
    data
        The rows read; None where the options do not fit, and `error` says why.
    is_whole
        Whether this is all of the file, so that types and the number of rows are final.
    marker
        A cell that seems to stand for a missing value, and keeps a column from being numeric.
    possible_classes
        Columns that can be the class as they are: nominal ones, and a few whole numbers.
    left_out
        Columns that are shown here, and not read.
    notes
        What speaks against the other columns as attributes; see `lwnb_core.data.column_notes`.
    opened
        The data without the columns that are left out, as `lw.load` reads them; None unless this is all of
        the file.
    """

    options: dict[str, Any]
    dialect: CsvDialect | None
    data: Dataset | None
    error: LwnbError | None
    is_whole: bool
    marker: str = ""
    possible_classes: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()
    notes: tuple[ColumnNote, ...] = ()
    opened: Dataset | None = None


def read_head(path: str) -> tuple[bytes, bool]:
    """Return the first lines of a file, and whether they are all of it."""
    with Path(path).open("rb") as stream:
        raw = stream.read(HEAD)
        whole = not stream.read(1)
    if is_packed(raw):
        head = unpacked_head(raw, HEAD)
        whole = whole and len(head) < HEAD
        raw = unpack(raw, file=path) if whole else head
    if not whole:
        raw = raw[: raw.rfind(b"\n") + 1] or raw  # an incomplete line would look like a faulty one
    return raw, whole


def read_preview(raw: bytes, options: dict[str, Any], is_whole: bool, file: str = "") -> Preview:
    """Read bytes with the options that were chosen; what was not chosen is detected."""
    columns, csv = ColumnChoice.of(options.get("ignore", ()), ()), _without_choice(options)
    try:
        refuse_other_kinds(raw, file, options.get("encoding"))
        data = parse_csv(raw, file=file, **csv)
        read = load_parsed(data, columns, **csv)
    except LwnbError as error:
        dialect, marker = _dialect(raw, options, file), _marker_among_numbers(raw, options, file)
        return Preview(options, dialect, None, error, is_whole, marker)
    dialect = data.reading.dialect
    data = replace(data, class_index=data.index_of(name) if (name := class_name(read)) else None)
    possible = tuple(a.name for a in read.attributes if can_be_class(data, a.name))
    return Preview(
        options,
        dialect,
        data,
        None,
        is_whole,
        odd_marker(read),
        possible,
        columns.ignore,
        column_notes(read),
        read if is_whole else None,
    )


def _dialect(raw: bytes, options: dict[str, Any], file: str) -> CsvDialect | None:
    """Return the dialect of a file that cannot be read with the options; None if it cannot be detected."""
    try:
        refuse_other_kinds(raw, file, options.get("encoding"))
        return dialect_of(raw, file, **_without_choice(options))
    except LwnbError:
        return None


def _without_choice(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the CSV reader without the choice of columns, which follows it."""
    return {name: value for name, value in options.items() if name not in ("ignore", "only")}


def odd_marker(data: Dataset) -> str:
    """Return a short text that alone keeps columns from being numeric; empty if there is none."""
    markers: Counter[str] = Counter()
    for attribute in data.attributes:
        texts = [value for value in attribute.values if not _is_number(value)]
        if len(attribute.values) > _LEAST_VALUES and len(texts) == 1 and len(texts[0]) <= _LONGEST_MARKER:
            markers[texts[0]] += 1
    return markers.most_common(1)[0][0] if markers else ""


def _marker_among_numbers(raw: bytes, options: dict[str, Any], file: str) -> str:
    """Return the first text in a column that is numeric except for a few texts; empty if there is none."""
    numeric = tuple(options.get("numeric", ()))
    without = {**_without_choice(options), "numeric": (), "nominal": (*options.get("nominal", ()), *numeric)}
    try:
        attributes = parse_csv(raw, file=file, **without).attributes if numeric else ()
    except LwnbError:
        return ""
    for attribute in attributes:
        texts = [value for value in attribute.values if not _is_number(value)]
        few = 0 < len(texts) <= min(_MOST_MARKERS, len(attribute.values) - 1)
        if attribute.name in numeric and few and len(texts[0]) <= _LONGEST_MARKER:
            return texts[0]
    return ""


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


def read_in_steps(
    path: str, options: dict[str, Any], partial: Callable[[Preview], object], check: Callable[[], object]
) -> Preview:
    """Read the head, which takes no time, and then the whole file, unless it is too large for a preview."""
    try:
        raw, whole = read_head(path)
    except (OSError, LwnbError):
        raw, whole = read_bytes(Path(path)), True  # the error says what is wrong with the file
    first = read_preview(raw, options, whole, path)
    if whole or Path(path).stat().st_size > WHOLE:
        return first
    partial(first)
    check()
    return read_preview(read_bytes(Path(path)), options, True, path)
