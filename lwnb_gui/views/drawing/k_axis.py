"""The axis of k of slider and ribbon, and the numbers along it.

Small k have more space, because each step changes most there.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Circle, Line, Rect, Shape, Text

Floats = NDArray[np.float64]

_FIRST = (1, 2, 3, 5)
# Labels closer together than this share of the axis would touch.
_APART, _APART_FROM_LAST = 0.03, 0.035
_GAP = 6.0  # between the present k and a tick's number
_NUMBERS_APART = 2.0  # between the numbers of two ticks
_TICK = 3.0


def positions_of_k(k: ArrayLike, n: int) -> Floats:
    """Return t(k) = ln((k + 4)/5) / ln((n + 4)/5): the place of k between 1 (0) and n (1)."""
    if n <= 1:
        return np.zeros_like(np.asarray(k, dtype=float))
    return np.asarray(np.log((np.asarray(k, dtype=float) + 4) / 5) / np.log((n + 4) / 5))


def position_of_k(k: float, n: int) -> float:
    """Do the same as `positions_of_k` for one k."""
    return math.log((k + 4) / 5) / math.log((n + 4) / 5) if n > 1 else 0.0


def k_at_position(t: float, n: int) -> int:
    """Return the k nearest to a place on the axis."""
    k = 5 * ((n + 4) / 5) ** min(max(t, 0.0), 1.0) - 4
    return min(max(round(k), 1), max(n, 1))


def ticks_of_k(n: int) -> list[int]:
    """Return 1, 2, 3, 5, 10, 20, 50, … up to n, without those that would touch another."""
    ticks = [*_FIRST]
    decade = 10
    while decade <= n:
        ticks += [decade, 2 * decade, 5 * decade]
        decade *= 10
    apart: list[int] = []
    for k in ticks:
        far_from_last = k < n and 1 - position_of_k(k, n) > _APART_FROM_LAST
        if far_from_last and (not apart or position_of_k(k, n) - position_of_k(apart[-1], n) > _APART):
            apart.append(k)
    return [*apart, n] if n > 1 else [1]


def axis_numbers(
    n: int, k: int, left: float, right: float, y: float, canvas: Canvas, *, enabled: bool = True
) -> list[Shape]:
    """Return ticks from 1 to n between two places, with numbers centred at `y` that do not touch.

    k replaces those that it would cover, and n those before it.
    """
    px, measure = canvas.theme.px, canvas.measure
    ink, bold, line = ("ink2", "ink", "ink3") if enabled else ("ink3", "ink3", "separator_strong")
    at = left + position_of_k(k, n) * (right - left)
    wide = measure(str(k), "small strong")
    shapes: list[Shape] = []
    apart, gap, top, bottom = px(_NUMBERS_APART), px(_GAP), y - px(11), y - px(11 - _TICK)
    free = canvas.width + apart  # where the number on the right begins
    for tick in reversed(ticks_of_k(n)):
        x, text = left + position_of_k(tick, n) * (right - left), str(tick)
        width = measure(text, "small")
        start = _inside(x, width, canvas)
        if tick != k and abs(x - at) >= (wide + width) / 2 + gap and start + width + apart <= free:
            shapes.append(Text(start, y, text, "small", ink))
            free = start
        shapes.append(Line(x, top, x, bottom, line))
    shapes.reverse()
    shapes.append(Text(_inside(at, wide, canvas), y, str(k), "small strong", bold))
    return shapes


def slider(
    n: int, k: int, ends: tuple[float, float], y: float, canvas: Canvas, *, enabled: bool, focused: bool
) -> list[Shape]:
    """Draw the groove at height y, filled up to k, the numbers below it, and the handle."""
    px, (left, right) = canvas.theme.px, ends
    groove = canvas.theme.line_groove
    on = "accent" if enabled else "separator_strong"
    x = left + position_of_k(k, n) * (right - left)
    shapes: list[Shape] = [
        Rect(left, y - groove / 2, right - left, groove, "separator_strong"),
        Rect(left, y - groove / 2, x - left, groove, on),
        *axis_numbers(n, k, left, right, y + px(20), canvas, enabled=enabled),
        Circle(x, y, px(7.5), "panel", on, px(2)),
        Circle(x, y, px(2.5), on),
    ]
    if focused:
        shapes.append(Circle(x, y, px(10.5), edge="accent_line"))
    return shapes


def _inside(x: float, width: float, canvas: Canvas) -> float:
    """Return where a number centred at x begins, within the canvas."""
    return min(max(0.0, x - width / 2), canvas.width - width)
