"""The filter above the list of instances: a choice of rows, and a line for the text to look for."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from lwnb_gui.app.row_filter import HOW_TO_FIND, Matches, rows_with
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.views.instances import ALL, EXTRA, FILTERS, OPENING, TEXT, Filter

_TYPING = 150  # ms without another letter before the rows are searched
_AT_ONCE = 2e6  # values that are searched within a frame or two


class InstanceFilterBar(QWidget):
    """The selected filter and its text; the panel lists the rows."""

    changed = Signal()  # other rows are to be listed
    failed = Signal(object)  # the error of a search

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._extra: Filter | None = None  # requested by another panel; the last entry of the combo box
        self._index_when_switched = ALL  # the choice that is restored when filters are allowed, or forbidden
        self.rows_with_text: Matches | None = None  # None: not searched yet
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Which rows are listed")
        set_tip(
            self.choice,
            "Which rows are listed. Those on which the learners disagree are the most instructive: from the "
            "same training rows they reach different answers.",
        )
        self.choice.addItems([choice.text for choice in FILTERS])
        self.choice.setCurrentIndex(OPENING)
        self.choice.activated.connect(self.choose)
        self.text = QLineEdit(self)
        self.text.setAccessibleName("Text to search for")
        self.text.setPlaceholderText("virginica petalwidth<1.8")
        self.text.setClearButtonEnabled(True)
        set_tip(self.text, HOW_TO_FIND)
        self.text.hide()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING)
        self._typing.timeout.connect(self._search)
        self.text.textEdited.connect(lambda _: self._typing.start())
        self.text.returnPressed.connect(self._search)
        self.row = QHBoxLayout()
        self.row.setSpacing(2)
        self.row.addWidget(self.choice, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self.row)
        column.addWidget(self.text)

    @property
    def index(self) -> int:
        return self.choice.currentIndex()

    @property
    def filter(self) -> Filter:
        """The selected filter."""
        return self._extra if self.index == EXTRA and self._extra is not None else FILTERS[self.index]

    @property
    def has_text(self) -> bool:
        """Whether the rows with a text are to be listed."""
        return self.index == TEXT and bool(self.text.text().strip())

    def choose(self, index: int) -> None:
        """Choose one of `FILTERS`, or the one that another panel has requested."""
        self._set_index(index)
        if index != EXTRA:
            # the panel that requested rows learns that others are listed now
            self._context.rows_requested.emit(None)
        if index == TEXT:
            self._search()
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.changed.emit()

    def choose_extra(self, requested: Filter) -> None:
        """Choose a filter that another panel requests; it stays a choice until the next request."""
        self._extra = requested
        if self.choice.count() > EXTRA:
            self.choice.setItemText(EXTRA, requested.text)
        else:
            self.choice.addItem(requested.text)
        self.choose(EXTRA)

    def remove_extra(self) -> None:
        """Remove the other panel's rows, which are from other data."""
        if self.index == EXTRA:
            self.choose(OPENING)
        self._extra = None
        self.choice.removeItem(EXTRA)

    def reset(self) -> None:
        """Reset the filter for other data, or those of a lecture."""
        self.clear_text()
        if not self.choice.isEnabled():
            self._index_when_switched = OPENING
        elif self.index != OPENING:
            self.choose(OPENING)

    def clear_text(self) -> None:
        """Search for the text again, because the rows that have it may have changed."""
        self.rows_with_text = None
        self.text.clear()
        if self.index == TEXT:
            self.choose(OPENING)

    def set_allowed(self, allowed: bool) -> None:
        """Allow filters, or list all rows meanwhile; afterwards the filter is restored."""
        if allowed != self.choice.isEnabled():
            self.choice.setEnabled(allowed)
            self._index_when_switched, before = self.index, self._index_when_switched
            self._set_index(before if allowed else ALL)

    def _set_index(self, index: int) -> None:
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(index)
        self.text.setVisible(index == TEXT)

    def _search(self) -> None:
        """Search for the text, in a task if there are many values."""
        query, text = self._context.state.query, self.text.text()
        self._typing.stop()
        if query is None:
            return
        data = query.instances
        if not text.strip():
            self.changed.emit()
        elif len(data) * len(data.attributes) <= _AT_ONCE:
            self._on_searched(rows_with(data, text))
        else:
            self._context.tasks.start(
                "instances-text",
                lambda job: rows_with(data, text, job),
                on_done=self._on_searched,
                on_error=self.failed.emit,
            )

    def _on_searched(self, matches: Matches) -> None:
        self.rows_with_text = matches
        self.changed.emit()
