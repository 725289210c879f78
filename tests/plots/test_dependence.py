"""Dependence as a figure: any theme, any names, any number of values."""

from __future__ import annotations

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.explore.dependence import dependence_of_selection
from lwnb_gui.plots import dependence
from lwnb_gui.plots.dependence import DependenceArtists
from lwnb_gui.plots.export import figure_for
from lwnb_gui.theme import THEMES, Theme
from lwnb_gui.views.dependence import dependence_text, read_out

HOSTILE = "$x$ <b>&\n{}"


def dependence_of(sample: str, row: int, name: str, k: int = 20, **changes: float | None) -> lw.Dependence:
    data = lw.sample(sample)
    selection = lw.select(lw.LWNB(k).fit(data), data, row, changes=changes)
    return dependence_of_selection(selection, k, name, points=30)


@pytest.mark.parametrize(
    ("sample", "name", "theme"),
    [
        ("iris", "petallength", THEMES["projector"]),
        ("soybean", "date", THEMES["light"]),
        ("labor", "pension", THEMES["dark"]),
    ],
)
def test_dependence_is_drawn(sample: str, name: str, theme: Theme) -> None:
    figure = figure_for(dependence.draw, dependence_of(sample, 3, name), theme, (420, 280))
    figure.canvas.draw()
    assert len(figure.axes) == 1


def test_dependence_text_and_positions_of_values() -> None:
    data = dependence_of("iris", 134, "petallength", 50)
    text = dependence_text(data)
    assert text == "petallength 5.6: Iris-virginica, 0.828. It becomes Iris-versicolor at 5.3."
    assert read_out(data, np.nan).startswith("petallength missing: Iris-versicolor")
    artists = figure_for(dependence.draw_on, data).axes[0]
    assert artists.get_xlim() == (1.0, 6.9)
    nominal = dependence_of("weather-nominal", 0, "outlook", 5)
    drawn = DependenceArtists(
        figure_for(lambda f, d, t: f.add_subplot(), None).axes[0], nominal, THEMES["light"]
    )
    assert drawn.value_at(1.2) == 1
    assert np.isnan(drawn.value_at(7))
    assert drawn.place(np.nan) == 3
    missing = dependence_of("iris", 134, "petalwidth", 50, petalwidth=None)
    assert dependence_text(missing).startswith("petalwidth missing: ")


@pytest.mark.parametrize(
    ("sample", "row", "name", "k", "end"),
    [
        ("iris", 127, "sepalwidth", 50, "the answer. Without a value, LWNB says Iris-versicolor."),
        ("vote", 73, "el-salvador-aid", 20, "the answer. Without a value, LWNB says democrat."),
        ("iris", 0, "sepalwidth", 50, "No other value changes the answer."),
    ],
)
def test_where_only_a_missing_value_changes_the_answer_it_is_named(
    sample: str, row: int, name: str, k: int, end: str
) -> None:
    assert dependence_text(dependence_of(sample, row, name, k)).endswith(end)


def test_hostile_names_and_a_constant() -> None:
    attributes = [lw.Attribute.numeric(HOSTILE), lw.Attribute.nominal("c", (HOSTILE, "b"))]
    data = lw.Dataset.from_columns("odd", attributes, [[1.0, 1.0, 1.0], [0, 1, 1]], class_attribute="c")
    selection = lw.select(lw.LWNB(2).fit(data), data, 0)
    figure_for(dependence.draw, dependence_of_selection(selection, 2, 0), size=(300, 240)).canvas.draw()
