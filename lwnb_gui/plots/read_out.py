"""A small table in a corner of a plot that follows the cursor: created once, then only its text changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, ScaledTranslation
from numpy.typing import NDArray

from lwnb_gui.plots.layout import SEMIBOLD, fitted_all, text_width
from lwnb_gui.theme import DPI, Theme
from lwnb_gui.views.curves.curve_figure import ReadOutRow

_AIR, _SAMPLE, _GAP = 11, 24, 9  # pixels: around the text, for a piece of the line, between columns
# Right is preferred to left, and above to below.
CORNERS = ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))


@dataclass(frozen=True)
class TableSize:
    """The table's width and height in pixels, and those of its columns."""

    width: float
    height: float
    name: float
    value: float
    spread: float

    @classmethod
    def of(cls, title: str, rows: Sequence[ReadOutRow], unit: str, theme: Theme) -> TableSize:
        px, points = theme.px, theme.size_small
        names = fitted_all([n for n, _, _ in rows], px(130), theme, points, SEMIBOLD)
        name = max(text_width(n, theme, points, SEMIBOLD) for n in names)
        value = max(text_width(v, theme, points, SEMIBOLD) for _, v, _ in rows)
        spread = max(text_width(s, theme, points) for _, _, s in rows)
        width = 2 * px(_AIR) + px(_SAMPLE) + px(_GAP) + name + px(16) + value
        width += px(_GAP) + spread if spread else 0
        heading = text_width(title, theme, points, SEMIBOLD)
        heading += text_width(unit, theme, points) + px(16) if unit else 0.0
        height = px(_AIR) * 1.4 + points * 1.75 * (len(rows) + 1)
        return cls(max(width, 2 * px(_AIR) + heading), height, name, value, spread)


class ReadOut:
    """A title, and rows of line sample, name, value and spread, in a corner of the axes or next to them."""

    def __init__(
        self, ax: Axes, lines: Mapping[str, Line2D], theme: Theme, animated: bool, next_to_axes: bool = False
    ) -> None:
        self._ax, self._theme, self._next_to_axes = ax, theme, next_to_axes
        figure = ax.get_figure(root=True)
        assert figure is not None
        # Pixels counted from a corner of the axes.
        scale: Any = Affine2D().scale(1 / DPI) + figure.dpi_scale_trans
        whole: Any = ax.transAxes
        self._corners = {corner: scale + ScaledTranslation(corner[0], corner[1], whole) for corner in CORNERS}
        self._options: dict[str, Any] = {"animated": animated, "clip_on": False, "visible": False}
        self._back = Rectangle(
            (0, 0),
            1,
            1,
            facecolor=theme.panel,
            edgecolor=theme.separator_strong,
            linewidth=theme.line_axis,
            zorder=20,
            **self._options,
        )
        ax.add_artist(self._back)
        self._title = self._text(theme.ink, SEMIBOLD, "left")
        self._unit = self._text(theme.ink2, 400, "right")
        self._cells: dict[str, tuple[Line2D, Text, Text, Text]] = {}
        for name, source in lines.items():
            key = Line2D([], [])
            key.update_from(source)
            key.set(marker="None", zorder=21, **self._options)
            ax.add_artist(key)
            self._cells[name] = (
                key,
                self._text(theme.ink, 400, "left"),
                self._text(theme.ink, 400, "right"),
                self._text(theme.ink2, 400, "right"),
            )

    def _text(self, colour: str, weight: int, align: str) -> Text:
        text = Text(
            0,
            0,
            "",
            color=colour,
            fontsize=self._theme.size_small,
            fontweight=weight,
            ha=align,
            va="center",
            zorder=22,
            **self._options,
        )
        self._ax.add_artist(text)
        return text

    @property
    def artists(self) -> tuple[Artist, ...]:
        cells = [artist for row in self._cells.values() for artist in row]
        return (self._back, self._title, self._unit, *cells)

    def hide(self) -> None:
        for artist in self.artists:
            artist.set_visible(False)

    def show(
        self,
        title: str,
        rows: Sequence[ReadOutRow],
        avoid: NDArray[np.float64],
        cursor: float,
        unit: str = "",
    ) -> None:
        """Show rows in order: name, value, spread; the first is highlighted. `unit` is that of the numbers.

        The table goes to the corner where it covers least of the points `avoid`, never the cursor; both in
        pixels from the axes' lower left corner.
        """
        theme, points = self._theme, self._theme.size_small
        px, step = theme.px, points * 1.75
        size = TableSize.of(title, rows, unit, theme)
        width, height = size.width, size.height
        whole = [name for name, _, _ in rows]
        names = dict(zip(whole, fitted_all(whole, px(130), theme, points, SEMIBOLD), strict=True))
        air, sample, gap = px(_AIR), px(_SAMPLE), px(_GAP)
        if self._next_to_axes:
            corner, left, top = CORNERS[0], px(10), 0.0
        else:
            corner = self._corner(width + px(20), height + px(20), avoid, cursor)
            left = -width - px(10) if corner[0] else px(10)
            top = -px(10) if corner[1] else height + px(10)
        self._back.set_bounds(left, top - height, width, height)
        self._title.set_position((left + air, top - air * 0.7 - step / 2))
        self._title.set_text(title)
        self._unit.set(position=(left + width - air, top - air * 0.7 - step / 2), text=unit)
        for i, (name, value, spread) in enumerate(rows):
            key, label, number, band = self._cells[name]
            y = top - air * 0.7 - step * (i + 1.5)
            weight = SEMIBOLD if i == 0 else 400
            key.set_data([left + air, left + air + sample], [y, y])
            label.set(position=(left + air + sample + gap, y), text=names[name], fontweight=weight)
            right = left + air + sample + gap + size.name + px(16) + size.value
            number.set(position=(right, y), text=value, fontweight=weight)
            band.set(position=(right + gap + size.spread, y), text=spread)
        for artist in self.artists:
            artist.set_transform(self._corners[corner])
            artist.set_visible(True)

    def _corner(
        self, width: float, height: float, avoid: NDArray[np.float64], cursor: float
    ) -> tuple[float, float]:
        fine = self._ax.figure.dpi / DPI
        across, down = self._ax.bbox.width / fine, self._ax.bbox.height / fine

        def cost(corner: tuple[float, float]) -> float:
            low = across - width if corner[0] else 0.0
            bottom = down - height if corner[1] else 0.0
            hidden = (avoid[:, 0] >= low) & (avoid[:, 0] <= low + width)
            hidden &= (avoid[:, 1] >= bottom) & (avoid[:, 1] <= bottom + height)
            return float(np.count_nonzero(hidden)) + (1e6 if low <= cursor <= low + width else 0.0)

        return min(CORNERS, key=cost)
