"""This instance: live editors, where a drag is one step, created only when they are visible."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from lwnb_core import Attribute, Dataset
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut
from lwnb_gui.qt.explore.editors import NominalEditor, NumericEditor
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.explore.this_instance import ThisInstancePanel
from lwnb_gui.qt.explore.value_inputs import step_of
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.wording.column_facts import ColumnFacts, facts
from tests.qt.conftest import Open, explore_panel, query_of
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window


def panel_of(window: MainWindow) -> ThisInstancePanel:
    return explore_panel(window, "this_instance", ThisInstancePanel)


def numeric(panel: ThisInstancePanel, i: int) -> NumericEditor:
    editor = panel.list.editors[i]
    assert isinstance(editor, NumericEditor)
    return editor


def nominal(panel: ThisInstancePanel, i: int) -> NominalEditor:
    editor = panel.list.editors[i]
    assert isinstance(editor, NominalEditor)
    return editor


def test_the_editors_show_the_row(opened: Open) -> None:
    panel = panel_of(opened("iris", 135))
    assert [numeric(panel, i).spin.value() for i in range(4)] == [6.1, 2.6, 5.6, 1.4]
    assert [numeric(panel, i).range_text for i in range(4)] == ["4.3–7.9", "2.0–4.4", "1.0–6.9", "0.1–2.5"]
    assert panel.row_text == "row 135, left out"
    assert panel.row_text in (panel.subtitle, panel.row_label.text())
    assert panel.true_class.text() == "Iris-virginica"
    assert not panel.reset.isEnabled()


def test_a_spin_box_is_live(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    spin = numeric(panel, 2).spin
    spin.setFocus()
    qtbot.keyClick(spin, Qt.Key.Key_Up)
    assert query_of(window).changes == (("petallength", 5.7),)
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and window.context.explanation.changed != (),
        timeout=5000,
    )
    assert window.context.explanation is not None
    assert window.context.explanation.instance[2] == 5.7
    assert numeric(panel, 2).label.is_changed
    assert not numeric(panel, 1).label.is_changed
    assert panel.reset.isEnabled()


def test_typing_is_one_step(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    spin = numeric(panel_of(window), 2).spin
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClicks(spin, "4.9")
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    assert query_of(window).value("petallength") == 4.9
    assert window.state.history.undo_text == "petallength 5.6 → 4.9"
    window.state.undo()
    assert query_of(window).changes == ()
    assert spin.value() == 5.6


def test_dragging_a_slider_is_one_step(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    slider = numeric(panel, 3).slider
    seen: list[float] = []
    unsubscribe = window.state.subscribe(
        lambda old, new: seen.append(float(str(query_of(window).value("petalwidth"))))
    )
    middle = slider.height() // 2
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(1.0)), middle))
    for value in (1.2, 1.6, 2.0):
        move_mouse(slider, QPoint(round(slider.x_of(value)), middle), Qt.MouseButton.LeftButton)
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(2.0)), middle))
    unsubscribe()
    assert seen == [1.0, 1.2, 1.6, 2.0]
    assert window.state.history.undo_text == "petalwidth 1.4 → 2"
    window.state.undo()
    assert query_of(window).changes == ()
    assert slider.value == 1.4


@pytest.mark.parametrize(
    ("key", "expected"),
    [(Qt.Key.Key_Right, 1.5), (Qt.Key.Key_Left, 1.3), (Qt.Key.Key_PageUp, 2.4), (Qt.Key.Key_Home, 0.1),
     (Qt.Key.Key_End, 2.5)],
)  # fmt: skip
def test_keys_move_a_slider(opened: Open, qtbot: QtBot, key: Qt.Key, expected: float) -> None:
    window = opened("iris", 135)
    qtbot.keyClick(numeric(panel_of(window), 3).slider, key)
    assert query_of(window).value("petalwidth") == pytest.approx(expected)


def test_the_wheel_scrolls_the_list_unless_an_editor_has_the_focus(opened: Open) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)

    def turn(widget: QWidget) -> None:
        event = QWheelEvent(
            QPointF(5, 5), QPointF(widget.mapToGlobal(QPoint(5, 5))), QPoint(), QPoint(0, 120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)

    turn(numeric(panel, 0).spin)
    turn(numeric(panel, 0).slider)
    assert query_of(window).changes == ()
    window.activateWindow()
    numeric(panel, 0).slider.setFocus()
    turn(numeric(panel, 0).slider)
    assert query_of(window).value("sepallength") == pytest.approx(6.2)


def test_missing_by_switch_and_by_key(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    editor = numeric(panel_of(window), 2)
    qtbot.mouseClick(editor.missing, Qt.MouseButton.LeftButton)
    assert query_of(window).value("petallength") is None
    assert editor.spin.lineEdit().text() == "missing"
    assert editor.slider.value is None
    qtbot.mouseClick(editor.missing, Qt.MouseButton.LeftButton)
    assert query_of(window).value("petallength") == 5.6
    assert query_of(window).changes == ()
    editor.spin.setFocus()
    qtbot.keyClick(editor.spin, "?")
    assert query_of(window).value("petallength") is None
    assert editor.missing.isChecked()
    qtbot.keyClick(editor.spin, "3")
    assert query_of(window).value("petallength") == 3.0
    assert not editor.missing.isChecked()


def test_an_emptied_box_is_missing(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    spin = numeric(panel_of(window), 2).spin
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClick(spin, Qt.Key.Key_Backspace)
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    assert query_of(window).value("petallength") is None


def test_a_combo_box_with_missing_at_its_end(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    first = nominal(panel, 0)
    assert first.combo.currentText() == "missing"
    assert nominal(panel, 1).combo.currentText() == str(query_of(window).value("water-project-cost-sharing"))
    first.combo.setCurrentIndex(1)
    first.combo.activated.emit(1)
    assert query_of(window).value("handicapped-infants") == first.combo.itemText(1)
    assert first.label.is_changed
    qtbot.mouseClick(first.label, Qt.MouseButton.LeftButton)
    assert query_of(window).changes == ()
    assert first.combo.currentText() == "missing"
    assert first.combo.itemText(first.combo.count() - 1) == "missing"


def test_reset_one_and_all(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    window.state.change_values({"petalwidth": 2.0, "sepalwidth": 3.0})
    assert [numeric(panel, i).label.is_changed for i in range(4)] == [False, True, False, True]
    assert "2.6" in numeric(panel, 1).label.toolTip()
    qtbot.mouseClick(numeric(panel, 1).label, Qt.MouseButton.LeftButton)
    assert query_of(window).changes == (("petalwidth", 2.0),)
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert query_of(window).changes == ()
    assert numeric(panel, 3).spin.value() == 1.4
    assert not panel.reset.isEnabled()


def test_editors_follow_another_row(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    window.state.pick_row(0)
    assert [numeric(panel, i).spin.value() for i in range(4)] == [5.1, 3.5, 1.4, 0.2]
    qtbot.waitUntil(lambda: panel.row_text == "row 1, left out", timeout=5000)
    assert panel.true_class.text() == "Iris-setosa"


def test_a_held_out_row_is_not_left_out(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    window.state.set_test_rows(HeldOut(20, 1))
    qtbot.waitUntil(lambda: panel_of(window).row_text.endswith("held out"), timeout=5000)


def test_attributes_not_in_use_have_no_editor(opened: Open) -> None:
    window = opened("iris", 135)
    window.state.use_attribute("sepalwidth", False)
    names = [a.name for a in panel_of(window).list.attributes]
    assert names == ["sepallength", "petallength", "petalwidth"]
    assert len(panel_of(window).list.editors) == 3


def test_in_tabs_the_row_is_still_named(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    window.resize(1366, 768)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    page.show_panel("this_instance")
    panel = panel_of(window)
    qtbot.waitUntil(panel.row_label.isVisible, timeout=2000)
    assert panel.row_label.text() == "row 135, left out"


def test_three_hundred_attributes_make_editors_only_in_sight(window: MainWindow, qtbot: QtBot) -> None:
    random = np.random.default_rng(1)
    columns = [random.random(40) for _ in range(300)]
    attributes = [Attribute.numeric(f"a{j}") for j in range(300)]
    data = Dataset.from_columns(
        "wide",
        [*attributes, Attribute.nominal("c", ("a", "b"))],
        [*columns, np.arange(40, dtype=np.int32) % 2],
        class_attribute="c",
    )
    window.state.open(Query.opening(data))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    panel = panel_of(window)
    qtbot.waitUntil(lambda: len(panel.list.editors) > 0, timeout=5000)
    assert len(panel.list.editors) < 40
    bar = panel.scroll_area.verticalScrollBar()
    for value in np.linspace(0, bar.maximum(), 60):
        bar.setValue(int(value))
    bar.setValue(bar.maximum())
    assert 299 in panel.list.editors
    assert len(panel.list.editors) < 130
    assert numeric(panel, 299).spin.value() == pytest.approx(columns[299][0], abs=1e-6)


def test_tab_goes_from_top_to_bottom(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    parts = [part for i in range(4) for part in panel.list.editors[i].focus_chain()]
    chain = [part for part in parts if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus]
    window.activateWindow()
    chain[0].setFocus()
    qtbot.waitUntil(chain[0].hasFocus)
    reached = []
    for _ in chain:
        reached.append(QApplication.focusWidget())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert reached == chain


def test_every_editor_has_name_and_tip(opened: Open) -> None:
    panel = panel_of(opened("weather-numeric", 1))
    for editor in panel.list.editors.values():
        for part in editor.focus_chain():
            assert part.accessibleName()
            assert part.toolTip()


def test_facts_of_a_column_as_text() -> None:
    data = Dataset.from_columns(
        "d",
        [
            Attribute.numeric("x"),
            Attribute.numeric("big"),
            Attribute.numeric("none"),
            Attribute.numeric("fine"),
        ],
        [[0.1, 0.25, np.nan], [250, 18424, 1000], [np.nan] * 3, [0.1234567, 0.9, 0.5]],
    )
    assert facts(data, "x") == ColumnFacts(0.1, 0.25, 2, 2)
    assert facts(data, "big").decimals == 0
    assert facts(data, "none").text(float("nan")) == "?"
    assert facts(data, "fine").shown_decimals == 4
    assert step_of(facts(data, "x")) == pytest.approx(0.01)
    assert step_of(facts(data, "big")) == 200
    assert facts(data, "x").text(-0.2) == "−0.20"
