"""The table of an experiment: cells by arrow keys, Enter for their folds, a click on a head to sort."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QPushButton, QTableView, QWidget

from lwnb_gui.qt.experiment.cell_layout import CellLayout
from lwnb_gui.qt.experiment.cell_painter import CellPainter
from lwnb_gui.qt.experiment.result_model import BY_NAME, ResultModel
from lwnb_gui.qt.experiment.table_foot import TableFoot
from lwnb_gui.qt.experiment.table_heads import DatasetHeads, LearnerHeads, sort_sign
from lwnb_gui.qt.panels.painting import Fonts
from lwnb_gui.state.experiment_sheet import Sheet
from lwnb_gui.theme import Theme

_WIDEST_NAME = 230


class ResultTable(QTableView):
    """Painted cell by cell; both heads stay while the cells scroll."""

    cell_opened = Signal(str, int)  # data set, learner
    base_wanted = Signal(int)  # learner
    copy_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results = ResultModel(self)
        self.setModel(self.results)
        self._painter = CellPainter(self.results, self)
        self.setItemDelegate(self._painter)
        self.learner_heads = LearnerHeads(self.results, self)
        self.dataset_heads = DatasetHeads(self.results, self)
        self.setHorizontalHeader(self.learner_heads)
        self.setVerticalHeader(self.dataset_heads)
        self.learner_heads.sectionClicked.connect(self.sort_by)
        self._corner = QPushButton("data set", self)
        self._corner.setObjectName("link")
        self._corner.setAccessibleName("Sort by name of the data set")
        self._corner.setToolTip("Sort by name; a third click gives the order in which they were chosen.")
        self._corner.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._corner.clicked.connect(self._sort_by_name)
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setAccessibleName("Results")
        self.setCornerWidget(QWidget(self))
        self._own = True
        self.with_paper = False

    # -- showing ------------------------------------------------------------------------------------

    def show_sheet(self, sheet: Sheet, with_paper: bool, running: bool) -> None:
        """Another state of the table. `running`: lines under way are tinted and have bars."""
        other = sheet.frame is not self.results.sheet.frame or with_paper != self.with_paper
        self.with_paper = self._painter.with_paper = self.learner_heads.with_paper = with_paper
        restless = running != self._painter.running
        self._painter.running = self.dataset_heads.running = running
        self._own = sheet.frame.table is None
        self.results.show(sheet)
        if other:
            self._fit()
        if restless:
            self.viewport().update()
        self.dataset_heads.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        fonts = Fonts(theme)
        for part in (self._painter, self.learner_heads, self.dataset_heads):
            part.theme, part.fonts = theme, fonts
        self._fit()

    def _fit(self) -> None:
        theme, fonts, frame = self._painter.theme, self._painter.fonts, self.results.sheet.frame
        layout = CellLayout.of(frame, theme, fonts, self.with_paper)
        self._painter.layout = self.learner_heads.layout_of_cell = layout
        self.dataset_heads.setDefaultSectionSize(self.dataset_heads.row_height)
        self.dataset_heads.setFixedWidth(self.dataset_heads.sizeHint().width())
        self.learner_heads.setFixedHeight(self.learner_heads.sizeHint().height())
        for column, name in enumerate(frame.names):
            base = fonts.width(" base ▾", fonts.small) if column == frame.base else theme.px(14)
            named = fonts.width(name, fonts.strong) + base + theme.px(20)
            width = max(layout.width, min(named, theme.px(_WIDEST_NAME)))
            self.setColumnWidth(column, round(width))
        self._place_corner()
        self.viewport().update()

    def needed_height(self) -> int:
        """For all rows and the heads."""
        rows = self.results.rowCount() * self.dataset_heads.row_height
        return rows + self.learner_heads.height() + self._scroll_bar_height()

    def _scroll_bar_height(self) -> int:
        wide = self.learner_heads.length() + self.dataset_heads.width() > self.width()
        return self.horizontalScrollBar().sizeHint().height() if wide else 0

    # -- sorting ------------------------------------------------------------------------------------

    def sort_by(self, column: int | None) -> None:
        self.results.sort_by(column)
        self.learner_heads.viewport().update()
        self._place_corner()

    def _sort_by_name(self) -> None:
        again = self.results.sort_column == BY_NAME and not self.results.descending
        self.sort_by(None if again else BY_NAME)

    def _place_corner(self) -> None:
        sign = sort_sign(self.results, BY_NAME)
        self._corner.setText(f"data set {sign}".rstrip())
        size = self._corner.sizeHint()
        left = round(self._painter.theme.px(12))
        top = self.learner_heads.height() - size.height()
        self._corner.setGeometry(left, max(top, 0), self.dataset_heads.width() - left, size.height())
        self._corner.setStyleSheet("text-align: left;")
        self._corner.setVisible(bool(self.results.sheet.frame.names))

    # -- mouse and keys -----------------------------------------------------------------------------

    def open_current(self) -> None:
        """The folds of the current cell."""
        index = self.currentIndex()
        if index.isValid():
            self.cell_opened.emit(self.results.order[index.row()], index.column())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.open_current()
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open_current()
        elif event.key() == Qt.Key.Key_S and not event.modifiers() and index.isValid():
            self.sort_by(index.column())
        elif event.key() == Qt.Key.Key_N and not event.modifiers():
            self._sort_by_name()
        elif event.key() == Qt.Key.Key_O and not event.modifiers():
            self.sort_by(None)
        elif event.key() == Qt.Key.Key_B and not event.modifiers() and index.isValid() and self._own:
            self.base_wanted.emit(index.column())
        elif event.text() and event.text().isprintable():
            event.accept()  # there is no k here that digits could go to
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Keys begin at a cell, and a cell is seen better than the table's frame."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and not self.selectionModel().hasSelection():
            at = self.currentIndex()
            self.setCurrentIndex(at if at.isValid() else self.results.index(0, 0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.results.sheet.frame.names:
            return
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self.menu().popup(QPoint(at))

    def menu(self) -> QMenu:
        """What can be done with the current cell, with its key."""
        index, menu = self.currentIndex(), QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if index.isValid():
            name = self.results.sheet.frame.names[index.column()]
            menu.addAction("Show its folds\tEnter", self.open_current)
            menu.addAction(f"Sort by {name}\tS", lambda: self.sort_by(index.column()))
            if self._own and index.column() != self.results.sheet.frame.base:
                menu.addAction(
                    f"Compare with {name}: make it the base\tB",
                    lambda: self.base_wanted.emit(index.column()),
                )
        menu.addAction("Sort by name\tN", lambda: self.sort_by(BY_NAME))
        menu.addAction("In the order chosen\tO", lambda: self.sort_by(None))
        menu.addSeparator()
        menu.addAction("Copy the table\tCtrl+C", self.copy_wanted.emit)
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corner()


class TableArea(QWidget):
    """The table with its foot right below the last row; where there is no room, the table scrolls."""

    def __init__(self, table: ResultTable, foot: TableFoot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table, self.foot = table, foot
        table.setParent(self)
        foot.setParent(self)

    def arrange(self) -> None:
        below = self.foot.needed_height
        needed = self.table.needed_height()
        height = max(min(needed, self.height() - below), 0)
        self.table.setGeometry(0, 0, self.width(), height)
        self.foot.setGeometry(0, height, self.width(), below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
