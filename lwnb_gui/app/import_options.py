"""Describing how an open data set was read. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lwnb_core import Dataset
from lwnb_core.data import DEFAULT_MISSING
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_core.data.formats.file_formats import FORMATS
from lwnb_core.data.formats.loading import format_of_file
from lwnb_gui.text import printable

_SEPARATORS = {"\t": "tab", " ": "blanks"}


def read_as(data: Dataset) -> str:
    """Describe how the data's file was read. Looks at the file, so not for the GUI thread."""
    if not data.source:
        return "–"
    if not on_disc(data.source).is_file():
        return "the file no longer exists"
    options, dialect = data.reading.options, data.reading.dialect
    if dialect is None:
        return (
            f"{FORMATS[format_of_file(data.source)].name}, which declares its own types{_left_out(options)}"
        )
    separator = _SEPARATORS.get(dialect.separator, f"“{dialect.separator}”")
    missing = ", ".join(text or "empty" for text in options.get("missing", DEFAULT_MISSING))
    decimal = "point" if dialect.decimal == "." else "comma"
    names = "names in the first line" if dialect.header else "no column names in the file"
    return (
        f"CSV: separator {separator}, decimal {decimal}, encoding {dialect.encoding}, {names}; "
        f"missing: {missing}{'; short rows filled' if options.get('fill') else ''}{_left_out(options)}"
    )


def _left_out(options: Mapping[str, Any]) -> str:
    """Say which columns of the file were not read, as the end of a sentence."""
    if options.get("ignore"):
        return f"; left out: {', '.join(map(printable, options['ignore']))}"
    return "; other columns left out" if options.get("only") else ""
