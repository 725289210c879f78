"""Confusion matrices: true classes down, given classes across."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from lwnb_gui.commands.text import fixed
from lwnb_gui.plots.layout import SEMIBOLD, class_marker, fitted, pixel_axes, size, text_width
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import Theme, blend

Floats = NDArray[np.float64]
MOST_CLASSES = 24


@dataclass(frozen=True, eq=False)
class ConfusionData:
    """One learner's counts; `matrix[t, g]`: rows of class t that were given class g."""

    name: str
    classes: tuple[str, ...]
    matrix: Floats

    @property
    def shares(self) -> Floats:
        """Percent of each true class; NaN for a class without rows."""
        total = self.matrix.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(100 * self.matrix / total)

    @property
    def recall(self) -> Floats:
        return np.asarray(np.diag(self.shares))

    @property
    def precision(self) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(100 * np.diag(self.matrix) / self.matrix.sum(axis=0))

    @property
    def accuracy(self) -> float:
        total = float(self.matrix.sum())
        return 100 * float(np.trace(self.matrix)) / total if total else np.nan


def confusion_data(
    name: str, classes: tuple[str, ...], true: ArrayLike, given: ArrayLike, weights: ArrayLike | None = None
) -> ConfusionData:
    """Count true against given classes (codes; rows without a true class do not count)."""
    t, g = np.asarray(true, dtype=np.intp), np.asarray(given, dtype=np.intp)
    w = np.ones(len(t)) if weights is None else np.asarray(weights, dtype=float)
    known = (t >= 0) & (g >= 0)
    o = len(classes)
    cells = np.bincount(t[known] * o + g[known], w[known], o * o)
    return ConfusionData(name, tuple(classes), np.asarray(cells.reshape(o, o), dtype=float))


def cell_at(data: ConfusionData, theme: Theme, width: float, x: float, y: float) -> tuple[int, int] | None:
    """True and given class of the cell at a place in logical pixels from the upper left of one matrix."""
    left, top, cell = _geometry(data, theme, width)
    column, row = int((x - left) // cell[0]), int((y - top) // cell[1])
    inside = x >= left and y >= top and column < len(data.classes) and row < len(data.classes)
    return (row, column) if inside else None


def _geometry(data: ConfusionData, theme: Theme, width: float) -> tuple[float, float, tuple[float, float]]:
    widest = max(
        (text_width(brief(name)[:40], theme, theme.size_small) for name in data.classes), default=0.0
    )
    names = min(theme.px(36) + widest, max(width * 0.45, theme.px(60)), theme.px(150))
    o = max(len(data.classes), 1)
    return names, theme.px(28), (min((width - names - theme.px(8)) / o, theme.px(40)), theme.px(20))


def needed_height(data: ConfusionData | tuple[ConfusionData, ...]) -> float:
    """Pixels of the light theme that `draw` takes."""
    first = data[0] if isinstance(data, tuple) else data
    return 36.0 + 20 * min(len(first.classes), MOST_CLASSES)


def draw(figure: Figure, data: ConfusionData | tuple[ConfusionData, ...], theme: Theme) -> None:
    """Matrices side by side, percent of each true class; what is right stands out."""
    several = data if isinstance(data, tuple) else (data,)
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        each = width / max(len(several), 1)
        for i, one in enumerate(several):
            _matrix(ax, one, theme, i * each, each)


def _matrix(ax: Axes, data: ConfusionData, theme: Theme, x0: float, width: float) -> None:
    px = theme.px
    left, top, (wide, tall) = _geometry(data, theme, width)
    first = data.name.startswith("LWNB")
    ax.text(
        x0 + px(12),
        top / 2,
        fitted(data.name, left - px(14), theme, theme.size_text),
        va="center",
        fontsize=theme.size_text,
        fontweight=SEMIBOLD if first else 400,
        color=theme.accent if first else theme.ink,
    )
    figures = wide >= px(22)
    shares = data.shares
    for c in range(len(data.classes)):
        y = top + tall * (c + 0.5)
        class_marker(ax, x0 + left + wide * (c + 0.5), top / 2, c, theme)
        class_marker(ax, x0 + px(16), y, c, theme)
        ax.text(
            x0 + px(26),
            y,
            fitted(data.classes[c], left - px(32), theme, theme.size_small),
            va="center",
            fontsize=theme.size_small,
        )
        for g in range(len(data.classes)):
            share = float(shares[c, g])
            if not np.isfinite(share):
                continue
            corner = (x0 + left + wide * g + 0.5, top + tall * c + 0.5)
            # Shade says the same as the figure, for matrices too large to write in.
            ink = (
                blend(theme.ink2, theme.panel, 0.06 + 0.5 * share / 100)
                if share and not figures
                else theme.panel
            )
            colour = theme.fill if c == g and figures else ink
            ax.add_patch(Rectangle(corner, wide - 1, tall - 1, color=colour, linewidth=0))
            if figures:
                ax.text(
                    x0 + left + wide * (g + 0.5),
                    y,
                    fixed(share, 0),
                    ha="center",
                    va="center",
                    fontsize=theme.size_small,
                    fontweight=SEMIBOLD if c == g else 400,
                    color=theme.ink if c == g or share >= 0.5 else theme.ink3,
                )
