"""The map: the rows in a plane, the test instance as a star, its neighbours by weight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.local.explanation import Explanation
from lwnb_gui.plots.cloud import quicken
from lwnb_gui.plots.layout import (
    Box,
    add_axes,
    caption,
    dress,
    fitted,
    fitted_all,
    left_room,
    place,
    text_width,
)
from lwnb_gui.plots.mark_styles import area_equal
from lwnb_gui.plots.neighbour_marks import MOST_MARKS, MOST_SPOKES, NeighbourMarks, WithMarks
from lwnb_gui.plots.points import AxisScale, Floats, Projection, axis_scale, axis_values, project
from lwnb_gui.plots.theme import DPI, Theme
from lwnb_gui.readings.names import brief
from lwnb_gui.text import count, fixed, listed

Limits = tuple[tuple[float, float], tuple[float, float]]
_WORDS = "no one two three four five six seven eight nine ten".split()
OUTSIDE_RADIUS, OUTSIDE_OPACITY = 2.6, 0.32
_SMALL_OPACITY = 0.55  # of rows on small maps, side by side, which have smaller points


@dataclass(frozen=True, eq=False)
class MapData:
    """Places of all rows.

    Attributes
    ----------
    places
        Shape (n, 2); NaN where a row has no place.
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
    places: Floats
    codes: NDArray[np.int32]
    rows: NDArray[np.intp]
    labels: tuple[str, str]
    axes: tuple[AxisScale, AxisScale] | None
    projection: Projection | None
    ring_scale: tuple[float, float] | None
    attributes: int
    without_place: int

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def jittered(self) -> tuple[str, ...]:
        """Names of the axes whose points are spread within their value."""
        return tuple(dict.fromkeys(a.attribute.name for a in self.axes or () if a.nominal))

    def place(self, explanation: Explanation) -> tuple[float, float]:
        """Where the test instance lies; NaN where its value is missing."""
        if self.projection is not None:
            return self.projection.place(explanation.instance)
        assert self.axes is not None
        x, y = (
            scale.place(float(explanation.instance[scale.index]) if scale.index >= 0 else np.nan)
            for scale in self.axes
        )
        return x, y

    def indices(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Where rows, given by row number, stand among the points."""
        if len(self.rows) and self.rows[-1] == len(self.rows) - 1 and self.rows[0] == 0:
            return rows  # all rows in file order: the row number is the place
        order = self._order
        found = np.searchsorted(self.rows, rows, sorter=order)
        return np.asarray(order[np.minimum(found, len(order) - 1)])

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        """The points by row number: sorted once, however often k moves."""
        return np.argsort(self.rows, kind="stable")


def map_of_attributes(data: Dataset, x: int | str, y: int | str) -> MapData:
    """The map over two attributes."""
    axes = axis_scale(data, x), axis_scale(data, y)
    places = np.column_stack([axis_values(data, axes[0], 0), axis_values(data, axes[1], 1)])
    used = [data.attributes[j] for j in data.predictors]
    names = {axes[0].attribute.name, axes[1].attribute.name}
    ring = None
    if len(used) == 2 and {a.name for a in used} == names and all(a.is_numeric for a in used):
        ring = _width(places[:, 0]), _width(places[:, 1])
    return _map_data(data, places, (axes[0].attribute.name, axes[1].attribute.name), axes, None, ring)


def map_of_components(data: Dataset) -> MapData:
    """The map over the first two principal components of all predictors."""
    projection, places = project(data)
    first, second = (f"{fixed(100 * share, 0)} %" for share in projection.shares)
    labels = (
        f"first principal component ({first} of the variance)",
        f"second principal component ({second})",
    )
    return _map_data(data, places, labels, None, projection, None)


def _map_data(
    data: Dataset,
    places: Floats,
    labels: tuple[str, str],
    axes: tuple[AxisScale, AxisScale] | None,
    projection: Projection | None,
    ring: tuple[float, float] | None,
) -> MapData:
    return MapData(
        classes=data.classes,
        places=places,
        codes=data.class_codes,
        rows=data.row_numbers,
        labels=labels,
        axes=axes,
        projection=projection,
        ring_scale=ring,
        attributes=len(data.predictors),
        without_place=int(np.count_nonzero(~np.isfinite(places).all(axis=1))),
    )


def _width(values: Floats) -> float:
    present = values[np.isfinite(values)]
    return float(np.ptp(present)) if len(present) else 0.0


@dataclass(frozen=True, eq=False)
class MapFigure:
    """The map with one explanation on it; `view` is the piece that is shown, as limits of x and of y.

    `before` is said before the rest of the caption: what the ground below the rows is.
    """

    data: MapData
    explanation: Explanation
    view: Limits | None = None
    weighed: bool = True
    before: str = ""


def map_caption(
    data: MapData, explanation: Explanation, *, weighed: bool = True, bandwidth: str = "The bandwidth"
) -> str:
    """What size, shade and lines mean, and what is not shown; `weighed`: the marks tell weights.

    `bandwidth` is what d_k is called. It is not put in afterwards: attributes may have d_k in their names.
    """
    if explanation.neighbourhood is None:
        return " ".join(["All training rows, by class.", *_not_shown(data, explanation)])
    marks = "Size and shade: weight." if weighed else "Large: in the neighbourhood."
    # First, what is not as it looks.
    parts = [spread_words(data)] if data.jittered else []
    parts.append(f"{marks} Faint: outside {'the neighbourhood' if weighed else 'it'}.")
    if data.ring_scale is not None:
        parts.append("Ring: the bandwidth.")
    elif data.axes is None:
        parts.append("Distances are measured in all attributes, so the bandwidth is no ring here.")
    elif data.attributes > 2:
        number = _WORDS[data.attributes] if data.attributes < len(_WORDS) else str(data.attributes)
        parts.append(f"{bandwidth} is measured in all {number} attributes: no ring on these two.")
    return " ".join([*parts, *_not_shown(data, explanation)])


def small_map_caption(data: MapData, explanation: Explanation) -> str:
    """The same for maps side by side, which have neither large neighbours nor spokes."""
    parts = [spread_words(data)] if data.jittered else []
    parts.append("Points: the training rows.")
    if data.ring_scale is not None and explanation.neighbourhood is not None:
        parts.append("Ring: the bandwidth.")
    return " ".join([*parts, *_without_place(data, explanation)])


def spread_words(data: MapData) -> str:
    """That points of equal values do not lie where they are drawn; empty where none are moved."""
    if not data.jittered:
        return ""
    return f"Points are spread within each value of {listed([brief(n) for n in data.jittered])}."


def _without_place(data: MapData, explanation: Explanation) -> list[str]:
    parts = []
    if data.without_place:
        parts.append(f"{count(data.without_place, 'row')} with a missing value here not shown.")
    if not np.isfinite(data.place(explanation)).all():
        parts.append("The instance itself has a missing value here.")
    return parts


def _not_shown(data: MapData, explanation: Explanation) -> list[str]:
    parts = _without_place(data, explanation)
    inside = 0 if explanation.neighbourhood is None else len(explanation.neighbourhood)
    if inside > MOST_MARKS:
        parts.append(f"Of {inside:,} neighbours the {MOST_MARKS:,} nearest are drawn large.")
    found = explanation.neighbourhood
    if found is not None and np.count_nonzero(found.weights) > MOST_SPOKES:
        parts.append(f"Spokes to the {MOST_SPOKES} nearest.")
    return parts


class MapArtists(WithMarks):
    """The map on axes: `static` is drawn once; what moves with k, edits and the mouse are the lines `below`
    and the markers `above` them.

    After `update` or `highlight`, paint both over the background; for a file (not `animated`) they are drawn.
    A `small` one is one of several side by side, and has no large neighbours.
    """

    def __init__(
        self, ax: Axes, data: MapData, theme: Theme, animated: bool = True, small: bool = False
    ) -> None:
        self.ax, self.data, self.theme = ax, data, theme
        with theme.context():
            dress(ax, theme)
            opacity = _SMALL_OPACITY if small else OUTSIDE_OPACITY
            self._points = tuple(cloud(ax, data.places, data.codes, theme, opacity=opacity).values())
            self.static: tuple[Artist, ...] = self._points
            self.label_axes()
            self._limits()
            self._marks = NeighbourMarks(ax, data.places, data.codes, theme, animated, small)

    def update(self, explanation: Explanation) -> None:
        """Show another explanation."""
        data = self.data
        indices, ring = np.empty(0, dtype=np.intp), None
        if explanation.neighbourhood is not None and explanation.neighbour_rows is not None:
            indices = data.indices(explanation.neighbour_rows)
            if data.ring_scale is not None and explanation.neighbourhood.bandwidth > 0:
                h = explanation.neighbourhood.bandwidth
                ring = h * data.ring_scale[0], h * data.ring_scale[1]
        self._marks.move(data.place(explanation), indices, explanation, ring)

    def value_at(self, x: float, y: float) -> tuple[float, float]:
        """Values of the two attributes at a place in the canvas's pixels; codes for nominal ones."""
        found = self.ax.transData.inverted().transform((x, y))
        values = []
        for scale, value in zip(self.data.axes or (), found, strict=False):
            code = int(np.clip(np.rint(value), 0, max(len(scale.ticks) - 1, 0)))
            known = code < len(scale.attribute.values)
            values.append((float(code) if known else np.nan) if scale.nominal else float(value))
        return (values[0], values[1]) if values else (np.nan, np.nan)

    def _limits(self) -> None:
        setters: tuple[Any, Any] = (self.ax.set_xlim, self.ax.set_ylim)
        for i, setter in enumerate(setters):
            scale = self.data.axes[i] if self.data.axes is not None else None
            if scale is not None and scale.nominal:
                setter(-0.5, max(len(scale.ticks), 1) - 0.5)
            else:
                setter(*padded(self.data.places[:, i]))
        self.set_ticks(8, 7)
        # A true ring should look like one.
        ring = self.data.ring_scale
        if ring is not None and min(ring) > 0 and 0.5 < ring[0] / ring[1] < 2:
            self.ax.set_aspect(ring[0] / ring[1], adjustable="box", anchor="C")

    def set_radius(self, radius: float) -> None:
        """Of the points, in pixels of the light theme."""
        for line in self._points:
            line.set_markersize(self.theme.px(area_equal(str(line.get_marker()), radius)))

    def set_ticks(self, across: int, up: int) -> None:
        """At most about so many numbers along the axes; nominal ones have their values."""
        axes = self.data.axes or (None, None)
        for scale, axis, most in zip(axes, (self.ax.xaxis, self.ax.yaxis), (across, up), strict=True):
            if scale is None or not scale.nominal:
                axis.set_major_locator(MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]))

    def label_axes(self) -> None:
        """Names of the axes and of nominal values, as far as the axes have room for them."""
        ax, theme, points = self.ax, self.theme, self.theme.size_small
        fine = ax.figure.dpi / DPI
        width, height = max(ax.bbox.width / fine, theme.px(80)), max(ax.bbox.height / fine, theme.px(80))
        ax.set_xlabel(fitted(self.data.labels[0], 0.85 * width, theme, points), labelpad=theme.px(4))
        ax.set_ylabel(fitted(self.data.labels[1], height, theme, points), labelpad=theme.px(6))
        if self.data.axes is None:
            return
        for scale, axis in zip(self.data.axes, (ax.xaxis, ax.yaxis), strict=True):
            if not scale.nominal:
                continue
            # A value's name may take its share of the axis and no more; thousands of them get no names.
            step = max(1, -(-len(scale.ticks) // 40))
            room = width / max(len(scale.ticks) / step, 1) if axis is ax.xaxis else theme.px(90)
            where = range(0, len(scale.ticks), step)
            names = fitted_all([scale.ticks[i] for i in where], max(room, theme.px(24)), theme, points)
            turned = axis is ax.xaxis and any(text_width(n, theme, points) > room for n in names)
            axis.set_ticks(list(where), names, rotation=90 if turned else 0)
            axis.set_tick_params(which="minor", length=0)


def cloud(
    ax: Axes,
    places: Floats,
    codes: NDArray[np.int32],
    theme: Theme,
    radius: float = OUTSIDE_RADIUS,
    opacity: float = OUTSIDE_OPACITY,
) -> dict[int, Line2D]:
    """All rows as faint points, one artist a class: a hundred thousand points are then drawn in one go."""
    lines = {}
    for code in np.unique(codes):
        here = places[codes == code]
        style = theme.class_style(max(int(code), 0))
        unknown = code < 0
        line = Line2D(
            here[:, 0],
            here[:, 1],
            linestyle="none",
            marker="." if unknown else style.marker,
            markersize=theme.px(area_equal(style.marker, radius)),
            markerfacecolor=theme.ink3 if unknown else style.marker_face,
            markeredgecolor=style.fill if style.hollow else "none",
            markeredgewidth=theme.marker_edge if style.hollow else 0.0,
            alpha=min(2 * opacity, 1.0) if style.hollow else opacity,
            zorder=1,
            gid=str(int(code)),
        )
        ax.add_line(line)
        lines[int(code)] = line
    return lines


def padded(values: Floats, share: float = 0.04) -> tuple[float, float]:
    """Limits around values with some air."""
    present = values[np.isfinite(values)]
    if not len(present):
        return 0.0, 1.0
    low, high = float(present.min()), float(present.max())
    air = share * (high - low) if high > low else max(abs(low) * 0.05, 0.5)
    return low - air, high + air


def draw(figure: Figure, data: MapFigure, theme: Theme) -> Axes:
    """The map with caption, for files."""
    with theme.context():
        words = map_caption(data.data, data.explanation, weighed=data.weighed)
        below = caption(figure, f"{data.before} {words}".strip(), theme)
        box = Box(left=theme.px(52), top=theme.px(12), right=theme.px(14), bottom=below + theme.px(40))
        ax = add_axes(figure, box)
        artists = MapArtists(ax, data.data, theme, animated=False)
        quicken(ax, artists)
        artists.update(data.explanation)
        show_piece(ax, data.view)
        place(ax, replace(box, left=max(left_room(ax, theme), box.left)))
    return ax


def show_piece(ax: Axes, view: Limits | None) -> None:
    """A piece of the plane; None: what is shown already."""
    if view is not None:
        ax.set_xlim(*view[0])
        ax.set_ylim(*view[1])
