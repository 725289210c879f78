"""The posterior: bars of LWNB compared with NB, KNN and KNNDW, and what they say in words."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from lwnb_gui.plots.layout import (
    SEMIBOLD,
    class_marker,
    fitted,
    fitted_all,
    names_width,
    pixel_axes,
    size,
    text_width,
    wrapped,
)
from lwnb_gui.plots.theme import LIGHT, Theme, blend
from lwnb_gui.readings.posterior import PosteriorReading, posterior_reading, sentences

# Exported scripts need this module only.
__all__ = ["draw", "figure_size", "posterior_reading"]

ROW, HEAD = 26.0, 26.0
_MOST = 60  # classes; a figure of more would fill no page
_NAMES_AT, _TAG, _NUMBER, _GAP, _EDGE = 26.0, 44.0, 58.0, 10.0, 16.0
_LEAST_BAR = 40.0  # of the others; LWNB's is twice as wide
_WORDS, _LINE = 68.0, 1.5  # least height of the sentences, and a line of them in type sizes


@dataclass(frozen=True)
class _Columns:
    """Where names and bars stand: each bar's left edge, width and height."""

    names: float
    bars: tuple[tuple[float, float, float], ...]
    unit: float


def figure_size(reading: PosteriorReading, least: float = 640.0) -> tuple[float, float]:
    """Width and height in pixels of the light theme: as wide as the names need, as high as the classes do."""
    others = max(len(reading.learners) - 1, 0)
    bars = _EDGE + _NUMBER * (others + 1) + _GAP * others + _LEAST_BAR * (2 + others)
    width = max(least, _names_needed(reading, LIGHT) + bars)
    shown = _shown(reading)
    rows = len(shown) + (len(shown) < len(reading.order))
    words = _LINE * LIGHT.size_text * len(_lines(reading, width, LIGHT)) + 11
    return width, HEAD + ROW * rows + max(words, _WORDS)


def draw(figure: Figure, reading: PosteriorReading, theme: Theme) -> None:
    """A row for each class, a bar for each learner; the winner in full colour."""
    with theme.context():
        ax = pixel_axes(figure)
        width, _ = size(figure)
        px = theme.px
        columns = _columns(reading, width, theme)
        for i, (name, (left, _, _)) in enumerate(zip(reading.learners, columns.bars, strict=True)):
            ax.text(
                left,
                px(HEAD / 2),
                fitted(name, columns.unit + px(_NUMBER), theme, theme.size_text),
                va="center",
                fontsize=theme.size_text if i == 0 else theme.size_small,
                color=theme.accent if i == 0 else theme.ink2,
                fontweight=SEMIBOLD if i == 0 else 400,
            )
        y = px(HEAD)
        shown = _shown(reading)
        tag = px(_TAG) if reading.true_class is not None else 0.0
        space = columns.names - px(_NAMES_AT + 10) - tag
        names = fitted_all([reading.classes[c] for c in shown], space, theme, theme.size_text)
        for c, name in zip(shown, names, strict=True):
            _row(ax, reading, theme, c, name, y + px(ROW / 2), columns)
            y += px(ROW)
        hidden = len(reading.order) - len(shown)
        if hidden:
            ax.text(
                px(12),
                y + px(ROW / 2),
                f"and {hidden} less probable classes",
                color=theme.ink3,
                fontsize=theme.size_small,
                va="center",
            )
            y += px(ROW)
        for line, strong in _lines(reading, width, theme):
            y += theme.size_text * _LINE
            weight = SEMIBOLD if strong else 400
            ax.text(px(12), y, line, fontsize=theme.size_text, fontweight=weight, va="baseline")


def _lines(reading: PosteriorReading, width: float, theme: Theme) -> list[tuple[str, bool]]:
    """The sentences in lines, the first one in semibold."""
    space, points = width - theme.px(24), theme.size_text
    head, rest = sentences(reading)
    first = [(line, True) for line in wrapped(head, space, theme, points * 1.06)]
    return [*first, *((line, False) for line in wrapped(rest, space, theme, points) if line)]


def _shown(reading: PosteriorReading) -> tuple[int, ...]:
    return reading.order[:_MOST]


def _names_needed(reading: PosteriorReading, theme: Theme) -> float:
    """Pixels of names, their markers and the tag of the true class."""
    widest = names_width((reading.classes[c] for c in _shown(reading)), theme, theme.size_text)
    return theme.px(_NAMES_AT + 10) + widest + (theme.px(_TAG) if reading.true_class is not None else 0.0)


def _columns(reading: PosteriorReading, width: float, theme: Theme) -> _Columns:
    px = theme.px
    others = max(len(reading.learners) - 1, 0)
    numbers = px(_NUMBER) * (others + 1) + px(_GAP) * others + px(_EDGE)
    names = min(
        _names_needed(reading, theme), max(width - numbers - px(_LEAST_BAR) * (2 + others), width * 0.24)
    )
    # The explained learner's bar is twice as wide as the others'.
    unit = (width - names - numbers) / (2 + others)
    bars = [(names, 2 * unit, theme.bar_lwnb)]
    for i in range(others):
        left = names + 2 * unit + px(_NUMBER + _GAP) + i * (unit + px(_NUMBER + _GAP))
        bars.append((left, unit, theme.bar_other))
    return _Columns(names, tuple(bars), unit)


def _row(
    ax: Axes, reading: PosteriorReading, theme: Theme, c: int, name: str, y: float, columns: _Columns
) -> None:
    style, px = theme.class_style(c), theme.px
    class_marker(ax, px(16), y, c, theme)
    ax.text(px(_NAMES_AT), y, name, va="center", fontsize=theme.size_text)
    if c == reading.true_class:
        ax.text(
            px(_NAMES_AT + 7) + text_width(name, theme, theme.size_text),
            y,
            "true",
            va="center",
            fontsize=theme.size_small * 0.92,
            color=theme.ink2,
            bbox={
                "boxstyle": "square,pad=0.25",
                "facecolor": "none",
                "edgecolor": theme.separator_strong,
                "linewidth": theme.line_axis,
            },
        )
    learners = zip(reading.chances, reading.numbers, reading.predictions, columns.bars, strict=True)
    for chances, numbers, best, (left, wide, tall) in learners:
        wins = best == c
        colour = style.area if wins else blend(style.area, theme.panel, 0.45)
        ax.add_patch(Rectangle((left, y - tall / 2), wide, tall, color=theme.fill, linewidth=0))
        ax.add_patch(Rectangle((left, y - tall / 2), wide * chances[c], tall, color=colour, linewidth=0))
        ax.text(
            left + wide + px(54),
            y,
            numbers[c],
            ha="right",
            va="center",
            fontsize=theme.size_text,
            fontweight=SEMIBOLD if wins else 400,
            color=theme.ink if wins else theme.ink2,
        )
