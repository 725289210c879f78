"""Texts and figures on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.export.pictures import widget_image
from lwnb_gui.theme import Theme


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def copy_widget(widget: QWidget, theme: Theme) -> None:
    """Copy a picture of a widget as it is displayed."""
    QGuiApplication.clipboard().setImage(widget_image(widget, 2.0, theme.panel))


def copy_picture(content: tuple[bytes, bytes]) -> None:
    """Copy a figure's PNG, which every program accepts, and its SVG, which drawing programs prefer."""
    png, svg = content
    mime = QMimeData()
    mime.setImageData(QImage.fromData(png))
    mime.setData("image/svg+xml", svg)
    QGuiApplication.clipboard().setMimeData(mime)
