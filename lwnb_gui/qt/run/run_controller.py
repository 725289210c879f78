"""The one controller of long runs: Curves and Experiment start, pause, stop and resume theirs with it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from lwnb_gui.app.run import BUSY, Run, RunState
from lwnb_gui.qt.run.tasks import Job, TaskRunner

R = TypeVar("R")

_CHECK_AGAIN = 0.02  # seconds between two checks whether the previous run has ended


class RunController(QObject):
    """One run at a time: its state, its clock, its error. The result goes to the code that started it.

    A run that is stopped counts as stopped at once, and results that it computes before it notices are
    dropped.
    """

    changed = Signal()  # the state
    progressed = Signal()  # share done and time left

    def __init__(self, tasks: TaskRunner, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks, self._name = tasks, name
        self._run = Run()
        self.state: RunState = "idle"
        self.error: BaseException | None = None
        # Held by the computation. A stopped one continues until its next check, and the next one begins after
        # it, because both may write to the same file.
        self._computing = threading.Lock()

    @property
    def is_busy(self) -> bool:
        return self.state in BUSY

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return self._run.clock.share

    @property
    def seconds(self) -> float:
        """The duration so far, without pauses."""
        return self._run.clock.seconds

    @property
    def seconds_left(self) -> float | None:
        return self._run.clock.left

    def start(
        self,
        compute: Callable[[Job, Run], R],
        *,
        on_done: Callable[[R], object],
        on_partial: Callable[[Any], object] | None = None,
        on_error: Callable[[BaseException], object] | None = None,
        forecasts: bool = False,
    ) -> None:
        """Run `compute(job, run)` in a task, instead of the one that is running.

        `forecasts`: it reports its share and time left to the run's clock itself; else they follow from the
        progress that it reports to the job.
        """
        self._run = run = Run()
        run.clock.start()
        self.error = None

        def work(job: Job) -> R:
            while not self._computing.acquire(timeout=_CHECK_AGAIN):
                job.check()
            try:
                return compute(job, run)
            finally:
                self._computing.release()

        def done(result: R) -> None:
            run.clock.stop()
            self.state = "done"
            on_done(result)  # after the state is set, because it may start the next run
            self.changed.emit()

        def failed(error: BaseException) -> None:
            run.clock.stop()
            self.state, self.error = "failed", error
            if on_error is not None:
                on_error(error)
            self.changed.emit()

        def progressed(done: int, total: int) -> None:
            if not forecasts:
                run.clock.advance(done, total)
            self.progressed.emit()

        self._tasks.start(
            self._name,
            work,
            on_done=done,
            on_partial=on_partial,
            on_progress=progressed,
            on_error=failed,
        )
        self._become("running")

    def pause(self) -> None:
        """Pause, or resume after a pause."""
        if self.state == "running":
            self._run.pause()
            self._become("paused")
        elif self.state == "paused":
            self._run.resume()
            self._become("running")

    def stop(self) -> None:
        """Stop at once; results that were handed over stay."""
        if self.is_busy:
            self._cancel("stopped")

    def reset(self) -> None:
        """Forget the run, whatever its state."""
        self.error = None
        self._cancel("idle")

    def _cancel(self, state: RunState) -> None:
        self._tasks.cancel(self._name)
        self._run.clock.stop()
        self._become(state)

    def _become(self, state: RunState) -> None:
        self.state = state
        self.changed.emit()
