"""Paints the neighbours' rows. While k moves only the weights are painted anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable

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
    small,
)
from lwnb_gui.qt.panels.painting import CENTRE, RIGHT, Brush, Fonts, fill
from lwnb_gui.qt.panels.row_table import CELL_PAD, Place, RowTable, Span

_FADED = 0.2
_OLD = 0.55  # about ink 3, while the next numbers are being computed
_MOST_ROWS, _MOST_CELLS = 160, 3000
_WORDS = ("same", "differs")  # likenesses of nominal values


class NeighbourPainter:
    """Figures, the weight as a bar, the class, and the values beside the instance's.

    While k moves, nothing but the weights does. After most edits of the instance a neighbour's number, class
    and values are the same, and the same few words stand in many rows. All of it is kept as pictures: putting
    text on the screen is what costs most.
    """

    def __init__(self, model: NeighbourModel, table: RowTable, columns: Widths) -> None:
        self._model, self._table, self._columns = model, table, columns
        self._all: tuple[Hashable, QPixmap | None] = None, None  # rows in sight, painted at the second sight
        self._rows: dict[Hashable, QPixmap] = {}
        self._seen: set[Hashable] = set()  # rows that have been painted once
        self._cells: dict[Hashable, QPixmap] = {}
        self._ratio = 0.0
        self._spans: list[Span] = []
        self._predictors: list[int] = []  # whose values are in sight
        self.behind: NDArray[np.bool_] | None = None  # the neighbours that made the cell under the mouse
        self.is_old = False  # the figures are old: new ones are being computed

    def forget(self) -> None:
        """Another theme, or other data."""
        self._all = None, None
        self._rows.clear()
        self._seen.clear()
        self._cells.clear()

    def paint_rows(self, brush: Brush, places: list[Place], height: int, spans: list[Span]) -> None:
        if self._model.found is None:
            return
        ratio = self._table.devicePixelRatioF()
        if ratio != self._ratio:
            self._ratio = ratio
            self.forget()  # on another screen pictures are finer, or coarser
        if spans != self._spans:
            self._spans = list(spans)
            self._predictors = [column - FIXED for column, _, _ in spans if column >= FIXED]
            self._rows.clear()
        is_lit = places[0][0] <= self._table.hovered <= places[-1][0]
        if is_lit or self.is_old or self.behind is not None:
            for place in places:
                self._paint_row(brush, place, height)
            return
        picture = self._picture_of_all(brush, places, height)
        if picture is not None:
            brush.painter.drawPixmap(0, 0, picture)
        else:
            self._paint_still(brush, places, height)
        self._paint_weights(brush, places, height)

    def _paint_row(self, brush: Brush, place: Place, height: int) -> None:
        """A row that may look otherwise than the others."""
        row, top = place
        lit = row == self._table.hovered
        faded = self.behind is not None and row < len(self.behind) and not self.behind[row]
        brush.fade(_FADED if faded else _OLD if self.is_old else 1.0)
        if lit:
            full = QRectF(0, top, self._table.viewport().width(), height)
            brush.painter.fillRect(full, fill(brush.theme.accent_tint))
        self._paint_still(brush, [place], height, lit=lit)
        self._paint_weights(brush, [place], height)
        brush.fade(1.0)

    # -- what moves with k ----------------------------------------------------------------------------

    def _paint_weights(self, brush: Brush, places: list[Place], height: int) -> None:
        found = self._model.found
        assert found is not None
        pad = brush.theme.px(CELL_PAD)
        rows = slice(places[0][0], places[-1][0] + 1)
        for column, left, width in self._spans:
            if column == W:
                weights = found.weights[rows].tolist()
                x, room = self._inside(brush, column, left, width)
                self._paint_bars(brush, x, places, height, weights)
                for (_, top), weight in zip(places, weights, strict=True):
                    brush.right(x + room, top, height, small(weight, 3))
            elif column == RESCALED:
                for (_, top), weight in zip(places, found.rescaled[rows].tolist(), strict=True):
                    brush.right(left + width - pad, top, height, small(weight, 2))

    def _paint_bars(
        self, brush: Brush, left: float, places: list[Place], height: int, weights: list[float]
    ) -> None:
        painter, ink, full = brush.painter, fill(brush.theme.ink3), self._columns.bar
        tall = brush.theme.px(8)
        above, heaviest = (height - tall) / 2, self._model.heaviest
        for (_, top), weight in zip(places, weights, strict=True):
            if weight > 0:
                painter.fillRect(QRectF(left, top + above, max(1.0, full * weight / heaviest), tall), ink)

    # -- what moves with the instance -----------------------------------------------------------------

    def _picture_of_all(self, brush: Brush, places: list[Place], height: int) -> QPixmap | None:
        """All but the weights; None at first sight: while a value is edited no two sights are the same."""
        model = self._model
        assert model.found is not None
        rows = slice(places[0][0], places[-1][0] + 1)
        neighbours = (model.rows[rows].tobytes(), model.found.distances[rows].tobytes(), model.own)
        size = self._table.viewport().size()
        key = (neighbours, places[0], tuple(self._spans), size.toTuple())
        kept, picture = self._all
        if key != kept:
            self._all = key, None
            return None
        if picture is None:
            picture = self._painted(
                brush, size.width(), size.height(), lambda inside: self._paint_still(inside, places, height)
            )
            self._all = key, picture
        return picture

    def _paint_still(self, brush: Brush, places: list[Place], height: int, lit: bool = False) -> None:
        for row, top in places:
            picture = None if lit else self._picture(brush, row, height)
            if picture is not None:
                brush.painter.drawPixmap(0, top, picture)
            else:
                self._paint_row_of_data(brush, row, top, height, lit)
        self._paint_standing(brush, places, height)

    def _paint_standing(self, brush: Brush, places: list[Place], height: int) -> None:
        """Ranks, distances, and the grounds of the weights' bars."""
        theme, model = brush.theme, self._model
        pad, tall = theme.px(CELL_PAD), theme.px(8)
        ground, bar = fill(theme.fill), self._columns.bar
        for column, left, width in self._spans:
            if column in (RANK, D):
                for row, top in places:
                    brush.right(left + width - pad, top, height, model.text(row, column))
            elif column == W:
                x, _ = self._inside(brush, column, left, width)
                for _, top in places:
                    brush.painter.fillRect(QRectF(x, top + (height - tall) / 2, bar, tall), ground)

    # -- what does not --------------------------------------------------------------------------------

    def _picture(self, brush: Brush, row: int, height: int) -> QPixmap | None:
        """None at first sight: while the star is dragged most rows are seen once."""
        key = (self._model.rows.item(row), self._model.likenesses(row, self._predictors))
        found = self._rows.get(key)
        if found is None and key not in self._seen:
            if len(self._seen) >= _MOST_CELLS:
                self._seen.clear()
            self._seen.add(key)
        elif found is None:
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            width = self._table.viewport().width()
            found = self._rows[key] = self._painted(
                brush, width, height, lambda inside: self._paint_row_of_data(inside, row, 0, height)
            )
        return found

    def _painted(self, brush: Brush, width: float, height: float, paint: Callable[[Brush], None]) -> QPixmap:
        """A picture on the panel's ground."""
        made = QPixmap((QSizeF(width, height) * self._ratio).toSize())
        made.setDevicePixelRatio(self._ratio)
        made.fill(fill(brush.theme.panel))
        painter = QPainter(made)
        paint(Brush(painter, brush.theme, brush.fonts))
        painter.end()
        return made

    def _inside(self, brush: Brush, column: int, left: float, width: float) -> tuple[float, float]:
        """Where a cell's content begins, and its room."""
        pad = brush.theme.px(CELL_PAD)
        inset = self._table.heads.insets.get(column, 0.0)
        return left + pad + inset, width - 2 * pad - inset

    def _paint_row_of_data(self, brush: Brush, row: int, top: int, height: int, lit: bool = False) -> None:
        """A neighbour's number, class and values."""
        model, painter = self._model, brush.painter
        likenesses = model.likenesses(row, self._predictors)
        for column, left, width in self._spans:
            x, room = self._inside(brush, column, left, width)
            if column >= FIXED:
                j = column - FIXED
                text, likeness = model.value_text(row, j), likenesses[j - self._predictors[0]]
                if likeness not in _WORDS:
                    paint_number(brush, x, room, top, height, text, likeness)  # too many to keep
                elif lit:
                    paint_word(brush, QRectF(x, top, room, height), text, likeness)
                else:
                    painter.drawPixmap(QPointF(left, top), self._word(brush, text, likeness, width, height))
            elif column == ROW:
                brush.right(x + room, top, height, model.text(row, column))
            elif column == CLASS and lit:
                self._paint_class(brush, row, x, room, top, height)
            elif column == CLASS:
                painter.drawPixmap(QPointF(left, top), self._class(brush, row, left, width, height))

    def _paint_class(self, brush: Brush, row: int, x: float, room: float, top: float, height: float) -> None:
        px, code, explanation = brush.theme.px, self._model.classes.item(row), self._model.explanation
        assert explanation is not None
        names = brush.fonts.fitted_all(explanation.classes, brush.fonts.text, room - px(15))
        brush.marker(x + px(6), top + height / 2, code)
        brush.text(QRectF(x + px(15), top, room - px(15), height), names[code])

    def _class(self, brush: Brush, row: int, left: float, width: float, height: float) -> QPixmap:
        x, room = self._inside(brush, CLASS, 0.0, width)
        return self._cell(
            (CLASS, self._model.classes.item(row), x, width),
            lambda: self._painted(
                brush, width, height, lambda inside: self._paint_class(inside, row, x, room, 0, height)
            ),
        )

    def _word(self, brush: Brush, text: str, likeness: Likeness, width: float, height: float) -> QPixmap:
        pad = brush.theme.px(CELL_PAD)
        place = QRectF(pad, 0, width - 2 * pad, height)
        return self._cell(
            (text, likeness, width),
            lambda: self._painted(
                brush, width, height, lambda inside: paint_word(inside, place, text, likeness)
            ),
        )

    def _cell(self, key: Hashable, paint: Callable[[], QPixmap]) -> QPixmap:
        found = self._cells.get(key)
        if found is None:
            if len(self._cells) >= _MOST_CELLS:
                self._cells.clear()
            found = self._cells[key] = paint()
        return found


def paint_number(
    brush: Brush, left: float, room: float, top: float, height: float, text: str, likeness: Likeness
) -> None:
    """Equal ones stand out by weight and underline, near ones by ink."""
    theme, fonts = brush.theme, brush.fonts
    if likeness == "equal":
        place = QRectF(left, top, room, height)
        brush.text(place.adjusted(-2, 0, 0, 0), text, align=RIGHT, font=fonts.strong)
        wide = min(fonts.width(text, fonts.strong), place.width())
        line = QRectF(place.right() - wide, place.center().y() + theme.px(7), wide, theme.px(1.4))
        brush.painter.fillRect(line, fill(theme.accent_line))
        return
    colour = theme.ink if likeness == "near" else theme.ink3
    if fonts.figure_size(text, fonts.text)[0] <= room:
        brush.right(left + room, top, height, text, colour=colour)
    else:
        brush.text(QRectF(left, top, room, height), text, align=RIGHT, colour=colour)


def paint_word(brush: Brush, place: QRectF, text: str, likeness: Likeness) -> None:
    """Of the nominal values those that differ are boxed."""
    theme = brush.theme
    place = _wider(place, theme.px(CELL_PAD))
    if likeness == "same":
        brush.text(place, text, align=CENTRE, colour=theme.ink3)
    else:
        _boxed(brush, brush.fonts, place, text)


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
