"""Work that is split into tasks, reports progress while they run, and can be stopped within 50 ms."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from lwnb_core.progress import Cancelled, Progress

T = TypeVar("T")
R = TypeVar("R")

# Seconds between two looks at what is finished: with the time that a worker needs to notice it, a
# cancellation takes effect within 50 ms.
HEARTBEAT = 0.02


def finished(
    submit: Callable[[T], Future[R]], tasks: Iterable[T], at_a_time: int
) -> Iterator[list[tuple[T, Future[R]]]]:
    """What has been finished, every few milliseconds, until all tasks are done; often it is nothing.

    The caller reports its progress at every step; if that raises, no further task is submitted. Only a few
    tasks are submitted at a time, because each may hold a part of the data.
    """
    waiting = iter(tasks)
    running: dict[Future[R], T] = {}
    while True:
        for task in islice(waiting, at_a_time - len(running)):
            running[submit(task)] = task
        if not running:
            return
        done, _ = wait(running, timeout=HEARTBEAT, return_when=FIRST_COMPLETED)
        yield [(running.pop(future), future) for future in done]


def in_threads(
    work: Callable[[T, Progress], int], tasks: Iterable[T], progress: Progress, total: int, jobs: int
) -> None:
    """Call `work(task, check)` for every task, in so many threads; with `jobs=0` in this one.

    It returns how much of the total the task was, and calls `check(0, 0)` every few milliseconds, which
    raises `Cancelled` as soon as nobody needs the result: when `progress` or another task has raised. Threads
    suit compiled kernels and numpy, which release the interpreter, and copy no data.
    """
    done = 0
    if jobs == 0:
        for task in tasks:
            done += work(task, lambda _, __: None)
            progress(done, total)
        return
    stop = threading.Event()

    def check(_: int, __: int, /) -> None:
        if stop.is_set():
            raise Cancelled

    pool = ThreadPoolExecutor(jobs)
    try:
        for ended in finished(lambda task: pool.submit(work, task, check), tasks, 2 * jobs):
            done += sum(future.result() for _, future in ended)
            progress(done, total)
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
