"""The lectures on the start page: a course in order, and the two ways of teaching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lwnb_gui.qt.one_line import OneLine
from lwnb_gui.qt.row_button import RowButton
from lwnb_gui.state.lectures import LectureInfo, shipped
from lwnb_gui.state.shipped import short_folder
from lwnb_gui.state.teaching import Teaching
from lwnb_gui.theme import Theme

_WIDTH = 304
MOST_OWN = 12  # more are in the folder


class StartLectures(QWidget):
    """A row a lecture; below them step mode and guess first, for whatever is opened next."""

    def __init__(self, open_lecture: Callable[[Path], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Lectures")
        self._open = open_lecture
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 40, 24, 24)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(_words("Lectures", "startHeading", self), 1)
        head.addWidget(_words("a course in order", "small", self))
        column.addLayout(head)
        column.addSpacing(6)
        self.rows = [LectureRow(i, info, open_lecture) for i, info in enumerate(shipped(), start=1)]
        for row in self.rows:
            column.addWidget(row)
        column.addSpacing(14)
        self.step_mode = _mode("&Step mode", "panels appear as they are earned, one key each")
        self.guess_first = _mode("&Guess first", "the answer stays hidden until a class is chosen")
        for box, words in (self.step_mode, self.guess_first):
            column.addWidget(box)
            words.setIndent(22)
            column.addWidget(words)
            column.addSpacing(8)
        self.own_head = QWidget(self)
        own_line = QHBoxLayout(self.own_head)
        own_line.setContentsMargins(0, 14, 0, 6)
        own_line.addWidget(_words("Own lectures", "startHeading", self.own_head))
        self.own_folder = OneLine(self.own_head)
        self.own_folder.setObjectName("small")
        self.own_folder.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        own_line.addWidget(self.own_folder, 1)
        column.addWidget(self.own_head)
        self._own_rows = QVBoxLayout()
        self._own_rows.setSpacing(0)
        column.addLayout(self._own_rows)
        column.addStretch(1)
        self.own: list[LectureRow] = []
        self.show_own((), "")

    def show_own(self, lectures: Sequence[LectureInfo], folder: str) -> None:
        """The lectures of the user's own folder."""
        self.own_head.setVisible(bool(lectures))
        self.own_folder.setText(short_folder(Path(folder)) if folder else "")
        self.own_folder.setToolTip(folder)
        if [row.info for row in self.own] == list(lectures):
            return
        for row in self.own:
            self._own_rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.own = [LectureRow(0, info, self._open) for info in lectures[:MOST_OWN]]
        for row in self.own:
            self._own_rows.addWidget(row)

    def set_theme(self, theme: Theme) -> None:
        self.setFixedWidth(round(_WIDTH * theme.scale))
        for row in (*self.rows, *self.own):
            row.fit()

    def connect_to(self, step: Callable[[bool], None], guess: Callable[[bool], None]) -> None:
        """What the two switches do."""
        self.step_mode[0].toggled.connect(step)
        self.guess_first[0].toggled.connect(guess)

    def show_teaching(self, teaching: Teaching) -> None:
        for (box, _), on in (
            (self.step_mode, teaching.step is not None),
            (self.guess_first, teaching.guess_first),
        ):
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)


class LectureRow(RowButton):
    """Number, title and a line about a lecture; 0 for one of the user's own."""

    def __init__(self, number: int, info: LectureInfo, choose: Callable[[Path], None]) -> None:
        super().__init__()
        self.info = info
        self.setObjectName("link")
        self.setAccessibleName(f"Lecture {number}: {info.title}" if number else f"Own lecture: {info.title}")
        self.setAccessibleDescription(info.summary)
        self.setToolTip(f"{info.summary}\nBy keys: Alt+T, L, {number}" if number else str(info.file))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked.connect(partial(choose, info.file))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 7, 0, 0)
        grid.setVerticalSpacing(1)
        grid.setHorizontalSpacing(12)
        summary = _words(info.summary, "small", self)
        summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        rule = QFrame(self)
        rule.setObjectName("rule")
        rule.setFixedHeight(1)
        grid.addWidget(_words(str(number or "·"), "smaller", self), 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_words(info.title, "", self), 0, 1)
        grid.addWidget(summary, 1, 1)
        grid.addWidget(rule, 2, 0, 1, 2)
        grid.setColumnMinimumWidth(0, 14)
        grid.setColumnStretch(1, 1)
        grid.setRowMinimumHeight(2, 8)
        for label in self.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.fit()

    def fit(self) -> None:
        """As high as its two lines are in the type of the moment."""
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
        self.updateGeometry()


def _mode(title: str, words: str) -> tuple[QCheckBox, QLabel]:
    box = QCheckBox(title)
    plain = title.replace("&", "")
    box.setToolTip(f"{plain}: {words}. (Alt+{title[1]})")
    box.setAccessibleName(plain)
    box.setAccessibleDescription(words)
    label = QLabel(words)
    label.setObjectName("small")
    label.setWordWrap(True)
    return box, label


def _words(text: str, name: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
