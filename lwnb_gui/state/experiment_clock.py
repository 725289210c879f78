"""How long an experiment has taken and will still take."""

from __future__ import annotations

import time
from collections.abc import Callable

# Before this nothing can be said that would not be wrong a moment later.
_FIRST_SECONDS = 2.0


class Clock:
    """Counts seconds of work, without those of a pause; one thread writes, others may read."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: float | None = None
        self._before = 0.0
        self.share = 0.0
        self._left: float | None = None
        self._told = 0.0

    def start(self) -> None:
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        if self._since is not None:
            self._before += self._now() - self._since
            self._since = None

    def report(self, share: float, left: float | None) -> None:
        """So much is done, and so many seconds are still to go, if that is known."""
        self.share, self._left, self._told = share, left, self.seconds

    @property
    def seconds(self) -> float:
        return self._before + (self._now() - self._since if self._since is not None else 0.0)

    @property
    def left(self) -> float | None:
        """Seconds still to go, as last told, less those since then; None: too early to say."""
        if self._left is None or self.seconds < _FIRST_SECONDS:
            return None
        return max(self._left - (self.seconds - self._told), 0.0)


def spoken(seconds: float) -> str:
    """`8 s`, `1 min 03 s`, `2 h 05 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def spoken_left(seconds: float | None) -> str:
    """`about 14 min left`: no more exact than anyone could know."""
    if seconds is None:
        return "time left not known yet"
    if seconds < 10:
        return "a few seconds left"
    if seconds < 60:
        return f"about {round(seconds / 10) * 10} s left"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"about {minutes} min left"
    return f"about {minutes / 60:.1f} h left" if minutes < 600 else f"about {round(minutes / 60)} h left"
