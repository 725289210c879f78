"""Figures as pictures in widgets that are no canvas: tiles and icons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PySide6.QtGui import QImage

from lwnb_gui.theme import DPI, Theme


def figure_image(
    draw: Callable[[Figure, Any, Theme], object],
    data: Any,
    theme: Theme,
    size: tuple[float, float],
    ratio: float = 1.0,
) -> QImage:
    """What a figure's `draw` makes of its data, `size` in logical pixels, `ratio` device pixels to each."""
    figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI)
    canvas = FigureCanvasAgg(figure)
    draw(figure, data, theme)
    figure.set_dpi(DPI * ratio)
    canvas.draw()
    pixels = canvas.buffer_rgba()
    height, width = pixels.shape[:2]
    image = QImage(bytes(pixels), width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
    image.setDevicePixelRatio(ratio)
    return image
