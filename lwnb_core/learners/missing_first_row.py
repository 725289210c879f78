"""Nearest neighbours as in Weka 3.3.6 if the first training row lacks a numeric value.

Its ranges started from the first training row, and an attribute that was missing there never got one. Without
a range all present values scale to 0: they do not differ from each other, and differ by 1 from a missing one.
A nominal attribute with a single value behaves in the same way, so it replaces the attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.learners.base import Learner, Model, Part
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent

_PRESENT, _MISSING = np.int32(0), np.int32(-1)


def without_range(training: TrainingSet, first: int = 0) -> tuple[int, ...]:
    """Return the numeric attributes that the first training row lacks."""
    return tuple(
        j
        for j, (attribute, column) in enumerate(zip(training.attributes, training.columns, strict=True))
        if attribute.is_numeric and np.isnan(column[first])
    )


def flattened_training(training: TrainingSet, flat: tuple[int, ...]) -> TrainingSet:
    """Return the training rows with some numeric attributes reduced to present or missing."""
    if not flat:
        return training
    attributes = list(training.attributes)
    for j in flat:
        attributes[j] = Attribute.nominal(attributes[j].name, ("present",))
    return replace(training, attributes=tuple(attributes), columns=_flattened(training.columns, flat))


def flattened_instances(instances: Instances, flat: tuple[int, ...]) -> Instances:
    """Return test instances for `flattened_training`."""
    return replace(instances, columns=_flattened(instances.columns, flat))


def _flattened(columns: tuple[NDArray[Any], ...], flat: tuple[int, ...]) -> tuple[NDArray[Any], ...]:
    return tuple(
        np.where(np.isnan(column), _MISSING, _PRESENT) if j in flat else column
        for j, column in enumerate(columns)
    )


class FirstRowModel(Model):
    """A model that sees some numeric attributes only as present or missing.

    If the first row is left out, the second one is used instead.
    """

    def __init__(self, learner: Learner, training: TrainingSet, fit: Callable[[TrainingSet], Model]) -> None:
        super().__init__(learner, training)
        self._fit = fit
        self._models: dict[tuple[int, ...], Model] = {}

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        return self._posteriors_of_parts(instances, left_out, progress)

    def parts(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> Iterator[Part]:
        for which in (np.flatnonzero(left_out != 0), np.flatnonzero(left_out == 0)):
            if len(which):
                flat = self._flat(int(left_out[which[0]]))
                seen = flattened_instances(instances.taken(which), flat)
                yield Part(self._model(flat), which, seen, left_out[which])

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        flat = self._flat(left_out)
        explanation = self._model(flat).explanation(flattened_instances(instances, flat), left_out, changed)
        if not flat:
            return explanation
        names = ", ".join(self.training.attributes[j].name for j in flat)
        return replace(
            explanation,
            attributes=self.training.attributes,
            instance=instances.values(0),
            notes=(*explanation.notes, f"missing in the first training row, and so without a range: {names}"),
        )

    def _flat(self, left_out: int) -> tuple[int, ...]:
        return without_range(self.training, first=1 if left_out == 0 and self.training.n > 1 else 0)

    def _model(self, flat: tuple[int, ...]) -> Model:
        if flat not in self._models:
            self._models[flat] = self._fit(flattened_training(self.training, flat))
        return self._models[flat]
