"""A list of boxes to tick, in which a click on the words ticks too."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget


class TickList(QListWidget):
    """Qt ticks only where the small box itself is hit, and marks the line otherwise."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: Qt.CheckState | None = None
        self.itemClicked.connect(self._tick)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        self._before = item.checkState() if item is not None else None
        super().mouseReleaseEvent(event)

    def _tick(self, item: QListWidgetItem) -> None:
        """The other state, unless the box was hit, which has changed it already."""
        checked, unchecked = Qt.CheckState.Checked, Qt.CheckState.Unchecked
        if item.checkState() == self._before and item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            item.setCheckState(unchecked if self._before == checked else checked)
