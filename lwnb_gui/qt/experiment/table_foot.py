"""Below the table: wins, ties and losses of every learner against the base; here, and as printed."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QTableView, QWidget

from lwnb_core.evaluation.experiment_result import Tally
from lwnb_gui.qt.experiment.cell_layout import ROW
from lwnb_gui.qt.panels.painting import CENTRE, Brush, Fonts, fill
from lwnb_gui.state.experiment_sheet import Sheet
from lwnb_gui.theme import LIGHT, Theme

_WORDS = ("wins / ties / losses", "against the base")


class TableFoot(QWidget):
    """Its columns are the table's, wherever that has been scrolled to."""

    def __init__(self, table: QTableView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._sheet = Sheet()
        self._with_paper = False
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.setAccessibleName("Wins, ties and losses")
        table.horizontalScrollBar().valueChanged.connect(lambda _: self.update())
        self.setToolTip(
            "On how many data sets a learner is significantly better than the base, not told apart from it, "
            "or worse, by the corrected resampled t-test at the 5 % level."
        )

    def show_sheet(self, sheet: Sheet, with_paper: bool) -> None:
        self._sheet, self._with_paper = sheet, with_paper
        self.setAccessibleDescription("; ".join(self._spoken()))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self.theme, self.fonts = theme, Fonts(theme)
        self.update()

    @property
    def needed_height(self) -> int:
        lines = len(self._lines())
        return round(self.theme.px(ROW) * max(lines, 2) + self.theme.px(6)) if lines else 0

    def _lines(self) -> list[tuple[str, list[Tally | None]]]:
        frame = self._sheet.frame
        columns = range(len(frame.names))
        if len(frame.names) < 2:
            return []
        counted = len(self._sheet.finished)

        def line(of: object) -> list[Tally | None]:
            return [None if i == frame.base else of(i) for i in columns]  # type: ignore[operator]

        lines = [(f"here, {counted}", line(self._sheet.tally))] if counted else []
        if self._with_paper:
            everywhere = lambda i: self._sheet.printed_tally(i, all_datasets=True)  # noqa: E731
            if counted:
                lines.append((f"paper, same {counted}", line(self._sheet.printed_tally)))
            lines.append((f"paper, all {len(frame.datasets)}", line(everywhere)))
        return lines

    def _spoken(self) -> list[str]:
        names = self._sheet.frame.names
        return [
            f"{head}: {name} wins {tally.wins}, ties {tally.ties}, loses {tally.losses}"
            for head, tallies in self._lines()
            for name, tally in zip(names, tallies, strict=True)
            if tally is not None
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, fonts = self.theme, self.fonts
        brush = Brush(painter, theme, fonts)
        painter.fillRect(self.rect(), fill(theme.panel))
        lines = self._lines()
        if not lines:
            return
        painter.fillRect(QRectF(0, 0, self.width(), 1), fill(theme.separator_strong))
        height = theme.px(ROW)
        margin = self._table.verticalHeader().width()
        frame = self._sheet.frame
        painter.setClipRect(QRectF(margin, 0, self.width() - margin, self.height()))
        for column in range(len(frame.names)):
            left = margin + self._table.columnViewportPosition(column)
            wide = self._table.columnWidth(column)
            painter.fillRect(QRectF(left, 0, 1, self.height()), fill(theme.separator))
            if column == frame.base:
                for i, words in enumerate(_WORDS):
                    place = QRectF(left + theme.px(12), theme.px(3) + i * height, wide - theme.px(14), height)
                    font = fonts.small_strong if i == 0 else fonts.small
                    brush.text(place, words, colour=theme.ink if i == 0 else theme.ink2, font=font)
                continue
            for i, (_, tallies) in enumerate(lines):
                tally = tallies[column]
                if tally is not None:
                    self._figures(brush, left + theme.px(12), theme.px(3) + i * height, height, tally)
        painter.setClipping(False)
        for i, (head, _) in enumerate(lines):
            place = QRectF(theme.px(12), theme.px(3) + i * height, margin - theme.px(14), height)
            brush.text(place, head, font=fonts.strong)

    def _figures(self, brush: Brush, left: float, top: float, height: float, tally: Tally) -> None:
        """Three figures with their ends below each other."""
        step = self.theme.px(24)
        for i, count in enumerate((tally.wins, tally.ties, tally.losses)):
            brush.right(left + (i + 0.8) * step, top, height, f"{count}", font=self.fonts.strong)
            if i < 2:
                at = QRectF(left + (i + 0.8) * step, top, self.theme.px(10), height)
                brush.text(at, "/", colour=self.theme.ink2, align=CENTRE)
