"""Reading an ARFF file as Weka does, and noting what was repaired."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from lwnb_core.data import fast_path
from lwnb_core.data.arff.dense import read_dense
from lwnb_core.data.arff.header import Header, Refuse, read_header
from lwnb_core.data.arff.rows import read_rows
from lwnb_core.data.arff.tokens import Line
from lwnb_core.data.checked_columns import read_only
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.packing import unpack
from lwnb_core.data.repairs import RepairLog
from lwnb_core.data.text import decode, read_bytes
from lwnb_core.errors import ArffError

BLOCK_CHARACTERS = 1 << 22
_DATA = re.compile(r"^[ \t]*@data", re.IGNORECASE | re.MULTILINE)
_MOST_TEXT_SHOWN = 160
_MOST_MESSAGE = 400


def read_arff(
    source: str | Path | bytes,
    class_attribute: str | int | None = None,
    *,
    name: str = "",
    now: datetime | None = None,
) -> Dataset:
    """Read ARFF from a path or from bytes (`name` is then what messages call them); `.gz` is unpacked.

    Every failure is an `ArffError` (or a `DataError` for a file that cannot be read at all) with file, line,
    text and a hint; what was repaired is in `Dataset.repairs`. Without `class_attribute` the class is the
    last nominal attribute. Dates with years of two digits lie, as in Java, in the hundred years that begin 80
    years before `now` (the moment of reading, if it is not given).
    """
    if isinstance(source, bytes):
        raw, file = unpack(source, file=name), name
    else:
        raw, file = read_bytes(Path(source)), str(source)
    decoded = decode(raw, file=file)
    text = decoded.text
    refuse = _refusal(text, file)
    repairs = RepairLog()
    repairs.extend(decoded.repairs)
    header = read_header(text, refuse, repairs, now or datetime.now(UTC))
    return _data(text, header, refuse, repairs, file, class_attribute)


def arff_blocks(stream: TextIO, *, file: str, now: datetime | None = None) -> Iterator[Dataset]:
    """Yield an ARFF file in blocks of rows, so that it need not fit into memory; at least one block."""
    text = stream.read(BLOCK_CHARACTERS)
    while not _DATA.search(text) and (more := stream.read(len(text))):
        text += more
    repairs = RepairLog()
    header = read_header(text, _refusal(text, file), repairs, now or datetime.now(UTC))
    text = text[header.rows_start :]
    while True:
        more = stream.read(BLOCK_CHARACTERS)
        end = text.rfind("\n") + 1 if more else len(text)
        block = text[:end] if more else text.rstrip("\x1a")  # DOS ended its text files with Ctrl-Z
        under = replace(header, rows_start=0)
        if end or not more:
            yield _data(block, under, _refusal(block, file, header.rows_line - 1), repairs, file)
            repairs = RepairLog()
        header = replace(header, rows_line=header.rows_line + block.count("\n"))
        if not more:
            return
        text = text[end:] + more


def _data(
    text: str,
    header: Header,
    refuse: Refuse,
    repairs: RepairLog,
    file: str,
    class_attribute: str | int | None = None,
) -> Dataset:
    """Read the rows that follow a header."""
    rows = None
    if len(text) - header.rows_start >= fast_path.WORTHWHILE_CHARACTERS:
        rows = read_dense(text, header)
    if rows is None:
        rows = read_rows(text, header, refuse, repairs)
    return Dataset.from_columns(
        header.relation,
        header.attributes,
        [read_only(column) for column in rows.columns],
        class_attribute=class_attribute,
        weights=rows.weights,
        source=file,
        repairs=repairs.repairs(),
    )


def _refusal(text: str, file: str, lines_before: int = 0) -> Refuse:
    """Return a function that creates errors with the file name and the text of the line."""

    def refuse(message: str, line: Line | None, *, hint: str = "") -> ArffError:
        message, hint = _shortened(message), _shortened(hint)
        if line is None:
            return ArffError(message, file=file, line=lines_before + text.count("\n") + 1, hint=hint)
        shown = text[line.start : min(line.end, line.start + _MOST_TEXT_SHOWN)].strip(" \t")
        if line.end - line.start > _MOST_TEXT_SHOWN:
            shown += " …"
        return ArffError(message, file=file, line=line.number, text=shown, hint=hint)

    return refuse


def _shortened(message: str) -> str:
    """Shorten a message: names and values in it can have any length."""
    return message if len(message) <= _MOST_MESSAGE else f"{message[:_MOST_MESSAGE]} …"
