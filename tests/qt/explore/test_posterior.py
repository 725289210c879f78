"""Posterior: bars, order and sentences come from the explanation."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from lwnb_core import Explanation
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.explore.this_instance import ThisInstancePanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.text import exact_probability, probabilities
from lwnb_gui.views.drawing.scene import Marker, Rect, Text
from lwnb_gui.views.posterior import row_height
from lwnb_gui.views.wording.classes import in_order
from tests.qt.conftest import Open, explanation_of, explore_panel

pytestmark = pytest.mark.shared_window


def panel_of(window: MainWindow) -> PosteriorPanel:
    return explore_panel(window, "posterior", PosteriorPanel)


def foot_text(panel: PosteriorPanel) -> str:
    """Return the sentences below the bars."""
    scene = panel.view.scene
    foot = scene.height - scene.foot
    return " ".join(shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.y > foot)


def test_numbers_are_those_of_the_explanation(opened: Open) -> None:
    window = opened("iris", 135)
    panel, explanation = panel_of(window), explanation_of(window)
    assert panel.reading is not None
    assert panel.reading.learners == ("LWNB", "NB", "KNN", "KNNDW")
    np.testing.assert_array_equal(panel.reading.posteriors[0], explanation.posterior)
    for i, name in enumerate(panel.reading.learners[1:], start=1):
        np.testing.assert_array_equal(panel.reading.posteriors[i], explanation.others[name])
    table = panel.to_table()
    assert table is not None
    rows = [list(row) for row in table.rows]
    assert rows[2][:2] == ["Iris-virginica", "true"]
    assert float(rows[2][2]) == round(float(explanation.posterior[2]), 6)


def test_numbers_follow_k(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    for k in (8, 9, 30):
        window.state.set_k(k)
        qtbot.waitUntil(lambda k=k: explanation_of(window).settings["k"] == k, timeout=5000)  # type: ignore[misc]
        assert panel.reading is not None
        np.testing.assert_array_equal(panel.reading.posteriors[0], explanation_of(window).posterior)
        best = explanation_of(window).prediction
        name = explanation_of(window).classes[best]
        sure = probabilities(explanation_of(window).posterior.tolist())[best]
        assert f"{name}, {sure}" in foot_text(panel)


def test_a_longer_sentence_cuts_no_class_and_its_space_is_not_given_back(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    qtbot.waitUntil(lambda: "would win" in foot_text(panel))  # the ribbon exists
    before, lines = panel.height(), len(panel.view.scene.texts)
    window.state.set_k(149)  # KNN is tied, which takes another line of text
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == 149)
    qtbot.waitUntil(lambda: len(panel.view.scene.texts) > lines)
    qtbot.waitUntil(lambda: panel.view.verticalScrollBar().maximum() == 0)
    assert panel.view.scene.height <= panel.view.viewport().height()
    longest = panel.height()
    assert longest >= before
    window.state.set_k(50)
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == 50)
    qtbot.waitUntil(lambda: len(panel.view.scene.texts) == lines)
    assert panel.height() == longest


def test_sentence_names_the_learners_that_are_right(opened: Open) -> None:
    panel = panel_of(opened("iris", 135))
    assert foot_text(panel).startswith("LWNB alone is right: Iris-virginica, 0.828. NB says")
    assert "31 of 50 votes" in foot_text(panel)
    assert panel.shows.sentences(panel.reading)[0] == "LWNB alone is right: Iris-virginica, 0.828."
    panel.view.setFocus()
    assert any("LWNB: Iris-setosa <0.001" in spot.description for spot in panel.view.scene.hotspots)


def test_a_point_of_ones_own_is_not_called_a_changed_row(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 1)
    window.state.change_values({"x": 0.503, "y": 0.507})
    qtbot.waitUntil(lambda: bool(explanation_of(window).changed), timeout=5000)
    assert "itself" not in foot_text(panel_of(window))
    this = window.findChild(ThisInstancePanel)
    assert this is not None
    assert (this.true_label.text(), this.true_class.text()) == ("true class", "not known")
    assert this.row_text == "your own; row 1 left out"
    table = this.to_table()
    assert table is not None
    assert [row[0] for row in table.rows] == ["x", "y"]
    window.state.reset_values("x")
    qtbot.waitUntil(lambda: len(explanation_of(window).changed) == 1, timeout=5000)
    assert "Row 1 itself is" in foot_text(panel_of(window))


def test_an_invented_instance_is_neither_right_nor_wrong(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    window.state.change_value("petalwidth", 1.6)
    qtbot.waitUntil(lambda: bool(explanation_of(window).changed), timeout=5000)
    assert foot_text(panel).startswith("LWNB says Iris-")
    assert " Row 135 itself is Iris-virginica." in foot_text(panel)
    assert panel.reading is not None
    assert panel.reading.true_class is None
    this = window.findChild(ThisInstancePanel)
    assert this is not None
    assert (this.true_label.text(), this.true_class.text()) == ("row 135 itself", "Iris-virginica")
    table = this.to_table()
    assert table is not None
    assert ["class of the row itself", "Iris-virginica", ""] in list(table.rows)


def test_in_a_narrow_window_the_others_share_a_sentence(opened: Open) -> None:
    panel = panel_of(opened("iris", 135))
    panel.resize(500, panel.height())
    assert "The others say Iris-versicolor: NB 0.588, KNN 31 of 50 votes, KNNDW 0.571." in foot_text(panel)


def in_sight(panel: PosteriorPanel) -> tuple[int, ...]:
    """Return the classes that are visible without scrolling."""
    assert panel.view.verticalScrollBar().value() == 0
    scene = panel.view.scene
    space = panel.view.viewport().height() - scene.head - scene.foot
    return order(panel)[: int(space // row_height(panel.context.theme, len(panel.reading.classes)))]


def order(panel: PosteriorPanel) -> tuple[int, ...]:
    canvas = panel.view.canvas()._replace(sight=(0.0, math.inf))  # this would scroll, too
    scene = panel.shows.scene(panel.reading, canvas, **panel.highlights())
    return tuple(shape.class_code for shape in scene.shapes if isinstance(shape, Marker))


def must_be_in_sight(explanation: Explanation) -> set[int]:
    """Return the top three classes, every learner's prediction and the true class."""
    top = {int(c) for c in np.argsort(-explanation.posterior, kind="stable")[:3]}
    answers = {int(np.argmax(p)) for p in (explanation.posterior, *explanation.others.values())}
    return top | answers | ({explanation.true_class} if explanation.true_class is not None else set())


def test_many_classes_scroll_and_those_that_matter_are_in_sight(opened: Open, qtbot: QtBot) -> None:
    window = opened("soybean", 200)
    panel = panel_of(window)
    assert sorted(order(panel)) == list(range(19))
    assert order(panel)[0] == explanation_of(window).prediction
    assert panel.view.verticalScrollBar().maximum() > 0
    for row in (5, 88, 199, 262, 300, 333, 401, 512, 600):
        window.state.pick_row(row)
        qtbot.waitUntil(lambda row=row: explanation_of(window).row == row, timeout=5000)  # type: ignore[misc]
        explanation = explanation_of(window)
        # The panel grows with its sentences.
        qtbot.waitUntil(lambda: must_be_in_sight(explanation_of(window)) <= set(in_sight(panel)))
        read = [p for p in explanation.posterior[list(order(panel))] if p >= 0.0005]
        assert read == sorted(read, reverse=True), "by LWNB's posterior"


def test_the_order_is_of_this_row_and_this_k(opened: Open, qtbot: QtBot) -> None:
    """A class that was unimportant before may be the runner-up now."""
    window = opened("soybean", 200)
    panel = panel_of(window)
    for k, row in ((50, 199), (210, 199), (210, 88), (5, 88), (300, 5), (50, 5)):
        window.state.pick_row(row)
        window.state.set_k(k)
        qtbot.waitUntil(
            lambda k=k, row=row: (
                (explanation_of(window).settings["k"], explanation_of(window).row) == (k, row)
            )  # type: ignore[misc]
        )
        qtbot.waitUntil(lambda: order(panel) == in_order(explanation_of(window), len(in_sight(panel))))


def test_classes_stand_in_header_order_where_all_fit(opened: Open, qtbot: QtBot) -> None:
    window = opened("glass", 24)
    panel = panel_of(window)
    assert order(panel) == tuple(range(7))
    qtbot.waitUntil(lambda: len(in_sight(panel)) == 7)  # the panel grows with its sentences
    window.state.set_k(210)
    qtbot.waitUntil(lambda: explanation_of(window).settings["k"] == 210, timeout=5000)
    assert order(panel) == tuple(range(7))


def test_in_a_low_window_those_that_matter_are_in_sight_too(opened: Open, qtbot: QtBot) -> None:
    window = opened("soybean", 200)
    window.resize(1366, 700)
    panel = panel_of(window)
    qtbot.waitUntil(lambda: must_be_in_sight(explanation_of(window)) <= set(in_sight(panel)), timeout=20_000)


def test_a_higher_panel_shows_all_classes_in_header_order(opened: Open, qtbot: QtBot) -> None:
    window = opened("soybean", 200)
    panel = panel_of(window)
    panel.setFixedHeight(600)
    qtbot.waitUntil(lambda: order(panel) == tuple(range(19)), timeout=20_000)


def test_tips_have_more_decimals(opened: Open) -> None:
    window = opened("iris", 135)
    panel, explanation = panel_of(window), explanation_of(window)
    bar = next(shape for shape in panel.view.scene.shapes if isinstance(shape, Rect) and shape.fill == "fill")
    third = panel.view.scene.head + 2.5 * row_height(panel.context.theme, 3)
    tip = panel.view.tip_at(bar.x + 5, third)
    assert exact_probability(explanation.posterior.item(2)) in tip
    assert "answer" in tip
    assert "true class" in panel.view.tip_at(30, third)
    assert "same training rows" in panel.view.tip_at(bar.x + 5, 5)
    assert panel.view.tip_at(30, 4000) == ""


def test_posterior_is_copied_and_exported(opened: Open, tmp_path: Path) -> None:
    panel = panel_of(opened("iris", 135))
    panel.export_button.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["class", "true", "LWNB", "NB", "KNN", "KNNDW"]
    assert len(lines) == 4
    for suffix in ("png", "svg", "pdf"):
        panel.export_image(tmp_path / f"posterior.{suffix}")
        assert (tmp_path / f"posterior.{suffix}").stat().st_size > 1000


def test_without_a_class_the_panel_is_empty(opened: Open) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    window.context.set_explanation(None)
    assert panel.reading is None
    assert panel.view.scene.texts == ()
    assert panel.to_table() is None


def test_every_control_has_name_and_tip(opened: Open) -> None:
    panel = panel_of(opened("iris", 135))
    assert panel.export_button.accessibleName()
    assert panel.export_button.toolTip().count(".") >= 2
    assert panel.export_button.focusPolicy() != Qt.FocusPolicy.NoFocus


def test_no_scroll_bar_stays_once_the_panel_is_high_enough(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 53)
    view = panel_of(window).view
    for height in (700, 1000):  # in the first panel the sentences scroll
        window.resize(1600, height)
        qtbot.wait(50)
        assert view.verticalScrollBar().isVisible() == (view.verticalScrollBar().maximum() > 0)
    assert view.verticalScrollBar().maximum() == 0
