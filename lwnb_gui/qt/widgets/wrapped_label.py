"""A label over several lines that is always as high as its text needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lwnb_gui.text import breakable, unbroken


class WrappedLabel(QLabel):
    """Plain text. It sets its own height, because a QStackedWidget around it ignores `heightForWidth`."""

    def __init__(self, text: str = "", parent: QWidget | None = None, name: str = "small") -> None:
        super().__init__(unbroken(text), parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        super().setText(unbroken(text))
        self._fit()

    def text(self) -> str:
        """The text as it was set: no-break spaces are for the lines alone."""
        return breakable(super().text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(0)  # else the old height would be part of the answer
        height = self.heightForWidth(self.width())
        if height > 0:
            self.setFixedHeight(height)
