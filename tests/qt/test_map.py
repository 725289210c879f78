"""The map: what is where; nothing but the moving part is drawn while k moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.plots.distance_view import DistanceData
from lwnb_gui.plots.export import figure_for
from lwnb_gui.plots.map import MapData
from lwnb_gui.plots.theme import LIGHT
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.plane import Plane
from lwnb_gui.state import HeldOut, Query
from lwnb_gui.state.links import Cell, Hover
from lwnb_gui.state.opening import Opening
from tests.qt.conftest import Open, query_of
from tests.qt.map_hands import at, drawn, move, panel_of


def test_numeric_data_open_with_the_two_best_attributes(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    assert isinstance(panel.source.places, MapData)
    assert panel.header.x.words == "x: petalwidth"
    assert panel.header.y.words == "y: petallength"
    assert "four attributes" in panel.caption.text


def test_nominal_data_open_with_the_distance_view(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened("vote", 403)))
    places, selection = panel.source.places, panel.context.selection
    assert isinstance(places, DistanceData)
    assert selection is not None
    assert panel.header.x.currentText() == "distance from the instance, all 16 attributes"
    assert not panel.header.y.isVisible()
    found = selection.neighbourhood(selection.n_rows)
    assert np.array_equal(np.hypot(*places.places.T), np.asarray(found.distances)) or np.allclose(
        np.hypot(*places.places.T), found.distances
    )


def test_no_full_redraw_while_k_moves(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    qtbot.wait(50)
    full, moves = panel.canvas.full_draws, panel.canvas.moves
    for k in range(51, 149, 7):
        window.state.set_k(k)
        window.pipeline._follow()
        QApplication.processEvents()
    assert panel.canvas.full_draws == full
    assert panel.canvas.moves >= moves + 14


def test_places_in_pixels_follow_the_view_and_nothing_else(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    canvas = panel.canvas

    def new_plane(old: Plane | None) -> Plane:
        canvas.repaint()
        plane = canvas.plane
        assert plane is not None
        assert plane is not old
        assert canvas.ax is not None
        x, y = canvas.ax.transData.transform((1.3, 4.0))
        assert canvas.place_of(1.3, 4.0).toTuple() == pytest.approx((x, canvas.height() - y))
        spots = plane.spots(np.array([[1.3, 4.0]]), 2.0)
        assert spots[0].tolist() == pytest.approx((2 * x, 2 * (canvas.height() - y)))
        return plane

    first = new_plane(None)
    window.state.set_k(20)
    QApplication.processEvents()
    assert canvas.plane is first
    canvas.zoom(2.0)
    near = new_plane(first)
    canvas.resize(canvas.width() - 40, canvas.height() - 30)
    narrow = new_plane(near)
    assert narrow.room != near.room
    window.state.set_map(replace(query_of(window).map, y="sepallength"))
    new_plane(narrow)
    canvas.show_nothing()
    assert canvas.plane is None
    canvas.repaint()


def test_marks_are_the_explanations_neighbours(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    explanation, artists = window.context.explanation, panel.canvas.artists
    assert explanation is not None
    assert explanation.neighbour_rows is not None
    assert explanation.neighbourhood is not None
    assert artists is not None
    assert np.array_equal(artists._marks._indices, explanation.neighbour_rows)
    assert np.array_equal(artists._marks._weights, explanation.neighbourhood.weights)


def test_a_hovered_cell_keeps_its_neighbours_and_fades_the_others(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    explanation, artists = window.context.explanation, panel.canvas.artists
    assert explanation is not None
    assert artists is not None
    full = panel.canvas.full_draws
    window.context.hover.on_cell(Cell(2, 1))
    assert artists._marks._lit == frozenset(np.flatnonzero(explanation.neighbour_classes == 1).tolist())
    window.context.hover.clear()
    assert artists._marks._lit is None
    assert panel.canvas.full_draws == full


def test_axes_are_chosen_and_undone(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    panel.header.x.setFocus()
    qtbot.keyClick(panel.header.x, Qt.Key.Key_Up)
    assert query_of(window).map.x == "petallength"
    assert isinstance(panel.source.places, MapData)
    assert panel.source.places.labels[0] == "petallength"
    window.state.undo()
    assert panel.header.x.words == "x: petalwidth"
    qtbot.keyClick(panel.header.x, "s")
    assert query_of(window).map.x == "sepallength"


@pytest.mark.parametrize("kind", ["components", "distance"])
def test_other_views_place_no_values(opened: Open, qtbot: QtBot, kind: str) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    window.state.set_map(replace(query_of(window).map, kind=kind))  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not panel.canvas.places_are_values)
    assert not panel.header.regions.isEnabled()
    before = query_of(window)
    qtbot.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=QPoint(12, 14))
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
    window.state.show_class(1, False)
    artists = panel.canvas.artists
    assert artists is not None
    assert artists._marks.hidden == {1}
    assert panel.canvas.hit_at(*at(panel, 98).toTuple()) is None


def test_held_out_rows_are_not_on_the_map(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    window.state.set_test_rows(HeldOut(34, 1))
    qtbot.waitUntil(lambda: panel.source.places is not None and len(panel.source.places) < 150)
    assert "Only training rows" in panel.caption.text
    training = query_of(window).training_rows
    assert training is not None
    assert panel.source.places is not None
    assert np.array_equal(panel.source.places.rows, training)


@pytest.mark.parametrize(("name", "row"), [("iris", 135), ("vote", 403)])
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_map_saves_as_a_figure(opened: Open, tmp_path: Path, name: str, row: int, suffix: str) -> None:
    target = tmp_path / f"map.{suffix}"
    panel = panel_of(opened(name, row))
    panel.export_image(target)
    assert target.stat().st_size > 5000
    view = panel.to_figure()
    assert view is not None
    assert view.data.view is None
    panel.canvas.zoom(2.0)
    view = panel.to_figure()
    assert view is not None
    axes = figure_for(view.draw, view.data, LIGHT).axes[0]
    assert (axes.get_xlim(), axes.get_ylim()) == panel.canvas.limits, "what is seen is what is taken home"
    words = " ".join(text.get_text() for text in axes.figure.texts)
    assert "d_k" not in words


def test_callouts_keep_off_each_other(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    panel.canvas.repaint()
    boxes = list(panel.overlay._boxes.values())
    assert len(boxes) == 2
    assert not boxes[0].intersects(boxes[1])
    assert all(panel.canvas.room.contains(box) for box in boxes)


def test_many_rows_are_one_picture(window: MainWindow, qtbot: QtBot) -> None:
    from lwnb_core.data.generators import waveform
    from lwnb_gui.plots.cloud import StampedCloud

    window.state.open(Query.opening(waveform(n=6000)))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=20_000)
    panel = drawn(qtbot, panel_of(window))
    assert panel.canvas.ax is not None
    assert any(isinstance(a, StampedCloud) for a in panel.canvas.ax.artists)
    image = np.asarray(panel.canvas.buffer_rgba())
    assert len(np.unique(image.reshape(-1, 4), axis=0)) > 50


def test_every_control_has_a_name_and_a_tip(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    for widget in (panel.header.x, panel.header.y, panel.header.regions, *panel.header.buttons.values()):
        assert widget.accessibleName()
        assert widget.toolTip()
    # In a narrow panel tools go into a menu, rather than lie over the choice of regions.
    tools = panel.header.buttons
    panel.header.set_room(370)
    assert [name for name, tool in tools.items() if tool.isVisible()] == ["home", "menu"]
    panel.header._pan_action.trigger()
    assert panel.canvas.tool == "pan"
    panel.header.set_room(800)
    assert [name for name, tool in tools.items() if tool.isVisible()] == ["zoom", "box", "pan", "home"]


def test_a_neighbour_of_a_hidden_class_is_not_named(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = drawn(qtbot, panel_of(window))
    panel.canvas.repaint()
    assert [callout.title for callout in panel.overlay.callouts][1:] == ["row 84 · Iris-versicolor · rank 1"]
    window.state.show_class(1, False)
    drawn(qtbot, panel)
    panel.canvas.repaint()
    assert len(panel.overlay.callouts) == 1, "that of the instance"


def test_callouts_keep_clear_of_each_other_wherever_the_star_goes(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = drawn(qtbot, panel_of(window))
    for place in np.linspace(0, 1, 60):  # a slow way across: the nearest stays for some steps, and its box
        window.state.change_values({"petalwidth": 0.4 + 2 * place, "petallength": 1.5 + 5 * place})
        window.pipeline.before_frame()
        panel.canvas.repaint()
        boxes = panel.overlay.placed
        assert len(boxes) == 2
        assert not boxes[0].intersects(boxes[1])


def test_low_windows_say_the_caption_in_a_tip(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.resize(1366, 768)
    panel = drawn(qtbot, panel_of(window))
    assert not panel.caption.isVisible()
    assert panel.canvas.toolTip() == panel.caption.text
    assert panel.header.buttons["menu"].isVisible()


def test_a_map_that_cannot_be_drawn_is_said_in_the_panel(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))

    def fail(data: object) -> None:
        raise ValueError("no components here")

    monkeypatch.setattr("lwnb_gui.qt.panels.map_source.map_of_components", fail)
    window.state.set_map(replace(query_of(window).map, kind="components"))
    assert panel.error_bar.isVisible()
    assert "no components here" in panel.error_bar.text
    window.state.undo()
    assert not panel.error_bar.isVisible()
    assert panel.canvas.artists is not None


def test_other_data_open_under_an_old_explanation(opened: Open, qtbot: QtBot) -> None:
    """Between two data sets the explanation is still that of the first, and the map must not use it."""
    window = opened("soybean", 600)
    panel = drawn(qtbot, panel_of(window))
    window.open(Opening("sample:iris", row=1))
    qtbot.waitUntil(lambda: query_of(window).data.name == "iris", timeout=10_000)
    panel.canvas.repaint()  # the old explanation is still there
    move(panel, QPoint(200, 200))
    panel.show_hover(Hover(neighbour=3))
    panel.overlay.point_at_row(600)
    panel.canvas.repaint()
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and len(window.context.explanation.classes) == 3,
        timeout=10_000,
    )
    panel.canvas.repaint()
    assert panel.overlay.callouts
