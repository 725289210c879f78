"""The records of a CSV file as a table: names, and rows of equal width."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from lwnb_core.data.csv.columns import unique_names
from lwnb_core.data.csv.dialect import CsvDialect
from lwnb_core.data.csv.records import QuotedCell, Record, records
from lwnb_core.data.repairs import RepairLog
from lwnb_core.errors import CsvError
from lwnb_core.remedies import Remedy

_BLOCK_ROWS = 1_000
_RECORDS_AHEAD = 20
_MOST_TEXT_SHOWN = 160
_LONGEST_MARKER = 60
ONE_COLUMN = "only one column: is the separator right?"
WEIGHTS = "{weight}"
"""The name of a last column with instance weights; ARFF puts a weight into such braces."""


class Table:
    """The names of the columns, and records of equal width that can be read several times."""

    def __init__(
        self,
        text: str,
        first_line: int,
        dialect: CsvDialect,
        file: str,
        repairs: RepairLog,
        names: list[str] | None = None,
        *,
        fill: bool = False,
    ) -> None:
        """Check the names and rows; `names` are given if the text continues an earlier table.

        With `fill`, rows that end too early are filled with empty cells.
        """
        self.text = text
        self._first_line = first_line
        self._dialect = dialect
        self.file = file
        self._repairs = repairs
        self._fill = fill
        self._noted_up_to_line = 0
        self.rows_start = 0
        self._has_names = dialect.header and names is None
        self.names = self._names(repairs) if names is None else names
        self.has_weights = self.names[-1] == WEIGHTS and len(self.names) > 1

    def _records(self) -> Iterator[Record]:
        dialect = self._dialect
        return records(
            self.text, dialect.separator, dialect.quote, file=self.file, first_line=self._first_line
        )

    def _names(self, repairs: RepairLog) -> list[str]:
        stream = self._records()
        first = next(stream, None)
        if first is None:
            raise CsvError("the file is empty", file=self.file, hint="It should contain one row per line.")
        if not self._dialect.header:
            if len(first.cells) == 1:
                repairs.add(ONE_COLUMN, first.line)
            repairs.add(f"no header row: the columns are called column1 to column{len(first.cells)}")
            return list(default_names(0, len(first.cells)))
        following = list(itertools.islice(stream, _RECORDS_AHEAD))
        if not following:
            raise CsvError(
                "the file contains only a header row",
                file=self.file,
                line=first.line,
                text=self._shown(first),
                remedies=[Remedy("no_header")],
            )
        self.rows_start = first.end
        names = [str(cell) for cell in first.cells]
        if all(len(record.cells) == len(names) + 1 and record.cells[-1] for record in following):
            # R writes tables in this way: the column of row names has no name itself.
            names.insert(0, "row")
            repairs.add("there is one name fewer than columns: the first column is called row", first.line)
        named = [name or default for name, default in zip(names, default_names(0, len(names)), strict=True)]
        if named != names:
            repairs.add("a column without a name is named after its position", first.line)
        if len(named) == 1:
            repairs.add(ONE_COLUMN, first.line)
        weights = [named.pop()] if named[-1] == WEIGHTS else []
        unique, changed = unique_names(named)
        for name, times in Counter(changed).items():
            columns, later = (
                ("two columns", "one was given a number")
                if times == 1
                else (f"{times + 1} columns", "ones were given numbers")
            )
            repairs.add(f"{columns} are called {name!r}: the later {later}", first.line, column=name)
        return [*unique, *weights]

    def blocks(self) -> Iterator[list[Record]]:
        """Yield the rows, a thousand at a time."""
        width = len(self.names)
        block: list[Record] = []
        stream = self._records()
        if self._has_names:
            next(stream, None)
        for record in stream:
            cells = record.cells
            if len(cells) != width:
                cells = self._fitted(record, width)
            if not any(cells) and not any(isinstance(cell, QuotedCell) for cell in cells):
                self._note("a row of empty cells was left out", record.line)
                continue
            block.append(record if cells is record.cells else Record(record.line, cells, record.end))
            if len(block) == _BLOCK_ROWS:
                yield block
                block = []
        if block:
            yield block

    def _fitted(self, record: Record, width: int) -> list[str]:
        if len(record.cells) > width and not any(record.cells[width:]):
            self._note("empty cells beyond the last column were left out", record.line)
            return record.cells[:width]
        absent = width - len(record.cells)
        if self._fill and absent > 0:
            self._note("the row ends too early: its absent cells were treated as missing", record.line)
            return record.cells + [""] * absent
        raise CsvError(
            f"the row has {len(record.cells)} cell{'s' * (len(record.cells) != 1)}, "
            f"but the first one has {width}",
            file=self.file,
            line=record.line,
            text=self._shown(record),
            hint="A cell that contains the separator must be in quotes." if absent < 0 else "",
            remedies=[
                *([Remedy("fill_rows")] if absent > 0 else []),
                Remedy("separator", self._dialect.separator),
            ],
        )

    def _note(self, text: str, line: int) -> None:
        if line > self._noted_up_to_line:  # the rows may be read again
            self._repairs.add(text, line)
            self._noted_up_to_line = line

    def _shown(self, record: Record) -> str:
        return self._dialect.separator.join(record.cells)[:_MOST_TEXT_SHOWN]

    def not_a_number(self, name: str, cell: str, record: Record) -> CsvError:
        return CsvError(
            f"{str(cell)[:60]!r} is not a number (column {name!r})",
            file=self.file,
            line=record.line,
            text=self._shown(record),
            hint=f"The decimal mark is {self._dialect.decimal!r}.",
            remedies=[Remedy("missing_marker", str(cell))] if len(cell) <= _LONGEST_MARKER else (),
        )


def default_names(start: int, stop: int) -> tuple[str, ...]:
    """Return names for columns that have none."""
    return tuple(f"column{j + 1}" for j in range(start, stop))
