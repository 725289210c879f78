"""A matrix of small maps: every pair of some attributes, histograms on the diagonal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from lwnb_core import Dataset
from lwnb_gui.plots.faint_points import draw_faint_points
from lwnb_gui.plots.histogram import HistogramData, draw_on, histogram_data
from lwnb_gui.plots.layout import Box, add_axes, caption, fitted_all, size
from lwnb_gui.plots.settings import text_style
from lwnb_gui.text import count
from lwnb_gui.theme import Theme
from lwnb_gui.views.map.plane import padded
from lwnb_gui.views.map.points import Floats, axis_scale, axis_values

MOST_ATTRIBUTES = 8
# In a picture as small as a stamp, more points only make a blot.
MOST_ROWS = 1500


@dataclass(frozen=True, eq=False)
class ScatterMatrixData:
    """Places of some rows along some attributes.

    Attributes
    ----------
    names
        Attributes, in the order of the columns.
    along
        Every row's place along each attribute, nominal ones jittered. Shape (rows, attributes).
    limits
        Of each attribute's axis.
    hidden_rows, hidden_attributes
        How many are not shown.
    """

    classes: tuple[str, ...]
    names: tuple[str, ...]
    along: Floats
    codes: NDArray[np.int32]
    limits: tuple[tuple[float, float], ...]
    diagonal: tuple[HistogramData, ...]
    hidden_rows: int
    hidden_attributes: int


def scatter_matrix_data(data: Dataset, attributes: Sequence[int | str] | None = None) -> ScatterMatrixData:
    """Return pairs of the given attributes; by default the first predictors."""
    chosen = [data.index_of(a) for a in (data.predictors if attributes is None else attributes)]
    drawn = chosen[:MOST_ATTRIBUTES]
    # Every n-th row, so that the same rows are shown each time.
    rows = np.unique(np.linspace(0, max(len(data) - 1, 0), min(len(data), MOST_ROWS)).astype(np.intp))
    some = data.subset(rows)
    scales = [axis_scale(data, j) for j in drawn]
    columns = [axis_values(some, s, i) for i, s in enumerate(scales)]
    along = np.column_stack(columns) if columns else np.empty((len(some), 0))
    limits = tuple(
        (-0.5, max(len(s.ticks), 1) - 0.5) if s.nominal else padded(data.column(j))
        for s, j in zip(scales, drawn, strict=True)
    )
    return ScatterMatrixData(
        classes=data.classes,
        names=tuple(data.attributes[j].name for j in drawn),
        along=along,
        codes=some.class_codes,
        limits=limits,
        diagonal=tuple(histogram_data(data, j) for j in drawn),
        hidden_rows=len(data) - len(some),
        hidden_attributes=len(chosen) - len(drawn),
    )


def matrix_caption(data: ScatterMatrixData) -> str:
    """Describe what is shown, and what is not."""
    parts = ["Click a pair to open it in the map."]
    if data.hidden_attributes:
        parts.append(f"{count(data.hidden_attributes, 'more attribute')} not shown.")
    if data.hidden_rows:
        parts.append(f"{len(data.codes):,} rows, evenly spaced among {len(data.codes) + data.hidden_rows:,}.")
    return " ".join(parts)


def draw(
    figure: Figure, data: ScatterMatrixData, theme: Theme, check: Callable[[], None] = lambda: None
) -> dict[tuple[int, int], Axes]:
    """Draw the matrix; return the axes by (row, column).

    It takes a while, so that the window draws it in another thread: every colour and size is given here and
    none left to matplotlib's settings. `check` is called for every cell and may raise.
    """
    axes: dict[tuple[int, int], Axes] = {}
    m = len(data.names)
    below = caption(figure, matrix_caption(data), theme)
    if not m:
        return axes
    width, height = size(figure)
    head, gap = theme.px(22), theme.px(5)
    across = (width - head - theme.px(8) - gap * (m - 1)) / m
    down = (height - head - below - gap * (m - 1)) / m
    for row, column in product(range(m), range(m)):
        check()
        left, top = head + column * (across + gap), head + row * (down + gap)
        ax = add_axes(figure, Box(left=left, top=top, width=across, height=down))
        _style_cell(ax, theme)
        if row == column:
            draw_on(ax, data.diagonal[row], theme, curves=False)
        else:
            pair = data.along[:, [column, row]]
            draw_faint_points(ax, pair, data.codes, theme, radius=1.7, opacity=0.55)
            ax.set_ylim(*data.limits[row])
        ax.set_xlim(*data.limits[column])
        axes[row, column] = ax
    above, at_side = (fitted_all(data.names, side, theme, theme.size_small) for side in (across, down))
    for i in range(len(data.names)):
        options: dict[str, Any] = {
            **text_style(theme),
            "ha": "center",
            "va": "center",
            "fontsize": theme.size_small,
            "color": theme.ink2,
        }
        at = head + i * (across + gap) + across / 2
        figure.text(at / width, 1 - head / 2 / height, above[i], **options)
        at = head + i * (down + gap) + down / 2
        figure.text(head / 2 / width, 1 - at / height, at_side[i], rotation=90, **options)
    return axes


def _style_cell(ax: Axes, theme: Theme) -> None:
    """Draw a frame and nothing else."""
    ax.set(xticks=[], yticks=[], facecolor=theme.panel)
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set(visible=True, color=theme.separator, linewidth=theme.line_axis)
