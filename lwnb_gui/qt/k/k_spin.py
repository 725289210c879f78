"""The box with k: digits count without Enter, and invalid numbers are refused."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from lwnb_gui.qt.k.k_slider import is_command
from lwnb_gui.qt.widgets.widgets import set_style_property

_TYPED = 600  # ms after the last digit, when the number is accepted
_PAGE = {Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}


class KSpinBox(QSpinBox):
    """A spin box that emits `valueChanged` when a number was typed or stepped to, not by `show_k`."""

    paged = Signal(int)  # a page key, by how much
    finished = Signal()  # Enter or Escape
    refused = Signal(str)  # why

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("kSpin")
        self.setAccessibleName("k")
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._typed = QTimer(self, singleShot=True, interval=_TYPED)
        self._typed.timeout.connect(self._take_typed)
        self.lineEdit().textEdited.connect(self._typed.start)
        self.lineEdit().inputRejected.connect(self._refuse)

    def set_largest(self, k: int) -> None:
        with QSignalBlocker(self):
            self.setRange(1, k)

    def show_k(self, k: int) -> None:
        """Show k instead of digits that were typed and do not count yet."""
        with QSignalBlocker(self):
            self.setValue(k)
        self._show_value()

    def begin(self, digit: str) -> None:
        """Start a new k with a digit that was typed anywhere, if there is a k that begins with it."""
        if 1 <= int(digit) <= self.maximum():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.lineEdit().setText(digit)
            self._typed.start()
        else:
            self._refuse()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _PAGE:
            if is_command(event):
                event.ignore()  # Qt's box would treat it as a page key
            else:
                self.paged.emit(_PAGE[key])
        elif key == Qt.Key.Key_Escape:
            self._end_typing()
            self._show_value()
            self.finished.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._end_typing()
            self.interpretText()
            self.finished.emit()
        else:
            super().keyPressEvent(event)

    def _take_typed(self) -> None:
        """Accept the number when no further digit follows; the next digit begins another one."""
        set_style_property(self, "refused", False)
        if self.hasAcceptableInput():
            self.interpretText()
        elif self.text():  # an empty box waits for a number
            self._show_value()
            self._refuse()
        if self.hasFocus():
            self.selectAll()

    def _refuse(self) -> None:
        set_style_property(self, "refused", True)  # until the timer ends
        self._typed.start()
        self.refused.emit(f"k must be from 1 to {self.maximum():,}.")

    def _end_typing(self) -> None:
        self._typed.stop()
        set_style_property(self, "refused", False)

    def _show_value(self) -> None:
        self.lineEdit().setText(self.textFromValue(self.value()))
