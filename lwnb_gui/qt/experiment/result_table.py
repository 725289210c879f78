"""The table of an experiment: cells by arrow keys, Enter for their folds, a click on a title to sort."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QMenu, QPushButton, QWidget

from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.experiment.table import ExperimentTable
from lwnb_gui.qt.experiment.result_foot import ResultFoot
from lwnb_gui.qt.table.row_model import Cell, Column
from lwnb_gui.qt.table.row_table import RowTable
from lwnb_gui.qt.widgets.labels import WrappedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import rule
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.scene import Shape
from lwnb_gui.views.results.cell_texts import cell_sentences, cell_text
from lwnb_gui.views.results.cells import CellLayout, cell_shapes, column_width, reason_width, title_shapes
from lwnb_gui.views.results.reading import reading_of

BY_NAME = -1  # sort by the names of the data sets
_ROW = 19  # pixels; lower than in other tables, because the paper's have 37 rows
_WIDEST_DATASET, _LONGEST_DATASET = 170, 40  # pixels, characters


class ResultTable(RowTable):
    """A row for each data set, by its number in the outline; a column for each learner."""

    cell_opened = Signal(str, int)  # data set, learner
    base_requested = Signal(int)  # learner
    copy_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.contents = ExperimentTable()
        self.with_paper = False
        self.sort_column: int | None = None
        self.descending = True
        self.row_length = _ROW
        self.hover_ink = "panel"
        self._is_running = False
        self._reasons: list[float] = []  # widths of the texts that say why there are no numbers
        self.layout_of_cells = self._new_layout()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setAccessibleName("Results")
        self.header.setSectionsClickable(True)
        self.title_clicked.connect(self.sort_by)
        self._corner = QPushButton("data set", self)
        self._corner.setObjectName("link")
        self._corner.setStyleSheet("text-align: left;")
        self._corner.setAccessibleName("Sort by name of the data set")
        self._corner.setToolTip("Sort by name; a third click restores the order in which they were chosen.")
        self._corner.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._corner.clicked.connect(self._sort_by_name)

    # -- showing ------------------------------------------------------------------------------------

    @property
    def order(self) -> tuple[str, ...]:
        """The data sets in the order in which they are listed."""
        return tuple(self.contents.outline.datasets[int(row)] for row in self.rows)

    def show_table(self, table: ExperimentTable, with_paper: bool, is_running: bool) -> None:
        """Show the table's present state. During a run, active lines are tinted and have bars."""
        is_other = table.outline is not self.contents.outline or with_paper != self.with_paper
        if is_other:
            self.show_columns((), range(0))  # so that no row number of the old table is used with the new one
        self.contents, self.with_paper, self._is_running = table, with_paper, is_running
        if is_other:
            if self.sort_column is not None and self.sort_column >= len(table.outline.names):
                self.sort_column = None
            self._show_all()
        elif self._reason_widths() != self._reasons:
            at = self.current_row, self.currentIndex().column()
            self._show_all()
            self._go_to(*at)
        self.refresh()
        self.row_titles.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._show_all()

    def _show_all(self) -> None:
        self.layout_of_cells = self._new_layout()
        self._reasons = self._reason_widths()
        self.show_row_titles(self._dataset_titles())
        self.show_columns(self._columns(), self._sorted_rows())
        self._place_corner()

    def _reason_widths(self) -> list[float]:
        return [
            reason_width(i, self.contents, self.layout_of_cells)
            for i in range(len(self.contents.outline.names))
        ]

    def _go_to(self, row: int, column: int) -> None:
        if row >= 0:
            self.setCurrentIndex(self.rows_model.index(self.rows_model.position_of(row), column))

    def _new_layout(self) -> CellLayout:
        return CellLayout.of(self.contents.outline, self.theme, self.measure, self.with_paper)

    def _dataset_titles(self) -> Column:
        names = (*self.contents.outline.datasets, "data set ▾", "paper, same 00")
        widest = max(self.measure(name[:_LONGEST_DATASET], "strong") for name in names)
        width = min(widest / self.theme.scale + 24, _WIDEST_DATASET)
        return Column("data set", self._dataset_cell, width, inset=8)

    def _dataset_cell(self, row: int) -> Cell:
        name = self.contents.outline.datasets[row]
        is_known = any(cell.done for cell in self.contents.lines.get(name, ()))
        tint = "accent_tint" if self._is_under_way(row) else ""
        return Cell(name, ink="ink" if is_known else "ink3", tint=tint)

    def _columns(self) -> list[Column]:
        outline, layout, scale = self.contents.outline, self.layout_of_cells, self.theme.scale
        columns = []
        for i, name in enumerate(outline.names):
            width = column_width(i, outline, layout)
            base = " This is the base, with which the others are compared." if i == outline.base else ""
            columns.append(
                Column(
                    name,
                    partial(self._cell, i),
                    width / scale,
                    f"{name}: {outline.specs[i]}.{base} Click to sort by it.",
                    row_tip=partial(self._sentences, i),
                    grow=max(self._reasons[i] - width, 0) / scale,  # as far as there is spare space
                    title_shapes=partial(self._title, i),
                )
            )
        return columns

    def _title(self, column: int, width: float, height: float) -> list[Shape]:
        mark = _sort_mark(self.descending) if column == self.sort_column else ""
        return title_shapes(column, self.contents.outline, self.layout_of_cells, width, height, mark)

    def _cell(self, column: int, row: int) -> Cell:
        outline, dataset = self.contents.outline, self.contents.outline.datasets[row]
        cell, is_under_way = self.contents.cell(dataset, column), self._is_under_way(row)
        note = self.contents.notes.get(dataset, "") if column == 0 else ""
        size = self.columnWidth(column), self.row_height
        shapes = cell_shapes(cell, self.layout_of_cells, *size, note=note, is_under_way=is_under_way)
        return Cell(
            cell_text(cell, outline.measure),
            tint="accent_tint" if is_under_way else "",
            spoken=self._sentences(column, row),
            shapes=tuple(shapes),
        )

    def _sentences(self, column: int, row: int) -> str:
        outline, dataset = self.contents.outline, self.contents.outline.datasets[row]
        note = self.contents.notes.get(dataset, "")
        return cell_sentences(self.contents.cell(dataset, column), dataset, column, outline, note)

    def _is_under_way(self, row: int) -> bool:
        line = self.contents.lines.get(self.contents.outline.datasets[row], ())
        done = sum(cell.done for cell in line)
        return self._is_running and 0 < done < sum(cell.total for cell in line)

    def needed_height(self) -> int:
        """Return the height of all rows and the titles."""
        is_wide = self.header.length() + self.row_titles.width() > self.width()
        scroll_bar = self.horizontalScrollBar().sizeHint().height() if is_wide else 0
        return len(self.rows) * self.row_height + self.header_height + scroll_bar

    # -- sorting ------------------------------------------------------------------------------------

    def sort_by(self, column: int | None) -> None:
        """Sort by a learner's numbers, best first; the same column again reverses the order."""
        if column is not None and column == self.sort_column:
            self.descending = not self.descending
        else:
            best_first = not measure_named(self.contents.outline.measure).less_is_better
            self.descending = True if column == BY_NAME else best_first
        self.sort_column = column
        at = self.current_row, self.currentIndex().column()
        self.show_rows(self._sorted_rows())
        self._go_to(*at)
        self.header.viewport().update()
        self._place_corner()

    def _sorted_rows(self) -> NDArray[np.intp]:
        positions = {name: row for row, name in enumerate(self.contents.outline.datasets)}
        order = self.contents.order(self.sort_column, self.descending)
        return np.array([positions[name] for name in order], dtype=np.intp)

    def _sort_by_name(self) -> None:
        again = self.sort_column == BY_NAME and not self.descending
        self.sort_by(None if again else BY_NAME)

    def _place_corner(self) -> None:
        mark = _sort_mark(self.descending) if self.sort_column == BY_NAME else ""
        self._corner.setText(f"data set {mark}".rstrip())
        left, height = round(self.theme.px(12)), self._corner.sizeHint().height()
        top = max(self.header_height - height, 0)
        self._corner.setGeometry(left, top, self.row_titles.width() - left, height)
        self._corner.setVisible(bool(self.contents.outline.names))

    # -- mouse and keys -----------------------------------------------------------------------------

    def open_current(self) -> None:
        """Open the folds of the current cell."""
        if self.current_row >= 0:
            self.cell_opened.emit(
                self.contents.outline.datasets[self.current_row], self.currentIndex().column()
            )

    @property
    def _can_change_base(self) -> bool:
        return self.contents.outline.table is None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.setCurrentIndex(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.open_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        column, key = self.currentIndex().column(), event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open_current()
        elif event.modifiers() or not event.text() or not event.text().isprintable():
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_S and column >= 0:
            self.sort_by(column)
        elif key == Qt.Key.Key_N:
            self._sort_by_name()
        elif key == Qt.Key.Key_O:
            self.sort_by(None)
        elif key == Qt.Key.Key_B and column >= 0 and self._can_change_base:
            self.base_requested.emit(column)
        # Other letters and digits end here: this page has no k to receive them.

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at a cell, which is easier to see than the frame of the table."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and not self.selectionModel().hasSelection():
            at = self.currentIndex()
            self.setCurrentIndex(at if at.isValid() else self.rows_model.index(0, 0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.contents.outline.names:
            return
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self.menu().popup(QPoint(at))

    def menu(self) -> QMenu:
        """Return the menu for the current cell, with its keys."""
        column, menu = self.currentIndex().column(), QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if column >= 0:
            name = self.contents.outline.names[column]
            menu.addAction("Show the folds\tEnter", self.open_current)
            menu.addAction(f"Sort by {name}\tS", lambda: self.sort_by(column))
            if self._can_change_base and column != self.contents.outline.base:
                menu.addAction(
                    f"Compare with {name}: make it the base\tB", lambda: self.base_requested.emit(column)
                )
        menu.addAction("Sort by name\tN", lambda: self.sort_by(BY_NAME))
        menu.addAction("In the order chosen\tO", lambda: self.sort_by(None))
        menu.addSeparator()
        menu.addAction("Copy the table\tCtrl+C", self.copy_requested.emit)
        return menu

    # -- painting -----------------------------------------------------------------------------------

    def paint_background(self, painter: QPainter) -> None:
        for index in self.selectedIndexes():
            painter.fillRect(self.visualRect(index), QColor(self.theme.accent_tint))

    def paint_focus(self, painter: QPainter) -> None:
        """Frame the current cell, strongly while the table has the focus."""
        painter.setPen(QColor(self.theme.accent if self.hasFocus() else self.theme.accent_line))
        for index in self.selectedIndexes():
            painter.drawRect(self.visualRect(index).adjusted(1, 0, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corner()


class ResultArea(QWidget):
    """The results with their foot right below the last row; if there is no space, they scroll.

    Below the foot the Friedman test over all data sets is written out.
    """

    def __init__(self, table: ResultTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.foot = ResultFoot(table, _ROW, self)
        self._rule = rule(self, strong=True)
        self.friedman = WrappedLabel(parent=self)
        set_tip(
            self.friedman,
            "The learners are ranked on every data set. The Friedman test asks whether their mean ranks "
            "differ more than by chance; the Nemenyi test, which pairs of learners do.",
        )
        table.setParent(self)

    def show_table(self, table: ExperimentTable, with_paper: bool, is_running: bool) -> None:
        self.table.show_table(table, with_paper, is_running)
        said = reading_of(table).friedman
        self.friedman.setText(" ".join(said))
        self.friedman.setVisible(bool(said))
        self.update_foot()

    def set_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        self.foot.set_theme(theme)
        self.friedman.setContentsMargins(*(round(theme.px(side)) for side in (12, 6, 12, 6)))
        self.update_foot()

    def update_foot(self) -> None:
        table = self.table
        titles = table.rows_model.row_titles
        assert titles is not None
        self.foot.show_table(table.contents, table.layout_of_cells, titles, list(table.rows_model.columns))
        self.arrange()

    def arrange(self) -> None:
        below = self.foot.needed_height
        noted = max(self.friedman.heightForWidth(self.width()), 0) if self.friedman.text() else 0
        height = max(min(self.table.needed_height(), self.height() - below - noted), 0)
        self.table.setGeometry(0, 0, self.width(), height)
        self._rule.setGeometry(0, height, self.width(), 1)
        self._rule.setVisible(below > 0)
        self.foot.setGeometry(0, height + 1, self.width(), max(below - 1, 0))
        self.friedman.setGeometry(0, height + below, self.width(), noted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()


def _sort_mark(descending: bool) -> str:
    return "▾" if descending else "▴"
