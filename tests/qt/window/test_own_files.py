"""The user's own files: on the start page, among the recent files, and where dialogs open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from lwnb_core import sample, save
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.export.report_dialog import ReportDialog
from lwnb_gui.qt.teach.save_dialog import SaveLecture
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.teaching.lectures import shipped
from tests.qt.conftest import Open

pytestmark = pytest.mark.shared_window


def wait_open(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.tasks.is_running("open"), timeout=10_000)


def recent(window: MainWindow) -> list[str]:
    return [entry.source for entry in window.context.preferences.recent]


def own_titles(window: MainWindow) -> list[str]:
    return [row.info.title for row in window.start.lectures.own]


def test_a_lecture_that_was_just_saved_is_on_the_start_page(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    folder = tmp_path / "Vorlesung KI"
    folder.mkdir()
    target = folder / "01-pinguine.lwnb"

    def fill(dialog: SaveLecture) -> QDialog.DialogCode:
        dialog.title.setText("Zwei Pinguine & ein Rätsel")
        dialog.summary.setText("Wer hat recht?")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(SaveLecture, "exec", fill)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["save_lecture"].trigger()
    qtbot.waitUntil(lambda: recent(window)[0] == str(target), timeout=5000)
    window.teach.sessions.save_to(str(folder / "session.lwnb"))
    qtbot.waitUntil((folder / "session.lwnb").exists, timeout=5000)
    window.state.close_data()
    qtbot.waitUntil(lambda: own_titles(window) == ["Zwei Pinguine & ein Rätsel"], timeout=5000)
    assert window.start.lectures.own_head.isVisible()
    assert "Vorlesung KI" in window.start.lectures.own_folder.text()
    menu = window.actions_by_name.menus["<lectures>"]
    menu.aboutToShow.emit()
    assert menu.actions()[-1].text() == "Zwei Pinguine && ein Rätsel"
    window.start.lectures.own[0].click()
    wait_open(window, qtbot)
    lecture = window.state.display.teaching.lecture
    assert lecture is not None
    assert lecture.file == str(target)
    target.unlink()
    window.state.close_data()
    qtbot.waitUntil(lambda: own_titles(window) == [], timeout=5000)
    assert window.start.lectures.own_head.isHidden()
    assert Preferences.load().lectures_folder == str(folder), "remembered for the next start"


def test_the_lectures_that_ship_are_not_in_recent(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    window.state.set_k(17)
    before = recent(window)
    for info in shipped()[:2]:
        window.open(Opening(str(info.file)))
        wait_open(window, qtbot)
        assert window.state.display.teaching.lecture is not None
    assert recent(window) == before
    assert window.context.preferences.recent[0].note == "row 135, k = 17", "of the sample, not of a lecture"
    assert window.context.preferences.lectures_folder == ""


def test_file_dialogs_start_in_the_folder_of_the_last_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "daten"
    folder.mkdir()
    save(sample("iris"), folder / "iris.arff")
    window.open(Opening(str(folder / "iris.arff"), row=135))
    wait_open(window, qtbot)
    window.open(Opening(str(shipped()[0].file)))  # inside the installation
    wait_open(window, qtbot)
    window.actions_by_name["close_lecture"].trigger()
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=20_000)
    begun: list[str] = []

    def ask(parent: QWidget, title: str, start: str = "", *_: Any, **__: Any) -> tuple[str, str]:
        begun.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    monkeypatch.setattr(SaveLecture, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    names = ("open", "save_session_as", "save_lecture", "export_window", "save_report", "test_file")
    for name in (*names, "save_predictions"):
        window.actions_by_name[name].trigger()
        for dialog in window.findChildren(ReportDialog):
            if dialog.isVisible():
                dialog.accept()
    window.state.go_to("experiment")
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    page.setup.ask_results_file()
    page.setup.ask_open_results()
    assert len(begun) == 9
    for start in begun:
        assert start == str(folder) or Path(start).parent == folder, start
    window.context.preferences = replace(window.context.preferences, folder="", recent=())
    window.actions_by_name["open"].trigger()
    assert begun[-1] == str(Path.home())


def test_a_recent_file_that_is_gone_can_be_removed_from_the_list(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "gone.arff"
    save(sample("labor"), file)
    window.opener.open(Opening(str(file)))
    qtbot.waitUntil(lambda: str(file) in recent(window))
    wait_open(window, qtbot)
    file.unlink()
    window.opener.open_recent(str(file))
    qtbot.waitUntil(lambda: "no such file" in window.error_bar.text)
    assert str(file) in recent(window)  # it may be on a disk that is connected again
    assert window.error_bar.button.text() == "Remove from the list"
    qtbot.mouseClick(window.error_bar.button, Qt.MouseButton.LeftButton)
    assert str(file) not in recent(window)
    assert window.error_bar.isHidden()
