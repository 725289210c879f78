"""A lecture in several screens: moving through them by key and button, what each sets, and writing them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from lwnb_gui.app.data_edit import reset, set_class
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.teach.save_dialog import SaveLecture
from lwnb_gui.qt.teach.screen_form import ScreenDialog
from lwnb_gui.qt.teach.teaching_controller import UNSAVED
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.file import load_session
from lwnb_gui.teaching.lectures import first_look, shipped
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.text import breakable, unbroken
from lwnb_gui.views.steps import STEPS
from tests.qt.conftest import Open, explore_panel, query_of, wait_until_idle


def open_lecture(window: MainWindow, file: Path, qtbot: QtBot) -> None:
    window.open(Opening(str(file)))
    qtbot.waitUntil(lambda: window.state.display.teaching.lecture is not None, timeout=10_000)
    wait_until_idle(window, qtbot)


def text_of(window: MainWindow) -> str:
    return window.teach.bar.lecture.text.text()


def test_first_look_is_walked_by_its_buttons_to_the_whole_window(window: MainWindow, qtbot: QtBot) -> None:
    assert window.start.first_look.isVisible()
    qtbot.mouseClick(window.start.first_look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.state.display.teaching.lecture is not None, timeout=10_000)
    wait_until_idle(window, qtbot)
    row = window.teach.bar.lecture
    said = []
    for number in range(1, 5):
        assert row.counter.text() == f"{number} of 4"
        assert window.state.display.teaching.panels is not None
        assert window.teach.bar.steps.isHidden(), "the step holds parts back, and says nothing"
        said.append(breakable(text_of(window)))
        if number < 4:
            assert row.show_all.isHidden()
            qtbot.mouseClick(row.forward, Qt.MouseButton.LeftButton)
            wait_until_idle(window, qtbot)
    assert "10 nearest flowers" in said[1]
    assert "Iris-virginica, 0.905" in said[3]
    assert row.forward.isHidden(), "there is no lecture after it"
    qtbot.mouseClick(row.show_all, Qt.MouseButton.LeftButton)
    assert window.state.display.teaching == Teaching()
    assert window.teach.bar.isHidden()
    assert query_of(window).data.name == "iris", "the data stay"


def test_one_pair_of_buttons_goes_through_steps_screens_and_lectures(
    window: MainWindow, qtbot: QtBot
) -> None:
    open_lecture(window, shipped()[2].file, qtbot)
    row = window.teach.bar.lecture
    seen = []
    while window.state.display.teaching.lecture.file == str(shipped()[2].file):  # type: ignore[union-attr]
        teaching = window.state.display.teaching
        seen.append((teaching.screen, teaching.step))
        buttons = window.teach.bar.findChildren(QAbstractButton)
        visible = [button for button in buttons if button.isVisible()]
        assert visible == [row.back, row.forward, row.menu_button], "and no second kind of Next"
        assert row.forward.text() == ("Next lecture" if teaching.screen == 2 else "Next")
        qtbot.mouseClick(row.forward, Qt.MouseButton.LeftButton)
        wait_until_idle(window, qtbot)
    assert seen == [*((0, step) for step in STEPS[2:]), (1, None), (2, None)]
    assert row.back.isEnabled()
    qtbot.mouseClick(row.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.number.text() == "Lecture 3 of 8")
    names = [action.text().replace("&", "") for action in row.menu_button.menu().actions()]
    assert {"Next lecture", "Previous lecture", "Close the lecture"} <= set(names)


def test_first_look_opens_with_the_key_0(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window.start, Qt.Key.Key_0)
    qtbot.waitUntil(lambda: window.state.display.teaching.lecture is not None, timeout=10_000)
    assert window.state.display.teaching.lecture.file == str(first_look().file)  # type: ignore[union-attr]


def test_first_look_asks_its_question_without_naming_a_class_on_the_map(
    window: MainWindow, qtbot: QtBot
) -> None:
    open_lecture(window, first_look().file, qtbot)
    panel = explore_panel(window, "map", MapPanel)
    assert panel.view.boxes == ()
    window.teach.go_to_screen(1)
    wait_until_idle(window, qtbot)
    assert panel.view.boxes


def test_a_quote_follows_k(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, first_look().file, qtbot)
    window.teach.go_to_screen(1)
    wait_until_idle(window, qtbot)
    assert "10 nearest flowers" in text_of(window)
    window.state.set_k(25)
    qtbot.waitUntil(lambda: "25 nearest flowers" in text_of(window), timeout=5000)


def test_an_accuracy_comes_once_it_is_computed(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, shipped()[4].file, qtbot)
    qtbot.waitUntil(lambda: unbroken("98.1 %") in text_of(window), timeout=20_000)


def test_a_screen_sets_all_that_it_has_whatever_was_changed(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, shipped()[5].file, qtbot)
    window.state.set_k(7)
    window.state.change_settings(kernel="tricube")
    window.actions_by_name["page_on"].trigger()
    assert (query_of(window).k, query_of(window).kernel) == (50, "linear")
    assert window.state.history.undo_text is None, "undo begins anew"
    window.actions_by_name["page_on"].trigger()
    assert (query_of(window).row, query_of(window).k) == (8, 5)
    window.actions_by_name["page_back"].trigger()
    assert (query_of(window).row, query_of(window).k) == (402, 50)


def test_a_screen_that_no_longer_fits_the_data_says_so(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    text = first_look().file.read_text(encoding="utf-8")
    changed = text.replace('"step": "weights"', '"step": "weights", "changes": {"petalwidth": 2.0}')
    (tmp_path / "mine.lwnb").write_text(changed, encoding="utf-8")
    open_lecture(window, tmp_path / "mine.lwnb", qtbot)
    window.state.set_data(query_of(window).data.as_nominal("petalwidth"))
    window.teach.go_to_screen(2)
    assert window.state.display.teaching.screen == 0
    assert "not a value of the attribute 'petalwidth'" in window.error_bar.text


def write(monkeypatch: pytest.MonkeyPatch, text: str, *, cancel: bool = False) -> None:
    """Enter this text into the dialog of a screen."""

    def fill(dialog: ScreenDialog) -> QDialog.DialogCode:
        dialog.form.text.setPlainText(text)
        dialog.form.panels["equations"].setChecked(False)
        return QDialog.DialogCode.Rejected if cancel else QDialog.DialogCode.Accepted

    monkeypatch.setattr(ScreenDialog, "exec", fill)


def test_views_become_the_screens_of_a_new_lecture(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    actions, target = window.actions_by_name, tmp_path / "mine.lwnb"
    assert not actions["change_screen"].isEnabled()
    write(monkeypatch, "One: {k}.")
    actions["add_screen"].trigger()
    assert "One: 50." in text_of(window)
    assert window.state.display.teaching.panels is not None
    window.state.set_k(9)
    window.state.pick_row(3)
    write(monkeypatch, "Two: {row}.")
    actions["add_screen"].trigger()
    wait_until_idle(window, qtbot)
    assert "Two: 4." in text_of(window)
    assert window.teach.bar.lecture.counter.text() == "2 of 2"
    write(monkeypatch, "not taken", cancel=True)
    actions["change_screen"].trigger()
    write(monkeypatch, "Second: {row}.")
    window.state.set_k(11)
    actions["change_screen"].trigger()
    write(monkeypatch, "Three.")
    actions["add_screen"].trigger()
    actions["remove_screen"].trigger()
    wait_until_idle(window, qtbot)
    assert "Second: 4." in text_of(window)

    def fill(dialog: SaveLecture) -> QDialog.DialogCode:
        assert dialog.form is None, "it has its screens"
        dialog.title.setText("Mine")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(SaveLecture, "exec", fill)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    actions["save_lecture"].trigger()
    qtbot.waitUntil(target.exists, timeout=5000)
    saved = load_session(target)
    assert saved.lecture is not None
    assert [screen.text for screen in saved.lecture.screens] == ["One: {k}.", "Second: {row}."]
    assert [(screen.row, screen.learner.k) for screen in saved.lecture.screens] == [(134, 50), (3, 11)]
    assert (saved.row, saved.learner.k, saved.screen) == (134, 50, 0), "it begins with the first"


def test_changes_of_the_data_stay_changes_when_the_screen_is_turned(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    set_class(window.state, "sepallength", 3)
    for text in ("One.", "Two."):
        write(monkeypatch, text)
        window.actions_by_name["add_screen"].trigger()
    window.actions_by_name["page_back"].trigger()
    assert window.state.display.teaching.screen == 0
    sessions = window.teach.sessions
    sessions.save_to(str(tmp_path / "mine.lwnb"))
    wait_until_idle(window, qtbot)
    reopened = load_session(tmp_path / "mine.lwnb").open(tmp_path / "mine.lwnb", lambda path: False).query
    assert reopened is not None
    assert reopened.data.fingerprint == query_of(window).data.fingerprint
    reset(window.state)
    assert query_of(window).data.class_attribute.name == "class", "as it was read"


def test_a_removed_screen_can_be_put_back(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    for text in ("One.", "Two."):
        write(monkeypatch, text)
        window.actions_by_name["add_screen"].trigger()
    window.actions_by_name["remove_screen"].trigger()
    assert screens_of(window) == ["One."]
    assert window.teach.notice.text == "Screen 2 was removed."
    window.teach.notice.buttons[0].click()
    assert screens_of(window) == ["One.", "Two."]
    assert window.state.display.teaching.screen == 1


def test_a_quote_that_is_none_keeps_the_dialog_open(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    session = window.teach.sessions.now()
    assert session is not None
    dialog = ScreenDialog("Add", session.as_screen(), query_of(window).data, window)
    qtbot.addWidget(dialog)
    dialog.show()
    form = dialog.form
    for text, message in (
        ("{foo}", "is unknown"),
        ("{probability:rose}", "a class that the data do not have"),
    ):
        form.task.setPlainText(text)
        dialog.accept()
        assert dialog.isVisible()
        assert message in form.error.text()
    form.task.clear()
    form.insert("k")
    form.insert("probability")
    assert "{k}{probability:CLASS}" in (form.text.toPlainText(), form.task.toPlainText())
    form.text.setPlainText("{probability:Iris-setosa}")
    form.task.clear()
    dialog.accept()
    assert not dialog.isVisible()


def start_again(qtbot: QtBot) -> MainWindow:
    window = MainWindow(Preferences(theme="light"), warm=True)
    qtbot.addWidget(window)
    window.show()
    window.teach.offer_recovery()
    return window


def screens_of(window: MainWindow) -> list[str]:
    return [screen.text for screen in window.state.display.teaching.screens]


def restore(window: MainWindow, qtbot: QtBot) -> None:
    assert [button.text() for button in window.teach.notice.buttons] == ["Restore", "Discard"]
    window.teach.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bool(screens_of(window)))
    wait_until_idle(window, qtbot)


def test_an_unsaved_lecture_outlives_quitting(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    write(monkeypatch, "One: {k}.")
    window.actions_by_name["add_screen"].trigger()
    window.close()  # before the autosave has written anything
    second = start_again(qtbot)
    assert second.teach.notice.text == UNSAVED
    restore(second, qtbot)
    assert screens_of(second) == ["One: {k}."]
    second.close()  # a restored session is not saved
    third = start_again(qtbot)
    third.teach.notice.buttons[1].click()
    third.close()
    assert start_again(qtbot).teach.notice.text == "", "it was discarded"


@pytest.mark.parametrize("leave", ["open", "lecture", "close", "close_lecture"])
def test_an_unsaved_lecture_can_be_restored_after_something_else_was_opened(
    leave: str, opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    write(monkeypatch, "One: {k}.")
    window.actions_by_name["add_screen"].trigger()
    if leave == "open":
        window.open(Opening("sample:weather-nominal"))
    elif leave == "lecture":
        window.open(Opening(str(first_look().file)))
    else:
        window.actions_by_name[leave].trigger()
    qtbot.waitUntil(lambda: window.teach.notice.text == "The lecture was not saved.")
    wait_until_idle(window, qtbot)
    assert "One: {k}." not in screens_of(window)
    restore(window, qtbot)
    assert screens_of(window) == ["One: {k}."]
    assert query_of(window).data.name == "iris"


def test_a_saved_lecture_is_not_offered_again(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    write(monkeypatch, "One: {k}.")
    window.actions_by_name["add_screen"].trigger()
    session = window.teach.sessions.now()
    assert session is not None
    dialog = SaveLecture(session, "light", window)
    dialog.title.setText("Mine")
    window.teach.sessions.write(dialog.lecture(), str(tmp_path / "mine.lwnb"))
    wait_until_idle(window, qtbot)
    assert window.teach.bar.lecture.title.text() == "Mine"
    assert window.teach.sessions.unsaved_work() == ""
    write(monkeypatch, "Another text.")
    window.actions_by_name["change_screen"].trigger()
    assert window.teach.sessions.unsaved_work() == "The lecture “Mine”"
    window.open(Opening(str(tmp_path / "mine.lwnb")))
    qtbot.waitUntil(lambda: window.teach.notice.text == "The lecture “Mine” was not saved.")


def test_typed_values_are_kept_and_a_dragged_star_is_not(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    state, sessions = window.state, window.teach.sessions
    state.change_values({"petallength": 1.0, "petalwidth": 2.0}, token=object())
    assert sessions.unsaved_work() == ""
    state.change_value("sepallength", 7.0)
    assert sessions.unsaved_work() == "The instance that you entered"
    sessions.save_to(str(tmp_path / "mine.lwnb"))
    wait_until_idle(window, qtbot)
    assert sessions.unsaved_work() == ""
    state.reset_values("petalwidth")
    assert sessions.unsaved_work() == "The session"
    window.close()
    second = start_again(qtbot)
    second.teach.notice.buttons[0].click()
    qtbot.waitUntil(lambda: second.state.query is not None)
    assert dict(query_of(second).changes) == {"petallength": 1.0, "sepallength": 7.0}


def test_a_lecture_that_was_only_looked_at_is_not_offered(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, shipped()[2].file, qtbot)
    window.state.set_k(3)
    window.actions_by_name["page_on"].trigger()
    assert window.teach.sessions.unsaved_work() == ""
    window.actions_by_name["close_lecture"].trigger()
    assert window.teach.sessions.unsaved_work() == ""
    window.close()
    assert start_again(qtbot).teach.notice.text == ""


def test_a_lecture_begins_without_the_score_of_before(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.actions_by_name["guess_first"].trigger()
    window.teach.guess(0)
    assert window.state.display.teaching.score.guesses == 1
    for lecture in shipped()[:2]:  # from data to a lecture, and from that to the next
        open_lecture(window, lecture.file, qtbot)
        assert window.state.display.teaching.score.guesses == 0
        if not window.state.display.teaching.guess_first:
            window.actions_by_name["guess_first"].trigger()
        window.teach.guess(0)
        assert window.state.display.teaching.score.guesses == 1
