"""Positions of the rows on a map of two attributes, or of the first two principal components."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, Explanation
from lwnb_gui.text import fixed
from lwnb_gui.views.map.points import AxisScale, Floats, Projection, axis_scale, axis_values, project
from lwnb_gui.views.map.view_transform import Limits

Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class MapData:
    """Coordinates of all rows.

    Attributes
    ----------
    places
        Shape (n, 2); NaN where a value is missing.
    codes
        Class of every row, -1 where it is unknown. Shape (n,).
    rows
        Row numbers in the data set that the rows are a part of. Shape (n,).
    axes
        The two attributes, or None where the axes are principal components.
    ring_scale
        What a distance of 1 is along x and y where the bandwidth is a ring on this map; else None.
    """

    classes: tuple[str, ...]
    coordinates: Floats
    codes: NDArray[np.int32]
    rows: NDArray[np.intp]
    labels: tuple[str, str]
    axes: tuple[AxisScale, AxisScale] | None
    projection: Projection | None
    ring_scale: tuple[float, float] | None
    attributes: int
    without_position: int
    class_attribute: str = ""

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def axis_names(self) -> tuple[str, ...]:
        """The names of the attributes that are the axes, each once."""
        return tuple(dict.fromkeys(axis.attribute.name for axis in self.axes or ()))

    @property
    def jittered(self) -> tuple[str, ...]:
        """The names of the axes whose points are spread within their value."""
        return tuple(dict.fromkeys(a.attribute.name for a in self.axes or () if a.nominal))

    def position(self, explanation: Explanation) -> Point:
        """Return the position of the test instance; NaN if its value is missing."""
        if self.projection is not None:
            return self.projection.position(explanation.instance)
        assert self.axes is not None
        # By name, because the rows of a map may have attributes that the explanation does not use.
        own = dict(zip((a.name for a in explanation.attributes), explanation.instance.tolist(), strict=True))
        x, y = (scale.position(float(own.get(scale.attribute.name, np.nan))) for scale in self.axes)
        return x, y

    @cached_property
    def home(self) -> Limits:
        """Return the limits that show all rows."""
        x, y = (self._whole(i) for i in (0, 1))
        return x, y

    def _whole(self, i: int) -> tuple[float, float]:
        scale = self.axes[i] if self.axes is not None else None
        if scale is not None and scale.nominal:
            return -0.5, max(len(scale.ticks), 1) - 0.5
        return padded(self.coordinates[:, i])

    @property
    def aspect(self) -> float | None:
        """The ratio of pixels per unit of y and of x that keeps circles round; None if it does not matter."""
        ring = self.ring_scale
        if ring is not None and min(ring) > 0 and 0.5 < ring[0] / ring[1] < 2:
            return ring[0] / ring[1]
        return None

    def star(self, explanation: Explanation) -> Point:
        """Return the position of the test instance."""
        return self.position(explanation)

    def ring(self, bandwidth: float) -> Point | None:
        """Return the half axes of the ring of the bandwidth; None if it is not a ring."""
        if self.ring_scale is None:
            return None
        return bandwidth * self.ring_scale[0], bandwidth * self.ring_scale[1]

    def values_at(self, position: Point) -> Point:
        """Return the values of the two attributes at a point; codes for nominal ones, NaN for missing."""
        values = []
        for scale, value in zip(self.axes or (), position, strict=False):
            code = int(np.clip(np.rint(value), 0, max(len(scale.ticks) - 1, 0)))
            is_known = code < len(scale.attribute.values)
            values.append((float(code) if is_known else np.nan) if scale.nominal else float(value))
        return (values[0], values[1]) if values else (np.nan, np.nan)

    def indices(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return indices of rows given by their row numbers."""
        if len(self.rows) and self.rows[-1] == len(self.rows) - 1 and self.rows[0] == 0:
            return rows  # all rows in file order: the row number is the index
        order = self._order
        positions = np.searchsorted(self.rows, rows, sorter=order)
        return np.asarray(order[np.minimum(positions, len(order) - 1)])

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        """The points by row number, sorted only once, however often k moves."""
        return np.argsort(self.rows, kind="stable")


def map_of_attributes(data: Dataset, x: int | str, y: int | str) -> MapData:
    """Return the map of two attributes."""
    axes = axis_scale(data, x), axis_scale(data, y)
    coordinates = np.column_stack([axis_values(data, axes[0], 0), axis_values(data, axes[1], 1)])
    used = [data.attributes[j] for j in data.predictors]
    names = {axes[0].attribute.name, axes[1].attribute.name}
    ring = None
    if len(used) == 2 and {a.name for a in used} == names and all(a.is_numeric for a in used):
        ring = _width(coordinates[:, 0]), _width(coordinates[:, 1])
    return _map_data(data, coordinates, (axes[0].attribute.name, axes[1].attribute.name), axes, None, ring)


def map_of_components(data: Dataset) -> MapData:
    """Return the map of the first two principal components of all predictors."""
    projection, coordinates = project(data)
    first, second = (f"{fixed(100 * share, 0)} %" for share in projection.shares)
    labels = (
        f"first principal component ({first} of the variance)",
        f"second principal component ({second})",
    )
    return _map_data(data, coordinates, labels, None, projection, None)


def _map_data(
    data: Dataset,
    coordinates: Floats,
    labels: tuple[str, str],
    axes: tuple[AxisScale, AxisScale] | None,
    projection: Projection | None,
    ring: tuple[float, float] | None,
) -> MapData:
    return MapData(
        classes=data.classes,
        coordinates=coordinates,
        codes=data.class_codes,
        rows=data.row_numbers,
        labels=labels,
        axes=axes,
        projection=projection,
        ring_scale=ring,
        attributes=len(data.predictors),
        without_position=int(np.count_nonzero(~np.isfinite(coordinates).all(axis=1))),
        class_attribute="" if data.class_index is None else data.class_attribute.name,
    )


def _width(values: Floats) -> float:
    present = values[np.isfinite(values)]
    return float(np.ptp(present)) if len(present) else 0.0


def padded(values: Floats, share: float = 0.04) -> tuple[float, float]:
    """Return limits around values with some margin."""
    present = values[np.isfinite(values)]
    if not len(present):
        return 0.0, 1.0
    low, high = float(present.min()), float(present.max())
    margin = share * (high - low) if high > low else max(abs(low) * 0.05, 0.5)
    return low - margin, high + margin
