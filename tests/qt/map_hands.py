"""What the tests of the map share: where things are on it, and the mouse."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.map import MapPanel
from lwnb_gui.readings.map import Callout
from lwnb_gui.readings.map_data import MapData
from tests.qt.conftest import explore_panel


def panel_of(window: MainWindow) -> MapPanel:
    return explore_panel(window, "map", MapPanel)


def drawn(qtbot: QtBot, panel: MapPanel) -> MapPanel:
    """The panel once its first picture is there."""
    qtbot.waitUntil(lambda: panel.view.static_paints > 0)
    return panel


def at(panel: MapPanel, row: int) -> QPoint:
    """Where a row is, in the viewport."""
    positions = panel.source.positions
    assert positions is not None
    x, y = positions.coordinates[int(positions.indices(np.array([row]))[0])]
    return panel.view.pixel_of(float(x), float(y)).toPoint()


def callouts(panel: MapPanel) -> list[Callout]:
    """What is named on the map."""
    return [box.callout for box in panel.view.boxes]


def star(panel: MapPanel) -> QPoint:
    positions, explanation = panel.source.positions, panel.context.explanation
    assert isinstance(positions, MapData)
    assert explanation is not None
    return panel.view.pixel_of(*positions.position(explanation)).toPoint()


def move(panel: MapPanel, place: QPoint, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(panel.view.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        button,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(panel.view.viewport(), event)


def drag(qtbot: QtBot, panel: MapPanel, *positions: QPoint) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(panel.view.viewport(), left, pos=positions[0])
    for place in positions[1:]:
        move(panel, place, left)
    qtbot.mouseRelease(panel.view.viewport(), left, pos=positions[-1])
