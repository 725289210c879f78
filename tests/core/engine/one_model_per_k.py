"""The sweep as it is defined, a model fitted at each k: slow, but what every faster form is compared with."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.compiled.loop_arguments import Posteriors
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.learners.knn import KNN, KNNDW, KNNModel
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.local.neighbourhood import Ranking
from lwnb_core.local.training import NOWHERE, Instances


def posteriors_by_models(
    sweeper: Sweeper, instances: Instances, left_out: NDArray[np.intp], ks: NDArray[np.int64]
) -> Iterator[Posteriors]:
    """Yield posteriors of LWNB, KNN and KNNDW for each instance, each of shape (ks, classes)."""
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
            if sweeper.lwnb:
                neighbourhood = ranking.neighbourhood(k, sweeper.kernel, model.convention)
                local = model.local_model(neighbourhood, out)
                lwnb[a] = local.posteriors(columns, 1, model.convention.arithmetic)[0]
            for is_requested, voter, target in ((sweeper.knn, KNN, knn), (sweeper.knndw, KNNDW, knndw)):
                if is_requested:
                    voting = KNNModel(voter(k, sweeper.convention), training)
                    votes = voting.votes(voting.neighbourhood(ranking))
                    target[a] = voting.posterior_of(votes, out != NOWHERE)
        yield Posteriors(lwnb, knn, knndw)
