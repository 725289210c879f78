"""Callouts are placed where they hide least, and stay there."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from lwnb_gui.theme import LIGHT, PROJECTOR, Theme
from lwnb_gui.views.drawing.scene import Line, Rect, Text
from lwnb_gui.views.map.callout_boxes import Area, Callouts, Occupancy, best_area, callout_shapes
from lwnb_gui.views.map.callouts import Callout
from lwnb_gui.views.map.layers import static_map
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import map_reading
from tests.views.golden import canvas

SPACE = Area(0, 0, 400, 300)


def test_a_box_keeps_off_what_is_there_and_off_its_own_thing() -> None:
    occupancy = Occupancy(400, 300)
    crowd = np.column_stack([np.linspace(150, 400, 300), np.full(300, 140.0)])
    occupancy.add(crowd)
    area = best_area((200, 150), (100, 40), SPACE, occupancy, 1.0)
    assert SPACE.contains(area)
    assert not area.overlaps(Area(188, 138, 24, 24))
    assert not any(area.overlaps(Area(x, y, 1, 1)) for x, y in crowd.tolist())


def test_a_box_keeps_off_others_and_what_must_be_free() -> None:
    first = best_area((200, 150), (100, 40), SPACE, Occupancy(400, 300), 1.0)
    second = best_area((200, 150), (100, 40), SPACE, Occupancy(400, 300), 1.0, (first,), ((260.0, 150.0),))
    assert not second.overlaps(first)
    assert not second.overlaps(Area(248, 138, 24, 24))


def test_a_line_does_not_go_through_what_is_to_be_kept_free() -> None:
    """Examples are the title of an axis and another box, which would seem linked to it."""
    wall = Area(240, 0, 20, 300)
    occupancy = Occupancy(400, 300)
    crowd = np.stack(np.meshgrid(np.arange(5.0, 235, 10), np.arange(5.0, 300, 10)), axis=-1).reshape(-1, 2)
    occupancy.add(crowd, 0.3)
    for avoid in ((), (wall,)):
        area = best_area((200, 150), (60, 30), SPACE, occupancy, 1.0, avoid)
        assert (area.left > 200) == (not avoid), "beyond the wall only where there is none"


@pytest.mark.parametrize("size", [(1590, 790), (1590, 600), (1250, 560), (700, 460), (500, 300)], ids=str)
def test_a_line_does_not_seem_to_link_two_boxes(iris: SimpleNamespace, size: tuple[int, int]) -> None:
    """The nearest row's box was below the star, whose own box was above it."""
    at = canvas(*size)
    reading = map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    (transform,) = static_map(reading, at).transforms
    star = Callout(reading.star, "row 135, the test instance", ("petalwidth 1.4",), is_star=True)
    near = Callout((1.6, 5.1), "row 84 · Iris-versicolor · nearest", ("distance 0.1290",), weight=0.6)
    reading = replace(reading, neighbours=reading.neighbours[:0], weights=reading.weights[:0])
    first, second = Callouts().place([star, near], reading, transform, at)
    (line, *_) = (shape for shape in callout_shapes((first, second), at) if isinstance(shape, Line))
    box = second.area
    around = Area(box.left - 22, box.top - 22, box.width + 44, box.height + 44)
    points = np.linspace((line.x1, line.y1), first.anchor, 40).tolist()
    assert not any(around.contains(Area(x, y, 0, 0)) for x, y in points)


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
def test_callouts_stay_while_k_moves(iris: SimpleNamespace, theme: Theme) -> None:
    at = canvas(700, 460, theme)
    reading = map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    (transform,) = static_map(reading, at).transforms
    star = Callout(reading.star, "row 135, the test instance", ("petalwidth 1.4",), is_star=True)
    near = Callout((1.6, 5.1), "row 84", ("d = 0.1290",), weight=0.6)
    nowhere = Callout((float("nan"), 1.0), "row 7")
    placer = Callouts()
    boxes = placer.place([star, near, nowhere], reading, transform, at)
    assert [box.callout for box in boxes] == [star, near]
    assert not boxes[0].area.overlaps(boxes[1].area)
    fewer = replace(reading, neighbours=reading.neighbours[:5], weights=reading.weights[:5])
    assert placer.place([star, near], fewer, transform, at) == boxes
    shapes = callout_shapes(boxes, at)
    kinds = [type(shape) for shape in shapes]
    assert kinds == [Line, Line, Rect, Text, Text, Rect, Text, Text], "no line crosses another's words"


def test_a_long_text_is_cut_to_its_box(iris: SimpleNamespace) -> None:
    at = canvas(700, 460)
    reading = map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    (transform,) = static_map(reading, at).transforms
    (box,) = Callouts().place([Callout((1.0, 4.0), "a name " * 30)], reading, transform, at)
    assert box.area.width == 300
    title = callout_shapes([box], at)[-1]
    assert isinstance(title, Text)
    assert title.text.endswith("…")
    assert at.measure(title.text, "small strong") <= 286


def test_while_dragged_a_box_goes_along_away_from_the_neighbours(iris: SimpleNamespace) -> None:
    at = canvas(700, 460)
    reading = map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    (transform,) = static_map(reading, at).transforms
    star = Callout(reading.star, "row 135", is_star=True)
    (box,) = Callouts().place([star], reading, transform, at, is_dragging=True)
    middle = transform.to_pixels(reading.positions.coordinates[reading.neighbours[:50]]).mean(axis=0)
    x, y = box.area.left + box.area.width / 2, box.area.top + box.area.height / 2
    away = np.array([x, y]) - box.anchor
    assert away @ (np.array(box.anchor) - middle) > 0
