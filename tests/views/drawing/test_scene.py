"""Scenes are plain values; fonts, inks, and texts shortened to fit."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_gui.theme import DARK, LIGHT
from lwnb_gui.views.drawing.canvas import elided, font_of, wrapped
from lwnb_gui.views.drawing.inks import Inks, class_ink
from lwnb_gui.views.drawing.scene import (
    Circle,
    Clip,
    Dots,
    Hotspot,
    Line,
    Path,
    Rect,
    Scene,
    Text,
    moved,
    stacked,
)
from tests.views.golden import CANVAS

MEASURE = CANVAS.measure


def test_scene_as_lines_of_text() -> None:
    shapes = (Text(1, 2, "a"), Rect(0, 0, 10.25, 3, "fill"), Clip(0, 0, 5, 5, (Text(3, 4, "b", "small"),)))
    scene = Scene(100, 50, shapes, (Hotspot(0, 0, 5, 5, "tip", target=3),))
    assert scene.as_lines() == [
        "scene 100 × 50",
        "text 1 2 'a'",
        "rect 0 0 10.2 3 fill='fill'",
        "clip 0 0 5 5",
        "text 3 4 'b' font='small'",
        "hotspot 0 0 5 5 tip='tip' target=3",
    ]
    assert scene.texts == ("a", "b")


def test_path_as_a_line_of_text() -> None:
    points = tuple((float(i), float(i * i)) for i in range(20))
    assert Scene(1, 1, (Path(points, "ink"),)).as_lines()[1] == "path [20 points in 0, 0, 19, 361] ink='ink'"


def test_scenes_of_equal_shapes_are_equal() -> None:
    assert Scene(1, 2, (Text(1, 2, "a"),)) == Scene(1, 2, (Text(1, 2, "a"),))
    assert Scene(1, 2, (Text(1, 2, "a"),)) != Scene(1, 2, (Text(1, 2, "b"),))


def test_every_shape_can_be_moved() -> None:
    dots = Dots(np.zeros(2), np.ones(2), np.zeros(2, np.int32), 5.0, 0.3)
    assert moved(Line(0, 0, 1, 1), 2, 3) == Line(2, 3, 3, 4)
    assert moved(Path(((0, 0), (1, 1))), 2, 3) == Path(((2, 3), (3, 4)))
    assert moved(Circle(1, 1, 5), 2, 3) == Circle(3, 4, 5)
    assert moved(Clip(0, 0, 9, 9, (Circle(1, 1, 5),)), 2, 3) == Clip(2, 3, 9, 9, (Circle(3, 4, 5),))
    result = moved(dots, 2, 3)
    assert isinstance(result, Dots)
    assert result.y.tolist() == [4, 4]


def test_stacked_scenes_stand_below_each_other() -> None:
    one = Scene(10, 20, (Text(0, 5, "a"),), (Hotspot(0, 0, 5, 5, target=1),))
    two = stacked([one, one])
    assert (two.width, two.height) == (10, 40)
    assert two.shapes[1] == Text(0, 25, "a")
    assert two.hotspots[1].y == 20


def test_the_uppermost_hotspot_answers() -> None:
    scene = Scene(10, 10, (), (Hotspot(0, 0, 10, 10, "below"), Hotspot(2, 2, 3, 3, "above")))
    assert [spot.tip for x in (1, 3) if (spot := scene.hotspot_at(x, x))] == ["below", "above"]
    assert scene.hotspot_at(10, 0) is None


def test_inks_are_named_and_themes_resolve_them() -> None:
    assert Inks(LIGHT)["ink2"] == (LIGHT.ink2, 1.0)
    assert Inks(DARK)["accent 40%"] == (DARK.accent, 0.4)
    style = LIGHT.class_style(9)
    assert [Inks(LIGHT)[class_ink(9, part)][0] for part in ("", "edge", "area")] == [
        style.fill,
        style.edge,
        style.area,
    ]
    for unknown in ("inc", "class 3 middle"):
        with pytest.raises((AttributeError, KeyError)):
            Inks(LIGHT)[unknown]


def test_fonts_can_be_scaled() -> None:
    assert font_of("math 50%").pixels(LIGHT) == LIGHT.size_equation / 2
    assert font_of("small strong").bold


def test_text_is_elided_to_its_width() -> None:
    assert elided("Iris-virginica", "text", 1000, MEASURE) == "Iris-virginica"
    short = elided("Iris-virginica", "text", 60, MEASURE)
    assert short == "Iris-vi…"
    assert MEASURE(short) <= 60
    assert elided("Iris", "text", 0, MEASURE) == "…"


def test_text_is_wrapped_between_words() -> None:
    lines = wrapped("one two three four extraordinarily", "text", 80, MEASURE)
    assert lines == ["one two", "three four", "extraordin…"]
    assert all(MEASURE(line) <= 80 for line in lines)
