"""Contributions: the explanation's log-odds, largest first, and their sum."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.explore.contributions import ContributionsPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.contributions import PRIOR, ROW, SUM
from lwnb_gui.views.drawing.scene import Rect
from lwnb_gui.views.links import LocalTableCell
from tests.qt.conftest import Open, explore_panel
from tests.qt.mouse import leave, move_mouse, rectangle_of

pytestmark = pytest.mark.shared_window


def panel_of(window: MainWindow) -> ContributionsPanel:
    return explore_panel(window, "contributions", ContributionsPanel)


def highlighted(panel: ContributionsPanel) -> tuple[object, ...]:
    """Return the targets of the highlighted bars."""
    scene = panel.view.scene
    tints = {shape.y for shape in scene.shapes if isinstance(shape, Rect) and shape.fill == "accent_tint"}
    return tuple(spot.target for spot in scene.hotspots if spot.y in tints)


def test_bars_are_the_explanations_log_odds(opened: Open) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert panel.reading is not None
    odds = explanation.log_odds(2, 1)
    assert (panel.reading.bars[0].name, panel.reading.bars[0].number) == ("petallength", "+4.68")
    assert [bar.name for bar in panel.reading.bars] == [
        "petallength", "petalwidth", "prior", "sepallength", "sepalwidth",
    ]  # fmt: skip
    assert [bar.value for bar in panel.reading.bars] == sorted(odds, key=lambda v: -abs(v))


def test_the_sum_is_the_posteriors_log_odds(opened: Open) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert panel.reading is not None
    assert panel.reading.total_text == ("ln 0.828 / 0.172 =", "+1.57")
    ratio = explanation.posterior[2] / explanation.posterior[1]
    assert panel.reading.total == pytest.approx(math.log(ratio))


def test_small_bars_that_do_not_fit_are_summed_up(opened: Open) -> None:
    panel = panel_of(opened("vote", 403))
    panel.view.setFixedHeight(140)
    assert "sum of 11 smaller" in panel.view.scene.texts
    panel.view.setFixedHeight(500)
    assert "sum of 11 smaller" not in panel.view.scene.texts, "all of them fit"


def test_more_bars_than_fit_scroll_and_the_sum_stays_in_sight(opened: Open, qtbot: QtBot) -> None:
    panel = panel_of(opened("soybean", 6))
    view = panel.view
    assert len(panel.reading.bars) > 20, "most of them say about the same: nothing to sum up"
    assert view.verticalScrollBar().maximum() > 0
    bottom = view.viewport().height() - 5
    assert "add up to the logarithm" in view.tip_at(5, bottom)
    view.setFocus()
    for _ in range(len(panel.reading.bars)):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.target == SUM
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    assert "add up to the logarithm" in view.tip_at(5, bottom)


def test_another_class_can_be_chosen(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel, explanation = panel_of(window), window.context.explanation
    assert explanation is not None
    assert panel.against.currentData() == 1
    assert [panel.against.itemData(i) for i in range(panel.against.count())] == [0, 1]
    panel.against.setFocus()
    qtbot.keyClick(panel.against, Qt.Key.Key_Up)
    assert panel.reading is not None
    assert panel.reading.against == 0
    assert panel.reading.total == pytest.approx(float(explanation.log_odds(2, 0).sum()))


def test_another_prediction_changes_the_sides_of_the_bars(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    panel = panel_of(window)
    window.state.set_k(5)
    qtbot.waitUntil(lambda: panel.reading is not None and panel.reading.top == 1)
    assert panel.against.currentData() == 2
    assert panel.against.findData(1) == -1


def test_a_row_highlights_its_cell_and_a_cell_its_row(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    panel = panel_of(window)
    move_mouse(panel.view.viewport(), QPoint(40, round(ROW * 0.5)))
    hover = window.context.hover.now
    assert hover.cell is not None
    explanation = window.context.explanation
    assert explanation is not None
    assert highlighted(panel) == (hover.cell.attribute,)
    assert hover.cell.value == int(explanation.instance[hover.cell.attribute])
    leave(panel.view.viewport())
    assert highlighted(panel) == ()
    assert window.context.hover.now.is_nothing, "a highlight ends when the mouse leaves"
    panel.view.setFixedHeight(500)
    window.context.hover.on_cell(LocalTableCell(3, 0, 1))
    assert highlighted(panel) == (3,)


def test_the_prior_is_highlighted_and_has_no_cell(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    panel = panel_of(window)
    rectangle = rectangle_of(panel.view, PRIOR)
    assert rectangle is not None
    move_mouse(panel.view.viewport(), rectangle.center().toPoint())
    assert highlighted(panel) == (PRIOR,)
    assert window.context.hover.now.is_nothing


def test_arrow_keys_go_through_the_bars(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    view = panel_of(window).view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    hover = window.context.hover.now
    assert hover.cell is not None
    assert hover.cell.attribute == 2
    assert "petallength favours Iris-virginica" in view.tip_at(5, 5)


def test_a_missing_value_adds_nothing(opened: Open) -> None:
    window = opened("vote", 403)
    explanation = window.context.explanation
    assert explanation is not None
    missing = int(np.flatnonzero(np.isnan(explanation.instance))[0])
    panel = panel_of(window)
    panel.view.setFixedHeight(500)
    bar = next(bar for bar in panel.reading.bars if bar.of == missing)
    assert bar.number == "0.00"
    rectangle = rectangle_of(panel.view, missing)
    assert rectangle is not None
    assert "left out" in panel.view.tip_at(rectangle.center().x(), rectangle.center().y())


def test_contributions_are_exported_as_a_figure(opened: Open, tmp_path: object) -> None:
    from pathlib import Path

    window = opened()
    target = Path(str(tmp_path)) / "contributions.svg"
    panel_of(window).export_image(target)
    assert b"petallength" in target.read_bytes()
