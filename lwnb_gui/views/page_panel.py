"""What a view puts into a live page: what is drawn at every k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from lwnb_gui.views.drawing.scene import Image, Scene, Shape

PageColumn = Literal["main", "side", "either"]
"""The column of a wide screen; `either` is short enough for two to stand side by side in the main one."""


class Picture(NamedTuple):
    """The same image for both themes: its pixels have colours that no style sheet can change."""

    light: Image
    dark: Image


@dataclass(frozen=True, eq=False)
class PagePanel:
    """A drawing at every k: what never changes, and a scene for each k that is drawn above it.

    Attributes
    ----------
    pictures
        Below everything.
    below
        The width of its column, in pixels, below which it takes the place of the wide drawing; 0: it is that.
    """

    static: tuple[Shape, ...]
    scenes: tuple[Scene, ...]
    pictures: tuple[Picture, ...] = ()
    below: float = 0.0
