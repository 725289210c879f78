"""A spin box whose text keeps a distance from its frame, and which leaves undo to the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QSpinBox, QWidget

_MARGIN = 5  # pixels; a style sheet's padding does not reach the text of a spin box
_WINDOW_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class SpinBox(QSpinBox):
    """A spin box wide enough for its longest text and the margin before it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(_MARGIN, 0, 0, 0)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(_MARGIN, 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(_MARGIN, 0)

    def event(self, event: QEvent) -> bool:
        """Apply a change at once, so that undo is the window's rather than that of the digits in the box."""
        overriding = event.type() == QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and any(map(event.matches, _WINDOW_KEYS)):
            event.ignore()
            return False
        return super().event(event)
