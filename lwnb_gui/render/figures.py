"""A figure as a value: drawn only when needed, in any theme and format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_core.data import atomic_write
from lwnb_gui.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from lwnb_gui.plots.export import Format
    from lwnb_gui.views.drawing.canvas import Canvas
    from lwnb_gui.views.drawing.scene import Scene


class FigureView(ABC):
    """A figure: either the plot of a module of `lwnb_gui.plots`, or a panel's scene.

    Attributes
    ----------
    dense
        Many thousand marks: as a part of something else a picture serves better than a drawing.
    """

    dense: bool

    @property
    @abstractmethod
    def size(self) -> tuple[float, float]:
        """Return width and height in logical pixels of the light theme."""

    @abstractmethod
    def figure(self, theme: Theme = LIGHT) -> Figure:
        """Return the figure, in a theme's colours and sizes."""

    def to_bytes(self, fmt: Format = "png", theme: Theme = LIGHT) -> bytes:
        """Return a file's content."""
        from lwnb_gui.plots.export import to_bytes

        return to_bytes(self.figure(theme), fmt)


@dataclass(frozen=True, eq=False)
class PlotFigure(FigureView):
    """The plot that `draw(figure, data, theme)` of a module of `lwnb_gui.plots` draws; `data` is frozen."""

    draw: Callable[[Any, Any, Theme], Any]
    data: Any
    size: tuple[float, float] = (720, 480)
    dense: bool = False

    def figure(self, theme: Theme = LIGHT) -> Figure:
        from lwnb_gui.plots.export import figure_for

        return figure_for(self.draw, self.data, theme, self.size)


@dataclass(frozen=True, eq=False)
class SceneFigure(FigureView):
    """A panel's scene, of a given width and as high as it needs."""

    compose: Callable[[Canvas], Scene]
    width: float = 640.0
    dense: bool = False

    @property
    def size(self) -> tuple[float, float]:
        from lwnb_gui.plots.scene_figure import scene_for

        scene = scene_for(self.compose, LIGHT, self.width)
        return scene.width, scene.height

    def figure(self, theme: Theme = LIGHT) -> Figure:
        from lwnb_gui.plots.scene_figure import figure_of

        return figure_of(self.compose, theme, self.width)


def save_figure(view: FigureView, path: str | Path, theme: Theme = LIGHT) -> None:
    """Write a figure in the format of the suffix. A half-written file is never visible."""
    from lwnb_gui.plots.export import format_of

    atomic_write(path, view.to_bytes(format_of(path), theme))
