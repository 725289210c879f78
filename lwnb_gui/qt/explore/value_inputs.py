"""A spin box that knows `missing`, and a slider over the range of an attribute."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from lwnb_gui.app.history import UndoGroup
from lwnb_gui.qt.widgets.arrow_keys import STEPS
from lwnb_gui.qt.widgets.widgets import set_style_property
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.wording.column_facts import ColumnFacts

MISSING = "missing"
_MOST_DECIMALS = 8  # digits of a number that was typed, or selected on the map
_MOST_SHOWN = 6  # decimals in the box, which is no wider
_STEPS = 1000  # of a slider whose values have many decimals
_LARGEST = 1e15


class ValueSpin(QDoubleSpinBox):
    """A number of any size, with the column's decimals, or its own if it has more.

    Typing `?` (or emptying the box) makes it missing.
    """

    made_missing = Signal()

    def __init__(self, facts: ColumnFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._missing = self._emptied = False
        self._middle = (facts.low + facts.high) / 2
        self._least_decimals = facts.decimals
        self.setDecimals(_MOST_DECIMALS)
        self.setRange(-_LARGEST, _LARGEST)
        self.setSingleStep(step_of(facts))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.editingFinished.connect(self._finished)

    @property
    def is_missing(self) -> bool:
        return self._missing

    def show_value(self, value: float | None) -> None:
        """Show a value; text that is being typed is left alone if it means the same."""
        was_missing, self._missing = self._missing, value is None
        if value is not None and (was_missing or round(value, _MOST_DECIMALS) != self.value()):
            self.setValue(value)
        if was_missing != self._missing:
            self.lineEdit().setText(self.textFromValue(self.value()))
            mark_missing(self, self._missing)

    def textFromValue(self, value: float) -> str:
        if self._missing:
            return MISSING
        decimals = min(self._least_decimals, _MOST_SHOWN)
        while decimals < _MOST_SHOWN and abs(value - round(value, decimals)) > 1e-9 * max(1.0, abs(value)):
            decimals += 1
        text = f"{value:.{decimals}f}"
        return "−" + text[1:] if text.startswith("-") and float(text) != 0 else text.lstrip("-")

    def valueFromText(self, text: str) -> float:
        try:
            return float(text.replace("−", "-").replace(",", ".").strip())
        except ValueError:
            return self.value()

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        plain = text.replace("−", "-").replace(",", ".").strip()
        state = QValidator.State
        if plain in ("", "-", ".", "-.", "?") or (plain and MISSING.startswith(plain)):
            return state.Intermediate, text, pos
        try:
            fine = math.isfinite(float(plain)) and "_" not in plain
        except ValueError:
            fine = False
        return (state.Acceptable if fine else state.Invalid), text, pos

    def fixup(self, text: str) -> str:
        """Treat an empty box, or one with the sign for missing, as missing when editing ends."""
        self._emptied = True
        return text

    def stepBy(self, steps: int) -> None:
        if self._missing:
            self._missing = False
            self.setValue(self._middle)
            mark_missing(self, False)
        super().stepBy(steps)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?" and not self._missing:
            self.made_missing.emit()
        else:
            if self._missing and event.text().isdigit():
                self.lineEdit().clear()
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()

    def _finished(self) -> None:
        emptied, self._emptied = self._emptied, False
        if emptied and not self._missing:
            self.made_missing.emit()


def mark_missing(widget: QWidget, is_missing: bool) -> None:
    """Have the style sheet show a missing value in grey italics."""
    set_style_property(widget, "missing", is_missing)


class ValueSlider(QWidget):
    """A slider over the range of the data; it emits `moved(value, token)`, with one token per drag."""

    moved = Signal(float, object)

    def __init__(self, facts: ColumnFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts = facts
        self._theme: Theme = LIGHT
        self._value: float | None = None
        self._own: float | None = None
        self._undo_group = UndoGroup()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def value(self) -> float | None:
        return self._value

    def show_value(self, value: float | None, own: float | None) -> None:
        """The value, and the row's own where that is another."""
        is_moved = value != self._value
        self._value, self._own = value, own
        self.update()
        text = MISSING if value is None else f"{value:.{self._facts.decimals}f}"
        self.setAccessibleDescription(f"{text}; arrow keys move it")
        if is_moved and value is not None and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, value))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 20)

    def x_of(self, value: float) -> float:
        """Return the position of a value in pixels; a value beyond the range is at its end."""
        span = self._facts.span or 1.0
        share = min(max((value - self._facts.low) / span, 0.0), 1.0)
        return self._margin + share * (self.width() - 2 * self._margin)

    def value_at(self, x: float) -> float:
        """Return the value at a pixel, rounded to the column's decimals."""
        share = (x - self._margin) / max(1.0, self.width() - 2 * self._margin)
        return self._clip(self._facts.low + min(max(share, 0.0), 1.0) * self._facts.span)

    @property
    def _margin(self) -> float:
        return self._theme.px(7)

    def _clip(self, value: float) -> float:
        facts = self._facts
        # More decimals than the slider can tell apart would be noise.
        useful = facts.decimals
        if facts.span > 0:
            useful = min(useful, max(0, math.ceil(-math.log10(facts.span / _STEPS))))
        return min(max(round(value, useful), facts.low), facts.high)

    # -- moving it ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.moved.emit(self.value_at(event.position().x()), self._undo_group.begin())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.moved.emit(self.value_at(event.position().x()), self._undo_group.current())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            self._step(1 if event.angleDelta().y() > 0 else -1)
        else:
            event.ignore()  # the list scrolls

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS:
            self._step(STEPS[key])
        elif key == Qt.Key.Key_Home:
            self.moved.emit(self._facts.low, self._undo_group.begin())
        elif key == Qt.Key.Key_End:
            self.moved.emit(self._facts.high, self._undo_group.begin())
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        facts = self._facts
        now = self._value if self._value is not None else (facts.low + facts.high) / 2
        self.moved.emit(self._clip(now + by * step_of(facts)), self._undo_group.join())

    # -- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, left, right = self.height() / 2, self._margin, self.width() - self._margin
        half = theme.line_groove / 2
        groove = QRectF(left - theme.px(3), y - half, right - left + theme.px(6), 2 * half)
        painter.fillRect(groove, QColor(theme.separator_strong))
        if self._own is not None:
            tick = QRectF(self.x_of(self._own) - theme.px(0.75), y - theme.px(7), theme.px(1.5), theme.px(14))
            painter.fillRect(tick, QColor(theme.ink3))
        if self._value is None:
            return
        x = self.x_of(self._value)
        groove.setRight(x)
        painter.fillRect(groove, QColor(theme.accent))
        painter.setPen(QPen(QColor(theme.accent), theme.px(1.6)))
        painter.setBrush(QColor(theme.panel))
        painter.drawEllipse(QPointF(x, y), theme.px(4.7), theme.px(4.7))
        if self.hasFocus():
            painter.setPen(QColor(theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, y), theme.px(7), theme.px(7))


def step_of(facts: ColumnFacts) -> float:
    """Return an arrow key's step: the column's last decimal, or about a hundredth of the range if larger."""
    last = 10.0**-facts.decimals
    if facts.span <= 0:
        return last
    rough = facts.span / 100
    power = 10.0 ** math.floor(math.log10(rough))
    nice = next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999)
    return max(last, nice)
