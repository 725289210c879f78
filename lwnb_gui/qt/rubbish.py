"""Python's search for rings of rubbish, kept out of the way of the hands and out of other threads."""

from __future__ import annotations

import gc
import sys
import time
from typing import ClassVar

from PySide6.QtCore import QObject, QTimer

_OFTEN = 200  # milliseconds between two looks
_AFTER = (700, 10, 3)  # what each generation may gather: figures that were let go are not many by then
_LONG, _MOST_SET_ASIDE = 0.02, 8  # seconds of the processor, and how often what is left is set aside then
_LOADED = 20  # modules more than before: a library has been loaded


class Rubbish(QObject):
    """Collects from a timer of the window's thread, until `release`.

    Left to itself Python collects wherever it happens to be: in the middle of a drag, for as long as it takes
    to walk over every object of every library (a fifth of a second), or in a task's thread, where the last
    reference to something of Qt must not go. What libraries make while they are loaded is set aside and not
    looked through again: it is never rubbish. So is, a few times, what has made a search long: mostly places
    and panels, which stay as long as the window.
    """

    at_work: ClassVar[bool] = False

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        Rubbish.at_work = True
        gc.disable()
        self._modules = self._set_aside = 0
        timer = QTimer(self)
        timer.timeout.connect(self.look)
        timer.start(_OFTEN)

    def look(self) -> None:
        """Collect as far as Python would have."""
        if len(sys.modules) >= self._modules + _LOADED:
            self._modules = len(sys.modules)
            gc.freeze()
            return
        young, middle, old = gc.get_count()
        if young > _AFTER[0]:
            began = time.thread_time()
            gc.collect(2 if old > _AFTER[2] else 1 if middle > _AFTER[1] else 0)
            if time.thread_time() - began > _LONG and self._set_aside < _MOST_SET_ASIDE:
                self._set_aside += 1
                gc.freeze()

    def release(self) -> None:
        """Python collects by itself again."""
        Rubbish.at_work = False
        gc.unfreeze()
        gc.enable()


def set_aside() -> None:
    """What is there now, such as a place that has just been made, stays: it is not looked through again."""
    if Rubbish.at_work:
        gc.freeze()
