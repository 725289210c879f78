"""Predicting all rows may take minutes: how long is left, and how to stop."""

from __future__ import annotations

import time
from collections.abc import Callable

from lwnb_gui.app.run import Clock, time_left
from lwnb_gui.qt.context import Context

_INTERVAL = 1.0  # seconds between two updates of the time left


class PredictionProgress:
    """Follows the progress of the predictions, for panels that wait for them."""

    def __init__(self, context: Context, now: Callable[[], float] = time.monotonic) -> None:
        self._context, self._now = context, now
        self._clock: Clock | None = None
        self._done = 0
        self._updated = 0.0

    def report(self, done: int, total: int) -> bool:
        """So many of so many rows; returns whether the text is to be updated."""
        if self._clock is None or done < self._done:  # begun anew
            self._clock, self._updated = Clock(self._now), 0.0
            self._clock.start()
        self._done = done
        share = done / total if total else 1.0
        self._clock.report(share, self._clock.seconds * (1 - share) / share if share else None)
        is_due = self._now() - self._updated >= _INTERVAL
        if is_due:
            self._updated = self._now()
        return is_due

    def end(self) -> None:
        self._clock = None

    def text(self, n: int) -> str:
        left = self._clock.left if self._clock is not None else None
        rest = f": {time_left(left)}" if left is not None else ""
        return f"The four learners are predicting {n:,} rows{rest}."

    def stop(self) -> None:
        """Cancel the predictions; they can be requested again."""
        context = self._context
        context.tasks.cancel("predict")
        context.predictions_wait = True
        context.set_predictions(None)
