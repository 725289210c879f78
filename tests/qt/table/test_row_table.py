"""The one table widget: cells, widths, sorting, filtering, hovering, keys, copying, a million rows."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from lwnb_gui.qt.table.row_painter import TableStyle, cell_shapes
from lwnb_gui.qt.table.row_table import Cell, Column, RowArea, RowTable
from lwnb_gui.qt.table.row_widths import Need, column_widths
from lwnb_gui.theme import LIGHT, PROJECTOR
from lwnb_gui.views.drawing.scene import Marker, Path, Rect, Shape, Text
from tests.qt.mouse import leave, move_mouse

Key = Qt.Key
NAMES = ("pear", "apple", "fig", "quince", "medlar")


def fruit(names: tuple[str, ...] = NAMES) -> list[Column]:
    return [
        Column("row", lambda i: Cell(str(i + 1)), align="right"),
        Column("name", lambda i: Cell(names[i % len(names)], marker=i % 3), tip="What it is.", grow=math.inf),
        Column("share", lambda i: Cell(f"{i / 10:.1f}", bar=i / 10), bar=40, align="right"),
    ]


@pytest.fixture
def table(qtbot: QtBot) -> RowTable:
    created = RowTable(fruit())
    qtbot.addWidget(created)
    created.show_rows(range(5))
    created.set_theme(LIGHT)
    created.resize(320, 22 * 5)
    created.show()
    return created


def middle_of(table: RowTable, position: int, column: int = 0) -> QPoint:
    x = table.columnViewportPosition(column) + table.columnWidth(column) // 2
    return QPoint(x, table.rowViewportPosition(position) + table.row_height // 2)


def heard(signal: object) -> list[int]:
    result: list[int] = []
    signal.connect(result.append)  # type: ignore[attr-defined]
    return result


# -- rows -------------------------------------------------------------------------------------------------


def test_another_order_and_fewer_rows_are_other_row_numbers(table: RowTable) -> None:
    order = np.argsort(NAMES)
    table.show_rows(order)
    assert [table.model().index(i, 1).data() for i in range(5)] == sorted(NAMES)
    assert table.rows_model.position_of(2) == 1
    table.show_rows(np.array([3, 4]))
    assert table.model().rowCount() == 2
    assert table.model().index(0, 0).data() == "4", "cells are of row numbers, not of places"
    assert table.rows_model.position_of(0) == -1


def test_sorting_does_not_move_the_columns(table: RowTable) -> None:
    before = [table.columnWidth(i) for i in range(3)]
    table.show_rows(np.array([2]))
    assert [table.columnWidth(i) for i in range(3)] == before


def test_rows_come_and_go_at_the_end_without_a_reset(table: RowTable) -> None:
    resets: list[int] = []
    table.model().modelReset.connect(lambda: resets.append(1))
    for n in (50, 7, 0, 3):
        table.show_rows(range(n))
        assert table.model().rowCount() == n
    assert resets == []


def test_titles_can_be_clicked_and_say_how_the_rows_are_sorted(table: RowTable, qtbot: QtBot) -> None:
    clicked = heard(table.title_clicked)
    table.header.setSectionsClickable(True)
    x = table.columnViewportPosition(1) + 5
    qtbot.mouseClick(table.header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 8))
    assert clicked == [1]
    table.show_sorted_by(1, descending=True)
    assert table.header.fitted_titles([0, 1], [50.0, 90.0]) == ["row", "name ▾"]
    table.show_sorted_by(-1, descending=False)
    assert table.header.fitted_titles([0, 1], [50.0, 90.0]) == ["row", "name"]


def test_a_million_rows_cost_what_is_in_sight(qtbot: QtBot) -> None:
    requested: list[int] = []

    def cell(row: int) -> Cell:
        requested.append(row)
        return Cell(str(row))

    n = 1_000_000
    table = RowTable([Column("row", cell, samples=(Cell("1000000"),))])
    qtbot.addWidget(table)
    table.resize(240, 22 * 21)
    table.show_rows(range(n))
    table.show()
    for row in (0, n // 2, n - 1):
        requested.clear()
        table.set_picked(row)
        table.viewport().grab()
        assert row in table.rows_in_sight()
        assert 0 < len(set(requested)) <= 3 * 24
    table.show_rows(np.arange(n)[::-1])
    table.set_picked(7)
    assert table.currentIndex().row() == n - 8


# -- mouse ------------------------------------------------------------------------------------------------


def test_hovering_tells_the_row_and_ends_on_leaving(table: RowTable, qtbot: QtBot) -> None:
    table.show_rows(np.array([4, 2, 0]))
    rows = heard(table.row_hovered)
    move_mouse(table.viewport(), middle_of(table, 1))
    assert (table.hovered, rows) == (2, [2])
    leave(table.viewport())
    assert (table.hovered, rows) == (-1, [2, -1])
    table.set_hovered(4)
    assert rows == [2, -1], "another panel's hovering is told to nobody"


def test_hovered_and_picked_rows_are_tinted(table: RowTable) -> None:
    plain = table.viewport().grab().toImage()
    right = plain.width() - 2  # also beside the last column
    table.set_hovered(1)
    table.set_picked(2)
    seen = table.viewport().grab().toImage()
    heights = [table.rowViewportPosition(i) + 3 for i in range(3)]
    colours = [seen.pixelColor(right, y).name() for y in heights]
    assert colours[1:] == [LIGHT.hover.lower(), LIGHT.accent_tint.lower()]
    assert colours[0] == plain.pixelColor(right, heights[0]).name()


def test_a_click_chooses_and_a_double_click_opens(table: RowTable, qtbot: QtBot) -> None:
    chosen, opened = heard(table.row_chosen), heard(table.row_opened)
    table.show_rows(np.array([4, 2, 0]))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(table, 1))
    assert (chosen, opened) == ([2], [])
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(table, 2))
    assert opened == [0]


# -- keys -------------------------------------------------------------------------------------------------


def test_keys_go_through_the_rows(table: RowTable, qtbot: QtBot) -> None:
    table.show_rows(range(40))
    table.setFocus()
    table.set_picked(5)
    reached, chosen, opened = heard(table.row_reached), heard(table.row_chosen), heard(table.row_opened)
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Up, Key.Key_End, Key.Key_Home, Key.Key_Home):
        qtbot.keyClick(table, key)
    assert reached == [6, 7, 6, 39, 0], "where a key goes nowhere nothing is told"
    qtbot.keyClick(table, Key.Key_PageDown)
    assert reached[-1] == table.current_row > 2
    assert table.current_row in table.rows_in_sight()
    qtbot.keyClick(table, Key.Key_Space)
    assert (len(chosen), opened) == (1, [])
    qtbot.keyClick(table, Key.Key_Return)
    assert (len(chosen), opened) == (2, [table.current_row])


def test_letters_and_digits_are_not_handled(table: RowTable, qtbot: QtBot) -> None:
    table.setFocus()
    table.set_picked(0)
    qtbot.keyClick(table, Key.Key_Q)
    qtbot.keyClick(table, Key.Key_4)
    assert table.current_row == 0


def test_picking_makes_a_row_current_and_tells_nobody(table: RowTable) -> None:
    told = heard(table.row_reached) + heard(table.row_chosen)
    table.show_rows(range(100))
    table.set_picked(60)
    assert table.current_row == 60
    assert 60 in table.rows_in_sight()
    table.show_rows(np.array([1, 2]))
    table.set_picked(60)
    assert table.current_row == -1, "it is not in the list"
    assert told == []


def test_a_lower_table_keeps_its_current_row_in_sight(table: RowTable) -> None:
    table.show_rows(range(100))
    table.resize(320, 22 * 12)
    table.set_picked(10)
    table.resize(320, 22 * 4)
    assert 10 in table.rows_in_sight()


def test_boxes_are_ticked_by_a_click_and_by_space(qtbot: QtBot) -> None:
    ticked = {1}
    columns = [
        Column("", lambda i: Cell(check=i in ticked if i < 3 else None), width=30),
        Column("name", lambda i: Cell(NAMES[i])),
    ]
    table = RowTable(columns)
    qtbot.addWidget(table)
    table.show_rows(range(4))
    table.show()
    checked, chosen = heard(table.row_checked), heard(table.row_chosen)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(table, 0))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(table, 3))
    table.set_picked(1)
    qtbot.keyClick(table, Key.Key_Space)
    assert (checked, chosen) == ([0, 1], [3])
    states = [table.model().index(i, 0).data(Qt.ItemDataRole.CheckStateRole) for i in range(4)]
    assert states == [Qt.CheckState.Unchecked, Qt.CheckState.Checked, Qt.CheckState.Unchecked, None]


# -- text -------------------------------------------------------------------------------------------------


def test_copying_includes_titles_and_all_rows(table: RowTable, qtbot: QtBot) -> None:
    table.show_rows(np.array([2, 0]))
    table.setFocus()
    qtbot.keyClick(table, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "row\tname\tshare\n3\tfig\t0.2\n1\tpear\t0.0\n"
    assert table.to_table().numeric == {0, 2}


def test_a_screen_reader_hears_cells_and_titles(qtbot: QtBot) -> None:
    table = RowTable(
        [
            Column("says", lambda i: Cell("·", spoken="right"), tip="A dot: right."),
            Column("name", lambda i: Cell(NAMES[i]), row_tip=lambda i: f"Row {i + 1}. " + "long " * 40),
        ]
    )
    qtbot.addWidget(table)
    table.show_rows(range(2))
    role = Qt.ItemDataRole
    assert table.model().index(0, 0).data(role.AccessibleTextRole) == "right"
    assert table.model().index(0, 0).data(role.ToolTipRole) == "right"
    assert "\n" in table.model().index(1, 1).data(role.ToolTipRole), "long tips are broken into lines"
    assert table.model().headerData(0, Qt.Orientation.Horizontal) == "says"
    assert table.model().headerData(0, Qt.Orientation.Horizontal, role.ToolTipRole) == "A dot: right."


# -- widths -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("available", "expected"),
    [
        (100, [30, 70]),  # as wide as they should be
        (80, [25, 55]),  # both give way
        (50, [20, 40]),  # no further: the table scrolls
        (112, [36, 76]),  # equal shares of what is left
        (200, [40, 160]),  # one of them is wide enough
    ],
)
def test_widths_of_columns(available: int, expected: list[int]) -> None:
    assert column_widths([Need(20, 30, 10), Need(40, 70, math.inf)], available) == expected


def test_a_column_has_all_that_it_needs_where_there_is_space() -> None:
    """Columns have whole pixels: with the width rounded down, a text would be cut beside free space."""
    needs = [Need(100.3, 100.3, 0.0), Need(50.0, 50.0, 301.4), Need(20.7, 20.7, 0.0)]
    widths = column_widths(needs, 1000)
    assert all(width >= need.width + need.grow for width, need in zip(widths, needs, strict=True))
    assert sum(column_widths(needs, 400)) <= 400


def test_width_of_texts_precedes_that_of_titles(table: RowTable) -> None:
    wide = "a much longer name than fruit have"
    table.show_columns(fruit((wide,)), range(5))
    style = TableStyle(LIGHT)
    assert table.columnWidth(1) > style.measure(wide)
    table.show_columns(
        [Column(f"Schulnote_{i}", lambda i: Cell("1"), align="right") for i in range(20)], range(3)
    )
    assert table.columnWidth(0) < style.measure("Schulnote_1", "small")
    titles = table.header.fitted_titles(list(range(20)), [40.0] * 20)
    assert len(set(titles)) == 20, "none looks like another"


def test_short_titles_where_the_long_ones_do_not_fit(table: RowTable) -> None:
    columns = [
        Column(f"an attribute, the {i}th", lambda i: Cell("y"), align="centre", short_title=str(i))
        for i in range(12)
    ]
    table.show_columns(columns, range(3))
    assert table.has_short_titles
    assert table.model().headerData(7, Qt.Orientation.Horizontal) == "7"
    assert table.header.length() <= table.viewport().width()
    table.resize(1600, 100)
    assert not table.has_short_titles


def test_titles_of_two_lines_and_titles_of_rows(qtbot: QtBot) -> None:
    columns = [Column(f"x{i}", lambda i: Cell("1"), subtitle="numeric", width=200) for i in range(5)]
    table = RowTable(columns)
    qtbot.addWidget(table)
    table.show_row_titles(Column("", lambda row: Cell(f"row {row + 1}"), 60))
    table.show_rows(np.array([4, 2]))
    table.set_theme(LIGHT)
    table.resize(400, 200)
    table.show()
    assert table.header_height > table.row_height
    assert table.model().headerData(1, Qt.Orientation.Horizontal) == "x1\nnumeric"
    assert table.model().headerData(0, Qt.Orientation.Vertical) == "row 5"
    before = table.row_titles.grab().toImage()
    table.horizontalScrollBar().setValue(300)
    assert table.row_titles.grab().toImage() == before, "they do not scroll"


def test_an_area_has_whole_rows_and_its_caption_below_them(qtbot: QtBot) -> None:
    table = RowTable(fruit())
    area = RowArea(table)
    caption = RowTable()  # any widget
    area.set_caption(caption)
    qtbot.addWidget(area)
    area.resize(300, 250)
    area.show()
    for theme in (LIGHT, PROJECTOR):
        table.set_theme(theme)
        for n in (3, 500):
            table.show_rows(range(n))
            area.arrange()
            inside = table.height() - table.header_height
            assert inside % table.row_height == 0
            assert inside // table.row_height == min(n, inside // table.row_height)
            assert caption.y() == table.height()
    assert table.height() <= 250


# -- cells as shapes --------------------------------------------------------------------------------------


def shapes(cell: Cell, width: float = 100, **options: object) -> list[Shape]:
    column = Column("x", lambda i: cell, **options)  # type: ignore[arg-type]
    return cell_shapes(cell, column, (0, 0, width, 22), TableStyle(LIGHT))


def only(kind: type, shapes: list[Shape]) -> list[Shape]:
    return [shape for shape in shapes if type(shape) is kind]


def test_a_marker_stands_before_its_text_or_alone_in_the_middle() -> None:
    marker, text = shapes(Cell("fig", marker=2))
    assert isinstance(marker, Marker)
    assert isinstance(text, Text)
    assert (marker.class_code, marker.x < text.x) == (2, True)
    (alone,) = shapes(Cell(marker=1), align="centre")
    assert isinstance(alone, Marker)
    assert alone.x == 50
    (unknown,) = shapes(Cell("?", marker=-1))
    assert isinstance(unknown, Text)
    assert unknown.x == text.x, "texts begin below each other"


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0, math.nan])
def test_a_bar_is_filled_to_its_share(share: float) -> None:
    bars = only(Rect, shapes(Cell("0.5", bar=share)))
    full = bars[0]
    assert isinstance(full, Rect)
    assert full.fill == "fill"
    if share > 0:
        assert isinstance(bars[1], Rect)
        assert bars[1].width == pytest.approx(share * full.width)
    else:
        assert len(bars) == 1
    marked = only(Rect, shapes(Cell("0.5", bar=share), half_mark=True))
    assert len(marked) == len(bars) + 1


@pytest.mark.parametrize(
    ("cell", "kinds"),
    [
        (Cell("6.1", strong=True, underline=True), [Rect, Text]),
        (Cell("y", box=True), [Rect, Text]),
        (Cell("+0.4", tint="hover"), [Rect, Text]),
        (Cell(check=False), [Rect]),
        (Cell(check=True), [Rect, Path]),
        (Cell(""), []),
    ],
)
def test_emphasis_of_cells(cell: Cell, kinds: list[type]) -> None:
    assert [type(shape) for shape in shapes(cell)] == kinds


def test_long_texts_are_elided() -> None:
    long = ("Hauptschulabschluss-2011", "Hauptschulabschluss-2012")
    samples = tuple(Cell(name) for name in long)
    shortened = [only(Text, shapes(cell, samples=samples))[0] for cell in samples]
    style = TableStyle(LIGHT)
    texts = [text.text for text in shortened if isinstance(text, Text)]
    assert len(set(texts)) == 2
    assert all("…" in text and style.measure(text) <= 92 for text in texts)
    (number,) = shapes(Cell("123456789012345678"), align="right")
    assert isinstance(number, Text)
    assert number.text.endswith("…")


def test_classes_in_one_column_are_shortened_in_one_way() -> None:
    """`build wind float` was shown in full above `b w non-float`."""
    classes = ("build wind float", "build wind non-float", "headlamps")
    samples = tuple(Cell(name, marker=c) for c, name in enumerate(classes))
    space = TableStyle(LIGHT).measure(classes[0]) + 40  # wide enough for the first, but not for the second
    texts = [only(Text, shapes(cell, space, samples=samples))[0] for cell in samples]
    assert [text.text for text in texts if isinstance(text, Text)] == [
        "b w float",
        "b w non-float",
        "headlamps",
    ]


@pytest.mark.parametrize("change", ["dimmed", "emphasised"])
def test_old_and_other_rows_are_pale(table: RowTable, change: str) -> None:
    set_pale: dict[str, Callable[[bool], None]] = {
        "dimmed": table.set_dimmed,
        "emphasised": lambda on: table.set_emphasised(np.arange(5) == 1 if on else None),
    }
    before = table.viewport().grab().toImage()
    set_pale[change](True)
    pale = table.viewport().grab().toImage()
    assert pale != before
    if change == "emphasised":
        row = QRect(0, table.rowViewportPosition(1), table.viewport().width(), table.row_height)
        assert pale.copy(row) == before.copy(row)
    set_pale[change](False)
    assert table.viewport().grab().toImage() == before
