"""Widgets that paint every pixel of their place, so that nothing behind them is painted with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QScrollBar

from lwnb_gui.qt.panels.painting import fill

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as Widget
else:
    Widget = object  # what this is mixed into is one


class StaysOpaque(Widget):
    """For sliders and spin boxes, which Qt's styles take to be transparent whenever they dress one."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._be_opaque()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._be_opaque()

    def _be_opaque(self) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)


class GroundedScrollBar(StaysOpaque, QScrollBar):
    """A scroll bar on the ground of what it scrolls."""

    _ground = "#ffffff"

    def set_ground(self, colour: str) -> None:
        self._ground = colour
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), fill(self._ground))
        painter.end()
        super().paintEvent(event)
