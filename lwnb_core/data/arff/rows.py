"""The rows of an ARFF file, any that Weka's grammar allows: dense, sparse, quoted, weighted."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lwnb_core.data.arff.header import Header, Refuse
from lwnb_core.data.arff.numbers import java_number
from lwnb_core.data.arff.tokens import CLOSE, MISSING, OPEN, Brace, Line, LineScanner, Quoted
from lwnb_core.data.attribute import Attribute, Repair

Cell = float | int | str | None
_WEIGHT_TOKENS = 3  # '{', the number, '}'
_MOST_SUGGESTIONS_FROM = 1_000


@dataclass(frozen=True)
class Column:
    """How the words of one column become values; `convert` raises `ValueError` with the reason."""

    attribute: Attribute
    convert: Callable[[str], Cell]
    missing: Cell
    when_left_out: Cell
    """What a sparse row means by not naming the attribute: zero, or the first declared value."""


@dataclass(frozen=True)
class RawRows:
    """Values column by column, ready for `Dataset.from_columns`."""

    columns: list[Any]
    weights: np.ndarray[Any, np.dtype[np.float64]] | None
    repairs: list[Repair] = field(default_factory=list)


def read_rows(text: str, header: Header, refuse: Refuse) -> RawRows:
    """Read every row after `@data`, one token at a time."""
    columns = [_column(header, j) for j in range(len(header.attributes))]
    converters = [(column.convert, column.missing) for column in columns]
    m = len(columns)
    cells: list[list[Cell]] = [[] for _ in columns]
    appends = [column_cells.append for column_cells in cells]
    weights: list[float] = []
    repairs: list[Repair] = []

    scanner = LineScanner(text, header.rows_start, header.rows_line)
    while (line := scanner.next_line(most_tokens=2 * m + 2 + _WEIGHT_TOKENS)) is not None:
        tokens = line.tokens
        if line.unclosed_quote:
            repairs.append(Repair("a quote is not closed: read up to the end of the line", line.number))
        if isinstance(tokens[0], Brace):
            row, rest = _sparse_row(line, columns, refuse)
        else:
            row, rest = _dense_row(line, converters, columns, refuse)
        for append, cell in zip(appends, row, strict=True):
            append(cell)
        weights.append(_weight(rest, line, refuse) if rest else 1.0)

    weighted = any(weight != 1.0 for weight in weights)
    return RawRows(
        [_as_array(column, values) for column, values in zip(columns, cells, strict=True)],
        np.array(weights) if weighted else None,
        repairs,
    )


def _as_array(column: Column, cells: list[Cell]) -> Any:
    if column.attribute.kind == "string":
        array = np.empty(len(cells), dtype=object)
        array[:] = cells
        return array
    return np.array(cells, dtype=np.float64 if column.attribute.is_numeric else np.int32)


def _dense_row(
    line: Line,
    converters: Sequence[tuple[Callable[[str], Cell], Cell]],
    columns: Sequence[Column],
    refuse: Refuse,
) -> tuple[list[Cell], list[str]]:
    tokens, m = line.tokens, len(columns)
    if len(tokens) < m:
        raise refuse(
            f"the row has {len(tokens)} values for {m} attributes",
            line,
            hint="Every row must stand on one line. A missing value is written as ?.",
        )
    row: list[Cell] = []
    append = row.append
    j = 0
    try:
        for (convert, missing), token in zip(converters, tokens, strict=False):
            if token == MISSING and type(token) is str:
                append(missing)
            elif type(token) is Brace:
                raise ValueError(f"unquoted {token!s} where a value should be")
            else:
                append(convert(token))
            j += 1
    except ValueError as error:
        raise _value_error(error, columns[j], tokens[j], line, refuse) from None
    return row, tokens[m:]


def _sparse_row(line: Line, columns: Sequence[Column], refuse: Refuse) -> tuple[list[Cell], list[str]]:
    tokens = line.tokens
    row = [column.when_left_out for column in columns]
    hint = "A sparse row is {INDEX VALUE, INDEX VALUE, …}, with indices that start at 0 and grow."
    if tokens[0] != OPEN:
        raise refuse("the row begins with '}'", line, hint=hint)
    position, last_index = 1, -1
    while position < len(tokens) and not isinstance(tokens[position], Brace):
        word = str(tokens[position])
        index = int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1
        if not 0 <= index < len(columns):
            raise refuse(f"{word!r} is no index of an attribute (0 to {len(columns) - 1})", line, hint=hint)
        if index <= last_index:
            raise refuse(f"the indices do not grow: {index} after {last_index}", line, hint=hint)
        last_index, column = index, columns[index]
        if position + 1 >= len(tokens) or isinstance(tokens[position + 1], Brace):
            raise refuse(f"index {index} has no value", line, hint=hint)
        token = tokens[position + 1]
        if token == MISSING and not isinstance(token, Quoted):
            row[index] = column.missing
        else:
            try:
                row[index] = column.convert(token)
            except ValueError as error:
                raise _value_error(error, column, token, line, refuse) from None
        position += 2
    if position >= len(tokens) or tokens[position] != CLOSE:
        raise refuse("the sparse row is not closed by '}' on the same line", line, hint=hint)
    return row, tokens[position + 1 :]


def _weight(rest: list[str], line: Line, refuse: Refuse) -> float:
    """The instance weight `{w}` after a row."""
    if rest[0] != OPEN or not isinstance(rest[0], Brace):
        raise refuse(
            f"the row goes on after its last value with {str(rest[0])!r}",
            line,
            hint="Values with spaces or commas must stand in quotes; every row needs a line of its own.",
        )
    braces = [isinstance(token, Brace) for token in rest]
    number = java_number(str(rest[1])) if len(rest) > 1 and not braces[1] else None
    if len(rest) != _WEIGHT_TOKENS or rest[2] != CLOSE or not braces[2] or number is None:
        raise refuse("after the row should stand only its weight", line, hint="A weight is written as {2.5}.")
    if not 0 <= number < float("inf"):
        raise refuse(f"the weight {str(rest[1])!r} is negative or not finite", line)
    return number


def _column(header: Header, j: int) -> Column:
    attribute = header.attributes[j]
    if j in header.dates:
        return Column(attribute, _date_converter(header.dates[j]), np.nan, 0.0)
    if attribute.is_numeric:
        return Column(attribute, _number, np.nan, 0.0)
    if attribute.is_nominal:
        return Column(attribute, _nominal_converter(attribute), -1, 0 if attribute.values else -1)
    return Column(attribute, str, None, None)


def _number(token: str) -> float:
    number = java_number(token)
    if number is None:
        raise ValueError("is no number")
    return number


def _nominal_converter(attribute: Attribute) -> Callable[[str], int]:
    codes = attribute.codes

    def convert(token: str) -> int:
        code = codes.get(token)
        if code is None:
            raise ValueError("is not among the declared values")
        return code

    return convert


def _date_converter(date: Any) -> Callable[[str], float]:
    def convert(token: str) -> float:
        moment: float | None = date.milliseconds(token)
        if moment is None:
            raise ValueError(f"is no date of the form {date.pattern}")
        return moment

    return convert


def _value_error(error: ValueError, column: Column, token: str, line: Line, refuse: Refuse) -> Exception:
    attribute = column.attribute
    if isinstance(token, Brace):
        return refuse(str(error), line, hint="Values with braces must stand in quotes.")
    shown = str(token) if len(token) <= 60 else f"{token[:60]}…"
    return refuse(
        f"{shown!r} {error} (attribute {attribute.name!r})", line, hint=_hint(attribute, str(token))
    )


def _hint(attribute: Attribute, word: str) -> str:
    if attribute.is_numeric:
        return (
            "A missing value is written as ?; the decimal mark is a point; a value with spaces needs quotes."
        )
    candidates = attribute.values[:_MOST_SUGGESTIONS_FROM]
    if close := difflib.get_close_matches(word[:60], candidates, n=1):
        return f"Did you mean {close[0]!r}?"
    listed = ", ".join(attribute.values[:12]) + (" …" if len(attribute.values) > 12 else "")
    return f"Declared: {listed}. Values with spaces or commas must stand in quotes."
