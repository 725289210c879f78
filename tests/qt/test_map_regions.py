"""Regions under the map: in coarse pictures first, for one learner or all four."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.plots.regions import shaded
from lwnb_gui.plots.theme import DARK, LIGHT, PROJECTOR
from lwnb_gui.qt.main_window import MainWindow
from lwnb_gui.qt.panels.map_regions import TASK, Request
from tests.qt.conftest import Open, query_of
from tests.qt.map_hands import drawn, panel_of


def regions_on(window: MainWindow, which: str) -> None:
    window.state.set_map(replace(query_of(window).map, regions=which))  # type: ignore[arg-type]


def test_regions_come_under_the_map_and_go(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "KNN")
    qtbot.waitUntil(
        lambda: panel.ground.request is not None and TASK not in window.tasks.running, timeout=60_000
    )
    assert panel.ground.figure is not None
    assert panel.ground.figure.panels[0].name == "KNN"
    assert "what KNN says" in panel.caption.text
    taken = panel.to_figure()
    assert taken is not None
    drawing = taken.to_bytes("svg").decode()
    assert "Ground: what KNN says there at k = 50" in drawing, "it is said away from the window as well"
    regions_on(window, "off")
    assert panel.ground.request is None
    assert "KNN" not in panel.caption.text


def test_all_four_side_by_side_take_clicks(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "all four")
    qtbot.waitUntil(lambda: len(panel.canvas.planes) == 4, timeout=60_000)
    qtbot.waitUntil(lambda: TASK not in window.tasks.running, timeout=60_000)
    qtbot.waitUntil(lambda: panel.canvas._background is not None)
    taken = panel.to_figure()
    assert taken is not None
    assert taken.data.words.startswith("Ground: what each learner says there at k = 50")
    plane = panel.canvas.planes[2].bbox
    middle = QPoint(
        round(plane.x0 + plane.width / 2), round(panel.canvas.height() - plane.y0 - plane.height / 2)
    )
    qtbot.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=middle)
    assert query_of(window).changed_values["x"] == pytest.approx(0.5, abs=0.02)
    regions_on(window, "off")
    qtbot.waitUntil(lambda: panel.canvas.artists is not None)
    assert panel.canvas.planes == ()


def test_a_stale_reply_is_dropped(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "NB")
    qtbot.waitUntil(lambda: panel.ground.found is not None, timeout=60_000)
    old, found = panel.ground.request, panel.ground.found
    assert old is not None
    assert found is not None
    window.state.pick_row(3)
    window.pipeline._follow()
    panel.ground.remove()
    panel._show_regions(old, found)
    assert panel.ground.request is None


def test_regions_follow_k_when_it_rests(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "LWNB")
    qtbot.waitUntil(lambda: panel.ground.found is not None, timeout=60_000)
    for k in (3, 4, 5):
        window.state.set_k(k)
        window.pipeline._follow()
    qtbot.waitUntil(lambda: panel.ground.found is not None and panel.ground.found.k == 5, timeout=60_000)
    assert isinstance(panel.ground.request, Request)


def test_the_learner_shown_is_computed_alone_and_keys_go_through_them(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    after = window.actions_by_name["next_regions"]

    def ready(*names: str) -> None:
        qtbot.waitUntil(
            lambda: (
                panel.ground.found is not None
                and set(names) <= set(panel.ground.found.posteriors)
                and panel.ground.wanted == query_of(window).map.regions
                and TASK not in window.tasks.running
            ),
            timeout=60_000,
        )

    after.trigger()
    assert query_of(window).map.regions == "LWNB"
    ready("LWNB")
    assert panel.ground.found is not None
    assert set(panel.ground.found.posteriors) == {"LWNB"}
    assert "A slice through row 1:" in panel.caption.text
    for _ in range(4):
        after.trigger()
    assert query_of(window).map.regions == "all four"
    ready("LWNB", "NB", "KNN", "KNNDW")
    found = panel.ground.found
    regions_on(window, "KNN")  # is there already
    ready("KNN")
    assert panel.ground.found is found
    after.trigger()
    after.trigger()
    after.trigger()
    assert query_of(window).map.regions == "off"
    assert panel.ground.request is None
    window.state.set_map(replace(query_of(window).map, kind="distance"))
    after.trigger()
    assert query_of(window).map.regions == "off"


@pytest.mark.parametrize("which", ["LWNB", "all four"])
def test_regions_stay_in_another_theme_in_its_colours(which: str, opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, which)
    qtbot.waitUntil(
        lambda: panel.ground.found is not None and panel.regions._task not in window.tasks.running,
        timeout=60_000,
    )
    found = panel.ground.found
    for action, theme in (("theme_dark", DARK), ("theme_projector", PROJECTOR), ("theme_light", LIGHT)):
        window.actions_by_name[action].trigger()
        window.context.turns.finish()
        assert panel.ground.wanted == which, "at once, and not when they are computed anew"
        assert panel.ground.found is found
        planes = panel.canvas.planes or (panel.canvas.ax,)
        assert len(planes) == (4 if which == "all four" else 1)
        assert panel.ground.figure is not None
        for at, plane in enumerate(planes):
            assert plane is not None
            (image,) = plane.images
            posterior = panel.ground.figure.panels[at].posterior
            strongest = {} if which == "all four" else {"strongest": 0.6}
            assert np.array_equal(image.get_array(), shaded(posterior, theme, **strongest))


# -- the rest -------------------------------------------------------------------------------------------


def test_the_bar_says_that_finer_ones_are_on_their_way(opened: Open, qtbot: QtBot) -> None:
    window = opened("checkers-board", 66)
    panel = drawn(qtbot, panel_of(window))
    regions_on(window, "KNN")
    qtbot.waitUntil(lambda: panel.ground.request is not None, timeout=60_000)
    qtbot.waitUntil(lambda: panel.regions._task not in window.tasks.running, timeout=60_000)
    panel.regions._progress(20, 100)
    assert panel.computing_bar._share == 0.2
    assert panel.ground.request is not None
    panel.regions._asked = None
    panel.regions.ask(panel.ground.request, panel.show_error)
    qtbot.waitUntil(lambda: panel.regions._task not in window.tasks.running, timeout=60_000)
    assert panel.computing_bar._share is None
    assert not panel.computing_bar.is_on
