"""The common part of LWNB, KNN and KNNDW: distances to every training row, then a neighbourhood."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.base import Learner, Model
from lwnb_core.local.convention import Convention
from lwnb_core.local.distance import squared_distances
from lwnb_core.local.training import Instances, Ranges, TrainingSet
from lwnb_core.progress import Progress, silent

if TYPE_CHECKING:
    from lwnb_core.engine.packed import Packed


def row_counting(convention: Convention) -> dict[str, str]:
    """The `Learner.exempt` of a learner with a neighbourhood."""
    return {"weights": "k counts rows"} if convention.counting == "rows" else {}


class LocalModel(Model):
    """A lazy model: keeps the training rows and does the work for each test instance."""

    def __init__(self, learner: Learner, training: TrainingSet, convention: Convention) -> None:
        super().__init__(learner, training)
        self.convention = convention
        self._last_packed: tuple[int, Packed] | None = None
        self._numeric = np.array([a.is_numeric for a in training.attributes], dtype=bool)

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        from lwnb_core.engine.sweeper import Sweeper

        learner: Any = self.learner
        sweeper = Sweeper.for_learner(self.training, learner, (learner.name,))
        swept = sweeper.posteriors(instances, left_out, np.array([learner.k]), progress)
        return swept.of(learner.name)[:, 0]

    def distances(self, instances: Instances, left_out: NDArray[np.intp]) -> Iterator[NDArray[np.float64]]:
        """Yield d² from each instance to every training row, scaled without the row that it leaves out.

        If the convention says so, the ranges grow with every instance, and stay so for later ones.
        """
        seen = Ranges.unknown(len(self.training.attributes))
        for i, position in enumerate(left_out.tolist()):
            x = instances.values(i)
            ranges = self.training.ranges_without(position)
            if self.convention.ranges == "growing":
                seen = seen.grown(x, self._numeric)
                ranges = ranges.joined(seen)
            yield squared_distances(self.training, x, ranges, self.convention)

    def are_independent(self, instances: Instances, left_out: int) -> bool:
        """Whether none of the instances, which leave a row out, widens the ranges for those after it."""
        if self.convention.ranges != "growing":
            return True
        ranges = self.training.ranges_without(left_out)
        for j in np.flatnonzero(self._numeric):
            x = instances.columns[j]
            if not ((x >= ranges.low[j]) & (x <= ranges.high[j]) | np.isnan(x)).all():
                return False
        return True

    @cached_property
    def packed(self) -> Packed:
        """The training rows in the form that the compiled engine reads."""
        from lwnb_core.engine.packed import Packed

        return Packed.of(self.training, self.training.ranges, self.convention)

    def packed_for(self, instances: Instances, left_out: int) -> Packed:
        """Return `packed`, scaled for the one instance in `instances`, which leaves a row out.

        The result for the last row is cached: while its values are edited, the same rows are needed again.
        """
        ranges = self.ranges_for(instances, left_out)
        last = self._last_packed
        if last is None or last[0] != left_out or not last[1].ranges.equal(ranges):
            packed = self.packed.rescaled(ranges)
            if self.convention.numeric == "density":
                packed = packed.with_resolutions(self.training.resolutions_without(left_out))
            last = self._last_packed = (left_out, packed)
        return last[1]

    def ranges_for(self, instances: Instances, left_out: int) -> Ranges:
        """Return the ranges for the one instance in `instances`, which leaves a row out."""
        ranges = self.training.ranges_without(left_out)
        if self.convention.ranges == "growing":
            return ranges.grown(instances.values(0), self._numeric)
        return ranges

    def distances_of_one(self, instances: Instances, left_out: int) -> NDArray[np.float64]:
        """Return d² from the one instance in `instances`, which leaves a row out."""
        return next(self.distances(instances, np.array([left_out])))
