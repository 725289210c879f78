"""The table's model: a line a data set, a column a learner, in the order that was asked for."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from lwnb_core.evaluation.results_grid import SIGNS
from lwnb_gui.qt.experiment.cell_layout import cell_words, digits_of
from lwnb_gui.state.experiment_sheet import Sheet, SheetCell, less_is_better
from lwnb_gui.text import fixed

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
BY_NAME = -1


class ResultModel(QAbstractTableModel):
    """Holds a sheet. Cells that change are told one by one; another frame resets the whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = Sheet()
        self.order: tuple[str, ...] = ()
        self.sort_column: int | None = None
        self.descending = True

    def show(self, sheet: Sheet) -> None:
        """Another state of the table; while it grows, the order stays until one sorts again."""
        old, self.sheet = self.sheet, sheet
        if sheet.frame is old.frame:
            for row, name in enumerate(self.order):
                if sheet.lines.get(name) is not old.lines.get(name) or (
                    sheet.notes.get(name) != old.notes.get(name)
                ):
                    self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))
            return
        self.beginResetModel()
        if self.sort_column is not None and self.sort_column >= len(sheet.frame.names):
            self.sort_column = None
        self.order = sheet.order(self.sort_column, self.descending)
        self.endResetModel()

    def sort_by(self, column: int | None) -> None:
        """By a learner's figures, best first; the same column again: the other way round."""
        if column is not None and column == self.sort_column:
            self.descending = not self.descending
        else:
            best_first = not less_is_better(self.sheet.frame.measure)
            self.descending = True if column == BY_NAME else best_first
        self.sort_column = column
        self.layoutAboutToBeChanged.emit()
        before = self.order
        self.order = self.sheet.order(column, self.descending)
        moved = {name: row for row, name in enumerate(self.order)}
        for index in self.persistentIndexList():
            name = before[index.row()]
            self.changePersistentIndex(index, self.index(moved[name], index.column()))
        self.layoutChanged.emit()

    def cell(self, row: int, column: int) -> SheetCell:
        return self.sheet.cell(self.order[row], column)

    def note(self, row: int) -> str:
        """Why a line has no figures."""
        return self.sheet.notes.get(self.order[row], "")

    def is_under_way(self, row: int) -> bool:
        line = self.sheet.lines.get(self.order[row], ())
        done = sum(cell.done for cell in line)
        return 0 < done < sum(cell.total for cell in line)

    # -- Qt -----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.sheet.frame.names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        cell, frame = self.cell(index.row(), index.column()), self.sheet.frame
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(cell)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            name = frame.names[index.column()]
            dataset, base = self.order[index.row()], frame.names[frame.base]
            return cell_words(name, dataset, cell, frame.measure, base, self.note(index.row()))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        frame = self.sheet.frame
        if orientation == Qt.Orientation.Vertical:
            if section >= len(self.order):
                return None
            name = self.order[section]
            if role == Qt.ItemDataRole.DisplayRole:
                return name
            note = self.note(section)
            return f"{name}: {note}" if role == Qt.ItemDataRole.ToolTipRole and note else None
        if section >= len(frame.names):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return frame.names[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            base = " It is the base: the others are compared with it." if section == frame.base else ""
            return f"{frame.names[section]}: {frame.specs[section]}.{base} Click to sort by it."
        return None

    def _text(self, cell: SheetCell) -> str:
        if cell.failed:
            return cell.error
        if cell.done == 0:
            return ""
        decimals, sd_decimals = digits_of(self.sheet.frame.measure)
        text = f"{fixed(cell.result.mean, decimals)} ± {fixed(cell.result.sd, sd_decimals)}"
        return f"{text} {SIGNS[cell.result.mark]}".rstrip()
