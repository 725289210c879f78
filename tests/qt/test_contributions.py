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
    assert bars.reading is not None
    odds = explanation.log_odds(2, 1)
    assert (bars.reading.bars[0].name, bars.reading.bars[0].number) == ("petallength", "+4.68")
    assert [bar.name for bar in bars.reading.bars] == [
        "petallength", "petalwidth", "prior", "sepallength", "sepalwidth",
    ]  # fmt: skip
    assert [bar.value for bar in bars.reading.bars] == sorted(odds, key=lambda v: -abs(v))


def test_the_sum_is_the_posteriors_log_odds(opened: Open) -> None:
    window = opened()
    bars, explanation = panel_of(window).bars, window.context.explanation
    assert explanation is not None
    assert bars.reading is not None
    assert bars.reading.total_words == ("ln 0.828 / 0.172 =", "+1.57")
    ratio = explanation.posterior[2] / explanation.posterior[1]
    assert bars.reading.total == pytest.approx(math.log(ratio))


def test_what_does_not_fit_is_summed_up_where_it_is_small(opened: Open) -> None:
    window = opened("vote", 403)
    bars = panel_of(window).bars
    bars.setFixedHeight(140)
    assert bars.reading is not None
    assert bars.reading.bars[-1].name == "sum of 11 smaller"
    assert max(abs(bar.value) for bar in bars.reading.bars[:-1]) > 2 * abs(bars.reading.bars[-1].value)
    bars.setFixedHeight(500)
    assert [bar.name for bar in bars.reading.bars].count("sum of 11 smaller") == 0, "all of them fit"


def test_more_bars_than_fit_scroll_and_the_sum_stays_in_sight(opened: Open, qtbot: QtBot) -> None:
    window = opened("soybean", 6)
    bars = panel_of(window).bars
    assert bars.reading is not None
    assert len(bars.reading.bars) > 20, "most of them say about the same: nothing to sum up"
    assert bars.verticalScrollBar().maximum() > 0
    bottom = bars.viewport().height() - 5
    assert "add up to the logarithm" in bars.tip_at(bottom)
    bars.setFocus()
    for _ in range(len(bars.reading.bars)):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert bars.highlighted == (bars.reading.bars[-1].name,)
    assert bars.verticalScrollBar().value() == bars.verticalScrollBar().maximum()
    assert "add up to the logarithm" in bars.tip_at(bottom)


def test_another_class_can_be_chosen(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert panel.against.currentData() == 1
    assert [panel.against.itemData(i) for i in range(panel.against.count())] == [0, 1]
    panel.against.setFocus()
    qtbot.keyClick(panel.against, Qt.Key.Key_Up)
    assert panel.bars.reading is not None
    assert panel.bars.reading.against == 0
    assert panel.bars.reading.total == pytest.approx(float(explanation.log_odds(2, 0).sum()))


def test_a_flip_of_the_answer_changes_sides(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window)
    window.state.set_k(5)
    qtbot.waitUntil(lambda: panel.bars.reading is not None and panel.bars.reading.top == 1)
    assert panel.against.currentData() == 2
    assert panel.against.findData(1) == -1


def test_a_row_lights_its_cell_and_a_cell_its_row(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    bars = panel.bars
    qtbot.mouseMove(bars.viewport(), QPoint(40, round(ROW * 0.5)))
    hover = window.context.hover.now
    assert hover.cell is not None
    assert bars.reading is not None
    explanation = window.context.explanation
    assert explanation is not None
    assert bars.highlighted == (explanation.attributes[hover.cell.attribute].name,)
    assert hover.cell.value == int(explanation.instance[hover.cell.attribute])
    qtbot.mouseMove(window.status, QPoint(3, 3))
    assert bars.highlighted == ()
    assert window.context.hover.now.is_nothing, "a highlight ends when the mouse leaves"
    panel.show_hover(Hover(cell=Cell(3, 0, 1)))
    assert bars.highlighted == (explanation.attributes[3].name,)


def test_keys_walk_through_the_bars(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    bars = panel_of(window).bars
    bars.setFocus()
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    hover = window.context.hover.now
    assert hover.cell is not None
    assert hover.cell.attribute == 2
    assert "petallength speaks for Iris-virginica" in bars.tip_at(5)


def test_a_missing_value_adds_nothing(opened: Open) -> None:
    window = opened("vote", 403)
    explanation = window.context.explanation
    assert explanation is not None
    missing = int(np.flatnonzero(np.isnan(explanation.instance))[0])
    bars = panel_of(window).bars
    bars.setFixedHeight(500)
    assert bars.reading is not None
    row = next(i for i, bar in enumerate(bars.reading.bars) if bar.predictor == missing)
    assert bars.reading.bars[row].number == "0.00"
    assert "left out" in bars.tip_at((row + 0.5) * ROW)


def test_it_saves_as_a_figure(opened: Open, tmp_path: object) -> None:
    from pathlib import Path

    window = opened()
    target = Path(str(tmp_path)) / "contributions.svg"
    panel_of(window).export_image(target)
    assert b"petallength" in target.read_bytes()
