"""Instances: the list, its filters, and its link with the state."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core import Attribute, Dataset
from lwnb_core.data import assets_dir
from lwnb_core.engine import choice
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.instance_filters import ALL, FILTERS, OPENING, TEXT
from lwnb_gui.qt.panels.instance_model import InstanceModel
from lwnb_gui.qt.panels.instances import InstancesPanel
from lwnb_gui.qt.panels.row_table import RowTable, Span
from lwnb_gui.qt.warm_up import warm_up
from lwnb_gui.state import HeldOut, Query
from lwnb_gui.state.data_edit import set_class
from lwnb_gui.state.opening import Opening
from lwnb_gui.state.predictions import LEARNERS, predict_all, predict_some
from lwnb_gui.state.row_filter import rows_with
from lwnb_gui.text import probability
from tests.qt.conftest import Open, explore_panel, query_of

ROLE_OF_TIPS = Qt.ItemDataRole.ToolTipRole


def panel_of(window: MainWindow, qtbot: QtBot) -> InstancesPanel:
    """The panel, with the learners' answers there."""
    panel = explore_panel(window, "instances", InstancesPanel)
    qtbot.waitUntil(lambda: window.context.predictions is not None, timeout=30_000)
    return panel


def choose(panel: InstancesPanel, index: int) -> None:
    panel.filter.setCurrentIndex(index)
    panel.filter.activated.emit(index)


def click(panel: InstancesPanel, qtbot: QtBot, position: int) -> None:
    y = panel.table.rowViewportPosition(position) + 5
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, y))


def test_it_opens_with_the_rows_that_teach(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    found = window.context.predictions
    assert found is not None
    assert panel.filter.currentText() == "wrong or in dispute"
    assert list(panel.model.rows) == list(found.rows[found.wrong_or_disputed])
    assert panel.subtitle == f"{found.wrong_or_disputed.sum()} of 150"
    assert panel.model.text(panel.table.currentIndex().row(), 0) == "135"


@pytest.mark.parametrize("index", range(2, 6))
def test_misclassified_by_each_learner(opened: Open, qtbot: QtBot, index: int) -> None:
    window = opened("vote", 1)
    panel = panel_of(window, qtbot)
    choose(panel, index)
    name = FILTERS[index].text.removeprefix("misclassified by ")
    found = window.context.predictions
    assert found is not None
    assert list(panel.model.rows) == list(found.rows[found.wrong(name)])
    assert panel.model.rowCount() > 0
    for position in range(panel.model.rowCount()):
        assert panel.model.text(position, 2 + LEARNERS.index(name)) != "right"


def test_learners_disagree(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    choose(panel, TEXT - 1)
    found = window.context.predictions
    assert found is not None
    assert list(panel.model.rows) == list(found.rows[found.disputed])


def test_cells_are_the_predictions(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 1)
    panel = panel_of(window, qtbot)
    choose(panel, ALL)
    found = window.context.predictions
    assert found is not None
    assert panel.model.rowCount() == 435
    for position in (0, 17, 402, 434):
        assert panel.model.text(position, 0) == str(position + 1)
        true = int(found.true[position])
        assert panel.model.text(position, 1) == found.classes[true]
        for j, name in enumerate(LEARNERS):
            given = int(found.predicted[name][position])
            assert panel.model.text(position, 2 + j) == ("right" if given == true else found.classes[given])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "row", "k"), [("iris", 134, 3), ("iris", 134, 140), ("vote", 1, 200)])
def test_marks_in_sight_follow_k_at_once(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str, row: int, k: int
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("LWNB_ENGINE", "numba")
    warm_up()
    window = opened(name, row)
    panel = panel_of(window, qtbot)
    qtbot.waitUntil(lambda: window.context.sweep is not None)  # all rows are sorted
    model, before = panel.model, window.context.predictions
    assert before is not None
    seen = panel.table.rows_in_sight()
    rows = model.rows[seen.start : seen.stop]
    assert len(rows) > 5
    window.state.set_k(k)
    expected = predict_all(query_of(window))
    assert any((expected.predicted[name] != before.predicted[name])[rows].any() for name in LEARNERS)
    window.pipeline.before_frame()  # no waiting: what this frame shows
    for position, row in zip(seen, rows, strict=True):
        for learner, said in enumerate(LEARNERS):
            code = expected.predicted[said][row]
            assert model.given(position, learner) == code
            sure = probability(float(expected.posteriors[said][row, code]))
            assert f", {sure}" in str(model.data(model.index(position, 2 + learner), ROLE_OF_TIPS))
    window.state.undo()
    window.pipeline.before_frame()
    assert [model.given(p, 0) for p in seen] == before.predicted["LWNB"][rows].tolist()


def test_nobody_waits_for_the_compiler_to_see_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LWNB_ENGINE", "auto")
    monkeypatch.setattr(choice, "_loaded", {})
    monkeypatch.setattr(choice, "kernels", lambda: pytest.fail("loaded in the window's thread"))
    query = Query.opening(lw.sample("iris"), k=10)
    model = query.learner.fit(query.used, query.training_rows)
    assert isinstance(model, LWNBModel)
    assert predict_some(model, query, np.arange(10)) is None


def test_a_click_picks_the_row_and_the_list_follows_the_state(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    click(panel, qtbot, 0)
    assert query_of(window).row == panel.model.rows[0]
    window.state.undo()
    assert panel.model.rows[panel.table.currentIndex().row()] == 134
    window.state.pick_row(0)  # not in the list: no row is current, and none is picked instead
    assert panel.table.currentIndex().row() == -1
    panel.table.setFocus(Qt.FocusReason.TabFocusReason)
    assert query_of(window).row == 0


def test_the_picked_row_is_in_sight(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window, qtbot)
    assert panel.model.position_of(402) in panel.table.rows_in_sight()
    choose(panel, ALL)
    assert 402 in panel.table.rows_in_sight()


def test_arrow_keys_pick(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    panel.table.setFocus()
    rows = list(panel.model.rows)
    at = rows.index(134)
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert query_of(window).row == rows[at + 1]
    qtbot.keyClick(panel.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert query_of(window).row == rows[0]
    assert window.state.history.undo_text == f"pick row {rows[0] + 1}"


def test_buttons_step_through_the_list_only(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 1)
    panel = panel_of(window, qtbot)
    rows = list(panel.model.rows)
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


def test_nothing_misclassified_says_so_and_offers_all(
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
    assert panel.model.rowCount() == 40


def test_text_filters_as_one_types(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    choose(panel, TEXT)
    assert panel.text.isVisible()
    assert panel.model.rowCount() == 150
    qtbot.keyClicks(panel.text, "virginica petalwidth<1.8")
    data = query_of(window).data
    expected = np.flatnonzero((data.class_codes == 2) & (data.column("petalwidth") < 1.8))
    qtbot.waitUntil(lambda: panel.model.rowCount() == len(expected), timeout=2000)
    assert list(panel.model.rows) == list(expected)
    panel.text.setText("nothing like it")
    qtbot.keyClick(panel.text, Qt.Key.Key_Return)
    assert panel.is_empty
    assert panel.empty.text == "No row has this text."
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
def test_what_a_text_finds(text: str, rows: set[int]) -> None:
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


def test_held_out_rows_are_the_list(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    choose(panel, ALL)
    window.state.set_test_rows(HeldOut(20, 1))
    assert list(panel.model.rows) == list(query_of(window).rows_to_test)
    assert panel.subtitle == f"all {len(query_of(window).rows_to_test)}"


def test_where_predicting_takes_long_it_waits_to_be_asked(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window, qtbot)
    window.context.predictions_wait = True
    asked = []
    window.context.request_predictions = lambda: asked.append(True)
    found = window.context.predictions
    window.context.set_predictions(None)
    assert panel.is_empty
    assert panel.subtitle in ("of 150 rows", ""), "how many is not known"
    assert "0 of" not in panel._subtitle.toolTip()
    button = panel.empty.findChild(QPushButton)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == [True]
    window.context.predictions_wait = False  # the answers are on the way
    window.context.predicting.emit(10, 600)
    assert panel.subtitle in ("of 150 rows", "")
    window.context.set_predictions(found)
    assert panel.subtitle.startswith(str(panel.model.rowCount()))


def test_a_million_rows_cost_what_is_in_sight(qtbot: QtBot) -> None:
    class Counts:
        painted = 0

        def paint_row(self, brush: object, row: int, top: float, height: float, spans: list[Span]) -> None:
            self.painted += 1

    n = 1_000_000
    model = InstanceModel()
    model.show_rows(np.arange(n), np.zeros(n, dtype=np.int32), ("a", "b"))
    table = RowTable()
    qtbot.addWidget(table)
    table.setModel(model)
    counts = Counts()
    table.painter = counts  # type: ignore[assignment]
    table.resize(240, 22 * 21)
    table.show()
    qtbot.waitUntil(lambda: counts.painted > 0, timeout=5000)
    for row in (0, n // 2, n - 1):
        counts.painted = 0
        table.scrollTo(model.index(row, 0))
        table.repaint()
        assert 0 < counts.painted <= 3 * 24
        assert row in table.rows_in_sight()
    assert model.position_of(765_432) == 765_432
    assert model.text(n - 1, 0) == "1000000"


def test_more_classes_than_markers_and_unknown_ones() -> None:
    data = Dataset.from_columns(
        "d", [Attribute.nominal("c", ("a", "b"))], [np.array([0, -1], dtype=np.int32)], class_attribute="c"
    )
    model = InstanceModel()
    model.show_rows(np.arange(2), data.class_codes, data.classes)
    assert [model.text(i, 1) for i in range(2)] == ["a", "?"]
    assert model.text(0, 2) == ""


@pytest.mark.parametrize("index", [ALL, 3, TEXT])
def test_the_filter_starts_afresh_with_other_data_and_with_a_lecture(
    opened: Open, qtbot: QtBot, index: int
) -> None:
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
        assert panel.filter.currentIndex() == OPENING, source
        assert panel.text.text() == ""
        assert panel.text.isHidden()
    choose(panel, 3)
    set_class(window.state, "petalwidth", 3)
    assert panel.filter.currentIndex() == 3, "the same data: the choice stays"


def test_a_filter_that_waits_for_the_last_step_starts_afresh_too(opened: Open, qtbot: QtBot) -> None:
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
