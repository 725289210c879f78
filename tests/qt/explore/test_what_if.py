"""What if in the window: rows apply changes, undo reverts them, the curve sets values, tasks end."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.explore.what_if import CURVE_TASK, TASK, WhatIfPanel
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.views.drawing.scene import Rect
from lwnb_gui.views.what_if import WhatIfLine, column_widths
from tests.qt.conftest import Open, explore_panel, query_of
from tests.qt.mouse import move_mouse, rectangle_of
from tests.qt.seen import subtitle_tip

pytestmark = pytest.mark.shared_window


def panel_of(window: MainWindow) -> WhatIfPanel:
    return explore_panel(window, "what_if", WhatIfPanel)


def answered(qtbot: QtBot, panel: WhatIfPanel) -> WhatIfPanel:
    """Wait until list and curve are those of the current instance."""

    def done() -> bool:
        query, selection, result = (
            panel.context.state.query,
            panel.context.selection,
            None if panel.reading is None else panel.reading.result,
        )
        curve = panel.plot.dependence
        request = panel.request
        return (
            query is not None
            and selection is not None
            and selection.changed == tuple(query.changed_values)
            and selection.instances.rows[0] == query.row
            and request is not None
            and request.selection is selection
            and request.k == query.k
            and result is not None
            and result.is_complete
            and not panel.context.tasks.is_running(TASK)
            and curve is not None
            and not panel.context.tasks.is_running(CURVE_TASK)
        )

    qtbot.waitUntil(done, timeout=20_000)
    return panel


def tints(panel: WhatIfPanel) -> dict[int, str]:
    """Return the lines with a coloured background."""
    result = {}
    for shape in panel.view.scene.shapes:
        spots = [s for s in panel.view.scene.hotspots if isinstance(s.target, WhatIfLine)]
        if isinstance(shape, Rect) and shape.fill:
            result |= {s.target.line: shape.fill for s in spots if s.y == shape.y}  # type: ignore[union-attr]
    return result


def test_a_line_is_applied_by_click_and_by_enter(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened()
    window.actions_by_name["show_what_if"].trigger()
    panel = answered(qtbot, panel_of(window))
    assert panel.isVisible()
    assert window.focusWidget() is panel.view
    assert subtitle_tip(panel) == "now Iris-virginica, 0.828; 3 attributes can each change it alone"
    assert panel.reading is not None
    texts = [list(line.texts(panel.reading.classes)) for line in panel.lines]
    assert texts[0] == ["petallength", "5.6 → 5.3", "0.051", "Iris-versicolor", "0.520", "2 of 50"]
    assert texts[3][0] == "row 134, nearest"
    assert texts[-1][:2] == ["sepalwidth", "no value changes the answer"]
    distances = [line.distance for line in panel.lines if line.says is not None]
    assert distances == sorted(distances)
    # The curve shows the attribute of the map's y axis until another one is chosen.
    assert panel.plot.dependence is not None
    assert panel.plot.dependence.attribute.name == "petallength"
    assert (
        panel.curve_text.text()
        == "petallength 5.6: Iris-virginica, 0.828. It becomes Iris-versicolor at 5.3."
    )
    panel.view.stepped.emit(WhatIfLine(3))
    assert not window.tasks.is_running(CURVE_TASK), "a row changes several attributes: the curve stays"
    widths = column_widths(panel.reading, panel.view.canvas()._replace(width=300.0))
    assert widths[2] == 0, "the distance gives way"
    assert widths[3] > 90, "before the answer is cut"
    table = panel.to_table()
    assert table is not None
    assert next(iter(table.rows))[1] == "5.6 → 5.3"
    panel.export_image(tmp_path / "what-if.png")
    assert (tmp_path / "what-if.png").stat().st_size > 1000

    # One click on the change.
    view, before = panel.view, query_of(window)
    rectangle = rectangle_of(view, WhatIfLine(0, True))
    assert rectangle is not None
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rectangle.center().toPoint())
    assert query_of(window).changed_values == {"petallength": 5.3}
    qtbot.waitUntil(
        lambda: window.context.explanation is not None and window.context.explanation.prediction == 1,
        timeout=10_000,
    )
    answered(qtbot, panel)
    assert panel.reading.result.prediction == 1
    window.actions_by_name["undo"].trigger()
    assert query_of(window) == before
    answered(qtbot, panel)

    # A click elsewhere shows the attribute's curve and changes nothing; then Enter on a row.
    rectangle = rectangle_of(view, WhatIfLine(4))
    assert rectangle is not None
    at = QPoint(10, round(rectangle.center().y()))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)  # twice has the same effect as once
    qtbot.waitUntil(lambda: panel.plot.dependence.attribute.name == "sepalwidth", timeout=10_000)  # type: ignore[union-attr]
    assert query_of(window) == before
    assert panel.curve_text.text().endswith("No other value changes the answer.")
    assert tints(panel) == {4: "accent_tint"}
    move_mouse(view.viewport(), at)
    qtbot.keyClick(view, Qt.Key.Key_Up)  # the nearest row
    assert tints(panel)[3] == "accent_tint", "the row that would be taken stands out"
    assert tints(panel)[4] == "hover", "the curve is still that of the line before"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert query_of(window).changed_values == {
        "sepallength": 6.3, "sepalwidth": 2.8, "petallength": 5.1, "petalwidth": 1.5,
    }  # fmt: skip
    window.actions_by_name["undo"].trigger()
    assert query_of(window) == before


def test_click_on_the_curve_sets_the_value(opened: Open, qtbot: QtBot) -> None:
    window = opened("weather-numeric", 1)
    window.state.set_k(5)
    window.actions_by_name["show_what_if"].trigger()
    panel = answered(qtbot, panel_of(window))
    plot = panel.plot
    qtbot.waitUntil(lambda: plot.artists is not None and plot.full_draws > 0, timeout=10_000)
    assert plot.dependence is not None
    assert plot.dependence.attribute.name == "humidity"
    # Keys: left from the current value; leaving cancels; then a click at 75.
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Left)
    assert plot.at is not None
    assert plot.at < 85
    assert panel.curve_text.text().startswith("humidity 84.")
    artists = plot.artists
    assert artists is not None
    box, ratio = artists.ax.transData.transform((75.0, 0.5)), plot.device_pixel_ratio
    corner = plot.rect().topLeft()
    corner.setX(round(float(box[0]) / ratio))
    corner.setY(round(plot.height() - float(box[1]) / ratio))
    plot.grab()  # process pending paint events
    full = plot.full_draws
    move_mouse(plot, corner)
    assert plot.full_draws == full
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=corner)
    value = query_of(window).changed_values["humidity"]
    assert value == pytest.approx(75.0, abs=0.3)
    answered(qtbot, panel)
    window.state.undo()
    answered(qtbot, panel)
    # Nominal: the values in order, and missing after the last.
    row = panel.line_of(0)
    panel.view.stepped.emit(WhatIfLine(row or 0))
    qtbot.waitUntil(lambda: plot.dependence is not None and plot.dependence.index == 0, timeout=10_000)
    qtbot.waitUntil(lambda: plot.artists is not None and plot.artists.data is plot.dependence)
    plot.move_to(None)
    for _ in range(4):
        qtbot.keyClick(plot, Qt.Key.Key_Right)
    qtbot.keyClick(plot, Qt.Key.Key_Return)
    assert query_of(window).changed_values["outlook"] is None


def test_search_ends_when_hidden_and_with_its_data(opened: Open, qtbot: QtBot) -> None:
    window = opened("labor", 3)
    panel = panel_of(window)
    assert panel.reading is None  # hidden: nothing has been computed
    window.actions_by_name["show_what_if"].trigger()
    qtbot.waitUntil(lambda: window.tasks.is_running(TASK), timeout=10_000)
    window.actions_by_name["show_neighbours"].trigger()
    assert not window.tasks.is_running(TASK)
    assert not window.tasks.is_running(CURVE_TASK)
    window.actions_by_name["show_what_if"].trigger()
    qtbot.waitUntil(lambda: window.tasks.is_running(TASK), timeout=10_000)
    window.open(Opening("sample:iris", row=1))
    qtbot.waitUntil(lambda: query_of(window).data.name == "iris", timeout=10_000)
    answered(qtbot, panel)
    assert panel.reading is not None
    assert len(panel.reading.result.attributes) == 4
    # Old rows cannot be applied while a new list is being computed.
    with qtbot.waitSignal(window.context.explained, timeout=10_000):
        window.state.set_k(query_of(window).k + 1)
    before = query_of(window)
    panel.apply(0)
    assert query_of(window) == before


def test_search_begins_after_the_guess(opened: Open, qtbot: QtBot) -> None:
    window = opened()
    window.actions_by_name["show_what_if"].trigger()
    panel = answered(qtbot, panel_of(window))
    window.actions_by_name["guess_first"].trigger()
    window.state.pick_row(70)
    qtbot.waitUntil(lambda: window.context.explanation.row == 70)  # type: ignore[union-attr]
    qtbot.wait(250)  # a search would start after 200 ms
    assert panel.hidden_reason
    assert not window.tasks.is_running(TASK)
    window.teach.guess(1)
    assert not panel.hidden_reason
    answered(qtbot, panel)
