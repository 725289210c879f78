"""The k strip: operated by mouse, wheel and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_core import Attribute, Dataset, sample
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.query import Query
from lwnb_gui.qt.k.k_settings import KSettings
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.text import amount
from lwnb_gui.views.drawing.scene import Rect
from lwnb_gui.views.posterior import Posterior, answers
from lwnb_gui.views.view import Subject
from tests.qt.conftest import Open
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window


def k_of(window: MainWindow) -> int:
    assert window.state.query is not None
    return window.state.query.k


def test_a_click_on_the_slider_sets_k(opened: Open, qtbot: QtBot) -> None:
    slider = opened().strip.slider
    for k in (1, 7, 100, 149):
        qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(k)), 22))
        assert slider.k == k


def test_dragging_is_one_step_of_the_history(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    slider = window.strip.slider
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(50)), 22))
    for k in (60, 70, 80):
        move_mouse(slider, QPoint(round(slider.x_of(k)), 22), Qt.MouseButton.LeftButton)
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(80)), 22))
    assert k_of(window) == 80
    assert window.state.history.undo_text == "k 50 → 80"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Qt.Key.Key_Right, 51),
        (Qt.Key.Key_Left, 49),
        (Qt.Key.Key_Up, 51),
        (Qt.Key.Key_PageUp, 60),
        (Qt.Key.Key_PageDown, 40),
        (Qt.Key.Key_Home, 1),
        (Qt.Key.Key_End, 149),
    ],
)
def test_keys_move_k(opened: Open, qtbot: QtBot, key: Qt.Key, expected: int) -> None:
    window = opened()
    qtbot.keyClick(window.strip.slider, key)
    assert k_of(window) == expected
    assert window.strip.spin.value() == expected


def test_the_wheel_moves_k_by_one(opened: Open) -> None:
    window = opened()
    for delta, expected in ((120, 51), (-240, 49), (60, 49), (60, 50)):
        event = QWheelEvent(
            QPointF(50, 20), QPointF(50, 20), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(window.strip.slider, event)
        assert k_of(window) == expected


def test_digits_typed_anywhere_go_to_the_box(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    qtbot.keyClicks(window.strip.slider, "2")
    qtbot.keyClicks(window.strip.spin.lineEdit(), "7")
    qtbot.keyClick(window.strip.spin, Qt.Key.Key_Return)
    assert k_of(window) == 27


def test_typed_digits_apply_without_enter(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    qtbot.keyClicks(window.strip.slider, "2")
    qtbot.keyClicks(window.strip.spin.lineEdit(), "7")
    assert k_of(window) == 50, "another may follow"
    qtbot.waitUntil(lambda: k_of(window) == 27)


def test_digit_after_an_applied_number_begins_another(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    heard: list[int] = []
    unsubscribe = window.state.subscribe(lambda old, new: heard.append(k_of(window)))
    qtbot.keyClicks(window.strip.slider, "5")
    qtbot.waitUntil(lambda: k_of(window) == 5)
    qtbot.keyClicks(window.strip.spin.lineEdit(), "8")
    assert window.strip.spin.text() == "8"
    qtbot.waitUntil(lambda: k_of(window) == 8)
    qtbot.keyClicks(window.strip.spin.lineEdit(), "12")
    qtbot.waitUntil(lambda: k_of(window) == 12)
    assert heard == [5, 8, 12]
    unsubscribe()


def test_impossible_digit_is_refused_visibly(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)  # k goes up to 13
    box, status = window.strip.spin, window.status
    for digits, left in (("19", "1"), ("0", "13"), ("90", "9")):
        window.state.set_k(13)
        window.strip.slider.setFocus()
        status.clearMessage()
        qtbot.keyClicks(window.strip.slider, digits[0])
        if len(digits) > 1:
            assert not box.property("refused")
            assert status.currentMessage() == ""
            qtbot.keyClicks(box.lineEdit(), digits[1])
        assert box.text() == left
        assert box.property("refused")
        assert status.currentMessage() == "k must be from 1 to 13."
        qtbot.waitUntil(lambda: not box.property("refused"))
        assert k_of(window) == int(left), "what was taken counts"


def test_a_zero_typed_into_the_box_is_refused_too(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    box = window.strip.spin
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box.lineEdit(), "0")
    qtbot.waitUntil(lambda: bool(box.property("refused")))
    assert box.text() == "13"
    assert k_of(window) == 13


def test_escape_takes_typed_digits_back(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    qtbot.keyClicks(window.strip.slider, "2")
    qtbot.keyClick(window.strip.spin, Qt.Key.Key_Escape)
    assert window.strip.spin.text() == "50"
    assert window.focusWidget() is window.strip.slider
    qtbot.wait(700)
    assert k_of(window) == 50


def test_digits_that_are_not_entered_go_with_an_undo(opened: Open, qtbot: QtBot) -> None:
    window = opened(settings={"k": 50})
    window.state.pick_row(3)
    window.strip.spin.lineEdit().setText("6")
    window.state.undo()
    assert window.strip.spin.text() == "50"


def test_a_click_in_the_ribbon_sets_k(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    strip = window.strip
    x = round(strip.slider.x() + strip.slider.x_of(100))
    qtbot.mouseClick(strip.ribbon.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 30))
    assert abs(k_of(window) - 100) <= 1


def test_slider_and_ribbon_share_their_axis(opened: Open) -> None:
    strip = opened().strip
    for k in (1, 10, 50, 149):
        assert abs(strip.ribbon.k_at(strip.slider.x() + strip.slider.x_of(k)) - k) <= 1


def test_slider_and_ribbon_share_their_axis_after_another_page(opened: Open, qtbot: QtBot) -> None:
    """The ribbon was drawn before the slider had its length again, so k was at two different places."""
    window = opened()
    strip = window.strip

    def end() -> float:
        return max(shape.x + shape.width for shape in strip.ribbon.scene.shapes if isinstance(shape, Rect))

    before = end()
    for page in ("experiment", "explore"):
        window.actions_by_name[page].trigger()
    QApplication.processEvents()
    assert end() == before == pytest.approx(strip.slider.x() + strip.slider.x_of(149), abs=2)


def test_bandwidth_and_rows_are_those_of_the_explanation(opened: Open) -> None:
    window = opened("vote", 403)
    text = window.strip.numbers.text()
    assert "2.4495" in text
    assert "88 neighbours" in text


def test_many_rows_are_counted_in_groups_of_digits(window: MainWindow, qtbot: QtBot) -> None:
    n = 3000
    random = np.random.default_rng(1)
    data = Dataset.from_columns(
        "many",
        [Attribute.numeric("x"), Attribute.nominal("c", ("a", "b"))],
        [random.normal(size=n), (random.random(n) < 0.2).astype(int)],
    )
    window.state.open(Query.opening(data), "explore")
    window.state.set_k(2500)
    qtbot.waitUntil(lambda: "2,500 neighbours" in window.strip.numbers.text(), timeout=20_000)
    explanation = window.context.explanation
    assert explanation is not None
    assert " of 2,500 votes" in answers(Posterior().read(Subject(explanation)))[1]
    assert (amount(1234567.0), amount(1234.5), amount(0.75)) == ("1,234,567", "1,234.5", "0.75")


def test_the_note_names_the_flips(opened: Open) -> None:
    window = opened("iris", 135)
    texts = window.strip.ribbon.scene.texts
    assert texts[-1].startswith("LWNB changes its answer once, at k = 9 (Iris-virginica)")
    assert {"KNN says", "KNNDW says"} <= set(texts)


def test_settings_are_live_marked_and_reset(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    settings = window.strip.settings
    settings.boxes["kernel"].setCurrentIndex(2)
    settings.boxes["kernel"].activated.emit(2)
    assert window.state.query is not None
    assert window.state.query.kernel == "tricube"
    assert settings.labels["kernel"].changed
    assert "1 setting changed" in window.status.settings.text()
    qtbot.mouseClick(settings.labels["kernel"], Qt.MouseButton.LeftButton)
    assert window.state.query.kernel == "linear"
    assert not settings.labels["kernel"].changed


def test_numeric_model_is_disabled_without_numeric_attributes(opened: Open) -> None:
    box = opened("vote", 403).strip.settings.boxes["numeric"]
    assert not box.isEnabled()
    assert box.currentText() == "none here"


def test_strip_is_disabled_on_the_experiment_page(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    box = window.strip.spin.mapTo(window, QPoint(0, 0)).x()
    window.state.go_to("experiment")
    assert window.strip.height() == 40
    QApplication.processEvents()  # the layout follows
    assert window.strip.spin.mapTo(window, QPoint(0, 0)).x() == box, "nothing moves"
    assert not window.strip.slider.isEnabled()
    qtbot.keyClicks(window, "7")
    window.actions_by_name["k_up"].trigger()
    event = QWheelEvent(
        QPointF(300, 20), QPointF(300, 20), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(window.strip, event)
    qtbot.wait(700)  # typed digits count after a pause
    assert k_of(window) == 50, "where the slider rests nothing else moves k"
    window.state.go_to("explore")
    assert window.strip.height() == 152
    assert window.strip.slider.isEnabled()


def test_the_slider_goes_to_the_weight_of_the_training_rows(window: MainWindow, qtbot: QtBot) -> None:
    """k counts weight: with weights of 2, the last of 149 rows is included at 298."""
    iris = sample("iris")
    window.state.open(Query.opening(iris.with_weights(np.full(len(iris), 2.0))))
    strip = window.strip
    qtbot.waitUntil(lambda: window.context.sweep is not None, timeout=10_000)
    assert strip.spin.maximum() == 298
    assert window.context.sweep is not None
    assert window.context.sweep.ks[-1] == 298
    position = QPoint(round(strip.slider.x_of(298)), 22)
    qtbot.mouseClick(strip.slider, Qt.MouseButton.LeftButton, pos=position)
    qtbot.waitUntil(lambda: k_of(window) == 298 and window.context.explanation is not None, timeout=10_000)

    def all_in() -> bool:
        explanation = window.context.explanation
        return (
            explanation is not None
            and explanation.neighbourhood is not None
            and len(explanation.neighbourhood) == 149
        )

    qtbot.waitUntil(all_in, timeout=10_000)
    window.state.change_settings(convention="weka")
    assert strip.spin.maximum() == 149
    assert k_of(window) == 149


def test_kernels_are_listed_with_their_formulas(qtbot: QtBot) -> None:
    state = AppState()
    settings = KSettings(state)
    qtbot.addWidget(settings)
    settings.show_query(Query(sample("iris")))
    box = settings.boxes["kernel"]
    assert [box.itemText(i) for i in range(3)] == [
        "linear, f(u) = 1 − u",
        "Epanechnikov, f(u) = ¾ (1 − u²)",
        "tricube, f(u) = (1 − u³)³",
    ]
