"""Many small pictures painted in one call: a call of Qt for each costs more than the painting itself."""

from __future__ import annotations

from typing import cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

_WIDTH, _HEIGHT = 1024, 64  # pixels of the sheet at first; it grows downwards
# The numbers of a QPainter.PixmapFragment, as they lie in memory.
_X, _Y, _LEFT, _TOP, _WIDE, _TALL, _SCALE_X, _SCALE_Y, _ROTATION, _OPACITY = range(10)


class Sprites:
    """Pictures side by side on one sheet; each is known by the number that `add` gives."""

    def __init__(self) -> None:
        self._sheet = _empty(_WIDTH, _HEIGHT)
        self._places = np.empty((0, 4))  # left, top, width, height of each picture
        self._at, self._top, self._tall = 0, 0, 0  # the next free place, and the height of its row
        self._fragments = np.empty((0, 10))
        self._first: QPainter.PixmapFragment | None = None

    def add(self, picture: QImage) -> int:
        width, height = picture.width(), picture.height()
        if self._at + width > self._sheet.width():
            self._at, self._top, self._tall = 0, self._top + self._tall, 0
        self._make_room(width, self._top + height)
        painter = QPainter(self._sheet)
        painter.drawImage(QPointF(self._at, self._top), picture)
        painter.end()
        self._places = np.vstack([self._places, [self._at, self._top, width, height]])
        self._at, self._tall = self._at + width, max(self._tall, height)
        return len(self._places) - 1

    def paint(
        self,
        painter: QPainter,
        which: NDArray[np.intp],
        at: NDArray[np.float64],
        opacity: NDArray[np.float64] | float = 1.0,
    ) -> None:
        """Pictures by their numbers, each with its upper left corner at a place; the last one on top."""
        made = self._fragments_of(which)
        made[:, : _Y + 1] = at + made[:, _WIDE : _TALL + 1] / 2  # Qt wants the middle
        made[:, _OPACITY] = opacity
        self._paint(painter, len(made))

    def _fragments_of(self, which: NDArray[np.intp]) -> NDArray[np.float64]:
        """What to take from the sheet; where it is to go is still to be filled in."""
        if len(self._fragments) < len(which):
            self._make_fragments(2 * len(which))
        made = self._fragments[: len(which)]
        made[:, _LEFT : _TALL + 1] = self._places[which]
        return made

    def _paint(self, painter: QPainter, count: int) -> None:
        if count and self._first is not None:
            painter.drawPixmapFragments(self._first, count, self._sheet)

    def _make_fragments(self, count: int) -> None:
        self._fragments = np.zeros((count, 10))
        self._fragments[:, [_SCALE_X, _SCALE_Y]] = 1.0
        # The first of them stands for all, as a pointer does in C++; the array is ours and outlives it.
        first = shiboken6.wrapInstance(self._fragments.ctypes.data, QPainter.PixmapFragment)
        self._first = cast(QPainter.PixmapFragment, first)

    def _make_room(self, width: int, height: int) -> None:
        old = self._sheet
        if width <= old.width() and height <= old.height():
            return
        self._sheet = _empty(max(width, old.width()), max(height, 2 * old.height()))
        painter = QPainter(self._sheet)
        painter.drawPixmap(0, 0, old)
        painter.end()


def _empty(width: int, height: int) -> QPixmap:
    made = QPixmap(width, height)
    made.fill(Qt.GlobalColor.transparent)
    return made
