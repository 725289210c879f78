"""First look on the start page: the tile for first-time users."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import RowButton, plain_label
from lwnb_gui.teaching.lectures import LectureInfo

NUMBER = 0  # its key
TITLE = "First look, one minute"


class FirstLookTile(RowButton):
    """A tile that opens the lecture by click, Enter or its number key."""

    def __init__(self, info: LectureInfo, choose: Callable[[Path], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("firstLook")
        self.setAccessibleName(TITLE)
        self.setAccessibleDescription(info.summary)
        set_tip(self, f"New here? Start with this.\nKey: {NUMBER}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(partial(choose, info.file))
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 9, 14, 10)
        grid.setVerticalSpacing(2)
        grid.setHorizontalSpacing(12)
        grid.addWidget(plain_label("▶", "firstLookTitle", self), 0, 0, 2, 1)
        grid.addWidget(plain_label(TITLE, "firstLookTitle", self), 0, 1)
        grid.addWidget(plain_label(info.summary, "hint", self), 1, 1)
        grid.addWidget(plain_label(str(NUMBER), "small", self), 0, 2, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(1, 1)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
