"""Drawing the curve first: empty axes, a line by mouse or keys, then the computed curves and the gap."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.curves import curve_canvas
from lwnb_gui.qt.curves.page import CurvesPage
from lwnb_gui.qt.teach import draw_row
from lwnb_gui.qt.teach.teaching_controller import HIDDEN_BY_DRAWING
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.teaching.drawing import Drawing, DrawnLine, comparisons
from lwnb_gui.views.curves.drawn import drawn_sentences
from tests.qt.conftest import Open
from tests.qt.curve_helpers import at, open_curves
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def page(opened: Open, qtbot: QtBot) -> CurvesPage:
    """Open Curves of the weather data with empty axes."""
    page = open_curves(opened, qtbot)
    window(page).actions_by_name["draw_first"].trigger()
    return page


def window(page: CurvesPage) -> MainWindow:
    main = page.window()
    assert isinstance(main, MainWindow)
    return main


def drawing(page: CurvesPage) -> Drawing:
    return page.context.state.display.teaching.drawing


def set_drawing(page: CurvesPage, drawn: Drawing) -> None:
    state = page.context.state
    state.set_teaching(replace(state.display.teaching, drawing=drawn))


def names(page: CurvesPage) -> list[str]:
    data = page.curves.canvas.data
    assert data is not None
    return [series.name for series in data.series]


def test_nothing_tells_the_curves_until_they_are_drawn(page: CurvesPage) -> None:
    data = page.curves.canvas.data
    assert data is not None
    assert names(page) == ["KNN as drawn", "LWNB as drawn"]
    assert all(np.isnan(series.mean).all() for series in data.series)
    assert not data.best
    assert page.rows.hidden_reason == page.confusion.hidden_reason == HIDDEN_BY_DRAWING
    assert page.rows.isHidden(), "the axes have its height"
    assert "curves-centre" not in page.sizes(), "which is not remembered"
    assert page.rows.choices.message.isHidden()
    assert page.curves.to_table() is None
    assert page.curves.to_report() is None
    page.act("study_best")
    assert page.curves.canvas.data.limits is None, "nor may zooming"  # type: ignore[union-attr]
    page.act("study_measure")
    assert page.curves.canvas.data.measure == "accuracy, %"  # type: ignore[union-attr]


def test_a_stroke_of_the_mouse_draws_the_line_of_the_chosen_learner(page: CurvesPage, qtbot: QtBot) -> None:
    canvas, k = page.curves.canvas, page.context.state.query.k  # type: ignore[union-attr]
    qtbot.mousePress(canvas, LEFT, pos=at(page, 2, 80.0))
    move_mouse(canvas, at(page, 10, 40.0), LEFT)
    qtbot.mouseRelease(canvas, LEFT, pos=at(page, 10, 40.0))
    assert [k for k, _ in drawing(page).lines[0].points] == [2, 10]
    assert [value for _, value in drawing(page).lines[0].points] == pytest.approx([80, 40], abs=1)
    assert page.context.state.query.k == k, "a stroke sets no k"  # type: ignore[union-attr]
    move_mouse(canvas, at(page, 12, 90.0))
    assert len(drawing(page).lines[0].points) == 2, "the pen is up"
    window(page).teach.bar.draw.learners[1].click()
    qtbot.mouseClick(canvas, LEFT, pos=at(page, 5, 60.0))
    assert len(drawing(page).lines[0].points) == 2
    assert drawing(page).lines[1].points == ((5, pytest.approx(60, abs=1)),)


def test_outside_of_the_axes_nothing_is_drawn(page: CurvesPage, qtbot: QtBot) -> None:
    page.curves.canvas.draw()
    qtbot.mouseClick(page.curves.canvas, LEFT, pos=QPoint(2, 2))
    assert not drawing(page).has_points


def test_a_screen_reader_hears_the_point_and_then_the_gap(
    page: CurvesPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    for module in (curve_canvas, draw_row):
        monkeypatch.setattr(module, "announce", lambda _, text: heard.append(text))
    page.context.state.set_k(3)
    for key in (Key.Key_Up, Key.Key_Return, Key.Key_Space):
        qtbot.keyClick(page.curves.canvas, key)
    assert heard[:2] == ["KNN at k = 3: 51.0 %", "LWNB at k = 3: nothing drawn"]
    assert heard[2:] == [window(page).teach.bar.draw.text.text()]


def test_keys_draw_switch_the_learner_and_show_the_curves(page: CurvesPage, qtbot: QtBot) -> None:
    canvas = page.curves.canvas
    page.context.state.set_k(3)
    canvas.setFocus()
    qtbot.keyClick(canvas, Key.Key_Up)
    qtbot.keyClick(canvas, Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(canvas, Key.Key_Right)
    qtbot.keyClick(canvas, Key.Key_Down)
    assert drawing(page).lines[0].points == ((3, 61.0), (4, 60.0))
    qtbot.keyClick(canvas, Key.Key_Return)
    assert window(page).teach.bar.draw.learners[1].isChecked()
    qtbot.keyClick(canvas, Key.Key_Down)
    assert drawing(page).lines[1].points == ((4, 49.0),)
    qtbot.keyClick(canvas, Key.Key_Delete)
    assert drawing(page).lines[1] == DrawnLine()
    assert "Enter switches to the other learner" in canvas.accessibleDescription()
    qtbot.keyClick(canvas, Key.Key_Space)
    assert not page.context.state.display.teaching.is_drawing_pending
    assert "Enter lists the rows" in canvas.accessibleDescription()
    qtbot.keyClick(canvas, Key.Key_Up)
    assert page.context.state.query.k == 5, "the arrows move k again"  # type: ignore[union-attr]


def test_then_the_curves_are_shown_with_the_gap_and_what_it_is(page: CurvesPage) -> None:
    result = page.context.curve_study
    assert result is not None
    drawn = Drawing((DrawnLine(((1, 90.0), (12, 90.0))), DrawnLine()))
    set_drawing(page, drawn)
    window(page).actions_by_name["show_curves"].trigger()
    assert names(page) == ["LWNB", "KNNDW", "KNN", "NB", "KNN as drawn"]
    knn, _ = comparisons(result, drawn, log=True)
    band = page.curves.canvas.data.series[-1]  # type: ignore[union-attr]
    assert band.low is not None
    assert band.high is not None
    assert (band.high - band.low).tolist() == pytest.approx(np.abs(knn.drawn - knn.computed).tolist())
    bar = window(page).teach.bar.draw
    assert bar.text.text() == " ".join(drawn_sentences(comparisons(result, drawn, log=True)))
    assert "points too high at k = " in bar.text.text()
    assert bar.text.text().endswith("LWNB: you drew nothing.")
    assert not page.rows.hidden_reason
    assert page.curves.to_table() is not None
    page.curves.canvas.draw()
    page.act("study_measure")
    assert "KNN as drawn" not in names(page), "accuracies were drawn, no log loss"
    page.act("study_measure")


def test_drawing_again_begins_with_empty_axes_and_ending_it_leaves_the_curves(page: CurvesPage) -> None:
    set_drawing(page, Drawing((DrawnLine(((1, 90.0),)), DrawnLine()), is_compared=True))
    actions = window(page).actions_by_name
    actions["draw_again"].trigger()
    assert drawing(page) == Drawing()
    assert page.rows.hidden_reason
    actions["draw_first"].trigger()
    assert names(page) == ["LWNB", "KNNDW", "KNN", "NB"]
    assert not page.rows.hidden_reason
    assert window(page).teach.bar.draw.isHidden()
    assert not actions["show_curves"].isEnabled()


def test_the_drawing_can_be_exported_as_it_is(page: CurvesPage, tmp_path: Path) -> None:
    set_drawing(page, Drawing((DrawnLine(((1, 90.0), (12, 60.0))), DrawnLine())))
    page.curves.export_image(tmp_path / "drawn.svg")
    assert "LWNB as drawn" in (tmp_path / "drawn.svg").read_text(encoding="utf-8")
