"""What may wait for the next turn of the event loop, and what waits for nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.qt import in_turns
from lwnb_gui.qt.in_turns import InTurns, spent
from lwnb_gui.qt.panels.map import MapPanel
from lwnb_gui.qt.tasks import TaskRunner
from tests.qt.conftest import Open, explore_panel


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


def test_a_late_frame_shows_the_last_drawing_and_a_picture_is_whole(
    opened: Open, qtbot: QtBot, late: Callable[[bool], None]
) -> None:
    window = opened()
    qtbot.waitUntil(lambda: not window.tasks.running)
    qtbot.wait(80)
    canvas = explore_panel(window, "map", MapPanel).canvas
    before = canvas.full_draws
    late(True)
    canvas.draw_idle()
    canvas.repaint()
    assert canvas.full_draws == before
    with in_turns.whole_picture():
        canvas.grab()
    assert canvas.full_draws == before + 1
