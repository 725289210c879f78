"""Texts that a spreadsheet would compute instead of showing them, and how they are kept from that.

Names and values come from files that anybody may have written, so there is one guard for every table that
may end up in a spreadsheet.
"""

from __future__ import annotations

import re

# Spreadsheets skip blanks and control characters, and take full-width signs for the usual ones.
_START = r"[\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(_START)
_APOSTROPHES_AND_FORMULA = re.compile(f"'*{_START}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def is_like_formula(text: str) -> bool:
    """Whether a spreadsheet would compute the text; a number with its sign is no formula."""
    if text[:1].isalnum():  # most cells: a large table has millions of them
        return False
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None


def guarded(text: str) -> str:
    """A text for people: an apostrophe makes a spreadsheet show what it would compute."""
    return f"'{text}" if is_like_formula(text) else text


def escaped(text: str) -> str:
    """A guarded text that `unescaped` gives back exactly, whether it had an apostrophe of its own or not."""
    return f"'{text}" if _APOSTROPHES_AND_FORMULA.match(text) else text


def unescaped(text: str) -> str:
    """The text that `escaped` was given."""
    return text[1:] if text.startswith("'") and _APOSTROPHES_AND_FORMULA.match(text, 1) else text
