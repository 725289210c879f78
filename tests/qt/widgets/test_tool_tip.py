"""Tooltips: Qt does not wrap plain text, so every tip is broken into readable lines when it is set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QTableView, QWidget
from pytestqt.qtbot import QtBot

import lwnb_core as lw
from lwnb_gui.app.display_state import PageName
from lwnb_gui.app.query import Query
from lwnb_gui.qt.widgets.tool_tip import LONGEST_LINE, in_lines, set_tip
from lwnb_gui.qt.window.main_window import MainWindow
from tests.qt.conftest import wait_until_idle
from tests.qt.dialogs import all_dialogs

PAGES: tuple[PageName, ...] = ("start", "data", "explore", "curves", "experiment")
LONG_NAME = "a name of many words from the header of a file " * 3


def long_names() -> lw.Dataset:
    """Return a data set whose names are all longer than a line of a tip."""
    random = np.random.default_rng(1)
    classes = tuple(f"{LONG_NAME}{i}" for i in range(3))
    attributes = [
        lw.Attribute.numeric(f"x {LONG_NAME}"),
        lw.Attribute.nominal(f"y {LONG_NAME}", (f"low {LONG_NAME}", f"high {LONG_NAME}")),
        lw.Attribute.nominal("class", classes),
    ]
    columns = [random.random(30), random.integers(0, 2, 30), random.integers(0, 3, 30)]
    return lw.Dataset.from_columns(f"data {LONG_NAME}", attributes, columns)


def too_long(widget: QWidget) -> list[str]:
    """Return tips with a longer line, of a widget and all its children; no line can end inside a word."""
    return [
        f"{of}: {tip}"
        for of, tip in tips(widget)
        if not tip.startswith("<p>")
        and any(len(line) > LONGEST_LINE and " " in line for line in tip.split("\n"))
    ]


def tips(widget: QWidget) -> Iterator[tuple[str, str]]:
    for part in (widget, *widget.findChildren(QWidget)):
        yield f"{type(part).__name__} {part.accessibleName()}", part.toolTip()
        if isinstance(part, QTableView):
            yield from ((type(part).__name__, tip) for tip in item_tips(part.model()))
    for action in widget.findChildren(QAction):
        yield action.text(), action.toolTip()


def item_tips(model: QAbstractItemModel | None) -> Iterator[str]:
    """Return the tips of the header and the first row."""
    if model is not None:
        role = Qt.ItemDataRole.ToolTipRole
        for column in range(model.columnCount()):
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            yield str(model.index(0, column).data(role) or "")


def test_long_lines_are_wrapped_between_words_and_line_breaks_stay(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    set_tip(label, "Title\n" + "word " * 60)
    first, *others = label.toolTip().split("\n")
    assert first == "Title"
    assert " ".join(others) == ("word " * 60).strip()
    assert len(others) == 4
    assert max(map(len, others)) <= LONGEST_LINE
    path = "/folder" * 20
    assert in_lines(path) == path, "what has no spaces stays whole"


def test_no_tip_of_a_page_has_a_longer_line(window: MainWindow, qtbot: QtBot) -> None:
    assert too_long(window) == []
    window.state.open(Query.opening(long_names()))
    qtbot.waitUntil(lambda: window.context.explanation is not None)
    window.actions_by_name["step_forward"].trigger()
    for page in PAGES:
        window.state.go_to(page)
        wait_until_idle(window, qtbot)
        assert too_long(window) == [], page
    window.actions_by_name["step_out"].trigger()
    window.resize(1366, 768)  # where the map's caption is in its tip
    window.state.go_to("explore")
    window.state.set_k(5)
    wait_until_idle(window, qtbot)
    assert too_long(window) == []


def test_no_tip_of_a_menu_or_a_dialog_has_a_longer_line(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()  # some menus are filled when they open
        assert too_long(menu) == [], menu.title()
    window.state.go_to("experiment")
    for dialog in all_dialogs(window, tmp_path):
        dialog.show()
        qtbot.waitUntil(lambda: not window.tasks.running)
        assert too_long(dialog) == []
        dialog.close()


def test_a_number_and_its_unit_stay_on_one_line_of_a_tip() -> None:
    before = "word " * 17
    assert in_lines(f"{before}52.5 % of them") == f"{before.strip()}\n52.5 % of them"
