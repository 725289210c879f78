"""Positions in pixels, axes in the style of a theme, and text that fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Bbox

from lwnb_gui.plots.settings import text_style
from lwnb_gui.theme import DPI, Theme
from lwnb_gui.views.wording.names import brief_all, shorten_all

# The usual font has no weight 600; asking for bold keeps matplotlib from complaining.
SEMIBOLD = 700
# Hinted glyphs at small sizes are slightly wider than the outlines that are measured.
_HINTING = 1.05


@dataclass(frozen=True)
class Box:
    """A rectangle in a figure in logical pixels, measured from its edges, whatever size the figure has.

    Set on axes as their locator, it holds while the window is resized. Either `right` (`bottom`) or `width`
    (`height`) is given; with neither, the box reaches to the far edge.
    """

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    width: float | None = None
    height: float | None = None

    def __call__(self, ax: Any, renderer: Any = None) -> Bbox:
        return self.within(size(ax.get_figure(root=True)))

    def within(self, whole: tuple[float, float]) -> Bbox:
        """Return the box as fractions of a figure of that size."""
        across, down = whole
        width = self.width if self.width is not None else across - self.left - self.right
        height = self.height if self.height is not None else down - self.top - self.bottom
        width, height = max(width, 1.0), max(height, 1.0)
        return Bbox.from_bounds(
            self.left / across, 1 - (self.top + height) / down, width / across, height / down
        )


def size(figure: Figure | None) -> tuple[float, float]:
    """Return width and height of a figure in logical pixels (fine screens have several dots per pixel)."""
    assert figure is not None
    width, height = figure.get_size_inches()
    return max(float(width) * DPI, 1.0), max(float(height) * DPI, 1.0)


def place(ax: Axes, box: Box) -> Axes:
    """Keep axes at a box."""
    ax.set_axes_locator(box)
    ax.set_position(box.within(size(ax.get_figure(root=True))))
    return ax


def add_axes(figure: Figure, box: Box) -> Axes:
    """Add axes at a box."""
    return place(figure.add_axes((0.0, 0.0, 1.0, 1.0)), box)


def pixel_axes(figure: Figure) -> Axes:
    """Return axes over the whole figure in which a unit is a pixel, counted from the upper left corner."""
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    width, height = size(figure)
    ax.set_xlim(0, width)
    ax.set_ylim(height, 0)
    ax.set_axis_off()
    return ax


def style_axes(ax: Axes, theme: Theme, grid: bool = True) -> None:
    """Style a plot's axes: grid below everything, unobtrusive frame, no tick marks."""
    ax.set_facecolor(theme.panel)
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set(color=theme.separator_strong, linewidth=theme.line_axis)
    # Set here rather than by the settings: ticks are also created later, when the window zooms.
    ax.tick_params(
        which="both",
        length=0,
        pad=theme.px(6),
        labelsize=theme.size_small,
        labelcolor=theme.ink2,
        labelfontfamily=theme.fonts[0],
        grid_color=theme.grid,
        grid_linewidth=theme.line_grid,
    )
    ax.set_axisbelow(True)
    ax.grid(grid)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set(color=theme.ink2, fontsize=theme.size_small)


def left_space(ax: Axes, theme: Theme) -> float:
    """Return the pixels that the labels of the y axis need, including its name."""
    ticks = [v for v in ax.yaxis.get_major_locator()() if min(ax.get_ylim()) <= v <= max(ax.get_ylim())]
    names = ax.yaxis.get_major_formatter().format_ticks(ticks)
    widest = max((text_width(name, theme, theme.size_small) for name in names), default=0.0)
    return widest + theme.px(12) + (theme.size_small * 1.5 if ax.get_ylabel() else 0.0)


def text_width(text: str, theme: Theme, points: float, weight: int = 400) -> float:
    """Return the width of plain text in logical pixels."""
    return font_width(text, theme.fonts, points, weight)


def font_width(
    text: str,
    families: tuple[str, ...],
    points: float,
    weight: int = 400,
    style: str = "normal",
    *,
    hinting: float = _HINTING,
) -> float:
    """Return the width of plain text in some font, in logical pixels."""
    return _width(text, families, weight, style) * points / 100 * hinting


@lru_cache(maxsize=4096)
def _width(text: str, fonts: tuple[str, ...], weight: int, style: str) -> float:
    properties = FontProperties(family=list(fonts), size=100, weight=weight, style=style)  # type: ignore[arg-type]
    return float(text_to_path.get_text_width_height_descent(text, properties, False)[0])


def fitted(text: str, width: float, theme: Theme, points: float, weight: int = 400) -> str:
    """Return a name or value from a file, safe to draw, without its middle if it is too long."""
    return fitted_all([text], width, theme, points, weight)[0]


def fitted_all(
    texts: Sequence[str], width: float, theme: Theme, points: float, weight: int = 400
) -> list[str]:
    """Return names or values of one list, so that none is shortened to look like another."""
    # A width that was measured for a name is enough for it, despite rounding.
    return shorten_all(texts, width + 0.01, lambda text: text_width(text, theme, points, weight))


def names_width(names: Iterable[str], theme: Theme, points: float, weight: int = 400) -> float:
    """Return the pixels that names take, up to the length for which a figure makes space."""
    return max((text_width(name, theme, points, weight) for name in brief_all(tuple(names))), default=0.0)


def wrapped(text: str, width: float, theme: Theme, points: float) -> list[str]:
    """Return text in lines of at most that width."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, theme, points) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, theme, points))
    return lines


def caption(figure: Figure, text: str, theme: Theme, left: float = 12.0) -> float:
    """Write a caption along the lower edge; return the height that it takes."""
    if not text:
        return 0.0
    width, _ = size(figure)
    lines = wrapped(text, width - 2 * theme.px(left), theme, theme.size_small)
    step = theme.size_small * 1.4
    for i, line in enumerate(reversed(lines)):
        style: dict[str, Any] = {**text_style(theme), "color": theme.ink2, "fontsize": theme.size_small}
        label = figure.text(0, 0, line, va="baseline", ha="left", **style)
        pin(label, figure, theme.px(left), theme.px(10) + i * step, from_top=False)
    return theme.px(14) + len(lines) * step


def pin(artist: Any, figure: Figure, x: float, y: float, *, from_top: bool = True) -> None:
    """Keep a text this many pixels from the figure's left and top (or lower) edge."""
    from matplotlib.transforms import ScaledTranslation

    edge = 1.0 if from_top else 0.0
    shift = ScaledTranslation(x / DPI, (-y if from_top else y) / DPI, figure.dpi_scale_trans)
    artist.set_position((0.0, edge))
    artist.set_transform(figure.transFigure + shift)


def spread(positions: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move labels apart so that they keep a gap, as little as possible."""
    from scipy.optimize import isotonic_regression

    if not len(positions):
        return []
    order = np.argsort(positions, kind="stable")
    steps = np.arange(len(positions)) * gap
    in_order = np.asarray(positions, dtype=float)[order]
    moved = np.asarray(isotonic_regression(in_order - steps).x)
    moved = np.clip(moved, low, max(high - steps[-1], low)) + steps
    result = np.empty(len(positions))
    result[order] = moved
    return [float(v) for v in result]
