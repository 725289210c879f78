"""The ribbon's bands are the numbers, pixel by pixel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.readings.k_axis import k_at_position, position_of_k
from lwnb_gui.readings.ribbon import RibbonReading, ribbon_reading
from lwnb_gui.scenes.k_axis import axis_numbers
from lwnb_gui.scenes.ribbon import ROW, ribbon
from lwnb_gui.scenes.scene import Image, Rect, Scene, Text
from lwnb_gui.theme import DARK, LIGHT, Theme, blend, rgb
from tests.scenes.golden import frame


@pytest.fixture(scope="module")
def reading() -> RibbonReading:
    iris = lw.sample("iris")
    return ribbon_reading(lw.sweep(lw.LWNB(50).fit(iris), iris, 134))


def images(scene: Scene) -> list[Image]:
    return [shape for shape in scene.shapes if isinstance(shape, Image)]


def colour(theme: Theme, c: int, background: str) -> tuple[int, ...]:
    return (*rgb(blend(theme.class_style(c).area, background, 0.92)), 255)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_column_of_the_stack_is_the_posterior_at_its_k(reading: RibbonReading, theme: Theme) -> None:
    stack = images(ribbon(reading, frame(1000, 240, theme), 50))[0]
    height, width, _ = stack.rgba.shape
    for k in (1, 5, 9, 50, 149):
        column = stack.rgba[:, min(int(position_of_k(k, reading.n) * width), width - 1)]
        shares = [np.mean((column == colour(theme, c, theme.panel)).all(axis=1)) for c in range(3)]
        np.testing.assert_allclose(shares, reading.posterior[reading.at(k)], atol=0.6 / height)


def test_a_row_is_what_the_rival_says(reading: RibbonReading) -> None:
    for row, said in zip(images(ribbon(reading, frame(1000), 50))[1:], reading.rivals.values(), strict=True):
        width = row.rgba.shape[1]
        assert row.height == ROW
        for k in (2, 18, 100):
            pixel = row.rgba[0, int(position_of_k(k, reading.n) * width)]
            assert tuple(pixel) == colour(LIGHT, int(said[reading.at(k)]), LIGHT.panel)


def test_the_cursor_is_at_k_in_every_row(reading: RibbonReading) -> None:
    for k in (1, 9, 50, 149):
        scene = ribbon(reading, frame(800), k)
        stack = images(scene)[0]
        cursors = [s for s in scene.shapes if isinstance(s, Rect)][-3:]
        for cursor in cursors:
            position = (cursor.x + cursor.width / 2 - stack.x) / stack.width
            assert k_at_position(position, reading.n) == k


def test_changes_of_the_prediction_are_marked_by_lines(reading: RibbonReading) -> None:
    assert reading.changes("LWNB") == [8.5]
    assert [len(reading.changes(name)) for name in ("KNN", "KNNDW")] == [3, 0]
    lines = [s for s in ribbon(reading, frame(800), 50).shapes if isinstance(s, Rect)]
    assert len(lines) == 1 + 3 + 3  # and the cursor in each of the three rows


def test_a_low_window_has_neither_rivals_nor_words(reading: RibbonReading) -> None:
    scene = ribbon(reading, frame(800, 50), 50, rivals=False, note=False, axis=False)
    assert scene.texts == ("LWNB posterior", "at every k")
    assert scene.height == 50


def test_the_words_end_where_the_bands_do(reading: RibbonReading) -> None:
    for height in (0.0, 150.0):
        at = frame(400, height)
        scene = ribbon(reading, at, 50)
        stack = images(scene)[0]
        note = [s for s in scene.shapes if isinstance(s, Text) and s.y > scene.hotspots[-1].y]
        for line in note:
            assert line.x + at.measure(line.text, line.font) <= stack.x + stack.width
        assert scene.hotspots[-1].tip == reading.text
        said = " ".join(line.text for line in note)
        assert (said == reading.text) == (height == 0), "a file has space for all of them"


def test_one_row_to_train_on_has_a_ribbon_too() -> None:
    data = lw.sample("iris").subset([0, 60])
    scene = ribbon(ribbon_reading(lw.sweep(lw.LWNB(1).fit(data), data, 0)), frame(400), 1)
    assert images(scene)


@pytest.mark.parametrize("n", [23, 149, 682, 99_999])
@pytest.mark.parametrize("width", [120.0, 250.0, 900.0])
def test_numbers_along_the_axis_never_touch(n: int, width: float) -> None:
    space = frame(width + 24)
    for k in (1, 7, n // 2, n):
        shapes = axis_numbers(n, k, 12.0, width + 12, 20.0, space)
        texts = sorted((s for s in shapes if isinstance(s, Text)), key=lambda s: s.x)
        assert str(k) in {text.text for text in texts}
        for one, following in pairwise(texts):
            assert one.x + space.measure(one.text, one.font) < following.x, (one.text, following.text)
