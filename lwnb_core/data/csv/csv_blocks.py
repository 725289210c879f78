"""A CSV file in blocks of rows, so that it need not fit into memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TextIO

from lwnb_core.data.csv.columns import Markers
from lwnb_core.data.csv.dialect import DEFAULT_MISSING, CsvDialect, DialectChoice, detect, without_excel_hint
from lwnb_core.data.csv.reader import table_data
from lwnb_core.data.csv.records import whole_records
from lwnb_core.data.csv.table import Table
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.unsupported_formats import refuse_json
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import CsvError

# Enough for the fast path of the reader, and for the few hundred records that show the dialect.
BLOCK_CHARACTERS = 1 << 22


def csv_blocks(
    stream: TextIO,
    *,
    file: str,
    encoding: str,
    separator: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    fill: bool = False,
    missing: Iterable[str] = DEFAULT_MISSING,
    nominal: Collection[str] = (),
    numeric: Collection[str] = (),
) -> Iterator[Dataset]:
    """Yield blocks of rows, each a data set; the options are those of `read_csv`.

    The kind of a column depends on all its cells, which are not known yet: `nominal` and `numeric` name the
    columns whose kind is fixed, and that of the others is detected in each block. Names of columns that the
    file does not have are ignored.
    """
    head = stream.read(BLOCK_CHARACTERS)
    refuse_json(head, file)
    text, hinted = without_excel_hint(head)
    line = 1 if hinted is None else 2
    markers_missing = frozenset(missing)
    choice = DialectChoice(separator or hinted, quote, decimal, header)
    dialect = detect(text, encoding, choice, markers_missing)
    names: list[str] | None = None
    rows = 0
    for block in _texts(text, stream, dialect):
        repairs = RepairLog()
        table = Table(block, line, dialect, file, repairs, names, fill=fill)
        names = table.names
        data = table_data(
            table,
            Markers(markers_missing, dialect),
            repairs,
            [name for name in names if name in nominal],
            [name for name in names if name in numeric],
        )
        rows += len(data)
        line += block.count("\n")
        if len(data):
            yield data
    if not rows:
        raise CsvError("the file has no rows", file=file)


def _texts(text: str, stream: TextIO, dialect: CsvDialect) -> Iterator[str]:
    """Yield the text in blocks of whole records; at least one block, longer where a record is longer."""
    size, is_first = BLOCK_CHARACTERS, True
    more = stream.read(size)
    while more:
        end = whole_records(text, dialect.separator, dialect.quote)
        if end:
            yield text[:end]
            text, size, is_first = text[end:] + more, BLOCK_CHARACTERS, False
        else:  # a record longer than all that was read: read twice as much
            text, size = text + more, 2 * size
        more = stream.read(size)
    if text or is_first:
        yield text.rstrip("\x1a")  # DOS ended its text files with Ctrl-Z
