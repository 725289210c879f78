"""Confusion: its counts are those of the predictions, and a cell lists its rows by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from lwnb_core.evaluation.measures import CONFUSION_MEASURES, MEASURES
from lwnb_gui.app.data_edit import set_class
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.run import PredictionProgress
from lwnb_gui.qt import pipeline
from lwnb_gui.qt.explore.confusion import ConfusionPanel
from lwnb_gui.qt.explore.instances import InstancesPanel
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.render.tables import to_tsv
from lwnb_gui.views.confusion.drawing import ConfusionCell
from lwnb_gui.views.instances import EXTRA, OPENING
from tests.qt.conftest import Open
from tests.qt.mouse import rectangle_of
from tests.qt.seen import subtitle_tip

pytestmark = pytest.mark.shared_window


def page_of(window: MainWindow) -> ExplorePage:
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    return page


def shown(window: MainWindow, qtbot: QtBot) -> ConfusionPanel:
    """Bring the panel to the front and wait for its counts."""
    window.actions_by_name["show_confusion"].trigger()
    panel = page_of(window).panels["confusion"]
    assert isinstance(panel, ConfusionPanel)
    qtbot.waitUntil(lambda: panel.isVisible() and len(panel.matrices) == 4, timeout=20_000)
    return panel


def instances_of(window: MainWindow) -> InstancesPanel:
    panel = page_of(window).panels["instances"]
    assert isinstance(panel, InstancesPanel)
    return panel


def test_clicking_a_cell_lists_its_rows(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    panel, instances = shown(window, qtbot), instances_of(window)
    predictions = window.context.predictions
    assert predictions is not None
    for matrix in panel.matrices:
        right = int((predictions.predicted[matrix.name] == predictions.true).sum())
        assert np.trace(matrix.matrix) == right
        assert matrix.matrix.sum() == 150
    assert panel.reading is not None
    assert [m.name for m in panel.reading.drawn] == ["LWNB", "NB", "KNN", "KNNDW"]
    assert subtitle_tip(panel) == "150 rows, each row left out in turn, k = 50"

    # By mouse: virginica that KNN predicts as versicolor.
    box = rectangle_of(panel.view, ConfusionCell("KNN", 2, 1))
    assert box is not None
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    expected = predictions.rows[(predictions.true == 2) & (predictions.predicted["KNN"] == 1)]
    assert len(expected)
    assert list(instances.table.rows) == expected.tolist()
    assert instances.filter.currentText() == "KNN: Iris-virginica predicted as Iris-versicolor"
    assert panel.listed == ("KNN", 2, 1)
    tip = panel.view.tip_at(box.center().x(), box.center().y())
    assert "classified as Iris-versicolor" in tip
    assert "Click to list them." in tip

    # After another choice there, the list is no longer that of the cell.
    instances.choose_filter(OPENING)
    assert panel.listed is None
    assert instances.filter.count() == EXTRA + 1  # and can be chosen again

    # By keys: from LWNB's first cell two lines down and one column to the right.
    panel.view.clearFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(panel.view, key)
    assert panel.view.target == ConfusionCell("LWNB", 2, 1)
    expected = predictions.rows[(predictions.true == 2) & (predictions.predicted["LWNB"] == 1)]
    assert list(instances.table.rows) == expected.tolist()
    for _ in range(5):  # beyond the last column is the next learner
        qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    assert panel.view.target == ConfusionCell("KNN", 2, 0)

    # A cell without rows lists nothing.
    panel.on_clicked(ConfusionCell("LWNB", 0, 2))
    assert list(instances.table.rows) == expected.tolist()

    # Export.
    table = panel.to_table()
    assert table is not None
    assert to_tsv(table).splitlines()[0].split("\t") == [
        "learner", "true", "given", "rows", "recall", "precision", "F1",
        *(MEASURES[name].axis for name in CONFUSION_MEASURES),
    ]  # fmt: skip
    panel.export_image(tmp_path / "confusion.svg")
    assert b"precision" in (tmp_path / "confusion.svg").read_bytes()

    # The filter goes with its data.
    window.open(Opening("sample:weather-nominal", row=1))
    qtbot.waitUntil(lambda: len(panel.matrices) == 4 and len(panel.matrices[0].classes) == 2, timeout=20_000)
    assert instances.filter.count() == EXTRA
    assert instances.filter.currentIndex() == OPENING


def test_matrices_follow_k_and_the_chosen_learner(opened: Open, qtbot: QtBot) -> None:
    window = opened("labor", 3)
    panel = shown(window, qtbot)
    before = panel.matrices
    window.state.set_k(5)
    qtbot.waitUntil(lambda: panel.matrices is not before and len(panel.matrices) == 4, timeout=20_000)
    assert "k = 5" in panel.subtitle
    panel.chooser.setFocus()
    qtbot.keyClick(panel.chooser, Qt.Key.Key_Down)
    assert panel.reading is not None
    assert [m.name for m in panel.reading.drawn] == ["LWNB"]
    set_class(window.state, "pension")
    qtbot.waitUntil(lambda: len(panel.matrices) == 4 and len(panel.matrices[0].classes) == 3, timeout=20_000)
    assert [m.name for m in panel.reading.drawn] == ["LWNB"]


def test_long_predicting_shows_its_time_and_can_be_stopped(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel, instances, context = shown(window, qtbot), instances_of(window), window.context
    context.predictions_wait = True
    context.set_predictions(None)
    assert "which takes a while" in panel.empty.text
    assert "which takes a while" in instances.empty.text
    assert panel.subtitle == "", "the rows that were counted before are not these"

    context.predictions_wait = False  # started by a key: panels learn of it here
    context.predicting.emit(1, 100)
    assert panel.empty.text == instances.empty.text == "The four learners are predicting 150 rows."

    button = panel.empty.findChild(QPushButton)
    assert button is not None
    assert button.text() == "Stop"
    button.click()
    assert context.predictions_wait
    assert "which takes a while" in panel.empty.text
    assert "which takes a while" in instances.empty.text


def test_time_left_of_predicting() -> None:
    seconds = [0.0]
    progress = PredictionProgress(lambda: seconds[0])
    seconds[0] = 100.0
    assert progress.report(0, 1000)
    assert progress.text(100_000) == "The four learners are predicting 100,000 rows."
    seconds[0] += 0.5
    assert not progress.report(1, 1000)  # a message was shown just before
    seconds[0] += 59.5
    assert progress.report(100, 1000)
    assert progress.text(100_000).endswith("100,000 rows: about 9 min left.")
    assert progress.report(0, 1000)  # started again
    assert progress.text(100_000).endswith("rows.")


def test_failed_predicting_states_why_and_can_be_repeated(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    window = opened()
    panel = shown(window, qtbot)
    predict_all = pipeline.predict_all
    monkeypatch.setattr(pipeline, "predict_all", fail)
    window.state.set_k(7)
    qtbot.waitUntil(lambda: panel.is_empty)
    assert panel.empty.text.startswith("The counts need predictions of")
    assert not window.error_bar.isVisible(), "nobody has asked for them"
    button = panel.empty.findChild(QPushButton)
    assert button is not None
    button.click()
    qtbot.waitUntil(window.error_bar.isVisible)
    assert "memory" in window.error_bar.text
    monkeypatch.setattr(pipeline, "predict_all", predict_all)
    button.click()
    qtbot.waitUntil(lambda: bool(panel.matrices), timeout=30_000)
