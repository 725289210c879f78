"""The k slider: a scale that gives the small k room, with ticks below it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from lwnb_gui.plots.slider_axis import slider_k, slider_place, slider_ticks
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.theme_qt import ui_font

MARGIN = 16  # beside the groove, so that the handle is whole at both ends
_ONE_GESTURE = 0.7  # seconds between two steps by wheel or key that count as one step of the history

ChooseK = Callable[[int, object], None]


class Gesture:
    """Hands out the token of a step: the same one while steps follow each other closely."""

    def __init__(self) -> None:
        self._token = object()
        self._last = 0.0

    def begin(self) -> object:
        """A new step, whatever came before."""
        self._token, self._last = object(), time.monotonic()
        return self._token

    def go_on(self) -> object:
        """The step under way."""
        self._last = time.monotonic()
        return self._token

    def token(self) -> object:
        """The step under way if the last one was just now, else a new one."""
        return self.go_on() if time.monotonic() - self._last < _ONE_GESTURE else self.begin()


class KSlider(QWidget):
    """Position t(k) = ln((k + 4)/5) / ln((n + 4)/5). Calls `choose(k, token)` when the user moves it."""

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose = choose
        self._theme: Theme = LIGHT
        self._k, self._n = 1, 1
        self._wheel = 0
        self._ticks: list[tuple[int, float]] = []  # k and its place from 0 to 1
        self.gesture = Gesture()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("k, the number of neighbours")
        self.setToolTip(
            "k is how many neighbours are in. The scale gives the small k room, because there each step "
            "changes most. Wheel and arrows move by 1, page keys by 10."
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_theme(LIGHT)

    @property
    def k(self) -> int:
        return self._k

    def set_range(self, n: int) -> None:
        """n: the training rows, the largest k."""
        if n != self._n:
            self._n = max(1, n)
            self._ticks = [(k, float(slider_place(k, self._n))) for k in slider_ticks(self._n)]
            self.update()

    def set_k(self, k: int) -> None:
        if k != self._k:
            self._k = k
            self.update()
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, k))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._plain = ui_font(theme, theme.size_small)
        self._bold = ui_font(theme, theme.size_small, semibold=True)
        self.update()

    def x_of(self, k: int) -> float:
        """Where a k lies, in pixels."""
        return MARGIN + float(slider_place(k, self._n)) * (self.width() - 2 * MARGIN)

    def k_at(self, x: float) -> int:
        """The k nearest to a place in pixels."""
        return slider_k((x - MARGIN) / max(1, self.width() - 2 * MARGIN), self._n)

    def sizeHint(self) -> QSize:
        return QSize(600, round(self._theme.px(50)))

    # -- moving it ----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._choose(self.k_at(event.position().x()), self.gesture.begin())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self.k_at(event.position().x()), self.gesture.go_on())

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._wheel += event.angleDelta().y() or event.angleDelta().x()
        steps, self._wheel = int(self._wheel / 120), self._wheel - int(self._wheel / 120) * 120
        if steps:
            self._choose(self._clip(self._k + steps), self.gesture.token())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        steps = {
            key.Key_Left: -1, key.Key_Down: -1, key.Key_Right: 1, key.Key_Up: 1,
            key.Key_PageDown: -10, key.Key_PageUp: 10,
        }.get(Qt.Key(event.key()))  # fmt: skip
        if steps is not None:
            self._choose(self._clip(self._k + steps), self.gesture.token())
        elif event.key() == key.Key_Home:
            self._choose(1, self.gesture.begin())
        elif event.key() == key.Key_End:
            self._choose(self._n, self.gesture.begin())
        else:
            super().keyPressEvent(event)

    def _clip(self, k: int) -> int:
        return max(1, min(k, self._n))

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y = theme.px(22 if self.height() > theme.px(44) else 13)
        left, right, x = float(MARGIN), float(self.width() - MARGIN), self.x_of(self._k)
        on = theme.accent if self.isEnabled() else theme.separator_strong
        half = theme.line_groove / 2
        painter.fillRect(QRectF(left, y - half, right - left, 2 * half), QColor(theme.separator_strong))
        painter.fillRect(QRectF(left, y - half, x - left, 2 * half), QColor(on))
        self._paint_ticks(painter, y, x)
        radius = theme.px(7.5)
        painter.setPen(QPen(QColor(on), theme.px(2)))
        painter.setBrush(QColor(theme.panel))
        painter.drawEllipse(QPointF(x, y), radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(on))
        painter.drawEllipse(QPointF(x, y), theme.px(2.5), theme.px(2.5))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent_line), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, y), radius + theme.px(3), radius + theme.px(3))

    def _paint_ticks(self, painter: QPainter, y: float, x: float) -> None:
        theme = self._theme
        plain, bold = self._plain, self._bold
        painter.setFont(bold)
        own = painter.fontMetrics().horizontalAdvance(str(self._k))
        for k, place in self._ticks:
            at = MARGIN + place * (self.width() - 2 * MARGIN)
            if k == self._k:
                continue
            painter.setPen(QPen(QColor(theme.ink3 if self.isEnabled() else theme.separator_strong), 1))
            painter.drawLine(QPointF(at, y + theme.px(9)), QPointF(at, y + theme.px(12)))
            painter.setFont(plain)
            width = painter.fontMetrics().horizontalAdvance(str(k))
            if abs(at - x) < (own + width) / 2 + theme.px(6):
                continue  # the current k stands there
            painter.setPen(QColor(theme.ink2 if self.isEnabled() else theme.ink3))
            self._label(painter, at, y, str(k))
        painter.setFont(bold)
        painter.setPen(QColor(theme.ink if self.isEnabled() else theme.ink3))
        self._label(painter, x, y, str(self._k))

    def _label(self, painter: QPainter, x: float, y: float, text: str) -> None:
        width = painter.fontMetrics().horizontalAdvance(text)
        left = min(max(0.0, x - width / 2), self.width() - width)
        painter.drawText(QPointF(left, y + self._theme.px(24)), text)
