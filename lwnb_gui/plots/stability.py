"""For how many values of k around the current one the answer stays the same: a histogram over the rows."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lwnb_gui.plots.layout import Box, add_axes, caption
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.stability import StabilityReading


def draw(figure: Figure, data: StabilityReading, theme: Theme) -> Axes:
    """Draw bars for one learner and a stepped line for the other, with few ticks."""
    with drawing_in(theme):
        below = caption(figure, data.text, theme) if figure.get_size_inches()[1] > 2.5 else 0.0
        box = Box(left=theme.px(4), top=theme.px(4), right=theme.px(4), bottom=below + theme.px(20))
        ax = add_axes(figure, box)
        counts = data.counts(data.widths)
        at = np.arange(len(counts))
        ax.bar(at, counts, width=0.86, color=theme.accent, alpha=0.85, linewidth=0)
        if data.other_widths is not None:
            line = data.counts(data.other_widths)
            ax.stairs(line, np.arange(len(line) + 1) - 0.5, color=theme.ink, linewidth=theme.line_other * 0.8)
        for side, spine in ax.spines.items():
            spine.set_visible(side == "bottom")
            spine.set(color=theme.separator_strong, linewidth=theme.line_axis)
        ax.set_xlim(-0.6, len(counts) - 0.4)
        ax.set_yticks([])
        ax.tick_params(length=0, pad=theme.px(4), labelsize=theme.size_least, labelcolor=theme.ink2)
        some = sorted({0, len(counts) // 3, 2 * len(counts) // 3, len(counts) - 1})
        ax.set_xticks(some, [data.ticks[i] for i in some])
    return ax
