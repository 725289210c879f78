"""A label of two lines next to a figure: it keeps its height, so that new text never resizes the figure."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lwnb_gui.qt.widgets.title_row import PADDING
from lwnb_gui.qt.widgets.tool_tip import in_lines
from lwnb_gui.text import breakable, unbroken
from lwnb_gui.theme import Theme

_HEIGHT = 34  # of two lines in the light theme
_FILLED = 1.8  # lines' widths that a wrapped text fills at least: lines end at the end of a word


class TwoLineLabel(QLabel):
    """Small wrapped text. What needs more than two lines is elided, and the tip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("small")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        edge = round(theme.px(PADDING))
        self.setContentsMargins(edge, 0, edge, 0)
        self.setFixedHeight(round(theme.px(_HEIGHT)))

    def setText(self, text: str) -> None:
        super().setText(unbroken(text))

    def text(self) -> str:
        """The text as it was set: no-break spaces are for the lines alone."""
        return breakable(super().text())

    def paintEvent(self, event: QPaintEvent) -> None:
        is_cut = self.heightForWidth(self.width()) > self.height()
        if self.toolTip() != (tip := in_lines(self.text()) if is_cut else ""):
            self.setToolTip(tip)
        if not is_cut:
            super().paintEvent(event)
            return
        rectangle = self.contentsRect()
        elided = self.fontMetrics().elidedText(
            super().text(), Qt.TextElideMode.ElideRight, round(_FILLED * rectangle.width())
        )
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
        QPainter(self).drawText(rectangle, flags, elided)
