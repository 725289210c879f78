"""The best k with its uncertainty, as bars under the curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lwnb_gui.commands.text import fixed
from lwnb_gui.plots.layout import text_width
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import DPI, Theme

_SPANS = 3


@dataclass(frozen=True)
class BestK:
    """A learner's best k with its uncertainty: the ranges of k that are not significantly worse."""

    name: str
    k: int
    value: float
    ranges: tuple[tuple[int, int], ...]
    decimals: int = 2

    @property
    def words(self) -> str:
        """All but the longest stretches are only counted: a restless curve has dozens of them."""
        own = [r for r in self.ranges if r[0] <= self.k <= r[1]]
        longest = sorted((r for r in self.ranges if r not in own), key=lambda r: r[0] - r[1])
        kept = sorted([*own, *longest[: _SPANS - len(own)]])
        spans = ", ".join(str(a) if a == b else f"{a}…{b}" for a, b in kept)
        more = f" and {len(self.ranges) - len(kept)} more" if len(self.ranges) > len(kept) else ""
        return (
            f"best k = {self.k} ({fixed(self.value, self.decimals)}); not significantly worse: {spans}{more}"
        )


def draw_best(
    ax: Axes,
    best_of: Sequence[BestK],
    colours: Mapping[str, Any],
    k_range: tuple[float, float],
    log: bool,
    theme: Theme,
) -> None:
    """Bars of the k that are not significantly worse than the best, under the curves and on their axis."""
    low, high = k_range
    if log:
        ax.set_xscale("log")
    ax.set(xlim=(low, high), ylim=(len(best_of) - 0.5, -0.5))
    ax.set_axis_off()
    width = ax.bbox.width / (ax.figure.dpi / DPI)

    def across(k: float) -> float:
        return float(np.log(k / low) / np.log(high / low) if log else (k - low) / (high - low)) * width

    for row, best in enumerate(best_of):
        colour = colours.get(best.name, theme.ink2)
        for a, b in best.ranges:
            ax.plot(
                [a, max(b, a * 1.01)], [row, row], color=colour, linewidth=theme.px(4), solid_capstyle="butt"
            )
        ax.plot(
            [best.k],
            [row],
            "o",
            color=theme.panel,
            markeredgecolor=colour,
            markersize=theme.px(7),
            markeredgewidth=theme.px(1.6),
            clip_on=not low <= best.k <= high,
        )
        words = f"{brief(best.name)}  {best.words}"
        need = text_width(words, theme, theme.size_least) + theme.px(12)
        # Where the bars end in sight: after that, or before them, there is room for words.
        seen = [(max(a, low), min(b, high)) for a, b in best.ranges if b >= low and a <= high] or [(low, low)]
        first, last = across(min(a for a, _ in seen)), across(max(b for _, b in seen))
        options: dict[str, Any] = {"fontsize": theme.size_least, "color": theme.ink2, "va": "center"}
        if width - last >= need:
            ax.text((last + theme.px(10)) / width, row, words, transform=ax.get_yaxis_transform(), **options)
        elif first >= need:
            ax.text(
                (first - theme.px(10)) / width,
                row,
                words,
                ha="right",
                transform=ax.get_yaxis_transform(),
                **options,
            )
        else:
            backed: dict[str, Any] = {
                "facecolor": theme.panel,
                "edgecolor": "none",
                "pad": theme.px(1),
                "alpha": 0.9,
            }
            ax.text(0.995, row, words, ha="right", transform=ax.get_yaxis_transform(), bbox=backed, **options)
