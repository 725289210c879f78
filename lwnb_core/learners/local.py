"""What LWNB, KNN and KNNDW share: distances to every training row, then a neighbourhood."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.choice import compiled
from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.local.convention import Convention
from lwnb_core.local.distance import squared_distances
from lwnb_core.local.training import Instances, Ranges, TrainingSet
from lwnb_core.progress import Progress, silent

if TYPE_CHECKING:
    from lwnb_core.engine.packed import Packed


class LocalModel(Model):
    """A lazy model: keeps the training rows and works per test instance."""

    def __init__(self, learner: Learner, training: TrainingSet, convention: Convention) -> None:
        super().__init__(learner, training)
        self.convention = convention
        self._numeric = np.array([a.is_numeric for a in training.attributes], dtype=bool)

    @abstractmethod
    def local_posterior(
        self, d2: NDArray[np.float64], instances: Instances, i: int, left_out: int | None
    ) -> NDArray[np.float64]:
        """P(c|x) of instance i, given its squared distances to the training rows."""

    @abstractmethod
    def compiled_posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress
    ) -> NDArray[np.float64]:
        """As `posteriors`, by the compiled engine."""

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        if compiled(self.training.n * max(len(self.training.attributes), 1) * len(instances)):
            return self.compiled_posteriors(instances, left_out, progress)
        result = np.empty((len(instances), self.training.n_classes))
        ranges = self.training.ranges
        for i in range(len(instances)):
            d2, ranges = self.distances(instances.values(i), ranges)
            result[i] = self.local_posterior(d2, instances, i, _position(left_out[i]))
            progress(i + 1, len(instances))
        return result

    def distances(self, x: NDArray[np.float64], ranges: Ranges) -> tuple[NDArray[np.float64], Ranges]:
        """d² to every training row, and the ranges for the next instance (they may grow with this one)."""
        ranges = self.ranges_with(x, ranges)
        return squared_distances(self.training, x, ranges, self.convention), ranges

    def ranges_with(self, x: NDArray[np.float64], ranges: Ranges) -> Ranges:
        """The ranges that an instance is scaled by, coming after those that made `ranges`."""
        return ranges.grown(x, self._numeric) if self.convention.ranges == "growing" else ranges

    @cached_property
    def packed(self) -> Packed:
        """The training rows as the compiled engine reads them."""
        from lwnb_core.engine.packed import Packed

        return Packed.of(self.training, self.training.ranges, self.convention)

    def distances_of_one(self, instances: Instances) -> NDArray[np.float64]:
        """d² from the one instance in `instances`."""
        return self.distances(instances.values(0), self.training.ranges)[0]


def _position(left_out: int) -> int | None:
    return None if left_out == NOWHERE else int(left_out)
