"""Line icons, painted: no files, sharp at every scale, in the theme's ink."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from lwnb_gui.theme import Theme

_BOX = 16.0

Lines = tuple[tuple[tuple[float, float], ...], ...]

# Open polylines in a box of 16 × 16.
_LINES: dict[str, Lines] = {
    "previous": (((10, 3.5), (5.5, 8), (10, 12.5)),),
    "next": (((6, 3.5), (10.5, 8), (6, 12.5)),),
    "down": (((4.5, 6.5), (8, 10), (11.5, 6.5)),),
    "up": (((4.5, 9.5), (8, 6), (11.5, 9.5)),),
    "save": (((8, 2.5), (8, 10)), ((4.8, 7), (8, 10.2), (11.2, 7)), ((2.5, 13.5), (13.5, 13.5))),
    "box": (((3, 3), (13, 3), (13, 13), (3, 13), (3, 3)),),
    "pan": (
        ((8, 1.8), (8, 14.2)), ((1.8, 8), (14.2, 8)), ((6, 3.8), (8, 1.8), (10, 3.8)),
        ((6, 12.2), (8, 14.2), (10, 12.2)), ((3.8, 6), (1.8, 8), (3.8, 10)),
        ((12.2, 6), (14.2, 8), (12.2, 10)),
    ),
    "home": (((2.5, 8), (8, 3), (13.5, 8)), ((4, 7), (4, 13), (12, 13), (12, 7))),
    "menu": (((3, 4), (13, 4)), ((3, 8), (13, 8)), ((3, 12), (13, 12))),
    "close": (((4, 4), (12, 12)), ((12, 4), (4, 12))),
    "check": (((3.5, 8.5), (6.7, 11.7), (12.7, 4.7)),),
    "copy": (
        ((5, 5), (5, 2.5), (13.5, 2.5), (13.5, 11), (11, 11)),
        ((2.5, 5), (11, 5), (11, 13.5), (2.5, 13.5), (2.5, 5)),
    ),
}  # fmt: skip


def icon(name: str, theme: Theme, size: float = 16) -> QIcon:
    """An icon in ink 2, paler where it is disabled."""
    made = QIcon(pixmap(name, theme.ink2, size))
    made.addPixmap(pixmap(name, theme.separator_strong, size), QIcon.Mode.Disabled)
    return made


def pixmap(name: str, colour: str, size: float = 16, ratio: float = 2.0, width: float = 1.4) -> QPixmap:
    """An icon as a picture of `size` logical pixels."""
    paint = _CURVED.get(name)
    lines = _LINES[name] if paint is None else ()  # an unknown name must fail before painting begins
    made = QPixmap((QSizeF(size, size) * ratio).toSize())
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / _BOX, size / _BOX)
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if paint is not None:
        paint(painter)
    for line in lines:
        painter.drawPolyline([QPointF(x, y) for x, y in line])
    painter.end()
    return made


def _undo(painter: QPainter) -> None:
    path = QPainterPath(QPointF(3, 6))
    path.lineTo(10, 6)
    path.arcTo(QRectF(6.2, 6, 7, 7), 90, -180)
    path.lineTo(6, 13)
    painter.drawPath(path)
    painter.drawPolyline([QPointF(6, 3), QPointF(3, 6), QPointF(6, 9)])


def _redo(painter: QPainter) -> None:
    painter.translate(_BOX, 0)
    painter.scale(-1, 1)
    _undo(painter)


def _zoom(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(7, 7), 4.3, 4.3)
    painter.drawLine(QPointF(10.3, 10.3), QPointF(13.8, 13.8))


def _drop(painter: QPainter) -> None:
    painter.drawPolyline([QPointF(8, 1), QPointF(8, 11)])
    painter.drawPolyline([QPointF(3.5, 6.8), QPointF(8, 11.2), QPointF(12.5, 6.8)])
    painter.drawLine(QPointF(0.8, 14.5), QPointF(15.2, 14.5))


_CURVED: dict[str, Callable[[QPainter], None]] = {
    "undo": _undo,
    "redo": _redo,
    "zoom": _zoom,
    "drop": _drop,
}
