"""Tasks in threads: all are done, progress is reported, and an error or a cancellation stops them soon."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from lwnb_core.parallel import in_threads
from lwnb_core.progress import Cancelled, Progress


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_every_task_is_done_once_and_counted(jobs: int) -> None:
    done: list[int] = []
    told: list[tuple[int, int]] = []

    def work(task: int, check: Progress) -> int:
        check(0, 0)
        done.append(task)
        return 2

    in_threads(work, range(50), lambda *told_now: told.append(told_now), 100, jobs)
    assert sorted(done) == list(range(50))
    assert told == sorted(told)
    assert told[-1] == (100, 100)


def test_few_tasks_are_taken_at_a_time() -> None:
    taken: list[int] = []
    done: list[int] = []
    ahead: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(30):
            ahead.append(len(taken) - len(done))
            taken.append(task)
            yield task

    def work(task: int, _: Progress) -> int:
        done.append(task)
        return 1

    in_threads(work, tasks(), lambda *_: None, 30, 2)
    assert max(ahead) <= 4


@pytest.mark.parametrize("jobs", [0, 2])
def test_error_of_a_task_reaches_the_caller(jobs: int) -> None:
    def work(task: int, _: Progress) -> int:
        if task == 3:
            raise ValueError("third")
        return 1

    with pytest.raises(ValueError, match="third"):
        in_threads(work, range(10), lambda *_: None, 10, jobs)


def test_cancelled_while_a_task_runs_all_stop_and_none_begins() -> None:
    begun: list[int] = []
    stopped = threading.Event()

    def work(task: int, check: Progress) -> int:
        begun.append(task)
        try:
            while True:
                check(0, 0)
                time.sleep(0.001)
        except Cancelled:
            stopped.set()
            raise

    def cancel(_: int, __: int) -> None:
        if begun:
            raise Cancelled

    with pytest.raises(Cancelled):
        in_threads(work, range(10), cancel, 10, 1)
    assert stopped.wait(5)
    assert begun == [0]
