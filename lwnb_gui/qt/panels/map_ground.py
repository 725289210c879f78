"""The ground of the map: one learner's regions under it, or the four of them side by side in its place."""

from __future__ import annotations

from functools import partial
from typing import Any

from matplotlib.axes import Axes

from lwnb_core import Explanation, Regions
from lwnb_gui.plots import regions as figures
from lwnb_gui.plots.map import MapData
from lwnb_gui.plots.regions import RegionsData
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.panels.map_canvas import MapCanvas
from lwnb_gui.qt.panels.map_regions import Limits, Request, regions_figure
from lwnb_gui.state.map_view import Regions as Wanted


class Ground:
    """What is drawn below the rows."""

    def __init__(self, canvas: MapCanvas) -> None:
        self._canvas = canvas
        self._image: Any = None
        self.request: Request | None = None
        self.found: Regions | None = None
        self.figure: RegionsData | None = None
        self.wanted: Wanted = "off"
        self.is_split = False
        self.home: Limits | None = None

    def show(
        self, request: Request, found: Regions, places: MapData, wanted: Wanted, explanation: Explanation
    ) -> None:
        """Put these regions where others, or none, were; the whole picture is drawn anew."""
        self.request, self.found, self.wanted = request, found, wanted
        self.figure = regions_figure(found, request, places, wanted, explanation)
        canvas = self._canvas
        if wanted == "all four":
            if not self.is_split:
                self.home = canvas.limits
            self.is_split = True
            canvas.show_planes(self.figure)
            return
        self._remove_image()
        if canvas.ax is not None:
            canvas.ground = partial(_lay_below, self.figure, canvas.theme)
            self._image = canvas.ground(canvas.ax)
            canvas.draw_idle()

    def remove(self) -> None:
        """No regions any more."""
        self._remove_image()
        if self._canvas.ax is not None:
            self._canvas.ax.grid(True)
        self.forget()
        self._canvas.draw_idle()

    def forget(self) -> None:
        """The axes have gone, and the ground with them."""
        self._image = self.request = self.found = self.figure = None
        self._canvas.ground = None
        self.wanted = "off"
        self.is_split = False

    def _remove_image(self) -> None:
        if self._image is not None and self._image.axes is not None:
            self._image.remove()
        self._image = self._canvas.ground = None


def _lay_below(figure: RegionsData, theme: Theme, ax: Axes) -> Any:
    """Put the regions below the rows; the image."""
    aspect = ax.get_aspect()
    image = figures.overlay(ax, figure, 0, theme)
    ax.set_aspect(aspect, adjustable="box", anchor="C")  # an image brings its own
    ax.grid(False)
    return image
