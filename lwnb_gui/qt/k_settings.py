"""Kernel, numeric model and convention, at the right of the k strip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QSizePolicy, QWidget

from lwnb_core import CONVENTIONS, KERNELS
from lwnb_gui.state import AppState, Query
from lwnb_gui.state.setting_names import value_name
from lwnb_gui.theme import LIGHT, Theme

_KERNEL_NAMES = {"epanechnikov": "Epanechnikov", "gaussian": "Gaussian"}
_NUMERIC_WORDS = {form: value_name("numeric", form) for form in ("density", "precision")}
_TIPS = {
    "kernel": "f turns a distance into a weight: u = d ∕ d_k. The linear kernel gives weight 1 at distance 0 "
    "and 0 at d_k, so that a neighbour fades out instead of dropping out.",
    "numeric": "How a number becomes a factor: the density of the class’s weighted normal curve, or Weka’s "
    "probability of an interval as wide as the attribute’s precision. They can differ a lot.",
    "convention": "Where the paper’s text, Weka’s code and the paper’s own tables differ, this says whose "
    "way is computed. Each is checked against outside numbers.",
}
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
    """Three choices, each live, each marked when it is not the default."""

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme: Theme = LIGHT
        self._pictured = False
        self.kernel = self._choice("kernel", state.set_kernel)
        self.numeric = self._choice("numeric", lambda value: state.set_knob(numeric=value))
        self.convention = self._choice("convention", state.set_convention)
        for kernel in KERNELS:
            self.kernel.addItem(_KERNEL_NAMES.get(kernel, kernel), kernel)
        for name, words in _NUMERIC_WORDS.items():
            self.numeric.addItem(words, name)
        for name in CONVENTIONS:
            self.convention.addItem(name, name)
        self.labels = {
            "kernel": SettingLabel("kernel", lambda: state.set_kernel("linear")),
            "numeric": SettingLabel("numeric", self._reset_numeric),
            "convention": SettingLabel("convention", lambda: state.set_convention("paper")),
        }
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(20, 10, 28, 6)
        self._grid.setVerticalSpacing(6)
        self._grid.setHorizontalSpacing(12)
        self._grid.setColumnStretch(1, 1)
        for i, (label, box) in enumerate(
            zip(self.labels.values(), (self.kernel, self.numeric, self.convention), strict=True)
        ):
            self._grid.addWidget(label, i, 0)
            self._grid.addWidget(box, i, 1)
        self._grid.setRowStretch(3, 1)

    def set_theme(self, theme: Theme) -> None:
        for label in self.labels.values():
            label.set_theme(theme)
        self._theme = theme
        if self._pictured:
            self._draw_kernels()

    def _draw_kernels(self) -> None:
        """Little curves and formulas; with the first data, because matplotlib is slow to load."""
        from lwnb_gui.plots.kernel_icon import FORMULAS

        self._pictured = True
        self.kernel.setIconSize((_CURVE * self._theme.scale).toSize())
        for i, kernel in enumerate(KERNELS):
            self.kernel.setItemText(i, f"{_KERNEL_NAMES.get(kernel, kernel)}, {FORMULAS[kernel]}")
            self.kernel.setItemIcon(i, QIcon(curve_pixmap(kernel, self._theme)))

    def show_query(self, query: Query) -> None:
        """The choices as they are."""
        if not self._pictured:
            self._draw_kernels()
        for box, value in (
            (self.kernel, query.kernel),
            (self.numeric, query.numeric),
            (self.convention, query.convention.name),
        ):
            box.blockSignals(True)
            box.setCurrentIndex(box.findData(value))
            box.blockSignals(False)
        any_numeric = any(query.used.attributes[j].is_numeric for j in query.used.predictors)
        self.numeric.setEnabled(any_numeric)
        for i, words in enumerate(_NUMERIC_WORDS.values()):
            self.numeric.setItemText(i, words if any_numeric else "none here")
        self.labels["kernel"].set_changed(query.kernel != "linear")
        self.labels["convention"].set_changed(query.convention.name != "paper")
        self.labels["numeric"].set_changed("numeric" in query.convention.changed_knobs)

    def _choice(self, name: str, choose: Callable[[str], None]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setToolTip(_TIPS[name])
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.activated.connect(lambda index: choose(str(box.itemData(index))))
        return box

    def _reset_numeric(self) -> None:
        query = self._state.query
        if query is not None:
            self._state.set_knob(numeric=CONVENTIONS[query.convention.name].numeric)


def curve_pixmap(kernel: str, theme: Theme) -> QPixmap:
    """f(u), as large as a word."""
    from lwnb_gui.plots.kernel_icon import kernel_icon

    size = _CURVE * theme.scale
    made = QPixmap((size * 2).toSize())
    made.setDevicePixelRatio(2)
    made.fill(Qt.GlobalColor.transparent)
    curve = kernel_icon(kernel)
    width, height = size.width() - 2, size.height() - 3
    places = zip(curve.u / curve.u.max(), curve.f, strict=True)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.accent), theme.px(1.4)))
    painter.drawPolyline([QPointF(1 + x * width, 1.5 + (1 - y) * height) for x, y in places])
    painter.end()
    return made
