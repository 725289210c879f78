"""What a key is meant for: the part under the mouse or the one with the focus, whichever was moved last."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

_rest: list[QPoint] = []  # where the mouse lay when a key last moved the focus


def focus_moved_by_key() -> None:
    """From now on the focus says what is meant, until the mouse is moved."""
    _rest[:] = [QCursor.pos()]


def pointed_at() -> list[QWidget]:
    """The control under the mouse and the one with the focus, the likelier one first."""
    place = QCursor.pos()
    found = (QApplication.widgetAt(place), QApplication.focusWidget())
    likelier_first = reversed(found) if place in _rest else found
    return [_meant(widget) for widget in likelier_first if widget is not None]


def _meant(widget: QWidget) -> QWidget:
    """Tabs, and the tools beside them, are no part of a panel: they mean the one in front."""
    part: QWidget | None = widget
    while part is not None:
        parent = part.parentWidget()
        in_front = getattr(parent, "in_front", None)
        if isinstance(in_front, QWidget) and part is getattr(parent, "row", None):
            return in_front
        part = parent
    return widget
