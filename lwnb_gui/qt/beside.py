"""Work that is done in another thread while a frame is painted, and is wanted in that frame.

A task (see `tasks`) is answered through the event loop, after the frame. Here the window fetches the answer
itself; and because both threads share Python's lock, the other one takes it twice only, to begin and to end:
whoever waits for it in between stops the painting for longer than the work would take.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

R = TypeVar("R")


class Beside(Generic[R]):
    """One thread that does the last thing it has been given."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._thread: threading.Thread | None = None
        self._given: SimpleQueue[tuple[int, Callable[[], R]] | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[int, R | BaseException]] = SimpleQueue()
        self._number = 0
        self._under_way = False

    @property
    def is_under_way(self) -> bool:
        """Whether an answer is still to be fetched."""
        return self._under_way

    def begin(self, work: Callable[[], R]) -> None:
        """Do this now; what has been given before is not wanted any more."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        self._number += 1
        self._under_way = True
        self._given.put((self._number, work))
        time.sleep(0)  # lets go of Python's lock: the thread begins now, and not when it forces us to

    def fetch(self, longest: float = 0.0) -> R | None:
        """The answer, if it comes within so many seconds; raises what the work has raised."""
        end = time.perf_counter() + longest
        while self._under_way:
            try:
                number, answer = self._done.get(timeout=max(end - time.perf_counter(), 0.0))
            except Empty:
                return None
            if number == self._number:
                self._under_way = False
                if isinstance(answer, BaseException):
                    raise answer
                return answer
        return None

    def forget(self) -> None:
        """The answer is not wanted any more."""
        self._number += 1
        self._under_way = False

    def close(self) -> None:
        """End the thread, after what it is doing."""
        self.forget()
        self._given.put(None)
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while (given := self._given.get()) is not None:
            number, work = given
            if number == self._number:
                self._done.put((number, _answer(work)))
            del given, work  # or what they hold would live until the next


def _answer(work: Callable[[], R]) -> R | BaseException:
    try:
        return work()
    except BaseException as error:  # it is raised where the answer is fetched
        return error
