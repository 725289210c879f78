"""The rows of a part that can be in the neighbourhood of a test instance.

The k-th neighbour among all rows is never farther than the k-th in one part: every row of the part that
belongs to the whole neighbourhood is also in the part's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.dataset import Dataset
from lwnb_core.distributed.partitions import Part, part_under
from lwnb_core.engine.choice import compiled, numpy_seconds
from lwnb_core.engine.packed import growing_runs
from lwnb_core.learners.base import NOWHERE, Learner
from lwnb_core.learners.instance_blocks import Block
from lwnb_core.learners.local import LocalModel
from lwnb_core.local.training import Instances, TrainingSet, WholeTraining

# The distances in memory at a time take about this many bytes.
_DISTANCE_BYTES = 64 << 20


@dataclass(frozen=True, eq=False)
class Candidates:
    """Rows of a part for some blocks of test instances.

    Attributes
    ----------
    rows
        Their numbers in the part, ascending. Shape (c,).
    columns, classes
        As in `TrainingSet`.
    of_block
        For every block, the positions of its candidates in `rows`.
    """

    rows: NDArray[np.intp]
    columns: tuple[NDArray[Any], ...]
    classes: NDArray[np.int32]
    of_block: tuple[NDArray[np.intp], ...]


def candidates(
    part: Part, header: Dataset, whole: WholeTraining, learner: Learner, blocks: Sequence[Block]
) -> Candidates:
    """Return the candidates that a part has for some blocks."""
    data = part_under(part, header)
    if not bool((data.class_codes >= 0).any()):
        none = np.empty(0, dtype=np.intp)
        columns = tuple(data.column(j)[:0] for j in data.predictors)
        return Candidates(none, columns, data.class_codes[:0], tuple(none for _ in blocks))
    training = TrainingSet.of(data)
    model = learner.fit_training(replace(training, whole=whole))
    assert isinstance(model, LocalModel)
    near = [_near(model, block.instances) for block in blocks]
    positions = np.unique(np.concatenate(near))
    return Candidates(
        training.rows[positions],
        tuple(column[positions] for column in training.columns),
        training.classes[positions],
        tuple(np.searchsorted(positions, some) for some in near),
    )


def merged(
    by_part: Sequence[Candidates],
    block: int,
    starts: Sequence[int],
    header: Dataset,
    whole: WholeTraining,
    dropped: int,
) -> TrainingSet:
    """Return the candidates for one block as training rows, in the order of all rows, which decides ties."""
    chosen = [(some, some.of_block[block]) for some in by_part]
    classes = np.concatenate([some.classes[which] for some, which in chosen])
    return TrainingSet(
        attributes=tuple(header.attributes[j] for j in header.predictors),
        columns=tuple(
            np.concatenate([some.columns[j][which] for some, which in chosen])
            for j in range(len(header.predictors))
        ),
        class_attribute=header.class_attribute,
        classes=classes,
        weights=np.ones(len(classes)),
        rows=np.concatenate(
            [start + some.rows[which] for start, (some, which) in zip(starts, chosen, strict=True)]
        ),
        origin=header.origin,
        dropped=dropped,
        whole=whole,
    )


def _near(model: LocalModel, instances: Instances) -> NDArray[np.intp]:
    """Return positions of the rows that one of the instances needs, ascending."""
    needed = np.zeros(model.training.n, dtype=bool)
    convention = model.convention
    following = model.learner.settings["k"] + (convention.bandwidth == "next")
    beyond = max(convention.kernel_one, 1.0) ** 2
    for d2 in _distances(model, instances):
        if following >= len(d2):
            return np.arange(model.training.n)
        reach = np.partition(d2, following - 1)[following - 1]
        if reach == 0 and (d2 > 0).any():  # the smallest positive distance may become the bandwidth
            reach = d2[d2 > 0].min()
        needed |= d2 <= reach * beyond
    return np.flatnonzero(needed)


def _distances(model: LocalModel, instances: Instances) -> Iterator[NDArray[np.float64]]:
    """Return d² to every row of the part, for each instance."""
    training = model.training
    nowhere = np.full(len(instances), NOWHERE)
    if not compiled(numpy_seconds(training.n, len(training.attributes), len(instances))):
        yield from model.distances(instances, nowhere)
        return
    packed = model.packed
    runs: Iterator[Any] = iter([(np.arange(len(instances)), training.ranges)])
    if model.convention.ranges == "growing":
        runs = growing_runs(training, instances, nowhere)
    size = max(1, _DISTANCE_BYTES // (8 * training.n))
    for which, ranges in runs:
        packed = packed.rescaled(ranges)
        queries = packed.queries(instances.taken(which))
        for start in range(0, len(which), size):
            yield from packed.squared_distances(queries[start : start + size])
