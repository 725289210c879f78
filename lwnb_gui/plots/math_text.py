"""Names and numbers inside formulas, for matplotlib's mathtext and for LaTeX."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Protocol

from lwnb_gui.readings.names import shorten, shorten_all

LONGEST = 22


class Writer(Protocol):
    """How names are written; everything else is the same in both."""

    def name(self, text: str) -> str: ...


@lru_cache(maxsize=64)  # the same classes at every step of k
def names_in_formulas(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names short enough for a formula, different from each other."""
    return tuple(shorten_all(names, LONGEST))


class Mathtext:
    """For matplotlib: inside \\text only these need a backslash."""

    def name(self, text: str) -> str:
        return _in_mathtext(text)


@lru_cache(maxsize=500)  # the same few names at every step of k
def _in_mathtext(text: str) -> str:
    escaped = "".join(f"\\{c}" if c in "\\{}$" else c for c in shorten(text, LONGEST))
    return rf"\text{{{escaped}}}" if escaped else r"\text{?}"


_LATEX = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "…": r"\ldots{}",
    "|": r"\textbar{}",
    **{c: f"\\{c}" for c in "${}%&#_"},
}


class Latex:
    """For papers and worksheets: text mode with everything special escaped."""

    def name(self, text: str) -> str:
        return rf"\text{{{''.join(_LATEX.get(c, c) for c in shorten(text, LONGEST))}}}"


def decimal(value: float, decimals: int) -> str:
    """A number in a formula (a plain hyphen is a minus sign there)."""
    if not math.isfinite(value):
        return r"\infty" if value > 0 else "?"
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def plain(value: float) -> str:
    """A value of the data with the digits that it has."""
    return f"{value:.6g}" if "e" not in f"{value:.6g}" else scientific(value)


def scientific(value: float) -> str:
    """`3.1 \\times 10^{-7}`."""
    if value == 0 or not math.isfinite(value):
        return decimal(value, 0)
    exponent = math.floor(math.log10(abs(value)))
    digits = value / 10.0**exponent if exponent > -300 else value * 1e300 / 10.0 ** (exponent + 300)
    return rf"{digits:.1f} \times 10^{{{exponent}}}"


def equals(value: float, decimals: int, *, share: bool = False) -> str:
    """`= 0.606`; `< 0.001` for what is not nothing; of a share, `> 0.999` for what is not all."""
    least = 10.0**-decimals
    if 0 < value < least / 2:
        return f"< {least:.{decimals}f}"
    if share and 1 - least / 2 <= value < 1 - 1e-12:
        return f"> {1 - least:.{decimals}f}"
    return f"= {decimal(value, decimals)}"


def factor(value: float) -> str:
    """A density or probability: four decimals, two of what is large; powers of ten of what is small."""
    if 0 < value < 0.00095:
        return f"= {scientific(value)}"
    return f"= {decimal(value, 4 if value < 10 else 2)}"
