"""Several learners on the same training and test rows, sharing what they have in common.

Discretised learners share one discretiser; LWNB, KNN and KNNDW with the same convention share one distance
pass per test row, whatever their k. Each gives the posteriors it would give alone.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.evaluation.curves.shared_pass import FIRST_ROW, inside, shared_passes, view_of
from lwnb_core.learners.base import Learner
from lwnb_core.learners.discretisation.discretised import Discretised
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.learners.missing_first_row import flattened_instances, flattened_training, without_range
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.progress import Progress, share, silent

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LearnerPredictions:
    """One learner's predictions: posteriors of shape (test rows, classes), and the time they took.

    Seconds of work shared by several learners are divided evenly among them.
    """

    posteriors: Floats
    fit_seconds: float
    predict_seconds: float


@dataclass(frozen=True, eq=False)
class _Frame:
    """Training and test rows as some of the learners see them: as they are, or discretised."""

    training: TrainingSet
    instances: Instances
    seconds: float


def predict_learners(
    learners: Sequence[Learner],
    data: Dataset,
    train: ArrayLike,
    test: ArrayLike,
    progress: Progress = silent,
) -> list[LearnerPredictions]:
    """Fit every learner to `train` and predict `test`, in the order given."""
    plain = _Frame(TrainingSet.of(data, train), Instances.of(data, test), 0.0)
    flat = without_range(plain.training)
    learners = [learner if flat else _with_ranges(learner) for learner in learners]
    frames = _frames(learners, plain, flat)
    results: dict[int, LearnerPredictions] = {}
    size, done = len(plain.instances), 0
    for members in shared_passes(learners):
        frame = frames[view_of(learners[members[0]])]
        part = share(progress, done * size, len(learners) * size)
        inner = {i: inside(learners[i]) for i in members}
        if isinstance(inner[members[0]], LWNB | KNN):
            results |= _in_one_pass(inner, frame, part)
        else:
            results |= {i: _alone(learner, frame, part) for i, learner in inner.items()}
        done += len(members)
        progress(done * size, len(learners) * size)
    return [results[i] for i in range(len(learners))]


def _with_ranges(learner: Learner) -> Learner:
    """Return the learner for data whose first row has no missing value, which can share a pass."""
    return replace(learner, knn_ranges="rows") if isinstance(learner, KNN) else learner


def _frames(learners: Sequence[Learner], plain: _Frame, flat: tuple[int, ...]) -> dict[Hashable, _Frame]:
    """Return the rows as each learner sees them, by `view_of`."""
    keys = [view_of(learner) for learner in learners]
    frames: dict[Hashable, _Frame] = {
        None: plain,
        FIRST_ROW: _Frame(
            flattened_training(plain.training, flat), flattened_instances(plain.instances, flat), 0.0
        ),
    }
    for learner, key in zip(learners, keys, strict=True):
        if key in frames or not isinstance(learner, Discretised):
            continue
        start = time.perf_counter()
        discretiser = learner.fit_discretiser(plain.training)
        training = discretiser.discretised(plain.training)
        instances = discretiser.discretised(plain.instances)
        frames[key] = _Frame(training, instances, (time.perf_counter() - start) / keys.count(key))
    return frames


def _in_one_pass(
    inner: dict[int, Learner], frame: _Frame, progress: Progress
) -> dict[int, LearnerPredictions]:
    """Predict with learners that share a pass, by position; the first of them has the settings."""
    host = next(iter(inner.values()))
    assert isinstance(host, LWNB | KNN)
    start = time.perf_counter()
    names = {learner.name for learner in inner.values()}
    ks = np.unique([x.k for x in inner.values() if isinstance(x, LWNB | KNN)]).astype(np.int64)
    lwnb_ks = np.unique([x.k for x in inner.values() if isinstance(x, LWNB)]).astype(np.int64)
    sweeper = Sweeper.for_learner(frame.training, host, names, lwnb_ks)
    none_left_out = np.full(len(frame.instances), NOWHERE, dtype=np.intp)
    posteriors = sweeper.posteriors(frame.instances, none_left_out, ks, progress)
    seconds = (time.perf_counter() - start) / len(inner)
    return {
        i: LearnerPredictions(posteriors.of(x.name)[:, np.searchsorted(ks, x.k)], frame.seconds, seconds)
        for i, x in inner.items()
        if isinstance(x, LWNB | KNN)
    }


def _alone(learner: Learner, frame: _Frame, progress: Progress) -> LearnerPredictions:
    start = time.perf_counter()
    model = learner.fit_training(frame.training)
    fitted = time.perf_counter()
    none_left_out = np.full(len(frame.instances), NOWHERE, dtype=np.intp)
    posteriors = model.posteriors(frame.instances, none_left_out, progress)
    return LearnerPredictions(posteriors, frame.seconds + fitted - start, time.perf_counter() - fitted)
