"""What the narrow panels at the left share."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout, QSizePolicy, QVBoxLayout, QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.theme import Theme

GAP = 10


class SidePanel(Panel):
    """A column of small heads and controls, as high as it needs to be."""

    help_topic = "experiment"
    least = (200, 40)

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.controller = controller
        self.column = QVBoxLayout()
        self.column.setContentsMargins(PADDING, 0, PADDING, PADDING)
        self.column.setSpacing(4)
        self.body.addLayout(self.column)
        ignored = QSizePolicy.Policy.Ignored
        self.empty.setSizePolicy(ignored, ignored)  # never shown here, so it needs no room
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def add_field(self, title: str, *parts: QWidget | QLayout | str, buddy: QWidget | None = None) -> QLabel:
        """A small head, and below it controls and words in one line. The head."""
        head = small_label(title, self)
        if buddy is not None:
            head.setBuddy(buddy)
        if self.column.count():
            head.setContentsMargins(0, GAP - 4, 0, 0)
        self.column.addWidget(head)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for part in parts:
            if isinstance(part, QWidget):
                row.addWidget(part, 1 if len(parts) == 1 else 0)
            elif isinstance(part, QLayout):
                row.addLayout(part)
            else:
                row.addWidget(QLabel(part, self))
        self.column.addLayout(row)
        return head

    def apply_theme(self, theme: Theme) -> None:
        side = round(theme.px(PADDING))
        self.column.setContentsMargins(side, 0, side, side)

    def _on_computing(self, computing: bool) -> None:
        """Nothing here waits for the explanation."""


class Words(QLabel):
    """Plain text that is wrapped, and always as high as its lines: stacks do not ask for that height."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(0)  # or the old height would be part of the answer
        height = self.heightForWidth(self.width())
        if height > 0:
            self.setFixedHeight(height)


def small_words(text: str, parent: QWidget, name: str = "small") -> Words:
    """Text in small type over as many lines as it needs."""
    words = Words(text, parent)
    words.setObjectName(name)
    return words


def small_label(text: str, parent: QWidget, name: str = "small") -> QLabel:
    """One line of plain text in small type."""
    label = QLabel(text, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
