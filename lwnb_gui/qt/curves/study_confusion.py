"""Confusion on the page Curves: counted from the tests of the study, so that it agrees with the curves."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lwnb_gui.app.predictions import LEARNERS, Predictions
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.curves.study_controller import StudyController
from lwnb_gui.qt.explore.confusion import ALL_FOUR, ConfusionPanel
from lwnb_gui.render.study_scripts import study_confusion_script
from lwnb_gui.study.result import StudyResult, nearest_k
from lwnb_gui.views.confusion.view import ConfusionReading
from lwnb_gui.views.view import Subject

_AT_ONCE = 200_000  # test cases that are counted within a frame


class StudyConfusion(ConfusionPanel):
    """Confusion of the study's tests or, until it has a result, of the predictions as in Explore."""

    tells_accuracies = True

    cell_requested = Signal(str, int, int)  # learner, true class, class given: list the tests of this cell

    def __init__(self, context: Context, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._controller = controller
        self._k = 0
        self.listen(controller.result_changed, self._on_result_changed)

    # -- following ------------------------------------------------------------------------------------

    @property
    def _result(self) -> StudyResult | None:
        return self._controller.result

    @property
    def is_study(self) -> bool:
        """Whether the study's tests are counted."""
        return self._result is not None and bool(self.matrices)

    def _on_result_changed(self, result: StudyResult | None) -> None:
        if result is None:
            self.forget_data()
        self._show()

    def forget_data(self) -> None:
        self._forget()
        self._offer(())

    def _on_predicted(self, predictions: Predictions | None) -> None:
        if self._result is None:
            super()._on_predicted(predictions)

    def _on_predicting(self, done: int, total: int) -> None:
        if self._result is None:
            super()._on_predicting(done, total)

    def _show(self) -> None:
        if self._result is None:
            super()._show()
        else:
            self._count()

    def _count(self) -> None:
        result, query = self._result, self.context.state.query
        if result is None or query is None:
            return
        k = query.k
        self.compute(
            "study-confusion",
            lambda _: self.shows.read(Subject(study=result, k=k)),
            lambda reading: self._show_counts(result, k, reading),
            at_once=sum(len(curve.cases) for _, curve in result.drawn) <= _AT_ONCE,
        )

    def _show_counts(self, result: StudyResult, k: int, reading: ConfusionReading | None) -> None:
        if result is not self._result:
            return
        self.view.set_dimmed(False)
        self._known, self.reading = None, reading
        self._k = nearest_k(result.drawn[0][1], k)
        self._offer(tuple(m.name for m in self.matrices))
        self.show_content()
        self._arrange()

    def _offer(self, names: tuple[str, ...]) -> None:
        """Offer the learners whose matrix can be chosen, which include variants of LWNB."""
        names_shown = [ALL_FOUR if len(names) in (0, 4) else "all", *(names or LEARNERS)]
        if [self.chooser.itemText(i) for i in range(self.chooser.count())] != names_shown:
            self.chooser.clear()
            self.chooser.addItems(names_shown)

    # -- rows and script ------------------------------------------------------------------------------

    def list_rows(self, learner: str, true: int, given: int) -> None:
        """List the study's rows here, where each is explained with the training rows of its fold."""
        if self.is_study:
            self.cell_requested.emit(learner, true, given)
        else:
            super().list_rows(learner, true, given)

    def to_script(self) -> str | None:
        result = self._result
        if result is None or not self.matrices:
            return super().to_script()
        learners = dict(zip(result.names, result.study.learners, strict=True))
        study = result.study
        return study_confusion_script(
            result.data,
            {m.name: learners[m.name] for m in self.matrices},
            study.evaluation,
            self._k,
            runs=study.runs,
            folds=study.folds,
            sample=result.sample,
        )
