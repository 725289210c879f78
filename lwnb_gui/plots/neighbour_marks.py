"""What moves with k on a map: star, neighbours, spokes and ring; shared by the map and the distance view."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from operator import itemgetter

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_gui.plots.mark_styles import (
    LEVELS,
    MarkStyle,
    hovered_styles,
    lit_spoke_width,
    mark_radius,
    neighbour_style,
    ring_style,
    spoke_styles,
    star_styles,
)
from lwnb_gui.plots.theme import DPI, Theme

Floats = NDArray[np.float64]
Place = tuple[float, float]

# With the whole data set in the neighbourhood, only the nearest are drawn large; the caption says so.
MOST_MARKS = 500
MOST_SPOKES = 50
# Pixels around a row within which the mouse is on it; on small maps there must be room to click between rows.
_REACH, _SMALL_REACH = 8.0, 4.0


@dataclass(frozen=True)
class Hit:
    """What is under the mouse: a point (by index) and, if it is a neighbour, its rank from 0."""

    point: int
    neighbour: int | None


@dataclass(frozen=True, eq=False)
class Marks:
    """Markers from below to above: the looks, how many there are of each, and where all of them are in the
    plane. Shape (n, 2).
    """

    styles: Sequence[MarkStyle] = ()
    counts: Sequence[int] = ()
    places: Floats = field(default_factory=lambda: np.empty((0, 2)))

    def __iter__(self) -> Iterator[tuple[MarkStyle, Floats]]:
        """Each look with its places."""
        ends = accumulate(self.counts)
        for style, count, end in zip(self.styles, self.counts, ends, strict=True):
            yield style, self.places[end - count : end]


@dataclass(frozen=True, eq=False)
class Below:
    """What lies below the markers, in the plane: ring, spokes, and the spoke of the row under the mouse."""

    star: Place
    ring: Place | None = None  # half axes
    spokes: Sequence[tuple[int, Sequence[float]]] = ()  # level and end of each, the lightest first
    lit: Place | None = None  # the end of that spoke


class NeighbourMarks:
    """The markers, `above`, and the lines `below` them. The window paints both itself, many times faster than
    as artists; where `animated` is false, for a file, they are artists.

    On a `small` map, one of several, neighbours are not drawn large, for they would hide all else: there are
    star and ring, and the neighbour under the mouse.
    """

    def __init__(
        self,
        ax: Axes,
        points: Floats,
        codes: NDArray[np.int32],
        theme: Theme,
        animated: bool,
        small: bool = False,
    ) -> None:
        self._ax, self._points, self._codes, self._theme = ax, points, codes, theme
        self._animated = animated
        self._most_marks = 0 if small else MOST_MARKS
        self._reach = _SMALL_REACH if small else _REACH
        self._has_gaps = not np.isfinite(points).all()  # rows without a place
        self._classes = np.maximum(codes, 0)
        self._styles: dict[int, MarkStyle] = {}
        self._star_styles = star_styles(theme)
        self._artists: list[Artist] = []
        self._indices = np.empty(0, dtype=np.intp)
        self._weights = np.empty(0)
        self._star_at = (np.nan, np.nan)
        self._ring: Place | None = None
        self._lit: frozenset[int] | None = None
        self._hovered: int | None = None
        self.hidden: frozenset[int] = frozenset()
        self.below = Below((np.nan, np.nan))
        self.above = Marks()

    # -- moving ---------------------------------------------------------------------------------------

    def move(
        self,
        star: Place,
        indices: NDArray[np.intp],
        explanation: Explanation,
        ring: Place | None,
    ) -> None:
        """Show an explanation's neighbours: points `indices`, nearest first; `ring` half axes or None."""
        found = explanation.neighbourhood
        self._indices = indices
        self._weights = found.weights if found is not None else np.empty(0)
        self._star_at, self._ring = star, ring
        self._hovered = self._lit = None
        self._arrange()

    def highlight(self, lit: Collection[int] | None = None, hovered: int | None = None) -> None:
        """Ranks (from 0) of neighbours that stay while the others fade; `hovered` gets ring and spoke."""
        self._lit = None if lit is None else frozenset(lit)
        self._hovered = hovered if hovered is not None and hovered < len(self._indices) else None
        self._arrange()

    def _arrange(self) -> None:
        drawn: slice | NDArray[np.intp] = slice(self._most_marks)  # by their ranks
        if self._has_gaps or self.hidden:
            nearest = self._indices[drawn]
            seen = np.isfinite(self._points[nearest]).all(axis=-1)
            drawn = np.flatnonzero(seen & ~np.isin(self._codes[nearest], list(self.hidden)))
        shown, weights = self._indices[drawn], np.minimum(self._weights[drawn], 1.0)
        stay: NDArray[np.intp] | int = 1  # 0 for those that fade
        if self._lit is not None:
            stay = np.isin(np.arange(len(self._indices))[drawn], list(self._lit)).astype(np.intp)
        places = self._points[shown]
        levels = np.ceil(weights * (LEVELS - 1)).astype(np.intp)  # weight zero, and nothing else, is level 0
        self.below = self._lines(places, levels * stay)
        self.above = self._markers(places, (levels * 2 + stay) * 1000 + self._classes[shown])
        if not self._animated:
            self._make_artists()

    def _markers(self, places: Floats, looks: NDArray[np.intp]) -> Marks:
        """All of one look together; the heavier above the lighter, those that stay above the faded."""
        order = looks.argsort(kind="stable")
        looks = looks[order]
        starts = [0, *(np.flatnonzero(looks[1:] != looks[:-1]) + 1).tolist()] if len(looks) else []
        counts = [end - start for start, end in pairwise([*starts, len(looks)])]
        alone = [*self._hovered_marks(), *self._star_marks()]
        return Marks(
            [*map(self._style, looks[starts].tolist()), *(style for style, _ in alone)],
            [*counts, *([1] * len(alone))],
            np.concatenate([places[order], [place for _, place in alone]]) if alone else places[order],
        )

    def _style(self, key: int) -> MarkStyle:
        if key not in self._styles:
            rest, code = divmod(key, 1000)
            self._styles[key] = neighbour_style(self._theme, code, rest // 2, rest % 2 == 0)
        return self._styles[key]

    def _lines(self, places: Floats, levels: NDArray[np.intp]) -> Below:
        """Spokes to the nearest, but for those of level 0."""
        spokes: list[tuple[int, list[float]]] = []
        if _is_somewhere(self._star_at):
            chosen = levels.nonzero()[0][:MOST_SPOKES]
            found = zip(levels[chosen].tolist(), places[chosen].tolist(), strict=True)
            spokes = sorted(found, key=itemgetter(0))
        return Below(self._star_at, self._ring, spokes, self._hovered_place())

    def _hovered_place(self) -> Place | None:
        if self._hovered is None:
            return None
        x, y = self._points[self._indices[self._hovered]].tolist()
        return (x, y) if _is_somewhere((x, y)) else None

    def _hovered_marks(self) -> list[tuple[MarkStyle, Place]]:
        i, place = self._hovered, self.below.lit
        if i is None or place is None:
            return []
        code = int(self._codes[self._indices[i]])
        return [(style, place) for style in hovered_styles(self._theme, code, float(self._weights[i]))]

    def _star_marks(self) -> list[tuple[MarkStyle, Place]]:
        place = self._star_at
        return [(style, place) for style in self._star_styles] if _is_somewhere(place) else []

    def _make_artists(self) -> None:
        for old in self._artists:
            old.remove()
        below, add = self.below, self._ax.add_artist
        self._artists = []
        if below.ring is not None:
            face, edge, width = ring_style(self._theme)
            wide, tall = 2 * below.ring[0], 2 * below.ring[1]
            ring = Ellipse(below.star, wide, tall, fc=face, ec=edge, linewidth=width, zorder=2)
            self._artists.append(self._ax.add_patch(ring))
        styles = spoke_styles(self._theme)
        looks = [styles[level] for level, _ in below.spokes]
        spokes = LineCollection(
            [np.array([below.star, end]) for _, end in below.spokes],
            colors=[colour for colour, _ in looks],
            linewidths=[width for _, width in looks],
            capstyle="round",
            zorder=3,
        )
        self._artists.append(add(spokes))
        if below.lit is not None:
            (x0, y0), (x1, y1) = below.star, below.lit
            width = lit_spoke_width(self._theme)
            lit = Line2D([x0, x1], [y0, y1], color=self._theme.accent, linewidth=width, zorder=5)
            self._artists.append(add(lit))
        for i, (style, places) in enumerate(self.above):
            line = style.line(zorder=6 + i / 1000)
            line.set_data(places[:, 0], places[:, 1])
            self._artists.append(add(line))

    # -- hovering -------------------------------------------------------------------------------------

    def hit(self, x: float, y: float) -> Hit | None:
        """What lies at a place given in the canvas's pixels; neighbours come before the faint rows."""
        ax = self._ax
        here = ax.transData.inverted().transform((x, y))
        box, (x0, x1), (y0, y1) = ax.bbox, ax.get_xlim(), ax.get_ylim()
        per_x, per_y = box.width / (x1 - x0 or 1.0), box.height / (y1 - y0 or 1.0)
        fine = self._ax.figure.dpi / DPI  # canvas pixels for a logical one
        reach = self._reach * fine * self._theme.scale

        def squared(points: Floats) -> Floats:
            dx, dy = (points[:, 0] - here[0]) * per_x, (points[:, 1] - here[1]) * per_y
            d2 = dx * dx + dy * dy
            return np.where(np.isnan(d2), np.inf, d2)

        near = self._indices[: self._most_marks]
        if len(near):
            own = mark_radius(self._weights[: len(near)]) * self._theme.scale * fine
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
        if not _is_somewhere(self._star_at):
            return False
        sx, sy = self._ax.transData.transform(self._star_at)
        return bool(np.hypot(sx - x, sy - y) <= reach * self._theme.scale * self._ax.figure.dpi / DPI)


class WithMarks:
    """What draws rows and, over them, an explanation's neighbours: `static` is drawn once; what moves with k,
    edits and the mouse are the lines `below` and the markers `above` them, which the window paints.
    """

    static: tuple[Artist, ...]
    _marks: NeighbourMarks

    @property
    def below(self) -> Below:
        return self._marks.below

    @property
    def above(self) -> Marks:
        return self._marks.above

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


def _is_somewhere(place: Place) -> bool:
    return math.isfinite(place[0]) and math.isfinite(place[1])
