"""Keys, clicks, drags, wheel and drops at random points of the window."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEventLoop, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.qt.mouse import move_mouse

_NAMED = (
    *("Tab", "Backtab", "Return", "Space", "Escape", "Backspace", "Delete", "F2", "F6"),
    *("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"),
)
KEYS = (
    *(getattr(Qt.Key, f"Key_{name}") for name in _NAMED),
    *(Qt.Key(Qt.Key.Key_0.value + i) for i in range(10)),
    *(Qt.Key(Qt.Key.Key_A.value + i) for i in range(26)),
    *(Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Period),
)
_NONE, _SHIFT, _ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
_LEFT, _RIGHT, _MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)


class RandomInput:
    """Sends one event or drag at a time; each method returns what it sent."""

    def __init__(self, window: QWidget, pick: random.Random, on_move: Callable[[], None]) -> None:
        """`on_move` is called between the moves of a drag, which the window handles one by one."""
        self._window, self._pick, self._on_move = window, pick, on_move

    def key(self) -> str:
        widget = QApplication.focusWidget() or self._window
        key = self._pick.choice(KEYS)
        modifier = self._pick.choices([_NONE, _SHIFT, _ALT], [10, 2, 1])[0]
        QTest.keyClick(widget, key, modifier)
        return f"{key.name} at {type(widget).__name__}"

    def click(self) -> str:
        widget, point = self._somewhere()
        button = self._pick.choices([_LEFT, _RIGHT, _MIDDLE], [12, 2, 1])[0]
        modifier = self._pick.choices([_NONE, _SHIFT], [8, 1])[0]
        press = QTest.mouseDClick if self._pick.random() < 0.1 else QTest.mouseClick
        name = type(widget).__name__
        press(widget, button, modifier, point)
        return f"{button.name} at {name}"

    def drag(self) -> str:
        widget, point = self._somewhere()
        name = type(widget).__name__
        end = point
        QTest.mousePress(widget, _LEFT, _NONE, point)
        for _ in range(self._pick.randrange(1, 8)):
            end = end + QPoint(self._pick.randrange(-60, 60), self._pick.randrange(-60, 60))
            if not shiboken6.isValid(widget):
                return f"at {name}"
            move_mouse(widget, end, _LEFT)
            self._on_move()
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 3)
            self._on_move()
        if shiboken6.isValid(widget):
            QTest.mouseRelease(widget, _LEFT, _NONE, end)
        return f"at {name}"

    def move(self) -> str:
        widget, point = self._somewhere()
        name = type(widget).__name__
        move_mouse(widget, point)
        return f"at {name}"

    def wheel(self) -> str:
        widget, point = self._somewhere()
        name = type(widget).__name__
        delta = QPoint(0, self._pick.choice([-360, -120, 120, 360]))
        event = QWheelEvent(
            QPointF(point), QPointF(widget.mapToGlobal(point)), QPoint(), delta, Qt.MouseButton.NoButton,
            _NONE, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
        return f"at {name}"

    def drop(self, file: Path) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(file))])
        position, copy = QPointF(50, 200), Qt.DropAction.CopyAction
        QApplication.sendEvent(self._window, QDragEnterEvent(position.toPoint(), copy, mime, _LEFT, _NONE))
        QApplication.sendEvent(self._window, QDropEvent(position, copy, mime, _LEFT, _NONE))

    def leave_dialog(self) -> None:
        """Operate a menu or dialog a little, then leave it; nested event loops call this too."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            QTest.keyClick(popup, self._pick.choice([Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return]))
        elif isinstance(modal, QDialog) and self._pick.random() < 0.4:
            modal.reject()
        elif modal is not None:
            QTest.keyClick(QApplication.focusWidget() or modal, self._pick.choice(KEYS))

    def _somewhere(self) -> tuple[QWidget, QPoint]:
        """Return a visible widget and a point on it."""
        window = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._window
        if not shiboken6.isValid(window):
            window = self._window
        x, y = self._pick.randrange(max(window.width(), 1)), self._pick.randrange(max(window.height(), 1))
        widget = window.childAt(x, y)
        # A wrapper may outlive its widget and be reused for another one at the same address.
        if widget is None or not shiboken6.isValid(widget):
            return window, QPoint(x, y)
        return widget, widget.mapFrom(window, QPoint(x, y))
