"""Heads of the table: learners above, data sets at the left; both stay in sight while one scrolls."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from lwnb_gui.qt.experiment.cell_layout import ROW, CellLayout
from lwnb_gui.qt.experiment.result_model import ResultModel
from lwnb_gui.qt.panels.painting import LEFT, Brush, Fonts, fill
from lwnb_gui.theme import LIGHT, Theme

NAME_LINE, PART_LINE = 24, 20


class LearnerHeads(QHeaderView):
    """The learner's name; below it what the parts of a cell are. A click sorts."""

    def __init__(self, model: ResultModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.layout_of_cell: CellLayout | None = None
        self.with_paper = False
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(4)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        return QSize(0, round(self.theme.px(NAME_LINE + PART_LINE)))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, model, fonts = self.theme, self._model, self.fonts
        layout = self.layout_of_cell
        if layout is None or section >= len(model.sheet.frame.names):
            return
        painter.save()
        brush = Brush(painter, theme, fonts)
        left, top = float(rect.left()), float(rect.top())
        painter.fillRect(rect, fill(theme.panel))
        sign = sort_sign(model, section)
        base = " base" if section == model.sheet.frame.base and len(model.sheet.frame.names) > 1 else ""
        room = rect.width() - theme.px(16) - fonts.width(base + sign, fonts.small)
        start = left + theme.px(12)
        name = fonts.fitted_all(model.sheet.frame.names, fonts.strong, room)[section]
        line = theme.px(NAME_LINE)
        brush.text(QRectF(start, top, room + 2, line), name, font=fonts.strong)
        after = start + fonts.width(name, fonts.strong)
        words = f"{base} {sign}".rstrip() if sign else base
        brush.text(
            QRectF(after, top, left + rect.width() - after, line), words, colour=theme.ink2, font=fonts.small
        )
        parts = [("here" if self.with_paper else "mean", layout.figure), ("sd", layout.sd)]
        if self.with_paper:
            parts += [("paper", layout.paper), ("diff.", layout.difference)]
        for text, end in parts:
            brush.right(
                left + end, top + line, theme.px(PART_LINE), text, colour=theme.ink2, font=fonts.small
            )
        painter.fillRect(QRectF(left, top, 1, rect.height()), fill(theme.separator))
        painter.fillRect(QRectF(left, top + rect.height() - 1, rect.width(), 1), fill(theme.separator_strong))
        painter.restore()


class DatasetHeads(QHeaderView):
    """The data sets' names; pale while they have no figures."""

    def __init__(self, model: ResultModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._model = model
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.running = False
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(4)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def row_height(self) -> int:
        return round(self.theme.px(ROW))

    def sizeHint(self) -> QSize:
        names = (*self._model.order, "data set ▾", "paper, same 00")
        widest = max(self.fonts.width(name[:40], self.fonts.strong) for name in names)
        pad, most = self.theme.px(24), self.theme.px(170)
        return QSize(round(min(widest + pad, most)), 0)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        model, theme = self._model, self.theme
        if section >= len(model.order):
            return
        painter.save()
        brush = Brush(painter, theme, self.fonts)
        tinted = self.running and model.is_under_way(section)
        painter.fillRect(rect, fill(theme.accent_tint if tinted else theme.panel))
        line = model.sheet.lines.get(model.order[section], ())
        known = any(cell.done for cell in line)
        place = QRectF(rect).adjusted(theme.px(12), 0, -theme.px(4), 0)
        brush.text(place, model.order[section], align=LEFT, colour=theme.ink if known else theme.ink3)
        painter.restore()


def sort_sign(model: ResultModel, column: int) -> str:
    """▾ largest first, ▴ smallest first; nothing where the table is not sorted by this."""
    if model.sort_column != column:
        return ""
    return "▾" if model.descending else "▴"
