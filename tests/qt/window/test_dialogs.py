"""Every dialog: which widget has the focus first, and what the first key does."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.qt.teach.save_dialog import SaveLecture
from lwnb_gui.qt.teach.screen_form import ScreenDialog
from lwnb_gui.qt.window.focus_order import reading_order
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.data import DataSource
from lwnb_gui.session.session import Session
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.teaching import Lecture
from tests.qt.conftest import Open
from tests.qt.dialogs import all_dialogs

pytestmark = pytest.mark.shared_window


def test_the_focus_of_every_dialog_starts_at_its_first_control(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened()
    window.state.go_to("experiment")
    for dialog in all_dialogs(window, tmp_path):
        if not isinstance(dialog, QDialog):
            continue
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(lambda dialog=dialog: dialog.focusWidget() is not None)
        buttons = dialog.findChild(QDialogButtonBox)
        controls = [c for c in reading_order(dialog) if buttons is None or not buttons.isAncestorOf(c)]
        assert dialog.focusWidget() is controls[0], dialog.windowTitle()
        dialog.close()


def test_an_empty_screen_is_refused_and_letters_go_into_its_text(window: MainWindow, qtbot: QtBot) -> None:
    dialog = ScreenDialog("Add this view as a screen", Screen(), None, window)
    qtbot.addWidget(dialog)
    dialog.show()
    focused = dialog.focusWidget()
    assert isinstance(focused, QPlainTextEdit)
    qtbot.keyClick(focused, Qt.Key.Key_Space)
    assert dialog.form.text.toPlainText() == " "
    dialog.accept()
    assert dialog.isVisible(), "a space is no text"
    assert "Write a text" in dialog.form.error.text()
    qtbot.keyClicks(focused, "ab")
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_a_lecture_of_one_empty_screen_is_refused(window: MainWindow, qtbot: QtBot) -> None:
    dialog = SaveLecture(Session(DataSource(sample="iris")), "light", window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.accept()
    assert dialog.isVisible()
    assert dialog.form is not None
    assert dialog.focusWidget() is dialog.form.text


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_the_list_of_columns_of_a_lecture_s_data_is_never_cut(
    theme: str, window: MainWindow, qtbot: QtBot
) -> None:
    window.set_theme(theme)  # type: ignore[arg-type]
    lecture = Lecture(screens=(Screen("One."),))
    session = Session(
        DataSource(path="labor.arff"), lecture=lecture, unused=frozenset({"duration", "pension", "vacation"})
    )
    dialog = SaveLecture(session, "light", window, lw.sample("labor"))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.inside.setChecked(True)
    assert dialog.columns is not None
    text = dialog.columns.text
    qtbot.waitUntil(text.isVisible)
    qtbot.wait(50)
    assert text.height() >= text.heightForWidth(text.width()) > 0
    assert dialog.columns.rect().contains(text.geometry())
    assert text.geometry().bottom() < dialog.columns.include.geometry().top()


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_a_text_box_shows_its_focus(theme: str, window: MainWindow, qtbot: QtBot) -> None:
    window.set_theme(theme)  # type: ignore[arg-type]
    dialog = ScreenDialog("Add this view as a screen", Screen(), None, window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.form.text.hasFocus)
    box = dialog.form.text

    def border() -> str:
        return box.grab().toImage().pixelColor(box.width() // 2, 0).name()

    focused = border()
    dialog.form.task.setFocus()
    assert border() != focused
    assert focused == window.context.theme.accent.lower()
