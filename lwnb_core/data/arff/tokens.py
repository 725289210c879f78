"""Weka's tokens: one line of an ARFF file at a time.

A comma is white space, and so is every character up to the blank; `%` starts a comment anywhere outside
quotes; `'` and `"` quote, with backslash escapes, up to the closing quote or the end of the line; `{` and `}`
are tokens of their own; everything else is part of a word, the backslash included. Only a line feed ends a
line (carriage returns are gone by then), never the other characters that `str.splitlines` knows.
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple


class Quoted(str):
    """A word that stood in quotes, so that `'?'` is a value where `?` is a missing one."""

    __slots__ = ()


class Brace(str):
    """An unquoted `{` or `}`."""

    __slots__ = ()


OPEN = Brace("{")
CLOSE = Brace("}")
MISSING = "?"

_TOKEN = re.compile(
    r"""
      (?P<word>   [^\x00-\x20,%'"{}]+ )
    | (?P<quoted> ' [^'\\\n]*+ (?: \\(?s:.) [^'\\\n]*+ )*+ '?
                | " [^"\\\n]*+ (?: \\(?s:.) [^"\\\n]*+ )*+ "? )
    | (?P<brace>  [{}] )
    | (?P<eol>    \n )
    | (?P<skip>   [\x00-\x09\x0b-\x20,]+ | %[^\n]* )
    """,
    re.VERBOSE,
)
_LOOK_AHEAD = 1 << 16
_WORDS = re.compile(r"[^\x00-\x20,]+")
_BLANK_LINES = re.compile(r"[\x00-\x20,]*\n")
_SPECIAL = re.compile(r"""[%'"{}]""")
_HARD = re.compile(r"[%{}\\]")
_SIMPLY_QUOTED = re.compile(r"""[^\x00-\x20,'"]+|'[^'\n]*'|"[^"\n]*"|['"]""")
_ESCAPE = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?|(?s:.))")
_NAMED_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Line(NamedTuple):
    """The tokens of one line, and their positions in the text."""

    number: int
    tokens: list[str]
    start: int
    end: int
    has_braces: bool = False
    unclosed_quote: bool = False


class LineScanner:
    """Reads a text line by line; lines without a token (blank, comment) are skipped."""

    def __init__(self, text: str, start: int = 0, number: int = 1) -> None:
        self._text = text
        self._position = start
        self._number = number
        self._plain_until = -1

    def next_line(self, most_tokens: int) -> Line | None:
        """Return the next line that has tokens, or None at the end of the text.

        A line with more than `most_tokens` is read up to one more than that, or not much further: to the
        caller it is an error whatever follows, and need not fill the memory first.
        """
        text, length = self._text, len(self._text)
        while self._position < length:
            end = text.find("\n", self._position)
            end = length if end < 0 else end
            if end > self._plain_until:
                # Looking far ahead saves a search per line; looking to the end would cost too much where the
                # caller stops early.
                ahead = max(end, self._position + _LOOK_AHEAD)
                special = _SPECIAL.search(text, self._position, ahead)
                self._plain_until = ahead if special is None else special.start()
            if end <= self._plain_until:
                line = self._plain_line(end, most_tokens)
            else:
                line = self._simply_quoted_line(end, most_tokens) or self._full_line(most_tokens)
            if line.tokens:
                return line
            if blank := _BLANK_LINES.match(text, self._position):  # there can be a million of them in a row
                self._number += text.count("\n", self._position, blank.end())
                self._position = blank.end()
        return None

    def _plain_line(self, end: int, most: int) -> Line:
        start, number = self._position, self._number
        self._position, self._number = end + 1, number + 1
        if end - start <= 64 * most:
            return Line(number, _WORDS.findall(self._text, start, end), start, end)
        matches = itertools.islice(_WORDS.finditer(self._text, start, end), most + 1)
        return Line(number, [match.group() for match in matches], start, end)

    def _simply_quoted_line(self, end: int, most: int) -> Line | None:
        """Return a line whose quotes are all closed and hold nothing special, as most do; otherwise None."""
        start, number = self._position, self._number
        if end - start > 64 * most or _HARD.search(self._text, start, end):
            return None
        tokens: list[str] = _SIMPLY_QUOTED.findall(self._text, start, end)
        if "'" in tokens or '"' in tokens:  # a quote without a partner
            return None
        self._position, self._number = end + 1, number + 1
        tokens = [Quoted(token[1:-1]) if token[0] in "'\"" else token for token in tokens]
        return Line(number, tokens, start, end)

    def _full_line(self, most: int) -> Line:
        text, start, number = self._text, self._position, self._number
        tokens: list[str] = []
        position = start
        braces = unclosed = False
        lines_inside = 0
        while (match := _TOKEN.match(text, position)) is not None:
            kind = match.lastgroup
            if kind == "eol":
                break
            position = match.end()
            if kind == "skip":
                continue
            if len(tokens) > most:
                break
            if kind == "word":
                tokens.append(match.group())
            elif kind == "brace":
                tokens.append(Brace(match.group()))
                braces = True
            else:
                content, closed = _unquote(match.group())
                tokens.append(content)
                lines_inside += text.count("\n", match.start(), position)
                unclosed = unclosed or not closed
        self._position, self._number = position + 1, number + lines_inside + 1
        return Line(number, tokens, start, position, braces, unclosed)


def after_first_token(text: str, line: Line) -> int:
    """Return the position where the rest of a line begins: a row may follow `@data` on the same line."""
    position = line.start
    while (match := _TOKEN.match(text, position)) is not None:
        position = match.end()
        if match.lastgroup != "skip":
            break
    return position


def _unquote(raw: str) -> tuple[Quoted, bool]:
    """Return the content of a quoted word, and whether it has a closing quote."""
    quote = raw[0]
    if "\\" not in raw:
        closed = len(raw) > 1 and raw[-1] == quote
        return Quoted(raw[1:-1] if closed else raw[1:]), closed
    body = raw[1:]
    # The last quote closes unless a backslash escapes it: an odd number of them right before it does.
    stem = body[:-1].rstrip("\\") if body.endswith(quote) else body
    closed = body.endswith(quote) and (len(body) - 1 - len(stem)) % 2 == 0
    return Quoted(_ESCAPE.sub(_escape, body[:-1] if closed else body)), closed


def _escape(match: re.Match[str]) -> str:
    escaped = match.group(1)
    if escaped[0] in "01234567":
        return chr(int(escaped, 8))
    return _NAMED_ESCAPES.get(escaped, escaped)
