"""Nearest neighbours as Weka 3.3.6 computed them where the first training row lacks a numeric value.

Its ranges started from the first training row, and an attribute that was missing there never got one. Without
a range all present values scale to 0: they do not differ from each other, and differ by 1 from a missing one.
That is how a nominal attribute with a single value behaves, so it is put in the attribute's place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.learners.base import Learner, Model
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent

_PRESENT, _MISSING = np.int32(0), np.int32(-1)


def without_range(training: TrainingSet) -> tuple[int, ...]:
    """Numeric attributes that the first training row lacks."""
    return tuple(
        j
        for j, (attribute, column) in enumerate(zip(training.attributes, training.columns, strict=True))
        if attribute.is_numeric and np.isnan(column[0])
    )


def flattened_training(training: TrainingSet, flat: tuple[int, ...]) -> TrainingSet:
    """The training rows with nothing but present or missing in some numeric attributes."""
    attributes = list(training.attributes)
    for j in flat:
        attributes[j] = Attribute.nominal(attributes[j].name, ("present",))
    return replace(training, attributes=tuple(attributes), columns=_flattened(training.columns, flat))


def flattened_instances(instances: Instances, flat: tuple[int, ...]) -> Instances:
    """Test instances for `flattened_training`."""
    return replace(instances, columns=_flattened(instances.columns, flat))


def _flattened(columns: tuple[NDArray[Any], ...], flat: tuple[int, ...]) -> tuple[NDArray[Any], ...]:
    return tuple(
        np.where(np.isnan(column), _MISSING, _PRESENT) if j in flat else column
        for j, column in enumerate(columns)
    )


class FirstRowModel(Model):
    """A model that sees some numeric attributes only as present or missing."""

    def __init__(self, learner: Learner, training: TrainingSet, flat: tuple[int, ...], inner: Model) -> None:
        super().__init__(learner, training)
        self.flat = flat
        self.inner = inner

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        return self.inner.posteriors(flattened_instances(instances, self.flat), left_out, progress)

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        found = self.inner.explanation(flattened_instances(instances, self.flat), left_out, changed)
        names = ", ".join(self.training.attributes[j].name for j in self.flat)
        return replace(
            found,
            attributes=self.training.attributes,
            instance=instances.values(0),
            notes=(*found.notes, f"missing in the first training row, and so without a range: {names}"),
        )
