"""The one runner of work off the GUI thread.

A task is a pure function whose first argument is a `Job`: it is the engine's `progress` (called with done and
total, it raises `Cancelled` once the result is no longer needed) and accepts partial results. Tasks have
names; starting one again cancels the old one of that name, and any further replies from it are dropped.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from lwnb_core import Cancelled
from lwnb_gui.program_log import is_bug, log_bug

R = TypeVar("R")

# a study, the predictions of all rows and the regions of a map leave one thread for the next step
_WORKERS = 4
# Seconds after which a thread that computes in Python releases the GIL for the GUI thread, which waits for it
# each time it has released it, as in many calls of Qt. Python's default of 5 ms is noticeable while k is
# dragged.
_SWITCH_INTERVAL = 0.001
_BETWEEN_REPORTS = 0.05  # seconds; a bar cannot be read faster than this

_log = logging.getLogger(__name__)


class Job:
    """The first argument of a running function: reports progress, and says whether to stop."""

    def __init__(self, name: str, reply: Callable[[Job, str, object], None]) -> None:
        self.name = name
        self._reply = reply
        self._cancelled = threading.Event()
        self._reported = 0.0

    def __call__(self, done: int, total: int, /) -> None:
        """Report progress; raises `Cancelled` when the task is no longer needed."""
        self.check()
        now = time.monotonic()
        if now - self._reported >= _BETWEEN_REPORTS or done >= total:
            self._reported = now
            self._reply(self, "progress", (done, total))

    def check(self) -> None:
        """Raise `Cancelled` when the task is no longer needed."""
        if self._cancelled.is_set():
            raise Cancelled

    def partial(self, value: object) -> None:
        """Hand out a result that is already useful, before the task is done."""
        self.check()
        self._reply(self, "partial", value)

    def cancel(self) -> None:
        self._cancelled.set()


class _Task:
    """A running task, with its callbacks by the kind of reply."""

    def __init__(self, job: Job, callbacks: dict[str, Callable[..., object] | None]) -> None:
        self.job = job
        self.callbacks = callbacks
        self.future: Future[None] | None = None


class TaskRunner(QObject):
    """Runs tasks in a few threads and brings their replies to the GUI thread."""

    _replied = Signal(object, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(min(sys.getswitchinterval(), _SWITCH_INTERVAL))
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="lwnb-task")
        self._tasks: dict[str, _Task] = {}
        self._futures: set[Future[None]] = set()
        self._closed = False
        self.unfinished = False  # after the end: whether a thread is still at work
        self._replied.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    # -- for everyone -------------------------------------------------------------------------------

    def start(
        self,
        name: str,
        function: Callable[[Job], R],
        *,
        on_done: Callable[[R], object],
        on_partial: Callable[[Any], object] | None = None,
        on_progress: Callable[[int, int], object] | None = None,
        on_error: Callable[[BaseException], object] | None = None,
    ) -> None:
        """Run `function(job)` in a thread; the callbacks are called in the GUI thread.

        An error without `on_error` goes where uncaught exceptions go; one that should not have happened is
        in the log, whatever `on_error` does with it.
        """
        self.cancel(name)
        if self._closed:
            return
        job = Job(name, self._reply)
        task = self._tasks[name] = _Task(
            job, {"done": on_done, "partial": on_partial, "progress": on_progress, "error": on_error}
        )
        task.future = future = self._pool.submit(self._run, job, function)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)

    def cancel(self, name: str) -> None:
        """Stop the task of this name; its replies are dropped."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.job.cancel()
            if task.future is not None:
                task.future.cancel()

    def is_running(self, name: str) -> bool:
        return name in self._tasks

    @property
    def running(self) -> tuple[str, ...]:
        return tuple(self._tasks)

    def close(self, timeout: float = 1.0) -> None:
        """Cancel everything, and wait a short time until no thread is left.

        What cannot be stopped, such as a first compilation, is left behind (see `unfinished`). Nothing can be
        started afterwards.
        """
        if self._closed:
            return
        self._closed = True
        for name in tuple(self._tasks):
            self.cancel(name)
        left = wait(set(self._futures), timeout).not_done
        self.unfinished = bool(left)
        if left:
            _log.info("%d tasks were left behind", len(left))
        self._pool.shutdown(wait=not left, cancel_futures=True)

    # -- inside -------------------------------------------------------------------------------------

    def _run(self, job: Job, function: Callable[[Job], object]) -> None:
        try:
            job.check()
            self._reply(job, "done", function(job))
        except Cancelled:
            self._reply(job, "cancelled", None)
        except BaseException as error:  # any exception must not be lost in a thread
            if is_bug(error):
                log_bug(error)
            self._reply(job, "error", error)

    def _reply(self, job: Job, kind: str, payload: object) -> None:
        if not self._closed:
            self._replied.emit(job, kind, payload)

    @Slot(object, str, object)
    def _deliver(self, job: Job, kind: str, payload: object) -> None:
        task = self._tasks.get(job.name)
        if task is None or task.job is not job:
            return  # it was cancelled, or started again
        if kind in ("done", "error", "cancelled"):
            del self._tasks[job.name]
        callback = task.callbacks.get(kind)
        if callback is not None and kind == "progress" and isinstance(payload, tuple):
            callback(*payload)
        elif callback is not None:
            callback(payload)
        elif kind == "error" and isinstance(payload, BaseException):
            raise payload
