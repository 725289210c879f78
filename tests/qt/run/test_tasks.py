"""The task runner: replies, stale replies, cancelling, errors, and shutdown."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from lwnb_core import Cancelled
from lwnb_gui.qt.run.tasks import Job, TaskRunner


@pytest.fixture
def tasks(qapp: object) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


def test_work_runs_in_another_thread_and_replies_in_the_gui_thread(tasks: TaskRunner, qtbot: QtBot) -> None:
    here, seen = threading.get_ident(), []
    me = threading.get_ident
    tasks.start("a", lambda job: me(), on_done=lambda worker: seen.append((worker, me())))
    qtbot.waitUntil(lambda: bool(seen))
    worker, answered = seen[0]
    assert worker != here
    assert answered == here
    assert tasks.running == ()


def test_partial_results_and_progress_come_in_order(tasks: TaskRunner, qtbot: QtBot) -> None:
    heard: list[object] = []

    def work(job: Job) -> str:
        job.partial("first")
        for i in range(3):
            job(i + 1, 3)
        return "done"

    tasks.start(
        "a",
        work,
        on_done=heard.append,
        on_partial=heard.append,
        on_progress=lambda done, total: heard.append((done, total)),
    )
    qtbot.waitUntil(lambda: "done" in heard)
    assert heard[0] == "first"
    assert heard[-2:] == [(3, 3), "done"]


def test_a_reply_of_an_older_generation_is_dropped(tasks: TaskRunner, qtbot: QtBot) -> None:
    release, heard = threading.Event(), []

    def slow(job: Job) -> str:
        release.wait(5)
        return "old"

    tasks.start("a", slow, on_done=heard.append)
    tasks.start("a", lambda job: "new", on_done=heard.append)
    release.set()
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.wait(50)
    assert heard == ["new"]


def test_reply_waiting_in_the_event_queue_is_dropped_on_cancel(tasks: TaskRunner, qtbot: QtBot) -> None:
    done, heard = threading.Event(), []

    def work(job: Job) -> str:
        done.set()
        return "old"

    tasks.start("a", work, on_done=heard.append)
    done.wait(5)
    time.sleep(0.05)  # its reply now waits in the event queue
    tasks.cancel("a")
    qtbot.wait(50)
    assert heard == []


def test_cancelling_stops_the_work(tasks: TaskRunner, qtbot: QtBot) -> None:
    ended = threading.Event()

    def endless(job: Job) -> None:
        try:
            while True:
                job(0, 1)
                time.sleep(0.001)
        except Cancelled:
            ended.set()
            raise

    tasks.start("a", endless, on_done=lambda _: None)
    qtbot.wait(20)
    tasks.cancel("a")
    assert ended.wait(5)
    assert not tasks.is_running("a")


def test_tasks_of_other_names_go_on(tasks: TaskRunner, qtbot: QtBot) -> None:
    heard: list[str] = []
    tasks.start("a", lambda job: "a", on_done=heard.append)
    tasks.start("b", lambda job: "b", on_done=heard.append)
    qtbot.waitUntil(lambda: sorted(heard) == ["a", "b"])


def test_error_of_a_task_is_passed_on(tasks: TaskRunner, qtbot: QtBot) -> None:
    heard: list[BaseException] = []

    def fail(job: Job) -> None:
        raise ValueError("no")

    tasks.start("a", fail, on_done=lambda _: None, on_error=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert str(heard[0]) == "no"


def test_error_without_a_handler_is_raised(tasks: TaskRunner, qtbot: QtBot) -> None:
    def fail(job: Job) -> None:
        raise ValueError("no")

    with qtbot.captureExceptions() as caught:
        tasks.start("a", fail, on_done=lambda _: None)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ValueError


def test_closing_waits_and_leaves_no_thread(qapp: object, qtbot: QtBot) -> None:
    runner = TaskRunner()
    heard: list[object] = []

    def endless(job: Job) -> None:
        while True:
            job(0, 1)
            time.sleep(0.001)

    for name in "abc":
        runner.start(name, endless, on_done=heard.append)
    runner.close(timeout=30)
    assert not [t for t in threading.enumerate() if t.name.startswith("lwnb-task")]
    runner.start("d", lambda job: 1, on_done=heard.append)
    qtbot.wait(20)
    assert heard == []
