"""The names of the ribbon's rows. Apart from the ribbon, so that the strip is there before matplotlib is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.theme_qt import ui_font

TOP, BOTTOM = 9.0, 3.0  # room above and below the ribbon
ROW, GAP = 8.0, 3.0  # of a rival, as the figure draws them


class RibbonNames(QWidget):
    """The names of the ribbon's rows, at its left, level with them."""

    def __init__(self, beside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._beside = beside
        self._theme: Theme = LIGHT
        self.rivals = True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        height = self._beside.height()
        below = theme.px(BOTTOM) + (2 * theme.px(ROW + GAP) if self.rivals else 0)
        middle = (theme.px(TOP) + height - below) / 2
        line = theme.px(14)
        lines = [
            ("LWNB posterior", middle - line / 2, theme.ink2),
            ("at every k", middle + line / 2, theme.ink3),
        ]
        if self.rivals:
            bottom = height - theme.px(BOTTOM)
            row = theme.px(ROW + GAP)
            lines += [
                ("KNN says", bottom - row - theme.px(ROW) / 2, theme.ink2),
                ("KNNDW says", bottom - theme.px(ROW) / 2, theme.ink2),
            ]
        for text, y, colour in lines:
            painter.setFont(ui_font(theme, theme.size_least if "says" in text else theme.size_small))
            painter.setPen(QColor(colour))
            where = QRectF(0, y - line / 2, self.width(), line)
            painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
