"""Equations one below another, in whatever space there is."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LoadFlags

import lwnb_core as lw
from lwnb_gui.plots.scene_figure import measure_with
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene, Text
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.equations.lines import equation_lines
from lwnb_gui.views.equations.view import EquationsReading
from tests.views.golden import canvas, explained
from tests.views_of import read

equations = Equations().scene


def bottom_of_lines(scene: Scene) -> float:
    return max(spot.y + spot.height for spot in scene.hotspots)


def test_in_a_low_panel_the_lines_move_together_and_then_scroll() -> None:
    """The last of six lines is the answer, which the sentences below must not hide."""
    reading = read(Equations(), explained("labor", 1))
    assert len(reading.lines) == 6
    whole = bottom_of_lines(equations(reading, canvas(330)))
    foot = equations(reading, canvas(330)).foot
    low = equations(reading, canvas(330, 0.85 * whole + foot))
    assert bottom_of_lines(low) <= 0.85 * whole + 1
    assert low.height == pytest.approx(0.85 * whole + foot)
    lowest = equations(reading, canvas(330, 0.5 * whole + foot))
    assert lowest.height > 0.5 * whole + foot + 1, "less than this and fractions would touch"


def test_no_line_moves_when_one_is_explained() -> None:
    reading = read(Equations(), explained("iris", 135))
    for height in (0.0, 240.0):
        rest = equations(reading, canvas(420, height))
        for active in range(len(reading.lines)):
            now = equations(reading, canvas(420, height), active=active)
            assert [spot[:4] for spot in now.hotspots] == [spot[:4] for spot in rest.hotspots]


@pytest.mark.parametrize("k", [3, 50, 213])
def test_many_classes_and_long_numbers_fit_a_narrow_panel(k: int) -> None:
    data = lw.sample("glass")
    model = lw.LWNB(k=k).fit(data)
    at = Canvas(330, 0, LIGHT, measure_with(LIGHT))  # the font of files: a made-up one is too wide
    for row in (0, 52, 104, 182):
        explanation = model.explain(data, row)
        for c in np.argsort(-explanation.posterior)[:2].tolist():
            scene = equations(EquationsReading(equation_lines(explanation, cls=c)), at)
            for shape in scene.shapes:
                if isinstance(shape, Text):
                    assert shape.x + at.measure(shape.text, shape.font) <= at.width


def test_a_formula_in_a_file_has_no_gap_behind_its_longer_parts() -> None:
    """Five per cent of slack in the widths of letters left a gap before the exponent in (4)."""
    measure, piece = measure_with(LIGHT), "(0.378\u2006+\u20061.382\u2006+\u2006···)\u2006·\u200610"
    font = get_font(findfont(FontProperties(family="DejaVu Serif")))
    font.set_size(100, 72)
    font.set_text(piece, 0, flags=LoadFlags.NO_HINTING)
    drawn = font.get_width_height()[0] / 64 / 100 * LIGHT.size_equation
    assert measure(piece, "math") == pytest.approx(drawn, rel=0.005)
