"""Locally weighted AODE: AODE in place of naive Bayes in LWNB, as the paper's last section proposes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.aode import ABSENT, AODE, PRIOR, Absent, AODEModel, Prior, check_limit
from lwnb_core.learners.base import NOWHERE, Learner
from lwnb_core.learners.counts import require_nominal
from lwnb_core.learners.local import LocalModel, row_counting
from lwnb_core.local.convention import Convention, LearnerKnob, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import check_kernel
from lwnb_core.local.neighbourhood import Neighbourhood, Ranking, check_k
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent

# A neighbourhood has only about k rows: the limit for a whole data set would leave no parent.
_LIMIT = 1


@dataclass(frozen=True, init=False, repr=False)
class LWAODE(Learner):
    """AODE fitted to the weighted neighbourhood of each test instance; for nominal attributes.

    Neighbourhood, weights and their rescaling are those of LWNB. An attribute can be a parent if neighbours
    of a total weight of at least `limit` have the instance's value. `aode_prior` and `aode_missing` are those
    of AODE.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("vote")
    >>> for learner in (lw.AODE(), lw.LWAODE(k=100)):
    ...     print(learner.label, learner.fit(data).explain(data, row=5).posterior.round(3))
    AODE [0.988 0.012]
    LWAODE k=100 [0.997 0.003]
    """

    k: int
    limit: int
    kernel: Kernel
    convention: Convention
    aode_prior: Prior
    aode_missing: Absent
    name: ClassVar[str] = "LWAODE"
    knobs: ClassVar[tuple[LearnerKnob, ...]] = AODE.knobs

    def __init__(
        self,
        k: int = 50,
        limit: int = _LIMIT,
        convention: str | Convention = "paper",
        *,
        kernel: Kernel = "linear",
        aode_prior: str | None = None,
        aode_missing: str | None = None,
        **knobs: Any,
    ) -> None:
        chosen = _convention(convention, **knobs)
        object.__setattr__(self, "k", check_k(k))
        object.__setattr__(self, "limit", check_limit(limit))
        object.__setattr__(self, "kernel", check_kernel(kernel))
        object.__setattr__(self, "convention", chosen)
        object.__setattr__(self, "aode_prior", PRIOR.value(aode_prior, chosen))
        object.__setattr__(self, "aode_missing", ABSENT.value(aode_missing, chosen))

    def fit_training(self, training: TrainingSet) -> LWAODEModel:
        require_nominal(training, self.name)
        return LWAODEModel(self, training, self.convention)

    @property
    def exempt(self) -> dict[str, str]:
        return row_counting(self.convention)


_convention = convention  # the dataclass field of this name hides it inside the class


class LWAODEModel(LocalModel):
    """The training rows, from which a model is built for each test instance."""

    learner: LWAODE

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        result = np.empty((len(instances), self.training.n_classes))
        for i, d2 in enumerate(self.distances(instances, left_out)):
            model = self.local_model(self._neighbourhood(d2, int(left_out[i])))
            result[i] = model.posteriors(instances.taken(slice(i, i + 1)), np.array([NOWHERE]))[0]
            progress(i + 1, len(instances))
        return result

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        neighbourhood = self._neighbourhood(self.distances_of_one(instances, left_out), left_out)
        local = self.local_model(neighbourhood).explanation(instances, NOWHERE, changed)
        return self._base_explanation(
            instances,
            left_out,
            changed,
            posterior=local.posterior,
            neighbourhood=neighbourhood,
            neighbour_rows=self.training.rows[neighbourhood.positions],
            neighbour_classes=self.training.classes[neighbourhood.positions],
            details=local.details,
            notes=[note for note in local.notes if "dropped" not in note],
        )

    def local_model(self, neighbourhood: Neighbourhood) -> AODEModel:
        """Return AODE on a weighted neighbourhood."""
        used = neighbourhood.positions[neighbourhood.rescaled > 0]
        rows = replace(
            self.training,
            columns=tuple(column[used] for column in self.training.columns),
            classes=self.training.classes[used],
            weights=neighbourhood.rescaled[neighbourhood.rescaled > 0],
            rows=self.training.rows[used],
        )
        own = self.learner
        learner = AODE(own.limit, self.convention, aode_prior=own.aode_prior, aode_missing=own.aode_missing)
        return learner.fit_training(rows)

    def _neighbourhood(self, d2: NDArray[np.float64], left_out: int) -> Neighbourhood:
        ranking = Ranking.of(d2, self.training.weights, left_out)
        return ranking.neighbourhood(self.learner.k, self.learner.kernel, self.convention)
