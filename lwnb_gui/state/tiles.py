"""The small picture of a sample on the start page: points, or a mosaic of nominal values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, sample
from lwnb_gui.state.map_view import default_map

_MOST_POINTS = 700
_MOSAIC_ROWS, _MOSAIC_COLUMNS = 16, 120

# In the order of their number keys, with what each is good for.
TILES: tuple[tuple[str, str], ...] = (
    ("checkers-board", "KNN fails at k = 50, LWNB holds"),
    ("two-spheres", "where naive Bayes is already right"),
    ("iris", "the two that overlap"),
    ("weather-numeric", "small enough for pencil and paper"),
    ("vote", "nominal tables, missing values, ties"),
    ("glass", "LWNB 72 %, NB 49 %"),
    ("diabetes", "where local weighting costs accuracy"),
    ("balance-scale", "every distance is tied"),
    ("ionosphere", "34 attributes: what is near?"),
)


@dataclass(frozen=True, eq=False)
class Tile:
    """Points in the unit square with their classes, or shares: one nominal value's in each cell.

    Attributes
    ----------
    points
        Shape (n, 2), x to the right and y upwards, both from 0 to 1.
    codes
        Class of each point, or of each column of the mosaic.
    mosaic
        Shape (attributes, rows): 1 for an attribute's first value, 0.5 for a missing one; or None.
    square
        Whether both axes have the same scale.
    """

    points: NDArray[np.float64]
    codes: NDArray[np.int32]
    mosaic: NDArray[np.float64] | None = None
    square: bool = False


def tile(name: str) -> Tile:
    """The picture of a sample."""
    data = sample(name)
    numeric = [j for j in data.predictors if data.attributes[j].is_numeric]
    if len(numeric) < 2:
        return _mosaic(data)
    shown = data.subset(slice(0, None, max(1, len(data) // _MOST_POINTS)))
    if name == "two-spheres":
        columns = [shown.column(j) for j in numeric[:2]]
    else:
        view = default_map(data)
        columns = [shown.column(view.x), shown.column(view.y)]
    if name == "balance-scale":  # its values are 1 to 5: spread them, or 25 points would be all
        random = np.random.default_rng(1)
        columns = [c + random.uniform(-0.38, 0.38, len(c)) for c in columns]
    points = np.stack(columns, axis=1)
    known = ~np.isnan(points).any(axis=1)
    points, codes = points[known], shown.class_codes[known]
    low, high = points.min(axis=0), points.max(axis=0)
    return Tile((points - low) / np.where(high > low, high - low, 1), codes, square=len(numeric) <= 3)


def _mosaic(data: Dataset) -> Tile:
    """Rows by class from left to right, attributes from top to bottom."""
    order = np.argsort(data.class_codes, kind="stable")
    order = order[:: max(1, len(order) // _MOSAIC_COLUMNS)]
    rows = data.subset(order)
    nominal = [j for j in data.predictors if data.attributes[j].is_nominal][:_MOSAIC_ROWS]
    columns = [rows.column(j) for j in nominal]
    cells = np.array(
        [
            np.where(c < 0, 0.5, 1 - c / max(len(data.attributes[j].values) - 1, 1))
            for j, c in zip(nominal, columns, strict=True)
        ]
    )
    return Tile(np.empty((0, 2)), rows.class_codes, mosaic=cells)
