"""Accuracy against k: every learner on the same test cases, every k at once.

LWNB, KNN and KNNDW with the same settings share one distance pass and one sort per test case. Learners
without a k (NB, AODE …) are constant lines.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, LEARNER, TEXT, WHOLE, check_count, items, takes
from lwnb_core.data.dataset import Dataset
from lwnb_core.engine import choice
from lwnb_core.engine.sweep import Ks, k_values
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.curve_result import AccuracyCurves, Cases, CurveSums, CurveWork
from lwnb_core.evaluation.folds import weka_folds
from lwnb_core.evaluation.memory import curve_bytes, require_memory
from lwnb_core.evaluation.shared_pass import inside, shared_passes
from lwnb_core.learners.base import Learner, Part
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.neighbourhood import largest_k
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.progress import Progress, share, silent
from lwnb_core.remedies import Remedy

Floats = NDArray[np.float64]
Evaluation = Literal["loo", "cv", "repeated-cv"]
Partial = Callable[[AccuracyCurves], None]

# A partial result is handed out at most this often, in seconds.
_PARTIAL_EVERY = 0.1


@takes(data=DATASET, evaluation=TEXT, sample=WHOLE, jobs=WHOLE)
def accuracy_curve(
    learners: Sequence[Learner],
    data: Dataset,
    evaluation: Evaluation = "loo",
    ks: Ks = "all",
    *,
    runs: int = 10,
    folds: int = 10,
    sample: int | None = None,
    progress: Progress = silent,
    partial: Partial | None = None,
    jobs: int | None = None,
    work: CurveWork | None = None,
) -> AccuracyCurves:
    """Accuracy of learners over k (their own k does not matter).

    Parameters
    ----------
    evaluation
        `loo`: every row left out in turn; everything is fitted without it, ranges and cuts included. `cv`:
        Weka's folds of run 1. `repeated-cv`: of runs 1 to `runs`.
    ks
        `all`, `grid`, or the k to look at. With Weka's normal, `all` is the grid of `lwnb_core.engine.sweep`.
    sample
        Test so many rows only, drawn once and the same in every run; the training rows stay. None: all rows.
    partial
        Called now and then with the result over the test cases done so far.
    jobs
        Threads; as many as there are cores by default.
    work
        Keeps what is computed. Given again after a cancellation, only what is missing is computed.
    """
    learners = items("learners", learners, LEARNER)
    if jobs is not None:
        check_count("jobs", jobs)
    if not learners:
        raise SettingsError("no learner to draw a curve for", remedies=[Remedy("give_learner")])
    splits = list(_sampled(_splits(data, evaluation, runs, folds), data, sample))
    cases = Cases.of(data, [(run, fold, test) for run, fold, _, test in splits])
    last = _last_k(data, learners, [train for _, _, train, _ in splits], evaluation == "loo")
    chosen = k_values(_feasible(ks, learners, data), last, len(data))
    require_memory(
        curve_bytes(len(cases), len(chosen), len(learners), len(data.classes), len(splits), jobs or 1),
        f"a curve of {len(cases):,} test cases at {len(chosen):,} k",
        "Look at fewer k (the grid), or test a sample of the rows.",
    )
    work = work or CurveWork()
    sums = [work.sums(learner, cases, chosen, len(data.classes)) for learner in learners]
    report = _Reporter(sums, data, evaluation, partial)
    total, start = len(cases) * len(learners), 0
    for position, (_, _, train, test) in enumerate(splits):
        first = cases.starts[position]
        for members in shared_passes(learners) if len(test) else ():
            group = [sums[i] for i in members]
            left = _left_to_do(group, first, len(test))
            if len(left):
                part = share(report.around(progress), start + (len(test) - len(left)) * len(group), total)
                _run_group(
                    group, data, train, test[left], evaluation == "loo", first + left, chosen, part,
                    jobs or os.cpu_count() or 1,
                )  # fmt: skip
            start += len(test) * len(group)
            report.around(progress)(start, total)  # not every learner counts its own test cases
    return report.result()


def _last_k(
    data: Dataset, learners: Sequence[Learner], trained: Sequence[NDArray[np.intp]], loo: bool
) -> int:
    """The k with which the curves end: all training rows are in.

    Where every row counts as one that is the number of rows of the smallest training set, as folds differ by
    one row at most. Weights can differ by much more: then the heaviest training set is in, too.
    """
    rows = min(len(train) - loo for train in trained)
    if (data.weights == 1).all():
        return max(rows, 1)
    weights = [data.weights[train] for train in trained]
    heaviest = max(float(some.sum() - (some.min() if loo else 0.0)) for some in weights)
    local = [inner for inner in map(inside, learners) if isinstance(inner, LWNB | KNN)]
    return max((largest_k(rows, heaviest, inner.convention) for inner in local), default=max(rows, 1))


def _feasible(ks: Ks, learners: tuple[Learner, ...], data: Dataset) -> Ks:
    """Every k only where it costs no more than one; else the grid."""
    if not (isinstance(ks, str) and ks == "all"):
        return ks
    if not choice.compiled():
        return "grid"
    training: TrainingSet | None = None
    for learner in learners:
        if isinstance(learner, LWNB):
            training = training or TrainingSet.of(data)
            if not Sweeper.for_learner(training, learner).carries_over:
                return "grid"
    return "all"


def _splits(
    data: Dataset, evaluation: Evaluation, runs: int, folds: int
) -> Iterator[tuple[int, int, NDArray[np.intp], NDArray[np.intp]]]:
    """(run, fold, training rows, test rows); for leave-one-out the same rows are both."""
    if evaluation == "loo":
        rows = np.flatnonzero(data.class_codes >= 0)
        yield 1, 0, rows, rows
    elif evaluation in ("cv", "repeated-cv"):
        for run in range(1, 2 if evaluation == "cv" else runs + 1):
            for fold, (train, test) in enumerate(weka_folds(data, run, folds)):
                yield run, fold, train, test
    else:
        raise SettingsError(
            f"no evaluation {evaluation!r}", hint=f"Evaluations: {', '.join(get_args(Evaluation))}."
        )


def sampled_rows(data: Dataset, count: int) -> NDArray[np.intp]:
    """So many rows with a class, drawn without replacement, always the same ones; in ascending order."""
    check_count("sample", count)
    rows = np.flatnonzero(data.class_codes >= 0)
    drawn = np.random.default_rng(1).permutation(rows)[:count]
    return np.sort(drawn)


def _sampled(
    splits: Iterator[tuple[int, int, NDArray[np.intp], NDArray[np.intp]]], data: Dataset, count: int | None
) -> Iterator[tuple[int, int, NDArray[np.intp], NDArray[np.intp]]]:
    """The same splits with fewer test rows."""
    if count is None:
        yield from splits
        return
    drawn = np.zeros(len(data), dtype=bool)
    drawn[sampled_rows(data, count)] = True
    for run, fold, train, test in splits:
        yield run, fold, train, test[drawn[test]]


def _left_to_do(group: list[CurveSums], first: int, count: int) -> NDArray[np.intp]:
    """Which of so many test cases from `first` on are not in yet for every learner of the group.

    Where every test row stretches the ranges for those after it, a fold is done as a whole or not at all.
    """
    done = np.logical_and.reduce([sums.is_done(first, first + count) for sums in group])
    inner = inside(group[0].learner)
    if isinstance(inner, LWNB | KNN) and inner.convention.ranges != "training" and not done.all():
        return np.arange(count)
    return np.flatnonzero(~done)


def _run_group(
    group: list[CurveSums],
    data: Dataset,
    train: NDArray[np.intp],
    test: NDArray[np.intp],
    leave_out: bool,
    cases: NDArray[np.intp],
    ks: NDArray[np.int64],
    progress: Progress,
    jobs: int,
) -> None:
    """Test cases of all learners that share a pass, the first of which is fitted for them."""
    model = group[0].learner.fit(data, train)
    instances = model.instances(data, test)
    left_out = (
        model.positions_to_leave_out(instances) if leave_out else np.full(len(test), NOWHERE, dtype=np.intp)
    )
    inner = inside(group[0].learner)
    if not isinstance(inner, LWNB | KNN):
        posteriors = model.posteriors(instances, left_out, progress)
        group[0].add_constant(cases.tolist(), posteriors)
        return
    counted, done = _scaled(progress, len(group)), 0
    for part in model.parts(instances, left_out, counted):
        _run_part(part, inner, group, cases[part.which], ks, share(counted, done, 0), jobs)
        done += len(part.which)


def _run_part(
    part: Part,
    learner: LWNB | KNN,
    group: list[CurveSums],
    cases: NDArray[np.intp],
    ks: NDArray[np.int64],
    progress: Progress,
    jobs: int,
) -> None:
    """Instances with the same training rows."""
    names = [inside(sums.learner).name for sums in group]
    sweeper = Sweeper.for_learner(part.model.training, learner, names)

    def consume(i: int, lwnb: Floats, knn: Floats, knndw: Floats) -> None:
        posteriors = {"LWNB": lwnb, "KNN": knn, "KNNDW": knndw}
        for name, sums in zip(names, group, strict=True):
            sums.add(int(cases[i]), posteriors[name])

    if choice.compiled():
        sweeper.each(part.instances, part.left_out, ks, consume, progress, min(jobs, len(cases)))
    else:
        _reference_each(sweeper, part.instances, part.left_out, ks, consume, progress)


def _reference_each(
    sweeper: Sweeper,
    instances: Instances,
    left_out: NDArray[np.intp],
    ks: NDArray[np.int64],
    consume: Callable[[int, Floats, Floats, Floats], None],
    progress: Progress,
) -> None:
    """What `Sweeper.each` does, by the readable reference: a model per k."""
    from lwnb_core.engine.reference import reference_posteriors

    for i, found in enumerate(reference_posteriors(sweeper, instances, left_out, ks, progress)):
        consume(i, *found)
        progress(i + 1, len(instances))


def _scaled(progress: Progress, factor: int) -> Progress:
    """Counts each test case once per learner that it serves."""

    def scaled(done: int, total: int, /) -> None:
        progress(done * factor, total)

    return scaled


class _Reporter:
    """Hands out partial results, not too often, from the thread that asked for the curve."""

    def __init__(
        self, sums: list[CurveSums], data: Dataset, evaluation: Evaluation, partial: Partial | None
    ) -> None:
        self._sums, self._data, self._evaluation, self._partial = sums, data, evaluation, partial
        self._last = time.monotonic()
        self._lock = threading.Lock()

    def around(self, progress: Progress) -> Progress:
        def reported(done: int, total: int, /) -> None:
            progress(done, total)
            if self._partial is not None and time.monotonic() - self._last > _PARTIAL_EVERY:
                self._partial(self.result())
                self._last = time.monotonic()

        return reported

    def result(self) -> AccuracyCurves:
        return AccuracyCurves(
            data=self._data.name,
            evaluation=self._evaluation,
            ks=self._sums[0].ks,
            cases=self._sums[0].cases,
            curves=tuple(s.curve() for s in self._sums),
        )
