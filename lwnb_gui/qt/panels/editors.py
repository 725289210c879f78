"""Editors of the instance's values: one row an attribute, live."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QToolButton, QWidget

from lwnb_core import Attribute
from lwnb_gui.qt.k_slider import Gesture
from lwnb_gui.qt.panels.painting import Brush, Fonts, fill, pen
from lwnb_gui.qt.panels.value_inputs import ValueSlider, ValueSpin
from lwnb_gui.state import Value
from lwnb_gui.state.column_facts import ColumnFacts
from lwnb_gui.text import number, shown
from lwnb_gui.theme import LIGHT, Theme

NUMERIC_ROW, NOMINAL_ROW = 48, 28
EDGE = 12
MISSING = "missing"
_COMBO, _SPIN = 82, 64

Change = Callable[[str, Value, object], None]
Reset = Callable[[str], None]


class NameButton(QAbstractButton):
    """An attribute's name, cut where it does not fit; with an accent dot where its value is changed, and
    then a click resets it.
    """

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.changed = False
        self._told: tuple[bool, str] | None = None
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.setAccessibleName(name)
        self.set_changed(False, "")

    def set_changed(self, changed: bool, own: str) -> None:
        if self._told == (changed, own):
            return  # while a value is being dragged
        self._told = (changed, own)
        self.changed = changed
        self.setEnabled(changed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if changed else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if changed else Qt.CursorShape.ArrowCursor)
        if changed:
            self.setToolTip(f"{shown(self.name)} is changed; the row has {own}. Click to reset it.")
            self.setAccessibleDescription(f"changed from {own}; press to reset")
        else:
            self.setToolTip(shown(self.name))
            self.setAccessibleDescription("")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self.theme, self.theme.px
        brush = Brush(QPainter(self), theme, self.fonts)
        middle = self.height() / 2
        if self.changed:
            brush.painter.setPen(Qt.PenStyle.NoPen)
            brush.painter.setBrush(fill(theme.accent))
            brush.painter.drawEllipse(QRectF(px(3), middle - px(3), px(6), px(6)))
        place = QRectF(px(EDGE), 0, self.width() - px(EDGE), self.height())
        name = self.fonts.fitted_name(self.name, self.fonts.text, place.width())
        brush.text(place, name, colour=theme.accent if self.underMouse() and self.changed else "")
        if self.hasFocus():
            brush.painter.setPen(pen(theme.accent_line))
            brush.painter.setBrush(Qt.BrushStyle.NoBrush)
            brush.painter.drawRect(QRectF(px(2) + 0.5, 1.5, self.width() - px(2) - 1, self.height() - 3))
        brush.painter.end()


class Editor(QWidget):
    """A row for one attribute. Calls `change(name, value, token)` and `reset(name)`."""

    height_in_light = NOMINAL_ROW

    def __init__(self, attribute: Attribute, change: Change, reset: Reset, parent: QWidget) -> None:
        super().__init__(parent)
        self.attribute = attribute
        self.showing: tuple[Value, Value, bool] | None = None
        self._change, self._gesture = change, Gesture()
        self.theme: Theme = LIGHT
        self.fonts = Fonts(LIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing behind it is painted with it
        self.label = NameButton(attribute.name, self)
        self.label.clicked.connect(lambda: reset(attribute.name))

    def show_value(self, value: Value, own: Value, changed: bool) -> None:
        """The value as it is now; `own` is the row's."""
        self.label.set_changed(changed, _text(own))

    def set_theme(self, theme: Theme, fonts: Fonts) -> None:
        self.theme, self.fonts = theme, fonts
        self.label.theme, self.label.fonts = theme, fonts
        self._place()
        self.update()

    def focus_chain(self) -> list[QWidget]:
        """In the order in which Tab visits them."""
        return [self.label]

    def _place(self) -> None:
        """Put the parts where they belong."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), fill(self.theme.panel))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _set(self, value: Value, token: object | None = None) -> None:
        self._change(self.attribute.name, value, token or self._gesture.begin())


class _Choice(QComboBox):
    """A combo box that leaves the wheel to the list around it, unless it has the focus."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class NominalEditor(Editor):
    """A combo box of the attribute's values, with `missing` at its end."""

    def __init__(self, attribute: Attribute, change: Change, reset: Reset, parent: QWidget) -> None:
        super().__init__(attribute, change, reset, parent)
        self.combo = _Choice(self)
        self.combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.combo.setMaxVisibleItems(16)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setMinimumContentsLength(1)
        for value in attribute.values:
            self.combo.addItem(shown(value), value)
        self.combo.addItem(MISSING, None)
        italic = QFont(self.combo.font())
        italic.setItalic(True)
        self.combo.setItemData(len(attribute.values), italic, Qt.ItemDataRole.FontRole)
        self.combo.setAccessibleName(attribute.name)
        self.combo.setToolTip(
            f"The instance’s {shown(attribute.name)}; every panel follows a change. Missing takes its factor "
            "out of the product."
        )
        self.combo.activated.connect(lambda index: self._set(self.combo.itemData(index)))
        self._is_missing: bool | None = None
        self.widest = 0.0  # of the values of all attributes, so that the boxes stand below one another

    def show_value(self, value: Value, own: Value, changed: bool) -> None:
        super().show_value(value, own, changed)
        codes = self.attribute.codes
        index = codes[value] if isinstance(value, str) and value in codes else len(codes)
        if index != self.combo.currentIndex():
            with QSignalBlocker(self.combo):
                self.combo.setCurrentIndex(index)
        self._dress(value is None)

    def set_theme(self, theme: Theme, fonts: Fonts) -> None:
        if theme is not self.theme:
            self._is_missing = None
        super().set_theme(theme, fonts)
        self._dress(self.combo.currentData() is None)

    def focus_chain(self) -> list[QWidget]:
        return [self.label, self.combo]

    def _dress(self, missing: bool) -> None:
        if missing != self._is_missing:
            self._is_missing = missing
            style = f"QComboBox {{ color: {self.theme.ink3}; font-style: italic; }}" if missing else ""
            self.combo.setStyleSheet(style)

    def _place(self) -> None:
        px = self.theme.px
        wide = min(max(px(_COMBO), self.widest + px(34)), self.width() * 0.48)
        tall = round(px(24))
        left = round(self.width() - px(EDGE) - wide)
        self.combo.setGeometry(left, (self.height() - tall) // 2, round(wide), tall)
        self.label.setGeometry(0, 0, left - round(px(6)), self.height())


class NumericEditor(Editor):
    """A spin box, a slider over the range below it, and a switch for `missing`."""

    height_in_light = NUMERIC_ROW

    def __init__(
        self, attribute: Attribute, facts: ColumnFacts, change: Change, reset: Reset, parent: QWidget
    ) -> None:
        super().__init__(attribute, change, reset, parent)
        self.facts = facts
        self._own: float | None = None
        self.range_text = f"{facts.text(facts.low)}–{facts.text(facts.high)}"
        self.spin = ValueSpin(facts, self)
        self.slider = ValueSlider(facts, self)
        self.missing = QToolButton(self)
        self.missing.setText("?")
        self.missing.setCheckable(True)
        name = shown(attribute.name)
        self.spin.setAccessibleName(attribute.name)
        self.spin.setAccessibleDescription(f"from {self.range_text} in the data; ? for missing")
        self.slider.setAccessibleName(f"{attribute.name} slider")
        self.missing.setAccessibleName(f"{attribute.name} missing")
        self.spin.setToolTip(
            f"The instance’s {name}, {self.range_text} in the data; every panel follows a change. A value "
            "outside the range is allowed; ? stands for missing."
        )
        self.slider.setToolTip(
            f"{name} over its range in the data. Drag it and watch the neighbours change; the tick is the "
            "row’s own value."
        )
        self.missing.setToolTip(
            f"Take {name} for missing. Its factor is left out of the product, and in the distance it differs "
            "from every row."
        )
        self.spin.valueChanged.connect(self._on_spin)
        self.spin.made_missing.connect(lambda: self._set(None))
        self.slider.moved.connect(self._set)
        self.missing.toggled.connect(self._on_missing)

    def show_value(self, value: Value, own: Value, changed: bool) -> None:
        super().show_value(value, own, changed)
        figure = float(value) if isinstance(value, int | float) else None
        self._own = float(own) if isinstance(own, int | float) else None
        self.spin.blockSignals(True)
        self.spin.show_value(figure)
        self.spin.blockSignals(False)
        if self.missing.isChecked() != (figure is None):
            with QSignalBlocker(self.missing):
                self.missing.setChecked(figure is None)
        self.slider.show_value(figure, self._own if changed else None)

    def set_theme(self, theme: Theme, fonts: Fonts) -> None:
        self.spin.set_theme(theme)
        self.slider.set_theme(theme)
        super().set_theme(theme, fonts)

    def focus_chain(self) -> list[QWidget]:
        return [self.label, self.spin, self.slider, self.missing]

    def _on_spin(self, value: float) -> None:
        self._set(self.spin.value(), self._gesture.token())

    def _on_missing(self, missing: bool) -> None:
        if missing:
            self._set(None)
        else:
            middle = round((self.facts.low + self.facts.high) / 2, self.facts.decimals)
            self._set(self._own if self._own is not None else middle)

    def _place(self) -> None:
        px = self.theme.px
        ends = (self.spin.textFromValue(v) for v in (self.facts.low, self.facts.high))
        text = max(self.fonts.width(end, self.fonts.text) for end in (*ends, MISSING))
        wide = round(max(px(_SPIN), min(text + px(30), px(108))))
        tall, top = round(px(24)), round(px(1))
        left = round(self.width() - px(EDGE)) - wide
        self.spin.setGeometry(left, top, wide, tall)
        room = left - px(6)
        self._range_left = room - self.fonts.width(self.range_text, self.fonts.small)
        name = px(EDGE) + self.fonts.width(shown(self.attribute.name), self.fonts.text)
        # The name comes before the range; a name that is cut in any case leaves the range some room.
        needed = name if name <= room else px(EDGE + 72)
        self._range_shown = self._range_left >= needed + px(4)
        until = self._range_left - px(4) if self._range_shown else room
        self.label.setGeometry(0, top, round(until), tall)
        switch = round(px(18))
        below, height = top + tall, round(px(20))
        self.missing.setGeometry(round(self.width() - px(EDGE)) - switch, below + 1, switch, switch)
        self.slider.setGeometry(
            round(px(EDGE - 4)), below, round(self.width() - px(2 * EDGE - 4)) - switch - round(px(2)), height
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), fill(self.theme.panel))
        if self._range_shown:
            brush = Brush(painter, self.theme, self.fonts)
            place = QRectF(self._range_left, self.theme.px(1), 400, self.theme.px(24))
            brush.text(place, self.range_text, colour=self.theme.ink3, font=self.fonts.small)


def _text(value: Value) -> str:
    if value is None:
        return MISSING
    return shown(value) if isinstance(value, str) else number(float(value))
