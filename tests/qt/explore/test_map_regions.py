"""Regions on the map: a coarse picture first, for one learner or all four."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from functools import partial
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.plots.scene_figure import scene_for
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.explore.map.map_regions import TASK, Request
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.figures import SceneFigure
from lwnb_gui.theme import DARK, LIGHT, PROJECTOR
from lwnb_gui.views.drawing.scene import Circle, Dots, Image, Scene, flat
from lwnb_gui.views.map.decision_regions import shaded
from tests.qt.conftest import Open, query_of
from tests.qt.map_helpers import drag, drawn, panel_of
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window

S = TypeVar("S")


def of_kind(scene: Scene, kind: type[S]) -> list[S]:
    return [shape for shape in flat(scene.shapes) if isinstance(shape, kind)]


def regions_on(window: MainWindow, which: str) -> None:
    window.state.set_map(replace(query_of(window).map, regions=which))  # type: ignore[arg-type]


def test_regions_are_shown_and_hidden(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "KNN")
    qtbot.waitUntil(
        lambda: panel.regions.request is not None and panel.regions.task not in window.tasks.running,
        timeout=60_000,
    )
    assert panel.regions.data is not None
    assert panel.regions.data.panels[0].name == "KNN"
    assert "prediction of KNN" in panel.caption.text()
    taken = panel.to_figure()
    assert taken is not None
    drawing = taken.to_bytes("svg").decode()
    assert "Background: prediction of KNN at k = 50" in drawing, "it is said away from the window as well"
    regions_on(window, "off")
    assert panel.regions.request is None
    assert "KNN" not in panel.caption.text()


def test_regions_of_the_previous_instance_are_cancelled(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "LWNB")
    qtbot.waitUntil(lambda: panel.regions.task in window.tasks.running, timeout=60_000)
    with qtbot.waitSignal(window.context.selected, timeout=10_000):
        window.state.pick_row(3)
    assert panel.regions.task not in window.tasks.running
    qtbot.waitUntil(lambda: panel.regions.request is not None, timeout=60_000)
    assert panel.regions.request is not None
    assert panel.regions.request.selection is window.context.selection


def test_regions_follow_k_when_it_rests(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "LWNB")
    qtbot.waitUntil(lambda: panel.regions.result is not None, timeout=60_000)
    for k in (3, 4, 5):
        window.state.set_k(k)
        QApplication.sendPostedEvents()
    qtbot.waitUntil(lambda: panel.regions.result is not None and panel.regions.result.k == 5, timeout=60_000)
    assert isinstance(panel.regions.request, Request)


def test_the_learner_shown_is_computed_alone_and_keys_go_through_them(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    after = window.actions_by_name["next_regions"]

    def ready(*names: str) -> None:
        qtbot.waitUntil(
            lambda: (
                panel.regions.result is not None
                and set(names) <= set(panel.regions.result.posteriors)
                and panel.regions.chosen == query_of(window).map.regions
                and panel.regions.task not in window.tasks.running
            ),
            timeout=60_000,
        )

    after.trigger()
    assert query_of(window).map.regions == "LWNB"
    ready("LWNB")
    assert panel.regions.result is not None
    assert set(panel.regions.result.posteriors) == {"LWNB"}
    assert "A slice through row 1:" in panel.caption.text()
    for _ in range(4):
        after.trigger()
    assert query_of(window).map.regions == "all four"
    ready("LWNB", "NB", "KNN", "KNNDW")
    result = panel.regions.result
    regions_on(window, "KNN")  # already exists
    ready("KNN")
    assert panel.regions.result is result
    after.trigger()
    after.trigger()
    after.trigger()
    assert query_of(window).map.regions == "off"
    assert panel.regions.request is None
    window.state.set_map(replace(query_of(window).map, kind="distance"))
    after.trigger()
    assert query_of(window).map.regions == "off"


# -- all four, side by side ---------------------------------------------------------------------------


def all_four(window: MainWindow, qtbot: QtBot) -> MapPanel:
    """Return the map with all four regions, once they are computed and drawn."""
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "all four")
    qtbot.waitUntil(lambda: at_rest(window, panel), timeout=60_000)
    return panel


def at_rest(window: MainWindow, panel: MapPanel) -> bool:
    shown, limits = panel.regions.request, panel.view.limits
    return (
        len(panel.view.transforms) == 4
        and shown is not None
        and shown.limits == limits
        and shown.k == query_of(window).k
        and shown.selection is window.context.selection
        and not any(name.startswith(TASK) for name in window.tasks.running)
    )


def in_map(panel: MapPanel, i: int, x: float, y: float) -> QPoint:
    """Return where a point is in one of the maps, in pixels of the view."""
    across, down = panel.view.transforms[i].to_pixel((x, y))
    return QPoint(round(across), round(down))


def wheel(panel: MapPanel, at: QPoint, clicks: int = 1) -> None:
    position = QPointF(at)
    event = QWheelEvent(
        position, position, QPoint(), QPoint(0, 120 * clicks), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(panel.view.viewport(), event)


def test_all_four_have_the_shape_of_the_single_map(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    (single,) = panel.view.transforms
    assert single.width == pytest.approx(single.height, rel=0.02)
    all_four(window, qtbot)
    for one in panel.view.transforms:
        assert one.width == pytest.approx(one.height, rel=0.02)
    panel.view.resize(panel.view.width() - 80, panel.view.height() - 40)
    panel.view.viewport().repaint()
    for one in panel.view.transforms:
        assert one.width == pytest.approx(one.height, rel=0.02)


def test_all_four_have_the_rows_the_star_and_the_ring(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = all_four(window, qtbot)
    explanation = window.context.explanation
    assert explanation is not None
    assert "Points: the training rows. Ring: the bandwidth." in panel.caption.text()
    rings = set()
    for k in (50, 20):
        window.state.set_k(k)
        QApplication.sendPostedEvents()
        qtbot.waitUntil(lambda: at_rest(window, panel), timeout=60_000)
        assert panel.reading is not None
        assert panel.reading.star == pytest.approx(tuple(explanation.instance))
        result = of_kind(panel.view.scene, Circle)
        assert len(result) == 4
        rings.update(circle.radius for circle in result)
        assert [len(dots.x) for dots in of_kind(panel.view.scene, Dots)] == [1000] * 4
    assert len(rings) == 2, "one for each k, the same on every map"
    taken = panel.to_figure()
    assert isinstance(taken, SceneFigure)
    scene = scene_for(taken.compose, LIGHT, taken.width)
    assert len(of_kind(scene, Image)) == len(of_kind(scene, Circle)) == 4
    assert "Background: prediction of each learner at k = 20" in " ".join(scene.texts)


def test_a_click_in_any_of_the_four_classifies_that_place(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = all_four(window, qtbot)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=in_map(panel, 2, 0.8, 6.0))
    changed = query_of(window).changed_values
    assert changed["petalwidth"] == pytest.approx(0.8, abs=0.02)
    assert changed["petallength"] == pytest.approx(6.0, abs=0.05)
    expected = pytest.approx((0.8, 6.0), abs=0.05)
    qtbot.waitUntil(
        lambda: (
            panel.reading is not None and panel.reading.star == expected and len(panel.view.transforms) == 4
        ),
        timeout=60_000,
    )


def test_a_click_on_a_point_of_the_four_makes_it_the_instance(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = all_four(window, qtbot)
    assert panel.reading is not None
    position = panel.reading.positions.coordinates[98]
    move_mouse(panel.view.viewport(), in_map(panel, 3, *position))
    panel.view.viewport().repaint()
    (box,) = panel.view.boxes
    assert box.callout.title.startswith("row ")
    assert QPointF(*box.anchor).toPoint() == in_map(panel, 3, *position)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=in_map(panel, 3, *position))
    query = query_of(window)
    assert np.allclose(panel.reading.positions.coordinates[query.row], position)
    assert query.changes == ()


def test_the_star_can_be_dragged_in_any_of_the_four(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = all_four(window, qtbot)
    drag(qtbot, panel, in_map(panel, 1, 1.4, 5.6), in_map(panel, 1, 1.0, 5.9), in_map(panel, 1, 0.6, 6.2))
    assert query_of(window).changed_values["petalwidth"] == pytest.approx(0.6, abs=0.02)


def test_the_wheel_zooms_all_four_and_their_regions_follow(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = all_four(window, qtbot)
    home = panel.view.limits
    wheel(panel, in_map(panel, 3, 1.4, 4.0), 3)
    assert panel.view.is_zoomed
    limits = panel.view.limits
    assert limits is not None
    assert home is not None
    assert limits[0][1] - limits[0][0] < home[0][1] - home[0][0]
    assert {transform.limits for transform in panel.view.transforms} == {limits}
    qtbot.waitUntil(lambda: at_rest(window, panel), timeout=60_000)
    assert panel.regions.data is not None
    left, right, *_ = panel.regions.data.extent
    assert (left, right) == pytest.approx(limits[0], abs=0.02)
    taken = panel.to_figure()
    assert isinstance(taken, SceneFigure)
    assert isinstance(taken.compose, partial)
    assert taken.compose.keywords["limits"] == limits, "what is seen is exported"
    qtbot.mouseClick(panel.header.buttons["home"], Qt.MouseButton.LeftButton)
    assert {transform.limits for transform in panel.view.transforms} == {home}


def test_the_zoom_stays_between_one_and_four(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = drawn(qtbot, panel_of(window))
    panel.view.zoom(2.0)
    limits = panel.view.limits
    all_four(window, qtbot)
    assert panel.view.limits == limits
    regions_on(window, "off")
    qtbot.waitUntil(lambda: len(panel.view.transforms) == 1)
    assert panel.view.limits == limits


def test_hidden_classes_are_hidden_in_all_four(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = all_four(window, qtbot)
    window.state.hide_classes({0})
    for dots in of_kind(panel.view.scene, Dots):
        assert set(dots.class_codes.tolist()) == {1, 2}


def test_nothing_of_four_maps_is_kept_once_their_data_are_closed(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = all_four(window, qtbot)
    maps = weakref.ref(panel.reading)
    ground = weakref.ref(panel.regions.data)
    panel.view.show_reading(None)
    panel.regions.forget()
    qtbot.waitUntil(lambda: not window.tasks.running)
    gc.collect()
    assert maps() is None
    assert ground() is None
    assert panel.view.limits is None
    panel.view.resize(300, 200)
    move_mouse(panel.view.viewport(), QPoint(50, 50))
    wheel(panel, QPoint(50, 50))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    assert query_of(window).changes == ()


@pytest.mark.parametrize("which", ["LWNB", "all four"])
def test_regions_stay_in_another_theme_in_its_colours(which: str, opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, which)
    qtbot.waitUntil(
        lambda: panel.regions.result is not None and panel.regions.task not in window.tasks.running,
        timeout=60_000,
    )
    result = panel.regions.result
    for action, theme in (("theme_dark", DARK), ("theme_projector", PROJECTOR), ("theme_light", LIGHT)):
        window.actions_by_name[action].trigger()
        assert panel.regions.chosen == which, "at once, and not when they are computed anew"
        assert panel.regions.result is result
        images = of_kind(panel.view.scene, Image)
        assert len(images) == (4 if which == "all four" else 1)
        assert panel.regions.data is not None
        for image, one in zip(images, panel.regions.data.panels, strict=True):
            assert np.array_equal(image.rgba[::-1, :, :3], shaded(one.posterior, theme))


# -- the rest -------------------------------------------------------------------------------------------


def test_bar_shows_that_finer_regions_are_computed(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "KNN")
    qtbot.waitUntil(lambda: panel.regions.request is not None, timeout=60_000)
    qtbot.waitUntil(lambda: panel.regions.task not in window.tasks.running, timeout=60_000)
    panel.computing_bar.show_now()
    panel.computing_bar.set_share(20, 100)
    assert panel.regions.request is not None
    panel.regions.load(replace(panel.regions.request, k=3), "KNN")
    qtbot.waitUntil(lambda: panel.regions.task not in window.tasks.running, timeout=60_000)
    assert panel.computing_bar.share is None
    assert not panel.computing_bar.is_on
