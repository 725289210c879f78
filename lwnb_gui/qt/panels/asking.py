"""The four learners are asked about every row, which may take minutes: how long still, and how to stop."""

from __future__ import annotations

import time
from collections.abc import Callable

from lwnb_gui.qt.context import Context
from lwnb_gui.state.experiment_clock import Clock, spoken_left

_ANEW = 1.0  # seconds between two sayings of the time left


class Asking:
    """Hears of the progress and says what a panel says in the place of the answers."""

    def __init__(self, context: Context, now: Callable[[], float] = time.monotonic) -> None:
        self._context, self._now = context, now
        self._clock: Clock | None = None
        self._done = 0
        self._said = 0.0

    def report(self, done: int, total: int) -> bool:
        """So many of so many; whether that is to be said now."""
        if self._clock is None or done < self._done:  # asked anew
            self._clock, self._said = Clock(self._now), 0.0
            self._clock.start()
        self._done = done
        share = done / total if total else 1.0
        self._clock.report(share, self._clock.seconds * (1 - share) / share if share else None)
        due = self._now() - self._said >= _ANEW
        if due:
            self._said = self._now()
        return due

    def end(self) -> None:
        self._clock = None

    def words(self, n: int) -> str:
        left = self._clock.left if self._clock is not None else None
        still = f": {spoken_left(left)}" if left is not None else ""
        return f"The four learners are being asked about {n:,} rows{still}."

    def stop(self) -> None:
        """Ask no more; they can be asked again."""
        context = self._context
        context.tasks.cancel("predict")
        context.predictions_wait = True
        context.set_predictions(None)
