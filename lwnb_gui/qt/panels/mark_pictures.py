"""The map's markers as pictures: drawn by matplotlib once, put by Qt wherever a row is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtGui import QImage, QPainter, QPixmap

from lwnb_gui.plots.mark_styles import MarkStyle
from lwnb_gui.plots.neighbour_marks import Floats, Marks
from lwnb_gui.plots.theme import DPI

ToPixels = Callable[[Floats], Floats]

_NOWHERE = -1e6  # pixels: out of sight on any screen
_MOST = 2000  # pictures kept; colours that the user tries out leave some behind


class MarkPictures:
    """Paints markers on whole pixels, as matplotlib does."""

    def __init__(self) -> None:
        self._kept: dict[tuple[MarkStyle, float], tuple[QPixmap, int]] = {}

    def paint(self, painter: QPainter, above: Sequence[Marks], to_pixels: ToPixels, ratio: float) -> None:
        """`to_pixels` turns places of the plane into the screen's own pixels from the upper left."""
        if not above:
            return
        pixels = to_pixels(np.concatenate([marks.places for marks in above]))
        nowhere = ~np.isfinite(pixels).all(axis=1)
        pixels[nowhere] = _NOWHERE
        whole = np.floor(np.clip(pixels, _NOWHERE, -_NOWHERE)).astype(int).tolist()
        at = 0
        for marks in above:
            picture, half = self._picture(marks.style, ratio)
            for x, y in whole[at : at + len(marks.places)]:
                painter.drawPixmap(x - half, y - half, picture)
            at += len(marks.places)

    def _picture(self, style: MarkStyle, ratio: float) -> tuple[QPixmap, int]:
        key = (style, ratio)
        if key not in self._kept:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            drawn = style.picture(DPI * ratio)
            side = len(drawn)
            image = QImage(drawn.data, side, side, 4 * side, QImage.Format.Format_RGBA8888)
            self._kept[key] = (QPixmap.fromImage(image), side // 2)  # a copy: the array may go
        return self._kept[key]
