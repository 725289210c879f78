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
        self._first = 0
        self._done = self._total = 0

    def start(self) -> None:
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        if self._since is not None:
            self._before += self._now() - self._since
            self._since = None

    def report(self, done: int, total: int) -> None:
        """So much of the work is done; the first report says what was there at the beginning."""
        if not self._total:
            self._first = done
        self._done, self._total = done, total

    @property
    def seconds(self) -> float:
        return self._before + (self._now() - self._since if self._since is not None else 0.0)

    @property
    def share(self) -> float:
        return self._done / self._total if self._total else 0.0

    @property
    def left(self) -> float | None:
        """Seconds still to go, by the work (rows × attributes) that is left; None: too early to say."""
        new = self._done - self._first
        if new <= 0 or self.seconds < _FIRST_SECONDS:
            return None
        return self.seconds * (self._total - self._done) / new


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
    return (
        f"about {minutes // 60} h {minutes % 60:02d} min left"
        if minutes < 600
        else f"about {minutes // 60} h left"
    )
