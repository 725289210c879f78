"""One attribute's values stacked by class: bins and normal curves, or bars of nominal values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from lwnb_core import DataError, Dataset
from lwnb_gui.plots.layout import (
    Box,
    add_axes,
    caption,
    fitted,
    fitted_all,
    left_space,
    place,
    style_axes,
    text_width,
)
from lwnb_gui.plots.settings import drawing_in
from lwnb_gui.text import count
from lwnb_gui.theme import DPI, Theme
from lwnb_gui.views.map.plane import padded
from lwnb_gui.views.wording.names import brief

Floats = NDArray[np.float64]
MOST_BARS = 30
_TALLEST_CURVE = 2.0  # times the highest bar


@dataclass(frozen=True, eq=False)
class HistogramData:
    """Weighted counts of an attribute's values.

    Attributes
    ----------
    edges
        Bins of a numeric attribute, shape (bins + 1,); for a nominal one -½, ½, 1½ …
    values
        Names of a nominal attribute's values, in the order of the bars; empty for a numeric one.
    counts
        Shape (bars, classes); the last column is rows without a class, if there are any.
    mean, sd, weight
        Of each class, for the normal curves; NaN without rows. Shape (classes,).
    missing
        Rows without a value.
    """

    name: str
    classes: tuple[str, ...]
    edges: Floats
    values: tuple[str, ...]
    counts: Floats
    mean: Floats
    sd: Floats
    weight: Floats
    missing: int
    hidden: int = 0


def histogram_data(data: Dataset, attribute: int | str, bins: int | None = None) -> HistogramData:
    """Return counts of an attribute's values by class (all in one if there is no class attribute)."""
    j = data.index_of(attribute)
    chosen = data.attributes[j]
    if chosen.kind == "string":
        raise DataError(
            f"{chosen.name!r} contains text, so there is nothing to count", hint="Switch it to nominal."
        )
    classes = data.classes if data.class_index is not None else ("all rows",)
    codes = data.class_codes if data.class_index is not None else np.zeros(len(data), dtype=np.int32)
    column, absent = data.column(j), data.missing(j)
    weights, klass = data.weights[~absent], np.where(codes < 0, len(classes), codes)[~absent]
    width = len(classes) + int((codes < 0).any())
    nothing = np.full(len(classes), np.nan)
    if chosen.is_nominal:
        counts = _table(column[~absent], klass, weights, len(chosen.values), width)
        order = np.arange(len(chosen.values))
        if len(order) > MOST_BARS:
            order = np.sort(np.argsort(-counts.sum(axis=1), kind="stable")[:MOST_BARS])
        return HistogramData(
            chosen.name,
            classes,
            np.arange(len(order) + 1, dtype=np.float64) - 0.5,
            tuple(chosen.values[i] for i in order),
            counts[order],
            nothing,
            nothing,
            nothing,
            int(absent.sum()),
            len(chosen.values) - len(order),
        )
    x = column[~absent]
    edges = _edges(x, bins)
    where = np.clip(np.searchsorted(edges, x, side="right") - 1, 0, len(edges) - 2)
    known = klass < len(classes)
    c, w, v = klass[known], weights[known], x[known]
    total = np.asarray(np.bincount(c, w, len(classes)), dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(c, w * v, len(classes)) / total
        sd = np.sqrt(np.bincount(c, w * (v - mean[c]) ** 2, len(classes)) / total)
    counts = _table(where, klass, weights, len(edges) - 1, width)
    return HistogramData(chosen.name, classes, edges, (), counts, mean, sd, total, int(absent.sum()))


def _table(bars: NDArray, klass: NDArray, weights: Floats, n_bars: int, width: int) -> Floats:
    cells = np.bincount(bars.astype(np.intp) * width + klass, weights, n_bars * width)
    return np.asarray(cells.reshape(n_bars, width))


def _edges(x: Floats, bins: int | None) -> Floats:
    if not len(x) or np.ptp(x) == 0:
        middle = float(x[0]) if len(x) else 0.0
        half = max(abs(middle) * 0.05, 0.5)
        return np.array([middle - half, middle + half])
    distinct = np.unique(x[:200_000])
    if bins is None and len(distinct) <= 24 and np.allclose(np.diff(distinct), np.diff(distinct)[0]):
        gap = float(np.diff(distinct)[0])  # whole numbers and the like: a bar for each
        return np.append(distinct - gap / 2, distinct[-1] + gap / 2)
    n = bins or int(np.clip(np.ceil(2 * len(x) ** (1 / 3)), 8, 40))
    return np.linspace(float(x.min()), float(x.max()), n + 1)


def histogram_caption(data: HistogramData) -> str:
    """Describe what is drawn and what is not."""
    parts = []
    if not data.values and np.isfinite(data.mean).any():
        parts.append("Stacked by class; curves: the normal density of each class.")
    else:
        parts.append("Stacked by class.")
    if data.missing:
        parts.append(f"{count(data.missing, 'row')} with a missing value not shown.")
    if data.hidden:
        parts.append(f"{count(data.hidden, 'more value')} not shown.")
    return " ".join(parts)


def draw_on(ax: Axes, data: HistogramData, theme: Theme, curves: bool = True, line: float = 0.0) -> None:
    """Draw bars and curves on axes that are already styled."""
    width = np.diff(data.edges) * (0.72 if data.values else 1.0)
    centre = (data.edges[:-1] + data.edges[1:]) / 2
    below = np.zeros(len(centre))
    for c in range(data.counts.shape[1]):
        colour = theme.class_style(c).area if c < len(data.classes) else theme.ink3
        ax.bar(
            centre,
            data.counts[:, c],
            width,
            bottom=below,
            color=colour,
            linewidth=line,
            edgecolor=theme.panel,
        )
        below += data.counts[:, c]
    top = bars = float(below.max(initial=0.0)) or 1.0
    if curves and not data.values:
        x = np.linspace(data.edges[0], data.edges[-1], 200)
        bin_width = float(np.diff(data.edges).mean())
        for c in range(len(data.classes)):
            if not (np.isfinite(data.mean[c]) and data.sd[c] > 0):
                continue
            z = (x - data.mean[c]) / data.sd[c]
            y = data.weight[c] * bin_width * np.exp(-0.5 * z * z) / (data.sd[c] * np.sqrt(2 * np.pi))
            ax.plot(x, y, color=theme.panel, linewidth=theme.line_normal * 2.2)
            ax.plot(x, y, color=theme.class_style(c).edge, linewidth=theme.line_normal)
            # A class with hardly any spread has a very narrow, high curve: it may leave the picture, so that
            # the bars do not become too low to read.
            top = max(top, min(float(y.max()), _TALLEST_CURVE * bars))
    ax.set_ylim(0, top * 1.08)
    ax.set_xlim(*((data.edges[0], data.edges[-1]) if data.values else padded(data.edges, 0.02)))


def draw(figure: Figure, data: HistogramData, theme: Theme) -> Axes:
    """Draw the histogram with axes and caption."""
    with drawing_in(theme):
        below = caption(figure, histogram_caption(data), theme)
        turned = False
        labels: list[str] = []
        if data.values:
            space = (figure.get_size_inches()[0] * DPI - theme.px(70)) / len(data.values)
            turned = any(
                text_width(brief(v)[:40], theme, theme.size_small) > space - theme.px(4) for v in data.values
            )
            most = theme.px(90) if turned else space
            labels = fitted_all(data.values, most, theme, theme.size_small)
        drop = (
            max((text_width(v, theme, theme.size_small) for v in labels), default=0.0)
            if turned
            else theme.px(8)
        )
        box = Box(left=theme.px(48), top=theme.px(12), right=theme.px(14), bottom=below + drop + theme.px(38))
        ax = add_axes(figure, box)
        style_axes(ax, theme)
        ax.grid(False, axis="x")
        draw_on(ax, data, theme, line=theme.px(0.6))
        if labels:
            ax.set_xticks(range(len(labels)), labels, rotation=90 if turned else 0)
        else:
            ax.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 2.5, 5, 10]))
        ax.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
        ax.set_ylabel("rows", labelpad=theme.px(6))
        ax.set_xlabel(fitted(data.name, theme.px(300), theme, theme.size_small), labelpad=theme.px(4))
        place(ax, Box(left_space(ax, theme), box.top, box.right, box.bottom))
    return ax
