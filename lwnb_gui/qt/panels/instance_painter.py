"""Paints the rows of the list of instances."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRectF, Qt

from lwnb_gui.qt.panels.instance_model import HEADS, InstanceModel
from lwnb_gui.qt.panels.painting import CENTRE, RIGHT, Brush, fill
from lwnb_gui.qt.panels.row_table import RowTable, Span

# Share of the width that each column gets.
_SHARES = (36, 36, 44, 32, 38, 54)
assert len(_SHARES) == len(HEADS)


class InstancePainter:
    """Row number, true class, and who errs; straight from the model's arrays."""

    def __init__(self, model: InstanceModel, table: RowTable) -> None:
        self._model, self._table = model, table
        self.at = -1  # where the test instance stands in the list

    def widths(self, width: int) -> list[int]:
        """Widths of the columns: as in the picture of 240 pixels, and the row's number always whole."""
        last = str(int(self._model.rows[-1]) + 1) if len(self._model.rows) else ""
        fonts, px = self._table.fonts, self._table.theme.px
        first = round(max(width * _SHARES[0] / sum(_SHARES), fonts.width(last, fonts.strong) + px(10)))
        shares = _SHARES[1:]
        edges = [round((width - first) * sum(shares[:i]) / sum(shares)) for i in range(len(shares) + 1)]
        return [first, *(b - a for a, b in pairwise(edges))]

    def paint_row(self, brush: Brush, row: int, top: float, height: float, spans: list[Span]) -> None:
        """A number, the true class's marker, and for each learner a dot or the marker of its error."""
        theme, model, table = brush.theme, self._model, self._table
        current = row == self.at
        if current or row == table.hovered:
            full = QRectF(0, top, table.viewport().width(), height)
            brush.painter.fillRect(full, fill(theme.accent_tint if current else theme.hover))
        true = model.true_of(row)
        for column, left, width in spans:
            if column == 0:
                font = brush.fonts.strong if current else brush.fonts.text
                place = QRectF(left, top, width - theme.px(6), height)
                brush.text(place, str(int(model.rows[row]) + 1), align=RIGHT, font=font)
                continue
            code = true if column == 1 else model.given(row, column - 2)
            if code is None:
                continue
            middle, centre = left + width / 2, top + height / 2
            if code < 0:
                brush.text(QRectF(left, top, width, height), "?", align=CENTRE, colour=theme.ink3)
            elif column > 1 and code == true:
                brush.painter.setPen(Qt.PenStyle.NoPen)
                brush.painter.setBrush(fill(theme.ink2))
                radius = theme.px(1.3)
                brush.painter.drawEllipse(QRectF(middle - radius, centre - radius, 2 * radius, 2 * radius))
            else:
                brush.marker(middle, centre, code)
