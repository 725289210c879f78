"""What a frame shows: a step's changes all at once, texts that wait for a result, labels of fixed width."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_core.errors import DataError
from lwnb_gui.app.query import Query
from lwnb_gui.qt.panel import COMPUTING, Panel
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import Open, wait_until_idle

pytestmark = pytest.mark.shared_window


class Frames(QObject):
    """Counts frames, and records what was pending at the end of each."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self.ks: list[object] = []
        self.layouts = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Paint:
            explanation = self._window.context.explanation
            self.ks.append(None if explanation is None else explanation.settings["k"])
        elif event.type() == QEvent.Type.LayoutRequest and watched is self._window.page("explore"):
            self.layouts += 1
        return False


def test_a_step_of_k_is_one_frame_and_lays_nothing_out(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.state.set_k(55)
    qtbot.waitUntil(lambda: window.context.explanation.settings["k"] == 55)  # type: ignore[union-attr]
    wait_until_idle(window, qtbot)
    frames = Frames(window)
    app = QApplication.instance()
    assert app is not None
    app.installEventFilter(frames)
    window.state.set_k(56)
    QApplication.sendPostedEvents(None, 0)
    app.removeEventFilter(frames)
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.settings["k"] == 56  # the explanation is ready before the frame
    assert set(frames.ks) <= {56}
    assert frames.layouts == 0


def test_panels_show_computing_before_the_first_result(window: MainWindow) -> None:
    window.state.open(Query.opening(lw.sample("iris")))
    panels = window.page("explore").panels  # type: ignore[attr-defined]
    waiting = ("map", "local_tables", "contributions", "equations")
    for name in waiting:
        panels[name].show_explanation(None)
        assert panels[name].empty.text == COMPUTING
    window.context.set_error(DataError("no"))
    assert all(panels[name].empty.text != COMPUTING for name in waiting)


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_names_in_a_legend_of_many_classes_are_not_cut(window: MainWindow, qtbot: QtBot, theme: str) -> None:
    random = np.random.default_rng(1)
    names = tuple(f"a rather long class name {i}" for i in range(11))
    attributes = [lw.Attribute.numeric("x"), lw.Attribute.numeric("y"), lw.Attribute.nominal("class", names)]
    columns = [random.random(60), random.random(60), random.integers(0, 11, 60)]
    window.set_theme(theme)  # type: ignore[arg-type]
    window.state.open(Query.opening(lw.Dataset.from_columns("names", attributes, columns)))
    legend = window.page_bar.legend
    wait_until_idle(window, qtbot)
    shown = [button for button in legend.buttons if button.isVisible()]
    assert shown
    assert all(button.width() >= button.sizeHint().width() for button in shown)
    assert legend.more.text() == f"+ {11 - len(shown)}"


def test_panels_are_opaque(opened: Open) -> None:
    for panel in opened().findChildren(Panel):
        if panel.isVisible():
            colour = panel.grab().toImage().pixelColor(1, panel.height() - 2)
            assert colour.alpha() == 255
