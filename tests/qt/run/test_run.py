"""The controller of long runs, and its progress view."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from lwnb_core import LwnbError
from lwnb_gui.app.run import Run, RunStatus
from lwnb_gui.qt.run.run_controller import RunController
from lwnb_gui.qt.run.run_progress import RunProgress
from lwnb_gui.qt.run.tasks import Job, TaskRunner


@pytest.fixture
def tasks(qtbot: QtBot) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


def endless(job: Job, run: Run) -> str:
    """Count to 3 of 10, then wait until it is stopped."""
    while True:
        job(3, 10)
        run.checkpoint(job.check)
        time.sleep(0.002)


def test_run_reports_progress_and_its_result(tasks: TaskRunner, qtbot: QtBot) -> None:
    run, states, results = RunController(tasks, "run"), list[str](), list[int]()
    run.changed.connect(lambda: states.append(run.state))
    assert run.state == "idle"
    run.start(lambda job, _: 42, on_done=results.append)
    assert run.is_busy
    qtbot.waitUntil(lambda: run.state == "done", timeout=5000)
    assert (states, results) == (["running", "done"], [42])
    assert run.seconds >= 0


def test_an_error_is_kept_until_the_next_start(tasks: TaskRunner, qtbot: QtBot) -> None:
    run, errors = RunController(tasks, "run"), list[BaseException]()

    def broken(job: Job, _: Run) -> None:
        raise LwnbError("too few rows")

    run.start(broken, on_done=lambda _: None, on_error=errors.append)
    qtbot.waitUntil(lambda: run.state == "failed", timeout=5000)
    assert [run.error] == errors
    run.start(lambda job, _: None, on_done=lambda _: None)
    assert run.error is None
    qtbot.waitUntil(lambda: run.state == "done", timeout=5000)


def test_a_run_is_stopped_at_once(tasks: TaskRunner, qtbot: QtBot) -> None:
    run, results = RunController(tasks, "run"), list[str]()
    run.start(endless, on_done=results.append)
    qtbot.waitUntil(lambda: run.share == 0.3, timeout=5000)
    run.stop()
    assert run.state == "stopped"
    assert not tasks.is_running("run")
    qtbot.wait(20)
    assert results == [], "nothing more is heard of it"
    run.reset()
    assert run.state == "idle"


def test_the_next_run_begins_when_the_stopped_one_has_ended(tasks: TaskRunner, qtbot: QtBot) -> None:
    """A run that does not stop at once is abandoned, and never computes at the same time as the next one."""
    run, results, events = RunController(tasks, "run"), list[str](), list[str]()
    began, may_end = threading.Event(), threading.Event()

    def deaf(job: Job, _: Run) -> str:
        began.set()
        may_end.wait(5)
        events.append("the first ends")
        return "first"

    def second(job: Job, _: Run) -> str:
        events.append("the second begins")
        return "second"

    run.start(deaf, on_done=results.append)
    qtbot.waitUntil(began.is_set, timeout=5000)
    run.stop()
    assert run.state == "stopped"
    run.start(second, on_done=results.append)
    assert run.state == "running"
    qtbot.wait(50)
    assert events == []
    may_end.set()
    qtbot.waitUntil(lambda: run.state == "done", timeout=5000)
    assert (events, results) == (["the first ends", "the second begins"], ["second"])


def test_a_paused_run_is_stopped_at_once(tasks: TaskRunner, qtbot: QtBot) -> None:
    run, results = RunController(tasks, "run"), list[str]()
    run.start(endless, on_done=results.append)
    run.pause()
    run.stop()
    assert run.state == "stopped"
    run.start(lambda job, _: "next", on_done=results.append)
    qtbot.waitUntil(lambda: run.state == "done", timeout=5000)
    assert results == ["next"]


def test_pause_stops_work_and_clock(tasks: TaskRunner, qtbot: QtBot) -> None:
    run, steps, paused = RunController(tasks, "run"), [0], threading.Event()

    def count(job: Job, this: Run) -> None:
        while steps[0] < 1_000_000:
            steps[0] += 1
            this.checkpoint(lambda: (paused.set(), job.check()))
            time.sleep(0.001)

    run.start(count, on_done=lambda _: None)
    run.pause()
    assert run.state == "paused"
    qtbot.waitUntil(paused.is_set, timeout=5000)
    held, seconds = steps[0], run.seconds
    qtbot.wait(50)
    assert (steps[0], run.seconds) == (held, seconds)
    run.pause()
    assert run.state == "running"
    qtbot.waitUntil(lambda: steps[0] > held, timeout=5000)
    run.pause()
    run.reset()  # like closing the window during a pause


def test_focus_moves_to_the_next_enabled_button(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column, other, progress = QVBoxLayout(window), QLineEdit(window), RunProgress(window, in_column=True)
    column.addWidget(other)
    column.addWidget(progress)
    progress.show_status(RunStatus("not started", start="Start"))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    progress.start_button.setFocus(Qt.FocusReason.TabFocusReason)
    progress.show_status(RunStatus("about 3 min left", 0.25, pause="Pause", stop=True))
    assert window.focusWidget() is progress.pause_button
    assert progress.bar.value() == progress.bar.maximum() / 4
    progress.show_status(RunStatus("stopped", 0.25, start="Resume"))
    assert window.focusWidget() is progress.start_button
    with qtbot.waitSignal(progress.ended):
        progress.show_status(RunStatus("finished", 1.0, start="Start", can_start=False))
