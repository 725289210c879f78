"""The distance view: radius is the exact distance from the test instance, so that d_k is a true circle."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.engine.selection import Selection
from lwnb_core.local.explanation import Explanation
from lwnb_gui.plots.cloud import quicken
from lwnb_gui.plots.layout import SEMIBOLD, Box, add_axes, caption, pin
from lwnb_gui.plots.map import Limits, cloud, show_piece
from lwnb_gui.plots.neighbour_marks import MOST_MARKS, NeighbourMarks, WithMarks
from lwnb_gui.plots.points import Floats, project
from lwnb_gui.plots.theme import Theme
from lwnb_gui.text import count, fixed

# The radius in pixels that the spreading has in mind, and how far apart it keeps two points on a circle.
_RADIUS, _GAP, _GAP_NEAR, _NEAR = 230.0, 6.0, 12.0, 60


@dataclass(frozen=True, eq=False)
class DistanceData:
    """Every training row at its distance from one instance.

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
    def places(self) -> Floats:
        """Shape (n, 2)."""
        return np.column_stack([self.distances * np.cos(self.angles), self.distances * np.sin(self.angles)])

    @property
    def farthest(self) -> float:
        return float(self.distances[-1]) if len(self.distances) and self.distances[-1] > 0 else 1.0

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        return np.argsort(self.rows, kind="stable")

    def indices(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Where rows, given by row number, stand here."""
        if len(rows) <= len(self.rows) and np.array_equal(self.rows[: len(rows)], rows):
            return np.arange(len(rows))  # neighbours are the nearest, in the same order
        found = np.searchsorted(self.rows, rows, sorter=self._order)
        return np.asarray(self._order[np.minimum(found, len(self._order) - 1)])


def distance_data(selection: Selection, data: Dataset) -> DistanceData:
    """The view of a selected instance; `data` are the rows that it was trained on, or more."""
    found = selection.neighbourhood(selection.largest_k)
    training = selection.model.training
    rows = training.rows[found.positions]
    natural = _directions(data.all_rows)[rows]
    return DistanceData(
        classes=training.class_names,
        rows=rows,
        distances=found.distances,
        angles=spread_angles(found.distances, natural),
        codes=training.classes[found.positions],
        attributes=len(training.attributes),
    )


def _directions(data: Dataset) -> Floats:
    """A direction for every row: rows that are alike in the first two principal coordinates are neighbours.

    The rows share the circle evenly, whatever the shape of the cloud. Kept for the last data set, for the
    directions stay while instances are picked.
    """
    key = _key(data)
    if key not in _kept:
        _, places = project(data)
        spread = np.where(places.std(axis=0) > 0, places.std(axis=0), 1.0)
        turn = np.arctan2(places[:, 1] / spread[1], places[:, 0] / spread[0])
        rank = np.empty(len(turn))
        rank[np.argsort(turn, kind="stable")] = np.arange(len(turn))
        _kept.clear()
        _kept[key] = rank * (2 * np.pi / max(len(turn), 1))
    return _kept[key]


def has_directions(data: Dataset) -> bool:
    """Whether the rows' directions are known already."""
    return _key(data.all_rows) in _kept


def _key(data: Dataset) -> Hashable:
    return (data.origin, data.attributes, data.class_index)


_kept: dict[Any, Floats] = {}


def spread_angles(distances: Floats, natural: Floats) -> Floats:
    """Angles as near to the natural ones as can be with a gap between points on (nearly) the same circle.

    Distances are ascending. Rows at one circle keep their order; where more are on a circle than it has room
    for, they share it evenly.
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
        # The innermost have hardly a circle at all: give them room as if they were a little farther out.
        gap = gap_px / max(float(radius[start]), 2 * _GAP)
        angles[start:end] = _apart(natural[start:end], gap)
    return angles


def _apart(natural: Floats, gap: float) -> Floats:
    n = len(natural)
    if n == 1:
        return natural
    order = np.argsort(natural, kind="stable")
    turns = natural[order]
    result = np.empty(n)
    if n * gap >= 2 * np.pi:
        even = np.arange(n) * (2 * np.pi / n)
        shift = np.angle(np.mean(np.exp(1j * (turns - even))))
        result[order] = even + shift
        return result
    from scipy.optimize import isotonic_regression  # slow to load

    # Cut the circle at its widest empty arc; what is left is a line, on which the least movement that
    # keeps the gaps is an isotonic regression.
    cut = int(np.argmax(np.diff(turns, append=turns[0] + 2 * np.pi)))
    line = np.roll(turns, -(cut + 1))
    line[n - cut - 1 :] += 2 * np.pi
    steps = np.arange(n) * gap
    moved = np.asarray(isotonic_regression(line - steps).x) + steps
    result[np.roll(order, -(cut + 1))] = np.mod(moved, 2 * np.pi)
    return result


@dataclass(frozen=True, eq=False)
class DistanceFigure:
    """The distance view with one explanation on it; `view` is the piece that is shown."""

    data: DistanceData
    explanation: Explanation
    view: Limits | None = None
    weighed: bool = True


def distance_caption(data: DistanceData, explanation: Explanation, *, weighed: bool = True) -> str:
    """What radius, angle, size and shade mean; `weighed`: the marks tell weights."""
    parts = [
        "Radius: the distance, exact. Angle: order along the first two principal coordinates, spread so that"
        " rows do not hide each other."
    ]
    if explanation.neighbourhood is not None:
        parts.append("Size and shade: weight." if weighed else "Large: in the neighbourhood.")
    inside = 0 if explanation.neighbourhood is None else len(explanation.neighbourhood)
    if inside > MOST_MARKS:
        parts.append(f"Of {inside:,} neighbours the {MOST_MARKS:,} nearest are drawn large.")
    return " ".join(parts)


def distance_text(d: float, nominal_only: bool) -> str:
    """`√6 = 2.4495` where all attributes are nominal and d² therefore whole; else four decimals."""
    squared = d * d
    whole = round(squared)
    if nominal_only and whole > 0 and abs(squared - whole) < 1e-6 and whole != round(whole**0.5) ** 2:
        return f"√{whole} = {fixed(d, 4)}"
    return fixed(d, 4)


def ring_words(explanation: Explanation) -> tuple[str, str]:
    """The bandwidth, and how many rows are inside the ring and on it."""
    found = explanation.neighbourhood
    if found is None:
        return "", ""
    nominal = all(a.is_nominal for a in explanation.attributes)
    on = int(np.count_nonzero(found.distances == found.bandwidth))
    weightless = bool(len(found)) and not found.weights[found.distances == found.bandwidth].any()
    outside = int(np.count_nonzero(found.distances > found.bandwidth))
    words = f"{len(found) - on - outside} inside, {on} on the ring" + (" with weight 0" if weightless else "")
    return f"d_k = {distance_text(found.bandwidth, nominal)}", words


class DistanceArtists(WithMarks):
    """The distance view on axes; the same use as `MapArtists`."""

    def __init__(self, ax: Axes, data: DistanceData, theme: Theme, animated: bool = True) -> None:
        self.ax, self.data, self.theme = ax, data, theme
        with theme.context():
            ax.set_facecolor(theme.panel)
            ax.set_axis_off()
            edge = data.farthest * 1.06
            ax.set(xlim=(-edge, edge), ylim=(-edge, edge))
            ax.set_aspect("equal", adjustable="box")
            self.static: tuple[Artist, ...] = (
                *self._circles(),
                *cloud(ax, data.places, data.codes, theme).values(),
            )
            self._marks = NeighbourMarks(ax, data.places, data.codes, theme, animated)

    def update(self, explanation: Explanation) -> None:
        """Show another k of the same instance (another instance needs other data)."""
        indices, ring = np.empty(0, dtype=np.intp), None
        found = explanation.neighbourhood
        if found is not None and explanation.neighbour_rows is not None:
            indices = self.data.indices(explanation.neighbour_rows)
            ring = (found.bandwidth, found.bandwidth) if found.bandwidth > 0 else None
        self._marks.move((0.0, 0.0), indices, explanation, ring)

    def _circles(self) -> list[Artist]:
        made: list[Artist] = []
        theme = self.theme
        ticks = MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10]).tick_values(0, self.data.farthest)
        for radius in ticks:
            if not 0 < radius <= self.data.farthest * 1.03:
                continue
            circle = Circle(
                (0, 0), radius, fill=False, edgecolor=theme.separator, linewidth=theme.line_grid, zorder=0.5
            )
            self.ax.add_patch(circle)
            label = self.ax.text(
                0,
                -radius,
                f"{radius:g}",
                ha="center",
                va="center",
                color=theme.ink2,
                fontsize=theme.size_small,
                zorder=5,
                bbox={"facecolor": theme.panel, "edgecolor": "none", "pad": theme.px(1.5), "alpha": 0.8},
                clip_on=True,
            )
            made += [circle, label]
        return made


def draw(figure: Figure, data: DistanceFigure, theme: Theme) -> Axes:
    """The distance view with its words, for files."""
    with theme.context():
        words = distance_caption(data.data, data.explanation, weighed=data.weighed)
        below = caption(figure, words, theme)
        ax = add_axes(figure, Box(left=theme.px(8), top=theme.px(8), right=theme.px(8), bottom=below))
        artists = DistanceArtists(ax, data.data, theme, animated=False)
        quicken(ax, artists)
        artists.update(data.explanation)
        show_piece(ax, data.view)
        bandwidth, inside = ring_words(data.explanation)
        bandwidth = bandwidth.replace("d_k", "bandwidth")
        step = theme.size_small * 1.45
        for i, (said, weight) in enumerate(((inside, 400), (bandwidth, SEMIBOLD))):
            colour = theme.accent if weight == SEMIBOLD else theme.ink2
            label = figure.text(0, 0, said, color=colour, fontsize=theme.size_small, fontweight=weight)
            pin(label, figure, theme.px(12), below + theme.px(8) + i * step, from_top=False)
    return ax


def describe(data: DistanceData) -> str:
    """One line for a screen reader."""
    return f"{count(len(data), 'row')} around the instance, the farthest at {fixed(data.farthest, 4)}"
