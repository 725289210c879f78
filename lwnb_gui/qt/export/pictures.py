"""Pictures of widgets, in pixels or as vector drawings, for panels without a figure of their own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from lwnb_core.data import atomic_write

_DOTS_PER_INCH = 96  # logical pixels: a point on paper is three quarters of one


def widget_image(widget: QWidget, scale: float, background: str) -> QImage:
    """Return a picture with `scale` pixels for each on the screen."""
    image = QImage(widget.size() * scale, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(scale)
    image.fill(background)
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return image


def save_widget(widget: QWidget, path: Path, scale: float, background: str) -> None:
    """Write a widget in the format of the suffix. A half-written file is never visible."""
    from lwnb_gui.plots.export import format_of  # matplotlib: only when it is needed

    kind = format_of(path)
    if kind == "png":
        save_picture(widget_image(widget, scale, background), path)
        return
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if kind == "svg":
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(widget.size())
        drawing.setViewBox(widget.rect())
        drawing.setResolution(_DOTS_PER_INCH)
        _render(widget, drawing)
    else:
        page = QPdfWriter(buffer)
        page.setResolution(_DOTS_PER_INCH)
        size = QSizeF(widget.size()) * (72 / _DOTS_PER_INCH)
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
    widget.render(painter, QPoint())
    painter.end()
