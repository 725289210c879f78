"""Python's garbage collection, run only by a timer of the GUI thread."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL = 200  # ms
# Python's own thresholds: new objects, and collections of the younger generations.
_YOUNG, _MIDDLE, _OLD = 700, 10, 10


class GarbageCollector(QObject):
    """Collects until `release`.

    Left to itself, Python collects in whichever thread allocates: also in a task's, where the last reference
    to a Qt object must not go. What the libraries have created up to `freeze` is not searched again.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self.freeze()
        timer = QTimer(self)
        timer.timeout.connect(self._collect)
        timer.start(_INTERVAL)

    def freeze(self) -> None:
        """Exclude everything that exists now from later collections."""
        gc.freeze()

    def release(self) -> None:
        """Let Python collect by itself again."""
        gc.unfreeze()
        gc.enable()

    @staticmethod
    def _collect() -> None:
        young, middle, old = gc.get_count()
        if young > _YOUNG:
            gc.collect(2 if old > _OLD else 1 if middle > _MIDDLE else 0)
