"""The map as a figure, from what the state says is shown."""

from __future__ import annotations

from lwnb_core import Dataset, Explanation, Selection
from lwnb_gui.export.figures import FigureView, PlotFigure
from lwnb_gui.plots import distance_view as distance_figure
from lwnb_gui.plots import map as plane
from lwnb_gui.state import MapView

SIZE = (760.0, 480.0)
DENSE = 5_000  # rows


def map_figure(
    view: MapView, data: Dataset, explanation: Explanation, selection: Selection | None
) -> FigureView | None:
    """Two attributes, two components or the distance view; `data` has the training rows that are shown."""
    if view.kind == "distance":
        if selection is None:
            return None
        places = distance_figure.distance_data(selection, data)
        drawn = distance_figure.DistanceFigure(places, explanation)
        return PlotFigure(distance_figure.draw, drawn, SIZE, dense=len(data) > DENSE)
    if view.kind == "attributes":
        made = plane.map_of_attributes(data, view.x, view.y)
    else:
        made = plane.map_of_components(data)
    return PlotFigure(plane.draw, plane.MapFigure(made, explanation), SIZE, dense=len(data) > DENSE)
