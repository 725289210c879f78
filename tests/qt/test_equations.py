"""Equations: the explanation's numbers, typeset after k has come to rest."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.equations import EquationsPanel, says_most
from lwnb_gui.state.links import Cell
from tests.qt.conftest import Open


def panel_of(window: MainWindow) -> EquationsPanel:
    panel = window.place("explore").panels["equations"]  # type: ignore[attr-defined]
    assert isinstance(panel, EquationsPanel)
    return panel


def numbers(panel: EquationsPanel) -> list[str]:
    return [line.number for line in panel.view.lines]


def test_all_steps_with_the_explanations_numbers(opened: Open) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert explanation.neighbourhood is not None
    assert numbers(panel) == ["1, 2", "3", "5", "N", "4"]
    texts = [line.mathtext for line in panel.view.lines]
    found = explanation.neighbourhood
    assert f"{found.weights[0]:.3f}" in texts[0]
    assert f"{found.rescaled[0]:.2f}" in texts[1]
    assert f"{explanation.posterior[2]:.3f}" in texts[-1]


def test_visible_lines_are_rendered_one_by_one(opened: Open, qtbot: QtBot) -> None:
    view = panel_of(opened()).view
    qtbot.waitUntil(lambda: view.is_rendered)
    assert set(view._pictures) >= set(view._visible())
    assert all(not picture.isNull() for picture in view._pictures.values())


def test_nothing_is_typeset_while_k_moves(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window)
    before = panel.view.lines
    token = object()
    for k in range(51, 61):
        window.state.set_k(k, token)
        window.pipeline._follow()
        assert panel.view.lines is before
    assert panel.view._stale
    qtbot.waitUntil(lambda: panel.view.lines is not before)
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.settings["k"] == 60
    assert explanation.neighbourhood is not None
    assert f"{explanation.neighbourhood.bandwidth:.4f}" in panel.view.lines[0].mathtext
    assert not panel.view._stale


def test_the_line_under_the_mouse_is_explained(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened())
    place = panel.view.place_of(1)
    qtbot.mouseMove(panel.view.viewport(), QPoint(60, round(place.center().y())))
    assert panel.view.active == 1
    assert panel.view.lines[1].sentence in panel.sentence.text()
    qtbot.mouseMove(panel.view.viewport(), QPoint(60, round(panel.view.place_of(2).center().y())))
    assert "<b>(5)</b>" in panel.sentence.text()


def test_keys_walk_through_the_lines(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened())
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.active == 1
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.view.active == 0


def test_a_hovered_neighbour_is_the_one_written_out(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert explanation.neighbourhood is not None
    window.context.hover.on_neighbour(4)
    qtbot.waitUntil(lambda: "w_{5}" in panel.view.lines[0].mathtext)
    assert f"{explanation.neighbourhood.distances[4]:.4f}" in panel.view.lines[0].mathtext
    window.context.hover.clear()
    qtbot.waitUntil(lambda: "w_{1}" in panel.view.lines[0].mathtext)


def test_a_hovered_cell_is_the_one_written_out(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window)
    window.context.hover.on_cell(Cell(0, 1))
    qtbot.waitUntil(lambda: "6.1" in panel.view.lines[3].mathtext)
    assert "Iris-versicolor" in panel.view.lines[3].mathtext


def test_latex_goes_to_the_clipboard(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened())
    qtbot.mouseClick(panel.latex, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("\\begin{gather*}")
    assert all(f"\\tag{{{line.number}}}" in text for line in panel.view.lines)
    assert "Copied" in panel.sentence.text()


def test_equation_six_right_and_as_printed(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    assert panel.printed.isVisible()
    right = next(line for line in panel.view.lines if line.number == "6")
    qtbot.mouseClick(panel.printed, Qt.MouseButton.LeftButton)
    assert window.state.query is not None
    assert window.state.query.eq6 == "printed"
    qtbot.waitUntil(
        lambda: any(line.number == "6" and line.mathtext != right.mathtext for line in panel.view.lines)
    )
    assert "misprint" in panel.sentence.text()
    window.state.undo()
    assert not panel.printed.isChecked()


def test_the_switch_is_there_only_where_it_matters(opened: Open) -> None:
    assert not panel_of(opened("iris", 135)).printed.isVisible()


@pytest.mark.parametrize(("name", "row"), [("vote", 403), ("weather-numeric", 1), ("iris", 100)])
def test_the_words_at_rest_name_the_attribute_that_is_written_out(opened: Open, name: str, row: int) -> None:
    window = opened(name, row)
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    for line in panel.view.lines:
        if line.number in ("6", "N"):
            j = says_most(explanation, line.number == "6", explanation.prediction)
            assert j is not None
            assert not np.isnan(explanation.instance[j])
            assert explanation.attributes[j].name in line.sentence
            assert explanation.attributes[j].name in panel.sentence.text()
