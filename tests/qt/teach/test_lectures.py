"""The lectures that ship, in a window as small as a projector's: everything that they mention is visible."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QComboBox, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from lwnb_core.data import assets_dir
from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.explore.local_tables import LocalTablesPanel
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.explore.neighbours import NeighboursPanel
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.teaching.lectures import first_look, in_folder
from lwnb_gui.views.local_tables.table_lines import TablePart
from lwnb_gui.views.steps import STEPS
from tests.qt.conftest import explanation_of, explore_panel
from tests.qt.experiments import finish, page, small
from tests.qt.map_helpers import drawn, star
from tests.qt.mouse import rectangle_of

__all__ = ["page"]

SCREEN = (1366, 739)  # a small screen without the title bar
SCALED = (960, 511)  # a screen of 1920 × 1080 at scale 2, without the title bar


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
    while window.state.display.teaching.step != STEPS[-1]:
        window.actions_by_name["page_on"].trigger()
        assert "on paper" in text.text()
        assert neighbours.mapTo(window, neighbours.rect().topLeft()) == top, "no step moves the panels"
    window.actions_by_name["page_on"].trigger()
    assert window.state.display.teaching.screen == 1
    qtbot.waitUntil(lambda: "0.515" in text.text())
    window.actions_by_name["page_back"].trigger()
    assert "on paper" in text.text()
    assert window.state.display.teaching.step == "weights"


def test_a_page_too_low_for_both_shows_the_posterior_as_a_tab(window: MainWindow, qtbot: QtBot) -> None:
    """On a screen of 1920 × 1080 at scale 2, its sentences covered the tabs below it."""
    window.setMinimumSize(600, 400)
    open_lecture(window, 3, qtbot, SCALED)
    for _ in STEPS:
        window.actions_by_name["step_forward"].trigger()
    posterior = explore_panel(window, "posterior", PosteriorPanel)
    qtbot.waitUntil(posterior.isVisible)
    assert not explore_panel(window, "local_tables", LocalTablesPanel).isVisible()
    window.resize(*SCREEN)
    qtbot.waitUntil(lambda: posterior.height() >= posterior.minimumHeight())
    row = window.teach.bar.lecture
    assert row.text.width() > 0.5 * window.width(), "the text has most of the bar"


def test_classes_come_before_the_sentences_where_both_do_not_fit(window: MainWindow, qtbot: QtBot) -> None:
    """The first screen asks for the true class, whose bars were below the sentences."""
    window.setMinimumSize(600, 400)
    open_lecture(window, 2, qtbot, SCALED)
    view = explore_panel(window, "posterior", PosteriorPanel).view
    qtbot.waitUntil(lambda: view.isVisible() and view.verticalScrollBar().maximum() > 0)
    names = [spot for spot in view.scene.hotspots if spot.tip.startswith("Iris-")]
    assert len(names) == 3
    for spot in names:
        assert spot.y + spot.height <= view.viewport().height()
        assert view.tip_at(spot.x + 2, spot.y + spot.height - 1) == spot.tip
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    end = view.viewport().height() - 2
    assert view.tip_at(2, end) not in [spot.tip for spot in names], "the sentences, scrolled into view"


def test_the_legend_has_all_names_where_a_lecture_leaves_space(window: MainWindow, qtbot: QtBot) -> None:
    """First look mentions three colours, and the legend showed one beside 500 free pixels."""
    window.setMinimumSize(600, 400)
    window.resize(*SCALED)
    window.open(Opening(str(first_look().file)))
    legend = window.page_bar.legend
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    qtbot.waitUntil(lambda: all(button.isVisible() for button in legend.buttons))
    assert [button.text() for button in legend.buttons] == [
        "Iris-setosa",
        "Iris-versicolor",
        "Iris-virginica",
    ]
    window.teach.bar.lecture.menu_button.setFocus()
    window.actions_by_name["close_lecture"].trigger()
    assert window.page_bar.chooser.isVisible(), "which the lecture had hidden"
    assert window.focusWidget() not in legend.buttons
    qtbot.waitUntil(lambda: legend.more.isVisible() or legend.buttons[0].text() != "Iris-setosa")
    shown = [button for button in legend.buttons if button.isVisible()]
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in shown))


def test_the_focus_stays_with_what_goes_on(window: MainWindow, qtbot: QtBot) -> None:
    window.open(Opening(str(first_look().file)))
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    row = window.teach.bar.lecture
    row.forward.setFocus()
    while not row.show_all.isVisible():
        assert row.forward.hasFocus()
        window.actions_by_name["page_on"].trigger()
    assert row.show_all.hasFocus()
    window.actions_by_name["page_back"].trigger()
    assert row.forward.hasFocus()


def test_no_page_button_has_the_focus_when_the_slider_goes(window: MainWindow, qtbot: QtBot) -> None:
    """On a page without the slider the focus moved to Data, which then looked selected."""
    open_lecture(window, 8, qtbot)
    window.strip.slider.setFocus()
    for _ in range(2):
        window.actions_by_name["page_on"].trigger()
    assert window.state.display.page == "experiment"
    experiment = window.page("experiment")
    qtbot.waitUntil(lambda: experiment.isAncestorOf(window.focusWidget()), timeout=5000)


def test_no_page_button_has_the_focus_when_its_panel_goes(window: MainWindow, qtbot: QtBot) -> None:
    """After a click on a row in lecture 6, lecture 7 has no such table, and Data looked selected."""
    open_lecture(window, 6, qtbot)
    explore_panel(window, "neighbours", NeighboursPanel).table.setFocus()
    open_lecture(window, 7, qtbot)
    qtbot.waitUntil(lambda: window.focusWidget() is window.strip.slider, timeout=5000)


def test_the_focus_stays_in_its_panel_when_panels_are_rearranged(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, 2, qtbot)
    table = explore_panel(window, "neighbours", NeighboursPanel).table
    table.setFocus()
    window.actions_by_name["close_lecture"].trigger()
    qtbot.waitUntil(lambda: explore_panel(window, "local_tables", LocalTablesPanel).isVisible())
    assert window.focusWidget() is table


def test_the_arrow_keys_draw_where_a_lecture_says_so(window: MainWindow, qtbot: QtBot) -> None:
    """They moved k, because the slider had the focus."""
    open_lecture(window, 4, qtbot)
    for screen in (2, 3, 2):  # go to Curves, and back to drawing on Curves
        window.teach.go_to_screen(screen)
    focused = window.focusWidget()
    assert focused is not None
    query = window.state.query
    qtbot.keyClick(focused, Qt.Key.Key_Up)
    assert window.state.display.teaching.drawing.lines[0].points
    assert window.state.query == query, "k has not moved"


def test_the_choice_of_measure_has_space_for_each_of_them(window: MainWindow, qtbot: QtBot) -> None:
    """It was as wide as the first measures that it showed, and cut "accuracy"."""
    open_lecture(window, 8, qtbot)
    window.teach.go_to_screen(2)
    experiment = window.page("experiment")
    assert isinstance(experiment, ExperimentPage)
    choice = experiment.results.measure
    qtbot.waitUntil(lambda: choice.isVisible() and choice.count() > 1)
    widest = max(choice.fontMetrics().horizontalAdvance(choice.itemText(i)) for i in range(choice.count()))
    qtbot.waitUntil(lambda: choice.width() > widest + 30)


@pytest.mark.parametrize(("number", "screen"), [(3, 2), (7, 1), (7, 2)])
def test_tables_behind_tabs_say_what_their_letters_mean(
    window: MainWindow, qtbot: QtBot, number: int, screen: int
) -> None:
    open_lecture(window, number, qtbot)
    window.teach.go_to_screen(screen - 1)
    panel = explore_panel(window, "local_tables", LocalTablesPanel)
    subtitle = panel.title_row.subtitle
    qtbot.waitUntil(lambda: subtitle.isVisible() and subtitle.text().startswith("weight of the neighbours"))
    assert subtitle.fontMetrics().horizontalAdvance(subtitle.text()) <= subtitle.width()


def test_the_box_of_an_axis_shrinks_again_after_other_data(window: MainWindow, qtbot: QtBot) -> None:
    """In lecture 8 it was as wide as "distance, all 16 attributes" in lecture 6."""
    for number in (6, 7, 8):
        open_lecture(window, number, qtbot)
    header = explore_panel(window, "map", MapPanel).header
    assert header.x.closed_text == "x: petalwidth"
    qtbot.waitUntil(lambda: header.x.width() == header.x.sizeHint().width(), timeout=5000)


def test_axes_of_a_narrow_map_can_be_told_apart(window: MainWindow, qtbot: QtBot) -> None:
    """Both petalwidth and petallength were shown as p…h."""
    window.setMinimumSize(600, 400)
    open_lecture(window, 2, qtbot, SCALED)
    window.teach.go_to_screen(2)
    header = explore_panel(window, "map", MapPanel).header

    def closed(choice: QComboBox) -> str:
        option = QStyleOptionComboBox()
        choice.initStyleOption(option)
        return option.currentText

    qtbot.waitUntil(lambda: [closed(header.x)[-3:], closed(header.y)[-3:]] == ["dth", "gth"])
    for width in (80, 70, 60):
        for choice in (header.x, header.y):
            choice.setFixedWidth(width)
        assert closed(header.x) != closed(header.y)
    assert header.buttons["menu"].isVisible(), "with the tools that have made way"


def test_table_mentioned_by_a_step_is_visible(window: MainWindow, qtbot: QtBot) -> None:
    open_lecture(window, 3, qtbot)
    while window.state.display.teaching.step != "tables":
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
    assert controller.table.outline.datasets, "filled in"
    assert controller.store.found.included, "with those of its data sets that ship as samples"
    controller.choose_preset("own")
    assert controller.plan == plan
    assert controller.store.rows == rows
    controller.choose_preset("table2")
    window.actions_by_name["close_lecture"].trigger()
    qtbot.waitUntil(lambda: controller.plan.preset == "own")
    assert controller.plan == plan, "the preset of a lecture ends with it"
    open_lecture(window, 8, qtbot)
    window.open(Opening("sample:iris"))
    qtbot.waitUntil(lambda: window.state.display.teaching.lecture is None, timeout=10_000)
    assert window.state.display.experiment.preset == "own"
    assert window.state.display.curves.evaluation == "cv", "the study of a lecture ends with it"
