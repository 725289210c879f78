"""A quiet bar that says something once and offers what can be done about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget


class Notice(QWidget):
    """One sentence and up to a few buttons; any of them closes it."""

    left = Signal()  # it is closed, and had the focus, which must go somewhere else

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Notice")
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 4, 8, 4)
        self._row.addWidget(self._words, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def text(self) -> str:
        return self._words.text() if not self.isHidden() else ""

    def say(self, words: str, *choices: tuple[str, Callable[[], object]]) -> None:
        """Show a sentence with its choices; without any, with a button that closes it."""
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._words.setText(words)
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
