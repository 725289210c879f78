"""One selected instance, prepared for any k: the k slider moves through it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lwnb_core.arguments import DATASET, FLAG, MAPPING, MODEL, check_arguments
from lwnb_core.data.dataset import Dataset
from lwnb_core.engine import choice
from lwnb_core.engine.moved_query import nearest_to_moved
from lwnb_core.engine.ordering import nearest_first
from lwnb_core.engine.packed import Packed
from lwnb_core.engine.running_sums import RunningSums
from lwnb_core.engine.sweeper import Sweeper
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.learners.base import Model
from lwnb_core.learners.knn import KNNModel
from lwnb_core.learners.lwnb import LWNBModel
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernels import UNBOUNDED
from lwnb_core.local.naive_bayes import NaiveBayesModel
from lwnb_core.local.neighbourhood import Neighbourhood, Ranking, check_k, largest_k
from lwnb_core.local.training import NOWHERE, Instances

Floats = NDArray[np.float64]

# The number of rows sorted first, so that the first result need not wait for the whole sort.
_FIRST = 2000


@check_arguments(model=MODEL, data=DATASET, changes=MAPPING, leave_out=FLAG)
def select(
    model: Model,
    data: Dataset,
    row: int,
    *,
    changes: Mapping[str, float | str | None] | None = None,
    leave_out: bool = True,
) -> Selection:
    """Prepare a row, with some values changed if wanted, to be explained by an LWNB model at any k.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> selection = lw.select(lw.LWNB().fit(data), data, row=134)
    >>> for k in (5, 50):
    ...     print(k, selection.explain(k).posterior.round(3))
    5 [0. 1. 0.]
    50 [0.    0.172 0.828]
    """
    if not isinstance(model, LWNBModel):
        raise SettingsError(
            f"{model.learner.name} has no neighbourhood, so k cannot be changed",
            hint="Select with an LWNB model.",
        )
    instances = model.instances(data, [row])
    left_out = int(model.positions_to_leave_out(instances)[0]) if leave_out else NOWHERE
    changed = instances.changed(model.training.attributes, changes or {})
    return Selection(model, changed, left_out, tuple(changes or {}), as_it_stands=instances)


class Selection:
    """An instance with its training rows in order of distance, computed once; any k is then fast.

    The nearest rows are sorted at once. `complete` sorts the rest and prepares running sums, and may be
    called from another thread; until then, an answer that needs more rows waits for it.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("iris")
    >>> selection = lw.select(lw.LWNB().fit(data), data, row=134)
    >>> selection.n_rows, selection.largest_k
    (149, 149)
    >>> selection.posterior(50).round(3), selection.rivals(50)["KNN"].round(3)
    (array([0.   , 0.172, 0.828]), array([0.  , 0.62, 0.38]))
    >>> selection.neighbourhood(3).weights.round(3)
    array([0.102, 0.042, 0.   ])
    >>> selection.local_model(50).prior.round(3)
    array([0.019, 0.558, 0.423])

    The same flower with another petal; the rows are sorted again, and everything else stays:

    >>> selection.moved({"petalwidth": 1.2}).posterior(50).round(3)
    array([0.   , 0.527, 0.473])
    """

    def __init__(
        self,
        model: LWNBModel,
        instances: Instances,
        left_out: int = NOWHERE,
        changed: tuple[str, ...] = (),
        *,
        as_it_stands: Instances | None = None,
        moved_from: Selection | None = None,
    ) -> None:
        """Find the nearest rows; `as_it_stands` is the instance without changes, `moved_from` one like it."""
        self.model = model
        self.instances = instances
        self.left_out = left_out
        self.changed = changed
        self._as_it_stands = instances if as_it_stands is None else as_it_stands
        self._moved_from = moved_from
        self._lock = threading.Lock()
        self._complete = False
        self._ranking = self._nearest()

    def __repr__(self) -> str:
        from lwnb_core.one_line import selection_text

        return selection_text(self)

    def moved(self, changes: Mapping[str, float | str | None]) -> Selection:
        """Return the same instance with other changes."""
        changed = self._as_it_stands.changed(self.model.training.attributes, changes)
        return Selection(
            self.model,
            changed,
            self.left_out,
            tuple(changes),
            as_it_stands=self._as_it_stands,
            moved_from=self if "_d2" in self.__dict__ else self._moved_from,
        )

    @property
    def is_complete(self) -> bool:
        """Whether all rows are sorted.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("waveform")
        >>> selection = lw.select(lw.LWNB().fit(data), data, row=0)
        >>> selection.complete()
        >>> selection.is_complete
        True
        """
        return self._complete

    def complete(self) -> None:
        """Sort all rows, and prepare the running sums."""
        with self._lock:
            if self._complete:
                return
            order = nearest_first(self._d2_of_others)[: self.n_rows]
            if len(order) == 0:
                raise DataError(
                    "no training row is left", hint="A neighbourhood needs at least one other row."
                )
            self._ranking = Ranking(order, self._d2[order], self.model.training.weights[order])
            self._complete = True
        if self._running is not None:
            self._running.prepare()
        _ = self._sorted_rows

    # -- answers --------------------------------------------------------------------------------------

    def neighbourhood(self, k: int) -> Neighbourhood:
        """Return the weighted neighbourhood at this k."""
        return self._neighbourhood(self._rows_for(k), k)

    def local_model(self, k: int) -> NaiveBayesModel:
        """Return the local naive Bayes model at this k."""
        return self._local_model(self.neighbourhood(k))

    def posterior(self, k: int) -> Floats:
        """Return LWNB's P(c|x) at this k. Shape (classes,)."""
        arithmetic = self.model.convention.arithmetic
        return np.asarray(self.local_model(k).posteriors(self.instances.columns, 1, arithmetic)[0])

    def rivals(self, k: int) -> dict[str, Floats]:
        """Return the posteriors of NB, KNN and KNNDW at this k, each of shape (classes,)."""
        return self._rivals(self._votes_of_all(self._rows_for(k), k))

    def explain(self, k: int) -> Explanation:
        """Return the explanation of a model with this k.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> data = lw.sample("iris")
        >>> selection = lw.select(lw.LWNB().fit(data), data, row=134)
        >>> [selection.explain(k).prediction for k in (5, 10, 20)]
        [1, 2, 2]
        """
        ranking = self._rows_for(k)
        neighbourhood = self._neighbourhood(ranking, k)
        votes = self._votes_of_all(ranking, k)
        return self.model.explained(
            self.instances,
            self.left_out,
            self.changed,
            self.model.learner_at(k),
            neighbourhood,
            self._local_model(neighbourhood),
            self._rivals(votes),
            votes[0],
            self._neighbours(neighbourhood),
        )

    @property
    def n_rows(self) -> int:
        """The number of training rows, not counting the one left out."""
        return self.model.training.n - (self.left_out != NOWHERE)

    @property
    def largest_k(self) -> int:
        """The smallest k at which all training rows are neighbours."""
        weights = self.model.training.weights
        own = 0.0 if self.left_out == NOWHERE else float(weights[self.left_out])
        return largest_k(self.n_rows, float(weights.sum()) - own, self.model.convention)

    def packed_query(self, sweeper: Sweeper) -> tuple[Packed, Floats, Floats, Floats, NDArray[np.intp]]:
        """The arguments of `Sweeper.at`: rows, query, its unscaled values, distances, rows by distance."""
        self.complete()
        x = sweeper.direct.raw_queries(self.instances)[0]
        return self._packed, self._query, x, self._d2, self._ranking.positions

    # -- internals ------------------------------------------------------------------------------------

    def _neighbourhood(self, ranking: Ranking, k: int) -> Neighbourhood:
        return ranking.neighbourhood(k, self.model.learner.kernel, self.model.convention)

    def _local_model(self, neighbourhood: Neighbourhood) -> NaiveBayesModel:
        running = self._running_sums()
        if running is None:
            return self.model.local_model(neighbourhood, self.left_out)
        return running.model(
            len(neighbourhood), neighbourhood.bandwidth, neighbourhood.r, self.model.learner.eq6
        )

    def _rivals(self, votes_of_all: Sequence[Floats]) -> dict[str, Floats]:
        posteriors = {"NB": self._naive_bayes}
        for voter, votes in zip(self.model.voters, votes_of_all, strict=True):
            posteriors[voter.learner.name] = voter.posterior_of(votes, self.left_out != NOWHERE)
        return posteriors

    def _votes_of_all(self, ranking: Ranking, k: int) -> list[Floats]:
        """Return the votes of the model's voters, in their order."""
        return [self._votes(ranking, k, voter) for voter in self.model.voters]

    def _votes(self, ranking: Ranking, k: int, voter: KNNModel) -> Floats:
        running = self._running_sums()
        if running is None:
            return voter.votes(voter.neighbourhood(ranking, k))
        voting = ranking.neighbourhood(k, "constant", voter.convention)
        by = "equal" if voter.learner.name == "KNN" else voter.convention.knndw
        return running.votes(len(voting), voting.bandwidth, by)

    def _nearest(self) -> Ranking:
        """The nearest rows, sorted; all rows if there are few."""
        weights = self.model.training.weights
        if len(weights) <= 4 * _FIRST:
            self.complete()
            return self._ranking
        nearest, d2 = self._nearest_after_move() or self._nearest_of_all()
        order = nearest_first(d2)
        order = order[nearest[order] != self.left_out]
        return Ranking(nearest[order], d2[order], weights[nearest[order]])

    def _nearest_of_all(self) -> tuple[NDArray[np.intp], Floats]:
        nearest = np.flatnonzero(self._d2 < np.partition(self._d2, _FIRST)[_FIRST])
        return nearest, self._d2[nearest]

    def _nearest_after_move(self) -> tuple[NDArray[np.intp], Floats] | None:
        """Return the nearest rows from the known distances of a similar instance, if there is one."""
        similar = self._moved_from
        if similar is None or not self._is_compiled or similar._packed is not self._packed:
            return None
        return nearest_to_moved(self._packed, similar._d2, similar._query, self._query, _FIRST)

    def _rows_for(self, k: int) -> Ranking:
        """Return enough rows for this k and its ties; all of them if these are not enough."""
        check_k(k)
        ranking = self._ranking
        if self._complete:
            return ranking
        bounded = self.model.learner.kernel not in UNBOUNDED
        if bounded and len(ranking) and float(ranking.instance_weights.sum()) > k + 2 < len(ranking):
            row = ranking.bandwidth_row(k + 1, self.model.learner.kernel, self.model.convention)
            if ranking.d2[row] * self._reach < ranking.d2[-1]:
                return ranking
        self.complete()
        return self._ranking

    def _neighbours(self, neighbourhood: Neighbourhood) -> tuple[NDArray[np.intp], NDArray[np.int32]] | None:
        """Return row numbers and classes of a neighbourhood among rows that are all sorted, as views."""
        if not self._complete:
            return None
        rows, classes = self._sorted_rows
        return rows[: len(neighbourhood)], classes[: len(neighbourhood)]

    def _running_sums(self) -> RunningSums | None:
        """Return the running sums once all rows are sorted, if the model's sums carry over."""
        # Not earlier, because the sums are cached and would be those of the nearest rows only.
        return self._running if self._complete else None

    @cached_property
    def _reach(self) -> float:
        """Return the d² from which on a row cannot have weight, as a multiple of h²."""
        return max(self.model.convention.kernel_one, 1.0) ** 2

    @property
    def _is_compiled(self) -> bool:
        training = self.model.training
        return choice.compiled(choice.numpy_seconds(training.n, len(training.attributes), 1))

    @cached_property
    def _d2(self) -> Floats:
        if not self._is_compiled:
            return self.model.distances_of_one(self.instances, self.left_out)
        return np.asarray(self._packed.squared_distances(self._query[None, :])[0])

    @cached_property
    def _d2_of_others(self) -> Floats:
        """The squared distances, with the row that is left out infinitely far away."""
        if self.left_out == NOWHERE:
            return self._d2
        d2 = self._d2.copy()
        d2[self.left_out] = np.inf
        return d2

    @cached_property
    def _sorted_rows(self) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        """The row numbers and classes of all training rows from near to far."""
        training, order = self.model.training, self._ranking.positions
        return training.rows[order], training.classes[order]

    @cached_property
    def _packed(self) -> Packed:
        return self.model.packed_for(self.instances, self.left_out)

    @cached_property
    def _query(self) -> Floats:
        return np.asarray(self._packed.queries(self.instances)[0])

    @cached_property
    def _running(self) -> RunningSums | None:
        """The running sums, if the model's sums carry over from one k to the next."""
        if not self._is_compiled or not self.model.sweeper.carries_over:
            return None
        ranking = self._ranking
        return RunningSums(
            self._packed,
            self._query,
            ranking.positions,
            ranking.distances,
            self.model.learner.kernel,
            self.model.convention.kernel_one,
        )

    @cached_property
    def _naive_bayes(self) -> Floats:
        return np.asarray(self.model.naive_bayes.posteriors(self.instances, np.array([self.left_out]))[0])
