"""Helpers for tests of the page Curves: open it, wait for a study, and find a k in the picture."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from lwnb_core import LWNB, TABLES
from lwnb_core.evaluation.paper.figures import KS
from lwnb_gui.qt.curves.page import CurvesPage
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.study import CurveStudy
from tests.qt.conftest import Open


def page_of(window: MainWindow) -> CurvesPage:
    page = window.page("curves")
    assert isinstance(page, CurvesPage)
    return page


def finished(page: CurvesPage, qtbot: QtBot) -> StudyResult:
    """Wait for the requested study."""
    qtbot.waitUntil(
        lambda: page.controller.study == page.requested_study and page.controller.run.state == "done",
        timeout=60_000,
    )
    result = page.context.curve_study
    assert result is not None
    return result


def open_curves(opened: Open, qtbot: QtBot) -> CurvesPage:
    """Open Curves of the weather data, with everything computed."""
    window = opened("weather-numeric", 1, page="curves")
    page = page_of(window)
    finished(page, qtbot)
    return page


def at(page: CurvesPage, k: int, value: float | None = None) -> QPoint:
    """Return where a k (and a value) is in the picture."""
    canvas = page.curves.canvas
    canvas.draw()
    assert canvas.artists is not None
    ax = canvas.artists.ax
    low, high = ax.get_ylim()
    x, y = ax.transData.transform((k, (low + high) / 2 if value is None else value))
    return QPoint(round(x), round(canvas.height() - y))


def paper_study() -> CurveStudy:
    """Return the study of Figures 2 and 4 of the paper."""
    lwnb = LWNB(50, TABLES)
    nb, knn, knndw = lwnb.rivals
    return CurveStudy((lwnb, knndw, knn, nb), "cv", KS)
