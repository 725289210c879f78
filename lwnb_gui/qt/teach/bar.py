"""The teaching bar above the panels: there only while a lecture, step mode or guessing needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.predictions import Predictions
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.teach.bar_rows import GuessRow, StepRow
from lwnb_gui.qt.teach.draw_row import DrawRow
from lwnb_gui.qt.teach.lecture_bar_row import LectureBarRow
from lwnb_gui.teaching.drawing import Drawing
from lwnb_gui.theme import Theme
from lwnb_gui.views.view import Subject

if TYPE_CHECKING:
    from lwnb_gui.study.result import StudyResult


class TeachBar(QWidget):
    """The bar reads the state and the explanation; its buttons trigger the window's actions."""

    help_topic = "teach"

    def __init__(
        self,
        context: Context,
        actions: Mapping[str, QAction],
        guess: Callable[[int], None],
        draw: Callable[[Drawing], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("teachBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Lecture, steps and guesses")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._context = context
        self.lecture = LectureBarRow(actions, self)
        self.steps = StepRow(actions, self)
        self.guess = GuessRow(actions, guess, self)
        self.draw = DrawRow(actions, draw, self)
        self._rows = (self.lecture, self.steps, self.guess, self.draw)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 1)
        column.setSpacing(0)
        for row in self._rows:
            column.addWidget(row)
        context.explained.connect(self._on_result)
        context.predicted.connect(self._on_result)
        context.studied.connect(self._on_studied)
        context.theme_changed.connect(self.apply_theme)
        self.apply_theme(context.theme)

    def apply_theme(self, theme: Theme) -> None:
        for row in self._rows:
            row.set_theme(theme)
        self.show_state(self._context.state.now)

    def show_state(self, now: Snapshot) -> None:
        explanation = self._context.explanation
        self.lecture.show_state(now, Subject(explanation, predictions=self._quotable_predictions(now)))
        self.steps.show_state(now, explanation)
        self.guess.show_state(now, explanation)
        self.draw.show_state(now, self._context.curve_study)
        self.setVisible(any(not row.isHidden() for row in self._rows))

    def _quotable_predictions(self, now: Snapshot) -> Predictions | None:
        """Return predictions at this k; none while they are computed, or accuracies are to be drawn first."""
        predictions = self._context.predictions
        if predictions is None or now.query is None or now.display.teaching.is_drawing_pending:
            return None
        return predictions if predictions.is_of(now.query) else None

    def _on_result(self, result: object) -> None:
        """Pass an explanation or predictions to the rows that use them."""
        if self._context.state.display.teaching.follows_instance:
            self.show_state(self._context.state.now)

    def _on_studied(self, result: StudyResult | None) -> None:
        self.draw.show_state(self._context.state.now, result)
