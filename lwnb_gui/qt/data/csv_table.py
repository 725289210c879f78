"""The first rows of a CSV file as they are being read, each column's type under its name."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QGraphicsOpacityEffect, QTableView, QWidget

from lwnb_core import Dataset
from lwnb_gui.qt.data.csv_reading import SHOWN
from lwnb_gui.qt.data.row_order import cell_text
from lwnb_gui.qt.panels.painting import LEFT, RIGHT
from lwnb_gui.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_MOST_COLUMNS = 500


_MEASURED, _LONGEST = 40, 3  # rows that are looked at for the width, and texts of them that are measured
_AIR = 28  # pixels beside a text
_STALE = 0.35  # what is left of the colours of an earlier reading


class CsvModel(QAbstractTableModel):
    """A few rows of a data set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dataset: Dataset | None = None
        self.theme: Theme = LIGHT

    def show(self, data: Dataset) -> None:
        self.beginResetModel()
        self.dataset = data
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() or self.dataset is None else min(len(self.dataset), SHOWN)

    def columnCount(self, parent: Index = _NONE) -> int:
        if parent.isValid() or self.dataset is None:
            return 0
        return min(len(self.dataset.attributes), _MOST_COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.dataset is None or not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(self.dataset, index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self.dataset.attributes[index.column()].is_numeric else LEFT
        if role == Qt.ItemDataRole.ForegroundRole:
            missing = self.dataset.value(index.row(), index.column()) is None
            return QColor(self.theme.ink3) if missing else None
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if self.dataset is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        attribute = self.dataset.attributes[section]
        kind = "text" if attribute.kind == "string" else attribute.kind
        if role == Qt.ItemDataRole.DisplayRole:
            is_class = section == self.dataset.class_index
            return f"{attribute.name}\n{'class, ' if is_class else ''}{kind}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if attribute.is_numeric else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{attribute.name}: {kind}. Click to change its type above."
        return None


class CsvTable(QTableView):
    """A click on a head or a cell chooses the column whose type is to be changed."""

    column_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.csv = CsvModel(self)
        self.setModel(self.csv)
        self.setAccessibleName("Preview")
        self.setAccessibleDescription("The first rows as they are being read")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectColumns)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().sectionClicked.connect(self._choose)
        self.horizontalHeader().setMaximumSectionSize(240)
        self.verticalHeader().setStyleSheet("QHeaderView::section { border: none; padding: 0 8px; }")

    def set_theme(self, theme: Theme) -> None:
        self.csv.theme = theme
        self.verticalHeader().setDefaultSectionSize(round(theme.px(22)))
        self.horizontalHeader().setFixedHeight(round(theme.px(40)))

    def set_stale(self, stale: bool) -> None:
        """Pale, and out of reach: the rows of an earlier reading, while the settings cannot be read with."""
        if stale == self.isEnabled():
            self.setEnabled(not stale)
            veil = QGraphicsOpacityEffect(self) if stale else None  # over the heads, too
            if veil is not None:
                veil.setOpacity(_STALE)
            self.setGraphicsEffect(veil)  # type: ignore[arg-type] # None takes the old one away

    def show_data(self, data: Dataset) -> None:
        kept = self.horizontalScrollBar().value()
        self.csv.show(data)
        self._fit_columns(data)
        self.horizontalScrollBar().setValue(kept)

    def _fit_columns(self, data: Dataset) -> None:
        """As wide as the longest texts. Qt would ask for all about every cell, which takes half a second."""
        text, head = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        rows = range(min(self.csv.rowCount(), _MEASURED))
        for column in range(self.csv.columnCount()):
            cells = sorted({cell_text(data, row, column) for row in rows}, key=len)[-_LONGEST:]
            heads = str(self.csv.headerData(column, Qt.Orientation.Horizontal)).split("\n")
            widest = max(
                *(head.horizontalAdvance(words) for words in heads),
                *(text.horizontalAdvance(words) for words in cells),
                0,
            )
            width = min(widest + round(self.csv.theme.px(_AIR)), self.horizontalHeader().maximumSectionSize())
            self.setColumnWidth(column, width)

    def _choose(self, section: int) -> None:
        if self.csv.dataset is not None:
            self.column_chosen.emit(self.csv.dataset.attributes[section].name)
