"""Figures painted as small pictures of their digits, all of a panel in one call: text is what costs most."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from lwnb_gui.qt.sprites import Sprites

# Whatever stands beside its neighbour as it stands alone; letters may not, in some scripts not at all.
FIGURES = frozenset("0123456789.,+-−–<>=%()e ")
PHASES = 4  # places between two pixels at which a digit can begin, as in Qt's own text
_AIR = 2  # pixels around a digit, for what reaches beyond its own width


class Digits(dict[str, int]):
    """A font's characters in one colour, by their numbers among the pictures; painted when asked for."""

    def __init__(self, figures: Figures, font: QFont, colour: str) -> None:
        super().__init__()
        self._figures, self._font, self._colour = figures, font, QColor(colour)
        self._metrics = QFontMetricsF(font)
        self.above = (self._metrics.ascent() - self._metrics.descent()) / 2

    def __missing__(self, character: str) -> int:
        advance = self._metrics.horizontalAdvance(character)
        up = math.ceil(self._metrics.ascent()) + _AIR
        pictures = [self._picture(character, advance, up, i / PHASES) for i in range(PHASES)]
        self[character] = found = self._figures.add(pictures, advance, (_AIR, up))
        return found

    def _picture(self, character: str, advance: float, up: int, shift: float) -> QImage:
        ratio = self._figures.ratio
        down = math.ceil(self._metrics.descent()) + _AIR
        picture = QImage(
            round((math.ceil(advance) + 2 * _AIR) * ratio),
            round((up + down) * ratio),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setFont(self._font)
        painter.setPen(self._colour)
        painter.drawText(QPointF(_AIR + shift / ratio, up), character)
        painter.end()
        picture.setDevicePixelRatio(1.0)
        return picture


class Figures:
    """For a theme and a fineness of the screen; `put` as many as there are, then `paint` them."""

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio
        self._sprites = Sprites()
        self._digits: dict[tuple[int, str], Digits] = {}
        self._advances: list[float] = []
        self._origins: list[tuple[float, float]] = []  # of the baseline's beginning, in each picture
        self._glyphs: list[int] = []
        self._texts: list[tuple[float, float, float, int]] = []  # right end, baseline, opacity, length

    def add(self, pictures: list[QImage], advance: float, origin: tuple[float, float]) -> int:
        """One character, between pixels; the number of the first picture."""
        numbers = [self._sprites.add(picture) for picture in pictures]
        self._advances += [advance] * len(numbers)
        self._origins += [origin] * len(numbers)
        return numbers[0]

    def digits(self, font: QFont, colour: str) -> Digits:
        key = (id(font), colour)
        found = self._digits.get(key)
        if found is None:
            found = self._digits[key] = Digits(self, font, colour)
        return found

    def put(self, x: float, middle: float, text: str, digits: Digits, opacity: float) -> None:
        """A text that ends at x, in a line with this middle."""
        self._glyphs += [digits[character] for character in text]
        self._texts.append((x, middle + digits.above, opacity, len(text)))

    def paint(self, painter: QPainter) -> None:
        """Whatever has been put since the last time."""
        if not self._texts:
            return
        glyphs = np.array(self._glyphs, dtype=np.intp)
        right, baseline, opacity, length = np.array(self._texts).T
        self._glyphs, self._texts = [], []
        of = np.repeat(np.arange(len(length)), length.astype(np.intp))  # the text of each character
        advance = np.array(self._advances)[glyphs]
        width = np.bincount(of, advance, len(length))
        before = np.cumsum(advance) - advance - (np.cumsum(width) - width)[of]
        start = np.column_stack([np.round(right - width)[of] + before, np.round(baseline)[of]])
        exact = (start - np.array(self._origins)[glyphs]) * self.ratio
        at = np.floor(exact)
        glyphs += ((exact[:, 0] - at[:, 0]) * PHASES).astype(np.intp)
        painter.save()
        painter.setOpacity(1.0)  # each has its own
        painter.scale(1 / self.ratio, 1 / self.ratio)
        self._sprites.paint(painter, glyphs, at, opacity[of])
        painter.restore()
