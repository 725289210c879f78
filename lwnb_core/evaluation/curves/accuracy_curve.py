"""Accuracy against k: every learner on the same test cases, every k at once.

LWNB, KNN and KNNDW with the same settings share one distance pass and one sort per test case. Learners
without a k (NB, AODE …) are constant lines.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import (
    DATASET,
    LEARNER,
    NUMBER,
    TEXT,
    WHOLE,
    check_arguments,
    check_count,
    check_jobs,
    items,
)
from lwnb_core.data.dataset import Dataset, Rows
from lwnb_core.distributed.backends import check_cluster, connected
from lwnb_core.distributed.curve_tasks import CurveCluster
from lwnb_core.engine import choice
from lwnb_core.engine.sweep import Ks, k_grid, k_values
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.errors import SettingsError
from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.evaluation.curves.confidence import most_rows
from lwnb_core.evaluation.curves.memory import curve_bytes, fits, too_large
from lwnb_core.evaluation.curves.one_pass import Pass, run_pass
from lwnb_core.evaluation.curves.precision import check_precision, until_precise
from lwnb_core.evaluation.curves.result import AccuracyCurves
from lwnb_core.evaluation.curves.shared_pass import depends_on_order, inside, shared_passes
from lwnb_core.evaluation.curves.splits import Evaluation, Split, random_order, ranks, sampled, splits_of
from lwnb_core.evaluation.curves.sums import CurveSums, CurveWork
from lwnb_core.learners.base import Learner
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.neighbourhood import largest_k
from lwnb_core.local.training import TrainingSet
from lwnb_core.progress import Progress, share, silent
from lwnb_core.remedies import SUGGESTED_PRECISION, Remedy

Partial = Callable[[AccuracyCurves], None]

# A partial result is handed out at most this often, in seconds.
_PARTIAL_EVERY = 0.1


@check_arguments(data=DATASET, evaluation=TEXT, sample=WHOLE, precision=NUMBER, jobs=WHOLE, cluster=TEXT)
def accuracy_curve(
    learners: Sequence[Learner],
    data: Dataset,
    evaluation: Evaluation = "loo",
    ks: Ks = "all",
    *,
    runs: int = 10,
    folds: int = 10,
    sample: int | None = None,
    precision: float | None = None,
    progress: Progress = silent,
    partial: Partial | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    work: CurveWork | None = None,
) -> AccuracyCurves:
    """Measure the accuracy of learners at every k; the k in their settings does not matter.

    Parameters
    ----------
    evaluation
        `loo`: every row is left out in turn, and everything is fitted without it, ranges and cuts included.
        `cv`: Weka's folds of run 1. `repeated-cv`: those of runs 1 to `runs`.
    ks
        `all`, `grid`, or a list of k. With Weka's normal, `all` means the grid (see `sweep`).
    sample
        Test only this many rows, drawn once and the same in every run; all rows are still used for
        training. By default, all rows are tested.
    precision
        Test rows in random order until the accuracy of every learner at every k is known to this many points
        (95 % confidence; see `Curve.band`). The result is that of `sample` with the number of rows that this
        took. With `sample`, at most that many rows are tested.
    partial
        Called now and then with the result over the test cases done so far, in random order.
    jobs
        The number of threads; by default one per core.
    cluster
        Test the rows on a Dask cluster instead: `tcp://host:8786`, or `local:4` for four processes on
        this machine.
    work
        Keeps what has been computed. Pass it again after a cancellation to compute only what is missing.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("glass")
    >>> curves = lw.accuracy_curve([lw.LWNB(), lw.KNN()], data, ks=[5, 20, 80])
    >>> for curve in curves.curves:
    ...     print(curve.name, curve.accuracy.round(1))
    LWNB [71.5 71.  67.8]
    KNN [66.8 62.1 50. ]
    """
    learners = items("learners", learners, LEARNER)
    if jobs is not None:
        check_jobs(jobs)
    if precision is not None:
        check_precision(precision)
    if cluster is not None:
        check_cluster(cluster)
    if not learners:
        raise SettingsError("no learner to draw a curve for", remedies=[Remedy("give_learner")])
    splits = list(splits_of(data, evaluation, runs, folds))
    last = _last_k(data, learners, [split.train for split in splits], evaluation == "loo")
    chosen = k_values(_feasible(ks, learners, data), last, len(data))
    order = random_order(data)
    if sample is not None:
        check_count("sample", sample)
        order = order[:sample]
    can_resume, work = work is not None, work or CurveWork()
    study = _Study(learners, data, evaluation, splits, chosen, jobs, partial, work)
    if precision is None:
        expected = len(order)
    else:
        expected = min(len(order), most_rows(precision, study.population))
    study.require_memory(expected)
    with ExitStack() as stack:
        seconds = numpy_seconds(learners, data, expected * _runs(splits), chosen)
        if cluster is None:
            use_compiled = work.engine(lambda: choice.compiled(seconds, progress, loops_for(learners, data)))
        else:
            use_compiled = work.engine(lambda: choice.takes_long(seconds))
            connection = stack.enter_context(connected(cluster, can_resume=can_resume))
            workers = CurveCluster(connection, data, chosen, evaluation == "loo", use_compiled=use_compiled)
            study = replace(study, cluster=workers)
        stack.enter_context(choice.use_engine(use_compiled))
        if precision is None:
            return study.over(order, progress)
        return until_precise(
            lambda rows, part: study.over(order[:rows], part), precision, len(order), expected, progress
        )


@dataclass(frozen=True, eq=False)
class _Study:
    """Learners at some values of k on some splits, for any test rows.

    Attributes
    ----------
    work
        Stores what is computed, so that a larger sample does not compute it again.
    """

    learners: tuple[Learner, ...]
    data: Dataset
    evaluation: Evaluation
    splits: Sequence[Split]
    ks: NDArray[np.int64]
    jobs: int | None
    partial: Partial | None
    work: CurveWork
    cluster: CurveCluster | None = None

    @property
    def population(self) -> int:
        """The rows that can be tested."""
        return int(np.count_nonzero(self.data.class_codes >= 0))

    def over(self, order: Rows, progress: Progress) -> AccuracyCurves:
        """Return the curves over these test rows, tested in this order as far as possible."""
        splits = sampled(self.splits, order, len(self.data))
        cases = Cases.of(self.data, [(split.run, split.fold, split.test) for split in splits])
        sums = [self.work.sums(x, cases, self.ks, self.data.classes) for x in self.learners]
        report = _Reporter(sums, self.data, self.evaluation, self.partial).around(progress)
        passes = list(self._passes(splits, cases, sums, ranks(order, len(self.data))))
        total = len(cases) * len(self.learners)
        done = total - sum(one.size for one in passes)
        here = [one for one in passes if self.cluster is None or one.is_partly_done]
        for one in here:
            run_pass(one, self.data, self.ks, self._leave_out, share(report, done, total), self._threads)
            done += one.size
            report(done, total)  # not every learner reports its own test cases
        if self.cluster is not None:
            self.cluster.run([one for one in passes if not one.is_partly_done], share(report, done, total))
        report(total, total)
        return curves_so_far(sums, self.data, self.evaluation)

    def _passes(
        self, splits: Sequence[Split], cases: Cases, sums: Sequence[CurveSums], rank: NDArray[np.intp]
    ) -> Iterator[Pass]:
        """Yield the passes that remain to be done, fold by fold."""
        for position, split in enumerate(splits):
            numbers = np.arange(cases.starts[position], cases.starts[position + 1])
            for members in shared_passes(self.learners) if len(numbers) else ():
                one = Pass(tuple(sums[i] for i in members), split, numbers)
                if not depends_on_order(one.group[0].learner):
                    one = one.only(np.argsort(rank[split.test]))
                yield from one.missing()

    @property
    def _leave_out(self) -> bool:
        return self.evaluation == "loo"

    @property
    def _threads(self) -> int:
        return self.jobs or os.cpu_count() or 1

    def require_memory(self, rows: int) -> None:
        """Raise an error, with a remedy, if this many test rows do not fit into memory."""
        needed = self._bytes(rows, self.ks)
        if fits(needed):
            return
        what = f"a curve of {rows * _runs(self.splits):,} test cases at {len(self.ks):,} values of k"
        few = min(rows, most_rows(SUGGESTED_PRECISION, self.population))
        grid = k_grid(int(self.ks[-1]))
        if few < rows and fits(self._bytes(few, self.ks)):
            raise too_large(needed, what, remedies=[Remedy("until_precise")])
        if len(grid) < len(self.ks) and fits(self._bytes(few, grid)):
            raise too_large(needed, what, remedies=[Remedy("until_precise", "grid")])
        raise too_large(needed, what, hint="Use fewer values of k, or test fewer rows.")

    def _bytes(self, rows: int, ks: NDArray[np.int64]) -> float:
        learners, classes = len(self.learners), len(self.data.classes)
        return curve_bytes(
            rows * _runs(self.splits), len(ks), learners, classes, len(self.splits), self.jobs or 1
        )


def _last_k(
    data: Dataset, learners: Sequence[Learner], trained: Sequence[NDArray[np.intp]], loo: bool
) -> int:
    """Return the last k of the curves, at which all training rows are in the neighbourhood.

    If every row has weight 1, that is the size of the smallest training set, as folds differ by one row at
    most. Weights can differ by much more: then k covers the heaviest training set, too.
    """
    rows = min(len(train) - loo for train in trained)
    if (data.weights == 1).all():
        return max(rows, 1)
    weights = [data.weights[train] for train in trained]
    heaviest = max(float(some.sum() - (some.min() if loo else 0.0)) for some in weights)
    local = [inner for inner in map(inside, learners) if isinstance(inner, LWNB | KNN)]
    return max((largest_k(rows, heaviest, inner.convention) for inner in local), default=max(rows, 1))


def _feasible(ks: Ks, learners: tuple[Learner, ...], data: Dataset) -> Ks:
    """Allow 'all' only if every k costs little more than one; otherwise return the grid."""
    if not (isinstance(ks, str) and ks == "all"):
        return ks
    training: TrainingSet | None = None
    for learner in learners:
        if isinstance(learner, LWNB):
            training = training or TrainingSet.of(data)
            if not Sweeper.for_learner(training, learner).carries_over:
                return "grid"
    return "all"


def _runs(splits: Sequence[Split]) -> int:
    return max(split.run for split in splits)


def numpy_seconds(learners: Sequence[Learner], data: Dataset, cases: int, ks: Ks) -> float:
    """Estimate how long numpy takes for the curves of learners over this many test cases."""
    training, seconds = TrainingSet.of(data), 0.0
    n_ks = len(k_values(_feasible(ks, tuple(learners), data), len(data)))
    for members in shared_passes(learners):
        host = inside(learners[members[0]])
        if isinstance(host, LWNB | KNN):
            requested = [inside(learners[i]).name for i in members]
            seconds += Sweeper.for_learner(training, host, requested).numpy_seconds(cases, n_ks)
        else:
            seconds += host.numpy_seconds(training.n, len(training.attributes), cases)
    return seconds


def loops_for(learners: Sequence[Learner], data: Dataset) -> str:
    """Return the rarest of the modules of loops that the learners need."""
    return choice.SWEEP if _feasible("all", tuple(learners), data) == "all" else choice.DIRECT


def curves_so_far(sums: Sequence[CurveSums], data: Dataset, evaluation: str) -> AccuracyCurves:
    """Return what has been collected for each learner."""
    return AccuracyCurves(
        data.name, evaluation, sums[0].ks, sums[0].cases, tuple(of_one.curve() for of_one in sums)
    )


class _Reporter:
    """Reports partial results from the caller's thread, at most once per `_PARTIAL_EVERY` seconds."""

    def __init__(
        self, sums: list[CurveSums], data: Dataset, evaluation: Evaluation, partial: Partial | None
    ) -> None:
        self._sums, self._data, self._evaluation, self._partial = sums, data, evaluation, partial
        self._last = time.monotonic()

    def around(self, progress: Progress) -> Progress:
        def reported(done: int, total: int, /) -> None:
            progress(done, total)
            if self._partial is not None and time.monotonic() - self._last > _PARTIAL_EVERY:
                self._partial(curves_so_far(self._sums, self._data, self._evaluation))
                self._last = time.monotonic()

        return reported
