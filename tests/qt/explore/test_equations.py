"""Equations: the explanation's numbers, updated in the same frame."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.explore.equations import EquationsPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.text import probability, related
from lwnb_gui.views.equations.lines import EquationLine, says_most
from lwnb_gui.views.links import LocalTableCell
from tests.qt.conftest import Open, explore_panel
from tests.qt.mouse import move_mouse, rectangle_of

pytestmark = pytest.mark.shared_window

SPACE = "\N{SIX-PER-EM SPACE}"


def panel_of(window: MainWindow) -> EquationsPanel:
    return explore_panel(window, "equations", EquationsPanel)


def lines_of(panel: EquationsPanel) -> tuple[EquationLine, ...]:
    lines: tuple[EquationLine, ...] = panel.reading.lines
    return lines


def numbers(panel: EquationsPanel) -> list[str]:
    return [line.number for line in lines_of(panel)]


def written(panel: EquationsPanel) -> str:
    """Return all texts in the panel."""
    return " ".join(panel.view.scene.texts).replace(SPACE, " ")


def point_at(panel: EquationsPanel, line: int, qtbot: QtBot) -> None:
    rectangle = rectangle_of(panel.view, line)
    assert rectangle is not None
    move_mouse(panel.view.viewport(), QPoint(60, round(rectangle.center().y())))


def test_equations_have_the_explanation_s_numbers(opened: Open) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert explanation.neighbourhood is not None
    assert numbers(panel) == ["1, 2", "3", "5", "N", "4"]
    neighbourhood, text = explanation.neighbourhood, written(panel)
    for figure in (
        f"= {neighbourhood.weights[0]:.3f}",
        f"= {neighbourhood.rescaled[0]:.2f}",
        related(probability(explanation.posterior.item(2))),
    ):
        assert figure in text


def test_numbers_follow_k_in_the_same_frame(opened: Open) -> None:
    window = opened()
    panel = panel_of(window)
    for k in (51, 60, 149, 3):
        window.state.set_k(k)
        QApplication.sendPostedEvents()  # without waiting: what this frame shows
        explanation = window.context.explanation
        assert explanation is not None
        assert explanation.neighbourhood is not None
        assert f"/{explanation.neighbourhood.bandwidth:.4f} =" in written(panel)


def test_the_line_under_the_mouse_is_explained(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened())
    lines = lines_of(panel)
    for i in (1, 2):
        point_at(panel, i, qtbot)
        assert panel.view.target == i
        assert f"({lines[i].number}) {lines[i].sentence}".replace(" ", "") in written(panel).replace(" ", "")
    move_mouse(panel.view.viewport(), QPoint(60, panel.view.viewport().height() - 2))
    assert panel.view.target is None
    assert "Point at a line" in written(panel)


def test_the_words_are_those_of_the_formulas_in_every_frame(opened: Open) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    said = set()
    for k in (3, 20, 50, 100, 149):
        window.state.set_k(k)
        QApplication.sendPostedEvents()
        value = re.search(r"p\(([0-9.]+)\\,", next(x for x in lines_of(panel) if x.number == "N").latex)
        assert value is not None
        assert f"= {value.group(1)}. " in panel.reading.at_rest
        said.add(panel.reading.at_rest)
    assert len(said) > 1


def test_arrow_keys_go_through_the_lines(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened())
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.target == 1
    assert lines_of(panel)[1].sentence in panel.view.accessibleDescription()
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.view.target == 0


def test_a_hovered_neighbour_is_the_one_written_out(opened: Open) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert explanation.neighbourhood is not None
    window.context.hover.on_neighbour(4)
    assert "w_{5}" in lines_of(panel)[0].latex
    assert f"{explanation.neighbourhood.distances[4]:.4f}" in written(panel)
    window.context.hover.clear()
    assert "w_{1}" in lines_of(panel)[0].latex


def test_a_hovered_cell_is_the_one_written_out(opened: Open) -> None:
    window = opened()
    panel = panel_of(window)
    window.context.hover.on_cell(LocalTableCell(0, 1))
    assert "(6.1 | Iris-versicolor)" in written(panel)


def test_latex_is_copied_to_the_clipboard(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window)
    with qtbot.waitSignal(window.context.said) as said:
        qtbot.mouseClick(panel.latex, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("\\begin{gather*}")
    assert all(f"\\tag{{{line.number}}}" in text for line in lines_of(panel))
    assert said.args is not None
    assert "Copied" in said.args[0]


def test_equation_six_right_and_as_printed(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    assert panel.printed.isVisible()
    right = next(line for line in lines_of(panel) if line.number == "6")
    qtbot.mouseClick(panel.printed, Qt.MouseButton.LeftButton)
    assert window.state.query is not None
    assert window.state.query.eq6 == "printed"
    qtbot.waitUntil(lambda: any(x.number == "6" and x.latex != right.latex for x in lines_of(panel)))
    assert "misprint" in written(panel)
    window.state.undo()
    assert not panel.printed.isChecked()


def test_switch_of_equation_6_is_shown_for_nominal_attributes_only(opened: Open) -> None:
    assert not panel_of(opened("iris", 135)).printed.isVisible()


@pytest.mark.parametrize(("name", "row"), [("vote", 403), ("weather-numeric", 1), ("iris", 100)])
def test_the_words_at_rest_name_the_attribute_that_is_written_out(opened: Open, name: str, row: int) -> None:
    window = opened(name, row)
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    for line in lines_of(panel):
        if line.number in ("6", "N"):
            j = says_most(explanation, explanation.prediction, nominal=line.number == "6")
            assert j is not None
            assert not np.isnan(explanation.instance[j])
            assert explanation.attributes[j].name in line.sentence
            assert explanation.attributes[j].name in written(panel)
