"""Rows: all of them, sorted and filtered; a click takes one to Explore."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSignalBlocker,
    Qt,
    QTimer,
)
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QWidget

from lwnb_core import Dataset
from lwnb_core.data.dataset import Rows
from lwnb_gui.export import TextTable
from lwnb_gui.export.explained import column_texts
from lwnb_gui.export.study_scripts import data_script
from lwnb_gui.export.tables import LazyRows
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.data.base import DataPanel
from lwnb_gui.qt.data.row_order import ROW, RowOrder, arrange, cell_text
from lwnb_gui.qt.markers import marker_icon
from lwnb_gui.qt.panels.painting import LEFT, RIGHT, Brush, fill
from lwnb_gui.qt.panels.row_table import CELL_PAD, RowArea, RowTable, Span
from lwnb_gui.state import OwnRows, Query, TestFile
from lwnb_gui.state.row_filter import HOW_TO_FIND
from lwnb_gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_TYPING = 200  # ms: a filter follows when the typing pauses
# Rows that the widths of columns are measured by, fewer where there are many columns, and how many of the
# longest texts of a column are measured.
_SAMPLED, _LEAST, _CELLS, _LONGEST = 200, 40, 2000, 8


class RowModel(QAbstractTableModel):
    """A window on the columns of the data: nothing is copied but the order of the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dataset: Dataset | None = None
        self.order: Rows = np.empty(0, dtype=np.intp)
        self.columns: tuple[int, ...] = ()  # attributes, the class first
        self.wanted = RowOrder()

    def show(self, data: Dataset | None, order: Rows, wanted: RowOrder) -> None:
        self.beginResetModel()
        if data is not self.dataset:
            self.dataset = data
            every = range(len(data.attributes)) if data is not None else range(0)
            chosen = data.class_index if data is not None else None
            first = () if chosen is None else (chosen,)
            self.columns = (*first, *(j for j in every if j != chosen))
        self.order, self.wanted = order, wanted
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() or self.dataset is None else 1 + len(self.columns)

    def is_figure(self, column: int) -> bool:
        return column == 0 or (
            self.dataset is not None and self.dataset.attributes[self.columns[column - 1]].is_numeric
        )

    def text(self, row: int, column: int) -> str:
        if self.dataset is None:
            return ""
        at = int(self.order[row])
        return str(at + 1) if column == 0 else cell_text(self.dataset, at, self.columns[column - 1])

    def head(self, column: int) -> str:
        if self.dataset is None:
            return ""
        sorted_by = ROW if column == 0 else self.columns[column - 1]
        mark = ""
        if sorted_by == self.wanted.column and (sorted_by != ROW or self.wanted.descending):
            mark = " ▾" if self.wanted.descending else " ▴"
        name = "row" if column == 0 else self.dataset.attributes[self.columns[column - 1]].name
        return name + mark

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        shown = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
        )
        return self.text(index.row(), index.column()) if index.isValid() and role in shown else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= self.columnCount():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.head(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self.is_figure(section) else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self.head(section)}: click to sort, click again to turn the order round."
        return None


class RowsPanel(DataPanel):
    """Filter and sort off the GUI thread where there are many rows."""

    title = "Rows"
    least = (320, 160)
    tells_classes = True  # of single rows, so it is covered while one of them is to be guessed

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.model = RowModel(self)
        self._wanted = RowOrder()
        self._data: Dataset | None = None
        self.body.addWidget(self._controls())
        self.table = RowTable(self)
        self.table.setModel(self.model)
        self.table.painter = self
        self.table.widths_for = self._widths
        self.table.setAccessibleName("Rows of the data")
        self.table.setAccessibleDescription("Enter opens the current row in Explore")
        self.table.setToolTip("Click a row, or press Enter on it, to explain it in Explore.")
        self.table.row_chosen.connect(lambda row: self.open_row(int(self.model.order[row])))
        self.table.heads.setSectionsClickable(True)
        self.table.heads.sectionClicked.connect(self._head_clicked)
        self.area = RowArea(self.table, None, self.content)
        self.area.watch()
        self.body.addWidget(self.area, 1)
        self.copies(self.table)
        self._known_widths: list[int] = []
        self._typing = QTimer(self, singleShot=True, interval=_TYPING)
        self._typing.timeout.connect(self._ask)

    def _controls(self) -> QWidget:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        self.filter = QLineEdit(box)
        self.filter.setPlaceholderText("find a value…")
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName("Find rows by values and conditions")
        self.filter.setToolTip(HOW_TO_FIND)
        self.filter.textChanged.connect(lambda text: self._typing.start())
        self.filter.returnPressed.connect(self._ask)
        self.klass = QComboBox(box)
        self.klass.setAccessibleName("Rows of one class")
        self.klass.setToolTip("Only the rows of one class.")
        self.klass.activated.connect(self._ask)
        self.sort = QComboBox(box)
        self.sort.setAccessibleName("Sort by")
        self.sort.setToolTip("Sort by an attribute, as a click on its head does. Missing values stand last.")
        self.sort.activated.connect(self._ask)
        self.turn = QToolButton(box)
        self.turn.setCheckable(True)
        self.turn.setText("▴")
        self.turn.setAccessibleName("Descending")
        self.turn.setToolTip("Ascending or descending.")
        self.turn.toggled.connect(self._ask)
        for combo in (self.klass, self.sort):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(6)  # all three give way where there is little room
            combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.addWidget(self.filter, 4)
        row.addWidget(self.klass, 3)
        row.addWidget(self.sort, 3)
        row.addWidget(self.turn)
        self.count = QLabel(box)
        self.count.setObjectName("small")
        row.addWidget(self.count)
        return box

    # -- showing ------------------------------------------------------------------------------------

    def concerns(self, old: Query | None, new: Query | None) -> bool:
        if old is not None and new is not None and old.row != new.row:
            self.table.viewport().update()
        return (old.data if old else None) is not (new.data if new else None)

    def show_query(self, query: Query | None) -> None:
        data = query.data if query is not None else None
        if data is self._data and data is not None:
            return
        before, self._data = self._data, data
        if data is None:
            self.model.show(None, np.empty(0, dtype=np.intp), RowOrder())
            return
        self._fill_combos(data, keep=before is not None and before.origin == data.origin)
        self._known_widths = []
        self._ask()

    def _fill_combos(self, data: Dataset, keep: bool) -> None:
        sorted_by = self.sort.currentText() if keep else ""
        with QSignalBlocker(self.klass), QSignalBlocker(self.sort), QSignalBlocker(self.filter):
            if not keep:
                self.filter.clear()
                with QSignalBlocker(self.turn):
                    self.turn.setChecked(False)
            self.klass.clear()
            self.klass.addItem("all classes", None)
            if data.class_index is not None:
                for code, name in enumerate(data.classes):
                    self.klass.addItem(marker_icon(self.context.theme.class_style(code)), name, code)
                if (data.class_codes < 0).any():
                    self.klass.addItem("class missing", -1)
            self.klass.setEnabled(self.klass.count() > 1)
            self.sort.clear()
            self.sort.addItem("in file order", ROW)
            for j, attribute in enumerate(data.attributes):
                self.sort.addItem(f"by {attribute.name}", j)
            self.sort.setCurrentIndex(max(0, self.sort.findText(sorted_by)))

    def _ask(self, *_: object) -> None:
        """Bring the rows into the order that the controls ask for."""
        self._typing.stop()
        data = self._data
        if data is None:
            return
        wanted = RowOrder(
            self.filter.text(), self.klass.currentData(), int(self.sort.currentData()), self.turn.isChecked()
        )
        self.turn.setText("▾" if wanted.descending else "▴")
        size = len(data) * (len(data.attributes) if wanted.text.strip() else 2)
        if wanted == RowOrder():
            size = 0
        self.compute(
            "data-rows",
            size,
            lambda job: arrange(data, wanted, job.check) if job is not None else arrange(data, wanted),
            lambda order: self._arranged(data, order, wanted),
        )

    def _arranged(self, data: Dataset, order: Rows, wanted: RowOrder) -> None:
        if data is not self._data:
            return
        self.model.show(data, order, wanted)
        self.table.fit_columns()
        self.area.arrange()
        self.table.heads.viewport().update()
        if not len(order):
            self.table.hide()
            self.show_error("No row is like that.", "Show all rows", self.show_all)
        else:
            self.table.show()
            self.clear_error()
        shown = f"{len(order):,} of {len(data):,}" if len(order) < len(data) else f"{len(data):,}"
        self.count.setText(f"{shown} rows")

    def show_all(self) -> None:
        """No filter."""
        with QSignalBlocker(self.filter):
            self.filter.clear()
        self.klass.setCurrentIndex(0)
        self._ask()

    def _head_clicked(self, column: int) -> None:
        if self._data is None:
            return
        by = ROW if column == 0 else self.model.columns[column - 1]
        again = by == self._wanted_column()
        self.sort.setCurrentIndex(self.sort.findData(by))
        with QSignalBlocker(self.turn):
            self.turn.setChecked(again and not self.turn.isChecked())
        self._ask()

    def _wanted_column(self) -> int:
        return int(self.sort.currentData())

    # -- choosing -----------------------------------------------------------------------------------

    def open_row(self, row: int) -> None:
        """Explain a row, in Explore."""
        state = self.context.state
        query = state.query
        if query is None:
            return
        if isinstance(query.test_rows, TestFile):
            self.show_error(
                f"Row {row + 1} is a training row, and the rows tested are those of "
                f"{query.test_rows.data.name}.",
                f"Test row {row + 1} instead",
                lambda: self._open_own(row),
            )
            return
        state.pick_row(row)
        state.go_to("explore")

    def _open_own(self, row: int) -> None:
        self.clear_error()
        self.context.state.set_test_rows(OwnRows())
        self.open_row(row)

    # -- what is taken home -------------------------------------------------------------------------

    def to_table(self) -> TextTable | None:
        """The rows that are shown, in their order."""
        data, order, columns = self.model.dataset, self.model.order, self.model.columns
        if data is None:
            return None

        cells = [column_texts(data, j) for j in columns]

        def line(i: int) -> list[str]:
            at = int(order[i])
            return [str(at + 1), *(cell(at) for cell in cells)]

        figures = frozenset(c for c in range(1 + len(columns)) if self.model.is_figure(c))
        heads = ["row", *(data.attributes[j].name for j in columns)]
        return TextTable(heads, LazyRows(len(order), line), figures)

    def to_script(self) -> str | None:
        query = self.context.state.query
        return None if query is None else data_script(query)

    # -- looks --------------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self._known_widths = []
        self.filter.setMinimumWidth(round(theme.px(110)))
        self.table.set_theme(theme)
        self.area.arrange()
        if self._data is not None and self._data.class_index is not None:
            for code in range(len(self._data.classes)):
                self.klass.setItemIcon(code + 1, marker_icon(theme.class_style(code)))

    def _widths(self, width: int) -> list[int]:
        """As the first rows need it; the same whatever the order, so that sorting moves nothing."""
        data, theme, fonts = self._data, self.table.theme, self.table.fonts
        if data is None:
            return []
        if len(self._known_widths) != 1 + len(self.model.columns):
            pad = theme.px(2 * CELL_PAD + 10)
            digits = "0" * len(str(len(data)))
            found = [max(fonts.width(digits, fonts.text), fonts.width("row ▾", fonts.small)) + pad]
            sampled = range(min(len(data), _SAMPLED, max(_LEAST, _CELLS // max(len(self.model.columns), 1))))
            for j in self.model.columns:
                head = fonts.width(data.attributes[j].name[:18] + " ▾", fonts.small)
                texts = sorted({cell_text(data, row, j)[:24] for row in sampled}, key=len)[-_LONGEST:]
                cell = max((fonts.width(text, fonts.text) for text in texts), default=0.0)
                marker = theme.px(16) if j == data.class_index else 0
                found.append(max(head, cell + marker) + pad)
            self._known_widths = [round(w) for w in found]
            self.table.heads.insets = {  # the heads of words begin where the words do
                column: theme.px(5 if j == data.class_index else 8)
                for column, j in enumerate(self.model.columns, start=1)
                if not data.attributes[j].is_numeric
            }
        return self._known_widths

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        model, theme, data = self.model, brush.theme, self._data
        query = self.context.state.query
        if data is None or query is None or data is not model.dataset:
            return
        at = int(model.order[row])
        full = QRectF(0, top, self.table.viewport().width(), height)
        if at == query.row and not isinstance(query.test_rows, TestFile):
            brush.painter.fillRect(full, fill(theme.accent_tint))
        elif row == self.table.hovered:
            brush.painter.fillRect(full, fill(theme.hover))
        pad = theme.px(CELL_PAD)
        for column, left, width in spans:
            place = QRectF(left + pad, top, width - 2 * pad, height)
            text = model.text(row, column)
            if column == 0:
                brush.text(place, text, align=RIGHT, colour=theme.ink2)
                continue
            j = model.columns[column - 1]
            colour = theme.ink3 if text == "?" else theme.ink
            if j == data.class_index:
                code = int(data.class_codes[at])
                if code >= 0:
                    brush.marker(place.left() + theme.px(10), top + height / 2, code)
                place.setLeft(place.left() + theme.px(20))
                brush.text(place, text, colour=colour)
            elif data.attributes[j].is_numeric:
                brush.text(place, text, align=RIGHT, colour=colour)
            else:
                place.setLeft(place.left() + theme.px(8))
                brush.text(place, text, colour=colour)
