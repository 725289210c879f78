"""Helpers for tests of the map: where things are, and the mouse."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.map.callouts import Callout
from lwnb_gui.views.map.plane import MapData
from tests.qt.conftest import explore_panel
from tests.qt.mouse import move_mouse


def panel_of(window: MainWindow) -> MapPanel:
    return explore_panel(window, "map", MapPanel)


def drawn(qtbot: QtBot, panel: MapPanel) -> MapPanel:
    """Return the panel once it shows the current explanation and has painted it.

    The positions of the rows may come from a task, and a window that is shared has painted other maps before.
    """

    def is_shown() -> bool:
        explanation, reading = panel.context.explanation, panel.reading
        return (
            explanation is not None
            and reading is not None
            and reading.positions is panel.source.positions
            and reading.classes == explanation.classes
            and not panel.source.is_busy
        )

    qtbot.waitUntil(is_shown, timeout=10_000)
    panel.view.viewport().repaint()
    return panel


def at(panel: MapPanel, row: int) -> QPoint:
    """Return where a row is in the viewport."""
    positions = panel.source.positions
    assert positions is not None
    x, y = positions.coordinates[int(positions.indices(np.array([row]))[0])]
    return panel.view.pixel_of(float(x), float(y)).toPoint()


def callouts(panel: MapPanel) -> list[Callout]:
    """Return what the map names."""
    return [box.callout for box in panel.view.boxes]


def star(panel: MapPanel) -> QPoint:
    positions, explanation = panel.source.positions, panel.context.explanation
    assert isinstance(positions, MapData)
    assert explanation is not None
    return panel.view.pixel_of(*positions.position(explanation)).toPoint()


def drag(qtbot: QtBot, panel: MapPanel, *positions: QPoint) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(panel.view.viewport(), left, pos=positions[0])
    for position in positions[1:]:
        move_mouse(panel.view.viewport(), position, left)
    qtbot.mouseRelease(panel.view.viewport(), left, pos=positions[-1])
