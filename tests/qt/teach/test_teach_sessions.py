"""Sessions in the window: saved and opened again, preserved through a crash, and refused politely."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from lwnb_core import DataError, sample, save
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.qt.teach import autosave
from lwnb_gui.qt.teach.save_dialog import SaveLecture
from lwnb_gui.qt.teach.teaching_controller import CRASHED
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.file import load_session
from tests.qt.conftest import Open, explanation_of, leave_lock, query_of


def wait_open(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.tasks.is_running("open"), timeout=10_000)


def test_session_is_saved_and_opened(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    state = window.state
    state.set_test_rows(HeldOut(30, 2))
    state.pick_row(134)
    state.set_k(23)
    state.change_settings(kernel="tricube")
    state.change_settings(numeric="precision")
    state.change_value("petalwidth", 1.75)
    state.hide_classes({0})
    state.go_to("data")
    before, view = state.query, state.display
    file = tmp_path / "mine"
    window.teach.sessions.save_to(str(file))
    file = tmp_path / "mine.lwnb"
    qtbot.waitUntil(file.exists, timeout=5000)
    assert window.teach.sessions.file == file
    state.close_data()
    window.open(Opening(str(file)))
    wait_open(window, qtbot)
    now = state.query
    assert now is not None
    assert before is not None
    for name in ("row", "k", "kernel", "convention", "changes", "test_rows", "map", "eq6", "unused"):
        assert getattr(now, name) == getattr(before, name), name
    assert state.display == view
    assert window.context.preferences.recent[0].source == str(file)
    window.open(Opening(str(file), settings={"k": 5}, row=3))  # like `lwnb mine.lwnb --k 5 --row 3`
    wait_open(window, qtbot)
    assert (state.query.k, state.query.row, state.query.kernel) == (5, 2, "tricube")  # type: ignore[union-attr]
    state.set_k(24)
    window.actions_by_name["save_session"].trigger()  # the session knows its file
    qtbot.waitUntil(lambda: load_session(file).learner.k == 24, timeout=5000)
    window.open(Opening("sample:weather-nominal"))
    wait_open(window, qtbot)
    assert window.teach.sessions.file is None, "other data are another session"


def test_data_with_their_own_class_and_kinds(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """Options of the command line are part of the session."""
    save(sample("iris"), tmp_path / "flowers.csv")
    window.open(
        Opening(
            str(tmp_path / "flowers.csv"),
            edits=Edits({}, "sepallength", 3),
            csv={"nominal": ("petalwidth",)},
            page="data",
        )
    )
    wait_open(window, qtbot)
    attributes = window.state.query.data.attributes  # type: ignore[union-attr]
    window.teach.sessions.save_to(str(tmp_path / "s.lwnb"))
    qtbot.waitUntil((tmp_path / "s.lwnb").exists, timeout=5000)
    assert load_session(tmp_path / "s.lwnb").data.path == "flowers.csv"
    window.state.close_data()
    window.open(Opening(str(tmp_path / "s.lwnb")))
    wait_open(window, qtbot)
    assert window.state.query.data.attributes == attributes  # type: ignore[union-attr]
    assert window.teach.notice.text == ""


def test_a_lecture_with_the_data_inside_keeps_the_class_of_the_preview(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    lines = [f"{'ABC'[i % 3]};{i * 7 % 13},5;{'mw'[i // 2 % 2]}" for i in range(40)]
    data, file = tmp_path / "pinguine.csv", tmp_path / "lecture.lwnb"
    data.write_text("\n".join(["Art;Schnabel;Geschlecht", *lines]), encoding="utf-8")
    window.open(
        Opening(str(data), csv={"class_attribute": "Art"}, row=9, settings={"k": 11})
    )  # as the preview opens it
    wait_open(window, qtbot)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    before, posterior = query_of(window), explanation_of(window).posterior.tolist()
    session = window.teach.sessions.now()
    assert session is not None
    dialog = SaveLecture(session, "light", window)
    dialog.inside.setChecked(True)
    window.teach.sessions.write(dialog.lecture(), str(file), embed=dialog.embeds)
    qtbot.waitUntil(file.exists, timeout=5000)
    data.unlink()
    window.state.close_data()
    window.open(Opening(str(file)))
    wait_open(window, qtbot)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    assert query_of(window).data.class_attribute.name == "Art"
    assert query_of(window).data.fingerprint == before.data.fingerprint
    assert explanation_of(window).posterior.tolist() == posterior
    window.page_bar.chooser.choose("Geschlecht")
    assert query_of(window).data.class_attribute.name == "Geschlecht"


def test_two_windows_on_one_session(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    file = tmp_path / "one.lwnb"
    window.teach.sessions.save_to(str(file))
    qtbot.waitUntil(file.exists, timeout=5000)
    second = MainWindow(Preferences(theme="light"), warm=True)
    qtbot.addWidget(second)
    second.show()
    second.open(Opening(str(file)))
    wait_open(second, qtbot)
    assert second.state.query is not None, "the second has a copy"
    assert "open in another window" in second.teach.notice.text
    assert second.teach.sessions.file is None
    window.close()
    second.open(Opening(str(file)))
    wait_open(second, qtbot)
    assert second.teach.sessions.file == file
    second.close()


def test_files_that_cannot_be_opened(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(text: str) -> str:
        (tmp_path / "bad.lwnb").write_text(text, encoding="utf-8")
        window.open(Opening(str(tmp_path / "bad.lwnb")))
        wait_open(window, qtbot)
        assert window.error_bar.isVisible()
        return window.error_bar.text

    newer = fails('{"format": "lwnb", "version": 99}')
    assert "newer LWNB Explorer" in newer
    assert "Update" in newer
    broken = fails('{\n"format": "lwnb",\n"version": 1,\n"k": }')
    assert "bad.lwnb, line 4" in broken
    assert "Correct the line" in broken
    save(sample("iris"), tmp_path / "moved.arff")
    away = fails('{"format": "lwnb", "version": 1, "data": {"file": "gone.arff"}, "row": 135}')
    assert "gone.arff does not exist" in away
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "moved.arff"), ""))
    window.error_bar.findChild(QPushButton).click()
    wait_open(window, qtbot)
    assert window.state.query is not None
    assert window.state.query.row == 134


def test_own_data_elsewhere_are_found_again_even_after_a_crash(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The user's choice of files is stored at once, not only when the window is closed."""
    data, file = tmp_path / "data" / "mine.arff", tmp_path / "sessions" / "mine.lwnb"
    data.parent.mkdir()
    file.parent.mkdir()
    save(sample("iris"), data)
    window.open(Opening(str(data)))
    wait_open(window, qtbot)
    assert [r.source for r in Preferences.load().recent] == [str(data)]
    window.teach.sessions.save_to(str(file))
    assert [r.source for r in Preferences.load().recent] == [str(file), str(data)]
    qtbot.waitUntil(file.exists, timeout=5000)
    window.context.preferences = Preferences.load()  # as after a crash
    window.state.close_data()
    window.open(Opening(str(file)))
    wait_open(window, qtbot)
    assert not window.error_bar.isVisible()
    assert window.state.query is not None


class TestAutosave:
    def test_after_a_crash_it_is_offered_and_after_a_clean_end_not(self, opened: Open, qtbot: QtBot) -> None:
        window = opened(settings={"k": 11})
        window.state.set_k(12)
        file = window.teach.autosave.file  # written automatically within seconds
        qtbot.waitUntil(lambda: file.exists() and load_session(file).learner.k == 12, timeout=10_000)
        assert [o.file for o in autosave.orphans()] == [], "its window is alive"
        copy = file.with_name("1-abc.lwnb")  # as after a killed window
        copy.write_bytes(file.read_bytes())
        leave_lock(copy)
        (copy.parent / ".1-abc.lwnb.0123.tmp").write_text("half", encoding="utf-8")
        window.close()
        assert not file.exists(), "a clean end leaves nothing"
        second = MainWindow(Preferences(theme="light"), warm=True)
        qtbot.addWidget(second)
        second.show()
        second.teach.offer_recovery()
        assert not (copy.parent / ".1-abc.lwnb.0123.tmp").exists()
        assert second.teach.notice.text == CRASHED
        second.teach.notice.buttons[0].click()
        wait_open(second, qtbot)
        assert second.state.query.k == 12  # type: ignore[union-attr]
        assert second.teach.sessions.file is None
        assert copy.exists(), "kept until this window has saved its own"
        qtbot.waitUntil(lambda: not copy.exists(), timeout=10_000)
        second.close()
        assert list(autosave.folder().glob("*.lwnb")) == []

    def test_session_that_is_too_large_is_tried_once(
        self, opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def too_large() -> str:
            raise DataError("too large for a session")

        window = opened(settings={"k": 11})
        saving = window.teach.autosave
        saving.timer.setInterval(1)
        monkeypatch.setattr(saving, "_content", lambda: too_large)
        window.state.set_k(12)
        qtbot.waitUntil(lambda: "too large for a session" in caplog.text, timeout=10_000)
        window.state.set_k(13)
        assert not saving.timer.isActive()
        monkeypatch.setattr(saving, "_content", lambda: None)
        window.state.set_data(sample("iris"))
        assert saving.timer.isActive(), "other data may be saved again"

    def test_recovered_session_is_discarded_or_kept_for_later(
        self, window: MainWindow, own_settings: Path
    ) -> None:
        autosave.folder().mkdir(parents=True)
        file = autosave.folder() / "1-abc.lwnb"
        file.write_text("{}", encoding="utf-8")
        window.teach.offer_recovery()
        window.teach.closed()
        assert file.exists(), "neither taken nor refused"
        window.teach.offer_recovery()
        window.teach.notice.buttons[1].setFocus()
        window.teach.notice.buttons[1].click()
        assert not file.exists()
        focused = window.focusWidget()
        assert focused is not None
        assert window.start.isAncestorOf(focused), "not on the first tab"
        window.teach.notice.say("")
        window.teach.offer_recovery()
        assert window.teach.notice.text == "", "nothing is left to offer"


_WRITER = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QCoreApplication
from lwnb_core import LWNB
from lwnb_core.data.safe_files import atomic_write
from lwnb_gui.qt.teach.autosave import folder, _lock_of
from lwnb_gui.qt.teach.locks import locked
from lwnb_gui.session.session import Session
from lwnb_gui.session.data import DataSource
from lwnb_gui.session.file import to_json
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.teaching import Lecture

app = QCoreApplication([])
file = folder() / f"{os.getpid()}-x.lwnb"
lock = locked(_lock_of(file))
for k in range(1, 10**6):
    lecture = Lecture(screens=(Screen("word " * 3000),))
    atomic_write(file, to_json(Session(DataSource(sample="iris"), learner=LWNB(k), lecture=lecture)))
    print(k, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_while_it_saves(own_settings: Path, thorough: bool) -> None:
    """Whenever the process is killed, a complete session remains: the last finished or a newer one."""
    for kill in range(100 if thorough else 4):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(_WRITER)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.003 + 0.007 * kill)  # perhaps in the middle of a write
        process.send_signal(signal.SIGKILL)
        last = [1, *(int(line) for line in process.stdout.read().split("\n")[:-1])][-1]
        process.stdout.close()
        process.wait()
        result = autosave.orphans()
        assert len(result) == 1, "the lock of a dead process holds nobody up"
        assert load_session(result[0].file).learner.k in (last, last + 1)
        result[0].drop()
        assert [f.name for f in autosave.folder().iterdir()] == []

    lock = autosave.folder() / "1-0.lwnb.lock"  # and was killed before the first session was written
    lock.write_text(f"{process.pid}\npython\n")
    assert autosave.orphans() == []
    assert not lock.exists()
