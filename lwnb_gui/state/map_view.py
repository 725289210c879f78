"""What the map shows: two attributes, two components, or the distance view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from lwnb_core import Dataset

MapKind = Literal["attributes", "components", "layout", "distance"]
Regions = Literal["off", "LWNB", "NB", "KNN", "KNNDW", "all four"]

_LOOKED_AT = 5000


@dataclass(frozen=True)
class MapView:
    """`x` and `y` name attributes and matter only to the kind `attributes`."""

    kind: MapKind = "attributes"
    x: str = ""
    y: str = ""
    regions: Regions = "off"


def default_map(data: Dataset, unused: frozenset[str] = frozenset()) -> MapView:
    """The two numeric attributes that part the classes best, the better one upright; or the distance view.

    A plane of nominal attributes would show a few heaps, so data with fewer than two numeric ones open in
    the distance view.
    """
    numeric = [
        j for j in data.predictors if data.attributes[j].is_numeric and data.attributes[j].name not in unused
    ]
    if len(numeric) < 2:
        names = [data.attributes[j].name for j in data.predictors if data.attributes[j].name not in unused]
        first = names[0] if names else ""
        return MapView("distance", first, names[1] if len(names) > 1 else first)
    some = data.subset(slice(0, None, max(1, len(data) // _LOOKED_AT)))
    parted = [_parting(some, j) for j in numeric]
    best, second = (numeric[i] for i in np.argsort(parted, kind="stable")[::-1][:2])
    return MapView("attributes", data.attributes[second].name, data.attributes[best].name)


def _parting(data: Dataset, j: int) -> float:
    """How far the class means lie apart, measured by the spread inside the classes."""
    column = data.column(j)
    known = ~np.isnan(column) & (data.class_codes >= 0) if data.class_index is not None else ~np.isnan(column)
    values = column[known]
    if data.class_index is None or len(values) < 3:
        return 0.0
    codes = data.class_codes[known]
    counts = np.bincount(codes, minlength=len(data.classes))
    sums = np.bincount(codes, values, minlength=len(data.classes))
    with np.errstate(invalid="ignore", over="ignore"):
        means = sums / np.maximum(counts, 1)
        between = float((counts * (means - values.mean()) ** 2).sum())
        inside = float(((values - means[codes]) ** 2).sum())
        ratio = between / inside if inside > 0 else between
    return ratio if np.isfinite(ratio) else 0.0
