"""Files that are not data files, and JSON where CSV is expected: refused, never read as a table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

from lwnb_core.data.formats.file_formats import (
    BINARY_SUFFIXES,
    DATA_FORMAT_NAMES,
    FORMAT_OF_BEGINNING,
    FORMATS,
)
from lwnb_core.data.formats.packing import without_packing
from lwnb_core.data.safe_files import address_of
from lwnb_core.data.text import looks_binary
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

_BINARY_BEGINNINGS = (*FORMAT_OF_BEGINNING, b"PK\x03\x04")
_MOST_TEXT_SHOWN = 80
# `{` and a key, `[` and a record; or either of them alone on the first line.
_JSON = re.compile(r'\{[ \t]*(?:["}]|$)|\[[ \t]*(?:[\[{]|$)')

_OPENED = f"LWNB Explorer opens {', '.join(DATA_FORMAT_NAMES[:-1])} and {DATA_FORMAT_NAMES[-1]} files."


def refuse_address(file: str | Path) -> None:
    """Raise a `DataError` for the address of a web page."""
    address = address_of(file)
    if address.lower().startswith("file:"):
        raise DataError("addresses are not opened", file=address, hint="Leave out file:// to give a path.")
    if address:
        raise DataError("addresses are not opened", file=address, remedies=[Remedy("fetch")])


def refuse_other_kinds(raw: bytes, file: str, encoding: str | None = None) -> None:
    """Raise a `DataError` for a file that is not a data file, judging by its name or its first bytes.

    Where the user has given an encoding, the bytes are text: UTF-16 without a mark looks like no text.
    """
    name = without_packing(Path(file).name.lower())
    if name.endswith(".lwnb"):
        raise DataError(
            "this is a session or a lecture, not data",
            file=file,
            hint="Open it in the window, which also opens its data.",
        )
    if name.endswith(".ods"):
        raise DataError("this is an OpenDocument spreadsheet", file=file, hint="Save it as .xlsx or CSV.")
    if encoding is not None or name.endswith(BINARY_SUFFIXES) or raw.startswith(_BINARY_BEGINNINGS):
        return
    if looks_binary(raw):
        raise DataError("this is not a text file", file=file, hint=_OPENED)


def refuse_json(text: str, file: str) -> None:
    """Raise a `DataError` if a text that is to be read as CSV is JSON, on one line or several."""
    kind = json_kind(text)
    if kind is not None:
        line, first = _first_line(text)
        shown = first if len(first) <= _MOST_TEXT_SHOWN else f"{first[:_MOST_TEXT_SHOWN]} …"
        raise DataError(
            f"this is a {FORMATS[kind].name} file, not a table of cells",
            file=file,
            line=line,
            text=shown,
            hint=f"Give it a name that ends in {FORMATS[kind].suffixes[0]} and open it again.",
        )


def json_kind(text: str) -> Literal["json", "json lines"] | None:
    """Whether a text, or the beginning of one, is JSON, and of which kind."""
    first = _first_line(text)[1]
    if _JSON.match(first) or (first.startswith("[") and _is_json(first)):
        is_lines = first not in ("{", "[") and _is_json(first) and first != text.strip()
        return "json lines" if is_lines else "json"
    return None


def _first_line(text: str) -> tuple[int | None, str]:
    """Return the first line that is not blank, with its number; an empty text has none."""
    something = re.search(r"\S", text)
    if something is None:
        return None, ""
    start, end = something.start(), text.find("\n", something.start())
    return text.count("\n", 0, start) + 1, text[start : end if end >= 0 else None].strip()


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
