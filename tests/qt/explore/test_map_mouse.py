"""The map and the mouse: clicks, drags, wheel and hover."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.views.map import callout_boxes
from lwnb_gui.views.map.plane import MapData
from tests.qt.conftest import Open, query_of, wait_until_idle
from tests.qt.map_helpers import at, callouts, drag, drawn, panel_of, star
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window


def test_a_click_on_a_point_makes_it_the_instance(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at(panel, 98))
    query = query_of(window)
    positions = panel.source.positions
    assert positions is not None
    assert np.allclose(positions.coordinates[query.row], positions.coordinates[98])
    assert query.changes == ()
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and window.context.explanation.row == query.row
    )
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.left_out


def test_a_click_in_the_map_classifies_that_point(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    position = panel.view.pixel_of(0.8, 6.0).toPoint()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=position)
    changed = query_of(window).changed_values
    assert set(changed) == {"petalwidth", "petallength"}
    assert changed["petalwidth"] == pytest.approx(0.8, abs=0.02)
    assert changed["petallength"] == pytest.approx(6.0, abs=0.05)
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and bool(window.context.explanation.changed)
    )
    qtbot.waitUntil(lambda: any("changed" in c.title for c in callouts(panel)))
    callout = next(c for c in callouts(panel) if "changed" in c.title)
    assert "sepallength 6.1 and sepalwidth 2.6 kept" in callout.lines


def test_dragging_the_star_is_one_live_step(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    wait_until_idle(window, qtbot)
    paints = panel.view.static_paints
    before = query_of(window)
    ways = [star(panel), panel.view.pixel_of(1.0, 5.9).toPoint(), panel.view.pixel_of(0.6, 6.2).toPoint()]
    drag(qtbot, panel, *ways)
    assert query_of(window).changed_values["petalwidth"] == pytest.approx(0.6, abs=0.02)
    assert panel.view.static_paints == paints
    window.state.undo()
    assert query_of(window) == before


def test_callout_follows_the_dragged_star(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("iris", 135)
    panel = drawn(qtbot, panel_of(window))
    view = panel.view
    start = star(panel)
    sought: list[object] = []
    find = callout_boxes.best_area
    monkeypatch.setattr(
        callout_boxes, "best_area", lambda anchor, *more: sought.append(anchor) or find(anchor, *more)
    )
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 30):
        move_mouse(panel.view.viewport(), start + QPoint(6 * step, 4 * step), Qt.MouseButton.LeftButton)
        QApplication.sendPostedEvents()
        (box,) = view.boxes
        area = QRectF(*box.area)
        assert QRectF(view.viewport().rect()).contains(area)
        assert not area.contains(QPointF(*box.anchor))
        explanation = window.context.explanation
        assert explanation is not None
        assert explanation.neighbour_rows is not None
        beside = [
            row for row in explanation.neighbour_rows[:30].tolist() if not area.contains(at(panel, row))
        ]
        assert len(beside) > 24  # it is on the opposite side of the star
    assert view.is_dragging_star
    assert sought == []
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(6 * 29, 4 * 29))
    qtbot.waitUntil(lambda: len(view.boxes) == 2)  # the nearest neighbour's box is back
    assert sought  # where it would be without the drag


def test_mouse_on_a_neighbour_highlights_it_in_every_panel(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.neighbour_rows is not None
    move_mouse(panel.view.viewport(), at(panel, int(explanation.neighbour_rows[0])))
    assert window.context.hover.now.neighbour == 0
    callout = callouts(panel)[-1]
    assert callout.title == "row 84 · Iris-versicolor · nearest"
    assert callout.lines == ("distance 0.1290   weight 0.606",)
    move_mouse(panel.view.viewport(), QPoint(2, 2))
    assert window.context.hover.now.is_nothing


def test_the_mouse_on_a_faint_row_names_it(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    move_mouse(panel.view.viewport(), at(panel, 14))
    assert panel.context.hover.now.is_nothing
    panel.view.viewport().repaint()
    assert callouts(panel)[-1].title.endswith("Iris-setosa · outside")


def test_wheel_zooms_and_home_comes_back(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    home = panel.view.limits
    position = QPointF(star(panel))
    event = QWheelEvent(
        position, position, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(panel.view.viewport(), event)
    assert panel.view.is_zoomed
    assert home is not None
    limits = panel.view.limits
    assert limits is not None
    assert limits[0][1] - limits[0][0] < home[0][1] - home[0][0]
    qtbot.mouseClick(panel.header.buttons["home"], Qt.MouseButton.LeftButton)
    assert panel.view.limits == home


def test_box_zoom_pan_and_keys(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    before = query_of(window)
    qtbot.mouseClick(panel.header.buttons["box"], Qt.MouseButton.LeftButton)
    drag(qtbot, panel, panel.view.pixel_of(1.0, 6.0).toPoint(), panel.view.pixel_of(2.0, 4.0).toPoint())
    limits = panel.view.limits
    assert limits is not None
    assert limits[0] == pytest.approx((1.0, 2.0), abs=0.02)
    assert limits[1] == pytest.approx((4.0, 6.0), abs=0.05)
    qtbot.mouseClick(panel.header.buttons["pan"], Qt.MouseButton.LeftButton)
    assert not panel.header.buttons["box"].isChecked()
    drag(qtbot, panel, QPoint(300, 200), QPoint(340, 200))
    moved = panel.view.limits
    assert moved is not None
    assert moved[0][0] < limits[0][0]
    qtbot.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.view.tool == ""
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    assert panel.view.limits != moved
    qtbot.keyClick(panel.view, Qt.Key.Key_Home)
    assert not panel.view.is_zoomed
    assert query_of(window) == before


def test_dragging_the_background_moves_the_map_and_classifies_nothing(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    before = query_of(window)
    drag(qtbot, panel, panel.view.pixel_of(0.8, 6.0).toPoint(), panel.view.pixel_of(1.0, 5.0).toPoint())
    assert panel.view.is_zoomed
    assert query_of(window) == before


def test_with_a_test_file_a_point_gives_its_values(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    data = query_of(window).data
    window.state.set_test_rows(TestFile(data.subset(range(5))))
    qtbot.waitUntil(lambda: window.context.explanation is not None and window.context.explanation.row == 0)
    panel.pick(120)
    assert query_of(window).row == 0
    assert query_of(window).value("petallength") == data.value(120, "petallength")


# -- regions --------------------------------------------------------------------------------------------


def test_values_from_the_map_have_as_many_digits_as_pixels_allow(opened: Open, qtbot: QtBot) -> None:
    panel = drawn(qtbot, panel_of(opened()))
    positions = panel.source.positions
    assert isinstance(positions, MapData)
    assert positions.axes is not None
    assert positions.axes[0].value_at(1.23456, 2.4) == pytest.approx(1.23)
    assert positions.axes[0].value_at(float("nan"), 2.4) is None
