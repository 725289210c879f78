"""Positions of the training rows: by two attributes, by two components, or around the instance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lwnb_core import Dataset, Selection
from lwnb_gui.views.map.distance_positions import DistanceData, distance_data
from lwnb_gui.views.map.plane import MapData, map_of_attributes, map_of_components
from lwnb_gui.views.training_rows import selection_of, training_rows
from lwnb_gui.views.view import Subject

if TYPE_CHECKING:
    from lwnb_gui.app.map_settings import MapSettings
    from lwnb_gui.app.query import Query

RowPositions = MapData | DistanceData


def training_data(query: Query) -> Dataset:
    """Return the training rows with the attributes in use."""
    data, rows = query.used, query.training_rows
    return data if rows is None else data.subset(rows)


def row_positions(query: Query, selection: Selection | None) -> RowPositions:
    """Return the positions on the query's map; the distance view needs the selection."""
    return positions_on(query.map_in_use, training_data(query), selection)


def positions_on(shown: MapSettings, data: Dataset, selection: Selection | None) -> RowPositions:
    """Return the positions of these training rows on a map; the distance view needs the selection."""
    if shown.kind == "distance":
        assert selection is not None
        return distance_data(selection, data)
    if shown.kind == "attributes":
        return map_of_attributes(data, shown.x, shown.y)
    return map_of_components(data)


def positions_about(about: Subject, shown: MapSettings | None = None) -> RowPositions:
    """Return the positions on a map, by default that of the query or the one with which data open."""
    if shown is None:
        shown = map_about(about)
    selection = about.selection
    if selection is None and shown.kind == "distance":
        selection = selection_of(about.explanation)
    return positions_on(shown, _rows_about(about), selection)


def map_about(about: Subject) -> MapSettings:
    """Return the map of the query, or the one with which data open."""
    from lwnb_gui.app.map_settings import default_map

    return default_map(_rows_about(about)) if about.query is None else about.query.map_in_use


def _rows_about(about: Subject) -> Dataset:
    """Return the training rows with the attributes in use."""
    if about.query is not None:
        return training_data(about.query)
    return training_rows(about.explanation) if about.data is None else about.data
