"""A nominal attribute's weighted counts and P(a|c): value × class, the instance's value marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import NominalTable, Table
from lwnb_gui.plots.layout import SEMIBOLD, class_marker, fitted, pixel_axes, size
from lwnb_gui.plots.theme import Theme, blend
from lwnb_gui.text import fixed, probability

Floats = NDArray[np.float64]
ROW, HEAD = 19.0, 24.0


@dataclass(frozen=True, eq=False)
class NominalBarsData:
    """Counts W and probabilities of a nominal attribute.

    Attributes
    ----------
    value
        Code of the instance's value, None where it is missing.
    codes
        Which values are listed: all, or the most weighty ones where there are many.
    counts, probabilities
        Of the listed values. Shape (listed, classes).
    columns
        Classes that are shown, by code.
    hidden_values, hidden_classes
        How many are not listed.
    """

    name: str
    values: tuple[str, ...]
    codes: tuple[int, ...]
    value: int | None
    classes: tuple[str, ...]
    columns: tuple[int, ...]
    counts: Floats
    probabilities: Floats
    hidden_values: int
    hidden_classes: int


def nominal_bars_data(
    explanation: Explanation, j: int, table: Table | None = None, most_values: int = 12, most_classes: int = 4
) -> NominalBarsData:
    """A nominal predictor's table; `table` is another model's (NB's) where that is wanted."""
    chosen = explanation.tables[j] if table is None else table
    assert isinstance(chosen, NominalTable)
    raw = explanation.instance[j]
    value = None if np.isnan(raw) else int(raw)
    codes = list(range(len(chosen.attribute.values)))
    if len(codes) > most_values:
        weight = chosen.counts.sum(axis=1)
        if value is not None:
            weight[value] = np.inf  # the instance's own value is never left out
        codes = sorted(int(i) for i in np.argsort(-weight, kind="stable")[:most_values])
    columns = list(range(len(explanation.classes)))
    if len(columns) > most_classes:
        columns = sorted(int(c) for c in np.argsort(-explanation.posterior, kind="stable")[:most_classes])
    return NominalBarsData(
        name=chosen.attribute.name,
        values=tuple(chosen.attribute.values[i] for i in codes),
        codes=tuple(codes),
        value=value,
        classes=explanation.classes,
        columns=tuple(columns),
        counts=chosen.counts[codes],
        probabilities=chosen.probabilities[codes],
        hidden_values=len(chosen.attribute.values) - len(codes),
        hidden_classes=len(explanation.classes) - len(columns),
    )


def needed_height(data: tuple[NominalBarsData, ...]) -> float:
    """Pixels of the light theme that `draw` takes."""
    return HEAD + sum(_height(one) for one in data) + 6


def _height(one: NominalBarsData) -> float:
    return ROW * (max(len(one.values), 1) + bool(one.hidden_values)) + 8


def draw(
    figure: Figure, data: NominalBarsData | tuple[NominalBarsData, ...], theme: Theme, top: float = 0.0
) -> None:
    """Rows of values; for each class the weighted count, then the bar and figure of P(a|c).

    `top` leaves so many pixels of the light theme above it.
    """
    rows = data if isinstance(data, tuple) else (data,)
    if not rows:
        return
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        px, columns = theme.px, rows[0].columns
        value_at = px(150)
        first = px(230)
        room = (width - first - px(12)) / max(2.4 * len(columns), 1)
        count_at = [first + room * (i + 0.85) for i in range(len(columns))]
        share_at = [first + room * (len(columns) + 1.4 * i + 0.25) for i in range(len(columns))]
        y = px(top + HEAD)
        heads = px(top + HEAD / 2)
        head: dict[str, Any] = {"color": theme.ink2, "fontsize": theme.size_small, "va": "center"}
        ax.text(px(12), heads, "attribute", **head)
        ax.text(value_at + px(8), heads, "value", **head)
        for c, at, share in zip(columns, count_at, share_at, strict=True):
            ax.text(at - px(12), heads, "W", ha="right", **head)
            ax.text(share, heads, "P(a|c)", **head)
            class_marker(ax, at - px(4), heads, c, theme)
            class_marker(ax, share + px(46), heads, c, theme)
        for one in rows:
            ax.plot([0, width], [y, y], color=theme.separator, linewidth=theme.line_axis)
            ax.text(
                px(12),
                y + px(4 + ROW / 2),
                fitted(one.name, value_at - px(20), theme, theme.size_text),
                fontsize=theme.size_text,
                va="center",
                color=theme.ink if one.value is not None else theme.ink3,
            )
            if one.value is None:
                ax.text(
                    px(12), y + px(4 + ROW * 1.4), "missing: factor left out", **{**head, "color": theme.ink3}
                )
            _values(ax, one, theme, y + px(4), value_at, width, count_at, share_at, room)
            y += px(_height(one))


def _values(
    ax: Axes,
    one: NominalBarsData,
    theme: Theme,
    top: float,
    value_at: float,
    width: float,
    count_at: list[float],
    share_at: list[float],
    room: float,
) -> None:
    px = theme.px
    for i, (code, value) in enumerate(zip(one.codes, one.values, strict=True)):
        y, own = top + px(ROW * (i + 0.5)), code == one.value
        dim = one.value is None
        options: dict[str, Any] = {
            "fontsize": theme.size_small,
            "va": "center",
            "fontweight": SEMIBOLD if own else 400,
            "color": theme.ink if own else (theme.ink3 if dim else theme.ink2),
        }
        if own:
            ax.add_patch(
                Rectangle(
                    (value_at, y - px(ROW / 2)),
                    width - value_at - px(8),
                    px(ROW),
                    color=theme.fill,
                    linewidth=0,
                )
            )
            ax.add_patch(Rectangle((value_at, y - px(ROW / 2)), px(2), px(ROW), color=theme.ink, linewidth=0))
        ax.text(value_at + px(8), y, fitted(value, px(72), theme, theme.size_small, SEMIBOLD), **options)
        for c, at, share in zip(one.columns, count_at, share_at, strict=True):
            ax.text(at, y, fixed(float(one.counts[i, c]), 2), ha="right", **options)
            p, style = float(one.probabilities[i, c]), theme.class_style(c)
            bar, tall = max(room * 1.22 - px(46), 0.0), px(9)
            empty = theme.separator if own else theme.fill
            colour = style.area if own else blend(style.area, theme.panel, 0.25 if dim else 0.45)
            ax.add_patch(Rectangle((share, y - tall / 2), bar, tall, color=empty, linewidth=0))
            ax.add_patch(Rectangle((share, y - tall / 2), bar * min(p, 1.0), tall, color=colour, linewidth=0))
            ax.text(share + room * 1.22, y, probability(p), ha="right", **options)
    if one.hidden_values:
        y = top + px(ROW * (len(one.values) + 0.5))
        ax.text(
            value_at + px(8),
            y,
            f"and {one.hidden_values} more values",
            color=theme.ink3,
            fontsize=theme.size_small,
            va="center",
        )
