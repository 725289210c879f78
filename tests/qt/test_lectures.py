"""The lectures that ship, in a window as small as a projector's: what they speak of is there to be seen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from lwnb_core.data import assets_dir
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.local_tables import LocalTablesPanel
from lwnb_gui.qt.panels.map import MapPanel
from lwnb_gui.qt.panels.neighbours import NeighboursPanel
from lwnb_gui.qt.panels.posterior import PosteriorPanel
from lwnb_gui.scenes.local_tables import TablePart
from lwnb_gui.state.lectures import in_folder
from lwnb_gui.state.opening import Opening
from lwnb_gui.state.steps import STEPS
from tests.qt.conftest import explanation_of, explore_panel
from tests.qt.experiments import finish, page, small
from tests.qt.map_helpers import drawn, star
from tests.qt.mouse import rectangle_of

__all__ = ["page"]

SCREEN = (1366, 739)  # a small screen without the title bar


def open_lecture(window: MainWindow, number: int, qtbot: QtBot, size: tuple[int, int] = SCREEN) -> None:
    window.resize(*size)
    window.open(Opening(str(in_folder(assets_dir() / "lectures")[number - 1])))
    qtbot.waitUntil(lambda: not window.tasks.is_running("open"), timeout=10_000)
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)


def test_the_callout_of_the_nearest_row_does_not_cover_the_star(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, 1, qtbot)
    panel = drawn(qtbot, explore_panel(window, "map", MapPanel))
    for height in range(700, 900, 9):
        window.resize(SCREEN[0], height)
        assert panel.view.boxes
        middle = QPointF(star(panel))
        around = QRectF(middle.x() - 9, middle.y() - 9, 18, 18)
        assert not any(around.intersects(QRectF(*box.area)) for box in panel.view.boxes), height


def test_lecture_why_weights_uses_the_available_width(window: MainWindow, qtbot: QtBot) -> None:
    for size in (SCREEN, (1600, 1000)):
        open_lecture(window, 2, qtbot, size)
        shown_map = explore_panel(window, "map", MapPanel)
        posterior = explore_panel(window, "posterior", PosteriorPanel)
        neighbours = explore_panel(window, "neighbours", NeighboursPanel)
        qtbot.waitUntil(lambda p=posterior: p.isVisible())  # type: ignore[misc]
        assert neighbours.width() >= shown_map.width() + posterior.width(), size
        assert posterior.height() == shown_map.height(), "next to the map, nothing blank below it"
    window.actions_by_name["close_lecture"].trigger()
    qtbot.waitUntil(lambda: explore_panel(window, "local_tables", LocalTablesPanel).isVisible())
    assert posterior.mapTo(window, posterior.rect().topLeft()).x() >= neighbours.width()


def test_answers_of_naive_bayes_by_hand_come_with_the_screen_after_the_last_step(
    window: MainWindow, qtbot: QtBot
) -> None:
    open_lecture(window, 3, qtbot)
    text, neighbours = window.teach.bar.lecture.text, explore_panel(window, "neighbours", NeighboursPanel)
    top = neighbours.mapTo(window, neighbours.rect().topLeft())
    while window.state.view.teaching.step != STEPS[-1]:
        window.actions_by_name["page_on"].trigger()
        assert "on paper" in text.text()
        assert neighbours.mapTo(window, neighbours.rect().topLeft()) == top, "no step moves the panels"
    window.actions_by_name["page_on"].trigger()
    assert window.state.view.teaching.screen == 1
    qtbot.waitUntil(lambda: "0.515" in text.text())
    window.actions_by_name["page_back"].trigger()
    assert "on paper" in text.text()
    assert window.state.view.teaching.step == "weights"


def test_a_page_too_low_for_both_shows_the_posterior_as_a_tab(window: MainWindow, qtbot: QtBot) -> None:
    """On a screen of 1920 × 1080 at scale 2, its sentences lay over the tabs below it."""
    window.setMinimumSize(600, 400)
    open_lecture(window, 3, qtbot, (960, 511))
    for _ in STEPS:
        window.actions_by_name["step_forward"].trigger()
    posterior = explore_panel(window, "posterior", PosteriorPanel)
    qtbot.waitUntil(posterior.isVisible)
    assert not explore_panel(window, "local_tables", LocalTablesPanel).isVisible()
    window.resize(*SCREEN)
    qtbot.waitUntil(lambda: posterior.height() >= posterior.minimumHeight())
    row = window.teach.bar.lecture
    assert row.text.width() > 0.5 * window.width(), "the text has most of the bar"


def test_table_mentioned_by_a_step_is_visible(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, 3, qtbot)
    while window.state.view.teaching.step != "tables":
        window.actions_by_name["step_forward"].trigger()
    panel = explore_panel(window, "local_tables", LocalTablesPanel)
    qtbot.waitUntil(panel.isVisible)
    assert "windy = FALSE" in window.teach.bar.steps.sentence.text()
    names = [attribute.name for attribute in explanation_of(window).attributes]
    view = panel.view
    for height in (739, 725, 760):
        window.resize(SCREEN[0], height)
        page = rectangle_of(view, TablePart("attribute", names.index("windy")))
        assert page is not None
        assert page.bottom() <= view.viewport().height() + 1, height


def test_the_last_lecture_shows_table_2_and_loses_no_results(
    page: ExperimentPage, window: MainWindow, qtbot: QtBot
) -> None:
    controller = page.controller
    small(page)
    controller.start()
    finish(page, qtbot)
    plan, rows = controller.plan, controller.store.rows
    assert rows
    open_lecture(window, 8, qtbot)
    window.state.go_to("experiment")
    finish(page, qtbot)
    assert controller.plan.preset == "table2"
    assert controller.sheet.frame.datasets, "filled in"
    assert controller.plan.included, "with those of its data sets that ship as samples"
    controller.choose_preset("own")
    assert controller.plan == plan
    assert controller.store.rows == rows
    controller.choose_preset("table2")
    window.actions_by_name["close_lecture"].trigger()
    qtbot.waitUntil(lambda: controller.plan.preset == "own")
    assert controller.plan == plan, "the preset of a lecture ends with it"
    open_lecture(window, 8, qtbot)
    window.open(Opening("sample:iris"))
    qtbot.waitUntil(lambda: window.state.view.teaching.lecture is None, timeout=10_000)
    assert window.state.view.experiment.preset == "own"
    assert window.state.view.curves.evaluation == "cv", "the study of a lecture ends with it"
