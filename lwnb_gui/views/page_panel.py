"""The contribution of a view to a live page: drawings or lists at every k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from lwnb_gui.views.drawing.scene import Image, Scene, Shape

PageColumn = Literal["main", "side", "either"]
"""The column of a wide screen; `either` is short enough for two to stand side by side in the main one."""


class Picture(NamedTuple):
    """The same image for both themes: a style sheet cannot change the colours of its pixels."""

    light: Image
    dark: Image


@dataclass(frozen=True, eq=False)
class PagePanel:
    """A drawing at every k: a constant part, and a scene for each k that is drawn above it.

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


@dataclass(frozen=True)
class PageTable:
    """Neighbours in the order of their distance, which is the same at every k.

    Attributes
    ----------
    panel
        The name of the view.
    titles
        Of the columns.
    left
        The positions of columns whose texts begin at the left.
    cells
        For each neighbour the texts of its columns, empty where they change with k.
    changing
        The positions of columns whose texts change with k.
    links
        For each neighbour, the cells of the local tables to which it adds its weight.
    steps
        For every k and each neighbour that is in and listed: the texts of the columns that change.
    summaries
        For every k: how many are in.
    """

    panel: str
    titles: tuple[str, ...]
    left: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]
    changing: tuple[int, ...]
    links: tuple[tuple[str, ...], ...]
    steps: tuple[tuple[tuple[str, ...], ...], ...]
    summaries: tuple[str, ...]
