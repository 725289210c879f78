"""The line icons of `assets/icons`, in the theme's colours.

Those in the folder of a theme are for the style sheet, which cannot recolour: `url(icons:light/up.svg)`.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QDir, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

from lwnb_core.data import assets_dir
from lwnb_gui.theme import Theme

_BLACK = "#000000"  # the colour in the files


def find_icons() -> None:
    """Tell Qt where a style sheet's `icons:` are. A search path needs no quoting."""
    QDir.setSearchPaths("icons", [str(assets_dir() / "icons")])


def icon(name: str, theme: Theme, size: float = 16) -> QIcon:
    """Return an icon in ink 2, paler if it is disabled."""
    result = QIcon(pixmap(name, theme.ink2, size))
    result.addPixmap(pixmap(name, theme.separator_strong, size), QIcon.Mode.Disabled)
    return result


def set_icon(button: QAbstractButton, name: str, theme: Theme) -> None:
    """Give a button an icon of 16 pixels, at the theme's scale."""
    size = round(theme.px(16))
    button.setIcon(icon(name, theme, size))
    button.setIconSize(QSize(size, size))


def pixmap(name: str, colour: str, size: float = 16, ratio: float = 2.0) -> QPixmap:
    """Return an icon as a picture of `size` logical pixels."""
    svg = (assets_dir() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(svg.replace(_BLACK, colour).encode()))
    result = QPixmap((QSizeF(size, size) * ratio).toSize())
    result.setDevicePixelRatio(ratio)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return result
