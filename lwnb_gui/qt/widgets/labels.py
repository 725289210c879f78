"""Labels of one line, of two and of as many as their text needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lwnb_gui.qt.widgets.tool_tip import in_lines, show_tip
from lwnb_gui.text import breakable, unbroken
from lwnb_gui.theme import Theme

PADDING = 12  # at the ends of titles and captions
_HEIGHT = 34  # of two lines in the light theme
_FILLED = 1.8  # a wrapped text fills at least this many line widths, because lines end between words


class ElidedLabel(QLabel):
    """A label of plain text. If it is elided, the tip has the whole text, unless it has its own tip."""

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


class TwoLineLabel(QLabel):
    """Small wrapped text next to a figure: it keeps its height, so that new text never resizes the figure.

    What needs more than two lines is elided, and the tip has all of it.
    """

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
        """The text as it was set, without the no-break spaces for the lines."""
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


class WrappedLabel(QLabel):
    """A label of plain text over several lines, always as high as it needs to be.

    It sets its own height, because a QStackedWidget around it ignores `heightForWidth`.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None, name: str = "small") -> None:
        super().__init__(unbroken(text), parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        super().setText(unbroken(text))
        self._fit()

    def text(self) -> str:
        """The text as it was set, without the no-break spaces for the lines."""
        return breakable(super().text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(0)  # otherwise the old height would be part of the answer
        height = self.heightForWidth(self.width())
        if height > 0:
            self.setFixedHeight(height)
