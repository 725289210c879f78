"""The table of rows behind the curves: a model that reads arrays, and how a row is painted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.curves.row_columns import Column
from lwnb_gui.qt.panels.painting import RIGHT, Brush, fill
from lwnb_gui.qt.panels.row_table import RowTable, Span
from lwnb_gui.state.curve_rows import FoundRows

_LONGEST_HEAD = 110  # pixels; an attribute's name can be a sentence
_WIDEST_BAR = 60  # pixels that a bar grows by where there is room

Index = QModelIndex | QPersistentModelIndex


class CaseModel(QAbstractTableModel):
    """One row of the model is one row of the data that was found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: FoundRows | None = None
        self.columns: tuple[Column, ...] = ()

    def show_rows(self, found: FoundRows | None, columns: Sequence[Column]) -> None:
        self.beginResetModel()
        self.found, self.columns = found, tuple(columns)
        self.endResetModel()

    def position_of(self, row: int) -> int:
        """Where a row of the data stands in the list; -1 where it does not."""
        if self.found is None:
            return -1
        where = np.flatnonzero(self.found.rows == row)
        return int(where[0]) if len(where) else -1

    # -- as Qt asks -----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self.found is None else len(self.found)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.head
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight if column.kind == "number" else Qt.AlignmentFlag.AlignLeft
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.columns[index.column()].text(index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self.columns[index.column()].tip}\nEnter or a double click explains the row."
        return None


class CaseTable(RowTable):
    """Rows with markers and bars; Enter and a double click open one."""

    row_opened = Signal(int)

    def __init__(self, model: CaseModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.painter = self
        self.widths_for = self._widths
        self.current = -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().row() >= 0:
                self.row_opened.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0:
            self.row_opened.emit(row)
        event.accept()

    def _widths(self, width: int) -> list[int]:
        """Every column what its texts need; what is left goes to the bars first, then to all alike. Where it
        is too little, the table scrolls.
        """
        columns = self._model.columns
        if not columns:
            return []
        needed = [self._needed(c) for c in columns]
        left = width - sum(needed)
        bars = [i for i, c in enumerate(columns) if c.kind == "share"]
        for i in bars if left > 0 else ():
            more = min(left / len(bars), self.theme.px(_WIDEST_BAR))
            needed[i] += more
        scale = max(width / sum(needed), 1.0)
        edges = [round(scale * sum(needed[:i])) for i in range(len(needed) + 1)]
        return [b - a for a, b in pairwise(edges)]

    def _needed(self, column: Column) -> float:
        px, fonts = self.theme.px, self.fonts
        head = min(fonts.width(column.head, fonts.small), px(_LONGEST_HEAD)) + px(14)
        beside = {"class": px(28), "share": px(44)}.get(column.kind, px(12))
        widest = max((fonts.width(text, fonts.text) + beside for text in column.samples), default=0.0)
        found = max(px(column.width), head, widest)
        return min(found, px(column.most)) if column.most else found

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        theme, model = brush.theme, self._model
        current = row == self.current
        if current or row == self.hovered:
            full = QRectF(0, top, self.viewport().width(), height)
            brush.painter.fillRect(full, fill(theme.accent_tint if current else theme.hover))
        pad = theme.px(4)
        for number, left, width in spans:
            column = model.columns[number]
            place = QRectF(left + pad, top, width - 2 * pad, height)
            text = column.text(row)
            font = brush.fonts.strong if current and number == 0 else brush.fonts.text
            if column.kind == "number":
                brush.text(place, text, align=RIGHT, font=font)
            elif column.kind == "class" and column.code is not None:
                code = column.code(row)
                if code >= 0:
                    brush.marker(place.left() + theme.px(6), top + height / 2, code)
                brush.text(place.adjusted(theme.px(16), 0, 0, 0), text)
            elif column.kind == "share" and column.share is not None:
                self._paint_share(brush, place, column, row, text, number)
            else:
                brush.text(place, text)

    def _paint_share(
        self, brush: Brush, place: QRectF, column: Column, row: int, text: str, number: int
    ) -> None:
        """A bar with a mark at one half, and the figure."""
        assert column.share is not None
        share, theme = column.share(row), brush.theme
        texts = ("<0.001", text, *column.samples)
        room = max(brush.fonts.width(words, brush.fonts.text) for words in texts) + theme.px(8)
        bar = QRectF(place.left(), place.center().y() - theme.px(5), place.width() - room, theme.px(10))
        if bar.width() > theme.px(12):
            colour = theme.accent if column.head.startswith("LWNB") else theme.ink3
            brush.bar(bar, 0.0 if np.isnan(share) else share, colour)
            brush.painter.fillRect(QRectF(bar.center().x(), bar.top(), 1, bar.height()), fill(theme.panel))
        brush.text(place, text, align=RIGHT)
