"""Names, values and sentences as HTML. Text from a file is escaped, isolated and shortened."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from lwnb_core.one_line import plain
from lwnb_gui.text import number

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def name(text: str) -> str:
    """Return a name from a file; its writing direction does not affect the text around it."""
    return f"<bdi>{html.escape(plain(text))}</bdi>"


def escaped(text: str) -> str:
    """Return one of our own sentences, which may contain names from a file."""
    return html.escape(_CONTROLS.sub(" ", text).encode("utf-8", "backslashreplace").decode("utf-8"))


def value(given: float | str | None) -> str:
    """Return a number, a nominal value, or `?`."""
    return name(given) if isinstance(given, str) else number(given)


def listed(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are."""
    more = [f"and {len(names) - most:,} more"] if len(names) > most else []
    return ", ".join([*map(name, names[:most]), *more])
