"""Live pages, reports and predictions are written in a task, which a button cancels."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

import lwnb_gui.render.live_page as live_page
from lwnb_core import sample
from lwnb_gui.app.query import Query
from lwnb_gui.qt.export import predictions
from lwnb_gui.qt.export.live_page_dialog import LivePageDialog, PageOptions
from lwnb_gui.qt.export.report_dialog import ReportDialog
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render import html
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.teaching import Lecture, Teaching
from tests.qt.conftest import Open
from tests.qt.curve_helpers import open_curves


def cancel_button(window: MainWindow, what: str = "live page") -> QPushButton:
    """Return the only button of that name, visible or hidden."""
    (button,) = (b for b in window.status.findChildren(QPushButton) if b.text() == f"Cancel the {what}")
    return button


def page_dialog(window: MainWindow) -> LivePageDialog:
    (dialog,) = (one for one in window.findChildren(LivePageDialog) if one.isVisible())
    return dialog


def test_the_page_of_the_row_is_written_to_the_chosen_file(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened("weather-nominal", 5)
    target = tmp_path / "row.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["export_live_page"].trigger()
    page_dialog(window).accept()
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
    window.context.set_predictions(None)  # known ones are not predicted again
    monkeypatch.setattr(module, function, wait)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name[action].trigger()
    if action == "export_live_page":
        page_dialog(window).accept()
    for dialog in window.findChildren(ReportDialog):
        dialog.accept()
    button = cancel_button(window, what)
    assert button.isVisible()
    qtbot.waitUntil(composed.is_set, timeout=30_000)
    button.click()
    assert button.isHidden()
    assert window.status.currentMessage() == "Cancelled: nothing was written."
    go_on.set()
    window.tasks.close(timeout=60)  # it waits for the thread
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


def test_the_panels_of_a_live_page_are_those_that_were_chosen(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_curves(opened, qtbot).window()
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=30_000)
    target = tmp_path / "row.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["export_live_page"].trigger()
    dialog = page_dialog(window)
    for name, box in dialog.panels.items():
        box.setChecked(name == "posterior")
    dialog.draw_first.setChecked(True)
    assert dialog.panels["curves"].isChecked(), "there is nothing to draw without them"
    dialog.accept()
    qtbot.waitUntil(target.is_file, timeout=30_000)
    page = target.read_text(encoding="utf-8")
    assert re.findall(r'class="panel \w+" id="(\w+)"', page) == ["posterior", "curves"]
    assert "function buildDrawing" in page


def test_the_dialog_of_a_live_page_begins_with_the_lecture_and_offers_no_curves_without_a_study(
    qtbot: QtBot,
) -> None:
    teaching = Teaching(guess_first=True, draw_first=True, panels=frozenset({"map", "posterior"}))
    query = Query.opening(sample("iris"))
    dialog = LivePageDialog(query, teaching, has_study=False)
    qtbot.addWidget(dialog)
    assert dialog.chosen == PageOptions(frozenset({"map", "posterior"}), guess_first=True, part="view")
    assert not dialog.draw_first.isEnabled()
    assert "page Curves" in dialog.panels["curves"].toolTip()
    with_study = LivePageDialog(query, teaching, has_study=True)
    qtbot.addWidget(with_study)
    with_study.no_answers.setChecked(True)
    panels = frozenset({"map", "posterior", "curves"})
    assert with_study.chosen == PageOptions(panels, True, True, answers=False, part="view")


def test_the_dialog_of_a_live_page_says_what_is_exported(qtbot: QtBot) -> None:
    query = Query.opening(sample("iris"), row=134, unused=frozenset({"sepallength"}))
    screens = tuple(Screen(text) for text in ("One.", "Two.", "Three."))
    teaching = Teaching(lecture=Lecture("T", screens=screens)).on_screen(1)
    dialog = LivePageDialog(query, teaching, has_study=False)
    qtbot.addWidget(dialog)
    assert [button.text() for button in dialog.parts.values()] == [
        "The whole lecture (3 screens)",
        "This screen only (2 of 3)",
        "This view without the lecture: iris, row 135, at every k",
    ]
    assert dialog.chosen.teaching_for(teaching).screens == screens
    dialog.parts["screen"].setChecked(True)
    assert dialog.chosen.teaching_for(teaching).screens == screens[1:2]
    dialog.parts["view"].setChecked(True)
    assert dialog.chosen.teaching_for(teaching).lecture is None
    assert "leaves out sepallength" in dialog.columns.text.text()
    dialog.columns.include.setChecked(True)
    assert dialog.chosen.with_unused
    assert "leaves out" not in dialog.columns.text.text()
    buttons = [button.text() for button in dialog.findChildren(QPushButton)]
    assert "Save as…" in buttons
    alone = LivePageDialog(query, Teaching(), has_study=False)
    qtbot.addWidget(alone)
    labels = [label.text() for label in alone.findChildren(QLabel)]
    assert "This view: iris, row 135, at every k" in labels


def test_a_live_page_is_exported_with_an_attribute_out_of_use_and_where_neighbours_lack_values(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened("labor", 1)
    assert window.state.query is not None
    window.state.use_attribute(window.state.query.map.x, False)
    qtbot.waitUntil(lambda: window.context.explanation is not None and not window.context.computing)
    target = tmp_path / "row.html"
    window.commands.exports.live_page.save(target, PageOptions(frozenset({"map", "neighbours"})))
    qtbot.waitUntil(target.is_file, timeout=60_000)
    assert not window.error_bar.isVisible()


def test_a_study_of_other_settings_does_not_go_into_a_live_page(opened: Open, qtbot: QtBot) -> None:
    window = open_curves(opened, qtbot).window()
    assert isinstance(window, MainWindow)
    window.state.go_to("explore")
    window.state.change_settings(kernel="tricube")
    qtbot.waitUntil(lambda: window.context.explanation is not None and not window.context.computing)
    window.actions_by_name["export_live_page"].trigger()
    dialog = page_dialog(window)
    assert not dialog.panels["curves"].isEnabled()
    dialog.reject()
