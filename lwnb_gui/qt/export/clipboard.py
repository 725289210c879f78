"""Texts and figures on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from lwnb_gui.export.figures import FigureView
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.export.pictures import widget_image


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def copy_widget(widget: QWidget, theme: Theme) -> None:
    """A widget as it stands."""
    QGuiApplication.clipboard().setImage(widget_image(widget, 2.0, theme.panel))


def copy_figure(view: FigureView, theme: Theme) -> None:
    """As a picture, which everything pastes, and as SVG, which drawing programs prefer."""
    from lwnb_gui.plots.export import to_bytes  # matplotlib: only when a figure is wanted

    figure = view.figure(theme)
    content = QMimeData()
    content.setImageData(QImage.fromData(to_bytes(figure, "png")))
    content.setData("image/svg+xml", to_bytes(figure, "svg"))
    QGuiApplication.clipboard().setMimeData(content)
