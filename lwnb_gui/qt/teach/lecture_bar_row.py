"""The row of the teaching bar with the open lecture: the text of its screen, and navigation."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.teach.bar_rows import ActionMap, ReservingLabel, Row
from lwnb_gui.qt.widgets.widgets import plain_label
from lwnb_gui.teaching.lectures import as_html, position_in_folder
from lwnb_gui.teaching.quotes import filled
from lwnb_gui.teaching.teaching import Lecture, Teaching
from lwnb_gui.theme import Theme
from lwnb_gui.views.view import Subject

_WIDEST_TITLE = 170  # pixels in the light theme; a longer title is wrapped, so that the text has the width
_MENU = ("previous_lecture", "next_lecture", "fold_lecture", "close_lecture")


class LectureBarRow(Row):
    """Title, text and task with their quotes; Back and Next through steps, screens and lectures; a menu with
    all else.
    """

    def __init__(self, actions: ActionMap, parent: QWidget) -> None:
        super().__init__("Lecture", parent)
        self._actions = actions
        self.title = plain_label("", "teachStrong", self)
        self.title.setWordWrap(True)
        self.number = plain_label("", "small", self)
        self.text = ReservingLabel(self)
        self.text.setObjectName("lectureText")
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.text.setOpenExternalLinks(False)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        heading = QVBoxLayout()
        heading.setSpacing(0)
        heading.addWidget(self.number)
        heading.addWidget(self.title)
        heading.addStretch(1)
        self.line.addLayout(heading)
        self.line.addSpacing(8)
        self.line.addWidget(self.text, 1)
        self.line.addStretch(0)  # in the place of the text while that is hidden
        self.folded = False
        self._shown: Lecture | None = None
        self._screen = -1
        self._text = self._longest = ""
        self._neighbours: tuple[Path | None, Path | None] = (None, None)
        # At the top, where they stay when the text of the next screen is shorter.
        top = Qt.AlignmentFlag.AlignTop
        self.back = self._button("Back", actions["page_back"])
        self.counter = plain_label("", "teachText", self)
        self.counter.setAccessibleName("Screen")
        self.line.addWidget(self.counter, 0, top)
        self.forward = self._button("Next", actions["page_on"])
        self.show_all = self._button("Show everything", actions["close_lecture"])
        self.forward.setObjectName("primary")
        self.show_all.setObjectName("primary")
        self.menu_button = self._menu()
        self.line.addWidget(self.menu_button, 0, top)

    def _button(self, text: str, action: QAction) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        self.line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return button

    def _menu(self) -> QToolButton:
        menu = QMenu(self)
        for name in (*_MENU, "step_out"):
            menu.addAction(self._actions[name])
        button = QToolButton(self)
        button.setAccessibleName("More for this lecture")
        button.setToolTip("Other lectures, hide the text, close the lecture")
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.set_icon(button, "menu")
        return button

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._fit_title()
        self.counter.setFixedHeight(self.back.sizeHint().height())

    def show_state(self, now: Snapshot, about: Subject) -> None:
        teaching = now.display.teaching
        lecture = teaching.lecture
        self.setVisible(lecture is not None and now.display.page != "start")
        if lecture != self._shown:
            self._show_lecture(lecture)
        text = filled(
            teaching.lecture_text(now.query),
            about,
            tells_answer=teaching.shows_answer(now.query),
        )
        if text != self._text or teaching.screen != self._screen:
            self._show_text(text, teaching, about)
        self._show_position(teaching)
        # At the ends, too: otherwise their keys would go to the control in focus, which may change something.
        for name in _MENU:
            self._actions[name].setEnabled(lecture is not None)

    def _show_text(self, text: str, teaching: Teaching, about: Subject) -> None:
        """Show a text in the space that the texts of its screen have needed so far, or the answer needs.

        Neither a step nor another k then moves the panels below.
        """
        if teaching.screen != self._screen:
            self._screen = teaching.screen
            self._longest = filled(teaching.shown_screen.whole_text(), about)
        self._text = text
        self._longest = max(self._longest, text, key=len)
        self.text.reserve(as_html(self._longest))
        self.text.setText(as_html(text))

    def _show_position(self, teaching: Teaching) -> None:
        """Show the position, `2 of 4`, between its buttons, and what the buttons can do."""
        before, after = self._neighbours
        total = len(teaching.screens)
        self.counter.setText(f"{teaching.screen + 1} of {total}")
        self.counter.setVisible(total > 1)
        self.back.setEnabled(teaching.can_turn(-1) or before is not None)
        is_last = not teaching.can_turn(1)
        self.forward.setText("Next lecture" if is_last else "Next")
        ends = is_last and after is None
        had_focus = self.forward.hasFocus() or self.show_all.hasFocus()
        self.forward.setVisible(not ends)
        self.show_all.setVisible(ends)
        if had_focus:  # otherwise Qt gives it to Back, and Enter would go the wrong way
            (self.show_all if ends else self.forward).setFocus()

    def _show_lecture(self, lecture: Lecture | None) -> None:
        """Show another lecture; its folder is read once, rather than whenever k moves."""
        self._shown, self._neighbours, self._screen = lecture, (None, None), -1
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
        self.title.setText(lecture.title or "Lecture")
        self._fit_title()

    def _fit_title(self) -> None:
        """Make it as wide as the title in one line, or as many lines as the greatest width requires."""
        self.title.ensurePolished()
        needed = self.title.fontMetrics().horizontalAdvance(self.title.text()) + 2
        self.title.setFixedWidth(min(needed, round(self.theme.px(_WIDEST_TITLE))))

    def fold(self) -> None:
        """Hide the text, so that the panels have its space, or show it again."""
        self.folded = not self.folded
        self.text.setVisible(not self.folded)
