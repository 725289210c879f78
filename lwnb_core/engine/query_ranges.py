"""Which test instances see the training rows under the same ranges, so that one packing serves them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lwnb_core.local.convention import Convention
from lwnb_core.local.training import Instances, Ranges, TrainingSet

# Numbers of instances, and the ranges that all of them see.
Run = tuple[NDArray[np.intp], Ranges]


def equal_ranges(
    training: TrainingSet, convention: Convention, instances: Instances, left_out: NDArray[np.intp]
) -> Iterator[Run]:
    """Every instance with the ranges of the training rows without the one that it leaves out."""
    if convention.ranges == "growing":
        yield from growing_runs(training, instances, left_out)
        return
    extreme = np.isin(left_out, list(training.lone_extremes))
    if not extreme.all():
        yield np.flatnonzero(~extreme), training.ranges
    for i in np.flatnonzero(extreme):
        yield np.array([i]), training.ranges_without(int(left_out[i]))


def growing_runs(training: TrainingSet, instances: Instances, left_out: NDArray[np.intp]) -> Iterator[Run]:
    """Runs of instances that see the same ranges, where each instance widens them for those after it."""
    numeric = [j for j, a in enumerate(training.attributes) if a.is_numeric]
    if not numeric or len(instances) == 0:
        yield np.arange(len(instances)), training.ranges
        return
    values = np.column_stack([instances.columns[j] for j in numeric])
    low, high = np.fmin.accumulate(values, axis=0), np.fmax.accumulate(values, axis=0)
    for i, out in enumerate(left_out.tolist()):
        ranges = training.ranges_without(out)
        low[i], high[i] = np.fmin(low[i], ranges.low[numeric]), np.fmax(high[i], ranges.high[numeric])
    both = np.nan_to_num(np.hstack([low, high]), nan=np.inf)
    changes = np.flatnonzero((both[1:] != both[:-1]).any(axis=1)) + 1
    edges = [0, *changes.tolist(), len(instances)]
    for start, stop in pairwise(edges):
        full_low, full_high = training.ranges.low.copy(), training.ranges.high.copy()
        full_low[numeric], full_high[numeric] = low[start], high[start]
        yield np.arange(start, stop), Ranges(full_low, full_high)
