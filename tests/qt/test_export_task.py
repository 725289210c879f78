"""Live pages, reports and predictions are written in a task, with a button that cancels it."""

from __future__ import annotations

import threading
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

import lwnb_gui.export.live_page as live_page
from lwnb_gui.export import html
from lwnb_gui.qt.export import predictions
from lwnb_gui.qt.main_window import MainWindow
from tests.qt.conftest import Open


def cancel_button(window: MainWindow, what: str = "live page") -> QPushButton:
    """The only button of that name, shown or hidden."""
    (button,) = (b for b in window.status.findChildren(QPushButton) if b.text() == f"Cancel the {what}")
    return button


def test_the_page_of_the_row_is_written_to_the_chosen_file(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("weather-nominal", 5)
    target = tmp_path / "row.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["export_live_page"].trigger()
    qtbot.waitUntil(target.is_file, timeout=30_000)
    assert "<title>weather-nominal, row 5</title>" in target.read_text(encoding="utf-8")
    qtbot.waitUntil(cancel_button(window).isHidden, timeout=30_000)


@pytest.mark.parametrize(
    ("what", "action", "module", "function"),
    [
        ("live page", "export_live_page", live_page, "to_live_page"),
        ("report", "save_report", html, "to_html"),
        ("predictions", "save_predictions", predictions, "predict_all"),
    ],
)
def test_an_export_that_is_cancelled_is_not_written(
    opened: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    what: str,
    action: str,
    module: ModuleType,
    function: str,
) -> None:
    window = opened("weather-nominal", 5)
    composed, go_on = threading.Event(), threading.Event()

    def wait(*_: object, **__: object) -> str:
        composed.set()
        go_on.wait(30)
        return ""

    target = tmp_path / "row.html"
    window.context.set_predictions(None)  # those that are known are not predicted again
    monkeypatch.setattr(module, function, wait)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name[action].trigger()
    button = cancel_button(window, what)
    assert button.isVisible()
    qtbot.waitUntil(composed.is_set, timeout=30_000)
    button.click()
    assert button.isHidden()
    assert window.status.currentMessage() == "Cancelled: nothing was written."
    go_on.set()
    window.tasks.close(timeout=60)  # waits for the thread
    assert not target.exists()


def test_a_name_without_a_suffix_gets_that_of_the_chosen_kind(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("weather-nominal", 5)
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "answers"), "ARFF (*.arff)")
    )
    window.actions_by_name["save_predictions"].trigger()
    qtbot.waitUntil((tmp_path / "answers.arff").is_file)


def test_a_folder_that_is_not_there_is_said_in_the_error_bar(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened("weather-nominal", 5)
    window.commands.exports.live_page.save(tmp_path / "no" / "row.html")
    qtbot.waitUntil(window.error_bar.isVisible, timeout=30_000)
    assert cancel_button(window).isHidden()
