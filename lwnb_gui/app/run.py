"""A long computation as the window sees it: its states, its clock, and pausing. No Qt."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from lwnb_gui.text import NO_BREAK

RunState = Literal["idle", "running", "paused", "stopped", "done", "failed"]
BUSY: tuple[RunState, ...] = ("running", "paused")

# Seconds before which every estimate of the time left would soon prove wrong.
_FIRST_ESTIMATE = 2.0
_UPDATED_AFTER = 1.0  # seconds between two updates of the time left
_WHILE_PAUSED = 0.1  # seconds between two checks whether a paused run is resumed or was stopped


class Clock:
    """Counts the seconds of a run, without its pauses; one thread writes, others may read."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: float | None = None
        self._before = 0.0
        self.share = 0.0
        self._left: float | None = None
        self._reported = 0.0
        self._first: tuple[float, float] | None = None  # share and seconds of the first report

    def start(self) -> None:
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        if self._since is not None:
            self._before += self._now() - self._since
            self._since = None

    def report(self, share: float, left: float | None) -> None:
        """Report that this share is done, and that this many seconds are left; None if that is unknown."""
        self.share, self._left, self._reported = share, left, self.seconds

    def advance(self, done: int, total: int) -> None:
        """Report that `done` is done; the rest is expected to go at the pace since the first report.

        A run that continues an earlier one does not begin at 0: what was done before took none of its time.
        """
        if done <= 0:
            return  # it is still being prepared
        share, seconds = done / total, self.seconds
        if self._first is None:
            self._first = share, seconds
        since, took = share - self._first[0], seconds - self._first[1]
        self.report(share, took * (1 - share) / since if since > 0 else None)

    @property
    def seconds(self) -> float:
        return self._before + (self._now() - self._since if self._since is not None else 0.0)

    @property
    def left(self) -> float | None:
        """Return the seconds left as last reported, less those since then; None if it is too early to say."""
        if self._left is None or self.seconds < _FIRST_ESTIMATE:
            return None
        return max(self._left - (self.seconds - self._reported), 0.0)


class Run:
    """One run, shared by the window, which can pause it, and the thread that computes."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._going = threading.Event()
        self._going.set()

    def pause(self) -> None:
        self._going.clear()

    def resume(self) -> None:
        self._going.set()

    def checkpoint(self, check_cancelled: Callable[[], object]) -> None:
        """Wait while paused. Called by the computation, often.

        `check_cancelled` raises when the run is no longer wanted because it is stopped, or the window closed,
        during a pause.
        """
        if not self._going.is_set():
            self.clock.stop()
            while not self._going.wait(_WHILE_PAUSED):
                check_cancelled()
            self.clock.start()


@dataclass(frozen=True)
class RunStatus:
    """The status of a run, for a progress view.

    Attributes
    ----------
    text
        The time left, or how it ended.
    share
        How much is done, from 0 to 1; None: that is not known yet.
    elapsed, detail
        The time taken so far, and what is being computed; empty: not shown.
    start, pause
        Texts of these buttons; empty: they are not shown.
    stop
        Whether there is something to stop.
    """

    text: str = ""
    share: float | None = 0.0
    elapsed: str = ""
    detail: str = ""
    start: str = ""
    start_tip: str = ""
    can_start: bool = True
    pause: str = ""
    stop: bool = False


def exact_duration(seconds: float) -> str:
    """Format a duration: `8 s`, `1 min 03 s`, `2 h 05 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def compiling_text(share: float) -> str:
    """Describe how far the compiler is, for whoever waits for it."""
    return f"compiling the engine, which happens only once: {100 * share:.0f}{NO_BREAK}%"


def rough_duration(seconds: float) -> str:
    """Format a duration roughly, as people say it: `20 s`, `3 min`, `2 h`."""
    if seconds < 1:
        return "1 s"
    if seconds < 55:
        return f"{round(seconds) if seconds < 10 else round(seconds / 5) * 5} s"
    if seconds < 55 * 60:
        return f"{max(round(seconds / 60), 1)} min"
    if seconds < 20 * 3600:
        hours = seconds / 3600
        return f"{hours:.1f} h" if hours < 2.95 else f"{round(hours)} h"
    return f"{max(round(seconds / 86400), 1)} days" if seconds > 36 * 3600 else "1 day"


def time_left(seconds: float | None) -> str:
    """Return `about 14 min left`, no more exact than an estimate can be."""
    if seconds is None:
        return "time left still unknown"
    if seconds < 10:
        return "a few seconds left"
    if seconds < 60:
        return f"about {round(seconds / 10) * 10} s left"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"about {minutes} min left"
    return f"about {minutes / 60:.1f} h left" if minutes < 600 else f"about {round(minutes / 60)} h left"


class PredictionProgress:
    """Follows the progress of the predictions, for panels that wait for them."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._clock: Clock | None = None
        self._done = 0
        self._updated = 0.0

    def report(self, done: int, total: int) -> bool:
        """Report that `done` of `total` rows are done; return whether the text should be updated."""
        if self._clock is None or done < self._done:  # it has started again
            self._clock, self._updated = Clock(self._now), 0.0
            self._clock.start()
        self._done = done
        share = done / total if total else 1.0
        self._clock.report(share, self._clock.seconds * (1 - share) / share if share else None)
        is_due = self._now() - self._updated >= _UPDATED_AFTER
        if is_due:
            self._updated = self._now()
        return is_due

    def end(self) -> None:
        self._clock = None

    def text(self, n: int) -> str:
        left = self._clock.left if self._clock is not None else None
        rest = f": {time_left(left)}" if left is not None else ""
        return f"The four learners are predicting {n:,} rows{rest}."
