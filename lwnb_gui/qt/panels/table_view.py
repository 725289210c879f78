"""The local tables as painted rows: only those that can be seen are painted."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from lwnb_gui.export import to_tsv
from lwnb_gui.export.explained import local_tables
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels import nominal_table, numeric_table
from lwnb_gui.qt.panels.caption import lines_of
from lwnb_gui.qt.panels.nominal_table import NominalColumns
from lwnb_gui.qt.panels.numeric_table import NumericColumns
from lwnb_gui.qt.panels.painting import Brush, Fonts, StillPicture, fill
from lwnb_gui.qt.panels.table_tips import attribute_words, cell_words, head_words
from lwnb_gui.qt.tool_tip import show_tip
from lwnb_gui.readings.tables import Block, TablesReading
from lwnb_gui.state.links import Cell
from lwnb_gui.text import shown

_NOTE = 16.0
_MOST_PICTURES = 40


class Item(NamedTuple):
    """A part of the picture from `top` on: a head, an attribute's block or a line of words."""

    top: float
    height: float
    block: Block | None = None
    numeric_head: bool | None = None
    words: str = ""


class TableView(QAbstractScrollArea):
    """Painted anew at every k; the mouse on a cell says so."""

    cell_hovered = Signal(object)  # Cell or None
    more_clicked = Signal(int)  # predictor whose hidden rows are wanted, or are no longer
    classes_paged = Signal(int)  # by how many classes

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self._reading: TablesReading | None = None
        self._items: tuple[Item, ...] = ()
        self._tops: list[float] = []  # of the items
        self._heads: tuple[Item, ...] = ()
        self._numeric: NumericColumns | None = None
        self._nominal: NominalColumns | None = None
        self._narrow = False
        self._note = ""
        self._form: Hashable = None  # of the reading that the items were arranged for
        self._measured: Hashable = None  # what the columns were measured for
        self._still = StillPicture()
        self._pictures: dict[Hashable, QPixmap] = {}  # of heads and blocks: they only change places
        self._cell: Cell | None = None
        self._kept: int | None = None  # the attribute that stays in sight
        self.paints = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Local tables")

    # -- for the panel ------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)
        self._measured = None
        self._arrange()

    def set_narrow(self, narrow: bool) -> None:
        if narrow != self._narrow:
            self._narrow = narrow
            self._arrange()

    def show_reading(self, reading: TablesReading | None, note: str = "") -> None:
        """Show other tables; `note` is the line below the numeric ones."""
        reading = None if reading is None else self._with_columns(reading)
        form = None if reading is None else reading.form
        same = form is not None and form == self._form and note == self._note
        self._reading, self._note, self._form = reading, note, form
        if same:
            self.viewport().update()
        else:
            self._arrange()

    def keep_in_sight(self, attribute: int | None) -> None:
        """Scroll to an attribute, and again when the view is arranged anew; None: scroll no more."""
        if attribute != self._kept:
            self._kept = attribute
            self._scroll_to_kept()

    def _scroll_to_kept(self) -> None:
        bar = self.verticalScrollBar()
        for item in self._items:
            if item.block is not None and item.block.attribute == self._kept:
                head = max((h.height for h in self._heads), default=0.0)  # it stays at the top
                lowest, highest = item.top - head, item.top + item.height - self.viewport().height()
                bar.setValue(round(min(max(bar.value(), highest), lowest)))

    @property
    def reading(self) -> TablesReading | None:
        """What is shown, with as many classes in nominal tables as there is space for."""
        return self._reading

    def _with_columns(self, reading: TablesReading) -> TablesReading:
        if not reading.nominal or self._fonts is None:
            return reading
        width, compared = float(self.viewport().width()), reading.nb_tables is not None
        values = _measured_values(reading)
        fits = nominal_table.fitting(self._theme, self._fonts, width, values, compared=compared)
        return reading if fits == reading.columns else replace(reading, columns=fits)

    @property
    def items(self) -> tuple[Item, ...]:
        return self._items

    def place_of(self, cell: Cell) -> QRectF | None:
        """Where a cell is in the viewport; None where it is not shown."""
        for item in self._items:
            block = item.block
            if block is None or block.attribute != cell.attribute:
                continue
            module = numeric_table if block.numeric else nominal_table
            code = cell.class_code if block.numeric else cell.value
            if code not in block.codes:
                return None
            line = self._theme.px(module.LINE)
            y = item.top + self._theme.px(module.AIR / 2) + block.codes.index(code) * line
            y -= self.verticalScrollBar().value()
            if block.numeric and self._numeric is not None:
                left = self._numeric.class_at
                return QRectF(left, y, self._numeric.p - left, line)
            if self._nominal is not None and cell.class_code in self._nominal.classes:
                end = self._nominal.counts[self._nominal.classes.index(cell.class_code)]
                return QRectF(end - self._theme.px(36), y, self._theme.px(36), line)
        return None

    # -- layout -------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        reading, theme = self._reading, self._theme
        if reading is not None:
            reading = self._reading = self._with_columns(reading)
        items: list[Item] = []
        if reading is not None and self._fonts is not None:
            self._measure(reading)
            y = 0.0
            if reading.numeric:
                items.append(Item(y, theme.px(numeric_table.HEAD), numeric_head=True))
                y += items[-1].height
                y = self._add(items, reading.numeric, y, numeric_table.block_height)
                room = self.viewport().width() - 2 * theme.px(PADDING)
                for line in lines_of(self._note, self._fonts.small, room) if self._note else ():
                    items.append(Item(y, theme.px(_NOTE), words=line))
                    y += items[-1].height
            if reading.nominal:
                items.append(Item(y, theme.px(nominal_table.HEAD), numeric_head=False))
                y += items[-1].height
                self._add(items, reading.nominal, y, nominal_table.block_height)
        self._items = tuple(items)
        self._tops = [item.top for item in items]
        self._heads = tuple(item for item in items if item.numeric_head is not None)
        self._still.forget()
        whole = items[-1].top + items[-1].height if items else 0.0
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(round(theme.px(numeric_table.LINE * 2)))
        bar.setRange(0, max(0, round(whole + 1) - self.viewport().height()))
        self._scroll_to_kept()
        self.viewport().update()

    def _add(
        self, items: list[Item], blocks: tuple[Block, ...], y: float, height: Callable[[Block, Theme], float]
    ) -> float:
        for block in blocks:
            items.append(Item(y, height(block, self._theme), block))
            y += items[-1].height
        return y

    def _measure(self, reading: TablesReading) -> None:
        """The columns; in another order the attributes have the same ones."""
        width, compared = float(self.viewport().width()), reading.nb_tables is not None
        assert self._fonts is not None
        explanation = reading.explanation
        nominal = reading.nominal_classes if reading.nominal else ()
        key = (
            explanation.attributes,
            explanation.classes,
            reading.lines,
            nominal,
            compared,
            width,
            self._narrow,
        )
        if key == self._measured:
            return
        self._measured = key
        self._pictures.clear()
        if reading.numeric:
            names = (shown(explanation.classes[c]) for c in reading.lines)
            longest = max(self._fonts.width(name, self._fonts.text) for name in names)
            self._numeric = NumericColumns(
                self._theme, width, relative=not self._narrow, beside=compared, longest=longest
            )
            self._numeric.fit_names(reading, self._fonts)
        if reading.nominal:
            self._nominal = NominalColumns(
                self._theme,
                self._fonts,
                width,
                nominal,
                _measured_values(reading),
                [explanation.attributes[b.attribute].name for b in reading.nominal],
                hidden=len(explanation.classes) - len(nominal),
                compared=compared,
            )

    def _visible(self) -> range:
        start = self.verticalScrollBar().value()
        first = max(bisect_right(self._tops, start) - 1, 0)
        last = bisect_right(self._tops, start + self.viewport().height())
        return range(first, last)

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        reading, fonts = self._reading, self._fonts
        painter = QPainter(self.viewport())
        if reading is None or fonts is None:
            painter.fillRect(event.rect(), fill(self._theme.panel))
            return
        self.paints += 1
        offset = self.verticalScrollBar().value()
        visible = [self._items[i] for i in self._visible()]
        still = self._still.of(
            self.viewport(),
            (tuple([reading.still(item.block) for item in visible if item.block is not None]), offset),
            self._theme.panel,
            lambda inside: self._paint_all_still(inside, reading, fonts, visible),
        )
        painter.drawPixmap(0, 0, still)
        brush = Brush(painter, self._theme, fonts)
        head = self._head_in_sight()
        if head is not None:  # what has been scrolled goes on below it
            painter.setClipRect(QRectF(0, head.height, self.viewport().width(), self.viewport().height()))
        with brush.figures_at_once():
            self._paint_moving(brush, reading, visible, offset)
        if head is not None:
            painter.setClipping(False)
        if self.hasFocus():
            painter.fillRect(QRectF(0, 0, 2, self.viewport().height()), fill(self._theme.accent))

    def _head_in_sight(self) -> Item | None:
        """The head of the section at the top, which stays there however far that is scrolled."""
        offset = self.verticalScrollBar().value()
        return next((item for item in reversed(self._heads) if item.top < offset), None)

    def _paint_moving(
        self, brush: Brush, reading: TablesReading, visible: Sequence[Item], offset: int
    ) -> None:
        placed = [(item.block, item.top - offset) for item in visible if item.block is not None]
        if self._numeric is not None:
            numeric = [(block, y) for block, y in placed if block.numeric]
            numeric_table.paint_moving(brush, reading, numeric, self._numeric)
        if self._nominal is not None:
            for block, y in placed:
                if not block.numeric:
                    nominal_table.paint_moving(brush, reading, block, self._nominal, y)

    def _paint_all_still(
        self, painter: QPainter, reading: TablesReading, fonts: Fonts, visible: Sequence[Item]
    ) -> None:
        offset = self.verticalScrollBar().value()
        # From below: where a part ends between two pixels, the line at its end is above the next part.
        for item in reversed(visible):
            self._place_still(painter, reading, fonts, item, item.top - offset)
        head = self._head_in_sight()
        if head is not None:
            self._place_still(painter, reading, fonts, head, 0.0)

    def _place_still(
        self, painter: QPainter, reading: TablesReading, fonts: Fonts, item: Item, y: float
    ) -> None:
        """Painted once and kept: k and an edit bring the same blocks in another order."""
        viewport, ratio = self.viewport(), painter.device().devicePixelRatioF()
        if item.words or item.height > viewport.height():
            self._paint_still(Brush(painter, self._theme, fonts), reading, item, y)
            return
        first = math.floor(y * ratio)  # of the screen's own pixels
        beyond = round(y * ratio - first, 3)
        key = (item.numeric_head if item.block is None else reading.still(item.block), beyond, ratio)
        picture = self._pictures.get(key)
        if picture is None:
            if len(self._pictures) >= _MOST_PICTURES:
                self._pictures.clear()
            size = (viewport.width() * ratio, beyond + item.height * ratio)
            picture = self._pictures[key] = QPixmap(*(math.ceil(side) for side in size))
            picture.setDevicePixelRatio(ratio)
            picture.fill(fill(self._theme.panel))
            inside = QPainter(picture)
            self._paint_still(Brush(inside, self._theme, fonts), reading, item, beyond / ratio)
            inside.end()
        painter.drawPixmap(QPointF(0, first / ratio), picture)

    def _paint_still(self, brush: Brush, reading: TablesReading, item: Item, y: float) -> None:
        width, theme = float(self.viewport().width()), self._theme
        numeric, nominal = self._numeric, self._nominal
        if item.words:
            place = QRectF(theme.px(PADDING), y, width - 2 * theme.px(PADDING), item.height)
            brush.text(place, item.words, colour=theme.ink2, font=brush.fonts.small)
        elif item.numeric_head is True and numeric is not None:
            numeric_table.paint_head(brush, numeric, y)
        elif item.numeric_head is False and nominal is not None:
            nominal_table.paint_head(brush, nominal, y)
        elif item.block is not None and item.block.numeric and numeric is not None:
            numeric_table.paint_still(brush, reading, item.block, numeric, y)
        elif item.block is not None and nominal is not None:
            nominal_table.paint_still(brush, reading, item.block, nominal, y)
        if not item.words:
            brush.rule(y + item.height - 1, width)

    # -- the mouse and keys -------------------------------------------------------------------------

    def _item_at(self, y: float) -> Item | None:
        y += self.verticalScrollBar().value()
        i = bisect_right(self._tops, y) - 1
        return self._items[i] if i >= 0 and y < self._items[i].top + self._items[i].height else None

    def _line_at(self, x: float, y: float) -> tuple[Block, int] | None:
        """The block and its line at a place."""
        item = self._item_at(y)
        if item is None or item.block is None:
            return None
        module = numeric_table if item.block.numeric else nominal_table
        i = module.line_at(item.block, y + self.verticalScrollBar().value() - item.top, self._theme)
        return None if i is None else (item.block, i)

    def cell_at(self, x: float, y: float) -> Cell | None:
        found = self._line_at(x, y)
        if found is None or found[1] >= len(found[0].codes):
            return None
        block, i = found
        if block.numeric:
            on = self._numeric is not None and x >= self._numeric.class_at - self._theme.px(10)
            return Cell(block.attribute, block.codes[i]) if on else None
        c = self._nominal.column_at(x) if self._nominal is not None else None
        return None if c is None else Cell(block.attribute, c, block.codes[i])

    def _become(self, cell: Cell | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.cell_hovered.emit(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = event.position().x(), event.position().y()
        self._become(self.cell_at(x, y))
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if self._link_at(x, y) else Qt.CursorShape.ArrowCursor
        )

    def _link_at(self, x: float, y: float) -> str:
        """`more` or `classes` where a click does something."""
        item = self._item_at(y)
        hidden = self._nominal is not None and self._nominal.hidden
        if item is not None and item.numeric_head is False and hidden:
            return "classes" if x < self._theme.px(200) else ""
        found = self._line_at(x, y)
        return "more" if found is not None and found[1] >= len(found[0].codes) else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x, y = event.position().x(), event.position().y()
        link, found = self._link_at(x, y), self._line_at(x, y)
        if link == "classes" and self._reading is not None:
            self.classes_paged.emit(self._reading.columns)
        elif link == "more" and found is not None:
            self.more_clicked.emit(found[0].attribute)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Twice on an attribute: its hidden rows, or only the heaviest again."""
        item = self._item_at(event.position().y())
        if item is not None and item.block is not None:
            self.more_clicked.emit(item.block.attribute)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self._reading is not None:
            table = local_tables(self._reading.explanation)
            QGuiApplication.clipboard().setText(to_tsv(table) if table is not None else "")
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._reading is not None:
            by = self._reading.columns if event.key() == Qt.Key.Key_Right else -self._reading.columns
            self.classes_paged.emit(by)
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._become(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self._tip(float(event.x()), float(event.y())), self)
            return True
        return super().viewportEvent(event)

    def _tip(self, x: float, y: float) -> str:
        reading, item, cell = self._reading, self._item_at(y), self.cell_at(x, y)
        if reading is None or item is None:
            return ""
        if item.numeric_head is not None:
            return head_words(reading, numeric=item.numeric_head)
        if cell is not None:
            return cell_words(reading, cell)
        return attribute_words(reading, item.block.attribute) if item.block else item.words

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


def _measured_values(reading: TablesReading) -> list[str]:
    """Values by which the width of their column is measured."""
    attributes = reading.explanation.attributes
    return sorted({shown(v)[:24] for b in reading.nominal for v in attributes[b.attribute].values[:40]})
