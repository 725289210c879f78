"""Measuring a study of learners over k: first a few test cases, then all of them. No Qt in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from lwnb_core import KNN, LWNB, Curve, Dataset, Learner, accuracy_curve
from lwnb_core.engine import choice
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curves.accuracy_curve import loops_for, numpy_seconds
from lwnb_core.evaluation.curves.sums import CurveWork
from lwnb_core.evaluation.measures import CURVE_MEASURES
from lwnb_core.local.training import TrainingSet
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.run import Clock
from lwnb_gui.study.forecast import Forecast
from lwnb_gui.study.measure_choices import known_measure
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.study import CurveStudy

# The number of test cases from which on a first round of a few is worth its time, and how many it takes.
_WORTH_IT, _FEWEST, _MOST = 300, 60, 250

Partial = Callable[[StudyResult], None]


def run_study(
    study: CurveStudy,
    data: Dataset,
    progress: Progress = silent,
    partial: Partial | None = None,
    known: Mapping[Learner, Curve] | None = None,
    jobs: int | None = None,
    work: CurveWork | None = None,
    shown_measure: Callable[[], str] = lambda: "accuracy",
    clock: Clock | None = None,
) -> StudyResult:
    """Measure what is not yet known: first all learners on a few test cases, then on the others.

    `partial` is called now and then with what there is. A curve never goes back to fewer test cases than it
    has shown. `work` keeps what has been computed: if it is passed again after a stop, the study continues
    from there. The `clock` is told the share done and the time left.

    The measure that is shown meanwhile is computed here, as it can take a while with many test cases.

    To a precision, all learners are tested together, on as many rows as the slowest of them needs; the first
    of these are the first round.
    """
    work, clock = work or CurveWork(), clock or Clock()
    known = known or {}
    missing = missing_from(study, known)
    curves_so_far = {learner: known[learner] for learner in study.learners if learner not in missing}
    batches = _batches(missing, data) if study.precision is None else [missing] if missing else []
    cases = study.n_cases(int(np.count_nonzero(data.class_codes >= 0)))
    forecast = Forecast([cases * len(batch) for batch in batches])
    ks = study.ks if isinstance(study.ks, str) else list(study.ks)
    seconds = sum(numpy_seconds(batch, data, cases, ks) for batch in batches)
    work.engine(lambda: choice.compiled(seconds, progress, loops_for(missing, data)))

    def tell(curves: Sequence[Curve]) -> None:
        for curve in curves:
            old = curves_so_far.get(curve.learner)
            if old is None or curve.done.sum() >= old.done.sum():
                curves_so_far[curve.learner] = curve
        if partial is not None:
            measure = known_measure(shown_measure(), data.classes)
            for curve in curves:
                curve.mean(measure)
            partial(StudyResult(study, data, tuple(map(curves_so_far.get, study.learners))))

    def compute(number: int, sample: int | None, runs: int) -> None:
        batch = batches[number]

        def report(done: int, total: int, /) -> None:
            expected = cases * len(batch) if study.precision is None else total
            if choice.is_compiling():
                forecast.skip()
            forecast.report(number, done, expected, clock.seconds)
            clock.report(forecast.share, forecast.left)
            progress(forecast.done, forecast.total)

        forecast.skip()
        result = accuracy_curve(
            batch,
            data,
            study.evaluation,
            ks,
            runs=runs,
            folds=study.folds,
            sample=sample,
            precision=study.precision,
            progress=report,
            partial=lambda now: tell([curve for curve in now.curves if curve.done.any()]),
            jobs=jobs,
            work=work,
        )
        tell(result.curves)

    if study.precision is None and cases >= _WORTH_IT and partial is not None and not work.looked:
        few = min(max(cases // 10, _FEWEST), _MOST)
        for number in range(len(batches)):
            compute(number, min(few, study.sample or few), runs=1)
        work.looked = True
    for number in range(len(batches)):
        compute(number, study.sample, study.runs)
    curves = tuple(curves_so_far[learner] for learner in study.learners)
    done = StudyResult(study, data, curves, complete=True)
    done.best()  # computed in this task, rather than when the result is first shown
    for curve in curves:  # the same for the measures that one can switch to
        for name in CURVE_MEASURES:
            curve.mean(name)
    return done


def missing_from(study: CurveStudy, known: Mapping[Learner, Curve]) -> list[Learner]:
    """Return the learners that are to be tested: to a precision all together, otherwise those not known."""
    missing = [learner for learner in study.learners if learner not in known]
    return list(study.learners) if missing and study.precision is not None else missing


def _batches(learners: Sequence[Learner], data: Dataset) -> list[list[Learner]]:
    """Group learners that can have every k, and those that cannot, each with as many k as possible."""
    every: list[Learner] = []
    some: list[Learner] = []
    training: TrainingSet | None = None
    for learner in learners:
        carries = True
        if isinstance(learner, LWNB):
            training = training or TrainingSet.of(data)
            carries = Sweeper.for_learner(training, learner).carries_over
        (every if carries else some).append(learner)
    # KNN costs nothing beside an LWNB with its convention, but needs a pass of its own otherwise.
    conventions = {learner.convention for learner in some if isinstance(learner, LWNB)}
    hosts = {learner.convention for learner in every if isinstance(learner, LWNB)}
    riders = [x for x in every if isinstance(x, KNN) and x.convention in conventions - hosts]
    every = [learner for learner in every if learner not in riders]
    return [batch for batch in (every, [*some, *riders]) if batch]
