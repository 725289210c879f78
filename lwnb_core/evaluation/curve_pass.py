"""Test cases of learners that share a pass over the training rows, at every k."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.engine import choice
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curve_sums import CurveSums
from lwnb_core.evaluation.shared_pass import depends_on_order, inside
from lwnb_core.learners.base import Part
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.training import NOWHERE, Instances
from lwnb_core.progress import Progress, share

Floats = NDArray[np.float64]


def left_to_do(group: list[CurveSums], first: int, count: int) -> NDArray[np.intp]:
    """Which of so many test cases from `first` on are not in yet for every learner of the group.

    Where every test row stretches the ranges for those after it, a fold is done as a whole or not at all.
    """
    done = np.logical_and.reduce([sums.is_done(first, first + count) for sums in group])
    if depends_on_order(group[0].learner) and not done.all():
        return np.arange(count)
    return np.flatnonzero(~done)


def run_group(
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
