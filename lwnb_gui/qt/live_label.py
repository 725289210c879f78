"""Words that change at every step of k without laying the window out anew."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lwnb_gui.text import same_figures

_STEP = 48  # pixels by which a label that grows gets wider: seldom, and then by more than a digit
_ANY_WIDTH, _ANY_HEIGHT = 100_000, 2000
_MOST_SIZES = 100
_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight)
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class LiveLabel(QLabel):
    """A label that paints its own words: its layout gives it room, and new words ask for none.

    A plain label tells its layout of every new text, that one the next, and so on up to the window: for one
    figure everything is measured anew. Where the room must follow the words, call `grow`. Of the plain label
    it has the looks that the style sheet gives, and its role for a screen reader.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._words = ""
        self._flags = int(self.alignment())
        self._left = self._right = 0
        self._sizes: dict[tuple[str, int], QSize] = {}  # of words and a width, in the present font
        self._ground: QColor | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def text(self) -> str:
        return self._words

    def setText(self, text: str) -> None:
        if text != self._words:
            self._words = text
            self.setAccessibleName(text)
            self.update()

    def clear(self) -> None:
        self.setText("")

    def set_ground(self, colour: str) -> None:
        """Fill the place with what is behind it, so that nothing behind it is painted with new words."""
        # Not by the palette: a widget that moves to another parent under a style sheet loses its own.
        self._ground = QColor(colour)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.update()
        self.updateGeometry()  # with another theme the type may be of another size

    def grow(self) -> None:
        """Room for the words, and for a few more; what they have had they keep."""
        needed = self.sizeHint().width()
        if needed > self.minimumWidth():
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            self.setFixedWidth(-(-needed // _STEP) * _STEP)

    def setIndent(self, indent: int) -> None:
        """Room beside the words, on the side on which they stand."""
        super().setIndent(indent)
        self._left, self._right = (0, indent) if self._flags & _AT_RIGHT else (indent, 0)

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        super().setAlignment(alignment)
        self._flags = int(alignment) | (self._flags & _WRAPPED)

    def setWordWrap(self, on: bool) -> None:
        super().setWordWrap(on)
        self._flags = int(self.alignment()) | (_WRAPPED if on else 0)
        self._sizes.clear()

    def height_at(self, width: int) -> int:
        """What the words need at a width, in as many lines as that takes; nothing for no words."""
        return self._needed(width).height() if self._words else 0

    def sizeHint(self) -> QSize:
        needed = self._needed() if self._words else QSize(0, self.fontMetrics().lineSpacing())
        return needed + QSize(self._left + self._right, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _needed(self, width: int = _ANY_WIDTH) -> QSize:
        """The words' own size. All figures are equally wide here, so that others need nothing else."""
        key = (same_figures(self._words), width)
        size = self._sizes.get(key)
        if size is None:
            if len(self._sizes) >= _MOST_SIZES:
                self._sizes.clear()
            self.ensurePolished()  # or it has not the font yet
            room = QRect(0, 0, width, _ANY_HEIGHT)
            size = self.fontMetrics().boundingRect(room, self._flags & _WRAPPED, self._words).size()
            self._sizes[key] = size
        return size

    def changeEvent(self, event: QEvent) -> None:
        self._sizes.clear()  # it may be of another font
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)  # with the font and the pen of the style sheet
        self.paint_ground(painter, event)
        painter.drawText(self.rect().adjusted(self._left, 0, -self._right, 0), self._flags, self._words)
        painter.end()

    def paint_ground(self, painter: QPainter, event: QPaintEvent) -> None:
        if self._ground is not None:
            painter.fillRect(event.rect(), self._ground)
