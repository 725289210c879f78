"""The window and the exported figure agree: numbers, classes, their order, and every sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from matplotlib.figure import Figure
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core import Explanation
from lwnb_gui.plots.scene_figure import figure_of, scene_for
from lwnb_gui.qt.explore.contributions import ContributionsPanel
from lwnb_gui.qt.explore.local_tables import LocalTablesPanel
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.confusion.matrices import confusion_data
from lwnb_gui.views.confusion.view import Confusion, ConfusionReading
from lwnb_gui.views.contributions import Contributions, contributions_reading
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.tables_reading import absent_text
from lwnb_gui.views.map.distance_positions import distance_data
from lwnb_gui.views.map.plane import map_of_attributes, map_of_components
from lwnb_gui.views.map.positions import RowPositions
from lwnb_gui.views.map.reading import map_reading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.posterior import Posterior, answers
from lwnb_gui.views.ribbon import Ribbon, ribbon_reading
from lwnb_gui.views.view import Subject
from tests.qt.conftest import Open, explanation_of, explore_panel
from tests.qt.explore.test_local_tables import classes_of
from tests.views_of import read

SAMPLES = [info.name for info in lw.samples()]
CONVENTIONS = ("paper", "weka", "tables")
ROWS = {"iris": 134, "vote": 402, "glass": 23, "soybean": 199}
_SIGNS = frozenset("0123456789.<>+−–e")


def explained(name: str, convention: str) -> Explanation:
    data = lw.sample(name)
    model = lw.LWNB(k=min(50, len(data) - 1), convention=convention).fit(data)
    return model.explain(data, row=ROWS.get(name, 3))


def drawn_texts(figure: Figure) -> list[str]:
    return [text.get_text() for ax in figure.axes for text in ax.texts]


def numbers(texts: list[str]) -> Counter[str]:
    return Counter(text for text in texts if text and _SIGNS.issuperset(text))


def scenes(name: str, convention: str) -> dict[str, Callable[[Canvas], Scene]]:
    """Return what the panels of the window draw, and their files."""
    data = lw.sample(name)
    model = lw.LWNB(k=min(50, len(data) - 1), convention=convention).fit(data)
    row = ROWS.get(name, 3)
    explanation = model.explain(data, row=row)
    odds = contributions_reading(explanation)
    assert odds is not None
    written = read(Equations(), explanation)
    matrix = confusion_data("LWNB", data.classes, data.class_codes, data.class_codes)

    def a_map(positions: RowPositions) -> Callable[[Canvas], Scene]:
        """Return a map without caption and legend, for which the window has widgets."""
        reading = replace(map_reading(positions, explanation), caption="")
        return partial(Map().scene, reading, height=700.0, names=False)

    x, y = data.predictors[0], data.predictors[-1]
    return {
        "map": a_map(map_of_attributes(data, x, y)),
        "components": a_map(map_of_components(data)),
        "distances": a_map(distance_data(lw.select(model, data, row), data)),
        "posterior": partial(Posterior().scene, Posterior().read(Subject(explanation))),
        # Only the window explains what the mouse can do.
        "equations": partial(Equations().scene, replace(written, at_rest=written.at_rest_short)),
        "ribbon": partial(Ribbon().scene, ribbon_reading(lw.sweep(model, data, row, ks="grid")), k=5),
        "confusion": partial(Confusion().scene, ConfusionReading((matrix,))),
        "contributions": partial(Contributions().scene, odds),
        "local tables": partial(
            LocalTables().scene, read(LocalTables(), explanation), legend=True, at_once=4
        ),
    }


def samples_and_conventions() -> list[Any]:
    """Return all pairs; in the short form all conventions of two samples, one of each other sample."""
    return [
        pytest.param(name, convention, marks=() if short else pytest.mark.thorough)
        for i, name in enumerate(SAMPLES)
        for j, convention in enumerate(CONVENTIONS)
        for short in [name in ("iris", "vote") or i % len(CONVENTIONS) == j]
    ]


@pytest.mark.parametrize(("name", "convention"), samples_and_conventions())
def test_the_scene_of_the_window_is_that_of_the_file(qapp: QApplication, name: str, convention: str) -> None:
    for panel, compose in scenes(name, convention).items():
        file = scene_for(compose, LIGHT, 1200.0)
        canvas = Canvas(file.width, file.height, LIGHT, ScenePainter(LIGHT).measure)
        window = compose(canvas)
        assert window.texts == file.texts, panel
        drawn = drawn_texts(figure_of(compose, LIGHT, 1200.0))
        assert tuple(drawn) == file.texts, panel


def file_of(panel: Panel) -> list[str]:
    view = panel.to_figure()
    assert view is not None
    return drawn_texts(view.figure())


@pytest.mark.parametrize("value", [None, 30.0])
def test_iris_row_135_in_wekas_convention(opened: Open, qtbot: QtBot, value: float | None) -> None:
    """Setosa's factors were `1e−75` in the window, but a dash or `<0.0001` in the file."""
    window = opened("iris", 135)
    window.state.change_settings(convention="weka")
    if value is not None:
        window.state.change_value("petalwidth", value)
    changed = () if value is None else ("petalwidth",)
    qtbot.waitUntil(
        lambda: (
            explanation_of(window).settings["convention"] == "weka"
            and explanation_of(window).changed == changed
        )
    )
    panel = explore_panel(window, "local_tables", LocalTablesPanel)
    seen, file = panel.view.scene.texts, file_of(panel)
    assert numbers(list(seen)) == numbers(file)
    assert seen.count("<0.0001") >= 4
    sentence = absent_text(read(LocalTables(), explanation_of(window)))
    assert "Weka gives" in sentence
    assert sentence in " ".join(seen)
    assert sentence in " ".join(file)


def test_soybean_shows_the_same_classes_in_window_and_file(opened: Open) -> None:
    window = opened("soybean", 200)
    panel = explore_panel(window, "posterior", PosteriorPanel)
    classes = explanation_of(window).classes
    assert panel.reading is not None
    file = file_of(panel)
    assert [text for text in file if text in classes] == [classes[c] for c in panel.reading.order()]
    assert " ".join(answers(panel.reading)) in " ".join(file)
    tables = explore_panel(window, "local_tables", LocalTablesPanel)
    shown = [classes[c] for c in classes_of(tables)]
    assert [text for text in file_of(tables) if text in classes] == shown
    assert f"{len(classes) - len(shown)} more classes" in file_of(tables)


def test_glass_row_24_names_both_classes_in_its_file(opened: Open, qtbot: QtBot) -> None:
    """`build wind… against vehic wind…` did not tell which of the four classes it meant."""
    window = opened("glass", 24)
    window.state.set_k(210)
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == 210)
    panel = explore_panel(window, "contributions", ContributionsPanel)
    assert "build wind float against vehic wind float" in file_of(panel)
    assert not any("…" in text for text in file_of(panel))
