"""The widget that shows any scene: scrolling, tips, hover, clicks, keys, screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.scene.scene_view import SceneView
from lwnb_gui.theme import DARK, LIGHT
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Hotspot, Rect, Scene, Text
from tests.qt.mouse import leave, move_mouse, rectangle_of

ROWS, ROW, HEAD, FOOT = 20, 30.0, 24.0, 40.0


def rows(canvas: Canvas) -> Scene:
    """A header, twenty rows and a footer; every row is a hotspot."""
    height = HEAD + ROWS * ROW + FOOT
    shapes = [Rect(0, 0, canvas.width, HEAD, "ink"), Text(5, HEAD / 2, "head", ink="panel")]
    spots = [Hotspot(0, 0, canvas.width, HEAD, "the head")]
    for i in range(ROWS):
        y = HEAD + i * ROW
        shapes.append(Rect(0, y, canvas.width, ROW, f"class {i % 3}"))
        spots.append(Hotspot(0, y, canvas.width, ROW, f"row {i}", target=i, description=f"this is {i}"))
    shapes.append(Rect(0, height - FOOT, canvas.width, FOOT, "accent"))
    spots.append(Hotspot(0, height - FOOT, canvas.width, FOOT, "the foot"))
    return Scene(canvas.width, height, tuple(shapes), tuple(spots), head=HEAD, foot=FOOT)


@pytest.fixture
def view(qtbot: QtBot) -> SceneView:
    created = SceneView("rows")
    qtbot.addWidget(created)
    created.resize(200, 184)  # head, four rows, foot
    created.show_scene(rows)
    created.show()
    return created


def colour_at(view: SceneView, x: int, y: int) -> str:
    return QColor(view.viewport().grab().toImage().pixel(x, y)).name().upper()


def test_head_and_foot_stay_while_the_rest_is_scrolled(view: SceneView) -> None:
    assert colour_at(view, 100, 4) == LIGHT.ink
    assert colour_at(view, 100, 180) == LIGHT.accent
    assert colour_at(view, 100, 40) == LIGHT.class_fills[0]
    view.verticalScrollBar().setValue(30)
    assert colour_at(view, 100, 4) == LIGHT.ink
    assert colour_at(view, 100, 180) == LIGHT.accent
    assert colour_at(view, 100, 40) == LIGHT.class_fills[1]


def test_what_fits_is_not_scrolled(view: SceneView) -> None:
    view.resize(200, 800)
    assert view.verticalScrollBar().maximum() == 0
    assert colour_at(view, 100, round(HEAD + ROWS * ROW + 5)) == LIGHT.accent


def test_another_theme_has_other_colours(view: SceneView) -> None:
    view.set_theme(DARK)
    assert colour_at(view, 100, 40) == DARK.class_fills[0]


def test_tips_are_those_of_the_place_however_far_it_is_scrolled(view: SceneView) -> None:
    assert [view.tip_at(50, y) for y in (5, 30, 150)] == ["the head", "row 0", "the foot"]
    view.verticalScrollBar().setValue(60)
    assert [view.tip_at(50, y) for y in (5, 30, 150)] == ["the head", "row 2", "the foot"]


def test_the_mouse_hovers_and_leaves(view: SceneView, qtbot: QtBot) -> None:
    seen: list[object] = []
    view.hovered.connect(seen.append)
    move_mouse(view.viewport(), QPoint(50, 40))
    move_mouse(view.viewport(), QPoint(60, 40))
    move_mouse(view.viewport(), QPoint(50, 70))
    leave(view.viewport())
    assert seen == [0, 1, None]


def test_a_target_that_is_gone_is_hovered_no_more(view: SceneView, qtbot: QtBot) -> None:
    move_mouse(view.viewport(), QPoint(50, 40))
    seen: list[object] = []
    view.hovered.connect(seen.append)
    view.clear()
    assert seen == [None]
    assert view.target is None


def test_clicks_and_keys_say_the_target(view: SceneView, qtbot: QtBot) -> None:
    clicked: list[object] = []
    view.clicked.connect(clicked.append)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 70))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 5))  # the header has none
    view.setFocus()
    stepped: list[object] = []
    activated: list[object] = []
    view.stepped.connect(stepped.append)
    view.activated.connect(activated.append)
    move_mouse(view.viewport(), QPoint(50, 70))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert clicked == [1]
    assert stepped == [2]
    assert activated == [2, 2]


def test_arrow_keys_go_through_the_targets_and_scroll_to_them(view: SceneView, qtbot: QtBot) -> None:
    for _ in range(ROWS + 5):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.target == ROWS - 1
    assert view.accessibleDescription() == f"this is {ROWS - 1}"
    rectangle = rectangle_of(view, ROWS - 1)
    assert rectangle is not None
    assert rectangle.top() >= HEAD
    assert rectangle.bottom() <= view.viewport().height() - FOOT
    for _ in range(ROWS + 5):
        qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.target == 0
    assert view.verticalScrollBar().value() == 0


def test_page_keys_are_left_to_others(view: SceneView, qtbot: QtBot) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert view.target == 0


def test_a_screen_reader_hears_all_of_it_with_the_focus(view: SceneView, qtbot: QtBot) -> None:
    with qtbot.waitExposed(view):
        view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert view.accessibleDescription().startswith("this is 0; this is 1; ")


def test_outdated_numbers_are_pale(view: SceneView) -> None:
    view.set_dimmed(True)
    assert colour_at(view, 100, 40) != LIGHT.class_fills[0]
    view.set_dimmed(False)
    assert colour_at(view, 100, 40) == LIGHT.class_fills[0]


def test_a_scene_is_composed_for_what_is_in_sight(view: SceneView) -> None:
    seen: list[tuple[float, float] | None] = []

    def watched(canvas: Canvas) -> Scene:
        seen.append(canvas.sight)
        return rows(canvas)

    view.show_scene(watched)
    view.verticalScrollBar().setValue(100)
    assert seen == [(0, 184), (100, 284)]


def test_what_is_kept_in_sight_is_scrolled_to_until_the_user_scrolls(view: SceneView) -> None:
    def is_in_sight() -> bool:
        rectangle = rectangle_of(view, 15)
        assert rectangle is not None
        return rectangle.top() >= HEAD and rectangle.bottom() <= view.viewport().height() - FOOT

    view.keep_visible(15)
    assert is_in_sight()
    view.verticalScrollBar().setValue(0)
    view.refresh()
    assert view.verticalScrollBar().value() == 0, "as the user wants it"
    view.resize(200, 170)
    assert is_in_sight(), "of another size, there again"
    view.keep_visible(None)
    view.verticalScrollBar().setValue(0)
    view.resize(200, 184)
    assert view.verticalScrollBar().value() == 0


def test_a_panel_may_give_keys_another_meaning(view: SceneView, qtbot: QtBot) -> None:
    view.keys = {Qt.Key.Key_Down: lambda: view.scroll_lines(1)}
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.target is None
    assert view.verticalScrollBar().value() == view.verticalScrollBar().singleStep()


def test_double_click_is_signalled(view: SceneView, qtbot: QtBot) -> None:
    seen: list[object] = []
    view.double_clicked.connect(seen.append)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 70))
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 5))  # the header has none
    assert seen == [1]


def test_cursor_over_a_link_is_a_hand(view: SceneView, qtbot: QtBot) -> None:
    link, plain = Hotspot(0, 0, 50, 50, is_link=True), Hotspot(50, 0, 50, 50)
    view.show_scene(lambda canvas: Scene(100, 50, hotspots=(link, plain)))
    move_mouse(view.viewport(), QPoint(20, 20))
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    move_mouse(view.viewport(), QPoint(70, 20))
    assert view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
