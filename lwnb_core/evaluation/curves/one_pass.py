"""Testing cases with learners that share a pass over the training rows, at every k."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curves.shared_pass import depends_on_order, inside
from lwnb_core.evaluation.curves.splits import Split
from lwnb_core.evaluation.curves.sums import CurveSums
from lwnb_core.learners.base import Part
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.training import NOWHERE
from lwnb_core.progress import Progress, share

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pass:
    """Untested rows of one fold, for learners that share a pass over its training rows.

    Attributes
    ----------
    group
        The sums of the learners, the first of which is fitted for all.
    split
        The fold, with these test rows, in the order in which they are tested.
    cases
        The test case of each row.
    is_partly_done
        Whether some of the learners, but not all, have these cases, because the work was cancelled.
    """

    group: tuple[CurveSums, ...]
    split: Split
    cases: NDArray[np.intp]
    is_partly_done: bool = False

    @property
    def size(self) -> int:
        """The number of test cases, over all learners."""
        return len(self.cases) * len(self.group)

    def only(self, some: NDArray[Any] | slice, *, is_partly_done: bool = False) -> Pass:
        """Return the same pass with some of its test rows."""
        return Pass(
            self.group, replace(self.split, test=self.split.test[some]), self.cases[some], is_partly_done
        )

    def missing(self) -> Iterator[Pass]:
        """Return what remains to be done: cases that no learner has, and cases that only some have.

        If every test row widens the ranges for those after it, a fold is done as a whole or not at all.
        """
        done = np.stack([sums.is_done(self.cases) for sums in self.group])
        if depends_on_order(self.group[0].learner):
            parts = [] if done.all() else [(np.arange(len(self.cases)), bool(done.any()))]
        else:
            none, some = ~done.any(axis=0), done.any(axis=0) & ~done.all(axis=0)
            parts = [(np.flatnonzero(none), False), (np.flatnonzero(some), True)]
        for which, is_partly_done in parts:
            if len(which):
                yield self.only(which, is_partly_done=is_partly_done)


def run_pass(
    one: Pass, data: Dataset, ks: NDArray[np.int64], leave_out: bool, progress: Progress, jobs: int
) -> None:
    """Test the rows of a pass, and add the results to the sums of its learners."""
    group, test = one.group, one.split.test
    model = group[0].learner.fit(data, one.split.train)
    instances = model.instances(data, test)
    left_out = (
        model.positions_to_leave_out(instances) if leave_out else np.full(len(test), NOWHERE, dtype=np.intp)
    )
    inner = inside(group[0].learner)
    if not isinstance(inner, LWNB | KNN):
        posteriors = model.posteriors(instances, left_out, progress)
        group[0].add_constant(one.cases.tolist(), posteriors)
        return
    counted, done = _scaled(progress, len(group)), 0
    for part in model.parts(instances, left_out, counted):
        _run_part(part, inner, group, one.cases[part.which], ks, share(counted, done, 0), jobs)
        done += len(part.which)


def _run_part(
    part: Part,
    learner: LWNB | KNN,
    group: Sequence[CurveSums],
    cases: NDArray[np.intp],
    ks: NDArray[np.int64],
    progress: Progress,
    jobs: int,
) -> None:
    """Test instances with the same training rows."""
    names = [inside(sums.learner).name for sums in group]
    sweeper = Sweeper.for_learner(part.model.training, learner, names)

    def consume(i: int, lwnb: Floats, knn: Floats, knndw: Floats) -> None:
        posteriors = {"LWNB": lwnb, "KNN": knn, "KNNDW": knndw}
        for name, sums in zip(names, group, strict=True):
            sums.add(int(cases[i]), posteriors[name])

    sweeper.each(part.instances, part.left_out, ks, consume, progress, min(jobs, len(cases)))


def _scaled(progress: Progress, factor: int) -> Progress:
    """Count each test case once for every learner that it serves."""

    def scaled(done: int, total: int, /) -> None:
        progress(done * factor, total)

    return scaled
