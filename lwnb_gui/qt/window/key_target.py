"""The target of a key: the widget under the mouse or the one with the focus, whichever changed last."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

_mouse_then: list[QPoint] = []  # where the mouse was when a key last moved the focus


def focus_moved_by_key() -> None:
    """Make the widget with the focus the target until the mouse moves."""
    _mouse_then[:] = [QCursor.pos()]


def pointed_at() -> list[QWidget]:
    """Return the widget under the mouse and the one with the focus, the likelier target first."""
    mouse = QCursor.pos()
    widgets = [QApplication.widgetAt(mouse), QApplication.focusWidget()]
    if mouse in _mouse_then:
        widgets.reverse()
    return [_panel_in_front(widget) for widget in widgets if widget is not None]


def _panel_in_front(widget: QWidget) -> QWidget:
    """Return the panel shown by a row of tabs, which belongs to no panel; otherwise the widget itself."""
    part: QWidget | None = widget
    while part is not None:
        parent = part.parentWidget()
        in_front = getattr(parent, "in_front", None)
        if isinstance(in_front, QWidget) and part is getattr(parent, "row", None):
            return in_front
        part = parent
    return widget
