"""A renderer that remembers how words look: a figure that is drawn anew has mostly the same words in it.

Laying out and rendering glyph by glyph is half the time of drawing a figure; the words of its axes do not
change while its curves do.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from numpy.typing import NDArray

_MOST = 2000  # images; a figure has a few dozen
_PARTS = 64  # of a pixel by which words can be moved
_AIR = 3  # pixels around the words

# The coverage of every pixel, how far its left edge is to the right of where the words begin, and how far its
# lower edge is below.
_Image = tuple[NDArray[np.uint8], int, int]


class Paper(FigureCanvasAgg):
    """A figure that is drawn behind the window, as the window would draw it."""

    quick_text_key: Hashable = None

    def get_renderer(self) -> RendererAgg:
        self.renderer: RendererAgg = renderer_for(self)
        return self.renderer


def renderer_for(canvas: FigureCanvasAgg) -> RendererAgg:
    """The canvas's renderer, or a new one where its size is another."""
    width, height = canvas.get_width_height(physical=True)
    key = (width, height, canvas.figure.dpi)
    if getattr(canvas, "quick_text_key", None) != key:
        vars(canvas)["quick_text_key"] = key
        return QuickText(width, height, canvas.figure.dpi)
    return canvas.renderer


class QuickText(RendererAgg):
    """Draws words from their images."""

    # Of all figures, which share most words, and of all sizes that a figure has had.
    _images: dict[Hashable, _Image] = {}  # noqa: RUF012
    _sizes: dict[Hashable, tuple[float, float, float]] = {}  # noqa: RUF012

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        key = (s, prop, ismath, self.dpi)
        size = self._sizes.get(key)
        if size is None:
            if len(self._sizes) >= _MOST:
                self._sizes.clear()
            size = super().get_text_width_height_descent(s, prop, ismath)
            self._sizes[(s, prop.copy(), *key[2:])] = size
        return size

    def draw_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: Any,
        angle: float,
        ismath: Any = False,
        mtext: Any = None,
    ) -> None:
        if ismath == "TeX" or not (math.isfinite(x) and math.isfinite(y)):
            super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)
            return
        left, top = math.floor(x), math.floor(y)
        right, down = round((x - left) * _PARTS), round((y - top) * _PARTS)
        own = tuple(getattr(mtext, name, lambda: None)() for name in ("get_fontfeatures", "get_language"))
        key = (s, prop, angle, self.dpi, right, down, gc.get_antialiased(), ismath, str(own))
        image = self._images.get(key)
        if image is None:
            if len(self._images) >= _MOST:
                self._images.clear()
            part = (right / _PARTS, down / _PARTS)
            # FontProperties can be changed by whoever made them.
            image = self._images[(s, prop.copy(), *key[2:])] = self._render(
                gc, part, s, prop, angle, ismath, mtext
            )
        pixels, across, below = image
        if pixels.size:
            self._renderer.draw_text_image(pixels, left + across, top + below, 0, gc)

    def _render(
        self, gc: Any, part: tuple[float, float], s: str, prop: Any, angle: float, ismath: Any, mtext: Any
    ) -> _Image:
        width, height, _ = self.get_text_width_height_descent(s, prop, ismath)
        along, across = math.ceil(width) + _AIR, math.ceil(height) + _AIR
        if angle == 0:
            before, above, after, below = _AIR, across, along, across
        elif angle == 90:
            before, above, after, below = across, along, across, _AIR
        else:
            before = above = after = below = math.ceil(math.hypot(along, across))
        paper = RendererAgg(before + after, above + below, self.dpi)
        ink = paper.new_gc()
        ink.set_antialiased(gc.get_antialiased())
        paper.draw_text(ink, before + part[0], above + part[1], s, prop, angle, ismath, mtext)
        covered = np.asarray(paper.buffer_rgba())[..., 3]
        rows, columns = np.flatnonzero(covered.any(axis=1)), np.flatnonzero(covered.any(axis=0))
        if not len(rows):
            return np.empty((0, 0), dtype=np.uint8), 0, 0
        top, bottom, left = rows[0], rows[-1] + 1, columns[0]
        pixels = np.ascontiguousarray(covered[top:bottom, left : columns[-1] + 1])
        return pixels, int(left) - before, int(bottom) - above
