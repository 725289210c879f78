"""The row of the teaching bar with the open lecture: what its screen says, and the way through them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from lwnb_core import Explanation
from lwnb_gui.qt.teach.rows import ActionMap, ReservingLabel, Row
from lwnb_gui.qt.widgets import plain_label
from lwnb_gui.readings.quotes import Accuracies, filled
from lwnb_gui.state import Snapshot
from lwnb_gui.state.lectures import as_html, position_in_folder
from lwnb_gui.state.teaching import Lecture


class LectureRow(Row):
    """Title, text and task with their quotes; buttons for the screens, tools for the folder's lectures."""

    def __init__(self, actions: ActionMap, parent: QWidget) -> None:
        super().__init__("Lecture", parent)
        self._actions = actions
        self.title = plain_label("", "teachStrong", self)
        self.number = plain_label("", "small", self)
        self.text = ReservingLabel(self)
        self.text.setObjectName("lectureText")
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.text.setOpenExternalLinks(False)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        top = Qt.AlignmentFlag.AlignTop
        self.line.addWidget(self.number, 0, top)
        self.line.addWidget(self.title, 0, top)
        self.line.addSpacing(8)
        self.line.addWidget(self.text, 1)
        self.line.addStretch(0)  # in the place of the text while that is hidden
        self.folded = False
        self._shown: Lecture | None = None
        self._text = ""
        self._neighbours: tuple[Path | None, Path | None] = (None, None)
        self.back = self._button("Back", actions["page_back"])
        self.counter = plain_label("", "teachText", self)
        self.counter.setAccessibleName("Screen")
        self.line.addWidget(self.counter)
        self.forward = self._button("Next", actions["page_on"])
        self.show_all = self._button("Show everything", actions["close_lecture"])
        self.previous_button = self.tool(actions["previous_lecture"], "previous")
        self.next_button = self.tool(actions["next_lecture"], "next")
        self._fold = self.tool(actions["fold_lecture"], "up")
        self.tool(actions["close_lecture"], "close")

    def _button(self, text: str, action: QAction) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        self.line.addWidget(button)
        return button

    def show_state(self, now: Snapshot, explanation: Explanation | None, accuracies: Accuracies) -> None:
        teaching = now.view.teaching
        lecture = teaching.lecture
        self.setVisible(lecture is not None and now.view.page != "start")
        if lecture != self._shown:
            self._show_lecture(lecture)
        text = filled(
            teaching.lecture_text(now.query),
            explanation,
            accuracies,
            tells_answer=teaching.shows("posterior", now.query),
        )
        if text != self._text:
            self._text = text
            self.text.setText(as_html(text))
        self._show_position(teaching.screen, len(teaching.screens))
        # At the ends, too: else their keys would go to the control in focus, which may change something.
        for name in ("previous_lecture", "next_lecture", "fold_lecture", "close_lecture"):
            self._actions[name].setEnabled(lecture is not None)
        before, after = self._neighbours
        self.previous_button.setEnabled(before is not None)
        self.next_button.setEnabled(after is not None)

    def _show_position(self, screen: int, total: int) -> None:
        """`2 of 4` between its buttons; nothing of that where there is one screen."""
        is_last = screen + 1 >= total
        self.counter.setText(f"{screen + 1} of {total}")
        for widget in (self.back, self.counter, self.forward):
            widget.setVisible(total > 1)
        self.back.setEnabled(screen > 0)
        self.forward.setText("Next lecture" if is_last else "Next")
        self.forward.setVisible(total > 1 and (not is_last or self._neighbours[1] is not None))
        self.show_all.setVisible(total > 1 and is_last)
        self._make_primary(self.show_all if is_last else self.forward)

    def _make_primary(self, chosen: QPushButton) -> None:
        """The button that a newcomer is to press next."""
        for button in (self.forward, self.show_all):
            name = "primary" if button is chosen else ""
            if button.objectName() != name:
                button.setObjectName(name)
                button.style().unpolish(button)
                button.style().polish(button)

    def _show_lecture(self, lecture: Lecture | None) -> None:
        """Another lecture; its folder is read once, not whenever k moves."""
        self._shown, self._neighbours = lecture, (None, None)
        if lecture is None:
            return
        if self.folded:
            self.fold()  # another lecture begins with its text
        at = total = 0
        if lecture.file:
            before, after, at, total = position_in_folder(lecture.file)
            self._neighbours = (before, after)
        self.number.setText(f"Lecture {at} of {total}" if at and total > 1 else "")
        self.number.setVisible(bool(self.number.text()))
        self.previous_button.setVisible(total > 1)
        self.next_button.setVisible(total > 1)
        self.title.setText(lecture.title or "Lecture")
        # With space for the answer, too, while it is not shown: no step may move the panels below.
        self.text.reserve(*(as_html(screen.whole_text()) for screen in lecture.screens))

    def fold(self) -> None:
        """Hide the text, so that the panels have its space, or show it again."""
        self.folded = not self.folded
        self.text.setVisible(not self.folded)
        self.set_icon(self._fold, "down" if self.folded else "up")
