"""Callouts on the map: a box with a few lines and a thin line to what it speaks of, where it hides least."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panels.painting import Fonts, fill, pen

Floats = NDArray[np.float64]

_CELL = 10.0  # pixels of a cell in the count of what is where
_LINE = 15.0
_REACHES = (34.0, 60.0, 95.0, 140.0, 190.0, 250.0)
_DIRECTIONS = 16
FREE = 12.0  # pixels around the star and around what a box speaks of
_NEVER = 1e6  # more than whatever a box can hide


@dataclass(frozen=True)
class Callout:
    """A title and lines about the thing at `anchor` (pixels of the widget); `radius` is the thing's own."""

    anchor: QPointF
    title: str
    lines: tuple[str, ...] = ()
    radius: float = 8.0

    def size(self, theme: Theme, fonts: Fonts) -> tuple[float, float]:
        widths = [fonts.width(self.title, fonts.small_strong)]
        widths += [fonts.width(line, fonts.small) for line in self.lines]
        px = theme.px
        return min(max(widths) + px(17), px(300)), px(_LINE) * (1 + len(self.lines)) + px(9)

    def paint_line(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """From the thing to its box; to be painted before any box, or it may cross another's words."""
        x, y = self.anchor.x(), self.anchor.y()
        end_x, end_y = _nearest(box, x, y)
        away = math.hypot(end_x - x, end_y - y)
        if away > self.radius:
            share = self.radius / away
            painter.setPen(pen(theme.ink2, theme.px(1)))
            painter.drawLine(QLineF(x + (end_x - x) * share, y + (end_y - y) * share, end_x, end_y))

    @property
    def words(self) -> tuple[str, ...]:
        return self.title, *self.lines

    def paint_box(self, painter: QPainter, box: QRectF, theme: Theme, fonts: Fonts) -> None:
        px = theme.px
        painter.fillRect(box, fill(theme.separator_strong))
        painter.fillRect(box.adjusted(1, 1, -1, -1), fill(theme.panel))
        room = box.width() - px(14)
        for i, text in enumerate(self.words):
            font = fonts.small if i else fonts.small_strong
            painter.setFont(font)
            painter.setPen(pen(theme.ink2 if i else theme.ink))
            middle = box.y() + px(4) + px(_LINE) * (i + 0.5)
            words = text if fonts.width(text, font) <= room else fonts.fitted(text, font, room)
            painter.drawText(round(box.x() + px(8)), round(middle + fonts.above(font)), words)


class Crowd:
    """How much lies where, so that a box can be put where it hides least."""

    def __init__(self, width: float, height: float) -> None:
        self._shape = (max(1, math.ceil(height / _CELL)), max(1, math.ceil(width / _CELL)))
        self._count = np.zeros(self._shape)

    def copy(self) -> Crowd:
        """The same, to add more to."""
        other = copy.copy(self)
        other._count = self._count.copy()
        return other

    def add(self, points: Floats, weight: float = 1.0) -> None:
        """Points in pixels of the widget, (n, 2); those outside or without a place are not there."""
        with np.errstate(invalid="ignore"):
            column, row = np.floor(points[:, 0] / _CELL), np.floor(points[:, 1] / _CELL)
            inside = (column >= 0) & (row >= 0) & (column < self._shape[1]) & (row < self._shape[0])
        cells = (row[inside] * self._shape[1] + column[inside]).astype(np.intp)
        self._count += weight * np.bincount(cells, minlength=self._count.size).reshape(self._shape)

    def under(self, x: Floats, y: Floats, width: float, height: float) -> Floats:
        """How much boxes with these upper left corners would hide. Shape (boxes,)."""
        rows, columns = self._shape
        sums = np.zeros((rows + 1, columns + 1))
        np.cumsum(np.cumsum(self._count, axis=0), axis=1, out=sums[1:, 1:])
        x0, x1 = (np.clip(v // _CELL, 0, columns).astype(int) for v in (x, x + width + _CELL))
        y0, y1 = (np.clip(v // _CELL, 0, rows).astype(int) for v in (y, y + height + _CELL))
        return np.asarray(sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0])

    def along(self, start: QPointF, x: Floats, y: Floats) -> Floats:
        """How much lines from one place to others would cross, their beginnings aside. Shape (lines,)."""
        rows, columns = self._shape
        share = np.linspace(0.25, 1.0, 12)
        column = ((start.x() + share * (x[:, None] - start.x())) // _CELL).astype(int)
        row = ((start.y() + share * (y[:, None] - start.y())) // _CELL).astype(int)
        seen = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
        seen[:, 1:] &= (np.diff(row) != 0) | (np.diff(column) != 0)  # a cell counts once
        crossed = self._count[np.where(seen, row, 0), np.where(seen, column, 0)]
        return np.asarray(np.where(seen, crossed, 0.0).sum(axis=1))


def best_box(
    anchor: QPointF,
    size: tuple[float, float],
    room: QRectF,
    crowd: Crowd,
    scale: float,
    avoid: tuple[QRectF, ...] = (),
    free: tuple[QPointF, ...] = (),
) -> QRectF:
    """The place for a box near its anchor that hides least; nearer is better. The anchor stays free, and so
    does what is at the points `free`.
    """
    width, height = size
    x = anchor.x() + _ACROSS * (_REACH * scale + width / 2) - width / 2
    y = anchor.y() - _UP * (_REACH * scale + height / 2) - height / 2
    x = np.clip(x, room.left(), max(room.right() - width, room.left()))
    y = np.clip(y, room.top(), max(room.bottom() - height, room.top()))
    end_x, end_y = _ends(x, y, width, height, anchor)
    cost = crowd.under(x, y, width, height) + 0.5 * crowd.along(anchor, end_x, end_y)
    cost += 0.11 * np.hypot(end_x - anchor.x(), end_y - anchor.y()) / scale
    for other in avoid:
        cost += 500 * _overlaps(x, y, width, height, other)
    reach = FREE * scale
    for point in (anchor, *free):
        mark = QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)
        cost += _NEVER * _overlaps(x, y, width, height, mark)
    best = int(np.argmin(cost))
    return QRectF(round(x[best]), round(y[best]), round(width), round(height))


# Where boxes are tried, nearest first: directions as shares across and up, and how far.
_TURN = np.tile(2 * np.pi * (np.arange(_DIRECTIONS) + 0.5) / _DIRECTIONS, len(_REACHES))
_ACROSS, _UP = np.cos(_TURN), np.sin(_TURN)
_REACH = np.repeat(_REACHES, _DIRECTIONS)


def _overlaps(x: Floats, y: Floats, width: float, height: float, other: QRectF) -> NDArray[np.bool_]:
    """Which boxes with these upper left corners overlap another."""
    across = (x < other.right()) & (x + width > other.left())
    return np.asarray(across & (y < other.bottom()) & (y + height > other.top()))


def _ends(x: Floats, y: Floats, width: float, height: float, point: QPointF) -> tuple[Floats, Floats]:
    """Where lines from the point to boxes with these upper left corners end: the middle of the side that
    faces it, or a corner's neighbour.
    """
    aside = np.clip(point.x(), x + 12, x + width - 12) if width > 24 else x + width / 2
    above, below = point.y() < y, point.y() > y + height
    beside = ~(above | below)
    end_x = np.where(beside, np.where(point.x() < x, x, x + width), aside)
    return end_x, np.where(above, y, np.where(below, y + height, y + height / 2))


def _nearest(box: QRectF, x: float, y: float) -> tuple[float, float]:
    """Where the line from a point to a box ends; as `_ends`, without arrays for a single one."""
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    if top <= y <= bottom:
        return left if x < left else right, (top + bottom) / 2
    aside = min(max(x, left + 12), right - 12) if right - left > 24 else (left + right) / 2
    return aside, top if y < top else bottom
