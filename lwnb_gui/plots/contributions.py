"""Contributions: what prior and attributes add to the log-odds of one class against another."""

from __future__ import annotations

from typing import Any

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
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.readings.contributions import ContributionsReading, contributions_reading

# Exported scripts need this module only.
__all__ = ["contributions_reading", "draw", "figure_size"]

ROW, HEAD = 20.0, 30.0
_EDGE, _NUMBER, _LEAST_BARS = 12.0, 54.0, 150.0
_MARKER = 14.0


def figure_size(reading: ContributionsReading, least: float = 520.0) -> tuple[float, float]:
    """Width and height in pixels of the light theme: as wide as the names need."""
    head = 2 * (_EDGE + _MARKER) + 10 + text_width(_heading(*reading.class_names), LIGHT, LIGHT.size_text)
    rows = 16 + _names_needed(reading, LIGHT) + _NUMBER + 20 + _LEAST_BARS
    return max(least, head, rows), HEAD + ROW * (len(reading.bars) + 1) + 22


def draw(figure: Figure, reading: ContributionsReading | None, theme: Theme) -> None:
    """Bars to both sides of a line, and below them their sum."""
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        px = theme.px
        text: dict[str, Any] = {"fontsize": theme.size_text, "va": "center"}
        if reading is None:
            ax.text(px(_EDGE), px(20), "No factors to compare here.", color=theme.ink2, **text)
            return
        space = (
            width - px(2 * (_EDGE + _MARKER) + 10) - text_width(_heading("", ""), theme, theme.size_text)
        ) / 2
        classes = [reading.classes[c] for c in (reading.top, reading.against)]
        words = _heading(*fitted_all(classes, max(space, px(24)), theme, theme.size_text))
        class_marker(ax, px(_EDGE + 4), px(HEAD / 2), reading.top, theme)
        ax.text(px(_EDGE + _MARKER), px(HEAD / 2), words, **text)
        end = px(_EDGE + _MARKER + 12) + text_width(words, theme, theme.size_text)
        class_marker(ax, end, px(HEAD / 2), reading.against, theme)
        names_at = px(16) + min(_names_needed(reading, theme), width * 0.42)
        room = width - names_at - px(_NUMBER) - px(20)
        values = [bar.value for bar in reading.bars]
        low, high = min(0.0, *values), max(0.0, *values)
        scale = room / ((high - low) or 1.0)
        zero = names_at + px(8) - low * scale
        names = fitted_all([bar.name for bar in reading.bars], names_at - px(16), theme, theme.size_text)
        y = px(HEAD)
        for i, (bar, name) in enumerate(zip(reading.bars, names, strict=True)):
            middle = y + px(ROW / 2)
            ink = theme.ink3 if reading.is_sum(i) else theme.ink
            style = theme.class_style(reading.top if bar.value > 0 else reading.against)
            ax.text(px(_EDGE), middle, name, color=ink, **text)
            long, tall = bar.value * scale, px(10)
            if long:
                corner = (min(zero, zero + long), middle - tall / 2)
                ax.add_patch(Rectangle(corner, max(abs(long), 1.0), tall, color=style.area, linewidth=0))
            ax.text(width - px(_EDGE), middle, bar.number, ha="right", color=ink, **text)
            y += px(ROW)
        line: dict[str, Any] = {"color": theme.separator_strong, "linewidth": theme.line_axis}
        ax.plot([zero, zero], [px(HEAD), y], zorder=3, **line)
        ax.plot([px(_EDGE), width - px(_EDGE)], [y + px(2)] * 2, **line)
        middle = y + px(4 + ROW / 2)
        ax.text(px(_EDGE), middle, "log-odds", fontweight=SEMIBOLD, **text)
        odds, total = reading.total_words
        ax.text(width - px(_EDGE), middle, total, ha="right", fontweight=SEMIBOLD, **text)
        left = width - px(20) - text_width(total, theme, theme.size_text, SEMIBOLD)
        ax.text(left, middle, odds, ha="right", color=theme.ink2, **text)


def _heading(top: str, against: str) -> str:
    return f"{top} against {against}"


def _names_needed(reading: ContributionsReading, theme: Theme) -> float:
    return names_width((bar.name for bar in reading.bars), theme, theme.size_text)
