"""Closed data are released: no panel, visible or hidden, keeps them, reads them or fails for lack of them."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_core import Dataset
from lwnb_core.local.training import TrainingSet
from lwnb_gui.app.display_state import PAGES, PageName
from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.data.page import DataPage
from lwnb_gui.qt.explore.map.map_panel import MapPanel
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import each_panel, explanation_of, query_of, wait_until_idle
from tests.qt.curve_helpers import finished, page_of
from tests.qt.map_helpers import at, panel_of, star
from tests.qt.mouse import move_mouse

pytestmark = pytest.mark.shared_window


def wait_until_explained(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until nothing is computed or drawn any more."""
    qtbot.waitUntil(lambda: window.context.explanation is not None, timeout=20_000)
    wait_until_idle(window, qtbot)


def visit_everything(window: MainWindow, qtbot: QtBot) -> None:
    """Visit every page and every tab, with regions on both maps, a study, and the mouse on a neighbour."""
    window.state.set_map(replace(query_of(window).map, regions="LWNB"))
    for _ in each_panel(window, qtbot):
        wait_until_explained(window, qtbot)
    page = window.page("data")
    assert isinstance(page, DataPage)
    for name in PAGES:
        window.state.go_to(name)
        wait_until_explained(window, qtbot)
        if name == "data":
            for tab in range(3):
                page.tabs.show_tab(tab)
                wait_until_explained(window, qtbot)
        if name == "curves":
            finished(page_of(window), qtbot)
            wait_until_explained(window, qtbot)
    window.state.go_to("explore")
    wait_until_explained(window, qtbot)
    for panel in window.findChildren(MapPanel):
        assert panel.regions.request is not None, "both maps have regions"
    explanation = window.context.explanation
    assert explanation is not None
    assert explanation.neighbour_rows is not None
    panel = panel_of(window)
    move_mouse(panel.view.viewport(), at(panel, int(explanation.neighbour_rows[0])))
    assert window.context.hover.now.neighbour == 0


def use_the_keys(window: MainWindow, qtbot: QtBot) -> None:
    """Use steps, another theme and back, full screen and another size; none concerns hidden panels."""
    key = Qt.Key
    for pressed in (key.Key_F8, key.Key_F8, key.Key_F9, key.Key_F7, key.Key_F9, key.Key_F11, key.Key_F11):
        qtbot.keyClick(window, pressed)
        qtbot.wait(20)
    for size in ((1280, 760), (1600, 1000)):
        window.resize(*size)
        qtbot.wait(20)
    qtbot.keyClick(window, key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    for action in ("k_up", "next_row", "next_regions", "undo", "guess_first", "guess_first"):
        window.actions_by_name[action].trigger()
        qtbot.wait(20)


def left_of(origin: str) -> list[object]:
    """Return the data sets and training rows of closed data that still exist."""
    kinds = (Dataset, TrainingSet)
    return [result for result in gc.get_objects() if isinstance(result, kinds) and result.origin == origin]


def write(file: Path, rows: int, attributes: int, classes: int) -> Opening:
    """Write random numbers; the last two columns separate the classes, so that the map opens on them."""
    random = np.random.default_rng(rows)
    of = np.arange(rows) % classes
    values = random.normal(size=(rows, attributes))
    values[:, -2:] += 3 * of[:, None]
    lines = [f"@relation {file.stem}", *(f"@attribute a{j} numeric" for j in range(attributes))]
    lines += [f"@attribute class {{{','.join(f'c{c}' for c in range(classes))}}}", "@data"]
    lines += [",".join([*(f"{v:.3f}" for v in row), f"c{c}"]) for row, c in zip(values, of, strict=True)]
    file.write_text("\n".join(lines))
    return Opening(str(file))


@pytest.mark.parametrize("page", PAGES)
def test_nothing_holds_or_reads_data_that_were_closed(
    page: PageName, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write(tmp_path / "first.arff", 40, 6, 3))
    wait_until_explained(window, qtbot)
    visit_everything(window, qtbot)
    closed = query_of(window).data.origin
    explanation = weakref.ref(explanation_of(window))
    window.state.go_to(page)
    wait_until_explained(window, qtbot)

    window.open(write(tmp_path / "second.arff", 20, 2, 2))
    qtbot.waitUntil(lambda: query_of(window).data.name == "second", timeout=10_000)
    use_the_keys(window, qtbot)
    wait_until_explained(window, qtbot)
    gc.collect()
    assert left_of(closed) == []
    assert explanation() is None


def test_a_drag_ends_with_the_data_that_were_dragged_in(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """A file may be read while the mouse is down; the rest of the drag must not affect the new data."""
    window.open(write(tmp_path / "first.arff", 40, 6, 3))
    wait_until_explained(window, qtbot)
    panel, left = panel_of(window), Qt.MouseButton.LeftButton
    qtbot.waitUntil(lambda: panel.view.static_paints > 0)
    page = star(panel)
    qtbot.mousePress(panel.view.viewport(), left, pos=page)
    assert panel.view.is_dragging_star
    window.open(write(tmp_path / "second.arff", 20, 2, 2))
    qtbot.waitUntil(lambda: query_of(window).data.name == "second", timeout=10_000)
    wait_until_explained(window, qtbot)
    limits = panel.view.limits
    move_mouse(panel.view.viewport(), page + QPoint(40, 40), left)
    qtbot.mouseRelease(panel.view.viewport(), left, pos=page + QPoint(40, 40))
    assert query_of(window).changes == ()
    assert panel.view.limits == limits


def test_closing_the_data_leaves_nothing_of_them(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.open(write(tmp_path / "first.arff", 40, 6, 3))
    wait_until_explained(window, qtbot)
    visit_everything(window, qtbot)
    closed = query_of(window).data.origin
    window.actions_by_name["close"].trigger()
    window.actions_by_name["theme_dark"].trigger()
    qtbot.waitUntil(lambda: not window.tasks.running, timeout=20_000)
    gc.collect()
    assert left_of(closed) == []


def test_a_hidden_map_hears_that_attributes_are_out_of_use(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open(write(tmp_path / "first.arff", 40, 6, 3))
    wait_until_explained(window, qtbot)
    window.state.set_map(replace(query_of(window).map, regions="LWNB"))
    for page in PAGES:
        window.state.go_to(page)
        wait_until_explained(window, qtbot)
    window.state.go_to("explore")
    for name in ("a0", "a1", "a2", "a3"):  # the map's own follow
        window.state.use_attribute(name, False)
    wait_until_explained(window, qtbot)
    use_the_keys(window, qtbot)
    wait_until_explained(window, qtbot)
