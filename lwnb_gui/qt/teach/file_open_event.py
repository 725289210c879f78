"""Files that are double-clicked while the program runs, which macOS announces by an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from lwnb_gui.app.opening import Opening

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow


class FileOpens(QObject):
    """Watches the application for such events and opens the file in the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._window.open(Opening(event.file()))
            return True
        return super().eventFilter(watched, event)
