"""The ribbon: its bands show the numbers pixel by pixel; its sentences and its table."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.theme import DARK, LIGHT, Theme, blend, rgb
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.k_axis import k_at_position, position_of_k
from lwnb_gui.views.drawing.scene import Image, Rect, Scene, Text
from lwnb_gui.views.ribbon import MOST_STEPS, ROW, Ribbon, RibbonReading, ribbon_reading
from tests.views.golden import canvas


@pytest.fixture(scope="module")
def reading() -> RibbonReading:
    iris = lw.sample("iris")
    return ribbon_reading(lw.sweep(lw.LWNB(50).fit(iris), iris, 134))


def ribbon(reading: RibbonReading, at: Canvas, k: int, **parts: bool) -> Scene:
    return Ribbon().scene(reading, at, k=k, **parts)  # type: ignore[arg-type]


def images(scene: Scene) -> list[Image]:
    return [shape for shape in scene.shapes if isinstance(shape, Image)]


def colour(theme: Theme, c: int, background: str) -> tuple[int, ...]:
    return (*rgb(blend(theme.class_style(c).area, background, 0.92)), 255)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_column_of_the_stack_is_the_posterior_at_its_k(reading: RibbonReading, theme: Theme) -> None:
    stack = images(ribbon(reading, canvas(1000, 240, theme), 50))[0]
    height, width, _ = stack.rgba.shape
    for k in (1, 5, 9, 50, 149):
        column = stack.rgba[:, min(int(position_of_k(k, reading.bands.n) * width), width - 1)]
        shares = [np.mean((column == colour(theme, c, theme.panel)).all(axis=1)) for c in range(3)]
        np.testing.assert_allclose(shares, reading.bands.posterior[reading.bands.at(k)], atol=0.6 / height)


def test_a_row_is_what_the_rival_says(reading: RibbonReading) -> None:
    rows = images(ribbon(reading, canvas(1000), 50))[1:]
    for row, said in zip(rows, reading.bands.rivals.values(), strict=True):
        width = row.rgba.shape[1]
        assert row.height == ROW
        for k in (2, 18, 100):
            pixel = row.rgba[0, int(position_of_k(k, reading.bands.n) * width)]
            assert tuple(pixel) == colour(LIGHT, int(said[reading.bands.at(k)]), LIGHT.panel)


def test_the_cursor_is_at_k_in_every_row(reading: RibbonReading) -> None:
    for k in (1, 9, 50, 149):
        scene = ribbon(reading, canvas(800), k)
        stack = images(scene)[0]
        cursors = [s for s in scene.shapes if isinstance(s, Rect)][-3:]
        for cursor in cursors:
            position = (cursor.x + cursor.width / 2 - stack.x) / stack.width
            assert k_at_position(position, reading.bands.n) == k


def test_changes_of_the_prediction_are_marked_by_lines(reading: RibbonReading) -> None:
    assert reading.changes("LWNB") == [8.5]
    assert [len(reading.changes(name)) for name in ("KNN", "KNNDW")] == [3, 0]
    lines = [s for s in ribbon(reading, canvas(800), 50).shapes if isinstance(s, Rect)]
    assert len(lines) == 1 + 3 + 3  # and the cursor in each of the three rows


def test_a_low_window_has_neither_rivals_nor_words(reading: RibbonReading) -> None:
    scene = ribbon(reading, canvas(800, 50), 50, rivals=False, note=False, axis=False)
    assert scene.texts == ("LWNB posterior", "at every k")
    assert scene.height == 50


def test_the_words_end_where_the_bands_do(reading: RibbonReading) -> None:
    for height in (0.0, 150.0):
        at = canvas(400, height)
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
    scene = ribbon(ribbon_reading(lw.sweep(lw.LWNB(1).fit(data), data, 0)), canvas(400), 1)
    assert images(scene)


def test_ribbon_has_the_sweep_s_posteriors_and_its_summary(
    iris: SimpleNamespace, vote: SimpleNamespace
) -> None:
    sweep = lw.sweep(iris.model, iris.data, iris.row)
    data = ribbon_reading(sweep)
    np.testing.assert_array_equal(data.bands.posterior, sweep.posteriors["LWNB"])
    np.testing.assert_allclose(data.bands.posterior[data.bands.at(50)], iris.explanation.posterior)
    assert data.text == (
        "LWNB changes its answer once, at k = 9 (Iris-virginica). KNN changes at 17, 20 and 149; KNNDW never."
    )
    assert ribbon_reading(lw.sweep(vote.model, vote.data, vote.row)).text == (
        "LWNB changes its answer at k = 44 (republican) and 387 (democrat). "
        "KNN and KNNDW say democrat at every k."
    )


def test_a_ribbon_of_a_million_k_keeps_every_flip() -> None:
    n = 1_000_000
    p = np.full((n, 2), 0.4)
    p[:, 0] = 0.6
    p[700_001:700_003] = p[700_001:700_003, ::-1]
    sweep = lw.Sweep(("a", "b"), np.arange(1, n + 1), {"LWNB": p, "KNN": p})
    data = ribbon_reading(sweep)
    assert len(data.bands.ks) <= MOST_STEPS + 8
    assert [f.k for f in data.flips["LWNB"]] == [700_002, 700_004]
    assert data.bands.posterior[data.bands.at(700_002), 1] == 0.6


def test_a_k_between_two_steps_belongs_to_the_step_before() -> None:
    ks = np.array([1, 2, 5, 10])
    data = ribbon_reading(lw.Sweep(("a", "b"), ks, {"LWNB": np.full((4, 2), 0.5)}))
    assert [data.bands.at(k) for k in (1, 2, 4, 5, 9, 10, 99)] == [0, 1, 1, 2, 2, 3, 3]


def test_read_out_has_the_most_probable_class_first(iris: SimpleNamespace) -> None:
    reading = ribbon_reading(lw.sweep(iris.model, iris.data, iris.row))
    assert reading.read_out(50).startswith("k = 50: LWNB Iris-virginica 0.828")


def test_the_table_has_every_k_of_the_sweep_even_those_that_are_not_drawn() -> None:
    n = 3 * MOST_STEPS
    p = np.full((n, 2), 0.5)
    reading = ribbon_reading(lw.Sweep(("a", "b"), np.arange(1, n + 1), {"LWNB": p, "KNN": p}))
    table = Ribbon().table(reading)
    assert table.titles == ["k", "LWNB a", "LWNB b", "KNN a", "KNN b"]
    assert table.n_rows == n > len(reading.bands.ks)
    assert list(table.rows)[-1] == [str(n), *(4 * ["0.500000"])]
