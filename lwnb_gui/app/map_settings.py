"""The axes of the map: two attributes, two components, or the distance view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from lwnb_core import Dataset
from lwnb_gui.session.file_types import FILE, Name

MapKind = Literal["attributes", "components", "layout", "distance"]
Regions = Literal["off", "LWNB", "NB", "KNN", "KNNDW", "all four"]

_LEAST_SPREAD = 0.3  # two attributes of two values each, which make four heaps, have at most 0.25


@dataclass(frozen=True)
class MapSettings:
    """The axes of the map; `x` and `y` name attributes and matter only to the kind `attributes`."""

    __pydantic_config__: ClassVar = FILE

    kind: MapKind = "attributes"
    x: Name = ""
    y: Name = ""
    regions: Regions = "off"


def default_map(data: Dataset, unused: frozenset[str] = frozenset()) -> MapSettings:
    """Return the two numeric attributes that show the classes best, or the distance view.

    The better attribute is the y axis. A plane of nominal attributes would show only a few heaps, so data
    with fewer than two numeric attributes open in the distance view, and so do data whose best pair gives
    only heaps.
    """
    from lwnb_core.explore.attribute_pairs import best_pair  # only with data

    names = [data.attributes[j].name for j in data.predictors if data.attributes[j].name not in unused]
    numeric = [j for j in map(data.index_of, names) if data.attributes[j].is_numeric]
    pair = best_pair(data, numeric)
    if pair is None or pair.spread < _LEAST_SPREAD:
        first = names[0] if names else ""
        return MapSettings("distance", first, names[1] if len(names) > 1 else first)
    return MapSettings("attributes", pair.x, pair.y)
