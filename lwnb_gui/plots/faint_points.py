"""All rows of a data set as faint points on axes."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from lwnb_gui.theme import Theme

Floats = NDArray[np.float64]
RADIUS, OPACITY = 2.6, 0.32
# Diameters at which shapes look as large as a circle.
_AS_LARGE = {"s": 0.88, "D": 0.8, "^": 1.12, "v": 1.12, "P": 1.05, "X": 1.05}


def draw_faint_points(
    ax: Axes,
    positions: Floats,
    codes: NDArray[np.int32],
    theme: Theme,
    radius: float = RADIUS,
    opacity: float = OPACITY,
) -> dict[int, Line2D]:
    """Draw all rows as faint points, one artist per class, which draws a hundred thousand points at once."""
    lines = {}
    for code in np.unique(codes):
        here = positions[codes == code]
        style = theme.class_style(max(int(code), 0))
        unknown = code < 0
        line = Line2D(
            here[:, 0],
            here[:, 1],
            linestyle="none",
            marker="." if unknown else style.marker,
            markersize=theme.px(2 * radius * _AS_LARGE.get(style.marker, 1.0)),
            markerfacecolor=theme.ink3 if unknown else style.marker_face,
            markeredgecolor=style.fill if style.hollow else "none",
            markeredgewidth=theme.marker_edge if style.hollow else 0.0,
            alpha=min(2 * opacity, 1.0) if style.hollow else opacity,
            zorder=1,
            gid=str(int(code)),
        )
        ax.add_line(line)
        lines[int(code)] = line
    return lines
