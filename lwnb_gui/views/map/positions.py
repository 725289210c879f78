"""Where the training rows lie on the map that a query shows."""

from __future__ import annotations

from lwnb_core import Dataset, Selection
from lwnb_gui.state import Query
from lwnb_gui.views.map.distances import distance_data
from lwnb_gui.views.map.map_reading import RowPositions
from lwnb_gui.views.map.plane import map_of_attributes, map_of_components


def training_data(query: Query) -> Dataset:
    """The training rows with the attributes in use."""
    data, rows = query.used, query.training_rows
    return data if rows is None else data.subset(rows)


def row_positions(query: Query, selection: Selection | None) -> RowPositions:
    """The positions on the map of the query; the distance view needs the selection."""
    shown = query.map_in_use
    if shown.kind == "distance":
        assert selection is not None
        return distance_data(selection, query.used)
    if shown.kind == "attributes":
        return map_of_attributes(training_data(query), shown.x, shown.y)
    return map_of_components(training_data(query))
