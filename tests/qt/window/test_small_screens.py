"""Small screens: what is hidden, what comes back, and that no text which must be read is cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QScrollArea,
    QSplitter,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from lwnb_gui.app.display_state import PageName
from lwnb_gui.qt.experiment.page import ExperimentPage
from lwnb_gui.qt.explore.contributions import ContributionsPanel
from lwnb_gui.qt.explore.instances import InstancesPanel
from lwnb_gui.qt.explore.map.map_header import RegionsCombo
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.explore.page import ExplorePage
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.window import qt_theme
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import Open, explore_panel
from tests.qt.seen import texts

_AROUND = 34  # pixels: frame, padding and arrow of a choice


def fits(choice: QComboBox) -> bool:
    return choice.fontMetrics().horizontalAdvance(choice.currentText()) + _AROUND <= choice.width()


def test_combo_boxes_show_their_whole_text(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    the_map, instances = (
        explore_panel(window, "map", MapPanel),
        explore_panel(window, "instances", InstancesPanel),
    )
    contributions = explore_panel(window, "contributions", ContributionsPanel)
    assert contributions.subtitle == "for republican" or "republican" in texts(contributions)
    for size in ((1600, 1000), (1366, 768), (1180, 760)):
        window.resize(*size)
        qtbot.waitUntil(lambda: fits(the_map.header.x) and fits(instances.filter), timeout=5000)


@pytest.mark.parametrize(
    ("size", "narrow", "low", "strip"), [((1600, 1000), False, False, 152), ((1366, 768), True, True, 112)]
)
def test_small_screen_rules(
    opened: Open, qtbot: QtBot, size: tuple[int, int], narrow: bool, low: bool, strip: int
) -> None:
    window = opened()
    window.resize(*size)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    assert page.arrangement is not None
    assert (page.arrangement.narrow, page.arrangement.low) == (narrow, low)
    assert window.strip.height() == strip


def test_panel_tools_return_from_the_tabs_of_a_small_window(opened: Open, qtbot: QtBot) -> None:
    window = opened("vote", 403)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    window.resize(1366, 768)
    QApplication.processEvents()
    window.resize(1600, 1000)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, 52)  # DeferredDelete: the tabs are gone
    for name in ("local_tables", "contributions", "equations", "neighbours"):
        assert page.panels[name].header_tools.isVisible(), name
    equations = page.panels["equations"]
    assert equations.printed.isVisible()  # type: ignore[attr-defined]


def test_a_very_narrow_window_folds_the_left_column(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    window.setMinimumSize(0, 0)
    window.resize(1100, 768)
    QApplication.processEvents()
    assert page.arrangement is not None
    assert page.arrangement.folded
    instances = page.panels["instances"]
    assert not instances.isVisible()
    assert page.fold_button.isVisible()
    qtbot.mouseClick(page.fold_button, Qt.MouseButton.LeftButton)
    assert instances.isVisible()
    assert instances.mapTo(page, QPoint(0, 0)).x() >= page.fold_button.width()
    qtbot.mouseClick(page.fold_button, Qt.MouseButton.LeftButton)
    assert not instances.isVisible()
    window.resize(1600, 1000)
    QApplication.processEvents()
    assert not page.arrangement.folded
    assert instances.isVisible()
    assert not page.fold_button.isVisible()


def test_the_setup_of_an_experiment_scrolls_instead_of_being_squeezed(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.actions_by_name["theme_projector"].trigger()
    window.state.go_to("experiment")
    window.resize(1366, 768)
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    for panel in (page.setup, page.progress, page.marks):
        qtbot.waitUntil(lambda p=panel: p.height() >= p.minimumSizeHint().height(), timeout=5000)  # type: ignore[misc]


def test_panels_have_their_heights_again_after_another_theme_on_another_page(
    opened: Open, qtbot: QtBot
) -> None:
    """The posterior kept the height for the projector, with empty space below its sentences."""
    window = opened("glass", 1)
    window.resize(1600, 1000)
    posterior = explore_panel(window, "posterior", PosteriorPanel)
    QApplication.processEvents()
    before = posterior.height()
    window.set_theme("projector")
    QApplication.processEvents()
    assert posterior.height() > before
    window.state.go_to("experiment")
    QApplication.processEvents()
    window.set_theme("light")
    window.state.go_to("explore")
    qtbot.waitUntil(lambda: posterior.isVisible() and posterior.height() == before, timeout=5000)


def test_the_tab_before_step_mode_is_in_front_after_it(opened: Open, qtbot: QtBot) -> None:
    window = opened("glass", 1)
    window.resize(1366, 768)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    for name in ("contributions", "local_tables"):
        page.show_panel(name)
        assert page.panels[name].isVisible()
        window.actions_by_name["step_forward"].trigger()
        window.actions_by_name["step_forward"].trigger()
        assert not page.panels[name].isVisible() or page.panels[name].content.isHidden()
        window.actions_by_name["step_out"].trigger()
        qtbot.waitUntil(page.panels[name].isVisible, timeout=5000)


def test_the_classes_to_guess_have_space_in_a_small_window(opened: Open, qtbot: QtBot) -> None:
    window = opened("glass", 1)
    window.resize(1366, 768)
    window.actions_by_name["guess_first"].trigger()
    buttons = window.teach.bar.guess.buttons
    assert len(buttons) == 7
    qtbot.waitUntil(buttons[0].isVisible, timeout=5000)
    QApplication.processEvents()
    for button in buttons:
        assert button.width() >= button.sizeHint().width(), button.text()


@pytest.mark.parametrize("page", ["explore", "curves"])
def test_the_choice_of_regions_says_what_it_is(opened: Open, qtbot: QtBot, page: PageName) -> None:
    window = opened()
    window.resize(1366, 768)
    window.actions_by_name["theme_projector"].trigger()
    window.state.go_to(page)
    combo = next(box for box in window.page(page).findChildren(RegionsCombo))
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    assert option.currentText == "regions: off"
    needed = combo.fontMetrics().horizontalAdvance(option.currentText)
    assert combo.minimumSizeHint().width() > needed + combo.fontMetrics().height()
    window.actions_by_name["theme_light"].trigger()


def parts_fit(splitter: QSplitter) -> bool:
    """Return whether all parts have their minimum heights; otherwise one is painted over the next."""
    parts = [splitter.widget(i) for i in range(splitter.count())]
    shown = [part for part in parts if part is not None and not part.isHidden()]
    needed = sum(part.minimumHeight() or part.minimumSizeHint().height() for part in shown)
    return needed + (len(shown) - 1) * splitter.handleWidth() <= splitter.height()


def upright_splitters(page: QWidget) -> list[QSplitter]:
    found = page.findChildren(QSplitter)
    return [s for s in found if s.isVisible() and s.orientation() == Qt.Orientation.Vertical]


@pytest.mark.parametrize("height", [800, 768, 740])
def test_panels_do_not_overlap_where_their_content_needs_more_height(
    opened: Open, qtbot: QtBot, height: int
) -> None:
    """With seven classes in the projector's font, the posterior covered the tabs below it."""
    window = opened("glass", 1)
    window.set_theme("projector")
    window.setMinimumSize(0, 0)
    window.resize(1366, height)
    page = window.page("explore")
    qtbot.waitUntil(
        lambda: bool(upright_splitters(page)) and all(map(parts_fit, upright_splitters(page))), timeout=5000
    )


def test_curves_are_not_painted_over_their_rows_on_a_low_page(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 1)
    window.setMinimumSize(600, 400)
    window.state.go_to("curves")
    window.resize(960, 480)
    page = window.page("curves")
    qtbot.waitUntil(
        lambda: bool(upright_splitters(page)) and all(map(parts_fit, upright_splitters(page))), timeout=5000
    )


def test_the_least_size_leaves_space_for_the_title_bar(opened: Open, qtbot: QtBot) -> None:
    """At scale 2 the status bar of a maximised window was below the screen."""
    window = opened()
    window.set_theme("projector")
    free = QGuiApplication.primaryScreen().availableSize()
    assert window.minimumWidth() == free.width(), "the screen is smaller than the theme would like"
    assert window.minimumHeight() < free.height() - 20


@pytest.mark.parametrize(("sample", "row"), [("vote", 403), ("checkers-board", 1)])
def test_the_list_of_instances_shows_all_its_columns(
    opened: Open, qtbot: QtBot, sample: str, row: int
) -> None:
    window = opened(sample, row)
    window.resize(1366, 739)
    table = explore_panel(window, "instances", InstancesPanel).table
    qtbot.waitUntil(lambda: table.verticalScrollBar().isVisible() and bool(table.header.length()))
    assert table.header.length() <= table.viewport().width()


def test_subtitles_beside_tabs_are_whole_or_absent(opened: Open, qtbot: QtBot) -> None:
    window = opened("iris", 135)
    window.resize(1366, 768)
    page = window.page("explore")
    assert isinstance(page, ExplorePage)
    for name in ("local_tables", "equations", "contributions"):
        page.show_panel(name)
        QApplication.processEvents()
        label = page.panels[name].title_row.subtitle
        needed = label.fontMetrics().horizontalAdvance(label.text())
        assert needed <= label.width() or not label.text(), name


def test_the_scroll_bar_of_the_setup_takes_no_width_from_its_controls(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.state.go_to("experiment")
    window.resize(1600, 1400)
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    bar = page.findChild(QScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0 and page.setup.width() > 200, timeout=5000)
    width = page.setup.width()
    window.setMinimumSize(0, 0)
    window.resize(1366, 500)
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=5000)
    qtbot.waitUntil(lambda: page.setup.width() == width, timeout=5000)


def test_the_setup_of_a_table_of_the_paper_does_not_scroll(opened: Open, qtbot: QtBot) -> None:
    """At 1600 × 1000, nine lines with the names of missing data sets made it scroll."""
    window = opened()
    window.resize(1600, 1000)
    window.state.go_to("experiment")
    page = window.page("experiment")
    assert isinstance(page, ExperimentPage)
    page.controller.choose_preset("table2")
    qtbot.waitUntil(lambda: page.comparison.isVisible() and bool(page.comparison.missing.text()))
    bar = page.findChild(QScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: page.comparison.height() >= page.comparison.minimumSizeHint().height())
    assert bar.maximum() == 0


def test_the_start_page_is_seen_whole_by_a_projector(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It scrolled to the right, and tiles cut off the number of classes."""
    monkeypatch.setattr(qt_theme, "_screen", lambda: QSize(1366, 768))
    window.actions_by_name["theme_projector"].trigger()
    window.resize(1366, 739)
    start = window.start
    qtbot.waitUntil(lambda: start.isVisible() and start.width() == 1366, timeout=5000)
    qtbot.waitUntil(lambda: start.verticalScrollBar().isVisible(), timeout=5000)
    assert start.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_no_label_of_the_start_page_is_cut(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    """A narrow left column cut "or drop a data or .lwnb file here" at both ends."""
    monkeypatch.setattr(qt_theme, "_screen", lambda: QSize(1366, 768))
    window.actions_by_name[f"theme_{theme}"].trigger()
    window.resize(1366, 739)
    start = window.start
    qtbot.waitUntil(lambda: start.isVisible() and start.width() == 1366, timeout=5000)
    labels = [label for label in start.drop.findChildren(QLabel) if label.text()]
    assert labels
    for label in labels:
        qtbot.waitUntil(lambda label=label: label.height() >= label.heightForWidth(label.width()))
        longest = max(label.text().split() if label.wordWrap() else [label.text()], key=len)
        assert label.fontMetrics().horizontalAdvance(longest) <= label.width(), label.text()


def test_the_start_page_is_shown_from_its_top_again(window: MainWindow, qtbot: QtBot) -> None:
    """Qt scrolled it while it was being hidden and had almost no height."""
    window.resize(1366, 739)
    window.start.first_look.click()
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=10_000)
    window.actions_by_name["start"].trigger()
    assert window.start.isVisible()
    assert window.start.verticalScrollBar().maximum() > 0
    assert window.start.verticalScrollBar().value() == 0
