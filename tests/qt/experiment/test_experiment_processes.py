"""An experiment that runs in separate processes: none outlives it."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_core.evaluation.experiments import experiment as engine
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.experiments import finish, page, small

__all__ = ["page"]

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")


def workers() -> set[int]:
    """Return the processes that this one has started, except the resource tracker, which ends with us."""
    result = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            command = (stat.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z" and "resource_tracker" not in command:
            result.add(int(stat.parent.name))
    return result


@pytest.fixture
def in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every task as large enough for worker processes."""
    from lwnb_gui.experiment import run as experiment_run

    monkeypatch.setattr(engine, "WORTH_WORKERS", 0)
    monkeypatch.setattr(experiment_run, "WORTH_WORKERS", 0)
    monkeypatch.setattr(engine, "cores", lambda: 2)


@LINUX
@pytest.mark.usefixtures("in_processes")
def test_no_worker_process_outlives_cancel_or_the_window(
    window: MainWindow, page: ExperimentPage, qtbot: QtBot
) -> None:
    before = workers()
    small(page)
    page.controller.set_plan(replace(page.controller.plan, runs=500))
    page.start()
    qtbot.waitUntil(lambda: len(workers() - before) > 0, timeout=30_000)
    page.stop()
    finish(page, qtbot)
    qtbot.waitUntil(lambda: workers() <= before, timeout=10_000)

    page.start()
    qtbot.waitUntil(lambda: len(workers() - before) > 0, timeout=30_000)
    window.close()
    QApplication.processEvents()
    qtbot.waitUntil(lambda: workers() <= before, timeout=10_000)
