"""Rows behind the curves: where two learners differ, or where a prediction depends on k."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from lwnb_core import KNN, LWNB, Curve, Learner
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.test_rows import split_of
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.row_choices import RowChoices
from lwnb_gui.qt.curves.row_columns import columns_of
from lwnb_gui.qt.curves.study_controller import StudyController
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.qt.table.table_panel import TablePanel
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.study.learners import has_k
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.rows import (
    CellRows,
    DifferingRows,
    ListedRows,
    StableRows,
    least_stable_rows,
    posteriors_at,
    rows_of_cell,
    rows_that_differ,
    rows_that_flip,
    training_of,
    votes_at,
)
from lwnb_gui.views.curves.rows import KINDS, RowsBehindCurves, RowsReading
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject

_ROWS_TASK = "curve-rows"
_AFTER_K = 60  # ms after the last step of k before the rows are searched
_AFTER_SCROLL = 160  # ms after the last scroll before probabilities are computed
_WIDE = (560, 780)  # pixels from which on a third learner fits, with one run and with several
_AT_ONCE = 200_000  # test cases that are searched within a frame
_SPLIT_AT_ONCE = 4000  # rows that are split into folds within a frame


class RowsPanel(TablePanel):
    """A list whose selected row is the test instance, with the training rows of the fold that tested it."""

    shows = RowsBehindCurves()
    title = KINDS["differ"]
    help_topic = "curves"
    tells_classes = True
    tells_accuracies = True
    least = (420, 112)
    shows_computing = False
    # (learner, true class, class given) of the cell whose rows are listed, or None
    cell_listed = Signal(object)

    def __init__(self, context: Context, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.listed: ListedRows | None = None  # the rows that are listed
        self.reading: RowsReading | None = None  # the texts about them
        self._result: StudyResult | None = None
        self._curve: Curve | None = None
        self._learners: tuple[Learner, ...] = ()
        self._picked: int | None = None  # the row that was selected in this list
        self._shares, self._votes = np.zeros((0, 0)), np.zeros((0, 2))
        self._k_timer = QTimer(self, singleShot=True, interval=_AFTER_K)
        self._k_timer.timeout.connect(self.refresh)
        self._scroll_timer = QTimer(self, singleShot=True, interval=_AFTER_SCROLL)
        self._scroll_timer.timeout.connect(self._compute_shares)
        self._build_choices()
        self.table.setAccessibleName(self.shows.title)
        self.table.setAccessibleDescription("Arrows pick a row, Enter explains it")
        self.table.row_chosen.connect(self.pick)
        self.table.row_reached.connect(self.pick)
        self.table.row_opened.connect(self.explain)
        self.table.verticalScrollBar().valueChanged.connect(lambda _: self._scroll_timer.start())
        self.choices.changed.connect(self._chosen)
        self.choices.moved.connect(self._moved)
        controller.result_changed.connect(self._take_result)
        self._show_nothing()

    # -- building -----------------------------------------------------------------------------------

    def hide_content(self, why: str, *, whole: bool = False) -> None:
        super().hide_content(why, whole=whole)
        self.title_row.title.hide()  # the choice of rows is the title
        self.choices.message.setVisible(not why)  # the number of rows would give away accuracies

    def _build_choices(self) -> None:
        self.choices = RowChoices(self)
        self.explain_button = QPushButton("Explain", self)
        set_tip(
            self.explain_button,
            "Explains the selected row (or the first) with the training rows of the fold that tested it. "
            "Undo returns here.",
        )
        self.explain_button.clicked.connect(lambda: self.explain(self._row_to_explain()))
        self.title_row.title.hide()
        self.add_header_widget(self.choices.kind, left=True)
        self.add_header_widget(self.explain_button)
        outer = self.layout()
        assert isinstance(outer, QVBoxLayout)
        outer.insertWidget(1, self.choices)  # it stays where a message takes the place of the list

    # -- what is listed -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Search the rows again."""
        self._k_timer.stop()
        self.context.tasks.cancel(_ROWS_TASK)  # it may be about another result
        self.computing_bar.end()
        query, result = self.context.state.query, self._result
        pair = self._pair()
        if query is None or result is None or pair is None:
            self._show_nothing()
            return
        one, other = pair
        kind, k, ks, cell = self.choices.chosen_kind, query.k, self.choices.ks, self.choices.cell

        def list_rows() -> ListedRows:
            if kind == "differ":
                return rows_that_differ(one, other, k)
            if kind == "cell":
                return rows_of_cell(one, k, *cell)
            return rows_that_flip(one, *ks) if kind == "flip" else least_stable_rows(one, k)

        self.compute(
            _ROWS_TASK,
            lambda _: list_rows(),
            lambda rows: self._list(rows, one),
            at_once=len(one.cases) <= _AT_ONCE,
        )

    def _pair(self) -> tuple[Curve, Curve] | None:
        """Return the curves that are compared, if both were tested on the same cases."""
        result = self._result
        numbers = self.choices.learners
        if result is None or numbers[0] is None:
            return None
        one = result.curves[numbers[0]]
        other = result.curves[numbers[1]] if numbers[1] is not None else one
        if one is None or other is None or len(one.cases) != len(other.cases):
            return None
        return one, other

    def _list(self, listed: ListedRows, curve: Curve) -> None:
        query, result = self.context.state.query, self._result
        if query is None or result is None:
            return
        self._curve = curve
        self.choices.show()
        numbers = self._learners_shown()
        self._learners = tuple(result.study.learners[i] for i in numbers)
        about = Subject(study=result, listed=listed)
        reading = self.shows.read(about, learners=numbers, attributes=self._attributes())
        assert reading is not None
        self.listed, self.reading = listed, reading
        self._shares, self._votes = reading.shares, reading.votes
        self.table.show_columns(columns_of(reading), range(len(listed)))
        self.choices.message.setText(reading.counted)
        if len(listed):
            self.show_content()
        else:
            self.show_empty(reading.none)
        cell = (reading.names[0], listed.true, listed.given) if isinstance(listed, CellRows) else None
        self.cell_listed.emit(cell)
        self._follow(query.row, bring=self._picked == query.row)
        self._scroll_timer.start()

    def _learners_shown(self) -> list[int]:
        """Return the two that are compared and one more that has a k, if it fits."""
        result = self._result
        assert result is not None
        winner, loser = self.choices.learners
        numbers = [winner]
        if self.choices.chosen_kind == "differ":
            numbers.append(loser)
            others = [i for i, x in enumerate(result.study.learners) if i not in numbers and has_k(x)]
            several = result.study.evaluation == "repeated-cv"
            roomy = self.width() >= self.context.theme.px(_WIDE[several])
            numbers += others[: int(roomy)]
        return [int(i) for i in dict.fromkeys(numbers) if i is not None]

    def _attributes(self) -> list[str]:
        """Return the attributes of the map, or the first two."""
        query = self.context.state.query
        assert query is not None
        if query.map.kind == "attributes":
            return list(dict.fromkeys([query.map.x, query.map.y]))
        return [query.used.attributes[j].name for j in query.used.predictors[:2]]

    def to_table(self) -> TextTable | None:
        reading = self.reading
        return None if self.listed is None or reading is None else self.shows.table(reading)

    def _show_nothing(self) -> None:
        self.listed = self.reading = None
        self.table.show_columns((), range(0))
        self.choices.message.clear()
        self.choices.setVisible(self._result is not None)
        self.explain_button.setEnabled(False)
        self.show_empty(self.shows.nothing)

    # -- probabilities ------------------------------------------------------------------------------

    def _compute_shares(self) -> None:
        """Compute p(true class) of the visible rows; all rows would be too many for every k."""
        result, curve, listed = self._result, self._curve, self.listed
        if result is None or curve is None or not isinstance(listed, DifferingRows) or not self.isVisible():
            return
        sight = [i for i in self.table.rows_in_sight() if np.isnan(self._shares[0, i])]
        if not sight or not self._learners:
            return
        cases, learners, k, shares = listed.cases[sight].tolist(), self._learners, listed.k, self._shares
        votes = self._votes
        truth = curve.cases.classes[cases]
        study, data = result.study, result.data

        voters = [x for x in learners if type(x) is KNN]

        def predict(job: Job) -> tuple[np.ndarray, np.ndarray | None]:
            posteriors = posteriors_at(learners, study, data, curve.cases, cases, k, job)
            cast = votes_at(voters[0], study, data, curve.cases, cases, k, job) if voters else None
            return posteriors, cast

        def fill(answer: tuple[np.ndarray, np.ndarray | None]) -> None:
            posteriors, cast = answer
            if shares is self._shares:
                shares[:, sight] = posteriors[:, np.arange(len(sight)), truth]
                if cast is not None:
                    votes[sight] = cast
                self.table.viewport().update()

        self.context.tasks.start(
            "curve-posteriors",
            predict,
            on_done=fill,
            on_error=self.show_error,
        )

    # -- picking ------------------------------------------------------------------------------------

    def pick(self, position: int) -> None:
        """Make a row the test instance, and stay here."""
        self._take(position, go=False)

    def explain(self, position: int) -> None:
        """Make a row the test instance, and go to Explore."""
        self._take(position, go=True)

    def _row_to_explain(self) -> int:
        """Return the row selected here or visible, or the first of a new list."""
        query, at = self.context.state.query, self.table.picked
        is_picked = query is not None and self._picked == query.row
        return at if at >= 0 and (is_picked or at in self.table.rows_in_sight()) else 0

    def _take(self, position: int, *, go: bool) -> None:
        listed, result, curve = self.listed, self._result, self._curve
        if listed is None or result is None or curve is None or not 0 <= position < len(listed):
            return
        row, case = int(listed.rows[position]), int(listed.cases[position])
        self._picked = row
        spec = training_of(result.study, curve.cases, case)
        learner = next((x for x in self._learners[:2] if isinstance(x, LWNB)), None)
        k = listed.k if isinstance(listed, DifferingRows | StableRows | CellRows) else None
        state = self.context.state
        data = state.query.data if state.query is not None else None

        if data is None:
            return

        def take(_: object) -> None:
            if state.query is not None and state.query.data is data:
                state.explain_case(row, spec, learner, k)
                if go:
                    state.go_to("explore")

        # Splitting many rows takes a moment; rows that are split here are known when the case is explained.
        self.compute("curve-row", lambda _: split_of(data, spec), take, at_once=len(data) <= _SPLIT_AT_ONCE)

    def _follow(self, row: int, *, bring: bool = True) -> None:
        """Mark the row without selecting it again; a new list begins at its top."""
        positions = np.flatnonzero(self.listed.rows == row).tolist() if self.listed is not None else []
        self.table.set_picked(positions[0] if positions else -1, bring=bring)
        if not bring:
            self.table.scrollToTop()
        self.explain_button.setEnabled(len(self.table.rows) > 0)

    # -- following the state -------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is None or self._result is None:
            return
        before = old.query
        if before is None or new.query.k != before.k:
            self.choices.set_k(new.query.k)
            self._k_timer.start()
        elif new.query.row != before.row:
            self._follow(new.query.row)

    def _take_result(self, result: StudyResult | None) -> None:
        self._result = result
        if result is None:
            self._curve = self._picked = None
            self.refresh()
            return
        self.choices.take(result)
        if self.context.state.query is not None:
            self.choices.set_k(self.context.state.query.k)
        self.refresh()

    def _chosen(self) -> None:
        self._picked = None
        self.refresh()

    def _moved(self) -> None:
        if self.choices.chosen_kind == "flip":
            self._k_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.choices.chosen_kind != "differ":
            self.choices.show_kind("differ")
        else:
            super().keyPressEvent(event)
