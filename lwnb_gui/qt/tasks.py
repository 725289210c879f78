"""The one runner of work off the GUI thread.

A task is a pure function whose first argument is a `Job`: it is the engine's `progress` (called with done and
total, it raises `Cancelled` once nobody waits any more) and takes partial results. Tasks have names; starting
one anew cancels the old one of that name, and whatever the old one still replies is dropped.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from lwnb_core import Cancelled
from lwnb_gui.qt.in_turns import is_late

R = TypeVar("R")

_WORKERS = 3  # and one more for drawings, which must not wait for a study
# Seconds after which a thread that computes in Python gives way to the window, which waits for it so long
# each time that it has let go for a moment, such as while it draws words.
_GIVE_WAY = 0.001
_BETWEEN_REPORTS = 0.05  # seconds; nobody reads a bar faster than this

_log = logging.getLogger(__name__)


class Job:
    """What a running function is given: progress to report, and whether to stop."""

    def __init__(self, name: str, generation: int, reply: Callable[[Job, str, object], None]) -> None:
        self.name = name
        self.generation = generation
        self._reply = reply
        self._cancelled = threading.Event()
        self._reported = 0.0

    def __call__(self, done: int, total: int, /) -> None:
        """Report progress; raises `Cancelled` when the task is no longer wanted."""
        self.check()
        now = time.monotonic()
        if now - self._reported >= _BETWEEN_REPORTS or done >= total:
            self._reported = now
            self._reply(self, "progress", (done, total))

    def check(self) -> None:
        """Raise `Cancelled` when the task is no longer wanted."""
        if self._cancelled.is_set():
            raise Cancelled

    def partial(self, value: object) -> None:
        """Hand out a result that is good already, before the task is done."""
        self.check()
        self._reply(self, "partial", value)

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()


class _Waiting:
    """A task under way and who wants to hear of it."""

    def __init__(self, job: Job, hear: dict[str, Callable[..., object] | None]) -> None:
        self.job = job
        self.hear = hear
        self.future: Future[None] | None = None


class TaskRunner(QObject):
    """Runs tasks in a few threads and brings their replies to the GUI thread."""

    busy_changed = Signal()  # a task began or ended

    _replied = Signal(object, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(min(sys.getswitchinterval(), _GIVE_WAY))
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="lwnb-task")
        self._drawers = ThreadPoolExecutor(1, thread_name_prefix="lwnb-task-drawing")
        self._current: dict[str, _Waiting] = {}
        self._futures: set[Future[None]] = set()
        self._drawings: set[Future[None]] = set()
        self._generation = 0
        self._closed = False
        self.unfinished = False  # after the end: whether a thread is still at work
        self._replies: deque[tuple[Job, str, object]] = deque()
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._hand_over)
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
        drawing: bool = False,
    ) -> int:
        """Run `function(job)` in a thread; the callbacks are called in the GUI thread. The generation.

        An error that nobody takes goes where uncaught exceptions go. `drawing`: it makes a picture that
        somebody waits to see.
        """
        self.cancel(name)
        self._generation += 1
        if self._closed:
            return self._generation
        job = Job(name, self._generation, self._reply)
        waiting = _Waiting(
            job, {"done": on_done, "partial": on_partial, "progress": on_progress, "error": on_error}
        )
        self._current[name] = waiting
        pool = self._drawers if drawing else self._pool
        waiting.future = future = pool.submit(self._run, job, function)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        if drawing:
            self._drawings = {f for f in self._drawings if not f.done()} | {future}
        self.busy_changed.emit()
        return self._generation

    def cancel(self, name: str) -> None:
        """Stop the task of this name; nothing more is heard of it."""
        old = self._current.pop(name, None)
        if old is not None:
            old.job.cancel()
            if old.future is not None:
                old.future.cancel()
            self.busy_changed.emit()

    def is_running(self, name: str) -> bool:
        return name in self._current

    @property
    def running(self) -> tuple[str, ...]:
        return tuple(self._current)

    @property
    def is_drawing(self) -> bool:
        """Whether a picture that somebody waits to see is being made."""
        return any(waiting.future in self._drawings for waiting in self._current.values())

    def close(self, timeout: float = 1.0) -> None:
        """Cancel everything and wait until no thread is left, but not for long: what cannot be stopped, such
        as a first compilation, is left behind (see `unfinished`). Nothing can be started afterwards.
        """
        if self._closed:
            return
        self._closed = True
        self._next.stop()
        self._replies.clear()
        for name in tuple(self._current):
            self.cancel(name)
        left = wait(set(self._futures), timeout).not_done
        self.unfinished = bool(left)
        if left:
            _log.info("%d tasks were left behind", len(left))
        for pool in (self._pool, self._drawers):
            pool.shutdown(wait=not left, cancel_futures=True)

    # -- inside -------------------------------------------------------------------------------------

    def _run(self, job: Job, function: Callable[[Job], object]) -> None:
        try:
            job.check()
            self._reply(job, "done", function(job))
        except Cancelled:
            self._reply(job, "cancelled", None)
        except BaseException as error:  # whatever it is, it must not be lost in a thread
            self._reply(job, "error", error)

    def _reply(self, job: Job, kind: str, payload: object) -> None:
        if not self._closed:
            self._replied.emit(job, kind, payload)

    @Slot(object, str, object)
    def _deliver(self, job: Job, kind: str, payload: object) -> None:
        self._replies.append((job, kind, payload))
        if not self._next.isActive():
            self._hand_over()

    def _hand_over(self) -> None:
        """Replies in their order, as many as one turn of the event loop has room for."""
        while self._replies and not self._closed:
            if is_late():
                self._next.start()
                return
            if len(self._replies) > 1:
                self._next.start()  # a reply may fail, or run an event loop of its own
            self._reply_to(*self._replies.popleft())
        self._next.stop()

    def _reply_to(self, job: Job, kind: str, payload: object) -> None:
        waiting = self._current.get(job.name)
        if waiting is None or waiting.job is not job:
            return  # an older generation
        if kind in ("done", "error", "cancelled"):
            del self._current[job.name]
            self.busy_changed.emit()
        callback = waiting.hear.get(kind)
        if callback is not None and kind == "progress" and isinstance(payload, tuple):
            callback(*payload)
        elif callback is not None:
            callback(payload)
        elif kind == "error" and isinstance(payload, BaseException):
            raise payload  # nobody takes it: it goes where uncaught exceptions go
