"""The classes' markers as pictures, for labels and lists."""

from __future__ import annotations

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.scene import Marker

_RATIO = 2.0  # device pixels, so that they are sharp on any screen


def marker_pixmap(theme: Theme, code: int, size: float = 12) -> QPixmap:
    """Return the marker of a class on a transparent square of `size` logical pixels."""
    pixmap = QPixmap((QSizeF(size, size) * _RATIO).toSize())
    pixmap.setDevicePixelRatio(_RATIO)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    ScenePainter(theme).paint(painter, [Marker(size / 2, size / 2, code, 0.72 * size)])
    painter.end()
    return pixmap


def marker_icon(theme: Theme, code: int, size: float = 12) -> QIcon:
    """Return the marker of a class as the icon of a list or combo box entry."""
    return QIcon(marker_pixmap(theme, code, size))
