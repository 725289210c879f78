"""Splitting delimited text into records and cells, remembering which cells were quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lwnb_core.errors import CsvError
from lwnb_core.remedies import Remedy

BLANKS = " "
"""As a separator it stands for any run of blanks and tabs."""


class QuotedCell(str):
    """A cell that stood in quotes: text, even if it looks like a number or a missing value."""

    __slots__ = ()


class TornCell(QuotedCell):
    """A quoted cell that continues after its closing quote: most likely split at the wrong position."""

    __slots__ = ()


class Record(NamedTuple):
    """The cells of one record, the line on which it begins, and the position of the next one in the text."""

    line: int
    cells: list[str]
    end: int


def records(
    text: str, separator: str, quote: str, *, file: str = "", first_line: int = 1
) -> Iterator[Record]:
    """Yield the records of a text that has `\n` as its only line end; blank lines are skipped.

    Blanks around unquoted cells do not count. A quoted cell may contain separators, line ends and, doubled,
    the quote itself.
    """
    scanner = _Scanner(text, separator, quote, file)
    position, number = 0, first_line
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        if quote and text.find(quote, position, end) >= 0:
            cells, end = scanner.quoted_record(position, number)
        else:
            cells = scanner.plain_record(text[position:end])
        if len(cells) > 1 or cells[0] or isinstance(cells[0], QuotedCell):
            yield Record(number, cells, end + 1)
        number += 1 + text.count("\n", position, end)
        position = end + 1


def whole_records(text: str, separator: str, quote: str) -> int:
    """Return the end of the last complete record of a text that continues."""
    if not quote or quote not in text:
        return text.rfind("\n") + 1
    scanner = _Scanner(text, separator, quote, "")
    position = 0
    while (end := text.find("\n", position)) >= 0:
        if text.find(quote, position, end) >= 0:
            try:
                end = scanner.quoted_record(position, 1)[1]
            except CsvError:  # the quote is closed in the text that follows
                return position
            if end == len(text):
                return position
        position = end + 1
    return position


class _Scanner:
    def __init__(self, text: str, separator: str, quote: str, file: str) -> None:
        self._text = text
        self._separator = separator
        self._quote = quote
        self._file = file
        self._blanks = re.compile(r"[ \t]+")
        self._leading = re.compile(r"[ ]*" if separator == "\t" else r"[ \t]*")
        stop = r" \t" if separator == BLANKS else re.escape(separator)
        self._bare = re.compile(rf"[^\n{stop}]*")
        if quote:
            q = re.escape(quote)
            self._quoted = re.compile(rf"{q}([^{q}]*+(?:{q}{q}[^{q}]*+)*+){q}")

    def plain_record(self, line: str) -> list[str]:
        if self._separator == BLANKS:
            return self._blanks.split(line.strip(" \t"))
        cells = line.split(self._separator)
        if " " in line or "\t" in line:
            return [cell.strip(" \t") for cell in cells]
        return cells

    def quoted_record(self, start: int, number: int) -> tuple[list[str], int]:
        """Return the cells of a record with quotes in it, and the position where its last line ends."""
        text, separator, quote = self._text, self._separator, self._quote
        cells: list[str] = []
        position = start
        while True:
            after_blanks = self._leading.match(text, position)
            assert after_blanks is not None
            position = after_blanks.end()
            if separator == BLANKS and cells and (position == len(text) or text[position] == "\n"):
                return cells, position  # blanks at the end of the line
            if text.startswith(quote, position):
                quoted = self._quoted.match(text, position)
                if quoted is None:
                    raise CsvError(
                        "a quote is opened but never closed",
                        file=self._file,
                        line=number + text.count("\n", start, position),
                        text=text[position : position + 80].split("\n")[0],
                        remedies=[Remedy("quote")],
                    )
                content = quoted.group(1).replace(quote + quote, quote)
                position = quoted.end()
                rest = self._bare.match(text, position)
                assert rest is not None
                position = rest.end()
                trailing = rest.group().rstrip(" \t")
                cells.append(TornCell(content + trailing) if trailing else QuotedCell(content))
            else:
                bare = self._bare.match(text, position)
                assert bare is not None
                position = bare.end()
                cells.append(bare.group().rstrip(" \t"))
            if position == len(text) or text[position] == "\n":
                return cells, position
            position += 1
