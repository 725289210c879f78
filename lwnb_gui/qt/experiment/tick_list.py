"""A list of data sets with a box to tick for each, and the dialog around it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from lwnb_gui.experiment.plan import DataChoice
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.table.row_table import Cell, Column, RowTable
from lwnb_gui.qt.widgets.labels import WrappedLabel
from lwnb_gui.qt.widgets.widgets import dialog_buttons
from lwnb_gui.theme import Theme


class TickList(RowTable):
    """A list in which a click on a row, or Space, ticks it; unavailable data sets have no box."""

    ticks_changed = Signal()

    def __init__(self, describe: Callable[[DataChoice], str], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._describe = describe
        self.choices: tuple[DataChoice, ...] = ()
        self._ticked: frozenset[DataChoice] = frozenset()
        self.is_read_only = True
        self.header.hide()
        self.set_theme(theme)
        self.row_checked.connect(self._toggle)

    @property
    def ticked(self) -> tuple[DataChoice, ...]:
        return tuple(choice for choice in self.choices if choice in self._ticked)

    def show_choices(self, choices: Iterable[DataChoice], ticked: Collection[DataChoice]) -> None:
        """List other data sets; the cursor stays on its row."""
        row = max(self.currentIndex().row(), 0)
        self.choices = tuple(choices)
        column = Column("", self._cell, grow=math.inf, row_tip=lambda row: _tip(self.choices[row]))
        self.show_columns([column], range(len(self.choices)))
        self.setCurrentIndex(self.rows_model.index(min(row, len(self.choices) - 1), 0))
        self.tick(ticked)

    def tick(self, choices: Collection[DataChoice]) -> None:
        """Tick exactly these, as far as they are available."""
        self._ticked = frozenset(choice for choice in choices if choice.is_available)
        self.refresh()
        self.ticks_changed.emit()

    def buttons(self, parent: QWidget) -> tuple[QPushButton, QPushButton]:
        """Return buttons that tick all rows and none."""
        everything, nothing = QPushButton("All", parent), QPushButton("None", parent)
        everything.setAccessibleName("Tick all")
        nothing.setAccessibleName("Tick none")
        everything.clicked.connect(lambda: self.tick(self.choices))
        nothing.clicked.connect(lambda: self.tick(()))
        return everything, nothing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the data set whose name begins with the typed letters."""
        if event.text().isalnum():
            self.keyboardSearch(event.text())
        else:
            super().keyPressEvent(event)

    def _toggle(self, row: int) -> None:
        self.tick(self._ticked ^ {self.choices[row]})

    def _cell(self, row: int) -> Cell:
        choice = self.choices[row]
        if not choice.is_available:
            return Cell(self._describe(choice), ink="ink3")
        return Cell(self._describe(choice), check=choice in self._ticked)


class TickDialog(QDialog):
    """A list to tick; below it buttons, and a text that says how many are ticked."""

    def __init__(
        self, title: str, describe: Callable[[DataChoice], str], context: Context, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._context = context
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = TickList(describe, context.theme, self)
        self.list.setAccessibleName(title)
        self.text = WrappedLabel(parent=self)
        self.buttons = dialog_buttons(self)

    def lay_out(self, above: QWidget, adding: Iterable[QPushButton], width: int) -> None:
        """Place everything, with something above the list and buttons that add to it."""
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (*adding, *self.list.buttons(self)):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(above)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        column.addWidget(self.text)
        column.addWidget(self.buttons)
        px = self._context.theme.px
        self.resize(round(px(width)), round(px(560)))
        self.list.setFocus()

    def show_ticked(self, text: str, *, can_accept: bool) -> None:
        """Say how many are ticked."""
        self.text.setText(text)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(can_accept)


def _tip(choice: DataChoice) -> str:
    return choice.source or choice.note
