"""Each drawn panel of Explore has one scene function, for window and file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pytestqt.qtbot import QtBot

from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.render.figures import SceneFigure
from lwnb_gui.views.drawing.scene import Scene
from tests.qt.conftest import Open, each_panel

# A scene beside a plot with axes, which is the panel's figure.
WITH_PLOT = {"what_if"}


def test_every_drawing_has_one_scene_function_for_window_and_file(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    for name, panel in each_panel(window, qtbot):
        has_scene = panel.shows is None or panel.shows.has_scene  # tables of rows and forms have no scene
        if name in WITH_PLOT or not has_scene:
            continue
        # The map has its own view, with wheel, drag and zoom, but no other drawing either.
        assert isinstance(panel, ScenePanel | MapPanel), name
        if panel.shows is not None:
            scene: Callable[..., Scene] = panel.shows.scene
        else:
            assert isinstance(panel, ScenePanel)
            scene = type(panel).scene
        assert scene.__module__.startswith("lwnb_gui.views."), name
        assert "paintEvent" not in vars(type(panel)), name
        figure = panel.to_figure()
        assert isinstance(figure, SceneFigure), f"{name} has no figure, although it is in front"
        assert isinstance(figure.compose, partial), name
        assert figure.compose.func == scene, name
