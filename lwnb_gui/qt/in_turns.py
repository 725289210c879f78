"""Work of the window itself that is done piece by piece, so that clicks and keys come in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, QTimer


class InTurns(QObject):
    """Does one piece at each turn of the event loop, in the order in which they came."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: deque[tuple[QObject, Callable[[], object]]] = deque()
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._do_one)

    @property
    def busy(self) -> bool:
        return bool(self._pieces)

    def add(self, owner: QObject, piece: Callable[[], object]) -> None:
        """Do a piece soon, unless its owner has gone by then."""
        self._pieces.append((owner, piece))
        self._next.start()

    def finish(self) -> None:
        """Do all that is left at once."""
        while self._pieces:
            self._do_one()

    def _do_one(self) -> None:
        owner, piece = self._pieces.popleft()
        if self._pieces:
            self._next.start()
        else:
            self._next.stop()
        if shiboken6.isValid(owner):
            piece()
