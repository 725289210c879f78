"""Numbers as Weka (that is, Java) reads them."""

from __future__ import annotations

import re

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_JAVA = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<name>NaN|Infinity)"
    r"|(?P<hex>0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)[fFdD]?"
    r"|(?P<decimal>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?)"
)
_JAVA_BLANKS = "".join(map(chr, range(0x21)))


def java_number(word: str) -> float | None:
    """Return the number that a word spells in Java's grammar: NaN for `NaN`, None if it spells no number.

    Python's own `float` is both too lenient (`1_000`, `inf`, digits of every script) and too strict
    (`1.5f`, `0x1p3`).
    """
    if _DECIMAL.fullmatch(word):
        return float(word)
    match = _JAVA.fullmatch(word.strip(_JAVA_BLANKS))
    if match is None:
        return None
    sign = -1.0 if match["sign"] == "-" else 1.0
    if match["name"]:
        return float("nan") if match["name"] == "NaN" else sign * float("inf")
    if match["hex"]:
        try:
            return sign * float.fromhex(match["hex"])
        except OverflowError:
            return sign * float("inf")
    return sign * float(match["decimal"])
