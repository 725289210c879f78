"""Locally weighted naive Bayes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.class_names import class_names
from lwnb_core.engine import choice
from lwnb_core.learners.base import NOWHERE, Learner
from lwnb_core.learners.knn import KNN, KNNDW, KNNModel
from lwnb_core.learners.local import LocalModel, row_counting
from lwnb_core.learners.nb import NB, NBModel
from lwnb_core.local.convention import Convention, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import POLYNOMIAL, check_kernel
from lwnb_core.local.naive_bayes import Eq6, NaiveBayesModel, check_eq6, fit_naive_bayes
from lwnb_core.local.neighbourhood import Neighbourhood, Ranking, check_k
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, share, silent

if TYPE_CHECKING:
    from lwnb_core.engine.sweeper import Sweeper


@dataclass(frozen=True, init=False, repr=False)
class LWNB(Learner):
    """Locally weighted naive Bayes: naive Bayes fitted to the weighted neighbourhood of each test instance.

    Every detail of the convention can also be set by name, as in ``numeric="precision"``.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> model = lw.LWNB(k=50, kernel="tricube").fit(data)
    >>> model.predict_proba(data, [134], leave_out=True).round(3)
    array([[0.   , 0.108, 0.892]])

    Another k can give another answer; `auto` finds a k from the training rows:

    >>> for k in (5, 20, "auto"):
    ...     answer = lw.LWNB(k=k).fit(data).explain(data, row=134)
    ...     print(answer.settings["k"], answer.classes[answer.prediction])
    5 Iris-versicolor
    20 Iris-virginica
    6 Iris-versicolor
    """

    k: int
    kernel: Kernel
    convention: Convention
    eq6: Eq6
    name: ClassVar[str] = "LWNB"

    def __new__(
        cls,
        k: int | str = 50,
        convention: str | Convention = "paper",
        *,
        kernel: Kernel = "linear",
        eq6: str = "right",
        **knobs: Any,
    ) -> Any:
        """Create the learner; `LWNB(k="auto")` and `LWNB(k="local")` find k themselves (see `adaptive`)."""
        if cls is LWNB and isinstance(k, str) and k in ("auto", "local"):
            from lwnb_core.learners.adaptive import AutoLWNB

            return AutoLWNB(k, convention, kernel=kernel, eq6=eq6, **knobs)
        return super().__new__(cls)

    def __init__(
        self,
        k: int | str = 50,
        convention: str | Convention = "paper",
        *,
        kernel: Kernel = "linear",
        eq6: str = "right",
        **knobs: Any,
    ) -> None:
        object.__setattr__(self, "k", check_k(k))
        object.__setattr__(self, "kernel", check_kernel(kernel))
        object.__setattr__(self, "convention", _convention(convention, **knobs))
        object.__setattr__(self, "eq6", check_eq6(eq6))

    def fit_training(self, training: TrainingSet) -> LWNBModel:
        return LWNBModel(self, training, self.convention)

    def numpy_seconds(self, rows: int, attributes: int, instances: int) -> float:
        carries_over = self.convention.numeric == "density" and self.kernel in POLYNOMIAL
        return choice.numpy_seconds(rows, attributes, instances, carries_over=carries_over)

    @property
    def exempt(self) -> dict[str, str]:
        return row_counting(self.convention)

    @property
    def rivals(self) -> tuple[Learner, ...]:
        """The learners that the paper compares LWNB with first, with the same settings.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> [learner.label for learner in lw.LWNB(k=20).rivals]
        ['NB', 'KNN k=20', 'KNNDW k=20']
        """
        return (
            NB(self.convention, eq6=self.eq6),
            KNN(self.k, self.convention),
            KNNDW(self.k, self.convention),
        )


_convention = convention  # the dataclass field of this name hides it inside the class


class LWNBModel(LocalModel):
    """The training rows, from which a model is built for each test instance."""

    learner: LWNB

    def posteriors_of_all(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> dict[str, NDArray[np.float64]]:
        """Return P(c|x) by LWNB, NB, KNN and KNNDW with the same settings, in one search."""
        n, ks = len(instances), np.array([self.learner.k])
        local = self.sweeper.posteriors(instances, left_out, ks, share(progress, 0, 2 * n))
        lwnb, knn, knndw = (posteriors[:, 0] for posteriors in local)
        nb = self.naive_bayes.posteriors(instances, left_out, share(progress, n, 2 * n))
        progress(2 * n, 2 * n)
        return {"LWNB": lwnb, "NB": nb, "KNN": knn, "KNNDW": knndw}

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        d2 = self.distances_of_one(instances, left_out)
        ranking = Ranking.of(d2, self.training.weights, left_out)
        neighbourhood = self._neighbourhood(ranking)
        rivals = {
            rival.name: rival.fit_training(self.training).posteriors(instances, np.array([left_out]))[0]
            for rival in self.learner.rivals
        }
        return self.explained(
            instances,
            left_out,
            changed,
            self.learner,
            neighbourhood,
            self.local_model(neighbourhood, left_out),
            rivals,
            self.voters[0].votes(self.voters[0].neighbourhood(ranking)),
        )

    def explained(
        self,
        instances: Instances,
        left_out: int,
        changed: tuple[str, ...],
        learner: LWNB,
        neighbourhood: Neighbourhood,
        model: NaiveBayesModel,
        rivals: dict[str, NDArray[np.float64]],
        votes: NDArray[np.float64],
        neighbours: tuple[NDArray[np.intp], NDArray[np.int32]] | None = None,
    ) -> Explanation:
        """Return the explanation of a neighbourhood and its model; `learner` says with which k.

        `votes` are those of KNN. `neighbours` has the neighbours' row numbers and classes, if they have
        been looked up already.
        """
        used = neighbourhood.positions
        rows, classes = neighbours or (self.training.rows[used], self.training.classes[used])
        contributions = model.log_contributions(instances.columns)[0]
        names = class_names(self.classes, self.training.class_attribute.name)
        absent = [name for name, w in zip(names, model.class_weights, strict=True) if w == 0]
        return self._explanation_of_logs(
            instances,
            left_out,
            changed,
            contributions,
            self.convention.arithmetic,
            learner=learner,
            neighbourhood=neighbourhood,
            neighbour_rows=rows,
            neighbour_classes=classes,
            model=model,
            others=rivals,
            votes={KNN.name: votes},
            notes=_notes(neighbourhood, absent, learner),
        )

    @cached_property
    def sweeper(self) -> Sweeper:
        """LWNB, KNN and KNNDW on the same rows with the same settings, for any k."""
        from lwnb_core.engine.sweeper import Sweeper

        return Sweeper.for_learner(self.training, self.learner, packed=self.packed)

    @cached_property
    def voters(self) -> tuple[KNNModel, KNNModel]:
        """KNN and KNNDW on the same rows with the same settings."""
        k, convention = self.learner.k, self.convention
        return KNNModel(KNN(k, convention), self.training), KNNModel(KNNDW(k, convention), self.training)

    @cached_property
    def naive_bayes(self) -> NBModel:
        """Naive Bayes on the same rows with the same settings; fitted once for all instances."""
        learner = self.learner
        return NB(learner.convention, eq6=learner.eq6).fit_training(self.training)

    def learner_at(self, k: int) -> LWNB:
        """Return this model's settings with another k."""
        return self.learner if k == self.learner.k else replace(self.learner, k=k)

    def local_model(self, neighbourhood: Neighbourhood, left_out: int = NOWHERE) -> NaiveBayesModel:
        """Return naive Bayes on a weighted neighbourhood, found among the rows without the one left out."""
        training, used = self.training, neighbourhood.positions
        return fit_naive_bayes(
            training.attributes,
            tuple(column[used] for column in training.columns),
            training.classes[used],
            neighbourhood.rescaled,
            training.n_classes,
            numeric=self.convention.numeric,
            resolutions=training.resolutions_without(left_out),
            eq6=self.learner.eq6,
        )

    def _neighbourhood(self, ranking: Ranking) -> Neighbourhood:
        return ranking.neighbourhood(self.learner.k, self.learner.kernel, self.convention)


def _notes(neighbourhood: Neighbourhood, absent: list[str], learner: LWNB) -> list[str]:
    notes = []
    if tied := neighbourhood.n_tied:
        notes.append(f"k = {learner.k}, {len(neighbourhood)} rows: {tied} tied at the bandwidth")
    if neighbourhood.bandwidth == 0:
        notes.append("the bandwidth is 0: all neighbours are at distance 0 and have the same weight")
    if absent and len(absent) <= 3:
        notes.append(f"no weight for {' and '.join(absent)} in this neighbourhood")
    return notes
