"""The one table of the window: as fast with a million rows as with ten.

`RowTable(columns)` shows rows by `Column`s, each a function from a row's number to a `Cell`. Sorting and
filtering are other row numbers (`show_rows`). Only the cells in sight are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from lwnb_gui.qt.table.row_model import Cell, Column, RowModel, Rows
from lwnb_gui.qt.table.row_painter import ROW_HEIGHT, RowHeader, RowPainter, RowTitles, TableStyle
from lwnb_gui.qt.table.row_widths import Needs, column_widths, measure_columns
from lwnb_gui.render.tables import to_tsv
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.tables import TextTable

__all__ = ["Cell", "Column", "RowArea", "RowTable"]

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WORTH_IT = 0.75  # short titles are used where all columns then fit, or take at most this share of the width


class RowTable(QTableView):
    """The table; its signals carry row numbers, not positions in the list; -1 is none."""

    row_hovered = Signal(int)
    row_chosen = Signal(int)  # by a click, Enter or Space
    row_reached = Signal(int)  # by arrow or page keys
    row_opened = Signal(int)  # by a double click or Enter
    row_checked = Signal(int)  # by a click on its box, or Space
    removal_requested = Signal(int)  # by Delete
    title_clicked = Signal(int)  # in a table that can be sorted
    titles_changed = Signal()  # from long to short or back

    def __init__(self, columns: Sequence[Column] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows_model = RowModel(self)
        self.setModel(self.rows_model)
        self.theme: Theme = LIGHT
        self.hovered = self.picked = -1
        self.hover_ink = "hover"
        self.is_read_only = False  # rows cannot be selected: Enter goes to what is around the table
        self.row_length = ROW_HEIGHT  # pixels of the unscaled theme
        self._needs = Needs([], [])
        self._painter = RowPainter(self.rows_model)
        self.header = RowHeader(self.rows_model, self)
        self.header.sectionClicked.connect(self.title_clicked)
        self.setHorizontalHeader(self.header)
        self.row_titles = RowTitles(self.rows_model, self)
        self.setVerticalHeader(self.row_titles)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        palette = self.palette()
        palette.setColor(
            QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent
        )  # the current row is framed
        self.setPalette(palette)
        self.setMouseTracking(True)
        self.setMinimumSize(0, 0)
        self.setCornerWidget(QWidget(self))  # or the style draws a frame where the scroll bars meet
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.show_columns(columns, range(0))

    # -- what is shown --------------------------------------------------------------------------------

    @property
    def rows(self) -> Rows:
        """The numbers of the rows in the list."""
        return self.rows_model.rows

    def show_columns(self, columns: Sequence[Column], rows: Rows) -> None:
        """Show other columns, with their rows."""
        self._needs = self._measure(columns, rows)
        self.rows_model.show(tuple(columns), rows)
        self.header.setFixedHeight(self.header_height)
        self.fit_columns()
        self._lay_out()

    def show_row_titles(self, titles: Column) -> None:
        """Show a column before the others that does not scroll with them; `titles.width` must be given."""
        self.rows_model.row_titles = titles
        self.row_titles.setFixedWidth(round(self.theme.px(titles.width or 0)))
        self.row_titles.show()

    def show_rows(self, rows: Rows) -> None:
        """Show other rows or another order, in the same columns."""
        self.rows_model.show_rows(rows)
        self._lay_out()

    def _lay_out(self) -> None:
        self.executeDelayedItemsLayout()  # now, or Qt would do it after the next frame and paint another
        self.viewport().update()

    def refresh(self) -> None:
        """Update the cells of the same rows."""
        if len(self.rows):
            last = self.rows_model.index(len(self.rows) - 1, len(self.rows_model.columns) - 1)
            self.rows_model.dataChanged.emit(self.rows_model.index(0, 0), last)
        self.viewport().update()

    def text(self, row: int, column: int) -> str:
        """Return a cell as plain text."""
        return self.rows_model.columns[column].cell(row).plain_text

    @property
    def has_short_titles(self) -> bool:
        """Whether there was no space for the long titles."""
        return self.rows_model.has_short_titles

    def to_table(self) -> TextTable:
        """Return all rows as they are shown, with the titles."""
        return self.rows_model.to_table()

    def show_sorted_by(self, column: int, descending: bool) -> None:
        """Mark the title of the column that the rows are sorted by; -1: none."""
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.header.setSortIndicator(column, order)
        self.header.setSortIndicatorShown(column >= 0)
        self.header.viewport().update()

    # -- rows that stand out --------------------------------------------------------------------------

    def set_picked(self, row: int, *, bring: bool = True) -> None:
        """Tint a row, make it current and scroll to it, without a signal."""
        self.picked = self._painter.picked = row
        position = self.rows_model.position_of(row)
        flag = QItemSelectionModel.SelectionFlag
        with QSignalBlocker(self.selectionModel()):
            index = self.rows_model.index(position, 0) if position >= 0 else QModelIndex()
            how = flag.ClearAndSelect | flag.Rows if position >= 0 else flag.Clear
            self.selectionModel().setCurrentIndex(index, how)
        if position >= 0 and bring:
            self.executeDelayedItemsLayout()  # the rows may have changed just now
            self.updateGeometries()
            self.scrollTo(index)
        self.viewport().update()

    def set_hovered(self, row: int) -> None:
        """Highlight the row under the mouse, perhaps in another panel, without a signal."""
        if row != self.hovered:
            self.hovered = row
            self.viewport().update()

    def set_emphasised(self, rows: NDArray[np.bool_] | None) -> None:
        """Fade all rows except those in the mask; None fades none."""
        if rows is not None or self._painter.emphasised is not None:
            self._painter.emphasised = rows
            self.viewport().update()

    def set_dimmed(self, dimmed: bool) -> None:
        """Set whether the cells are pale because they belong to an earlier result."""
        self._painter.is_dimmed = dimmed
        self.viewport().update()

    @property
    def current_row(self) -> int:
        """The row that the keys are on."""
        index = self.currentIndex()
        return int(self.rows[index.row()]) if index.isValid() else -1

    def rows_in_sight(self) -> list[int]:
        """Return the rows that are at least partly visible."""
        first = max(self.rowAt(0), 0)
        shown = self.viewport().height() // self.row_height + 1
        return [int(row) for row in self.rows[first : first + shown]]

    # -- sizes ----------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        style = self._painter.style = self.header.style_of_table = TableStyle(theme)
        self.row_titles.style_of_table = style
        self.header.setFixedHeight(self.header_height)
        self.verticalHeader().setDefaultSectionSize(self.row_height)
        self.measure_columns()

    def measure(self, text: str, font: str = "text") -> float:
        """Return the width of a text in pixels."""
        return self._painter.style.measure(text, font)

    @property
    def row_height(self) -> int:
        return round(self.theme.px(self.row_length))

    @property
    def header_height(self) -> int:
        return self.header.sizeHint().height()

    def measure_columns(self) -> None:
        """Measure the columns again, because the theme has changed or cells have become longer."""
        self._needs = self._measure(self.rows_model.columns, self.rows)
        self.fit_columns()
        self.viewport().update()

    def _measure(self, columns: Sequence[Column], rows: Rows) -> Needs:
        return measure_columns(columns, rows, self._painter.style, sortable=self.header.sectionsClickable())

    def fit_columns(self) -> None:
        """Give the columns widths that suit the table's width."""
        visible = [i for i in range(len(self.rows_model.columns)) if not self.isColumnHidden(i)]
        long, short = ([need[i] for i in visible] for need in self._needs)
        width = self.viewport().width()
        least, shortest = sum(n.least for n in long), sum(n.least for n in short)
        is_short = least > width and shortest <= max(width, _WORTH_IT * least)
        was_short, self.rows_model.has_short_titles = self.has_short_titles, is_short
        for column, wide in zip(visible, column_widths(short if is_short else long, width), strict=True):
            self.setColumnWidth(column, wide)
        self.header.viewport().update()
        if is_short != was_short:
            self.titles_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
        current, before = self.currentIndex(), event.oldSize().height()
        top = self.rowViewportPosition(current.row())
        was_in_sight = before < 0 or 0 <= top < before
        if current.isValid() and was_in_sight and top + self.row_height > self.viewport().height():
            self.scrollTo(current)  # a table that becomes lower does not lose its current row

    # -- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible rows; Qt would create an index for every cell, which takes twice as long."""
        painter = QPainter(self.viewport())
        self.paint_background(painter)
        first, height = max(self.rowAt(0), 0), self.row_height
        start = self.rowViewportPosition(first)
        tops = {row: start + i * height for i, row in enumerate(self.rows_in_sight())}
        spans = {}
        for column in self.header.sections_in_sight():
            left = self.columnViewportPosition(column)
            spans[column] = range(left, left + self.columnWidth(column))
        painter.save()
        self._painter.paint(painter, tops, height, spans)
        painter.restore()
        self.paint_focus(painter)

    def paint_background(self, painter: QPainter) -> None:
        """Tint the highlighted rows, also to the right of their last column."""
        for position, row in enumerate(self.rows_in_sight(), max(self.rowAt(0), 0)):
            if row in (self.picked, self.hovered):
                ink = "accent_tint" if row == self.picked else self.hover_ink
                painter.fillRect(self._row_rect(position), QColor(getattr(self.theme, ink)))

    def paint_focus(self, painter: QPainter) -> None:
        """Frame the current row while the table has the focus."""
        if self.hasFocus() and self.currentIndex().isValid():
            painter.setPen(QColor(self.theme.accent_line))
            painter.drawRect(self._row_rect(self.currentIndex().row()).adjusted(0, 0, -1, -1))

    def _row_rect(self, position: int) -> QRect:
        return QRect(0, self.rowViewportPosition(position), self.viewport().width(), self.row_height)

    # -- mouse and keys -------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(event.position().toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        row, column = self._row_at(point), self.columnAt(point.x())
        if event.button() != Qt.MouseButton.LeftButton or row < 0:
            super().mousePressEvent(event)
        elif column >= 0 and self.rows_model.columns[column].cell(row).check is not None:
            self.setCurrentIndex(self.indexAt(point))
            self.row_checked.emit(row)
        else:
            self.row_chosen.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.row_opened.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current_row, event.key()
        if key == Qt.Key.Key_Space and self._has_check(row):
            self.row_checked.emit(row)
        elif key in _ENTER or key == Qt.Key.Key_Space:
            if self.is_read_only:
                event.ignore()
            elif row >= 0:
                self.row_chosen.emit(row)
                if key in _ENTER:
                    self.row_opened.emit(row)
        elif key == Qt.Key.Key_Delete and row >= 0:
            self.removal_requested.emit(row)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(to_tsv(self.to_table()))
        elif event.text() and event.text().isprintable():
            event.ignore()  # digits go to k, and letters to widgets that use them
        else:
            super().keyPressEvent(event)
            if self.current_row != row:
                self.row_reached.emit(self.current_row)

    def _has_check(self, row: int) -> bool:
        return row >= 0 and any(column.cell(row).check is not None for column in self.rows_model.columns)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Move the cursor; Home and End go to the first and last row, as cells are not visited one by one."""
        if action == QAbstractItemView.CursorAction.MoveHome:
            return self.rows_model.index(0, 0)
        if action == QAbstractItemView.CursorAction.MoveEnd:
            return self.rows_model.index(len(self.rows) - 1, 0)
        return super().moveCursor(action, modifiers)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:  # also to the header or the scroll bar
            self._enter(-1)
        return super().viewportEvent(event)

    def _row_at(self, point: QPoint) -> int:
        position = self.rowAt(point.y())
        return int(self.rows[position]) if position >= 0 else -1

    def _hover(self, point: QPoint) -> None:
        self._enter(self._row_at(point) if self.viewport().rect().contains(point) else -1)

    def _enter(self, row: int) -> None:
        if row != self.hovered:
            self.set_hovered(row)
            self.row_hovered.emit(row)

    def _on_scrolled(self) -> None:
        """Note that the mouse is on another row now, although it has not moved."""
        if self.hovered >= 0 and self.underMouse():
            self._hover(self.viewport().mapFromGlobal(self.cursor().pos()))


class RowArea(QWidget):
    """Shows only whole rows of a table, with a caption right below the last of them."""

    def __init__(self, table: RowTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.caption: QWidget | None = None
        table.setParent(self)
        for changed in (table.model().rowsInserted, table.model().rowsRemoved, table.model().modelReset):
            changed.connect(self.arrange)

    def set_caption(self, caption: QWidget) -> None:
        self.caption = caption
        caption.setParent(self)

    def arrange(self) -> None:
        """Place the table and its caption."""
        table, below = self.table, 0
        if self.caption is not None and not self.caption.isHidden():
            wrapped = self.caption.heightForWidth(self.width())  # -1 where it does not wrap
            below = max(wrapped, self.caption.minimumSizeHint().height()) + round(table.theme.px(10))
        scroll_bar = table.horizontalScrollBar().height() if table.header.length() > self.width() else 0
        available = self.height() - table.header_height - scroll_bar - below
        rows = min(len(table.rows), max(0, available // table.row_height))
        height = table.header_height + rows * table.row_height + scroll_bar
        table.setGeometry(0, 0, self.width(), height)
        if self.caption is not None:
            self.caption.setGeometry(0, height, self.width(), min(below, max(0, self.height() - height)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.table.header_height + 2 * self.table.row_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
        self.arrange()  # the new width may have brought or taken the scroll bar at the bottom
