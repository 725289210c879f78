"""Editors of the instance's values: one row per attribute. Every change takes effect at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QToolButton, QWidget

from lwnb_core import Attribute
from lwnb_gui.app.history import UndoGroup
from lwnb_gui.app.query import Value
from lwnb_gui.qt.explore.value_inputs import MISSING, ValueSlider, ValueSpin, mark_missing
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.text import number, printable
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.wording.column_facts import ColumnFacts
from lwnb_gui.views.wording.names import shorten_all

# Sizes in pixels of the light theme.
NUMERIC_ROW, NOMINAL_ROW = 48, 28
EDGE = 12
_COMBO, _SPIN, _WIDEST_SPIN = 82, 64, 108
_INPUT_HEIGHT = 24

Change = Callable[[str, Value, object], None]  # name, value, token of the undo group
Reset = Callable[[str], None]


class NameButton(QAbstractButton):
    """An attribute's name, elided where it is too long. A changed value has an accent dot, and a click resets
    it.
    """

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.is_changed = False
        self._theme: Theme = LIGHT
        self.setAccessibleName(name)
        self.show_change(False, "")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_change(self, is_changed: bool, own: str) -> None:
        """Show whether the value differs from the row's own."""
        self.is_changed = is_changed
        self.setEnabled(is_changed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_changed else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_changed else Qt.CursorShape.ArrowCursor)
        name = printable(self.name)
        set_tip(self, f"{name} is changed; the row has {own}. Click to reset it." if is_changed else name)
        self.setAccessibleDescription(f"changed from {own}; press to reset" if is_changed else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_changed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(QRectF(px(3), self.height() / 2 - px(3), px(6), px(6)))
        rectangle = QRectF(px(EDGE), 0, self.width() - px(EDGE), self.height())
        (name,) = shorten_all([self.name], rectangle.width(), self.fontMetrics().horizontalAdvance)
        painter.setPen(QColor(theme.accent if self.underMouse() and self.is_changed else theme.ink))
        painter.drawText(rectangle, int(Qt.AlignmentFlag.AlignVCenter), name)
        if self.hasFocus():
            painter.setPen(QColor(theme.accent_line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(px(2) + 0.5, 1.5, self.width() - px(2) - 1, self.height() - 3))


class Editor(QWidget):
    """A row for one attribute. Calls `change(name, value, token)` and `reset(name)`."""

    def __init__(self, attribute: Attribute, change: Change, reset: Reset, parent: QWidget) -> None:
        super().__init__(parent)
        self.attribute = attribute
        self._change, self._undo_group = change, UndoGroup()
        self.theme: Theme = LIGHT
        self.label = NameButton(attribute.name, self)
        self.label.clicked.connect(lambda: reset(attribute.name))

    def show_value(self, value: Value, own: Value, is_changed: bool) -> None:
        """Show the present value; `own` is the row's."""
        self.label.show_change(is_changed, _text(own))

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.label.set_theme(theme)
        self._place()

    def focus_chain(self) -> list[QWidget]:
        """Return the parts in the order in which Tab visits them."""
        return [self.label]

    def _place(self) -> None:
        """Place the parts."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _set(self, value: Value, token: object | None = None) -> None:
        self._change(self.attribute.name, value, token or self._undo_group.begin())


class _Choice(QComboBox):
    """A combo box that leaves the wheel to the surrounding list, unless it has the focus."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class NominalEditor(Editor):
    """A combo box of the attribute's values, with `missing` at its end."""

    def __init__(self, attribute: Attribute, change: Change, reset: Reset, parent: QWidget) -> None:
        super().__init__(attribute, change, reset, parent)
        self.widest = 0.0  # text of all attributes' values, so that the boxes are aligned
        self.combo = _Choice(self)
        self.combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.combo.setMaxVisibleItems(16)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(1)
        for value in attribute.values:
            self.combo.addItem(printable(value), value)
        self.combo.addItem(MISSING, None)
        italic = QFont(self.combo.font())
        italic.setItalic(True)
        self.combo.setItemData(len(attribute.values), italic, Qt.ItemDataRole.FontRole)
        self.combo.setAccessibleName(attribute.name)
        set_tip(
            self.combo,
            f"The instance’s {printable(attribute.name)}; every panel follows a change. If it is missing, "
            f"its factor is left out of the product.",
        )
        self.combo.activated.connect(lambda index: self._set(self.combo.itemData(index)))

    def show_value(self, value: Value, own: Value, is_changed: bool) -> None:
        super().show_value(value, own, is_changed)
        codes = self.attribute.codes
        with QSignalBlocker(self.combo):
            self.combo.setCurrentIndex(codes.get(value, len(codes)) if isinstance(value, str) else len(codes))
        mark_missing(self.combo, value is None)

    def focus_chain(self) -> list[QWidget]:
        return [self.label, self.combo]

    def _place(self) -> None:
        px = self.theme.px
        width = min(max(px(_COMBO), self.widest + px(34)), self.width() * 0.48)
        height = round(px(_INPUT_HEIGHT))
        left = round(self.width() - px(EDGE) - width)
        self.combo.setGeometry(left, (self.height() - height) // 2, round(width), height)
        self.label.setGeometry(0, 0, left - round(px(6)), self.height())


class NumericEditor(Editor):
    """A spin box, a slider over the range below it, and a switch for `missing`."""

    def __init__(
        self, attribute: Attribute, facts: ColumnFacts, change: Change, reset: Reset, parent: QWidget
    ) -> None:
        super().__init__(attribute, change, reset, parent)
        self.facts = facts
        self._own: float | None = None
        self.range_text = f"{facts.text(facts.low)}–{facts.text(facts.high)}"
        self._range = QLabel(self.range_text, self)
        self._range.setObjectName("smaller")
        self.spin = ValueSpin(facts, self)
        self.slider = ValueSlider(facts, self)
        self.missing = QToolButton(self)
        self.missing.setText("?")
        self.missing.setCheckable(True)
        name = printable(attribute.name)
        self.spin.setAccessibleName(attribute.name)
        self.spin.setAccessibleDescription(f"{self.range_text} in the data; ? means missing")
        self.slider.setAccessibleName(f"{attribute.name} slider")
        self.missing.setAccessibleName(f"{attribute.name} missing")
        set_tip(
            self.spin,
            f"The instance’s {name}, {self.range_text} in the data; every panel follows a change. A value "
            f"outside the range is allowed; ? means missing.",
        )
        set_tip(
            self.slider,
            f"{name} over its range in the data. Drag it and watch the neighbours change; the tick is the "
            "row’s own value.",
        )
        set_tip(
            self.missing,
            f"Treat {name} as missing. Its factor is left out of the product, and in the distance it counts "
            f"as the largest possible difference.",
        )
        self.spin.valueChanged.connect(self._on_spin)
        self.spin.made_missing.connect(lambda: self._set(None))
        self.slider.moved.connect(self._set)
        self.missing.toggled.connect(self._on_missing)

    def show_value(self, value: Value, own: Value, is_changed: bool) -> None:
        super().show_value(value, own, is_changed)
        number = float(value) if isinstance(value, int | float) else None
        self._own = float(own) if isinstance(own, int | float) else None
        with QSignalBlocker(self.spin), QSignalBlocker(self.missing):
            self.spin.show_value(number)
            self.missing.setChecked(number is None)
        self.slider.show_value(number, self._own if is_changed else None)

    def set_theme(self, theme: Theme) -> None:
        self.slider.set_theme(theme)
        super().set_theme(theme)

    def focus_chain(self) -> list[QWidget]:
        return [self.label, self.spin, self.slider, self.missing]

    def _on_spin(self, value: float) -> None:
        self._set(self.spin.value(), self._undo_group.join())

    def _on_missing(self, missing: bool) -> None:
        if missing:
            self._set(None)
        else:
            middle = round((self.facts.low + self.facts.high) / 2, self.facts.decimals)
            self._set(self._own if self._own is not None else middle)

    def _place(self) -> None:
        px, text_width = self.theme.px, self.fontMetrics().horizontalAdvance
        ends = (self.spin.textFromValue(end) for end in (self.facts.low, self.facts.high))
        widest = max(text_width(text) for text in (*ends, MISSING))
        spin_width = round(max(px(_SPIN), min(widest + px(30), px(_WIDEST_SPIN))))
        top, height = round(px(1)), round(px(_INPUT_HEIGHT))
        right = round(self.width() - px(EDGE))
        spin_left = right - spin_width
        self.spin.setGeometry(spin_left, top, spin_width, height)

        # The name has priority over the range, but a name that is elided anyway leaves space for the range.
        self._range.ensurePolished()
        range_width = self._range.sizeHint().width()
        name_end = px(EDGE) + text_width(printable(self.attribute.name))
        label_end = spin_left - px(6)
        range_left = label_end - range_width
        has_range = range_left >= (name_end if name_end <= label_end else px(EDGE + 72)) + px(4)
        self._range.setVisible(has_range)
        self._range.setGeometry(round(range_left), top, range_width, height)
        self.label.setGeometry(0, top, round(range_left - px(4) if has_range else label_end), height)

        switch, below = round(px(18)), top + height
        self.missing.setGeometry(right - switch, below + 1, switch, switch)
        slider_left, slider_end = round(px(EDGE - 4)), right - switch - round(px(2))
        self.slider.setGeometry(slider_left, below, slider_end - slider_left, round(px(20)))


def _text(value: Value) -> str:
    if value is None:
        return MISSING
    return printable(value) if isinstance(value, str) else number(float(value))
