"""Formulas as values: LaTeX with places for names out of a file, and numbers as they stand in formulas."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from lwnb_gui.text import class_names, related, small
from lwnb_gui.views.wording.names import HasClasses, shorten, shorten_all

_LONGEST_NAME = 22


def names_in_formulas(result: HasClasses) -> tuple[str, ...]:
    """The classes, short enough for a formula, different from each other and no bare numbers."""
    return tuple(shorten_all(class_names(result.classes, result.class_attribute), _LONGEST_NAME))


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
# A name in a template: @0@ is the first.
PLACE = re.compile(r"@(\d)@")


class Formula(NamedTuple):
    """A formula in a small part of LaTeX (see `formula_box`); @0@, @1@ stand for names."""

    template: str
    names: tuple[str, ...] = ()

    @property
    def latex(self) -> str:
        """For papers and worksheets: names in text mode, with everything special escaped."""
        return PLACE.sub(lambda place: _escaped(self.names[int(place[1])]), self.template)


def short_name(text: str) -> str:
    """A name that cannot fill a formula."""
    return shorten(text, _LONGEST_NAME) or "?"


def _escaped(name: str) -> str:
    return rf"\text{{{''.join(_LATEX.get(c, c) for c in short_name(name))}}}"


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


def equals(value: float, decimals: int) -> str:
    """`= 0.606`, or `< 0.001` where the number is smaller than can be shown; it is not negative."""
    return related(small(value, decimals)) if math.isfinite(value) else f"= {decimal(value, decimals)}"


def factor(value: float) -> str:
    """A density or probability: four decimals, two of what is large; powers of ten of what is small."""
    if 0 < value < 0.00095:
        return f"= {scientific(value)}"
    return f"= {decimal(value, 4 if value < 10 else 2)}"
