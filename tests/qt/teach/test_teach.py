"""Teaching in the window: steps, guesses and lectures by their keys, and what they hide."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from lwnb_core import LwnbError
from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.data.page import DataPage
from lwnb_gui.qt.explore.equations import EquationsPanel
from lwnb_gui.qt.explore.instances import InstancesPanel
from lwnb_gui.qt.explore.neighbours import NeighboursPanel
from lwnb_gui.qt.explore.page import HIDDEN_BY_GUESS, ExplorePage
from lwnb_gui.qt.explore.this_instance import ThisInstancePanel
from lwnb_gui.qt.export.commands import exporting_panel
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.teach.save_dialog import SaveLecture
from lwnb_gui.qt.widgets.tabs import TabStack
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.session.file import load_session
from lwnb_gui.teaching.lectures import in_folder, shipped
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.text import unbroken
from lwnb_gui.theme import LIGHT, PROJECTOR, Theme
from lwnb_gui.views.drawing.scene import Marker, flat
from lwnb_gui.views.steps import STEPS
from tests.qt.conftest import Open, wait_until_idle


def explore(window: MainWindow) -> ExplorePage:
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    return page


def shown(window: MainWindow) -> set[str]:
    """Return whether a widget is visible and not blank."""
    locked = window.state.display.teaching.locked_until
    return {n for n, panel in explore(window).panels.items() if not panel.isHidden() and not locked(n)}


def opens(window: MainWindow, file: Path, qtbot: QtBot) -> None:
    window.open(Opening(str(file)))
    qtbot.waitUntil(lambda: not window.tasks.is_running("open"), timeout=10_000)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)


def test_steps_show_panel_after_panel(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    bar = window.teach.bar
    before = explore(window).panels["neighbours"]
    assert isinstance(before, NeighboursPanel)
    everything = shown(window)
    assert bar.isHidden()
    seen, sizes = [], set()
    for number, step in enumerate(STEPS):
        window.activateWindow()
        qtbot.keyClick(window, Qt.Key.Key_F8)
        assert window.state.display.teaching.step == step
        assert not bar.steps.isHidden()
        assert f"Step {number + 1} of 7" in bar.steps.steps.text()
        assert any(c.isdigit() for c in bar.steps.sentence.text())
        seen.append(bar.steps.sentence.text())
        sizes.add(explore(window).panels["map"].size().toTuple())
        assert before.table.isColumnHidden(3) == (number < 2)
        assert window.strip.ribbon.isVisible() == (step == "normalise")
        assert bool(window.strip.numbers.text()) == (step != "distances"), "no bandwidth at first"
        equations = explore(window).panels["equations"]
        assert isinstance(equations, EquationsPanel)
        if step == "weights":
            assert [line.number for line in equations.reading.lines] == ["1, 2", "3"]
        if step == "distances":
            assert shown(window) == {"instances", "this_instance", "map"}
            posterior = explore(window).panels["posterior"]
            assert posterior.hidden_reason == "Shown at step 7: normalise"
            assert not posterior.header_tools.isVisible()
        view = explore(window).panels["map"].view  # type: ignore[attr-defined]
        shapes = [shape for shape in flat(view.scene.shapes) if isinstance(shape, Marker)]
        styles = len({(shape.class_code, shape.size) for shape in shapes})
        assert (styles == 0, styles < 3) == (step == "distances", step in STEPS[:2]), (
            "who is in, then weights"
        )
        assert any("weight 0." in text for text in view.scene.texts) == (number >= 2)
        if step == "tables":
            assert "local_tables" in shown(window)
            assert "contributions" not in shown(window)
    assert shown(window) == everything
    assert len(set(seen)) == 7
    assert len(sizes) == 1, "nothing moves: a map of many rows takes long to draw"
    qtbot.keyClick(window, Qt.Key.Key_PageUp)  # like a presenter's remote control
    assert window.state.display.teaching.step == "product"
    assert "posterior" not in shown(window)
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert window.state.display.teaching.step is None
    assert bar.isHidden()
    assert shown(window) == everything
    k = window.state.query.k  # type: ignore[union-attr]
    window.strip.slider.setFocus()
    qtbot.keyClick(window.strip.slider, Qt.Key.Key_PageUp)
    assert window.state.query.k != k, "outside step mode the page keys move k"  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(1600, 1000), (1366, 768)])
def test_a_blank_place_names_the_step_that_fills_it(
    size: tuple[int, int], opened: Open, qtbot: QtBot
) -> None:
    window = opened()
    window.resize(*size)
    explore(window).show_panel("confusion")
    explore(window).show_panel("contributions")
    for _ in STEPS:
        window.actions_by_name["step_forward"].trigger()
        step = window.state.display.teaching.step
        assert step is not None
        for stack in explore(window).findChildren(TabStack):
            waiting = [p.hidden_reason for p in stack.findChildren(Panel) if p.hidden_reason]
            front = stack.in_front
            assert isinstance(front, Panel)
            if front.hidden_reason:
                assert front.hidden_reason == min(waiting), "the next to come"
                assert len(waiting) == len(stack.findChildren(Panel)), "nothing could be shown here yet"


@pytest.mark.parametrize("size", [(1600, 1000), (1366, 768)])
@pytest.mark.parametrize("name", ["neighbours", "what_if"])
def test_after_the_steps_the_tab_that_was_chosen_is_in_front(
    name: str, size: tuple[int, int], opened: Open, qtbot: QtBot
) -> None:
    """On a small screen the step bar changes the layout while the tabs are hidden."""
    window = opened()
    window.resize(*size)
    explore(window).show_panel(name)
    for _ in STEPS:
        window.actions_by_name["step_forward"].trigger()
        wait_until_idle(window, qtbot)
    assert explore(window).panels[name].isVisible()
    window.actions_by_name["step_out"].trigger()
    wait_until_idle(window, qtbot)
    assert explore(window).panels[name].isVisible()


def test_the_subtitle_follows_the_only_tab_of_an_early_step(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    neighbours = explore(window).panels["neighbours"]
    tabs = next(stack for stack in explore(window).findChildren(TabStack) if stack.isAncestorOf(neighbours))
    window.actions_by_name["show_neighbours"].trigger()
    assert neighbours.isAncestorOf(window.focusWidget())
    window.actions_by_name["step_forward"].trigger()
    assert window.focusWidget().isVisible()
    assert window.focusWidget() is not tabs.bar, "it has no tabs now"
    window.actions_by_name["step_forward"].trigger()
    subtitle = neighbours.title_row.subtitle

    def gap() -> int:
        return subtitle.mapTo(tabs, QPoint(0, 0)).x() - tabs.bar.tabRect(0).right()

    assert neighbours.isVisible()
    qtbot.waitUntil(lambda: 0 < gap() < 40, timeout=5000)


def test_guess_first_hides_the_answer_until_a_guess(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    panels = explore(window).panels
    instances, this = panels["instances"], panels["this_instance"]
    assert isinstance(instances, InstancesPanel)
    assert isinstance(this, ThisInstancePanel)
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=10_000)
    window.actions_by_name["guess_first"].trigger()
    guess = window.teach.bar.guess
    hidden = {name for name, panel in panels.items() if panel.hidden_reason}
    assert {"posterior", "contributions", "equations"} <= hidden
    assert not hidden & {"map", "neighbours", "local_tables"}
    assert panels["posterior"].reason_page.text == HIDDEN_BY_GUESS
    assert not panels["posterior"].header_tools.isEnabled()
    with pytest.raises(LwnbError, match="Hidden"):
        panels["posterior"].export_image(tmp_path / "posterior.png")
    assert not window.strip.ribbon.isVisible()
    panels["posterior"].setFocus()
    assert exporting_panel(panels["posterior"]) is None, "nor is it handed out by key"
    for action in ("copy_python", "save_report", "export_live_page", "save_predictions"):
        window.actions_by_name[action].trigger()
        assert "Guess first" in window.status.currentMessage(), action
    window.status.clearMessage()
    data = window.page("data")
    assert isinstance(data, DataPage)
    data.test_rows.save_button.click()
    assert "Guess first" in window.status.currentMessage(), "nor on the page Data"
    menu = panels["map"].export_button
    assert menu is not None
    menu.fill()
    assert not any("Python" in entry.text() for entry in menu.menu().actions())
    assert this.true_class.text() == "to be guessed"
    assert len(instances.table.rows) == 150, "no filter says who errs"
    assert not instances.filter.isEnabled()
    assert [instances.table.text(134, column) for column in range(1, 6)] == [""] * 5
    assert "virginica" not in instances.table.model().index(134, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert [b.text() for b in guess.buttons] == ["1  Iris-setosa", "2  Iris-versicolor", "3  Iris-virginica"]
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_2)
    assert window.state.query.k == 50, "number keys choose a class, not k"  # type: ignore[union-attr]
    assert guess.verdict.text().startswith("✗ It is Iris-virginica, not Iris-versicolor. LWNB is right")
    assert guess.score.text() == "You: 0 of 1 right; LWNB 1, NB 0, KNN 0, KNNDW 0"
    assert not any(panel.hidden_reason for panel in panels.values())
    assert this.true_class.text() == "Iris-virginica"
    assert instances.table.text(134, 1) == "Iris-virginica"
    assert instances.table.text(133, 1) == "", "other rows are still to be guessed"
    assert window.strip.ribbon.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_7)
    assert window.strip.spin.lineEdit().text() == "7", "and after the guess they are for k again"
    assert window.focusWidget() in (window.strip.spin, window.strip.spin.lineEdit())
    window.actions_by_name["another_row"].trigger()
    assert window.focusWidget() is window.strip.slider, "a box would swallow the number keys"
    qtbot.waitUntil(lambda: window.context.explanation.row != 134, timeout=5000)  # type: ignore[union-attr]
    assert panels["posterior"].hidden_reason
    elsewhere = {}
    for page, inside in (("data", "rows"), ("curves", "rows")):
        window.state.go_to(page)  # type: ignore[arg-type]
        elsewhere[page] = getattr(window.page(page), inside)  # type: ignore[arg-type]
        assert elsewhere[page].hidden_reason == HIDDEN_BY_GUESS, "nor can the row be looked up there"
    window.state.go_to("explore")
    guess.buttons[0].click()
    assert not any(panel.hidden_reason for panel in elsewhere.values())
    assert window.state.display.teaching.score.guesses == 2
    window.actions_by_name["reset_score"].trigger()
    assert guess.score.text() == "no guesses yet"
    window.actions_by_name["guess_first"].trigger()
    assert instances.filter.isEnabled()
    assert not panels["posterior"].hidden_reason


def test_many_classes_are_chosen_from_a_list(opened: Open) -> None:
    window = opened("soybean", row=1)
    window.actions_by_name["guess_first"].trigger()
    guess = window.teach.bar.guess
    assert guess.buttons == []
    assert guess.choice.isVisible()
    assert guess.choice.count() == 20
    assert guess.take_digit(3), "no digit of a guess becomes k"
    guess.choice.activated.emit(1)
    assert window.state.display.teaching.score.guesses == 1


def test_a_class_to_guess_that_is_a_number_is_not_taken_for_a_key(opened: Open) -> None:
    window = opened("waveform", row=1)
    window.actions_by_name["guess_first"].trigger()
    guess = window.teach.bar.guess
    assert [button.text() for button in guess.buttons] == ["1  class 0", "2  class 1", "3  class 2"]
    assert "You think it is class 0. Key: 1" in guess.buttons[0].toolTip()


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR])
def test_the_lines_about_our_lectures_have_space_on_the_start_page(window: MainWindow, theme: Theme) -> None:
    window.context.set_theme(theme)
    QApplication.sendPostedEvents()
    for row in window.start.lectures.rows:
        needed = row.summary.fontMetrics().horizontalAdvance(row.summary.text())
        assert row.summary.width() >= needed, row.summary.text()


def test_every_lecture_opens_to_its_screen(window: MainWindow, qtbot: QtBot) -> None:
    """The first opens from the start page, the others by the key for the next."""
    rows = window.start.lectures.rows
    assert [row.info for row in rows] == list(shipped())
    rows[0].click()
    for number, info in enumerate(shipped(), start=1):
        session = load_session(info.file)
        if number > 1:
            window.actions_by_name["next_lecture"].trigger()
        qtbot.waitUntil(
            lambda title=info.title: window.teach.bar.lecture.title.text() == title,
            timeout=20_000,  # type: ignore[misc]
        )
        qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=20_000)
        query, view = window.state.query, window.state.display
        assert query is not None
        assert query.row == session.row
        assert query.learner == session.learner
        assert view.page == session.page
        assert window.strip.isVisible()
        assert window.strip.settings.isHidden() == ("settings" in session.hidden_controls)
        assert shown(window) == {n for n in session.panels or () if not view.teaching.locked_until(n)}
        assert explore(window).panels["posterior"].minimumHeight() < 220, (
            "blank or not, it takes no more space"
        )
        if session.map is not None and session.map.regions != "off":  # also without the compiled engine
            regions, chosen = explore(window).panels["map"].regions, session.map.regions  # type: ignore[attr-defined]
            qtbot.waitUntil(lambda r=regions, c=chosen: r.chosen == c, timeout=60_000)  # type: ignore[misc]
        assert window.teach.bar.lecture.number.text() == f"Lecture {number} of 8"
        assert not window.error_bar.isVisible()
    window.teach.go_to_screen(2)
    assert window.teach.bar.lecture.forward.isHidden()
    assert not window.teach.bar.lecture.show_all.isHidden()
    menu = window.actions_by_name.menus["<lectures>"]
    menu.aboutToShow.emit()
    assert len(menu.actions()) == 9, "First look, too"
    window.actions_by_name["close_lecture"].trigger()
    assert window.state.display.teaching == Teaching()
    assert window.teach.bar.isHidden()
    assert window.state.query is not None


def test_lecture_is_saved_by_the_dialog(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(settings={"k": 9})

    def fill(dialog: SaveLecture) -> QDialog.DialogCode:
        dialog.title.setText("Mine")
        dialog.summary.setText("a line")
        form = dialog.form
        assert form is not None
        form.text.setPlainText("Look at *this* at k = {k}.")
        form.panels["contributions"].setChecked(False)
        form.hidden["places"].setChecked(True)
        form.hidden["legend"].setChecked(True)
        dialog.with_theme.setChecked(True)
        dialog.show()
        form.answer.setPlainText("It was *so*.")
        form.answer.setFocus()
        qtbot.keyClick(form.answer, Qt.Key.Key_Tab)
        qtbot.keyClick(form.numbers, Qt.Key.Key_Tab)
        assert dialog.focusWidget() is form.panels["instances"], "the boxes come before the buttons"
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(SaveLecture, "exec", fill)
    target = tmp_path / "mine.lwnb"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["save_lecture"].trigger()
    qtbot.waitUntil(target.exists, timeout=5000)
    assert load_session(target).kind == "lecture"
    window.state.close_data()
    opens(window, target, qtbot)
    assert window.state.query.k == 9  # type: ignore[union-attr]
    assert "contributions" not in shown(window)
    text = window.teach.bar.lecture.text
    assert unbroken("<i>this</i> at k = 9.") in text.text()
    assert "<i>so</i>" in text.text(), "there is neither a step nor a guess to wait for"
    window.teach.set_step_mode(True)
    assert "<i>so</i>" not in text.text()
    window.teach.step_out()
    window.actions_by_name["fold_lecture"].trigger()
    assert text.isHidden()
    window.actions_by_name["fold_lecture"].trigger()
    assert not text.isHidden()
    assert window.page_bar.legend.isHidden()
    assert window.page_bar.buttons["curves"].isHidden()
    assert not window.page_bar.buttons["explore"].isHidden()
    assert window.teach.bar.lecture.forward.isHidden(), "alone in its folder"
    window.state.set_k(10)
    assert window.page_bar.legend.isHidden()
    assert window.teach.sessions.file is None, "a lecture is not overwritten by Ctrl+S"
    assert in_folder(tmp_path) == [target]
    window.set_theme("dark")
    opens(window, target, qtbot)
    assert window.context.theme.name == "light", "the lecture’s own"
    assert window.context.preferences.theme == "dark"
    window.actions_by_name["close_lecture"].trigger()
    assert window.context.theme.name == "dark"
