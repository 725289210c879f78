"""Accuracy, or another measure, over k for several learners."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from numpy.typing import NDArray

from lwnb_gui.plots.best_k import best_layout, draw_best
from lwnb_gui.plots.curve_axes import set_axis, thinned, value_range
from lwnb_gui.plots.layout import (
    SEMIBOLD,
    Box,
    add_axes,
    caption,
    fitted,
    fitted_all,
    left_space,
    place,
    style_axes,
    text_width,
)
from lwnb_gui.plots.line_labels import LabelPlace, place_labels, resampled
from lwnb_gui.plots.read_out import ReadOut, TableSize
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import DPI, Theme
from lwnb_gui.views.curves.curve_figure import CurveFigure, CurveSeries, ink_and_dashes, line_width

__all__ = ["CurveArtists", "CurveFigure", "CurveSeries", "compose", "draw"]

Floats = NDArray[np.float64]

# If there are at least this many k, the mouse moves from one computed k to the next.
_MANY = 60


class CurveArtists:
    """Curves on axes: lines, bands and names are drawn once; cursor and read-out move with k."""

    def __init__(
        self, ax: Axes, data: CurveFigure, theme: Theme, animated: bool = True, *, next_to_axes: bool = False
    ) -> None:
        """Draw the curves; with `next_to_axes`, the read-out is to the right of the axes, not inside them."""
        self.ax, self.data, self.theme, self._next_to_axes = ax, data, theme, next_to_axes
        with drawing_in(theme):
            style_axes(ax, theme)
            set_axis(ax, data, theme)
            self.lines: dict[str, Line2D] = {}
            self._bands: dict[str, PolyCollection] = {}
            self._growing = animated and data.growing
            variants = 0
            for i, series in enumerate(data.series):
                style = _line_style(series, theme, variants)
                variants += series.style == "variant"
                self._series(series, style, 3 + (series.style == "lwnb") + 0.01 * i)
            self._labels = self._names()
            self.static: tuple[Artist, ...] = tuple(self.lines.values())
            self._cursor = self._upright(theme.ink, theme.line_cursor, animated)
            self._hover = self._upright(theme.ink3, theme.line_axis, animated)
            self._dots = [self._dot(s, animated) for s in data.series]
            self._table = ReadOut(ax, self.lines, theme, animated, next_to_axes)

    @property
    def animated(self) -> tuple[Artist, ...]:
        curves = (*self._bands.values(), *self.lines.values()) if self._growing else ()
        return (*curves, self._hover, self._cursor, *self._dots, *self._table.artists)

    def follow(self, data: CurveFigure) -> bool:
        """Move lines and bands to their place with more test cases; False if a new picture is needed."""
        old = self.data
        if not (self._growing and data.growing) or data.k_range != old.k_range:
            return False
        if [(s.name, s.low is None) for s in data.series] != [(s.name, s.low is None) for s in old.series]:
            return False
        if (data.log, data.measure, data.limits) != (old.log, old.measure, old.limits):
            return False
        low, high = self.ax.get_ylim()
        least, most = value_range(data)
        air = 0.035 * (high - low)  # slightly less than `value_range` adds
        fits = low - air <= least < most <= high + air and most - least > 0.6 * (high - low)
        if data.limits is None and not fits:
            return False
        self.data = data
        for series in data.series:
            ks, mean, band = self._points_of(series)
            self.lines[series.name].set_data(ks, mean)
            if band is not None:
                self._bands[series.name].set_verts([_outline(ks, *band)])
        return True

    def update(self, k: int | None, read_out: bool = True, hover: int | None = None) -> None:
        """Move the cursor to k, or remove it if k is None. At the mouse, that k is read out."""
        self._cursor.set_visible(k is not None)
        self._hover.set_visible(hover is not None)
        if k is not None:
            self._cursor.set_xdata([k, k])
        if hover is not None:
            self._hover.set_xdata([hover, hover])
            k = hover
        for dot in self._dots:
            dot.set_visible(k is not None)
        if k is None or not read_out or not self.data.series:
            self._table.hide()
        if k is None:
            return
        for dot, series in zip(self._dots, self.data.series, strict=True):
            dot.set_data([k], [series.at(k)[0]])
        if read_out and self.data.series:
            rows, across = self.data.read_out(k), self._across(k)
            self._table.show(self.data.title_at(k), rows, self._avoid, across, self.data.unit)

    def _upright(self, colour: str, width: float, animated: bool) -> Line2D:
        return self.ax.axvline(1, color=colour, linewidth=width, animated=animated, visible=False, zorder=5)

    def k_at(self, x: float) -> int:
        """Return the k at a point given in the canvas's pixels."""
        low, high = self.data.k_range
        k = int(np.clip(round(float(self.ax.transData.inverted().transform((x, 0))[0])), low, high))
        return self.data.nearest(k) if self._fine else k

    def point_at(self, x: float, y: float) -> tuple[int, float]:
        """Return k and value at a point given in the canvas's pixels."""
        return self.k_at(x), float(self.ax.transData.inverted().transform((x, y))[1])

    @property
    def _fine(self) -> bool:
        """Whether there are so few k that the mouse can mean only one of them."""
        return max((len(s.ks) for s in self.data.series), default=0) >= _MANY

    def between(self, x: float, y: float) -> tuple[str, str] | None:
        """Return the two curves between which a point in the canvas's pixels lies: upper, lower."""
        k, value = self.point_at(x, y)
        here = sorted((s.at(k)[0], s.name) for s in self.data.series)
        below = [name for v, name in here if v <= value]
        above = [name for v, name in here if v > value]
        return (above[0], below[-1]) if above and below else None

    # -- static ---------------------------------------------------------------------------------------

    def _series(self, series: CurveSeries, style: dict[str, Any], zorder: float) -> None:
        ks, mean, band = self._points_of(series)
        self.lines[series.name] = self.ax.plot(ks, mean, zorder=zorder, animated=self._growing, **style)[0]
        if band is not None:
            self._bands[series.name] = PolyCollection(
                [_outline(ks, *band)],
                color=style["color"],
                alpha=0.06 if series.style == "variant" else 0.13,
                linewidth=0,
                zorder=2,
                animated=self._growing,
            )
            self.ax.add_collection(self._bands[series.name], autolim=False)

    def _points_of(self, series: CurveSeries) -> tuple[Floats, Floats, tuple[Floats, Floats] | None]:
        """Return the points worth drawing: k, means, ends of the band; a learner without k goes across."""
        if len(series.ks) == 1:
            return np.array(self.data.k_range, dtype=float), np.repeat(series.mean, 2), None
        keep = thinned(series.ks, self.data.log)
        band = None
        if series.low is not None and series.high is not None:
            band = self.data.bounded(series.low[keep]), self.data.bounded(series.high[keep])
        return series.ks[keep].astype(float), series.mean[keep], band

    def arrange(self) -> None:
        """Place the names for the size that the axes have now; call it after a resize."""
        for label in self._labels:
            label.remove()
        with drawing_in(self.theme):
            self._labels = self._names()

    def _pixels(self) -> list[Floats]:
        """Return the curves as points in pixels from the axes' lower left corner."""
        ax = self.ax
        locator: Any = ax.get_axes_locator()  # None before the axes have been placed
        ax.apply_aspect(locator(ax, None) if locator is not None else None)
        fine, corner = ax.figure.dpi / DPI, ax.bbox.min
        lines = (np.column_stack(line.get_data()) for line in self.lines.values())
        return [resampled((ax.transData.transform(xy) - corner) / fine) for xy in lines]

    def _names(self) -> list[Text]:
        ax, theme, data = self.ax, self.theme, self.data
        self._points = self._pixels()
        every = [s.name for s in data.series]
        names = fitted_all(every, theme.px(150), theme, theme.size_text, SEMIBOLD)
        sizes = [(text_width(n, theme, theme.size_text, SEMIBOLD), theme.size_text) for n in names]
        whole = ax.bbox.width * DPI / ax.figure.dpi, ax.bbox.height * DPI / ax.figure.dpi
        taken = []
        # The read-out's usual corner stays free.
        table = theme.px(210), theme.size_small * 1.75 * (len(names) + 1) + theme.px(36)
        if not self._next_to_axes:
            taken.append(LabelPlace(whole[0] - table[0], whole[1] - table[1], *table))
        if data.k is not None:
            taken.append(LabelPlace(self._across(data.k) - 6, 0, 12, whole[1]))
        labels = []
        spots = place_labels(self._points, sizes, whole, taken)
        for name, series, spot in zip(names, data.series, spots, strict=True):
            if spot is None:
                continue
            label = ax.text(
                spot.x / whole[0],
                spot.y / whole[1],
                name,
                transform=ax.transAxes,
                # A dashed line may be pale, but its name stands on bands and must be legible.
                color=theme.ink2 if series.style == "knndw" else self.lines[series.name].get_color(),
                fontsize=theme.size_text,
                fontweight=SEMIBOLD,
                va="bottom",
                path_effects=[withStroke(linewidth=theme.px(2.4), foreground=theme.panel, alpha=0.75)],
                zorder=6,
            )
            labels.append(label)
        # Covering a name is worse than covering a piece of a curve.
        centres = [(s.x + s.width / 2, s.y + s.height / 2) for s in spots if s is not None]
        self._avoid = np.vstack([*self._points, *([centre] * 300 for centre in centres), np.empty((0, 2))])
        return labels

    def _across(self, k: int) -> float:
        """Return the position of k, in pixels from the axes' left edge."""
        ax = self.ax
        return float((ax.transData.transform((k, 0))[0] - ax.bbox.x0) * DPI / ax.figure.dpi)

    # -- moving ---------------------------------------------------------------------------------------

    def _dot(self, series: CurveSeries, animated: bool) -> Line2D:
        theme = self.theme
        dot = Line2D(
            [],
            [],
            marker="o",
            markersize=theme.px(8),
            markerfacecolor=theme.panel,
            markeredgecolor=self.lines[series.name].get_color(),
            markeredgewidth=theme.px(1.8),
            zorder=7,
            animated=animated,
            visible=False,
        )
        self.ax.add_line(dot)
        return dot


def _line_style(series: CurveSeries, theme: Theme, variant: int = 0) -> dict[str, Any]:
    """Return colour, width and dashes, as matplotlib names them."""
    ink, dashes = ink_and_dashes(series.style, variant)
    style = {"color": getattr(theme, ink), "linewidth": line_width(series.style, theme), "linestyle": "-"}
    return style | {"linestyle": (0, dashes), "dash_capstyle": "butt"} if dashes else style


def _outline(ks: Floats, low: Floats, high: Floats) -> Floats:
    """Return a band as a polygon; if nothing is known yet, it has no height. Shape (2 · ks, 2)."""
    known = np.isfinite(low) & np.isfinite(high)
    ks, low, high = ks[known], low[known], high[known]
    return np.column_stack([np.concatenate([ks, ks[::-1]]), np.concatenate([low, high[::-1]])])


def draw(figure: Figure, data: CurveFigure, theme: Theme) -> Axes:
    """Draw curves with cursor, read-out, best k and caption, for files."""
    artists = compose(figure, data, theme, animated=False)
    artists.update(data.k)
    return artists.ax


def _table_size(data: CurveFigure, theme: Theme) -> TableSize:
    """Return about the size of the read-out, at any k."""
    rows = data.read_out(data.k or data.k_range[0]) or [("", "", "")]
    return TableSize.of(f"k = {data.k_range[1]}", rows, data.unit, theme)


def compose(figure: Figure, data: CurveFigure, theme: Theme, animated: bool = True) -> CurveArtists:
    """Draw everything except the cursor: curves, best k below them, title and caption."""
    with drawing_in(theme):
        below = caption(figure, data.caption, theme)
        top = theme.px(36) if data.title else theme.px(12)
        box = Box(left=theme.px(52), top=top, right=theme.px(20), bottom=below + theme.px(44))
        ax = add_axes(figure, box)
        set_axis(ax, data, theme)  # now, because the names are placed in the space that the labels leave
        left = left_space(ax, theme)
        across, down = figure.get_size_inches() * DPI
        shown = data.k_range if data.limits is None else data.limits[:2]
        layout = best_layout(data.best, shown, data.log, (across - left - box.right, down), theme)
        box = replace(box, left=left, bottom=box.bottom + layout.height)
        table = _table_size(data, theme)
        next_to_axes = table.height > 0.4 * (down - box.top - box.bottom) and across > 3.5 * table.width
        if next_to_axes:  # inside the axes it would cover the curves, in every corner
            box = replace(box, right=table.width + theme.px(30))
            layout = best_layout(data.best, shown, data.log, (across - left - box.right, down), theme)
        place(ax, box)
        artists = CurveArtists(ax, data, theme, animated, next_to_axes=next_to_axes)
        if data.best:
            strip = add_axes(figure, box)
            low_edge = down - below - theme.px(6)
            place(
                strip,
                Box(left=box.left, right=box.right, top=low_edge - layout.height, height=layout.height),
            )
            colours = {name: line.get_color() for name, line in artists.lines.items()}
            draw_best(strip, data.best, layout, colours, shown, data.log, theme)
        if data.title:
            ax.set_title(
                fitted(data.title, theme.px(600), theme, theme.size_panel),
                loc="left",
                fontweight=SEMIBOLD,
                pad=theme.px(10),
            )
    return artists
