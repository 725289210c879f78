"""The page Experiment: chosen, run, paused, stopped, resumed; its table, its folds, the paper's presets."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from lwnb_core import load, sample, save
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_gui.app.query import Query
from lwnb_gui.app.run import Run
from lwnb_gui.experiment.plan import OPEN, DataChoice
from lwnb_gui.qt.experiment.data_dialog import DataDialog
from lwnb_gui.qt.experiment.learner_dialog import LearnerDialog
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.drawing.scene import Text
from tests.qt.conftest import Open
from tests.qt.experiments import finish, named, page, small
from tests.qt.seen import texts

__all__ = ["page"]


def test_an_experiment_from_choice_to_table(
    page: ExperimentPage,
    qtbot: QtBot,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The test uses one window throughout: empty, chosen, run, sorted, opened, copied, saved."""
    assert page.results.is_empty  # no data are open, and nothing is chosen
    assert not page.progress.progress.start_button.isEnabled()
    small(page)
    table = page.results.table
    assert not page.results.is_empty
    assert table.model().rowCount() == 2
    assert table.model().columnCount() == 3
    assert "2 chosen" in texts(page.setup)

    page.progress.progress.start_button.setFocus()
    page.start()
    assert page.controller.is_busy
    assert not page.setup.runs.isEnabled()
    finish(page, qtbot)
    assert page.window().focusWidget() is table  # there is nothing left to start
    computed = page.controller.table
    assert computed.done_cells == 6
    assert page.progress.progress.text.text() == "finished"
    assert not page.progress.progress.start_button.isEnabled()
    shown = table.rows_model.cell(1, 0).text
    assert shown.startswith(f"{computed.cell('iris', 0).result.mean:.2f} ± ")

    # A failed learner gives the reason in its cell, its tooltip and to a screen reader.
    why = table.rows_model.cell(1, 2).text
    assert "nominal" in why or "numeric" in why
    assert why in table.model().index(1, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    drawn = [shape.text for shape in table.rows_model.cell(1, 2).shapes if isinstance(shape, Text)]
    assert why in drawn  # in full: its column takes the remaining width
    foot = page.results.area.foot
    assert [foot.columnWidth(i) for i in range(3)] == [table.columnWidth(i) for i in range(3)]

    # Sorting by a click on a header, by keys, and back to the chosen order.
    header = table.header
    at = QPoint(header.sectionViewportPosition(0) + 20, 10)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert table.order[0] == "iris"
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert table.order == ("weather-nominal", "iris")
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 1))
    QTest.keyClick(table, Qt.Key.Key_S)
    assert (table.sort_column, table.order[0]) == (1, "iris")
    assert table.currentIndex().row() == 1  # the cell moved with its row
    QTest.keyClick(table, Qt.Key.Key_O)
    assert table.sort_column is None

    # Enter opens the folds, with the test written out.
    table.setCurrentIndex(table.model().index(1, 1))
    QTest.keyClick(table, Qt.Key.Key_Return)
    folds = page.results.folds
    assert folds is not None
    assert folds.isVisible()
    assert folds.folds is not None
    assert len(folds.folds.lines) == 6
    assert "degrees of freedom" in folds.text.text()
    folds.copy()
    assert QGuiApplication.clipboard().text().splitlines()[0].startswith("run\tfold\ttest rows\tKNN k=3\tNB")
    folds.save(tmp_path / "folds.md")
    assert (tmp_path / "folds.md").read_text(encoding="utf-8").startswith("| run |")
    folds.save(tmp_path / "folds.odt")
    assert folds.error_bar.isVisible()
    folds.close()

    # B makes the column the base; marks and footer follow.
    table.setCurrentIndex(table.model().index(1, 1))
    QTest.keyClick(table, Qt.Key.Key_B)
    assert page.controller.plan.base == 1
    finish(page, qtbot)
    assert page.controller.table.outline.base == 1
    assert "NB wins" in page.results.foot.accessibleDescription()

    # Another measure, from the existing rows.
    page.controller.set_measure("kappa")
    finish(page, qtbot)
    assert page.controller.table.cell("iris", 0).result.mean < 1
    page.controller.set_measure("accuracy")
    finish(page, qtbot)

    # Export.
    export_button = page.results.export_button
    assert export_button is not None
    export_button.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["data set", "NB", "NB sd"]
    assert len(lines) == 4
    for suffix, mark in (
        ("html", "<table>"),
        ("tex", r"\begin{tabular}"),
        ("md", "| data set"),
        ("csv", "data set,"),
    ):
        target = tmp_path / f"table.{suffix}"
        page.results.save_printed(target)
        qtbot.waitUntil(target.exists, timeout=5_000)
        assert mark in target.read_text(encoding="utf-8")
    page.setup.save_results_to(str(tmp_path / "late.csv"))  # chosen after the end, it has all rows
    finish(page, qtbot)
    assert len(read_results(tmp_path / "late.csv")) == 36
    exported = page.results.exported
    assert exported is not None
    assert set(exported.datasets) == {"iris", "weather-nominal"}
    report = page.results.to_report()
    assert report is not None
    assert report.sections
    script = page.results.to_script()
    assert script is not None
    capsys.readouterr()
    monkeypatch.chdir(tmp_path)  # the script saves a figure
    exec(compile(script, "experiment.py", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == exported.grid.render("markdown") + "\n"

    # More learners: known results are not computed again.
    seen = {row.key for row in page.controller.store.rows}
    page.controller.set_plan(replace(page.controller.plan, learners=("nb", "knn:k=3", "lwnb:k=5")))
    assert page.progress.progress.start_button.text() == "Resume"
    page.start()
    finish(page, qtbot)
    assert page.controller.table.done_cells == 6
    assert {row.key for row in page.controller.store.rows if row.learner != "LWNB k=5"} <= seen


def test_pause_cancel_and_resume_with_a_results_file(
    page: ExperimentPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, is_waiting, checkpoint = tmp_path / "results.csv", threading.Event(), Run.checkpoint
    monkeypatch.setattr(
        Run, "checkpoint", lambda run, check: checkpoint(run, lambda: (is_waiting.set(), check()))
    )
    small(page, results=str(file))
    controller = page.controller
    controller.set_plan(replace(controller.plan, learners=("nb", "lwnb:k=20"), runs=30))
    page.start()
    qtbot.waitUntil(lambda: len(controller.store) > 0, timeout=20_000)
    page.pause()
    assert controller.run.state == "paused"
    assert page.progress.progress.pause_button.text() == "Resume"
    qtbot.waitUntil(is_waiting.is_set, timeout=20_000)
    QApplication.processEvents()  # earlier messages have arrived
    held = len(controller.store)
    qtbot.wait(150)
    assert len(controller.store) == held
    page.pause()
    assert controller.run.state == "running"
    qtbot.waitUntil(lambda: len(controller.store) > held, timeout=20_000)
    assert page.progress.progress.stop_button.isVisible()
    page.progress.progress.stop_button.setFocus()
    page.progress.progress.stop_button.click()
    assert controller.run.state == "stopped"
    assert page.window().focusWidget() is page.progress.progress.start_button  # not on a distant control
    finish(page, qtbot)
    done = len(controller.store)
    assert 0 < done < 2 * 2 * 90
    assert page.progress.progress.text.text() == "stopped"

    # Another day: the file is opened, its data sets are found, and the experiment continues. It may have a
    # few more rows than the table had: those that were being computed when it was stopped.
    controller.forget_results()
    assert len(controller.store) == 0
    controller.open_results(str(file))
    finish(page, qtbot)
    assert done <= len(controller.store) == len(read_results(file)) < 2 * 2 * 90
    assert controller.plan.data[0].source == "sample:weather-nominal"
    assert controller.plan.names == ("NB", "LWNB k=20")
    data = named("weather-nominal", "iris")
    controller.set_plan(replace(controller.plan, data=data, runs=max(controller.plan.runs, 4)))
    assert page.progress.progress.start_button.text() == "Resume"
    page.start()
    finish(page, qtbot)
    assert controller.store.is_finished
    assert len(read_results(file)) == len(controller.store)

    # A file that is not a results file is refused in the bar, and nothing is lost.
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("a,b\n1,2\n", encoding="utf-8")
    controller.open_results(str(wrong))
    qtbot.waitUntil(page.error_bar.isVisible, timeout=5_000)
    assert "not a results file" in page.error_bar.text
    assert controller.store.is_finished


def test_what_cannot_be_read_is_said(page: ExperimentPage, qtbot: QtBot, tmp_path: Path) -> None:
    broken = tmp_path / "broken.arff"
    broken.write_text("@relation x\n@attribute a nonsense\n@data\n", encoding="utf-8")
    data = (DataChoice.of("broken", str(broken)), *named("weather-nominal"))
    page.controller.set_plan(replace(page.controller.plan, data=data, learners=("nb",), runs=1, folds=2))
    page.start()
    finish(page, qtbot)
    assert "broken is left out" in page.error_bar.text
    assert page.controller.table.cell("weather-nominal", 0).is_done
    assert "left out" in page.results.table.text(0, 0)
    assert page.controller.store.is_finished
    # The file is repaired, and the button tries again.
    broken.write_text("a,c\n1,x\n2,x\n3,y\n4,y\n", encoding="utf-8")
    mended = broken.rename(tmp_path / "broken.csv")
    assert page.progress.progress.start_button.text() == "Try again"
    page.controller.set_plan(
        replace(page.controller.plan, data=(DataChoice.of("broken", str(mended)), data[1]))
    )
    page.start()
    finish(page, qtbot)
    assert page.controller.table.done_cells == 2
    assert not page.error_bar.isVisible()


def test_the_open_data_are_the_first_choice(opened: Open) -> None:
    window = opened("iris")
    window.state.use_attribute("sepalwidth", False)
    window.state.go_to("experiment")
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    (choice,) = page.controller.store.found.data
    assert (choice.name, choice.source) == ("iris", OPEN)
    assert len(choice.read().predictors) == 3
    window.state.use_attribute("sepalwidth", True)
    assert len(page.controller.store.found.data[0].read().predictors) == 4
    window.state.close_data()
    assert page.controller.store.found.data == ()


def test_chosen_data_that_are_closed_are_named_by_their_file(
    page: ExperimentPage, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "flowers.arff"
    save(sample("iris"), file)
    window.state.open(Query.opening(load(file)), "experiment")
    controller = page.controller
    assert controller.plan.data is None, "whatever is open"
    data = controller.store.found.data
    controller.set_plan(replace(controller.plan, data=data))
    window.state.open(Query.opening(sample("vote")), "experiment")
    assert controller.plan.data == (DataChoice.of("flowers", str(file)),)
    assert controller.plan.data[0].read() is data[0].read(), "it need not be read again"
    assert window.state.display.experiment.plans == (controller.plan,), "what is shown is what is saved"
    controller.set_plan(replace(controller.plan, data=None))
    assert [choice.name for choice in controller.store.found.data] == ["vote"]
    assert window.state.display.experiment.plans == (), "as at the start"


def test_choosing_data_and_learners_by_keys(page: ExperimentPage, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("a,c\n1,x\n2,y\n", encoding="utf-8")
    QTest.keyClick(page.setup.data_button, Qt.Key.Key_Space)
    dialog = page.findChild(DataDialog)
    assert dialog is not None
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    first = dialog.list.visualRect(dialog.list.rows_model.index(0, 0))
    for _ in range(2):  # a click on the text checks the box, another one clears it
        QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=first.center())
        at_box = QPoint(first.left() + 10, first.center().y())
        QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=at_box)
        assert [choice.name for choice in dialog.chosen] == ["weather-numeric"]
    dialog.add_folder(str(tmp_path))
    assert [choice.name for choice in dialog.chosen] == ["weather-numeric", "mine"]
    dialog.add_folder(str(tmp_path / "nowhere"))
    assert dialog.error_bar.isVisible()
    QTest.keyClick(dialog.list, "m")
    assert dialog.list.text(dialog.list.current_row, 0).startswith("mine")
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    QTest.keyClick(dialog.list, Qt.Key.Key_End)
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)  # a sample remains
    QTest.keyClick(ok, Qt.Key.Key_Space)
    assert [choice.name for choice in page.controller.plan.data] == ["weather-numeric"]

    QTest.keyClick(page.setup.learners_button, Qt.Key.Key_Space)
    editor = page.findChild(LearnerDialog)
    assert editor is not None
    ok = editor.buttons.button(QDialogButtonBox.StandardButton.Ok)
    editor.edit.setPlainText("lwnb:k=50\nlwnb:kernal=tricube")
    assert not ok.isEnabled()
    assert "Line 2: LWNB has no setting 'kernal'" in editor.says.text()
    assert "Did you mean 'kernel'?" in editor.says.text()
    assert len(editor.edit.extraSelections()) == 1
    editor.edit.setPlainText("lwnb:k=50\nnb")
    editor.kind.setCurrentText("KNN")
    assert not editor.kernel.isEnabled()
    editor.k.setValue(7)
    editor.discretised.setChecked(True)
    editor.add()
    assert ok.isEnabled()
    assert editor.edit.toPlainText().split() == ["lwnb:k=50", "nb", "knn:k=7,discretised=true"]
    editor.base.setCurrentIndex(1)
    editor.base.activated.emit(1)
    QTest.keyClick(ok, Qt.Key.Key_Space)
    plan = page.controller.plan
    assert (plan.learners[2], plan.base) == ("knn:k=7,discretised=true", 1)
    assert plan.names[1] == "NB"


def test_reachable_without_data_and_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    assert window.page_bar.buttons["experiment"].isEnabled()
    window.actions_by_name["experiment"].trigger()
    page = window.page("experiment")
    assert page.isVisible()
    assert not window.strip.isVisible()
    window.actions_by_name["experiment_learners"].trigger()
    dialog = page.findChild(LearnerDialog)
    assert dialog is not None
    dialog.reject()
    window.actions_by_name["experiment_start"].trigger()
    assert isinstance(page, ExperimentPage)
    assert "No data set is selected" in page.error_bar.text


# -- processes ----------------------------------------------------------------------------------------
