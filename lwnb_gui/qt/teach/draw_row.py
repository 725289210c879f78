"""The row of the teaching bar for drawing curves by hand before the computed ones are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QPushButton, QRadioButton, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.qt.curves.pen import HOW
from lwnb_gui.qt.scene.screen_reader import announce
from lwnb_gui.qt.teach.bar_rows import ReservingLabel, Row
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import plain_label
from lwnb_gui.teaching.drawing import DRAWN_LEARNERS, Drawing, comparisons

if TYPE_CHECKING:
    from lwnb_gui.study.result import StudyResult

_WAITING = "The axes appear as soon as the first accuracies are computed."


class DrawRow(Row):
    """The learner whose curve is drawn, and then its distance from the computed one."""

    def __init__(
        self, actions: Mapping[str, QAction], change: Callable[[Drawing], None], parent: QWidget
    ) -> None:
        super().__init__("Draw the curve first", parent)
        self._change = change
        self._drawing = Drawing()
        self.question = plain_label("Draw accuracy over k for", "teachStrong", self)
        self.line.addWidget(self.question)
        self.learners: list[QRadioButton] = []
        group = QButtonGroup(self)
        for i, name in enumerate(DRAWN_LEARNERS):
            button = QRadioButton(name, self)
            button.setAccessibleName(f"Draw {name}")
            set_tip(button, f"The next stroke is {name}’s curve. {HOW}.")
            button.clicked.connect(lambda _=False, i=i: self._change(replace(self._drawing, learner=i)))
            group.addButton(button)
            self.learners.append(button)
            self.line.addWidget(button)
        self.text = ReservingLabel(self)
        self.text.setObjectName("teachText")
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setAccessibleName("How far the drawn curves are from the computed ones")
        self.line.addWidget(self.text, 1)
        self.show_button = self._push_button(actions["show_curves"])
        self.again_button = self._push_button(actions["draw_again"])
        self.tool(actions["draw_first"], "close").setAccessibleName("Leave “Draw the curve first”")

    def _push_button(self, action: QAction) -> QPushButton:
        button = QPushButton(action.text().replace("&", ""), self)
        button.setToolTip(action.toolTip())
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        self.line.addWidget(button)
        return button

    def show_state(self, now: Snapshot, result: StudyResult | None) -> None:
        teaching, query = now.display.teaching, now.query
        has_class = query is not None and query.data.class_index is not None
        self.setVisible(teaching.draw_first and has_class and now.display.page == "curves")
        if self.isHidden():
            return
        self._drawing = drawing = teaching.drawing
        is_pending = teaching.is_drawing_pending
        for widget in (self.question, *self.learners, self.show_button):
            widget.setVisible(is_pending)
        self.learners[drawing.learner].setChecked(True)
        if result is None or not result.drawn:
            self.text.setText(_WAITING)
        elif is_pending:
            self.text.setText("with the mouse or the arrow keys")
        else:
            compared = comparisons(result, drawing, now.display.curves.log)
            so_far = "" if result.complete else " More test cases are still to come."
            from lwnb_gui.views.curves.drawn import drawn_sentences  # few draw

            text = " ".join(drawn_sentences(compared)) + so_far
            if text != self.text.text():
                self.text.setText(text)
                announce(self, text)
