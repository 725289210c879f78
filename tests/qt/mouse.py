"""The mouse, for tests: events are sent to the widget itself.

`qtbot.mouseMove` moves the pointer of the screen instead: nothing arrives where an earlier test has left it
at the same point, or where another window is open there.
"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from lwnb_gui.qt.scene.scene_view import SceneView


def move_mouse(widget: QWidget, position: QPoint, held: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """To a point of the widget, with that button held down."""
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(position),
        QPointF(widget.mapToGlobal(position)),
        Qt.MouseButton.NoButton,
        held,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)


def leave(widget: QWidget) -> None:
    """Out of the widget."""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def rectangle_of(view: SceneView, target: Hashable) -> QRectF | None:
    """Where a hotspot is in the viewport of a scene; None where there is none."""
    scene, bar = view.scene, view.verticalScrollBar()
    for spot in scene.hotspots:
        if spot.target == target:
            is_in_foot = scene.foot and spot.y >= scene.height - scene.foot
            scrolled = 0 if spot.y < scene.head else bar.maximum() if is_in_foot else bar.value()
            return QRectF(spot.x, spot.y - scrolled, spot.width, spot.height)
    return None
