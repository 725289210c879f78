"""The ground of the map: one learner's regions below the rows, or four learners' below four maps."""

from __future__ import annotations

from lwnb_core import Explanation, Regions
from lwnb_gui.plots.map import MapData
from lwnb_gui.plots.regions import RegionsData, answers, regions_data
from lwnb_gui.qt.panels.map_canvas import MapCanvas
from lwnb_gui.qt.panels.map_regions import Request, learners_of, side_by_side
from lwnb_gui.state.map_view import Regions as Wanted


class Ground:
    """Which regions are shown."""

    def __init__(self, canvas: MapCanvas) -> None:
        self._canvas = canvas
        self.request: Request | None = None
        self.found: Regions | None = None
        self.figure: RegionsData | None = None
        self.wanted: Wanted = "off"

    def show(
        self, request: Request, found: Regions, places: MapData, wanted: Wanted, explanation: Explanation
    ) -> None:
        """Put these regions where others, or none, were; the whole picture is drawn anew."""
        self.request, self.found, self.wanted = request, found, wanted
        names = learners_of(wanted)
        self.figure = regions_data(found, explanation, names)
        if self._canvas.learners != side_by_side(wanted):
            self._canvas.show_places(places, keep_zoom=True, learners=side_by_side(wanted))
        self._canvas.show_ground(self.figure, answers(explanation, names))

    def remove(self) -> None:
        """No regions any more."""
        self._canvas.show_ground(None)
        self.forget()

    def forget(self) -> None:
        """The map has gone, and the ground with it."""
        self.request = self.found = self.figure = None
        self.wanted = "off"
