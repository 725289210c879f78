"""Runs curve studies behind the window: estimates, offers, computes, and keeps what is known."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from lwnb_core import Dataset, Learner
from lwnb_core.evaluation.curve_result import Curve, CurveWork
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.in_turns import is_late
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state.curve_cost import Offer, duration, estimate, offer
from lwnb_gui.state.curve_study import CurveStudy, StudyResult
from lwnb_gui.state.study_run import run_study

Phase = Literal["idle", "estimating", "waiting", "running", "done", "stopped", "failed"]

TASK = "curve-study"
# A study that takes longer than this, in seconds, or more memory than this, begins only when asked to.
UNASKED_SECONDS = 30.0
_UNASKED_BYTES = 1.5e9
_BETWEEN_PICTURES = 150  # ms; the eye cannot follow curves that change faster
_KEPT = 8  # settings whose curves are kept
_BEGUN = 2  # settings whose unfinished work is kept: it is much larger than the curves


@dataclass(frozen=True)
class Standing:
    """How far a study is: test cases of all learners, and seconds left where they can be told."""

    done: int
    total: int
    left: float | None

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 0.0

    @property
    def percent(self) -> str:
        return f"{100 * self.share:.{1 if self.share < 0.1 else 0}f} %"

    @property
    def words(self) -> str:
        left = "" if self.left is None else f", {duration(self.left)} left"
        return f"{self.percent}{left}"


class StudyRunner(QObject):
    """One study at a time. What it finds goes to the context; how it stands is said here."""

    phase_changed = Signal(str)
    progressed = Signal(object)  # Standing

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.phase: Phase = "idle"
        self.offer: Offer | None = None
        self.error: BaseException | None = None
        self.standing = Standing(0, 0, None)
        self.goes_on = False  # with what was found before it was stopped
        self.study: CurveStudy | None = None
        self._data: Dataset | None = None
        self._known: dict[CurveStudy, dict[Learner, Curve]] = {}
        self._begun: dict[CurveStudy, CurveWork] = {}
        self._began = 0.0
        self._newest: StudyResult | None = None
        self._picture = QTimer(self, singleShot=True, interval=_BETWEEN_PICTURES)
        self._picture.timeout.connect(self._show_in_time)

    # -- for the place ------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        return self.phase in ("estimating", "running")

    @property
    def data(self) -> Dataset | None:
        return self._data

    def set_pace(self, seconds: float) -> None:
        """Pictures that take long to draw come less often, so that the window has time for the user."""
        self._picture.setInterval(max(_BETWEEN_PICTURES, round(4000 * seconds)))

    def ask(self, study: CurveStudy, data: Dataset, *, anyhow: bool = False) -> None:
        """Begin a study; one that takes long is only offered, unless it is wanted anyhow."""
        if data is not self._data:
            self._known.clear()
            self._begun.clear()
            self._data = data
            self._context.set_curve_study(None)
        if study == self.study and (self.phase == "done" or (self.is_busy and not anyhow)):
            return
        self._forget_task()
        self.study, self.error, self.offer = study, None, None
        known = dict(self._known.get(study.setting, {}))
        if all(learner in known for learner in study.learners):
            curves = tuple(known[learner] for learner in study.learners)
            self._finish(StudyResult(study, data, curves, complete=True))
            return
        self._began = 0.0
        self.standing = Standing(0, 0, None)
        work = self._work_of(study)
        self.goes_on = work.looked
        self._become("running" if anyhow else "estimating")
        self._context.tasks.start(
            TASK,
            lambda job: _work(study, data, known, work, anyhow, job),
            on_partial=self._partly,
            on_progress=self._progress,
            on_done=self._done,
            on_error=self._failed,
        )

    def stop(self) -> None:
        """At once; what has been found stays on the screen."""
        if not self.is_busy:
            return
        self._show_newest()
        self._forget_task()
        self._become("stopped")

    def forget(self) -> None:
        """The data are gone."""
        self._forget_task()
        self._known.clear()
        self._begun.clear()
        self._data = self.study = self.offer = None
        if self._context.curve_study is not None:
            self._context.set_curve_study(None)
        self._become("idle")

    # -- replies ------------------------------------------------------------------------------------

    def _partly(self, found: StudyResult) -> None:
        if self.phase != "running":
            self._become("running")
        self._newest = found
        if not self._picture.isActive():
            self._picture.start()

    def _show_in_time(self) -> None:
        if is_late(for_long=True):
            self._picture.start()
        else:
            self._show_newest()

    def _show_newest(self) -> None:
        self._picture.stop()
        if self._newest is not None:
            found, self._newest = self._newest, None
            self._context.set_curve_study(found)

    def _progress(self, done: int, total: int) -> None:
        if done <= 0:
            return
        now = time.monotonic()
        if not self._began:
            self._began = now
            self._first = done
        if self.phase != "running":
            self._become("running")
        gone, since = now - self._began, done - self._first
        left = gone * (total - done) / since if since > 0 and gone > 0.5 else None
        self.standing = Standing(done, total, left)
        self.progressed.emit(self.standing)

    def _done(self, found: StudyResult | Offer) -> None:
        if isinstance(found, Offer):
            self.offer = found
            self._become("waiting")
            return
        self._finish(found)

    def _finish(self, found: StudyResult) -> None:
        kept = self._known.pop(found.study.setting, {})
        kept |= {curve.learner: curve for _, curve in found.drawn}
        self._known[found.study.setting] = kept
        while len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        self._begun.pop(found.study.setting, None)
        self._picture.stop()
        self._newest = None
        self._context.set_curve_study(found)
        self._become("done")

    def _failed(self, error: BaseException) -> None:
        self._picture.stop()
        self._newest = None
        self.error = error
        self._become("failed")

    # -- inside -------------------------------------------------------------------------------------

    def _forget_task(self) -> None:
        self._context.tasks.cancel(TASK)
        self._picture.stop()
        self._newest = None

    def _work_of(self, study: CurveStudy) -> CurveWork:
        """What was done of a study before it was stopped, and what will be."""
        work = self._begun.pop(study.setting, None) or CurveWork()
        self._begun[study.setting] = work
        while len(self._begun) > _BEGUN:
            del self._begun[next(iter(self._begun))]
        return work

    def _become(self, phase: Phase) -> None:
        self.phase = phase
        self.phase_changed.emit(phase)


def _work(
    study: CurveStudy, data: Dataset, known: dict[Learner, Curve], work: CurveWork, anyhow: bool, job: Job
) -> StudyResult | Offer:
    if not anyhow:
        cost = estimate(study, data, known, job)
        if cost.seconds > UNASKED_SECONDS or cost.bytes > _UNASKED_BYTES:
            return offer(study, data, cost, job)
    return run_study(study, data, job, job.partial, known, work=work)
