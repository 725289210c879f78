"""A nominal attribute's weighted counts and P(a|c): value × class, the instance's value marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from lwnb_gui.plots.layout import (
    SEMIBOLD,
    class_marker,
    fitted_all,
    names_width,
    pixel_axes,
    size,
    text_width,
)
from lwnb_gui.plots.theme import LIGHT, Theme, blend
from lwnb_gui.readings.names import brief_all
from lwnb_gui.readings.tables import Block, TablesReading
from lwnb_gui.text import fixed, probability

ROW, HEAD, LEGEND = 19.0, 24.0, 22.0
_EDGE, _GAP, _MARKER = 12.0, 12.0, 14.0
_CLASS = 132.0  # pixels of a class's count, bar and probability
_VALUE, _WIDEST_VALUE = 72.0, 160.0


@dataclass(frozen=True)
class _Columns:
    """Names and values: left edge and space. Counts end, and shares begin, at a place for each class."""

    name: tuple[float, float]
    value: tuple[float, float]
    counts: list[float]
    shares: list[float]
    room: float


def needed_width(reading: TablesReading, theme: Theme = LIGHT) -> float:
    """Pixels with which no name is shortened that has a usual length."""
    names, values = _names_needed(reading, theme)
    table = names + values + theme.px(2 * _EDGE + 2 * _GAP + 8 + _CLASS * len(reading.nominal_classes))
    return max(table, 2 * theme.px(_EDGE) + sum(width for _, _, width in _legend(reading, theme)))


def needed_height(reading: TablesReading) -> float:
    """Pixels of the light theme that `draw` takes."""
    if not reading.nominal:
        return 0.0
    return LEGEND + HEAD + sum(_height(block) for block in reading.nominal) + 6


def draw(figure: Figure, reading: TablesReading, theme: Theme, top: float = 0.0) -> None:
    """Which classes there are; then rows of values, for each class the weighted count, the bar and number of
    P(a|c). `top` leaves so many pixels of the light theme above it.
    """
    if not reading.nominal:
        return
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        px, columns = theme.px, _columns(reading, width, theme)
        x = px(_EDGE)
        for c, text, wide in _legend(reading, theme):
            at = px(top + LEGEND / 2)
            if c is not None:
                class_marker(ax, x + px(4), at, c, theme)
            ax.text(
                x + (px(_MARKER) if c is not None else 0.0),
                at,
                text,
                color=theme.ink if c is not None else theme.ink3,
                fontsize=theme.size_small,
                va="center",
            )
            x += wide
        heads = px(top + LEGEND + HEAD / 2)
        head: dict[str, Any] = {"color": theme.ink2, "fontsize": theme.size_small, "va": "center"}
        ax.text(columns.name[0], heads, "attribute", **head)
        ax.text(columns.value[0] + px(8), heads, "value", **head)
        for c, count, share in zip(reading.nominal_classes, columns.counts, columns.shares, strict=True):
            ax.text(count - px(12), heads, "W", ha="right", **head)
            ax.text(share, heads, "P(a|c)", **head)
            class_marker(ax, count - px(4), heads, c, theme)
            class_marker(ax, share + px(46), heads, c, theme)
        attributes = [reading.explanation.attributes[block.attribute].name for block in reading.nominal]
        names = fitted_all(attributes, columns.name[1], theme, theme.size_text)
        y = px(top + LEGEND + HEAD)
        for block, name in zip(reading.nominal, names, strict=True):
            missing = reading.is_missing(block.attribute)
            ax.plot([0, width], [y, y], color=theme.separator, linewidth=theme.line_axis)
            ax.text(
                columns.name[0],
                y + px(4 + ROW / 2),
                name,
                fontsize=theme.size_text,
                va="center",
                color=theme.ink3 if missing else theme.ink,
            )
            if missing:
                words = {**head, "color": theme.ink3}
                ax.text(columns.name[0], y + px(4 + ROW * 1.4), "missing: factor left out", **words)
            _values(ax, reading, block, theme, y + px(4), width, columns)
            y += px(_height(block))


def _height(block: Block) -> float:
    return ROW * (max(len(block.codes), 1) + bool(block.hidden)) + 8


def _legend(reading: TablesReading, theme: Theme) -> list[tuple[int | None, str, float]]:
    """The classes that are shown, their names and the width of each; and how many are not."""
    names = brief_all(reading.explanation.classes)
    entries: list[tuple[int | None, str]] = [(c, names[c]) for c in reading.nominal_classes]
    hidden = len(names) - len(entries)
    entries += [(None, f"{hidden} more classes")] if hidden else []
    return [
        (c, text, text_width(text, theme, theme.size_small) + theme.px(_MARKER + _GAP)) for c, text in entries
    ]


def _names_needed(reading: TablesReading, theme: Theme) -> tuple[float, float]:
    """Pixels of the attributes and of their values, as long as they are usual."""
    attributes = reading.explanation.attributes
    names = [attributes[block.attribute].name for block in reading.nominal]
    values = [attributes[block.attribute].values[v] for block in reading.nominal for v in block.codes]
    widest = max(names_width([value], theme, theme.size_small, SEMIBOLD) for value in {*values, ""})
    missing = any(reading.is_missing(block.attribute) for block in reading.nominal)
    least = text_width("missing: factor left out", theme, theme.size_small) if missing else theme.px(60)
    return (
        max(names_width(names, theme, theme.size_text), least),
        min(max(widest, theme.px(_VALUE)), theme.px(_WIDEST_VALUE)),
    )


def _columns(reading: TablesReading, width: float, theme: Theme) -> _Columns:
    px, n = theme.px, max(len(reading.nominal_classes), 1)
    names, values = _names_needed(reading, theme)
    space = width - px(2 * _EDGE + 2 * _GAP + 8 + 0.6 * _CLASS * n)
    if space < names + values:
        names, values = (max(part * space / (names + values), px(24)) for part in (names, values))
    name, value = px(_EDGE), px(_EDGE + _GAP) + names
    first = value + px(8 + _GAP) + values
    room = (width - first - px(_EDGE)) / (2.4 * n)
    return _Columns(
        (name, names),
        (value, values),
        [first + room * (i + 0.85) for i in range(n)],
        [first + room * (n + 1.4 * i + 0.25) for i in range(n)],
        room,
    )


def _values(
    ax: Axes,
    reading: TablesReading,
    block: Block,
    theme: Theme,
    top: float,
    width: float,
    columns: _Columns,
) -> None:
    px, table = theme.px, reading.nominal_table(block.attribute)
    left, space = columns.value
    mine, missing = reading.value_code(block.attribute), reading.is_missing(block.attribute)
    values = [table.attribute.values[v] for v in block.codes]
    texts = fitted_all(values, space, theme, theme.size_small, SEMIBOLD)
    for i, (v, text) in enumerate(zip(block.codes, texts, strict=True)):
        y, own = top + px(ROW * (i + 0.5)), v == mine
        options: dict[str, Any] = {
            "fontsize": theme.size_small,
            "va": "center",
            "fontweight": SEMIBOLD if own else 400,
            "color": theme.ink if own else (theme.ink3 if missing else theme.ink2),
        }
        if own:
            above, tall = y - px(ROW / 2), px(ROW)
            ax.add_patch(Rectangle((left, above), width - left - px(8), tall, color=theme.fill, linewidth=0))
            ax.add_patch(Rectangle((left, above), px(2), tall, color=theme.ink, linewidth=0))
        ax.text(left + px(8), y, text, **options)
        for c, end, share in zip(reading.nominal_classes, columns.counts, columns.shares, strict=True):
            ax.text(end, y, fixed(table.counts.item(v, c), 2), ha="right", **options)
            p, style = table.probabilities.item(v, c), theme.class_style(c)
            bar, tall = max(columns.room * 1.22 - px(46), 0.0), px(9)
            empty = theme.separator if own else theme.fill
            colour = style.area if own else blend(style.area, theme.panel, 0.25 if missing else 0.45)
            ax.add_patch(Rectangle((share, y - tall / 2), bar, tall, color=empty, linewidth=0))
            ax.add_patch(Rectangle((share, y - tall / 2), bar * min(p, 1.0), tall, color=colour, linewidth=0))
            ax.text(share + columns.room * 1.22, y, probability(p), ha="right", **options)
    if block.hidden:
        y = top + px(ROW * (len(block.codes) + 0.5))
        more = f"… {block.hidden:,} more"
        ax.text(left + px(8), y, more, color=theme.ink3, fontsize=theme.size_small, va="center")
