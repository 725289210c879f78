"""What moves with k on a map: star, neighbours, spokes and ring; shared by the map and the distance view."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_gui.plots.mark_styles import (
    LEVELS,
    MarkStyle,
    hovered_styles,
    mark_radius,
    neighbour_style,
    star_styles,
)
from lwnb_gui.plots.theme import DPI, Theme

Floats = NDArray[np.float64]

# With the whole data set in the neighbourhood, only the nearest are drawn large; the caption says so.
MOST_MARKS = 500
MOST_SPOKES = 50


@dataclass(frozen=True)
class Hit:
    """What is under the mouse: a point (by index) and, if it is a neighbour, its rank from 0."""

    point: int
    neighbour: int | None


@dataclass(frozen=True, eq=False)
class Marks:
    """Markers of one look, and where they are in the plane. Shape (n, 2)."""

    style: MarkStyle
    places: Floats


class Spokes(Artist):
    """Lines from the star to the neighbours, thicker and darker by weight.

    All of one level are one path: a collection of lines takes several times as long, at every step of k.
    """

    def __init__(self, theme: Theme, animated: bool) -> None:
        super().__init__()
        self.set(zorder=3, animated=animated, visible=False)
        red, green, blue, _ = to_rgba(theme.ink3)
        weights = np.arange(LEVELS) / (LEVELS - 1)
        self._colours = [(red, green, blue, 0.25 + 0.55 * weight) for weight in weights]
        self._widths = (theme.scale * (0.4 + 1.6 * weights)).tolist()
        self._vertices = np.empty((0, 2))
        self._bounds: list[tuple[int, int, int]] = []  # level, first and last vertex of it

    def spread(self, star: tuple[float, float], ends: Floats, levels: NDArray[np.intp]) -> None:
        """From the star to the ends, shape (n, 2)."""
        order = np.argsort(levels, kind="stable")
        self._vertices = np.empty((2 * len(ends), 2))
        self._vertices[::2] = star
        self._vertices[1::2] = ends[order]
        levels = levels[order]
        starts = np.flatnonzero(np.diff(levels, prepend=-1)).tolist()
        self._bounds = [(int(levels[a]), 2 * a, 2 * b) for a, b in pairwise([*starts, len(levels)]) if b > a]
        self.set_visible(len(ends) > 0)

    def draw(self, renderer: RendererBase) -> None:
        if not self.get_visible() or self.axes is None:
            return
        pixels = self.axes.transData.transform(self._vertices)
        per_point = float(np.asarray(renderer.points_to_pixels(1.0)))
        pen = renderer.new_gc()
        pen.set_clip_rectangle(self.axes.bbox)
        pen.set_capstyle("round")
        pen.set_snap(False)
        for level, first, last in self._bounds:
            pen.set_foreground(self._colours[level], isRGBA=True)
            pen.set_linewidth(per_point * self._widths[level])
            renderer.draw_path(pen, Path(pixels[first:last], _PAIRS[: last - first]), _AS_IT_IS)
        pen.restore()


_PAIRS = np.tile(np.array([Path.MOVETO, Path.LINETO], dtype=Path.code_type), MOST_SPOKES)
_AS_IT_IS = IdentityTransform()


class NeighbourMarks:
    """What lies below the markers are artists: ring and spokes. The markers themselves are `above`, which the
    window paints as small pictures, many times faster; where `animated` is false, for a file, they are
    artists too.
    """

    def __init__(
        self, ax: Axes, points: Floats, codes: NDArray[np.int32], theme: Theme, animated: bool
    ) -> None:
        self._ax, self._points, self._codes, self._theme = ax, points, codes, theme
        self._animated = animated
        self._styles: dict[int, MarkStyle] = {}
        self._star_styles = star_styles(theme)
        self._lines: list[Line2D] = []
        self._indices = np.empty(0, dtype=np.intp)
        self._weights = np.empty(0)
        self._star_at = (np.nan, np.nan)
        self._lit: frozenset[int] | None = None
        self._hovered: int | None = None
        self.hidden: frozenset[int] = frozenset()
        self.above: tuple[Marks, ...] = ()  # from below to above
        self.extent: Floats = np.empty((0, 2))  # points that all of `animated` lies between
        self._ring = Ellipse(
            (0, 0),
            0,
            0,
            facecolor=to_rgba(theme.accent_tint, 0.55),
            edgecolor=theme.accent if theme.dark else theme.accent_line,
            linewidth=theme.px(1.6),
            zorder=2,
            animated=animated,
            visible=False,
        )
        ax.add_patch(self._ring)
        self._spokes = Spokes(theme, animated)
        ax.add_artist(self._spokes)
        self._lit_spoke = Line2D(
            [],
            [],
            zorder=5,
            color=theme.accent,
            linewidth=theme.px(2.0),
            solid_capstyle="round",
            animated=animated,
        )
        ax.add_line(self._lit_spoke)

    @property
    def animated(self) -> tuple[Artist, ...]:
        """What to draw over the background, in order, before `above`."""
        return self._ring, self._spokes, self._lit_spoke

    # -- moving ---------------------------------------------------------------------------------------

    def move(
        self,
        star: tuple[float, float],
        indices: NDArray[np.intp],
        explanation: Explanation,
        ring: tuple[float, float] | None,
    ) -> None:
        """Show an explanation's neighbours: points `indices`, nearest first; `ring` half axes or None."""
        found = explanation.neighbourhood
        self._indices = indices
        self._weights = found.weights if found is not None else np.empty(0)
        self._star_at = star
        self._ring.set_visible(ring is not None)
        if ring is not None:
            self._ring.set_center(star)
            self._ring.set_width(2 * ring[0])
            self._ring.set_height(2 * ring[1])
        self._hovered = None
        self._lit = None
        self._arrange()

    def highlight(self, lit: Collection[int] | None = None, hovered: int | None = None) -> None:
        """Ranks (from 0) of neighbours that stay while the others fade; `hovered` gets ring and spoke."""
        self._lit = None if lit is None else frozenset(lit)
        self._hovered = hovered if hovered is not None and hovered < len(self._indices) else None
        self._arrange()

    def _arrange(self) -> None:
        shown = self._indices[:MOST_MARKS]
        weights = np.minimum(self._weights[:MOST_MARKS], 1.0)
        levels = np.ceil(weights * (LEVELS - 1)).astype(int)  # weight zero, and nothing else, is level 0
        places, codes = self._points[shown], self._codes[shown]
        keep = np.isfinite(places).all(axis=-1)
        if self.hidden:
            keep &= ~np.isin(codes, list(self.hidden))
        faded = np.zeros(len(shown), dtype=bool)
        if self._lit is not None:
            faded[:] = True
            faded[[i for i in self._lit if i < len(shown)]] = False
        self._spread_spokes(places, levels, keep & ~faded)
        self.above = (
            *self._neighbours(places[keep], codes[keep], levels[keep], faded[keep]),
            *self._hovered_marks(),
            *(Marks(style, np.array([self._star_at])) for style in self._star_styles),
        )
        if not self._animated:
            self._make_lines()

    def _neighbours(
        self, places: Floats, codes: NDArray[np.int32], levels: NDArray[np.intp], faded: NDArray[np.bool_]
    ) -> list[Marks]:
        """All of one look together; the heavier above the lighter, those that stay above the faded."""
        keys = (levels * 2 + ~faded) * 1000 + np.maximum(codes, 0)
        order = np.argsort(keys, kind="stable")
        keys, places = keys[order], places[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1)).tolist()
        bounds = [*starts, len(order)]  # one alone where no neighbour is left to show
        looks = keys[starts].tolist()
        return [
            Marks(self._style(look), places[a:b])
            for look, (a, b) in zip(looks, pairwise(bounds), strict=True)
        ]

    def _style(self, key: int) -> MarkStyle:
        if key not in self._styles:
            rest, code = divmod(key, 1000)
            self._styles[key] = neighbour_style(self._theme, code, rest // 2, rest % 2 == 0)
        return self._styles[key]

    def _spread_spokes(self, places: Floats, levels: NDArray[np.intp], wanted: NDArray[np.bool_]) -> None:
        chosen = np.flatnonzero(wanted & (levels > 0))[:MOST_SPOKES]
        if not np.isfinite(self._star_at).all():
            chosen = chosen[:0]
        ends = places[chosen]
        self._spokes.spread(self._star_at, ends, levels[chosen])
        half = np.array([self._ring.get_width(), self._ring.get_height()]) / 2 * self._ring.get_visible()
        self.extent = np.concatenate([ends, [self._star_at - half, self._star_at + half]])

    def _hovered_marks(self) -> list[Marks]:
        i = self._hovered
        on = i is not None and bool(np.isfinite(self._points[self._indices[i]]).all())
        self._lit_spoke.set_visible(on)
        if i is None or not on:
            return []
        point = int(self._indices[i])
        x, y = self._points[point]
        self._lit_spoke.set_data([self._star_at[0], x], [self._star_at[1], y])
        self.extent = np.concatenate([self.extent, [(x, y)]])
        styles = hovered_styles(self._theme, int(self._codes[point]), float(self._weights[i]))
        return [Marks(style, np.array([(x, y)])) for style in styles]

    def _make_lines(self) -> None:
        for old in self._lines:
            old.remove()
        self._lines = [
            self._ax.add_line(marks.style.line(zorder=6 + i / 1000)) for i, marks in enumerate(self.above)
        ]
        for line, marks in zip(self._lines, self.above, strict=True):
            line.set_data(marks.places[:, 0], marks.places[:, 1])

    # -- hovering -------------------------------------------------------------------------------------

    def hit(self, x: float, y: float, reach: float = 8.0) -> Hit | None:
        """What lies at a place given in the canvas's pixels; neighbours come before the faint rows."""
        ax = self._ax
        here = ax.transData.inverted().transform((x, y))
        box, (x0, x1), (y0, y1) = ax.bbox, ax.get_xlim(), ax.get_ylim()
        per_x, per_y = box.width / (x1 - x0 or 1.0), box.height / (y1 - y0 or 1.0)
        fine = self._ax.figure.dpi / DPI  # canvas pixels for a logical one
        reach *= fine * self._theme.scale

        def squared(points: Floats) -> Floats:
            dx, dy = (points[:, 0] - here[0]) * per_x, (points[:, 1] - here[1]) * per_y
            d2 = dx * dx + dy * dy
            return np.where(np.isnan(d2), np.inf, d2)

        near = self._indices[:MOST_MARKS]
        if len(near):
            own = mark_radius(self._weights[:MOST_MARKS]) * self._theme.scale * fine
            # Where several overlap, the one whose centre is nearest; ties go to the nearer neighbour.
            d2 = squared(self._points[near])
            d2 = np.where(d2 <= np.maximum(own, reach / 2) ** 2, d2, np.inf)
            if self.hidden:
                d2[np.isin(self._codes[near], list(self.hidden))] = np.inf
            best = int(np.argmin(d2))
            if np.isfinite(d2[best]):
                return Hit(int(near[best]), best)
        if not len(self._points):
            return None
        d2 = squared(self._points)
        if self.hidden:
            d2[np.isin(self._codes, list(self.hidden))] = np.inf
        best = int(np.argmin(d2))
        if d2[best] > reach * reach:
            return None
        rank = np.flatnonzero(self._indices == best)
        return Hit(best, int(rank[0]) if len(rank) else None)

    def over_star(self, x: float, y: float, reach: float = 10.0) -> bool:
        """Whether a place in the canvas's pixels is on the star, so that a press there drags it."""
        if not np.isfinite(self._star_at).all():
            return False
        sx, sy = self._ax.transData.transform(self._star_at)
        return bool(np.hypot(sx - x, sy - y) <= reach * self._theme.scale * self._ax.figure.dpi / DPI)


class WithMarks:
    """What draws rows and, over them, an explanation's neighbours: `static` is drawn once; what moves with k,
    edits and the mouse is `animated`, and the markers `above` it.
    """

    static: tuple[Artist, ...]
    _marks: NeighbourMarks

    @property
    def animated(self) -> tuple[Artist, ...]:
        return self._marks.animated

    @property
    def above(self) -> tuple[Marks, ...]:
        return self._marks.above

    @property
    def extent(self) -> Floats:
        """Points of the plane that all of `animated` lies between. Shape (n, 2)."""
        return self._marks.extent

    def highlight(self, lit: Collection[int] | None = None, hovered: int | None = None) -> None:
        """Ranks of neighbours to keep while the others fade, and the one under the mouse."""
        self._marks.highlight(lit, hovered)

    def hit(self, x: float, y: float) -> Hit | None:
        """The point at a place in the canvas's pixels."""
        return self._marks.hit(x, y)

    def over_star(self, x: float, y: float) -> bool:
        return self._marks.over_star(x, y)

    def hide_classes(self, codes: Collection[int]) -> None:
        """Classes that the legend has switched off; the background must be drawn anew after this."""
        self._marks.hidden = frozenset(codes)
        for artist in self.static:
            if artist.get_gid():  # the rows of a class
                artist.set_visible(int(artist.get_gid() or -1) not in self._marks.hidden)
        self._marks.highlight()
