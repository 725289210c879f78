"""A spin box whose text stands clear of its frame, and which leaves undo to the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QSpinBox, QWidget

_CLEAR = 5  # pixels; a style sheet's padding does not reach the text of a spin box
_LEFT_TO_THE_WINDOW = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class SpinBox(QSpinBox):
    """Wide enough for its longest text and the room before it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(_CLEAR, 0, 0, 0)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(_CLEAR, 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_CLEAR, 0)

    def event(self, event: QEvent) -> bool:
        """A step counts as soon as it is made: to take it back is an undo of the window, not of digits."""
        overriding = event.type() == QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and any(map(event.matches, _LEFT_TO_THE_WINDOW)):
            event.ignore()
            return False
        return super().event(event)
