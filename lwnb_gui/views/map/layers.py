"""The two layers of the map: the constant one (rows, regions, axes), and the one that moves with k.

There is one map, or one for each learner, or the distance view.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from lwnb_gui.text import LONGEST_PROBABILITY, class_names
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Circle, Clip, Dots, Rect, Shape, Text
from lwnb_gui.views.map import axes
from lwnb_gui.views.map.axes import Ticks
from lwnb_gui.views.map.callout_boxes import Box, callout_shapes
from lwnb_gui.views.map.decision_regions import region_image
from lwnb_gui.views.map.distance_positions import DistanceData
from lwnb_gui.views.map.map_marks import dot_size, marks
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.reading import MapReading
from lwnb_gui.views.map.view_transform import Limits, ViewTransform
from lwnb_gui.views.wording.names import shorten_all

# Pixels of the light theme: around a single map, and around the distance view.
_TOP, _RIGHT, _BOTTOM, _LEAST_LEFT, _AROUND = 10.0, 14.0, 38.0, 40.0, 8.0
_X_TICKS, _Y_TICKS = 8, 7
_RADIUS, _OPACITY = 2.6, 0.32  # radius and opacity of a row
_EDGE = 12.0  # pixels to the left of the bandwidth's text
_TEXT_LINE = 16.0
# For maps side by side: a title's height, the space between two maps and between the texts of a title, and
# the space that a number along each axis needs.
_COLUMNS = 2
_TITLE, _GAP, _TEXT_GAP, _ACROSS, _UP = 24.0, 16.0, 8.0, 45.0, 30.0
# A row's radius on these maps: a share of the distance between rows if they were spread evenly, so that they
# do not hide the regions.
_SHARE, _SMALLEST, _LARGEST, _SMALL_OPACITY = 0.3, 1.2, 2.4, 0.55


class MapTitle(NamedTuple):
    """The place of a learner's name and answer above its map."""

    x: float
    y: float
    width: float


class StaticMap(NamedTuple):
    """The part that does not change with k: rows, regions and axes; a transform for each map."""

    transforms: tuple[ViewTransform, ...]
    shapes: tuple[Shape, ...]
    titles: tuple[MapTitle, ...] = ()


def static_map(
    reading: MapReading, canvas: Canvas, limits: Limits | None = None, below: float = 0.0
) -> StaticMap:
    """Draw rows, regions and axes, with `below` pixels left free below."""
    positions = reading.positions
    if isinstance(positions, DistanceData):
        return _distance_view(reading, positions, canvas, limits or positions.home, below)
    if reading.learners:
        return _side_by_side(reading, positions, canvas, limits or positions.home, below)
    return _single(reading, positions, canvas, limits or positions.home, below)


def moving_shapes(
    reading: MapReading,
    static: StaticMap,
    canvas: Canvas,
    below: float = 0.0,
    *,
    emphasised: Collection[int] | None = None,
    hovered: int | None = None,
    boxes: Sequence[Box] = (),
) -> tuple[Shape, ...]:
    """Draw ring, spokes, neighbours and star on every map, callouts, and the text of the bandwidth."""
    shapes: list[Shape] = []
    for transform in static.transforms:
        shapes.append(
            _clip(transform, marks(reading, transform, canvas.theme, emphasised=emphasised, hovered=hovered))
        )
    for i, title in enumerate(static.titles):
        shapes += _title_texts(reading, i, title, canvas)
    if isinstance(reading.positions, DistanceData) and reading.bandwidth[0]:
        shapes += _bandwidth(reading, canvas, below)
    return (*shapes, *callout_shapes(boxes, canvas))


def _clip(transform: ViewTransform, shapes: Sequence[Shape]) -> Clip:
    return Clip(transform.left, transform.top, transform.width, transform.height, tuple(shapes))


def _shaped(
    left: float, top: float, width: float, height: float, aspect: float | None, limits: Limits
) -> ViewTransform:
    """Return the largest rectangle in the middle of a box whose units have that aspect ratio."""
    width, height = max(width, 1.0), max(height, 1.0)
    if aspect is not None:
        (x0, x1), (y0, y1) = limits
        shape = aspect * (y1 - y0) / ((x1 - x0) or 1.0)
        wide = min(width, height / shape)
        tall = wide * shape
        left, top = left + (width - wide) / 2, top + (height - tall) / 2
        width, height = wide, tall
    return ViewTransform(limits, left, top, width, height)


# -- rows -----------------------------------------------------------------------------------------------


def _rows(reading: MapReading, transform: ViewTransform, size: float, opacity: float) -> list[Shape]:
    positions, codes = reading.positions.coordinates, reading.positions.codes
    if reading.hidden:
        is_seen = ~np.isin(codes, list(reading.hidden))
        positions, codes = positions[is_seen], codes[is_seen]
    pixels = transform.to_pixels(positions)
    is_near = np.isfinite(pixels).all(axis=1)
    with np.errstate(invalid="ignore"):
        is_near &= (pixels[:, 0] > transform.left - size) & (pixels[:, 0] < transform.right + size)
        is_near &= (pixels[:, 1] > transform.top - size) & (pixels[:, 1] < transform.bottom + size)
    pixels, codes = pixels[is_near], codes[is_near]
    # By class, later ones above earlier ones.
    order = codes.argsort(kind="stable")
    return [Dots(pixels[order, 0], pixels[order, 1], codes[order], size, opacity)]


# -- one map --------------------------------------------------------------------------------------------


def _single(reading: MapReading, data: MapData, canvas: Canvas, limits: Limits, below: float) -> StaticMap:
    px = canvas.theme.px
    y = axes.y_ticks(data, limits[1], canvas, _Y_TICKS)
    # As wide as the whole map needs, too, so that zooming does not move the map sideways.
    whole = axes.y_ticks(data, data.home[1], canvas, _Y_TICKS)
    left = max(*(axes.left_space(ticks, canvas) + px(6) for ticks in (y, whole)), px(_LEAST_LEFT))
    height = canvas.height - below - px(_TOP + _BOTTOM)
    transform = _shaped(left, px(_TOP), canvas.width - left - px(_RIGHT), height, data.aspect, limits)
    x = axes.x_ticks(data, transform, canvas, _X_TICKS)
    if x.is_upright:
        height = max(height - axes.below_space(x, canvas), px(80))
        transform = _shaped(left, px(_TOP), canvas.width - left - px(_RIGHT), height, data.aspect, limits)
    shapes = [
        _background(reading, 0, transform, x, y, canvas),
        *axes.edges(transform, canvas),
        *axes.x_labels(data.labels[0], transform, x, canvas),
        *axes.y_labels(data.labels[1], transform, y, canvas),
    ]
    return StaticMap((transform,), tuple(shapes))


def _background(
    reading: MapReading,
    panel: int,
    transform: ViewTransform,
    x: Ticks,
    y: Ticks,
    canvas: Canvas,
    radius: float = _RADIUS,
    opacity: float = _OPACITY,
) -> Clip:
    """Draw regions, or the grid if there are none, and the rows above."""
    shapes: list[Shape] = []
    if reading.regions is not None and panel < len(reading.regions.panels):
        shapes.append(region_image(reading.regions, panel, transform, canvas.theme))
    else:
        shapes += axes.grid(transform, x, y, canvas)
    return _clip(transform, [*shapes, *_rows(reading, transform, dot_size(radius, canvas.theme), opacity)])


# -- several side by side -------------------------------------------------------------------------------


def _side_by_side(
    reading: MapReading, data: MapData, canvas: Canvas, limits: Limits, below: float
) -> StaticMap:
    """Draw maps two by two, each with a learner's name and its prediction for the instance.

    All have the same limits. The lowest have numbers and a name along x, the leftmost along y. A
    map on which the bandwidth is a true ring has the shape of the single map, so that it looks like one.
    """
    px, learners = canvas.theme.px, reading.learners
    columns = min(_COLUMNS, len(learners))
    rows = -(-len(learners) // columns)
    down = max((canvas.height - below - px(_BOTTOM)) / rows - px(_TITLE), px(_GAP))
    y = axes.y_ticks(data, limits[1], canvas, _fitting(down, px(_UP)))
    left = max(axes.left_space(y, canvas) + px(6), px(_LEAST_LEFT))
    across = max((canvas.width - left - px(_RIGHT) - px(_GAP) * (columns - 1)) / columns, px(_GAP))
    one = _shaped(0, 0, across, down, data.aspect, limits)
    wide, tall = one.width, one.height
    y = axes.y_ticks(data, limits[1], canvas, _fitting(tall, px(_UP)))
    title_width = min(across, max(wide, _widest_title(reading, data, canvas)))
    free = canvas.width - left - px(_RIGHT) - columns * title_width - (columns - 1) * px(_GAP)
    start = left + max(0.0, free) / 2
    top = max(0.0, canvas.height - below - px(_BOTTOM) - rows * (tall + px(_TITLE))) / 2
    apart = math.sqrt(wide * tall / max(len(data), 1)) / canvas.theme.scale
    radius = min(max(_SHARE * apart, _SMALLEST), _LARGEST)
    transforms: list[ViewTransform] = []
    titles: list[MapTitle] = []
    shapes: list[Shape] = []
    for i in range(len(learners)):
        x_at = start + i % columns * (title_width + px(_GAP))
        y_at = top + i // columns * (tall + px(_TITLE))
        transform = ViewTransform(limits, x_at, y_at + px(_TITLE), wide, tall)
        x = axes.x_ticks(data, transform, canvas, _fitting(wide, px(_ACROSS)))
        transforms.append(transform)
        titles.append(MapTitle(x_at, y_at + px(_TITLE) / 2, title_width))
        shapes.append(_background(reading, i, transform, x, y, canvas, radius, _SMALL_OPACITY))
        shapes += axes.edges(transform, canvas)
        if i + columns >= len(learners):
            shapes += axes.x_labels(data.labels[0], transform, x, canvas)
        if i % columns == 0:
            shapes += axes.y_labels(data.labels[1], transform, y, canvas)
    return StaticMap(tuple(transforms), tuple(shapes), tuple(titles))


def _title_texts(reading: MapReading, i: int, title: MapTitle, canvas: Canvas) -> list[Shape]:
    """Return the learner and its answer; a class's name is shortened to fit, but not its probability."""
    (x, y, width), name = title, reading.learners[i]
    shapes: list[Shape] = [Text(x, y, name, "strong", "accent" if name == "LWNB" else "ink")]
    answer = reading.answers[i] if reading.regions is not None and i < len(reading.answers) else None
    if answer is not None:
        space = width - canvas.measure(name, "strong") - canvas.theme.px(_TEXT_GAP)
        space -= canvas.measure(f"★ , {answer[1]}")
        fitted = shorten_all([answer[0]], space + 0.01, lambda text: canvas.measure(text, "text"))[0]
        shapes.append(Text(x + width, y, f"★ {fitted}, {answer[1]}", "text", "ink2", "right"))
    return shapes


def _widest_title(reading: MapReading, data: MapData, canvas: Canvas) -> float:
    """Return a width for all answers: the maps must not move when the predicted class changes."""
    names = max(canvas.measure(name, "strong") for name in reading.learners)
    classes = class_names(data.classes, data.class_attribute)
    widest = max((canvas.measure(name[:400]) for name in classes), default=0.0)
    number = canvas.measure(f"★ , {LONGEST_PROBABILITY}")
    return names + canvas.theme.px(_TEXT_GAP) + widest + number + canvas.theme.px(2)


def _fitting(length: float, each: float) -> int:
    return min(max(int(length / each), 2), 8)


# -- the distance view ----------------------------------------------------------------------------------


def _distance_view(
    reading: MapReading, data: DistanceData, canvas: Canvas, limits: Limits, below: float
) -> StaticMap:
    """Draw circles at round distances, and the rows around the instance."""
    px, theme = canvas.theme.px, canvas.theme
    around = px(_AROUND)
    height = canvas.height - around - max(below, around)
    transform = _shaped(around, around, canvas.width - 2 * around, height, data.aspect, limits)
    x, y = transform.to_pixel((0.0, 0.0))
    circles: list[Shape] = []
    labels: list[Shape] = []
    for distance in axes.circle_values(data.farthest):
        radius = distance * transform.pixels_per_unit[0]
        circles.append(Circle(x, y, radius, edge="separator", width=theme.line_grid))
        name = f"{distance:g}"
        wide, tall = canvas.measure(name, "small") + px(3), theme.size_small + px(3)
        labels.append(Rect(x - wide / 2, y + radius - tall / 2, wide, tall, "panel 80%"))
        labels.append(Text(x, y + radius, name, "small", "ink2", "centre"))
    rows = _rows(reading, transform, dot_size(_RADIUS, theme), _OPACITY)
    return StaticMap((transform,), (_clip(transform, [*circles, *rows, *labels]),))


def _bandwidth(reading: MapReading, canvas: Canvas, below: float) -> list[Shape]:
    """Draw the bandwidth, and how many rows are inside, in the lower left corner."""
    px = canvas.theme.px
    bandwidth, inside = reading.bandwidth
    space = canvas.width / 2 - px(_EDGE + 16)  # the outermost circle's number stands in the middle
    if canvas.measure(inside, "small") > space:
        inside = inside.removesuffix(" with weight 0")
    y = canvas.height - below - px(6) - 1.5 * px(_TEXT_LINE)
    return [
        Text(px(_EDGE), y, bandwidth, "small strong", "accent"),
        Text(px(_EDGE), y + px(_TEXT_LINE), inside, "small", "ink2"),
    ]
