"""A message of the panel Test rows gets the height that it needs, and releases it again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot

from lwnb_core import sample
from lwnb_gui.qt.data.page import DataPage
from lwnb_gui.qt.data.test_rows import TestRowsPanel
from tests.qt.conftest import Open


def test_a_message_covers_no_control(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = opened("vote", 3)
    window.state.go_to("data")
    page = window.page("data")
    assert isinstance(page, DataPage)
    qtbot.waitUntil(page.isVisible)
    panel = page.test_rows
    names = [a.name for a in sample("vote").attributes]
    file = tmp_path / "second.csv"
    strange = (",".join(f"strange {row} {j}" if j < 2 else "y" for j in range(17)) for row in range(9))
    file.write_text("\n".join([",".join(names), *strange]), encoding="utf-8")
    for size in ((1600, 1000), (1366, 768)):
        window.resize(*size)
        qtbot.waitUntil(lambda: window.width() == size[0])  # noqa: B023 - waited for in this turn
        before = panel.height()
        panel.open_file(str(file))
        qtbot.waitUntil(panel.error_bar.isVisible)
        qtbot.waitUntil(lambda: panel.scroll_area.verticalScrollBar().maximum() == 0)
        assert "and 5 more" in panel.error_bar.text
        assert _apart(panel), size
        message = panel.error_bar.findChild(QLabel)
        assert isinstance(message, QLabel)
        assert message.height() >= message.heightForWidth(message.width())
        panel.clear_error()
        assert panel.height() == before


def _apart(panel: TestRowsPanel) -> bool:
    """Return whether all texts and buttons lie inside the panel and do not overlap."""
    kinds = (QAbstractButton, QLabel)
    parts = [w for kind in kinds for w in panel.findChildren(kind) if w.isVisible() and w.width()]
    rectangles = [_place(part, panel) for part in parts]
    return all(panel.rect().contains(rectangle) for rectangle in rectangles) and not any(
        one.intersects(other) for i, one in enumerate(rectangles) for other in rectangles[:i]
    )


def _place(part: QWidget, panel: QWidget) -> QRect:
    return QRect(part.mapTo(panel, QPoint()), part.size())
