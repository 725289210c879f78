"""Widgets that paint every pixel of their place, so that nothing behind them is painted with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSpinBox

from lwnb_gui.qt.panels.painting import StillPicture, fill

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractSpinBox as SpinBox
    from PySide6.QtWidgets import QWidget as Widget
else:
    Widget = SpinBox = object  # what these are mixed into is one

_SPIN_BOX = QStyle.ComplexControl.CC_SpinBox


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


class StillFrame(StaysOpaque, SpinBox):
    """For spin boxes: frame and buttons are a picture, on the ground they stand on, while numbers change."""

    _ground = "#ffffff"
    _frame: StillPicture | None = None

    def set_ground(self, colour: str) -> None:
        """The colour of what is behind it; with another theme the frame is another, too."""
        self._ground, self._frame = colour, None
        self._be_opaque()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        self._frame = None  # it may be dressed in another way
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        key = (option.state, option.activeSubControls, option.stepEnabled)

        def paint(painter: QPainter) -> None:
            self.style().drawComplexControl(_SPIN_BOX, option, painter, self)

        self._frame = self._frame or StillPicture()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._frame.of(self, key, self._ground, paint))
        painter.end()
