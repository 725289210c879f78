"""The best k with its uncertainty, as bars under the curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lwnb_gui.commands.text import fixed
from lwnb_gui.plots.layout import fitted, text_width
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import DPI, Theme

_SPANS = 3
_LINE, _TWO_LINES = 16, 28


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


def best_height(
    best_of: Sequence[BestK], k_range: tuple[float, float], log: bool, width: float, theme: Theme
) -> float:
    """Pixels that the bars need: a line each, or two where a bar leaves no room beside it for its words."""
    beside = all(_room(best, k_range, log, width, theme) is not None for best in best_of)
    return len(best_of) * theme.px(_LINE if beside else _TWO_LINES)


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
    ax.set(xlim=(low, high), ylim=(len(best_of), 0))
    ax.set_axis_off()
    width = ax.bbox.width / (ax.figure.dpi / DPI)
    rooms = [_room(best, k_range, log, width, theme) for best in best_of]
    beside = all(room is not None for room in rooms)
    for row, (best, room) in enumerate(zip(best_of, rooms, strict=True)):
        colour = colours.get(best.name, theme.ink2)
        y = row + (0.5 if beside else 0.76)
        for a, b in best.ranges:
            ax.plot([a, max(b, a * 1.01)], [y, y], color=colour, linewidth=theme.px(4), solid_capstyle="butt")
        ax.plot(
            [best.k],
            [y],
            "o",
            color=theme.panel,
            markeredgecolor=colour,
            markersize=theme.px(7),
            markeredgewidth=theme.px(1.6),
            clip_on=not low <= best.k <= high,
        )
        words = f"{brief(best.name)}  {best.words}"
        options: dict[str, Any] = {"fontsize": theme.size_least, "color": theme.ink2, "va": "center"}
        if beside and room is not None:
            at, align = room
            ax.text(at / width, y, words, ha=align, transform=ax.get_yaxis_transform(), **options)
        else:
            fits = fitted(words, width, theme, theme.size_least)
            ax.text(0.0, row + 0.3, fits, transform=ax.get_yaxis_transform(), **options)


def _room(
    best: BestK, k_range: tuple[float, float], log: bool, width: float, theme: Theme
) -> tuple[float, str] | None:
    """Where the words stand, in pixels, and which side of them; None where the bars leave no room."""
    low, high = k_range

    def across(k: float) -> float:
        return float(np.log(k / low) / np.log(high / low) if log else (k - low) / (high - low)) * width

    need = text_width(f"{brief(best.name)}  {best.words}", theme, theme.size_least) + theme.px(12)
    # Where the bars end in sight: after that, or before them, there is room for words.
    seen = [(max(a, low), min(b, high)) for a, b in best.ranges if b >= low and a <= high] or [(low, low)]
    first, last = across(min(a for a, _ in seen)), across(max(b for _, b in seen))
    if width - last >= need:
        return last + theme.px(10), "left"
    return (first - theme.px(10), "right") if first >= need else None
