"""Places made before they are visited, while nobody is doing anything: a first visit need not wait then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from lwnb_gui.qt.in_turns import is_late

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow
    from lwnb_gui.state import Place, Snapshot

_PAUSE = 900  # ms in which nothing may have happened before a place is made: that takes several frames
_AHEAD: tuple[Place, ...] = ("data", "curves", "experiment")


class PlacesAhead(QObject):
    """Makes one place in each pause; a pause begins anew with every step, click and task."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._left = list(_AHEAD)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._make_one)
        window.state.subscribe(self._on_state)

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        if self._left and new.query is not None:
            self._pause.start()

    def _make_one(self) -> None:
        window = self._window
        is_busy = window.tasks.running or window.context.turns.busy or not window.pipeline.is_warm
        if (
            is_busy
            or is_late(for_long=True)
            or QGuiApplication.mouseButtons().value
            or not window.isVisible()
        ):
            self._pause.start()
            return
        if self._left:
            window.pages.dress_ahead(self._left.pop(0))
        if self._left:
            self._pause.start()
