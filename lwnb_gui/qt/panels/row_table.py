"""A table of rows that paints itself: as quick with a million rows as with ten."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from lwnb_gui.qt.opaque import GroundedScrollBar
from lwnb_gui.qt.panels.painting import LEFT, Brush, Fonts, fill, pen
from lwnb_gui.qt.theme_qt import ui_font
from lwnb_gui.qt.tool_tip import show_tip
from lwnb_gui.theme import LIGHT, Theme

ROW, HEAD = 22, 22
CELL_PAD = 4

Span = tuple[int, float, float]  # column, left, width
Place = tuple[int, int]  # row, top

# Asked for at every event.
_HOVER_MOVE, _LEAVE, _TOOL_TIP = QEvent.Type.HoverMove, QEvent.Type.Leave, QEvent.Type.ToolTip


class RowPainter(Protocol):
    """Paints one row of the model, cell by cell, straight from the arrays behind it."""

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None: ...


class Heads(QHeaderView):
    """Column heads in small ink 2, aligned as the columns below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.insets: dict[int, float] = {}  # air before the columns that begin at their left
        self.formulas: frozenset[int] = frozenset()  # where `_k` is a subscript; in a name it is itself
        self._spans: tuple[tuple[int, int], list[Span]] | None = None
        self.sectionResized.connect(self._forget_spans)
        self.sectionCountChanged.connect(self._forget_spans)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(4)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        return QSize(0, round(self.theme.px(HEAD)))

    def spans(self, width: int) -> list[Span]:
        """The columns that are seen in a width. Kept: asking for them takes as long as painting a row."""
        key = (self.offset(), width)
        if self._spans is None or self._spans[0] != key:
            self._spans = key, self._spans_now(width)
        return self._spans[1]

    def _spans_now(self, width: int) -> list[Span]:
        found: list[Span] = []
        for column in range(max(self.visualIndexAt(0), 0), self.count()):
            left = self.sectionViewportPosition(column)
            if left > width:
                break
            if not self.isSectionHidden(column):
                found.append((column, float(left), float(self.sectionSize(column))))
        return found

    def _forget_spans(self) -> None:
        self._spans = None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        brush = Brush(painter, self.theme, self.fonts)
        width, height = self.viewport().width(), self.height()
        painter.fillRect(self.viewport().rect(), fill(self.theme.panel))
        painter.fillRect(QRect(0, height - 1, width, 1), fill(self.theme.separator))
        spans, places = self.spans(width), []
        for column, left, wide in spans:
            align = self._header(column, Qt.ItemDataRole.TextAlignmentRole)
            pad = 0.0 if align == Qt.AlignmentFlag.AlignHCenter else self.theme.px(CELL_PAD)
            place = QRectF(left + pad, 0, wide - 2 * pad, height - 1)
            place.setLeft(place.left() + self.insets.get(column, 0.0))
            places.append((place, Qt.AlignmentFlag(align) | Qt.AlignmentFlag.AlignVCenter))
        titles = self.titles(
            [(column, place.width()) for (column, _, _), (place, _) in zip(spans, places, strict=True)]
        )
        for (column, _, _), (place, align), text in zip(spans, places, titles, strict=True):
            if column in self.formulas and "_k" in text:
                self._with_subscript(brush, place, *text.split("_k", 1))
            else:
                brush.text(place, text, align=align, colour=self.theme.ink2, font=self.fonts.small)

    def titles(self, columns: Sequence[tuple[int, float]]) -> list[str]:
        """The titles of columns with so much space each: long ones are shortened, none looks like another."""
        titles = [str(self._header(column, Qt.ItemDataRole.DisplayRole) or "") for column, _ in columns]
        is_formula = [column in self.formulas for column, _ in columns]
        spaces = [
            math.inf if formula else space for (_, space), formula in zip(columns, is_formula, strict=True)
        ]
        return self.fonts.fitted_all(titles, self.fonts.small, spaces)

    def _header(self, column: int, role: Qt.ItemDataRole) -> Any:
        return self.model().headerData(column, Qt.Orientation.Horizontal, role)

    def _with_subscript(self, brush: Brush, place: QRectF, before: str, after: str) -> None:
        """A text in which `_k` stands for a small k below the line."""
        colour, font = self.theme.ink2, self.fonts.small
        brush.text(place, before, colour=colour, font=font)
        at = place.left() + self.fonts.width(before, font)
        painter = brush.painter
        painter.setFont(ui_font(self.theme, self.theme.size_small * 0.8))
        wide = painter.fontMetrics().horizontalAdvance("k")
        if at + wide <= place.right() + 1:
            painter.drawText(QRectF(at, self.theme.px(3), place.width(), place.height()), int(LEFT), "k")
            brush.text(place.adjusted(at + wide - place.left(), 0, 0, 0), after, colour=colour, font=font)


class RowTable(QTableView):
    """Rows of one height, one of them current; says on which the mouse is and which is chosen.

    The model holds the values for readers and tests; on the screen `painter` puts them, without asking the
    model cell by cell, which would cost more than the whole frame has.
    """

    row_hovered = Signal(int)  # -1: on none
    row_chosen = Signal(int)  # by click or Enter
    row_reached = Signal(int)  # by arrow or page keys; the focus alone makes a row current without a sign

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.painter: RowPainter | None = None
        # In its place, where all rows in sight are less work at once than one by one.
        self.paint_rows: Callable[[Brush, list[Place], int, list[Span]], None] | None = None
        self.widths_for: Callable[[int], list[int]] = lambda width: []
        self.hovered = -1
        self._arranged_for: tuple[int, object] = (-1, None)  # how many rows, and all else that decides
        self.heads = Heads(self)
        self.setHorizontalHeader(self.heads)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._bar = GroundedScrollBar(self)  # while k moves it is painted with every step
        self.setVerticalScrollBar(self._bar)
        self.setMouseTracking(True)
        for surface in (self.viewport(), self.heads.viewport()):
            surface.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(0, 0)
        self.setCornerWidget(QWidget(self))  # or the style draws a frame where the scroll bars meet
        self._bar.valueChanged.connect(self._scrolled)

    # -- for panels -----------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.theme, self.fonts = theme, Fonts(theme)
        self.heads.theme, self.heads.fonts = theme, self.fonts
        self.heads.setFixedHeight(round(theme.px(HEAD)))
        self.verticalHeader().setDefaultSectionSize(self.row_height)
        self._bar.set_ground(theme.panel)
        self.fit_columns()
        self.viewport().update()
        self.heads.viewport().update()

    @property
    def row_height(self) -> int:
        return round(self.theme.px(ROW))

    @property
    def head_height(self) -> int:
        return round(self.theme.px(HEAD))

    def fit_columns(self) -> None:
        """Give the columns the widths that suit the room there is."""
        for column, width in enumerate(self.widths_for(self.viewport().width())):
            if self.columnWidth(column) != width:
                self.setColumnWidth(column, width)

    def rows_in_sight(self) -> range:
        """The rows that are at least partly visible."""
        first = max(self.verticalHeader().visualIndexAt(0), 0)
        shown = self.viewport().height() // self.row_height + 2
        return range(first, min(self.model().rowCount(), first + shown))

    def bring(self, row: int) -> None:
        """Make a row visible, also right after the rows have changed."""
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        self.scrollTo(self.model().index(row, 0))

    def updateGeometries(self) -> None:
        """Qt asks for it several times for the same rows, and arranges everything around them each time."""
        rows = self.verticalHeader().count()
        around = (self.size(), self.row_height, self.heads.length(), self.heads.height())
        if (rows, around) != self._arranged_for:
            same, self._arranged_for = around == self._arranged_for[1], (rows, around)
            if not (same and self._only_scrolls_further(rows)):
                super().updateGeometries()

    def _only_scrolls_further(self, rows: int) -> bool:
        """While k moves rows come and go at the end; as long as some are out of sight that is all."""
        bar, last = self._bar, rows - max(1, self.viewport().height() // self.row_height)
        if not bar.isVisible() or last < max(1, bar.value()):
            return False
        with QSignalBlocker(bar):  # or whether it is still needed would be found out after the frame
            bar.setMaximum(last)
        return True

    def update_row(self, row: int) -> None:
        """Paint one row anew."""
        if row >= 0:
            top = self.rowViewportPosition(row)
            self.viewport().update(0, top, self.viewport().width(), self.row_height)

    def set_hovered(self, row: int) -> None:
        """The row under the mouse, wherever the mouse is; says so to nobody."""
        if row != self.hovered:
            self.update_row(self.hovered)
            self.hovered = row
            self.update_row(row)

    # -- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), fill(self.theme.panel))
        brush, height = Brush(painter, self.theme, self.fonts), self.row_height
        places = self._places(event.rect(), height)
        if not places:
            return
        spans = self.heads.spans(self.viewport().width())
        if self.paint_rows is not None:
            self.paint_rows(brush, places, height, spans)
        elif self.painter is not None:
            for row, top in places:
                self.painter.paint_row(brush, row, top, height, spans)
        if self.hasFocus():
            self._paint_focus(painter, places, height)

    def _places(self, seen: QRect, height: int) -> list[Place]:
        """The rows in a part of the viewport."""
        rows = self.rows_in_sight()
        first = self.rowViewportPosition(rows.start)
        above, bottom = seen.top() - height, seen.bottom()
        places = [(row, first + i * height) for i, row in enumerate(rows)]
        return [place for place in places if above < place[1] <= bottom]

    def _paint_focus(self, painter: QPainter, places: list[Place], height: int) -> None:
        current = self.currentIndex().row()
        for row, top in places:
            if row == current:
                painter.setPen(pen(self.theme.accent_line))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(0.5, top + 0.5, self.viewport().width() - 1, height - 1))

    # -- mouse and keys -------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._enter(self.rowAt(event.position().toPoint().y()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.row_chosen.emit(row)
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()  # the first click has chosen

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            row = self.currentIndex().row()
            if row >= 0:
                self.row_chosen.emit(row)
        elif event.text() and event.text().isprintable():
            event.ignore()  # digits go to k, and letters to whoever wants them
        else:
            before = self.currentIndex().row()
            super().keyPressEvent(event)
            if self.currentIndex().row() != before:
                self.row_reached.emit(self.currentIndex().row())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == _LEAVE:  # of the rows, also to the header or the scroll bar
            self._enter(-1)
        elif kind == _HOVER_MOVE:  # the style's own hovering, cell by cell, is not wanted
            return False
        if kind == _TOOL_TIP and isinstance(event, QHelpEvent):
            tip = self.indexAt(event.pos()).data(Qt.ItemDataRole.ToolTipRole)
            if isinstance(tip, str):
                show_tip(event.globalPos(), tip, self.viewport())
                return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
        current = self.currentIndex()
        top, before = self.rowViewportPosition(current.row()), event.oldSize().height()
        was_in_sight = before < 0 or 0 <= top < before  # before the first showing it was brought there unseen
        if current.isValid() and was_in_sight and top + self.row_height > self.viewport().height():
            self.scrollTo(current)  # less room, as for a lecture's text, does not push it out of sight

    def _enter(self, row: int) -> None:
        if row != self.hovered:
            self.set_hovered(row)
            self.row_hovered.emit(row)

    def _scrolled(self) -> None:
        """The mouse is on another row now, though it has not moved."""
        if self.hovered >= 0 and self.underMouse():
            place = self.viewport().mapFromGlobal(self.cursor().pos())
            self._enter(self.rowAt(place.y()) if self.viewport().rect().contains(place) else -1)


class RowArea(QWidget):
    """Gives a table whole rows only, and puts a caption right below the last of them."""

    def __init__(
        self, table: RowTable, caption: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.table, self.caption = table, caption
        self._shown, self._most = 0, 0  # rows that have a place, and for how many there is room
        table.setParent(self)
        if caption is not None:
            caption.setParent(self)

    def watch(self) -> None:
        """Follow the number of rows of the table's model."""
        model = self.table.model()
        model.rowsInserted.connect(self._follow_rows)
        model.rowsRemoved.connect(self._follow_rows)
        model.modelReset.connect(self.arrange)
        self.arrange()

    def _follow_rows(self) -> None:
        # Else all of them come and go unseen.
        if min(self.table.model().rowCount(), self._most) != self._shown:
            self.arrange()

    def arrange(self) -> None:
        table = self.table
        below = 0
        if self.caption is not None and not self.caption.isHidden():
            below = self.caption.sizeHint().height() + round(table.theme.px(10))
        beside = table.horizontalScrollBar().height() if self._too_wide() else 0
        room = self.height() - table.head_height - beside - below
        self._most = max(0, room // table.row_height)
        self._shown = min(table.model().rowCount(), self._most)
        height = table.head_height + self._shown * table.row_height + beside
        table.setGeometry(QRect(QPoint(0, 0), QSize(self.width(), height)))
        if self.caption is not None:
            self.caption.setGeometry(0, height, self.width(), min(below, max(0, self.height() - height)))

    def _too_wide(self) -> bool:
        return self.table.heads.length() > self.width()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.table.head_height + 2 * self.table.row_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
        self.arrange()  # the new width may have brought or taken the scroll bar at the bottom
