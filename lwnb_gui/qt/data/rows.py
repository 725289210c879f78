"""The rows, sorted and filtered; a click opens one in Explore."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QSignalBlocker, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QWidget

from lwnb_core import Dataset
from lwnb_core.data.dataset import Rows
from lwnb_gui.app.query import Query
from lwnb_gui.app.row_filter import HOW_TO_FIND
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.row_order import ROW, RowOrder, arrange, cell_text
from lwnb_gui.qt.scene.marker_icons import marker_icon
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.table_panel import TablePanel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.render.study_scripts import data_script
from lwnb_gui.text import printable
from lwnb_gui.theme import Theme
from lwnb_gui.views.tables import LazyRows, TextTable
from lwnb_gui.views.wording.column_facts import column_texts

_TYPING = 200  # ms: a filter follows when the typing pauses


class RowsPanel(TablePanel, DataPanel):
    """A table of rows, filtered and sorted off the GUI thread if there are many."""

    title = "Rows"
    least = (320, 160)
    tells_classes = True  # single rows show their class, so it is hidden while one is to be guessed

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.order = RowOrder()  # what the rows in the table are
        self._data: Dataset | None = None
        self.body.insertWidget(0, self._controls())
        self.table.setAccessibleName("Rows of the data")
        self.table.setAccessibleDescription("Enter opens the current row in Explore")
        self.table.setToolTip("Click a row, or press Enter on it, to explain it in Explore.")
        self.table.row_chosen.connect(self.open_row)
        self.table.header.setSectionsClickable(True)
        self.table.title_clicked.connect(self.sort_by_column)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING)
        self._typing.timeout.connect(self._arrange)

    def _controls(self) -> QWidget:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        self.filter = QLineEdit(box)
        self.filter.setPlaceholderText("find a value…")
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName("Find rows by values and conditions")
        set_tip(self.filter, HOW_TO_FIND)
        self.filter.textChanged.connect(lambda text: self._typing.start())
        self.filter.returnPressed.connect(self._arrange)
        self.klass = QComboBox(box)
        self.klass.setAccessibleName("Rows of one class")
        self.klass.setToolTip("Show only the rows of one class.")
        self.klass.activated.connect(self._arrange)
        self.sort = QComboBox(box)
        self.sort.setAccessibleName("Sort by")
        self.sort.setToolTip(
            "Sort by an attribute; a click on its title does the same. Missing values come last."
        )
        self.sort.activated.connect(self._arrange)
        self.descending = QToolButton(box)
        self.descending.setCheckable(True)
        self.descending.setText("▴")
        self.descending.setAccessibleName("Descending")
        self.descending.setToolTip("Ascending or descending.")
        self.descending.toggled.connect(self._arrange)
        for combo in (self.klass, self.sort):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(6)  # all three give way in a narrow panel
            combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.addWidget(self.filter, 4)
        row.addWidget(self.klass, 3)
        row.addWidget(self.sort, 3)
        row.addWidget(self.descending)
        self.count = QLabel(box)
        self.count.setObjectName("small")
        row.addWidget(self.count)
        return box

    # -- showing ------------------------------------------------------------------------------------

    def concerns(self, old: Query | None, new: Query | None) -> bool:
        if old is not None and new is not None and (old.row, old.test_rows) != (new.row, new.test_rows):
            self._show_picked(new)
        return (old.data if old else None) is not (new.data if new else None)

    def show_query(self, query: Query | None) -> None:
        data = query.data if query is not None else None
        if data is self._data and data is not None:
            self._show_picked(query)  # the row may be another one, or no longer exist in these data
            return
        before, self._data = self._data, data
        if data is None:
            self.table.show_columns((), range(0))
            return
        self._fill_combos(data, keep=before is not None and before.origin == data.origin)
        self.table.show_columns(_columns(data), range(len(data)))
        self._arrange()

    def _show_picked(self, query: Query | None) -> None:
        is_listed = query is not None and not isinstance(query.test_rows, TestFile)
        self.table.set_picked(query.row if query is not None and is_listed else -1, bring=False)

    def _fill_combos(self, data: Dataset, keep: bool) -> None:
        sorted_by = self.sort.currentText() if keep else ""
        with QSignalBlocker(self.klass), QSignalBlocker(self.sort), QSignalBlocker(self.filter):
            if not keep:
                self.filter.clear()
                with QSignalBlocker(self.descending):
                    self.descending.setChecked(False)
            self.klass.clear()
            self.klass.addItem("all classes", None)
            if data.class_index is not None:
                for code, name in enumerate(data.classes):
                    self.klass.addItem(marker_icon(self.context.theme, code), name, code)
                if (data.class_codes < 0).any():
                    self.klass.addItem("class missing", -1)
            self.klass.setEnabled(self.klass.count() > 1)
            self.sort.clear()
            self.sort.addItem("in file order", ROW)
            for j, attribute in enumerate(data.attributes):
                self.sort.addItem(f"by {attribute.name}", j)
            self.sort.setCurrentIndex(max(0, self.sort.findText(sorted_by)))

    def _arrange(self, *_: object) -> None:
        """Put the rows into the order that the controls show."""
        self._typing.stop()
        data = self._data
        if data is None:
            return
        requested = RowOrder(
            self.filter.text(),
            self.klass.currentData(),
            int(self.sort.currentData()),
            self.descending.isChecked(),
        )
        self.descending.setText("▾" if requested.descending else "▴")
        size = len(data) * (len(data.attributes) if requested.text.strip() else 2)
        if requested == RowOrder():
            size = 0
        self.compute_cells(
            "data-rows",
            size,
            lambda job: arrange(data, requested, job.check) if job is not None else arrange(data, requested),
            lambda order: self._arranged(data, order, requested),
        )

    def _arranged(self, data: Dataset, order: Rows, requested: RowOrder) -> None:
        if data is not self._data:
            return
        self.order = requested
        self.table.show_rows(order)
        self._show_picked(self.context.state.query)
        is_sorted = requested.column != ROW or requested.descending
        self.table.show_sorted_by(
            _attributes(data).index(requested.column) if is_sorted else -1, requested.descending
        )
        self.table.setVisible(len(order) > 0)
        if len(order):
            self.clear_error()
        else:
            self.show_error("No matching row.", "Show all rows", self.show_all)
        listed = f"{len(order):,} of {len(data):,}" if len(order) < len(data) else f"{len(data):,}"
        self.count.setText(f"{listed} rows")

    def show_all(self) -> None:
        """Remove the filter."""
        with QSignalBlocker(self.filter):
            self.filter.clear()
        self.klass.setCurrentIndex(0)
        self._arrange()

    def sort_by_column(self, column: int) -> None:
        """Sort by the column whose title was clicked; a second click reverses the order."""
        if self._data is None:
            return
        by = _attributes(self._data)[column]
        again = by == self.sort.currentData()
        self.sort.setCurrentIndex(self.sort.findData(by))
        with QSignalBlocker(self.descending):
            self.descending.setChecked(again and not self.descending.isChecked())
        self._arrange()

    # -- choosing -----------------------------------------------------------------------------------

    def open_row(self, row: int) -> None:
        """Explain a row, in Explore."""
        state = self.context.state
        if state.query is not None and not self.refuses_training_row(row, self.open_row):
            state.pick_row(row)
            state.go_to("explore")

    # -- export ---------------------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        """Return the rows that are shown, in their order, with all digits."""
        data, order = self._data, np.asarray(self.table.rows)
        if data is None:
            return None
        columns = self.table.rows_model.columns
        cells = [column_texts(data, j) for j in _attributes(data)[1:]]

        def line(i: int) -> list[str]:
            at = int(order[i])
            return [str(at + 1), *(cell(at) for cell in cells)]

        numeric = frozenset(i for i, column in enumerate(columns) if column.is_numeric)
        return TextTable([column.title for column in columns], LazyRows(len(order), line), numeric)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None else data_script(query)

    # -- style --------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self.filter.setMinimumWidth(round(theme.px(110)))
        if self._data is not None and self._data.class_index is not None:
            for code in range(len(self._data.classes)):
                self.klass.setItemIcon(code + 1, marker_icon(theme, code))


def _attributes(data: Dataset) -> list[int]:
    """Return the columns' content: the row's number, the class, all other attributes."""
    every = range(len(data.attributes))
    first = [] if data.class_index is None else [data.class_index]
    return [ROW, *first, *(j for j in every if j != data.class_index)]


def _columns(data: Dataset) -> list[Column]:
    def row_cell(row: int) -> Cell:
        return Cell(str(row + 1), ink="ink2")

    def value_cell(j: int, row: int) -> Cell:
        text = cell_text(data, row, j)
        marker = int(data.class_codes[row]) if j == data.class_index else None
        return Cell(text, marker, ink="ink3" if text == "?" else "ink")

    def tip(name: str) -> str:
        return f"{name}: click to sort, click again to reverse the order."

    last = Cell(str(len(data)))
    columns = [Column("row", row_cell, tip=tip("row"), align="right", inset=6, samples=(last,))]
    for j in _attributes(data)[1:]:
        attribute = data.attributes[j]
        columns.append(
            Column(
                printable(attribute.name),
                partial(value_cell, j),
                tip=tip(attribute.name),
                align="right" if attribute.is_numeric else "left",
                inset=4 if j == data.class_index else 10,
                most=180,
            )
        )
    return columns
