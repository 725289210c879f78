"""Names and numbers as HTML. What comes from a file is escaped, isolated and shortened.

Numbers are formatted as in the window. Its own functions (`lwnb_gui.text`) must load without the engine; a
test compares the two.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Sequence

from lwnb_core.class_names import class_names

MINUS = "\N{MINUS SIGN}"
_LONGEST = 60
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """A name or value on one line, at most sixty characters; control characters are shown as escapes."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    text = _CONTROLS.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def name(text: str) -> str:
    """The same as HTML; its writing direction does not affect the text around it."""
    return f"<bdi>{html.escape(plain(text))}</bdi>"


def class_texts(classes: Sequence[str], attribute: str) -> list[str]:
    """The classes as a sentence names them, as HTML; the attribute is left out where it would be cut."""
    named = class_names(classes, attribute)
    return [
        name(long if len(long) <= _LONGEST else short) for long, short in zip(named, classes, strict=True)
    ]


def escaped(text: str) -> str:
    """One of our own sentences, which may contain names from a file."""
    return html.escape(_CONTROLS.sub(" ", text).encode("utf-8", "backslashreplace").decode("utf-8"))


def fixed(value: float, decimals: int) -> str:
    """A number with a constant count of decimals and a true minus sign."""
    if not math.isfinite(value):
        return "–"
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", MINUS)


def small(value: float, decimals: int) -> str:
    """As `fixed`, but only 0 itself reads 0.000."""
    least = 10.0**-decimals
    return f"&lt;{least:.{decimals}f}" if 0 < value < least / 2 else fixed(value, decimals)


def probabilities(values: Sequence[float], *, can_be_zero: bool = True) -> list[str]:
    """Those of all classes, with three decimals: one reads 1.000 only where all others are 0.

    Where no probability can be 0, one that a computer holds as 0 was too small for it: it reads <0.001.
    """
    values = [max(value, 0.0 if can_be_zero else math.ulp(0.0)) for value in values]
    is_certain = sum(value > 0 for value in values) == 1
    return [
        "&gt;0.999" if value >= 0.9995 and (value < 1 or not is_certain) else small(value, 3)
        for value in values
    ]


def distance_text(value: float) -> str:
    """A distance, or the bandwidth."""
    return small(value, 4)


def weight_text(value: float) -> str:
    """The weight w of a neighbour."""
    return small(value, 3)


def signed(value: float) -> str:
    """Two decimals, with a plus sign if the value is positive."""
    text = fixed(value, 2)
    return f"+{text}" if value > 0 and float(text) > 0 else text


def number(value: float) -> str:
    """A value of the data with at most six digits; `?` where it is missing."""
    if math.isnan(value):
        return "?"
    if math.isfinite(value) and value == int(value) and abs(value) < 1e7:
        return str(int(value)).replace("-", MINUS)
    return f"{value:.6g}".replace("-", MINUS)


def value(given: float | str | None) -> str:
    """A number, a nominal value, or `?`."""
    return "?" if given is None else name(given) if isinstance(given, str) else number(given)


def count(n: int, noun: str, plural: str = "") -> str:
    """`1 row`, `150 rows`."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def listed(names: Sequence[str], most: int) -> str:
    """The first names as HTML, and how many more there are."""
    more = [f"and {len(names) - most:,} more"] if len(names) > most else []
    return ", ".join([*map(name, names[:most]), *more])
