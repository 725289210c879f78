"""A label of one line that ends in an ellipsis where it is too narrow for its text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lwnb_gui.qt.widgets.tool_tip import show_tip


class ElidedLabel(QLabel):
    """Plain text. Where it is elided, the tip has the whole text, unless the label has a tip of its own."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._needs_tip():
            show_tip(event.globalPos(), self.text(), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        alignment, ink = int(self.alignment()), self.foregroundRole()
        self.style().drawItemText(
            painter, self.contentsRect(), alignment, self.palette(), self.isEnabled(), self._elided(), ink
        )

    def _needs_tip(self) -> bool:
        return not self.toolTip() and self._elided() != self.text()

    def _elided(self) -> str:
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)
