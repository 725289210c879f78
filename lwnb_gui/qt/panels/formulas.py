"""Formulas as pictures: matplotlib's mathtext, rendered once and kept."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser
from PySide6.QtGui import QImage

from lwnb_gui.plots.theme import DPI

_FONTS = "dejavuserif"


@lru_cache(maxsize=1)
def _parser() -> MathTextParser:
    return MathTextParser("agg")


@lru_cache(maxsize=256)
def formula_image(mathtext: str, size: float, ratio: float) -> QImage:
    """A formula in black on nothing, `size` pixels high, `ratio` device pixels to each.

    What cannot be read as a formula is written as it stands: better than an empty line.
    """
    properties = FontProperties(size=size, math_fontfamily=_FONTS)
    try:
        parsed = _parser().parse(mathtext, DPI * ratio, properties)
    except ValueError:
        plain = mathtext.replace("$", r"\$").replace("\\", "")
        parsed = _parser().parse(plain, DPI * ratio, properties)
    ink = np.asarray(parsed.image)
    height, width = ink.shape
    pixels = np.zeros((height, width, 4), dtype=np.uint8)
    pixels[..., 3] = ink
    image = QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
    image.setDevicePixelRatio(ratio)
    return image
