"""The numbers along the axis of k, with the present one in bold."""

from __future__ import annotations

from lwnb_gui.readings.k_axis import position_of_k, ticks_of_k
from lwnb_gui.scenes.scene import Circle, Line, Rect, Shape, Text
from lwnb_gui.scenes.text import Frame

_GAP = 6.0  # between the present k and a tick's number
_APART = 2.0  # between the numbers of two ticks
_TICK = 3.0


def axis_numbers(
    n: int, k: int, left: float, right: float, y: float, frame: Frame, *, enabled: bool = True
) -> list[Shape]:
    """Ticks from 1 to n between two places, numbers centred at `y`, without those that would touch another.

    k replaces those that it would cover, and n those before it.
    """
    px, measure = frame.theme.px, frame.measure
    ink, bold, line = ("ink2", "ink", "ink3") if enabled else ("ink3", "ink3", "separator_strong")
    at = left + position_of_k(k, n) * (right - left)
    wide = measure(str(k), "small strong")
    shapes: list[Shape] = []
    free = frame.width + px(_APART)  # where the number on the right begins
    for tick in reversed(ticks_of_k(n)):
        x, text = left + position_of_k(tick, n) * (right - left), str(tick)
        width = measure(text, "small")
        start = _inside(x, width, frame)
        if tick != k and abs(x - at) >= (wide + width) / 2 + px(_GAP) and start + width + px(_APART) <= free:
            shapes.append(Text(start, y, text, "small", ink))
            free = start
        shapes.append(Line(x, y - px(11), x, y - px(11 - _TICK), line))
    shapes.reverse()
    shapes.append(Text(_inside(at, wide, frame), y, str(k), "small strong", bold))
    return shapes


def slider(
    n: int, k: int, ends: tuple[float, float], y: float, frame: Frame, *, enabled: bool, focused: bool
) -> list[Shape]:
    """The groove at height y, filled up to k, the numbers below it, and the handle."""
    px, (left, right) = frame.theme.px, ends
    groove = frame.theme.line_groove
    on = "accent" if enabled else "separator_strong"
    x = left + position_of_k(k, n) * (right - left)
    shapes: list[Shape] = [
        Rect(left, y - groove / 2, right - left, groove, "separator_strong"),
        Rect(left, y - groove / 2, x - left, groove, on),
        *axis_numbers(n, k, left, right, y + px(20), frame, enabled=enabled),
        Circle(x, y, px(7.5), "panel", on, px(2)),
        Circle(x, y, px(2.5), on),
    ]
    if focused:
        shapes.append(Circle(x, y, px(10.5), edge="accent_line"))
    return shapes


def _inside(x: float, width: float, frame: Frame) -> float:
    """Where a number begins that is centred at x, as far as the frame has space for it."""
    return min(max(0.0, x - width / 2), frame.width - width)
