"""Maps side by side: each has the same limits and is as square as a single map, with its texts in place."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TypeVar

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_gui.theme import LIGHT, PROJECTOR, Theme
from lwnb_gui.views.drawing.scene import Circle, Dots, Image, Path, Scene, Text, flat
from lwnb_gui.views.map.decision_regions import regions_data
from lwnb_gui.views.map.layers import static_map
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import MapReading, map_reading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.map.view_transform import Limits, ViewTransform
from tests.views.golden import canvas

FOUR = ("LWNB", "NB", "KNN", "KNNDW")
S = TypeVar("S")


def four(case: SimpleNamespace, x: str, y: str) -> MapReading:
    grid = lw.Grid.over(case.model.training, x, y, 8)
    regions = regions_on_grid(case.model, grid, case.model.instances(case.data, [case.row]))
    return map_reading(
        map_of_attributes(case.data, x, y), case.explanation, regions=regions_data(regions, FOUR)
    )


def transforms_of(
    reading: MapReading, size: tuple[float, float] = (700, 420), theme: Theme = LIGHT
) -> tuple[ViewTransform, ...]:
    return static_map(reading, canvas(*size, theme)).transforms


def drawn(reading: MapReading, size: tuple[float, float] = (700, 420), limits: Limits | None = None) -> Scene:
    return Map().scene(reading, canvas(size[0]), limits=limits, height=size[1])


def of_kind(scene: Scene, kind: type[S]) -> list[S]:
    return [shape for shape in flat(scene.shapes) if isinstance(shape, kind)]


@pytest.mark.parametrize("size", [(700, 420), (420, 700), (360, 240)])
@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
def test_where_the_map_is_square_all_four_are(
    checkers: SimpleNamespace, size: tuple[int, int], theme: Theme
) -> None:
    transforms = transforms_of(four(checkers, "x", "y"), size, theme)
    assert len(transforms) == 4
    for transform in transforms:
        assert transform.width == pytest.approx(transform.height, rel=0.02)
        assert transform.width == pytest.approx(transforms[0].width)
    assert transforms[0].top == transforms[1].top, "two by two"
    assert transforms[0].left == transforms[2].left
    assert transforms[0].right < transforms[1].left
    assert transforms[0].bottom < transforms[2].top


def test_where_the_map_takes_all_the_space_so_do_they(iris: SimpleNamespace) -> None:
    transforms = transforms_of(four(iris, "petalwidth", "petallength"))
    assert transforms[1].right - transforms[0].left > 0.85 * 700


def test_every_map_has_all_rows_the_star_the_ring_and_its_regions(checkers: SimpleNamespace) -> None:
    reading = four(checkers, "x", "y")
    scene, transforms = drawn(reading), transforms_of(reading)
    assert [len(dots.x) for dots in of_kind(scene, Dots)] == [1000] * 4
    assert len(of_kind(scene, Image)) == 4
    assert len(of_kind(scene, Path)) == 8, "a star and its rim on each"
    rings = of_kind(scene, Circle)
    assert len(rings) == 4
    assert len({ring.radius for ring in rings}) == 1
    assert rings[0].radius == pytest.approx(rings[0].upright, rel=0.02)
    assert len(transforms) == 4


def test_numbers_stand_at_the_outer_sides_and_the_map_is_the_same(iris: SimpleNamespace) -> None:
    reading, limits = four(iris, "petalwidth", "petallength"), ((0.5, 1.5), (2.0, 5.0))
    assert {transform.limits for transform in static_map(reading, canvas(700, 420), limits).transforms} == {
        limits
    }
    texts = of_kind(drawn(reading, limits=limits), Text)
    named = [text for text in texts if text.text in ("petalwidth", "petallength")]
    assert [text.text for text in named].count("petalwidth") == 2
    upright = [text for text in named if text.upright]
    assert [text.text for text in upright] == ["petallength"] * 2
    assert len({text.x for text in upright}) == 1, "at the left"
    below = {round(text.y) for text in named if not text.upright}
    assert len(below) == 1, "at the bottom"


def test_titles_say_who_predicts_what_and_do_not_touch(
    iris: SimpleNamespace, checkers: SimpleNamespace
) -> None:
    at = canvas(520)
    for case, x, y in ((iris, "petalwidth", "petallength"), (checkers, "x", "y")):
        texts = of_kind(Map().scene(four(case, x, y), at, height=420), Text)
        names = [text for text in texts if text.text in FOUR]
        notes = [text for text in texts if text.text.startswith("★")]
        assert [text.text for text in names] == list(FOUR)
        said = {**case.explanation.others, "LWNB": case.explanation.posterior}
        for name, note in zip(names, notes, strict=True):
            best = int(np.argmax(said[name.text]))
            assert note.text == f"★ {case.data.classes[best]}, {said[name.text][best]:.3f}"
            end = name.x + at.measure(name.text, "strong")
            assert end < note.x - at.measure(note.text)
            assert note.x <= at.width


def test_a_long_class_is_cut_its_probability_is_not(soybean: SimpleNamespace) -> None:
    names = [soybean.data.attributes[j].name for j in soybean.data.predictors[:2]]
    notes = [text for text in drawn(four(soybean, *names), (360, 300)).texts if text.startswith("★")]
    assert len(notes) == 4
    for note in notes:
        assert float(note.rsplit(", ")[1].lstrip("<>")) <= 1
        assert "…" in note


def test_the_caption_says_what_is_drawn(checkers: SimpleNamespace) -> None:
    caption = " ".join(drawn(four(checkers, "x", "y")).texts)
    assert "Points: the training rows." in caption
    assert "Ring: the bandwidth." in caption
    assert "Size and shade" not in caption, "neighbours are not drawn large"
