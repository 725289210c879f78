"""Measuring a study of learners over k: a coarse picture first, then everything. No Qt in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from lwnb_core import KNN, LWNB, Curve, Dataset, Learner, accuracy_curve
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curves.sums import CurveWork
from lwnb_core.evaluation.measures import CURVE_MEASURES
from lwnb_core.local.neighbourhood import largest_k
from lwnb_core.local.training import TrainingSet
from lwnb_core.progress import Progress, share, silent
from lwnb_gui.study.measure_choices import known_measure
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.study import CurveStudy

# The number of test cases from which on a first, coarse curve is worth its time, and how many it takes.
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
) -> StudyResult:
    """Measure what is not yet known: first a coarse picture from few test cases, then everything.

    `partial` is called now and then with what there is. A curve never goes back to fewer test cases than it
    has shown. `work` keeps what has been computed: if it is passed again after a stop, the study continues
    from there.

    The measure that is shown meanwhile is computed here, as it can take a while with many test cases.

    To a precision, all learners are tested together, on as many rows as the slowest of them needs; the first
    of these are the coarse picture.
    """
    work = work or CurveWork()
    curves_so_far: dict[Learner, Curve] = {k: v for k, v in (known or {}).items() if k in study.learners}
    missing = [learner for learner in study.learners if learner not in curves_so_far]
    if study.precision is not None and missing:
        missing, curves_so_far = list(study.learners), {}
    batches = _batches(missing, data) if study.precision is None else [missing] if missing else []
    labelled = int(np.count_nonzero(data.class_codes >= 0))
    cases = study.n_cases(labelled)
    total, start = cases * max(len(missing), 1), 0

    def tell(curves: Sequence[Curve], *, finished: bool = False) -> None:
        for curve in curves:
            old = curves_so_far.get(curve.learner)
            if finished or old is None or curve.done.sum() >= old.done.sum() > 0:
                curves_so_far[curve.learner] = curve
        if partial is not None:
            measure = known_measure(shown_measure(), data.classes)
            for curve in curves:
                curve.mean(measure)
            partial(StudyResult(study, data, tuple(map(curves_so_far.get, study.learners))))

    def started(curves: Sequence[Curve]) -> list[Curve]:
        return [curve for curve in curves if curve.done.any()]

    if study.precision is None and cases >= _WORTH_IT and partial is not None and not work.looked:
        few = min(max(cases // 10, _FEWEST), _MOST)
        for batch in batches:
            coarse = accuracy_curve(
                batch,
                data,
                "loo" if study.evaluation == "loo" else "cv",
                coarse_ks(study, _largest_k(study, data)),
                folds=study.folds,
                sample=few,
                progress=lambda done, of: progress(0, total),
                jobs=jobs,
            )
            tell(coarse.curves)
        work.looked = True
    for batch in batches:
        result = accuracy_curve(
            batch,
            data,
            study.evaluation,
            study.ks if isinstance(study.ks, str) else list(study.ks),
            runs=study.runs,
            folds=study.folds,
            sample=study.sample,
            precision=study.precision,
            progress=share(progress, start, total) if study.precision is None else progress,
            partial=lambda now: tell(started(now.curves)),
            jobs=jobs,
            work=work,
        )
        tell(result.curves, finished=True)
        start += cases * len(batch)
    curves = tuple(curves_so_far[learner] for learner in study.learners)
    done = StudyResult(study, data, curves, complete=True)
    done.best()  # computed in this task, rather than when the result is first shown
    for curve in curves:  # the same for the measures that one can switch to
        for name in CURVE_MEASURES:
            curve.mean(name)
    return done


def _largest_k(study: CurveStudy, data: Dataset) -> int:
    """Return the k at which all rows with a class are neighbours, for the learner with the largest count."""
    weights = data.weights[data.class_codes >= 0]
    local = [x.convention for x in study.learners if isinstance(x, LWNB | KNN)]
    return max((largest_k(len(weights), float(weights.sum()), x) for x in local), default=len(weights))


def coarse_ks(study: CurveStudy, largest: int) -> list[int]:
    """Return a handful of k, evenly spread on a logarithmic axis, among those of the study."""
    last = largest - 1 if study.evaluation == "loo" else largest - -(-largest // study.folds)
    last = max(last, 1)
    spread = np.unique(np.rint(np.geomspace(1, last, 28)).astype(int)).tolist()
    if isinstance(study.ks, str):
        return spread
    own = np.array(study.ks)
    return sorted({int(own[np.argmin(np.abs(own - k))]) for k in spread})


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
