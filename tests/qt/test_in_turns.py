"""What may wait for the next turn of the event loop, and what waits for nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.qt import in_turns
from lwnb_gui.qt import panel as panel_module
from lwnb_gui.qt.explore import Explore
from lwnb_gui.qt.in_turns import InTurns, spent
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.posterior import PosteriorPanel
from lwnb_gui.qt.tasks import TaskRunner
from lwnb_gui.qt.theme_qt import parts_of
from lwnb_gui.state import Query, View
from lwnb_gui.state.opening import Opening
from lwnb_gui.state.teaching import Teaching
from tests.qt.conftest import Open, explanation_of, explore_panel, query_of


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch, nothing_waits: None) -> Callable[[bool], None]:
    """Say whether every turn is late, whatever it has done."""

    def say(is_so: bool) -> None:
        for limit in ("LATE", "LONG"):
            monkeypatch.setattr(in_turns, limit, -1.0 if is_so else 1e9)

    return say


def _turn() -> None:
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)


def _work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_a_turn_is_measured_by_the_processor_and_ends(qapp: QApplication) -> None:
    _turn()
    time.sleep(0.05)
    assert spent() < 0.04, "sleeping does not count"
    _work(0.05)
    assert spent() >= 0.05
    _turn()
    assert spent() < 0.04


def test_pieces_share_turns_until_they_have_taken_long(qapp: QApplication) -> None:
    turns, done = InTurns(qapp), list[int]()
    for i in range(4):
        turns.add(turns, lambda i=i: (done.append(i), _work(0.02) if i == 1 else None))
    gone = QObject()
    turns.add(gone, lambda: done.append(-1))
    gone.deleteLater()
    QApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    _turn()
    assert done == [0, 1]
    assert turns.busy
    while turns.busy:
        _turn()
    assert done == [0, 1, 2, 3]
    turns.deleteLater()


def test_pieces_wait_for_a_quiet_turn_but_not_for_ever(
    qapp: QApplication, late: Callable[[bool], None]
) -> None:
    turns, done = InTurns(qapp), list[int]()
    late(True)
    turns.add(turns, lambda: done.append(1))
    _turn()
    assert not done
    for _ in range(5):
        _turn()
    assert done == [1]
    turns.deleteLater()


def test_replies_come_in_their_order_over_several_turns(qtbot: QtBot, late: Callable[[bool], None]) -> None:
    runner, heard = TaskRunner(), list[object]()
    late(True)
    runner.start(
        "count",
        lambda job: [job.partial(i) for i in range(3)],
        on_partial=heard.append,
        on_done=lambda _: heard.append("done"),
    )
    qtbot.wait(30)
    assert heard == []
    assert runner.running == ("count",)
    late(False)
    qtbot.waitUntil(lambda: not runner.running)
    assert heard == [0, 1, 2, "done"]
    runner.close()


def test_a_piece_that_is_not_done_goes_on_before_the_others(qapp: QApplication) -> None:
    turns, done = InTurns(qapp), list[str]()

    def long() -> object:
        done.append("long")
        return in_turns.AGAIN if len(done) < 3 else None

    turns.add(turns, long)
    turns.add(turns, lambda: done.append("next"))
    _turn()
    assert done == ["long"]
    turns.finish()
    assert done == ["long", "long", "long", "next"]
    turns.deleteLater()


def test_panels_are_blank_until_they_are_of_the_new_data(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("iris", 135)
    panel = explore_panel(window, "posterior", PosteriorPanel)
    window.strip.slider.setFocus()
    monkeypatch.setattr(panel_module, "is_late", lambda: not in_turns.in_picture())
    window.context.turns._next.setInterval(600_000)  # however slow the machine is: it waits until it is seen
    window.open(Opening("sample:vote", row=3))
    qtbot.waitUntil(lambda: panel._waits)
    assert panel._veil is not None
    assert panel._veil.isVisible()
    window.context.hover.on_neighbour(3)  # nothing is lit in what is not there
    window.context.turns.finish()
    assert not panel._waits
    assert not panel._veil.isVisible()
    assert panel._shown_of == query_of(window).data.origin
    k = query_of(window).k
    window.state.set_k(k + 1)
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == k + 1)
    assert not panel._waits, "another k is in all panels at once"
    window.open(Opening("sample:iris", row=3))
    qtbot.waitUntil(lambda: panel._waits)
    with in_turns.whole_picture():
        assert not panel._waits, "a picture waits for nothing"
        assert panel._shown_of == query_of(window).data.origin


def test_a_lecture_that_hides_the_strip_hides_it_also_where_its_place_comes_later(
    window: MainWindow, qtbot: QtBot, late: Callable[[bool], None]
) -> None:
    late(True)
    without = Teaching(hidden_controls=frozenset({"strip"}))
    window.state.open(Query.opening(lw.sample("iris")), view=View("explore", teaching=without))
    qtbot.waitUntil(lambda: window.place("explore").isVisible())
    qtbot.waitUntil(lambda: window.context.explanation is not None)
    assert not window.strip.isVisible()
    window.state.set_k(20)
    assert not window.strip.isVisible()
    window.state.open(Query.opening(lw.sample("iris")), view=View("explore"))
    qtbot.waitUntil(window.strip.isVisible)


def test_a_page_is_shown_when_it_is_arranged_not_before(
    window: MainWindow, qtbot: QtBot, late: Callable[[bool], None]
) -> None:
    shown: list[bool] = []
    turn = window.pages._turn

    def watched(page: QWidget) -> None:
        shown.append(isinstance(page, Explore) and page.is_arranged)
        turn(page)

    window.pages._turn = watched
    late(True)
    window.state.open(Query.opening(lw.sample("iris")))
    qtbot.waitUntil(lambda: bool(shown), timeout=20_000)
    assert shown == [True]


def test_data_begin_with_the_focus_on_k_whoever_got_it_meanwhile(
    window: MainWindow, qtbot: QtBot, late: Callable[[bool], None]
) -> None:
    late(True)
    window.state.open(Query.opening(lw.sample("iris")))
    assert not window.strip.isVisible(), "its place is on the way"
    window.place_bar.chooser.setFocus()  # as Qt does when the window becomes active now
    qtbot.waitUntil(window.strip.isVisible)
    assert window.focusWidget() is window.strip.slider


def test_a_theme_is_put_on_part_by_part(opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened()
    explore = window.place("explore")
    monkeypatch.setattr(in_turns, "PIECES", -1.0)  # one part in each turn
    window.set_theme("dark")
    assert not window.themer.has_dressed(explore)
    qtbot.waitUntil(lambda: window.themer.has_dressed(explore))
    assert len(parts_of(explore)) > 10
    assert explore.styleSheet() == ""
    assert window.place("experiment").styleSheet() == ""
    window.state.go_to("experiment")
    qtbot.waitUntil(lambda: window.place("experiment").isVisible())
    assert window.themer.has_dressed(window.place("experiment"))


def test_a_picture_of_the_window_is_saved_when_all_is_drawn(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    qtbot.waitUntil(lambda: not window.tasks.running)
    target, is_drawn = tmp_path / "window.png", threading.Event()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.tasks.start("draw-something", lambda job: is_drawn.wait(30), on_done=lambda _: None, drawing=True)
    assert window.tasks.is_drawing
    window.commands.export_window()
    qtbot.wait(50)
    assert not target.exists()
    is_drawn.set()
    qtbot.waitUntil(target.exists)
    assert QImage(str(target)).size() == window.size()
