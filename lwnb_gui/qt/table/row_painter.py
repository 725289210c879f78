"""The cells and titles of a table as shapes, painted like those of any scene."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from lwnb_gui.qt.scene.scene_painter import ScenePainter
from lwnb_gui.qt.table.row_model import Align, Cell, Column, RowModel
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.drawing.canvas import Measure, elided
from lwnb_gui.views.drawing.scene import Marker, Path, Rect, Shape, Text
from lwnb_gui.views.wording.names import shorten, shorten_all

Rectangle = tuple[float, float, float, float]  # x, y, width, height

ROW_HEIGHT, HEADER_HEIGHT, TWO_LINES = 22, 22, 44
_PAD, _CENTRE_PAD = 4, 2  # at both ends of a cell
_MARKER = 16  # from the left end of a marker to its text
_BAR_HEIGHT, _HIGH_BAR, _BAR_GAP = 8, 10, 8  # the gap is between a bar and its text
_BOX_PAD, _BOX_HEIGHT = 9, 18  # of a boxed value; the padding is that of both ends
_CHECK, _CHECK_SIZE = 22, 13  # from the left end of a box to tick to its text; its side
_FADED, _DIMMED = 0.2, 0.55


class TableStyle:
    """A theme with its fonts and with lengths in its pixels, shared by the cells and titles of a table."""

    def __init__(self, theme: Theme) -> None:
        self.theme, self.scale = theme, theme.px(1)
        self.painter = ScenePainter(theme)
        self.measure = self.painter.measure
        px = theme.px
        self.pads: dict[Align, float] = {"left": px(_PAD), "right": px(_PAD), "centre": px(_CENTRE_PAD)}
        self.marker, self.marker_centre, self.marker_size = px(_MARKER), px(6), px(8.3)
        self.check = px(_CHECK)
        self.bar_gap, self.box_pad, self.box_height = px(_BAR_GAP), px(_BOX_PAD), px(_BOX_HEIGHT)

    def cell_width(self, column: Column, cell: Cell) -> float:
        """Return the width that a cell needs, with a bar of the column's length."""
        text = self.measure(cell.text, cell.font) if cell.text else 0.0
        marker = self.marker if cell.marker is not None else 0.0
        marker += self.check if cell.check is not None else 0.0
        bar = column.bar * self.scale + self.bar_gap if column.bar else 0.0
        box = self.box_pad if column.align == "centre" else 0.0
        return text + marker + bar + max(box, 2 * self.pads[column.align]) + column.inset * self.scale + 1

    def title_width(self, column: Column, title: str) -> float:
        text = max(self.measure(title, "small"), self.measure(column.subtitle, "small"))
        return text + 2 * self.pads[column.align] + column.inset * self.scale + 1


def cell_shapes(cell: Cell, column: Column, rectangle: Rectangle, style: TableStyle) -> list[Shape]:
    """Return a cell as shapes."""
    x, y, width, height = rectangle
    pad, middle = style.pads[column.align], y + height / 2
    left, right = x + pad + column.inset * style.scale, x + width - pad
    shapes: list[Shape] = [Rect(x, y, width, height, cell.tint)] if cell.tint else []
    if cell.check is not None:
        side = style.theme.px(_CHECK_SIZE)
        centre = left + side / 2 if cell.text else (left + right) / 2
        shapes += _check(centre, middle, side, cell.check)
        left += style.check
    if cell.marker is not None:
        if cell.marker >= 0:
            centre = left + style.marker_centre if cell.text or column.align == "left" else x + width / 2
            shapes.append(Marker(centre, middle, cell.marker, style.marker_size))
        left += style.marker
    if cell.bar is not None:
        shapes += _bar(cell, column, left, right, middle, style)
    text = cell.text
    if not text:
        return shapes
    font, space = cell.font, right - left
    wide = style.measure(text, font)
    if wide > space or cell.marker is not None:  # a class that fits, too, is shortened as the others are
        text = _shortened(text, column, font, space, style.measure)
        wide = style.measure(text, font)
    if column.align == "right" or cell.bar is not None:
        left = right - wide
    elif column.align == "centre":
        left = (left + right - wide) / 2
    if cell.box:
        box, tall = min(wide + style.box_pad, space + 2 * pad), style.box_height
        shapes.append(Rect(left + (wide - box) / 2, middle - tall / 2, box, tall, "fill", radius=2))
    if cell.underline:
        shapes.append(Rect(left, middle + 7 * style.scale, wide, 1.4 * style.scale, "accent_line"))
    shapes.append(Text(left, middle, text, font, cell.ink))
    return shapes


def _bar(
    cell: Cell, column: Column, left: float, right: float, middle: float, style: TableStyle
) -> list[Shape]:
    tall = (_HIGH_BAR if column.half_mark else _BAR_HEIGHT) * style.scale
    texts = {cell.text, *(sample.text for sample in column.samples)}
    full = right - left - max(style.measure(text) for text in texts) - style.bar_gap
    if full < 12 * style.scale:
        return []
    shapes: list[Shape] = [Rect(left, middle - tall / 2, full, tall, "fill")]
    share = cell.bar or 0.0
    if share > 0:
        shapes.append(Rect(left, middle - tall / 2, max(1.0, full * min(share, 1.0)), tall, cell.bar_ink))
    if column.half_mark:
        shapes.append(Rect(round(left + full / 2), middle - tall / 2, 1, tall, "panel"))
    return shapes


def _check(x: float, y: float, side: float, checked: bool) -> list[Shape]:
    left, top = round(x - side / 2), round(y - side / 2)
    if not checked:
        return [Rect(left, top, side, side, "panel", "separator_strong", 2)]
    tick = tuple((left + a * side, top + b * side) for a, b in ((0.22, 0.54), (0.42, 0.74), (0.8, 0.28)))
    return [Rect(left, top, side, side, "accent", "accent", 2), Path(tick, "on_accent", side / 8)]


def _shortened(text: str, column: Column, font: str, space: float, measure: Measure) -> str:
    """Return the text, shortened to the available space.

    Names lose their middle; no sample looks like another, and all are shortened in the same way.
    """
    if column.is_numeric:
        return elided(text, font, space, measure)
    names = [sample.text for sample in column.samples]
    if text in names:
        return shorten_all(names, space, partial(measure, font=font))[names.index(text)]
    return shorten(text, space, partial(measure, font=font))


class RowPainter:
    """Paints the visible cells, straight from the columns."""

    def __init__(self, model: RowModel) -> None:
        self._model = model
        self.style = TableStyle(LIGHT)
        self.is_dimmed = False  # whether the cells belong to an earlier result
        self.picked = -1  # the row whose first cell is strong
        self.emphasised: NDArray[np.bool_] | None = None  # all other rows are faded

    def paint(self, painter: QPainter, tops: dict[int, int], height: int, spans: dict[int, range]) -> None:
        """Paint rows at their tops, and in them the columns in these ranges of x."""
        usual = _DIMMED if self.is_dimmed else 1.0
        by_opacity: dict[float, list[Shape]] = {usual: [], _FADED: []}
        for row, top in tops.items():
            opacity = usual if self.emphasised is None or self._is_emphasised(row) else _FADED
            shapes = by_opacity[opacity]
            for number, span in spans.items():
                column = self._model.columns[number]
                cell = column.cell(row)
                if row == self.picked and number == 0:
                    cell = replace(cell, strong=True)
                if cell.shapes:
                    painter.setOpacity(opacity)
                    self._paint_shapes(painter, cell, span, top, height)
                else:
                    shapes += cell_shapes(cell, column, (span.start, top, len(span), height), self.style)
        for opacity, shapes in by_opacity.items():
            painter.setOpacity(opacity)
            self.style.painter.paint(painter, shapes)

    def _is_emphasised(self, row: int) -> bool:
        assert self.emphasised is not None
        return row >= len(self.emphasised) or bool(self.emphasised[row])

    def _paint_shapes(self, painter: QPainter, cell: Cell, span: range, top: int, height: int) -> None:
        background = [Rect(0, 0, len(span), height, cell.tint)] if cell.tint else []
        painter.translate(span.start, top)
        self.style.painter.paint(painter, [*background, *cell.shapes])
        painter.translate(-span.start, -top)


class RowHeader(QHeaderView):
    """The column titles, aligned with the columns; long ones are shortened, but remain different."""

    def __init__(self, model: RowModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self.style_of_table = TableStyle(LIGHT)
        self._titles: dict[int, str] = {}  # of the sections in sight
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(4)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        two_lines = any(column.subtitle or column.title_shapes for column in self._model.columns)
        return QSize(0, round(self.style_of_table.theme.px(TWO_LINES if two_lines else HEADER_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        sections = self.sections_in_sight()
        spaces = [self._space(section) for section in sections]
        self._titles = dict(zip(sections, self.fitted_titles(sections, spaces), strict=True))
        super().paintEvent(event)
        if any(column.title_shapes for column in self._model.columns):
            return
        viewport = self.viewport()
        line = QRect(0, viewport.height() - 1, viewport.width(), 1)
        QPainter(viewport).fillRect(line, QColor(self.style_of_table.theme.separator))

    def fitted_titles(self, sections: list[int], spaces: list[float]) -> list[str]:
        """Return titles with their sort mark, each in the space that its section has."""
        titles = [self._model.title(section) for section in sections]
        measure = partial(self.style_of_table.measure, font="small")
        marks = [self._sort_mark(section) for section in sections]
        left = [space - measure(mark) if mark else space for space, mark in zip(spaces, marks, strict=True)]
        fitted = shorten_all(titles, left, measure)
        return [title + mark for title, mark in zip(fitted, marks, strict=True)]

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        column, style = self._model.columns[section], self.style_of_table
        if column.title_shapes is not None:
            painter.translate(rect.topLeft())
            style.painter.paint(painter, column.title_shapes(rect.width(), rect.height()))
            painter.translate(-rect.topLeft())
            return
        left = rect.left() + style.pads[column.align] + column.inset * style.scale
        right = rect.right() + 1 - style.pads[column.align]
        x = {"left": left, "right": right, "centre": (left + right) / 2}[column.align]
        lines = [self._titles.get(section, ""), column.subtitle]
        texts = [text for text in lines if text]
        step = rect.height() / max(len(texts), 1)
        style.painter.paint(
            painter,
            [
                Text(x, rect.top() + (i + 0.5) * step, text, "small", "ink2", align=column.align)
                for i, text in enumerate(texts)
            ],
        )

    def sections_in_sight(self) -> list[int]:
        """Return the columns that are at least partly visible."""
        width, result = self.viewport().width(), []
        for section in range(max(self.visualIndexAt(0), 0), self.count()):
            if self.sectionViewportPosition(section) > width:
                break
            if not self.isSectionHidden(section):
                result.append(section)
        return result

    def _space(self, section: int) -> float:
        column, style = self._model.columns[section], self.style_of_table
        return self.sectionSize(section) - 2 * style.pads[column.align] - column.inset * style.scale

    def _sort_mark(self, section: int) -> str:
        if not self.isSortIndicatorShown() or self.sortIndicatorSection() != section:
            return ""
        return " ▾" if self.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder else " ▴"


class RowTitles(QHeaderView):
    """The titles of rows, which stay in place while the table scrolls to the right."""

    def __init__(self, model: RowModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._model = model
        self.style_of_table = TableStyle(LIGHT)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setDefaultSectionSize(ROW_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        column, style = self._model.row_titles, self.style_of_table
        if column is None:
            return
        cell = column.cell(int(self._model.rows[section]))
        rectangle = (rect.left(), rect.top(), rect.width(), rect.height())
        style.painter.paint(painter, cell_shapes(cell, column, rectangle, style))
