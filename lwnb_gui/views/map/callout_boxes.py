"""Callouts on the map: boxes with a few lines, and a thin line to their subject, where they hide least."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.canvas import Canvas, elided
from lwnb_gui.views.drawing.scene import Line, Rect, Shape, Text
from lwnb_gui.views.map.callouts import Callout
from lwnb_gui.views.map.distance_positions import DistanceData
from lwnb_gui.views.map.map_marks import mark_radius
from lwnb_gui.views.map.reading import MapReading
from lwnb_gui.views.map.view_transform import Pixel, ViewTransform

Floats = NDArray[np.float64]

_CELL = 10.0  # pixels of a cell of the occupancy
_LINE, _WIDEST = 15.0, 300.0
_REACHES = (34.0, 60.0, 95.0, 140.0, 190.0, 250.0)
_DIRECTIONS = 16
_FREE = 12.0  # pixels around the star and around the subject of a box
_LEADER = 24.0  # pixels around another box's line: closer, the line would seem to link the two boxes
_NEVER = 1e6  # more than a box can hide
# For a box that is dragged along: its distance from the star in pixels, how many neighbours it avoids, how
# far their mean must be to define a direction, and by how much it turns if it does not fit.
_DRAG_DISTANCE, _DRAG_NEIGHBOURS, _DRAG_DIRECTION = 30.0, 50, 25.0
_ANGLES = [math.radians(angle) for angle in (0, 30, -30, 60, -60, 90, -90)]
_MOST_COUNTED = 20_000  # points that are counted when a box is placed
_VISIBLE_MARGIN = 2.0  # pixels outside the axes in which a row still counts as visible


class Area(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def overlaps(self, other: Area) -> bool:
        across = self.left < other.right and self.right > other.left
        return across and self.top < other.bottom and self.bottom > other.top

    def contains(self, other: Area) -> bool:
        across = self.left <= other.left and self.right >= other.right
        return across and self.top <= other.top and self.bottom >= other.bottom


class Box(NamedTuple):
    """A placed callout; `anchor` is the pixel of its subject, `radius` the size of the marker."""

    callout: Callout
    anchor: Pixel
    radius: float
    area: Area


def callout_shapes(boxes: Sequence[Box], canvas: Canvas) -> list[Shape]:
    """Draw all lines below all boxes, because a line may cross another's text."""
    shapes: list[Shape] = []
    for box in boxes:
        shapes += _line(box, canvas.theme)
    for box in boxes:
        shapes += _box_text(box, canvas)
    return shapes


def _line(box: Box, theme: Theme) -> list[Shape]:
    x, y = box.anchor
    end_x, end_y = _nearest(box.area, x, y)
    away = math.hypot(end_x - x, end_y - y)
    if away <= box.radius:
        return []
    share = box.radius / away
    return [Line(x + (end_x - x) * share, y + (end_y - y) * share, end_x, end_y, "ink2", theme.px(1))]


def _box_text(box: Box, canvas: Canvas) -> list[Shape]:
    px, area = canvas.theme.px, box.area
    shapes: list[Shape] = [Rect(*area, "panel", "separator_strong")]
    for i, text in enumerate((box.callout.title, *box.callout.lines)):
        font, ink = ("small", "ink2") if i else ("small strong", "ink")
        fitted = elided(text, font, area.width - px(14), canvas.measure)
        y = area.top + px(4) + px(_LINE) * (i + 0.5)
        shapes.append(Text(area.left + px(8), y, fitted, font, ink))
    return shapes


class Callouts:
    """Places callouts. A box stays where it is while k moves, and is placed anew only for another subject."""

    def __init__(self) -> None:
        self._transform: ViewTransform | None = None
        self._rows: object = None
        self._areas: dict[object, Area] = {}
        self._occupancy: Occupancy | None = None  # of the rows
        self._direction = -math.pi / 2  # from the neighbours to the star

    def place(
        self,
        callouts: Sequence[Callout],
        reading: MapReading,
        transform: ViewTransform,
        canvas: Canvas,
        *,
        is_dragging: bool = False,
    ) -> tuple[Box, ...]:
        """Place boxes for the callouts whose rows are visible.

        While the star is dragged, its box moves along.
        """
        if transform != self._transform or reading.positions is not self._rows:
            self._transform, self._rows, self._occupancy = transform, reading.positions, None
            self._areas.clear()
        boxes: list[Box] = []
        for callout in callouts:
            anchor = transform.to_pixel(callout.position)
            if not transform.contains(anchor, _VISIBLE_MARGIN):
                continue  # or its row has no position
            size = _size(callout, canvas)
            taken = tuple(area for box in boxes for area in (box.area, _leader_area(box, canvas.theme)))
            area = None
            if is_dragging and not boxes:
                area = self._dragged(anchor, size, reading, transform, canvas.theme)
            if area is None:
                key = (callout.title.partition(",")[0], round(anchor[0]), round(anchor[1]), size, taken)
                if key not in self._areas:
                    self._areas[key] = self._find(anchor, size, taken, reading, transform, canvas)
                area = self._areas[key]
            boxes.append(Box(callout, anchor, _radius(callout, canvas.theme), area))
        return tuple(boxes)

    def _dragged(
        self, anchor: Pixel, size: Pixel, reading: MapReading, transform: ViewTransform, theme: Theme
    ) -> Area | None:
        """Place a box opposite the neighbours, so that it does not jump while the star is dragged."""
        neighbours = reading.neighbours[:_DRAG_NEIGHBOURS]
        if not len(neighbours) or isinstance(reading.positions, DistanceData):
            return None
        px, (x, y), (width, height) = theme.px, anchor, size
        across, down = transform.to_pixels(reading.positions.coordinates[neighbours]).mean(axis=0).tolist()
        if math.hypot(x - across, y - down) > px(_DRAG_DIRECTION):
            self._direction = math.atan2(y - down, x - across)
        free = _around(anchor, px(_FREE))
        for angle in _ANGLES:
            left = x + math.cos(self._direction + angle) * (px(_DRAG_DISTANCE) + width / 2) - width / 2
            top = y + math.sin(self._direction + angle) * (px(_DRAG_DISTANCE) + height / 2) - height / 2
            area = Area(round(left), round(top), round(width), round(height))
            if Area(*transform[1:]).contains(area) and not area.overlaps(free):
                return area
        return None

    def _find(
        self,
        anchor: Pixel,
        size: Pixel,
        avoid: tuple[Area, ...],
        reading: MapReading,
        transform: ViewTransform,
        canvas: Canvas,
    ) -> Area:
        px, positions = canvas.theme.px, reading.positions
        if self._occupancy is None:
            self._occupancy = Occupancy(canvas.width, canvas.height)
            seen = positions.coordinates[:: max(1, len(positions.coordinates) // _MOST_COUNTED)]
            # If there are rows everywhere, hiding one matters less than a line across half the map.
            self._occupancy.add(transform.to_pixels(seen), min(1.0, 400 / max(len(seen), 1)))
        occupancy = self._occupancy.copy()
        if len(reading.neighbours):
            neighbours = transform.to_pixels(positions.coordinates[reading.neighbours[:200]])
            occupancy.add(neighbours, 5.0)
            centre = transform.to_pixels(np.array([reading.star]))
            occupancy.add(centre, 60.0)
            for share in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9):  # the spokes
                occupancy.add(centre + (neighbours[:80] - centre) * share, 0.8)
        space = Area(*transform[1:])
        free: tuple[Pixel, ...] = ()
        if reading.learners:
            space = Area(0.0, 0.0, canvas.width, canvas.height)
        elif isinstance(
            positions, DistanceData
        ):  # the corners around the circles are free, except for the bandwidth's text
            space = Area(8.0, 8.0, canvas.width - 16, canvas.height - 16)
            avoid = (*avoid, Area(0.0, canvas.height - px(40), px(240), px(40)))
        else:
            if positions.aspect is not None:
                # The map is a square in a wide frame: both sides are free, except for the axis labels.
                avoid = (*avoid, Area(space.left - px(52), space.top, px(52), space.height))
                space = Area(8.0, space.top, canvas.width - 16, space.height)
            star = transform.to_pixel(reading.star)
            free = (star,) if transform.contains(star, _VISIBLE_MARGIN) else ()
        return best_area(anchor, size, space, occupancy, canvas.theme.scale, avoid, free)


def _size(callout: Callout, canvas: Canvas) -> Pixel:
    px, measure = canvas.theme.px, canvas.measure
    widths = [measure(callout.title, "small strong"), *(measure(line, "small") for line in callout.lines)]
    return min(max(widths) + px(17), px(_WIDEST)), px(_LINE) * (1 + len(callout.lines)) + px(9)


def _radius(callout: Callout, theme: Theme) -> float:
    """Return the radius of the marker that the callout belongs to."""
    if callout.is_star:
        return theme.px(9)
    return theme.px(4 if callout.weight is None else float(mark_radius(callout.weight)))


def _leader_area(box: Box, theme: Theme) -> Area:
    """Return the surroundings of the line between a box and its subject, including the subject."""
    (x, y), (end_x, end_y), margin = box.anchor, _nearest(box.area, *box.anchor), theme.px(_LEADER)
    left, top = min(x, end_x) - margin, min(y, end_y) - margin
    return Area(left, top, abs(x - end_x) + 2 * margin, abs(y - end_y) + 2 * margin)


def _around(pixel: Pixel, reach: float) -> Area:
    return Area(pixel[0] - reach, pixel[1] - reach, 2 * reach, 2 * reach)


class Occupancy:
    """Records how much lies where, so that a box can be put where it hides least."""

    def __init__(self, width: float, height: float) -> None:
        self._shape = (max(1, math.ceil(height / _CELL)), max(1, math.ceil(width / _CELL)))
        self._count = np.zeros(self._shape)

    def copy(self) -> Occupancy:
        """Return a copy, to which more can be added."""
        other = copy.copy(self)
        other._count = self._count.copy()
        return other

    def add(self, points: Floats, weight: float = 1.0) -> None:
        """Add points in pixels, (n, 2); those outside or without a position do not count."""
        with np.errstate(invalid="ignore"):
            column, row = np.floor(points[:, 0] / _CELL), np.floor(points[:, 1] / _CELL)
            inside = (column >= 0) & (row >= 0) & (column < self._shape[1]) & (row < self._shape[0])
        cells = (row[inside] * self._shape[1] + column[inside]).astype(np.intp)
        self._count += weight * np.bincount(cells, minlength=self._count.size).reshape(self._shape)

    def under(self, x: Floats, y: Floats, width: float, height: float) -> Floats:
        """Return how much boxes with these upper left corners would hide. Shape (boxes,)."""
        rows, columns = self._shape
        sums = np.zeros((rows + 1, columns + 1))
        np.cumsum(np.cumsum(self._count, axis=0), axis=1, out=sums[1:, 1:])
        x0, x1 = (np.clip(v // _CELL, 0, columns).astype(int) for v in (x, x + width + _CELL))
        y0, y1 = (np.clip(v // _CELL, 0, rows).astype(int) for v in (y, y + height + _CELL))
        return np.asarray(sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0])

    def along(self, start: Pixel, x: Floats, y: Floats) -> Floats:
        """Return how much lines from one point to others cross after their first quarter. Shape (lines,)."""
        rows, columns = self._shape
        share = np.linspace(0.25, 1.0, 12)
        column = ((start[0] + share * (x[:, None] - start[0])) // _CELL).astype(int)
        row = ((start[1] + share * (y[:, None] - start[1])) // _CELL).astype(int)
        seen = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
        seen[:, 1:] &= (np.diff(row) != 0) | (np.diff(column) != 0)  # a cell counts once
        crossed = self._count[np.where(seen, row, 0), np.where(seen, column, 0)]
        return np.asarray(np.where(seen, crossed, 0.0).sum(axis=1))


def best_area(
    anchor: Pixel,
    size: Pixel,
    space: Area,
    occupancy: Occupancy,
    scale: float,
    avoid: tuple[Area, ...] = (),
    free: tuple[Pixel, ...] = (),
) -> Area:
    """Return the place near its anchor where a box hides least; nearer is better."""
    width, height = size
    x = anchor[0] + _ACROSS * (_REACH * scale + width / 2) - width / 2
    y = anchor[1] - _UP * (_REACH * scale + height / 2) - height / 2
    x = np.clip(x, space.left, max(space.right - width, space.left))
    y = np.clip(y, space.top, max(space.bottom - height, space.top))
    end_x, end_y = _ends(x, y, width, height, anchor)
    cost = occupancy.under(x, y, width, height) + 0.5 * occupancy.along(anchor, end_x, end_y)
    cost += 0.11 * np.hypot(end_x - anchor[0], end_y - anchor[1]) / scale
    for other in avoid:
        cost += 500 * _overlaps(x, y, width, height, other)
        cost += 250 * _crosses(anchor, end_x, end_y, other)
    reach = _FREE * scale
    for point in (anchor, *free):
        cost += _NEVER * _overlaps(x, y, width, height, _around(point, reach))
    best = int(np.argmin(cost))
    return Area(round(float(x[best])), round(float(y[best])), round(width), round(height))


# Positions that are tried for boxes, nearest first: directions as shares across and up, and distances.
_TURN = np.tile(2 * np.pi * (np.arange(_DIRECTIONS) + 0.5) / _DIRECTIONS, len(_REACHES))
_ACROSS, _UP = np.cos(_TURN), np.sin(_TURN)
_REACH = np.repeat(_REACHES, _DIRECTIONS)


def _overlaps(x: Floats, y: Floats, width: float, height: float, other: Area) -> NDArray[np.bool_]:
    """Whether boxes with these upper left corners overlap another one."""
    across = (x < other.right) & (x + width > other.left)
    return np.asarray(across & (y < other.bottom) & (y + height > other.top))


def _crosses(start: Pixel, x: Floats, y: Floats, other: Area) -> NDArray[np.bool_]:
    """Whether lines from one point to others go through an area in which they do not begin."""
    if other.left <= start[0] <= other.right and other.top <= start[1] <= other.bottom:
        return np.zeros(len(x), dtype=bool)
    share = np.linspace(0.0, 1.0, 24)[:, None]
    across, down = start[0] + share * (x - start[0]), start[1] + share * (y - start[1])
    inside = (across > other.left) & (across < other.right) & (down > other.top) & (down < other.bottom)
    return np.asarray(inside.any(axis=0))


def _ends(x: Floats, y: Floats, width: float, height: float, point: Pixel) -> tuple[Floats, Floats]:
    """Return where lines from the point to boxes with these upper left corners end.

    It is the middle of the side that faces the point, or the neighbour of a corner.
    """
    aside = np.clip(point[0], x + 12, x + width - 12) if width > 24 else x + width / 2
    above, below = point[1] < y, point[1] > y + height
    at_side = ~(above | below)
    end_x = np.where(at_side, np.where(point[0] < x, x, x + width), aside)
    return end_x, np.where(above, y, np.where(below, y + height, y + height / 2))


def _nearest(box: Area, x: float, y: float) -> tuple[float, float]:
    """Return where the line from a point to a box ends; like `_ends`, but without arrays for a single one."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if top <= y <= bottom:
        return left if x < left else right, (top + bottom) / 2
    aside = min(max(x, left + 12), right - 12) if right - left > 24 else (left + right) / 2
    return aside, top if y < top else bottom
