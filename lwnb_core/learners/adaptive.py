"""LWNB that finds its own k from the training rows: one for all (`auto`) or one per instance (`local`).

Each training row is left out in turn and predicted at many k; one sweep gives them all. `auto` takes the k
that is right most often. `local` uses, for every test instance, the training rows near it: it takes the k
that is right most often among them, nearer ones counting more. Test rows are never seen, so both are sound
within a cross-validation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.sweeper import Consumer, Sweeper
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.evaluation.measures import are_best, best_index
from lwnb_core.evaluation.posterior_measures import summarise
from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.learners.lwnb import LWNB, LWNBModel
from lwnb_core.local.convention import Convention, convention
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.kernel_names import Kernel
from lwnb_core.local.kernels import check_kernel
from lwnb_core.local.naive_bayes import Eq6, check_eq6
from lwnb_core.local.neighbourhood import largest_k
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, share, silent

Floats = NDArray[np.float64]
Rule = Literal["auto", "local"]

# The number of training rows that are left out in turn: all of them, or this many, evenly spread.
_MOST_ROWS = 2000
# How many of these, the nearest ones, decide the k of a test instance.
_NEAREST = 30
# If there are more values of k than rows, they are tried one by one only up to this number.
_MANY = 5000
# Values of k grow by this factor if one sweep cannot give every k.
_STEP = 2**0.5


@dataclass(frozen=True, init=False, repr=False)
class AutoLWNB(Learner):
    """The learner behind `LWNB(k="auto")` and `LWNB(k="local")`."""

    k: Rule
    kernel: Kernel
    convention: Convention
    eq6: Eq6
    name: ClassVar[str] = "LWNB"
    spec_name: ClassVar[str] = "lwnb"

    def __init__(
        self,
        k: str = "auto",
        convention: str | Convention = "paper",
        *,
        kernel: Kernel = "linear",
        eq6: str = "right",
        **knobs: Any,
    ) -> None:
        object.__setattr__(self, "k", _check_rule(k))
        object.__setattr__(self, "kernel", check_kernel(kernel))
        object.__setattr__(self, "convention", _convention(convention, **knobs))
        object.__setattr__(self, "eq6", check_eq6(eq6))

    def at(self, k: int) -> LWNB:
        """Return the same settings with a k that is a number."""
        return LWNB(k, self.convention, kernel=self.kernel, eq6=self.eq6)

    def numpy_seconds(self, rows: int, attributes: int, instances: int) -> float:
        """Finding k is always worth the compiler: every fit tests its training rows at every k."""
        return float("inf")

    def fit_training(self, training: TrainingSet) -> AutoLWNBModel:
        return AutoLWNBModel(self, training)

    @property
    def exempt(self) -> dict[str, str]:
        return {"weights": "of a row twice, one is left when the other is left out to find k"}


_convention = convention  # the dataclass field of this name hides it inside the class


def _check_rule(k: str) -> Rule:
    for rule in ("auto", "local"):
        if k == rule:
            return rule
    raise SettingsError(f"k cannot be {k!r}", hint="Give a positive whole number, auto or local.")


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Training rows (by position), each predicted without itself at every k.

    `right` and `loss` (-ln p of the true class) have shape (rows, ks); `known` says which rows are done.
    """

    positions: NDArray[np.intp]
    ks: NDArray[np.int64]
    right: NDArray[np.bool_]
    loss: NDArray[np.float32]
    known: NDArray[np.bool_]

    @classmethod
    def of(cls, positions: NDArray[np.intp], ks: NDArray[np.int64]) -> LeftOut:
        """Return an object in which nothing is known yet."""
        shape = len(positions), len(ks)
        nothing = np.empty(shape, dtype=np.bool_), np.empty(shape, dtype=np.float32)
        return cls(positions, ks, *nothing, np.zeros(len(positions), dtype=np.bool_))

    def best(self, weights: Floats, rows: NDArray[np.intp] | slice = slice(None)) -> int:
        """Return the k that is right most often; among equally good ones, that with the smallest loss."""
        weights = weights / max(float(weights.sum()), 1e-300)
        share = weights @ self.right[rows]
        good = np.flatnonzero(are_best(share))
        loss = weights @ self.loss[rows][:, good]
        return int(self.ks[good[best_index(loss, less_is_better=True)]])


class AutoLWNBModel(Model):
    """The training rows, and how well each k predicts them."""

    learner: AutoLWNB

    def __init__(self, learner: AutoLWNB, training: TrainingSet) -> None:
        super().__init__(learner, training)
        self.inner: LWNBModel = learner.at(1).fit_training(training)

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        n = len(instances)
        own = self._ks(instances, left_out, share(progress, 0, 2 * n))
        ks, which = np.unique(own, return_inverse=True)
        result = np.empty((n, self.training.n_classes))

        def store(i: int, lwnb: Floats, *_others: Floats) -> None:
            result[i] = lwnb[which[i]]

        self._sweep(instances, left_out, ks, store, share(progress, n, 2 * n))
        return result

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        k = int(self._ks(instances, np.array([left_out]))[0])
        how = "leave-one-out on the training rows"
        if self.learner.k == "local":
            how += " near this instance"
        model = self.learner.at(k).fit_training(self.training)
        model.header = self.header
        explanation = model.explanation(instances, left_out, changed)
        return replace(explanation, notes=(f"k = {k} chosen by {how}", *explanation.notes))

    @cached_property
    def chosen(self) -> int:
        """The k of `auto`."""
        if self.training.n < 2:
            return 1
        scores = self.left_out
        return scores.best(self.training.weights[scores.positions])

    @property
    def left_out(self) -> LeftOut:
        """The training rows predicted without themselves."""
        self._predict(np.arange(len(self._scores.positions)))
        return self._scores

    @cached_property
    def _scores(self) -> LeftOut:
        training = self.training
        if training.n < 2:
            raise DataError("a single training row cannot be left out to find k")
        step = max(1, -(-training.n // _MOST_ROWS))
        weight = float(training.weights.sum() - training.weights.min())
        largest = largest_k(training.n - 1, weight, self.learner.convention)
        return LeftOut.of(np.arange(0, training.n, step, dtype=np.intp), self._candidates(largest))

    def _predict(self, rows: NDArray[np.intp]) -> None:
        """Compute the scores for some rows."""
        scores, training = self._scores, self.training
        rows = np.unique(rows[~scores.known[rows]])
        if not len(rows):
            return
        positions = scores.positions[rows]
        tests = Instances(
            tuple(column[positions] for column in training.columns),
            training.classes[positions],
            training.rows[positions],
            training.origin,
        )

        def store(i: int, lwnb: Floats, *_others: Floats) -> None:
            truth = int(tests.classes[i])
            _, scores.right[rows[i]], scores.loss[rows[i]], _ = summarise(lwnb, truth)

        self._sweep(tests, positions, scores.ks, store, silent)
        scores.known[rows] = True

    def _ks(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.int64]:
        """Return the k for each instance. A row that is left out does not count."""
        chosen = np.empty(len(instances), dtype=np.int64)
        among_all = np.flatnonzero(left_out == NOWHERE)
        if len(among_all):
            chosen[among_all] = self._chosen_for(instances.taken(among_all))
        for done, i in enumerate(np.flatnonzero(left_out != NOWHERE).tolist()):
            progress(len(among_all) + done, len(instances))
            others = AutoLWNBModel(self.learner, self.training.without(int(left_out[i])))
            chosen[i] = others._chosen_for(instances.taken(slice(i, i + 1)))[0]
        return chosen

    def _candidates(self, n: int) -> NDArray[np.int64]:
        """Return every k if that costs no more than one (and one serves all), or about twelve per decade."""
        every = self.learner.k == "auto" and n <= max(self.training.n, _MANY)
        if every and self._sweeper.carries_over:
            return np.arange(1, n + 1, dtype=np.int64)
        steps = np.arange(0, np.log(n) / np.log(_STEP) + 1)
        return np.unique(np.minimum(np.rint(_STEP**steps), n)).astype(np.int64)

    def _chosen_for(self, instances: Instances) -> NDArray[np.int64]:
        """Return the k for each of some instances, none of which is a training row."""
        if self.learner.k == "auto":
            return np.full(len(instances), self.chosen, dtype=np.int64)
        scores, none_left_out = self._scores, np.full(len(instances), NOWHERE)
        weighted = [self._nearest(d2) for d2 in self.inner.distances(instances, none_left_out)]
        self._predict(np.concatenate([nearest for nearest, _ in weighted]))
        return np.array([scores.best(weights, nearest) for nearest, weights in weighted], dtype=np.int64)

    def _nearest(self, d2: Floats) -> tuple[NDArray[np.intp], Floats]:
        """Return the nearest rows that have scores, and their weights."""
        positions = self._scores.positions
        own_d2 = d2[positions]
        nearest = np.argsort(own_d2, kind="stable")[: _NEAREST + 1]
        distances = np.sqrt(own_d2[nearest])
        # The last one sets the bandwidth, as in LWNB itself, and has weight 0.
        weights = 1 - distances / distances[-1] if distances[-1] > 0 else np.ones(len(nearest))
        return nearest, weights * self.training.weights[positions[nearest]]

    def _sweep(
        self,
        instances: Instances,
        left_out: NDArray[np.intp],
        ks: NDArray[np.int64],
        store: Consumer,
        progress: Progress,
    ) -> None:
        positions = np.asarray(left_out, dtype=np.intp)
        self._sweeper.each(instances, positions, ks, store, progress)

    @cached_property
    def _sweeper(self) -> Sweeper:
        return Sweeper.for_learner(self.training, self.inner.learner, ("LWNB",))


__all__ = ["NOWHERE", "AutoLWNB", "AutoLWNBModel", "LeftOut"]
