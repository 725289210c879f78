"""Collecting a curve study: posteriors are added case by case, and accuracies over k are the result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine import choice
from lwnb_core.evaluation.curves.cases import Cases
from lwnb_core.evaluation.curves.result import Curve
from lwnb_core.evaluation.curves.shared_pass import depends_on_order
from lwnb_core.evaluation.posterior_measures import summarise
from lwnb_core.learners.base import Learner

Floats = NDArray[np.float64]


Steps = tuple[NDArray[np.int32], NDArray[np.int16]]


@dataclass(frozen=True, eq=False)
class Collected:
    """Test cases of one learner, summed over folds, which one computation passes to another.

    Attributes
    ----------
    done, right, steps
        For every case: whether it is in, at which k it is right (in bits), and where its prediction changes.
    right_weight, log_loss, brier
        Sums over the cases of every fold. Shape (F, K).
    weight
        Shape (F,).
    """

    done: NDArray[np.bool_]
    right: NDArray[np.uint8]
    steps: tuple[Steps | None, ...]
    right_weight: Floats
    weight: Floats
    log_loss: Floats
    brier: Floats


class CurveSums:
    """Collects one learner's posteriors, test case by test case, from any thread."""

    def __init__(
        self, learner: Learner, cases: Cases, ks: NDArray[np.int64], classes: tuple[str, ...]
    ) -> None:
        self.learner, self.cases, self.ks, self.classes = learner, cases, ks, classes
        n_parts, n_ks = len(cases.starts) - 1, len(ks)
        self._lock = threading.Lock()
        self._done = np.zeros(len(cases), dtype=bool)
        self._right = np.zeros((len(cases), (n_ks + 7) // 8), dtype=np.uint8)
        self._steps: list[Steps | None] = [None] * len(cases)
        self._right_weight = np.zeros((n_parts, n_ks))
        self._weight = np.zeros(n_parts)
        self._log_loss = np.zeros((n_parts, n_ks))
        self._brier = np.zeros((n_parts, n_ks))

    def add(self, case: int, posteriors: Floats) -> None:
        """Add the posteriors of one test case. Shape (K, classes)."""
        truth = int(self.cases.classes[case])
        predicted, right, loss, brier = summarise(posteriors, truth)
        is_new = np.ones(len(predicted), dtype=bool)
        is_new[1:] = predicted[1:] != predicted[:-1]
        self._keep(case, np.flatnonzero(is_new).astype(np.int32), predicted, right, loss, brier)

    def add_constant(self, cases: Iterable[int], posteriors: Floats) -> None:
        """Add posteriors of these test cases that do not depend on k. Shape (t, classes)."""
        for case, row in zip(cases, posteriors, strict=True):
            predicted, right, loss, brier = summarise(row[None, :], int(self.cases.classes[case]))
            only = np.zeros(1, dtype=np.int32)
            self._keep(case, only, predicted, np.repeat(right, len(self.ks)), loss, brier)

    def is_done(self, cases: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return which of these test cases are done. Shape (cases,)."""
        return self._done[cases]

    def _keep(
        self,
        case: int,
        changes: NDArray[np.int32],
        predicted: NDArray[np.int64],
        right: NDArray[np.bool_],
        loss: Floats,
        brier: Floats,
    ) -> None:
        weight, part = self.cases.weights[case], self.cases.parts[case]
        packed = np.packbits(right)
        classes = predicted[changes].astype(np.int16)
        sums = self._right_weight, self._log_loss, self._brier
        with self._lock:
            if self._done[case]:  # by a thread that finished this case after it was asked to stop
                return
            self._steps[case] = (changes, classes)
            self._right[case] = packed
            self._weight[part] += weight
            if len(loss) == len(right) and choice.compiled():
                # All in one pass: a dozen small numpy calls would take a sixth of a curve's time.
                choice.loops().add_up(weight, right, loss, brier, part, *sums)
            else:
                for total, term in zip(sums, (right, loss, brier), strict=True):
                    total[part] += weight * term
            self._done[case] = True

    def collected(self) -> Collected:
        """Return what has been collected so far, to be added to other sums."""
        with self._lock:
            return Collected(
                done=self._done.copy(),
                right=self._right.copy(),
                steps=tuple(self._steps),
                right_weight=self._right_weight.copy(),
                weight=self._weight.copy(),
                log_loss=self._log_loss.copy(),
                brier=self._brier.copy(),
            )

    def add_collected(self, collected: Collected, cases: NDArray[np.intp], parts: NDArray[np.intp]) -> None:
        """Add test cases that were collected elsewhere and are not done here.

        `cases` and `parts` are their positions, and those of their folds, among the cases and folds here.
        """
        known = np.flatnonzero(collected.done)
        with self._lock:
            for i in known.tolist():
                self._steps[cases[i]] = collected.steps[i]
            self._right[cases[known]] = collected.right[known]
            self._right_weight[parts] += collected.right_weight
            self._weight[parts] += collected.weight
            self._log_loss[parts] += collected.log_loss
            self._brier[parts] += collected.brier
            self._done[cases[known]] = True

    def extended(self, cases: Cases) -> CurveSums | None:
        """Return the same sums for more test cases, not done yet; None if these cases are not among them."""
        where = self.cases.positions_in(cases)
        if where is None:
            return None
        more = CurveSums(self.learner, cases, self.ks, self.classes)
        more.add_collected(self.collected(), where, np.arange(len(self.cases.starts) - 1))
        return more

    def curve(self) -> Curve:
        """Return the curve of what has been collected so far."""
        with self._lock, np.errstate(invalid="ignore", divide="ignore"):
            total, weight = self._weight.sum(), self._weight[:, None]
            return Curve(
                learner=self.learner,
                ks=self.ks,
                cases=self.cases,
                done=self._done.copy(),
                folds=100 * self._right_weight / weight,
                log_loss=self._log_loss.sum(axis=0) / total,
                brier=self._brier.sum(axis=0) / total,
                loss_folds=self._log_loss / weight,
                brier_folds=self._brier / weight,
                classes=self.classes,
                _right=self._right,
                _steps=tuple(self._steps),
            )


class CurveWork:
    """The results collected before a curve was stopped, so that only the rest is computed.

    It belongs to one data set. Other learners or other k start from the beginning, and so do other test
    cases, unless the new ones include all old ones.

    Attributes
    ----------
    looked
        Whether the first round, all learners on a few test cases, is done.
    """

    def __init__(self) -> None:
        self.looked = False
        self._use_compiled: bool | None = None
        self._sums: dict[Learner, CurveSums] = {}

    def engine(self, decide: Callable[[], bool]) -> bool:
        """Whether to use the compiled loops: all that belongs together is computed by one engine.

        The first call decides.
        """
        if self._use_compiled is None:
            self._use_compiled = decide()
        return self._use_compiled

    def sums(
        self, learner: Learner, cases: Cases, ks: NDArray[np.int64], classes: tuple[str, ...]
    ) -> CurveSums:
        """Return the learner's sums so far, or new ones."""
        known = self._sums.get(learner)
        if known is not None and not np.array_equal(known.ks, ks):
            known = None
        if known is not None and not known.cases.are_those_of(cases):
            known = None if depends_on_order(learner) else known.extended(cases)
        self._sums[learner] = sums = known or CurveSums(learner, cases, ks, classes)
        return sums
