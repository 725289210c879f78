"""Texts and figures on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

from lwnb_gui.export.figures import FigureView
from lwnb_gui.plots.theme import Theme


def copy_text(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def copy_figure(view: FigureView, theme: Theme) -> None:
    """As a picture, which everything pastes, and as SVG, which drawing programs prefer."""
    from lwnb_gui.plots.export import to_bytes  # matplotlib: only when a figure is wanted

    figure = view.figure(theme)
    content = QMimeData()
    content.setImageData(QImage.fromData(to_bytes(figure, "png")))
    content.setData("image/svg+xml", to_bytes(figure, "svg"))
    QGuiApplication.clipboard().setMimeData(content)
