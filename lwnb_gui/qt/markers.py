"""The classes' marker shapes, painted with Qt as matplotlib draws them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from lwnb_gui.scenes.marks import HOLLOW_INSET, HOLLOW_LINE, OUTLINES, ROUND
from lwnb_gui.theme import ClassStyle


def marker_path(marker: str, radius: float) -> QPainterPath:
    """The outline of a marker around the origin."""
    path = QPainterPath()
    corners = OUTLINES.get(marker)
    if corners is None:
        path.addEllipse(QPointF(0, 0), radius * ROUND, radius * ROUND)
    else:
        path.addPolygon(QPolygonF([QPointF(x * radius, y * radius) for x, y in corners]))
        path.closeSubpath()
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
        painter.setPen(QPen(fill, max(1.2, radius * HOLLOW_LINE)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius *= HOLLOW_INSET
    else:
        painter.setPen(QPen(QColor(style.edge), 0.6))
        painter.setBrush(fill)
    painter.drawPath(marker_path(style.marker, radius).translated(centre))
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
