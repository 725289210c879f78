"""The line between two parts of a place, which can be dragged."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from lwnb_gui.qt.context import Context


class Splitter(QSplitter):
    """Paints its own line, so that it needs no style sheet: one that is put on a splitter has Qt style all
    panels in it anew, in one go.
    """

    def __init__(self, direction: Qt.Orientation, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(direction, parent)
        self.context = context
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)

    def createHandle(self) -> QSplitterHandle:
        return _Line(self)


class _Line(QSplitterHandle):
    def __init__(self, splitter: Splitter) -> None:
        super().__init__(splitter.orientation(), splitter)
        self._context = splitter.context
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        colour = theme.accent_line if self.underMouse() else theme.separator_strong
        QPainter(self).fillRect(self.contentsRect(), QColor(colour))
