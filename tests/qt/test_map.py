"""The map: real clicks, drags, wheel and hover; nothing but the moving part is drawn while k moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.plots.distance_view import DistanceData
from lwnb_gui.plots.map import MapData
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.map import MapPanel, place_value
from lwnb_gui.qt.panels.map_regions import TASK, Request
from lwnb_gui.state import HeldOut, Query, TestFile
from lwnb_gui.state.links import Cell, Hover
from lwnb_gui.state.opening import Opening
from tests.qt.conftest import Open


def panel_of(window: MainWindow) -> MapPanel:
    panel = window.place("explore").panels["map"]  # type: ignore[attr-defined]
    assert isinstance(panel, MapPanel)
    return panel


def query_of(window: MainWindow) -> Query:
    assert window.state.query is not None
    return window.state.query


def drawn(qtbot: QtBot, panel: MapPanel) -> MapPanel:
    """The panel once its first picture is there."""
    qtbot.waitUntil(lambda: panel.canvas.full_draws > 0 and panel.canvas._background is not None)
    return panel


def at(panel: MapPanel, row: int) -> QPoint:
    """Where a row is, in the canvas."""
    places = panel.source.places
    assert places is not None
    x, y = places.places[int(places.indices(np.array([row]))[0])]
    return panel.canvas.place_of(float(x), float(y)).toPoint()


def star(panel: MapPanel) -> QPoint:
    places, explanation = panel.source.places, panel.context.explanation
    assert isinstance(places, MapData)
    assert explanation is not None
    return panel.canvas.place_of(*places.place(explanation)).toPoint()


def move(panel: MapPanel, place: QPoint, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(panel.canvas.mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        button,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(panel.canvas, event)


def drag(qtbot: QtBot, panel: MapPanel, *places: QPoint) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(panel.canvas, left, pos=places[0])
    for place in places[1:]:
        move(panel, place, left)
    qtbot.mouseRelease(panel.canvas, left, pos=places[-1])


def test_numeric_data_open_with_the_two_best_attributes(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    assert isinstance(panel.source.places, MapData)
    assert panel.header.x.currentText() == "x: petalwidth"
    assert panel.header.y.currentText() == "y: petallength"
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


def test_a_click_on_a_point_makes_it_the_instance(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    qtbot.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=at(panel, 98))
    query = query_of(window)
    places = panel.source.places
    assert places is not None
    assert np.allclose(places.places[query.row], places.places[98])
    assert query.changes == ()
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and window.context.explanation.row == query.row
    )
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.left_out


def test_a_click_in_the_plane_classifies_that_place(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    place = panel.canvas.place_of(0.8, 6.0).toPoint()
    qtbot.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=place)
    changed = query_of(window).changed_values
    assert set(changed) == {"petalwidth", "petallength"}
    assert changed["petalwidth"] == pytest.approx(0.8, abs=0.02)
    assert changed["petallength"] == pytest.approx(6.0, abs=0.05)
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and bool(window.context.explanation.changed)
    )
    qtbot.waitUntil(lambda: any("changed" in c.title for c in panel.overlay.callouts))
    words = next(c for c in panel.overlay.callouts if "changed" in c.title)
    assert "sepallength 6.1 and sepalwidth 2.6 kept" in words.lines


def test_dragging_the_star_is_one_live_step(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    qtbot.wait(50)
    full = panel.canvas.full_draws
    before = query_of(window)
    ways = [star(panel), panel.canvas.place_of(1.0, 5.9).toPoint(), panel.canvas.place_of(0.6, 6.2).toPoint()]
    drag(qtbot, panel, *ways)
    assert query_of(window).changed_values["petalwidth"] == pytest.approx(0.6, abs=0.02)
    assert panel.canvas.full_draws == full
    window.state.undo()
    assert query_of(window) == before


def test_the_mouse_on_a_neighbour_lights_the_bus(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.neighbour_rows is not None
    move(panel, at(panel, int(explanation.neighbour_rows[0])))
    assert window.context.hover.now.neighbour == 0
    callout = panel.overlay.callouts[-1]
    assert callout.title == "row 84 · Iris-versicolor · rank 1"
    assert callout.lines == ("d = 0.1290   w = 0.606   w′ = 2.99",)
    move(panel, QPoint(2, 2))
    assert window.context.hover.now.is_nothing


def test_the_mouse_on_a_faint_row_names_it(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    move(panel, at(panel, 14))
    assert panel.context.hover.now.is_nothing
    panel.canvas.repaint()
    assert panel.overlay.callouts[-1].title.endswith("Iris-setosa · outside")


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


def test_wheel_zooms_and_home_comes_back(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    home = panel.canvas.limits
    place = QPointF(star(panel))
    event = QWheelEvent(
        place, place, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(panel.canvas, event)
    assert panel.canvas.is_zoomed
    assert home is not None
    limits = panel.canvas.limits
    assert limits is not None
    assert limits[0][1] - limits[0][0] < home[0][1] - home[0][0]
    qtbot.mouseClick(panel.header.buttons["home"], Qt.MouseButton.LeftButton)
    assert panel.canvas.limits == home


def test_box_zoom_pan_and_keys(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    before = query_of(window)
    qtbot.mouseClick(panel.header.buttons["box"], Qt.MouseButton.LeftButton)
    drag(qtbot, panel, panel.canvas.place_of(1.0, 6.0).toPoint(), panel.canvas.place_of(2.0, 4.0).toPoint())
    limits = panel.canvas.limits
    assert limits is not None
    assert limits[0] == pytest.approx((1.0, 2.0), abs=0.02)
    assert limits[1] == pytest.approx((4.0, 6.0), abs=0.05)
    qtbot.mouseClick(panel.header.buttons["pan"], Qt.MouseButton.LeftButton)
    assert not panel.header.buttons["box"].isChecked()
    drag(qtbot, panel, QPoint(300, 200), QPoint(340, 200))
    moved = panel.canvas.limits
    assert moved is not None
    assert moved[0][0] < limits[0][0]
    qtbot.keyClick(panel.canvas, Qt.Key.Key_Escape)
    assert panel.canvas.tool == ""
    qtbot.keyClick(panel.canvas, Qt.Key.Key_Right)
    assert panel.canvas.limits != moved
    qtbot.keyClick(panel.canvas, Qt.Key.Key_Home)
    assert not panel.canvas.is_zoomed
    assert query_of(window) == before


def test_dragging_the_plane_moves_the_map_and_classifies_nothing(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    before = query_of(window)
    drag(qtbot, panel, panel.canvas.place_of(0.8, 6.0).toPoint(), panel.canvas.place_of(1.0, 5.0).toPoint())
    assert panel.canvas.is_zoomed
    assert query_of(window) == before


def test_axes_are_chosen_and_undone(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    panel.header.x.setFocus()
    qtbot.keyClick(panel.header.x, Qt.Key.Key_Up)
    assert query_of(window).map.x == "petallength"
    assert isinstance(panel.source.places, MapData)
    assert panel.source.places.labels[0] == "petallength"
    window.state.undo()
    assert panel.header.x.currentText() == "x: petalwidth"


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
    qtbot.waitUntil(lambda: panel.header.x.findText("x: petalwidth") == -1)


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


def test_with_a_test_file_a_point_gives_its_values(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    data = query_of(window).data
    window.state.set_test_rows(TestFile(data.subset(range(5))))
    qtbot.waitUntil(lambda: window.context.explanation is not None and window.context.explanation.row == 0)
    panel._pick(120)
    assert query_of(window).row == 0
    assert query_of(window).value("petallength") == data.value(120, "petallength")


# -- regions --------------------------------------------------------------------------------------------


def regions_on(window: MainWindow, which: str) -> None:
    window.state.set_map(replace(query_of(window).map, regions=which))  # type: ignore[arg-type]


def test_regions_come_under_the_map_and_go(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "KNN")
    qtbot.waitUntil(
        lambda: panel.ground.request is not None and TASK not in window.tasks.running, timeout=60_000
    )
    assert panel.ground.figure is not None
    assert panel.ground.figure.panels[0].name == "KNN"
    assert "what KNN says" in panel.caption.text
    regions_on(window, "off")
    assert panel.ground.request is None
    assert "KNN" not in panel.caption.text


def test_all_four_side_by_side_take_clicks(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "all four")
    qtbot.waitUntil(lambda: len(panel.canvas.planes) == 4, timeout=60_000)
    qtbot.waitUntil(lambda: TASK not in window.tasks.running, timeout=60_000)
    qtbot.waitUntil(lambda: panel.canvas._background is not None)
    plane = panel.canvas.planes[2].bbox
    middle = QPoint(
        round(plane.x0 + plane.width / 2), round(panel.canvas.height() - plane.y0 - plane.height / 2)
    )
    qtbot.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=middle)
    assert query_of(window).changed_values["x"] == pytest.approx(0.5, abs=0.02)
    regions_on(window, "off")
    qtbot.waitUntil(lambda: panel.canvas.artists is not None)
    assert panel.canvas.planes == ()


def test_a_stale_reply_is_dropped(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "NB")
    qtbot.waitUntil(lambda: panel.ground.found is not None, timeout=60_000)
    old, found = panel.ground.request, panel.ground.found
    assert old is not None
    assert found is not None
    window.state.pick_row(3)
    window.pipeline._follow()
    panel.ground.remove()
    panel._show_regions(old, found)
    assert panel.ground.request is None


def test_regions_follow_k_when_it_rests(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "LWNB")
    qtbot.waitUntil(lambda: panel.ground.found is not None, timeout=60_000)
    for k in (3, 4, 5):
        window.state.set_k(k)
        window.pipeline._follow()
    qtbot.waitUntil(lambda: panel.ground.found is not None and panel.ground.found.k == 5, timeout=60_000)
    assert isinstance(panel.ground.request, Request)


def test_the_learner_shown_is_computed_alone_and_keys_go_through_them(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    after = window.actions_by_name["next_regions"]

    def ready(*names: str) -> None:
        qtbot.waitUntil(
            lambda: (
                panel.ground.found is not None
                and set(names) <= set(panel.ground.found.posteriors)
                and panel.ground.wanted == query_of(window).map.regions
                and TASK not in window.tasks.running
            ),
            timeout=60_000,
        )

    after.trigger()
    assert query_of(window).map.regions == "LWNB"
    ready("LWNB")
    assert panel.ground.found is not None
    assert set(panel.ground.found.posteriors) == {"LWNB"}
    assert "A slice through row 1:" in panel.caption.text
    for _ in range(4):
        after.trigger()
    assert query_of(window).map.regions == "all four"
    ready("LWNB", "NB", "KNN", "KNNDW")
    found = panel.ground.found
    regions_on(window, "KNN")  # is there already
    ready("KNN")
    assert panel.ground.found is found
    after.trigger()
    after.trigger()
    after.trigger()
    assert query_of(window).map.regions == "off"
    assert panel.ground.request is None
    window.state.set_map(replace(query_of(window).map, kind="distance"))
    after.trigger()
    assert query_of(window).map.regions == "off"


# -- the rest -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "row"), [("iris", 135), ("vote", 403)])
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_map_saves_as_a_figure(opened: Open, tmp_path: Path, name: str, row: int, suffix: str) -> None:
    target = tmp_path / f"map.{suffix}"
    panel_of(opened(name, row)).export_image(target)
    assert target.stat().st_size > 5000


def test_callouts_keep_off_each_other(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    panel.canvas.repaint()
    boxes = list(panel.overlay._boxes.values())
    assert len(boxes) == 2
    assert not boxes[0].intersects(boxes[1])
    assert all(panel.canvas.room.contains(box) for box in boxes)


def test_many_rows_are_one_picture(window: MainWindow, qtbot: QtBot) -> None:
    from lwnb_core.data.generators import waveform
    from lwnb_gui.qt.panels.cloud import StampedCloud

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


def test_places_have_as_many_digits_as_the_eye_can_tell(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    places = panel.source.places
    assert isinstance(places, MapData)
    assert places.axes is not None
    assert place_value(places.axes[0], 1.23456, 2.4) == pytest.approx(1.23)
    assert place_value(places.axes[0], float("nan"), 2.4) is None


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
