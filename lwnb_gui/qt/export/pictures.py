"""A widget as it stands, as a picture or as a drawing: for what is painted and not plotted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QObject, QPoint, QSizeF, QTimer
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from lwnb_core.data.files import atomic_write
from lwnb_gui.qt.in_turns import whole_picture

if TYPE_CHECKING:
    from lwnb_gui.qt.context import Context

_BETWEEN, _TRIES = 25, 60  # ms between two looks, and how many
_DOTS = 96  # logical pixels an inch: a point on paper is three quarters of one


def when_whole(context: Context, owner: QObject, take: Callable[[], object], tries: int = _TRIES) -> None:
    """Take a picture as soon as nothing waits to be dressed, filled or drawn; at once where nothing does.

    What is still not there then is made at once, which may take long.
    """
    if tries and (context.turns.busy or context.tasks.is_drawing):
        QTimer.singleShot(_BETWEEN, owner, lambda: when_whole(context, owner, take, tries - 1))
    else:
        take()


def widget_image(widget: QWidget, scale: float, ground: str) -> QImage:
    """In pixels, `scale` of them for each on the screen."""
    image = QImage(widget.size() * scale, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(scale)
    image.fill(ground)
    painter = QPainter(image)
    with whole_picture():
        widget.render(painter, QPoint())
    painter.end()
    return image


def save_widget(widget: QWidget, path: Path, scale: float, ground: str) -> None:
    """Write a widget; the suffix says how. Nobody ever sees a half-written file."""
    from lwnb_gui.plots.export import format_of  # matplotlib: only when it is wanted

    kind = format_of(path)
    if kind == "png":
        save_picture(widget_image(widget, scale, ground), path)
        return
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind == "svg":
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(widget.size())
        drawing.setViewBox(widget.rect())
        drawing.setResolution(_DOTS)
        _render(widget, drawing)
    else:
        page = QPdfWriter(buffer)
        page.setResolution(_DOTS)
        size = QSizeF(widget.size()) * (72 / _DOTS)
        page.setPageLayout(
            QPageLayout(
                QPageSize(size, QPageSize.Unit.Point),
                QPageLayout.Orientation.Portrait,
                QMarginsF(0, 0, 0, 0),
            )
        )
        _render(widget, page)
    buffer.close()
    atomic_write(path, bytes(content.data()))


def save_picture(picture: QImage, path: Path) -> None:
    """Write pixels as PNG, in any thread."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The types say bytes here, but only a text is taken.
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    atomic_write(path, bytes(content.data()))


def _render(widget: QWidget, device: QSvgGenerator | QPdfWriter) -> None:
    painter = QPainter(device)
    with whole_picture():
        widget.render(painter, QPoint())
    painter.end()
