"""Reading a data file in blocks of rows: where the format allows, memory is bounded by the block, not the
file.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from lwnb_core.data.arff.reader import arff_blocks
from lwnb_core.data.column_choice import ALL_COLUMNS, ColumnChoice
from lwnb_core.data.csv.csv_blocks import csv_blocks
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.loading import format_of, format_of_file, load_columns
from lwnb_core.data.formats.packing import is_packed
from lwnb_core.data.formats.parquet import parquet_blocks
from lwnb_core.data.formats.unsupported_formats import refuse_other_kinds
from lwnb_core.data.text import looks_binary
from lwnb_core.errors import DataError

_HEAD_BYTES = 1 << 16
_PIECE_BYTES = 1 << 20
_PARQUET_ROWS = 1 << 16


@dataclass(frozen=True)
class FileFacts:
    """Facts about a file, from one pass over all its bytes.

    Attributes
    ----------
    digest
        SHA-256 of its bytes.
    head
        Its first bytes.
    is_utf8
        Whether it is text in UTF-8, with or without a mark.
    """

    digest: str
    head: bytes
    is_utf8: bool


def file_facts(path: Path) -> FileFacts:
    """Read all bytes of a file, a megabyte at a time, and return the facts."""
    digest = hashlib.sha256()
    decoder = codecs.getincrementaldecoder("utf-8")()
    head, is_utf8 = b"", True
    try:
        with path.open("rb") as stream:
            while piece := stream.read(_PIECE_BYTES):
                head = head or piece[:_HEAD_BYTES]
                digest.update(piece)
                is_utf8 = is_utf8 and _goes_on(decoder, piece)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    return FileFacts(digest.hexdigest(), head, is_utf8 and _goes_on(decoder, b"", final=True))


def can_be_streamed(path: Path, facts: FileFacts, encoding: str | None = None) -> bool:
    """Whether a file is read block by block: Parquet, and CSV and ARFF in UTF-8 or a given encoding.

    A file that is packed, or in another encoding (which depends on all its bytes), is read whole.
    """
    if is_packed(facts.head):
        return False
    kind = format_of(path, facts.head)
    is_text = kind in ("arff", "csv") and not looks_binary(facts.head)
    return kind == "parquet" or (is_text and (facts.is_utf8 or encoding is not None))


def read_blocks(
    path: Path,
    facts: FileFacts,
    *,
    nominal: Collection[str] = (),
    numeric: Collection[str] = (),
    columns: ColumnChoice = ALL_COLUMNS,
    **csv_options: Any,
) -> Iterator[Dataset]:
    """Yield the rows of a file block by block, or all at once if it cannot be streamed.

    `csv_options` are those of `read_csv`; a CSV column among `nominal` or `numeric` is read as such, and a
    `nominal` Parquet column is never treated as free text.
    """
    encoding = csv_options.pop("encoding", None)
    if not can_be_streamed(path, facts, encoding):
        is_csv = format_of_file(path) == "csv"
        given = {**csv_options, "encoding": encoding} if encoding else csv_options
        yield load_columns(path, columns, **given if is_csv else {})
    elif format_of(path, facts.head) == "parquet":
        for block in parquet_blocks(path, _PARQUET_ROWS, nominal, columns):
            yield columns.applied_to(block)
    else:
        refuse_other_kinds(facts.head, str(path), encoding)
        with closing(_text(path, encoding)) as stream:
            if format_of(path, facts.head) == "arff":
                blocks = arff_blocks(stream, file=str(path))
            else:
                blocks = csv_blocks(
                    stream,
                    file=str(path),
                    encoding=encoding or "utf-8",
                    nominal=nominal,
                    numeric=numeric,
                    **csv_options,
                )
            yield from map(columns.applied_to, blocks)


def _text(path: Path, encoding: str | None) -> TextIO:
    """Open the file as text with `\n` as the only line end and without a byte-order mark."""
    try:
        return path.open(encoding="utf-8-sig" if encoding in (None, "utf-8") else encoding)
    except LookupError:
        raise DataError(
            f"no encoding is called {encoding!r}", hint="Common ones: utf-8, utf-16, cp1252, latin-1."
        ) from None


def _goes_on(decoder: codecs.IncrementalDecoder, piece: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(piece, final)
    except UnicodeDecodeError:
        return False
    return True
