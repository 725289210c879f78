"""The one view of a run's progress: a bar, the time left, and buttons to start, pause and stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.app.run import RunStatus
from lwnb_gui.qt.widgets.labels import ElidedLabel, WrappedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.theme import Theme

_STEPS = 1000  # steps of the bar
_BAR_HEIGHT = 7


class RunProgress(QWidget):
    """Shows a `RunStatus`, in one row or in a column."""

    start_requested = Signal()
    pause_requested = Signal()
    stop_requested = Signal()
    ended = Signal()  # the button that had the focus has gone, and there is no other

    def __init__(self, parent: QWidget | None = None, *, in_column: bool = False) -> None:
        super().__init__(parent)
        self._in_column = in_column
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Share done")
        self.text: QLabel = ElidedLabel(parent=self) if in_column else QLabel(self)
        self.elapsed = QLabel(self)
        self.elapsed.setObjectName("small")
        self.detail = WrappedLabel(parent=self)
        self.start_button = QPushButton(self)
        self.pause_button = QPushButton(self)
        self.stop_button = QPushButton(self)
        self._buttons = self.start_button, self.pause_button, self.stop_button
        self.start_button.clicked.connect(self.start_requested)
        self.pause_button.clicked.connect(self.pause_requested)
        self.stop_button.clicked.connect(self.stop_requested)
        self._arrange_column() if in_column else self._arrange_row()

    def _arrange_row(self) -> None:
        self.text.setObjectName("small")
        row = QHBoxLayout(self)
        row.addWidget(self.bar, 1)
        for widget in (self.text, self.elapsed, self.detail, *self._buttons):
            row.addWidget(widget)
        for button in self._buttons:
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def _arrange_column(self) -> None:
        times, buttons = QHBoxLayout(), QHBoxLayout()
        times.addWidget(self.text, 1)
        times.addWidget(self.elapsed)
        buttons.setSpacing(8)
        for button in self._buttons:
            buttons.addWidget(button, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.bar)
        column.addLayout(times)
        column.addWidget(self.detail)
        column.addSpacing(4)
        column.addLayout(buttons)

    def apply_theme(self, theme: Theme) -> None:
        self.bar.setFixedHeight(round(theme.px(_BAR_HEIGHT)))

    def show_status(self, status: RunStatus) -> None:
        self.bar.setVisible(self._in_column or status.stop)
        # With updates enabled, setValue repaints at once, and with the bar every figure that waits to be
        # drawn: half a second for the reports of a fast run.
        self.bar.setUpdatesEnabled(False)
        # without a range, the bar moves to and fro
        self.bar.setRange(0, 0 if status.share is None else _STEPS)
        if status.share is not None:
            self.bar.setValue(round(_STEPS * status.share))
        self.bar.setUpdatesEnabled(True)
        self.text.setText(status.text)
        for label, text in ((self.elapsed, status.elapsed), (self.detail, status.detail)):
            label.setText(text)
            label.setVisible(bool(text))
        self.start_button.setText(status.start)
        set_tip(self.start_button, status.start_tip)
        self.pause_button.setText(status.pause)
        self._show_buttons(
            {
                self.start_button: (bool(status.start), status.can_start),
                self.pause_button: (bool(status.pause), True),
                self.stop_button: (status.stop, True),
            }
        )

    def take_focus(self) -> bool:
        """Give the focus to the first enabled button; return whether there is one."""
        button = next((b for b in self._buttons if not b.isHidden() and b.isEnabled()), None)
        if button is not None:
            button.setFocus(Qt.FocusReason.TabFocusReason)
        return button is not None

    def _show_buttons(self, states: dict[QPushButton, tuple[bool, bool]]) -> None:
        if any(button.hasFocus() and not all(state) for button, state in states.items()):
            self.setFocus()  # otherwise Qt would give it to the next control, and scroll there
        had_focus = self.hasFocus()
        for button, (visible, enabled) in states.items():
            button.setVisible(visible)
            button.setEnabled(enabled)
        if had_focus and not self.take_focus():
            self.ended.emit()
