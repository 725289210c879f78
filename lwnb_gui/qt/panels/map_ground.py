"""Which regions lie below the rows of the map."""

from __future__ import annotations

from lwnb_core import Regions
from lwnb_gui.qt.panels.map_regions import Request, learners_of
from lwnb_gui.readings.regions import RegionsData, regions_data
from lwnb_gui.state.map_view import Regions as Wanted


class Ground:
    """One learner's regions, or four learners', and what they were requested for."""

    def __init__(self) -> None:
        self.request: Request | None = None
        self.found: Regions | None = None
        self.figure: RegionsData | None = None
        self.wanted: Wanted = "off"

    def show(self, request: Request, found: Regions, wanted: Wanted) -> None:
        """These regions, in the place of others or of none."""
        self.request, self.found, self.wanted = request, found, wanted
        self.figure = regions_data(found, learners_of(wanted))

    def forget(self) -> None:
        """No regions any more."""
        self.request = self.found = self.figure = None
        self.wanted = "off"
