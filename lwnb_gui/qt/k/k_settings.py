"""Kernel, numeric model and convention, to the right of the k strip."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QSizePolicy, QWidget

from lwnb_core.local.kernels import WEIGHTINGS
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.query import Query
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.settings import SETTINGS, Setting
from lwnb_gui.theme import LIGHT, Theme

_SHOWN = tuple(SETTINGS[name] for name in ("kernel", "numeric", "convention"))
_CURVE = QSizeF(28, 14)


class SettingLabel(QPushButton):
    """The name of a setting; with an accent dot when it is not at its default, and then a click resets it."""

    def __init__(self, name: str, reset: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setObjectName("link")
        self._name = name
        self._theme: Theme = LIGHT
        self.changed = False
        self.clicked.connect(reset)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_changed(False)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._show()

    def set_changed(self, changed: bool) -> None:
        self.changed = changed
        self.setEnabled(changed)
        self.setToolTip(f"{self._name} is not at its default. Click to reset it." if changed else "")
        self._show()

    def _show(self) -> None:
        size = round(self._theme.px(8))
        dot = QPixmap(QSize(size, size) * 2)
        dot.setDevicePixelRatio(2)
        dot.fill(Qt.GlobalColor.transparent)
        if self.changed:
            painter = QPainter(dot)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.accent))
            painter.drawEllipse(QPointF(size / 2, size / 2), size / 3, size / 3)
            painter.end()
        icon = QIcon(dot)
        icon.addPixmap(dot, QIcon.Mode.Disabled)
        self.setIcon(icon)
        self.setIconSize(QSize(size, size))
        self.setStyleSheet(f"color: {self._theme.ink2}; text-align: left;")


class KSettings(QWidget):
    """A box for each setting of the strip, marked when it is not at its default."""

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme: Theme = LIGHT
        self._has_curves = False
        grid = QGridLayout(self)
        grid.setContentsMargins(20, 10, 28, 6)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(1, 1)
        self.boxes: dict[str, QComboBox] = {}
        self.labels: dict[str, SettingLabel] = {}
        for row, setting in enumerate(_SHOWN):
            self.boxes[setting.name] = self._box(setting)
            self.labels[setting.name] = SettingLabel(_label(setting), partial(self._reset, setting.name))
            grid.addWidget(self.labels[setting.name], row, 0)
            grid.addWidget(self.boxes[setting.name], row, 1)
        grid.setRowStretch(len(_SHOWN), 1)

    def set_theme(self, theme: Theme) -> None:
        for label in self.labels.values():
            label.set_theme(theme)
        self._theme = theme
        if self._has_curves:
            self._draw_kernels()

    def show_query(self, query: Query) -> None:
        """Show the settings of a query."""
        if not self._has_curves:
            self._draw_kernels()
        changed = {setting.name for setting in query.changed_settings()}
        for name, box in self.boxes.items():
            box.setCurrentIndex(box.findData(query.setting(name)))
            self.labels[name].set_changed(name in changed)
        numeric, setting = self.boxes["numeric"], SETTINGS["numeric"]
        has_numbers = any(query.used.attributes[j].is_numeric for j in query.used.predictors)
        numeric.setEnabled(has_numbers)
        for i in range(numeric.count()):
            numeric.setItemText(i, setting.value_label(numeric.itemData(i)) if has_numbers else "none here")

    def _box(self, setting: Setting) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(_label(setting))
        set_tip(box, setting.tip)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for value in setting.choices:
            box.addItem(setting.value_label(value), value)
        box.activated.connect(lambda i: self._state.change_settings(**{setting.name: box.itemData(i)}))
        return box

    def _reset(self, name: str) -> None:
        if self._state.query is not None:
            self._state.change_settings(**{name: self._state.query.default_of(name)})

    def _draw_kernels(self) -> None:
        """Draw small curves and formulas, with the first data, because matplotlib is slow to load."""
        self._has_curves = True
        box = self.boxes["kernel"]
        box.setIconSize((_CURVE * self._theme.scale).toSize())
        for i in range(box.count()):
            kernel = box.itemData(i)
            box.setItemText(i, f"{SETTINGS['kernel'].value_label(kernel)}, {WEIGHTINGS[kernel].formula}")
            box.setItemIcon(i, QIcon(curve_pixmap(kernel, self._theme)))


def _label(setting: Setting) -> str:
    return setting.short_label or setting.label


def curve_pixmap(kernel: str, theme: Theme) -> QPixmap:
    """Return the curve of f(u), as high as a line of text."""
    from lwnb_gui.plots.kernel_icon import kernel_icon

    size = _CURVE * theme.scale
    pixmap = QPixmap((size * 2).toSize())
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    curve = kernel_icon(kernel)
    width, height = size.width() - 2, size.height() - 3
    points = zip(curve.u / curve.u.max(), curve.f, strict=True)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.accent), theme.px(1.4)))
    painter.drawPolyline([QPointF(1 + x * width, 1.5 + (1 - y) * height) for x, y in points])
    painter.end()
    return pixmap
