"""The mouse, for tests: events are sent to the widget itself.

`qtbot.mouseMove` moves the pointer of the screen instead: nothing arrives where an earlier test has left it
at the same point, or where another window is open there.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget


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
