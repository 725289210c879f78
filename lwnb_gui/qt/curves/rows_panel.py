"""Rows behind the curves: where two learners differ, where one changes its mind, whose answer hangs on k."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from lwnb_core import KNN, LWNB, Learner
from lwnb_core.evaluation.curve_result import Curve
from lwnb_gui.export import TextTable
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.row_choices import RowChoices
from lwnb_gui.qt.curves.row_columns import columns_of
from lwnb_gui.qt.curves.row_model import CaseModel, CaseTable
from lwnb_gui.qt.curves.row_words import how_many, why_none
from lwnb_gui.qt.curves.runner import StudyRunner
from lwnb_gui.qt.curves.study_found import StudyFound
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.panels.row_table import RowArea
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state import Snapshot
from lwnb_gui.state.curve_rows import (
    CellRows,
    DifferingRows,
    FoundRows,
    StableRows,
    least_stable_rows,
    posteriors_at,
    rows_of_cell,
    rows_that_differ,
    rows_that_flip,
    training_of,
    votes_at,
)
from lwnb_gui.state.curve_study import StudyResult, has_k
from lwnb_gui.state.test_rows import split_of
from lwnb_gui.theme import Theme

_SETTLED = 60  # ms after the last step of k before rows are looked for
_SHARES_AFTER = 160  # ms after the last scroll before probabilities are asked for
_ROOMY = (560, 780)  # pixels from which on there is room for a third learner, with one run and with several
_AT_ONCE = 200_000  # test cases that are looked through within a frame
_DEALT_AT_ONCE = 4000  # rows whose folds are dealt within a frame


class RowsPanel(Panel):
    """A row that is picked is the test instance, with the training rows of the fold that tested it."""

    title = "Rows that differ"
    help_topic = "curves"
    tells_classes = True
    least = (420, 130)
    # (learner, true class, class given) of the cell whose rows are listed, or None
    cell_listed = Signal(object)

    def __init__(self, context: Context, runner: StudyRunner, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._result: StudyResult | None = None
        self._curve: Curve | None = None
        self._asked: tuple[Learner, ...] = ()
        self._picked: int | None = None  # the row that was picked in this list
        self._shares, self._votes = np.zeros((0, 0)), np.zeros((0, 2))
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED)
        self._soon.timeout.connect(self.refresh)
        self._later = QTimer(self, singleShot=True, interval=_SHARES_AFTER)
        self._later.timeout.connect(self._ask_shares)
        self._build_choices()
        self.model = CaseModel(self)
        self.table = CaseTable(self.model, self)
        self.table.setAccessibleName("Rows behind the curves")
        self.table.setAccessibleDescription("Arrows pick a row, Enter explains it")
        self.table.row_chosen.connect(self.pick)
        self.table.row_reached.connect(self.pick)
        self.table.row_opened.connect(self.explain)
        self.table.verticalScrollBar().valueChanged.connect(lambda _: self._later.start())
        self.area = RowArea(self.table, None, self.content)
        self.area.watch()
        self.body.addWidget(self.area, 1)
        self.copies(self.table)
        self.choices.changed.connect(self._chosen)
        self.choices.moved.connect(self._moved)
        StudyFound(context, runner, self).changed.connect(self._take_result)
        self._say_nothing()

    # -- building -----------------------------------------------------------------------------------

    def _build_choices(self) -> None:
        self.choices = RowChoices(self)
        self.explain_button = QPushButton("Explain", self)
        self.explain_button.setToolTip(
            "Explains the picked row (or the first) with the training rows of the fold that tested it. "
            "Undo takes one back."
        )
        self.explain_button.clicked.connect(lambda: self.explain(self._at_hand()))
        self._title.hide()
        self.add_header_widget(self.choices.kind, left=True)
        self.add_header_widget(self.explain_button)
        outer = self.layout()
        assert isinstance(outer, QVBoxLayout)
        outer.insertWidget(1, self.choices)  # it stays where the list gives way to a sentence

    # -- for the place ------------------------------------------------------------------------------

    @property
    def found(self) -> FoundRows | None:
        return self.model.found

    # -- what is listed -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Look for the rows again."""
        self._soon.stop()
        query, result = self.context.state.query, self._result
        pair = self._pair()
        if query is None or result is None or pair is None:
            self._say_nothing()
            return
        one, other = pair
        kind, k, ks, cell = self.choices.chosen_kind, query.k, self.choices.ks, self.choices.cell

        def look() -> FoundRows:
            if kind == "differ":
                return rows_that_differ(one, other, k)
            if kind == "cell":
                return rows_of_cell(one, k, *cell)
            return rows_that_flip(one, *ks) if kind == "flip" else least_stable_rows(one, k)

        if len(one.cases) <= _AT_ONCE:
            self._list(look(), one)
        else:
            self.computing_bar.begin()
            self.context.tasks.start(
                "curve-rows",
                lambda job: look(),
                on_done=lambda found: self._list(found, one),
                on_error=self.show_error,
            )

    def _pair(self) -> tuple[Curve, Curve] | None:
        """The curves that are compared, where both were tested on the same cases."""
        result = self._result
        numbers = self.choices.learners
        if result is None or numbers[0] is None:
            return None
        one = result.curves[numbers[0]]
        other = result.curves[numbers[1]] if numbers[1] is not None else one
        if one is None or other is None or len(one.cases) != len(other.cases):
            return None
        return one, other

    def _list(self, found: FoundRows, curve: Curve) -> None:
        query, result = self.context.state.query, self._result
        self.computing_bar.end()
        if query is None or result is None:
            return
        self._curve = curve
        self.choices.show()
        numbers = self._learners_shown()
        self._asked = tuple(result.study.learners[i] for i in numbers)
        self._shares = np.full((len(numbers), len(found)), np.nan)
        self._votes = np.full((len(found), 2), np.nan)
        names = [result.names[i] for i in numbers]
        columns = columns_of(
            found,
            result.data,
            curve.cases,
            self._attributes(),
            names,
            self._shares,
            self._votes,
            one_run=result.study.evaluation != "repeated-cv",
            folds=result.study.evaluation != "loo",
        )
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show_rows(found, columns)
        self.table.fit_columns()
        self.area.arrange()
        self.choices.found.setText(how_many(found, result))
        if len(found):
            self.show_content()
        else:
            self.show_empty(why_none(found, names, result.data.classes))
        cell = (names[0], found.true, found.given) if isinstance(found, CellRows) else None
        self.cell_listed.emit(cell)
        self._follow(query.row, bring=self._picked == query.row)
        self._later.start()

    def _learners_shown(self) -> list[int]:
        """The two that are compared and one more that has a k, for which there is room."""
        result = self._result
        assert result is not None
        winner, loser = self.choices.learners
        numbers = [winner]
        if self.choices.chosen_kind == "differ":
            numbers.append(loser)
            others = [i for i, x in enumerate(result.study.learners) if i not in numbers and has_k(x)]
            several = result.study.evaluation == "repeated-cv"
            roomy = self.width() >= self.context.theme.px(_ROOMY[several])
            numbers += others[: int(roomy)]
        return [int(i) for i in dict.fromkeys(numbers) if i is not None]

    def _attributes(self) -> list[str]:
        """Those of the map, or the first two."""
        query = self.context.state.query
        assert query is not None
        if query.map.kind == "attributes":
            return list(dict.fromkeys([query.map.x, query.map.y]))
        return [query.used.attributes[j].name for j in query.used.predictors[:2]]

    def _say_nothing(self) -> None:
        self.model.show_rows(None, ())
        self.choices.found.clear()
        self.choices.setVisible(self._result is not None)
        self.explain_button.setEnabled(False)
        self.show_empty("The rows behind the curves are listed here when the study is done.")

    # -- probabilities ------------------------------------------------------------------------------

    def _ask_shares(self) -> None:
        """p(true class) of the rows in sight: they are not kept for every k, so they are asked for."""
        result, curve, found = self._result, self._curve, self.model.found
        if result is None or curve is None or not isinstance(found, DifferingRows) or not self.isVisible():
            return
        sight = [i for i in self.table.rows_in_sight() if np.isnan(self._shares[0, i])]
        if not sight or not self._asked:
            return
        cases, learners, k, shares = found.cases[sight].tolist(), self._asked, found.k, self._shares
        votes = self._votes
        truth = curve.cases.classes[cases]
        study, data = result.study, result.data

        voters = [x for x in learners if type(x) is KNN]

        def ask(job: Job) -> tuple[np.ndarray, np.ndarray | None]:
            found = posteriors_at(learners, study, data, curve.cases, cases, k, job)
            cast = votes_at(voters[0], study, data, curve.cases, cases, k, job) if voters else None
            return found, cast

        def fill(answer: tuple[np.ndarray, np.ndarray | None]) -> None:
            posteriors, cast = answer
            if shares is self._shares:
                shares[:, sight] = posteriors[:, np.arange(len(sight)), truth]
                if cast is not None:
                    votes[sight] = cast
                self.table.viewport().update()

        self.context.tasks.start(
            "curve-posteriors",
            ask,
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

    def _at_hand(self) -> int:
        """The row picked here or in sight; the first, where the test instance stands far down a new list."""
        query, at = self.context.state.query, self.table.current
        is_picked = query is not None and self._picked == query.row
        return at if at >= 0 and (is_picked or at in self.table.rows_in_sight()) else 0

    def _take(self, position: int, *, go: bool) -> None:
        found, result, curve = self.model.found, self._result, self._curve
        if found is None or result is None or curve is None or not 0 <= position < len(found):
            return
        row, case = int(found.rows[position]), int(found.cases[position])
        self._picked = row
        spec = training_of(result.study, curve.cases, case)
        learner = next((x for x in self._asked[:2] if isinstance(x, LWNB)), None)
        k = found.k if isinstance(found, DifferingRows | StableRows | CellRows) else None
        state = self.context.state
        data = state.query.data if state.query is not None else None

        def take(_: object = None) -> None:
            self.computing_bar.end()
            if state.query is None or state.query.data is not data:
                return
            state.explain_case(row, spec, learner, k)
            if go:
                state.go_to("explore")

        if data is not None and len(data) > _DEALT_AT_ONCE:  # dealing the folds of many rows takes a moment
            self.computing_bar.begin()
            self.context.tasks.start(
                "curve-row",
                lambda job: split_of(data, spec),
                on_done=take,
                on_error=self.show_error,
            )
        else:
            take()

    def _follow(self, row: int, *, bring: bool = True) -> None:
        """Make the row current, without picking it again; a new list begins at its top."""
        at = self.table.current = self.model.position_of(row)
        selection = self.table.selectionModel()
        index = self.model.index(at, 0) if at >= 0 else self.model.index(-1, -1)
        with QSignalBlocker(selection):
            mode = QItemSelectionModel.SelectionFlag
            selection.setCurrentIndex(index, mode.ClearAndSelect | mode.Rows if at >= 0 else mode.Clear)
        if at >= 0 and bring:
            self.table.bring(at)
        elif not bring:
            self.table.scrollToTop()
        self.explain_button.setEnabled(self.model.rowCount() > 0)
        self.table.viewport().update()

    # -- what happens -------------------------------------------------------------------------------

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.query is None or self._result is None:
            return
        before = old.query
        if before is None or new.query.k != before.k:
            self.choices.set_k(new.query.k)
            self._soon.start()
        elif new.query.row != before.row:
            self._follow(new.query.row)

    def _take_result(self, result: StudyResult | None) -> None:
        self._result = result
        if result is None:
            self._curve = self._picked = None
            self._say_nothing()
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
            self._soon.start()

    def _on_computing(self, computing: bool) -> None:
        """The list does not wait for the explanation."""

    # -- looks and exports --------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)
        self.area.arrange()

    def to_table(self) -> TextTable | None:
        found, columns = self.model.found, self.model.columns
        if found is None or not columns:
            return None
        rows = ([column.text(i) for column in columns] for i in range(len(found)))
        figures = frozenset(j for j, column in enumerate(columns) if column.is_figures)
        return TextTable([column.head for column in columns], list(rows), figures)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.choices.chosen_kind != "differ":
            self.choices.show_kind("differ")
        else:
            super().keyPressEvent(event)
