"""Equations: the explanation's numbers, in the same frame; only what has another form is laid out later."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.plots.equations import equation_lines, says_most
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panel import PADDING
from lwnb_gui.qt.panels.equation_view import _NUMBER, EquationView
from lwnb_gui.qt.panels.equations import EquationsPanel
from lwnb_gui.qt.panels.formula_pictures import FormulaPictures, PlacedFormula
from lwnb_gui.qt.panels.formulas import _lay_out, _layouts, formula, known_formula
from lwnb_gui.state.links import Cell
from tests.qt.conftest import Open, explore_panel


def panel_of(window: MainWindow) -> EquationsPanel:
    return explore_panel(window, "equations", EquationsPanel)


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
    assert set(view._formulas) >= set(view._visible())
    assert all(made.width > 20 and made.height > 8 for made in view._formulas.values())


def test_digits_follow_k_at_once_and_nothing_is_laid_out_while_it_moves(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    panel = panel_of(window)
    view = panel.view
    qtbot.waitUntil(lambda: view.is_rendered)
    qtbot.waitUntil(lambda: window.context.sweep is not None and not panel.has_more_to_lay_out)
    laid_out: list[str] = []
    monkeypatch.setattr(
        "lwnb_gui.qt.panels.formulas._lay_out", lambda text: laid_out.append(text) or _lay_out(text)
    )
    token = object()
    for k in range(51, 61):
        window.state.set_k(k, token)
        window.pipeline._follow()
        found = window.context.explanation
        assert found is not None
        assert found.neighbourhood is not None
        digits = f"{found.neighbourhood.bandwidth:.4f}".replace(".", "")
        assert digits in view._formulas[0].digits
        assert 0 not in view._waiting
    window.state.set_k(149)  # another number of digits: another form, laid out ahead
    window.pipeline._follow()
    assert view.is_rendered
    assert laid_out == []
    _layouts.clear()
    window.state.set_k(20)
    window.pipeline._follow()
    assert 1 in view._waiting
    qtbot.waitUntil(lambda: view.is_rendered)
    assert laid_out


@pytest.mark.parametrize(("name", "row"), [("iris", 135), ("vote", 403)])
def test_formulas_are_laid_out_before_k_gets_there(opened: Open, qtbot: QtBot, name: str, row: int) -> None:
    window = opened(name, row)
    panel, selection = panel_of(window), window.context.selection
    assert selection is not None
    qtbot.waitUntil(lambda: window.context.sweep is not None)
    qtbot.waitUntil(lambda: not panel.has_more_to_lay_out, timeout=30_000)
    ready = [
        known_formula(line.mathtext, 12.0) is not None
        for k in range(1, selection.n_rows, 5)
        for line in panel._lines(selection.explain(k))
    ]
    assert np.mean(ready) > 0.95  # a rare digit may come on its way


def test_a_formula_with_other_digits_is_the_one_laid_out_for_them(qapp: QApplication) -> None:
    for one in (
        r"$p(\text{A1}\,|\,x) = \dfrac{0.1234}{0.5678 + 0.90} = 0.123$",
        r"$w^{\prime}_{1} = 0.904 \times 50/27.631 = 1.64$",
        r"$w_{12} = 0.75\,(1 - u^2) = 0.5, \quad u = d_{12}/d_k = 0.12/0.34$",
    ):
        exchanged = re.sub("[0-9]", lambda digit: str((7 * int(digit.group()) + 3) % 10), one)
        formula(one, 12.0)
        assert known_formula(exchanged, 12.0) is not None
        found, direct = formula(exchanged, 12.0), _lay_out(exchanged)
        assert found.layout.digits is not None
        places = dict(zip(found.layout.digits, found.digits, strict=True))
        for i, (kept, wanted) in enumerate(zip(found.layout.glyphs, direct.glyphs, strict=True)):
            assert places.get(i, kept.character) == wanted.character
            assert kept.x == pytest.approx(wanted.x, abs=0.05)
            assert kept.y == pytest.approx(wanted.y, abs=0.3)  # some digits are a trace higher


@pytest.mark.parametrize("ratio", [1, 2])
def test_formulas_of_pictures_look_as_those_painted_whole(qapp: QApplication, ratio: int) -> None:
    texts = (r"$w_{3} = 1 - d_3/d_k = 1 - 0.5178/2.0469$", r"$p = \dfrac{1 + 94.06}{4 + 107} = 10^{-75}$")
    pictures = FormulaPictures(ratio)

    def painted(paint: Callable[[QPainter], None]) -> QImage:
        image = QImage(400 * ratio, 100 * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
        painter.end()
        return image

    for size, colour, other in ((12.0, "black", "0"), (15.3, "#777", "4"), (12.0, "#777", "9")):
        made = [formula(text.replace("7", other), size) for text in texts]
        placed = [PlacedFormula(f, 10, 8 + 40 * i, QColor(colour)) for i, f in enumerate(made)]
        whole = painted(lambda painter: [f.paint(painter, *where) for f, *where in placed])  # noqa: B023
        assert painted(lambda painter: pictures.paint(painter, placed)) == whole  # noqa: B023
        assert whole != painted(lambda painter: None)


def test_what_is_no_formula_is_written_as_it_stands(qapp: QApplication) -> None:
    assert formula(r"$\dfrac{1$", 12.0).width > 20


def test_the_line_under_the_mouse_is_explained(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened())
    place = panel.view.place_of(1)
    qtbot.mouseMove(panel.view.viewport(), QPoint(60, round(place.center().y())))
    assert panel.view.active == 1
    assert panel.view.lines[1].sentence in panel.sentence.text()
    qtbot.mouseMove(panel.view.viewport(), QPoint(60, round(panel.view.place_of(2).center().y())))
    assert panel.sentence.text() == f"(5) {panel.view.lines[2].sentence}"


def test_the_words_are_those_of_the_formulas_in_every_frame(opened: Open) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    said = set()
    for k in (3, 20, 50, 100, 149):
        window.state.set_k(k)
        window.pipeline.before_frame()  # no waiting: what this frame shows
        value = re.search(r"p\(([0-9.]+)\\,", next(x for x in panel.view.lines if x.number == "N").mathtext)
        assert value is not None
        assert f"= {value.group(1)}. " in panel.sentence.text()
        said.add(panel.sentence.text())
    assert len(said) > 1


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
    qtbot.waitUntil(lambda: "misprint" in panel.sentence.text())
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
            j = says_most(explanation, explanation.prediction, nominal=line.number == "6")
            assert j is not None
            assert not np.isnan(explanation.instance[j])
            assert explanation.attributes[j].name in line.sentence
            assert explanation.attributes[j].name in panel.sentence.text()


def test_in_a_low_panel_the_lines_move_together(qtbot: QtBot) -> None:
    """Six lines, of which the last is the answer: it must not hide behind the words below."""
    data = lw.sample("labor")
    explanation = lw.LWNB(k=50).fit(data).explain(data, 0)
    view = EquationView()
    qtbot.addWidget(view)
    view.show_lines(equation_lines(explanation))
    assert len(view.lines) == 6
    view.resize(330, 300)
    view.show()
    whole = view.place_of(5).bottom()
    view.resize(330, round(0.85 * whole))
    assert view.place_of(5).bottom() <= view.viewport().height() + 1
    assert view.verticalScrollBar().maximum() == 0
    line = view.place_of(3)
    view._activate(3)  # its words take room from below, and it stays under the mouse
    view.resize(330, round(0.7 * whole))
    assert view.place_of(3) == line
    view._activate(None)
    view.resize(330, round(0.5 * whole))
    assert view.verticalScrollBar().maximum() > 0, "less than this and fractions would touch"


@pytest.mark.parametrize("k", [3, 50, 213])
def test_many_classes_and_long_figures_fit_a_narrow_panel(qtbot: QtBot, k: int) -> None:
    data = lw.sample("glass")
    model = lw.LWNB(k=k).fit(data)
    view = EquationView()
    qtbot.addWidget(view)
    view.resize(330, 300)
    view.show()
    for row in (0, 52, 104, 182):
        explanation = model.explain(data, row)
        for c in np.argsort(-explanation.posterior)[:2].tolist():
            view.show_lines(equation_lines(explanation, cls=c))
            qtbot.waitUntil(lambda: view.is_rendered)
            left = view._theme.px(PADDING + _NUMBER)
            for made in view._formulas.values():
                assert left + made.width <= view.viewport().width()
                assert made.size >= 0.7 * view._theme.size_equation, "small, but to be read"
