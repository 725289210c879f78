"""A caption of at most two lines that never changes its height: a picture above it must not be redrawn."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QSizePolicy, QWidget

from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.painting import Fonts, fill, pen
from lwnb_gui.theme import LIGHT, Theme

_LINES, _STEP = 2, 14.0


def lines_of(text: str, font: QFont, width: float) -> list[str]:
    """A text broken into lines between its words."""
    layout = QTextLayout(text, font)
    lines: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 40))
        lines.append(text[line.textStart() : line.textStart() + line.textLength()].rstrip())
    layout.endLayout()
    return lines


class Caption(QWidget):
    """Wrapped to the width; what does not fit is in the tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._fonts: Fonts | None = None
        self.text = ""
        self._rows: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Caption of the map")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def say(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.setAccessibleDescription(text)
            self._wrap()

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._fonts = theme, Fonts(theme)
        self.setFixedHeight(round(theme.px(_LINES * _STEP + 6)))
        self._wrap()

    def sizeHint(self) -> QSize:
        return QSize(300, round(self._theme.px(_LINES * _STEP + 6)))

    def _wrap(self) -> None:
        if self._fonts is None:
            return
        width = self.width() - 2 * self._theme.px(PADDING)
        rows = lines_of(self.text, self._fonts.small, width)
        cut = len(rows) > _LINES
        if cut:
            rest = " ".join(rows[_LINES - 1 :])
            rows = [*rows[: _LINES - 1], self._fonts.fitted(rest, self._fonts.small, width)]
        self.setToolTip(self.text if cut else "")
        self._rows = tuple(rows)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), fill(self._theme.panel))
        if self._fonts is None:
            return
        painter.setFont(self._fonts.small)
        painter.setPen(pen(self._theme.ink2))
        step = self._theme.px(_STEP)
        y = (self.height() - step * len(self._rows)) / 2 + step * 0.78
        for row in self._rows:
            painter.drawText(QPointF(self._theme.px(PADDING), y), row)
            y += step
