"""Figures with axes as shapes: the texts, lines, bands and colours that matplotlib would paint."""

from __future__ import annotations

import numpy as np
import pytest

from lwnb_gui.plots.curves import CurveArtists, compose
from lwnb_gui.plots.export import blank_figure
from lwnb_gui.plots.figure_scene import shapes_of, static_shapes
from lwnb_gui.theme import DARK, LIGHT, Theme
from lwnb_gui.views.curves.curve_figure import CurveFigure, CurveSeries
from lwnb_gui.views.drawing.scene import Circle, Clip, Path, Scene, Text

KS = np.arange(1, 41)
MEAN = 60.0 + 20 * np.sin(KS / 6)


def composed(theme: Theme = LIGHT, limits: tuple[float, float, float, float] | None = None) -> CurveArtists:
    curve = CurveSeries.of("LWNB", KS, MEAN, np.full(len(KS), 3.0))
    figure = blank_figure(theme, 400, 300)
    return compose(figure, CurveFigure((curve,), log=False, limits=limits), theme)


def statics(artists: CurveArtists) -> Scene:
    figure = artists.ax.get_figure(root=True)
    assert figure is not None
    return Scene(400, 300, static_shapes(figure, artists.theme))


def test_texts_keep_their_font_ink_and_alignment() -> None:
    texts = {shape.text: shape for shape in statics(composed()).shapes if isinstance(shape, Text)}
    assert {"10", "20", "30", "40", "k", "accuracy, %", "LWNB"} <= texts.keys()
    assert (texts["LWNB"].font, texts["LWNB"].ink) == ("strong", "accent")
    assert (texts["20"].font, texts["20"].ink, texts["20"].align) == ("small", "ink2", "centre")
    assert texts["accuracy, %"].upright


def test_a_curve_is_where_its_values_are_and_its_band_around_it() -> None:
    artists = composed()
    paths = [shape for shape in statics(artists).shapes if isinstance(shape, Path)]
    line = next(shape for shape in paths if shape.ink == "accent")
    expected = artists.ax.transData.transform([(1, MEAN[0]), (40, MEAN[-1])])
    assert line.points[0] == pytest.approx((expected[0, 0], 300 - expected[0, 1]))
    assert line.points[-1] == pytest.approx((expected[1, 0], 300 - expected[1, 1]))
    band = next(shape for shape in paths if shape.fill)
    assert band.fill == "accent 13%"
    assert min(y for _, y in band.points) < min(y for _, y in line.points)


def test_the_cursor_and_its_table_are_recorded_where_they_have_moved_to() -> None:
    artists = composed()
    figure = artists.ax.get_figure(root=True)
    assert figure is not None
    statics(artists)
    for k in (10, 30):
        artists.update(k)
        scene = Scene(400, 300, shapes_of(artists.animated, figure, LIGHT))
        assert f"k = {k}" in scene.texts
        assert f"{MEAN[k - 1]:.2f}" in scene.texts
        dot = next(shape for shape in scene.shapes if isinstance(shape, Circle))
        assert dot.x == pytest.approx(artists.ax.transData.transform((k, 0))[0])
        assert (dot.radius, dot.fill, dot.edge) == (pytest.approx(4), "panel", "accent")


def test_a_dark_figure_has_the_names_of_its_own_colours() -> None:
    light, dark = (statics(composed(theme)).shapes for theme in (LIGHT, DARK))
    assert [type(shape) for shape in light] == [type(shape) for shape in dark]
    assert {s.ink for s in light if isinstance(s, Path)} == {s.ink for s in dark if isinstance(s, Path)}


def test_only_what_goes_beyond_the_axes_is_clipped() -> None:
    assert not any(isinstance(shape, Clip) for shape in statics(composed()).shapes)
    zoomed = statics(composed(limits=(10, 20, 50, 60)))
    assert any(isinstance(shape, Clip) for shape in zoomed.shapes)
