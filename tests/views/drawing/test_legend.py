"""The legend of a file: every class with its marker, in as many lines as necessary."""

from __future__ import annotations

import lwnb_core as lw
from lwnb_gui.views.drawing.legend import LINE, legend
from lwnb_gui.views.drawing.scene import Marker, Text
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import map_reading
from lwnb_gui.views.map.view import Map
from tests.views.golden import canvas, explained


def test_entries_wrap_and_stay_inside() -> None:
    at = canvas(300)
    scene = legend([(c, f"class number {c}") for c in range(7)] + [(None, "2 more classes")], at)
    assert scene.height > 3 * LINE
    assert [shape.class_code for shape in scene.shapes if isinstance(shape, Marker)] == list(range(7))
    for shape in scene.shapes:
        if isinstance(shape, Text):
            assert shape.x + at.measure(shape.text, shape.font) <= at.width
    assert legend([], at).height == 0


def test_a_map_in_a_file_names_the_classes_that_are_drawn() -> None:
    positions = map_of_attributes(lw.sample("iris"), "petalwidth", "petallength")
    explanation = explained("iris", 135)
    whole = Map().scene(map_reading(positions, explanation), canvas(720))
    assert whole.texts[:3] == ("Iris-setosa", "Iris-versicolor", "Iris-virginica")
    some = Map().scene(map_reading(positions, explanation, hidden=frozenset({1})), canvas(720))
    assert some.texts[:2] == ("Iris-setosa", "Iris-virginica")
    window = Map().scene(map_reading(positions, explanation), canvas(720, 480))
    assert "Iris-setosa" not in window.texts
