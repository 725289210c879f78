"""Reading the rows of an ARFF file, whatever Weka's grammar allows: dense, sparse, quoted, weighted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.arff.header import UNCLOSED_QUOTE, Header, Refuse
from lwnb_core.data.arff.numbers import java_number
from lwnb_core.data.arff.tokens import CLOSE, OPEN, Brace, Line, LineScanner
from lwnb_core.data.arff.values import Cell, Column, NumericColumn, column_for
from lwnb_core.data.repairs import RepairLog
from lwnb_core.data.whole_numbers import rounded_texts, rounding_note
from lwnb_core.errors import ArffError

MOST_SPARSE_CELLS = 1 << 28
"""A sparse row of any width takes three characters; beyond this the table would not fit into memory."""

_BLOCK_TOKENS = 1 << 13  # the fastest size of those tried: a block fits into the processor's cache
_WIDE_BLOCK_ROWS, _WIDE_BLOCK_TOKENS = 64, 1 << 22  # with very many attributes a block of few rows is slow
_WEIGHT_TOKENS = 3  # '{', the number, '}'
_INDEX = re.compile(r"\+?[0-9]{1,10}")
_SPARSE_HINT = "A sparse row is {INDEX VALUE, INDEX VALUE, …}, with ascending indices that start at 0."


@dataclass(frozen=True)
class RawRows:
    """Values column by column, ready for `Dataset.from_columns`."""

    columns: list[NDArray[Any]]
    weights: NDArray[np.float64] | None


def read_rows(text: str, header: Header, refuse: Refuse, repairs: RepairLog) -> RawRows:
    """Read every row after `@data`, one token at a time."""
    reader = _RowReader(header, refuse, repairs)
    most = 2 * len(header.attributes) + 2 + _WEIGHT_TOKENS  # a full sparse row with its braces and weight
    scanner = LineScanner(text, header.rows_start, header.rows_line)
    while (line := scanner.next_line(most)) is not None:
        reader.take(line)
    return reader.finish()


class _RowReader:
    """Gathers lines into blocks and turns each block into values column by column."""

    def __init__(self, header: Header, refuse: Refuse, repairs: RepairLog) -> None:
        self._columns = [column_for(a, header.dates.get(j)) for j, a in enumerate(header.attributes)]
        self._blocks: list[list[NDArray[Any]]] = [[] for _ in self._columns]
        self._weights: list[float] = []
        self._dense: list[Line] = []
        self._sparse: list[dict[int, Cell]] = []
        self._refuse = refuse
        self._repairs = repairs
        m = len(self._columns)
        self._block_rows = max(_BLOCK_TOKENS // m, min(_WIDE_BLOCK_ROWS, _WIDE_BLOCK_TOKENS // m), 1)

    def take(self, line: Line) -> None:
        if line.unclosed_quote:
            self._repairs.add(UNCLOSED_QUOTE, line.number)
        if isinstance(line.tokens[0], Brace):
            self._take_sparse(line)
        else:
            self._take_dense(line)

    def finish(self) -> RawRows:
        self._flush()
        columns = [
            np.concatenate(blocks) if len(blocks) > 1 else blocks[0] if blocks else column.array([])
            for column, blocks in zip(self._columns, self._blocks, strict=True)
        ]
        weighted = any(weight != 1.0 for weight in self._weights)
        return RawRows(columns, np.array(self._weights) if weighted else None)

    # -- dense rows ---------------------------------------------------------------------------------

    def _take_dense(self, line: Line) -> None:
        if self._sparse:
            self._flush()
        m = len(self._columns)
        given = len(line.tokens)
        if given < m:
            raise self._error(
                f"the row has {given} value{'s' * (given != 1)} for {m} attributes",
                line,
                hint="Every row must be on a line of its own. A missing value is written as ?.",
            )
        if line.has_braces and any(isinstance(token, Brace) for token in line.tokens[:m]):
            raise self._error(
                "a brace where a value should be", line, hint="Put values with braces in quotes."
            )
        self._weights.append(self._weight(line, line.tokens[m:]) if given > m else 1.0)
        self._dense.append(line)
        if len(self._dense) >= self._block_rows:
            self._flush()

    def _flush_dense(self) -> None:
        lines, self._dense = self._dense, []
        m = len(self._columns)
        cells = zip(
            *(line.tokens if len(line.tokens) == m else line.tokens[:m] for line in lines), strict=True
        )
        try:
            for column, blocks, column_texts in zip(self._columns, self._blocks, cells, strict=True):
                blocks.append(column.cells(column_texts))
                self._note_rounding(column, column_texts, blocks[-1], lines)
        except ValueError:
            for line in lines:  # report the first error in the file, not the first in the column
                for column, word in zip(self._columns, line.tokens, strict=False):
                    self._check(column, word, line)
            raise

    # -- sparse rows --------------------------------------------------------------------------------

    def _take_sparse(self, line: Line) -> None:
        if self._dense:
            self._flush()
        m = len(self._columns)
        if (len(self._weights) + 1) * m > MOST_SPARSE_CELLS:
            raise self._error(
                f"the sparse rows represent more than {MOST_SPARSE_CELLS:,} values",
                line,
                hint="Keep fewer rows or attributes.",
            )
        tokens = line.tokens
        if tokens[0] != OPEN:
            raise self._error("the row begins with '}'", line, hint=_SPARSE_HINT)
        cells: dict[int, Cell] = {}
        position, last = 1, -1
        while position < len(tokens) and not isinstance(tokens[position], Brace):
            last = self._sparse_index(tokens[position], last, line)
            if position + 1 >= len(tokens) or isinstance(tokens[position + 1], Brace):
                raise self._error(f"index {last} has no value", line, hint=_SPARSE_HINT)
            column, word = self._columns[last], tokens[position + 1]
            cells[last] = self._check(column, word, line)
            self._note_rounding(column, [word], np.array([cells[last]]), [line])
            position += 2
        if position >= len(tokens) or tokens[position] != CLOSE:
            raise self._error("the sparse row is not closed by '}' on the same line", line, hint=_SPARSE_HINT)
        rest = tokens[position + 1 :]
        self._weights.append(self._weight(line, rest) if rest else 1.0)
        self._sparse.append(cells)

    def _sparse_index(self, word: str, last: int, line: Line) -> int:
        index = int(word) if _INDEX.fullmatch(word) else -1
        if not 0 <= index < len(self._columns):
            allowed = f"0 to {len(self._columns) - 1}"
            raise self._error(
                f"{_short(word)!r} is not the index of an attribute ({allowed})", line, hint=_SPARSE_HINT
            )
        if index <= last:
            raise self._error(f"the indices are not ascending: {index} after {last}", line, hint=_SPARSE_HINT)
        return index

    def _flush_sparse(self) -> None:
        rows, self._sparse = self._sparse, []
        named: dict[int, tuple[list[int], list[Cell]]] = {}
        for i, cells in enumerate(rows):
            for j, cell in cells.items():
                at, values = named.setdefault(j, ([], []))
                at.append(i)
                values.append(cell)
        for j, (column, blocks) in enumerate(zip(self._columns, self._blocks, strict=True)):
            block = np.full(len(rows), column.when_left_out, dtype=column.dtype)
            if j in named:
                at, values = named[j]
                block[at] = column.array(values)
            blocks.append(block)

    # -- both ---------------------------------------------------------------------------------------

    def _flush(self) -> None:
        if self._dense:
            self._flush_dense()
        if self._sparse:
            self._flush_sparse()

    def _error(self, message: str, line: Line, *, hint: str) -> ArffError:
        """Return the error for a line, unless an earlier line that still waits in the block has one."""
        self._flush()
        return self._refuse(message, line, hint=hint)

    def _check(self, column: Column, word: str, line: Line) -> Cell:
        try:
            return column.cell(word)
        except ValueError as reason:
            raise self._refuse(
                f"{_short(word)!r} {reason} (attribute {column.attribute.name!r})",
                line,
                hint=column.hint(word),
            ) from None

    def _note_rounding(
        self, column: Column, cells: Sequence[str], values: NDArray[Any], lines: Sequence[Line]
    ) -> None:
        if isinstance(column, NumericColumn):
            for i in rounded_texts(cells, values):
                name = column.attribute.name
                self._repairs.add(rounding_note(name), lines[i].number, column=name)

    def _weight(self, line: Line, rest: list[str]) -> float:
        """Read the instance weight `{w}` after a row; any other single word is ignored, as in Weka."""
        if rest[0] != OPEN or not isinstance(rest[0], Brace):
            if len(rest) > 1:
                raise self._error(
                    f"the row continues after its last value with {_short(rest[0])!r}",
                    line,
                    hint="Values with spaces or commas must be in quotes; every row needs its own line.",
                )
            self._repairs.add(
                "one value too many in the row: the last one was ignored, as in Weka", line.number
            )
            return 1.0
        braces = [isinstance(token, Brace) for token in rest]
        number = java_number(rest[1]) if len(rest) > 1 and not braces[1] else None
        if len(rest) != _WEIGHT_TOKENS or rest[2] != CLOSE or not braces[2] or number is None:
            raise self._error(
                "only the row's weight may follow the row", line, hint="A weight is written as {2.5}."
            )
        if np.isnan(number):
            self._repairs.add("the row's weight is NaN: treated as 1, as in Weka", line.number)
            return 1.0
        if not 0 <= number < float("inf"):
            raise self._error(
                f"the weight {_short(rest[1])!r} is negative or not finite",
                line,
                hint="Weights are non-negative numbers.",
            )
        return number


def _short(word: str) -> str:
    return str(word) if len(word) <= 60 else f"{word[:60]}…"
