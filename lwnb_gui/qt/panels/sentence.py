"""Words below formulas, which follow every step; the number they speak of is bold."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QTextCharFormat, QTextLayout

from lwnb_gui.qt.live_label import LiveLabel


class Sentence(LiveLabel):
    """As many lines as its height has room for."""

    _lead = ""

    def say(self, words: str, lead: str = "") -> None:
        self._lead = lead
        self.setText(f"{lead} {words}" if lead else words)

    def lines_at(self, width: int) -> int:
        """How many lines the words take."""
        return round(self.height_at(width) / max(self.fontMetrics().lineSpacing(), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._lead:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        self.paint_ground(painter, event)
        self._layout().draw(painter, QPointF(0, 0))
        painter.end()

    def _layout(self) -> QTextLayout:
        bold = QTextLayout.FormatRange()
        bold.start, bold.length, bold.format = 0, len(self._lead), QTextCharFormat()
        bold.format.setFontWeight(QFont.Weight.DemiBold)
        layout, top = QTextLayout(self.text(), self.font()), 0.0
        layout.setFormats([bold])
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self.width())
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout
