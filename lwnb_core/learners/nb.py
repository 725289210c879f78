"""Naive Bayes on all training rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.local.convention import Convention, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.leave_one_out import Moments, class_moments, left_out_logs, model_without
from lwnb_core.local.naive_bayes import Eq6, NaiveBayesModel, check_eq6, combine, fit_naive_bayes
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent


@dataclass(frozen=True, init=False, repr=False)
class NB(Learner):
    """Naive Bayes. Every detail of the convention can also be set by name, as in ``numeric="precision"``.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> lw.NB().fit(data).explain(data, row=134).posterior.round(3)
    array([0.   , 0.588, 0.412])

    Weka rounds numbers to the precision of their attribute, and integrates the density over it:

    >>> lw.NB(numeric="precision").fit(data).explain(data, row=134).posterior.round(3)
    array([0.   , 0.675, 0.325])
    """

    convention: Convention
    eq6: Eq6
    name: ClassVar[str] = "NB"

    def __init__(self, convention: str | Convention = "paper", *, eq6: str = "right", **knobs: Any) -> None:
        object.__setattr__(self, "convention", _convention(convention, **knobs))
        object.__setattr__(self, "eq6", check_eq6(eq6))

    def fit_training(self, training: TrainingSet) -> NBModel:
        return NBModel(self, training)


# Up to this many rows, or this many in all, a model is fitted anew for each row left out; beyond, the row is
# subtracted from the sums.
_FEW = 8
_FEW_ROWS = 20_000
_convention = convention  # the dataclass field of this name hides it inside the class


class NBModel(Model):
    """The prior and the tables of all training rows."""

    learner: NB

    def __init__(self, learner: NB, training: TrainingSet, tables: NaiveBayesModel | None = None) -> None:
        """Fit to the rows, or use `tables` if these are given because the rows are elsewhere."""
        super().__init__(learner, training)
        self.tables = tables or self._fit(training.weights, training.resolutions)
        # the row left out last, and the model without it
        self._last: tuple[int, NaiveBayesModel] | None = None

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        arithmetic = self.learner.convention.arithmetic
        out = np.flatnonzero(left_out != NOWHERE)
        if len(out) < len(instances):
            result = self.tables.posteriors(instances.columns, len(instances), arithmetic)
        else:  # each needs a model of its own
            result = np.empty((len(instances), self.training.n_classes))
        if len(out) > _FEW and self._sums_can_shrink:
            columns = tuple(column[out] for column in instances.columns)
            logs = left_out_logs(
                self.tables, self.training, columns, left_out[out], self.learner.eq6, self._moments
            )
            result[out] = combine(logs, arithmetic)
            return result
        for done, i in enumerate(out):
            columns = tuple(column[i : i + 1] for column in instances.columns)
            result[i] = self._without(int(left_out[i])).posteriors(columns, 1, arithmetic)[0]
            progress(done + 1, len(out))
        return result

    @cached_property
    def _moments(self) -> dict[int, Moments]:
        """The moments of every numeric attribute, by its position among the predictors."""
        training = self.training
        return {
            j: class_moments(column, training, training.n_classes)
            for j, (attribute, column) in enumerate(zip(training.attributes, training.columns, strict=True))
            if attribute.is_numeric
        }

    @property
    def _sums_can_shrink(self) -> bool:
        """Whether a row can be subtracted from the sums; Weka's precision depends on the rows used."""
        numeric = any(a.is_numeric for a in self.training.attributes)
        return not numeric or self.learner.convention.numeric == "density"

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        model = self.tables if left_out == NOWHERE else self._without(left_out)
        contributions = model.log_contributions(instances.columns)[0]
        arithmetic = self.learner.convention.arithmetic
        return self._explanation_of_logs(instances, left_out, changed, contributions, arithmetic, model=model)

    def _without(self, position: int) -> NaiveBayesModel:
        """Return the model without a row, cached for the last one, which stays left out while it is
        edited.
        """
        last = self._last
        if last is None or last[0] != position:
            last = self._last = (position, self._fit_without(position))
        return last[1]

    def _fit_without(self, position: int) -> NaiveBayesModel:
        if self.training.n > _FEW_ROWS and self._sums_can_shrink:
            return model_without(self.tables, self.training, position, self.learner.eq6, self._moments)
        weights = self.training.weights.copy()
        weights[position] = 0.0
        return self._fit(weights, self.training.resolutions_without(position))

    def _fit(self, weights: NDArray[np.float64], resolutions: NDArray[np.float64]) -> NaiveBayesModel:
        training = self.training
        used = weights > 0  # a row of weight 0 is not used: it must not refine Weka's precision
        return fit_naive_bayes(
            training.attributes,
            training.columns if used.all() else tuple(column[used] for column in training.columns),
            training.classes[used],
            weights[used],
            training.n_classes,
            numeric=self.learner.convention.numeric,
            resolutions=resolutions,
            eq6=self.learner.eq6,
        )
