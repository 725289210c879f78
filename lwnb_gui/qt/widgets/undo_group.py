"""Steps that undo takes back together: a drag, or keys and wheel in quick succession."""

from __future__ import annotations

import time

_PAUSE = 0.7  # seconds after which a step by key or wheel begins a new group


class UndoGroup:
    """Hands out tokens; changes of the state with the same token are one step of the history."""

    def __init__(self) -> None:
        self._token = object()
        self._last = 0.0

    def begin(self) -> object:
        """A new group, as when a mouse button is pressed."""
        self._token, self._last = object(), time.monotonic()
        return self._token

    def current(self) -> object:
        """The group that was begun last, as while the mouse is dragged."""
        self._last = time.monotonic()
        return self._token

    def join(self) -> object:
        """The current group if its last step was just now, else a new one."""
        return self.current() if time.monotonic() - self._last < _PAUSE else self.begin()
