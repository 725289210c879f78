"""Predicting changed copies of one instance with LWNB, always with the same training rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.selection import Selection
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.training import Instances
from lwnb_core.progress import Progress, silent

Floats = NDArray[np.float64]

# Instances predicted at a time; a cancellation is noticed after each chunk.
_CHUNK = 32


class Predictor:
    """LWNB at one k, for copies of a selected instance; the row that was left out stays left out."""

    def __init__(self, selection: Selection, k: int) -> None:
        self.selection, self.k = selection, k
        self.model: LWNBModel = selection.model.learner_at(k).fit_training(selection.model.training)

    def posteriors_at(self, j: int, values: Sequence[float] | Floats, progress: Progress = silent) -> Floats:
        """P(c|x) with each of the values (codes for a nominal predictor, NaN: missing) instead of the
        instance's own value of predictor j. Shape (values, classes).
        """
        return self.posteriors_of(self.copies(j, values), None, progress)

    def posteriors_of(
        self, instances: Instances, left_out: NDArray[np.intp] | None = None, progress: Progress = silent
    ) -> Floats:
        """Return P(c|x) of each instance alone, without the row in `left_out` (default: the selection's)."""
        n = len(instances)
        outs = np.full(n, self.selection.left_out, dtype=np.intp) if left_out is None else left_out
        result = np.empty((n, self.model.training.n_classes))
        # Each instance starts from the ranges of the training rows.
        size = _CHUNK if self.model.are_independent(instances, self.selection.left_out) else 1
        for start in range(0, n, size):
            progress(start, n)
            part = slice(start, start + size)
            result[part] = self._predicted(instances.taken(part), outs[part], progress)
        progress(n, n)
        return result

    def copies(self, j: int, values: Sequence[float] | Floats) -> Instances:
        """Return the instance, once for each value of predictor j."""
        own = self.selection.instances
        coded = np.asarray(values, dtype=np.float64)
        columns = [np.repeat(column, len(coded)) for column in own.columns]
        if self.model.training.attributes[j].is_nominal:
            coded = np.where(np.isnan(coded), -1, coded)
        columns[j] = coded.astype(columns[j].dtype)
        many = len(coded)
        return Instances(tuple(columns), np.repeat(own.classes, many), np.repeat(own.rows, many), own.origin)

    def neighbours(self, instance: Instances) -> NDArray[np.intp]:
        """Return positions of the training rows in the neighbourhood of the one instance given."""
        selection = Selection(self.model, instance, self.selection.left_out)
        return selection.neighbourhood(self.k).positions

    def _predicted(self, instances: Instances, outs: NDArray[np.intp], progress: Progress) -> Floats:
        def only_check(done: int, total: int) -> None:
            progress(0, len(instances))

        return self._sweeper.posteriors(instances, outs, np.array([self.k]), only_check)[0][:, 0]

    @cached_property
    def _sweeper(self) -> Sweeper:
        """The sweeper, cached because it packs all training rows."""
        return Sweeper.for_learner(self.model.training, self.model.learner, ("LWNB",))


def newcomers(before: Iterable[int], after: NDArray[np.intp]) -> int:
    """Count the neighbours that are new."""
    return int(np.count_nonzero(~np.isin(after, np.asarray(list(before), dtype=np.intp))))
