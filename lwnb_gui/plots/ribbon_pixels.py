"""The ribbon as the window paints it: the class of every pixel, without matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.plots.theme import Theme, blend, rgb

if TYPE_CHECKING:
    from lwnb_gui.plots.ribbon import RibbonData

OPACITY = 0.92  # of the classes' colours
Pixels = NDArray[np.uint8]


def stack_pixels(data: RibbonData, theme: Theme, size: tuple[int, int]) -> Pixels:
    """LWNB's posterior, the first class at the top; `size` is width and height. Shape (height, width, 3)."""
    width, height = size
    upper = np.cumsum(data.posterior[_steps(data, width)], axis=1).T  # where classes end. (classes, width)
    down = (np.arange(height) + 0.5) / height
    found = np.zeros((height, width), dtype=np.int16)
    for ends in upper[:-1]:
        found += down[:, None] >= ends
    return _colours(data, theme)[found]


def row_pixels(data: RibbonData, theme: Theme, rival: str, size: tuple[int, int]) -> Pixels:
    """What a rival says at every k. Shape (height, width, 3)."""
    width, height = size
    line = _colours(data, theme)[data.rivals[rival][_steps(data, width)]]
    return np.broadcast_to(line, (height, width, 3))


def _steps(data: RibbonData, width: int) -> NDArray[np.intp]:
    """The step of k that every column of pixels lies in."""
    middles = (np.arange(width) + 0.5) / width
    return np.clip(np.searchsorted(data.edges, middles, side="right") - 1, 0, len(data.ks) - 1)


def _colours(data: RibbonData, theme: Theme) -> Pixels:
    classes = range(len(data.classes))
    return np.array(
        [rgb(blend(theme.class_style(c).area, theme.window, OPACITY)) for c in classes], dtype=np.uint8
    )
