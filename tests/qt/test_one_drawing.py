"""Every panel of Explore that is a drawing is drawn once: one scene function for window and file."""

from __future__ import annotations

from functools import partial

from pytestqt.qtbot import QtBot

from lwnb_gui.export.figures import SceneFigure
from lwnb_gui.qt.explore_page import ExplorePage
from lwnb_gui.qt.panels.map import MapPanel
from lwnb_gui.qt.scene_panel import ScenePanel
from lwnb_gui.scenes.map import map_scene
from tests.qt.conftest import Open

# Forms and tables of rows: Qt's own widgets, with nothing to draw into a file.
TABLES = {"instances", "this_instance", "neighbours"}
# A scene beside a plot with axes, which is its figure.
WITH_PLOT = {"what_if"}


def test_every_drawing_has_one_scene_function_for_window_and_file(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    window.actions_by_name["show_confusion"].trigger()
    qtbot.waitUntil(lambda: page.panels["confusion"].to_figure() is not None, timeout=20_000)
    for name, panel in page.panels.items():
        if name in TABLES | WITH_PLOT:
            continue
        # The map has a view of its own, with wheel, drag and zoom, and no other drawing either.
        assert isinstance(panel, ScenePanel | MapPanel), name
        scene = map_scene if isinstance(panel, MapPanel) else type(panel).scene
        assert scene.__module__.startswith("lwnb_gui.scenes."), name
        assert "paintEvent" not in vars(type(panel)), name
        figure = panel.to_figure()
        assert isinstance(figure, SceneFigure), name
        assert isinstance(figure.compose, partial), name
        assert figure.compose.func is scene, name
