"""Figures painted as small pictures of their digits, all of a panel in one call: text is what costs most."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPixmap

from lwnb_gui.qt.sprites import Sprites

# Whatever stands beside its neighbour as it stands alone; letters may not, in some scripts not at all: but
# for those of 1e−75 and ln 0.5 / 0.5.
FIGURES = frozenset("0123456789.,+-−–<>=%()/eln ")
PHASES = 4  # places between two pixels at which a digit can begin, as in Qt's own text
_AIR = 2  # pixels around a digit, for what reaches beyond its own width
_INSIDE = 0.5 / PHASES  # of a pixel: clear of its edge, and not yet at the next place between two


class Digits(dict[str, int]):
    """A font's characters in one colour, by their numbers among the pictures; painted when asked for."""

    def __init__(self, figures: Figures, font: QFont, colour: str) -> None:
        super().__init__()
        self._figures, self._font, self._colour = figures, font, QColor(colour)
        self._metrics = QFontMetricsF(font)
        self.above = (self._metrics.ascent() - self._metrics.descent()) / 2
        self.up = math.ceil(self._metrics.ascent()) + _AIR  # from a picture's upper edge to its baseline

    def __missing__(self, character: str) -> int:
        advance = self._metrics.horizontalAdvance(character)
        pictures = [self._picture(character, advance, i / PHASES) for i in range(PHASES)]
        self[character] = found = self._figures.add(pictures, advance)
        return found

    def _picture(self, character: str, advance: float, shift: float) -> QImage:
        ratio, up = self._figures.ratio, self.up
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
    """Pictures of digits for a theme and a fineness of the screen."""

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio
        self.sprites = Sprites()
        self._advances: list[float] = []  # of every picture
        self._kept: NDArray[np.float64] | None = None
        self._digits: dict[tuple[int, str], Digits] = {}
        self._marks: dict[int, int] = {}

    def add(self, pictures: list[QImage], advance: float) -> int:
        """One character, between pixels; the number of the first picture."""
        numbers = [self.sprites.add(picture) for picture in pictures]
        self._advances += [advance] * len(numbers)
        self._kept = None
        return numbers[0]

    @property
    def advances(self) -> NDArray[np.float64]:
        """Of every picture, how far on the next one stands."""
        if self._kept is None:
            self._kept = np.array(self._advances)
        return self._kept

    def mark(self, picture: QPixmap) -> int:
        """The number of a picture that is kept as long as these."""
        found = self._marks.get(id(picture))
        if found is None:
            image = picture.toImage()
            image.setDevicePixelRatio(1.0)
            found = self._marks[id(picture)] = self.add([image], 0.0)
        return found

    def digits(self, font: QFont, colour: str) -> Digits:
        key = (id(font), colour)
        found = self._digits.get(key)
        if found is None:
            found = self._digits[key] = Digits(self, font, colour)
        return found


class Batch:
    """Figures and markers that are painted together, those put in last on top."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._glyphs: list[int] = []
        self._lengths: list[int] = []
        # Of each text its right end, which is moved to a whole place, and what is added to that; the upper
        # edge of its pictures; the opacity.
        self._places: list[float] = []

    def put(self, x: float, middle: float, text: str, font: QFont, colour: str, opacity: float) -> None:
        """A text that ends at x, in a line with this middle."""
        digits = self._figures.digits(font, colour)
        self._glyphs += [digits[character] for character in text]
        self._lengths.append(len(text))
        self._places += (x, -_AIR, round(middle + digits.above) - digits.up, opacity)

    def mark(self, x: float, y: float, picture: QPixmap, opacity: float) -> None:
        """A picture with its upper left corner at a place, moved to the nearest of the screen's pixels."""
        ratio = self._figures.ratio
        self._glyphs.append(self._figures.mark(picture))
        self._lengths.append(1)
        # Not at the pixel's very edge, so that no rounding on the way leads to another.
        left, top = math.floor(x * ratio + 0.5) + _INSIDE, math.floor(y * ratio + 0.5) + _INSIDE
        self._places += (0.0, left / ratio, top / ratio, opacity)

    def paint(self, painter: QPainter) -> None:
        if not self._glyphs:
            return  # nothing, or empty texts only
        # All texts are set one behind the other, and then each is moved to its place as a whole.
        figures, ratio = self._figures, self._figures.ratio
        glyphs, lengths = np.array(self._glyphs, dtype=np.intp), np.array(self._lengths, dtype=np.intp)
        places = np.array(self._places).reshape(-1, 4)
        advances = figures.advances[glyphs]
        begins = np.zeros(len(glyphs) + 1)
        advances.cumsum(out=begins[1:])
        after = lengths.cumsum()
        first = begins[after - lengths]
        places[:, 1] += np.rint(places[:, 0] - (begins[after] - first)) - first
        placed = places[:, 1:].repeat(lengths, axis=0)
        placed[:, 0] += begins[:-1]
        exact = placed[:, :2] * ratio
        at = np.floor(exact)
        glyphs += ((exact[:, 0] - at[:, 0]) * PHASES).astype(np.intp)
        painter.save()
        painter.setOpacity(1.0)  # each has its own
        painter.scale(1 / ratio, 1 / ratio)
        figures.sprites.paint(painter, glyphs, at, placed[:, 2])
        painter.restore()
