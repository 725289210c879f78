"""The axes under curves over k: limits, ticks, names, and which points are worth drawing."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedFormatter, FixedLocator, FuncFormatter, MaxNLocator, NullLocator
from numpy.typing import NDArray

from lwnb_gui.theme import Theme
from lwnb_gui.views.curves.curve_figure import CurveFigure

# More points than this on a curve are thinned along the axis before they are drawn.
MOST_POINTS = 4000


def set_axis(ax: Axes, data: CurveFigure, theme: Theme) -> None:
    """Set limits, ticks and names of the axes."""
    low, high = data.k_range if data.limits is None else data.limits[:2]
    if data.log:
        ax.set_xscale("log")
        ticks = log_ticks(low, high)
        ax.xaxis.set_major_locator(FixedLocator(ticks))
        ax.xaxis.set_major_formatter(FixedFormatter([str(t) for t in ticks]))
        ax.xaxis.set_minor_locator(NullLocator())
    else:
        ax.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, steps=[1, 2, 5, 10]))
    ax.set_xlim(low, high)
    bottom, top = value_range(data) if data.limits is None else data.limits[2:]
    ax.set_ylim(bottom, top)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=9, steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}".replace("-", "−")))
    ax.set_ylabel(data.measure, labelpad=theme.px(6))
    ax.set_xlabel("k, log axis" if data.log else "k", loc="right", labelpad=theme.px(3))


def value_range(data: CurveFigure, ks: tuple[float, float] | None = None) -> tuple[float, float]:
    """Return lowest and highest value of the curves and bands, with a margin; of those k only, if given."""
    if data.values is not None:
        return data.values
    values = []
    for series in data.series:
        inside: Any = slice(None)
        if ks is not None and len(series.ks) > 1:
            inside = (series.ks >= ks[0]) & (series.ks <= ks[1])
        values += [data.bounded(v[inside]) for v in (series.mean, series.low, series.high) if v is not None]
    present = np.concatenate(values) if values else np.empty(0)
    present = present[np.isfinite(present)]
    if not len(present):
        return 0.0, 1.0
    low, high = float(present.min()), float(present.max())
    span = high - low or max(abs(low) * 0.1, 1e-6)
    return low - 0.04 * span, high + (0.07 if data.highest is None or high < data.highest else 0.03) * span


def log_ticks(low: float, high: float) -> list[int]:
    """Return round k between two ends, and the last one; even steps if the range is short."""
    ticks = [t for d in range(8) for t in (10**d, 2 * 10**d, 5 * 10**d) if low <= t <= high]
    if len(ticks) < 3 or high < 4 * low:  # a piece of the axis
        candidates = MaxNLocator(nbins=8, integer=True, steps=[1, 2, 5, 10]).tick_values(low, high)
        return sorted({int(t) for t in candidates if low <= t <= high and t >= 1})
    apart = 1.3 if high < 10_000 else 2.0  # otherwise the last two numbers would touch
    ticks = [t for t in ticks if t == low or high / t > apart]
    if float(high).is_integer() and ticks[-1] != high:
        ticks.append(int(high))
    return ticks


def thinned(ks: NDArray[np.int64], log: bool) -> NDArray[np.intp]:
    """Return indices of the points worth drawing: all, or as many as a fine screen can show."""
    if len(ks) <= MOST_POINTS:
        return np.arange(len(ks))
    along = np.log(ks) if log else ks.astype(float)
    return np.unique(np.searchsorted(along, np.linspace(along[0], along[-1], MOST_POINTS)))
