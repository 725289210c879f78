"""What the window's tests share: settings of their own, a window that ends, nothing left over."""

from __future__ import annotations

import gc
import math
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from pytestqt.qtbot import QtBot

pytest.importorskip("PySide6.QtWidgets", reason="Qt or one of its system libraries is missing")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from lwnb_core import Explanation
from lwnb_gui.qt import in_turns
from lwnb_gui.qt.explore import Explore
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panel import Panel
from lwnb_gui.state import Preferences, Query
from lwnb_gui.state.opening import Opening

Open = Callable[..., MainWindow]
P = TypeVar("P", bound=Panel)


def explore_panel(window: MainWindow, name: str, kind: type[P]) -> P:
    """One of Explore's panels."""
    page = window.place("explore")
    assert isinstance(page, Explore)
    panel = page.panels[name]
    assert isinstance(panel, kind)
    return panel


def explanation_of(window: MainWindow) -> Explanation:
    assert window.context.explanation is not None
    return window.context.explanation


def query_of(window: MainWindow) -> Query:
    assert window.state.query is not None
    return window.state.query


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Preferences and log of this test alone."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("LWNB_CONFIG", str(folder))
    monkeypatch.setenv("LWNB_ENGINE", "reference")  # nothing here is large enough to compile for
    return folder


@pytest.fixture(autouse=True)
def nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is: what may wait for the next turn of the event loop is done at once."""
    monkeypatch.setattr(in_turns, "LATE", math.inf)
    monkeypatch.setattr(in_turns, "LONG", math.inf)


@pytest.fixture(autouse=True, scope="module")
def what_was_there() -> Iterator[None]:
    """What the modules loaded is not looked through after every test; nor, as in the program, is rubbish ever
    looked for in the thread of a task, where taking a window apart can hang.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_left(qapp: QApplication, what_was_there: None) -> Iterator[None]:
    """No thread, timer or window outlives its test."""
    yield
    for window in QApplication.topLevelWidgets():
        if isinstance(window, MainWindow):
            window.close()
            window.deleteLater()
    qapp.sendPostedEvents(None, 52)  # DeferredDelete
    qapp.processEvents()
    gc.collect()
    end = time.monotonic() + 20  # a window waits only a moment for its tasks; they end when they can
    while _task_threads() and time.monotonic() < end:
        time.sleep(0.01)
    assert _task_threads() == []
    active = [t for t in gc.get_objects() if isinstance(t, QTimer) and _is_active(t)]
    assert active == []


def _task_threads() -> list[str]:
    return [t.name for t in threading.enumerate() if t.name.startswith("lwnb-task")]


def _is_active(timer: QTimer) -> bool:
    try:
        return timer.isActive()
    except RuntimeError:  # already deleted
        return False


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """The window with its start page, its engine taken for warm."""
    made = MainWindow(Preferences(theme="light"), warm=True)
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    return made


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot) -> Open:
    """Open a sample and wait for its explanation and ribbon."""

    def go(name: str = "iris", row: int = 135, **more: object) -> MainWindow:
        window.open(Opening(f"sample:{name}", row=row, **more))  # type: ignore[arg-type]
        qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
        qtbot.waitUntil(lambda: window.context.sweep is not None, timeout=10_000)
        qtbot.waitUntil(lambda: not window.context.turns.busy, timeout=10_000)  # the place is laid out
        return window

    return go
