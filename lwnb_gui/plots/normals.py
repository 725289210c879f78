"""Little normal curves: a numeric attribute's weighted normal per class, with the instance's value marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import NumericTable, Table
from lwnb_gui.plots.layout import SEMIBOLD, Box, add_axes, fitted, pixel_axes, size
from lwnb_gui.plots.names import brief
from lwnb_gui.plots.theme import Theme
from lwnb_gui.text import MINUS, fixed, number, probability

Floats = NDArray[np.float64]
_POINTS = 121
ROW, HEAD = 18.0, 22.0


@dataclass(frozen=True, eq=False)
class NormalsData:
    """Mean, deviation and factor per class; NaN for a class without rows, which is not `there`.

    Plain numbers: for a handful of classes arrays take longer, and the window asks at every step of k. As
    arrays they are `mean`, `sd`, `present` and `factors`. `heights` is None where the instance's value is
    missing.
    """

    name: str
    value: float
    classes: tuple[str, ...]
    means: tuple[float, ...]
    sds: tuple[float, ...]
    there: tuple[bool, ...]
    heights: tuple[float, ...] | None
    form: str

    @property
    def mean(self) -> Floats:
        return np.array(self.means)

    @property
    def sd(self) -> Floats:
        return np.array(self.sds)

    @property
    def present(self) -> NDArray[np.bool_]:
        return np.array(self.there)

    @property
    def factors(self) -> Floats | None:
        return None if self.heights is None else np.array(self.heights)

    @property
    def span(self) -> tuple[float, float]:
        """Three deviations around every mean, and the value."""
        both = zip(self.means, self.sds, self.there, strict=True)
        ends = [mean + side * sd for mean, sd, there in both if there for side in (-3.2, 3.2)]
        if not ends:
            return 0.0, 1.0
        low, high = min(ends), max(ends)
        if not math.isnan(self.value):
            # A value far off still shows, but does not press the curves into a corner.
            value = min(max(self.value, 2 * low - high), 2 * high - low)
            low, high = min(low, value), max(high, value)
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def densities(self, x: Floats) -> Floats:
        """Normal densities at x. Shape (points, classes); NaN for an absent class."""
        sd = self.sd
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            z = (x[:, None] - self.mean) / sd
            return np.where(self.present, np.exp(-0.5 * z * z) / (sd * np.sqrt(2 * np.pi)), np.nan)


def normals_data(
    explanation: Explanation, j: int, table: Table | None = None, factors: Sequence[float] | None = None
) -> NormalsData:
    """A numeric predictor's curves; `table` is another model's (NB's) where that is wanted.

    `factors` are the predictor's, from whoever has them already.
    """
    chosen = explanation.tables[j] if table is None else table
    assert isinstance(chosen, NumericTable)
    value = float(explanation.instance[j])
    if factors is None or math.isnan(value):
        found = chosen.factors(value)
        factors = None if found is None else found.tolist()
    means, sds = chosen.mean.tolist(), chosen.sd.tolist()
    both = zip(chosen.weights.tolist(), means, sds, strict=True)
    return NormalsData(
        name=chosen.attribute.name,
        value=value,
        classes=explanation.classes,
        means=tuple(means),
        sds=tuple(sds),
        there=tuple([weight > 0 and math.isfinite(mean) and sd > 0 for weight, mean, sd in both]),
        heights=None if factors is None else tuple(factors),
        form=chosen.form,
    )


class NormalsArtists:
    """Curves on small axes; made once for a number of classes, then moved."""

    def __init__(self, ax: Axes, classes: int, theme: Theme, animated: bool = True) -> None:
        self.ax, self.theme = ax, theme
        with theme.context():
            ax.set_axis_off()
            ax.set_facecolor("none")
            ax.set_ylim(-0.06, 1.12)
            (self._base,) = ax.plot(
                [0, 1],
                [0, 0],
                color=theme.separator_strong,
                linewidth=theme.line_axis,
                transform=ax.get_yaxis_transform(),
            )
            self._base.set_animated(animated)
            self._areas, self._lines, self._dots = [], [], []
            for c in range(classes):
                style = theme.class_style(c)
                area = ax.fill([0, 0], [0, 0], facecolor=to_rgba(style.fill, 0.13), linewidth=0, zorder=2)[0]
                line = Line2D([], [], color=style.fill, linewidth=theme.line_normal, zorder=3)
                if style.hollow:
                    line.set_linestyle((0, (3, 1.2)))
                dot = Line2D(
                    [],
                    [],
                    marker=style.marker,
                    markersize=theme.px(5.5),
                    markerfacecolor=theme.panel if style.hollow else style.fill,
                    markeredgecolor=style.edge,
                    markeredgewidth=theme.marker_edge,
                    zorder=5,
                )
                for artist in (area, line, dot):
                    artist.set_animated(animated)
                ax.add_line(line)
                ax.add_line(dot)
                self._areas.append(area)
                self._lines.append(line)
                self._dots.append(dot)
            self._mark = ax.axvline(
                0, 0.02, 0.98, color=theme.ink, linewidth=theme.line_cursor, zorder=4, animated=animated
            )

    @property
    def animated(self) -> tuple[Artist, ...]:
        return (self._base, *self._areas, *self._lines, self._mark, *self._dots)

    def update(self, data: NormalsData) -> None:
        """Show these curves, all on one scale."""
        low, high = data.span
        x = np.linspace(low, high, _POINTS)
        y = data.densities(x)
        top = float(np.nanmax(y)) if any(data.there) else 1.0
        at = data.densities(np.array([data.value]))[0]
        self.ax.set_xlim(low, high)
        self._mark.set_visible(not np.isnan(data.value))
        self._mark.set_xdata([np.clip(data.value, low, high)] * 2)
        for c, (area, line, dot) in enumerate(zip(self._areas, self._lines, self._dots, strict=True)):
            on = data.there[c]
            for artist in (area, line, dot):
                artist.set_visible(on)
            if not on:
                continue
            line.set_data(x, y[:, c] / top)
            area.set_xy(np.column_stack([[low, *x, high], [0, *(y[:, c] / top), 0]]))
            dot.set_visible(not np.isnan(data.value))
            dot.set_data([np.clip(data.value, low, high)], [0 if np.isnan(at[c]) else at[c] / top])


def absent_words(data: NormalsData, k: int | None = None) -> str:
    """The line that says why a class has dashes."""
    absent = [brief(name) for name, on in zip(data.classes, data.there, strict=True) if not on]
    if not absent or data.form != "density" or not len(data.classes):
        return ""
    who = absent[0] if len(absent) == 1 else f"{', '.join(absent[:3])}{' …' if len(absent) > 3 else ''}"
    among = f" among the {k}" if k else " in the neighbourhood"
    return f"No weight for {who}{among}: numeric factors rule it out (each at the floor, 1e-75)."


def decimals(data: NormalsData) -> int:
    """Three; more where the smallest deviation would lose its digits, fewer where it is large.

    At most five: there is no room for more in a table.
    """
    sds = [sd for sd, there in zip(data.sds, data.there, strict=True) if there and 0 < sd < math.inf]
    if not sds:
        return 3
    size = math.floor(math.log10(min(sds)))
    return min(1 - size, 5) if size < -2 else 3 if size < 1 else max(3 - size, 0)


def sd_text(sd: float, digits: int) -> str:
    """A deviation with a constant count of decimals; one that is not nothing never reads 0.00000."""
    if 0 < sd < 0.5 * 10.0**-digits:
        return f"{sd:.1e}".replace("e-0", "e-").replace("-", MINUS)
    return fixed(sd, digits)


def needed_height(data: tuple[NormalsData, ...]) -> float:
    """Pixels of the light theme that `draw` takes."""
    return HEAD + sum(max(len(_shown_classes(d)) * ROW + 10, 66) for d in data) + 8


def _shown_classes(data: NormalsData, most: int = 8) -> list[int]:
    """All classes, or those with the largest factors where there are many."""
    if len(data.classes) <= most:
        return list(range(len(data.classes)))
    factors = data.factors
    weight = factors if factors is not None else np.where(data.present, 1.0, 0.0)
    return sorted(int(c) for c in np.argsort(-weight, kind="stable")[:most])


def draw(figure: Figure, data: NormalsData | tuple[NormalsData, ...], theme: Theme, top: float = 0.0) -> None:
    """A table row for each attribute: name and value, curves, then mean, sd and p(a|c) per class.

    `top` leaves so many pixels of the light theme above it.
    """
    rows = data if isinstance(data, tuple) else (data,)
    with theme.context():
        over = pixel_axes(figure)
        width, _ = size(figure)
        px = theme.px
        right = {"mean": width - px(136), "sd": width - px(80), "p(a | c)": width - px(12)}
        names_at, curve_at = px(276), px(124)
        y = px(top + HEAD)
        heads = px(top + HEAD / 2)
        head: dict[str, Any] = {"color": theme.ink2, "fontsize": theme.size_small, "va": "center"}
        over.text(px(12), heads, "attribute = value", **head)
        over.text(curve_at, heads, "weighted normals", **head)
        over.text(names_at, heads, "class", **head)
        for title, x in right.items():
            over.text(x, heads, title, ha="right", **head)
        for one in rows:
            tall = px(max(len(_shown_classes(one)) * ROW + 10, 66))
            over.plot([0, width], [y, y], color=theme.separator, linewidth=theme.line_axis)
            over.text(
                px(12),
                y + px(18),
                fitted(one.name, px(112), theme, theme.size_text),
                fontsize=theme.size_text,
                va="center",
            )
            value = "missing" if np.isnan(one.value) else number(one.value)
            over.text(
                px(12),
                y + px(38),
                value,
                fontsize=theme.size_text,
                va="center",
                fontweight=400 if np.isnan(one.value) else SEMIBOLD,
            )
            ax = add_axes(figure, Box(left=curve_at, top=y + px(6), width=px(140), height=px(54)))
            NormalsArtists(ax, len(one.classes), theme, animated=False).update(one)
            _figures(over, one, theme, y, names_at, right)
            y += tall


def _figures(
    over: Axes, one: NormalsData, theme: Theme, y: float, names_at: float, right: dict[str, float]
) -> None:
    best = int(np.argmax(one.heights)) if one.heights is not None else -1
    digits = decimals(one)
    for i, c in enumerate(_shown_classes(one)):
        style, on = theme.class_style(c), one.there[c]
        at = y + theme.px(5 + ROW * (i + 0.5)) + theme.px(3)
        options: dict[str, Any] = {
            "fontsize": theme.size_small,
            "va": "center",
            "color": theme.ink if on else theme.ink3,
        }
        over.plot(
            [names_at + theme.px(4)],
            [at],
            marker=style.marker,
            markersize=theme.px(6.5),
            markerfacecolor=style.marker_face,
            markeredgecolor=style.edge,
            markeredgewidth=theme.marker_edge,
            alpha=1.0 if on else 0.45,
        )
        room = right["mean"] - names_at - theme.px(60)
        over.text(
            names_at + theme.px(14), at, fitted(one.classes[c], room, theme, theme.size_small), **options
        )
        p = (
            "–"
            if one.heights is None or not on
            else probability(one.heights[c], 4).replace(">0.9999", "1.0000")
        )
        cells = (fixed(one.means[c], digits), sd_text(one.sds[c], digits), p) if on else ("–",) * 3
        for (title, x), text in zip(right.items(), cells, strict=True):
            weight = SEMIBOLD if c == best and title == "p(a | c)" else 400
            over.text(x, at, text, ha="right", fontweight=weight, **options)
