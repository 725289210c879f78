"""What moves with k on a map: star, neighbours, spokes and ring; shared by the map and the distance view."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_gui.plots.theme import DPI, Theme

Floats = NDArray[np.float64]

# A bucket of markers is one artist: sixteen sizes look continuous, and cost a tenth of a size for each.
LEVELS = 16
# With the whole data set in the neighbourhood, only the nearest are drawn large; the caption says so.
MOST_MARKS = 800
MOST_SPOKES = 80
FADED = 0.2

STAR_SIZE = 17.0


@dataclass(frozen=True)
class Hit:
    """What is under the mouse: a point (by index) and, if it is a neighbour, its rank from 0."""

    point: int
    neighbour: int | None


def mark_radius(weight: Any) -> Any:
    """Radius of a neighbour's marker in pixels of the light theme."""
    return 2.8 + 6 * np.sqrt(np.clip(weight, 0.0, 1.0))


def mark_opacity(weight: Any) -> Any:
    return 0.30 + 0.62 * np.clip(weight, 0.0, 1.0)


def area_equal(marker: str, radius: float) -> float:
    """Diameter for matplotlib at which this shape looks as large as a circle of that radius."""
    return 2 * radius * {"s": 0.88, "D": 0.8, "^": 1.12, "v": 1.12, "P": 1.05, "X": 1.05}.get(marker, 1.0)


class NeighbourMarks:
    """Animated artists; `update` moves them and makes no new ones except for sizes not met before."""

    def __init__(self, ax: Axes, points: Floats, codes: NDArray[Any], theme: Theme, animated: bool) -> None:
        self._ax, self._points, self._codes, self._theme = ax, points, codes, theme
        self._animated = animated
        self._pool: dict[tuple[int, int, bool], Line2D] = {}
        self._used: list[Line2D] = []
        self._indices = np.empty(0, dtype=np.intp)
        self._weights = np.empty(0)
        self._star_at = (np.nan, np.nan)
        self._lit: frozenset[int] | None = None
        self._hovered: int | None = None
        self.hidden: frozenset[int] = frozenset()
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
        self._spokes = LineCollection([], zorder=3, animated=animated, capstyle="round")
        ax.add_collection(self._spokes, autolim=False)
        self._lit_spoke = self._line(
            zorder=5, color=theme.accent, linewidth=theme.px(2.0), solid_capstyle="round"
        )
        self._halo = self._line(
            zorder=7,
            marker="o",
            markerfacecolor="none",
            markeredgecolor=theme.accent,
            markeredgewidth=theme.px(2.0),
        )
        self._core = self._line(zorder=8, linestyle="none")
        self._rim = self._line(
            zorder=9,
            marker="*",
            markersize=theme.px(STAR_SIZE + 4),
            markerfacecolor=theme.panel,
            markeredgecolor=theme.panel,
            markeredgewidth=theme.px(1.5),
        )
        self._star = self._line(
            zorder=10,
            marker="*",
            markersize=theme.px(STAR_SIZE),
            markerfacecolor=theme.ink,
            markeredgecolor=theme.ink,
            markeredgewidth=0,
        )

    def _line(self, **style: Any) -> Line2D:
        line = Line2D([], [], animated=self._animated, **style)
        self._ax.add_line(line)
        return line

    @property
    def animated(self) -> tuple[Artist, ...]:
        """What to draw over the background, in order."""
        return (
            self._ring,
            self._spokes,
            self._lit_spoke,
            *self._used,
            self._halo,
            self._core,
            self._rim,
            self._star,
        )

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
        for line in (self._rim, self._star):
            line.set_data([star[0]], [star[1]])
        self._ring.set_visible(ring is not None)
        if ring is not None:
            self._ring.set_center(star)
            self._ring.set_width(2 * ring[0])
            self._ring.set_height(2 * ring[1])
        self._hovered = None
        self._lit = None
        self._draw_marks()

    def highlight(self, lit: Collection[int] | None = None, hovered: int | None = None) -> None:
        """Ranks (from 0) of neighbours that stay while the others fade; `hovered` gets ring and spoke."""
        self._lit = None if lit is None else frozenset(lit)
        self._hovered = hovered if hovered is not None and hovered < len(self._indices) else None
        self._draw_marks()

    def _draw_marks(self) -> None:
        shown = self._indices[:MOST_MARKS]
        weights = self._weights[:MOST_MARKS]
        codes = self._codes[shown] if len(shown) else np.empty(0, dtype=int)
        keep = np.asarray(np.isfinite(self._points[shown]).all(axis=-1))
        if self.hidden:
            keep &= ~np.isin(codes, list(self.hidden))
        faded = np.zeros(len(shown), dtype=bool)
        if self._lit is not None:
            faded[:] = True
            faded[[i for i in self._lit if i < len(shown)]] = False
        level = np.where(weights > 0, np.ceil(np.clip(weights, 0, 1) * (LEVELS - 1)), 0).astype(
            int
        )  # weight zero, and nothing else, is level 0: hollow
        keys = (level * 2 + ~faded) * 1000 + codes
        self._used = []
        seen = set()
        for key in np.unique(keys[keep]):
            rest, code = divmod(int(key), 1000)
            bucket = (code, rest // 2, rest % 2 == 0)
            members = shown[keep & (keys == key)]
            line = self._bucket(bucket)
            line.set_data(self._points[members, 0], self._points[members, 1])
            line.set_visible(True)
            self._used.append(line)
            seen.add(bucket)
        for bucket, line in self._pool.items():
            if bucket not in seen:
                line.set_visible(False)
        self._draw_spokes(shown, weights, keep, faded)
        self._draw_hovered()

    def _bucket(self, key: tuple[int, int, bool]) -> Line2D:
        if key in self._pool:
            return self._pool[key]
        code, level, faded = key
        theme, style = self._theme, self._theme.class_style(max(code, 0))
        weight = level / (LEVELS - 1)
        alpha = float(mark_opacity(weight)) * (FADED if faded else 1.0)
        edge_alpha = FADED if faded else max(alpha, 0.85)
        if level == 0:
            face = to_rgba(theme.panel, FADED if faded else 1.0)
        elif style.hollow:
            face = to_rgba(theme.panel, alpha)
        else:
            face = to_rgba(style.fill, alpha)
        line = self._line(
            linestyle="none",
            marker=style.marker,
            markersize=theme.px(area_equal(style.marker, float(mark_radius(weight)))),
            markerfacecolor=face,
            markeredgecolor=to_rgba(style.edge, edge_alpha),
            markeredgewidth=theme.marker_edge * (1.6 if style.hollow and level else 1.0),
            zorder=6 + weight / 2,
        )
        self._pool[key] = line
        return line

    def _draw_spokes(
        self, shown: NDArray[np.intp], weights: Floats, keep: NDArray[np.bool_], faded: NDArray[np.bool_]
    ) -> None:
        chosen = np.flatnonzero(keep & (weights > 0) & ~faded)[:MOST_SPOKES]
        if not np.isfinite(self._star_at).all():
            chosen = chosen[:0]
        ends = self._points[shown[chosen]]
        segments = np.stack([np.broadcast_to(self._star_at, ends.shape), ends], axis=1)
        w = np.clip(weights[chosen], 0, 1)
        colours = np.tile(to_rgba(self._theme.ink3), (len(chosen), 1))
        colours[:, 3] = 0.25 + 0.55 * w
        self._spokes.set_segments(list(segments))
        self._spokes.set_linewidth(list(self._theme.scale * (0.4 + 1.6 * w)))
        self._spokes.set_color(list(map(tuple, colours)))

    def _draw_hovered(self) -> None:
        on = self._hovered is not None and np.isfinite(self._points[self._indices[self._hovered]]).all()
        for line in (self._lit_spoke, self._halo, self._core):
            line.set_visible(on)
        if not on or self._hovered is None:
            return
        theme, point = self._theme, int(self._indices[self._hovered])
        x, y = self._points[point]
        style = theme.class_style(max(int(self._codes[point]), 0))
        radius = float(mark_radius(self._weights[self._hovered]))
        self._lit_spoke.set_data([self._star_at[0], x], [self._star_at[1], y])
        self._halo.set_data([x], [y])
        self._halo.set_markersize(theme.px(2 * radius + 8))
        self._core.set_data([x], [y])
        self._core.set_marker(style.marker)
        self._core.set_markersize(theme.px(area_equal(style.marker, radius)))
        self._core.set_markerfacecolor(theme.panel if style.hollow else style.fill)
        # Ink, not a class colour: the halo's accent must not be taken for a class.
        self._core.set_markeredgecolor(theme.ink)
        self._core.set_markeredgewidth(theme.px(1.4))

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


def draw_moving(ax: Axes, artists: Any) -> None:
    """Draw animated artists over what is on the canvas (after `restore_region`, before `blit`)."""
    for artist in artists:
        if artist.get_visible():
            ax.draw_artist(artist)
