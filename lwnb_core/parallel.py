"""Work that is split into tasks, reports progress as they run, and can be stopped within 50 ms."""

from __future__ import annotations

import contextvars
import sys
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import islice
from typing import Any, TypeVar

from lwnb_core.progress import Cancelled, Progress, silent

T = TypeVar("T")
R = TypeVar("R")
F = TypeVar("F")  # a future, Python's own or Dask's

# Seconds between two checks for finished tasks. Including the time that a worker needs to notice it, a
# cancellation takes effect within 50 ms.
HEARTBEAT = 0.02


def can_start_threads() -> bool:
    """Whether threads and processes can be started: not in a browser, where one thread does everything."""
    return sys.platform != "emscripten"


def _ended(running: Collection[Future[Any]]) -> Iterable[Future[Any]]:
    return wait(running, HEARTBEAT, FIRST_COMPLETED).done


def finished(
    submit: Callable[[T], F],
    tasks: Iterable[T],
    at_a_time: int,
    ended: Callable[[Collection[Any]], Iterable[Any]] = _ended,
) -> Iterator[list[tuple[T, F]]]:
    """Yield what has been finished, every few milliseconds (often nothing), until all tasks are done.

    The caller reports its progress at every step; if that raises, no further task is submitted. Only a few
    tasks are submitted at a time, because each may hold a part of the data. `ended` waits a moment for one of
    the running futures and returns those that are done.
    """
    waiting = iter(tasks)
    running: dict[F, T] = {}
    while True:
        for task in islice(waiting, at_a_time - len(running)):
            running[submit(task)] = task
        if not running:
            return
        yield [(running.pop(future), future) for future in ended(tuple(running))]


def results_in_threads(
    work: Callable[[T, Progress], R], tasks: Iterable[T], jobs: int
) -> Generator[list[tuple[T, R]]]:
    """Yield tasks with the results of `work(task, check)`, as `finished` does, from `jobs` threads.

    `work` calls `check(0, 0)` every few milliseconds, which raises `Cancelled` as soon as nobody needs the
    result: when the caller is done with the iterator, or another task has raised. Threads suit compiled
    kernels and numpy, which release the GIL, and they copy no data.
    """
    if not can_start_threads():
        yield from ([(task, work(task, silent))] for task in tasks)
        return
    stop = threading.Event()

    def check(_: int, __: int, /) -> None:
        if stop.is_set():
            raise Cancelled

    def submit(task: T) -> Future[R]:
        # The tasks know what their caller has decided, such as the engine.
        return pool.submit(contextvars.copy_context().run, work, task, check)

    pool = ThreadPoolExecutor(jobs)
    try:
        for ended in finished(submit, tasks, 2 * jobs):
            yield [(task, future.result()) for task, future in ended]
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)


def in_threads(
    work: Callable[[T, Progress], int], tasks: Iterable[T], progress: Progress, total: int, jobs: int
) -> None:
    """Do all tasks as `results_in_threads` does; with `jobs=0` in this thread, where `check` does nothing.

    `work` returns how much of the total the task was.
    """
    done = 0
    if jobs == 0:
        for task in tasks:
            done += work(task, silent)
            progress(done, total)
        return
    with closing(results_in_threads(work, tasks, jobs)) as results:
        for ended in results:
            done += sum(part for _, part in ended)
            progress(done, total)
