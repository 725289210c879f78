"""While something new is being computed, the old numbers turn pale; but only once that takes a while."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

_AFTER = 150  # ms, as the computing bar


class LateDim:
    """Calls `dim(True)` when computing takes longer than the eye notices, and `dim(False)` at its end."""

    def __init__(self, owner: QWidget, dim: Callable[[bool], None]) -> None:
        self._dim = dim
        self._is_dim = False
        self._timer = QTimer(owner, singleShot=True, interval=_AFTER)
        self._timer.timeout.connect(lambda: self._become(True))

    def set_computing(self, computing: bool) -> None:
        if computing:
            self._timer.start()
        else:
            self._timer.stop()
            self._become(False)

    def _become(self, dim: bool) -> None:
        if dim != self._is_dim:
            self._is_dim = dim
            self._dim(dim)
