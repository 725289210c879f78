"""Little normal curves: a numeric attribute's weighted normal per class, with the instance's value marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from lwnb_gui.plots.layout import (
    SEMIBOLD,
    Box,
    add_axes,
    class_marker,
    fitted_all,
    names_width,
    pixel_axes,
    size,
    text_width,
    wrapped,
)
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.readings.normals import NormalsReading
from lwnb_gui.readings.tables import Block, TablesReading, absent_words
from lwnb_gui.text import number

_POINTS = 121
ROW, HEAD = 18.0, 22.0
_LEAST, _AIR, _NOTE = 66.0, 10.0, 16.0
_CURVE, _MEAN, _SD, _P = 140.0, 66.0, 56.0, 68.0  # widths of curves and numbers
_EDGE, _GAP, _MARKER = 12.0, 12.0, 14.0


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

    def update(self, data: NormalsReading, classes: Sequence[int] | None = None) -> None:
        """Show the curves of all classes, or of these, on one scale."""
        shown = {c for c in (range(len(data.classes)) if classes is None else classes) if data.present[c]}
        low, high = data.span
        x = np.linspace(low, high, _POINTS)
        y = data.densities(x)
        top = float(np.nanmax(y[:, sorted(shown)])) if shown else 1.0
        at = data.densities(np.array([data.value]))[0]
        self.ax.set_xlim(low, high)
        self._mark.set_visible(not np.isnan(data.value))
        self._mark.set_xdata([np.clip(data.value, low, high)] * 2)
        for c, (area, line, dot) in enumerate(zip(self._areas, self._lines, self._dots, strict=True)):
            on = c in shown
            for artist in (area, line, dot):
                artist.set_visible(on)
            if not on:
                continue
            line.set_data(x, y[:, c] / top)
            area.set_xy(np.column_stack([[low, *x, high], [0, *(y[:, c] / top), 0]]))
            dot.set_visible(not np.isnan(data.value))
            dot.set_data([np.clip(data.value, low, high)], [0 if np.isnan(at[c]) else at[c] / top])


@dataclass(frozen=True)
class _Columns:
    """Left edges of names, curves and classes, right ends of the numbers; the space of names."""

    name: tuple[float, float]
    curve: float
    classes: tuple[float, float]
    numbers: dict[str, float]


def needed_width(reading: TablesReading, theme: Theme = LIGHT) -> float:
    """Pixels with which no name is shortened that has a usual length."""
    names, classes = _names_needed(reading, theme)
    return names + classes + theme.px(2 * _EDGE + 3 * _GAP + _CURVE + _MARKER + _MEAN + _SD + _P)


def needed_height(reading: TablesReading, width: float) -> float:
    """Pixels of the light theme that `draw` takes at a width."""
    if not reading.numeric:
        return 0.0
    note = _NOTE * len(_note(reading, width, LIGHT))
    return HEAD + sum(_block_height(block) for block in reading.numeric) + note + 8


def draw(figure: Figure, reading: TablesReading, theme: Theme) -> None:
    """A table row for each attribute: name and value, curves, then mean, sd and p(a|c) per class."""
    if not reading.numeric:
        return
    with theme.context():
        over = pixel_axes(figure)
        width, _ = size(figure)
        px = theme.px
        columns = _columns(reading, width, theme)
        y, heads = px(HEAD), px(HEAD / 2)
        head: dict[str, Any] = {"color": theme.ink2, "fontsize": theme.size_small, "va": "center"}
        over.text(columns.name[0], heads, "attribute = value", **head)
        over.text(columns.curve, heads, "weighted normals", **head)
        over.text(columns.classes[0], heads, "class", **head)
        for title, x in columns.numbers.items():
            over.text(x, heads, title, ha="right", **head)
        blocks = [reading.normals(block.attribute) for block in reading.numeric]
        names = fitted_all([one.name for one in blocks], columns.name[1], theme, theme.size_text)
        classes = fitted_all(reading.explanation.classes, columns.classes[1], theme, theme.size_small)
        for block, one, name in zip(reading.numeric, blocks, names, strict=True):
            over.plot([0, width], [y, y], color=theme.separator, linewidth=theme.line_axis)
            over.text(columns.name[0], y + px(18), name, fontsize=theme.size_text, va="center")
            missing = np.isnan(one.value)
            over.text(
                columns.name[0],
                y + px(38),
                "missing" if missing else number(one.value),
                fontsize=theme.size_text,
                va="center",
                fontweight=400 if missing else SEMIBOLD,
            )
            ax = add_axes(figure, Box(left=columns.curve, top=y + px(6), width=px(_CURVE), height=px(54)))
            NormalsArtists(ax, len(one.classes), theme, animated=False).update(one, block.codes)
            _numbers(over, block, one, classes, theme, y, columns)
            y += px(_block_height(block))
        for line in _note(reading, width, theme):
            over.text(px(_EDGE), y + px(_NOTE / 2), line, **head)
            y += px(_NOTE)


def _block_height(block: Block) -> float:
    return max((len(block.codes) + (block.hidden > 0)) * ROW + _AIR, _LEAST)


def _note(reading: TablesReading, width: float, theme: Theme) -> list[str]:
    """The line about absent classes."""
    words = absent_words(reading)
    return wrapped(words, width - theme.px(2 * _EDGE), theme, theme.size_small) if words else []


def _names_needed(reading: TablesReading, theme: Theme) -> tuple[float, float]:
    """Pixels of the attributes and of the classes, as long as they are usual."""
    explanation = reading.explanation
    attributes = [explanation.attributes[block.attribute].name for block in reading.numeric]
    heading = text_width("attribute = value", theme, theme.size_small)
    shown = {c for block in reading.numeric for c in block.codes}
    return (
        max(names_width(attributes, theme, theme.size_text), heading),
        names_width((explanation.classes[c] for c in sorted(shown)), theme, theme.size_small),
    )


def _columns(reading: TablesReading, width: float, theme: Theme) -> _Columns:
    """From the right: numbers; then classes and names, which share what there is."""
    px = theme.px
    names, classes = _names_needed(reading, theme)
    right = width - px(_EDGE)
    numbers = {"mean": right - px(_SD + _P), "sd": right - px(_P), "p(a | c)": right}
    space = width - px(2 * _EDGE + 3 * _GAP + _CURVE + _MARKER + _MEAN + _SD + _P)
    spare = space - names - classes
    if spare < 0:
        names, classes = (max(part * space / (names + classes), px(24)) for part in (names, classes))
    left = px(_EDGE)
    curve = left + names + px(_GAP) + max(spare, 0.0) * 0.2
    at = curve + px(_CURVE + _GAP) + max(spare, 0.0) * 0.2
    return _Columns((left, names), curve, (at, classes), numbers)


def _numbers(
    over: Axes,
    block: Block,
    one: NormalsReading,
    classes: list[str],
    theme: Theme,
    y: float,
    columns: _Columns,
) -> None:
    left = columns.classes[0]
    for i, c in enumerate(block.codes):
        on = one.present[c]
        at = y + theme.px(5 + ROW * (i + 0.5)) + theme.px(3)
        options: dict[str, Any] = {
            "fontsize": theme.size_small,
            "va": "center",
            "color": theme.ink if on else theme.ink3,
        }
        class_marker(over, left + theme.px(4), at, c, theme, across=6.5, alpha=1.0 if on else 0.45)
        over.text(left + theme.px(_MARKER), at, classes[c], **options)
        for (title, x), text in zip(columns.numbers.items(), one.texts(c), strict=True):
            strong = title == "p(a | c)" and c == one.best and one.factor(c) is not None
            over.text(x, at, text, ha="right", fontweight=SEMIBOLD if strong else 400, **options)
    if block.hidden:
        at = y + theme.px(8 + ROW * (len(block.codes) + 0.5))
        more = f"… {block.hidden} more"
        over.text(
            left + theme.px(_MARKER), at, more, color=theme.ink3, fontsize=theme.size_small, va="center"
        )
