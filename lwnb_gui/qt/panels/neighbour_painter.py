"""Paints the neighbours' rows. While k moves only the weights are painted anew."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from lwnb_gui.qt.panels.neighbour_columns import Widths
from lwnb_gui.qt.panels.neighbour_model import (
    CLASS,
    FIXED,
    RANK,
    RESCALED,
    ROW,
    D,
    Likeness,
    NeighbourModel,
    W,
)
from lwnb_gui.qt.panels.painting import CENTRE, RIGHT, Brush, Fonts, fill
from lwnb_gui.qt.panels.row_table import CELL_PAD, RowTable, Span

_FADED = 0.2
_OLD = 0.55  # about ink 3, while the next numbers are being computed
_MOST_ROWS, _MOST_CELLS = 160, 3000
_MOVING = (RANK, D, RESCALED)


class NeighbourPainter:
    """Figures, the weight as a bar, the class, and the values beside the instance's.

    A neighbour's number, class and values are the same at every k and after most edits, and the same few
    values stand in many rows; both are kept as pictures: putting text on the screen is what costs most.
    """

    def __init__(self, model: NeighbourModel, table: RowTable, columns: Widths) -> None:
        self._model, self._table, self._columns = model, table, columns
        self._rows: dict[Hashable, QPixmap] = {}
        self._likenesses: dict[int, tuple[Likeness, ...]] = {}  # of the values in a row
        self._seen: set[Hashable] = set()  # rows that have been painted once
        self._cells: dict[Hashable, QPixmap] = {}
        self._spans: list[Span] = []
        self.behind: NDArray[np.bool_] | None = None  # the neighbours that made the cell under the mouse
        self.is_old = False  # the figures are old: new ones are being computed

    def forget(self) -> None:
        """Another theme, or other data."""
        self._rows.clear()
        self._likenesses.clear()
        self._seen.clear()
        self._cells.clear()

    def compare_anew(self, *_: object) -> None:
        """Another instance: any value may compare otherwise."""
        self._likenesses.clear()

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        painter, table = brush.painter, self._table
        if self._model.found is None:
            return
        if spans != self._spans:
            self._spans = list(spans)
            self._rows.clear()
        lit = row == table.hovered
        faded = self.behind is not None and row < len(self.behind) and not self.behind[row]
        brush.fade(_FADED if faded else _OLD if self.is_old else 1.0)
        if lit:
            full = QRectF(0, top, table.viewport().width(), height)
            painter.fillRect(full, fill(brush.theme.accent_tint))
            self._paint_still(brush, row, top, height, spans, lit=True)
        elif (picture := self._picture(brush, row, height, spans)) is not None:
            painter.drawPixmap(QPointF(0, top), picture)
        else:
            self._paint_still(brush, row, top, height, spans)
        self._paint_moving(brush, row, top, height, spans)
        brush.fade(1.0)

    # -- what moves with k and with the instance ------------------------------------------------------

    def _paint_moving(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        pad = brush.theme.px(CELL_PAD)
        for column, left, width in spans:
            if column == W:
                self._weight(brush, row, self._place(brush, column, left, width, top, height))
            elif column in _MOVING:
                brush.right(left + width - pad, top, height, self._model.text(row, column))

    def _weight(self, brush: Brush, row: int, place: QRectF) -> None:
        assert self._model.found is not None
        theme = brush.theme
        tall = theme.px(8)
        bar = QRectF(place.left(), place.top() + (place.height() - tall) / 2, self._columns.bar, tall)
        weight = float(self._model.found.weights[row])
        brush.painter.fillRect(bar, fill(theme.fill))
        if weight > 0:
            bar.setWidth(max(1.0, bar.width() * weight / self._model.heaviest))
            brush.painter.fillRect(bar, fill(theme.ink3))
        brush.right(place.right(), place.top(), place.height(), self._model.text(row, W))

    # -- what does not --------------------------------------------------------------------------------

    def _picture(self, brush: Brush, row: int, height: float, spans: list[Span]) -> QPixmap | None:
        """None at first sight: while the star is dragged most rows are seen once."""
        number = int(self._model.rows[row])
        alike = self._likenesses.get(number)
        if alike is None:
            count = len(self._model.attributes)
            alike = self._likenesses[number] = tuple(self._model.likeness(row, j) for j in range(count))
        key = (number, alike)
        found = self._rows.get(key)
        if found is None and key not in self._seen:
            if len(self._seen) >= _MOST_CELLS:
                self._seen.clear()
            self._seen.add(key)
        elif found is None:
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            found = self._rows[key] = self._canvas(self._table.viewport().width(), height, brush.theme.panel)
            painter = QPainter(found)
            inside = Brush(painter, brush.theme, brush.fonts)
            with inside.figures_at_once():
                self._paint_still(inside, row, 0, height, spans)
            painter.end()
        return found

    def _canvas(self, width: float, height: float, colour: str) -> QPixmap:
        ratio = self._table.devicePixelRatioF()
        made = QPixmap((QSizeF(width, height) * ratio).toSize())
        made.setDevicePixelRatio(ratio)
        made.fill(fill(colour))
        return made

    def _place(
        self, brush: Brush, column: int, left: float, width: float, top: float, height: float
    ) -> QRectF:
        pad = brush.theme.px(CELL_PAD)
        inset = self._table.heads.insets.get(column, 0.0)
        return QRectF(left + pad + inset, top, width - 2 * pad - inset, height)

    def _paint_still(
        self, brush: Brush, row: int, top: float, height: float, spans: list[Span], lit: bool = False
    ) -> None:
        model, theme = self._model, brush.theme
        for column, left, width in spans:
            place = self._place(brush, column, left, width, top, height)
            if column >= FIXED:
                j = column - FIXED
                text, likeness = model.value_text(row, j), model.likeness(row, j)
                if lit or likeness not in ("same", "differs"):
                    paint_value(brush, place, text, likeness)  # numbers are too many to keep
                else:
                    brush.painter.drawPixmap(
                        QPointF(left, top), self._cell(brush, text, likeness, width, height)
                    )
            elif column == ROW:
                brush.right(place.right(), top, height, model.text(row, column))
            elif column == CLASS:
                brush.marker(place.left() + theme.px(6), top + height / 2, int(model.classes[row]))
                brush.text(place.adjusted(theme.px(15), 0, 0, 0), model.text(row, CLASS))

    def _cell(self, brush: Brush, text: str, likeness: Likeness, width: float, height: float) -> QPixmap:
        key = (text, likeness, width)
        found = self._cells.get(key)
        if found is None:
            if len(self._cells) >= _MOST_CELLS:
                self._cells.clear()
            found = self._cells[key] = self._canvas(width, height, brush.theme.panel)
            painter = QPainter(found)
            pad = brush.theme.px(CELL_PAD)
            place = QRectF(pad, 0, width - 2 * pad, height)
            paint_value(Brush(painter, brush.theme, brush.fonts), place, text, likeness)
            painter.end()
        return found


def paint_value(brush: Brush, place: QRectF, text: str, likeness: Likeness) -> None:
    """A value: equal ones stand out by weight and underline, near ones by ink; of the nominal ones those that
    differ are boxed.
    """
    theme, fonts = brush.theme, brush.fonts
    match likeness:
        case "equal":
            brush.text(place.adjusted(-2, 0, 0, 0), text, align=RIGHT, font=fonts.strong)
            wide = min(fonts.width(text, fonts.strong), place.width())
            line = QRectF(place.right() - wide, place.center().y() + theme.px(7), wide, theme.px(1.4))
            brush.painter.fillRect(line, fill(theme.accent_line))
        case "near":
            brush.text(place, text, align=RIGHT)
        case "far":
            brush.text(place, text, align=RIGHT, colour=theme.ink3)
        case "same":
            brush.text(_wider(place, theme.px(CELL_PAD)), text, align=CENTRE, colour=theme.ink3)
        case "differs":
            _boxed(brush, fonts, _wider(place, theme.px(CELL_PAD)), text)


def _wider(place: QRectF, pad: float) -> QRectF:
    """Values in the middle of their column need no padding."""
    return place.adjusted(2 - pad, 0, pad - 2, 0)


def _boxed(brush: Brush, fonts: Fonts, place: QRectF, text: str) -> None:
    theme = brush.theme
    text = fonts.fitted(text, fonts.strong, place.width())
    wide = min(fonts.width(text, fonts.strong) + theme.px(9), place.width() + 4)
    tall = theme.px(18)
    box = QRectF(place.center().x() - wide / 2, place.center().y() - tall / 2, wide, tall)
    brush.painter.setPen(Qt.PenStyle.NoPen)
    brush.painter.setBrush(fill(theme.fill))
    brush.painter.drawRoundedRect(box, 2, 2)
    brush.text(place, text, align=CENTRE, font=fonts.strong)
