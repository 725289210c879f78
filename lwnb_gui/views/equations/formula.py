"""Formulas as values: LaTeX with places for names out of a file, and numbers as they stand in formulas.

As boxes they are rows of symbols, fractions, sub- and superscripts.

Only the LaTeX that our equations need is understood: fractions, `_{}`, `^{}`, the commands in `_SYMBOLS`,
spaces and @0@ for a name. Letters are italic, everything else is upright. LaTeX itself stays text, for the
clipboard.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from lwnb_gui.text import class_names, related, small
from lwnb_gui.views.drawing.canvas import FONTS, Canvas
from lwnb_gui.views.drawing.scene import Line, Shape, Text, moved
from lwnb_gui.views.wording.names import HasClasses, shorten, shorten_all

_LONGEST_NAME = 22


def names_in_formulas(result: HasClasses) -> tuple[str, ...]:
    """Return the classes, short enough for a formula, different from each other and not bare numbers."""
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
    """A formula in a small part of LaTeX (see above); @0@, @1@ stand for names."""

    template: str
    names: tuple[str, ...] = ()

    @property
    def latex(self) -> str:
        """Return LaTeX for papers and worksheets: names in text mode, with everything special escaped."""
        return PLACE.sub(lambda place: _escaped(self.names[int(place[1])]), self.template)


def short_name(text: str) -> str:
    """Shorten a name so that it cannot fill a formula."""
    return shorten(text, _LONGEST_NAME) or "?"


def _escaped(name: str) -> str:
    return rf"\text{{{''.join(_LATEX.get(c, c) for c in short_name(name))}}}"


def decimal(value: float, decimals: int) -> str:
    """Format a number for a formula (where a plain hyphen is a minus sign)."""
    if not math.isfinite(value):
        return r"\infty" if value > 0 else "?"
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def plain(value: float) -> str:
    """Format a value of the data with the digits that it has."""
    return f"{value:.6g}" if "e" not in f"{value:.6g}" else scientific(value)


def scientific(value: float) -> str:
    """Format a number such as `3.1 \times 10^{-7}`."""
    if value == 0 or not math.isfinite(value):
        return decimal(value, 0)
    exponent = math.floor(math.log10(abs(value)))
    digits = value / 10.0**exponent if exponent > -300 else value * 1e300 / 10.0 ** (exponent + 300)
    return rf"{digits:.1f} \times 10^{{{exponent}}}"


def equals(value: float, decimals: int) -> str:
    """Return `= 0.606`, or `< 0.001` if the number is too small to be shown; it is not negative."""
    return related(small(value, decimals)) if math.isfinite(value) else f"= {decimal(value, decimals)}"


def factor(value: float) -> str:
    """Format a density or probability: four decimals, two if large; powers of ten if small."""
    if 0 < value < 0.00095:
        return f"= {scientific(value)}"
    return f"= {decimal(value, 4 if value < 10 else 2)}"


# -- as boxes --------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"@\d@|\{\\prime\}|\\[a-zA-Z]+|\\[ ,]|[0-9.]+|[a-zA-Z]|\S")
_SYMBOLS = {
    r"\sum": "∑",
    r"\times": "×",
    r"\cdot": "·",
    r"\cdots": "···",
    r"\prime": "′",
    r"\Phi": "Φ",
    r"\infty": "∞",
    r"\exp": "exp",
    "-": "−",
}
_SPACE = "\N{SIX-PER-EM SPACE}"  # around signs; a word space would be too wide
_SPACES = {r"\quad": 6 * _SPACE, r"\ ": 2 * _SPACE, r"\,": _SPACE}
_AROUND = frozenset("=<>+−×·")  # signs between two numbers have a space on either side
_AFTER = frozenset(",;")
_NO_OPERAND = frozenset(["", "(", *"=<>+×·/,;"])  # a minus after these is a sign of the number
_ASCENT, _DESCENT = 0.76, 0.24  # of a line of type
_SCRIPT = 0.7  # size of a sub- or superscript
_SUB, _SUPER = 0.22, 0.40  # how far they are moved, in em
_AXIS, _RULE, _GAP = 0.32, 0.06, 0.18  # of a fraction: height and thickness of its line, and space around it


class Box(NamedTuple):
    """Shapes around the origin of a baseline, and how far they extend to the right, up and down."""

    width: float
    ascent: float
    descent: float
    shapes: tuple[Shape, ...]


def formula_box(formula: Formula, canvas: Canvas, scale: float = 1.0) -> Box:
    """Return a formula as a box, with scaled type."""
    reader = _Reader(formula, canvas, round(scale * 20) / 20)
    return reader.row("math", end="")


def fitted_box(formula: Formula, canvas: Canvas, width: float, smallest: float) -> Box:
    """Return a formula in smaller type if it is too wide, but no smaller than that share."""
    box = formula_box(formula, canvas)
    if box.width > width:
        box = formula_box(formula, canvas, max(int(20 * width / box.width) / 20, smallest))
    return box


class _Row:
    """A row of texts and boxes."""

    def __init__(self, reader: _Reader, font: str) -> None:
        self._reader, self._font = reader, font
        self._run, self._run_font = "", font
        em = reader.em[font]
        self._x, self._ascent, self._descent = 0.0, _ASCENT * em, _DESCENT * em
        self._last = 0.0  # where the last box began
        self._shapes: list[Shape] = []

    def write(self, text: str, style: str = "") -> _Row:
        font = f"{self._font} {style}" if style else self._font
        if font != self._run_font:
            self._end_run()
            self._run_font = font
        is_sign = bool(text.strip(_SPACE))  # adjacent signs share their space
        self._run += text.lstrip(_SPACE) if is_sign and self._run.endswith(_SPACE) else text
        return self

    def put(self, box: Box, *, at_same_place: bool = False) -> None:
        """Put a box after the last one, or, if it is a superscript after a subscript, above the last one."""
        self._end_run()
        x = self._last if at_same_place else self._x
        self._shapes += [moved(shape, x, 0) for shape in box.shapes]
        self._last, self._x = x, max(self._x, x + box.width)
        self._ascent, self._descent = max(self._ascent, box.ascent), max(self._descent, box.descent)

    def box(self) -> Box:
        self._end_run()
        return Box(self._x, self._ascent, self._descent, tuple(self._shapes))

    def _end_run(self) -> None:
        if self._run:
            text = self._reader.text(self._x, self._run, self._run_font)
            self._shapes.append(text)
            self._x += self._reader.measure(text.text, text.font)
            self._run = ""


class _Reader:
    """Parses a formula from left to right into a row of boxes."""

    def __init__(self, formula: Formula, canvas: Canvas, scale: float) -> None:
        self._names = formula.names
        self._tokens = iter(_TOKEN.findall(formula.template))
        self.measure, self._scale = canvas.measure, scale
        size = canvas.theme.size_equation
        self.em = {name: size * font.share * scale for name, font in FONTS.items() if font.serif}

    def row(self, font: str, end: str) -> Box:
        """Parse everything up to a token. Adjacent text in one font becomes one text."""
        row = _Row(self, font)
        before = ""
        while (token := next(self._tokens, "")) != end and token:
            symbol = _SYMBOLS.get(token, token)
            if token == r"\dfrac":
                row.put(self._fraction(font))
            elif token == "{":
                row.put(self.row(font, "}"))
            elif token in "_^":
                row.put(self._script(font, below=token == "_"), at_same_place=before in "_^")
            elif token == r"\sum":
                row.write(symbol, "large")
            elif token == r"\text":
                next(self._tokens)
                row.write(self._text())
            elif token.startswith("@"):
                row.write(short_name(self._names[int(token[1])]))
            elif len(token) == 1 and token.isalpha():
                row.write(token, "italic")
            else:
                is_sign = symbol == "−" and before in _NO_OPERAND
                before_it = _SPACE if symbol in _AROUND and not is_sign and "script" not in font else ""
                after_it = _SPACE if before_it or symbol in _AFTER else ""
                row.write(f"{before_it}{_SPACES.get(token, symbol)}{after_it}")
            before = symbol
        return row.box()

    def _text(self) -> str:
        """Parse up to the closing brace."""
        tokens = []
        while (token := next(self._tokens, "")) != "}" and token:
            tokens.append(token)
        return "".join(tokens)

    def _script(self, font: str, *, below: bool) -> Box:
        """Parse a sub- or superscript; scripts of scripts are as small as scripts."""
        small = font if "script" in font else f"{font} script"
        token = next(self._tokens)
        if token == r"{\prime}":
            return _Row(self, font).write("′").box()  # the sign itself is high enough
        if token == "{":
            box = self.row(small, "}")
        else:
            box = _Row(self, small).write(token, "italic" if token.isalpha() else "").box()
        shift = (_SUB if below else -_SUPER) * self.em[font]
        return Box(
            box.width,
            box.ascent - shift,
            box.descent + shift,
            tuple(moved(shape, 0, shift) for shape in box.shapes),
        )

    def text(self, x: float, text: str, font: str) -> Text:
        """Return a text on the baseline."""
        name = font if self._scale == 1 else f"{font} {round(100 * self._scale)}%"
        return Text(x, -0.35 * self.em[font], text, name)  # `y` of a text is the middle of its line

    def _fraction(self, font: str) -> Box:
        next(self._tokens)
        above = self.row(font, "}")
        next(self._tokens)
        below = self.row(font, "}")
        em = self.em[font]
        width, side = max(above.width, below.width) + 0.2 * em, 0.08 * em
        up = (_AXIS + _RULE / 2 + _GAP) * em + above.descent
        down = (_GAP + _RULE / 2 - _AXIS) * em + below.ascent
        shapes: list[Shape] = [moved(s, side + (width - above.width) / 2, -up) for s in above.shapes]
        shapes.append(Line(side, -_AXIS * em, side + width, -_AXIS * em, "ink", max(1.0, _RULE * em)))
        shapes += [moved(s, side + (width - below.width) / 2, down) for s in below.shapes]
        return Box(
            width + 2 * side,
            up + above.ascent,
            down + below.descent,
            tuple(shapes),
        )
