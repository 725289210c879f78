"""Files of other kinds, which are refused by their name and by what is in them, never read as a table."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from lwnb_core.data.text import decode, looks_binary
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

_HEAD_BYTES = 1 << 16
_MOST_TEXT_SHOWN = 80
# `{` and a key, `[` and a record; or either of them alone on the first line.
_JSON = re.compile(r'\{[ \t]*(?:["}]|$)|\[[ \t]*(?:[\[{]|$)')


@dataclass(frozen=True)
class _Kind:
    what: str
    suffixes: tuple[str, ...] = ()
    begins: tuple[bytes, ...] = ()
    pandas: str = ""
    """The call that reads it."""


_JSON_FILE = _Kind("a JSON file", (".json",), pandas="read_json(FILE)")
_JSON_LINES = _Kind("a JSON Lines file", (".jsonl", ".ndjson"), pandas="read_json(FILE, lines=True)")
_KINDS = (
    _JSON_FILE,
    _JSON_LINES,
    _Kind("a Parquet file", (".parquet", ".pq"), (b"PAR1",), "read_parquet(FILE)"),
    _Kind("a Feather file", (".feather", ".arrow"), (b"ARROW1", b"FEA1"), "read_feather(FILE)"),
    _Kind("an Excel file", (".xlsx", ".xlsm", ".xls"), (b"\xd0\xcf\x11\xe0",), "read_excel(FILE)"),
    _Kind("a spreadsheet", (".ods",), (), "read_excel(FILE)"),
)
_OPENED = "LWNB Explorer opens ARFF, CSV and TSV files."


def refuse_other_kinds(raw: bytes, file: str) -> None:
    """A `DataError` for a file that is not ARFF, CSV or the like, by its name or by its first bytes."""
    name = Path(file).name.lower().removesuffix(".gz")
    if name.endswith(".lwnb"):
        raise DataError(
            "this is a session or a lecture, not data",
            file=file,
            hint="Open it in the window, which reads its data with it.",
        )
    for kind in _KINDS:
        if name.endswith(kind.suffixes) or raw.startswith(kind.begins):
            line, shown = _first_line(decode(raw[:_HEAD_BYTES]).text) if "JSON" in kind.what else (None, "")
            raise _refusal(kind, file, line, shown)
    if looks_binary(raw):
        raise DataError(
            "this is not a text file", file=file, hint=f"{_OPENED} Save spreadsheets as CSV first."
        )
    refuse_json(decode(raw[:_HEAD_BYTES]).text, file)


def refuse_json(text: str, file: str) -> None:
    """A `DataError` for a text that is JSON, on one line or on many."""
    line, first = _first_line(text)
    if _JSON.match(first) or (first.startswith("[") and _is_json(first)):
        is_lines = first not in ("{", "[") and _is_json(first) and first != text.strip()
        raise _refusal(_JSON_LINES if is_lines else _JSON_FILE, file, line, first)


def _refusal(kind: _Kind, file: str, line: int | None, text: str) -> DataError:
    shown = text if len(text) <= _MOST_TEXT_SHOWN else f"{text[:_MOST_TEXT_SHOWN]} …"
    return DataError(
        f"this is {kind.what}, not a table of cells",
        file=file,
        line=line,
        text=shown,
        hint=_OPENED,
        remedies=[Remedy("through_pandas", kind.pandas)],
    )


def _first_line(text: str) -> tuple[int | None, str]:
    """The first line that is not blank, with its number; none in an empty text."""
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
