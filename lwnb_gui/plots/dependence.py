"""Dependence: LWNB's posterior over the values of one attribute, stacked by class, the present one marked."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from lwnb_core import Dependence
from lwnb_gui.plots.layout import Box, add_axes, caption, fitted_all, style_axes, text_width
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.text import printable
from lwnb_gui.theme import Theme
from lwnb_gui.views.dependence import caption_text
from lwnb_gui.views.wording.names import brief

# More values of a nominal attribute than this are not named one by one.
_MOST_NAMES = 12
_MOST_FLIPS = 12
_GAP = 0.14  # between the bars of nominal values, as a share of a bar


class DependenceArtists:
    """The stacked posterior on axes; a position along x is a value."""

    def __init__(self, ax: Axes, data: Dependence, theme: Theme) -> None:
        self.ax, self.data, self.theme = ax, data, theme
        style_axes(ax, theme, grid=False)
        ax.set_ylim(0, 1)
        ax.yaxis.set_major_locator(FixedLocator([0, 0.5, 1]))
        if data.attribute.is_nominal:
            self._bars()
        else:
            self._areas()
        ax.axhline(0.5, color=theme.panel, linewidth=theme.line_axis, linestyle=(0, (1, 3)), zorder=3)
        where = self.place(data.now)
        self.now = ax.axvline(where, color=theme.ink, linewidth=theme.line_cursor, zorder=4)

    @property
    def has_missing(self) -> bool:
        """Whether a bar at the right end stands for a missing value."""
        return self.data.attribute.is_nominal

    def place(self, value: float) -> float:
        """Return the position of a value along x."""
        if np.isnan(value):
            return float(len(self.data.values)) if self.has_missing else np.nan
        return float(value)

    def value_at(self, x: float) -> float:
        """Return the value at a position along x; NaN for missing."""
        data = self.data
        if data.attribute.is_nominal:
            code = int(np.clip(np.rint(x), 0, len(data.values)))
            return np.nan if code >= len(data.values) else float(code)
        return float(np.clip(x, data.values[0], data.values[-1]))

    def _areas(self) -> None:
        ax, data, theme = self.ax, self.data, self.theme
        # The first class is on top, as in the ribbon: each area lies between two sums from the last class on.
        upper = 1 - np.cumsum(data.posteriors, axis=1) + data.posteriors
        for c in range(len(data.classes)):
            if data.posteriors[:, c].max() > 1e-4:
                ax.fill_between(
                    data.values,
                    upper[:, c] - data.posteriors[:, c],
                    upper[:, c],
                    color=theme.class_style(c).area,
                    linewidth=0,
                    zorder=2,
                )
        ax.set_xlim(float(data.values[0]), float(data.values[-1]))
        ax.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
        for value, _, _ in data.flips[:_MOST_FLIPS]:
            ax.plot(
                [value],
                [1.0],
                marker="v",
                markersize=theme.px(6),
                color=theme.ink,
                markeredgewidth=0,
                clip_on=False,
                zorder=5,
            )

    def _bars(self) -> None:
        ax, data, theme = self.ax, self.data, self.theme
        n = len(data.values)
        every = np.vstack([data.posteriors, data.missing])
        where = np.arange(n + 1)
        upper = 1 - np.cumsum(every, axis=1) + every
        for c in range(len(data.classes)):
            if every[:, c].max() > 1e-4:
                ax.bar(
                    where,
                    every[:, c],
                    width=1 - _GAP,
                    bottom=upper[:, c] - every[:, c],
                    color=theme.class_style(c).area,
                    linewidth=0,
                    zorder=2,
                )
        ax.set_xlim(-0.5, n + 0.5)
        ax.xaxis.set_minor_locator(NullLocator())
        step = max(1, -(-(n + 1) // _MOST_NAMES))
        named = [*range(0, n, step), n]
        space = ax.bbox.width / (ax.figure.dpi / 100) / (n + 1) * step
        names = [printable(data.attribute.values[i]) if i < n else "?" for i in named]
        turned = any(text_width(name, theme, theme.size_small) > space for name in names)
        longest = theme.px(44) if turned else space
        labels = fitted_all(names, max(longest, theme.px(14)), theme, theme.size_small)
        ax.xaxis.set_ticks(named, labels, rotation=90 if turned else 0)

    @property
    def is_turned(self) -> bool:
        """Whether names of values stand upright, and need space below."""
        return any(label.get_rotation() for label in self.ax.get_xticklabels())


def draw_on(
    figure: Figure, data: Dependence, theme: Theme, *, below: float = 0.0, top: float = 12.0
) -> DependenceArtists:
    """Draw the figure without its caption, for the window; `below` is left free."""
    px = theme.px
    with drawing_in(theme):
        ax = add_axes(figure, Box(left=px(34), top=px(top), right=px(12), bottom=below + px(24)))
        artists = DependenceArtists(ax, data, theme)
        if artists.is_turned:
            ax.set_axes_locator(Box(left=px(34), top=px(top), right=px(12), bottom=below + px(56)))
    return artists


def draw(figure: Figure, data: Dependence, theme: Theme) -> Axes:
    """Draw the figure with caption, for files."""
    with drawing_in(theme):
        below = caption(figure, caption_text(data), theme)
        artists = draw_on(figure, data, theme, below=below + theme.px(14))
        artists.ax.set_xlabel(brief(data.attribute.name))
    return artists.ax
