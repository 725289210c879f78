"""Texts that a spreadsheet would evaluate instead of displaying, and how that is prevented.

Names and values come from files that anybody may have written, so there is one guard for every table that
may end up in a spreadsheet.
"""

from __future__ import annotations

import re

# Spreadsheets skip blanks and control characters, and treat full-width signs as the usual ones.
_START = r"[\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(_START)
_APOSTROPHES_AND_FORMULA = re.compile(f"'*{_START}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def is_like_formula(text: str) -> bool:
    """Whether a spreadsheet would evaluate the text; a number with its sign is not a formula."""
    if text[:1].isalnum():  # most cells: a large table has millions of them
        return False
    return _FORMULA.match(text) is not None and _NUMBER.fullmatch(text) is None


def guarded(text: str) -> str:
    """Return a text for people: an apostrophe makes a spreadsheet display what it would evaluate."""
    return f"'{text}" if is_like_formula(text) else text


def escaped(text: str) -> str:
    """Return a guarded text that `unescaped` restores exactly, even if it had an apostrophe of its own."""
    return f"'{text}" if _APOSTROPHES_AND_FORMULA.match(text) else text


def unescaped(text: str) -> str:
    """Return the text that `escaped` was given."""
    return text[1:] if text.startswith("'") and _APOSTROPHES_AND_FORMULA.match(text, 1) else text
