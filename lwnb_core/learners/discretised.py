"""Any learner behind a discretiser that is fitted on its training rows only (LWNBD, NBD …)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lwnb_core.errors import SettingsError
from lwnb_core.learners.base import Learner, Model
from lwnb_core.learners.mdl import Discretiser
from lwnb_core.local.convention import Convention, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent
from lwnb_core.remedies import Remedy


@dataclass(frozen=True, init=False)
class Discretised(Learner):
    """`learner` on intervals instead of numbers. The convention decides where a cut stands."""

    learner: Learner
    convention: Convention

    def __init__(self, learner: Learner, convention: str | Convention | None = None, **knobs: Any) -> None:
        if not isinstance(learner, Learner):
            raise SettingsError(f"{learner!r} is no learner", remedies=[Remedy("give_learner")])
        if convention is None:
            convention = getattr(learner, "convention", "paper")
        object.__setattr__(self, "learner", learner)
        object.__setattr__(self, "convention", _convention(convention, **knobs))

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the learner inside
        return f"{self.learner.name}D"

    @property
    def settings(self) -> dict[str, Any]:
        return {**self.learner.settings, "discretised": True, "cut": self.convention.cut}

    def fit_training(self, training: TrainingSet) -> DiscretisedModel:
        discretiser = Discretiser.fit(training, self.convention.cut, self.convention.counting)
        inner = replace(
            training,
            attributes=discretiser.discretised_attributes,
            columns=discretiser.apply(training.columns),
        )
        return DiscretisedModel(self, training, discretiser, self.learner.fit_training(inner))


_convention = convention  # the dataclass field of this name hides it inside the class


class DiscretisedModel(Model):
    """A discretiser and the model behind it."""

    def __init__(
        self, learner: Discretised, training: TrainingSet, discretiser: Discretiser, inner: Model
    ) -> None:
        super().__init__(learner, training)
        self.discretiser = discretiser
        self.inner = inner

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        return self.inner.posteriors(self.discretised(instances), left_out, progress)

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        explained = self.inner.explanation(self.discretised(instances), left_out, changed)
        return replace(
            explained,
            learner=self.learner.name,
            settings=self.learner.settings,
            others={f"{name}D": p for name, p in explained.others.items()},
        )

    def discretised(self, instances: Instances) -> Instances:
        """Test instances as the model behind sees them."""
        return replace(instances, columns=self.discretiser.apply(instances.columns))
