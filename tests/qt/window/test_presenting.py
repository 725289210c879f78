"""In front of a class: page keys and remote controls, the projector theme, full screen."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from lwnb_core.data import assets_dir
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.explore.contributions import ContributionsPanel
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.steps import STEPS
from tests.qt.conftest import Open, explore_panel, query_of
from tests.qt.curve_helpers import open_curves

CTRL = Qt.KeyboardModifier.ControlModifier
ON, BACK = Qt.Key.Key_PageDown, Qt.Key.Key_PageUp


@pytest.fixture
def lectures(tmp_path: Path) -> list[Path]:
    """Return a folder with two lectures."""
    shipped = sorted((assets_dir() / "lectures").iterdir())
    return [Path(shutil.copy(shipped[i], tmp_path)) for i in (0, 2)]


def open_lecture(window: MainWindow, file: Path, qtbot: QtBot) -> None:
    window.open(Opening(str(file)))
    qtbot.waitUntil(lambda: file_of(window) == file, timeout=10_000)
    ready(window, qtbot)


def ready(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.tasks.is_running("open"), timeout=10_000)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    window.activateWindow()


def height_at_rest(widget: QWidget, qtbot: QtBot) -> int:
    """Return the height once the layout is stable: wrapped text is measured again when its width is known."""
    seen: list[int] = []

    def rests() -> bool:
        seen.append(widget.height())
        return len(seen) > 20 and len(set(seen[-20:])) == 1

    qtbot.waitUntil(rests, timeout=10_000)
    return seen[-1]


def file_of(window: MainWindow) -> Path | None:
    lecture = window.state.display.teaching.lecture
    return None if lecture is None else Path(lecture.file)


def takers(window: MainWindow) -> list[QWidget]:
    """Return widgets that may have the focus when a page key comes: those of k, a choice of settings."""
    return [window.strip.slider, window.strip.spin, window.strip.settings.boxes["kernel"]]


def press(window: MainWindow, taker: QWidget, key: Qt.Key, qtbot: QtBot, modifier: object = None) -> None:
    taker.setFocus()
    assert taker.hasFocus()
    qtbot.keyClick(taker, key, modifier or Qt.KeyboardModifier.NoModifier)
    ready(window, qtbot)


def test_page_keys_go_through_the_steps_and_stop_at_both_ends(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.actions_by_name["step_forward"].trigger()
    before = query_of(window)
    for taker in takers(window):
        for by, key in ((1, ON), (-1, BACK)):
            for _ in range(len(STEPS) + 2):
                press(window, taker, key, qtbot)
            assert window.state.display.teaching.step == (STEPS[-1] if by > 0 else STEPS[0])
            assert query_of(window) == before, "neither k nor a setting"


def test_after_the_last_step_comes_the_next_screen_and_after_the_last_nothing(
    window: MainWindow, qtbot: QtBot, lectures: list[Path]
) -> None:
    open_lecture(window, lectures[1], qtbot)
    steps = STEPS[STEPS.index("weights") :]
    for step in steps[1:]:
        press(window, window.strip.slider, ON, qtbot)
        assert window.state.display.teaching.step == step
    for screen in (1, 2):
        press(window, window.strip.slider, ON, qtbot)
        assert window.state.display.teaching.screen == screen
        assert window.state.display.teaching.step is None
    before = query_of(window)
    for _ in range(3):
        press(window, window.strip.slider, ON, qtbot)
    assert file_of(window) == lectures[1]
    assert query_of(window) == before


def test_page_keys_go_through_the_screens_and_then_to_the_next_lecture(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    shipped = sorted((assets_dir() / "lectures").iterdir())
    files = [Path(shutil.copy(shipped[i], tmp_path)) for i in (0, 1)]
    open_lecture(window, files[0], qtbot)
    row = window.teach.bar.lecture
    for screen in range(3):
        assert file_of(window) == files[0]
        assert window.state.display.teaching.screen == screen
        assert row.counter.text() == f"{screen + 1} of 3"
        press(window, window.strip.slider, ON, qtbot)
    assert file_of(window) == files[1]
    assert (window.state.display.teaching.screen, query_of(window).k) == (0, 50)
    press(window, window.strip.slider, BACK, qtbot)
    assert (file_of(window), query_of(window).k) == (files[0], 10)


def test_there_is_no_lecture_after_the_last_nor_before_the_first(
    window: MainWindow, qtbot: QtBot, lectures: list[Path]
) -> None:
    for file, key in ((lectures[0], BACK), (lectures[1], ON)):
        open_lecture(window, file, qtbot)
        before = query_of(window)
        visible = [taker for taker in takers(window) if taker.isVisible()]
        for taker in visible:
            press(window, taker, key, qtbot, CTRL)
            assert file_of(window) == file
            assert query_of(window) == before
        bar = window.teach.bar.lecture
        assert bar.back.isEnabled() == (key is ON)


def test_without_a_lecture_keys_of_lectures_do_not_move_k(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    before = query_of(window)
    for taker in takers(window)[:2]:
        for key in (ON, BACK):
            press(window, taker, key, qtbot, CTRL)
            assert query_of(window) == before
    canvas = open_curves(opened, qtbot).curves.canvas
    before = query_of(window)
    for key in (ON, BACK):
        press(window, canvas, key, qtbot, CTRL)
        assert query_of(window) == before
    press(window, canvas, ON, qtbot)
    assert query_of(window).k != before.k, "alone they are keys of k there, too"


def test_the_ratio_of_the_posteriors_comes_with_the_last_step(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = explore_panel(window, "contributions", ContributionsPanel)

    def drawn() -> str:
        figure = panel.to_figure()
        assert figure is not None
        return figure.to_bytes("svg").decode()

    assert panel.reading.total_text == ("ln 0.828 / 0.172 =", "+1.57")
    for step in STEPS:
        window.actions_by_name["step_forward"].trigger()
        if step == "product":
            assert not panel.hidden_reason
            assert panel.reading.total_text == ("", "+1.57")
            assert "0.828" not in drawn()
            assert not any("0.828" in text for text in panel.view.scene.texts)
    assert panel.reading.total_text == ("ln 0.828 / 0.172 =", "+1.57")
    assert "0.828" in drawn()


@pytest.mark.parametrize("own", ["light", "dark", "system"])
def test_f9_is_the_projector_theme_and_once_more_the_theme_before(
    own: str, opened: Open, qtbot: QtBot
) -> None:
    window = opened()
    window.actions_by_name[f"theme_{own}"].trigger()
    before = window.context.theme
    for _ in range(2):
        qtbot.keyClick(window, Qt.Key.Key_F9)
        assert window.context.theme.name == "projector"
        assert window.actions_by_name["theme_projector"].isChecked()
        qtbot.keyClick(window, Qt.Key.Key_F9)
        assert window.context.theme == before
        assert window.context.preferences.theme == own
        assert window.actions_by_name[f"theme_{own}"].isChecked()


def test_closing_in_projector_theme_restores_the_theme_before(qtbot: QtBot) -> None:
    first = MainWindow(Preferences(theme="dark"), warm=True)
    qtbot.addWidget(first)
    first.actions_by_name["theme_projector"].trigger()
    first.close()
    second = MainWindow(Preferences.load(), warm=True)
    qtbot.addWidget(second)
    assert second.context.theme.name == "projector"
    second.actions_by_name["theme_projector"].trigger()
    assert second.context.theme.name == "dark"


def test_class_colour_changed_in_a_lecture_keeps_its_theme(
    window: MainWindow, qtbot: QtBot, lectures: list[Path]
) -> None:
    text = lectures[0].read_text().replace('"place"', '"theme": "dark",\n "place"')
    lectures[0].write_text(text)
    open_lecture(window, lectures[0], qtbot)
    window.state.colour_class(0, "#123456")
    assert window.context.theme.name == "dark"
    assert window.context.theme.class_style(0).fill == "#123456"


def test_f9_in_a_lecture_with_a_theme_of_its_own_leaves_the_user_s_choice_alone(
    window: MainWindow, qtbot: QtBot, lectures: list[Path]
) -> None:
    text = lectures[0].read_text().replace('"place"', '"theme": "dark",\n "place"')
    lectures[0].write_text(text)
    open_lecture(window, lectures[0], qtbot)
    seen = [window.context.theme.name]
    for _ in range(2):
        qtbot.keyClick(window, Qt.Key.Key_F9)
        seen.append(window.context.theme.name)
    assert seen == ["dark", "projector", "dark"]
    window.actions_by_name["close_lecture"].trigger()
    assert window.context.theme.name == window.context.preferences.theme == "light"


@pytest.mark.parametrize("maximised", [True, False])
def test_f11_twice_gives_the_window_back_as_it_was(maximised: bool, opened: Open, qtbot: QtBot) -> None:
    window = opened()
    if maximised:
        window.showMaximized()
    before, size = window.windowState(), window.size()
    action = window.actions_by_name["full_screen"]
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    assert action.isChecked()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert (window.windowState(), window.size()) == (before, size)
    assert not action.isChecked()


def test_full_screen_left_by_the_desktop_can_be_entered_again(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    window.showNormal()  # like a window manager
    assert not window.actions_by_name["full_screen"].isChecked()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()


def test_a_posterior_that_waits_for_its_step_takes_no_more_height_than_it_will_need(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Sentences wrapped at the width of a view without layout left no height for the tables."""
    lecture = next((assets_dir() / "lectures").glob("03-*"))
    open_lecture(window, lecture, qtbot)
    panel = explore_panel(window, "posterior", PosteriorPanel)
    assert panel.hidden_reason
    waiting = panel.minimumHeight()
    for _ in STEPS:
        window.actions_by_name["step_forward"].trigger()
    ready(window, qtbot)
    assert not panel.hidden_reason
    panel.apply_theme(window.context.theme)
    assert waiting == panel.minimumHeight()


def test_f9_twice_shows_no_tools_of_panels_that_wait_for_their_step(window: MainWindow, qtbot: QtBot) -> None:
    """They are in tabs on the projector, and the tools came back with the title row."""
    lecture = next((assets_dir() / "lectures").glob("03-*"))
    open_lecture(window, lecture, qtbot)
    for _ in range(2):
        window.actions_by_name["theme_projector"].trigger()
        ready(window, qtbot)
    for name in ("posterior", "local_tables", "contributions"):
        panel = explore_panel(window, name, Panel)
        assert panel.hidden_reason
        assert panel.header_tools.isHidden()


def test_f9_twice_gives_the_lecture_as_much_height_as_before(window: MainWindow, qtbot: QtBot) -> None:
    """Space for the answer was reserved in the projector's font size."""
    lecture = next((assets_dir() / "lectures").glob("03-*"))
    open_lecture(window, lecture, qtbot)
    heights = []
    for _ in range(3):
        heights.append(height_at_rest(window.teach.bar, qtbot))
        window.actions_by_name["theme_projector"].trigger()
        ready(window, qtbot)
    assert heights[2] == heights[0] < heights[1]
