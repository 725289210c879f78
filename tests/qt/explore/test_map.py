"""The map: where things are; only the moving part is drawn while k moves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.app.opening import Opening
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.plots.scene_figure import scene_for
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.figures import SceneFigure
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.drawing.scene import Dots, Marker, flat
from lwnb_gui.views.links import Hover, LocalTableCell
from lwnb_gui.views.map.distance_positions import DistanceData
from lwnb_gui.views.map.plane import MapData
from tests.qt.conftest import Open, query_of
from tests.qt.map_helpers import at, callouts, drawn, panel_of
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window


def test_numeric_data_open_with_the_two_best_attributes(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    assert isinstance(panel.source.positions, MapData)
    assert panel.header.x.closed_text == "x: petalwidth"
    assert panel.header.y.closed_text == "y: petallength"
    assert "four attributes" in panel.caption.text()


def test_nominal_data_open_with_the_distance_view(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened("vote", 403)))
    positions, selection = panel.source.positions, panel.context.selection
    assert isinstance(positions, DistanceData)
    assert selection is not None
    assert panel.header.x.currentText() == "distance from the instance, all 16 attributes"
    assert not panel.header.y.isVisible()
    neighbourhood = selection.neighbourhood(selection.n_rows)
    assert np.array_equal(
        np.hypot(*positions.coordinates.T), np.asarray(neighbourhood.distances)
    ) or np.allclose(np.hypot(*positions.coordinates.T), neighbourhood.distances)


def test_rows_are_not_repainted_while_k_moves(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    qtbot.wait(50)
    paints, transform = panel.view.static_paints, panel.view.transform
    shown = []
    for k in range(51, 149, 7):
        window.state.set_k(k)
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        assert panel.reading is not None
        shown.append(len(panel.reading.neighbours))
    assert len(set(shown)) == 14
    assert panel.view.static_paints == paints
    assert panel.view.transform == transform


def test_places_follow_zoom_and_size(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    first = panel.view.transform
    panel.view.zoom(2.0)
    near = panel.view.transform
    assert near is not None
    assert near != first
    panel.view.resize(panel.view.width() - 40, panel.view.height() - 30)
    narrow = panel.view.transform
    assert narrow is not None
    assert narrow.width == near.width - 40
    assert narrow.limits == near.limits
    panel.view.show_reading(None)
    assert panel.view.transform is None
    panel.view.viewport().repaint()


def test_marks_are_the_explanations_neighbours(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    explanation, reading = window.context.explanation, panel.reading
    assert explanation is not None
    assert explanation.neighbour_rows is not None
    assert explanation.neighbourhood is not None
    assert reading is not None
    assert np.array_equal(reading.neighbours, explanation.neighbour_rows)
    assert np.array_equal(reading.weights, explanation.neighbourhood.weights)


def faded(panel: MapPanel) -> int:
    shapes = flat(panel.view.scene.shapes)
    return sum(isinstance(shape, Marker) and shape.edge.endswith(" 20%") for shape in shapes)


def test_a_hovered_cell_keeps_its_neighbours_and_fades_the_others(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    explanation = window.context.explanation
    assert explanation is not None
    paints = panel.view.static_paints
    window.context.hover.on_cell(LocalTableCell(2, 1))
    assert faded(panel) == np.count_nonzero(explanation.neighbour_classes != 1) > 0
    window.context.hover.clear()
    assert faded(panel) == 0
    QApplication.processEvents()
    assert panel.view.static_paints == paints


def test_axes_are_chosen_and_undone(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    panel.header.x.setFocus()
    qtbot.keyClick(panel.header.x, Qt.Key.Key_Up)
    assert query_of(window).map.x == "petallength"
    assert isinstance(panel.source.positions, MapData)
    assert panel.source.positions.labels[0] == "petallength"
    window.state.undo()
    assert panel.header.x.closed_text == "x: petalwidth"
    qtbot.keyClick(panel.header.x, "s")
    assert query_of(window).map.x == "sepallength"


@pytest.mark.parametrize("kind", ["components", "distance"])
def test_click_in_other_views_sets_no_values(opened: Open, qtbot: QtBot, kind: str) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    window.state.set_map(replace(query_of(window).map, kind=kind))  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not panel.view.shows_attributes)
    assert not panel.header.regions.isEnabled()
    before = query_of(window)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, 14))
    assert query_of(window) == before


def test_an_attribute_out_of_use_leaves_the_map(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    window.state.use_attribute("petalwidth", False)
    assert "petalwidth" not in (query_of(window).map.x, query_of(window).map.y)
    qtbot.waitUntil(lambda: panel.header.x.findText("petalwidth") == -1)


def test_hidden_classes_are_not_drawn(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    window.state.hide_classes({1})
    assert panel.reading is not None
    assert panel.reading.hidden == {1}
    assert panel.view.hit_at(*at(panel, 98).toTuple()) is None


def test_held_out_rows_are_not_on_the_map(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    window.state.set_test_rows(HeldOut(34, 1))
    qtbot.waitUntil(lambda: panel.source.positions is not None and len(panel.source.positions) < 150)
    assert "Only training rows" in panel.caption.text()
    assert panel.reading is not None
    assert panel.reading.caption == panel.caption.text(), "a file says what the window says"
    training = query_of(window).training_rows
    assert training is not None
    assert panel.source.positions is not None
    assert np.array_equal(panel.source.positions.rows, training)


@pytest.mark.parametrize(("name", "row"), [("iris", 135), ("vote", 403)])
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_map_saves_as_a_figure(opened: Open, tmp_path: Path, name: str, row: int, suffix: str) -> None:
    target = tmp_path / f"map.{suffix}"
    panel = panel_of(opened(name, row))
    panel.export_image(target)
    assert target.stat().st_size > 5000
    whole = panel.to_figure()
    assert isinstance(whole, SceneFigure)
    texts = scene_for(whole.compose, LIGHT, whole.width).texts
    assert not any("d_k" in text or "dₖ" in text for text in texts)
    panel.view.zoom(2.0)
    piece = panel.to_figure()
    assert isinstance(piece, SceneFigure)
    assert isinstance(piece.compose, partial)
    assert piece.compose.keywords["limits"] == panel.view.limits, "what is seen is what is exported"
    if name == "iris":
        assert scene_for(piece.compose, LIGHT, piece.width).texts != texts, "there are other ticks"


def test_callouts_keep_off_each_other(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    panel.view.viewport().repaint()
    one, other = (box.area for box in panel.view.boxes)
    assert not one.overlaps(other)
    transform = panel.view.transform
    assert transform is not None
    for area in (one, other):
        assert transform.contains((area.left, area.top))
        assert transform.contains((area.right, area.bottom))


def test_many_rows_are_painted_as_one_image(window: MainWindow, qtbot: QtBot) -> None:
    from lwnb_core.data.samples.generators import waveform

    window.state.open(Query.opening(waveform(n=6000)))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=20_000)
    panel = drawn(qtbot, panel_of(window))
    (dots,) = (shape for shape in flat(panel.view.scene.shapes) if isinstance(shape, Dots))
    assert len(dots.x) > 5900
    picture = panel.view.viewport().grab().toImage()
    positions = product(range(0, picture.width(), 3), range(0, picture.height(), 3))
    assert len({picture.pixel(x, y) for x, y in positions}) > 50


def test_every_control_has_a_name_and_a_tip(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    for widget in (panel.header.x, panel.header.y, panel.header.regions, *panel.header.buttons.values()):
        assert widget.accessibleName()
        assert widget.toolTip()
    # In a narrow panel, tools move into a menu so that they do not cover the choice of regions.
    tools = panel.header.buttons
    panel.header.set_width(370)
    assert [name for name, tool in tools.items() if tool.isVisible()] == ["home", "menu"]
    next(action for action in tools["menu"].menu().actions() if action.text() == "Move the map").trigger()
    assert panel.view.tool == "pan"
    panel.header.set_width(800)
    assert [name for name, tool in tools.items() if tool.isVisible()] == ["zoom", "box", "pan", "home"]


def test_a_neighbour_of_a_hidden_class_is_not_named(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = drawn(qtbot, panel_of(window))
    panel.view.viewport().repaint()
    assert [callout.title for callout in callouts(panel)][1:] == ["row 84 · Iris-versicolor · nearest"]
    window.state.hide_classes({1})
    drawn(qtbot, panel)
    panel.view.viewport().repaint()
    assert len(panel.view.boxes) == 1, "that of the instance"


def test_callouts_keep_clear_of_each_other_wherever_the_star_goes(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = drawn(qtbot, panel_of(window))
    for share in np.linspace(0, 1, 60):  # slowly: the nearest stays for some steps
        window.state.change_values({"petalwidth": 0.4 + 2 * share, "petallength": 1.5 + 5 * share})
        QApplication.sendPostedEvents()
        panel.view.viewport().repaint()
        one, other = (box.area for box in panel.view.boxes)
        assert not one.overlaps(other)


def test_low_windows_say_the_caption_in_a_tip(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.resize(1366, 768)
    panel = drawn(qtbot, panel_of(window))
    assert not panel.caption.isVisible()
    assert panel.view.tip_at(50, 50) == panel.caption.text()
    star = panel.view.pixel_of(*panel.view.reading.star)  # type: ignore[union-attr]
    assert panel.view.tip_at(star.x(), star.y()) == "", "it would hide the callout"
    assert panel.header.buttons["menu"].isVisible()


def test_map_that_cannot_be_drawn_is_reported_in_the_panel(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))

    def fail(data: object) -> None:
        raise ValueError("no components here")

    monkeypatch.setattr("lwnb_gui.views.map.positions.map_of_components", fail)
    window.state.set_map(replace(query_of(window).map, kind="components"))
    assert panel.error_bar.isVisible()
    assert "no components here" in panel.error_bar.text
    window.state.undo()
    assert not panel.error_bar.isVisible()
    assert panel.reading is not None


def test_other_data_open_under_an_old_explanation(opened: Open, qtbot: QtBot) -> None:
    """Between two data sets the explanation is still that of the first, so the map must not use it."""
    window = opened("soybean", 600)
    panel = drawn(qtbot, panel_of(window))
    move_mouse(panel.view.viewport(), at(panel, 600))
    window.open(Opening("sample:iris", row=1))
    qtbot.waitUntil(lambda: query_of(window).data.name == "iris", timeout=10_000)
    panel.view.viewport().repaint()  # the old explanation still exists
    move_mouse(panel.view.viewport(), QPoint(200, 200))
    panel.show_hover(Hover(neighbour=3))
    panel.view.refresh()
    panel.view.viewport().repaint()
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and len(window.context.explanation.classes) == 3,
        timeout=10_000,
    )
    panel.view.viewport().repaint()
    assert panel.view.boxes
