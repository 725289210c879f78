"""The ribbon as the window paints it: the class of every pixel, without matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.plots.theme import Theme, blend, rgb

if TYPE_CHECKING:
    from lwnb_gui.plots.ribbon import RibbonData

OPACITY = 0.92  # of the classes' colours
Pixels = NDArray[np.uint32]  # 0xFFRRGGBB, as screens have them: nothing needs to be converted


def stack_pixels(data: RibbonData, colours: Pixels, size: tuple[int, int]) -> Pixels:
    """LWNB's posterior, the first class at the top; `size` is width and height. Shape (height, width)."""
    width, height = size
    upper = np.cumsum(data.posterior, axis=1).T[:, _steps(data, width)]  # where classes end. (classes, width)
    down = ((np.arange(height) + 0.5) / height)[:, None]
    found = np.zeros((height, width), dtype=np.uint8 if len(upper) < 256 else np.uint16)
    for ends in upper[:-1]:
        found += down >= ends
    return np.take(colours, found)


def row_pixels(data: RibbonData, colours: Pixels, rival: str, size: tuple[int, int]) -> Pixels:
    """What a rival says at every k. Shape (height, width)."""
    width, height = size
    line = np.take(colours, data.rivals[rival][_steps(data, width)])
    return np.broadcast_to(line, (height, width))


def _steps(data: RibbonData, width: int) -> NDArray[np.intp]:
    """The step of k that every column of pixels lies in."""
    middles = (np.arange(width) + 0.5) / width
    return np.clip(np.searchsorted(data.edges, middles, side="right") - 1, 0, len(data.ks) - 1)


def class_pixels(theme: Theme, n_classes: int) -> Pixels:
    """The colours of the classes. Shape (classes,)."""
    found = [rgb(blend(theme.class_style(c).area, theme.window, OPACITY)) for c in range(n_classes)]
    return np.array(
        [0xFF000000 | red << 16 | green << 8 | blue for red, green, blue in found], dtype=np.uint32
    )
