"""The map as a figure, from what the state says is shown."""

from __future__ import annotations

from functools import partial

from lwnb_core import Dataset, Explanation, Selection
from lwnb_gui.export.figures import FigureView, SceneFigure
from lwnb_gui.state import MapView
from lwnb_gui.views.map.distances import distance_data
from lwnb_gui.views.map.layers import map_scene
from lwnb_gui.views.map.map_reading import MapReading, map_reading
from lwnb_gui.views.map.plane import Limits, map_of_attributes, map_of_components

SIZE = (760.0, 480.0)
DENSE = 5_000  # rows


def map_figure(
    view: MapView, data: Dataset, explanation: Explanation, selection: Selection | None
) -> FigureView | None:
    """Two attributes, two components or the distance view; `data` has the training rows that are shown."""
    if view.kind == "distance":
        if selection is None:
            return None
        return figure_of(map_reading(distance_data(selection, data), explanation))
    if view.kind == "attributes":
        return figure_of(map_reading(map_of_attributes(data, view.x, view.y), explanation))
    return figure_of(map_reading(map_of_components(data), explanation))


def figure_of(
    reading: MapReading, size: tuple[float, float] = SIZE, limits: Limits | None = None
) -> SceneFigure:
    """A piece of the map, or all of it, in a figure of that size."""
    compose = partial(map_scene, reading, limits=limits, height=size[1])
    return SceneFigure(compose, size[0], dense=len(reading.positions) > DENSE)
