"""How open data were read, for whoever has to read them again: scripts, reports, sessions. No Qt in here.

A data set knows its file, but not the options of the CSV reader nor which kinds and class were chosen after
reading. They are noted here by the data's origin, which survives every later change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lwnb_core import Attribute, Dataset, LwnbError
from lwnb_core.data import DEFAULT_MISSING, detect_dialect
from lwnb_core.data.loading import format_of_file
from lwnb_core.data.parts import on_disc
from lwnb_core.data.typed import TYPED_FORMATS


@dataclass(frozen=True)
class Reading:
    """Options of the reader that are not its defaults, and the header that came out of it."""

    options: Mapping[str, Any] = field(default_factory=dict)
    attributes: tuple[Attribute, ...] = ()
    class_name: str = ""


_known: dict[str, Reading] = {}
_SEPARATORS = {"\t": "tab", " ": "blanks"}
_MOST = 200  # data sets remembered; an experiment opens many


def note_reading(data: Dataset, options: Mapping[str, Any] | None = None) -> Dataset:
    """Remember how these data, just read, were read. The data."""
    name = "" if data.class_index is None else data.attributes[data.class_index].name
    given = {key: value for key, value in (options or {}).items() if value is not None}
    while len(_known) >= _MOST:
        _known.pop(next(iter(_known)))
    _known[data.origin] = Reading(given, data.attributes, name)
    return data


def reading_of(data: Dataset) -> Reading | None:
    """How the data were read; None where nobody has noted it."""
    return _known.get(data.origin)


def read_as(data: Dataset) -> str:
    """In words how the data's file was read. Reads the file once more, so not for the GUI thread."""
    if not data.source:
        return "–"
    try:
        if not on_disc(data.source).is_file():
            return "the file is no longer there"
        kind = format_of_file(data.source)
        if kind != "csv":
            name = "ARFF" if kind == "arff" else TYPED_FORMATS[kind]
            return f"{name}, which declares its own types"
        reading = reading_of(data)
        options = {} if reading is None else dict(reading.options)
        dialect = detect_dialect(data.source, **options)
    except LwnbError:
        return "the file no longer exists"
    separator = _SEPARATORS.get(dialect.separator, f"“{dialect.separator}”")
    missing = ", ".join(text or "empty" for text in options.get("missing", DEFAULT_MISSING))
    decimal = "point" if dialect.decimal == "." else "comma"
    names = "names in the first line" if dialect.header else "no names in the file"
    return (
        f"CSV: separator {separator}, decimal {decimal}, encoding {dialect.encoding}, {names}; "
        f"missing: {missing}"
    )
