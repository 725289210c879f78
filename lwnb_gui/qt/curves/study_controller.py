"""The controller of curve studies: it computes one, and pauses a long one to offer a smaller study."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from lwnb_core import Curve, Dataset, Learner
from lwnb_core.engine import choice
from lwnb_core.evaluation.curves.sums import CurveWork
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.query import Query
from lwnb_gui.app.run import Run, RunStatus, compiling_text, rough_duration
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.run.run_controller import RunController
from lwnb_gui.qt.run.tasks import Job
from lwnb_gui.study.forecast import Offer, offer
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.run import missing_from, run_study
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.views.curves.reading import known_to

TASK = "curve-study"
# A study pauses if it will take more seconds than this, and more than it has taken, until one resumes it.
_LONG = 30.0
_FINISHED = 8  # settings whose curves are remembered
_UNFINISHED = 2  # settings whose unfinished work is remembered: it is much larger than the curves


class StudyController(QObject):
    """Runs one study at a time. Its result goes to the context."""

    changed = Signal()  # the state of the run, its progress, or the offer
    result_changed = Signal(object)  # `result`

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.run = RunController(context.tasks, TASK, self)
        self.study: CurveStudy | None = None
        self._query: Query | None = None  # the query whose data are studied
        self._data: Dataset | None = None  # without the attributes that are not in use
        self.offer: Offer | None = None  # while the study is paused
        # The last result whose tests can be examined: complete, or stopped after curves were drawn.
        self.result: StudyResult | None = None
        self._may_be_long = False
        self._finished: dict[CurveStudy, dict[Learner, Curve]] = {}
        self._unfinished: dict[CurveStudy, CurveWork] = {}
        self.run.changed.connect(self._on_run_changed)
        self.run.progressed.connect(self._on_progress)
        self.destroyed.connect(context.state.subscribe(self._on_state))

    # -- for the page -------------------------------------------------------------------------------

    def request(self, study: CurveStudy, query: Query, *, anyhow: bool = False) -> None:
        """Begin a study of the query's data; with `anyhow` it continues even if it is long or was stopped."""
        data = self._used_data(query)
        stays_stopped = self.run.state == "stopped" and not anyhow
        if study == self.study and (self.run.is_busy or self.run.state == "done" or stays_stopped):
            self._may_be_long |= anyhow
            if anyhow and self.run.state == "paused":
                self.run.pause()
            return
        self.run.reset()
        self.study, self._may_be_long = study, anyhow
        known = self._known(study)
        work = self._work_on(study)
        self.run.start(
            lambda job, run: _compute(study, data, known, work, job, run, self._shown_measure),
            on_partial=self._show_partial,
            on_done=self._on_done,
            forecasts=True,
        )

    def start_anyhow(self) -> None:
        """Compute the study that was requested last, however long it takes."""
        if self.study is not None and self._query is not None:
            self.request(self.study, self._query, anyhow=True)

    def forget(self) -> None:
        """Drop everything that belongs to the data."""
        self._finished.clear()
        self._unfinished.clear()
        self._query = self._data = self.study = None
        if self._context.curve_study is not None:
            self._context.set_curve_study(None)
            self._set_result(None)
        self.run.reset()

    @property
    def status(self) -> RunStatus | None:
        """Return the status for the progress view; None for nothing."""
        state, share = self.run.state, self.run.share
        percent = f"{100 * share:.{1 if share < 0.1 else 0}f} %"
        if state == "stopped":
            tip = "Computes what is still missing; what was computed before is kept."
            return RunStatus(f"Stopped at {percent}.", start="Resume", start_tip=tip)
        if state != "running":
            return None
        if share > 0:
            left = self.run.seconds_left
            text = percent if left is None else f"{percent}, {rough_duration(left)} left"
            result = self._context.curve_study
            if self.study is not None and self.study.precision is not None and result is not None:
                text = ", ".join(filter(None, [known_to([curve for _, curve in result.drawn]), text]))
            return RunStatus(text, share, stop=True)
        is_compiling = choice.is_compiling()
        text = compiling_text(choice.share_compiled()) if is_compiling else "preparing …"
        return RunStatus(text, None, stop=True)

    # -- inside -------------------------------------------------------------------------------------

    def _used_data(self, query: Query) -> Dataset:
        """Return the data without unused attributes: the same object as long as these stay the same."""
        known = self._query
        if self._data is None or known is None or (known.data, known.unused) != (query.data, query.unused):
            self.forget()
            self._query, self._data = query, query.used
        return self._data

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        if new.has_other_data_than(old):
            self.forget()

    def _on_run_changed(self) -> None:
        result = self._context.curve_study
        if self.run.state == "stopped" and result is not None and result.drawn:
            self._set_result(result)
        if self.run.state != "paused":
            self.offer = None
        self.changed.emit()

    def _on_progress(self) -> None:
        run, left = self.run, self.run.seconds_left
        may_pause = run.state == "running" and not self._may_be_long
        if may_pause and left is not None and left > max(_LONG, run.seconds):
            self.offer = self._offer(left)
            run.pause()
        self.changed.emit()

    def _offer(self, left: float) -> Offer:
        """Offer a smaller study of all learners, whose curves are not known yet."""
        study, data = self.study, self._data
        assert study is not None
        assert data is not None
        all_missing = left / (1 - self.run.share)
        whole = all_missing * len(study.learners) / len(missing_from(study, self._known(study)))
        return offer(study, int(np.count_nonzero(data.class_codes >= 0)), left, whole)

    def _known(self, study: CurveStudy) -> dict[Learner, Curve]:
        """Return the curves that were computed with the same settings."""
        return dict(self._finished.get(study.setting, {}))

    def _set_result(self, result: StudyResult | None) -> None:
        self.result = result
        self.result_changed.emit(result)

    def _show_partial(self, result: StudyResult) -> None:
        self._context.set_curve_study(result)
        self.changed.emit()

    def _on_done(self, result: StudyResult) -> None:
        setting = result.study.setting
        curves = {curve.learner: curve for _, curve in result.drawn}
        self._finished[setting] = self._finished.pop(setting, {}) | curves
        _drop_oldest(self._finished, _FINISHED)
        self._unfinished.pop(setting, None)
        self._context.set_curve_study(result)
        self._set_result(result)

    def _shown_measure(self) -> str:
        """Return the measure on the page, which the study's task also needs."""
        return self._context.state.display.curves.measure

    def _work_on(self, study: CurveStudy) -> CurveWork:
        """Return what was computed of a study before it was stopped, which the study continues."""
        work = self._unfinished.pop(study.setting, None) or CurveWork()
        self._unfinished[study.setting] = work
        _drop_oldest(self._unfinished, _UNFINISHED)
        return work


def _drop_oldest(remembered: dict[CurveStudy, Any], most: int) -> None:
    while len(remembered) > most:
        del remembered[next(iter(remembered))]


def _compute(
    study: CurveStudy,
    data: Dataset,
    known: dict[Learner, Curve],
    work: CurveWork,
    job: Job,
    run: Run,
    shown_measure: Callable[[], str],
) -> StudyResult:
    def progress(done: int, total: int, /) -> None:
        run.checkpoint(job.check)
        job(done, total)

    return run_study(
        study, data, progress, job.partial, known, work=work, shown_measure=shown_measure, clock=run.clock
    )
