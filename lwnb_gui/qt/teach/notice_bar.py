"""A bar above the page with a message and possible actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from lwnb_gui.qt.widgets.widgets import delete_widgets, plain_label


class Notice(QWidget):
    """A message and a few buttons; any of them closes it."""

    left = Signal()  # it was closed while it had the focus, which must go elsewhere

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Notice")
        self._message = plain_label("", "", self)
        self._message.setWordWrap(True)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 4, 8, 4)
        self._row.addWidget(self._message, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def text(self) -> str:
        return self._message.text() if not self.isHidden() else ""

    def say(self, message: str, *choices: tuple[str, Callable[[], object]]) -> None:
        """Show a message with its choices, or with a button that closes it."""
        delete_widgets(self._row, self.buttons)
        self._message.setText(message)
        self.buttons = [self._button(*choice) for choice in choices or (("Close", lambda: None),)]
        self.show()

    def _button(self, text: str, action: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)

        def act() -> None:
            if button.hasFocus():
                self.left.emit()
            self.hide()
            action()

        button.clicked.connect(act)
        self._row.addWidget(button)
        return button
