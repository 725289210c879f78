"""The window: pages, actions, legend, opening, drops, themes, errors, and closing."""

from __future__ import annotations

import re
import sys
import threading
import time
import warnings
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QSplitter
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.actions import SPECS
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.display_state import DisplayState, PageName
from lwnb_gui.app.import_options import read_as
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences, Recent
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.program_log import log_file
from lwnb_gui.qt.data.test_rows import TestRowsPanel
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.help import help_texts
from lwnb_gui.qt.help.help_texts import HELP
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.start.start_page import TILES, RecentRow, when
from lwnb_gui.qt.window.log import Catcher
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.qt.window.qt_theme import fitted
from lwnb_gui.session.data import DataSource
from lwnb_gui.teaching.panels import panel_names
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.theme import PROJECTOR
from lwnb_gui.views.every import VIEWS
from tests.qt.conftest import Open, explore_panel

pytestmark = pytest.mark.shared_window


def drop(window: MainWindow, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    with warnings.catch_warnings():  # which of two forms of the place is deprecated depends on the version
        warnings.simplefilter("ignore", DeprecationWarning)
        enter = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, mime, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    dropped = QDropEvent(QPointF(50, 50), actions, mime, buttons, keys)
    dropped.setDropAction(Qt.DropAction.MoveAction)  # the action that some file managers propose
    QApplication.sendEvent(window, dropped)
    assert dropped.dropAction() == Qt.DropAction.CopyAction  # otherwise they might remove the file


def test_the_start_page_is_first(window: MainWindow) -> None:
    assert window.start.isVisible()
    assert not window.strip.isVisible()
    enabled = [name for name, button in window.page_bar.buttons.items() if button.isEnabled()]
    assert enabled == ["experiment"]  # the others need data
    assert window.page_bar.summary.text() == "no data open"


def test_every_action_is_in_a_menu_and_has_key_and_tip(window: MainWindow) -> None:
    listed = [
        action
        for menu in (*window.menuBar().findChildren(QMenu), *window.actions_by_name.menus.values())
        for action in menu.actions()
    ]
    assert [name for name in SPECS if window.actions_by_name[name] not in listed] == []
    keys: dict[str, str] = {}
    for name, spec in SPECS.items():
        action = window.actions_by_name[name]
        assert action.shortcuts(), name
        assert action.statusTip(), name
        for key in spec.keys:
            assert key not in keys, (name, keys.get(key))
            keys[key] = name


@pytest.mark.parametrize("number", [1, 3])
def test_a_number_key_opens_a_sample(window: MainWindow, qtbot: QtBot, number: int) -> None:
    qtbot.keyClick(window.start, str(number))
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert window.state.query is not None
    assert window.state.query.data.name == TILES[number - 1][0]
    assert window.state.display.page == "explore"


def test_a_tile_opens_by_click(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.start.tiles[2], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    assert window.windowTitle() == "iris.arff — LWNB Explorer"


def test_a_sample_opens_on_a_row_that_is_wrong_or_differing(window: MainWindow, qtbot: QtBot) -> None:
    window.opener.open_sample("iris")
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert window.state.query is not None
    assert window.state.query.row == 52
    window.open(Opening("sample:iris", row=1))
    qtbot.waitUntil(lambda: window.state.query.row == 0, timeout=10_000)  # type: ignore[union-attr]


def test_pages_change_by_buttons_and_keys(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    names: tuple[PageName, ...] = ("data", "curves", "experiment", "explore")
    for name in names:
        qtbot.mouseClick(window.page_bar.buttons[name], Qt.MouseButton.LeftButton)
        assert window.state.display.page == name
        assert window.page(name).isVisible()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.state.display.page == "curves"


def test_undo_and_redo_by_action_and_key(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    assert not window.actions_by_name["undo"].isEnabled()
    window.state.set_k(60)
    qtbot.waitUntil(lambda: window.actions_by_name["undo"].text() == "&Undo k 50 → 60")
    assert window.status.undo.text() == "undo: k 50 → 60"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.state.query is not None
    assert window.state.query.k == 50
    window.actions_by_name["redo"].trigger()
    assert window.state.query.k == 60


def test_a_message_stands_alone_in_the_status_bar(window: MainWindow, qtbot: QtBot) -> None:
    status_bar = window.status
    status_bar.say_opening("iris")
    qtbot.wait(1)
    assert status_bar.basis.isHidden(), "Qt would show it again on top of the message"
    assert status_bar.currentMessage() == "Opening iris …"
    status_bar.clearMessage()
    assert status_bar.basis.isVisible()


def test_the_status_bar_says_what_the_answer_rests_on(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    assert window.status.basis.text().startswith("Explained with 434 training rows; row 403 left out")
    assert "392 missing values" in window.status.basis.text()
    assert window.status.settings.text() == "all settings at their defaults"


def test_the_legend_toggles_and_recolours(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    legend = window.page_bar.legend
    assert [b.text() for b in legend.buttons] == ["Iris-setosa", "Iris-versicolor", "Iris-virginica"]
    qtbot.mouseClick(legend.buttons[1], Qt.MouseButton.LeftButton)
    assert window.state.now.hidden_classes == {1}
    window.actions_by_name["all_classes"].trigger()
    assert window.state.now.hidden_classes == frozenset()
    window.state.colour_class(0, "#AA0000")
    assert window.context.theme.class_style(0).fill == "#AA0000"
    entries = [a.text() for a in legend.menu_for(0).actions()]
    assert "Another colour…" in entries


def test_many_classes_have_a_menu(opened: Open) -> None:
    legend = opened("soybean", 1).page_bar.legend
    shown = [button for button in legend.buttons if button.isVisible()]
    assert 1 < len(shown) <= 8
    assert legend.more.text() == f"+ {19 - len(shown)}"


def test_a_file_dropped_on_the_window_opens(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "flowers.arff"
    lw.save(lw.sample("iris"), file)
    drop(window, file)
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert window.windowTitle() == "flowers.arff — LWNB Explorer"
    assert window.context.preferences.recent[0].source == str(file.resolve())


@pytest.mark.parametrize("name", ["flowers.parquet", "flowers.jsonl.xz"])
def test_files_with_types_open_without_a_preview(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    file, frame = tmp_path / name, lw.sample("iris").to_pandas()
    if name.endswith(".parquet"):
        frame.to_parquet(file)
    else:
        frame.to_json(file, orient="records", lines=True)
    drop(window, file)
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert window.state.query is not None
    data = window.state.query.data
    assert (data.name, len(data), data.class_attribute.name) == ("flowers", 150, "class")
    source = DataSource.of(data)
    assert source.read(None, lambda path: True).fingerprint == data.fingerprint  # as a session finds it again
    assert "declares its own types" in read_as(data)


def test_a_file_that_cannot_be_read_says_why_and_what_was_open_stays(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened()
    broken = tmp_path / "broken.arff"
    broken.write_text("@relation x\n@attribute a {1,2\n@data\n1\n")
    drop(window, broken)
    qtbot.waitUntil(window.error_bar.isVisible)
    assert "broken.arff" in window.error_bar.text
    assert window.error_bar.findChild(QPushButton).text() == "Open another file…"
    assert window.state.query is not None
    assert window.state.query.data.name == "iris"
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.error_bar.isVisible()
    drop(window, broken)
    qtbot.waitUntil(window.error_bar.isVisible)
    assert window.error_bar.close_button is not None
    window.error_bar.close_button.click()
    assert not window.error_bar.isVisible()

    other = tmp_path / "other.arff"
    lw.save(lw.sample("iris"), other)
    window.state.set_k(7)
    drop(window, other)
    qtbot.waitUntil(lambda: len(window.context.preferences.recent) == 2, timeout=10_000)
    assert [recent.note for recent in window.context.preferences.recent] == ["", "row 135, k = 7"]


def test_enter_presses_what_has_the_focus_on_the_start_page(window: MainWindow, qtbot: QtBot) -> None:
    window.context.preferences = replace(window.context.preferences, recent=(Recent("sample:iris", "", ""),))
    window.start.refresh()
    qtbot.waitUntil(lambda: len(window.start.findChildren(RecentRow)) == 1)  # earlier rows are gone
    (row,) = window.start.findChildren(RecentRow)
    qtbot.waitUntil(row.isVisible)
    row.setFocus()
    assert window.focusWidget() is row
    qtbot.keyClick(row, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert window.state.query is not None
    assert window.state.query.data.name == "iris"


def test_top_bar_counts_the_attributes_in_use(opened: Open) -> None:
    window = opened("iris", 135)
    assert window.page_bar.summary.text() == "<b>iris</b> 150 rows · 4 numeric"
    window.state.use_attribute("sepalwidth", False)
    assert window.page_bar.summary.text() == "<b>iris</b> 150 rows · 3 numeric"


def test_geometry_of_a_larger_screen_is_brought_onto_this_one(window: MainWindow, qtbot: QtBot) -> None:
    free = window.screen().availableGeometry()
    window.setGeometry(free.right() - 300, free.bottom() - 200, 2 * free.width(), 2 * free.height())
    geometry = bytes(window.saveGeometry().toBase64().data()).decode("ascii")
    again = MainWindow(Preferences(theme="light", geometry=geometry), warm=True)
    qtbot.addWidget(again)
    assert free.contains(again.geometry())


def test_help_has_a_text_for_every_topic_and_no_other() -> None:
    """Topics are named by the classes of the window; a text without a class can never be read."""
    source = Path(help_texts.__file__).parent.parent
    used = {
        topic
        for file in source.rglob("*.py")
        for topic in re.findall(r'^    help_topic = "(\w+)"', file.read_text("utf-8"), re.MULTILINE)
    }
    assert set(HELP) == used | {view.name for view in VIEWS if view.help}


def test_second_opening_cancels_the_first(window: MainWindow, qtbot: QtBot) -> None:
    window.opener.open_sample("segment")
    window.opener.open_sample("iris")
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    qtbot.wait(300)
    assert window.state.query is not None
    assert window.state.query.data.name == "iris"


def test_next_and_previous_row_stay_in_the_filtered_list(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 53)
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=20_000)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    listed = page.panels["instances"].table.rows  # type: ignore[attr-defined]
    assert 0 < len(listed) < 150
    window.actions_by_name["next_row"].trigger()
    assert window.state.query is not None
    assert window.state.query.row == listed[listed > 52][0]
    window.actions_by_name["previous_row"].trigger()
    assert window.state.query.row == 52


def test_escape_closes_the_help(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.help.show_topic("map")
    assert window.help.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.help.isVisible()


def test_closing_does_not_wait_for_what_cannot_be_stopped(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    begun, go_on = threading.Event(), threading.Event()
    window.tasks.start("stubborn", lambda job: begun.set() or go_on.wait(60), on_done=lambda _: None)  # type: ignore[func-returns-value]
    assert begun.wait(20)
    window.close()
    assert window.tasks.unfinished
    go_on.set()


def test_explore_has_every_registered_panel(opened: Open) -> None:
    page = opened().page("explore")
    assert isinstance(page, ExplorePage)
    assert tuple(page.panels) == panel_names()
    for name, panel in page.panels.items():
        assert panel.title, name
        assert panel.help_topic in HELP, f"{name}: no topic in qt/help/help_texts.py"
        assert not panel.grab().isNull(), name


@pytest.mark.parametrize("choice", ["theme_dark", "theme_projector", "theme_light", "theme_system"])
def test_themes_are_chosen_by_action(opened: Open, qtbot: QtBot, choice: str) -> None:
    window = opened()
    window.actions_by_name[choice].trigger()
    assert window.context.preferences.theme == choice.removeprefix("theme_")
    expected = {"theme_dark": "dark", "theme_projector": "projector"}.get(choice, "light")
    assert window.context.theme.name == expected
    assert window.actions_by_name[choice].isChecked()


@pytest.mark.parametrize(
    ("screen", "scale"), [((1920, 1040), 1.5), ((1600, 860), 1.25), ((1366, 728), 1.1), ((1024, 700), 1.1)]
)
def test_projector_type_is_as_large_as_fits_the_screen(screen: tuple[int, int], scale: float) -> None:
    assert fitted(PROJECTOR, QSize(*screen)).scale == scale
    assert fitted(PROJECTOR, None) is PROJECTOR


def test_help_for_the_panel_and_all_keys(window: MainWindow) -> None:
    for topic in HELP:
        window.help.show_topic(topic)
        assert HELP[topic][0] in window.help.page.toPlainText()
    window.actions_by_name["keys"].trigger()
    assert "Ctrl+Z" in window.help.page.toPlainText()
    window.help.close()


def test_next_row_that_lwnb_alone_gets_right(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 1)
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=10_000)
    window.actions_by_name["alone_right"].trigger()
    assert window.state.query is not None
    assert window.state.query.row == 134


def test_another_class_is_chosen_in_the_dialog(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    offered: list[str] = []

    def answer(*given: Any) -> tuple[str, bool]:
        offered[:] = given[3]
        return "4 intervals with about equally many rows", True

    monkeypatch.setattr("lwnb_gui.qt.widgets.class_chooser.QInputDialog.getItem", answer)
    window.page_bar.chooser.choose("petalwidth")
    assert offered[:2] == ["its 22 values, each as a class", "3 intervals with about equally many rows"]
    assert window.state.query is not None
    assert window.state.query.data.class_attribute.name == "petalwidth"
    assert len(window.page_bar.legend.buttons) == 4
    window.state.undo()
    chooser = window.page_bar.chooser
    assert chooser.closed_text == "predict: class"
    assert [chooser.itemText(i) for i in (0, 4)] == ["sepallength (numeric)", "class"], "found by typing"
    steps = window.state.history.undo_text
    chooser.choose("class")
    assert window.state.history.undo_text == steps, "the same again is no step"


def test_all_values_of_a_number_as_classes_by_the_chooser(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    monkeypatch.setattr("lwnb_gui.qt.widgets.class_chooser.QInputDialog.getItem", lambda *a: (a[3][0], True))
    window.page_bar.chooser.choose("petalwidth")
    assert window.state.query is not None
    assert len(window.state.query.data.classes) == 22


def test_a_few_whole_numbers_are_a_class_with_one_click(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    rows = "".join(f"{i / 7:.3f},{i % 3}\n" for i in range(60))
    (tmp_path / "wine.csv").write_text(f"x,target\n{rows}")
    window.opener.open(Opening(str(tmp_path / "wine.csv")))
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    said: list[str] = []
    window.context.said.connect(said.append)
    window.page_bar.chooser.choose("target")
    assert window.state.query is not None
    assert window.state.query.data.classes == ("0", "1", "2")
    assert said == ["class 'target' is numeric: its 3 whole numbers are used as nominal values"]


def test_a_class_that_is_numeric_opens_with_one_click(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    rows = "".join(f"{i / 7:.3f},{i % 25}\n" for i in range(60))
    (tmp_path / "wine.csv").write_text(f"x,target\n{rows}")
    window.opener.open(Opening(str(tmp_path / "wine.csv"), edits=Edits(class_name="target")))
    qtbot.waitUntil(window.error_bar.isVisible, timeout=10_000)
    assert "--" not in window.error_bar.text
    assert "data." not in window.error_bar.text
    button = window.error_bar.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    assert button.text() == "Treat target as nominal"
    button.click()
    qtbot.waitUntil(lambda: window.state.query is not None, timeout=10_000)
    assert window.state.query is not None
    assert len(window.state.query.data.classes) == 25


def test_test_file_is_matched_with_the_data(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    good, bad = tmp_path / "good.arff", tmp_path / "bad.arff"
    lw.save(lw.sample("iris").subset(range(20)), good)
    lw.save(lw.sample("vote"), bad)
    window.commands.open_test_file(str(bad))
    qtbot.waitUntil(window.error_bar.isVisible)
    window.commands.open_test_file(str(good))
    qtbot.waitUntil(lambda: window.state.query.test_rows.text == "test file good")  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: "of good" in window.status.basis.text())
    assert not window.error_bar.isVisible()


@pytest.mark.parametrize("page", ["explore", "data"])
def test_a_short_row_of_a_test_file_is_filled_by_a_click(
    opened: Open, qtbot: QtBot, tmp_path: Path, page: PageName
) -> None:
    window = opened()
    file = tmp_path / "short.csv"
    lw.save(lw.sample("iris").subset(range(20)), file)
    file.write_text(file.read_text().rstrip().rpartition(",")[0] + "\n")  # the last row has no class
    window.state.go_to(page)
    if page == "data":
        panel = next(iter(window.page("data").findChildren(TestRowsPanel)))
        panel.open_file(str(file))
        bar = panel.error_bar
    else:
        window.commands.open_test_file(str(file))
        bar = window.error_bar
    qtbot.waitUntil(bar.isVisible)
    assert bar.button.text() == "Treat absent cells as missing"
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.state.query.test_rows.text == "test file short")  # type: ignore[union-attr]


def test_preferences_are_saved_and_the_analysis_is_not(opened: Open, own_settings: Path) -> None:
    window = opened()
    window.set_theme("dark")
    window.state.change_settings(kernel="tricube")
    window.close()
    saved = Preferences.load()
    assert saved.theme == "dark"
    assert saved.geometry
    assert saved.recent[0].note == "row 135, k = 50"
    assert "tricube" not in (own_settings / "preferences.json").read_text()


def test_closing_cancels_running_tasks(opened: Open, qtbot: QtBot) -> None:
    window = opened()

    begun = threading.Semaphore(0)

    def endless(job: Job) -> None:
        begun.release()
        while True:
            job(0, 1)
            time.sleep(0.001)

    for name in ("predict", "sweep"):
        window.tasks.start(name, endless, on_done=lambda _: None)
        assert begun.acquire(timeout=20)
    window.close()
    qtbot.waitUntil(
        lambda: not [t for t in threading.enumerate() if t.name.startswith("lwnb-task")], timeout=20_000
    )


def test_an_uncaught_exception_is_logged_and_told_once(window: MainWindow, qtbot: QtBot) -> None:
    catcher = Catcher()
    try:
        for _ in range(2):
            error = ValueError("what nobody expected")
            sys.excepthook(ValueError, error, None)
        qtbot.waitUntil(lambda: catcher.box is not None)
        assert catcher.box is not None
        assert "session is kept" in catcher.box.text()
        assert log_file().read_text().count("what nobody expected") == 2
        catcher.box.close()
        qtbot.waitUntil(lambda: catcher.box is None)
    finally:
        catcher.release()


def test_an_error_of_ours_in_a_bar_is_logged(window: MainWindow) -> None:
    catcher = Catcher()
    try:
        window.error_bar.say(IndexError("index 7 is out of bounds"), "Choose another folder or name.")
        assert "This should not have happened: IndexError" in window.error_bar.text
        assert log_file().read_text().count("IndexError: index 7 is out of bounds") == 1
        window.error_bar.say(lw.LwnbError("the disc is full"))
        assert "disc" not in log_file().read_text()
    finally:
        catcher.release()


def test_an_error_of_ours_in_a_task_is_logged_once_whoever_shows_it(window: MainWindow, qtbot: QtBot) -> None:
    def fail(job: Job, error: Exception) -> None:
        raise error

    catcher, heard = Catcher(), []
    try:
        for on_error in (heard.append, lambda error: heard.append(window.error_bar.say(error))):
            error = IndexError(f"index {len(heard)} is out of bounds")
            window.tasks.start("fails", partial(fail, error=error), on_done=print, on_error=on_error)
            count = len(heard) + 1
            qtbot.waitUntil(lambda count=count: len(heard) == count)
        refused = lw.LwnbError("the disc is full")
        window.tasks.start("fails", partial(fail, error=refused), on_done=print, on_error=heard.append)
        qtbot.waitUntil(lambda: len(heard) == 3)
        logged = log_file().read_text()
        assert [logged.count(f"IndexError: index {i} is out of bounds") for i in (0, 1)] == [1, 1]
        assert "Traceback" in logged
        assert "disc" not in logged
    finally:
        catcher.release()


def test_dates_of_recent_files_as_text() -> None:
    from datetime import datetime

    now = datetime(2026, 11, 16, 12, 0)
    assert when("2026-11-16T09:12:00", now) == "today, 09:12"
    assert when("2026-11-15T09:12:00", now) == "yesterday"
    assert when("2026-11-12T09:12:00", now) == "12 Nov"
    assert when("nonsense", now) == ""


def test_rows_are_held_out_by_one_dialog(opened: Open, qtbot: QtBot) -> None:
    from lwnb_gui.qt.data.hold_out_dialog import HoldOutDialog

    window = opened()
    held = window.actions_by_name["held_out"]
    held.trigger()
    window.findChild(HoldOutDialog).reject()
    assert not held.isChecked(), "what was not carried out does not stay checked"
    qtbot.waitUntil(lambda: window.findChild(HoldOutDialog) is None, timeout=5000)
    held.trigger()
    dialog = window.findChild(HoldOutDialog)
    dialog.percent.setValue(20)
    dialog.seed.setValue(7)
    dialog.accept()
    assert window.state.query is not None
    assert window.state.query.test_rows == HeldOut(20, 7)
    assert held.isChecked()
    assert HoldOutDialog(HeldOut(20, 7)).seed.value() == 7


def test_data_opened_from_the_start_page_have_the_focus_on_k(window: MainWindow, qtbot: QtBot) -> None:
    assert window.start.isAncestorOf(window.focusWidget())
    window.open(Opening("sample:iris", row=135))
    qtbot.waitUntil(lambda: window.context.sweep is not None, timeout=10_000)
    assert window.strip.isVisible()
    assert window.focusWidget() is window.strip.slider


def test_a_lecture_can_hide_the_strip(window: MainWindow, qtbot: QtBot) -> None:
    without = Teaching(hidden_controls=frozenset({"strip"}))
    window.state.open(Query.opening(lw.sample("iris")), display=DisplayState("explore", teaching=without))
    qtbot.waitUntil(lambda: window.context.explanation is not None)
    assert window.page("explore").isVisible()
    assert not window.strip.isVisible()
    window.state.set_k(20)
    assert not window.strip.isVisible()
    window.state.open(Query.opening(lw.sample("iris")), display=DisplayState("explore"))
    assert window.strip.isVisible()


def test_data_begin_with_the_focus_on_k(window: MainWindow) -> None:
    window.page_bar.chooser.setFocus()
    window.state.open(Query.opening(lw.sample("iris")))
    assert window.strip.isVisible()
    assert window.focusWidget() is window.strip.slider


def test_hidden_page_gets_no_signals(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened()
    posterior = explore_panel(window, "posterior", PosteriorPanel)
    heard: list[str] = []
    monkeypatch.setattr(posterior, "show_explanation", lambda _: heard.append("explanation"))
    monkeypatch.setattr(posterior, "show_state", lambda *_: heard.append("state"))
    window.state.go_to("data")
    heard.clear()
    window.state.set_k(20)
    QApplication.processEvents()
    window.set_theme("dark")
    assert heard == []
    window.state.go_to("explore")
    assert heard == ["state", "explanation"]


def test_sizes_of_all_pages_are_remembered_wherever_the_window_is_closed(opened: Open) -> None:
    window = opened()
    page = window.page("explore")
    columns = next(s for s in page.findChildren(QSplitter) if s.objectName() == "columns")
    columns.setSizes([300, 700, 600])
    columns.splitterMoved.emit(300, 1)
    sizes = columns.sizes()
    window.state.go_to("data")
    window.close()
    saved = Preferences.load().splitters
    assert saved["explore.columns"] == sizes
    assert "data-columns" in saved, "those of the page that was shown last"
