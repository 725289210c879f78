"""Callouts on the map: a box with a few lines and a thin line to what it speaks of, where it hides least."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panels.painting import LEFT, Fonts, fill, pen

Floats = NDArray[np.float64]

_CELL = 10.0  # pixels of a cell in the count of what is where
_LINE = 15.0
_REACHES = (34.0, 60.0, 95.0, 140.0, 190.0, 250.0)
_DIRECTIONS = 16


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
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        end = _nearest(box, self.anchor)
        away = math.hypot(end.x() - self.anchor.x(), end.y() - self.anchor.y())
        if away > self.radius:
            share = self.radius / away
            start = self.anchor + (end - self.anchor) * share
            painter.setPen(pen(theme.ink2, theme.px(1)))
            painter.drawLine(start, end)

    @property
    def words(self) -> tuple[str, ...]:
        return self.title, *self.lines

    def paint_box(self, painter: QPainter, box: QRectF, theme: Theme, fonts: Fonts) -> None:
        px = theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box, fill(theme.separator_strong))
        painter.fillRect(box.adjusted(1, 1, -1, -1), fill(theme.panel))
        y = box.y() + px(4)
        for i, text in enumerate(self.words):
            font = fonts.small if i else fonts.small_strong
            painter.setFont(font)
            painter.setPen(pen(theme.ink2 if i else theme.ink))
            place = QRectF(box.x() + px(8), y, box.width() - px(14), px(_LINE))
            painter.drawText(place, int(LEFT), fonts.fitted(text, font, place.width()))
            y += px(_LINE)


class Crowd:
    """How much lies where, so that a box can be put where it hides least."""

    def __init__(self, width: float, height: float) -> None:
        self._shape = (max(1, math.ceil(height / _CELL)), max(1, math.ceil(width / _CELL)))
        self._count = np.zeros(self._shape)
        self._sums: Floats | None = None

    def add(self, points: Floats, weight: float = 1.0) -> None:
        """Points in pixels of the widget, (n, 2); those outside or without a place are not there."""
        with np.errstate(invalid="ignore"):
            column, row = np.floor(points[:, 0] / _CELL), np.floor(points[:, 1] / _CELL)
            inside = (column >= 0) & (row >= 0) & (column < self._shape[1]) & (row < self._shape[0])
        cells = (row[inside] * self._shape[1] + column[inside]).astype(np.intp)
        self._count += weight * np.bincount(cells, minlength=self._count.size).reshape(self._shape)
        self._sums = None

    def under(self, box: QRectF) -> float:
        """How much a box would hide."""
        if self._sums is None:
            self._sums = np.pad(self._count.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        rows, columns = self._shape
        x0, x1 = (int(np.clip(v // _CELL, 0, columns)) for v in (box.left(), box.right() + _CELL))
        y0, y1 = (int(np.clip(v // _CELL, 0, rows)) for v in (box.top(), box.bottom() + _CELL))
        s = self._sums
        return float(s[y1, x1] - s[y0, x1] - s[y1, x0] + s[y0, x0])

    def along(self, start: QPointF, end: QPointF) -> float:
        """How much a line would cross, its beginning aside."""
        rows, columns = self._shape
        share = np.linspace(0.25, 1.0, 12)
        x = ((start.x() + share * (end.x() - start.x())) // _CELL).astype(int)
        y = ((start.y() + share * (end.y() - start.y())) // _CELL).astype(int)
        cells = dict.fromkeys(zip(y.tolist(), x.tolist(), strict=True))
        return float(sum(self._count[i, j] for i, j in cells if 0 <= i < rows and 0 <= j < columns))


def best_box(
    anchor: QPointF,
    size: tuple[float, float],
    room: QRectF,
    crowd: Crowd,
    scale: float,
    avoid: tuple[QRectF, ...] = (),
) -> QRectF:
    """The place for a box near its anchor that hides least; nearer is better, the anchor stays free."""
    width, height = size
    best, least = QRectF(room.topLeft().x(), room.topLeft().y(), width, height), math.inf
    own = QRectF(anchor.x() - 12 * scale, anchor.y() - 12 * scale, 24 * scale, 24 * scale)
    for reach in _REACHES:
        for i in range(_DIRECTIONS):
            angle = 2 * math.pi * (i + 0.5) / _DIRECTIONS
            dx, dy = math.cos(angle), -math.sin(angle)
            x = anchor.x() + dx * (reach * scale + width / 2) - width / 2
            y = anchor.y() + dy * (reach * scale + height / 2) - height / 2
            x = min(max(x, room.left()), max(room.right() - width, room.left()))
            y = min(max(y, room.top()), max(room.bottom() - height, room.top()))
            box = QRectF(x, y, width, height)
            if box.intersects(own):
                continue
            end = _nearest(box, anchor)
            cost = crowd.under(box) + 0.5 * crowd.along(anchor, end)
            cost += 0.11 * math.hypot(end.x() - anchor.x(), end.y() - anchor.y()) / scale
            cost += 500 * sum(box.intersects(other) for other in avoid)
            if cost < least:
                best, least = box, cost
    return QRectF(round(best.x()), round(best.y()), round(width), round(height))


def _nearest(box: QRectF, point: QPointF) -> QPointF:
    """Where the line from the point ends: the middle of the side that faces it, or a corner's neighbour."""
    x = min(max(point.x(), box.left() + 12), box.right() - 12) if box.width() > 24 else box.center().x()
    if point.y() < box.top():
        return QPointF(x, box.top())
    if point.y() > box.bottom():
        return QPointF(x, box.bottom())
    return QPointF(box.left() if point.x() < box.left() else box.right(), box.center().y())
