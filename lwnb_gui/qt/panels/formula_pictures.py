"""Formulas put together from pictures: while k moves only their digits change, and those are painted in one
call for all formulas.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from lwnb_gui.qt.panels.formulas import Formula, Layout, digit_run
from lwnb_gui.qt.sprites import Sprites

_AIR = 4  # pixels around a picture, for what reaches beyond its own size
_PHASES = 4  # places between two pixels at which Qt paints a glyph
_NUDGE = 1 / 64  # by which it moves a glyph before it looks for the place
_MOST_PLATES, _MOST_DIGITS = 100, 200


class PlacedFormula(NamedTuple):
    """Where a formula's upper left corner is, in whole pixels, and its colour."""

    formula: Formula
    left: int
    top: int
    ink: QColor


class _Digits(dict[str, int]):
    """The digits of a font at a place between pixels, by their numbers among the pictures."""

    def __init__(self, sprites: Sprites, ratio: float, file: str, size: float, phase: int, ink: QColor):
        super().__init__()
        self._sprites, self._ratio, self._ink = sprites, ratio, ink
        self._file, self._size, self._phase = file, size, phase
        self.up = math.ceil(size) + _AIR  # from a picture's upper edge to its baseline

    def __missing__(self, digit: str) -> int:
        wide, tall = math.ceil(self._size) + 2 * _AIR, self.up + _AIR
        picture = QImage(
            round(wide * self._ratio), round(tall * self._ratio), QImage.Format.Format_ARGB32_Premultiplied
        )
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setPen(self._ink)
        at = QPointF(_AIR + self._phase / _PHASES / self._ratio, self.up)
        painter.drawGlyphRun(at, digit_run(self._file, self._size, digit))
        painter.end()
        picture.setDevicePixelRatio(1.0)
        self[digit] = found = self._sprites.add(picture)
        return found


class _Plate(NamedTuple):
    """A layout in one size and colour: all but the digits, and where which pictures of digits belong."""

    picture: QPixmap
    digits: list[_Digits]
    at: NDArray[np.float64]  # the digits' upper left corners, in pixels of the screen


class FormulaPictures:
    """For one fineness of the screen, a whole one: else pictures would fall between the screen's pixels."""

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio
        self._sprites = Sprites()
        self._plates: dict[tuple[Layout, float, str], _Plate] = {}
        self._digits: dict[tuple[str, float, int, str], _Digits] = {}

    def paint(self, painter: QPainter, placed: list[PlacedFormula]) -> None:
        which: list[int] = []
        at = []
        if len(self._plates) >= _MOST_PLATES or len(self._digits) >= _MOST_DIGITS:
            self._sprites = Sprites()
            self._plates.clear()
            self._digits.clear()
        for formula, left, top, ink in placed:
            plate = self._plate(formula, ink)
            painter.drawPixmap(left - _AIR, top - _AIR, plate.picture)
            if plate.digits:
                which += [digits[digit] for digits, digit in zip(plate.digits, formula.digits, strict=True)]
                corner = left * self.ratio, top * self.ratio
                at.append(plate.at + corner)
        if at:
            painter.save()
            painter.scale(1 / self.ratio, 1 / self.ratio)
            self._sprites.paint(painter, np.array(which, dtype=np.intp), np.concatenate(at))
            painter.restore()

    def _plate(self, formula: Formula, ink: QColor) -> _Plate:
        key = (formula.layout, formula.scale, ink.name())
        found = self._plates.get(key)
        if found is None:
            found = self._plates[key] = self._made(formula, ink)
        return found

    def _made(self, formula: Formula, ink: QColor) -> _Plate:
        ratio, scale, layout = self.ratio, formula.scale, formula.layout
        wide, tall = math.ceil(formula.width) + 2 * _AIR, math.ceil(formula.height) + 2 * _AIR
        picture = QPixmap(round(wide * ratio), round(tall * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        formula.paint(painter, _AIR, _AIR, ink, with_digits=False)
        painter.end()
        digits, at = [], []
        for place in layout.digits or ():
            glyph = layout.glyphs[place]
            x = glyph.x * scale * ratio + _NUDGE
            y = (layout.above - glyph.y) * scale * ratio
            size, phase = glyph.size * scale, int(x % 1 * _PHASES)
            key = (glyph.file, size, phase, ink.name())
            if key not in self._digits:
                self._digits[key] = _Digits(self._sprites, ratio, glyph.file, size, phase, ink)
            digits.append(self._digits[key])
            up = self._digits[key].up
            at.append((math.floor(x) - _AIR * ratio, math.floor(y + 0.5) - up * ratio))
        return _Plate(picture, digits, np.array(at).reshape(-1, 2))
