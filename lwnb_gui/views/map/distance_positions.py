"""Positions in the distance view: the radius is the exact distance, so that d_k is a true circle."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core import Dataset, Explanation, Selection
from lwnb_gui.views.map.plane import Point
from lwnb_gui.views.map.points import Floats, project
from lwnb_gui.views.map.view_transform import Limits
from lwnb_gui.views.wording.numbers import exact_distance_text

# The radius in pixels for which the spreading is designed, and the distance between two points on a circle.
_RADIUS, _GAP, _GAP_NEAR, _NEAR = 230.0, 6.0, 12.0, 60


@dataclass(frozen=True, eq=False)
class DistanceData:
    """The training rows at their distances from one instance.

    Attributes
    ----------
    rows
        Row numbers, nearest first. Shape (n,), as all arrays here.
    distances
        d_i, exact.
    angles
        In radians: the direction along the first two principal coordinates, spread against overlap.
    codes
        Classes.
    """

    classes: tuple[str, ...]
    rows: NDArray[np.intp]
    distances: Floats
    angles: Floats
    codes: NDArray[np.int32]
    attributes: int

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def coordinates(self) -> Floats:
        """The coordinates. Shape (n, 2)."""
        return np.column_stack([self.distances * np.cos(self.angles), self.distances * np.sin(self.angles)])

    @property
    def farthest(self) -> float:
        return float(self.distances[-1]) if len(self.distances) and self.distances[-1] > 0 else 1.0

    @property
    def home(self) -> Limits:
        """Return the limits that show all rows."""
        edge = self.farthest * 1.06
        return (-edge, edge), (-edge, edge)

    @property
    def aspect(self) -> float:
        """The pixels per unit of y divided by pixels per unit of x."""
        return 1.0

    def star(self, explanation: Explanation) -> Point:
        """Return the test instance's place, in the middle."""
        return 0.0, 0.0

    def ring(self, bandwidth: float) -> Point:
        """Return the half axes of the ring of the bandwidth."""
        return bandwidth, bandwidth

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.rows, kind="stable")

    def indices(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return indices of rows given by their row numbers."""
        if len(rows) <= len(self.rows) and np.array_equal(self.rows[: len(rows)], rows):
            return np.arange(len(rows))  # neighbours are the nearest, in the same order
        positions = np.searchsorted(self.rows, rows, sorter=self._order)
        return np.asarray(self._order[np.minimum(positions, len(self._order) - 1)])


def distance_data(selection: Selection, data: Dataset) -> DistanceData:
    """Return the view of a selected instance; `data` are the rows that it was trained on, or more."""
    neighbourhood = selection.neighbourhood(selection.largest_k)
    training = selection.model.training
    rows = training.rows[neighbourhood.positions]
    natural = _directions(data.all_rows)[rows]
    return DistanceData(
        classes=training.class_names,
        rows=rows,
        distances=neighbourhood.distances,
        angles=spread_angles(neighbourhood.distances, natural),
        codes=training.classes[neighbourhood.positions],
        attributes=len(training.attributes),
    )


def _directions(data: Dataset) -> Floats:
    """Return a direction for every row: rows that are alike in two principal coordinates are adjacent.

    The rows share the circle evenly, whatever the shape of the cloud. Cached for the last data set: principal
    components take long, and stay while instances are picked.
    """
    key = _key(data)
    if key not in _known_directions:
        _, coordinates = project(data)
        spread = np.where(coordinates.std(axis=0) > 0, coordinates.std(axis=0), 1.0)
        angle = np.arctan2(coordinates[:, 1] / spread[1], coordinates[:, 0] / spread[0])
        rank = np.empty(len(angle))
        rank[np.argsort(angle, kind="stable")] = np.arange(len(angle))
        _known_directions.clear()
        _known_directions[key] = rank * (2 * np.pi / max(len(angle), 1))
    return _known_directions[key]


def has_directions(data: Dataset) -> bool:
    """Whether the rows' directions are already known."""
    return _key(data.all_rows) in _known_directions


def _key(data: Dataset) -> Hashable:
    return (data.origin, data.attributes, data.class_index)


_known_directions: dict[Any, Floats] = {}


def spread_angles(distances: Floats, natural: Floats) -> Floats:
    """Return angles as near to the natural ones as gaps between points on (nearly) the same circle allow.

    Distances are ascending. Rows on one circle keep their order; if there are more than fit, they share it
    evenly.
    """
    angles = np.mod(natural, 2 * np.pi)
    natural = angles.copy()
    if not len(distances):
        return angles
    per_unit = _RADIUS / (distances[-1] or 1.0)
    radius = distances * per_unit
    band = np.floor(radius / _GAP)
    starts = np.flatnonzero(np.diff(band, prepend=-1.0))
    for start, end in zip(starts, [*starts[1:], len(band)], strict=True):
        gap_px = _GAP_NEAR if start < _NEAR else _GAP
        # The innermost circles are tiny: they get space as if they were slightly farther out.
        gap = gap_px / max(float(radius[start]), 2 * _GAP)
        angles[start:end] = _apart(natural[start:end], gap)
    return angles


def _apart(natural: Floats, gap: float) -> Floats:
    n = len(natural)
    if n == 1:
        return natural
    order = np.argsort(natural, kind="stable")
    sorted_angles = natural[order]
    result = np.empty(n)
    if n * gap >= 2 * np.pi:
        even = np.arange(n) * (2 * np.pi / n)
        shift = np.angle(np.mean(np.exp(1j * (sorted_angles - even))))
        result[order] = even + shift
        return result
    from scipy.optimize import isotonic_regression  # slow to load

    # Cut the circle at its widest empty arc; what remains is a line, on which the smallest movement that
    # keeps the gaps is an isotonic regression.
    cut = int(np.argmax(np.diff(sorted_angles, append=sorted_angles[0] + 2 * np.pi)))
    line = np.roll(sorted_angles, -(cut + 1))
    line[n - cut - 1 :] += 2 * np.pi
    steps = np.arange(n) * gap
    moved = np.asarray(isotonic_regression(line - steps).x) + steps
    result[np.roll(order, -(cut + 1))] = np.mod(moved, 2 * np.pi)
    return result


def ring_text(explanation: Explanation) -> tuple[str, str]:
    """Describe the bandwidth, and how many rows are inside the ring and on it."""
    neighbourhood = explanation.neighbourhood
    if neighbourhood is None:
        return "", ""
    nominal = all(a.is_nominal for a in explanation.attributes)
    on = int(np.count_nonzero(neighbourhood.distances == neighbourhood.bandwidth))
    weightless = (
        bool(len(neighbourhood))
        and not neighbourhood.weights[neighbourhood.distances == neighbourhood.bandwidth].any()
    )
    outside = int(np.count_nonzero(neighbourhood.distances > neighbourhood.bandwidth))
    counts = f"{len(neighbourhood) - on - outside} inside, {on} on the ring" + (
        " with weight 0" if weightless else ""
    )
    return f"bandwidth {exact_distance_text(neighbourhood.bandwidth, nominal)}", counts
