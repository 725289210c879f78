"""Instances: the list, its filters, and its connection with the state."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core import Attribute, Dataset
from lwnb_core.data import assets_dir
from lwnb_core.engine import choice
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_gui.app.data_edit import set_class
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.predictions import LEARNERS, predict_all, predict_some
from lwnb_gui.app.query import Query
from lwnb_gui.app.row_filter import rows_with
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.qt.explore.instances import InstancesPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.qt.window.warm_up import warm_up
from lwnb_gui.text import probabilities
from lwnb_gui.views.instances import ALL, COLUMNS, FILTERS, OPENING, TEXT, Instances, Mark
from lwnb_gui.views.view import Subject
from tests.qt.conftest import Open, explore_panel, query_of

pytestmark = pytest.mark.shared_window


def panel_of(window: MainWindow, qtbot: QtBot) -> InstancesPanel:
    """Return the panel, with the learners' predictions computed."""
    panel = explore_panel(window, "instances", InstancesPanel)
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=30_000)
    return panel


def choose(panel: InstancesPanel, index: int) -> None:
    panel.filter.setCurrentIndex(index)
    panel.filter.activated.emit(index)


def click(panel: InstancesPanel, qtbot: QtBot, position: int) -> None:
    y = panel.table.rowViewportPosition(position) + 5
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, y))


def test_list_opens_with_wrong_or_differing_rows(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    predictions = window.context.predictions
    assert predictions is not None
    assert panel.filter.currentText() == "wrong or differing"
    assert list(panel.table.rows) == list(predictions.rows[predictions.wrong_or_disputed])
    assert panel.subtitle == f"{predictions.wrong_or_disputed.sum()} of 150"
    assert panel.table.text(panel.table.current_row, 0) == "135"


@pytest.mark.parametrize("index", range(2, 6))
def test_filter_misclassified_by_each_learner(opened: Open, qtbot: QtBot, index: int) -> None:
    window = opened("vote", 1)
    panel = panel_of(window, qtbot)
    choose(panel, index)
    name = FILTERS[index].text.removeprefix("misclassified by ")
    predictions = window.context.predictions
    assert predictions is not None
    assert list(panel.table.rows) == list(predictions.rows[predictions.wrong(name)])
    assert len(panel.table.rows) > 0
    for row in panel.table.rows:
        assert panel.table.text(int(row), 2 + LEARNERS.index(name)) != "right"


def test_filter_learners_disagree(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    choose(panel, TEXT - 1)
    predictions = window.context.predictions
    assert predictions is not None
    assert list(panel.table.rows) == list(predictions.rows[predictions.disputed])


def test_cells_show_the_predictions(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 1)
    panel = panel_of(window, qtbot)
    choose(panel, ALL)
    predictions = window.context.predictions
    assert predictions is not None
    assert len(panel.table.rows) == 435
    for position in (0, 17, 402, 434):
        assert panel.table.text(position, 0) == str(position + 1)
        true = int(predictions.true[position])
        assert panel.table.text(position, 1) == predictions.classes[true]
        for j, name in enumerate(LEARNERS):
            given = int(predictions.predicted[name][position])
            assert panel.table.text(position, 2 + j) == (
                "right" if given == true else predictions.classes[given]
            )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "row", "k"), [("iris", 134, 3), ("iris", 134, 140), ("vote", 1, 200)])
def test_visible_marks_follow_k_at_once(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str, row: int, k: int
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", "numba")
    warm_up()
    window = opened(name, row)
    panel = panel_of(window, qtbot)
    qtbot.waitUntil(lambda: window.context.sweep is not None)  # all rows are sorted
    before, rows = window.context.predictions, panel.table.rows_in_sight()
    assert before is not None
    assert len(rows) > 5
    window.state.set_k(k)
    expected = predict_all(query_of(window))
    assert any((expected.predicted[name] != before.predicted[name])[rows].any() for name in LEARNERS)
    QApplication.sendPostedEvents()  # without waiting: what this frame shows
    for row in rows:
        for learner, said in enumerate(LEARNERS):
            code = expected.predicted[said][row]
            is_right = code == expected.true[row]
            assert panel.table.text(row, 2 + learner) == ("right" if is_right else expected.classes[code])
            tip = panel.table.rows_model.columns[2 + learner].row_tip
            assert tip is not None
            assert f", {probabilities(expected.posteriors[said][row].tolist())[code]}" in tip(row)
    window.state.undo()
    QApplication.sendPostedEvents()
    wrong = before.wrong("LWNB")
    assert [panel.table.text(row, 2) != "right" for row in rows] == wrong[rows].tolist()


def test_marks_are_shown_before_loops_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "auto")
    monkeypatch.setattr(choice, "_loaded", {})
    monkeypatch.setattr(choice, "loops", lambda: pytest.fail("loaded in the window's thread"))
    query = Query.opening(lw.sample("iris"), k=10)
    model = query.learner.fit(query.used, query.training_rows)
    assert isinstance(model, LWNBModel)
    assert predict_some(model, query, np.arange(10)) is None


def test_a_click_picks_the_row_and_the_list_follows_the_state(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    click(panel, qtbot, 0)
    assert query_of(window).row == panel.table.rows[0]
    window.state.undo()
    assert panel.table.current_row == 134
    window.state.pick_row(0)  # not in the list, so no row is current, and none is selected instead
    assert panel.table.current_row == -1
    panel.table.setFocus(Qt.FocusReason.TabFocusReason)
    assert query_of(window).row == 0


def test_the_picked_row_is_in_sight(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window, qtbot)
    assert 402 in panel.table.rows_in_sight()
    choose(panel, ALL)
    assert 402 in panel.table.rows_in_sight()


def test_arrow_keys_pick_rows(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    panel.table.setFocus()
    rows = list(panel.table.rows)
    at = rows.index(134)
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert query_of(window).row == rows[at + 1]
    qtbot.keyClick(panel.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert query_of(window).row == rows[0]
    assert window.state.history.undo_text == f"pick row {rows[0] + 1}"


def test_buttons_step_through_the_list_only(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 1)
    panel = panel_of(window, qtbot)
    rows = list(panel.table.rows)
    qtbot.mouseClick(panel.next, Qt.MouseButton.LeftButton)
    assert query_of(window).row == rows[0]
    qtbot.mouseClick(panel.next, Qt.MouseButton.LeftButton)
    assert query_of(window).row == rows[1]
    qtbot.mouseClick(panel.previous, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.previous, Qt.MouseButton.LeftButton)
    assert query_of(window).row == rows[0]
    window.state.pick_row(149)
    panel.step(-1)
    assert query_of(window).row == rows[-2] if rows[-1] == 149 else rows[-1]


def test_empty_filter_offers_all_rows(
    window: MainWindow, qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("data") / "easy.csv"
    lines = ["x,class", *(f"{i / 10},low" for i in range(20)), *(f"{9 + i / 10},high" for i in range(20))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    window.open(Opening(str(path)))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    window.state.set_k(5)
    panel = panel_of(window, qtbot)
    qtbot.waitUntil(lambda: panel.is_empty and panel.empty.text == "No row is misclassified.", timeout=10_000)
    assert panel.filter.isVisible()
    button = panel.empty.findChild(QPushButton)
    assert button is not None
    assert button.text() == "Show all"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert panel.filter.currentIndex() == ALL
    assert not panel.is_empty
    assert len(panel.table.rows) == 40


def test_text_filter_applies_while_typing(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    choose(panel, TEXT)
    assert panel.text.isVisible()
    assert len(panel.table.rows) == 150
    qtbot.keyClicks(panel.text, "virginica petalwidth<1.8")
    data = query_of(window).data
    expected = np.flatnonzero((data.class_codes == 2) & (data.column("petalwidth") < 1.8))
    qtbot.waitUntil(lambda: len(panel.table.rows) == len(expected), timeout=2000)
    assert list(panel.table.rows) == list(expected)
    panel.text.setText("nothing like it")
    qtbot.keyClick(panel.text, Qt.Key.Key_Return)
    assert panel.is_empty
    assert panel.empty.text == "No row contains this text."
    qtbot.keyClick(panel.text, Qt.Key.Key_Escape)
    assert panel.filter.currentIndex() == OPENING
    assert not panel.text.isVisible()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("sunny", {1, 2, 8, 9, 11}),
        ("outlook=sunny windy=TRUE", {2, 11}),
        ("outlook!=sunny humidity>90", {4, 14}),
        ("temperature<=65", {6, 7}),
        ("humidity=?", set()),
        ("7", {7}),
        ("85", {1}),
        ("outlook<sunny", set()),
        ('"unfinished', set()),
        ("", set(range(1, 15))),
    ],
)
def test_text_filter_conditions(text: str, rows: set[int]) -> None:
    data = lw.sample("weather-numeric")
    assert set(np.flatnonzero(rows_with(data, text)) + 1) == rows


def test_missing_values_are_found_and_never_compare() -> None:
    data = lw.sample("vote")
    name = data.attributes[0].name
    missing = data.missing(0)
    assert (rows_with(data, f"{name}=?") == missing).all()
    either = rows_with(data, f"{name}=y") | rows_with(data, f"{name}!=y")
    assert (either == ~missing).all()
    anywhere = np.any([data.missing(j) for j in range(len(data.attributes))], axis=0)
    assert (rows_with(data, "?") == anywhere).all()


def test_list_shows_the_held_out_rows(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    choose(panel, ALL)
    window.state.set_test_rows(HeldOut(20, 1))
    assert list(panel.table.rows) == list(query_of(window).rows_to_test)
    assert panel.subtitle == f"all {len(query_of(window).rows_to_test)}"


def test_long_predicting_waits_for_a_click(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    window.context.predictions_wait = True
    requests = []
    window.context.request_predictions = lambda: requests.append(True)
    predictions = window.context.predictions
    window.context.set_predictions(None)
    assert panel.is_empty
    assert panel.subtitle in ("of 150 rows", ""), "how many is not known"
    assert "0 of" not in panel.title_row.subtitle.toolTip()
    button = panel.empty.findChild(QPushButton)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert requests == [True]
    window.context.predictions_wait = False  # the predictions are being computed
    window.context.predicting.emit(10, 600)
    assert panel.subtitle in ("of 150 rows", "")
    window.context.set_predictions(predictions)
    assert panel.subtitle.startswith(str(len(panel.table.rows)))


def test_rows_without_class_or_prediction_are_listed() -> None:
    data = Dataset.from_columns(
        "d", [Attribute.nominal("c", ("a", "b"))], [np.array([0, -1], dtype=np.int32)], class_attribute="c"
    )
    reading = Instances().read(Subject(query=Query.opening(data)), is_secret=lambda row: False)
    assert reading is not None
    assert [COLUMNS[1].exact(reading, row) for row in range(2)] == ["a", "?"]
    assert COLUMNS[1].mark(reading, 1).text == "?"
    assert COLUMNS[2].mark(reading, 0) == Mark()


def test_a_column_for_each_learner() -> None:
    assert tuple(column.title for column in COLUMNS) == ("row", "true", *LEARNERS)


@pytest.mark.parametrize("index", [ALL, 3, TEXT])
def test_filter_is_reset_by_other_data_and_by_a_lecture(opened: Open, qtbot: QtBot, index: int) -> None:
    window = opened("glass", 24)
    panel = panel_of(window, qtbot)
    lecture = str(assets_dir() / "lectures" / "01-neighbourhood.lwnb")
    for source in ("sample:iris", lecture, lecture):
        choose(panel, index)
        if index == TEXT:
            panel.text.setText("virginica")
        before = query_of(window)
        window.open(Opening(source))
        qtbot.waitUntil(lambda b=before: query_of(window).data is not b.data, timeout=10_000)  # type: ignore[misc]
        window.actions_by_name["close_lecture"].trigger()  # it hides the list, which comes back now
        qtbot.waitUntil(panel.isVisible)
        assert panel.filter.currentIndex() == OPENING, source
        assert panel.text.text() == ""
        assert panel.text.isHidden()
    choose(panel, 3)
    set_class(window.state, "petalwidth", 3)
    assert panel.filter.currentIndex() == 3, "the same data: the choice stays"


def test_filter_that_waits_for_the_last_step_is_reset_too(opened: Open, qtbot: QtBot) -> None:
    window = opened("glass", 24)
    panel = panel_of(window, qtbot)
    choose(panel, 3)
    window.teach.set_step_mode(True)
    assert panel.filter.currentIndex() == ALL
    before = query_of(window)
    window.open(Opening("sample:iris"))
    qtbot.waitUntil(lambda: query_of(window).data is not before.data, timeout=10_000)
    assert panel.filter.currentIndex() == ALL
    window.teach.step_out()
    assert panel.filter.currentIndex() == OPENING


def test_predictions_received_while_hidden_end_the_waiting(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    window.state.go_to("data")
    window.state.set_k(33)
    qtbot.waitUntil(lambda: window.context.predictions.k == 33, timeout=30_000)  # type: ignore[union-attr]
    window.state.go_to("explore")
    qtbot.wait(200)  # the bar appears after 150 ms
    assert panel.isVisible()
    assert not panel.computing_bar.is_on
