"""The ribbon that the window paints is that of the numbers, pixel by pixel."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core import select
from lwnb_core.engine.sweep import sweep_selection
from lwnb_gui.plots.ribbon import RibbonData, ribbon_data
from lwnb_gui.plots.ribbon_pixels import OPACITY, class_pixels, row_pixels, stack_pixels
from lwnb_gui.plots.slider_axis import slider_place
from lwnb_gui.plots.theme import DARK, LIGHT, Theme, blend, rgb


@pytest.fixture(scope="module")
def data() -> RibbonData:
    iris = lw.sample("iris")
    selection = select(lw.LWNB(50).fit(iris), iris, 134)
    selection.complete()
    return ribbon_data(sweep_selection(selection, "all"), selection.n_rows)


def _colour(theme: Theme, c: int) -> int:
    red, green, blue = rgb(blend(theme.class_style(c).area, theme.window, OPACITY))
    return 0xFF000000 + red * 256**2 + green * 256 + blue


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_column_of_the_stack_is_the_posterior_at_its_k(data: RibbonData, theme: Theme) -> None:
    width, height = 1000, 200
    pixels = stack_pixels(data, class_pixels(theme, 3), (width, height))
    assert pixels.shape == (height, width)
    for k in (1, 5, 9, 50, 149):
        column = pixels[:, min(int(float(slider_place(k, data.n)) * width), width - 1)]
        shares = [np.mean(column == _colour(theme, c)) for c in range(len(data.classes))]
        np.testing.assert_allclose(shares, data.posterior[data.at(k)], atol=0.6 / height)


def test_a_row_is_what_the_rival_says(data: RibbonData) -> None:
    width = 1000
    for name, said in data.rivals.items():
        pixels = row_pixels(data, class_pixels(LIGHT, 3), name, (width, 8))
        assert pixels.shape == (8, width)
        for k in (2, 18, 100):
            column = int(float(slider_place(k, data.n)) * width)
            assert pixels[3, column] == _colour(LIGHT, int(said[data.at(k)]))
        assert len(data.marked_in(name)) == np.count_nonzero(np.diff(said))
