"""What the window's tests share: settings of their own, a window that ends, nothing left over."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pytestqt.qtbot import QtBot

pytest.importorskip("PySide6.QtWidgets", reason="Qt or one of its system libraries is missing")

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from lwnb_core import Explanation
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.app.query import Query
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.qt.window.warm_up import warm_up

Open = Callable[..., MainWindow]
P = TypeVar("P", bound=Panel)


class PatientBot(QtBot):
    """Waits for conditions and signals for at least a minute: on a busy machine everything takes longer, and
    only a test that fails waits to the end.
    """

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 0) -> None:
        super().waitUntil(callback, timeout=max(timeout, 60_000))

    def waitSignal(self, signal: Any, *, timeout: int = 0, **options: Any) -> Any:
        return super().waitSignal(signal, timeout=max(timeout, 60_000), **options)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


def explore_panel(window: MainWindow, name: str, kind: type[P]) -> P:
    """One of Explore's panels."""
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    panel = page.panels[name]
    assert isinstance(panel, kind)
    return panel


def each_panel(window: MainWindow, qtbot: QtBot) -> Iterator[tuple[str, Panel]]:
    """Explore's panels one after the other, each in front with all that it shows; in the end the first tabs
    are in front again.
    """
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    for name in reversed(page.panels):
        page.show_panel(name)
        wait_until_idle(window, qtbot)
        yield name, page.panels[name]


def explanation_of(window: MainWindow) -> Explanation:
    assert window.context.explanation is not None
    return window.context.explanation


def query_of(window: MainWindow) -> Query:
    assert window.state.query is not None
    return window.state.query


def wait_until_idle(window: MainWindow, qtbot: QtBot) -> None:
    """Until no task runs and no timer is pending by which a panel waits for k or the keys to rest.

    However slow the machine is; timers of a second and more belong to messages and to the autosave.
    """

    def is_idle() -> bool:
        timers = window.findChildren(QTimer)
        pending = any(t.isActive() and t.isSingleShot() and t.interval() < 1000 for t in timers)
        return not pending and not window.tasks.running

    qtbot.waitUntil(is_idle, timeout=60_000)
    layouts = _Layouts()
    QApplication.instance().installEventFilter(layouts)  # type: ignore[union-attr]
    while layouts.has_more:  # what the last reply has asked for climbs one widget an iteration
        layouts.has_more = False
        QApplication.sendPostedEvents()
        QApplication.processEvents()


class _Layouts(QObject):
    """Hears whether something was laid out."""

    has_more = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.has_more |= event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Preferences and log of this test alone."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("LWNB_CONFIG", str(folder))
    monkeypatch.delenv("LWNB_ENGINE", raising=False)
    return folder


@pytest.fixture(autouse=True, scope="session")
def engine_that_ships() -> None:
    """The compiled loops are loaded before the first test, as they are soon after a window has been opened,
    so that no test depends on when a thread has them ready. Those of the plain form ask for it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("LWNB_ENGINE", raising=False)
        assert warm_up() or find_spec("numba") is None, "the compiled loops cannot be loaded"


@pytest.fixture(autouse=True, scope="module")
def what_was_there() -> Iterator[None]:
    """What was loaded before a module's tests is never searched for garbage again, neither after each of them
    nor for the next module; and as in the program, garbage is never collected in the thread of a task, where
    deleting a window can hang.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest, qapp: QApplication, what_was_there: None) -> Iterator[None]:
    """No thread, timer or window outlives its test, or the module where its tests share a window."""
    yield
    if not (request.node.get_closest_marker("shared_window") and _is_one_open_window()):
        _end_windows(qapp)


@pytest.fixture(scope="module")
def end_of_sharing(
    qapp: QApplication, what_was_there: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The window that the tests of a module share ends with them."""
    yield
    with pytest.MonkeyPatch.context() as patch:  # it saves its preferences when it is closed
        patch.setenv("LWNB_CONFIG", str(tmp_path_factory.mktemp("config")))
        _end_windows(qapp)


def _windows() -> list[MainWindow]:
    return [window for window in QApplication.topLevelWidgets() if isinstance(window, MainWindow)]


def _is_one_open_window() -> bool:
    """Whether the next test can have this test's window: it was not closed, and there is no other."""
    return [window.isVisible() for window in _windows()] == [True]


def _end_windows(qapp: QApplication) -> None:
    for window in _windows():
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
def window(request: pytest.FixtureRequest, qtbot: QtBot) -> MainWindow:
    """The window with its start page, its engine taken for warm.

    In a module marked `shared_window` a test has that of the test before it, reset, unless that one closed it
    or opened another: a third of the time. What a user chooses in a panel and no session saves, such as a tab
    or an order, stays: the test that chooses it puts it back.
    """
    if request.node.get_closest_marker("shared_window") is not None:
        request.getfixturevalue("end_of_sharing")
        if _windows():
            (shared,) = _windows()
            _reset(shared, qtbot)
            return shared
        return _created()
    created = _created()
    qtbot.addWidget(created)
    return created


def _created() -> MainWindow:
    created = MainWindow(Preferences(theme="light"), warm=True)
    created.resize(1600, 1000)
    created.show()
    return created


def _reset(window: MainWindow, qtbot: QtBot) -> None:
    """No data, nothing running, and view, preferences, theme and size as in a new window."""
    for other in QApplication.topLevelWidgets():
        if other is not window and other.isVisible():
            other.close()
    for task in window.tasks.running:
        window.tasks.cancel(task)
    window.state.close_data(DisplayState())
    window.error_bar.clear()
    window.context.hover.clear()
    window.context.preferences = Preferences(theme="light")
    if window.theme_choice != "light":  # most of what a reset costs, and hardly a test changes it
        window.set_theme("light")
    window.showNormal()
    window.resize(1600, 1000)
    window.actions_by_name["reset_layout"].trigger()
    QApplication.processEvents()


def leave_lock(session: Path) -> None:
    """Leave the lock of a session as a window that was killed does; no process has this number."""
    session.with_name(f"{session.name}.lock").write_text("99999999\npython\n", encoding="utf-8")


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot) -> Open:
    """Open a sample and wait for its explanation and ribbon."""

    def go(name: str = "iris", row: int = 135, **more: object) -> MainWindow:
        window.open(Opening(f"sample:{name}", row=row, **more))  # type: ignore[arg-type]
        qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
        qtbot.waitUntil(lambda: window.context.sweep is not None, timeout=10_000)
        return window

    return go
