"""A list of data sets with a box to tick for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from lwnb_gui.state.experiment_plan import DataChoice

_CHOICE = Qt.ItemDataRole.UserRole
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class TickList(QListWidget):
    """A click anywhere on a line ticks it: Qt does that only where the small box itself is hit."""

    ticks_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: Qt.CheckState | None = None
        self.itemClicked.connect(self._toggle)
        self.itemChanged.connect(lambda _: self.ticks_changed.emit())

    @property
    def choices(self) -> tuple[DataChoice, ...]:
        return tuple(item.data(_CHOICE) for item in self._items())

    @property
    def ticked(self) -> tuple[DataChoice, ...]:
        return tuple(item.data(_CHOICE) for item in self._items() if item.checkState() == _CHECKED)

    def add(self, choice: DataChoice, text: str, ticked: bool) -> QListWidgetItem:
        """Append a line; what is not available has no box."""
        with QSignalBlocker(self):
            item = QListWidgetItem(text, self)
            item.setData(_CHOICE, choice)
            item.setToolTip(choice.source or choice.note)
            if choice.is_available:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(_CHECKED if ticked else _UNCHECKED)
            else:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        return item

    def tick(self, choices: Collection[DataChoice], *, others: bool = True) -> None:
        """Tick these; with `others`, take the tick from all others."""
        with QSignalBlocker(self):
            for item in self._items():
                is_chosen = item.data(_CHOICE) in choices
                if item.data(_CHOICE).is_available and (is_chosen or others):
                    item.setCheckState(_CHECKED if is_chosen else _UNCHECKED)
        self.ticks_changed.emit()

    def buttons(self, parent: QWidget) -> tuple[QPushButton, QPushButton]:
        """Buttons that tick all lines and none."""
        everything, nothing = QPushButton("All", parent), QPushButton("None", parent)
        everything.setAccessibleName("Tick all")
        nothing.setAccessibleName("Tick none")
        everything.clicked.connect(lambda: self.tick(self.choices))
        nothing.clicked.connect(lambda: self.tick(()))
        return everything, nothing

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        self._before = item.checkState() if item is not None else None
        super().mouseReleaseEvent(event)

    def _toggle(self, item: QListWidgetItem) -> None:
        """Toggle the box, unless the click has hit it and toggled it already."""
        if item.checkState() == self._before and item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            item.setCheckState(_UNCHECKED if self._before == _CHECKED else _CHECKED)

    def _items(self) -> Iterator[QListWidgetItem]:
        return map(self.item, range(self.count()))
