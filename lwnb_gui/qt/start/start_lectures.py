"""The lectures on the start page: a course in order, and the two modes of teaching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.qt.widgets.labels import ElidedLabel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import RowButton, delete_widgets, plain_label, rule
from lwnb_gui.session.shipped import short_folder
from lwnb_gui.teaching.lectures import LectureInfo, shipped
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.theme import Theme

_WIDTH = 304
MOST_OWN = 12  # the number of lectures listed; there may be more in the folder


class StartLectures(QWidget):
    """A row per lecture; below, step mode and guess first for whatever is opened next."""

    def __init__(self, open_lecture: Callable[[Path], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Lectures")
        self._open = open_lecture
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 12)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(plain_label("Lectures", "startHeading", self), 1)
        head.addWidget(plain_label("a course in order", "small", self))
        column.addLayout(head)
        column.addSpacing(6)
        self.rows = [LectureButton(i, info, open_lecture) for i, info in enumerate(shipped(), start=1)]
        for row in self.rows:
            column.addWidget(row)
        column.addSpacing(14)
        self.step_mode = _mode("&Step mode", "panels appear one by one, at the press of a key")
        self.guess_first = _mode("&Guess first", "the answer stays hidden until a class is chosen")
        for box, explanation in (self.step_mode, self.guess_first):
            column.addWidget(box)
            explanation.setIndent(22)
            column.addWidget(explanation)
            column.addSpacing(8)
        self.own_head = QWidget(self)
        own_line = QHBoxLayout(self.own_head)
        own_line.setContentsMargins(0, 14, 0, 6)
        own_line.addWidget(plain_label("Your lectures", "startHeading", self.own_head))
        self.own_folder = ElidedLabel(parent=self.own_head)
        self.own_folder.setObjectName("small")
        self.own_folder.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        own_line.addWidget(self.own_folder, 1)
        column.addWidget(self.own_head)
        self._own_rows = QVBoxLayout()
        self._own_rows.setSpacing(0)
        column.addLayout(self._own_rows)
        column.addStretch(1)
        self.own: list[LectureButton] = []
        self.show_own((), "")

    def show_own(self, lectures: Sequence[LectureInfo], folder: str) -> None:
        """List the lectures of the user's own folder."""
        self.own_head.setVisible(bool(lectures))
        self.own_folder.setText(short_folder(Path(folder)) if folder else "")
        set_tip(self.own_folder, folder)
        if [row.info for row in self.own] == list(lectures):
            return
        delete_widgets(self._own_rows, self.own)
        self.own = [LectureButton(0, info, self._open) for info in lectures[:MOST_OWN]]
        for row in self.own:
            self._own_rows.addWidget(row)

    def set_theme(self, theme: Theme) -> None:
        self.setFixedWidth(round(_WIDTH * theme.scale))
        for row in (*self.rows, *self.own):
            row.fit()

    def connect_to(self, step: Callable[[bool], None], guess: Callable[[bool], None]) -> None:
        """Set what the two switches do."""
        self.step_mode[0].toggled.connect(step)
        self.guess_first[0].toggled.connect(guess)

    def show_teaching(self, teaching: Teaching) -> None:
        for (box, _), on in (
            (self.step_mode, teaching.step is not None),
            (self.guess_first, teaching.guess_first),
        ):
            with QSignalBlocker(box):
                box.setChecked(on)


class LectureButton(RowButton):
    """Number, title and summary of a lecture; the number is 0 for one of the user's own."""

    def __init__(self, number: int, info: LectureInfo, choose: Callable[[Path], None]) -> None:
        super().__init__()
        self.info = info
        self.setObjectName("link")
        self.setAccessibleName(f"Lecture {number}: {info.title}" if number else f"Your lecture: {info.title}")
        self.setAccessibleDescription(info.summary)
        set_tip(self, f"{info.summary}\nKeys: Alt+T, L, {number}" if number else str(info.file))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked.connect(partial(choose, info.file))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 7, 0, 0)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(12)
        self.summary = ElidedLabel(info.summary, self)
        self.summary.setObjectName("small")
        grid.addWidget(plain_label(str(number or "·"), "smaller", self), 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(plain_label(info.title, "", self), 0, 1)
        grid.addWidget(self.summary, 1, 1)
        grid.addWidget(rule(self), 2, 0, 1, 2)
        grid.setColumnMinimumWidth(0, 14)
        grid.setColumnStretch(1, 1)
        grid.setRowMinimumHeight(2, 8)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.fit()

    def fit(self) -> None:
        """Make it as high as its two lines are in the present font."""
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
        self.updateGeometry()


def _mode(title: str, explanation: str) -> tuple[QCheckBox, QLabel]:
    box = QCheckBox(title)
    plain = title.replace("&", "")
    box.setToolTip(f"{plain}: {explanation}. (Alt+{title[1]})")
    box.setAccessibleName(plain)
    box.setAccessibleDescription(explanation)
    label = QLabel(explanation)
    label.setObjectName("small")
    label.setWordWrap(True)
    return box, label
