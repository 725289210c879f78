"""Without sight and mouse: every control has a name, Tab reaches everything, the focus is visible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from lwnb_gui.app.display_state import PageName
from lwnb_gui.qt.explore.posterior import PosteriorPanel
from lwnb_gui.qt.explore.value_inputs import ValueSlider
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.scene import screen_reader
from lwnb_gui.qt.scene.scene_panel import ScenePanel
from lwnb_gui.qt.scene.screen_reader import ScreenReader, description
from lwnb_gui.qt.window.focus_order import reading_order
from lwnb_gui.qt.window.key_target import pointed_at
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.accessible import tree, unnamed
from tests.qt.conftest import Open, each_panel, explore_panel
from tests.qt.dialogs import all_dialogs

PAGES: tuple[PageName, ...] = ("start", "data", "explore", "curves", "experiment")
# Our own figures and lists, which describe in name and description what they show.
FIGURES = {
    "CurveCanvas", "SceneView", "MapSceneView",
    "ValueSlider", "QScrollArea", "PlotView", "MatrixPlot",
}  # fmt: skip
Go = Callable[[PageName], MainWindow]


@pytest.fixture
def go(opened: Open, qtbot: QtBot) -> Go:
    window = opened("weather-numeric", 1)

    def to(page: PageName) -> MainWindow:
        window.state.go_to(page)
        qtbot.waitUntil(lambda: not window.tasks.running, timeout=60_000)
        return window

    return to


def test_every_control_has_a_name_and_a_role(go: Go) -> None:
    for page in PAGES:
        window = go(page)
        nodes = tree(window)
        assert len(nodes) > 100, "the tree is there"
        assert unnamed(nodes) == [], page
        plain = {n.kind for n in nodes if n.focusable and n.role == QAccessible.Role.Client}
        assert plain - FIGURES == set(), page
        # A name would be read instead of the label's text.
        renamed = [t for t in window.findChildren(QLabel) if t.accessibleName() not in ("", t.text())]
        assert [t.text() for t in renamed if t.isVisible() and t.text()] == [], page
        # The text of a choice is its value; its purpose is given by a name or by the label before it.
        buddies = {label.buddy() for label in window.findChildren(QLabel)}
        boxes = [b for b in window.findChildren(QComboBox) if b.isVisible() and not b.accessibleName()]
        assert [b.currentText() for b in boxes if b not in buddies] == [], page
    slider = next(n for n in nodes if n.kind == "KSlider")
    assert slider.role == QAccessible.Role.Slider


def test_every_panel_of_explore_has_names_and_says_what_it_shows(go: Go, qtbot: QtBot) -> None:
    for name, panel in each_panel(go("explore"), qtbot):
        assert unnamed(tree(panel)) == [], name
        if isinstance(panel, ScenePanel):
            told = any(spot.description for spot in panel.view.scene.hotspots) or description(panel)
            assert told, f"{name}: a screen reader finds neither a hotspot with a description nor a table"


def test_dialogs_have_names_too(go: Go, qtbot: QtBot, tmp_path: Path) -> None:
    window = go("experiment")
    for dialog in all_dialogs(window, tmp_path):
        dialog.show()
        qtbot.waitUntil(lambda: not window.tasks.running, timeout=10_000)
        name = type(dialog).__name__
        assert unnamed(tree(dialog)) == [], name
        assert [t.accessibleName() for t in dialog.findChildren(QLabel) if t.accessibleName()] == [], name
        # On Linux a screen reader names a box by its current text; only its tip or label says what it is for.
        buddies = {label.buddy() for label in dialog.findChildren(QLabel)}
        boxes = [b for b in dialog.findChildren(QComboBox) if b.isVisible() and b not in buddies]
        assert [b.accessibleName() for b in boxes if not b.toolTip()] == [], name
        dialog.close()


def test_painted_panels_have_an_accessible_description(go: Go, monkeypatch: pytest.MonkeyPatch) -> None:
    window = go("explore")
    listener = ScreenReader(window)
    told, bars = {}, QWidget()
    for name in (
        "Local tables",
        "Posterior by class and learner",
        "Map of the rows around the test instance",
    ):
        view = next(w for w in window.findChildren(QWidget) if w.accessibleName() == name and is_on_screen(w))
        window.activateWindow()
        view.setFocus()
        told[name] = view.accessibleDescription()
        bars = view if name == "Posterior by class and learner" else bars
    assert told["Posterior by class and learner"].startswith("LWNB: yes 0.787"), "the figures of the bars"
    assert "temperature" in told["Local tables"]
    assert "Neighbours" in told["Map of the rows around the test instance"]
    slider = next(w for w in window.findChildren(ValueSlider) if w.isVisible())
    listener.on_focus(None, slider)
    assert slider.accessibleDescription() == "85; arrow keys move it"

    heard: list[str] = []
    monkeypatch.setattr(screen_reader, "announce", lambda _, text: heard.append(text))
    listener.announce_prediction()
    listener.announce_prediction()
    assert heard == ["All are wrong; LWNB says yes, 0.787. True: no."], "once"
    window.actions_by_name["guess_first"].trigger()
    ScreenReader(window).announce_prediction()
    assert len(heard) == 1, "nobody hears what the class is to guess"
    assert bars.accessibleDescription() == "", "nor what was told before"
    assert (
        description(explore_panel(window, "posterior", PosteriorPanel)) == "Hidden until you choose a class."
    )


def is_on_screen(widget: QWidget) -> bool:
    return widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def tabbed(window: MainWindow, back: bool = False) -> list[QWidget]:
    """Return what Tab reaches until it is back where it began."""
    result: list[QWidget] = []
    window.activateWindow()
    window.page_bar.buttons["experiment"].setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(400):
        at = QApplication.focusWidget()
        assert at is not None, "the focus is never lost"
        if result and at is result[0]:
            return result
        result.append(at)
        QTest.keyClick(at, Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
    pytest.fail(f"Tab does not come round: {[w.accessibleName() for w in result[-6:]]}")


def test_tab_reaches_every_control_and_shows_the_focus(go: Go) -> None:
    for page in PAGES:
        window = go(page)
        result = tabbed(window)
        assert tabbed(window, back=True)[1:] == result[:0:-1], "and the same way back"
        expected = {
            w
            for kind in (QAbstractButton, QComboBox, QLineEdit)
            for w in window.findChildren(kind)
            if w.isVisible() and w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
        }
        inside = {w for w in expected if any(w.parentWidget() is f or f.focusProxy() is w for f in result)}
        grouped = {w for w in expected if isinstance(w, QAbstractButton) and w.group() is not None}
        missed = expected - set(result) - inside - grouped  # the arrow keys reach the others of a group
        assert [(page, type(w).__name__, w.accessibleName()) for w in missed] == []
        assert all(w.isChecked() for w in result if isinstance(w, QRadioButton)), "Tab reaches the chosen one"
        assert [f"{page}: {name_of(w)}" for w in result if not is_seen(w)] == []


def is_seen(widget: QWidget) -> bool:
    """Return whether the widget looks different with the focus."""
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    lit = picture(widget)
    widget.clearFocus()
    QApplication.processEvents()
    return lit != picture(widget)


def name_of(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}"


def picture(widget: QWidget) -> QImage:
    """Return the widget with some of its surroundings: the ring may be its parent's."""
    around = widget.parentWidget() or widget
    page = widget.geometry().adjusted(-3, -3, 3, 3) if around is not widget else widget.rect()
    return around.grab(page).toImage()


def test_f6_goes_from_panel_to_panel_and_round_again(go: Go) -> None:
    for page in ("data", "explore", "curves", "experiment"):
        window = go(page)
        visited: list[Panel] = []
        while True:
            QTest.keyClick(window, Qt.Key.Key_F6)
            inside = QApplication.focusWidget()
            while inside is not None and not isinstance(inside, Panel):
                inside = inside.parentWidget()
            assert inside is not None, f"{page}: the focus is in no panel after {len(visited)} steps"
            if inside in visited:
                break
            visited.append(inside)
            assert pointed_at()[0] is QApplication.focusWidget(), "wherever the mouse was left"
        assert inside is visited[0], page
        shown = [p for p in window.findChildren(Panel) if p.isVisible() and not p.findChildren(Panel)]
        assert {p.title for p in shown if reading_order(p)} <= {p.title for p in visited}, page


def test_another_page_has_the_focus_where_keys_are_useful(go: Go) -> None:
    window = go("explore")
    for page, expected in (("curves", window.strip), ("experiment", None), ("data", window.strip)):
        reading_order(window.page(window.state.display.page))[0].setFocus()
        go(page)  # type: ignore[arg-type]
        now: QWidget | None = window.focusWidget()
        assert now is not None
        assert (expected or window.page("experiment")).isAncestorOf(now), (page, now)
    window.page_bar.buttons["explore"].setFocus()
    go("explore")
    assert window.focusWidget() is window.page_bar.buttons["explore"]  # the focus stays where it is


def test_hidden_control_passes_the_focus_to_a_neighbour(go: Go) -> None:
    window = go("experiment")
    panel = next(
        p
        for p in window.findChildren(Panel)
        if p.isVisible() and p.title == "Experiment" and len(reading_order(p)) > 2
    )
    first = reading_order(panel)[1]
    first.setFocus()
    first.setEnabled(False)
    focused = window.focusWidget()
    assert focused is not None
    assert focused is not first
    assert panel.isAncestorOf(focused)
    first.setEnabled(True)
