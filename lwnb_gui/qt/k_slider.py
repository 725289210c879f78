"""The k slider: a scale that gives the small k room, with ticks below it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QWidget

from lwnb_gui.plots.slider_axis import place_of_k, slider_k, slider_ticks
from lwnb_gui.plots.theme import LIGHT, Theme
from lwnb_gui.qt.opaque import StaysOpaque
from lwnb_gui.qt.panels.painting import StillPicture, fill, pen
from lwnb_gui.qt.theme_qt import ui_font

_ANTIALIASING = QPainter.RenderHint.Antialiasing
_NO_PEN, _NO_BRUSH = Qt.PenStyle.NoPen, Qt.BrushStyle.NoBrush
MARGIN = 16  # beside the groove, so that the handle is whole at both ends
_ONE_GESTURE = 0.7  # seconds between two steps by wheel or key that count as one step of the history

ChooseK = Callable[[int, object], None]


def is_command(event: QKeyEvent) -> bool:
    """Whether a key is pressed together with Ctrl or the like: then it is none of k's, whoever takes it."""
    held = Qt.KeyboardModifier
    return bool(event.modifiers() & (held.ControlModifier | held.AltModifier | held.MetaModifier))


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


class _Tick(NamedTuple):
    """A number below the groove: its middle, left end and width in pixels."""

    k: int
    middle: float
    left: float
    width: float


class KSlider(StaysOpaque, QAbstractSlider):
    """Position t(k) = ln((k + 4)/5) / ln((n + 4)/5). Calls `choose(k, token)` when the user moves it.

    Of Qt's slider it has what a screen reader is told, and how one moves it.
    """

    def __init__(self, choose: ChooseK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choose = choose
        self._theme: Theme = LIGHT
        self._k, self._n = 1, 1
        self._wheel = 0
        self._placed: tuple[int, list[_Tick]] | None = None  # the ticks, for a width of the widget
        self._still = StillPicture()
        self._widths: dict[tuple[str, bool], float] = {}  # of numbers, plain and bold
        self.gesture = Gesture()
        self.setRange(1, 1)
        self.valueChanged.connect(self._moved_from_outside)
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
            with QSignalBlocker(self):
                self.setRange(1, self._n)
            self._still.forget()
            self._placed = None
            self.update()

    def set_k(self, k: int) -> None:
        if k != self._k:
            before, self._k = self._k, k
            self.blockSignals(True)
            self.setValue(k)
            self.blockSignals(False)
            left, right = sorted((self.x_of(before), self.x_of(k)))
            reach = self._reach()
            self.update(int(left - reach), 0, int(right - left + 2 * reach) + 2, self.height())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._plain = ui_font(theme, theme.size_small)
        self._bold = ui_font(theme, theme.size_small, semibold=True)
        self._still.forget()
        self._widths.clear()
        self._placed = None
        self.update()

    def x_of(self, k: int) -> float:
        """Where a k lies, in pixels."""
        return MARGIN + place_of_k(k, self._n) * (self.width() - 2 * MARGIN)

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
        if is_command(event):
            event.ignore()
            return
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

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        """Qt would paint all of it anew; what has moved is painted by whoever has moved it."""

    def _moved_from_outside(self, k: int) -> None:
        if k != self._k:
            self._choose(k, self.gesture.token())

    def _clip(self, k: int) -> int:
        return max(1, min(k, self._n))

    # -- painting -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._still.of(self, self.isEnabled(), theme.window, self._paint_scale))
        painter.setRenderHint(_ANTIALIASING)
        y, left, x = self._middle, float(MARGIN), self.x_of(self._k)
        on = theme.accent if self.isEnabled() else theme.separator_strong
        half = theme.line_groove / 2
        painter.fillRect(QRectF(left, y - half, x - left, 2 * half), fill(on))
        self._paint_k(painter, x)
        radius = theme.px(7.5)
        painter.setPen(pen(on, theme.px(2)))
        painter.setBrush(fill(theme.panel))
        middle = QPointF(x, y)
        painter.drawEllipse(middle, radius, radius)
        painter.setPen(_NO_PEN)
        painter.setBrush(fill(on))
        painter.drawEllipse(middle, theme.px(2.5), theme.px(2.5))
        if self.hasFocus():
            painter.setPen(pen(theme.accent_line, 1))
            painter.setBrush(_NO_BRUSH)
            painter.drawEllipse(middle, radius + theme.px(3), radius + theme.px(3))

    @property
    def _middle(self) -> float:
        """The height of the groove."""
        return self._theme.px(22 if self.height() > self._theme.px(44) else 13)

    def _paint_scale(self, painter: QPainter) -> None:
        """The empty groove, ticks and their numbers."""
        theme, y, right = self._theme, self._middle, float(self.width() - MARGIN)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = theme.line_groove / 2
        painter.fillRect(QRectF(MARGIN, y - half, right - MARGIN, 2 * half), fill(theme.separator_strong))
        painter.setFont(self._plain)
        for tick in self._placed_ticks():
            at = tick.middle
            painter.setPen(pen(theme.ink3 if self.isEnabled() else theme.separator_strong, 1))
            painter.drawLine(QPointF(at, y + theme.px(9)), QPointF(at, y + theme.px(12)))
            painter.setPen(pen(theme.ink2 if self.isEnabled() else theme.ink3))
            painter.drawText(QPointF(tick.left, y + theme.px(24)), str(tick.k))

    def _paint_k(self, painter: QPainter, x: float) -> None:
        """The current k below the handle, in the place of the numbers that stand there."""
        theme, y, text = self._theme, self._middle, str(self._k)
        left, wide = self._label_left(x, text, self._bold), self._width(text, self._bold)
        below, gap = y + theme.px(12), theme.px(6)
        for tick in self._placed_ticks():
            if tick.k == self._k or abs(tick.middle - x) < (wide + tick.width) / 2 + gap:
                place = QRectF(tick.left - 1, below, tick.width + 2, self.height() - below)
                painter.fillRect(place, fill(theme.window))
        painter.setFont(self._bold)
        painter.setPen(pen(theme.ink if self.isEnabled() else theme.ink3))
        painter.drawText(QPointF(left, y + theme.px(24)), text)

    def _placed_ticks(self) -> list[_Tick]:
        wide = self.width()
        if self._placed is None or self._placed[0] != wide:
            found = []
            for k in slider_ticks(self._n):
                middle = self.x_of(k)
                left = self._label_left(middle, str(k), self._plain)
                found.append(_Tick(k, middle, left, self._width(str(k), self._plain)))
            self._placed = (wide, found)
        return self._placed[1]

    def _reach(self) -> float:
        """How far beside the handle something can change with it: its number, and one that stands there."""
        return 2 * self._width(str(self._n), self._bold) + self._theme.px(16)

    def _label_left(self, x: float, text: str, font: QFont) -> float:
        """Where a number begins that stands below x, as far as there is room for it."""
        width = self._width(text, font)
        return min(max(0.0, x - width / 2), self.width() - width)

    def _width(self, text: str, font: QFont) -> float:
        key = (text, font is self._bold)
        if key not in self._widths:
            self._widths[key] = QFontMetricsF(font).horizontalAdvance(text)
        return self._widths[key]
