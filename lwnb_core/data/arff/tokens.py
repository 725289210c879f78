"""Weka's tokens: one line of an ARFF file at a time.

A comma is white space, and so is every character up to the blank; `%` starts a comment anywhere outside
quotes; `'` and `"` quote, with backslash escapes, up to the closing quote or the end of the line; `{` and `}`
are tokens of their own; everything else is part of a word, the backslash included. Only a line feed ends a
line (carriage returns are gone by then), never the other characters that `str.splitlines` knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


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
    | (?P<quoted> ' [^'\\\n]* (?: \\(?s:.) [^'\\\n]* )* '?
                | " [^"\\\n]* (?: \\(?s:.) [^"\\\n]* )* "? )
    | (?P<brace>  [{}] )
    | (?P<eol>    \n )
    | (?P<skip>   [\x00-\x09\x0b-\x20,]+ | %[^\n]* )
    """,
    re.VERBOSE,
)
_WORDS = re.compile(r"[^\x00-\x20,]+")
_SPECIAL = re.compile(r"""[%'"{}]""")
_ESCAPE = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?|(?s:.))")
_NAMED_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


@dataclass(frozen=True)
class Line:
    """The tokens of one line, and where they stand in the text."""

    number: int
    tokens: list[str]
    start: int
    end: int
    after_first_token: int
    unclosed_quote: bool = False


class LineScanner:
    """Walks through a text line by line; lines without a token (blank, comment) are passed over."""

    def __init__(self, text: str, start: int = 0, number: int = 1) -> None:
        self._text = text
        self._position = start
        self._number = number

    def next_line(self, most_tokens: int | None = None) -> Line | None:
        """The next line that has tokens, or None at the end of the text.

        Tokens beyond `most_tokens` are not read: a line that is too long for the header is an error whatever
        follows, and need not fill the memory first.
        """
        text, length = self._text, len(self._text)
        while self._position < length:
            end = text.find("\n", self._position)
            end = length if end < 0 else end
            if _SPECIAL.search(text, self._position, end) is None:
                line = self._plain_line(end, most_tokens)
            else:
                line = self._full_line(most_tokens)
            if line.tokens:
                return line
        return None

    def _plain_line(self, end: int, most: int | None) -> Line:
        start, number = self._position, self._number
        self._position, self._number = end + 1, number + 1
        first = _WORDS.search(self._text, start, end)
        if first is None:
            return Line(number, [], start, end, start)
        if most is not None and end - start > 64 * most:
            words = []
            for match in _WORDS.finditer(self._text, start, end):
                words.append(match.group())
                if len(words) > most:
                    break
        else:
            words = _WORDS.findall(self._text, start, end)
        return Line(number, words, start, end, first.end())

    def _full_line(self, most: int | None) -> Line:
        text, start, number = self._text, self._position, self._number
        tokens: list[str] = []
        position = after_first = start
        unclosed = False
        lines_inside = 0
        while (match := _TOKEN.match(text, position)) is not None:
            position = match.end()
            kind = match.lastgroup
            if kind == "skip":
                continue
            if kind == "eol":
                position -= 1
                break
            if most is None or len(tokens) <= most:
                if kind == "quoted":
                    content, closed = _unquote(match.group())
                    tokens.append(content)
                    unclosed = unclosed or not closed
                else:
                    tokens.append(Brace(match.group()) if kind == "brace" else match.group())
                if len(tokens) == 1:
                    after_first = position
            if kind == "quoted":
                lines_inside += text.count("\n", match.start(), position)
        self._position, self._number = position + 1, number + lines_inside + 1
        return Line(number, tokens, start, position, after_first, unclosed)


def _unquote(raw: str) -> tuple[Quoted, bool]:
    """The content of a quoted word, and whether its closing quote was there."""
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
