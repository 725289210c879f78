"""Small tables of text that look as the window's other tables do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.qt.data.statistics import Line
from lwnb_gui.qt.panels.painting import LEFT, RIGHT, Brush, fill
from lwnb_gui.qt.panels.row_table import CELL_PAD, RowTable, Span
from lwnb_gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LEAST, _MOST = 36, 260


class LineModel(QAbstractTableModel):
    """Lines of cells under heads."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heads: tuple[str, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.figures: frozenset[int] = frozenset()

    def show(self, heads: Sequence[str], lines: Sequence[Line], figures: frozenset[int]) -> None:
        self.beginResetModel()
        self.heads, self.lines, self.figures = tuple(heads), tuple(lines), figures
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        shown = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
        )
        return self.lines[index.row()].cells[index.column()] if role in shown else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self.figures else LEFT
        return None


class LineTable(RowTable):
    """A table to read; the widest text decides a column's width, the first column takes what is left."""

    def __init__(self, name: str, parent: QWidget | None = None, *, stretch: int = 0) -> None:
        super().__init__(parent)
        self.lines = LineModel(self)
        self.setModel(self.lines)
        self.setAccessibleName(name)
        self.painter = self
        self.widths_for = self._widths
        self._stretch = stretch

    def show_lines(
        self, heads: Sequence[str], lines: Sequence[Line], figures: frozenset[int] | None = None
    ) -> None:
        self.lines.show(heads, lines, frozenset(range(1, len(heads))) if figures is None else figures)
        self.fit_columns()
        self.heads.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.fit_columns()

    def _widths(self, width: int) -> list[int]:
        model, theme = self.lines, self.theme
        pad = theme.px(2 * CELL_PAD + 6)
        found = []
        for column, head in enumerate(model.heads):
            widest = self.fonts.width(head, self.fonts.small)
            for line in model.lines[:200]:
                widest = max(widest, self.fonts.width(line.cells[column][:80], self.fonts.strong))
            marker = theme.px(16) if column == 0 and any(x.code is not None for x in model.lines) else 0
            found.append(round(min(max(widest + pad + marker, theme.px(_LEAST)), theme.px(_MOST))))
        if found:
            left = width - sum(found)
            at = min(self._stretch, len(found) - 1)
            found[at] = max(found[at] + left, round(theme.px(90))) if left > 0 else found[at]
        return found

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        line, theme = self.lines.lines[row], brush.theme
        if row == self.hovered:
            brush.painter.fillRect(QRectF(0, top, self.viewport().width(), height), fill(theme.hover))
        pad = theme.px(CELL_PAD)
        font = brush.fonts.strong if line.strong else brush.fonts.text
        for column, left, width in spans:
            place = QRectF(left + pad, top, width - 2 * pad, height)
            if column == 0:
                place.setLeft(place.left() + theme.px(8))
                if line.code is not None:
                    brush.marker(place.left() + theme.px(4), top + height / 2, line.code)
                    place.setLeft(place.left() + theme.px(14))
            align, text = RIGHT if column in self.lines.figures else LEFT, line.cells[column]
            if column == 0:
                text = brush.fonts.fitted_name(text, font, place.width())
            brush.text(place, text, align=align, font=font)
        self.heads.insets = {0: theme.px(8)}

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            event.ignore()  # there is nothing to choose
        else:
            super().keyPressEvent(event)
