"""A button that holds several lines."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton


class RowButton(QPushButton):
    """As high as the layout in it, whatever the style sheet has as the least height of plain buttons."""

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
