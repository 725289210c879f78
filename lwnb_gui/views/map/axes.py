"""The axes of a map: the positions and labels of ticks, grid, frame and names."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Line, Shape, Text
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.points import AxisScale
from lwnb_gui.views.map.round_numbers import round_numbers, written
from lwnb_gui.views.map.view_transform import Range, ViewTransform
from lwnb_gui.views.wording.names import shorten_all

_MOST_NAMES = 40  # values of a nominal axis that are named
_PAD = 6.0  # pixels between an axis and its numbers
_LEAST_WIDTH, _NAME_WIDTH = 24.0, 90.0  # pixels for the name of a value along x and along y
_NAME_SHARE = 0.85  # share of an axis that its own name may take


class Ticks(NamedTuple):
    """Values along an axis and their texts; `factor` is written once, at the end of the axis."""

    values: tuple[float, ...]
    names: tuple[str, ...]
    factor: str = ""
    is_upright: bool = False


def tick_values(low: float, high: float, most: int) -> list[float]:
    """Return round numbers between two limits, at most about this many."""
    ticks = round_numbers(low, high, most)
    margin = 1e-9 * (high - low)
    return [float(v) for v in ticks if low - margin <= v <= high + margin]


def x_ticks(data: MapData, transform: ViewTransform, canvas: Canvas, most: int) -> Ticks:
    """Return ticks along the lower edge, as many as fit beside each other."""
    scale = data.axes[0] if data.axes is not None else None
    if scale is None or not scale.nominal:
        ticks = _number_ticks(transform.limits[0], most)
        while most > 1 and _widest(ticks, canvas) + canvas.theme.px(_PAD) > _least_distance(ticks, transform):
            most -= 1
            ticks = _number_ticks(transform.limits[0], most)
        return ticks
    # A value's name may take its share of the axis and no more; if there are thousands, none are named.
    shown = max(len(scale.ticks) / _step(scale), 1)
    space = max(transform.width, canvas.theme.px(80)) / shown
    ticks = _value_ticks(scale, transform.limits[0], max(space, canvas.theme.px(_LEAST_WIDTH)), canvas)
    is_upright = any(canvas.measure(name, "small") > space for name in ticks.names)
    return ticks._replace(is_upright=is_upright)


def y_ticks(data: MapData, limits: Range, canvas: Canvas, most: int) -> Ticks:
    """Return ticks along the left edge."""
    scale = data.axes[1] if data.axes is not None else None
    if scale is None or not scale.nominal:
        return _number_ticks(limits, most)
    return _value_ticks(scale, limits, canvas.theme.px(_NAME_WIDTH), canvas)


def left_space(ticks: Ticks, canvas: Canvas) -> float:
    """Return the pixels that the labels of the y axis need, including its name."""
    return _widest(ticks, canvas) + canvas.theme.px(12) + 1.5 * canvas.theme.size_small


def grid(transform: ViewTransform, x: Ticks, y: Ticks, canvas: Canvas) -> list[Shape]:
    """Draw lines at the ticks."""
    width = canvas.theme.line_grid
    shapes: list[Shape] = []
    for value in x.values:
        across = transform.to_pixel((value, 0.0))[0]
        shapes.append(Line(across, transform.top, across, transform.bottom, "grid", width))
    for value in y.values:
        down = transform.to_pixel((0.0, value))[1]
        shapes.append(Line(transform.left, down, transform.right, down, "grid", width))
    return shapes


def edges(transform: ViewTransform, canvas: Canvas) -> list[Shape]:
    """Draw the two axes."""
    width, ink = canvas.theme.line_axis, "separator_strong"
    return [
        Line(transform.left, transform.top, transform.left, transform.bottom, ink, width),
        Line(transform.left, transform.bottom, transform.right, transform.bottom, ink, width),
    ]


def x_labels(label: str, transform: ViewTransform, ticks: Ticks, canvas: Canvas) -> list[Shape]:
    """Draw numbers or names below the lower edge, and the attribute's name below them."""
    px, small = canvas.theme.px, canvas.theme.size_small
    top = transform.bottom + px(_PAD)
    shapes: list[Shape] = []
    for value, name in zip(ticks.values, ticks.names, strict=True):
        x = transform.to_pixel((value, 0.0))[0]
        if ticks.is_upright:
            shapes.append(Text(x, top, name, "small", "ink2", "right", upright=True))
        else:
            shapes.append(Text(x, top + 0.5 * small, name, "small", "ink2", "centre"))
    below = top + small * 1.2
    if ticks.is_upright:
        below = top + _widest(ticks, canvas)
    name = _fitted(label, _NAME_SHARE * max(transform.width, px(80)), canvas)
    middle = transform.left + transform.width / 2
    shapes.append(Text(middle, below + px(4) + 0.5 * small, name, "small", "ink2", "centre"))
    if ticks.factor:
        shapes.append(
            Text(transform.right, below + px(4) + 0.5 * small, ticks.factor, "small", "ink2", "right")
        )
    return shapes


def y_labels(label: str, transform: ViewTransform, ticks: Ticks, canvas: Canvas) -> list[Shape]:
    """Draw numbers or names to the left of the axis, and the attribute's name to their left."""
    px, small = canvas.theme.px, canvas.theme.size_small
    right = transform.left - px(_PAD)
    shapes: list[Shape] = []
    for value, name in zip(ticks.values, ticks.names, strict=True):
        y = transform.to_pixel((0.0, value))[1]
        shapes.append(Text(right, y, name, "small", "ink2", "right"))
    x = right - _widest(ticks, canvas) - px(_PAD) - 0.5 * small
    name = _fitted(label, max(transform.height, px(80)), canvas)
    shapes.append(
        Text(x, transform.top + transform.height / 2, name, "small", "ink2", "centre", upright=True)
    )
    if ticks.factor:
        shapes.append(Text(transform.left, transform.top - 0.5 * small, ticks.factor, "small", "ink2"))
    return shapes


def below_space(ticks: Ticks, canvas: Canvas) -> float:
    """Return the pixels that the labels of the x axis need beyond those of a line of numbers."""
    return max(0.0, _widest(ticks, canvas) - canvas.theme.size_small * 1.2) if ticks.is_upright else 0.0


def _number_ticks(limits: Range, most: int) -> Ticks:
    values = tick_values(*limits, most)
    names, factor = written(values, *limits)
    return Ticks(tuple(values), names, factor)


def _value_ticks(scale: AxisScale, limits: Range, space: float, canvas: Canvas) -> Ticks:
    where = range(0, len(scale.ticks), _step(scale))
    names = shorten_all(
        [scale.ticks[i] for i in where], space + 0.01, lambda text: canvas.measure(text, "small")
    )
    seen = [(float(i), name) for i, name in zip(where, names, strict=True) if limits[0] <= i <= limits[1]]
    return Ticks(tuple(position for position, _ in seen), tuple(name for _, name in seen))


def _step(scale: AxisScale) -> int:
    return max(1, -(-len(scale.ticks) // _MOST_NAMES))


def _widest(ticks: Ticks, canvas: Canvas) -> float:
    return max((canvas.measure(name, "small") for name in ticks.names), default=0.0)


def _least_distance(ticks: Ticks, transform: ViewTransform) -> float:
    """Return the pixels between the two closest ticks."""
    pixels = [transform.to_pixel((value, 0.0))[0] for value in ticks.values]
    return min((after - before for before, after in itertools.pairwise(pixels)), default=math.inf)


def _fitted(text: str, width: float, canvas: Canvas) -> str:
    return shorten_all([text], width + 0.01, lambda part: canvas.measure(part, "small"))[0]


def circle_values(farthest: float) -> list[float]:
    """Return the distances at which the distance view has circles."""
    return [float(v) for v in round_numbers(0, farthest, 4) if 0 < v <= farthest * 1.03]
