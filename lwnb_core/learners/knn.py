"""The k nearest neighbours: voting with equal weight (KNN) or by distance (KNNDW)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.learners.local import LocalModel, row_counting
from lwnb_core.learners.missing_first_row import FirstRowModel
from lwnb_core.local.convention import Convention, LearnerKnob, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import TRACE
from lwnb_core.local.neighbourhood import Neighbourhood, Ranking, check_k
from lwnb_core.local.sums import sum_by
from lwnb_core.local.training import Instances, TrainingSet

_RANGES = LearnerKnob("knn_ranges", ("rows", "first"), {"paper": "rows", "weka": "rows", "tables": "rows"})


@dataclass(frozen=True, init=False, repr=False)
class KNN(Learner):
    """The k nearest neighbours: all rows with d ≤ d_k vote, ties included; the first class wins a tied vote.

    Ties of distances are decided by `Ranking.neighbourhood`, ties of votes by `first_best`.

    Attributes
    ----------
    knn_ranges
        `rows`: every numeric attribute has a range. `first`: an attribute that is missing in the first
        training row never gets a range, as in Weka 3.3.6 (see `lwnb_core.learners.missing_first_row`).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> answer = lw.KNN(k=10).fit(data).explain(data, row=134)
    >>> answer.votes["KNN"], answer.posterior.round(3)
    (array([0., 6., 4.]), array([0. , 0.6, 0.4]))

    Rows at the same distance as the k-th are neighbours, too:

    >>> lw.KNN(k=5).fit(data).explain(data, row=68).votes["KNN"]
    array([0., 4., 2.])
    """

    k: int
    convention: Convention
    knn_ranges: Literal["rows", "first"]
    name: ClassVar[str] = "KNN"
    knobs: ClassVar[tuple[LearnerKnob, ...]] = (_RANGES,)

    def __init__(
        self,
        k: int = 50,
        convention: str | Convention = "paper",
        *,
        knn_ranges: str | None = None,
        **knobs: Any,
    ) -> None:
        chosen = _convention(convention, **knobs)
        object.__setattr__(self, "k", check_k(k))
        object.__setattr__(self, "convention", chosen)
        object.__setattr__(self, "knn_ranges", _RANGES.value(knn_ranges, chosen))

    def numpy_seconds(self, rows: int, attributes: int, instances: int) -> float:
        return choice.numpy_seconds(rows, attributes, instances)

    def fit_training(self, training: TrainingSet) -> Model:
        if self.knn_ranges == "first":
            return FirstRowModel(self, training, lambda rows: KNNModel(self, rows))
        return KNNModel(self, training)

    @property
    def exempt(self) -> dict[str, str]:
        exempt = row_counting(self.convention)
        if self.convention.vote_smoothing:
            exempt.setdefault("weights", "the 1/n of a vote counts rows")
        if self.knn_ranges == "first":
            exempt["order"] = "the first row decides which attributes have a range"
        return exempt


@dataclass(frozen=True, init=False, repr=False)
class KNNDW(KNN):
    """KNN with weighted votes: a vote counts 1 - d/d_k (`paper`) or 1 - √(d²/m) (`weka`, `tables`).

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> lw.KNN(k=10).fit(data).explain(data, row=134).posterior.round(3)
    array([0. , 0.6, 0.4])
    >>> lw.KNNDW(k=10).fit(data).explain(data, row=134).posterior.round(3)
    array([0.   , 0.639, 0.361])
    """

    name: ClassVar[str] = "KNNDW"


_convention = convention  # the dataclass field of this name hides it inside the class


class KNNModel(LocalModel):
    """Counts the votes of the neighbourhood."""

    learner: KNN

    def __init__(self, learner: KNN, training: TrainingSet) -> None:
        super().__init__(learner, training, voting(learner.convention))

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        d2 = self.distances_of_one(instances, left_out)
        ranking = Ranking.of(d2, self.training.weights, left_out)
        neighbourhood = self.neighbourhood(ranking)
        votes = self.votes(neighbourhood)
        name = self.learner.name
        return self._base_explanation(
            instances,
            left_out,
            changed,
            posterior=self.posterior_of(votes, left_out != NOWHERE),
            neighbourhood=neighbourhood,
            neighbour_rows=self.training.rows[neighbourhood.positions],
            neighbour_classes=self.training.classes[neighbourhood.positions],
            votes={name: votes} if name == KNN.name else {},
            details={"votes": dict(zip(self.classes, votes.tolist(), strict=True))},
        )

    def neighbourhood(self, ranking: Ranking, k: int | None = None) -> Neighbourhood:
        """Return the rows that vote, with the weight of their votes; the learner's k can be replaced."""
        by_similarity = self.learner.name == "KNNDW" and self.convention.knndw == "similarity"
        kernel: Kernel = "linear" if self.learner.name == "KNNDW" and not by_similarity else "constant"
        neighbourhood = ranking.neighbourhood(self.learner.k if k is None else k, kernel, self.convention)
        if not by_similarity:
            return neighbourhood
        share = neighbourhood.distances * neighbourhood.distances / max(len(self.training.attributes), 1)
        similarity = 1 - np.sqrt(share)
        similarity[similarity < TRACE] = 0.0
        return replace(neighbourhood, given_weights=similarity * neighbourhood.instance_weights)

    def votes(self, neighbourhood: Neighbourhood) -> NDArray[np.float64]:
        """Return the votes per class. Shape (classes,)."""
        classes = self.training.classes[neighbourhood.positions]
        return sum_by(classes, neighbourhood.weights, self.training.n_classes)

    def posterior_of(self, votes: NDArray[np.float64], one_left_out: bool) -> NDArray[np.float64]:
        """Return votes as probabilities; smoothed by 1/n if the convention says so. Shape (classes,)."""
        if self.convention.vote_smoothing:
            votes = votes + 1 / max(1, self.training.n_whole - one_left_out)
        total = votes.sum()
        return votes / total if total > 0 else np.full(len(votes), 1 / len(votes))


def voting(convention: Convention) -> Convention:
    """Return the convention for voting, whose bandwidth is always that of the k-th neighbour."""
    return replace(convention, bandwidth="kth", zero_bandwidth="uniform", kernel_one=1.0, members="within")
