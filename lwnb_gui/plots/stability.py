"""For how many values of k around the current one the answer stays the same: a histogram over the rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from lwnb_gui.plots.layout import Box, add_axes, caption
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.theme import Theme

_BINS = 14


@dataclass(frozen=True, eq=False)
class Stability:
    """For two learners, in how many k's stretch each row keeps its answer.

    Attributes
    ----------
    widths
        Of every row: as bars, and of the learner to compare with as a line (None: none). Shape (rows,).
    most
        The widest stretch there can be: all k.
    """

    k: int
    name: str
    widths: NDArray[np.int64]
    other: str
    other_widths: NDArray[np.int64] | None
    most: int

    @property
    def text(self) -> str:
        """`For how many values of k around 50 the answer stays the same: LWNB median 269 (bars), KNN 87 "
        "(line).`"""
        if not len(self.widths):
            return ""
        text = f"For how many values of k around {self.k} the answer stays the same: "
        text += f"{self.name} median {_median(self.widths)} (bars)"
        if self.other_widths is not None and len(self.other_widths):
            text += f", {self.other} {_median(self.other_widths)} (line)"
        return f"{text}."

    @property
    def edges(self) -> NDArray[np.float64]:
        """Of the bins, even on a logarithmic axis but never narrower than one k."""
        edges = np.unique(np.rint(np.geomspace(1, max(self.most, 2) + 1, _BINS + 1)))
        return edges.astype(float)

    def counts(self, widths: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.histogram(widths, self.edges)[0]


def draw(figure: Figure, data: Stability, theme: Theme) -> Axes:
    """Bars of the one learner, a stepped line of the other, few ticks."""
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
        ax.set_xticks(some, [f"{int(data.edges[i])}{'+' if i == len(counts) - 1 else ''}" for i in some])
    return ax


def _median(widths: NDArray[np.int64]) -> str:
    return f"{int(np.median(widths)):,}"
