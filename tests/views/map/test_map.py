"""The map as a scene: axes, rows, circles and texts; very many rows are one picture."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.drawing.inks import Inks
from lwnb_gui.views.drawing.legend import LINE
from lwnb_gui.views.drawing.scene import Circle, Dots, Line, Text, flat
from lwnb_gui.views.map.axes import tick_values, x_ticks, y_ticks
from lwnb_gui.views.map.caption import caption
from lwnb_gui.views.map.distance_positions import distance_data
from lwnb_gui.views.map.layers import static_map
from lwnb_gui.views.map.plane import map_of_attributes, map_of_components
from lwnb_gui.views.map.reading import map_reading
from lwnb_gui.views.map.stamps import stamped
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.map.view_transform import ViewTransform
from tests.views.golden import canvas

FILE = canvas(640)


def test_ticks_are_round_and_inside() -> None:
    assert tick_values(0.0, 1.0, 4) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert tick_values(0.93, 7.14, 7) == [1, 2, 3, 4, 5, 6, 7]


def test_small_and_large_numbers_have_a_factor() -> None:
    data = lw.Dataset.from_columns(
        "wide",
        [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("c", ("a", "b"))],
        [np.array([1e8, 5e8]), np.array([-1e-7, 4e-7]), np.array([0, 1])],
    )
    positions = map_of_attributes(data, 0, 1)
    transform = ViewTransform(positions.home, 40, 10, 500, 300)
    assert x_ticks(positions, transform, FILE, 8).factor == "1e8"
    ticks = y_ticks(positions, positions.home[1], FILE, 7)
    assert ticks.factor == "1e−7"
    assert all(len(name) < 6 for name in ticks.names)


@pytest.mark.parametrize("width", [600, 320, 150, 60])
def test_numbers_along_x_stand_apart_however_long(width: float) -> None:
    data = lw.Dataset.from_columns(
        "stamps",
        [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("c", ("a", "b"))],
        [np.array([1.7e9, 1.700001e9]), np.array([0.0, 1.0]), np.array([0, 1])],
    )
    positions = map_of_attributes(data, 0, 1)
    transform = ViewTransform(positions.home, 40, 10, width, 300)
    ticks = x_ticks(positions, transform, FILE, 8)
    ends = [
        (transform.to_pixel((value, 0))[0], FILE.measure(name, "small") / 2)
        for value, name in zip(ticks.values, ticks.names, strict=True)
    ]
    assert ends
    assert all(a + half < b - other for (a, half), (b, other) in itertools.pairwise(ends))


def test_nominal_axes_have_names_that_fit(soybean: SimpleNamespace) -> None:
    names = [soybean.data.attributes[j].name for j in soybean.data.predictors[:2]]
    positions = map_of_attributes(soybean.data, *names)
    wide = x_ticks(positions, ViewTransform(positions.home, 0, 0, 900, 300), FILE, 8)
    assert wide.names[:7] == soybean.data.attributes[soybean.data.predictors[0]].values
    assert wide.names[-1] == "?"
    assert not wide.is_upright
    assert x_ticks(positions, ViewTransform(positions.home, 0, 0, 130, 300), FILE, 8).is_upright
    near = ViewTransform(((0.5, 2.5), positions.home[1]), 0, 0, 900, 300)
    assert x_ticks(positions, near, FILE, 8).values == (1.0, 2.0), "only what is in sight"


def test_a_file_has_rows_names_and_the_caption(iris: SimpleNamespace) -> None:
    reading = map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    scene = Map().scene(reading, FILE, height=420)
    assert (scene.width, scene.height) == (640, 420 + LINE), "and the legend"
    assert {"petalwidth", "petallength"} <= set(scene.texts)
    assert "Distances use all four attributes" in " ".join(scene.texts[-3:])
    (dots,) = (shape for shape in flat(scene.shapes) if isinstance(shape, Dots))
    assert len(dots.x) == 150
    assert (np.diff(dots.class_codes) >= 0).all()
    window = Map().scene(reading, canvas(640, 420))
    assert not any("bandwidth" in text for text in window.texts), "the window has a caption of its own"


def test_map_draws_only_rows_within_its_limits_and_shown_classes(iris: SimpleNamespace) -> None:
    reading = map_reading(map_of_attributes(iris.data, "petalwidth", "petallength"), iris.explanation)
    scene = Map().scene(reading, FILE, limits=((0.0, 0.7), (0.8, 2.0)))
    (dots,) = (shape for shape in flat(scene.shapes) if isinstance(shape, Dots))
    assert set(dots.class_codes.tolist()) == {0}
    hidden = Map().scene(replace(reading, hidden=frozenset({0, 2})), FILE)
    (dots,) = (shape for shape in flat(hidden.shapes) if isinstance(shape, Dots))
    assert set(dots.class_codes.tolist()) == {1}


def test_components_say_how_much_they_show(iris: SimpleNamespace) -> None:
    scene = Map().scene(map_reading(map_of_components(iris.data), iris.explanation), FILE)
    assert any(text.startswith("first principal component (") for text in scene.texts)
    assert "the bandwidth is not a ring here" in " ".join(scene.texts)


def test_the_distance_view_has_circles_with_their_distance(vote: SimpleNamespace) -> None:
    data = distance_data(lw.select(vote.model, vote.data, vote.row), vote.data)
    reading = map_reading(data, vote.explanation)
    scene = Map().scene(reading, FILE)
    (transform,) = static_map(reading, canvas(640, 480)).transforms
    assert transform.width == transform.height
    circles = [s for s in flat(scene.shapes) if isinstance(s, Circle) and s.edge == "separator"]
    texts = [s for s in flat(scene.shapes) if isinstance(s, Text) and s.align == "centre"]
    assert [text.text for text in texts] == ["1", "2", "3", "4"]
    assert [c.y + c.radius for c in circles] == [text.y for text in texts]
    assert {"bandwidth √6 = 2.4495", "43 inside, 45 on the ring with weight 0"} <= set(scene.texts)
    assert "bandwidth √6 = 2.4495" in Map().scene(reading, canvas(640, 480)).texts
    assert "43 inside, 45 on the ring" in Map().scene(reading, canvas(400, 300)).texts, "where it is narrow"


def test_awkward_data_make_scenes(awkward: SimpleNamespace) -> None:
    names = [awkward.data.attributes[j].name for j in awkward.data.predictors]
    for positions in (
        map_of_attributes(awkward.data, names[0], names[-1]),
        map_of_attributes(awkward.data, names[0], names[0]),
        map_of_components(awkward.data),
        distance_data(lw.select(awkward.model, awkward.data, awkward.row), awkward.data),
    ):
        for at in (FILE, canvas(60, 40), canvas(200, 160)):
            scene = Map().scene(map_reading(positions, awkward.explanation), at)
            for shape in flat(scene.shapes):
                if isinstance(shape, Line):
                    assert np.isfinite(shape[:4]).all()


def test_the_caption_says_that_only_training_rows_are_shown(iris: SimpleNamespace) -> None:
    positions = map_of_attributes(iris.data, "petalwidth", "petallength")
    said = caption(positions, iris.explanation, only_training=True)
    assert said.endswith("Only training rows are shown.")
    assert "Distances use all four attributes" in said


# -- very many rows -------------------------------------------------------------------------------------


def stamp(x: list[float], codes: list[int], finer: float = 1.0) -> np.ndarray:
    y = np.full(len(x), 20.5)
    dots = Dots(np.array(x), y, np.array(codes, np.int32), 5.5, 0.32)
    return stamped(dots, (0, 0, 60, 40), Inks(LIGHT), finer).rgba


def test_stamped_dots_are_at_their_positions() -> None:
    picture = stamp([10.5], [0])
    assert picture.shape == (40, 60, 4)
    rows, columns = picture[..., 3].nonzero()
    assert (rows.mean(), columns.mean()) == (20, 10)
    assert picture[20, 10, 3] == pytest.approx(255 * 0.32, abs=25)
    assert stamp([10.5], [0], 2.0).shape == (80, 120, 4)
    assert not stamp([-30.0, 500.0, float("nan")], [0, 0, 0]).any()


def test_overlapping_dots_get_denser_and_their_colours_mix() -> None:
    one, many = stamp([10.5], [0]), stamp([10.5] * 500, [0] * 500)
    assert one[20, 10, 3] < many[20, 10, 3] <= round(0.6 * 255)
    first, second = stamp([10.5], [0])[20, 10, :3], stamp([10.5], [1])[20, 10, :3]
    mixed = stamp([10.5, 10.5], [0, 1])[20, 10, :3].astype(int)
    assert (np.minimum(first, second) <= mixed).all()
    assert (mixed <= np.maximum(first, second)).all()
    assert (stamp([10.5, 10.5], [1, 0])[20, 10, :3] == mixed).all(), "whichever comes first"
    assert stamp([10.5], [-1]).any(), "a class that is unknown is a dot, too"
    assert stamp([10.5], [11])[20, 10, 3] < stamp([10.5], [11])[..., 3].max(), "hollow"
