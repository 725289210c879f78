"""Words that change at every step of k without laying the window out anew."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_STEP = 48  # pixels by which a label that grows gets wider: seldom, and then by more than a digit


class LiveLabel(QWidget):
    """A label in a place of its own: its layout gives it room, and new words ask for none.

    A plain label tells its layout of every new text, that one the next, and so on up to the window: for one
    figure everything is measured anew. Where the room must follow the words, call `grow`.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(self)
        self.label.setObjectName(name)
        self._ground: QColor | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def text(self) -> str:
        return self.label.text()

    def setText(self, text: str) -> None:
        self.label.setText(text)

    def clear(self) -> None:
        self.label.clear()

    def set_ground(self, colour: str) -> None:
        """Fill the place with what is behind it, so that nothing behind it is painted with new words."""
        # Not by the palette: a widget that moves to another parent under a style sheet loses its own.
        self._ground = QColor(colour)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.update()
        self.updateGeometry()  # with another theme the type may be of another size

    def grow(self) -> None:
        """Room for the words, and for a few more; what they have had they keep."""
        needed = self.label.sizeHint().width()
        if needed > self.minimumWidth():
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            self.setFixedWidth(-(-needed // _STEP) * _STEP)

    def fontMetrics(self) -> QFontMetrics:
        return self.label.fontMetrics()

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        self.label.setAlignment(alignment)

    def setTextFormat(self, kind: Qt.TextFormat) -> None:
        self.label.setTextFormat(kind)

    def sizeHint(self) -> QSize:
        return self.label.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.label.minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._ground is not None:
            painter = QPainter(self)
            painter.fillRect(event.rect(), self._ground)
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.label.setGeometry(self.rect())
