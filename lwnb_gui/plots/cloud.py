"""A cloud of very many rows as one picture: matplotlib's own markers take a second for a hundred thousand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist, allow_rasterization
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lwnb_gui.plots.distance_view import DistanceArtists
    from lwnb_gui.plots.map import MapArtists

Floats = NDArray[np.float64]

# Up to here markers are drawn one by one, exactly.
_MANY = 4000
_DENSEST = 0.6  # opacity of the thickest cloud
_FINE = 4  # subpixels along each side, for the edge of a stamp


class StampedCloud(Artist):
    """The points of some lines, each class a stamp that is put wherever a row is.

    Where rows lie on top of each other the cloud gets denser, but never so dense that it hides the
    neighbours above it; where classes mix, so do their colours, whichever comes first.
    """

    def __init__(self, lines: tuple[Line2D, ...]) -> None:
        super().__init__()
        self._lines = lines
        self._key: object = None
        self._picture: NDArray[np.uint8] | None = None  # stamping takes long: kept while nothing moves
        self.set_zorder(1)

    @allow_rasterization
    def draw(self, renderer: Any) -> None:
        axes = self.axes
        if axes is None or not self.get_visible():
            return
        box = axes.bbox
        left, bottom = int(np.floor(box.x0)), int(np.floor(box.y0))
        wide, tall = int(np.ceil(box.x1)) - left, int(np.ceil(box.y1)) - bottom
        if wide < 1 or tall < 1:
            return
        seen = tuple(line.get_visible() for line in self._lines)  # the legend hides a class by its line
        key = (left, bottom, wide, tall, axes.transData.transform([(0.0, 0.0), (1.0, 1.0)]).tobytes(), seen)
        if key != self._key or self._picture is None:
            self._key, self._picture = key, self._stamp(renderer, (tall, wide), left, bottom)
        graphics = renderer.new_gc()
        graphics.set_clip_rectangle(box)
        renderer.draw_image(graphics, left, bottom, self._picture)
        graphics.restore()

    def _stamp(self, renderer: Any, shape: tuple[int, int], left: int, bottom: int) -> NDArray[np.uint8]:
        """The cloud as a picture. Shape (tall, wide, 4)."""
        colour, weight = np.zeros((*shape, 3)), np.zeros(shape)
        for line in self._lines:
            if line.get_visible():
                mine, shade = self._stamped(line, renderer, shape, left, bottom)
                weight += mine
                colour += mine[..., None] * shade
        np.divide(colour, weight[..., None], out=colour, where=weight[..., None] > 0)
        picture = np.empty((*shape, 4), dtype=np.uint8)
        picture[..., :3] = np.rint(colour * 255)
        picture[..., 3] = np.rint(_DENSEST * -np.expm1(-weight / _DENSEST) * 255)
        return picture

    def _stamped(
        self, line: Line2D, renderer: Any, shape: tuple[int, int], left: int, bottom: int
    ) -> tuple[Floats, Floats]:
        """How much of a class lies at every pixel (−ln of what light would pass), and its colour."""
        assert self.axes is not None
        tall, wide = shape
        points = self.axes.transData.transform(line.get_xydata())
        with np.errstate(invalid="ignore"):
            column, row = np.floor(points[:, 0]) - left, np.floor(points[:, 1]) - bottom
            inside = (column >= 0) & (row >= 0) & (column < wide) & (row < tall)
        cells = (row[inside] * wide + column[inside]).astype(np.intp)
        counts = np.bincount(cells, minlength=wide * tall).reshape(tall, wide)
        stamp = _marker_stamp(line, float(renderer.points_to_pixels(float(line.get_markersize()))))
        face = line.get_markerfacecolor()
        shade = np.array(to_rgb(line.get_markeredgecolor() if face == "none" else face))
        return _spread(counts, -np.log1p(-stamp * float(line.get_alpha() or 1.0) * 0.999)), shade


def _spread(counts: NDArray[np.intp], stamp: Floats) -> Floats:
    """The stamp put `counts` times at every pixel."""
    found = np.zeros(counts.shape)
    half = len(stamp) // 2
    tall, wide = counts.shape
    known = counts.astype(np.float64)
    for dy in range(-half, half + 1):
        for dx in range(-half, half + 1):
            weight = stamp[half + dy, half + dx]
            if weight == 0:
                continue
            to_y = slice(max(dy, 0), min(tall + dy, tall))
            to_x = slice(max(dx, 0), min(wide + dx, wide))
            from_y = slice(max(-dy, 0), min(tall - dy, tall))
            from_x = slice(max(-dx, 0), min(wide - dx, wide))
            found[to_y, to_x] += weight * known[from_y, from_x]
    return found


def _marker_stamp(line: Line2D, size: float) -> Floats:
    """How much of each pixel around a point a marker covers; odd side, the point in the middle pixel."""
    marker = MarkerStyle(line.get_marker())
    path: Path = marker.get_path().transformed(marker.get_transform())
    half = max(1, int(np.ceil(size / 2)))
    steps = (np.arange((2 * half + 1) * _FINE) + 0.5) / _FINE - half - 0.5
    x, y = np.meshgrid(steps / size, steps / size)
    inside = path.contains_points(np.column_stack([x.ravel(), y.ravel()]))
    if line.get_markerfacecolor() == "none":  # an outline: without the inner part
        smaller = path.contains_points(np.column_stack([x.ravel(), y.ravel()]) * 1.9)
        inside &= ~smaller
    side = 2 * half + 1
    return np.asarray(inside.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3)))


def quicken(ax: Axes, artists: MapArtists | DistanceArtists) -> None:
    """Draw the cloud as one picture where it has very many rows."""
    lines = tuple(a for a in artists.static if isinstance(a, Line2D) and a.get_gid())
    if sum(len(np.asarray(line.get_xdata())) for line in lines) <= _MANY:
        return
    for line in lines:
        line.remove()
    cloud = StampedCloud(lines)
    cloud.set_rasterized(True)  # in an SVG or PDF it is a picture as well, finer than the drawing's points
    ax.add_artist(cloud)
