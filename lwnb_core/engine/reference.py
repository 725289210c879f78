"""The sweep by the readable reference, one model per k: slow, but the standard for the compiled one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.engine.sweeper import Consumer, Sweeper
from lwnb_core.learners.knn import KNN, KNNDW, KNNModel
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.neighbourhood import Ranking
from lwnb_core.local.training import NOWHERE, Instances
from lwnb_core.progress import Progress, silent

Floats = NDArray[np.float64]


def reference_posteriors(
    sweeper: Sweeper,
    instances: Instances,
    left_out: NDArray[np.intp],
    ks: NDArray[np.int64],
    progress: Progress = silent,
) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield posteriors of LWNB, KNN and KNNDW for each instance, each of shape (ks, classes).

    Progress is reported at every k, because all of them together take a while.
    """
    training = sweeper.training
    learner = LWNB(1, sweeper.convention, kernel=sweeper.kernel, eq6=sweeper.eq6)
    model = learner.fit_training(training)
    shape = (len(ks), training.n_classes)
    for i, d2 in enumerate(model.distances(instances, left_out)):
        out = int(left_out[i])
        ranking = Ranking.of(d2, training.weights, out)
        columns = tuple(column[i : i + 1] for column in instances.columns)
        lwnb, knn, knndw = np.empty(shape), np.empty(shape), np.empty(shape)
        for a, k in enumerate(int(k) for k in ks):
            progress(i, len(instances))
            if sweeper.lwnb:
                neighbourhood = ranking.neighbourhood(k, sweeper.kernel, model.convention)
                local = model.local_model(neighbourhood, out)
                lwnb[a] = local.posteriors(columns, 1, model.convention.arithmetic)[0]
            for is_requested, voter, target in ((sweeper.knn, KNN, knn), (sweeper.knndw, KNNDW, knndw)):
                if is_requested:
                    voting = KNNModel(voter(k, sweeper.convention), training)
                    votes = voting.votes(voting.neighbourhood(ranking))
                    target[a] = voting.posterior_of(votes, out != NOWHERE)
        yield lwnb, knn, knndw


def sweep_each(
    sweeper: Sweeper,
    instances: Instances,
    left_out: NDArray[np.intp],
    ks: NDArray[np.int64],
    consume: Consumer,
    progress: Progress = silent,
    jobs: int = 1,
    work: float = float("inf"),
) -> None:
    """Call `Sweeper.each`, or the reference if nothing is compiled or `work` is too small."""
    if choice.compiled(work):
        sweeper.each(instances, left_out, ks, consume, progress, jobs)
        return
    for i, posteriors in enumerate(reference_posteriors(sweeper, instances, left_out, ks, progress)):
        consume(i, *posteriors)
        progress(i + 1, len(instances))
