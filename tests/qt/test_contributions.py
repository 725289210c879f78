"""Contributions: the explanation's log-odds, largest first, and their sum."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.contribution_bars import ROW
from lwnb_gui.qt.panels.contributions import ContributionsPanel
from lwnb_gui.state.links import Cell, Hover
from tests.qt.conftest import Open, explore_panel


def panel_of(window: MainWindow) -> ContributionsPanel:
    return explore_panel(window, "contributions", ContributionsPanel)


def test_bars_are_the_explanations_log_odds(opened: Open) -> None:
    window = opened()
    bars, explanation = panel_of(window).bars, window.context.explanation
    assert explanation is not None
    assert bars.data is not None
    odds = explanation.log_odds(2, 1)
    assert bars.rows[0] == ("petallength", "+4.68")
    assert [name for name, _ in bars.rows] == [
        "petallength", "petalwidth", "prior", "sepallength", "sepalwidth",
    ]  # fmt: skip
    assert list(bars.data.values) == sorted(odds, key=lambda v: -abs(v))


def test_the_sum_is_the_posteriors_log_odds(opened: Open) -> None:
    window = opened()
    bars, explanation = panel_of(window).bars, window.context.explanation
    assert explanation is not None
    assert bars.data is not None
    assert bars.sum_words == ("ln 0.828 / 0.172 =", "+1.57")
    ratio = explanation.posterior[2] / explanation.posterior[1]
    assert bars.data.total == pytest.approx(math.log(ratio))
    assert bars.data.values.sum() == pytest.approx(bars.data.total)


def test_what_does_not_fit_is_summed_up(opened: Open) -> None:
    window = opened("vote", 403)
    bars = panel_of(window).bars
    bars.setFixedHeight(140)
    assert bars.data is not None
    assert bars.data.rest > 0
    assert bars.rows[-1][0] == f"{bars.data.rest} smaller"
    assert bars.data.values.sum() == pytest.approx(bars.data.total)


def test_another_class_can_be_chosen(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert panel.against.currentData() == 1
    assert [panel.against.itemData(i) for i in range(panel.against.count())] == [0, 1]
    panel.against.setFocus()
    qtbot.keyClick(panel.against, Qt.Key.Key_Up)
    assert panel.bars.data is not None
    assert panel.bars.data.against == 0
    assert panel.bars.data.total == pytest.approx(float(explanation.log_odds(2, 0).sum()))


def test_a_flip_of_the_answer_changes_sides(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window)
    window.state.set_k(5)
    qtbot.waitUntil(lambda: panel.bars.data is not None and panel.bars.data.top == 1)
    assert panel.against.currentData() == 2
    assert panel.against.findData(1) == -1


def test_a_row_lights_its_cell_and_a_cell_its_row(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    bars = panel.bars
    qtbot.mouseMove(bars, QPoint(40, round(ROW * 0.5)))
    hover = window.context.hover.now
    assert hover.cell is not None
    assert bars.data is not None
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.attributes[hover.cell.attribute].name == bars.data.names[0]
    assert hover.cell.value == int(explanation.instance[hover.cell.attribute])
    panel.show_hover(Hover(cell=Cell(3, 0, 1)))
    assert bars._lit == 3


def test_keys_walk_through_the_bars(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    bars = panel_of(window).bars
    bars.setFocus()
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    hover = window.context.hover.now
    assert hover.cell is not None
    assert hover.cell.attribute == 2
    assert "petallength speaks for Iris-virginica" in bars._row_words(0)


def test_a_missing_value_adds_nothing(opened: Open) -> None:
    window = opened("vote", 403)
    explanation = window.context.explanation
    assert explanation is not None
    missing = int(np.flatnonzero(np.isnan(explanation.instance))[0])
    bars = panel_of(window).bars
    bars.setFixedHeight(500)
    row = next(i for i, (name, _) in enumerate(bars.rows) if name == explanation.attributes[missing].name)
    assert bars.rows[row][1] == "0.00"
    assert "left out" in bars._row_words(row)


def test_it_saves_as_a_figure(opened: Open, tmp_path: object) -> None:
    from pathlib import Path

    window = opened()
    target = Path(str(tmp_path)) / "contributions.svg"
    panel_of(window).export_image(target)
    assert b"petallength" in target.read_bytes()
