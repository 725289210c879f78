"""Formulas: laid out by matplotlib's mathtext once, painted by Qt with whatever digits they have now.

Laying out takes several frames, and while k is dragged nothing in a formula changes but its digits. Those are
all equally wide, so that a formula with other digits has the same layout: it is kept by its form, with every
digit taken for any digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle
from threading import Thread
from typing import Any

from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QGlyphRun, QPainter, QRawFont

from lwnb_gui.plots.theme import DPI, DRAWING

_FONTS = "dejavuserif"
_SIZE = 12.0  # pixels, of a layout as it is kept; painting scales it
_DIGIT = re.compile("[0-9]")
_MOST_FORMS = 400


@dataclass(frozen=True)
class _Glyph:
    """One character: where it stands, from the left end of the base line; upwards is positive.

    `index` is its number in the font, which is what is painted: some fonts of symbols keep them at letters.
    """

    file: str
    size: float
    character: str
    index: int
    x: float
    y: float

    @property
    def is_digit(self) -> bool:
        return self.character in "0123456789" and "DejaVu" in self.file


@dataclass(frozen=True, eq=False)
class Layout:
    width: float
    above: float
    below: float
    glyphs: tuple[_Glyph, ...]
    rules: tuple[tuple[float, float, float, float], ...]  # x, y of the lower edge, width, height
    digits: tuple[int, ...] | None  # places of the digits among the glyphs; None: they cannot be exchanged


@dataclass(frozen=True)
class Formula:
    """A formula with its digits, ready to be painted."""

    layout: Layout
    digits: str
    size: float

    @property
    def scale(self) -> float:
        return self.size / _SIZE

    @property
    def width(self) -> float:
        return self.layout.width * self.scale

    @property
    def height(self) -> float:
        return (self.layout.above + self.layout.below) * self.scale

    def fitted(self, room: float, smallest: float) -> Formula:
        """In smaller type where it is too wide, down to a share of its size."""
        if not self.width > room > 0:
            return self
        return Formula(self.layout, self.digits, self.size * max(room / self.width, smallest))

    def paint(
        self, painter: QPainter, left: float, top: float, ink: QColor, *, with_digits: bool = True
    ) -> None:
        layout, scale = self.layout, self.scale
        base = top + layout.above * scale
        painter.setPen(ink)
        for run in _runs(layout, scale, with_digits):
            painter.drawGlyphRun(QPointF(left, base), run.with_digits(self.digits))
        for x, y, width, height in layout.rules:
            thick = max(1.0, round(height * scale))  # on whole pixels, or it blurs
            painter.fillRect(
                QRectF(left + x * scale, round(base - (y + height) * scale), width * scale, thick), ink
            )


class _Run:
    """The glyphs of one font and size; made once for a layout, then given other digits."""

    def __init__(
        self, font: QRawFont, glyphs: list[tuple[int, _Glyph]], digits: dict[int, int], scale: float
    ) -> None:
        """`glyphs` with their places in the layout; `digits` says which of these is which digit."""
        self._run = QGlyphRun()
        self._run.setRawFont(font)
        self._run.setPositions([QPointF(glyph.x * scale, -glyph.y * scale) for _, glyph in glyphs])
        self._indexes = [glyph.index for _, glyph in glyphs]
        self._digits = [
            (i, digits[place], glyph.file) for i, (place, glyph) in enumerate(glyphs) if place in digits
        ]
        self._run.setGlyphIndexes(self._indexes)

    def with_digits(self, digits: str) -> QGlyphRun:
        if self._digits:
            for i, which, file in self._digits:
                self._indexes[i] = _digit_index(file, digits[which])
            self._run.setGlyphIndexes(self._indexes)
        return self._run


@lru_cache(maxsize=128)
def _runs(layout: Layout, scale: float, with_digits: bool) -> tuple[_Run, ...]:
    digits = {} if layout.digits is None else {place: i for i, place in enumerate(layout.digits)}
    groups: dict[tuple[str, float], list[tuple[int, _Glyph]]] = {}
    for place, glyph in enumerate(layout.glyphs):
        if with_digits or place not in digits:
            groups.setdefault((glyph.file, glyph.size * scale), []).append((place, glyph))
    return tuple(
        _Run(_raw_font(file, size), glyphs, digits, scale) for (file, size), glyphs in groups.items()
    )


def digit_run(file: str, size: float, digit: str) -> QGlyphRun:
    """A digit alone."""
    run = QGlyphRun()
    run.setRawFont(_raw_font(file, size))
    run.setPositions([QPointF(0, 0)])
    run.setGlyphIndexes([_digit_index(file, digit)])
    return run


_layouts: dict[str, Layout] = {}


def known_formula(mathtext: str, size: float) -> Formula | None:
    """As `formula`, but None where that would have to lay it out."""
    found = _layouts.get(_form(mathtext))
    if found is not None and found.digits is not None:
        return Formula(found, "".join(_DIGIT.findall(mathtext)), size)
    found = _layouts.get(mathtext)
    return Formula(found, "", size) if found is not None else None


def formula(mathtext: str, size: float) -> Formula:
    """A formula, `size` pixels high."""
    found = _kept(_form(mathtext), lambda: _exchangeable(mathtext))
    if found.digits is not None:
        return Formula(found, "".join(_DIGIT.findall(mathtext)), size)
    return Formula(_kept(mathtext, lambda: _lay_out(mathtext)), "", size)


def lay_out(mathtext: str) -> None:
    """Have it ready for `formula`; may be called from any thread."""
    formula(mathtext, _SIZE)


def _kept(key: str, lay_out: Callable[[], Layout]) -> Layout:
    """Two threads may lay out the same at once; nothing is lost but time."""
    found = _layouts.get(key)
    if found is None:
        if len(_layouts) >= _MOST_FORMS:
            _layouts.clear()
        found = _layouts[key] = lay_out()
    return found


def _form(mathtext: str) -> str:
    return _DIGIT.sub("#0", mathtext)  # a form is no formula, so that the two can share a dictionary


def _exchangeable(mathtext: str) -> Layout:
    """The layout with the places of its digits, found by giving each of them another digit."""
    turn = cycle("0123456789")
    numbered = _DIGIT.sub(lambda _: next(turn), mathtext)
    layout = _lay_out(numbered)
    places = tuple(i for i, glyph in enumerate(layout.glyphs) if glyph.is_digit)
    in_order = [layout.glyphs[i].character for i in places] == _DIGIT.findall(numbered)
    return Layout(
        layout.width, layout.above, layout.below, layout.glyphs, layout.rules, places if in_order else None
    )


@lru_cache(maxsize=1)
def _parser() -> MathTextParser:
    return MathTextParser("path")


def _lay_out(mathtext: str) -> Layout:
    """Ask mathtext, in a thread of its own.

    Its grammar keeps the exceptions that it has raised, and with them the frames of all callers: windows that
    were closed stayed alive in there, until another thread that used the grammar had to take them apart.
    """
    answer: Future[Layout] = Future()
    with DRAWING:
        thread = Thread(target=_answer, args=(answer, mathtext), name="lwnb-formula", daemon=True)
        thread.start()
        thread.join()
    return answer.result()


def _answer(answer: Future[Layout], mathtext: str) -> None:
    try:
        answer.set_result(_parsed(mathtext))
    except Exception as error:
        answer.set_exception(error)


def _parsed(mathtext: str) -> Layout:
    """What mathtext cannot read is written as it stands: better than an empty line."""
    properties = FontProperties(size=_SIZE, math_fontfamily=_FONTS)
    try:
        parsed = _parser().parse(mathtext, DPI, properties)
    except ValueError:
        parsed = _parser().parse(re.sub(r"[\\${}]", "", mathtext), DPI, properties)
    width, height, depth, glyphs, rules = parsed
    return Layout(
        float(width),
        float(height - depth),
        float(depth),
        tuple(_glyph(*glyph) for glyph in glyphs),
        tuple((float(x), float(y), float(w), float(h)) for x, y, w, h in rules),
        None,
    )


def _glyph(font: Any, size: float, code: int, *place: float) -> _Glyph:
    """Before the place, newer versions of matplotlib say the glyph's index too."""
    x, y = place[-2:]
    index = font.get_char_index(code)
    return _Glyph(str(font.fname), float(size), chr(code), int(index), float(x), float(y))


@lru_cache(maxsize=64)
def _raw_font(file: str, size: float) -> QRawFont:
    return QRawFont(file, size, QFont.HintingPreference.PreferNoHinting)


@lru_cache(maxsize=64)
def _digit_index(file: str, digit: str) -> int:
    return int(_raw_font(file, _SIZE).glyphIndexesForString(digit)[0])
