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
    """Move to a point of the widget with this button held down."""
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
    """Move the mouse out of the widget."""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def rectangle_of(view: SceneView, target: Hashable) -> QRectF | None:
    """Return where a hotspot is in the viewport of a scene, or None."""
    scene, bar = view.scene, view.verticalScrollBar()
    for spot in scene.hotspots:
        if spot.target == target:
            is_in_foot = scene.foot and spot.y >= scene.height - scene.foot
            scrolled = 0 if spot.y < scene.head else bar.maximum() if is_in_foot else bar.value()
            return QRectF(spot.x, spot.y - scrolled, spot.width, spot.height)
    return None
