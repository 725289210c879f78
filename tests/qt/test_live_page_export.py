"""File, Export a live page: in a task, with a button that cancels it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

import lwnb_gui.export.live_page as live_page
from lwnb_gui.qt.export.live_page import LivePageExport
from lwnb_gui.qt.main_window import MainWindow
from tests.qt.conftest import Open


def export_of(window: MainWindow) -> LivePageExport:
    return window.commands.exports.live_page


def test_the_page_of_the_row_is_written_to_the_chosen_file(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("weather-nominal", 5)
    target = tmp_path / "row.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["export_live_page"].trigger()
    qtbot.waitUntil(target.is_file, timeout=30_000)
    assert "<title>weather-nominal, row 5</title>" in target.read_text(encoding="utf-8")
    qtbot.waitUntil(export_of(window).cancel_button.isHidden, timeout=30_000)


def test_a_page_that_is_cancelled_is_not_written(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("weather-nominal", 5)
    composed, go_on = threading.Event(), threading.Event()

    def wait(*_: object) -> str:
        composed.set()
        go_on.wait(30)
        return ""

    monkeypatch.setattr(live_page, "to_live_page", wait)
    export = export_of(window)
    export.save(tmp_path / "row.html")
    assert export.cancel_button.isVisible()
    qtbot.waitUntil(composed.is_set, timeout=30_000)
    export.cancel_button.click()
    assert export.cancel_button.isHidden()
    go_on.set()
    qtbot.waitUntil(lambda: not window.context.tasks._futures, timeout=30_000)
    assert not (tmp_path / "row.html").exists()


def test_a_folder_that_is_not_there_is_said_in_the_error_bar(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened("weather-nominal", 5)
    export_of(window).save(tmp_path / "no" / "row.html")
    qtbot.waitUntil(window.error_bar.isVisible, timeout=30_000)
    assert export_of(window).cancel_button.isHidden()
