"""The table of attributes: a box to take each in or out, its kind, what is missing, its role."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.data.statistics import Summary
from lwnb_gui.qt.panels.painting import LEFT, RIGHT, Brush, fill, pen
from lwnb_gui.qt.panels.row_table import CELL_PAD, RowTable, Span
from lwnb_gui.state import Query
from lwnb_gui.state.edits import class_name

USE, NAME, KIND, MISSING, DISTINCT, ROLE = range(6)
HEADS = ("", "attribute", "type", "missing", "distinct", "role")
_TIPS = (
    "In use: a tick lets the learners see the attribute. Without it neither distances nor tables know it.",
    "Attributes in the order of the file. A dot marks what is not as in the file.",
    "Numeric: distances by size, a normal curve per class. Nominal: equal or not, counts per class.",
    "Rows without a value. A missing value counts as farthest in the distance, and its factor is left out.",
    "How many different values occur.",
    "The class is what is predicted; inputs are the attributes that it is predicted from.",
)
_FIGURES = (MISSING, DISTINCT)
Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class AttributeModel(QAbstractTableModel):
    """Reads the query; the figures come later where the data are large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.query: Query | None = None
        self.summaries: tuple[Summary, ...] = ()
        self.differs: dict[str, list[str]] = {}

    def show(self, query: Query | None, differs: dict[str, list[str]]) -> None:
        self.beginResetModel()
        if query is None or self.query is None or query.data is not self.query.data:
            self.summaries = ()
        self.query, self.differs = query, differs
        self.endResetModel()

    def update(self, query: Query, differs: dict[str, list[str]]) -> None:
        """The same attributes, others in use: scroll place and current row stay."""
        self.query, self.differs = query, differs
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, ROLE))

    def set_summaries(self, found: tuple[Summary, ...]) -> None:
        self.summaries = found
        if found:
            self.dataChanged.emit(self.index(0, MISSING), self.index(self.rowCount() - 1, DISTINCT))

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() or self.query is None else len(self.query.data.attributes)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(HEADS)

    def name(self, row: int) -> str:
        return self.query.data.attributes[row].name if self.query is not None else ""

    def is_used(self, row: int) -> bool:
        return self.query is not None and self.name(row) not in self.query.unused

    def can_switch(self, row: int) -> bool:
        """The class is always in use, and text never."""
        return self.query is not None and row in self.query.data.predictors

    def role(self, row: int) -> str:
        if self.query is None:
            return ""
        if row == self.query.data.class_index:
            return "class"
        if self.query.data.attributes[row].kind == "string":
            return "text"
        return "input" if self.is_used(row) else "unused"

    def text(self, row: int, column: int) -> str:
        if self.query is None:
            return ""
        attribute = self.query.data.attributes[row]
        if column == NAME:
            return attribute.name
        if column == KIND:
            return "text" if attribute.kind == "string" else attribute.kind
        if column == ROLE:
            return self.role(row)
        if column in (MISSING, DISTINCT):
            if row >= len(self.summaries):
                return "…"
            summary = self.summaries[row]
            return f"{summary.missing_text} %" if column == MISSING else f"{summary.distinct:,}"
        return ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == USE and self.can_switch(row):
            return Qt.CheckState.Checked if self.is_used(row) else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            differs = self.differs.get(self.name(row), [])
            words = f" Not as in the file: {'; '.join(differs)}." if differs else ""
            return f"{self.name(row)}: {self.text(row, KIND)}, {self.role(row)}.{words}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            used = "in use" if self.is_used(row) else "not in use"
            return used if column == USE else self.text(row, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in _FIGURES else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS[section]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return HEADS[section] or "in use"
        return None


class AttributeTable(RowTable):
    """Arrows or a click choose an attribute; Space or a click on its box takes it in or out."""

    toggled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.attributes = AttributeModel(self)
        self.setModel(self.attributes)
        self.painter = self
        self.widths_for = self._widths
        self.setAccessibleName("Attributes")
        self.setAccessibleDescription("Arrow keys choose an attribute, Space takes it in use or out of it")

    def _widths(self, width: int) -> list[int]:
        theme, fonts = self.theme, self.fonts
        pad = theme.px(2 * CELL_PAD + 4)
        fixed = {
            USE: round(theme.px(34)),
            KIND: round(fonts.width("nominal", fonts.text) + pad),
            MISSING: round(fonts.width("100.0 %", fonts.text) + pad),
            DISTINCT: round(max(fonts.width("distinct", fonts.small), self._most_distinct()) + pad),
            ROLE: round(fonts.width("unused", fonts.text) + theme.px(18) + pad),
        }
        rest = max(width - sum(fixed.values()), round(theme.px(70)))
        return [fixed.get(column, rest) for column in range(len(HEADS))]

    def _most_distinct(self) -> float:
        """As wide as the largest figure in the column."""
        most = max((s.distinct for s in self.attributes.summaries), default=0)
        return self.fonts.width(f"{most:,}", self.fonts.text)

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        model, theme = self.attributes, brush.theme
        full = QRectF(0, top, self.viewport().width(), height)
        if row == self.currentIndex().row():
            brush.painter.fillRect(full, fill(theme.accent_tint))
        elif row == self.hovered:
            brush.painter.fillRect(full, fill(theme.hover))
        faint = not model.is_used(row) or model.role(row) == "text"
        colour = theme.ink3 if faint else theme.ink
        is_class = model.role(row) == "class"
        pad = theme.px(CELL_PAD)
        for column, left, width in spans:
            place = QRectF(left + pad, top, width - 2 * pad, height)
            if column == USE:
                if model.can_switch(row):
                    self._box(brush, QPointF(left + theme.px(20), top + height / 2), model.is_used(row))
            elif column == NAME:
                if model.differs.get(model.name(row)):
                    brush.painter.setPen(Qt.PenStyle.NoPen)
                    brush.painter.setBrush(fill(theme.accent))
                    dot = theme.px(2.5)
                    brush.painter.drawEllipse(QPointF(place.left() - dot, top + height / 2), dot, dot)
                    place.setLeft(place.left() + theme.px(4))
                font = brush.fonts.strong if is_class else brush.fonts.text
                name = brush.fonts.fitted_name(model.text(row, NAME), font, place.width())
                brush.text(place, name, colour=colour, font=font)
            else:
                align = RIGHT if column in _FIGURES else LEFT
                if column == ROLE:
                    place.setLeft(place.left() + theme.px(12))
                font = brush.fonts.strong if column == ROLE and is_class else brush.fonts.text
                shade = theme.ink2 if column in (KIND, ROLE) and not faint and not is_class else colour
                brush.text(place, model.text(row, column), align=align, colour=shade, font=font)
        self.heads.insets = {ROLE: theme.px(12)}

    def _box(self, brush: Brush, centre: QPointF, checked: bool) -> None:
        theme, painter = brush.theme, brush.painter
        side = theme.px(13)
        box = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
        painter.setPen(pen(theme.accent if checked else theme.separator_strong))
        painter.setBrush(fill(theme.accent) if checked else fill(theme.panel))
        painter.drawRoundedRect(box, 2, 2)
        if checked:
            tick = QPolygonF(
                [
                    box.topLeft() + QPointF(x * side, y * side)
                    for x, y in ((0.22, 0.54), (0.42, 0.74), (0.8, 0.28))
                ]
            )
            painter.setPen(QPen(fill(theme.on_accent), theme.px(1.6)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(tick)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        row = self.rowAt(at.y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.setCurrentIndex(self.attributes.index(row, NAME))
            if self.columnAt(at.x()) == USE and self.attributes.can_switch(row):
                self.toggled.emit(row)
            else:
                self.row_chosen.emit(row)
            event.accept()
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() == Qt.Key.Key_Space and row >= 0:
            if self.attributes.can_switch(row):
                self.toggled.emit(row)
        else:
            super().keyPressEvent(event)

    def class_row(self) -> int:
        query = self.attributes.query
        if query is None or not class_name(query.data):
            return -1
        return query.data.index_of(class_name(query.data))
