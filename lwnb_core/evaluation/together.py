"""Several learners on the same training and test rows, sharing what they have in common.

Discretised learners share one discretiser; LWNB, KNN and KNNDW with the same convention share one distance
pass per test row, whatever their k. Each gives the posteriors it would give alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.engine import choice
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.learners.base import Learner
from lwnb_core.learners.discretised import Discretised
from lwnb_core.learners.first_row import flattened_instances, flattened_training, without_range
from lwnb_core.learners.knn import KNN
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.learners.mdl import Discretiser
from lwnb_core.local.training import NOWHERE, Instances, TrainingSet
from lwnb_core.progress import Progress, share, silent

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Answer:
    """What one learner said: posteriors of shape (test rows, classes), and how long that took.

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


def answers(
    learners: Sequence[Learner],
    data: Dataset,
    train: ArrayLike,
    test: ArrayLike,
    progress: Progress = silent,
) -> list[Answer]:
    """Fit every learner to `train` and predict `test`, in the order given."""
    plain = _Frame(TrainingSet.of(data, train), Instances.of(data, test), 0.0)
    flat = without_range(plain.training)
    learners = [learner if flat else _with_ranges(learner) for learner in learners]
    frames = _frames(learners, plain, flat)
    found: dict[int, Answer] = {}
    size, done = len(plain.instances), 0
    for members in _groups(learners, plain):
        frame = frames[_frame_key(learners[members[0]])]
        part = share(progress, done * size, len(learners) * size)
        found |= _together(members, learners, frame, part)
        done += len(members)
        progress(done * size, len(learners) * size)
    return [found[i] for i in range(len(learners))]


def _inner(learner: Learner) -> Learner:
    return learner.learner if isinstance(learner, Discretised) else learner


def _with_ranges(learner: Learner) -> Learner:
    """The learner where the first training row lacks nothing: then it can share the others' pass."""
    if isinstance(learner, KNN) and learner.convention.knn_ranges == "first":
        return type(learner)(learner.k, learner.convention.with_knobs(knn_ranges="rows"))
    return learner


def _frame_key(learner: Learner) -> tuple[str, str] | None:
    """Learners with the same key share a discretiser, or see the same attributes flat; None: neither."""
    if isinstance(learner, Discretised):
        return learner.convention.cut, learner.convention.counting
    if isinstance(learner, KNN) and learner.convention.knn_ranges == "first":
        return "first row", ""
    return None


def _frames(
    learners: Sequence[Learner], plain: _Frame, flat: tuple[int, ...]
) -> dict[tuple[str, str] | None, _Frame]:
    keys = [_frame_key(learner) for learner in learners]
    frames: dict[tuple[str, str] | None, _Frame] = {
        None: plain,
        ("first row", ""): _Frame(
            flattened_training(plain.training, flat), flattened_instances(plain.instances, flat), 0.0
        ),
    }
    for learner, key in zip(learners, keys, strict=True):
        if key in frames or not isinstance(learner, Discretised):
            continue
        start = time.perf_counter()
        convention = learner.convention
        discretiser = Discretiser.fit(plain.training, convention.cut, convention.counting)
        training = discretiser.discretised(plain.training)
        instances = discretiser.discretised(plain.instances)
        frames[key] = _Frame(training, instances, (time.perf_counter() - start) / keys.count(key))
    return frames


def _groups(learners: Sequence[Learner], plain: _Frame) -> list[list[int]]:
    """Numbers of learners that one pass serves."""
    work = plain.training.n * max(len(plain.training.attributes), 1) * len(plain.instances)
    compiled = choice.compiled(work)
    groups: dict[object, list[int]] = {}
    riders: list[int] = []
    for i, learner in enumerate(learners):
        inner = _inner(learner)
        if compiled and isinstance(inner, KNN):
            riders.append(i)
        elif compiled and isinstance(inner, LWNB):
            key = (_frame_key(learner), inner.convention, inner.kernel, inner.eq6)
            groups.setdefault(key, []).append(i)
        else:
            groups[i] = [i]
    for i in riders:
        inner = _inner(learners[i])
        assert isinstance(inner, KNN)
        start = (_frame_key(learners[i]), inner.convention)
        host = next((key for key in groups if isinstance(key, tuple) and key[:2] == start), start)
        groups.setdefault(host, []).append(i)
    return list(groups.values())


def _together(
    members: list[int], learners: Sequence[Learner], frame: _Frame, progress: Progress
) -> dict[int, Answer]:
    first = _inner(learners[members[0]])
    if len(members) == 1 and not isinstance(first, LWNB | KNN):
        return {members[0]: _alone(first, frame, progress)}
    inner = {i: _inner(learners[i]) for i in members}
    host = next((x for x in inner.values() if isinstance(x, LWNB)), first)
    assert isinstance(host, LWNB | KNN)
    if not choice.compiled(frame.training.n * max(len(frame.training.attributes), 1) * len(frame.instances)):
        return {i: _alone(learner, frame, progress) for i, learner in inner.items()}
    start = time.perf_counter()
    names = {learner.name for learner in inner.values()}
    ks = np.unique([x.k for x in inner.values() if isinstance(x, LWNB | KNN)]).astype(np.int64)
    lwnb_ks = np.unique([x.k for x in inner.values() if isinstance(x, LWNB)]).astype(np.int64)
    sweeper = Sweeper.for_learner(frame.training, host, names, lwnb_ks)
    nobody = np.full(len(frame.instances), NOWHERE, dtype=np.intp)
    found = dict(
        zip(("LWNB", "KNN", "KNNDW"), sweeper.posteriors(frame.instances, nobody, ks, progress), strict=True)
    )
    seconds = (time.perf_counter() - start) / len(members)
    return {
        i: Answer(found[x.name][:, np.searchsorted(ks, x.k)], frame.seconds, seconds)
        for i, x in inner.items()
        if isinstance(x, LWNB | KNN)
    }


def _alone(learner: Learner, frame: _Frame, progress: Progress) -> Answer:
    start = time.perf_counter()
    model = learner.fit_training(frame.training)
    fitted = time.perf_counter()
    nobody = np.full(len(frame.instances), NOWHERE, dtype=np.intp)
    posteriors = model.posteriors(frame.instances, nobody, progress)
    return Answer(posteriors, frame.seconds + fitted - start, time.perf_counter() - fitted)
