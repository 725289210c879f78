"""The classes' marker shapes, painted with Qt as matplotlib draws them."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from lwnb_gui.plots.theme import ClassStyle

# Corners in a box from -1 to 1, y downwards.
_THIRD = 1 / 3
_POLYGONS: dict[str, tuple[tuple[float, float], ...]] = {
    "^": ((0, -0.95), (1, 0.85), (-1, 0.85)),
    "v": ((0, 0.95), (-1, -0.85), (1, -0.85)),
    "s": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "D": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    "P": (
        (-_THIRD, -1), (_THIRD, -1), (_THIRD, -_THIRD), (1, -_THIRD), (1, _THIRD), (_THIRD, _THIRD),
        (_THIRD, 1), (-_THIRD, 1), (-_THIRD, _THIRD), (-1, _THIRD), (-1, -_THIRD), (-_THIRD, -_THIRD),
    ),
    "X": (
        (-0.5, -1), (0, -0.5), (0.5, -1), (1, -0.5), (0.5, 0), (1, 0.5),
        (0.5, 1), (0, 0.5), (-0.5, 1), (-1, 0.5), (-0.5, 0), (-1, -0.5),
    ),
    "h": tuple((math.sin(i * math.pi / 3), -math.cos(i * math.pi / 3)) for i in range(6)),
}  # fmt: skip


def marker_path(marker: str, centre: QPointF, radius: float) -> QPainterPath:
    """The outline of a marker around a point."""
    path = QPainterPath()
    if marker in _POLYGONS:
        corners = [QPointF(centre.x() + x * radius, centre.y() + y * radius) for x, y in _POLYGONS[marker]]
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
    else:
        path.addEllipse(centre, radius * 0.95, radius * 0.95)
    return path


def paint_marker(
    painter: QPainter, centre: QPointF, radius: float, style: ClassStyle, *, opacity: float = 1.0
) -> None:
    """A class's marker: filled, or only its outline where the style is hollow."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(painter.opacity() * opacity)
    fill = QColor(style.fill)
    if style.hollow:
        painter.setPen(QPen(fill, max(1.2, radius * 0.35)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius *= 0.85
    else:
        painter.setPen(QPen(QColor(style.edge), 0.6))
        painter.setBrush(fill)
    painter.drawPath(marker_path(style.marker, centre, radius))
    painter.restore()


def marker_pixmap(
    style: ClassStyle, size: float = 12, ratio: float = 2.0, *, opacity: float = 1.0
) -> QPixmap:
    """A marker on a transparent square of `size` logical pixels."""
    pixmap = QPixmap((QSizeF(size, size) * ratio).toSize())
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_marker(painter, QRectF(0, 0, size, size).center(), size * 0.36, style, opacity=opacity)
    painter.end()
    return pixmap


def marker_icon(style: ClassStyle, size: float = 12) -> QIcon:
    """A marker as the icon of a list or combo box entry."""
    return QIcon(marker_pixmap(style, size))
