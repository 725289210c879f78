"""What tests of the place Curves share: to get there, to wait for a study, and to find a k in the picture."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.curves.place import CurvesPlace
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.state.curve_study import StudyResult
from tests.qt.conftest import Open


def page_of(window: MainWindow) -> CurvesPlace:
    page = window.place("curves")
    assert isinstance(page, CurvesPlace)
    return page


def finished(page: CurvesPlace, qtbot: QtBot) -> StudyResult:
    """Wait for the study that is wanted now."""
    qtbot.waitUntil(lambda: page.runner.study == page.asked and page.runner.phase == "done", timeout=60_000)
    result = page.context.curve_study
    assert result is not None
    return result


def open_curves(opened: Open, qtbot: QtBot) -> CurvesPlace:
    """Curves of the weather, all computed."""
    window = opened("weather-numeric", 1, place="curves")
    page = page_of(window)
    finished(page, qtbot)
    return page


def at(page: CurvesPlace, k: int, value: float | None = None) -> QPoint:
    """Where a k (and a value) lies in the picture."""
    canvas = page.curves.canvas
    assert canvas.artists is not None
    canvas.draw()
    ax = canvas.artists.ax
    low, high = ax.get_ylim()
    x, y = ax.transData.transform((k, (low + high) / 2 if value is None else value))
    return QPoint(round(x), round(canvas.height() - y))
