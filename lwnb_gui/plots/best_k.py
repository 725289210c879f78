"""The best k with its uncertainty, as bars under the curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lwnb_gui.plots.layout import fitted, text_width
from lwnb_gui.theme import DPI, Theme
from lwnb_gui.views.curves.best import HEAD, LearnersBestK
from lwnb_gui.views.wording.names import brief

_LINE, _TWO_LINES, _TWO_CLOSE = 16, 28, 22
_MOST_OF_HEIGHT = 0.2  # share of the figure's height, for text above the bars


@dataclass(frozen=True)
class BestLayout:
    """The labels of the bars: with all text or the short form, in one line each or in two."""

    texts: tuple[str, ...]
    spaces: tuple[tuple[float, str] | None, ...]
    height: float
    head: str = ""  # explains the bars if the text does not

    @property
    def is_next_to_bars(self) -> bool:
        return all(space is not None for space in self.spaces)


def best_layout(
    best_of: Sequence[LearnersBestK],
    k_range: tuple[float, float],
    log: bool,
    size: tuple[float, float],
    theme: Theme,
) -> BestLayout:
    """Return all text next to the bars if it fits, above them if there is height, or the short form."""
    full = tuple(f"{brief(best.name)}  {best.text}" for best in best_of)
    short = tuple(f"{brief(best.name)}  {best.short}" for best in best_of)
    tall = len(best_of) * theme.px(_TWO_LINES)
    tried: list[BestLayout] = []
    for texts, head in ((full, ""), (short, HEAD if best_of else "")):
        spaces = tuple(
            _space(best, text, k_range, log, size[0], theme)
            for best, text in zip(best_of, texts, strict=True)
        )
        is_next_to_bars = all(space is not None for space in spaces)
        height = (len(best_of) + bool(head)) * theme.px(_LINE) if is_next_to_bars else tall
        tried.append(BestLayout(texts, spaces, height, head))
        if is_next_to_bars or tall <= _MOST_OF_HEIGHT * size[1]:
            return tried[-1]
    # Two lines in any case, so all text fits; close together, because the curves have little height already.
    return replace(tried[0], height=len(best_of) * theme.px(_TWO_CLOSE))


def draw_best(
    ax: Axes,
    best_of: Sequence[LearnersBestK],
    layout: BestLayout,
    colours: Mapping[str, Any],
    k_range: tuple[float, float],
    log: bool,
    theme: Theme,
) -> None:
    """Draw bars of the k that are not significantly worse than the best, under the curves."""
    low, high = k_range
    if log:
        ax.set_xscale("log")
    above = int(bool(layout.head))
    ax.set(xlim=(low, high), ylim=(len(best_of), -above))
    ax.set_axis_off()
    width = ax.bbox.width / (ax.figure.dpi / DPI)
    options: dict[str, Any] = {"fontsize": theme.size_least, "color": theme.ink2, "va": "center"}
    if layout.head:
        head = fitted(layout.head, width, theme, theme.size_least)
        ax.text(0.0, -0.5, head, transform=ax.get_yaxis_transform(), **options)
    for row, (best, text, space) in enumerate(zip(best_of, layout.texts, layout.spaces, strict=True)):
        colour = colours.get(best.name, theme.ink2)
        y = row + (0.5 if layout.is_next_to_bars else 0.74)
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
        if layout.is_next_to_bars and space is not None:
            ax.text(space[0] / width, y, text, ha=space[1], transform=ax.get_yaxis_transform(), **options)
        else:
            fits = fitted(text, width, theme, theme.size_least)
            ax.text(0.0, row + 0.26, fits, transform=ax.get_yaxis_transform(), **options)


def _space(
    best: LearnersBestK, text: str, k_range: tuple[float, float], log: bool, width: float, theme: Theme
) -> tuple[float, str] | None:
    """Return where the text goes, in pixels, and its alignment; None if the bars leave no space."""
    low, high = k_range

    def across(k: float) -> float:
        return float(np.log(k / low) / np.log(high / low) if log else (k - low) / (high - low)) * width

    need = text_width(text, theme, theme.size_least) + theme.px(12)
    # Where the visible bars end: the text goes after that, or before them.
    seen = [(max(a, low), min(b, high)) for a, b in best.ranges if b >= low and a <= high] or [(low, low)]
    first, last = across(min(a for a, _ in seen)), across(max(b for _, b in seen))
    if width - last >= need:
        return last + theme.px(10), "left"
    return (first - theme.px(10), "right") if first >= need else None
