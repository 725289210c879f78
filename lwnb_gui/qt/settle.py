"""Waiting until a window has nothing left to do: for pictures made without a screen."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from lwnb_gui.qt.main_window import MainWindow

_QUIET = 0.45  # seconds without a task: longer than any debounce of the window
_BUSY = 0.05  # seconds of handling events: what came of them may still be on its way


def settle(app: QApplication, window: MainWindow, longest: float = 60.0) -> bool:
    """Run the event loop until no task is under way and none is about to begin; whether that came in time."""
    end = time.monotonic() + longest
    quiet_since = time.monotonic()
    while time.monotonic() < end:
        began = time.monotonic()
        app.processEvents()
        if window.tasks.running or window.context.turns.busy or time.monotonic() - began > _BUSY:
            quiet_since = time.monotonic()
        elif time.monotonic() - quiet_since > _QUIET:
            return True
        time.sleep(0.005)
    return False
