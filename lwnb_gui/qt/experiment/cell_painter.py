"""Paints the cells of the table: finished, under way, queued or failed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from lwnb_core.evaluation.significance import Mark
from lwnb_gui.qt.experiment.cell_layout import ROW, CellLayout
from lwnb_gui.qt.experiment.result_model import ResultModel
from lwnb_gui.qt.panels.painting import LEFT, Brush, Fonts, fill, pen
from lwnb_gui.state.experiment_sheet import SheetCell
from lwnb_gui.text import fixed
from lwnb_gui.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex
# Which of the theme's three tints a difference gets; what is met has none, so a clean table is white.
TINTS = {"near": 0, "off": 1, "far": 2}


class CellPainter(QStyledItemDelegate):
    """One cell: figure, sd, mark; beside them the printed figure and the difference, tinted by its size."""

    def __init__(self, model: ResultModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.layout: CellLayout | None = None
        self.with_paper = False
        self.running = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self.layout.width if self.layout is not None else 100
        return QSize(round(width), round(self.theme.px(ROW)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        layout, theme, model = self.layout, self.theme, self._model
        if layout is None:
            return
        place = QRectF(option.rect)
        state = option.state
        cell = model.cell(index.row(), index.column())
        painter.save()
        brush = Brush(painter, theme, self.fonts)
        under_way = self.running and model.is_under_way(index.row())
        if under_way:
            painter.fillRect(place, fill(theme.accent_tint))
        self._figures(brush, place, cell, layout, self.running and under_way)
        note = model.note(index.row())
        if note and cell.done == 0 and not self.with_paper:
            self._words(brush, place, layout, note if index.column() == 0 else "")
        painter.fillRect(QRectF(place.left(), place.top(), 1, place.height()), fill(theme.separator))
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(pen(theme.accent if state & QStyle.StateFlag.State_Active else theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(1.5, 0.5, -0.5, -0.5))
        painter.restore()

    def _figures(
        self, brush: Brush, place: QRectF, cell: SheetCell, layout: CellLayout, under_way: bool
    ) -> None:
        theme, fonts = self.theme, self.fonts
        left, top, height = place.left(), place.top(), place.height()
        if self.with_paper and cell.printed is not None:
            tint = TINTS.get(cell.tone)
            if tint is not None:
                start = layout.paper + theme.px(1)
                box = QRectF(left + start, top, layout.difference + theme.px(3) - start, height)
                brush.painter.fillRect(box, fill(theme.difference[tint]))
            known = cell.done > 0 and not cell.failed
            colour = theme.ink if known and cell.is_done else theme.ink3
            brush.right(left + layout.paper, top, height, f"{cell.printed.mean:.2f}", colour=colour)
            if cell.difference:
                ink = theme.ink if tint is not None else theme.ink3
                brush.right(
                    left + layout.difference, top, height, cell.difference, colour=ink, font=fonts.small
                )
        if cell.failed:
            self._words(brush, place, layout, cell.error)
        elif under_way and not cell.is_done:
            self._bar(brush, place, cell, layout)
        elif cell.done:
            whole = cell.is_done
            figure = fixed(cell.result.mean, layout.decimals)
            ink = theme.ink if whole else theme.ink3
            brush.right(left + layout.figure, top, height, figure, colour=ink, font=fonts.strong)
            sd = fixed(cell.result.sd, layout.sd_decimals) if whole else f"{_percent(cell)}%"
            brush.right(left + layout.sd, top, height, sd, colour=theme.ink2, font=fonts.small)
            if whole:
                centre = QPointF(left + layout.mark, top + height / 2)
                paint_mark(brush.painter, centre, cell.result.mark, theme)
                if self.with_paper and cell.other_mark:
                    side = theme.px(12)
                    brush.painter.setPen(pen(theme.accent, 1.5))
                    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
                    brush.painter.drawRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side))

    def _bar(self, brush: Brush, place: QRectF, cell: SheetCell, layout: CellLayout) -> None:
        theme = self.theme
        start, thick = theme.px(12), theme.px(6)
        end = layout.mark + theme.px(6) if self.with_paper else layout.sd - theme.px(4)
        if not self.with_paper:
            end = layout.figure
        middle = place.top() + (place.height() - thick) / 2
        brush.bar(QRectF(place.left() + start, middle, end - start, thick), cell.share, theme.accent)
        at = layout.difference if self.with_paper else layout.mark + theme.px(8)
        brush.right(
            place.left() + at,
            place.top(),
            place.height(),
            f"{_percent(cell)} %",
            colour=theme.ink2,
            font=self.fonts.small,
        )

    def _words(self, brush: Brush, place: QRectF, layout: CellLayout, words: str) -> None:
        """Why there is no figure, as far as there is room; the tooltip has all of it."""
        room = place.adjusted(self.theme.px(8), 0, -self.theme.px(4), 0)
        if self.with_paper:
            room.setRight(place.left() + layout.mark + self.theme.px(6))
        brush.text(room, words, align=LEFT, colour=self.theme.ink2, font=self.fonts.italic)


def _percent(cell: SheetCell) -> str:
    """How much of a cell is done; what has begun is never nothing."""
    return str(int(100 * cell.share)) if cell.share >= 0.01 or not cell.done else "<1"


def paint_mark(painter: QPainter, centre: QPointF, mark: Mark, theme: Theme) -> None:
    """○ better than the base, • worse: told by their filling, not by a colour."""
    if not mark:
        return
    painter.setPen(pen(theme.ink, theme.px(1.5)))
    painter.setBrush(fill(theme.ink) if mark == "-" else fill(theme.panel))
    radius = theme.px(3.2)
    painter.drawEllipse(centre, radius, radius)
